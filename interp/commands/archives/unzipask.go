package archives

import (
	"io/fs"
	"strings"
	"time"
)

// What is done with a member whose name is taken.
type zipDecision int

const (
	doWrite zipDecision = iota
	doSkip
	doRename
)

// decide says what becomes of a member: what there is may be newer, or somebody
// has to be asked. other is the new name of doRename.
func (z *unzipper) decide(e *zipEntry, name, place string, renamed bool) (do zipDecision, other string) {
	full := z.u.at(place)
	fi, err := z.call.FS.Lstat(full)
	switch {
	case err != nil:
		return doWrite, ""
	}
	if fi.Mode()&fs.ModeSymlink != 0 {
		real := ""
		if _, err := z.call.FS.Stat(full); err != nil {
			real = " with no real file"
		}
		z.tell("%s exists and is a symbolic link%s.\n", z.shown(z.u.at(name)), real)
	}
	switch {
	case z.never:
		return doSkip, ""
	case z.update && !renamed && fi.Mode()&fs.ModeSymlink == 0 && z.newer(e, fi.ModTime()):
		return doSkip, ""
	case z.over, z.backup:
		return doWrite, ""
	}
	return z.ask(z.u.at(name))
}

// newer tells whether a file is as new as a member. Times of MS-DOS are even.
func (z *unzipper) newer(e *zipEntry, have time.Time) bool {
	when, exact := e.modified(z.zone)
	at := have.Unix()
	if !exact {
		at += at & 1
	}
	return at >= when.Unix()
}

// answerBytes bounds an answer that is read from standard input.
const answerBytes = 4096

// answer reads a line.
func (z *unzipper) answer() (string, bool) {
	line, err := z.call.Stdin.ReadUntil(z.ctx, '\n', answerBytes)
	if err != nil && len(line) == 0 {
		return "", false
	}
	return strings.TrimSuffix(string(line), "\n"), true
}

// ask asks whether to replace a file.
func (z *unzipper) ask(full string) (zipDecision, string) {
	if z.open {
		z.goOn("\n")
	}
	for z.ctx.Err() == nil {
		z.goOn("replace %s? [y]es, [n]o, [A]ll, [N]one, [r]ename: ", z.shown(full))
		line, ok := z.answer()
		z.open = false
		if !ok {
			z.goOn(" NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			z.worse(unzipWarning)
			line = "N"
		}
		switch line[:min(1, len(line))] {
		case "A":
			z.over = true
			return doWrite, ""
		case "y", "Y":
			return doWrite, ""
		case "N":
			z.never = true
			return doSkip, ""
		case "n":
			return doSkip, ""
		case "r", "R":
			for name := ""; ok; {
				z.goOn("new name: ")
				if name, ok = z.answer(); ok && name != "" {
					z.open = false
					return doRename, name
				}
			}
			continue
		case "":
			line = "{ENTER}"
		}
		z.goOn("error:  invalid response [%s]\n", line)
	}
	return doSkip, ""
}
