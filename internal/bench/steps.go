package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/landlock"
)

// manyRules is the size of the policy by which spawning is measured.
const manyRules = 2000

// steps are the parts of starting one command from a session that is already
// there, without asking for its state: what each adds is the difference to the
// one before it.
func steps(bin string) (all []*contender, release func(), err error) {
	dir, err := os.MkdirTemp("", "aegish-bench-")
	if err != nil {
		return nil, nil, err
	}
	s := &stepper{bin: bin, dir: dir}
	defer func() {
		if err != nil {
			s.release()
		}
	}()
	few, err := s.ruleset(0)
	if err != nil {
		return nil, nil, err
	}
	many, err := s.ruleset(manyRules)
	if err != nil {
		return nil, nil, err
	}
	cfg, _ := config.Builtin(config.ProfileRestricted)
	filter, err := executor.SystemCallFilter(&cfg, true)
	if err != nil {
		return nil, nil, err
	}
	dropper := filepath.Join(bin, "dropper")
	for _, step := range []struct {
		name  string
		rules *landlock.Ruleset
		bpf   []byte
	}{
		{"dropper, then bash", nil, nil},
		{fmt.Sprintf("and a ruleset of %d rules", few.Report().Rules), few, nil},
		{fmt.Sprintf("or one of %d rules", many.Report().Rules), many, nil},
		{"and the filter `strict`: a sandboxed spawn", many, filter},
	} {
		round, err := s.spawn(step.rules, step.bpf)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, &contender{name: step.name, round: round})
	}
	return append([]*contender{
		{name: "bash", round: silent("/bin/bash", "--norc", "--noprofile", "-c", ":")},
		{name: "a dropper that has nothing to do and fails", round: fails(dropper)},
	}, all...), s.release, nil
}

// A stepper holds what the steps share.
type stepper struct {
	bin, dir string
	owned    []interface{ Close() error }
}

func (s *stepper) release() {
	for _, o := range s.owned {
		o.Close()
	}
	os.RemoveAll(s.dir)
}

// ruleset compiles a policy under which bash runs, and n further rules.
func (s *stepper) ruleset(n int) (*landlock.Ruleset, error) {
	p := landlock.Policy{ConnectTCP: landlock.Ports{Any: true}, BindTCP: landlock.Ports{Any: true}}
	for _, path := range []string{"/usr", "/bin", "/lib", "/lib64", "/etc", "/dev"} {
		if _, err := os.Stat(path); err == nil {
			p.Read, p.Execute = append(p.Read, path), append(p.Execute, path)
		}
	}
	for i := range n {
		path := filepath.Join(s.dir, fmt.Sprint(i))
		if err := os.Mkdir(path, 0o755); err != nil {
			return nil, err
		}
		p.Read = append(p.Read, path)
	}
	rs, err := landlock.Compile(p)
	if err == nil {
		s.owned = append(s.owned, rs)
	}
	return rs, err
}

// spawn runs n commands in one session's engine.
func (s *stepper) spawn(rules *landlock.Ruleset, filter []byte) (func(int) (time.Duration, error), error) {
	dropper, err := executor.FindDropper(filepath.Join(s.bin, "dropper"), "")
	if err != nil {
		return nil, err
	}
	s.owned = append(s.owned, dropper)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	s.owned = append(s.owned, null)
	engine := executor.NewBash(executor.BashOptions{Shell: "/bin/bash", Dropper: dropper, Ruleset: rules, Filter: filter})
	state := envstate.New("/", envstate.Env{})
	return func(n int) (time.Duration, error) {
		begin := time.Now()
		for range n {
			out, err := engine.Run(context.Background(), state, executor.Request{Command: ":", Stdin: null, Stdout: null, Stderr: null})
			if err == nil && out.Exit != 0 {
				err = fmt.Errorf("status %d", out.Exit)
			}
			if err != nil {
				return 0, err
			}
		}
		return time.Since(begin), nil
	}, nil
}

// silent starts one process for each command, with nothing to read or write.
func silent(argv ...string) func(int) (time.Duration, error) {
	return func(n int) (time.Duration, error) {
		begin := time.Now()
		for range n {
			if err := exec.Command(argv[0], argv[1:]...).Run(); err != nil {
				return 0, err
			}
		}
		return time.Since(begin), nil
	}
}

// fails starts the dropper without a payload, which is its start and its end.
func fails(dropper string) func(int) (time.Duration, error) {
	return func(n int) (time.Duration, error) {
		begin := time.Now()
		for range n {
			var failed *exec.ExitError
			if err := exec.Command(dropper).Run(); !errors.As(err, &failed) {
				return 0, fmt.Errorf("%s without a payload: %v", dropper, err)
			}
		}
		return time.Since(begin), nil
	}
}
