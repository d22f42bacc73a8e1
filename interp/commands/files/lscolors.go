package files

import (
	"io/fs"
	"strings"
)

// lsColors are the colours of LS_COLORS (dir_colors(5)).
type lsColors struct {
	codes    map[string]string
	suffixes []colorSuffix
	// started tells that something was coloured, so that it has to be undone.
	started bool
}

type colorSuffix struct{ end, code string }

// maxColors bounds LS_COLORS, in bytes.
const maxColors = 1 << 16

// knownTerminals are those that have colours where LS_COLORS says nothing.
var knownTerminals = strings.Fields("*color* *direct* [Ee]term alacritty ansi con[0-9]*x[0-9]* cons25 console cygwin dtterm gnome hurd jfbterm konsole kterm linux linux-c mlterm putty rxvt* screen* st terminator tmux* vt100 xterm*")

// colors reads the environment; nil is for none.
func (l *lister) readColors() *lsColors {
	c := &lsColors{codes: map[string]string{
		"lc": "\x1b[", "rc": "m", "rs": "0", "di": "01;34", "ln": "01;36", "pi": "33", "so": "01;35", "bd": "01;33", "cd": "01;33", "ex": "01;32", "do": "01;35",
		"su": "37;41", "sg": "30;43", "st": "37;44", "ow": "34;42", "tw": "30;42", "cl": "\x1b[K",
	}}
	text, _ := l.in.Getenv("LS_COLORS")
	if text == "" {
		if set, _ := l.in.Getenv("COLORTERM"); set != "" {
			return c
		}
		term, _ := l.in.Getenv("TERM")
		for _, p := range knownTerminals {
			if glob(p, term, 0) {
				return c
			}
		}
		return nil
	}
	prefix, ok := "", len(text) <= maxColors
	for ok && text != "" {
		if text[0] == ':' {
			text = text[1:]
			continue
		}
		prefix, text, ok = c.entry(text)
	}
	if !ok {
		if prefix != "" {
			l.in.Warn("unrecognized prefix: %s", l.in.Quote(prefix))
		}
		l.in.Warn("unparsable value for LS_COLORS environment variable")
		return nil
	}
	return c
}

// colorKinds are the words of LS_COLORS.
const colorKinds = " lc rc ec rs no fi di ln pi so bd cd mi or ex do su sg st ow tw ca mh cl "

// entry reads one entry; prefix is a word that there is not.
func (c *lsColors) entry(text string) (prefix, rest string, ok bool) {
	if text[0] == '*' {
		end, rest, ok := funky(text[1:], '=')
		if !ok || !strings.HasPrefix(rest, "=") {
			return "", "", false
		}
		code, rest, ok := funky(rest[1:], ':')
		c.suffixes = append(c.suffixes, colorSuffix{strings.ToLower(end), code})
		return "", rest, ok
	}
	if len(text) < 3 || text[2] != '=' {
		return "", "", false
	}
	kind := text[:2]
	code, rest, ok := funky(text[3:], ':')
	if !strings.Contains(colorKinds, " "+kind+" ") {
		return kind, "", false
	}
	if !ok {
		return kind, "", false
	}
	c.codes[kind] = code
	return "", rest, true
}

// funky reads text up to a colon or end, with its escapes.
func funky(text string, end byte) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == ':' || ch == end && end == '=':
			return b.String(), text[i:], true
		case ch == '^' && i+1 < len(text):
			i++
			switch {
			case '@' <= text[i] && text[i] <= '~':
				b.WriteByte(text[i] & 0o37)
			case text[i] == '?':
				b.WriteByte(0x7f)
				i-- // the tool takes it twice
			default:
				return "", "", false
			}
		case ch == '\\' && i+1 < len(text):
			i++
			i = escapeAt(&b, text, i)
		case ch == '^' || ch == '\\':
			return "", "", false
		default:
			b.WriteByte(ch)
		}
	}
	return b.String(), "", true
}

// escapeAt writes what a backslash and the character at i stand for, and returns
// where it ends.
func escapeAt(b *strings.Builder, text string, i int) int {
	base, most := byte(8), 3
	switch at := strings.IndexByte("abefnrtv?_", text[i]); {
	case at >= 0:
		b.WriteByte("\a\b\x1b\f\n\r\t\v\x7f "[at])
		return i
	case text[i] == 'x' || text[i] == 'X':
		base, most = 16, 2
		i++
	case text[i] < '0' || text[i] > '7':
		b.WriteByte(text[i])
		return i
	}
	value := byte(0)
	for n := 0; n < most && i < len(text); n++ {
		digit := strings.IndexByte("0123456789abcdef", text[i]|0x20)
		if text[i] < 'A' {
			digit = strings.IndexByte("0123456789", text[i])
		}
		if digit < 0 || digit >= int(base) {
			break
		}
		value = value*base + byte(digit)
		i++
	}
	b.WriteByte(value)
	return i - 1
}

