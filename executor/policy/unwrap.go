package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
)

// Bounds of unwrapping: how deep commands may start commands, how many there
// may be in one text, and how many directories they may run in. Beyond the
// first two what a command would run is opaque; beyond the last, unknown.
const (
	maxDepth    = 16
	maxCommands = 4096
	maxDirs     = 16
)

// An unwrapper collects the commands of a text and those that they start.
type unwrapper struct {
	allow bashast.Allow
	found []Command
	dirs  []string // where a command may run by now; nil is anywhere
	// changed says that the shell has read commands that are not known, behind
	// which every word may mean something else.
	changed bool
}

// unwrapAll gives the commands of a program in order, each followed by those
// that it would start.
func unwrapAll(program bashast.Program, ctx Context, allow bashast.Allow) []Command {
	u := newUnwrapper(ctx, allow)
	u.program(program, nil)
	return u.all()
}

func newUnwrapper(ctx Context, allow bashast.Allow) *unwrapper {
	u := &unwrapper{allow: allow}
	if ctx.Dir != "" {
		u.dirs = []string{ctx.Dir}
	}
	return u
}

// all gives the commands that were found, with what the text says about them.
func (u *unwrapper) all() []Command {
	values := given(u.found)
	for i := range u.found {
		u.found[i].given = values
	}
	return u.found
}

func (u *unwrapper) program(program bashast.Program, via []string) {
	for _, c := range program.Commands {
		u.add(Command{Command: c, Via: via, Dirs: u.dirs})
	}
}

// add notes a command, and what it would start.
func (u *unwrapper) add(c Command) {
	at := len(u.found)
	changed := u.changed
	u.found = append(u.found, c)
	if len(c.Argv) == 0 {
		return
	}
	name := path.Base(c.Argv[0])
	switch {
	case len(c.Via) >= maxDepth || at >= maxCommands:
		u.found[at].Opaque = "commands start commands too deep, or there are too many"
		return
	case c.isUnknown(0):
		u.found[at].Opaque = "the command's name is known only when it runs"
		return
	}
	inner := start{unwrapper: u, command: c, via: append(c.Via[:len(c.Via):len(c.Via)], name)}
	opaque := inner.unwrap(name) // which moves the slice
	if opaque == "" && changed {
		opaque = "an earlier command may have changed what it means"
	}
	u.found[at].Opaque = opaque
	u.changed = u.changed || opaque != "" && slices.Contains([]string{"eval", "source", ".", "trap"}, name)
	u.follow(name, c)
}

// follow keeps track of the directories in which later commands may run: a cd
// may fail, or be in a branch that is not taken.
func (u *unwrapper) follow(name string, c Command) {
	switch name {
	case "cd", "pushd", "popd":
	default:
		return
	}
	words, ended := c.words(c.Argv)[1:], false
	for !ended && len(words) > 0 && !words[0].unknown && slices.Contains([]string{"--", "-L", "-P"}, words[0].text) {
		ended = words[0].text == "--"
		words = words[1:]
	}
	if u.dirs == nil || name == "popd" || len(words) != 1 || words[0].unknown || words[0].text == "" ||
		strings.Contains("-+", words[0].text[:1]) && (!ended || len(words[0].text) == 1) {
		u.dirs = nil
		return
	}
	u.moveTo(words[0].text)
}

func (u *unwrapper) moveTo(dir string) {
	dirs := append([]string(nil), u.dirs...)
	if path.IsAbs(dir) {
		dirs = append(dirs, path.Clean(dir))
	} else {
		for _, from := range u.dirs {
			dirs = append(dirs, path.Join(from, dir))
		}
	}
	if len(dirs) > maxDirs {
		dirs = nil
	}
	u.dirs = dirs
}

// isUnknown reports whether a word is known only when the command runs.
func (c Command) isUnknown(i int) bool { return slices.Contains(c.Unknown, i) }

// A start is a command on the way to what it starts.
type start struct {
	*unwrapper
	command Command
	via     []string
}

// argv adds the command that a list of words is; open says that more words may
// follow.
func (s start) argv(words []word, open bool, assigned []bashast.Assignment) {
	c := Command{Via: s.via, Open: open, Dirs: s.command.Dirs}
	c.Start, c.End = s.command.Start, s.command.End
	c.Stdin, c.Document, c.Assignments = s.command.Stdin, s.command.Document, assigned
	argv := make([]string, len(words))
	for i, w := range words {
		if argv[i] = w.text; w.unknown {
			c.Unknown = append(c.Unknown, i)
		}
	}
	if len(argv) > 0 {
		c.PolicyText = bashast.Canonicalize(argv)
	}
	s.add(c)
}

// text adds the commands of a text that bash would read, or says why it can
// not be known what they are.
func (s start) text(text string) (opaque string) {
	program, violation := bashast.ParseProgram([]byte(text), s.allow)
	if violation != nil {
		return "the text that it reads as commands is not literal (" + string(violation.Code) + ")"
	}
	for i := range program.Commands {
		c := &program.Commands[i]
		c.Start, c.End = s.command.Start, s.command.End
		if c.Stdin == bashast.Inherited && s.command.Stdin == bashast.Pipe {
			c.Stdin = bashast.Pipe
		}
	}
	s.program(program, s.via)
	return ""
}
