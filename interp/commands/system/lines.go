package system

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/stream"
)

// eachLine calls use with the lines of a file until it returns false.
func eachLine(ctx context.Context, in *gnu.Invocation, name string, use func(line string) bool) error {
	src, err := in.Open(ctx, name)
	if err != nil {
		return err
	}
	defer src.Close()
	lines := record.NewReader(src, '\n', in.Limits.LineBytes)
	for ctx.Err() == nil {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !use(strings.TrimSuffix(string(line), "\n")) {
			return nil
		}
	}
	return nil
}

// lines passes on messages without the line that points to --help.
type lines struct {
	stream.Description
	quiet bool
}

// Write implements io.Writer. Each message comes in one piece.
func (l *lines) Write(p []byte) (int, error) {
	if l.quiet || strings.HasPrefix(string(p), "Try '") {
		return len(p), nil
	}
	return l.Description.Write(p)
}
