package runner

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/regex"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// testClause runs [[ ... ]]: 0 for true, 1 for false, 2 for a bad pattern.
func (sh *shell) testClause(ctx context.Context, c *syntax.TestClause) builtins.Status {
	sh.st.Line = int(c.Position.Line) + testLines(c.X)
	if sh.tick() {
		return sh.stopped()
	}
	if end, skip := sh.beforeCommand(ctx, c); end.Kind != builtins.Next || skip {
		return end
	}
	sh.inWords = true
	ok, err := sh.test(ctx, c.X, false)
	sh.inWords = false
	if err != nil {
		var bad *badTest
		if errors.As(err, &bad) {
			if bad.text != "" {
				sh.message(bad.text)
			}
			return status(bad.code)
		}
		return sh.expansionFailed(err)
	}
	if ok {
		return status(0)
	}
	return status(1)
}

// testLines counts the newlines in the words of a test; bash's line is that of
// its end.
func testLines(x syntax.TestExpr) int {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return testLines(x.X)
	case *syntax.UnaryTest:
		return testLines(x.X)
	case *syntax.BinaryTest:
		return testLines(x.X) + testLines(x.Y)
	case *syntax.WordTest:
		return strings.Count(x.Word.Src, "\n")
	}
	return 0
}

// A badTest is a test that can not be decided.
type badTest struct {
	text string
	code int
}

func (e *badTest) Error() string { return e.text }

// test evaluates an expression of [[ ]]. inverted is for the trace.
func (sh *shell) test(ctx context.Context, x syntax.TestExpr, inverted bool) (bool, error) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return sh.test(ctx, x.X, inverted)
	case *syntax.WordTest:
		s, err := sh.exp.String(ctx, x.Word)
		if err != nil {
			return false, err
		}
		sh.traceTest(inverted, "-n", s)
		return s != "", nil
	case *syntax.UnaryTest:
		if x.Op == "!" {
			ok, err := sh.test(ctx, x.X, !inverted)
			return !ok, err
		}
		return sh.unaryTest(ctx, x, inverted)
	case *syntax.BinaryTest:
		switch x.Op {
		case "&&":
			ok, err := sh.test(ctx, x.X, inverted)
			if err != nil || !ok {
				return false, err
			}
			return sh.test(ctx, x.Y, inverted)
		case "||":
			ok, err := sh.test(ctx, x.X, inverted)
			if err != nil || ok {
				return ok, err
			}
			return sh.test(ctx, x.Y, inverted)
		}
		return sh.binaryTest(ctx, x, inverted)
	}
	panic("BUG: unknown test node")
}

func operand(x syntax.TestExpr) *syntax.Word {
	if w, ok := x.(*syntax.WordTest); ok {
		return w.Word
	}
	return &syntax.Word{}
}

func (sh *shell) unaryTest(ctx context.Context, x *syntax.UnaryTest, inverted bool) (bool, error) {
	word := sh.exp.String
	if x.Op == "-v" && !sh.st.Opts.On(state.AssocExpandOnce) {
		word = sh.exp.ArithWord // what expands in the subscript is its text
	}
	s, err := word(ctx, operand(x.X))
	if err != nil {
		return false, err
	}
	sh.traceTest(inverted, x.Op, s)
	switch x.Op {
	case "-n":
		return s != "", nil
	case "-z":
		return s == "", nil
	case "-v":
		return sh.isSet(ctx, s)
	case "-t":
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return false, nil
		}
		d, ok := sh.fds.Get(n)
		return ok && d.Terminal(), nil
	}
	return sh.operators().Unary(x.Op[1], s), nil
}

// operators are those that [[ ]] has in common with test.
func (sh *shell) operators() builtins.Test { return builtins.Test{Shell: sh, State: sh.st} }

func (sh *shell) isSet(ctx context.Context, target string) (bool, error) {
	_, set, err := sh.exp.GetTarget(ctx, target)
	var failed *expand.Error
	if errors.As(err, &failed) && !failed.Deep && !sh.endsAt(failed) {
		return false, nil
	}
	return set, err
}

