package sed

import "strings"

// named parses what follows the addresses. It has a case for each command.
func (p *parser) named(cm *cmd, c int) {
	if c == eof || c == '\n' || c == ';' {
		p.fail("missing command")
	}
	cm.name, cm.n = byte(c), -1
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
		p.fail("the e command is not supported")
	case 'a', 'i', 'c':
		p.text(cm, c)
	case ':':
		if cm.a1 != nil {
			p.fail(": doesn't want any addresses")
		}
		label := p.labelName(true)
		if label == "" {
			p.fail("\":\" lacks a label")
		}
		p.labels[label] = len(p.script.cmds)
		return
	case 'b', 't', 'T':
		cm.label = p.labelName(false)
	case 'q', 'Q', 'l', 'L':
		if c != 'l' && cm.a2 != nil {
			p.fail("command only uses one address")
		}
		if c = p.nonblank(); isDigit(c) {
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
	if p.number == 0 && start == 1 && strings.TrimSuffix(p.pieces[0].text[start:p.at], "\n") == "n" {
		p.script.quiet = true
	}
}

func (p *parser) closeBlock(cm *cmd) {
	if len(p.blocks) == 0 {
		p.fail("unexpected `}'")
	}
	if cm.a1 != nil {
		p.fail("} doesn't want any addresses")
	}
	p.end()
	open := p.blocks[len(p.blocks)-1]
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.script.cmds[open].target = len(p.script.cmds)
}

// labelName reads a label: up to a blank or a semicolon, that of a
// jump also up to a brace.
func (p *parser) labelName(define bool) string {
	c := p.nonblank()
	var b []byte
	for c != eof && !isSpace(c) && c != ';' && (define || c != '}') {
		b = append(b, byte(c))
		c = p.next()
	}
	if c != eof && c != ';' && c != '\n' {
		p.back(c)
		p.end()
	}
	return string(b)
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
		if i := strings.IndexByte("afnrtv", byte(c)); i >= 0 && !p.posix {
			b = append(b, "\a\f\n\r\t\v"[i])
			continue
		}
		b = append(b, byte(c))
	}
	cm.text = append(b, '\n')
}

func (p *parser) filename(cm *cmd) {
	if p.sandbox {
		p.fail("e/r/w commands disabled in sandbox mode")
	}
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
