package state

import "maps"

// Traps are the actions of trap. A missing entry is the default action, an
// empty string is to ignore the signal.
type Traps struct {
	// actions is by condition: EXIT, ERR, DEBUG, RETURN, or a signal with
	// its SIG: SIGTERM.
	actions map[string]string
	// inherited is what a subshell still lists but does not run
	// (POSIX XCU trap: the command trap lists those of the parent as long as
	// the subshell has set none).
	inherited map[string]string
	// fixed are the signals that were ignored when the shell began: that stays so
	// (POSIX XCU trap).
	fixed map[string]bool
}

// Fix makes a signal ignored for good.
func (t *Traps) Fix(condition string) {
	t.Set(condition, "")
	if t.fixed == nil {
		t.fixed = map[string]bool{}
	}
	t.fixed[condition] = true
}

// Fixed tells whether a signal is ignored for good.
func (t *Traps) Fixed(condition string) bool { return t.fixed[condition] }

// Get returns the action that is in force.
func (t *Traps) Get(condition string) (string, bool) {
	action, ok := t.actions[condition]
	return action, ok
}

// Listed are the actions that `trap` and `trap -p` show.
func (t *Traps) Listed() map[string]string {
	if t.inherited != nil {
		return t.inherited
	}
	return t.actions
}

// Set sets an action; an empty one ignores.
func (t *Traps) Set(condition, action string) {
	t.settle()
	t.actions[condition] = action
}

// Reset brings the default action back.
func (t *Traps) Reset(condition string) {
	t.settle()
	delete(t.actions, condition)
}

func (t *Traps) settle() {
	t.inherited = nil
	if t.actions == nil {
		t.actions = map[string]string{}
	}
}

// fork is what a subshell gets: signals that were ignored stay ignored, the
// rest is only listed. The runner adds what set -E and set -T keep.
func (t *Traps) fork() Traps {
	f := Traps{inherited: maps.Clone(t.Listed()), fixed: t.fixed}
	for condition, action := range t.actions {
		if action == "" {
			if f.actions == nil {
				f.actions = map[string]string{}
			}
			f.actions[condition] = ""
		}
	}
	return f
}

// Inherit puts an action in force without changing what is listed, for the
// conditions that a subshell or function inherits.
func (t *Traps) Inherit(condition, action string) {
	if t.actions == nil {
		t.actions = map[string]string{}
	}
	t.actions[condition] = action
}

// Caught tells whether an action is in force that is more than to ignore.
func (t *Traps) Caught() bool {
	for _, action := range t.actions {
		if action != "" {
			return true
		}
	}
	return false
}

// Any tells whether an action is in force.
func (t *Traps) Any() bool { return len(t.actions) > 0 }
