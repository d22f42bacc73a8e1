package envstate

import (
	"os"
	"os/user"
	"strconv"
	"strings"
)

// expandTilde does tilde expansion of a word that begins with a live tilde
// (bash(1), Tilde Expansion). A prefix that means nothing stays as it is.
func (r *bareRun) expandTilde(word string) string {
	prefix, rest, slash := strings.Cut(word[1:], "/")
	value, ok := r.tildeValue(prefix)
	if !ok {
		return word
	}
	if !slash {
		return value
	}
	return value + "/" + rest
}

func (r *bareRun) tildeValue(prefix string) (string, bool) {
	env := r.s.Env
	switch {
	case prefix == "":
		if home, ok := env.Get("HOME"); ok {
			return home, true
		}
		return homeOf(user.LookupId(strconv.Itoa(os.Getuid())))
	case prefix == "+":
		return env.Get("PWD")
	case prefix == "-":
		return env.Get("OLDPWD")
	}
	if value, ok := r.stackEntry(prefix); ok {
		return value, true
	}
	return homeOf(user.Lookup(prefix))
}

func homeOf(u *user.User, err error) (string, bool) {
	if err != nil || u.HomeDir == "" {
		return "", false
	}
	return u.HomeDir, true
}

// stackEntry resolves N, +N and -N to an entry of the directory stack.
func (r *bareRun) stackEntry(prefix string) (string, bool) {
	digits := strings.TrimLeft(prefix, "+-")
	if digits == "" || len(prefix)-len(digits) > 1 || digits[0] < '0' || digits[0] > '9' {
		return "", false
	}
	n, ok := legalNumber(digits)
	if !ok {
		return "", false
	}
	pos, ok := r.position(n, prefix[0] == '-')
	switch {
	case !ok:
		return "", false
	case pos == 0:
		return r.workingDir("dirs")
	}
	return r.s.Stack[pos-1], true
}
