package envstate

import (
	"maps"
	"slices"
)

// FilterConfig says what a Filter lets through.
type FilterConfig struct {
	// Strict is the rule of the restricted profile and of login shells: an
	// allow-list decides what is imported, and the larger deny-list applies.
	Strict bool
	// Import names more variables to let in from the parent process. It
	// extends the allow-list only: a denied name stays denied.
	Import []string
	// Deny names more variables that are never passed on.
	Deny []string
	// Set holds constants, applied after everything else. They come from
	// the administrator and may use a denied name.
	Set map[string]string
	// KeepLarge keeps captured variables of more than MaxValue bytes. No
	// program can be started with such a variable; who sets this hands
	// State.Withheld to the next shell by other means.
	KeepLarge bool
}

// Filter decides which variables a session may hold. It is immutable and safe
// for concurrent use. In Import and Deny a name that ends in '*' is a prefix.
type Filter struct {
	strict    bool
	allow     nameSet
	deny      nameSet
	set       []variable
	keepLarge bool
}

// nameSet answers whether a list of rules matches a name.
type nameSet struct {
	exact    map[string]bool
	prefixes []nameRule
}

func (s *nameSet) add(rules ...nameRule) {
	if s.exact == nil {
		s.exact = make(map[string]bool)
	}
	for _, r := range rules {
		if len(r.pattern) > 0 && r.pattern[len(r.pattern)-1] == '*' {
			s.prefixes = append(s.prefixes, r)
		} else {
			s.exact[r.pattern] = true
		}
	}
}

func (s *nameSet) addNames(names []string) {
	for _, name := range names {
		s.add(nameRule{pattern: name})
	}
}

func (s nameSet) matches(name string) bool {
	return s.exact[name] || slices.ContainsFunc(s.prefixes, func(r nameRule) bool { return r.matches(name) })
}

// NewFilter builds the filter of one session.
func NewFilter(c FilterConfig) Filter {
	f := Filter{strict: c.Strict, keepLarge: c.KeepLarge}
	f.deny.add(alwaysDenied...)
	f.deny.addNames(c.Deny)
	if c.Strict {
		f.deny.add(strictDenied...)
		f.allow.add(strictImported...)
		f.allow.addNames(c.Import)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Set)) {
		f.set = append(f.set, variable{name, c.Set[name]})
	}
	return f
}

// Denies reports whether name is on the deny-list.
func (f Filter) Denies(name string) bool { return f.deny.matches(name) }

// Overrides reports whether what a command gives to name never lasts: it is on
// the deny-list, or a constant takes its place.
func (f Filter) Overrides(name string) bool {
	return f.Denies(name) || slices.ContainsFunc(f.set, func(v variable) bool { return v.name == name })
}

// Import takes over the environment of the parent process. It returns the
// names, never the values, of what it left out.
func (f Filter) Import(environ []string) (Env, []string) {
	return f.keep(NewEnv(environ), func(name string) bool {
		return !f.deny.matches(name) && (!f.strict || f.allow.matches(name))
	})
}

// Sanitize strips what a command may not hand to the next one. It is applied
// after every capture: a variable that the user exported stays unless it is
// denied. It returns the names, never the values, of what it left out.
func (f Filter) Sanitize(env Env) (Env, []string) {
	return f.keep(env, func(name string) bool { return !f.deny.matches(name) })
}

// keep copies the variables that pass and applies the constants. A denied
// variable that only holds the administrator's constant is not worth a word.
func (f Filter) keep(env Env, pass func(string) bool) (Env, []string) {
	kept := Env{vars: make([]variable, 0, len(env.vars)), index: make(map[string]int, len(env.vars))}
	var stripped []string
	for _, v := range env.vars {
		switch {
		case pass(v.name):
			kept.Set(v.name, v.value)
		case !f.isConstant(v):
			stripped = append(stripped, v.name)
		}
	}
	for _, v := range f.set {
		kept.Set(v.name, v.value)
	}
	return kept, stripped
}

func (f Filter) isConstant(v variable) bool { return slices.Contains(f.set, v) }
