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
	ending  bool // ENDFILE runs, or ran, for the current file
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

func (m *mainInput) close() {
	if m.file != nil {
		m.file.Close()
	}
	m.current, m.file, m.ending = nil, nil, false
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
			in.failed(err)
			in.host.Errorf("read error on %s (%s)", in.special[vFILENAME].s, command.Message(err))
			in.status = 2
		}
		in.endFile()
	}
}

// endFile ends the current file of the main input, after ENDFILE.
func (in *interp) endFile() {
	if in.main.current == nil {
		return
	}
	if !in.main.ending { // else ENDFILE left with next or exit
		in.main.ending = true
		in.aroundFile(in.prog.endFile)
	}
	in.main.close()
}

// aroundFile runs the actions of BEGINFILE or ENDFILE; false if they skip the
// file.
func (in *interp) aroundFile(list []*block) bool {
	switch c := in.blocks(list); c {
	case ctlNormal:
		return true
	case ctlNextFile:
		return false
	default:
		panic(unwind(c))
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
		in.setGlobal("ARGIND", number(float64(m.next)))
		if in.open(arg, arg) {
			return true
		}
	}
	return false
}

// open begins with a file of the main input; false when BEGINFILE skips it.
func (in *interp) open(name, shown string) bool {
	in.setSpecial(vFILENAME, str(strings.Clone(shown)))
	in.fnr = 0
	in.setGlobal("ERRNO", str(""))
	if name == "-" || name == "/dev/stdin" {
		in.main.current = in.main.standard(in)
	} else if f, err := in.host.Open(in.ctx, name); err == nil {
		in.main.file = f
		in.main.current = newReader(in, f)
	} else {
		in.failed(err)
		if len(in.prog.beginFile) == 0 || in.aroundFile(in.prog.beginFile) {
			in.fail("cannot open %s (%s)", name, command.Message(err))
		}
		return false
	}
	if len(in.prog.beginFile) > 0 && !in.aroundFile(in.prog.beginFile) {
		in.endFile()
		return false
	}
	return true
}
