package interp_test

import (
	"io"
	"testing"

	"github.com/aegish/aegish/interp"
)

// BenchmarkScripts runs what shell scripts spend their time with. Divide by
// the number in the name's script for the cost of one round.
func BenchmarkScripts(b *testing.B) {
	for _, c := range []struct{ name, script string }{
		{"while", "i=0; while [ $i -lt 1000 ]; do i=$((i+1)); done"},
		{"for", "for ((i=0;i<1000;i++)); do :; done"},
		{"append", "s=; for ((i=0;i<1000;i++)); do s+=abcdefghij; done"},
		{"call", "f() { x=$1; }; for ((i=0;i<1000;i++)); do f $i; done"},
		{"fib", "fib() { local n=$1; if ((n<2)); then r=$n; else fib $((n-1)); local a=$r; fib $((n-2)); r=$((a+r)); fi; }; fib 12"},
		{"substitution", "for ((i=0;i<1000;i++)); do x=$(echo hi); done"},
		{"subshell", "for ((i=0;i<1000;i++)); do (:); done"},
		{"pipeline", "for ((i=0;i<1000;i++)); do echo hi | read x; done"},
		{"array", "a=(); for ((i=0;i<1000;i++)); do a[i]=$i; ((s+=a[i])); done"},
		{"parameter", "x=/usr/local/lib/foo.tar.gz; for ((i=0;i<1000;i++)); do a=${x##*/}; b=${x%.*}; c=${x//o/0}; d=${x:3:5}; done"},
		{"patterns", "x=/usr/local/lib/foo.tar.gz p='*/' k=o s='.*'; for ((i=0;i<1000;i++)); do a=${x##$p}; b=${x%%$s}; c=${x//$k/0}; d=${x%[.]+([a-z]|$k)}; done"},
		{"case", "for i in {1..1000}; do case $i in *5) n=1;; esac; if [[ $i == *7 ]]; then n=2; fi; done"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			s := session(b, "/w", io.Discard, io.Discard, interp.WithLimits(interp.Limits{}))
			for b.Loop() {
				if _, err := s.Run(b.Context(), c.script); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("start", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s, err := interp.New(interp.WithEnv(testEnv))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Run(b.Context(), ":"); err != nil {
				b.Fatal(err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
