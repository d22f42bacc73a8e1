package awk

import (
	"context"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A mainInput is what the records come from: the files in ARGV, or standard
// input.
type mainInput struct {
	next    int // in ARGV
	opened  bool
	done    bool
	current *reader
	file    *command.Input
	stdin   *reader
}

func (m *mainInput) standard(in *interp) *reader {
	if m.stdin == nil {
		m.stdin = newReader(in, contextReader{in.ctx, in.host.Stdin})
	}
	return m.stdin
}

type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.r.Read(p)
}

// skip drops the rest of the current file.
func (m *mainInput) skip() { m.close() }

func (m *mainInput) close() {
	if m.file != nil {
		m.file.Close()
	}
	m.current, m.file = nil, nil
}

// nextRecord reads a record of the main input.
func (in *interp) nextRecord() (string, bool) {
	for {
		if in.main.current == nil && !in.openNext() {
			return "", false
		}
		text, ok, err := in.main.current.next(in, in.rs)
		if ok {
			if in.prog.ends {
				in.replace(&in.special[vRT], str(strings.Clone(in.main.current.ended)))
			}
			in.nr++
			in.fnr++
			return text, true
		}
		if in.ctx.Err() != nil {
			panic(&fatal{quiet: true})
		}
		if err != nil {
			in.host.Errorf("read error on %s (%s)", in.special[vFILENAME].s, command.Message(err))
			in.status = 2
		}
		in.main.close()
	}
}

// openNext opens the next operand, after the assignments before it.
func (in *interp) openNext() bool {
	m := &in.main
	for !m.done {
		argc := in.globals[gARGC].num()
		if m.next++; float64(m.next) >= argc {
			if m.done = true; m.opened {
				return false
			}
			return in.open("-", "-")
		}
		argv := in.arrays[gARGV]
		key := integerKey(m.next)
		if !argv.has(key) {
			in.tick()
			continue
		}
		arg := in.toStr(*in.at(argv, key))
		if arg == "" || in.commandAssign(arg) {
			continue
		}
		m.opened = true
		if in.open(arg, arg) {
			return true
		}
	}
	return false
}

func (in *interp) open(name, shown string) bool {
	in.setSpecial(vFILENAME, str(strings.Clone(shown)))
	in.fnr = 0
	if name == "-" || name == "/dev/stdin" {
		in.main.current = in.main.standard(in)
		return true
	}
	f, err := in.host.Open(in.ctx, name)
	if err != nil {
		in.fail("cannot open %s (%s)", name, command.Message(err))
	}
	in.main.file = f
	in.main.current = newReader(in, f)
	return true
}
