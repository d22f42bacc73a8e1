package builtins

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/strftime"
)

// runHistory is history.
func runHistory(c *Call) Status {
	var wipe, add, expand, del bool
	var file byte
	position := ""
	o := c.options("acd:npsrw")
	for o.next() {
		switch o.letter {
		case 'c':
			wipe = true
		case 's':
			add = true
		case 'p':
			expand = true
		case 'd':
			del, position = true, o.value
		default:
			if file != 0 && file != o.letter {
				return c.failf("cannot use more than one of -anrw")
			}
			file = o.letter
		}
	}
	args := o.rest()
	if o.failed {
		return o.status
	}
	history := c.Shell.History()
	if wipe {
		history.Clear()
		if len(args) == 0 {
			return code(0)
		}
	}
	switch {
	case add:
		if len(args) > 0 {
			c.remember(strings.Join(args, " "))
		}
		return code(0)
	case expand:
		return expandHistory(c, args)
	case del:
		return c.deleteHistory(position)
	case file != 0:
		return historyFile(c, file, args)
	case wipe:
		return code(0)
	}
	return showHistory(c, args)
}

// remember is history -s: the command itself leaves the list, and HISTCONTROL
// is obeyed.
func (c *Call) remember(text string) {
	c.dropOwn()
	Record(c.Shell, c.State, text)
}

// dropOwn takes the command that runs out of the history, if it is there.
func (c *Call) dropOwn() {
	history := c.Shell.History()
	if last, ok := history.Last(); ok && history.Own() {
		history.Delete(last.Number, last.Number)
	}
	history.SetOwn(false)
}

// Record puts a command into the history as HISTCONTROL, HISTIGNORE and
// HISTSIZE say (bash(1), HISTORY), and tells whether it is there then.
func Record(sh Shell, st *state.Shell, text string) bool {
	history := sh.History()
	control, _ := sh.Get("HISTCONTROL")
	for word := range strings.SplitSeq(control, ":") {
		both := word == "ignoreboth"
		if (both || word == "ignorespace") && strings.HasPrefix(text, " ") {
			return false
		}
		if both || word == "ignoredups" {
			if last, ok := history.Last(); ok && last.Text == text {
				return false
			}
		}
		if word == "erasedups" {
			for _, line := range slices.Backward(history.Lines()) {
				if line.Text == text {
					history.Delete(line.Number, line.Number)
				}
			}
		}
	}
	if ignored, _ := sh.Get("HISTIGNORE"); ignored != "" {
		options := pattern.Options{ExtGlob: st.Opts.On(state.ExtGlob)}
		last, _ := history.Last()
		for glob := range strings.SplitSeq(ignored, ":") {
			glob = withOld(glob, quotePattern(last.Text))
			if ok, err := pattern.Compile(glob, options).Match(text); ok && err == nil && glob != "" {
				return false
			}
		}
	}
	size, ok := sh.Get("HISTSIZE")
	if _, any := history.Last(); !any && size == "0" {
		return false
	}
	history.Add(text)
	history.SetFiled(history.Fresh()+1, history.Filed())
	if ok {
		if n, valid := parseInt(size); valid {
			history.Keep(int(min(n, maxInt32)))
		}
	}
	return true
}

func showHistory(c *Call, args []string) Status {
	lines := c.Shell.History().Lines()
	switch {
	case len(args) > 0:
		n, ok := parseInt(args[0])
		if !ok {
			return c.failf("%s: numeric argument required", args[0])
		}
		if len(args) > 1 {
			return c.tooMany()
		}
		if n < 0 {
			n = -n
		}
		lines = lines[max(len(lines)-int(min(n, maxInt32)), 0):]
	}
	format, stamped := c.Shell.Get("HISTTIMEFORMAT")
	for _, line := range lines {
		when := ""
		if stamped && format != "" {
			when = string(strftime.Format(nil, format, line.Time.In(c.zone())))
		}
		c.printf("%5d  %s%s\n", line.Number, when, line.Text)
	}
	return c.finish(0)
}

// deleteHistory is history -d: a number, one from the end, or a range.
func (c *Call) deleteHistory(position string) Status {
	history := c.Shell.History()
	lines := history.Lines()
	from, to := position, position
	if i := strings.IndexByte(strings.TrimPrefix(position, "-"), '-'); i > 0 {
		i += len(position) - len(strings.TrimPrefix(position, "-"))
		from, to = position[:i], position[i+1:]
	}
	number := func(text string) (int, bool) {
		n, ok := parseInt(text)
		switch {
		case !ok || len(lines) == 0:
			return 0, false
		case n < 0:
			n += int64(lines[len(lines)-1].Number) + 1
		}
		return int(n), n >= int64(lines[0].Number) && n <= int64(lines[len(lines)-1].Number)
	}
	first, ok := number(from)
	if _, numeric := parseInt(to); !numeric {
		return c.failf("%s: history position out of range", position)
	}
	if !ok {
		return c.failf("%s: history position out of range", from)
	}
	last, ok := number(to)
	if !ok {
		return c.failf("%s: history position out of range", to)
	}
	if last < first || !history.Delete(first, last) {
		return c.finish(failure)
	}
	return c.finish(0)
}

