package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// failedCall prints an error of an expansion with the builtin's name.
func (sh *shell) failedCall(bc *builtins.Call, err error) bool {
	if err == nil {
		return true
	}
	if limit, ok := asLimit(err); ok {
		sh.limit(limit.Name, limit.Limit)
		return false
	}
	var failed *expand.Error
	if errors.As(err, &failed) && (failed.Fatal || failed.Words || sh.endsAt(failed)) {
		sh.ended = sh.expansionFailed(err)
		return false
	}
	if errors.As(err, &failed) {
		sh.failsMore(failed)
		if failed.Subscript {
			sh.message(failed.Text)
			return false
		}
		if failed.Plain || !declares(bc.Args[0]) && strings.HasSuffix(failed.Text, ": readonly variable") && !strings.HasSuffix(failed.Text, "cannot unset: readonly variable") {
			// bash names the builtin only where it declares.
			sh.message(failed.Text)
			if info := sh.eng.builtins[bc.Args[0]]; info.Special && !sh.indirect {
				sh.ended, _ = sh.posixFatal(1)
				sh.ended.Code = 1
			}
			return false
		}
		sh.Errorf(bc, "%s", failed.Text)
		return false
	}
	if !errors.Is(err, errSilent) && sh.run.err() == nil {
		sh.Errorf(bc, "%s", err.Error())
	}
	return false
}

// declares tells whether a builtin is one of declarations.
func declares(name string) bool {
	switch name {
	case "declare", "typeset", "local", "export", "readonly":
		return true
	}
	return false
}

// declaresOutside tells whether a builtin is export or readonly, which make no
// local variables.
func declaresOutside(name string) bool { return name == "export" || name == "readonly" }

// Assign implements builtins.Variables.
func (sh *shell) Assign(bc *builtins.Call, target, value string, appending bool) bool {
	ok := sh.failedCall(bc, sh.exp.SetTarget(bc.Ctx, target, value, appending))
	sh.assigned(target)
	return ok
}

// AssignList implements builtins.Variables.
func (sh *shell) AssignList(bc *builtins.Call, name string, values []string, first int64, clear bool) bool {
	target, err := sh.exp.ArrayTarget(name)
	if err != nil {
		return sh.failedCall(bc, err)
	}
	v := sh.st.Vars.Get(target)
	switch {
	case v.Has(state.ReadOnly):
		return sh.failedCall(bc, &expand.Error{Text: target + ": readonly variable", Code: 1, Plain: true, Reported: true})
	case v != nil && v.Kind == state.Assoc:
		sh.Errorf(bc, "%s: not an indexed array", target)
		return false
	case v != nil && v.Dynamic != nil:
		return true
	}
	if limit := sh.run.limits.ArrayElements; limit > 0 && len(values) > limit {
		sh.limit("array_elements", int64(limit))
		return false
	}
	if clear || v == nil {
		attr := state.Attr(0)
		if v != nil {
			attr = v.Attr
		}
		sh.st.Vars.Define(target, &state.Variable{Attr: attr, Kind: state.Indexed, Set: true, List: state.NewList()})
		v = sh.st.Vars.Get(target)
	}
	sh.st.Vars.SetKind(target, state.Indexed)
	const converts = state.Integer | state.Lower | state.Upper | state.Capitalize
	if v == nil || v.Attr&converts == 0 {
		return sh.failedCall(bc, sh.st.Vars.SetValues(target, first, values))
	}
	for i, value := range values {
		if !sh.Assign(bc, fmt.Sprintf("%s[%d]", target, first+int64(i)), value, false) {
			return false
		}
	}
	return true
}

// Declare implements builtins.Variables.
func (sh *shell) Declare(bc *builtins.Call, d builtins.Decl, opts builtins.DeclareOptions) bool {
	ok := sh.failedCall(bc, sh.exp.Declare(bc.Ctx, expand.Declared(d), expand.DeclareOptions{
		Set: opts.Set, Remove: opts.Remove, Indexed: opts.Indexed, Assoc: opts.Assoc,
		RemoveArray: opts.RemoveArray, Global: opts.Global, Local: opts.Local, Inherit: opts.Inherit,
		Plain: bc.Args[0] == "export" || bc.Args[0] == "readonly", Command: bc.Args[0],
	}))
	if ok && (declaresOutside(bc.Args[0]) || bc.Args[0] != "local" && opts.Set&(state.Export|state.ReadOnly) != 0) {
		name, _, _ := strings.Cut(strings.TrimSuffix(d.Text, "+"), "=")
		if d.Assign != nil {
			name = d.Assign.Name
		}
		sh.st.Vars.Keep(name)
	}
	if d.Assign != nil {
		sh.assigned(d.Assign.Name)
	} else if name, _, ok := strings.Cut(d.Text, "="); ok {
		sh.assigned(name)
	}
	if d.Assign != nil {
		if sh.st.Opts.On(state.XTrace) && d.Assign.Array == nil && (bc.Args[0] == "export" || bc.Args[0] == "readonly") {
			sh.trace(d.Assign.Name + "=" + expand.QuoteTrace(d.Value))
		}
	}
	return ok
}

// Get implements builtins.Variables.
func (sh *shell) Get(target string) (value string, set bool) {
	value, set, err := sh.exp.GetTarget(sh.fs.ctx, target)
	if failed := (*expand.Error)(nil); errors.As(err, &failed) && (failed.Deep || sh.endsAt(failed)) {
		sh.message(failed.Text)
		sh.failsMore(failed)
	}
	return value, set && err == nil
}

// Unset implements builtins.Variables.
func (sh *shell) Unset(bc *builtins.Call, target string, nameref bool) bool {
	if slices.Contains(sh.elements, target) && !sh.st.Opts.On(state.AssocExpandOnce) {
		sh.st.Opts.Set(state.AssocExpandOnce, true)
		defer sh.st.Opts.Set(state.AssocExpandOnce, false)
	}
	ok := sh.failedCall(bc, sh.exp.UnsetTarget(bc.Ctx, target, nameref))
	sh.assigned(target)
	return ok
}

// Arith implements builtins.Variables.
func (sh *shell) Arith(text string) (int64, error) {
	n, err := sh.evaluateText(sh.fs.ctx, text, "let: ")
	var failed *expand.Error
	if errors.As(err, &failed) && failed.Fatal {
		sh.ended = sh.expansionFailed(err)
		return 0, builtins.ErrReported
	}
	if errors.As(err, &failed) && !failed.Arith {
		sh.failsMore(failed)
		sh.message(failed.Text)
		return 0, builtins.ErrReported
	}
	return n, err
}

// ExpandPrompt implements builtins.Variables.
func (sh *shell) ExpandPrompt(text string) string {
	out, err := sh.exp.ExpandPrompt(sh.fs.ctx, text)
	if err != nil {
		return text
	}
	return out
}

// ExpandWords implements builtins.Variables.
func (sh *shell) ExpandWords(ctx context.Context, text string, globs bool) ([]string, error) {
	f, err := syntax.Parse(": "+text, sh.parseConfig(sh.st.Name))
	if err != nil {
		return nil, err
	}
	noGlob := sh.st.Opts.On(state.NoGlob)
	if !globs {
		sh.st.Opts.Set(state.NoGlob, true)
		defer sh.st.Opts.Set(state.NoGlob, noGlob)
	}
	if len(f.Stmts) == 1 {
		if c, ok := f.Stmts[0].Cmd.(*syntax.CallExpr); ok {
			words, err := sh.words(ctx, c.Args)
			return words[min(1, len(words)):], err
		}
	}
	return strings.Fields(text), nil
}
