package awk

import (
	"bufio"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
)

// twoWay finds the command that |& means, or starts it (gawk, Two-way I/O).
func (in *interp) twoWay(text string) *twoWay {
	if t, ok := in.pairs[text]; ok {
		return t
	}
	in.room()
	in.flush()
	fromUs, to := stream.PipeContext(in.ctx, 0)
	from, toUs := stream.PipeContext(in.ctx, 0)
	wait := in.start(text, fromUs, toUs)
	t := &twoWay{
		to: &outStream{w: bufio.NewWriterSize(to, command.BufferBytes), mode: '&'},
		from: &inStream{r: newReader(in, from), end: func() int {
			from.Close()
			return wait()
		}},
	}
	t.to.end = func() int {
		t.to.w.Flush()
		to.Close()
		return 0
	}
	in.pairs[text] = t
	return t
}

// closePair ends a command that was written to and read from, and returns its
// status.
func (in *interp) closePair(t *twoWay) int {
	if t.to != nil {
		t.to.end()
		t.to = nil
	}
	return t.from.end()
}

// closeEnd is close(command, "to" or "from"); -1 for what is not open.
func (in *interp) closeEnd(name, end string) float64 {
	t, ok := in.pairs[name]
	switch {
	case !ok:
		return in.closeStream(name)
	case end == "from":
		return in.closeStream(name)
	case end != "to":
		in.fail("close: second argument must be \"to\" or \"from\"")
	case t.to == nil:
		return -1
	}
	t.to.end()
	t.to = nil
	return 0
}

// allow ends a program that does what -S forbids.
func (in *interp) allow(what string) {
	if in.sandbox {
		in.fail("%s is not allowed in sandbox mode", what)
	}
}
