package envstate

import (
	"fmt"
	"slices"
	"strings"
)

// maxStack bounds the directory stack that a report may hand over, in bytes,
// each entry counted with a terminating NUL.
const maxStack = 256 * 1024

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
	if w := s.adoptStack(r.Stack); w != "" {
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
func (s *State) adoptStack(stack []string) (warning string) {
	size := 0
	for _, entry := range stack {
		size += len(entry) + 1
	}
	if size > maxStack {
		return fmt.Sprintf("directory stack of %d bytes is more than the limit of %d, old stack kept", size, maxStack)
	}
	if _, err := physicalPath(s.at); err != nil && len(stack) == 0 {
		return ""
	}
	s.Stack = slices.Clone(stack)
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
	// At start bash unsets an OLDPWD that is no directory (any more) but
	// leaves it marked for export. The session still knows it.
	if old, ok := s.Env.Get("OLDPWD"); ok && slices.Contains(r.Unset, "OLDPWD") && !isDir(old) {
		env.Set("OLDPWD", old)
	}
	return env
}

// limit enforces MaxValue and MaxEnv. An offending variable keeps the value it
// had before, or stays unset if it had none.
func (s *State) limit(env Env, keepLarge bool) (Env, []string) {
	var warnings []string
	revert := func(v variable, why string) {
		if old, ok := s.Env.Get(v.name); ok {
			env.Set(v.name, old)
			warnings = append(warnings, fmt.Sprintf("%s: %s, old value kept", printable(v.name), why))
		} else {
			env.Unset(v.name)
			warnings = append(warnings, fmt.Sprintf("%s: %s, not kept", printable(v.name), why))
		}
	}
	for _, v := range slices.Clone(env.vars) {
		if v.size() > MaxValue && !keepLarge {
			revert(v, fmt.Sprintf("%d bytes are more than the limit of %d for one variable", v.size(), MaxValue))
		}
	}
	if env.Bytes() <= MaxEnv {
		return env, warnings
	}
	// Too much altogether: take back what this command changed, largest
	// first, until it fits. Values from before are never at fault.
	changed := slices.DeleteFunc(slices.Clone(env.vars), func(v variable) bool {
		old, ok := s.Env.Get(v.name)
		return ok && old == v.value
	})
	slices.SortStableFunc(changed, func(a, b variable) int { return b.size() - a.size() })
	for _, v := range changed {
		if env.Bytes() <= MaxEnv {
			break
		}
		revert(v, fmt.Sprintf("the environment would exceed its limit of %d bytes", MaxEnv))
	}
	return env, warnings
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
