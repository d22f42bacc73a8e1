package envstate

import (
	"fmt"
	"slices"
	"strings"
)

// maxNamed is how many offending variables a warning names one by one.
const maxNamed = 10

// Adopt takes over what a command reported. Nothing in r is trusted: the
// environment passes f, sizes are limited, and the directory must be one that
// this process may enter. What does not pass keeps its old value.
//
// stripped holds the names the filter removed, for a debug log; warnings are
// lines for the user, without control characters and without values. Exit is
// not touched.
func (s *State) Adopt(r Report, f Filter) (stripped, warnings []string) {
	s.ready()
	env := s.carryOver(r)
	env, stripped = f.Sanitize(env)
	env, warnings = s.limit(env, f.keepLarge)
	old := s.Env
	s.Env = env
	if w := s.adoptStack(r); w != "" {
		warnings = append(warnings, w)
	}
	if w := s.adoptReportedDir(r.Dir, old); w != "" {
		warnings = append(warnings, w)
	}
	return stripped, warnings
}

// adoptStack takes over the directory stack. The command's shell was given the
// session's stack when it started, except in a directory without a name, where
// bash refuses to build one.
func (s *State) adoptStack(r Report) (warning string) {
	if r.StackBytes > MaxStack {
		return fmt.Sprintf("directory stack of %d bytes is more than the limit of %d, old stack kept", r.StackBytes, MaxStack)
	}
	if _, err := physicalPath(s.at); err != nil && len(r.Stack) == 0 {
		return ""
	}
	s.Stack = slices.Clone(r.Stack)
	return ""
}

// carryOver completes the reported environment with what bash cannot report.
func (s *State) carryOver(r Report) Env {
	env := r.Env.Clone()
	// bash sets _ for every program it starts; it is nobody's export.
	env.Unset("_")
	env.Unset("SHLVL")
	for _, v := range s.Env.vars {
		// bash passes on names it cannot hold and never changes them.
		if v.name == "SHLVL" || !isIdentifier(v.name) {
			env.Set(v.name, v.value)
		}
	}
	return env
}

// limit enforces MaxValue and MaxEnv. An offending variable keeps the value it
// had before, or stays unset if it had none.
func (s *State) limit(env Env, keepLarge bool) (Env, []string) {
	var warnings []string
	refused := map[string]bool{}
	total := env.Bytes()
	refuse := func(v variable, why string, args ...any) {
		refused[v.name] = true
		total -= v.size() + 1
		what := "not kept"
		if old, ok := s.Env.Get(v.name); ok {
			total += variable{v.name, old}.size() + 1
			what = "old value kept"
		}
		if len(refused) <= maxNamed {
			warnings = append(warnings, fmt.Sprintf("%s: %s, %s", printable(v.name), fmt.Sprintf(why, args...), what))
		}
	}
	for _, v := range env.vars {
		if v.size() > MaxValue && !keepLarge {
			refuse(v, "%d bytes are more than the limit of %d for one variable", v.size(), MaxValue)
		}
	}
	if total > MaxEnv {
		for _, v := range s.changed(env) {
			if total <= MaxEnv {
				break
			}
			if !refused[v.name] {
				refuse(v, "the environment would exceed its limit of %d bytes", MaxEnv)
			}
		}
	}
	if more := len(refused) - maxNamed; more > 0 {
		warnings = append(warnings, fmt.Sprintf("and %d more variables", more))
	}
	return s.without(env, refused), warnings
}

// changed returns what differs from the session's environment, the largest
// first. Values from before are never at fault when a limit is exceeded.
func (s *State) changed(env Env) []variable {
	changed := slices.DeleteFunc(slices.Clone(env.vars), func(v variable) bool {
		old, ok := s.Env.Get(v.name)
		return ok && old == v.value
	})
	slices.SortStableFunc(changed, func(a, b variable) int { return b.size() - a.size() })
	return changed
}

// without gives the refused variables their old values back.
func (s *State) without(env Env, refused map[string]bool) Env {
	if len(refused) == 0 {
		return env
	}
	var kept Env
	for _, v := range env.vars {
		if !refused[v.name] {
			kept.Set(v.name, v.value)
		} else if old, ok := s.Env.Get(v.name); ok {
			kept.Set(v.name, old)
		}
	}
	return kept
}

// adoptReportedDir moves to dir if it may be entered and labels it with the
// reported PWD if that names it. It returns a warning, or "".
func (s *State) adoptReportedDir(dir string, old Env) string {
	warning := ""
	switch {
	case dir == "":
		// The shell's directory has no name (deleted): it did not move.
	case names(dir, s.at):
		s.adoptDir(s.at)
	case !strings.HasPrefix(dir, "/"):
		warning = "reported directory is not absolute, directory kept"
	default:
		if err := s.enter(dir); err != nil {
			warning = fmt.Sprintf("%s: %s, directory kept", printable(dir), errnoText(err))
		}
	}
	if dir == "" || warning != "" {
		// PWD and OLDPWD describe a move that does not count.
		for _, name := range []string{"PWD", "OLDPWD"} {
			if value, ok := old.Get(name); ok {
				s.Env.Set(name, value)
			} else {
				s.Env.Unset(name)
			}
		}
	}
	s.relabel()
	return warning
}
