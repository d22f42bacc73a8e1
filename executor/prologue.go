package executor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/envstate"
)

// The descriptors that a captured command finds open besides 0, 1 and 2. They
// lie above what scripts number by hand and below bash's own 255, which it
// uses for a script's text.
const (
	prologueFD = 248 // closed by the prologue before the user's text is read
	stateFD    = 249
)

// prologue is the text that bash reads through BASH_ENV before the user's
// command. It closes its own channel, sets the trap that reports the state,
// and leaves $? and $_ as they should be.
//
// $? is set by sourcing `return N` from a here-string, which bash 5.2 keeps in
// a pipe: `(exit N)` would fork. $_ becomes the shell's path, as a bash that
// was started from another shell finds it.
//
// With watchExit a function stands before the exit builtin: at the end bash
// still knows the functions it was in, and that is the only thing that tells a
// shell which left through exit from one whose text was over.
//
// A variable that the environment can not carry is set here. The shell has one
// that is too long for execve(2), and no program that it starts can, as in bash;
// and it has an OLDPWD that is gone, as a bash that was there has.
//
// The directory stack is put back entry by entry, its output closed: there may
// be no /dev/null to send it to.
func prologue(shell, nonce string, st *envstate.State, watchExit bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "unset BASH_ENV; exec %d<&-\n", prologueFD)
	fmt.Fprintf(&b, "trap -- %s EXIT\n", quote(envstate.TrapBody(nonce, strconv.Itoa(stateFD))))
	for _, entry := range st.Withheld() {
		name, value, _ := strings.Cut(entry, "=")
		fmt.Fprintf(&b, "export %s=%s\n", name, quote(value))
	}
	for _, dir := range slices.Backward(st.Stack) {
		fmt.Fprintf(&b, "pushd -n -- %s >&- 2>&-\n", quote(dir))
	}
	if watchExit {
		b.WriteString(exitWatcher)
	}
	if st.Exit == 0 {
		fmt.Fprintf(&b, ": %s\n", quote(shell))
	} else {
		fmt.Fprintf(&b, ". /proc/self/fd/0 %s <<<'return %d'\n", quote(shell), st.Exit)
	}
	return b.String()
}

// exitWatcher stands before the exit builtin. It turns tracing off, unseen, so
// that a trace has the one line that the user wrote. Complaints are worded here
// as the builtin words them, because the builtin would name this text as their
// source; what a bad operand leads to is the builtin's own doing all the same.
const exitWatcher = `exit() {
{ builtin set -- "${@-$?}"; builtin local -; builtin set +x; } 2>&-
if [[ $1 =~ ^[[:space:]]*[-+]?[0-9]{1,18}[[:space:]]*$ ]]; then
if (($# == 1)); then builtin exit "$1"; fi
builtin printf '%s: line %s: exit: too many arguments\n' "${BASH_SOURCE[1]:-$0}" "${BASH_LINENO[0]}" >&2
elif [[ $1 == --* ]]; then
builtin exit "$@"
return
else builtin printf '%s: line %s: exit: %s: numeric argument required\n' "${BASH_SOURCE[1]:-$0}" "${BASH_LINENO[0]}" "$1" >&2
fi
{ builtin exit "$@"; } 2>&-
}
`

// quote makes one shell word of any text without NUL bytes.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// mayExit reports whether a command's own text, or one that it reads with the
// builtins for that, may call exit.
func mayExit(command string) bool {
	if strings.Contains(command, "exit") || strings.Contains(command, "eval") {
		return true
	}
	for _, word := range strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n;&|(){}", r) }) {
		if word == "." || word == "source" {
			return true
		}
	}
	return false
}
