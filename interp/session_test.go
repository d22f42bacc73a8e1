package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

func TestStateLives(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := session(t, "/w", &out, &out, interp.WithExit(false))
	for _, script := range []string{
		"x=1; f() { echo f$x; }; set -- a b; cd /; alias q=r", "f; echo $# $PWD; shopt -s extglob; trap 'echo bye' EXIT",
		"f() { local y=2; exit 3; }; f", "echo $? ${y-unset} $# ${#FUNCNAME[@]}", "g() { return 4; }; g", "echo $?; break; echo $x",
		"if", "echo $?; false | true", "echo ${PIPESTATUS[@]}; set -e; false; echo no", "set +e; echo again",
	} {
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Fatal(err)
		}
	}
	want := "f1\n2 /\nbye\n3 unset 2 0\n4\nbash: line 1: break: only meaningful in a `for', `while', or `until' loop\n1\n" +
		"bash: -c: line 2: syntax error: unexpected end of file\n2\n1 0\nagain\n"
	if out.String() != want {
		t.Errorf("%q\nwant %q", out.String(), want)
	}
}

func TestExitTrapRunsInExit(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := session(t, "/w", &out, &out, interp.WithExit(false))
	if res, err := s.Run(t.Context(), "trap 'echo bye; exit 7' EXIT; (exit 3)"); err != nil || res.Status != 3 || res.Exited {
		t.Errorf("%+v %v", res, err)
	}
	if res, err := s.Exit(t.Context()); err != nil || res.Status != 7 || out.String() != "bye\n" {
		t.Errorf("%+v %v %q", res, err, out.String())
	}
}

// TestLimits runs each script at its limit and one beyond: the second ends with
// the limit's name and status 125, and the session goes on.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		set           func(*interp.Limits)
		within, above string
	}{
		{"commands", func(l *interp.Limits) { l.Commands = 5 }, ":;:;:;:;:", ":;:;:;:;:;:"},
		{"loop_iterations", func(l *interp.Limits) { l.LoopIterations = 10 }, "for i in 1 2 3 4 5 6 7 8 9 10; do :; done", "while :; do :; done"},
		{"call_depth", func(l *interp.Limits) { l.CallDepth = 20 },
			"f() { (($1 < 2)) || f $(($1-1)); }; f 20", "f() { (($1 < 2)) || f $(($1-1)); }; f 21"},
		{"call_depth", func(l *interp.Limits) { l.CallDepth = 20 }, "eval 'eval :'", "f() { eval f; }; f"},
		{"subst_depth", func(l *interp.Limits) { l.SubstDepth = 3 }, "( ( ( : ) ) )", "( ( ( ( : ) ) ) )"},
		{"string_bytes", func(l *interp.Limits) { l.StringBytes = 64 }, "x=0123456789abcdef; y=$x$x$x$x", "x=0123456789abcdef; y=$x$x$x$x$x"},
		{"live_bytes", func(l *interp.Limits) { l.LiveBytes = 60_000 }, "x=$(printf %10000d 1)", "for i in 1 2 3 4 5 6 7; do a[i]=$(printf %10000d 1); done"},
		{"array_elements", func(l *interp.Limits) { l.ArrayElements = 4 }, "a=(1 2 3 4)", "a=(1 2 3 4 5)"},
		{"expansion_words", func(l *interp.Limits) { l.ExpansionWords = 10 }, ": {1..10}", ": {1..11}"},
		{"heredoc_bytes", func(l *interp.Limits) { l.HeredocBytes = 8 }, "x=1234567; : <<< $x", "x=123456789; : <<< $x"},
		{"heredoc_bytes", func(l *interp.Limits) { l.HeredocBytes = 8 }, ": <<E\n1234567\nE\n", ": <<E\n12345678\nE\n"},
		{"pattern_steps", func(l *interp.Limits) { l.PatternSteps = 20_000 },
			`r="^(a*)\1b$"; [[ aab =~ $r ]]`, `printf -v x %0300d 0; r="^(0*)(0*)(0*)(0*)\1\2\3\4x$"; [[ $x =~ $r ]]`},
		{"output_bytes", func(l *interp.Limits) { l.OutputBytes = 100 }, "printf %50d 1", "printf %101d 1"},
		{"jobs", func(l *interp.Limits) { l.Jobs = 2 }, "sleep 9 & sleep 9 & kill %1 %2; wait", "sleep 9 & sleep 9 & sleep 9 &"},
		{"processes", func(l *interp.Limits) { l.Processes = 2 }, ": | : | :", ": | : | : | :"},
		{"time", func(l *interp.Limits) { l.Time = time.Second / 2 }, ":", "while :; do :; done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			limits := interp.DefaultLimits()
			c.set(&limits)
			s := session(t, "/w", io.Discard, io.Discard, interp.WithLimits(limits))
			if res, err := s.Run(t.Context(), c.within); err != nil || res.Limit != "" {
				t.Errorf("%s: %+v, %v", c.within, res, err)
			}
			var stderr bytes.Buffer
			s = session(t, "/w", io.Discard, &stderr, interp.WithLimits(limits))
			res, err := s.Run(t.Context(), c.above)
			var exceeded *interp.LimitError
			if !errors.As(err, &exceeded) || res.Limit != c.name || res.Status != 125 || !res.Exited {
				t.Errorf("%s: %+v, %v", c.above, res, err)
			}
			if !strings.Contains(stderr.String(), "limit exceeded: ") || !strings.Contains(stderr.String(), "see interp.limits."+c.name+"\n") {
				t.Errorf("message %q", stderr.String())
			}
			if res, err := s.Run(t.Context(), "(exit 3)"); err != nil && c.name != "live_bytes" || err == nil && res.Status != 3 {
				t.Errorf("afterwards: %+v, %v", res, err)
			}
		})
	}
}

