package system

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/commands/gnu"
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
