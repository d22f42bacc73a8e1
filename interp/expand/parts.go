package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/syntax"
)

// A quoting is what surrounds the parts that are expanded.
type quoting uint8

const (
	// plain is a word of the command line.
	plain quoting = iota
	// operand is the word of an unquoted ${x:-WORD}: its text is split as the
	// result that it is.
	operand
	// double is inside double quotes, or a here-document.
	double
)

// text is the kind of literal text, result that of an expansion's result.
func (q quoting) text() kind   { return [...]kind{literal, expanded, quoted}[q] }
func (q quoting) result() kind { return [...]kind{expanded, expanded, quoted}[q] }

// maxDepth bounds expansions inside each other: operands, subscripts,
// indirection. The parser bounds what is written; this bounds what values
// (prompts, namerefs, arithmetic in variables) add to it.
const maxDepth = 512

// parts expands parts into b.
func (e *Expander) parts(ctx context.Context, b *builder, list []syntax.WordPart, q quoting) error {
	if e.depth++; e.depth > maxDepth {
		e.depth--
		return &LimitError{Name: "subst depth", Limit: maxDepth}
	}
	for i, part := range list {
		if err := e.part(ctx, b, part, q, i == 0, i+1 == len(list)); err != nil {
			e.depth--
			return err
		}
		if err := e.bounded(b); err != nil {
			e.depth--
			return err
		}
	}
	e.depth--
	return nil
}

// bounded tells whether the word so far is within the limits: its text, and the lists
// in it together, which are words where it is split, and else could be an array.
func (e *Expander) bounded(b *builder) error {
	if e.Limits.StringBytes > 0 && b.bytes > e.Limits.StringBytes {
		return e.tooLong()
	}
	if b.split {
		return e.enough(b.elements)
	}
	if most := e.Limits.ArrayElements; most > 0 && b.elements > most {
		return &LimitError{Name: "array elements", Limit: int64(most)}
	}
	return nil
}

func (e *Expander) tooLong() error {
	return &LimitError{Name: "string bytes", Limit: int64(e.Limits.StringBytes)}
}

// fits checks the length of a string that is about to be made.
func (e *Expander) fits(n int) error {
	if e.Limits.StringBytes > 0 && (n > e.Limits.StringBytes || n < 0) {
		return e.tooLong()
	}
	return nil
}

func (e *Expander) part(ctx context.Context, b *builder, part syntax.WordPart, q quoting, first, last bool) error {
	switch part := part.(type) {
	case *syntax.Lit:
		e.lit(b, part.Value, q, first, last)
	case *syntax.Escaped:
		b.add(part.Value, quoted)
	case *syntax.SglQuoted:
		b.add(part.Value, quoted)
	case *syntax.DblQuoted:
		return e.quotes(ctx, b, part)
	case *syntax.ParamExp:
		return e.param(ctx, b, part, q)
	case *syntax.CmdSubst:
		text, err := e.command(ctx, part)
		b.add(text, e.kindOf(q, text))
		return err
	case *syntax.ArithmExp:
		text, err := e.arithmetic(ctx, part.X)
		b.add(text, e.kindOf(q, text))
		return err
	case *syntax.ProcSubst:
		name, err := e.Host.ProcessSubst(ctx, part)
		b.add(name, quoted)
		return err
	case *syntax.ExtGlob:
		b.add(string(part.Op)+"(", q.text())
		if err := e.parts(ctx, b, part.Parts, q); err != nil {
			return err
		}
		b.add(")", q.text())
	case *syntax.BraceExp:
		// Only brace expansion sees these.
		return &Error{Text: "brace expansion: unexpected", Code: 1}
	}
	return nil
}

// kindOf is the kind of a result; inside double quotes an empty one leaves no
// trace, because the quotes themselves make the field.
func (e *Expander) kindOf(q quoting, text string) kind {
	if text == "" {
		return literal
	}
	return q.result()
}

// lit adds literal text; a tilde that begins it may be a prefix.
func (e *Expander) lit(b *builder, text string, q quoting, first, last bool) {
	if q == double || b.noTilde || strings.IndexByte(text, '~') < 0 {
		b.add(text, q.text())
		return
	}
	if first && strings.HasPrefix(text, "~") {
		text = e.leading(b, text, last)
	}
	if b.assignment {
		e.colonTildes(b, text, last)
		return
	}
	b.add(text, q.text())
}

// quotes expands "...".
func (e *Expander) quotes(ctx context.Context, b *builder, d *syntax.DblQuoted) error {
	from, vanished := len(b.segs), b.vanished
	b.vanished = false
	if err := e.parts(ctx, b, d.Parts, double); err != nil {
		return within(err, &syntax.Word{Parts: d.Parts})
	}
	if len(b.segs) == from && !b.vanished {
		b.segs = append(b.segs, segment{kind: quoted})
	}
	b.vanished = vanished
	return nil
}

// within names the string in which a bad substitution is: bash shows all of a
// word, of what stands between double quotes, or of an operand. Without src
// it is made from the parts.
func within(err error, w *syntax.Word) error {
	bad, ok := err.(*Error)
	if !ok || !bad.inner {
		return err
	}
	src := syntax.PrintWord(w)
	if src == "" {
		src = source(w.Parts)
	}
	return &Error{Text: src + ": bad substitution", Code: bad.Code, Reported: bad.Reported}
}

// source is the text of parts that stand between double quotes.
func source(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(part.Value)
		case *syntax.Escaped:
			b.WriteString("\\" + part.Value)
		case *syntax.SglQuoted:
			b.WriteString("'" + part.Value + "'")
		case *syntax.DblQuoted:
			b.WriteString(`"` + source(part.Parts) + `"`)
		case *syntax.ParamExp:
			b.WriteString(part.Src)
		case *syntax.CmdSubst:
			if part.Backquotes {
				b.WriteString("`" + part.Src + "`")
			} else {
				b.WriteString("$(" + syntax.PrintSubst(part) + ")")
			}
		case *syntax.ArithmExp:
			b.WriteString("$((" + part.X.Src + "))")
		}
	}
	return b.String()
}