// TestJobsEndAtTheTimeLimit: a job that outlives its Run has the time of one.
func TestJobsEndAtTheTimeLimit(t *testing.T) {
	t.Parallel()
	limits := interp.DefaultLimits()
	limits.Time = 300 * time.Millisecond
	var stderr bytes.Buffer
	s := session(t, "/w", io.Discard, &stderr, interp.WithLimits(limits))
	for _, start := range []string{"while :; do :; done &", "{ sleep 1000 | cat; } &", "(trap '' TERM; sleep 1000) &", "coproc sleep 1000"} {
		if res, err := s.Run(t.Context(), start); err != nil || res.Status != 0 {
			t.Fatalf("%s: %+v, %v", start, res, err)
		}
	}
	for range 100 { // bounded by the limit of each Run
		res, err := s.Run(t.Context(), "wait")
		if err == nil {
			if res.Status != 0 {
				t.Errorf("%+v", res)
			}
			if n := strings.Count(stderr.String(), "limit exceeded: time (300ms); see interp.limits.time\n"); n < 4 {
				t.Errorf("%d messages: %s", n, stderr.String())
			}
			return
		}
	}
	t.Error("the jobs go on")
}

// TestHostileScripts ends at a limit, soon, with the session alive.
func TestHostileScripts(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"f() { f; }; f", "f() { eval f; }; f", "f() { $(f); }; f", "f() { (f); }; f", "f() { f | f; }; f", "f() { f & f; }; f; wait",
		"f() { x=$(f <(f)); }; f", "x=aaaaaaaaaaaaaaaa; for ((i=0;i<40;i++)); do x=$x$x; done",
		"echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}", "printf %1000000000d 1", "trap f DEBUG; f() { f; }; set -T; f",
		"trap 'kill -USR1 $$' USR1; kill -USR1 $$", "x='bash -c \"$x\"'; export x; bash -c \"$x\"", "f() { coproc f; }; f; wait; while :; do :; done",
		"while :; do sleep 100 & done", strings.Repeat("$(", 15000), "f() { . /dev/stdin <<< f; }; f", "while :; do ( while :; do :; done ) | cat; done",
	} {
		t.Run(fmt.Sprintf("%.20s", script), func(t *testing.T) {
			t.Parallel()
			limits := interp.AgentLimits()
			limits.Time = 20 * time.Second
			s := session(t, "/w", io.Discard, io.Discard, interp.WithLimits(limits))
			res, err := s.Run(t.Context(), script)
			if res.Status == 0 || res.Limit == "time" {
				t.Errorf("%+v, %v", res, err)
			}
			if res, err := s.Run(t.Context(), "(exit 3)"); err != nil || res.Status != 3 {
				t.Errorf("afterwards: %+v, %v", res, err)
			}
		})
	}
}

