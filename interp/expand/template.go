package expand

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/arith"
	"github.com/aegish/aegish/interp/syntax"
)

// template is the program of an expression with expansions in it, compiled once
// for all their values that are plain numbers.
func (e *Expander) template(x *syntax.Arithm) *compiled {
	if c, ok := x.Memo.Load().(*compiled); ok {
		return c
	}
	c := &compiled{}
	if text, ok := templateText(x.Word); ok && e.Arith != nil {
		c.program, _ = e.Arith.Template(text)
	}
	x.Memo.Store(c)
	return c
}

// templateText is the text of an expression with a hole for each expansion.
func templateText(w *syntax.Word) (string, bool) {
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(part.Value, "\"'\\$`\x01") {
				return "", false
			}
			b.WriteString(part.Value)
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp:
			b.WriteByte(arith.Hole)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// fillIn expands the parts of a word and evaluates its template, or the text that
// they give where one is no plain number, and in a subscript no plain word.
func (e *Expander) fillIn(ctx context.Context, w *syntax.Word, t *compiled) (int64, error) {
	var space [4]arith.Value
	holes, plain, depth := space[:0], true, 0
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			depth += strings.Count(lit.Value, "[") - strings.Count(lit.Value, "]")
			continue
		}
		v, err := e.hole(ctx, part)
		if err != nil {
			return 0, within(err, w)
		}
		plain = plain && (v.Number >= 0 || depth > 0 && arith.Plain(v.Text))
		holes = append(holes, v)
	}
	if plain {
		return e.evalFilled(ctx, t.program, holes)
	}
	var src arithSource
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			src.literal(lit.Value)
			continue
		}
		text := holes[0].Text
		if holes[0].Number >= 0 {
			text = holes[0].String()
		}
		src.result(text)
		holes = holes[1:]
	}
	if err := e.fits(src.out.Len()); err != nil {
		return 0, err
	}
	return e.ArithText(ctx, src.out.String())
}

// hole expands a part of an expression. What is no plain number is a text with
// a negative number.
func (e *Expander) hole(ctx context.Context, part syntax.WordPart) (arith.Value, error) {
	var text string
	switch part := part.(type) {
	case *syntax.ArithmExp:
		n, err := e.Arithm(ctx, part.X)
		if n < 0 {
			text = strconv.FormatInt(n, 10)
		}
		return arith.Value{Number: n, Text: text}, err
	case *syntax.ParamExp:
		if text, ok := e.loneParam(part); ok {
			return valueOf(text), nil
		}
	}
	b := e.builder(false)
	defer e.release(b)
	if err := e.part(ctx, b, part, double, false, false); err != nil {
		return arith.Value{}, err
	}
	return valueOf(join(b.segs)), nil
}

func valueOf(text string) arith.Value {
	if n, ok := arith.Number(text); ok {
		return arith.Value{Number: n}
	}
	return arith.Value{Number: -1, Text: text}
}
