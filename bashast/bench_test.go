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

// BenchmarkParseProgram shows the same for the compound subset.
func BenchmarkParseProgram(b *testing.B) {
	benches := []struct{ name, in string }{
		{"54bytes", "git commit --all --message 'fix the gate' --no-verify "},
		{"pipeline", "cat /etc/passwd | grep -v nologin | cut -d: -f1 | sort"},
		{"5lines", "export LC_ALL=C\nif test -f go.mod; then\n  go vet ./... && go test ./... 2>&1 | tee test.log\nfi\nsort -u <names >sorted\n"},
		{"document", "cat >f <<'EOF'\n" + strings.Repeat("a line of text\n", 20) + "EOF\n"},
		{"refused", "git commit --all --message \"$(date)\" && git push & "},
	}
	for _, bench := range benches {
		b.Run(bench.name, func(b *testing.B) {
			in := []byte(bench.in)
			b.ReportAllocs()
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				bashast.ParseProgram(in, bashast.Allow{})
			}
		})
	}
}
