package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/repl"
	"golang.org/x/term"
)

// shell runs a command, a script, or commands from standard input.
func (p Process) shell(ctx context.Context, o *options) (int, error) {
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	reads := !o.hasCommand && !o.hasScript
	onTerminal := term.IsTerminal(int(p.Stdin.Fd())) && term.IsTerminal(int(p.Stderr.Fd()))
	interactive := reads && (o.interactive || onTerminal && !o.readStdin)
	so := sessionOptions{login: o.login, state: o.state, keepEach: reads, keepHUP: p.HangupIgnored && !interactive}
	if interactive && term.IsTerminal(int(p.Stdin.Fd())) {
		so.terminal = executor.NewTerminal(p.Stdin)
		defer keepGoing()()
	}
	if o.hasScript {
		so.hostFiles = append(so.hostFiles, hostFile{path: o.script})
	}
	session, closeSession, err := p.session(s, so)
	if err != nil {
		return 0, err
	}
	defer closeSession()
	if !reads {
		return p.once(ctx, session, o)
	}
	status := repl.Run(ctx, session, repl.Options{
		Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr,
		Name: o.name, Args: o.args,
		Interactive: interactive, Terminal: so.terminal,
		Term: p.lookup("TERM"), Home: s.identity.Home, UID: s.identity.UID,
	})
	var sig *SignalError
	if so.terminal != nil && errors.As(context.Cause(ctx), &sig) && sig.Signal == syscall.SIGHUP {
		executor.HangUp()
	}
	return status, nil
}

// once runs one command or script; its status is aegish's.
func (p Process) once(ctx context.Context, session *executor.Session, o *options) (int, error) {
	req := executor.Request{
		Command: o.command, Name: o.name, Args: o.args,
		Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr,
	}
	if o.hasScript {
		req.Command, req.Script = o.script, true
	}
	res := session.Run(ctx, req)
	if res.Denial != nil {
		fmt.Fprintln(p.Stderr, repl.Refusal(res.Denial))
		return res.Exit, nil
	}
	for _, warning := range res.Warnings {
		fmt.Fprintf(p.Stderr, "aegish: warning: %s\n", warning)
	}
	return statusOf(res), nil
}

// statusOf is the status of aegish itself: 128+n where signal n made it end
// the command.
func statusOf(res executor.Result) int {
	var sig *SignalError
	if errors.As(res.Stopped, &sig) {
		return executor.SignalStatus(sig.Signal)
	}
	return res.Exit
}
