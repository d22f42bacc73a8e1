package perl

import (
	"strings"
	"unicode/utf8"
)

const badVerb = "(*VERB) not recognized or malformed"

// startVerbs reads the settings at the beginning of a pattern, like (*UCP).
func (p *parser) startVerbs() error {
	for strings.HasPrefix(p.src[p.at:], "(*") {
		name, _, ok := strings.Cut(p.rest()[2:], ")")
		if !ok {
			return nil
		}
		switch key, value, number := strings.Cut(name, "="); {
		case number:
			if key != "LIMIT_MATCH" && key != "LIMIT_DEPTH" && key != "LIMIT_HEAP" && key != "LIMIT_RECURSION" {
				return nil
			}
			if !digits(value) {
				return fail(badVerb)
			}
			if key == "LIMIT_MATCH" {
				p.limit = max(count(value), 1)
			}
		case name == "UCP":
			p.ucp = true
		case name == "NO_START_OPT":
			p.noStart = true
		case name == "NOTEMPTY":
			p.notEmpty = true
		case name == "NOTEMPTY_ATSTART":
			p.notEmptyAtStart = true
		case name == "BSR_ANYCRLF":
			p.crlf = true
		case name == "BSR_UNICODE":
			p.crlf = false
		case name == "UTF", name == "UTF8", name == "LF", name == "NO_AUTO_POSSESS", name == "NO_DOTSTAR_ANCHOR", name == "NO_JIT":
		case name == "CR", name == "CRLF", name == "ANY", name == "ANYCRLF", name == "NUL":
			// Lines end with a newline whatever the pattern says.
		default:
			return nil
		}
		p.at += len(name) + 3
	}
	return nil
}

// star reads (*...): a backtracking verb, or the long name of a group.
func (p *parser) star() (*node, bool, error) {
	rest := p.rest()[2:]
	if rest != "" && 'a' <= rest[0] && rest[0] <= 'z' {
		return p.spelled(rest)
	}
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return nil, false, fail(badVerb)
	}
	name, arg, has := strings.Cut(rest[:end], ":")
	p.at += end + 3
	n := &node{kind: nVerb, name: arg}
	switch name {
	case "ACCEPT":
		n.verb = verbAccept
	case "F", "FAIL":
		n.verb = verbFail
	case "COMMIT":
		n.verb = verbCommit
	case "PRUNE":
		n.verb = verbPrune
	case "SKIP":
		n.verb = verbSkip
	case "THEN":
		n.verb = verbThen
	case "MARK", "":
		if n.verb = verbMark; arg == "" && (has || name != "") {
			return nil, false, fail("(*MARK) must have an argument")
		} else if !has {
			return nil, false, fail(badVerb)
		}
	default:
		return nil, false, fail(badVerb)
	}
	if len(arg) > 255 {
		return nil, false, fail("name is too long in (*MARK), (*PRUNE), (*SKIP), or (*THEN)")
	}
	return n, n.verb == verbAccept, nil
}

// spelled reads (*pla:...) and its like.
func (p *parser) spelled(rest string) (*node, bool, error) {
	i := strings.IndexAny(rest, ":)")
	if i < 0 || rest[i] != ':' {
		return nil, false, fail("(*alpha_assertion) not recognized")
	}
	name := rest[:i]
	p.at += 2 + i + 1
	switch name {
	case "pla", "positive_lookahead":
		return p.look(&node{kind: nLook})
	case "nla", "negative_lookahead":
		return p.look(&node{kind: nLook, not: true})
	case "plb", "positive_lookbehind":
		return p.look(&node{kind: nLook, behind: true})
	case "nlb", "negative_lookbehind":
		return p.look(&node{kind: nLook, behind: true, not: true})
	case "napla", "non_atomic_positive_lookahead":
		return p.look(&node{kind: nLook, free: true})
	case "naplb", "non_atomic_positive_lookbehind":
		return p.look(&node{kind: nLook, behind: true, free: true})
	case "atomic":
		return p.group(&node{kind: nAtomic})
	case "sr", "script_run", "asr", "atomic_script_run":
		return nil, false, fail("script runs are not supported")
	}
	return nil, false, fail("(*alpha_assertion) not recognized")
}

// checkUTF8 says what is wrong with the first byte that is no UTF-8.
func checkUTF8(s string) error {
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		if r != utf8.RuneError || w > 1 {
			i += w
			continue
		}
		c := s[i]
		need := 0
		switch {
		case c < 0xC0:
			return fail("UTF-8 error: isolated byte with 0x80 bit set")
		case c >= 0xFE:
			return fail("UTF-8 error: illegal byte (0xfe or 0xff)")
		case c < 0xE0:
			need = 1
		case c < 0xF0:
			need = 2
		case c < 0xF8:
			need = 3
		case c < 0xFC:
			need = 4
		default:
			need = 5
		}
		return fail("UTF-8 error: " + wrongBytes(s[i:], need))
	}
	return nil
}

// wrongBytes says what is wrong with a character of some more bytes.
func wrongBytes(s string, need int) string {
	if missing := need - (len(s) - 1); missing > 0 {
		if missing == 1 {
			return "1 byte missing at end"
		}
		return string(rune('0'+missing)) + " bytes missing at end"
	}
	if s[1]&0xC0 != 0x80 {
		return "byte 2 top bits not 0x80"
	}
	c, d := s[0], s[1]
	switch {
	case c == 0xC0 || c == 0xC1:
		return "overlong 2-byte sequence"
	case need >= 2 && s[2]&0xC0 != 0x80:
		return "byte 3 top bits not 0x80"
	case c == 0xE0 && d < 0xA0:
		return "overlong 3-byte sequence"
	case c == 0xED && d >= 0xA0:
		return "code points 0xd800-0xdfff are not defined"
	case need >= 3 && s[3]&0xC0 != 0x80:
		return "byte 4 top bits not 0x80"
	case c == 0xF0 && d < 0x90:
		return "overlong 4-byte sequence"
	case c == 0xF4 && d >= 0x90 || c > 0xF4 && c < 0xF8:
		return "code points greater than 0x10ffff are not defined"
	case need >= 4 && s[4]&0xC0 != 0x80:
		return "byte 5 top bits not 0x80"
	case c == 0xF8 && d < 0x88:
		return "overlong 5-byte sequence"
	case need == 4:
		return "5-byte character is not allowed (RFC 3629)"
	case s[5]&0xC0 != 0x80:
		return "byte 6 top bits not 0x80"
	case c == 0xFC && d < 0x84:
		return "overlong 6-byte sequence"
	}
	return "6-byte character is not allowed (RFC 3629)"
}
