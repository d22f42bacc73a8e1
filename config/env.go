package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// maxEnvValue is how long NAME=VALUE may be together, in bytes: what Linux
// takes for one string of an environment (MAX_ARG_STRLEN) less its NUL.
const maxEnvValue = 131071

// dangerousNames make bash, the loader or a common program run code or behave
// in another way. They are stripped from every environment, so that a
// configuration that lets one in or sets it can only be a mistake.
var dangerousNames = [...]string{
	"BASH_ENV", "ENV", "PROMPT_COMMAND", "EDITOR", "VISUAL", "PAGER", "GIT_PAGER", "MANPAGER",
	"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "SHELLOPTS", "BASHOPTS", "CDPATH", "POSIXLY_CORRECT", "LOCPATH",
}

// dangerousPrefixes do so by family.
var dangerousPrefixes = [...]string{"LD_", "BASH_FUNC_", "AEGISH_"}

// stateNames are kept by the session itself.
var stateNames = [...]string{"PWD", "OLDPWD", "SHLVL", "_"}

func dangerous(name string) bool {
	return slices.Contains(dangerousNames[:], name) ||
		slices.ContainsFunc(dangerousPrefixes[:], func(p string) bool { return strings.HasPrefix(name, p) })
}

// envName checks the name of an environment variable.
func envName(s string) (string, error) {
	for i := range len(s) {
		if !isWordByte(s[i]) || i == 0 && '0' <= s[i] && s[i] <= '9' {
			return "", expected("a variable's name (letters, digits and _, no digit first)", s)
		}
	}
	if s == "" || len(s) > 255 {
		return "", expected("a variable's name of 1 to 255 bytes", s)
	}
	return s, nil
}

// importedName checks an entry of env.import.
func importedName(s string) (string, error) {
	if dangerous(s) {
		return "", expected("a name that is not always stripped", s)
	}
	return envName(s)
}

// constant checks an entry of env.set.
func constant(name, value string) error {
	switch {
	case dangerous(name):
		return expected("a name that is not always stripped", name)
	case slices.Contains(stateNames[:], name):
		return expected("a name that aegish does not keep itself", name)
	case strings.ContainsRune(value, 0):
		return fmt.Errorf("expected a value without NUL")
	case len(name)+1+len(value) > maxEnvValue:
		return fmt.Errorf("expected name and value of at most %d bytes together, found %d", maxEnvValue-1, len(name)+len(value))
	case name == "PATH":
		return searchPath(value)
	}
	_, err := envName(name)
	return err
}

// searchPath checks a PATH: an empty or relative element would be looked up in
// the working directory.
func searchPath(value string) error {
	for dir := range strings.SplitSeq(value, ":") {
		if !filepath.IsAbs(dir) {
			return expected("absolute directories separated by colons, none empty", value)
		}
	}
	return nil
}

// applyEnv merges one layer's [env].
func (m *merger) applyEnv(t *rawEnv) {
	const key = "env."
	set(m, key+"import", t.Import, each(importedName), &m.cfg.Env.Import)
	set(m, key+"deny", t.Deny, each(envName), &m.cfg.Env.Deny)
	if t.Deny != nil && m.err == nil {
		m.contradiction(t)
	}
	for _, name := range sortedKeys(t.Set) {
		if m.err != nil {
			return
		}
		at := joinKey(key+"set", name)
		if err := constant(name, t.Set[name]); err != nil {
			m.fail(at, err)
			return
		}
		m.cfg.Env.Set[name] = t.Set[name]
		m.mark(at)
	}
}

// contradiction looks for a name that one and the same table both denies and
// lets in or sets.
func (m *merger) contradiction(t *rawEnv) {
	for i, name := range *t.Deny {
		_, isSet := t.Set[name]
		if isSet || t.Import != nil && slices.Contains(*t.Import, name) {
			m.fail(fmt.Sprintf("env.deny[%d]", i), expected("a name that env.import and env.set of the same table do not hold", name))
			return
		}
	}
}
