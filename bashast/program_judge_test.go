package bashast_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
)

// contradictions lists what bash did that the program does not say, and, for a
// text whose every command has to run, what the program says and bash did not
// do.
func contradictions(text string, p bashast.Program, done []happening) []string {
	j := judge{text: text, commands: p.Commands, straight: isStraight(text, p)}
	for _, c := range p.Commands {
		for _, r := range c.Redirections {
			if r.Direction == bashast.Document && r.Text == "" {
				// What bash does for a document of nothing.
				r = bashast.Redirection{FD: r.FD, Direction: bashast.Read, Path: "/dev/null"}
			}
			j.redirections = append(j.redirections, r)
		}
	}
	for _, h := range done {
		switch h.kind {
		case 'X':
			j.executed(h)
		case 'O':
			if !slices.ContainsFunc(j.redirections, func(r bashast.Redirection) bool { return r.Path == h.what && opens(r) == h.how }) {
				j.complain("bash opens %s %q", h.how, h.what)
			}
		case 'N':
			if !slices.ContainsFunc(j.redirections, func(r bashast.Redirection) bool {
				return r.Path == "/dev/tcp/"+h.how+"/"+h.what || r.Path == "/dev/udp/"+h.how+"/"+h.what
			}) {
				j.complain("bash connects to %q %q", h.how, h.what)
			}
		case 'U':
			// A PATH with a tilde, which stays one, is expanded for each search.
			if !slices.ContainsFunc(p.Commands, func(c bashast.Command) bool {
				return slices.ContainsFunc(c.Assignments, func(a bashast.Assignment) bool { return a.Name == "PATH" && strings.Contains(a.Value, "~") })
			}) {
				j.complain("bash does %v", h)
			}
		default:
			j.complain("bash does %v", h)
		}
	}
	if j.straight {
		j.complete(done)
	}
	return j.found
}

type judge struct {
	text         string
	commands     []bashast.Command
	redirections []bashast.Redirection
	straight     bool
	found        []string
}

func (j *judge) complain(format string, args ...any) {
	j.found = append(j.found, fmt.Sprintf(format, args...))
}

// executed looks for the command that a program's start belongs to.
func (j *judge) executed(h happening) {
	reason := "no command has these words"
	for _, c := range j.commands {
		if !sameArgv(c, h.argv) {
			continue
		}
		if reason = j.differs(c, h); reason == "" {
			return
		}
	}
	j.complain("bash runs %q: %s", h.argv, reason)
}

// sameArgv compares words. One that is known only at run time has to be one
// word, with the value that its source text stands for where that is known.
func sameArgv(c bashast.Command, argv []string) bool {
	if len(c.Argv) != len(argv) {
		return false
	}
	for i, word := range c.Argv {
		if slices.Contains(c.Unknown, i) {
			word = strings.NewReplacer("${x}", hostile, "$x", hostile, "${y}", "-v", "$y", "-v", "$z", "a[$(id)]").Replace(word)
			if strings.Contains(word, "$") || strings.ContainsAny(word, "\\'") {
				continue // a status, or quotes that this can not take off
			}
			word = strings.ReplaceAll(word, "\"", "")
		}
		if word != argv[i] {
			return false
		}
	}
	return true
}

// differs says how the environment, the input or the descriptors of a program
// are others than the command has, or "".
func (j *judge) differs(c bashast.Command, h happening) string {
	for i, a := range c.Assignments {
		last := !slices.ContainsFunc(c.Assignments[i+1:], func(b bashast.Assignment) bool { return b.Name == a.Name })
		if last && a.End < c.End && !a.Append && !a.Unknown && !slices.Contains(h.env, a.Name+"="+a.Value) {
			return "without " + a.Name
		}
	}
	for _, entry := range h.env {
		name, value, _ := strings.Cut(entry, "=")
		if !j.explains(name, value) {
			return "with " + entry
		}
	}
	// What waits in a pipeline's pipe is nothing: nobody writes but bash, when
	// a redirection fails or for time.
	if c.Stdin == bashast.Pipe && (strings.Contains(h.waiting, ": line ") || strings.Contains(h.waiting, "real")) {
		h.waiting = ""
	}
	if h.waiting != "" && (c.Stdin != bashast.HereDocument || h.waiting != c.Document) && !j.byWayOf(c, h.waiting) {
		return fmt.Sprintf("with %q to read", h.waiting)
	}
	if own := slices.IndexFunc(c.Redirections, func(r bashast.Redirection) bool { return r.FD == 0 }); own >= 0 &&
		c.Stdin == bashast.HereDocument && h.waiting != c.Document && !closesAny(j.redirections) {
		return fmt.Sprintf("with %q to read, not %q", h.waiting, c.Document)
	}
	if strings.ContainsAny(j.text, "({") || !plainStructure(j.text) {
		return "" // redirections around the command are not its own
	}
	for fd, want := range descriptors(c) {
		if want == "any" {
			continue
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(h.fds[fd], "/memfd:"), " (deleted)"); got != want &&
			!(strings.HasPrefix(h.fds[fd], "pipe:") && (want == "document" || fd < 3 && want == fmt.Sprint("start", fd) || strings.HasPrefix(want, "start"))) {
			return fmt.Sprintf("with %q as descriptor %d, not %q", h.fds[fd], fd, want)
		}
	}
	return ""
}

