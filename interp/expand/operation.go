package expand

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// An operation is what a ParamExp does with a value, its operands expanded: it
// is made once and applied to each element of a list.
type operation struct {
	e   *Expander
	ctx context.Context
	p   *syntax.ParamExp
	// match is the pattern; nil in a case modification means any character.
	match *matcher
	repl  replacement
	// gate is what bash looks for in the value before it substitutes; nil for
	// nothing more than match.
	gate *matcher
	// anchor is '#' or '%' for a pattern that must match at the start or at
	// the end.
	anchor byte
	// void is set when a slice was out of reach.
	void bool
}

// operation expands the operands of p.
func (e *Expander) operation(ctx context.Context, p *syntax.ParamExp, q quoting) (*operation, error) {
	o := &operation{e: e, ctx: ctx, p: p}
	switch p.Op {
	case syntax.ParamSlice, syntax.ParamTransform:
		return o, nil
	}
	trims := p.Op >= syntax.ParamTrimPrefix && p.Op <= syntax.ParamTrimSuffixAll
	if trims && p.Word != nil {
		if o.match = e.fixedMatcher(p.Word); o.match != nil {
			return o, nil
		}
	}
	text := ""
	var err error
	if p.Word != nil && len(p.Word.Parts) > 0 {
		if text, err = e.Pattern(ctx, p.Word); err != nil {
			return nil, err
		}
	}
	switch p.Op {
	case syntax.ParamReplacePrefix:
		o.anchor = '#'
	case syntax.ParamReplaceSuffix:
		o.anchor = '%'
	case syntax.ParamReplace:
		// An anchor may come out of an expansion too.
		if text != "" && (text[0] == '#' || text[0] == '%') {
			o.anchor, text = text[0], text[1:]
		}
	case syntax.ParamUpper, syntax.ParamUpperAll, syntax.ParamLower, syntax.ParamLowerAll,
		syntax.ParamToggle, syntax.ParamToggleAll:
		if text == "" && !hasQuotes(p.Word) {
			return o, nil
		}
		// Extended patterns always count here.
		o.match = e.compileWith(text, pattern.Options{ExtGlob: true, Bytes: e.Shell.Bytes, Steps: e.Limits.PatternSteps})
		return o, nil
	}
	if o.match, err = e.matcher(text, p.Op >= syntax.ParamReplace && p.Op <= syntax.ParamReplaceSuffix); err != nil {
		return nil, err
	}
	if p.Op >= syntax.ParamReplace && p.Op <= syntax.ParamReplaceSuffix && strings.IndexByte(text, '(') >= 0 && e.Shell.Opts.On(state.ExtGlob) {
		if o.gate, err = e.matcher(gate(text, o.anchor), true); err != nil {
			return nil, err
		}
	}
	if p.Repl != nil {
		o.repl, err = e.replacement(ctx, p.Repl, q)
	}
	return o, err
}

// gate is the pattern that bash first looks for in a value: with a star before it and
// behind it, as far as it is not anchored there. The star makes a group of a
// parenthesis at the start, and part of its text of one that has no end.
func gate(text string, anchor byte) string {
	head, tail := "", ""
	if anchor != '#' && (text[0] != '*' || strings.HasPrefix(text, "*(")) {
		head = "*"
	}
	if anchor != '%' && !strings.HasSuffix(text, "*") {
		tail = "*"
	}
	return head + text + tail
}

// apply does the operation on one value.
func (o *operation) apply(r *ref, text string, set bool) (string, error) {
	switch o.p.Op {
	case syntax.ParamTrimPrefix, syntax.ParamTrimPrefixAll:
		n, ok, err := o.match.prefix(text, o.p.Op == syntax.ParamTrimPrefixAll)
		if ok {
			text = detached(text[n:], text)
		}
		return text, err
	case syntax.ParamTrimSuffix, syntax.ParamTrimSuffixAll:
		n, ok, err := o.match.suffix(text, o.p.Op == syntax.ParamTrimSuffixAll)
		if ok {
			text = detached(text[:n], text)
		}
		return text, err
	case syntax.ParamReplace, syntax.ParamReplaceAll, syntax.ParamReplacePrefix, syntax.ParamReplaceSuffix:
		return o.replace(text, set)
	case syntax.ParamSlice:
		if !set {
			return "", nil
		}
		part, ok, err := o.e.slice(o.ctx, o.p, text)
		o.void = !ok
		return detached(part, text), err
	case syntax.ParamTransform:
		return o.e.transform(o.ctx, o.p, r, text, set)
	}
	return o.modify(text)
}

// modify changes the case of the characters that match.
func (o *operation) modify(text string) (string, error) {
	every := false
	var change func(rune) rune
	switch o.p.Op {
	case syntax.ParamUpper, syntax.ParamUpperAll:
		change, every = upper, o.p.Op == syntax.ParamUpperAll
	case syntax.ParamLower, syntax.ParamLowerAll:
		change, every = lower, o.p.Op == syntax.ParamLowerAll
	default:
		change, every = toggle, o.p.Op == syntax.ParamToggleAll
	}
	return o.convert(text, every, o.e.inLocale(change))
}

// convert changes the first character, or every one.
func (o *operation) convert(text string, every bool, change func(rune) rune) (string, error) {
	var out []byte // nil until something changed
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRuneInString(text[i:])
		d := c
		if n > 1 || c != utf8.RuneError {
			ok := true
			if o.match != nil {
				var err error
				if ok, err = o.match.whole(text[i : i+n]); err != nil {
					return "", err
				}
			}
			if ok {
				d = change(c)
			}
		}
		if d != c && out == nil {
			out = append(make([]byte, 0, len(text)+utf8.UTFMax), text[:i]...)
		}
		switch {
		case d != c:
			out = utf8.AppendRune(out, d)
		case out != nil:
			out = append(out, text[i:i+n]...)
		}
		i += n
		if !every {
			if out == nil {
				return text, nil
			}
			return string(append(out, text[i:]...)), nil
		}
	}
	if out == nil {
		return text, nil
	}
	return string(out), nil
}

// hasQuotes tells whether a word has quotes: a null pattern then matches
// nothing, where one without means any character.
func hasQuotes(w *syntax.Word) bool {
	if w == nil {
		return false
	}
	for _, part := range w.Parts {
		switch part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}
