package sort

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// explain tells on standard error what is worth knowing about the keys
// (--debug).
func (j *job) explain() {
	locale := ""
	for _, name := range []string{"LC_ALL", "LC_COLLATE", "LANG"} {
		if v, _ := j.call.Getenv(name); v != "" {
			locale = v
			break
		}
	}
	switch locale {
	case "", "C", "POSIX":
		j.call.Errorf("text ordering performed using simple byte comparison")
	default:
		j.call.Errorf("text ordering performed using %s sorting rules", command.Quote(locale))
	}
	unused := j.globals
	global := len(j.keyTexts) == 0
	basic, general, basicSpan, generalSpan := false, false, false, false
	for i := range j.order.keys {
		k := &j.order.keys[i]
		basic = basic || k.numeric || k.human
		general = general || k.general
		if j.explainKey(i+1, k, global) {
			generalSpan = generalSpan || k.general
			basicSpan = basicSpan || !k.general
		}
		unused.clear(&k.modifiers)
	}
	j.explainNumbers(basic || general, basicSpan, generalSpan)
	reverse := unused.reverse
	unused.reverse = reverse && (j.stable || j.unique) && len(j.order.keys) > 0
	if text := unused.all(); text != "" {
		many := [2]string{"", "is"}
		if len(text) > 1 {
			many = [2]string{"s", "are"}
		}
		j.call.Errorf("option%s '-%s' %s ignored", many[0], text, many[1])
	}
	if reverse && !j.stable && !j.unique && len(j.order.keys) > 0 {
		j.call.Errorf("option '-r' only applies to last-resort comparison")
	}
}

// explainKey tells about one key; whether its number may go on in the next
// field.
func (j *job) explainKey(n int, k *key, global bool) (spans bool) {
	if k.obsolete[0] != "" {
		j.call.Errorf("obsolescent key %s used; consider %s instead", command.Quote(k.obsolete[0]), command.Quote(k.obsolete[1]))
	}
	none := k.field != whole && k.endField < k.field
	if none {
		j.call.Errorf("key %d has zero width and will be ignored", n)
	}
	numeric := k.numeric || k.general || k.human
	offset := k.endField == 0 && k.endChar != 0
	if !none && !global && j.tab < 0 && !offset && (!k.startBlanks && !numeric && !k.month || !k.startBlanks && k.char > 0 || !k.endBlanks && k.endChar > 0) {
		j.call.Errorf("leading blanks are significant in key %d; consider also specifying 'b'", n)
	}
	if global || !numeric {
		return false
	}
	first := k.field
	if first == whole {
		first = 0
	}
	if k.endField == whole || first < k.endField {
		j.call.Errorf("key %d is numeric and spans multiple fields", n)
		return true
	}
	return false
}

// explainNumbers tells what else than digits belongs to numbers.
func (j *job) explainNumbers(any, basicSpan, generalSpan bool) {
	if basicSpan || generalSpan {
		switch {
		case j.tab == '.':
			j.call.Errorf("field separator %s is treated as a decimal point in numbers", command.Quote("."))
			return
		case j.tab == '-':
			j.call.Errorf("field separator %s is treated as a minus sign in numbers", command.Quote("-"))
		case j.tab == '+' && generalSpan:
			j.call.Errorf("field separator %s is treated as a plus sign in numbers", command.Quote("+"))
		}
	}
	if any {
		note := "note "
		if j.tab == '.' {
			note = ""
		}
		j.call.Errorf("%snumbers use %s as a decimal point in this locale", note, command.Quote("."))
	}
}

// clear leaves out what other has too.
func (m *modifiers) clear(other *modifiers) {
	if m.dictionary == other.dictionary && m.printing == other.printing {
		m.dictionary, m.printing = false, false
	}
	for _, p := range [][2]*bool{{&m.startBlanks, &other.startBlanks}, {&m.endBlanks, &other.endBlanks}, {&m.fold, &other.fold}, {&m.numeric, &other.numeric}, {&m.general, &other.general},
		{&m.human, &other.human}, {&m.month, &other.month}, {&m.random, &other.random}, {&m.version, &other.version}, {&m.reverse, &other.reverse}} {
		*p[0] = *p[0] && !*p[1]
	}
}

// all lists the letters with b and r.
func (m *modifiers) all() string {
	text := m.letters()
	if m.startBlanks || m.endBlanks {
		text = "b" + text
	}
	if m.reverse {
		rest := strings.TrimSuffix(text, "V")
		text = rest + "r" + text[len(rest):]
	}
	return text
}

// showLine writes a line, and below it what each key is (--debug).
func (j *job) showLine(out io.Writer, text []byte) {
	shown := bytes.ReplaceAll(text, []byte{'\t'}, []byte{'>'})
	out.Write(append(shown, '\n'))
	for i := range j.order.keys {
		k := &j.order.keys[i]
		start, end := k.of(text, j.tab)
		if k.startBlanks && k.field == whole || k.month || k.numeric || k.general || k.human {
			for start < end && blank(text[start]) {
				start++
			}
			end = start + k.used(text[start:max(start, end)])
		}
		mark(out, text, start, end)
	}
	if len(j.order.keys) == 0 || !j.unique && !j.stable {
		mark(out, text, 0, len(text))
	}
}

// used is how much of a key is looked at.
func (k *key) used(text []byte) int {
	switch {
	case k.month && month(text) > 0:
		return 3
	case k.month:
		return 0
	case k.general:
		return floatEnd(string(text))
	case k.numeric || k.human:
		_, _, _, rest := number(text)
		n := len(text) - len(rest)
		if !bytes.ContainsAny(text[:n], "0123456789") {
			return 0
		}
		if k.human && len(rest) > 0 && strings.IndexByte(units, rest[0]) >= 0 {
			n++
		}
		return n
	}
	return len(text)
}

func mark(out io.Writer, text []byte, start, end int) {
	before, below := width(text[:start]), "^ no match for key"
	if n := width(text[start:end]); n > 0 {
		below = strings.Repeat("_", n)
	}
	fmt.Fprintf(out, "%*s%s\n", before, "", below)
}

// width is how many columns a part of a line takes. What is left of a character
// that was cut takes one, and so does a tab.
func width(part []byte) int {
	n := bytes.Count(part, []byte{'\t'})
	for len(part) > 0 {
		if !utf8.FullRune(part) {
			return n + 1
		}
		_, size := utf8.DecodeRune(part)
		n += command.Width(string(part[:size]))
		part = part[size:]
	}
	return n
}
