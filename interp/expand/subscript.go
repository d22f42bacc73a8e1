package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/syntax"
)

// keepsBackslash are the characters that mean something in a subscript that is
// read once more.
const keepsBackslash = "[]$`~\\'\""

// arithSource puts the text of an expression together. What expansions give
// inside a subscript is text: characters that would mean something there when
// the subscript is evaluated get a backslash, so that `(( m[$x]++ ))` never
// expands what x holds (bash 5.2, as with assoc_expand_once).
type arithSource struct {
	out   strings.Builder
	depth int  // of brackets
	quote bool // inside double quotes in a subscript
	start int  // of the outermost subscript, in out
	// twice is set when such characters came out of an expansion inside two
	// brackets: then the inner ones are quoted too, which ends the evaluation
	// with an error, as in bash.
	twice bool
}

// literal adds text of the expression itself. Quotes go.
func (a *arithSource) literal(s string) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"':
			a.quote = a.depth > 0 && !a.quote
		case a.depth == 0:
			a.out.WriteByte(c)
			if c == '[' {
				a.depth, a.start = 1, a.out.Len()
			}
		case a.quote, c == '$', c == '`':
			a.quoted(c)
		case c == '\'':
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				a.quoted(c)
				continue
			}
			for _, c := range []byte(s[i+1 : i+1+n]) {
				a.quoted(c)
			}
			i += n + 1
		case c == '\\' && i+1 < len(s):
			i++
			a.quoted(s[i])
		default:
			a.bracket(c)
		}
	}
}

// bracket adds a character that is not quoted in a subscript.
func (a *arithSource) bracket(c byte) {
	switch c {
	case '[':
		a.depth++
	case ']':
		if a.depth--; a.depth == 0 && a.twice {
			text := a.out.String()
			a.out.Reset()
			a.out.WriteString(text[:a.start])
			for i := a.start; i < len(text); i++ {
				if text[i] == '\\' && i+1 < len(text) {
					a.out.WriteByte('\\')
					i++
				} else if text[i] == '[' || text[i] == ']' {
					a.out.WriteByte('\\')
				}
				a.out.WriteByte(text[i])
			}
			a.twice = false
		}
	}
	a.out.WriteByte(c)
}

// quoted adds a character that stands for itself.
func (a *arithSource) quoted(c byte) {
	if a.depth > 0 && strings.IndexByte(keepsBackslash, c) >= 0 {
		a.twice = a.twice || a.depth > 1
		a.out.WriteByte('\\')
	}
	a.out.WriteByte(c)
}

// result adds what an expansion gave.
func (a *arithSource) result(s string) {
	if a.depth == 0 {
		a.out.WriteString(s)
		return
	}
	for i := 0; i < len(s); i++ {
		a.quoted(s[i])
	}
}

// ArithWord expands a word that is an expression, as the operands of -eq in [[
// are: as String, but what expansions give in a subscript is text.
func (e *Expander) ArithWord(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil || !subscripted(w) {
		return e.String(ctx, w)
	}
	b := e.builder(false)
	defer e.release(b)
	var src arithSource
	if err := e.arithParts(ctx, b, &src, w.Parts, plain); err != nil {
		return "", within(err, w)
	}
	return src.out.String(), e.fits(src.out.Len())
}

func (e *Expander) arithParts(ctx context.Context, b *builder, src *arithSource, list []syntax.WordPart, q quoting) error {
	for i, part := range list {
		switch part := part.(type) {
		case *syntax.Lit:
			src.literal(part.Value)
			continue
		case *syntax.DblQuoted:
			outer := src.quote
			src.quote = src.depth > 0
			if err := e.arithParts(ctx, b, src, part.Parts, double); err != nil {
				return err
			}
			src.quote = outer
			continue
		}
		from := len(b.segs)
		if err := e.part(ctx, b, part, q, i == 0, i+1 == len(list)); err != nil {
			return err
		}
		if err := e.fits(b.bytes); err != nil {
			return err
		}
		src.result(join(b.segs[from:]))
	}
	return nil
}
