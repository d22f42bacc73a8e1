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
			if strings.ContainsAny(part.Value, "\"\\$`\x01") {
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
// they give where one is no plain number.
func (e *Expander) fillIn(ctx context.Context, w *syntax.Word, t *compiled) (int64, error) {
	var numbers [4]int64
	var space [4]string
	holes, texts, plain := numbers[:0], space[:0], true
	for _, part := range w.Parts {
		if _, ok := part.(*syntax.Lit); ok {
			continue
		}
		n, text, ok, err := e.hole(ctx, part)
		if err != nil {
			return 0, within(err, w.Src, w.Parts)
		}
		plain = plain && ok
		holes, texts = append(holes, n), append(texts, text)
	}
	if plain {
		return e.evalFilled(ctx, t.program, holes)
	}
	var b strings.Builder
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
			continue
		}
		if texts[0] == "" && holes[0] >= 0 {
			b.WriteString(strconv.FormatInt(holes[0], 10))
		} else {
			b.WriteString(texts[0])
		}
		holes, texts = holes[1:], texts[1:]
	}
	if err := e.fits(b.Len()); err != nil {
		return 0, err
	}
	return e.ArithText(ctx, b.String())
}

// hole expands a part of an expression. Of a plain number text need not be
// set; of other text n is negative.
func (e *Expander) hole(ctx context.Context, part syntax.WordPart) (n int64, text string, plain bool, err error) {
	switch part := part.(type) {
	case *syntax.ArithmExp:
		n, err := e.Arithm(ctx, part.X)
		if err != nil || n >= 0 {
			return n, "", true, err
		}
		return -1, strconv.FormatInt(n, 10), false, nil
	case *syntax.ParamExp:
		if text, ok := e.loneParam(part); ok {
			if n, ok := arith.Number(text); ok {
				return n, "", true, nil
			}
			return -1, text, false, nil
		}
	}
	b := e.builder(false)
	defer e.release(b)
	if err := e.part(ctx, b, part, double, false, false); err != nil {
		return 0, "", false, err
	}
	text = join(b.segs)
	if n, ok := arith.Number(text); ok {
		return n, text, true, nil
	}
	return -1, text, false, nil
}
