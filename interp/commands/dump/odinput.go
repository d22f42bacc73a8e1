package dump

import (
	"context"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// odInput reads the operands as one stream; files that can not be read are
// reported and left out.
type odInput struct {
	ctx    context.Context
	call   *command.Call
	names  []string
	in     *command.Input
	status int
	err    error
}

func (i *odInput) Read(p []byte) (int, error) {
	for {
		if i.in == nil {
			if len(i.names) == 0 {
				return 0, io.EOF
			}
			in, err := i.call.Open(i.ctx, i.names[0])
			if err != nil {
				i.fail(err)
				continue
			}
			i.in = in
		}
		n, err := i.in.Read(p)
		if n > 0 {
			return n, nil
		}
		if i.ctx.Err() != nil {
			return 0, err
		}
		if err != nil {
			i.Close()
			if errors.Is(err, io.EOF) {
				i.names = i.names[1:]
			} else {
				i.fail(err)
			}
		}
	}
}

func (i *odInput) fail(err error) {
	i.call.FileError(i.names[0], err)
	i.names, i.status, i.err = i.names[1:], 1, err
}

// Close closes the file that is being read.
func (i *odInput) Close() error {
	if i.in != nil {
		i.in.Close()
		i.in = nil
	}
	return nil
}
