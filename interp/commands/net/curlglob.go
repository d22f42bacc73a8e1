package net

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// A curlGlob is a URL with sets in braces and ranges in brackets (curl(1),
// "GLOBBING").
type curlGlob struct{ parts []globPart }

// A globPart is a text, a set of texts, or a range.
type globPart struct {
	set []string
	// A range goes from first in steps; width pads numbers with zeros, 0 is
	// for letters.
	first, step, count int64
	width              int
	ranged, literal    bool
}

// globURLs bounds how many URLs one pattern stands for.
const globURLs = 10_000

// A globError points to a byte of a pattern.
type globError struct {
	what, text string
	at         int
}

func (e *globError) Error() string {
	return fmt.Sprintf("%s in URL position %d:\n%s\n%*s", e.what, e.at+1, e.text, e.at+1, "^")
}

func (p *globPart) size() int64 {
	if p.ranged {
		return p.count
	}
	return int64(len(p.set))
}

func (p *globPart) at(i int64) string {
	switch {
	case !p.ranged:
		return p.set[i]
	case p.width == 0:
		return string(rune(p.first + i*p.step))
	}
	return fmt.Sprintf("%0*d", p.width, p.first+i*p.step)
}

// plainGlob is a URL in which nothing is special.
func plainGlob(text string) *curlGlob {
	return &curlGlob{[]globPart{{set: []string{text}, literal: true}}}
}

func parseGlob(text string) (*curlGlob, error) {
	g := &curlGlob{}
	var plain strings.Builder
	end := func() {
		if plain.Len() > 0 {
			g.parts = append(g.parts, globPart{set: []string{plain.String()}, literal: true})
			plain.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && strings.IndexByte("{}[]", text[i+1]) >= 0:
			i++
			plain.WriteByte(text[i])
		case c == '[' && addressEnd(text[i:]) > 0:
			n := addressEnd(text[i:])
			plain.WriteString(text[i : i+n])
			i += n - 1
		case c == '}' || c == ']':
			return nil, &globError{"unmatched close brace/bracket", text, i}
		case c == '{' || c == '[':
			end()
			read := globSet
			if c == '[' {
				read = globRange
			}
			part, next, err := read(text, i+1)
			if err != nil {
				return nil, err
			}
			g.parts = append(g.parts, part)
			i = next - 1
		default:
			plain.WriteByte(c)
		}
	}
	end()
	if g.size() > globURLs {
		return nil, &globError{"too many URLs", text, 0}
	}
	return g, nil
}

// addressEnd is where an address of IPv6 in brackets ends, 0 for none.
func addressEnd(text string) int {
	i := strings.IndexByte(text, ']')
	if i < 0 {
		return 0
	}
	address, _, _ := strings.Cut(text[1:i], "%25")
	if _, err := netip.ParseAddr(address); err != nil {
		return 0
	}
	return i + 1
}

// globSet reads a set from behind its brace.
func globSet(text string, from int) (globPart, int, error) {
	var p globPart
	var word strings.Builder
	for i := from; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i+1 < len(text) {
				i++
			}
			word.WriteByte(text[i])
		case '{', '[':
			return p, 0, &globError{"nested brace", text, i}
		case ']':
			return p, 0, &globError{"unexpected close bracket", text, i}
		case '}', ',':
			if c == '}' && text[i-1] == '{' {
				return p, 0, &globError{"empty string within braces", text, i}
			}
			p.set = append(p.set, word.String())
			if word.Reset(); c == '}' {
				return p, i + 1, nil
			}
		default:
			word.WriteByte(c)
		}
	}
	return p, 0, &globError{"unmatched brace", text, from - 1}
}

// globRange reads a range of letters or numbers, FROM-TO or FROM-TO:STEP, from
// behind its bracket.
func globRange(text string, from int) (globPart, int, error) {
	end := strings.IndexByte(text[from:], ']')
	if end < 0 { // curl points behind the dash
		return globPart{}, 0, &globError{"bad range", text, from + strings.IndexByte(text[from:], '-') + 1}
	}
	end += from
	bad := &globError{"bad range", text, end + 1}
	bounds, stepText, stepped := strings.Cut(text[from:end], ":")
	p := globPart{ranged: true, step: 1}
	if stepped {
		n, err := strconv.ParseInt(stepText, 10, 32)
		if err != nil || n <= 0 {
			return p, 0, bad
		}
		p.step = n
	}
	low, high, ok := strings.Cut(bounds, "-")
	if !ok || low == "" || high == "" {
		return p, 0, bad
	}
	var last int64
	if letter(low) && letter(high) {
		p.first, last = int64(low[0]), int64(high[0])
	} else {
		first, err := strconv.ParseInt(low, 10, 64)
		to, err2 := strconv.ParseInt(high, 10, 64)
		if err != nil || err2 != nil {
			return p, 0, bad
		}
		p.first, last, p.width = first, to, 1
		if low[0] == '0' {
			p.width = len(low)
		}
	}
	if last < p.first || stepped && p.step > last-p.first {
		return p, 0, bad
	}
	p.count = (last-p.first)/p.step + 1
	return p, end + 1, nil
}

func letter(s string) bool {
	return len(s) == 1 && ('a' <= s[0] && s[0] <= 'z' || 'A' <= s[0] && s[0] <= 'Z')
}

// size is how many texts the pattern stands for, at most one more than globURLs.
func (g *curlGlob) size() int64 {
	total := int64(1)
	for i := range g.parts {
		if total *= min(g.parts[i].size(), globURLs+1); total > globURLs {
			return globURLs + 1
		}
	}
	return total
}

// text is the nth one, with the words that the sets and ranges have there. The
// last one changes fastest.
func (g *curlGlob) text(n int64) (string, []string) {
	words := make([]string, len(g.parts))
	for i := len(g.parts) - 1; i >= 0; i-- {
		size := g.parts[i].size()
		words[i] = g.parts[i].at(n % size)
		n /= size
	}
	var chosen []string
	for i := range words {
		if !g.parts[i].literal {
			chosen = append(chosen, words[i])
		}
	}
	return strings.Join(words, ""), chosen
}

// globName puts the words in for #1, #2 and so on; what has no word stays.
func globName(name string, words []string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		end := i + 1
		for name[i] == '#' && end < len(name) && '0' <= name[end] && name[end] <= '9' {
			end++
		}
		if n, err := strconv.Atoi(name[i+1 : end]); err == nil && n >= 1 && n <= len(words) {
			b.WriteString(words[n-1])
		} else {
			b.WriteString(name[i:end])
		}
		i = end - 1
	}
	return b.String()
}
