package sed

import (
	"unicode"
	"unicode/utf8"
)

// substitute is the command s.
func (ed *editor) substitute(s *substitution) {
	re := ed.regex(s.re)
	loc := ed.find(re, ed.space, 0, s.needed > 0)
	if loc == nil {
		return
	}
	if s.re == nil && s.needed > re.Regexp().Groups() {
		ed.call.Errorf("invalid reference \\%d on `s' command's RHS", s.needed)
		panic(stop{1})
	}
	out := ed.spare[:0]
	done, count, replaced, last := 0, 0, false, -1
	for loc != nil {
		ed.took(1 + (len(ed.space)-loc[1])>>12) // the next match may be far
		// An empty match right behind another does not count.
		if loc[0] < loc[1] || loc[0] != last {
			if count++; count >= s.number {
				out = append(out, ed.space[done:loc[0]]...)
				out = s.append(out, ed.space, loc)
				ed.bound(len(out))
				done, replaced = loc[1], true
				if !s.global {
					break
				}
			}
		}
		last = loc[1]
		from := loc[1]
		if loc[0] == loc[1] {
			if from >= len(ed.space) {
				break
			}
			_, w := utf8.DecodeRune(ed.space[from:])
			if ed.bytes {
				w = 1
			}
			from += w
		}
		loc = ed.find(re, ed.space, from, s.needed > 0)
	}
	if !replaced {
		return
	}
	out = append(out, ed.space[done:]...)
	ed.bound(len(out))
	ed.space, ed.spare = out, ed.space
	ed.replaced = true
	if s.print {
		ed.write(ed.out, ed.space)
	}
	if s.out != nil {
		ed.write(s.out, ed.space)
	}
}

// append writes the replacement of one match.
func (s *substitution) append(out, text []byte, loc []int) []byte {
	var conv caser
	for i := range s.with {
		p := &s.with[i]
		piece := p.text
		switch p.kind {
		case partCase:
			conv.set(p.op)
			continue
		case partGroup:
			if piece = nil; 2*p.group+1 < len(loc) && loc[2*p.group] >= 0 {
				piece = text[loc[2*p.group]:loc[2*p.group+1]]
			}
		}
		if s.cases {
			out = conv.append(out, piece)
		} else {
			out = append(out, piece...)
		}
	}
	return out
}

// A caser converts letters as \U, \L, \u, \l and \E ask for.
type caser struct{ all, one byte }

func (c *caser) set(op byte) {
	switch op {
	case 'U', 'L':
		c.all, c.one = op, 0
	case 'E':
		c.all, c.one = 0, 0
	default:
		c.one = op
	}
}

func (c *caser) append(out, text []byte) []byte {
	for len(text) > 0 {
		r, w := utf8.DecodeRune(text)
		if r == utf8.RuneError && w == 1 {
			out = append(out, text[0])
		} else {
			op := c.all
			if c.one != 0 {
				op = c.one
			}
			switch op {
			case 'U', 'u':
				r = unicode.ToUpper(r)
			case 'L', 'l':
				r = unicode.ToLower(r)
			}
			out = utf8.AppendRune(out, r)
		}
		c.one = 0
		text = text[w:]
	}
	return out
}
