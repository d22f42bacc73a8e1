package text

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// corpus is 20 MB of lines with fields.
func corpus() string {
	r := rand.New(rand.NewPCG(9, 9))
	var b strings.Builder
	for b.Len() < 20<<20 {
		fmt.Fprintf(&b, "%d user%d /path/%x some words %d\n", r.IntN(1e6), r.IntN(500), r.Uint32(), r.IntN(100))
	}
	return b.String()
}

// Each row is the command here and then the host's on the same text.
func BenchmarkText(b *testing.B) {
	text := corpus()
	for _, args := range []string{"wc", "wc -l", "wc -m", "cut -du -f1", "cut -d/ -f2-3", "cut -c5-20", "tr a-z A-Z", "tr -d 0-9", "tr -s o", "head -n 300000", "tail -n 300000", "uniq -c", "cat", "cat -n", "rev", "fold -w 40", "tac", "paste - -", "nl", "expand"} {
		words := strings.Fields(args)
		name := strings.ReplaceAll(args, " ", "_")
		entry := Commands()[words[0]]
		b.Run(name+"/here", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				call := &command.Call{Args: words, Stdin: stream.FromBytes([]byte(text)), Stdout: stream.Null(), Stderr: stream.Null(), FS: vfs.Empty(),
					Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 256 << 20}}
				if entry.Command.Run(context.Background(), call) != 0 {
					b.Fatal("failed")
				}
			}
		})
		b.Run(name+"/host", func(b *testing.B) {
			if _, err := exec.LookPath(words[0]); err != nil {
				b.Skip("the host has no " + words[0])
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
				cmd := exec.CommandContext(ctx, words[0], words[1:]...)
				cmd.Env = []string{"LC_ALL=C.UTF-8"}
				cmd.Stdin = strings.NewReader(text)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				cancel()
			}
		})
	}
}