// waiting are scripts that wait for ever in all the ways there are.
var waiting = []string{
	"while :; do :; done", "sleep 1000", "sleep 1000 & wait", "sleep 1000 & wait -n", "sleep 1000 | cat", "(sleep 1000)", "x=$(sleep 1000)",
	"cat <(sleep 1000)", "coproc sleep 1000; read -u ${COPROC[0]} x", "kill -STOP $$; :", "trap 'sleep 1000' EXIT; exit",
	"( while :; do :; done ) & while :; do :; done", "while :; do : & wait; sleep 1000; done", "read x < <(sleep 1000)",
}

// TestCancelEndsEverything counts the goroutines that are left; it runs alone.
func TestCancelEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, script := range waiting {
		s := session(t, "/w", io.Discard, io.Discard, interp.WithExit(false))
		ctx, cancel := context.WithCancel(t.Context())
		started := make(chan struct{})
		go func() {
			<-started
			cancel()
		}()
		close(started)
		if _, err := s.Run(ctx, script); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", script, err)
		}
		if res, err := s.Run(t.Context(), "(exit 3)"); err != nil || res.Status != 3 {
			t.Errorf("%s: afterwards %+v, %v", script, res, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", script, err)
		}
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
		// Goroutines that were told to end need a moment on a busy machine.
		timer := time.NewTimer(time.Millisecond)
		<-timer.C
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
}

func TestCloseEndsJobs(t *testing.T) {
	t.Parallel()
	s := session(t, "/w", io.Discard, io.Discard)
	if _, err := s.Run(t.Context(), "sleep 1000 & while :; do :; done & (trap '' TERM HUP; sleep 1000; sleep 1000) &"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestSignalFromOutside(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	ready := make(chan struct{}, 1)
	hooks := interp.Hooks{BeforeCommand: func(_ context.Context, e interp.Event) error {
		if e.Argv[0] == "sleep" {
			ready <- struct{}{}
		}
		return nil
	}}
	s := session(t, "/w", &out, &out, interp.WithHooks(hooks))
	for _, c := range []struct {
		script string
		want   interp.Result
		out    string
	}{
		{"sleep 1000; echo no", interp.Result{Status: 130, Exited: true, Signal: 2}, ""},
		{"trap 'echo int; exit 5' INT; sleep 1000 & wait; echo no", interp.Result{Status: 5, Exited: true}, "int\n"},
	} {
		out.Reset()
		go func() {
			<-ready
			s.Signal(syscall.SIGINT)
		}()
		if res, err := s.Run(t.Context(), c.script); err != nil || res != c.want || out.String() != c.out {
			t.Errorf("%s: %+v, %v, %q", c.script, res, err, out.String())
		}
	}
}

// At a terminal an interrupt ends the command and neither the shell nor its
// EXIT trap.
func TestInterruptAtATerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	ready := make(chan struct{}, 1)
	hooks := interp.Hooks{BeforeCommand: func(_ context.Context, e interp.Event) error {
		if e.Argv[0] == "echo" {
			ready <- struct{}{}
		}
		return nil
	}}
	s := session(t, "/w", &out, io.Discard, interp.WithHooks(hooks), interp.WithInteractive(true), interp.WithExit(false))
	for _, script := range []string{"trap 'printf bye' EXIT; echo; while :; do :; done", "f() { local x=1; echo; (while :; do :; done); }; f", "echo; sleep 1000", "echo; : | while :; do :; done"} {
		go func() {
			<-ready
			s.Signal(syscall.SIGINT)
		}()
		if res, err := s.Run(t.Context(), script); err != nil || res.Exited || res.Status != 130 {
			t.Errorf("%s: %+v, %v", script, res, err)
		}
	}
	if res, err := s.Run(t.Context(), "printf \"$? ${x-none}\""); err != nil || !strings.HasSuffix(out.String(), "\n130 none") {
		t.Errorf("%+v, %v, %q", res, err, out.String())
	}
}

func TestHooks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seen []string
	hooks := interp.Hooks{
		BeforeCommand: func(_ context.Context, e interp.Event) error {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, strings.Join(append(e.Assigns, e.Argv...), " "))
			if e.Argv[0] == "rm" || e.Argv[0] == "exit" {
				return errors.New(e.Argv[0] + ": denied")
			}
			return nil
		},
		BeforeOpen: func(_ context.Context, o interp.Open) error {
			if strings.HasPrefix(o.Name, "/w/secret") {
				return fmt.Errorf("%s: denied (%d)", o.Name, o.Flag&3)
			}
			return nil
		},
	}
	for _, c := range []struct{ script, out string }{
		{"$(echo rm) -rf /; echo $?", "bash: line 1: rm: denied\n126\n"},
		{"command rm x; echo $?; eval 'rm y'; echo $?; f() { rm z; }; f; echo $?", strings.Repeat("bash: line 1: rm: denied\n126\n", 2) + "environment: line 1: rm: denied\n126\n"},
		{"exec rm q; echo $?; exit 3; echo on", "bash: line 1: rm: denied\n126\nbash: line 1: exit: denied\non\n"},
		{"x=$(rm a 2>/dev/null); echo $?; rm b | cat; echo ${PIPESTATUS[@]}; ( /bin/rm c ); echo $?",
			"126\nbash: line 1: rm: denied\n126 0\n0\n"},
		{"bash -c 'rm d; echo $?'; trap 'rm e' USR1; kill -USR1 $$", "bash: line 1: rm: denied\n126\nbash: line 1: rm: denied\n"},
		{"echo x > secret; echo $?; cat < secret; echo $?; cat ./../w/secret; . ./secret; echo $?",
			"bash: line 1: /w/secret: denied (1)\n126\nbash: line 1: /w/secret: denied (0)\n126\ncat: ./../w/secret: No such file or directory\n"},
	} {
		var out bytes.Buffer
		s := session(t, "/w", &out, &out, interp.WithHooks(hooks))
		if _, err := s.Run(t.Context(), c.script); err != nil {
			t.Error(err)
		}
		if !strings.HasPrefix(out.String(), c.out) {
			t.Errorf("%s\n%s\nwant\n%s", c.script, out.String(), c.out)
		}
	}
	seen = nil
	s := session(t, "/w", io.Discard, io.Discard, interp.WithHooks(hooks))
	if _, err := s.Run(t.Context(), "x='a b'; A=$x echo $x \"$x\" *; f() { :; }; f 1"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, "|"); got != "A=a b echo a b a b *|:" {
		t.Errorf("%q", got)
	}
}

