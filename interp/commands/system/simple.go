package system

import (
	"context"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// boolean is true and false, which look at no argument.
func boolean(status int) func() gnu.Program {
	return func() gnu.Program {
		summary := "do nothing, successfully"
		if status != 0 {
			summary = "do nothing, unsuccessfully"
		}
		return gnu.Program{
			Summary: summary, Usage: "[ignored]...", Bare: true,
			Main: func(context.Context, *gnu.Invocation) int { return status },
		}
	}
}

func sleep() gnu.Program {
	return gnu.Program{
		Summary: "pause for the sum of the times given",
		Usage:   "NUMBER[SUFFIX]...",
		Main:    runSleep,
	}
}

func runSleep(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	var total time.Duration
	for _, text := range in.Operands {
		d, err := gnu.Duration(text)
		if err != nil {
			in.Fail("invalid time interval %s", in.Quote(text))
			continue
		}
		if total += d; total < 0 {
			total = 1<<63 - 1
		}
	}
	if in.Status() != 0 {
		return in.Hint()
	}
	timer := time.NewTimer(total)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0
}

func printenv() gnu.Program {
	return gnu.Program{
		Summary: "print the environment or parts of it",
		Usage:   "[OPTION]... [VARIABLE]...",
		Options: []gnu.Option{{"0,null", "end each line with a NUL byte instead of a newline"}},
		Trouble: 2,
		InOrder: true,
		Main: func(_ context.Context, in *gnu.Invocation) int {
			end := "\n"
			if in.Has("0") {
				end = "\x00"
			}
			if len(in.Operands) == 0 {
				for _, v := range in.Env {
					in.Printf("%s%s", v, end)
				}
				return 0
			}
			status := 0
			for _, name := range in.Operands {
				if v, ok := in.Getenv(name); ok && !strings.Contains(name, "=") {
					in.Printf("%s%s", v, end)
				} else {
					status = 1
				}
			}
			return status
		},
	}
}

func pwd() gnu.Program {
	return gnu.Program{
		Summary: "print the working directory",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{{"L,logical", "use PWD, even if it contains links"}, {"P,physical", "avoid all links (default)"}},
		Main:    runPwd,
	}
}

func runPwd(_ context.Context, in *gnu.Invocation) int {
	if len(in.Operands) > 0 {
		in.Warn("ignoring non-option arguments")
	}
	_, logical := in.Getenv("POSIXLY_CORRECT")
	for _, o := range in.Options {
		logical = o.Name == "L"
	}
	dir, err := gnu.Resolve(in.FS, in.Dir, ".", gnu.MustExist)
	if err != nil {
		return in.Die("couldn't find directory entry: %s", command.Message(err))
	}
	if pwd, ok := in.Getenv("PWD"); ok && logical && strings.HasPrefix(pwd, "/") && !strings.Contains(pwd+"/", "/./") && !strings.Contains(pwd+"/", "/../") {
		if real, err := gnu.Resolve(in.FS, "/", pwd, gnu.MustExist); err == nil && real == dir {
			dir = pwd
		}
	}
	in.Printf("%s\n", dir)
	return 0
}
