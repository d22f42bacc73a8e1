package arith

import "strings"

// A token is a character for the operators of one, or one of these.
type token int

const (
	tokEnd token = 0
	tokNum token = 256 + iota
	tokName
	tokEqEq
	tokNotEq
	tokLessEq
	tokGreaterEq
	tokAnd
	tokOr
	tokShiftLeft
	tokShiftRight
	tokAssign // an operator and =
	tokCond
	tokPower
	tokPreInc
	tokPreDec
	tokPostInc
	tokPostDec
)

// lexState is what a look at the next token saves and restores. The names
// follow what bash keeps, because its messages show them.
type lexState struct {
	at    int   // next byte to read
	start int   // where the last token began, -1 before the first
	cur   token // the present token
	last  token // the one before
	op    token // the operator of a tokAssign
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isName(c byte) bool { return isNameStart(c) || isDigit(c) }

func isNumber(c byte) bool { return isName(c) || c == '#' || c == '@' }

// isOperator tells whether bash takes a token for an operator when it decides
// between "operand expected" and "invalid arithmetic operator".
func isOperator(t token) bool {
	return t > tokName || t > 0 && t < 256 && strings.IndexByte("=><+-*/%!()&|^~?:,", byte(t)) >= 0
}

func (c *compiler) byteAt(i int) byte {
	if i < len(c.src) {
		return c.src[i]
	}
	return 0
}

// next reads a token. While c.look is set, names are read but not loaded.
func (c *compiler) next() {
	if c.failed {
		c.cur = tokEnd
		return
	}
	i := c.at
	for i < len(c.src) && isSpace(c.src[i]) {
		i++
	}
	if i >= len(c.src) || c.src[i] == 0 {
		c.at, c.last, c.cur = i, c.cur, tokEnd
		return
	}
	c.start, c.at = i, i
	switch b := c.src[i]; {
	case isNameStart(b):
		c.name()
	case isDigit(b):
		for i < len(c.src) && isNumber(c.src[i]) {
			i++
		}
		c.at, c.hole = i, false
		if c.num = c.number(c.src[c.start:i], i); !c.failed {
			c.last, c.cur = c.cur, tokNum
		}
	case b == Hole && c.filling:
		c.at, c.num, c.hole = i+1, 1, true
		c.last, c.cur = c.cur, tokNum
	default:
		c.operator(b)
	}
}

// name reads a name, with its subscript, and emits what loads it unless a
// plain assignment follows.
func (c *compiler) name() {
	i := c.at
	for i < len(c.src) && isName(c.src[i]) {
		i++
	}
	name, sub, hasSub := c.src[c.at:i], "", false
	if c.byteAt(i) == '[' {
		n := skipSubscript(c.src[i:])
		if n < 0 {
			c.fail("bad array subscript", c.start)
			return
		}
		sub, hasSub = c.src[i+1:i+n], true
		i += n + 1
	}
	c.at = i
	if c.look {
		c.last, c.cur = c.cur, tokName
		return
	}
	peek := c.peek()
	if c.failed {
		return
	}
	pre := c.last == tokPreInc || c.last == tokPreDec
	c.lhs = lvalue{name: name, at: c.start}
	if hasSub {
		c.lhs.sub = c.subscript(sub)
	}
	switch {
	case c.cur == tokNum || c.cur == tokName || c.cur == ')':
		// An operator should be here. bash reads the variable, finishes what
		// stands before it, and then complains.
		if peek != '=' {
			c.load(false)
			c.emit(instr{op: opPop}, -1)
		}
	case pre || peek != '=':
		c.load(pre || peek == tokAssign || peek == tokPostInc || peek == tokPostDec)
	default:
		c.emit(instr{op: opConst}, 1)
	}
	c.last, c.cur = c.cur, tokName
}

// peek returns what follows a name without taking it. bash looks behind each
// name, also behind those that it finds so, and reports what is wrong there
// first.
func (c *compiler) peek() token {
	saved := c.lexState
	c.cur, c.look = tokName, true
	c.next()
	kind := c.cur
	for c.cur == tokName {
		c.next()
	}
	c.look = false
	if !c.failed {
		c.lexState = saved
	}
	return kind
}

// skipSubscript returns where the bracket that closes s[0] stands, -1 if
// nowhere. Quotes and nested brackets hide it.
func skipSubscript(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '\'', '"', '`':
			n := strings.IndexByte(s[i+1:], s[i])
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
}

// number converts a constant: decimal, octal, hexadecimal or base#digits. end
// is where it ends; bash's messages show the expression only up to there.
func (c *compiler) number(s string, end int) int64 {
	base, found := int64(10), false
	if s[0] == '0' {
		if len(s) == 1 {
			return 0
		}
		base, found, s = 8, true, s[1:]
		if s[0] == 'x' || s[0] == 'X' {
			base, s = 16, s[1:]
		}
	}
	var val int64
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == '#' {
			switch {
			case found:
				c.failUpTo("invalid number", end)
			case val < 2 || val > 64:
				c.failUpTo("invalid arithmetic base", end)
			case i+1 >= len(s) || s[i+1] == '#':
				c.failUpTo("invalid integer constant", end)
			}
			base, val, found = val, 0, true
			continue
		}
		d := digit(b, base)
		if d >= base {
			c.failUpTo("value too great for base", end)
		}
		if c.failed {
			return 0
		}
		val = val*base + d
	}
	return val
}

