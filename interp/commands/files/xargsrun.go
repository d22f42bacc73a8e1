package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
)

// An xargsResult is how a command of -P ended.
type xargsResult struct {
	name string
	slot int
	code int
}

// run runs one command, or begins to, and tells whether to go on.
func (x *xarger) run(ctx context.Context, args []string) bool {
	if ctx.Err() != nil {
		return false
	}
	x.show(args)
	if x.in.Has("p") {
		if yes, err := x.confirmed(ctx); err != nil {
			x.in.Warn("failed to open /dev/tty for reading: %s", message(err))
			x.status = 1
			return false
		} else if !yes {
			return true
		}
	}
	if err := x.in.Runnable(args[0]); err != nil {
		x.in.Warn("%s: %s", args[0], message(err))
		x.status = command.StatusOf(err)
		return false
	}
	call := &command.Call{Args: args, Stdin: x.stdin}
	if x.procs > 1 {
		return x.begin(ctx, call)
	}
	if x.slotVar != "" {
		call.Env = append(slices.Clone(x.in.Env), x.slotVar+"=0")
	}
	return x.counts(args[0], x.in.Exec(ctx, call))
}

// show does what -t and -p want.
func (x *xarger) show(args []string) {
	if !x.in.Has("t") && !x.in.Has("p") {
		return
	}
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = command.QuoteIfNeeded(a)
	}
	_ = x.in.Out.Flush() // Finish reports its error
	end := "\n"
	if x.in.Has("p") {
		end = ""
	}
	_, _ = io.WriteString(x.in.Stderr, strings.Join(quoted, " ")+end)
}

// confirmed asks at the terminal, as -p wants.
func (x *xarger) confirmed(ctx context.Context) (bool, error) {
	terminal, err := x.in.Open(ctx, "/dev/tty")
	if err != nil {
		return false, err
	}
	defer terminal.Close()
	_, _ = io.WriteString(x.in.Stderr, "?...")
	line, _ := bufio.NewReader(io.LimitReader(terminal, int64(x.in.Limits.LineBytes))).ReadString('\n')
	return line != "" && line[0]|0x20 == 'y', nil
}

// counts makes something of a command's status and tells whether to go on
// (xargs(1), EXIT STATUS).
func (x *xarger) counts(name string, code int) bool {
	switch {
	case code == 255:
		x.in.Warn("%s: exited with status 255; aborting", name)
		x.status = 124
		return false
	case code == 126 || code == 127:
		x.status = 123
	case code > 128+64 || code < 128 && code > 0:
		x.status = 123
	case code > 128:
		x.in.Warn("%s: terminated by signal %d", name, code-128)
		x.status = 125
		return false
	}
	return true
}

// begin starts a command as soon as there is a place for it. What the session
// does not allow to run at the same time waits for what runs.
func (x *xarger) begin(ctx context.Context, call *command.Call) bool {
	for x.running >= x.procs && !x.aborted {
		x.reap()
	}
	slot := slices.Index(x.slots, false)
	if slot < 0 {
		slot = len(x.slots)
		x.slots = append(x.slots, false)
	}
	if x.slotVar != "" {
		call.Env = append(slices.Clone(x.in.Env), fmt.Sprintf("%s=%d", x.slotVar, slot))
	}
	for !x.aborted {
		p, err := x.in.Start(ctx, call)
		if err == nil {
			x.slots[slot] = true
			x.running++
			go x.wait(ctx, p, call.Args[0], slot)
			return true
		}
		if !errors.Is(err, syscall.EAGAIN) || x.running == 0 {
			x.in.Warn("%s: %s", call.Args[0], message(err))
			x.status = command.StatusOf(err)
			return false
		}
		x.reap()
	}
	return false
}

// wait hands on how a command ended. It ends soon after ctx does.
func (x *xarger) wait(ctx context.Context, p command.Process, name string, slot int) {
	st, _ := p.Wait(context.WithoutCancel(ctx))
	x.results <- xargsResult{name, slot, st.Code}
}

// reap waits for a command to end.
func (x *xarger) reap() {
	r := <-x.results
	x.running--
	x.slots[r.slot] = false
	if !x.counts(r.name, r.code) {
		x.aborted = true
	}
}

// finish waits for all commands. status is that without them.
func (x *xarger) finish(status int) int {
	if x.procs == 1 {
		return status
	}
	for x.running > 0 {
		x.reap()
	}
	return max(status, x.status)
}
