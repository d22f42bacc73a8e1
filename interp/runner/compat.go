package runner

import (
	"strconv"

	"github.com/aegish/aegish/interp/state"
)

// The levels of BASH_COMPAT (bash manual, Shell Compatibility Mode).
const (
	firstCompat = 31
	lastCompat  = 52 // this shell
)

// compatOptions are the options of shopt that name a level.
var compatOptions = map[int]state.Option{
	31: state.Compat31, 32: state.Compat32, 40: state.Compat40, 41: state.Compat41,
	42: state.Compat42, 43: state.Compat43, 44: state.Compat44,
}

// compatLevel reads a value of BASH_COMPAT: 4.2 or 42.
func compatLevel(value string) (int, bool) {
	if len(value) == 3 && value[1] == '.' {
		value = value[:1] + value[2:]
	}
	n, err := strconv.Atoi(value)
	return n, err == nil && len(value) == 2 && n >= firstCompat && n <= lastCompat
}

// compatChanged brings the options up to date with BASH_COMPAT, and reports a
// value that is none if it is asked to.
func (sh *shell) compatChanged(report bool) {
	value, _ := sh.st.Vars.Get("BASH_COMPAT").Value()
	level, ok := compatLevel(value)
	if report && !ok && value != "" {
		sh.message("BASH_COMPAT: " + value + ": compatibility value out of range")
	}
	sh.compat = 0
	for n, opt := range compatOptions {
		sh.st.Opts.Set(opt, ok && n == level)
		if ok && n == level {
			sh.compat = n
		}
	}
}

// compatOption brings BASH_COMPAT up to date with the options, of which the one
// that was switched on last holds.
func (sh *shell) compatOption() {
	now, old := 0, sh.compat
	for n, opt := range compatOptions {
		if sh.st.Opts.On(opt) && (now == 0 || n != old) {
			now = n
		}
	}
	if now == old {
		return
	}
	if old != 0 {
		sh.st.Opts.Set(compatOptions[old], false)
	}
	sh.compat = now
	_ = sh.st.Vars.SetString("BASH_COMPAT", strconv.Itoa(orElse(now, lastCompat))) // a readonly one stays
}
