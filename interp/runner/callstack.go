package runner

import (
	"slices"
	"strconv"

	"github.com/aegish/aegish/interp/state"
)

// defineCallStack makes the variables that show which functions run.
func defineCallStack(vars *state.Store) {
	const frozen = state.NoUnset | state.NoAssign
	defineUnsettable(vars, "FUNCNAME", state.NoAssign, functionNames)
	defineArray(vars, "BASH_SOURCE", frozen, func(sh *state.Shell) []string {
		return frames(sh, func(f *state.Frame) string { return f.Source })
	})
	defineArray(vars, "BASH_LINENO", frozen, func(sh *state.Shell) []string {
		return frames(sh, func(f *state.Frame) string { return strconv.Itoa(f.Line) })
	})
	defineArray(vars, "BASH_ARGC", frozen, argumentCounts)
	defineArray(vars, "BASH_ARGV", frozen, arguments)
}

// frames lists a property of the call stack, the innermost first.
func frames(sh *state.Shell, f func(*state.Frame) string) []string {
	out := make([]string, 0, len(sh.Frames))
	for i := len(sh.Frames) - 1; i >= 0; i-- {
		out = append(out, f(&sh.Frames[i]))
	}
	return out
}

// functionNames is FUNCNAME: unset outside of functions.
func functionNames(sh *state.Shell) []string {
	for i := range sh.Frames {
		if f := &sh.Frames[i]; !f.Sourced && !f.Script {
			return frames(sh, func(f *state.Frame) string { return f.Function })
		}
	}
	return nil
}

func argumentCounts(sh *state.Shell) []string {
	if !sh.Opts.On(state.ExtDebug) || len(sh.Frames) == 0 {
		return []string{strconv.Itoa(len(sh.Params))}
	}
	counts := frames(sh, func(f *state.Frame) string { return strconv.Itoa(len(f.Args)) })
	if !sh.Frames[0].Script {
		counts = append(counts, "0")
	}
	return counts
}

func arguments(sh *state.Shell) []string {
	var out []string
	if !sh.Opts.On(state.ExtDebug) || len(sh.Frames) == 0 {
		for _, p := range slices.Backward(sh.Params) {
			out = append(out, p)
		}
		return out
	}
	for i := len(sh.Frames) - 1; i >= 0; i-- {
		for _, a := range slices.Backward(sh.Frames[i].Args) {
			out = append(out, a)
		}
	}
	return out
}
