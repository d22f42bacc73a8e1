package gnu

import (
	"context"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
)

// Run runs another command, which takes from this one what call leaves zero.
// What was written before comes out first. One that can not be run is reported
// as execvp(3) users do, and the status is 127 or 126.
func (in *Invocation) Run(ctx context.Context, call *command.Call) int {
	if in.Out.Flush() != nil {
		return in.trouble
	}
	if err := in.Runnable(call.Args[0]); err != nil {
		in.Warn("%s%s: %s", in.RunFailed, in.Quote(call.Args[0]), command.Message(err))
		return command.StatusOf(err)
	}
	return in.Exec(ctx, call)
}

// Begin is Run for what goes on meanwhile. Without a process the status is what
// to return.
func (in *Invocation) Begin(ctx context.Context, call *command.Call) (p command.Process, status int) {
	if in.Out.Flush() != nil {
		return nil, in.trouble
	}
	err := in.Runnable(call.Args[0])
	if err == nil {
		p, err = in.Start(ctx, call)
	}
	if err != nil {
		in.Warn("%s%s: %s", in.RunFailed, in.Quote(call.Args[0]), command.Message(err))
		return nil, command.StatusOf(err)
	}
	return p, 0
}

// Runnable tells why a command could not be run, nil if it could.
func (in *Invocation) Runnable(name string) error {
	if _, ok := in.Lookup(name); ok {
		return nil
	}
	if !strings.Contains(name, "/") {
		return syscall.ENOENT
	}
	if _, err := in.FS.Stat(name); err != nil {
		return err
	}
	return syscall.EACCES
}

// Rerun runs a program with other arguments, and main instead of its Main.
func Rerun(ctx context.Context, p Program, call *command.Call, main func(context.Context, *Invocation) int) int {
	p.Main = main
	return p.Entry("").Command.Run(ctx, call)
}