func (sh *shell) binaryTest(ctx context.Context, x *syntax.BinaryTest, inverted bool) (bool, error) {
	word := sh.exp.String
	switch x.Op {
	case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		word = sh.exp.ArithWord
	}
	left, err := word(ctx, operand(x.X))
	if err != nil {
		return false, err
	}
	switch x.Op {
	case "=", "==", "!=":
		pattern := sh.exp.Pattern
		if sh.st.Opts.On(state.XTrace) {
			pattern = sh.exp.TracedPattern
		}
		text, err := pattern(ctx, operand(x.Y))
		if err != nil {
			return false, err
		}
		sh.traceTest2(inverted, left, x.Op, text)
		ok, err := sh.matches(text, left, true)
		return ok != (x.Op == "!="), err
	case "=~":
		return sh.regexTest(ctx, x, left, inverted)
	}
	right, err := word(ctx, operand(x.Y))
	if err != nil {
		return false, err
	}
	sh.traceTest2(inverted, left, x.Op, right)
	switch x.Op {
	case "<", ">", "-nt", "-ot", "-ef":
		return sh.operators().Binary(left, x.Op, right)
	}
	return sh.compareNumbers(ctx, left, x.Op, right)
}

func (sh *shell) compareNumbers(ctx context.Context, left, op, right string) (bool, error) {
	a, err := sh.testNumber(ctx, left)
	if err != nil {
		return false, err
	}
	b, err := sh.testNumber(ctx, right)
	if err != nil {
		return false, err
	}
	switch op {
	case "-eq":
		return a == b, nil
	case "-ne":
		return a != b, nil
	case "-lt":
		return a < b, nil
	case "-le":
		return a <= b, nil
	case "-gt":
		return a > b, nil
	}
	return a >= b, nil
}

func (sh *shell) testNumber(ctx context.Context, text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && (len(text) == 1 || text[0] != '0' && text[0] != '+' && text[0] != '-') {
		return n, nil
	}
	n, err := sh.evaluateText(ctx, text, "[[: ")
	var failed *expand.Error
	if errors.As(err, &failed) && !failed.Fatal && !failed.Deep {
		text := failed.Text
		if failed.Arith {
			text = "[[: " + text
		}
		return 0, &badTest{text: text, code: 1}
	}
	return n, err
}

// regexTest does =~ and sets BASH_REMATCH.
func (sh *shell) regexTest(ctx context.Context, x *syntax.BinaryTest, left string, inverted bool) (bool, error) {
	text, err := sh.exp.Regex(ctx, operand(x.Y))
	if err != nil {
		return false, err
	}
	sh.traceTest2(inverted, left, x.Op, text)
	re, err := sh.regex(text)
	if err != nil {
		return false, &badTest{code: 2}
	}
	match, err := re.Find([]byte(left), 0, false)
	if errors.Is(err, regex.ErrSteps) {
		err = &LimitError{"pattern_steps", int64(min(orElse(sh.run.limits.PatternSteps, regex.MaxSteps), regex.MaxSteps))}
	}
	if err != nil {
		return false, err
	}
	var groups []string
	for i := 0; i+1 < len(match); i += 2 {
		group := ""
		if match[i] >= 0 {
			group = strings.Clone(left[match[i]:match[i+1]])
		}
		groups = append(groups, group)
	}
	sh.st.Vars.Define("BASH_REMATCH", &state.Variable{Kind: state.Indexed, Set: true, List: state.NewList(groups...)})
	return match != nil, nil
}

// regex compiles an expression, and keeps the last one for a loop.
func (sh *shell) regex(text string) (*regex.Regexp, error) {
	flags := regex.Extended
	if sh.st.Opts.On(state.NoCaseMatch) {
		flags |= regex.NoCase
	}
	if sh.st.Bytes {
		flags |= regex.Bytes
	}
	last := &sh.lastRegex
	if last.re == nil || last.text != text || last.flags != flags {
		re, err := regex.Compile(text, flags)
		if err != nil {
			return nil, err
		}
		*last = compiledRegex{text, flags, re.Bounded(sh.run.limits.PatternSteps).Until(sh.run.stop.Load)}
	}
	return last.re, nil
}

type compiledRegex struct {
	text  string
	flags regex.Flags
	re    *regex.Regexp
}
