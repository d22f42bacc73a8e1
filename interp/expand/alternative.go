package expand

import (
	"context"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// alternative does the operators that test a parameter: - = ? + and their
// colon forms. It tells whether the value of the parameter is the result;
// otherwise it added the result to b. For + that did not apply the value, null
// then, is it.
func (e *Expander) alternative(ctx context.Context, b *builder, p *syntax.ParamExp, r *ref, q quoting, set, null bool) (use bool, err error) {
	op := p.Op
	present := set
	switch op {
	case syntax.ParamDefaultColon, syntax.ParamAssignColon, syntax.ParamErrorColon, syntax.ParamAltColon:
		present = set && !null
		op--
	}
	switch {
	case op == syntax.ParamAlt:
		if !present {
			return true, nil
		}
	case present:
		return true, nil
	}
	switch op {
	case syntax.ParamAssign:
		return false, e.assignDefault(ctx, b, p, r, q)
	case syntax.ParamError:
		return false, e.failure(ctx, p, r, set)
	}
	return false, e.operand(ctx, b, p.Word, q)
}

// operand expands the word of an operator into b.
func (e *Expander) operand(ctx context.Context, b *builder, w *syntax.Word, q quoting) error {
	if w == nil || len(w.Parts) == 0 {
		return nil
	}
	if q == plain {
		q = operand
	}
	vanished := b.vanished
	err := e.parts(ctx, b, w.Parts, q)
	b.vanished = vanished
	return within(err, w)
}

// assignDefault is ${NAME=WORD} for a parameter without a value.
func (e *Expander) assignDefault(ctx context.Context, b *builder, p *syntax.ParamExp, r *ref, q quoting) error {
	switch {
	case special(r.name):
		return &Error{Text: "$" + r.name + ": cannot assign in this way", Code: 1, Reported: true}
	case r.mode == all:
		return &Error{Text: r.label + ": bad array subscript", Code: 1}
	}
	text, err := e.operandText(ctx, p.Word, q)
	if err != nil {
		return err
	}
	if v := e.Shell.Vars.Get(r.name); r.v == nil && r.mode == whole && v.Has(state.NameRef) {
		r.v = v // a reference to nothing is what is assigned
	}
	if err := e.store(ctx, r, text, false); err != nil {
		return err
	}
	// Attributes may have changed the value.
	r.v = e.Shell.Vars.Get(r.name)
	text, _ = e.get(r)
	b.add(text, e.kindOf(q, text))
	return nil
}

// operandText is the operand as one string.
func (e *Expander) operandText(ctx context.Context, w *syntax.Word, q quoting) (string, error) {
	inner := e.builder(false)
	defer e.release(inner)
	inner.value = true
	if err := e.operand(ctx, inner, w, q); err != nil {
		return "", err
	}
	return join(inner.segs), nil
}

// failure is the error of ${NAME?WORD}.
func (e *Expander) failure(ctx context.Context, p *syntax.ParamExp, r *ref, set bool) error {
	text := "parameter null or not set"
	if p.Op == syntax.ParamError {
		text = "parameter not set"
	}
	if p.Word != nil && len(p.Word.Parts) > 0 {
		var err error
		if text, err = e.operandText(ctx, p.Word, operand); err != nil {
			return err
		}
	}
	return &Error{Text: r.label + ": " + text, Code: 127, Fatal: true, Reported: true}
}
