package expand

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// maxNamerefs is how many references bash follows one after the other
// (NAMEREF_MAX).
const maxNamerefs = 8

// Resolve follows namerefs from name: the variable that it stands for, and the
// text between the brackets where that is an element. An unset nameref gives its own
// name. The error for a circle has the text of bash's warning.
func (e *Expander) Resolve(name string) (target, subscript string, err error) {
	return e.follow(name)
}

func (e *Expander) follow(name string) (target, subscript string, err error) {
	from := name
	for range maxNamerefs {
		v := e.Shell.Vars.Get(name)
		if !v.Has(state.NameRef) || v.Str == "" {
			return name, "", nil
		}
		if v.Str == name {
			break
		}
		name = v.Str
		if i := strings.IndexByte(name, '['); i > 0 && strings.HasSuffix(name, "]") {
			return name[:i], name[i+1 : len(name)-1], nil
		}
	}
	return from, "", &Error{Text: "warning: " + from + ": circular name reference", Code: 1}
}

// subscriptOf parses the text between brackets that was found at run time.
func (e *Expander) subscriptOf(name, text string) (*syntax.Subscript, error) {
	if v := e.variable(name); v != nil && v.Kind == state.Assoc && text != "@" && text != "*" && e.Shell.Opts.On(state.AssocExpandOnce) {
		key := &syntax.Word{Src: text, Parts: []syntax.WordPart{&syntax.SglQuoted{Value: text}}}
		return &syntax.Subscript{X: syntax.Arithm{Src: text, Key: key, Word: key}}, nil
	}
	as, err := syntax.ParseAssignTarget(name+"["+text+"]", e.config())
	if err != nil {
		return nil, &Error{Text: "`" + name + "[" + text + "]': not a valid identifier", Code: 1}
	}
	return as.Index, nil
}

// config is how text that is found at run time is parsed.
func (e *Expander) config() syntax.Config {
	return syntax.Config{
		Name: e.Shell.Name, Line: e.Shell.Line,
		ExtGlob: func() bool { return e.Shell.Opts.On(state.ExtGlob) },
		Posix:   func() bool { return e.Shell.Opts.On(state.Posix) },
	}
}

// ValidName tells whether s is a name (POSIX XBD 3.235).
func ValidName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
