package regex

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

// A fast is an expression in Go's syntax, which finds the same leftmost
// longest text; its groups are not used, because Go and glibc fill them
// differently.
type fast struct {
	re *regexp.Regexp
	// ascii tells that both agree only on ASCII text (classes, case, words).
	ascii bool
	// around tells that what stands before a match matters.
	around bool
}

// looks tells whether there are anchors or word boundaries.
func (f *fast) looks() bool { return f == nil || f.around }

// use tells whether f is good for a text.
func (f *fast) use(s []byte) bool {
	if f == nil {
		return false
	}
	if !f.ascii {
		return utf8.Valid(s)
	}
	for _, c := range s {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// translate returns nil for what Go can not express.
func translate(n *node, flags Flags) *fast {
	t := &translator{flags: flags, ok: true}
	t.ascii = flags&Bytes != 0
	t.put(n)
	if !t.ok || t.out.Len() > maxTranslated {
		return nil
	}
	re, err := regexp.Compile(t.out.String())
	if err != nil {
		return nil
	}
	re.Longest()
	t.fast.re = re
	return &t.fast
}

// maxTranslated bounds what is given to Go's compiler, in bytes.
const maxTranslated = 1 << 14

type translator struct {
	fast
	flags Flags
	out   strings.Builder
	ok    bool
}

func (t *translator) put(n *node) {
	if !t.ok || t.out.Len() > maxTranslated {
		t.ok = false
		return
	}
	switch n.kind {
	case kEmpty:
		t.out.WriteString("(?:)")
	case kChar:
		t.char(n.r)
	case kAny:
		if t.flags&Newline != 0 {
			t.out.WriteString("[^\\n]")
		} else {
			t.out.WriteString("(?s:.)")
		}
	case kSet:
		t.class(n.set)
	case kCat:
		for _, s := range n.subs {
			t.put(s)
		}
	case kAlt:
		t.out.WriteString("(?:")
		for i, s := range n.subs {
			if i > 0 {
				t.out.WriteByte('|')
			}
			t.put(s)
		}
		t.out.WriteByte(')')
	case kGroup:
		t.out.WriteString("(?:")
		t.put(n.subs[0])
		t.out.WriteByte(')')
	case kRepeat:
		t.repeat(n)
	default:
		t.assertion(n.kind)
	}
}

func (t *translator) repeat(n *node) {
	t.out.WriteString("(?:")
	t.put(n.subs[0])
	t.out.WriteByte(')')
	switch {
	case n.max < 0 && n.min < 2:
		t.out.WriteByte("*+"[n.min])
	case n.max < 0:
		t.out.WriteString("{" + strconv.Itoa(n.min) + ",}")
	default:
		t.out.WriteString("{" + strconv.Itoa(n.min) + "," + strconv.Itoa(n.max) + "}")
	}
}

func (t *translator) assertion(k kind) {
	t.around = true
	switch {
	case k == kLineStart && t.flags&Newline != 0:
		t.out.WriteString("(?m:^)")
	case k == kLineEnd && t.flags&Newline != 0:
		t.out.WriteString("(?m:$)")
	case k == kLineStart || k == kTextStart:
		t.out.WriteString("\\A")
	case k == kLineEnd || k == kTextEnd:
		t.out.WriteString("\\z")
	case k == kBoundary || k == kNoBoundary:
		t.ascii = true
		t.out.WriteString(map[kind]string{kBoundary: "\\b", kNoBoundary: "\\B"}[k])
	default:
		t.ok = false
	}
}

func (t *translator) char(r rune) {
	lower, upper := ctype.ToLower(r), ctype.ToUpper(r)
	switch {
	case r > unicode.MaxRune:
		t.ok = false
	case t.flags&NoCase == 0 || lower == upper:
		t.out.WriteString(regexp.QuoteMeta(string(r)))
	case r >= utf8.RuneSelf:
		t.ok = false
	default:
		t.ascii = true
		t.out.WriteString("[" + string(lower) + string(upper) + "]")
	}
}

// class writes a set: all of it if it has only ranges, else its ASCII part.
func (t *translator) class(s *set) {
	if len(s.classes) == 0 && !s.fold && !(s.newline && s.not) {
		t.out.WriteByte('[')
		if s.not {
			t.out.WriteByte('^')
		}
		for _, x := range s.ranges {
			if x.hi > unicode.MaxRune {
				t.ok = false
				return
			}
			t.span(x.lo, x.hi)
		}
		t.out.WriteByte(']')
		return
	}
	t.ascii = true
	t.out.WriteByte('[')
	empty := true
	for lo := rune(0); lo < utf8.RuneSelf; lo++ {
		if !s.has(lo) {
			continue
		}
		hi := lo
		for hi+1 < utf8.RuneSelf && s.has(hi+1) {
			hi++
		}
		t.span(lo, hi)
		lo, empty = hi, false
	}
	t.out.WriteByte(']')
	t.ok = t.ok && !empty
}

func (t *translator) span(lo, hi rune) {
	t.out.WriteString("\\x{" + strconv.FormatInt(int64(lo), 16) + "}-\\x{" + strconv.FormatInt(int64(hi), 16) + "}")
}

// prefix returns the text that every match begins with, and whether it is the
// whole expression.
func prefix(n *node, flags Flags) (text string, whole bool) {
	literal := func(n *node) (string, bool) {
		if n.kind != kChar || n.r > unicode.MaxRune || flags&NoCase != 0 && ctype.ToLower(n.r) != ctype.ToUpper(n.r) {
			return "", false
		}
		return string(n.r), true
	}
	if n.kind != kCat {
		return literal(n)
	}
	var b strings.Builder
	for _, s := range n.subs {
		c, ok := literal(s)
		if !ok {
			return b.String(), false
		}
		b.WriteString(c)
	}
	return b.String(), true
}
