package sed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/regex"
)

// A piece of a script is the argument of -e or the content of a file of -f.
type piece struct {
	text string
	file string // empty for -e
}

// A scriptError is a message with the place, as GNU sed words both.
type scriptError struct {
	text   string
	status int
}

func (e *scriptError) Error() string { return e.text }

// Limits of a script.
const (
	maxScript = 4 << 20
	maxBlocks = 1000
)

const eof = -1

type parser struct {
	pieces   []piece
	number   int // of the current piece
	at       int
	exprs    int // how many pieces of -e there were up to this one
	line     int
	extended bool
	posix    bool
	sandbox  bool
	bytes    bool // each byte is a character
	open     func(name string) (*output, error)
	ended    func() bool // that nobody waits for what is done

	script script
	blocks []int
	labels map[string]int
}

// parse reads a script. The errors are *scriptError, but for those of open.
func (p *parser) parse() (s *script, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *scriptError:
			s, err = nil, e
		case openError:
			s, err = nil, e.err
		default:
			panic(e)
		}
	}()
	p.labels = map[string]int{}
	for p.number = range p.pieces {
		p.at, p.line = 0, 1
		if p.pieces[p.number].file == "" {
			p.exprs++
		}
		for p.command() {
		}
	}
	if len(p.blocks) > 0 {
		p.at = 0
		p.exprs = 1
		p.fail("unmatched `{'")
	}
	for i := range slices.Backward(p.script.cmds) { // the last jump is the first one checked
		if c := &p.script.cmds[i]; strings.IndexByte("btT", c.name) >= 0 {
			c.target = len(p.script.cmds)
			if c.label != "" {
				target, ok := p.labels[c.label]
				if !ok {
					panic(&scriptError{"can't find label for jump to `" + c.label + "'", 4})
				}
				c.target = target
			}
		}
	}
	p.script.exprs = p.exprs
	return &p.script, nil
}

type openError struct{ err error }

func (p *parser) fail(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if f := p.pieces[p.number].file; f != "" {
		panic(&scriptError{fmt.Sprintf("file %s line %d: %s", f, p.line, text), 1})
	}
	panic(&scriptError{fmt.Sprintf("-e expression #%d, char %d: %s", p.exprs, p.at, text), 1})
}

func (p *parser) next() int {
	text := p.pieces[p.number].text
	if p.at >= len(text) {
		return eof
	}
	p.at++
	if text[p.at-1] == '\n' {
		p.line++
	}
	return int(text[p.at-1])
}

// rest is what next has not returned yet.
func (p *parser) rest() string { return p.pieces[p.number].text[p.at:] }

// back gives back what next returned.
func (p *parser) back(c int) {
	if c == eof {
		return
	}
	if p.at--; c == '\n' {
		p.line--
	}
}

func isSpace(c int) bool { return c == ' ' || '\t' <= c && c <= '\r' }
func isBlank(c int) bool { return c == ' ' || c == '\t' }
func isDigit(c int) bool { return '0' <= c && c <= '9' }

func (p *parser) nonblank() int {
	c := p.next()
	for isBlank(c) {
		c = p.next()
	}
	return c
}

func (p *parser) integer(c int) int {
	n := 0
	for ; isDigit(c); c = p.next() {
		n = min(n*10+c-'0', 1<<40)
	}
	p.back(c)
	return n
}

// command parses one command; false at the end of the piece.
func (p *parser) command() bool {
	c := p.next()
	for c == ';' || isSpace(c) {
		c = p.next()
	}
	if c == eof {
		return false
	}
	var cm cmd
	if cm.a1 = p.address(c); cm.a1 != nil {
		if cm.a1.kind == onMore || cm.a1.kind == onMultiple {
			p.fail("invalid usage of +N or ~N as first address")
		}
		if c = p.nonblank(); c == ',' {
			if cm.a2 = p.address(p.nonblank()); cm.a2 == nil {
				p.fail("unexpected `,'")
			}
			c = p.nonblank()
		}
		if cm.a1.kind == onLine && cm.a1.n == 0 {
			cm.first = cm.a2 == nil && c == 'r'
			if !cm.first && (cm.a2 == nil || cm.a2.kind != onRegex) || p.posix {
				p.fail("invalid usage of line address 0")
			}
			cm.active = !cm.first
		}
	}
	if c == '!' {
		cm.not = true
		if c = p.nonblank(); c == '!' {
			p.fail("multiple `!'s")
		}
	}
	p.named(&cm, c)
	return true
}

