package main_test

import (
	"context"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// greedy are scripts in which many at one time hold what one may, or in which
// one asks for more than there is.
var greedy = []struct{ name, script string }{
	{"strings of awk", `awk 'BEGIN{s="x";while(1)s=s s}'`},
	{"arrays of many awk", `for i in {1..10}; do awk 'BEGIN{s="x";while(length(s)<2^25)s=s s; while(1)a[i++]=s i}' & done; wait`},
	{"array of jq", `jq -n '[range(1e12)]|length'`},
	{"hold spaces", `for i in {1..10}; do yes "some longer text for the hold" | sed -n H & done; wait`},
	{"wide fields in subshells", `for i in {1..20}; do (printf -v x '%60000000s' a; printf -v y '%60000000s' b; sleep 1) & done; wait`},
	{"arrays in subshells", `for i in {1..10}; do mapfile -t a < <(yes "some long text and so on") & done; wait`},
	{"here-documents", "printf -v x '%15000000s' a; for i in {1..100}; do sort <<E >/dev/null &\n$x\nE\ndone; wait"},
	{"doubling in shells", `for i in {1..100}; do bash -c 'x=x; while :; do x=$x$x; done' & done; wait`},
	{"long lines", `for i in {1..20}; do yes | tr -d '\n' | grep -o 'y*' & done; wait`},
	{"large environments", `for i in {1..60}; do export v$i=$(printf '%1000000s'|tr ' ' a); done; for i in {1..100}; do env | sort | bash -c 'sort; env' | awk '{a[NR]=$0}' & done >/dev/null; wait`},
	{"copies of streams", `for i in {1..20}; do yes "x y" | tee >(sort) >(tac) >(shuf) | sort & done >/dev/null; wait`},
	{"encoders of zstd", `for i in {1..40}; do yes "text $i" | zstd --ultra -22 -c | zstd --ultra -22 -c >/dev/null & done; sleep 5; kill %{1..40}`},
	{"encoders of xz", `for i in {1..40}; do yes "text $i" | xz -9 -c | xz -c >/dev/null & done; sleep 5; kill %{1..40}`},
	{"ends of streams", `for i in {1..10}; do yes "some text here" | tail -n 10000000000 | wc -c & done; wait`},
}

// TestMemoryOfGreedyScripts has the default limits: what a script takes is
// bounded, however many its commands are.
func TestMemoryOfGreedyScripts(t *testing.T) {
	t.Parallel()
	const most = 600 << 10 // in KiB
	for _, tt := range greedy {
		// One after the other: together they would need much memory.
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			cmd := exec.CommandContext(ctx, aegish(), "--engine", "interp", "-c", tt.script)
			cmd.Dir = workplace(t)
			_ = cmd.Run() // by what it ends depends on who comes first
			if cmd.ProcessState == nil {
				t.Fatal("it has not run")
			}
			if used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > most {
				t.Errorf("%d KiB", used)
			}
		})
	}
}
