package sed

import (
	"slices"
	"strconv"
	"strings"
)

// named parses what follows the addresses. It has a case for each command.
func (p *parser) named(cm *cmd, c int) {
	if c == eof || c == '\n' || c == ';' {
		p.fail("missing command")
	}
	cm.name, cm.n = byte(c), -1
	if p.posix && strings.IndexByte("eFQRTvWz", byte(c)) >= 0 {
		p.fail("unknown command: `%c'", rune(c))
	}
	if p.posix && cm.a2 != nil && strings.IndexByte("ai=rl", byte(c)) >= 0 {
		p.fail("command only uses one address")
	}
	switch c {
	case '#':
		p.comment(cm)
		return
	case '{':
		if len(p.blocks) >= maxBlocks {
			p.fail("too many {'s")
		}
		p.blocks = append(p.blocks, len(p.script.cmds))
	case '}':
		p.closeBlock(cm)
		return
	case 'e':
		p.sandboxed()
		p.fail("the e command is not supported")
	case 'a', 'i', 'c':
		p.text(cm, c)
	case ':':
		if cm.a1 != nil {
			p.fail(": doesn't want any addresses")
		}
		label := p.labelName()
		if label == "" {
			p.fail("\":\" lacks a label")
		}
		p.labels[label] = len(p.script.cmds)
		return
	case 'b', 't', 'T':
		cm.label = p.labelName()
	case 'v':
		p.version()
		return
	case 'q', 'Q', 'l':
		if c != 'l' && cm.a2 != nil {
			p.fail("command only uses one address")
		}
		if c = p.nonblank(); isDigit(c) && !p.posix {
			cm.n = p.integer(c)
		} else {
			p.back(c)
		}
		p.end()
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'z', 'x':
		p.end()
	case 'r', 'R', 'w', 'W':
		p.filename(cm)
	case 's':
		p.substitute(cm)
	case 'y':
		p.transliterate(cm)
	default:
		p.fail("unknown command: `%c'", rune(c))
	}
	p.add(*cm)
}

func (p *parser) comment(cm *cmd) {
	if cm.a1 != nil {
		p.fail("comments don't accept any addresses")
	}
	start := p.at
	c := p.next()
	for c != eof && c != '\n' {
		c = p.next()
	}
	// GNU sed takes any comment that begins so for the #n of POSIX.
	if p.number == 0 && start == 1 && strings.HasPrefix(p.pieces[0].text[start:], "n") {
		p.script.quiet = true
	}
}

func (p *parser) closeBlock(cm *cmd) {
	if len(p.blocks) == 0 {
		p.fail("unexpected `}'")
	}
	if cm.a1 != nil {
		p.fail("`}' doesn't want any addresses")
	}
	p.end()
	open := p.blocks[len(p.blocks)-1]
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.script.cmds[open].target = len(p.script.cmds)
}

// labelName reads a label, which ends at a blank, a semicolon or a brace. As in
// GNU sed the next command may follow at once.
func (p *parser) labelName() string {
	c := p.nonblank()
	var b []byte
	for c != eof && !isSpace(c) && c != ';' && c != '}' {
		b = append(b, byte(c))
		c = p.next()
	}
	p.back(c)
	return string(b)
}

// version is v, which fails for a version of GNU sed later than 4.9.
func (p *parser) version() {
	want := []int{0, 0, 0}
	if label := p.labelName(); label != "" {
		for i, part := range strings.Split(label, ".") {
			n, err := strconv.Atoi(part)
			if err != nil && part != "" || i >= len(want) {
				p.fail("expected newer version of sed")
			}
			want[min(i, len(want)-1)] = n
		}
	}
	if slices.Compare(want, []int{4, 9, 0}) > 0 {
		p.fail("expected newer version of sed")
	}
}

// text reads the text of a, i and c: behind a backslash and a newline, or, as
// GNU sed has it, in the same line.
func (p *parser) text(cm *cmd, name int) {
	c := p.nonblank()
	if c == eof {
		p.fail("expected \\ after `a', `c' or `i'")
	}
	if c == '\\' {
		start := p.at
		if c = p.nonblank(); c == eof {
			return // no text at all
		} else if c != '\n' {
			p.at = start // the blanks are part of the text
		}
	} else {
		if p.posix {
			p.fail("expected \\ after `a', `c' or `i'")
		}
		p.back(c)
	}
	var b []byte
	for c = p.next(); c != eof && c != '\n'; c = p.next() {
		if c != '\\' {
			b = append(b, byte(c))
			continue
		}
		if c = p.next(); c == eof {
			break
		}
		if v, n, ok := escape(p.pieces[p.number].text[p.at-1:]); ok {
			b = append(b, v)
			p.at += n - 1
			continue
		}
		b = append(b, byte(c))
	}
	cm.text = append(b, '\n')
}

// sandboxed refuses what reaches beyond the input and the output.
func (p *parser) sandboxed() {
	if p.sandbox {
		p.fail("e/r/w commands disabled in sandbox mode")
	}
}

func (p *parser) filename(cm *cmd) {
	p.sandboxed()
	c := p.nonblank()
	var b []byte
	for c != eof && c != '\n' {
		b = append(b, byte(c))
		c = p.next()
	}
	if len(b) == 0 {
		p.fail("missing filename in r/R/w/W commands")
	}
	cm.file = string(b)
	if cm.name == 'w' || cm.name == 'W' {
		cm.out = p.output(cm.file)
	}
}

func (p *parser) output(name string) *output {
	out, err := p.open(name)
	if err != nil {
		panic(openError{err})
	}
	return out
}
