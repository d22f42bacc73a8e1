package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A trSet is a parsed SET of tr.
type trSet struct {
	items []trItem
	stars int // items that fill up: [c*]
}

type trItem struct {
	kind   trKind
	lo, hi byte
	class  string
	count  int
}

type trKind int

const (
	trRange trKind = iota
	trClass
	trEqual
	trRepeat
	trFill
)

var trClasses = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return c > ' ' && c < 0x7f },
	"lower":  func(c byte) bool { return 'a' <= c && c <= 'z' },
	"print":  func(c byte) bool { return c >= ' ' && c < 0x7f },
	"punct":  func(c byte) bool { return c > ' ' && c < 0x7f && !isAlpha(c) && !isDigit(c) },
	"space":  isSpace,
	"upper":  func(c byte) bool { return 'A' <= c && c <= 'Z' },
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= asciiLower(c) && asciiLower(c) <= 'f' },
}

func isAlpha(c byte) bool { return 'a' <= asciiLower(c) && asciiLower(c) <= 'z' }
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// trChars are the bytes of a SET after its escapes; those that were escaped have
// no meaning of their own.
type trChars struct {
	c       []byte
	escaped []bool
}

func (s *trChars) add(c byte, escaped bool) {
	s.c, s.escaped = append(s.c, c), append(s.escaped, escaped)
}

// is tells whether the byte at i is c with its meaning.
func (s *trChars) is(i int, c byte) bool { return i < len(s.c) && s.c[i] == c && !s.escaped[i] }

func unescapeSet(call *command.Call, text string) trChars {
	var s trChars
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' {
			s.add(c, false)
			continue
		}
		if i+1 == len(text) {
			call.Errorf("warning: an unescaped backslash at end of string is not portable")
			s.add(c, false)
			break
		}
		i++
		c = text[i]
		if at := strings.IndexByte("abfnrtv", c); at >= 0 {
			c = "\a\b\f\n\r\t\v"[at]
		} else if '0' <= c && c <= '7' {
			n, used := int(c-'0'), 1
			for used < 3 && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '7' {
				if n*8+int(text[i+1]-'0') > 255 {
					call.Errorf("warning: the ambiguous octal escape \\%s is being\n\tinterpreted as the 2-byte sequence \\0%s, %s",
						text[i-1:i+2], text[i-1:i+1], text[i+1:i+2])
					break
				}
				i++
				used++
				n = n*8 + int(text[i]-'0')
			}
			c = byte(n)
		}
		s.add(c, true)
	}
	return s
}

func parseSet(call *command.Call, text string) (*trSet, string) {
	s := unescapeSet(call, text)
	set := &trSet{}
	for i := 0; i < len(s.c); {
		item, used, problem := s.bracket(i)
		if problem != "" {
			return nil, problem
		}
		if used == 0 {
			item, used = trItem{kind: trRange, lo: s.c[i], hi: s.c[i]}, 1
			if s.is(i+1, '-') && i+2 < len(s.c) {
				item.hi, used = s.c[i+2], 3
				if item.hi < item.lo {
					return nil, fmt.Sprintf("range-endpoints of '%s-%s' are in reverse collating sequence order", visibleByte(item.lo), visibleByte(item.hi))
				}
			}
		}
		if item.kind == trFill {
			set.stars++
		}
		set.items = append(set.items, item)
		i += used
	}
	return set, ""
}

