package interp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/standard"
)

func allTools(t *testing.T) command.Registry {
	t.Helper()
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// world is a filesystem in memory with /w in it.
func world(t *testing.T, r command.Registry) *standard.World {
	t.Helper()
	w, err := standard.New(standard.Options{Root: true, User: "u", Group: "g", Host: "h", Home: "/root", Commands: interp.Programs(r)})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Mkdir("/w", 0o755); err != nil {
		t.Fatal(err)
	}
	return w
}

// tree describes all that is below a directory.
func tree(t *testing.T, fsys vfs.FS, dir string) string {
	t.Helper()
	list, err := fsys.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, e := range list {
		name := dir + "/" + e.Name()
		fi, err := fsys.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(name + " " + fi.Mode().String() + "\n")
		switch {
		case fi.IsDir():
			b.WriteString(tree(t, fsys, name))
		case fi.Mode()&fs.ModeType == 0:
			f, err := fsys.OpenFile(name, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(f)
			f.Close()
			b.WriteString(string(text) + "\n")
		}
	}
	return b.String()
}

// TestHooksSeeWhatRuns tries names that mean a command under another name.
func TestHooksSeeWhatRuns(t *testing.T) {
	t.Parallel()
	b, all := command.NewRegistry(), allTools(t)
	for _, name := range all.Names() {
		e, _ := all.Lookup(name)
		if err := b.Add(name, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Add("victim", command.Entry{Command: command.Func(func(_ context.Context, c *command.Call) int {
		_, _ = io.WriteString(c.Stdout, "ran\n")
		return 0
	})}); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	hooks := interp.Hooks{BeforeCommand: func(_ context.Context, e interp.Event) error {
		if path.Base(e.Argv[0]) == "victim" {
			asked.Add(1)
			return errors.New("denied")
		}
		return nil
	}}
	for _, script := range []string{
		"victim", "hash -p /bin/victim other; other", "hash -p /bin/victim other; command other; exec other",
		"echo '#!/bin/victim' > s; chmod +x s; ./s", "echo '#!/usr/bin/env victim' > s; chmod +x s; ./s; bash -c ./s",
		"PATH=/bin:/usr/bin; \\victim", "(exec -a other victim)", "PS4='$(victim)'; set -x; :", "x='a[$(victim)]'; ((x))", "x='$(victim)'; : ${x@P}",
		"mapfile -C victim -c 1 <<< x", "compgen -C victim", "coproc victim; wait", ": <(victim); wait", "trap victim EXIT", "command_not_found_handle() { victim; }; nosuch",
		"f() { victim; }; export -f f; bash -c f", "cd /bin; ./victim; ../usr/bin/victim; //bin//victim", "set -- victim; \"$@\"", "printf -v c vict%s im; $c", "declare -n r=c; c=victim; $r",
	} {
		var out bytes.Buffer
		asked.Store(0)
		s := session(t, "/w", &out, io.Discard, interp.WithFS(world(t, b.Build())), interp.WithHooks(hooks), interp.WithRegistry(b.Build()))
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		if _, err := s.Exit(t.Context()); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		if strings.Contains(out.String(), "ran") || asked.Load() == 0 {
			t.Errorf("%s: asked %d times, %q", script, asked.Load(), out.String())
		}
	}
}

// TestOpenHookSeesWhereNamesLead tries every way to read, change or rename what
// is below /w/secret.
func TestOpenHookSeesWhereNamesLead(t *testing.T) {
	t.Parallel()
	hooks := interp.Hooks{BeforeOpen: func(_ context.Context, o interp.Open) error {
		if strings.HasPrefix(o.Name, "/w/secret/") {
			return errors.New("denied")
		}
		return nil
	}}
	const setup = "mkdir -p secret/d other/secret; echo key > secret/k; ln -s secret l; ln -s . here; ln -s /w/secret/k lk; ln -s /w/secret/new ln; "
	for _, script := range []string{
		"read x < secret/k; echo $x", "read x < l/k; echo $x", "read x < here/l/../secret/k; echo $x", "read x < lk; echo $x", "x=$(< lk); echo $x",
		"cd l; read x < k; echo $x", "cd -P l; read x < k; echo $x", "cd secret/d; read x < ../k; echo $x", "exec 5<>l/k; read x <&5; echo $x",
		". l/k", "mapfile a < lk; echo ${a[@]}", "cat lk l/k secret/k", "mv secret moved; cat moved/k", "mv secret/k x; cat x", "ln secret/k x; cat x", "ln lk x; cat x",
		"echo > secret/k", "echo >> lk", "echo > ln", "echo >| l/new", "echo &> here/here/secret/new", "rm l/k", "rm -rf secret", "rm -rf l/", "mkdir l/new", "ln -s x l/new",
		"chmod 777 lk", "chmod 777 l/d", "mv other/secret l/new", "cp other l/new -r", "touch ln", "mv l/d other", "rmdir secret/d", "mkfifo l/new", "truncate -s 0 lk",
		"echo x > other/k; mv other/k secret/k", "echo x > other/k; ln -f other/k secret/k", "mkdir t; echo x > t/new; rm l; mv t l; mv l secret/d/new",
	} {
		var out bytes.Buffer
		fsys := world(t, allTools(t))
		plain := session(t, "/w", io.Discard, io.Discard, interp.WithFS(fsys), interp.WithRegistry(allTools(t)))
		if _, err := plain.Run(t.Context(), setup); err != nil {
			t.Fatal(err)
		}
		before := tree(t, fsys, "/w/secret")
		s := session(t, "/w", &out, io.Discard, interp.WithFS(fsys), interp.WithHooks(hooks), interp.WithRegistry(allTools(t)))
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		if after := tree(t, fsys, "/w/secret"); after != before || strings.Contains(out.String(), "key") {
			t.Errorf("%s: printed %q, changed\n%sto\n%s", script, out.String(), before, after)
		}
	}
}

// TestLimitsAreSaid exceeds limits where the command's own standard error leads to
// nowhere, or takes nothing any more: the session's has the message.
func TestLimitsAreSaid(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"while :; do :; done 2>/dev/null":                          "loop_iterations",
		"x=$(f() { f; }; f 2>&1)":                                  "call_depth",
		"(exec 2>/dev/null; echo {1..9999})":                       "expansion_words",
		"while :; do :; done 2>&-":                                 "loop_iterations",
		"exec 2>/dev/null; while :; do :; done":                    "loop_iterations",
		"exec 2>&-; while :; do :; done":                           "loop_iterations",
		"exec 2>&1 >/dev/null; while :; do :; done":                "loop_iterations",
		"exec 2>/dev/null; trap 'while :; do :; done' EXIT; exit":  "loop_iterations",
		"mkfifo p; exec 2<>p; yes >&2":                             "time",
		"mkfifo p; cat < p 2>/dev/null":                            "time",
		"mkfifo p; x=$(: < p)":                                     "time",
		"sleep 0.05; coproc c { sleep 1000; }; cat <&${c[0]}":      "time",
		"sleep 0.05; coproc c { sleep 1000; }; yes >&${c[1]} 2>&1": "time",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			var errs strings.Builder
			limits := interp.AgentLimits()
			limits.LoopIterations, limits.ExpansionWords, limits.CallDepth = 1000, 100, 50
			if want == "time" {
				limits.Time = 100 * time.Millisecond
			}
			r := allTools(t)
			s := session(t, "/w", io.Discard, &errs, interp.WithFS(world(t, r)), interp.WithRegistry(r), interp.WithLimits(limits))
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			res, err := s.Run(ctx, script)
			if limit := (*interp.LimitError)(nil); ctx.Err() != nil || !errors.As(err, &limit) || limit.Name != want || res.Status != 125 {
				t.Errorf("it ended with %+v, %v", res, err)
			}
			if !strings.HasSuffix(errs.String(), "limits."+want+"\n") {
				t.Errorf("it said %q", errs.String())
			}
		})
	}
}

// TestOneLineEndsInTime has commands that look far for each match in one long line,
// write much for each byte or work long for each argument: limits.time ends them
// where they are.
func TestOneLineEndsInTime(t *testing.T) {
	t.Parallel()
	const line = "head -c 1000000 /dev/zero | tr '\\0' a > f; "
	for _, script := range []string{
		"grep -oE 'a*b|a' f", "grep -oP 'a*b|a' f", "grep -owE 'a|aa*b' f", "sed -E 's/a*b|a/x/g' f", "awk '{gsub(/a*b|a/, \"x\")} 1' f",
		`shopt -s extglob; x=$(<f); : "${x//@(+(a)b|a)/x}"`, `yes $'\t' | head -n 100000 | tr -d '\n' | expand -t 100000 > /dev/null`,
		"factor $(for ((i = 0; i < 1000; i++)); do echo 340282366920938463463374607431768211297; done)",
		"yes | dd conv=block cbs=1000000000 of=/dev/null", "{ seq 1 100000 | tr '\\n' ' '; echo; seq 1 100000; } | column -t > /dev/null",
		"tac -rs 'a*b\\|a' f", "tac -rbs 'a*' f",
		`jq -Rn 'input | [match("(?=(a*b?))a"; "g")] | length' f`, `jq -n '("a" * 3000000) | indices("a" * 1500000)'`,
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			limits := interp.AgentLimits()
			limits.Time = 2 * time.Second
			r := allTools(t)
			s := session(t, "/w", io.Discard, io.Discard, interp.WithFS(world(t, r)), interp.WithRegistry(r), interp.WithLimits(limits))
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			_, err := s.Run(ctx, line+script)
			if limit := (*interp.LimitError)(nil); ctx.Err() != nil || err != nil && !errors.As(err, &limit) {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}
