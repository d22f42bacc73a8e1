package sed

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/regex"
)

// An editor runs a script.
type editor struct {
	*settings
	ctx    context.Context
	call   *command.Call
	script *script
	in     *inputs

	stdout, stderr, out *output
	named               *output // /dev/stdout by that name
	collected           *command.Output
	files               map[string]*output
	readers             map[string]*lineFile // of R

	space, hold []byte
	// What space and hold were read from had no newline at its end.
	unended, holdUnended bool
	line                 int
	replaced             bool // the flag of t
	lastRegex            *regex.Finder
	span                 [2]int // what find returned last
	delimiter            [1]byte
	queue                []queued
	spare                []byte
	steps                int
	rounds               int64
	status               int
}

// A queued text or file is written at the end of the cycle.
type queued struct {
	text []byte
	file string
}

type lineFile struct {
	in *command.Input
	r  *record.Reader
}

// A stop ends the program with a status.
type stop struct{ status int }

func newEditor(ctx context.Context, call *command.Call, s *settings) *editor {
	ed := &editor{settings: s, ctx: ctx, call: call, collected: command.NewOutput(call), files: map[string]*output{}, readers: map[string]*lineFile{}}
	ed.stdout = &output{w: ed.collected}
	ed.out = ed.stdout
	ed.delimiter[0] = s.delim
	return ed
}

// finish writes what is collected and closes the files.
func (ed *editor) finish(status int) int {
	for name, f := range ed.files {
		err := f.w.Flush()
		if cerr := f.file.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			ed.call.Errorf("couldn't close %s: %s", name, command.Message(err))
			status = 4
		}
	}
	ed.closeReaders()
	return ed.collected.Finish(status, 4)
}

// closeReaders ends the files of R; those of the next file of -s begin anew.
func (ed *editor) closeReaders() {
	for _, f := range ed.readers {
		if f != nil {
			f.in.Close()
		}
	}
	clear(ed.readers)
}

func (ed *editor) edit(names []string) (status int) {
	ed.in = &inputs{ed: ed, names: names}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stop:
			ed.in.abandon()
			status = e.status
		default:
			panic(e)
		}
	}()
	for ed.readLine() {
		if c := ed.cycle(); c >= 0 {
			ed.in.leave()
			ed.in.done()
			return c
		}
	}
	ed.in.done()
	return ed.status
}

func (ed *editor) fail(format string, args ...any) {
	ed.call.Errorf(format, args...)
	panic(stop{4})
}

// tick counts a step and ends the program when its context has.
func (ed *editor) tick() { ed.took(1) }

// took counts n steps.
func (ed *editor) took(n int) {
	if ed.steps += n; ed.steps > 0xff {
		if ed.steps = 0; ed.ctx.Err() != nil {
			panic(stop{1})
		}
	}
}

// round counts what goes back to commands that have run.
func (ed *editor) round() {
	ed.tick()
	if ed.rounds++; ed.call.Limits.Rounds > 0 && ed.rounds > ed.call.Limits.Rounds {
		ed.fail("more than %d jumps back", ed.call.Limits.Rounds)
	}
}

// bound guards the length of the pattern and the hold space.
func (ed *editor) bound(n int) {
	if n > ed.call.Limits.LineBytes {
		ed.fail("line longer than %d bytes", ed.call.Limits.LineBytes)
	}
}

// readLine starts a cycle with the next line.
func (ed *editor) readLine() bool {
	line, ok := ed.in.next()
	if !ok {
		return false
	}
	ed.space = ed.space[:0]
	ed.take(line)
	ed.replaced = false
	return true
}

func (ed *editor) take(line []byte) {
	ed.tick()
	ed.unended = len(line) == 0 || line[len(line)-1] != ed.delim
	ed.space = append(ed.space, record.Trim(line, ed.delim)...)
	ed.bound(len(ed.space))
	ed.line++
}

// matches tells whether a command's addresses select the line (GNU sed,
// Addresses: a second address that is a number not beyond the line means one
// line).
func (ed *editor) matches(c *cmd) bool {
	if c.a1 == nil {
		return true
	}
	if c.first {
		return ed.line == 1
	}
	if c.a2 == nil {
		return ed.at(c.a1)
	}
	if c.active {
		matched := true
		switch c.a2.kind {
		case onLine, onMore, onMultiple:
			end := c.end
			if c.a2.kind == onLine {
				end = c.a2.n
			}
			c.active, matched = ed.line < end, ed.line <= end
		default:
			c.active = !ed.at(c.a2)
		}
		c.closed = !c.active
		return matched
	}
	// A range that begins at a line begins later if that line was passed over,
	// but only once.
	if c.a1.kind == onLine {
		if c.closed || ed.line < c.a1.n {
			return false
		}
	} else if !ed.at(c.a1) {
		return false
	}
	matched := ed.begin(c)
	c.closed = !c.active
	return matched
}

