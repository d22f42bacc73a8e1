package files_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/files"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/host"
)

// manyFiles makes 20,000 files in 200 directories.
func manyFiles(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	for d := range 200 {
		sub := filepath.Join(dir, fmt.Sprintf("d%03d", d))
		if err := os.Mkdir(sub, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 100 {
			if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("f%03d.txt", f)), nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	return dir
}

// BenchmarkFind compares with the host's find over the same files.
func BenchmarkFind(b *testing.B) {
	dir := manyFiles(b)
	for _, expr := range [][]string{{}, {"-name", "*7.txt"}, {"-type", "f", "-newermt", "2000-01-01"}} {
		b.Run("ours"+fmt.Sprint(expr), func(b *testing.B) {
			b.ReportAllocs()
			fsys, err := host.New(dir)
			if err != nil {
				b.Fatal(err)
			}
			defer fsys.Close()
			for b.Loop() {
				call := &command.Call{
					Args: append([]string{"find", "/"}, expr...), Dir: "/", FS: fsys, Now: time.Now,
					Stdin: stream.Null(), Stdout: stream.Null(), Stderr: stream.Null(),
					Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 1 << 20, Steps: 1 << 20},
				}
				if code := files.Commands()["find"].Command.Run(context.Background(), call); code != 0 {
					b.Fatal(code)
				}
			}
		})
		b.Run("host"+fmt.Sprint(expr), func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command("find", append([]string{dir}, expr...)...)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
