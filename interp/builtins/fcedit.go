package builtins

import (
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// editor is the command that fc edits with (bash(1), fc).
func (f *fixing) editor() string {
	for _, name := range [...]string{"FCEDIT", "EDITOR"} {
		if text, _ := f.call.Shell.Get(name); text != "" {
			return text
		}
	}
	if f.call.State.Opts.On(state.Posix) {
		return "ed"
	}
	return "vi"
}

// edit is fc without -l and -s: commands go into a file, the editor changes it,
// and what it holds then is shown, remembered in the place of fc, and run.
func (f *fixing) edit(editor string, args []string) Status {
	c := f.call
	if editor == "" {
		editor = f.editor()
	}
	from, to := f.last, f.last
	if len(args) > 0 {
		from = f.find(args[0], true)
		to = from
		if len(args) > 1 {
			to = f.find(args[1], false)
		}
	}
	if from < 0 || to < 0 {
		return c.failf("no command found")
	}
	if from > f.last || to > f.last {
		return c.failf("history specification out of range") // -0 is fc itself
	}
	reverse := f.reverse
	if to < from {
		from, to, reverse = to, from, true
	}
	lines := slices.Clone(f.lines[from : to+1])
	if reverse {
		slices.Reverse(lines)
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line.Text + "\n")
	}
	c.dropOwn()
	edited, ok := f.edited(editor, text.String())
	if !ok {
		return c.finish(failure)
	}
	for line := range strings.Lines(edited) {
		Record(c.Shell, c.State, strings.TrimSuffix(line, "\n"))
	}
	c.flush()
	verbose := c.State.Opts.On(state.Verbose)
	c.State.Opts.Set(state.Verbose, true) // shows each before it runs
	st := c.Shell.Eval(c.Ctx, edited, c.Line)
	c.State.Opts.Set(state.Verbose, verbose)
	return st
}

// edited lets the editor change text in a file of its own. It has told of a
// failure.
func (f *fixing) edited(editor, text string) (string, bool) {
	c := f.call
	name := path.Join("/tmp", "bash-fc."+strconv.Itoa(c.State.BashPID)+"."+strconv.Itoa(f.lines[len(f.lines)-1].Number))
	mask := c.State.Umask
	c.State.Umask |= 0o077
	file, err := c.Shell.Open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	c.State.Umask = mask
	if err != nil {
		c.errorf("%s: cannot open temp file: %s", name, reason(err))
		return "", false
	}
	_, err = file.Write([]byte(text))
	file.Close()
	defer func() { _ = c.Shell.FS().Remove(name) }()
	if err != nil || c.Shell.Eval(c.Ctx, editor+" "+name, c.Line).Code != 0 {
		return "", false
	}
	if file, err = c.Shell.Open(name, os.O_RDONLY); err != nil {
		c.errorf("%s: cannot open temp file: %s", name, reason(err))
		return "", false
	}
	defer file.Close()
	var b strings.Builder
	for {
		line, err := file.ReadUntil(c.Ctx, '\n', c.Shell.Limits().StringBytes)
		b.Write(line)
		if limit := c.Shell.Limits().StringBytes; b.Len() > limit {
			c.Shell.Exceeded(c, limitStringBytes, int64(limit))
			return "", false
		}
		if err != nil {
			return b.String(), errors.Is(err, io.EOF)
		}
	}
}
