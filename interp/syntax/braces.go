package syntax

import (
	"strconv"
	"strings"
)

// maxBraceDepth bounds how far brace expressions may nest; deeper ones stay
// text.
const maxBraceDepth = 200

// SplitBraces turns {a,b} and {1..3} in the literal text of a word into
// BraceExp parts (bash manual, Brace Expansion). Where there are none it
// returns the word itself. It takes time linear in the size of the word; ok is
// false for a word with more than most braces, commas and texts between them.
func SplitBraces(w *Word, most int) (split *Word, ok bool) {
	if !w.Braces {
		return w, true
	}
	s := braceSplitter{parts: w.Parts, most: most}
	found := s.scan()
	if len(s.items) > most {
		return nil, false
	}
	if !found {
		return w, true
	}
	return &Word{Position: w.Position, Src: w.Src, Parts: s.build(0, len(s.items), 0)}, true
}

// An item is a piece of a word: a brace, a comma, or what is between them.
type braceItem struct {
	kind  byte // '{' '}' ',' or 0 for other parts
	part  WordPart
	match int  // of '{': index of its '}', 0 where it is text; of '}' and ',': 1 where it counts
	comma bool // of '{': a comma belongs to it
}

// A braceSplitter finds which braces belong together.
type braceSplitter struct {
	parts []WordPart
	items []braceItem
	most  int // items beyond which nothing is looked at
}

// scan cuts the parts at braces and commas and matches braces. It tells
// whether any pair is a brace expression.
func (s *braceSplitter) scan() bool {
	for _, part := range s.parts {
		if len(s.items) > s.most {
			return false
		}
		lit, ok := part.(*Lit)
		if !ok {
			s.items = append(s.items, braceItem{part: part})
			continue
		}
		s.cut(lit.Value)
	}
	return s.pair()
}

func (s *braceSplitter) cut(text string) {
	for text != "" && len(s.items) <= s.most {
		n := strings.IndexAny(text, "{},")
		if n < 0 {
			s.items = append(s.items, braceItem{part: &Lit{Value: text}})
			return
		}
		if n > 0 {
			s.items = append(s.items, braceItem{part: &Lit{Value: text[:n]}})
		}
		s.items = append(s.items, braceItem{kind: text[n], part: &Lit{Value: text[n : n+1]}})
		text = text[n+1:]
	}
}

// pair matches each } with the nearest { before it that is open.
func (s *braceSplitter) pair() bool {
	var open []int
	found := false
	for i := range s.items {
		it := &s.items[i]
		switch it.kind {
		case '{':
			open = append(open, i)
		case ',':
			if len(open) > 0 {
				s.items[open[len(open)-1]].comma = true
			}
		case '}':
			if len(open) == 0 {
				continue
			}
			o := open[len(open)-1]
			open = open[:len(open)-1]
			if s.items[o].comma || s.sequence(o, i) != nil {
				s.items[o].match = i
				found = true
			}
		}
	}
	return found
}

// sequence gives the parts of x..y or x..y..z between items o and c.
func (s *braceSplitter) sequence(o, c int) []string {
	if c != o+2 {
		return nil
	}
	lit, ok := s.items[o+1].part.(*Lit)
	if !ok || s.items[o+1].kind != 0 {
		return nil
	}
	fields := strings.Split(lit.Value, "..")
	if len(fields) != 2 && len(fields) != 3 {
		return nil
	}
	number := isInteger(fields[0]) && isInteger(fields[1])
	letter := isLetter(fields[0]) && isLetter(fields[1])
	if !number && !letter || len(fields) == 3 && !isInteger(fields[2]) {
		return nil
	}
	return fields
}

func isInteger(s string) bool {
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 {
		return false
	}
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil && allDigits(digits)
}

func isLetter(s string) bool {
	return len(s) == 1 && isFirst(s[0]) && s[0] != '_'
}

// build makes the parts of items[from:to].
func (s *braceSplitter) build(from, to, depth int) []WordPart {
	var out []WordPart
	for i := from; i < to; i++ {
		it := &s.items[i]
		if it.kind != '{' || it.match == 0 || depth >= maxBraceDepth {
			out = append(out, it.part)
			continue
		}
		out = append(out, s.expression(i, it.match, depth))
		i = it.match
	}
	return joinTexts(out)
}

// joinTexts makes one of literal texts that follow each other, in place.
func joinTexts(parts []WordPart) []WordPart {
	out := parts[:0]
	for i := 0; i < len(parts); {
		text, n := LeadingText(parts[i:])
		if n < 2 {
			out = append(out, parts[i])
			i++
			continue
		}
		out = append(out, &Lit{Value: text})
		i += n
	}
	return out
}

// LeadingText is the literal text that parts begin with, and of how many parts it is.
func LeadingText(parts []WordPart) (text string, n int) {
	for n < len(parts) {
		if _, ok := parts[n].(*Lit); !ok {
			break
		}
		n++
	}
	if n == 0 {
		return "", 0
	}
	if n == 1 {
		return parts[0].(*Lit).Value, 1
	}
	var b strings.Builder
	for _, part := range parts[:n] {
		b.WriteString(part.(*Lit).Value)
	}
	return b.String(), n
}

// expression makes the BraceExp of items[open:shut+1].
func (s *braceSplitter) expression(open, shut, depth int) *BraceExp {
	x := &BraceExp{}
	if !s.items[open].comma {
		x.Sequence = true
		for _, f := range s.sequence(open, shut) {
			x.Elems = append(x.Elems, &Word{Src: f, Parts: []WordPart{&Lit{Value: f}}})
		}
		return x
	}
	start := open + 1
	for i := start; i <= shut; i++ {
		it := &s.items[i]
		if it.kind == '{' && it.match > 0 {
			i = it.match
			continue
		}
		if i == shut || it.kind == ',' {
			x.Elems = append(x.Elems, &Word{Parts: s.build(start, i, depth+1)})
			start = i + 1
		}
	}
	return x
}