func visibleByte(c byte) string {
	if i := strings.IndexByte("\a\b\f\n\r\t\v", c); i >= 0 {
		return `\` + "abfnrtv"[i:i+1]
	}
	if c < ' ' || c >= 0x7f {
		return fmt.Sprintf("\\%03o", c)
	}
	return string(rune(c))
}

// bracket reads [:class:], [=c=] or [c*n] at i; used is 0 when it is none.
func (s *trChars) bracket(i int) (item trItem, used int, problem string) {
	if !s.is(i, '[') || i+2 >= len(s.c) {
		return item, 0, ""
	}
	for _, mark := range []byte{':', '='} {
		if !s.is(i+1, mark) {
			continue
		}
		end := i + 2
		for end < len(s.c) && !(s.is(end, mark) && s.is(end+1, ']')) {
			end++
		}
		if mark == '=' && s.is(i+2, '=') && s.is(i+3, '=') && s.is(i+4, ']') {
			end = i + 3
		}
		if end >= len(s.c) {
			continue
		}
		item, used, problem = bracketItem(mark, string(s.c[i+2:end]), end+2-i)
		// [:*] and its like are repeats, not classes with odd names.
		if problem == "" || !s.repeats(i) {
			return item, used, problem
		}
	}
	if s.is(i+2, '*') {
		return s.repeat(i)
	}
	return item, 0, ""
}

func bracketItem(mark byte, name string, used int) (trItem, int, string) {
	switch {
	case mark == ':' && name == "":
		return trItem{}, 0, "missing character class name '[::]'"
	case mark == '=' && name == "":
		return trItem{}, 0, "missing equivalence class character '[==]'"
	case mark == ':' && trClasses[name] == nil:
		return trItem{}, 0, "invalid character class " + command.Quote(name)
	case mark == '=' && len(name) > 1:
		return trItem{}, 0, name + ": equivalence class operand must be a single character"
	case mark == ':':
		return trItem{kind: trClass, class: name}, used, ""
	}
	return trItem{kind: trEqual, lo: name[0]}, used, ""
}

// repeats tells whether [c*n] stands at i.
func (s *trChars) repeats(i int) bool {
	if !s.is(i+2, '*') {
		return false
	}
	_, used, problem := s.repeat(i)
	return used > 0 && problem == ""
}

func (s *trChars) repeat(i int) (item trItem, used int, problem string) {
	end := i + 3
	for end < len(s.c) && !s.is(end, ']') {
		if s.escaped[end] {
			return item, 0, ""
		}
		end++
	}
	if end >= len(s.c) {
		return item, 0, ""
	}
	digits := string(s.c[i+3 : end])
	item = trItem{kind: trFill, lo: s.c[i+1]}
	if digits != "" {
		base := 10
		if digits[0] == '0' {
			base = 8
		}
		n, err := strconv.ParseUint(digits, base, 31)
		if err != nil {
			return item, 0, "invalid repeat count " + command.Quote(digits) + " in [c*n] construct"
		}
		if n > 0 {
			item.kind, item.count = trRepeat, int(n)
		}
	}
	return item, end + 1 - i, ""
}

// mostRepeats bounds what [c*n] is expanded to: beyond the number of all bytes
// nothing is looked at.
const mostRepeats = 512

// expand lists the bytes of the set; [c*] fills up to want.
func (t *trSet) expand(want int) []byte {
	var out []byte
	fixed := 0
	for pass := range 2 {
		out = out[:0]
		for _, it := range t.items {
			n := it.count
			if it.kind == trFill && pass == 1 {
				n = want - fixed
			}
			out = it.expand(out, min(n, mostRepeats))
		}
		fixed = len(out)
		if t.stars == 0 {
			break
		}
	}
	return out
}

func (it trItem) expand(out []byte, repeats int) []byte {
	switch it.kind {
	case trRange:
		for c := int(it.lo); c <= int(it.hi); c++ {
			out = append(out, byte(c))
		}
	case trClass:
		for c := range 256 {
			if trClasses[it.class](byte(c)) {
				out = append(out, byte(c))
			}
		}
	case trEqual:
		out = append(out, it.lo)
	case trRepeat, trFill:
		for range repeats {
			out = append(out, it.lo)
		}
	}
	return out
}

// check tells what tr refuses in the second set.
func (t *trSet) check(one *trSet, translating, complement bool) string {
	switch {
	case t.stars > 1:
		return "only one [c*] repeat construct may appear in string2"
	case !translating && t.stars > 0:
		return "the [c*] construct may appear in string2 only when translating"
	case !translating:
		return ""
	case slices.ContainsFunc(t.items, func(it trItem) bool { return it.kind == trEqual }):
		return "[=c=] expressions may not appear in string2 when translating"
	case slices.ContainsFunc(t.items, func(it trItem) bool { return it.kind == trClass && !it.caseClass() }):
		return "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'"
	case t.hasClass() && !complement && !t.aligned(one):
		return "misaligned [:upper:] and/or [:lower:] construct"
	}
	return ""
}

// length is how many bytes an item stands for.
func (it trItem) length() int { return len(it.expand(nil, min(it.count, mostRepeats))) }

// caseClass tells whether the item is [:lower:] or [:upper:].
func (it trItem) caseClass() bool {
	return it.kind == trClass && (it.class == "lower" || it.class == "upper")
}

// aligned tells whether each case class of the second set stands where one of
// the first begins.
func (t *trSet) aligned(one *trSet) bool {
	starts := map[int]bool{}
	total, fixed := 0, 0
	for _, it := range one.items {
		if it.caseClass() {
			starts[total] = true
		}
		total += it.length()
	}
	for _, it := range t.items {
		fixed += it.length()
	}
	at := 0
	for _, it := range t.items {
		if it.caseClass() && !starts[at] {
			return false
		}
		at += it.length()
		if it.kind == trFill {
			at += max(total-fixed, 0)
		}
	}
	return true
}

func (t *trSet) endsInClass() bool {
	return len(t.items) > 0 && t.items[len(t.items)-1].kind == trClass
}

func (t *trSet) hasClass() bool {
	return slices.ContainsFunc(t.items, func(it trItem) bool { return it.kind == trClass })
}
