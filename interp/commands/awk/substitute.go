package awk

import (
	"strings"
	"unicode/utf8"
)

// A replacement is what sub and gsub put in place of a match: pieces of text
// with the match, or a group of it, between them.
type replacement struct {
	pieces  []string
	groups  []int // between pieces i and i+1
	grouped bool  // some of them are not 0, the match
}

// replacement parses a third argument or finds it again.
func (in *interp) replacement(s string, groups bool) *replacement {
	cache := &in.plainReplacements
	if groups {
		cache = &in.groupReplacements
	}
	r, ok := (*cache)[s]
	if !ok {
		if len(*cache) >= maxRegexes || *cache == nil {
			*cache = map[string]*replacement{}
		}
		r = parseReplacement(s, groups)
		(*cache)[strings.Clone(s)] = r
	}
	return r
}

// parseReplacement reads the third argument: & is the match, \& an ampersand,
// \\& a backslash and the match (POSIX awk, sub). With groups \0 to \9 are what
// gensub means by them.
func parseReplacement(s string, groups bool) *replacement {
	r := &replacement{}
	var text []byte
	group := func(n int) {
		r.pieces = append(r.pieces, string(text))
		r.groups = append(r.groups, n)
		r.grouped = r.grouped || n > 0
		text = text[:0]
	}
	for i := 0; i < len(s); i++ {
		rest := s[i:]
		switch {
		case rest[0] == '\\' && !groups:
			n := len(rest) - len(strings.TrimLeft(rest, `\`))
			if i += n - 1; !strings.HasPrefix(rest[n:], "&") {
				text = append(text, rest[:n]...)
				continue
			}
			// Each pair before an ampersand is one, a single one makes the
			// ampersand an ordinary character.
			if text = append(text, rest[:n/2]...); n%2 == 1 {
				text = append(text, '&')
				i++
			}
		case strings.HasPrefix(rest, `\&`):
			text = append(text, '&')
			i++
		case groups && len(rest) > 1 && rest[0] == '\\' && isDigit(rest[1]):
			group(int(rest[1] - '0'))
			i++
		case groups && strings.HasPrefix(rest, `\\`):
			text = append(text, '\\')
			i++
		case rest[0] == '&':
			group(0)
		default:
			text = append(text, rest[0])
		}
	}
	r.pieces = append(r.pieces, string(text))
	return r
}

func (r *replacement) append(out, s []byte, loc []int) []byte {
	for i, g := range r.groups {
		out = append(out, r.pieces[i]...)
		if 2*g+1 < len(loc) && loc[2*g] >= 0 {
			out = append(out, s[loc[2*g]:loc[2*g+1]]...)
		}
	}
	return append(out, r.pieces[len(r.pieces)-1]...)
}

// substitute is sub and gsub. The target is evaluated last and assigned to only
// if something matched.
func (in *interp) substitute(e *builtinExpr) int {
	re := in.regex(e.args[0])
	with := in.str(e.args[1])
	var target expr
	var s string
	if len(e.args) == 3 {
		target = e.args[2]
		for {
			g, ok := target.(*groupExpr)
			if !ok {
				break
			}
			target = g.e
		}
		s = in.str(target)
	} else {
		s = in.field(0).s
	}
	if re.plain && !strings.Contains(s, re.literal) {
		return 0
	}
	most := 0
	if e.id == bSub {
		most = 1
	}
	text, n := in.replaceMatches(re, s, in.replacement(with, false), most, 1)
	if n > 0 && (target == nil || isLvalue(target)) {
		in.assign(target, str(text))
	}
	return n
}

// replaceMatches replaces the matches from the first-th on, at most most of
// them (0: all). It returns the text and how many there were.
func (in *interp) replaceMatches(re *regexpr, s string, with *replacement, most, first int) (string, int) {
	in.scratch = append(in.scratch[:0], s...)
	src, out := in.scratch, in.joined[:0]
	done, found, count, last := 0, 0, 0, -1
	for from := 0; from <= len(src); {
		var loc []int
		if with.grouped {
			loc = in.find(re, src, from)
		} else if in.place[0], in.place[1] = in.span(re, src, from); in.place[0] >= 0 {
			loc = in.place[:]
		}
		if loc == nil {
			break
		}
		in.took(1 + (len(src)-loc[1])>>12) // the next match may be far
		// An empty match right behind another does not count.
		if loc[0] < loc[1] || loc[0] != last {
			if found++; found >= first {
				out = append(out, src[done:loc[0]]...)
				out = with.append(out, src, loc)
				in.size(len(out))
				done = loc[1]
				if count++; count == most {
					break
				}
			}
		}
		last = loc[1]
		if from = loc[1]; loc[0] == loc[1] {
			if from >= len(src) {
				break
			}
			_, w := utf8.DecodeRune(src[from:])
			if in.bytes {
				w = 1
			}
			from += w
		}
	}
	if count == 0 {
		return s, 0
	}
	out = append(out, src[done:]...)
	in.joined = out
	return string(out), count
}

// gensub is the function of gawk: it returns the result and knows groups.
func (in *interp) gensub(e *builtinExpr) value {
	re := in.regex(e.args[0])
	with := in.replacement(in.str(e.args[1]), true)
	how := in.eval(e.args[2])
	s := in.field(0).s
	if len(e.args) == 4 {
		s = in.str(e.args[3])
	}
	most, first := 1, 1
	if text := in.toStr(how); text != "" && text[0]|0x20 == 'g' {
		most = 0
	} else if n := how.num(); n >= 1 && n < 1<<30 {
		first = int(n)
	}
	text, _ := in.replaceMatches(re, s, with, most, first)
	return part(text)
}
