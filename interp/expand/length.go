package expand

import (
	"strconv"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// length is ${#NAME}: characters of a value, or elements of a list.
func (e *Expander) length(r *ref, p *syntax.ParamExp) (string, error) {
	if p.Index != nil && !r.positional() && (!r.v.IsArray() || !r.v.Set) && e.Shell.Opts.On(state.NoUnsetVars) {
		// Other than without a subscript the shell goes on.
		return "", &Error{Text: r.name + ": unbound variable", Code: 1, Reported: true}
	}
	if r.mode == all && p.Index == nil && !r.positional() {
		// The list that a reference stands for: bash looks for a variable of
		// that name.
		return "0", nil
	}
	if r.mode == all {
		return strconv.Itoa(e.count(r)), nil
	}
	if r.mode == missing && p.Index != nil {
		return "", &Error{Text: p.Index.X.Src + "]: bad array subscript", Code: 1}
	}
	text, set := e.get(r)
	if r.element {
		// bash looks for a variable of that name.
		text = ""
	}
	if !set && r.mode == whole && e.Shell.Opts.On(state.NoUnsetVars) {
		return "", e.unbound(r.label, p)
	}
	return strconv.Itoa(e.chars(text)), nil
}

// count is the number of elements of a list, without listing them.
func (e *Expander) count(r *ref) int {
	switch {
	case r.v != nil && r.v.Kind == state.Indexed:
		return r.v.List.Len()
	case r.v != nil && r.v.Kind == state.Assoc:
		return r.v.Map.Len()
	}
	return len(e.list(r))
}
