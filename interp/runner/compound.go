package runner

import (
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// condition runs the list of a condition, where failures are expected.
func (sh *shell) condition(ctx context.Context, stmts []*syntax.Stmt) builtins.Status {
	sh.ignore++
	st := sh.list(ctx, stmts)
	sh.ignore--
	return st
}

func (sh *shell) ifClause(ctx context.Context, c *syntax.IfClause) builtins.Status {
	for ; c != nil; c = c.Else {
		if len(c.Cond) > 0 {
			st := sh.condition(ctx, c.Cond)
			if st.Kind != builtins.Next {
				return st
			}
			if st.Code != 0 {
				continue
			}
		}
		return sh.list(ctx, c.Then)
	}
	return status(0)
}

// afterRound looks at how a part of a loop ended. done tells that the loop has
// to end with st.
func afterRound(st builtins.Status) (out builtins.Status, done bool) {
	switch st.Kind {
	case builtins.Next:
		return st, false
	case builtins.Break:
		if st.Levels > 1 {
			st.Levels--
			return st, true
		}
		return status(st.Code), true
	case builtins.Continue:
		if st.Levels > 1 {
			st.Levels--
			return st, true
		}
		return status(st.Code), false
	}
	return st, true
}

func (sh *shell) whileClause(ctx context.Context, c *syntax.WhileClause) builtins.Status {
	sh.st.Loops++
	st := sh.while(ctx, c)
	sh.st.Loops--
	return st
}

func (sh *shell) while(ctx context.Context, c *syntax.WhileClause) builtins.Status {
	last := status(0)
	for {
		if !sh.round() || sh.halted() {
			return sh.stopped()
		}
		st := sh.condition(ctx, c.Cond)
		if st.Kind != builtins.Next {
			var done bool
			if st, done = afterRound(st); done {
				return st
			}
			last = st
			continue
		}
		if (st.Code == 0) == c.Until {
			return last
		}
		var done bool
		if last, done = afterRound(sh.list(ctx, c.Do)); done {
			return last
		}
	}
}

func (sh *shell) forClause(ctx context.Context, c *syntax.ForClause) builtins.Status {
	if c.Name == "" {
		sh.st.Loops++
		st := sh.cFor(ctx, c)
		sh.st.Loops--
		return st
	}
	sh.st.Line = int(c.Position.Line)
	if !expand.ValidName(c.Name) {
		return sh.badName(c.Name)
	}
	items := sh.st.Params
	if c.In {
		var err error
		if items, err = sh.words(ctx, c.Items); err != nil {
			return sh.expansionFailed(err)
		}
	}
	held := state.TextBytes(items)
	if !sh.st.Vars.Hold(held) {
		return sh.full()
	}
	sh.st.Loops++
	st := sh.each(ctx, c, items)
	sh.st.Loops--
	sh.st.Vars.Hold(-held)
	return st
}

func (sh *shell) each(ctx context.Context, c *syntax.ForClause, items []string) builtins.Status {
	last := status(0)
	for _, item := range items {
		if !sh.round() || sh.halted() {
			return sh.stopped()
		}
		sh.st.Line = int(c.Position.Line)
		if sh.st.Opts.On(state.XTrace) {
			sh.traceHead("for", c.Name, c.In, c.Items)
		}
		if sh.traps.debug {
			sh.st.Current = c
			if end, skip := sh.debug(ctx); end.Kind != builtins.Next {
				return end
			} else if skip {
				last = end
				continue
			}
		}
		if !sh.loopVar(ctx, c.Name, item) {
			if st, ok := sh.posixFatal(1); ok {
				return st
			}
			return sh.brokenLoop()
		}
		var done bool
		if last, done = afterRound(sh.list(ctx, c.Do)); done {
			return last
		}
	}
	return last
}

// loopVar assigns the variable of for. It has printed why it failed.
func (sh *shell) loopVar(ctx context.Context, name, value string) bool {
	v := sh.st.Vars.Get(name)
	if (v == nil || v.Attr == 0 && v.Kind == state.Scalar && v.Dynamic == nil) && !sh.st.Opts.On(state.AllExport) {
		return sh.st.Vars.SetString(name, value) == nil
	}
	var err error
	if v.Has(state.NameRef) {
		// A for loop over a nameref makes it refer to each word in turn.
		err = sh.exp.Refer(ctx, name, value)
	} else {
		err = sh.exp.SetTarget(ctx, name, value, false)
	}
	if err != nil {
		sh.loopFailed(err, "")
		return false
	}
	return true
}

func (sh *shell) cFor(ctx context.Context, c *syntax.ForClause) builtins.Status {
	if _, ok := sh.forPart(ctx, c, c.Init); !ok {
		return sh.brokenLoop()
	}
	last := status(0)
	for {
		if !sh.round() || sh.halted() {
			return sh.stopped()
		}
		v, ok := sh.forPart(ctx, c, c.Cond)
		if !ok {
			return sh.brokenLoop()
		}
		if v == 0 {
			return last
		}
		var done bool
		if last, done = afterRound(sh.list(ctx, c.Do)); done {
			return last
		}
		if _, ok := sh.forPart(ctx, c, c.Post); !ok {
			return sh.brokenLoop()
		}
	}
}

// always is an empty part of the C-style for, which is true.
var always = &syntax.Arithm{Src: "1", Plain: true}

// forPart evaluates a part of the C-style for, which is a command to the DEBUG trap
// and to set -x.
func (sh *shell) forPart(ctx context.Context, c *syntax.ForClause, x *syntax.Arithm) (int64, bool) {
	if x == nil || x.Src == "" {
		x = always
	}
	sh.st.Line = int(c.Position.Line)
	if !sh.traps.debug && !sh.st.Opts.On(state.XTrace) {
		v, err := sh.evaluate(ctx, x)
		return sh.forValue(v, err)
	}
	text, err := sh.exp.ArithSource(ctx, x)
	if err != nil {
		return sh.forValue(0, err)
	}
	if sh.st.Opts.On(state.XTrace) {
		sh.traceArith(text)
	}
	if sh.traps.debug {
		sh.st.Current = &syntax.ArithmCmd{Position: c.Position, X: &syntax.Arithm{Src: text}}
		if end, skip := sh.debug(ctx); end.Kind != builtins.Next || skip {
			return 0, true
		}
	}
	v, err := sh.evaluateText(ctx, text, "((: ")
	return sh.forValue(v, err)
}

// forValue reports why a part of the C-style for has no value.
func (sh *shell) forValue(v int64, err error) (int64, bool) {
	if err != nil {
		sh.loopFailed(err, "((: ")
		return 0, false
	}
	return v, true
}

func (sh *shell) arithmCmd(ctx context.Context, c *syntax.ArithmCmd) builtins.Status {
	sh.st.Line = int(c.Position.Line) + strings.Count(c.X.Src, "\n")
	if sh.tick() {
		return sh.stopped()
	}
	if end, skip := sh.beforeCommand(ctx, c); end.Kind != builtins.Next || skip {
		return end
	}
	v, err := sh.evaluateShown(ctx, c.X)
	if err != nil {
		return sh.arithFailed(err)
	}
	if v == 0 {
		return status(1)
	}
	return status(0)
}

// evaluateShown is the value of the expression of ((...)), which set -x shows.
func (sh *shell) evaluateShown(ctx context.Context, x *syntax.Arithm) (int64, error) {
	if !sh.st.Opts.On(state.XTrace) {
		return sh.evaluate(ctx, x)
	}
	text, err := sh.exp.ArithSource(ctx, x)
	if err != nil {
		return 0, err
	}
	sh.traceArith(text)
	return sh.evaluateText(ctx, text, "((: ")
}

func (sh *shell) caseClause(ctx context.Context, c *syntax.CaseClause) builtins.Status {
	sh.st.Line = int(c.Position.Line)
	if sh.st.Opts.On(state.XTrace) {
		sh.trace("case " + syntax.PrintWord(c.Word) + " in")
	}
	if end, skip := sh.beforeCommand(ctx, c); end.Kind != builtins.Next || skip {
		return end
	}
	word, err := sh.exp.String(ctx, c.Word)
	if err != nil {
		return sh.expansionFailed(err)
	}
	last := status(0)
	for i := 0; i < len(c.Items); i++ {
		matched, err := sh.caseMatches(ctx, c.Items[i], word)
		if err != nil {
			return sh.expansionFailed(err)
		}
		if !matched {
			continue
		}
		last = sh.list(ctx, c.Items[i].Stmts)
		for last.Kind == builtins.Next && c.Items[i].Op == syntax.CaseFallthrough && i+1 < len(c.Items) {
			i++
			last = sh.list(ctx, c.Items[i].Stmts)
		}
		if last.Kind != builtins.Next || c.Items[i].Op != syntax.CaseResume {
			break
		}
	}
	return last
}

func (sh *shell) caseMatches(ctx context.Context, item *syntax.CaseItem, word string) (bool, error) {
	for _, p := range item.Patterns {
		if lit, ok := literal(p); ok && !sh.st.Opts.On(state.NoCaseMatch) {
			if lit == word {
				return true, nil
			}
			continue
		}
		text, err := sh.exp.Pattern(ctx, p)
		if err != nil {
			return false, err
		}
		ok, err := sh.matches(text, word, false)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// matches tells whether the whole of s matches a pattern. [[ ]] has extended
// patterns always, case with shopt extglob.
func (sh *shell) matches(text, s string, ext bool) (bool, error) {
	p := sh.eng.patterns.Compile(text, pattern.Options{
		ExtGlob: ext || sh.st.Opts.On(state.ExtGlob), NoCase: sh.st.Opts.On(state.NoCaseMatch),
		Bytes: sh.st.Bytes, Steps: sh.run.limits.PatternSteps,
	})
	ok, err := p.Match(s)
	if errors.Is(err, pattern.ErrSteps) {
		err = &LimitError{"pattern_steps", int64(sh.run.limits.PatternSteps)}
	}
	return ok, err
}

// evaluate is the value of an expression of ((...)).
func (sh *shell) evaluate(ctx context.Context, x *syntax.Arithm) (int64, error) {
	outer := sh.exp.Evaluator
	sh.exp.Evaluator = "((: "
	n, err := sh.exp.Arithm(ctx, x)
	sh.exp.Evaluator = outer
	return n, err
}

// evaluateText is the value of the text of an expression for what is named.
func (sh *shell) evaluateText(ctx context.Context, text, evaluator string) (int64, error) {
	outer := sh.exp.Evaluator
	sh.exp.Evaluator = evaluator
	n, err := sh.exp.ArithText(ctx, text)
	sh.exp.Evaluator = outer
	return n, err
}
