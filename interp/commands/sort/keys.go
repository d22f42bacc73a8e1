package sort

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// modifiers are the letters that say how to compare.
type modifiers struct {
	startBlanks, endBlanks                          bool // -b
	dictionary, printing, fold                      bool
	numeric, general, human, month, random, version bool
	reverse                                         bool
}

// set takes a letter; start and end tell for which position -b holds.
func (m *modifiers) set(c byte, start, end bool) bool {
	switch c {
	case 'b':
		m.startBlanks = m.startBlanks || start
		m.endBlanks = m.endBlanks || end
	case 'd':
		m.dictionary, m.printing = true, false
	case 'i':
		m.printing = !m.dictionary
	case 'f':
		m.fold = true
	case 'g':
		m.general = true
	case 'h':
		m.human = true
	case 'M':
		m.month = true
	case 'n':
		m.numeric = true
	case 'R':
		m.random = true
	case 'r':
		m.reverse = true
	case 'V':
		m.version = true
	default:
		return false
	}
	return true
}

// letters lists them without b and r, as messages do.
func (m *modifiers) letters() string {
	var b strings.Builder
	for _, l := range []struct {
		on bool
		c  byte
	}{{m.dictionary, 'd'}, {m.fold, 'f'}, {m.general, 'g'}, {m.human, 'h'}, {m.printing, 'i'}, {m.month, 'M'}, {m.numeric, 'n'}, {m.random, 'R'}, {m.version, 'V'}} {
		if l.on {
			b.WriteByte(l.c)
		}
	}
	return b.String()
}

// compatible tells whether the kinds of comparison go together.
func (m *modifiers) compatible() bool {
	n := 0
	for _, on := range []bool{m.numeric, m.general, m.human, m.month, m.version || m.random || m.dictionary || m.printing} {
		if on {
			n++
		}
	}
	return n < 2
}

// whole stands for no position: the line's beginning or its end.
const whole = math.MaxInt

// A key is a part of the line and how it is compared. Fields and characters
// count from 0; endChar 0 is the end of the field.
type key struct {
	modifiers
	field, char       int
	endField, endChar int
	obsolete          [2]string // how an obsolete key was written, and is now
}

// keys makes the keys of what the options say.
func (j *job) keys() int {
	for _, text := range j.keyTexts {
		k, problem := key{}, ""
		if strings.HasPrefix(text, "+") {
			k = *obsoleteKey(text)
		} else {
			k, problem = parseKey(text)
		}
		if problem != "" {
			j.call.Errorf("%s", problem)
			return trouble
		}
		if k.modifiers == (modifiers{}) {
			k.modifiers = j.globals
		}
		j.order.keys = append(j.order.keys, k)
	}
	plain := j.globals
	plain.reverse = false
	if len(j.order.keys) == 0 && plain != (modifiers{}) {
		j.order.keys = []key{{modifiers: j.globals, field: whole, endField: whole}}
	}
	for i := range j.order.keys {
		if k := &j.order.keys[i]; !k.compatible() {
			j.call.Errorf("options '-%s' are incompatible", k.letters())
			return trouble
		}
	}
	j.reverse = j.globals.reverse
	j.prepare()
	return 0
}

// count reads the number at the beginning of s.
func count(s, what string) (n int, rest, problem string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return 0, s, what + ": invalid count at start of " + command.Quote(s)
	}
	n, err := strconv.Atoi(s[:i])
	if errors.Is(err, strconv.ErrRange) {
		n = whole
	}
	return n, s[i:], ""
}

func parseKey(text string) (k key, problem string) {
	bad := func(what string) string { return what + ": invalid field specification " + command.Quote(text) }
	k.endField = whole
	n, s, problem := count(text, "invalid number at field start")
	switch {
	case problem != "":
		return k, problem
	case n == 0:
		return k, bad("field number is zero")
	}
	k.field = n - 1
	if rest, ok := strings.CutPrefix(s, "."); ok {
		if n, s, problem = count(rest, "invalid number after '.'"); problem != "" {
			return k, problem
		}
		if n == 0 {
			return k, bad("character offset is zero")
		}
		k.char = n - 1
	}
	if k.field == 0 && k.char == 0 {
		k.field = whole
	}
	for s != "" && k.set(s[0], true, false) {
		s = s[1:]
	}
	if rest, ok := strings.CutPrefix(s, ","); ok {
		if n, s, problem = count(rest, "invalid number after ','"); problem != "" {
			return k, problem
		}
		if n == 0 {
			return k, bad("field number is zero")
		}
		k.endField = n - 1
		if rest, ok := strings.CutPrefix(s, "."); ok {
			if k.endChar, s, problem = count(rest, "invalid number after '.'"); problem != "" {
				return k, problem
			}
		}
		for s != "" && k.set(s[0], false, true) {
			s = s[1:]
		}
	}
	if s != "" {
		return k, bad("stray character in field spec")
	}
	return k, ""
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// skipFields returns the offset behind n fields. With a separator, its own
// last one is passed only when over is set.
func skipFields(line []byte, n, tab int, over bool) int {
	i := 0
	for ; n > 0 && i < len(line); n-- {
		if tab < 0 {
			for i < len(line) && blank(line[i]) {
				i++
			}
			for i < len(line) && !blank(line[i]) {
				i++
			}
			continue
		}
		for i < len(line) && line[i] != byte(tab) {
			i++
		}
		if i < len(line) && (n > 1 || over) {
			i++
		}
	}
	return i
}

// of tells where the key is in a line.
func (k *key) of(line []byte, tab int) (start, end int) {
	end = len(line)
	if k.field != whole {
		start = skipFields(line, k.field, tab, true)
	}
	if k.startBlanks {
		for start < len(line) && blank(line[start]) {
			start++
		}
	}
	if k.char > 0 {
		start = min(len(line), start+min(k.char, len(line)))
	}
	if k.endField != whole {
		fields := k.endField
		if k.endChar == 0 {
			fields++
		}
		end = skipFields(line, fields, tab, k.endChar != 0)
		if k.endChar != 0 {
			if k.endBlanks {
				for end < len(line) && blank(line[end]) {
					end++
				}
			}
			end = min(len(line), end+min(k.endChar, len(line)))
		}
	}
	return start, max(start, end)
}
