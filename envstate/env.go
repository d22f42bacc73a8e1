package envstate

import "strings"

// Env is an ordered set of environment variables. Names and values are byte
// strings: no encoding is assumed and nothing is changed on the way through.
// A copy of an Env shares its storage; use Clone before changing a copy.
type Env struct {
	vars  []variable
	index map[string]int
}

type variable struct{ name, value string }

// NewEnv builds an Env from NAME=VALUE entries. Of duplicates the last one
// wins and keeps the place of the first. Entries without '=' or with an empty
// name are not environment variables and are dropped; names that are no shell
// identifiers (a.b) are kept, as bash keeps them.
func NewEnv(environ []string) Env {
	env := Env{
		vars:  make([]variable, 0, len(environ)),
		index: make(map[string]int, len(environ)),
	}
	for _, entry := range environ {
		if name, value, found := strings.Cut(entry, "="); found && name != "" {
			env.Set(name, value)
		}
	}
	return env
}

// Get returns the value of name and whether it is set.
func (e Env) Get(name string) (string, bool) {
	i, ok := e.index[name]
	if !ok {
		return "", false
	}
	return e.vars[i].value, true
}

// Set gives name a value, in its old place or at the end. A name that no
// environment entry can carry (empty, or holding '=' or NUL) and a value that
// holds NUL are ignored, because execve could not pass them on.
func (e *Env) Set(name, value string) {
	if name == "" || strings.ContainsAny(name, "=\x00") || strings.IndexByte(value, 0) >= 0 {
		return
	}
	if i, ok := e.index[name]; ok {
		e.vars[i].value = value
		return
	}
	if e.index == nil {
		e.index = make(map[string]int)
	}
	e.index[name] = len(e.vars)
	e.vars = append(e.vars, variable{name, value})
}

// Unset removes name; it is not an error if it is not there.
func (e *Env) Unset(name string) {
	i, ok := e.index[name]
	if !ok {
		return
	}
	delete(e.index, name)
	e.vars = append(e.vars[:i], e.vars[i+1:]...)
	for ; i < len(e.vars); i++ {
		e.index[e.vars[i].name] = i
	}
}

// Environ returns the NAME=VALUE list that execve takes.
func (e Env) Environ() []string {
	list := make([]string, len(e.vars))
	for i, v := range e.vars {
		list[i] = v.name + "=" + v.value
	}
	return list
}

// Names returns the variable names in order.
func (e Env) Names() []string {
	list := make([]string, len(e.vars))
	for i, v := range e.vars {
		list[i] = v.name
	}
	return list
}

// Len returns the number of variables.
func (e Env) Len() int { return len(e.vars) }

// Bytes returns the size of the variables as execve counts their strings:
// each is NAME=VALUE and a terminating NUL.
func (e Env) Bytes() int {
	total := 0
	for _, v := range e.vars {
		total += v.size() + 1
	}
	return total
}

// size is the length of NAME=VALUE in bytes, without the terminating NUL.
func (v variable) size() int { return len(v.name) + 1 + len(v.value) }

// Clone returns an independent copy.
func (e Env) Clone() Env {
	copied := Env{
		vars:  append([]variable(nil), e.vars...),
		index: make(map[string]int, len(e.vars)),
	}
	for i, v := range copied.vars {
		copied.index[v.name] = i
	}
	return copied
}

// isIdentifier reports whether bash could assign to name: a letter or
// underscore, then letters, digits and underscores (ASCII only).
func isIdentifier(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return true
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
