package bashast_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// BenchmarkParse shows what the gate adds to each command.
func BenchmarkParse(b *testing.B) {
	benches := []struct{ name, in string }{
		{"54bytes", "git commit --all --message 'fix the gate' --no-verify "},
		{"plain", "ls -la /tmp"},
		{"quoted", `grep -rn "a b" 'c d' e\ f $'tab\there'`},
		{"pipeline", "cat /etc/passwd | grep -v nologin | cut -d: -f1 | sort"},
		{"1KiB", "echo " + strings.Repeat("argument ", 113)},
	}
	for _, bench := range benches {
		b.Run(bench.name, func(b *testing.B) {
			in := []byte(bench.in)
			b.ReportAllocs()
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				bashast.Parse(in)
			}
		})
	}
}
