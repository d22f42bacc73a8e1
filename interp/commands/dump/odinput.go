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
	opened bool
	named  bool // the names are operands
	plain  bool // messages do not quote names, and - is a name as any other
}

// open opens the first file that can be, and tells whether there is one.
func (i *odInput) open() bool {
	for i.in == nil && len(i.names) > 0 {
		name := i.names[0]
		if i.plain && i.named && name == "-" {
			name = "./-"
		}
		in, err := i.call.Open(i.ctx, name)
		if err != nil {
			i.fail(err)
			continue
		}
		i.in, i.opened = in, true
	}
	return i.in != nil
}

// seek leaves out named files that are shorter than skip and goes to where the rest of
// it ends in the next, from its beginning. It returns how much that is together.
func (i *odInput) seek(skip int64) (at int64, err error) {
	for skip > 0 && i.open() {
		fi, err := i.in.Stat()
		if err == nil && !i.in.Stdin && fi.Mode().IsRegular() && skip > fi.Size() {
			at, skip = at+fi.Size(), skip-fi.Size()
			i.Close()
			i.names = i.names[1:]
			continue
		}
		if _, err := i.in.Seek(skip, io.SeekStart); err != nil {
			return at, err
		}
		return at + skip, nil
	}
	return at, nil
}

// Read implements io.Reader.
func (i *odInput) Read(p []byte) (int, error) {
	for {
		if !i.open() {
			return 0, io.EOF
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
	if i.plain {
		i.call.Errorf("%s: %s", i.names[0], command.Message(err))
	} else {
		i.call.FileError(i.names[0], err)
	}
	i.names, i.status = i.names[1:], 1
}

// Close closes the file that is being read.
func (i *odInput) Close() error {
	if i.in != nil {
		i.in.Close()
		i.in = nil
	}
	return nil
}
