package archives

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/regex"
)

// A transform is one expression of --transform: s/REGEXP/REPLACEMENT/FLAGS.
type transform struct {
	re    *regex.Regexp
	text  string // the replacement
	nth   int    // the first match that is replaced, from 1
	all   bool
	names string // which names: r of members, s of symbolic and h of hard links
}

var (
	errTransform       = errors.New("invalid transform expression")
	errTransformRegexp = errors.New("invalid regular expression")
)

// An unknownFlag is a letter behind an expression that means nothing.
type unknownFlag byte

func (f unknownFlag) Error() string { return "unknown flag " + string(rune(f)) }

// maxTransform bounds an expression, in bytes, and the name that it makes.
const maxTransform = 1 << 16

// parseTransforms reads expressions with semicolons between them, and flags=,
// which counts for what follows.
func parseTransforms(text string) (list []transform, err error) {
	names := "rsh"
	if len(text) > maxTransform {
		return nil, errTransform
	}
	for text = strings.TrimLeft(text, " ;"); text != ""; text = strings.TrimLeft(text, " ;") {
		if rest, ok := strings.CutPrefix(text, "flags="); ok {
			var flags string
			names = ""
			if flags, text, _ = strings.Cut(rest, ";"); !kindFlags(flags, &names) {
				return nil, errTransform
			}
			continue
		}
		var t transform
		if t, text, err = parseTransform(text, names); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// kindFlags reads the letters for kinds of names; a capital takes one away.
func kindFlags(flags string, names *string) bool {
	for _, c := range flags {
		letter := string(unicode.ToLower(c))
		if !strings.Contains("rsh", letter) {
			return false
		}
		*names = strings.ReplaceAll(*names, letter, "")
		if unicode.IsLower(c) {
			*names += letter
		}
	}
	return true
}

func parseTransform(text, names string) (t transform, rest string, err error) {
	if len(text) < 2 || text[0] != 's' || text[1] == '\\' || text[1] == '\n' {
		return t, "", errTransform
	}
	delim := text[1]
	source, text, ok := untilDelimiter(text[2:], delim)
	if !ok {
		return t, "", errTransform
	}
	if t.text, text, ok = untilDelimiter(text, delim); !ok {
		return t, "", errTransform
	}
	flags, rest, _ := strings.Cut(text, ";")
	var mode regex.Flags
	t.nth, t.names = 1, names
	for i := 0; i < len(flags); i++ {
		switch c := flags[i]; {
		case c == 'g':
			t.all = true
		case c == 'i':
			mode |= regex.NoCase
		case c == 'x':
			mode |= regex.Extended
		case '0' <= c && c <= '9':
			end := i
			for end < len(flags) && '0' <= flags[end] && flags[end] <= '9' {
				end++
			}
			if t.nth, err = strconv.Atoi(flags[i:end]); err != nil {
				return t, "", errTransform
			}
			t.nth = max(t.nth, 1)
			i = end - 1
		case !kindFlags(string(c), &t.names):
			return t, "", unknownFlag(c)
		}
	}
	if t.re, err = regex.Compile(source, mode); err != nil {
		return t, "", errTransformRegexp
	}
	return t, rest, nil
}

// untilDelimiter splits text at a delimiter without a backslash; one with it
// loses that.
func untilDelimiter(text string, delim byte) (part, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == delim:
			return b.String(), text[i+1:], true
		case text[i] == '\\' && i+1 < len(text):
			if i++; text[i] != delim {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

// transformed is a name of the kind r, s or h as the options want it.
func (a *archiver) transformed(name, kind string) string {
	for i := range a.transforms {
		if t := &a.transforms[i]; strings.Contains(t.names, kind) {
			name = t.apply(name)
		}
	}
	return name
}

func (t *transform) apply(name string) string {
	if len(name) > maxTransform {
		return name
	}
	var b strings.Builder
	src := []byte(name)
	at := 0
	for n := 1; at <= len(src) && b.Len() <= maxTransform; n++ {
		m, err := t.re.Find(src, at, at > 0)
		if err != nil || m == nil {
			break
		}
		b.Write(src[at:m[0]])
		if n >= t.nth {
			t.replace(&b, src, m)
		} else {
			b.Write(src[m[0]:m[1]])
		}
		at = m[1]
		if m[0] == m[1] {
			if at < len(src) {
				b.WriteByte(src[at])
			}
			at++
		}
		if n >= t.nth && !t.all {
			break
		}
	}
	if at < len(src) {
		b.Write(src[at:])
	}
	return b.String()
}

// replace writes the replacement of one match: groups, and \L \U \l \u \E.
func (t *transform) replace(b *strings.Builder, src []byte, m []int) {
	all, once := byte('E'), byte('E')
	put := func(text string) {
		switch all {
		case 'L':
			text = strings.ToLower(text)
		case 'U':
			text = strings.ToUpper(text)
		}
		if once != 'E' && text != "" {
			r, n := utf8.DecodeRuneInString(text)
			if once == 'u' {
				text = string(unicode.ToUpper(r)) + text[n:]
			} else {
				text = string(unicode.ToLower(r)) + text[n:]
			}
			once = 'E'
		}
		b.WriteString(text)
	}
	for i := 0; i < len(t.text); i++ {
		c := t.text[i]
		if c == '&' {
			put(string(src[m[0]:m[1]]))
			continue
		}
		if c != '\\' || i+1 == len(t.text) {
			put(string(c))
			continue
		}
		i++
		switch c := t.text[i]; {
		case '0' <= c && c <= '9':
			if g := 2 * int(c-'0'); g+1 < len(m) && m[g] >= 0 {
				put(string(src[m[g]:m[g+1]]))
			}
		case strings.IndexByte("LUE", c) >= 0:
			all, once = c, 'E'
		case c == 'l' || c == 'u':
			once = c
		case strings.IndexByte("abfnrtv", c) >= 0:
			at := strings.IndexByte("abfnrtv", c)
			put("\a\b\f\n\r\t\v"[at : at+1])
		default:
			put(string(c))
		}
	}
}
