package builtins

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// listedCommands is how many commands fc -l shows.
const listedCommands = 16

// A fixing is one call of fc.
type fixing struct {
	call    *Call
	lines   []HistoryLine
	last    int // index of the newest line that counts
	numbers bool
	reverse bool
	listing bool
}

// runFc is fc.
func runFc(c *Call) Status {
	f := fixing{call: c, numbers: true}
	again, editor := false, ""
	o := c.options(":e:lnrs")
	for {
		// A negative number is no option.
		if o.in == "" && len(o.args) > 0 && len(o.args[0]) > 1 && o.args[0][0] == '-' && digits(o.args[0][1:]) || !o.next() {
			break
		}
		switch o.letter {
		case 'e':
			again, editor = again || o.value == "-", o.value
		case 'l':
			f.listing = true
		case 'n':
			f.numbers = false
		case 'r':
			f.reverse = true
		case 's':
			again = true
		}
	}
	if o.failed {
		return o.status
	}
	f.lines = c.Shell.History().Lines()
	f.last = len(f.lines) - 1
	if c.Shell.History().Own() {
		f.last-- // the fc command itself
	}
	switch {
	case again:
		return f.again(o.rest())
	case len(f.lines) == 0:
		return code(0)
	case !f.listing:
		return f.edit(editor, o.rest())
	}
	return f.list(o.rest())
}

// notFound is the index of a command that is not in the history.
const notFound = -1

// find is the index of the line that a word means: a number, one from the end,
// or the beginning of a command.
func (f *fixing) find(word string, first bool) int {
	n, isNumber := parseInt(word)
	switch {
	case isNumber && n == 0 && strings.HasPrefix(word, "-"):
		return len(f.lines) - 1
	case isNumber && n == 0:
		return f.last
	case isNumber && n < 0:
		return int(max(n+int64(f.last)+1, 0))
	case isNumber:
		n -= int64(f.lines[0].Number)
		if n < 0 || n > int64(f.last) {
			if first {
				return 0
			}
			return f.last
		}
		return int(n)
	}
	for i := f.last; i >= 0; i-- {
		if strings.HasPrefix(f.lines[i].Text, word) {
			return i
		}
	}
	return notFound
}

func (f *fixing) list(args []string) Status {
	c := f.call
	if f.last < 0 && len(f.lines) > 0 {
		f.last = 0 // there is nothing but the fc command
	}
	from, to := max(f.last-listedCommands+1, 0), f.last
	if len(args) > 0 {
		from = f.find(args[0], true)
		to = max(to, from) // -0 is the fc command itself
		if len(args) > 1 {
			to = f.find(args[1], false)
		}
	}
	if from == notFound || to == notFound && len(args) > 1 {
		return c.failf("no command found")
	}
	if to < 0 {
		return c.failf("history specification out of range")
	}
	if to < from {
		from, to, f.reverse = to, from, true
	}
	lines := slices.Clone(f.lines[from : to+1])
	if f.reverse {
		slices.Reverse(lines)
	}
	for _, line := range lines {
		if f.numbers {
			c.printf("%d", line.Number)
		}
		if c.State.Opts.On(state.Posix) {
			c.print("\t" + line.Text + "\n")
			continue
		}
		c.print("\t " + line.Text + "\n")
	}
	return c.finish(0)
}

// again is fc -s: the line, changed, is printed, kept in the history in place
// of the fc command, and run.
func (f *fixing) again(args []string) Status {
	c := f.call
	type change struct{ from, to string }
	var changes []change
	for len(args) > 0 {
		from, to, ok := strings.Cut(args[0], "=")
		if !ok {
			break
		}
		changes = append(changes, change{from, to})
		args = args[1:]
	}
	at := f.last
	if len(args) > 0 && f.last >= 0 {
		at = f.find(args[0], true)
	}
	if at < 0 || at > f.last { // -0 is the fc command itself
		return c.failf("no command found")
	}
	text := f.lines[at].Text
	for _, ch := range changes {
		if ch.from != "" {
			text = strings.ReplaceAll(text, ch.from, ch.to)
		}
	}
	if limit := c.Shell.Limits().StringBytes; len(text) > limit {
		return c.Shell.Exceeded(c, limitStringBytes, int64(limit))
	}
	c.flush()
	if _, err := c.Stderr.Write([]byte(text + "\n")); err != nil {
		return c.writeFailed(err)
	}
	history := c.Shell.History()
	newest := f.lines[len(f.lines)-1].Number // bash takes any for the fc command
	history.Delete(newest, newest)
	history.Add(text)
	history.SetOwn(c.State.Opts.On(state.HistoryOpt)) // it is what runs now
	return c.Shell.Eval(c.Ctx, text, c.Line)
}