// begin begins a range; it may be of one line, or be over already.
func (ed *editor) begin(c *cmd) bool {
	switch c.a2.kind {
	case onLine:
		c.active = ed.line < c.a2.n
		return c.a1.kind != onLine || ed.line == c.a1.n || ed.line <= c.a2.n
	case onMore:
		c.end = ed.line + c.a2.n
		c.active = c.a2.n > 0
	case onMultiple:
		c.end = ed.line
		if n := c.a2.n; n > 0 {
			c.end = (ed.line/n + 1) * n
		}
		c.active = c.end > ed.line
	default:
		c.active = c.a2.kind != onLast || !ed.in.last()
	}
	return true
}

func (ed *editor) at(a *address) bool {
	switch a.kind {
	case onLine:
		return ed.line == a.n
	case onLast:
		return ed.in.last()
	case onStep:
		return ed.line >= a.n && (ed.line-a.n)%a.step == 0
	}
	return ed.find(ed.regex(a.re), ed.space, 0, false) != nil
}

// regex is re, or the last one used if that is nil.
func (ed *editor) regex(re *regex.Finder) *regex.Finder {
	if re == nil {
		if ed.lastRegex == nil {
			ed.call.Errorf("-e expression #%d, char 0: no previous regular expression", max(ed.script.exprs, 1))
			panic(stop{1})
		}
		return ed.lastRegex
	}
	ed.lastRegex = re
	return re
}

// find is Find of package regex. Without groups the result has none.
func (ed *editor) find(re *regex.Finder, s []byte, from int, groups bool) []int {
	var loc []int
	var err error
	if groups {
		loc, err = re.Find(s, from)
	} else if ed.span[0], ed.span[1], err = re.Span(s, from); ed.span[0] >= 0 {
		loc = ed.span[:]
	}
	if err != nil {
		ed.fail("%v", err)
	}
	return loc
}

// cycle runs the script on the pattern space. It returns the exit status when a
// command ended the program, else -1.
func (ed *editor) cycle() int {
	for pc := 0; pc < len(ed.script.cmds); {
		c := &ed.script.cmds[pc]
		if ed.matches(c) == c.not {
			if pc++; c.name == '{' {
				pc = c.target
			}
			continue
		}
		next, how := ed.command(c, pc+1)
		switch how {
		case goOn:
			pc = next
		case endCycle:
			ed.endCycle(true)
			return -1
		case dropCycle:
			ed.endCycle(false)
			return -1
		case restart:
			ed.endCycle(false)
			pc = 0
		case quit:
			ed.endCycle(true)
			ed.newline(ed.out)
			return ed.exit(c.n)
		case quitNow:
			return ed.exit(c.n)
		case noInput:
			// POSIX wants N at the end to drop the pattern space.
			ed.endCycle(!ed.correct || c.name != 'N')
			return -1
		}
	}
	ed.endCycle(true)
	return -1
}

// exit is the status of q and Q: a file that could not be read comes first.
func (ed *editor) exit(n int) int {
	if ed.status != 0 {
		return ed.status
	}
	return max(n, 0)
}

// endCycle writes the pattern space, unless -n is given, and what is queued.
func (ed *editor) endCycle(print bool) {
	if print && !ed.quiet {
		ed.write(ed.out, ed.space)
	}
	ed.dump()
}

func (ed *editor) dump() {
	for _, q := range ed.queue {
		if q.file == "" {
			ed.raw(ed.out, q.text)
			continue
		}
		ed.copyFile(q.file)
	}
	ed.queue = ed.queue[:0]
}

// copyFile writes a file of r. One that can not be read is no error (POSIX).
func (ed *editor) copyFile(name string) {
	ed.newline(ed.out)
	in, err := ed.openRead(name)
	if err != nil {
		return
	}
	_, err = io.Copy(ed.out.w, in)
	if in.Close(); err != nil {
		var failed *command.OutputError
		if errors.As(err, &failed) || ed.ctx.Err() != nil {
			ed.writeFailed(err)
		}
	}
}

func (ed *editor) openRead(name string) (*command.Input, error) {
	if name == "/dev/stdin" {
		name = "-"
	}
	return ed.call.Open(ed.ctx, name)
}

// readFrom queues the next line of a file of R.
func (ed *editor) readFrom(name string) {
	f, known := ed.readers[name]
	if !known {
		if in, err := ed.openRead(name); err == nil && len(ed.readers) < maxFiles {
			f = &lineFile{in, record.NewReader(in, ed.delim, ed.call.Limits.LineBytes)}
		}
		ed.readers[name] = f
	}
	if f == nil {
		return
	}
	if line, err := f.r.Next(); err == nil {
		ed.enqueue(queued{text: bytes.Clone(line)})
	}
}

const maxQueue = 1 << 20

func (ed *editor) enqueue(q queued) {
	if len(ed.queue) >= maxQueue {
		ed.fail("too much appended text")
	}
	ed.queue = append(ed.queue, q)
}

func number(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }
