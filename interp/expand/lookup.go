package expand

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// special tells whether name is that of a special or positional parameter.
func special(name string) bool {
	return name != "" && (name[0] < 'A' || name[0] > 'z' || name[0] > 'Z' && name[0] < '_' || name[0] == '`')
}

// parameter is the value of a special or positional parameter other than @
// and *.
func (e *Expander) parameter(name string) (string, bool) {
	sh := e.Shell
	switch name[0] {
	case '?':
		return strconv.Itoa(sh.Status), true
	case '#':
		return strconv.Itoa(len(sh.Params)), true
	case '$':
		return strconv.Itoa(sh.PID), true
	case '!':
		if sh.Background == 0 {
			return "", false
		}
		return strconv.Itoa(sh.Background), true
	case '-':
		return e.flags(), true
	}
	if len(name) == 1 {
		n := int(name[0]) - '0'
		if n < 0 || n > 9 {
			return "", false
		}
		if n == 0 {
			return sh.Name, true
		}
		if n <= len(sh.Params) {
			return sh.Params[n-1], true
		}
		return "", false
	}
	n, err := strconv.Atoi(name)
	switch {
	case err != nil || n > len(sh.Params):
		return "", false
	case n == 0:
		return sh.Name, true
	}
	return sh.Params[n-1], true
}

// flagOrder is the order of the letters in $-.
const flagOrder = "abefhikmnprtuvxBCEHPT"

// flags is $-: the letters of the options that are on, i for an interactive
// shell, c or s for where commands come from.
func (e *Expander) flags() string {
	var b strings.Builder
	for _, c := range []byte(flagOrder) {
		if c == 'i' {
			if e.Shell.Interactive {
				b.WriteByte(c)
			}
			continue
		}
		if opt, ok := state.LetterOption(c); ok && e.Shell.Opts.On(opt) {
			b.WriteByte(c)
		}
	}
	if e.Source != 0 {
		b.WriteByte(e.Source)
	}
	return b.String()
}

// variable is the variable that name stands for, namerefs followed; nil for
// none. A nameref to an element gives nil: see resolve.
func (e *Expander) variable(name string) *state.Variable {
	v := e.Shell.Vars.Get(name)
	if !v.Has(state.NameRef) {
		return v
	}
	target, sub, err := e.follow(name)
	if err != nil || sub != "" {
		return nil
	}
	return e.Shell.Vars.Get(target)
}

// simple is the value of a parameter other than @ and *; ok tells that it is
// set. simple is false for a nameref, which needs resolve.
func (e *Expander) simple(name string) (text string, ok, simple bool) {
	if special(name) {
		text, ok = e.parameter(name)
		return text, ok, true
	}
	v := e.Shell.Vars.Get(name)
	switch {
	case v == nil:
		if name == "_" {
			return e.Shell.LastArg, true, true
		}
		return "", false, true
	case v.Attr&state.NameRef != 0:
		return "", false, false
	}
	text, ok = v.Value()
	return text, ok, true
}