// has tells whether a kind has a colour.
func (c *lsColors) has(kind string) bool {
	code := c.codes[kind]
	return code != "" && code != "0" && code != "00"
}

// reset ends a colour, default_ leaves even the normal one.
func (c *lsColors) reset() string {
	if code, ok := c.codes["ec"]; ok {
		return code
	}
	return c.codes["lc"] + c.codes["rs"] + c.codes["rc"]
}

func (c *lsColors) plain() string { return c.codes["lc"] + c.codes["rc"] }

// begin is what precedes a colour: the first one undoes what was before.
func (c *lsColors) begin(code string) string {
	text := c.codes["lc"] + code + c.codes["rc"]
	if !c.started {
		c.started = true
		text = c.reset() + text
	}
	return text
}

// normal begins a line.
func (c *lsColors) normal() string {
	if c == nil || !c.has("no") {
		return ""
	}
	return c.begin(c.codes["no"])
}

// paint is a name in its colour. start is the column that it begins in, for a
// terminal of so many columns.
func (c *lsColors) paint(it *item, target bool, name, shown string, start, columns int) string {
	if c == nil {
		return shown
	}
	code, ok := c.code(it, target, name)
	if !ok && !c.has("no") {
		return shown
	}
	text := shown
	if ok {
		// A name that needs no quotes has its blank before the colour.
		blank := shown[:len(shown)-len(strings.TrimPrefix(shown, " "))]
		if strings.HasPrefix(name, " ") {
			blank = ""
		}
		text = c.begin(code) + shown[len(blank):]
		if c.has("no") {
			text = c.plain() + text
		}
		text = blank + text
	}
	text += c.reset()
	if n := len(shown); columns > 0 && n > 0 && start/columns != (start+n-1)/columns {
		text += c.codes["cl"]
	}
	return text
}

// code is the colour of a file, or of what a link leads to.
func (c *lsColors) code(it *item, target bool, name string) (code string, ok bool) {
	mode, known := it.mode, it.fi != nil || it.mode.Type() != 0
	link := it.mode&fs.ModeSymlink != 0
	if target || link && c.codes["ln"] == "target" && it.dest != nil {
		mode, known = 0, it.dest != nil && (!target || c.looksBehindLinks())
		if known {
			mode = it.dest.Mode()
		}
	}
	kind := "or"
	switch {
	case target && !known && c.has("mi"), !link && it.broken && it.fi == nil && c.has("mi"):
		kind = "mi"
	case !known && !it.mode.IsRegular():
	default:
		kind = c.kind(it, mode, target)
	}
	if kind == "ln" && it.broken && (c.codes["ln"] == "target" || c.has("or")) {
		kind = "or"
	}
	if kind == "fi" {
		lower := strings.ToLower(name)
		for i := len(c.suffixes) - 1; i >= 0; i-- {
			if s := c.suffixes[i]; strings.HasSuffix(lower, s.end) {
				return s.code, true
			}
		}
	}
	code, ok = c.codes[kind]
	return code, ok
}

// looksBehindLinks tells whether any colour depends on where links lead.
func (c *lsColors) looksBehindLinks() bool {
	return c.has("or") || c.has("mi") || c.has("ex") && c.codes["ln"] == "target"
}

// kind is the word of LS_COLORS for a mode.
func (c *lsColors) kind(it *item, mode fs.FileMode, target bool) string {
	first := func(kinds ...string) string {
		for _, k := range kinds {
			if k != "" && c.has(k) {
				return k
			}
		}
		return ""
	}
	when := func(is bool, kind string) string {
		if is {
			return kind
		}
		return ""
	}
	switch {
	case mode.IsRegular():
		many := !target && it.fi != nil && sys(it.fi).Nlink > 1
		if k := first(when(mode&fs.ModeSetuid != 0, "su"), when(mode&fs.ModeSetgid != 0, "sg"), when(mode&0o111 != 0, "ex"), when(many, "mh")); k != "" {
			return k
		}
		return "fi"
	case mode.IsDir():
		sticky, others := mode&fs.ModeSticky != 0, mode&0o2 != 0
		if k := first(when(sticky && others, "tw"), when(others, "ow"), when(sticky, "st")); k != "" {
			return k
		}
		return "di"
	case mode&fs.ModeSymlink != 0:
		return "ln"
	case mode&fs.ModeNamedPipe != 0:
		return "pi"
	case mode&fs.ModeSocket != 0:
		return "so"
	case mode&fs.ModeCharDevice != 0:
		return "cd"
	case mode&fs.ModeDevice != 0:
		return "bd"
	}
	return "or"
}