// byWayOf reports whether a command may read a text because its standard input
// is a duplicate of a descriptor that is a document.
func (j *judge) byWayOf(c bashast.Command, text string) bool {
	return c.Stdin == bashast.Descriptor && slices.ContainsFunc(j.redirections, func(r bashast.Redirection) bool {
		return r.Direction == bashast.Document && r.Text == text
	})
}

// explains reports whether a program may have this in its environment.
func (j *judge) explains(name, value string) bool {
	switch name {
	case "LD_PRELOAD", "PATH", "HOME", "LC_ALL", "AEGISH_CASE", "AEGISH_STATUS", "AEGISH_SECONDS", "BASH_ENV",
		"PWD", "OLDPWD", "SHLVL", "_", "x", "y", "z":
		return true
	}
	appended, known := false, false
	for _, c := range j.commands {
		for _, a := range c.Assignments {
			if a.Name == name {
				appended = appended || a.Append || a.Unknown
				known = known || a.Value == value
			}
		}
	}
	return known || appended
}

// descriptors is what the descriptors are, by the redirections of a command.
func descriptors(c bashast.Command) [shownDescriptors]string {
	var fds [shownDescriptors + 300]string
	for fd := range shownDescriptors {
		fds[fd] = fmt.Sprint("start", fd)
	}
	for _, r := range c.Redirections {
		is := r.Path
		switch r.Direction {
		case bashast.Duplicate:
			if is = fds[r.Source]; r.Source >= shownDescriptors {
				is = "any" // bash's own, if it is open
			}
		case bashast.Close:
			is = ""
		case bashast.Document:
			if is = "document"; r.Text == "" {
				is = "/dev/null"
			}
		}
		if r.FD < 0 {
			fds[1], fds[2] = is, is
		} else {
			fds[r.FD] = is
		}
	}
	return [shownDescriptors]string(fds[:shownDescriptors])
}

// opens is the way in which bash opens the file of a redirection.
func opens(r bashast.Redirection) string {
	switch r.Direction {
	case bashast.Read:
		return "r"
	case bashast.Write:
		return "wct"
	case bashast.Append:
		return "wca"
	case bashast.ReadWrite:
		return "rwc"
	}
	return ""
}

// plainStructure reports whether no word of a text can be one of those that
// begin compound commands.
func plainStructure(text string) bool {
	text = strings.ReplaceAll(text, "\\\n", "")
	for _, s := range []string{"&&", "||", "if", "while", "until", "for", "case"} {
		if strings.Contains(text, s) {
			return false
		}
	}
	return true
}

// isStraight reports whether every command of a text has to run: no branches,
// and no redirection that may fail.
func isStraight(text string, p bashast.Program) bool {
	if !plainStructure(text) {
		return false
	}
	for _, c := range p.Commands {
		for _, r := range c.Redirections {
			if r.Source >= shownDescriptors || r.Direction == bashast.Close ||
				strings.HasPrefix(r.Path, "/dev/tcp/") || strings.HasPrefix(r.Path, "/dev/udp/") {
				return false
			}
		}
	}
	return true
}

func closesAny(rs []bashast.Redirection) bool {
	return slices.ContainsFunc(rs, func(r bashast.Redirection) bool { return r.Direction == bashast.Close })
}

// complete compares all that a straight text has to do with what was done.
func (j *judge) complete(done []happening) {
	var want, got []bashast.Command
	piped := false
	for _, c := range j.commands {
		piped = piped || strings.Contains(j.text, "|")
		if len(c.Argv) > 0 && c.Argv[0] != "export" && c.Argv[0] != "unset" {
			want = append(want, c)
		}
	}
	var opened []string
	for _, h := range done {
		if h.kind == 'X' {
			got = append(got, bashast.Command{PolicyText: bashast.PolicyText{Argv: h.argv}})
		} else if h.kind == 'O' {
			opened = append(opened, h.how+" "+h.what)
		}
	}
	if len(got) != len(want) {
		j.complain("bash runs %d commands of %d", len(got), len(want))
		return
	}
	for i, c := range want {
		if !piped && !sameArgv(c, got[i].Argv) {
			j.complain("bash runs %q where %q comes", got[i].Argv, c.Argv)
		}
		if piped && !slices.ContainsFunc(got, func(g bashast.Command) bool { return sameArgv(c, g.Argv) }) {
			j.complain("bash does not run %q", c.Argv)
		}
	}
	var files []string
	for _, r := range j.redirections {
		if how := opens(r); how != "" {
			files = append(files, how+" "+r.Path)
		}
	}
	slices.Sort(files)
	slices.Sort(opened)
	if !slices.Equal(files, opened) {
		j.complain("bash opens %q, not %q", opened, files)
	}
}
