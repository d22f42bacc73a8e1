package stream

import (
	"context"
	"errors"
)

// A Turn waits until a job may read from a terminal. What it returns ends with ctx, and
// when the job has to leave the terminal to others; cancel gives it back. An error is that
// of the read.
type Turn func(ctx context.Context) (mine context.Context, cancel context.CancelFunc, err error)

type turnKey struct{}

// WithTurns makes ctx the context of a job that asks turn before it reads from a terminal.
func WithTurns(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

// inTurn calls read while the terminal is ctx's to read from, once more when it was taken
// away before anything was read.
func inTurn(ctx context.Context, read func(context.Context) (int, error)) (int, error) {
	turn, ok := ctx.Value(turnKey{}).(Turn)
	if !ok {
		return read(ctx)
	}
	for {
		mine, cancel, err := turn(ctx)
		if err != nil {
			return 0, err
		}
		n, err := read(mine)
		taken := n == 0 && err != nil && mine.Err() != nil && errors.Is(err, context.Cause(mine))
		cancel()
		if !taken || over(ctx) {
			return n, err
		}
	}
}

// over tells whether ctx has ended. It does not ask ctx itself, whose answer may wait for a
// job that is stopped: who calls it holds what others need.
func over(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}