// TestBugsDoNotEscape lets a command panic in each place that has a goroutine
// or an environment of its own.
func TestBugsDoNotEscape(t *testing.T) {
	t.Parallel()
	b := command.NewRegistry()
	if err := b.Add("broken", command.Entry{Command: command.Func(func(context.Context, *command.Call) int {
		panic("out of order")
	})}); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{
		"broken", "(broken)", "x=$(broken)", "broken | while read x; do :; done", "while :; do echo x; done | broken", "broken & wait; while :; do :; done",
		"f() { local x=1; broken; }; f", ": <(broken); while :; do :; done", "coproc broken; wait; while :; do :; done", "trap broken EXIT; exit", "eval broken",
	} {
		var stderr bytes.Buffer
		s := session(t, "/w", io.Discard, &stderr, interp.WithRegistry(b.Build()))
		res, err := s.Run(t.Context(), script)
		var bug *interp.BugError
		if !errors.As(err, &bug) || res.Status != 125 || !strings.Contains(stderr.String(), "BUG: interp_test.TestBugsDoNotEscape") {
			t.Errorf("%s: %+v, %v, %q", script, res, err, stderr.String())
		}
		if res, err := s.Run(t.Context(), "(exit 3)"); err != nil || res.Status != 3 {
			t.Errorf("%s: afterwards %+v, %v", script, res, err)
		}
	}
}

// TestNoProcess checks that what could be a program of the host is none.
func TestNoProcess(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]int{
		"ls": 127, "/usr/bin/perl": 127, "/bin/true; /bin/ls": 127, "exec ls": 127, "command ls": 127, "PATH=/usr/bin; ls": 127,
		"printf 'x\\0y' > b; chmod +x b; ./b": 126, "printf '#!/usr/bin/python3\n' > p; chmod +x p; ./p": 127, "printf '#!/bin/sh\nexit 7' > p; chmod +x p; ./p": 7,
		"printf 'exit 8' > p; ./p": 126, "printf 'exit 8' > p; chmod +x p; ./p": 8, "/w": 126, "./nosuch": 127,
		"command_not_found_handle() { return 9; }; nosuch": 9, "bash -c 'exit 4'": 4, "sh -c 'exit $#' a b c": 2, "echo 'exit 6' | bash": 6,
	} {
		res, err := session(t, "/w", io.Discard, io.Discard).Run(t.Context(), script)
		if err != nil || res.Status != want {
			t.Errorf("%s: %+v, %v; want %d", script, res, err, want)
		}
	}
}
