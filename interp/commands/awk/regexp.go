package awk

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/regex"
)

// A regexpr is a compiled expression with what makes common ones cheap.
type regexpr struct {
	re      *regex.Finder
	literal string       // every match begins with it
	plain   bool         // and is nothing else
	lines   *regex.Lines // nil when an automaton can not do it
}

// maxRegexes is how many dynamic expressions are kept.
const maxRegexes = 200

// compileRegex reads an expression: escape sequences of awk first (POSIX awk,
// Regular Expressions), then an extended regular expression. flags are those of the
// locale.
func compileRegex(src string, flags regex.Flags) (*regexpr, error) {
	re, err := regex.Compile(escapes(src), regex.Extended|flags)
	if err != nil {
		return nil, err
	}
	r := &regexpr{re: re.Finder()}
	if r.literal, r.plain = re.Literal(); !r.plain {
		r.lines = regex.NewLines('\n', re)
	}
	return r, nil
}

// escapes turns the escape sequences of awk that POSIX regular expressions lack
// into characters. Those that would be operators stay escaped.
func escapes(src string) string {
	if strings.IndexByte(src, '\\') < 0 {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		if src[i] != '\\' || i+1 == len(src) {
			b.WriteByte(src[i])
			if src[i] == '\\' {
				b.WriteByte('\\')
			}
			continue
		}
		i++
		switch c := src[i]; {
		case strings.IndexByte("afnrtv", c) >= 0:
			b.WriteByte("\a\f\n\r\t\v"[strings.IndexByte("afnrtv", c)])
		case c == '"' || c == '/' || c == '&':
			b.WriteByte(c)
		case '0' <= c && c <= '7':
			v, n := 0, 0
			for n < 3 && i+n < len(src) && '0' <= src[i+n] && src[i+n] <= '7' {
				v = v*8 + int(src[i+n]-'0')
				n++
			}
			i += n - 1
			if strings.IndexByte(`\^$.[]|()*+?{}`, byte(v)) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(byte(v))
		case c == 'x' && hexDigits(src[i+1:]) > 0:
			n := hexDigits(src[i+1:])
			v, err := strconv.ParseUint(src[i+1:i+1+n], 16, 8)
			if err == nil && strings.IndexByte(`\^$.[]|()*+?{}`, byte(v)) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(byte(v))
			i += n
		case c == 'y':
			b.WriteString(`\b`)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// dynamic compiles an expression that the program made, or finds it again.
func (in *interp) dynamic(src string) *regexpr {
	if r, ok := in.regexes[src]; ok {
		return r
	}
	r, err := compileRegex(src, in.flags)
	if err != nil {
		in.fail("regular expression /%s/: %v", src, err)
	}
	if len(in.regexes) >= maxRegexes {
		clear(in.regexes)
	}
	in.regexes[strings.Clone(src)] = r
	return r
}

// regex is the expression that e stands for as the right side of a match.
func (in *interp) regex(e expr) *regexpr {
	if l, ok := e.(*regexLit); ok {
		return l.re
	}
	return in.dynamic(in.str(e))
}

func (in *interp) matches(r *regexpr, s string) bool {
	if r.plain {
		return strings.Contains(s, r.literal)
	}
	if len(r.literal) > 0 && !strings.Contains(s, r.literal) {
		return false
	}
	in.scratch = append(in.scratch[:0], s...)
	if r.lines != nil {
		if matched, ok := r.lines.Matches(in.scratch); ok {
			return matched
		}
	}
	ok, err := r.re.Regexp().Match(in.scratch)
	if err != nil {
		in.fail("%v", err)
	}
	return ok
}

// find is Find of package regex for text that the program holds.
func (in *interp) find(r *regexpr, s []byte, from int) []int {
	loc, err := r.re.Find(s, from)
	if err != nil {
		in.fail("%v", err)
	}
	return loc
}

// span is find without groups; -1 without a match.
func (in *interp) span(r *regexpr, s []byte, from int) (start, end int) {
	start, end, err := r.re.Span(s, from)
	if err != nil {
		in.fail("%v", err)
	}
	return start, end
}