// expandHistory is history -p.
func expandHistory(c *Call, args []string) Status {
	c.dropOwn() // it does not look at itself
	lines := c.Shell.History().Lines()
	bang := Bang{Lines: lines, ExtGlob: c.State.Opts.On(state.ExtGlob)}
	status := 0
	for _, arg := range args {
		text, _, err := bang.Expand(arg, 0)
		if err != nil {
			c.errorf("%s: history expansion failed", arg)
			status = failure
			continue
		}
		c.print(text + "\n")
	}
	return c.finish(status)
}

// historyFile is history -a, -n, -r and -w.
func historyFile(c *Call, how byte, args []string) Status {
	name, _ := c.Shell.Get("HISTFILE")
	if len(args) > 0 {
		name = args[0]
		if c.restricted() && strings.Contains(name, "/") {
			return c.failf("%s: restricted", name)
		}
	}
	reads := how == 'r' || how == 'n'
	switch {
	case name == "" && reads:
		return code(failure)
	case name == "":
		return code(0)
	case reads:
		return c.readHistory(name, how == 'n')
	}
	return c.writeHistory(name, how == 'a')
}

// loadHistory is what set -o history does in a shell that has remembered nothing
// yet: it reads the file of HISTFILE.
func (c *Call) loadHistory() {
	history := c.Shell.History()
	if history.Fresh() > 0 {
		return
	}
	size, ok := c.Shell.Get("HISTSIZE")
	if !ok {
		size = defaultHistory
		c.Shell.Assign(c, "HISTSIZE", size, false)
	}
	if _, ok := c.Shell.Get("HISTFILESIZE"); !ok {
		c.Shell.Assign(c, "HISTFILESIZE", size, false)
	}
	if name, _ := c.Shell.Get("HISTFILE"); name != "" && !c.restricted() {
		c.readHistory(name, false)
	}
	if n, valid := parseInt(size); valid {
		history.Keep(int(min(n, maxInt32)))
	}
}

// defaultHistory is the HISTSIZE of a shell that is told to keep a history.
const defaultHistory = "500"

// readHistory adds the lines of a file, or those that were not there before.
func (c *Call) readHistory(name string, news bool) Status {
	file, err := c.Shell.Open(name, os.O_RDONLY)
	if err != nil {
		return code(failure)
	}
	defer file.Close()
	history := c.Shell.History()
	known, fresh, read := 0, history.Fresh(), 0
	if news {
		known = history.Filed()
	}
	for {
		line, err := file.ReadUntil(c.Ctx, '\n', c.Shell.Limits().StringBytes)
		if len(line) > 0 {
			read++
		}
		text := strings.TrimSuffix(string(line), "\n")
		if _, isTime := parseInt(strings.TrimPrefix(text, "#")); text != "" && !(isTime && text[0] == '#') && read > known {
			history.Add(text)
		}
		if err != nil {
			if news {
				fresh += max(0, read-known) // bash counts them as the session's
			}
			history.SetFiled(fresh, read)
			if !errors.Is(err, io.EOF) {
				return code(failure)
			}
			return code(0)
		}
	}
}

// writeHistory writes all entries, or appends those that no file has.
func (c *Call) writeHistory(name string, appending bool) Status {
	history := c.Shell.History()
	lines := history.Lines()
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if appending {
		lines = lines[len(lines)-min(history.Fresh(), len(lines)):]
		flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	if appending && len(lines) == 0 {
		return code(0)
	}
	// What was typed is nobody else's to read.
	mask := c.State.Umask
	c.State.Umask |= 0o177
	file, err := c.Shell.Open(name, flag)
	c.State.Umask = mask
	if err != nil {
		return code(failure)
	}
	defer file.Close()
	_, stamped := c.Shell.Get("HISTTIMEFORMAT")
	for _, line := range lines {
		text := line.Text + "\n"
		if stamped {
			text = "#" + strconv.FormatInt(line.Time.Unix(), 10) + "\n" + text
		}
		if _, err := file.Write([]byte(text)); err != nil {
			return code(failure)
		}
	}
	if appending {
		history.SetFiled(0, history.Filed()+len(lines))
	}
	return code(0)
}
