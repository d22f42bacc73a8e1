package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// A SignalError is why a context ended: a signal that asks aegish to go.
type SignalError struct{ Signal syscall.Signal }

func (e *SignalError) Error() string { return fmt.Sprintf("ended by %s", e.Signal) }

// Number is the signal, for whoever has to turn it into a status.
func (e *SignalError) Number() syscall.Signal { return e.Signal }

// watchSignals catches the signals of a terminal and of whoever ends aegish.
// They are caught and never ignored: what is ignored stays so in commands.
// SIGTERM and SIGHUP end the context; SIGINT does where interrupt is set, and
// is otherwise the command's business, as SIGQUIT and SIGTSTP are.
func watchSignals(interrupt bool) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	caught := make(chan os.Signal, 8)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case sig := <-caught:
				switch {
				case sig == syscall.SIGINT && !interrupt, sig == syscall.SIGQUIT:
				default:
					cancel(&SignalError{sig.(syscall.Signal)})
				}
			}
		}
	}()
	return ctx, func() {
		signal.Stop(caught)
		close(done)
		cancel(context.Canceled)
	}
}

// keepGoing catches the signal of the key that stops programs, as a shell at a terminal
// does; commands find it as it was.
func keepGoing() (undo func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGTSTP)
	return func() { signal.Stop(caught) }
}

// endsOnInterrupt says whether SIGINT ends aegish itself: `run` is cancelled by
// it, and what reads a file of any length.
func (o *options) endsOnInterrupt() bool { return o.verb == verbRun || o.stats.file != "" }
