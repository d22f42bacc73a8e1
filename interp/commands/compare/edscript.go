package compare

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// An edCommand is one of those that diff -e writes: a, c, d, i and s/.//, which
// takes the first character of the line away. Nothing else of ed is known, so that
// a script can only change the lines of its file.
type edCommand struct {
	letter   byte
	from, to int // -1 stands for the current line
	text     [][]byte
}

// An edScript is a run of commands between other lines of a patch.
type edScript struct {
	index    string // of a line "Index: NAME" before it
	line     int
	lead     [][]byte // what came before it
	commands []edCommand
	unended  bool // the text of the last command
}

// parseEdCommand reads the line of a command, with which a text may begin.
func parseEdCommand(line []byte) (c edCommand, ok bool) {
	rest, ended := strings.CutSuffix(string(line), "\n")
	address := func() int {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.Atoi(rest[:digits])
		if err != nil {
			n = -1
		}
		rest = rest[digits:]
		return n
	}
	c.from = address()
	c.to = c.from
	paired := c.from >= 0 && strings.HasPrefix(rest, ",")
	if paired {
		rest = rest[1:]
		c.to = address()
	}
	if !ended || rest == "" || paired && c.to < 0 {
		return c, false
	}
	c.letter, rest = rest[0], rest[1:]
	switch c.letter {
	case 'c', 'd':
	case 'a', 'i':
		if paired {
			return c, false
		}
	case 's':
		if rest, ok = strings.CutPrefix(rest, "/.//"); !ok {
			return c, false
		}
	default:
		return c, false
	}
	if rest != "" && strings.Trim(rest, " \t") == "" {
		c.letter, rest = 0, "" // a command for patch, none for ed
	}
	return c, rest == ""
}

// parseEdScripts finds the runs of commands in a patch.
func parseEdScripts(data []byte) (scripts []edScript) {
	source := &text{data: data}
	source.split()
	inside, index, done := false, "", 0
	for i := 0; i < len(source.lines); i++ {
		line := source.lines[i]
		c, ok := parseEdCommand(line)
		if !ok {
			if name, is := bytes.CutPrefix(line, []byte("Index: ")); is {
				index = string(bytes.TrimSpace(name))
			}
			inside = false
			continue
		}
		if !inside {
			scripts = append(scripts, edScript{index: index, line: i + 1, lead: source.lines[done:i]})
		}
		s := &scripts[len(scripts)-1]
		inside = true
		if strings.IndexByte("aci", c.letter) >= 0 {
			start := i + 1
			for i++; i < len(source.lines) && string(source.lines[i]) != ".\n"; i++ {
			}
			c.text = source.lines[start:min(i, len(source.lines))]
			s.unended = i >= len(source.lines)
		}
		s.commands = append(s.commands, c)
		done = min(i+1, len(source.lines))
	}
	return scripts
}

// errAddress tells of a line that the file does not have.
var errAddress = errors.New("invalid address")

// run applies the commands to lines, one after the other.
func (s *edScript) run(ctx context.Context, lines [][]byte) ([][]byte, error) {
	current := len(lines)
	for _, c := range s.commands {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if c.from < 0 {
			c.from, c.to = current, current
		}
		if c.letter == 0 || c.to < c.from || c.to > len(lines) || c.from == 0 && strings.IndexByte("cds", c.letter) >= 0 {
			return nil, errAddress
		}
		from, to := max(c.from-1, 0), c.to
		switch c.letter {
		case 'a':
			from = to
		case 'i':
			to = from
		case 's':
			line := lines[to-1]
			if len(line) < 2 {
				return nil, errAddress // no character is there
			}
			c.text = [][]byte{line[1:]}
			from = to - 1
		}
		lines = slices.Replace(lines, from, to, c.text...)
		if current = from + len(c.text); c.letter == 'd' || len(c.text) == 0 {
			current = min(from+1, len(lines))
		}
	}
	return lines, nil
}

// edScripts are those of a patch that is said to have some, or has nothing else.
func (t *patcher) edScripts(data []byte) []edScript {
	if t.kind == 0 {
		files, _, err := parsePatch(data, 0, t.reverse, t.binary)
		if err != nil || len(files) > 0 {
			return nil
		}
	}
	if t.kind != 0 && t.kind != 'e' {
		return nil
	}
	scripts := parseEdScripts(data)
	if t.kind == 0 && t.target == "" {
		// Only a patch that names its file is one then.
		scripts = slices.DeleteFunc(scripts, func(s edScript) bool { return s.index == "" })
	}
	return scripts
}

// runEd applies scripts for ed, without an editor.
func (t *patcher) runEd(scripts []edScript) int {
	status := 0
	for i := range scripts {
		s := &scripts[i]
		if t.verbose {
			t.out.WriteString("Hmm...  Looks like an ed script to me...\n")
		}
		f := &patchFile{kind: 'e', old: s.index, new: s.index, line: s.line, lead: s.lead}
		if status = max(status, t.edFile(f, s)); status == trouble {
			return status
		}
	}
	if t.verbose {
		t.out.WriteString("done\n")
	}
	return status
}

func (t *patcher) edFile(f *patchFile, s *edScript) int {
	name := t.choose(f)
	info, err := t.call.FS.Stat(name)
	switch {
	case name == "" || t.target == "" && vfs.Missing(err):
		return t.lost(f)
	case err != nil && !vfs.Missing(err):
		return t.fatal("Can't open file %s : %s", name, command.Message(err))
	}
	d := &differ{call: t.call, out: t.out}
	data, err := d.read(t.ctx, name, info != nil)
	if err != nil {
		return t.fatal("Can't open file %s : %s", name, command.Message(err))
	}
	whole := data
	if len(data) > 0 && data[len(data)-1] != '\n' {
		whole = append(slices.Clip(data), '\n')
		if !t.dry {
			t.out.WriteString("Newline appended\n")
		}
	}
	source := &text{data: whole}
	source.split()
	lines, err := s.run(t.ctx, source.lines)
	if t.dry {
		return 0 // no editor would be started
	}
	if err != nil || s.unended {
		t.out.WriteString("?\n")
		return t.fatal("ed FAILED")
	}
	target := name
	if t.output != "" {
		target = t.output
	}
	return t.save(f, name, target, data, bytes.Join(lines, nil), info != nil, true)
}
