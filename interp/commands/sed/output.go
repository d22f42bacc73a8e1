package sed

import (
	"bufio"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// An output is where lines go. It knows whether the last one lacks its newline,
// which comes before the next one then.
type output struct {
	w interface {
		io.Writer
		Flush() error
	}
	file    vfs.File
	missing bool
}

func newFileOutput(f vfs.File) *output {
	return &output{w: bufio.NewWriterSize(f, command.BufferBytes), file: f}
}

// unbuffered writes at once.
type unbuffered struct{ io.Writer }

func (unbuffered) Flush() error { return nil }

// open is the file of a command w; one name is one file. The message is what
// GNU sed says.
func (ed *editor) open(name string) (*output, error) {
	switch name {
	case "/dev/stdout":
		if ed.named == nil {
			ed.named = &output{w: ed.collected}
		}
		return ed.named, nil
	case "/dev/stderr":
		if ed.stderr == nil {
			ed.stderr = &output{w: unbuffered{ed.call.Stderr}}
		}
		return ed.stderr, nil
	}
	if out, ok := ed.files[name]; ok {
		return out, nil
	}
	if len(ed.files) >= maxFiles {
		return nil, fmt.Errorf("couldn't open file %s: Too many open files", name)
	}
	f, err := ed.call.Create(ed.ctx, name)
	if err != nil {
		return nil, fmt.Errorf("couldn't open file %s: %s", name, command.Message(err))
	}
	ed.files[name] = newFileOutput(f)
	return ed.files[name], nil
}

// maxFiles bounds the files of w.
const maxFiles = 256

// write writes text with a line's end, unless the last line read had none.
func (ed *editor) write(out *output, text []byte) {
	ed.newline(out)
	if _, err := out.w.Write(text); err != nil {
		ed.writeFailed(err)
	}
	if ed.unended {
		out.missing = true
	} else if _, err := out.w.Write(ed.delimiter[:]); err != nil {
		ed.writeFailed(err)
	}
	if ed.unbuffered || out.file != nil && out != ed.out {
		ed.flush(out)
	}
}

// raw writes text as it is.
func (ed *editor) raw(out *output, text []byte) {
	ed.newline(out)
	if _, err := out.w.Write(text); err != nil {
		ed.writeFailed(err)
	}
	if ed.unbuffered {
		ed.flush(out)
	}
}

func (ed *editor) newline(out *output) {
	if out.missing {
		out.missing = false
		if _, err := out.w.Write(ed.delimiter[:]); err != nil {
			ed.writeFailed(err)
		}
	}
}

func (ed *editor) flush(out *output) {
	if err := out.w.Flush(); err != nil {
		ed.writeFailed(err)
	}
}

func (ed *editor) writeFailed(err error) {
	if _, ok := err.(*command.OutputError); !ok && ed.ctx.Err() == nil {
		ed.call.Errorf("couldn't write: %s", command.Message(err))
	}
	panic(stop{4})
}