// address parses an address that begins with c, or returns nil.
func (p *parser) address(c int) *address {
	switch {
	case c == '/' || c == '\\':
		if c == '\\' {
			c = p.next()
		}
		src, ok := p.delimited(c, true)
		if !ok {
			p.fail("unterminated address regex")
		}
		var flags regex.Flags
		for {
			switch c = p.nonblank(); {
			case c == 'I' && !p.posix:
				flags |= regex.NoCase
			case c == 'M' && !p.posix:
				flags |= regex.Newline
			default:
				p.back(c)
				return &address{kind: onRegex, re: p.compile(src, flags)}
			}
		}
	case isDigit(c):
		a := &address{n: p.integer(c)}
		if c = p.nonblank(); c != '~' || p.posix {
			p.back(c)
		} else if a.step = p.integer(p.nonblank()); a.step > 0 {
			a.kind = onStep
		}
		return a
	case (c == '+' || c == '~') && !p.posix:
		a := &address{kind: onMore}
		if c == '~' {
			a.kind = onMultiple
		}
		a.n = p.integer(p.nonblank())
		return a
	case c == '$':
		return &address{kind: onLast}
	}
	return nil
}

// compile makes a regular expression; an empty one is the last one used.
func (p *parser) compile(src string, flags regex.Flags) *regex.Finder {
	if src == "" {
		if flags != 0 {
			p.fail("cannot specify modifiers on empty regexp")
		}
		return nil
	}
	if p.extended {
		flags |= regex.Extended
	}
	if p.bytes {
		flags |= regex.Bytes
	}
	if unbalanced(src, p.extended) {
		p.fail("Unmatched ) or \\)")
	}
	if p.posix {
		src = withoutExtensions(src, p.extended)
	}
	re, err := regex.Compile(escapes(src), flags)
	if err != nil {
		p.fail("%v", err)
	}
	return re.Until(p.ended).Finder()
}

// delimited reads up to an unescaped delimiter. In a regular expression \n is a
// newline.
func (p *parser) delimited(delim int, expr bool) (string, bool) {
	if delim == eof || delim == '\n' || delim == '\\' {
		return "", false
	}
	var b []byte
	for {
		c := p.next()
		if expr && c == '[' && delim != '[' {
			b = p.set(b)
			continue
		}
		switch c {
		case eof:
			return "", false
		case '\n':
			p.back(c)
			return "", false
		case delim:
			return string(b), true
		case '\\':
			switch c = p.next(); {
			case c == eof:
				return "", false
			case c == delim && (expr || c != '&'):
				// The delimiter is what it is elsewhere: in s.a\.b.x. any character.
			case c == 'n' && expr:
				b = append(b, '\\')
			case c != '\n' || !expr:
				b = append(b, '\\')
			}
		}
		b = append(b, byte(c))
	}
}

// set reads a bracket expression behind its bracket: the delimiter is one of its
// characters.
func (p *parser) set(b []byte) []byte {
	text := p.pieces[p.number].text
	i := p.at
	if i < len(text) && text[i] == '^' {
		i++
	}
	if i < len(text) && text[i] == ']' {
		i++
	}
	for ; i < len(text) && text[i] != ']' && text[i] != '\n'; i++ {
		if text[i] == '[' && i+1 < len(text) && strings.IndexByte(":.=", text[i+1]) >= 0 {
			end := strings.Index(text[i+2:], text[i+1:i+2]+"]")
			if end < 0 {
				i = len(text) // nothing ends the expression
				break
			}
			i += end + 3
		}
	}
	if i < len(text) && text[i] == ']' {
		i++
	}
	b = append(append(b, '['), text[p.at:i]...)
	p.at = i
	return b
}

// end is where a command has to end.
func (p *parser) end() {
	c := p.nonblank()
	if c == '}' || c == '#' {
		p.back(c)
	} else if c != eof && c != '\n' && c != ';' {
		p.fail("extra characters after command")
	}
}

func (p *parser) add(c cmd) {
	p.script.cmds = append(p.script.cmds, c)
}
