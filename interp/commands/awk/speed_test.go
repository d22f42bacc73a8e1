package awk

import (
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
)

// BenchmarkAwk runs what the interpreter itself takes its time with.
func BenchmarkAwk(b *testing.B) {
	for name, program := range map[string]string{
		"call":   `function f(a,b){return a+b} BEGIN{for(i=0;i<300000;i++) s=f(s,i)}`,
		"fib":    `function fib(n){return n<2?n:fib(n-1)+fib(n-2)} BEGIN{fib(20)}`,
		"substr": `BEGIN{s="the quick brown fox jumps over the lazy dog"; for(i=0;i<300000;i++) n+=length(substr(s,i%40,5))}`,
		"letter": `BEGIN{s="the quick brown fox jumps over the lazy dog"; for(i=0;i<300000;i++) if(substr(s,i%40,1)=="o") n++}`,
		"loop":   `BEGIN{for(i=0;i<300000;i++) s+=i*2}`,
		"index":  `BEGIN{s="the quick brown fox jumps over the lazy dog"; for(i=0;i<300000;i++) n+=index(s,"lazy")}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				call := &command.Call{Args: []string{"awk", program}, Dir: "/", Stdin: stream.Null(), Stdout: stream.Null(), Stderr: stream.Null(), Now: time.Now,
					Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 1 << 20, Steps: 1 << 20}}
				if status := Commands()["awk"].Command.Run(b.Context(), call); status != 0 {
					b.Fatal(status)
				}
			}
		})
	}
}