func digit(b byte, base int64) int64 {
	switch {
	case isDigit(b):
		return int64(b - '0')
	case b >= 'a' && b <= 'z':
		return int64(b-'a') + 10
	case b == '@':
		return 62
	case b == '_':
		return 63
	case base <= 36:
		return int64(b-'A') + 10
	}
	return int64(b-'A') + 36
}

// operator reads an operator that begins with b.
func (c *compiler) operator(b byte) {
	b1 := c.byteAt(c.at + 1)
	t, n := token(b), 1
	double := func(kind token) {
		t, n = kind, 2
		if (b == '<' || b == '>') && c.byteAt(c.at+2) == '=' {
			t, n, c.op = tokAssign, 3, kind
		}
	}
	switch {
	case b == '=' && b1 == '=':
		t, n = tokEqEq, 2
	case b == '!' && b1 == '=':
		t, n = tokNotEq, 2
	case b == '>' && b1 == '=':
		t, n = tokGreaterEq, 2
	case b == '<' && b1 == '=':
		t, n = tokLessEq, 2
	case b == '<' && b1 == '<':
		double(tokShiftLeft)
	case b == '>' && b1 == '>':
		double(tokShiftRight)
	case b == '&' && b1 == '&':
		t, n = tokAnd, 2
	case b == '|' && b1 == '|':
		t, n = tokOr, 2
	case b == '*' && b1 == '*':
		t, n = tokPower, 2
	case (b == '-' || b == '+') && b1 == b:
		t, n = c.twice(b)
	case b1 == '=' && strings.IndexByte("*/%+-&^|", b) >= 0:
		t, n, c.op = tokAssign, 2, token(b)
	case !isOperator(t):
		if c.cur == tokEnd || isOperator(c.cur) {
			c.fail("syntax error: operand expected", c.start)
		} else {
			c.fail("syntax error: invalid arithmetic operator", c.start)
		}
		return
	}
	if c.failed {
		return
	}
	c.last, c.cur = c.cur, t
	c.at += n
}

// twice decides what ++ or -- is: postfix after a name, prefix before one, and
// otherwise two signs.
func (c *compiler) twice(b byte) (token, int) {
	pre, post := tokPreInc, tokPostInc
	if b == '-' {
		pre, post = tokPreDec, tokPostDec
	}
	if c.cur == tokName {
		return post, 2
	}
	if c.cur == tokNum && (c.last == tokPreInc || c.last == tokPreDec) {
		c.fail(string([]byte{b, b})+": assignment requires lvalue", c.start)
		return tokEnd, 0
	}
	i := c.at + 2
	for isSpace(c.byteAt(i)) {
		i++
	}
	if isNameStart(c.byteAt(i)) {
		return pre, 2
	}
	return token(b), 1
}
