package archives

import (
	"io"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// tarNames is what options say about the names of members.
type tarNames struct {
	// work lists names with the directories that they are taken from, in their
	// order. listed tells that there was -T, which may be empty.
	work   []tarName
	listed bool
	dir    string // of -C so far
	// trailing are options behind the last name that count for names alone.
	trailing []string
	from     string   // -K: members before it are passed over
	lists    []string // the files of -T that are open

	null, verbatim, unquote bool
	flat                    bool // --no-recursion
	wildcards, floating     bool
	hinted                  bool
	matching                matching
	excludes                exclusions
	tags                    []cacheTag
	ignores                 []ignoreFile
	absolute                bool // -P
	transforms              []transform
	flagsByName             map[string]*bool
	setters                 map[string]tarSetter
}

// A tarName is a name on the command line or in a list, with what counted where
// it stood.
type tarName struct {
	dir, name string
	found     int
	flat      bool
	pattern   *exclusion
	slash     bool // it ended in one
	excludes  int  // how many exclusions came before it
}

// addName takes a name of a file or of a member.
func (a *archiver) addName(name string) int {
	if a.unquote {
		name = unquoted(name)
	}
	n := tarName{dir: a.dir, name: name, flat: a.flat, slash: strings.HasSuffix(name, "/"), excludes: a.excludes.count}
	if a.wildcards || a.matching.fold || a.floating {
		asked := strings.TrimRight(name, "/")
		m := a.matching
		m.anchored, m.literal = !a.floating, !a.wildcards
		n.pattern = a.compile(asked, m)
	}
	a.trailing = nil
	a.work = append(a.work, n)
	return 0
}

// unquoted undoes what --quoting-style=escape does.
func unquoted(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; {
		case '0' <= c && c <= '7':
			n := 0
			for end := i + 3; i < end && i < len(text) && '0' <= text[i] && text[i] <= '7'; i++ {
				n = 8*n + int(text[i]-'0')
			}
			i--
			b.WriteByte(byte(n))
		case c == '?':
			b.WriteByte(0x7f)
		case strings.IndexByte(`abfnrtv\`, c) >= 0:
			b.WriteByte("\a\b\f\n\r\t\v\\"[strings.IndexByte(`abfnrtv\`, c)])
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// lineOption takes an option from a line of -T.
func (a *archiver) lineOption(line, list string) int {
	args := lineWords(line)
	o, status, ok := tarOptions.ParseArgs(a.call, args)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if _, ok := a.flags()[f.Name]; !ok && !slices.Contains(lineOptions, f.Name) {
			a.call.Errorf("%s: invalid option in a list of names: -%s", list, f.Name)
			return 64
		}
		if status, _ := a.option(f); status != 0 {
			return status
		}
	}
	return 0
}

// lineOptions are those that lists of names may have: what counts for the names
// behind it.
var lineOptions = []string{"", "C", "T", "X", "add-file", "exclude", "exclude-backups", "exclude-caches", "exclude-caches-all", "exclude-caches-under", "exclude-ignore", "exclude-ignore-recursive",
	"exclude-tag", "exclude-tag-all", "exclude-tag-under", "exclude-vcs", "exclude-vcs-ignores", "no-recursion", "recursion", "wildcards", "no-wildcards", "wildcards-match-slash", "no-wildcards-match-slash", "no-anchored", "no-ignore-case", "no-null", "no-unquote", "no-verbatim-files-from"}

// lineWords splits a line as a shell splits plain words.
func lineWords(line string) []string {
	var words []string
	var word strings.Builder
	quote, inside := byte(0), false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inside = c, true
		case quote != '\'' && c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inside = true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words
}

// lines reads a file of names or patterns; what ends in delim is one.
func (a *archiver) lines(name string) (string, int) {
	in, err := a.call.Open(a.ctx, name)
	if err != nil {
		return "", a.fatal("%s: Cannot open: %s", name, command.Message(err))
	}
	defer in.Close()
	most := a.call.Limits.HeldBytes / 8
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil {
		if err = a.hold(8 * len(data)); int64(len(data)) > most {
			err = errHeld
		}
	}
	if err != nil {
		return "", a.fatal("%s: Cannot read: %s", name, command.Message(err))
	}
	return string(data), 0
}

// excludeFrom is -X.
func (a *archiver) excludeFrom(f option.Found) int {
	in, err := a.call.Open(a.ctx, f.Value)
	if err != nil {
		return a.fatal("%s: %s", f.Value, command.Message(err))
	}
	in.Close()
	text, status := a.lines(f.Value)
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(line, " \t"); line != "" {
			a.exclude(line)
		}
	}
	return status
}

// maxLists is how many lists may name each other.
const maxLists = 20

// namesFrom is -T.
func (a *archiver) namesFrom(f option.Found) int {
	a.listed = true
	if slices.Contains(a.lists, f.Value) || len(a.lists) == maxLists {
		a.warn("%s: file list requested from %s already read from %s", f.Value, a.lists[len(a.lists)-1], a.lists[0])
		return 0
	}
	if f.Value != "-" {
		if _, err := a.call.FS.Stat(f.Value); err != nil {
			return a.fatal("%s: Cannot stat: %s", f.Value, command.Message(err))
		}
	}
	text, status := a.lines(f.Value)
	if status != 0 {
		return status
	}
	a.lists = append(a.lists, f.Value)
	defer func() { a.lists = a.lists[:len(a.lists)-1] }()
	end, verbatim := "\n", a.verbatim
	if a.null {
		end, verbatim = "\x00", true
		unquote := a.unquote
		a.unquote = false // what needs no quotes has none
		defer func() { a.unquote = unquote }()
	} else if strings.Contains(text, "\x00") {
		a.note("filename-with-nuls", "%s: file name read contains nul character", f.Value)
		text = strings.ReplaceAll(text, "\x00", "\n")
	}
	for line := range strings.SplitSeq(text, end) {
		switch {
		case line == "":
			continue
		case !verbatim && line[0] == '-':
			status = a.lineOption(line, f.Value)
		default:
			status = a.addName(line)
		}
		if status != 0 {
			return status
		}
	}
	return 0
}

// positional remembers an option that counts for the names behind it alone.
func (a *archiver) positional(f option.Found) {
	switch name := strings.TrimPrefix(f.Name, "no-"); {
	case strings.HasPrefix(name, "exclude"), slices.Contains([]string{"recursion", "anchored", "ignore-case", "wildcards", "wildcards-match-slash"}, name):
		text := "--" + f.Name
		if f.Has {
			text += " " + quote(f.Value)
		}
		a.trailing = append(a.trailing, text)
	}
}

// sayTrailing reports options that no name is behind.
func (a *archiver) sayTrailing() {
	if len(a.trailing) == 0 || len(a.work) == 0 || a.mode != 'c' && a.mode != 'r' && a.mode != 'u' {
		return
	}
	a.warn("The following options were used after any non-optional arguments in archive create or update mode.  These options are positional and affect only arguments that follow them.  Please, rearrange them properly.")
	for _, t := range a.trailing {
		a.warn("%s has no effect", t)
	}
}
