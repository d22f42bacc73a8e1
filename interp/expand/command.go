package expand

import (
	"bytes"
	"context"

	"github.com/aegish/aegish/interp/syntax"
)

// command is the text of a command substitution: NUL bytes dropped with a
// warning, trailing newlines dropped (bash manual, Command Substitution).
func (e *Expander) command(ctx context.Context, c *syntax.CmdSubst) (string, error) {
	out, err := e.Host.CommandSubst(ctx, c)
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(out, 0) >= 0 {
		e.Host.Warn("warning: command substitution: ignored null byte in input")
		out = bytes.ReplaceAll(out, []byte{0}, nil)
	}
	out = bytes.TrimRight(out, "\n")
	if err := e.fits(len(out)); err != nil {
		return "", err
	}
	return string(out), nil
}
