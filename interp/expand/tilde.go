package expand

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// tilde expands the prefix of text, which begins with a tilde. The prefix ends
// at a slash or a colon, or, but in an assignment, before "=~" (bash manual,
// Tilde Expansion). last tells that nothing follows text in its word: a prefix
// that runs into a quote or an expansion is none, nor is one before a colon where
// such comes before the next slash, but in an assignment. ok is false where there
// is nothing to expand.
func (e *Expander) tilde(text string, assignment, last bool) (home, rest string, ok bool) {
	end := strings.IndexByte(text, '/')
	if end < 0 {
		end = len(text)
		if !assignment && !last {
			return "", text, false
		}
	}
	if c := strings.IndexByte(text[:end], ':'); c >= 0 {
		end = c
	}
	if c := strings.Index(text[:end], "=~"); c >= 0 && !assignment {
		end = c
	}
	if end == len(text) && !last {
		return "", text, false
	}
	home, ok = e.home(text[1:end])
	return home, text[end:], ok
}

// leading adds the prefix of text, which begins with a tilde, expanded, and
// returns what follows; where there is nothing to expand that is all of text.
func (e *Expander) leading(b *builder, text string, last bool) (rest string) {
	if b.argument {
		return e.tildeRun(b, text, last)
	}
	home, rest, ok := e.tilde(text, b.assignment, last)
	if !ok {
		return text
	}
	b.add(home, quoted)
	return rest
}

// tildeRun is leading for an argument that looks like an assignment: there each
// "=~" up to the next slash or colon begins another prefix.
func (e *Expander) tildeRun(b *builder, text string, last bool) (rest string) {
	end := strings.IndexAny(text, "/:")
	if end < 0 {
		end = len(text)
		if !last {
			return text
		}
	}
	before := ""
	for name := range strings.SplitSeq(text[1:end], "=~") {
		b.add(before, literal)
		if home, ok := e.home(name); ok {
			b.add(home, quoted)
		} else {
			b.add("~"+name, literal)
		}
		before = "="
	}
	return text[end:]
}

// home is what ~name stands for.
func (e *Expander) home(name string) (string, bool) {
	switch name {
	case "":
		if v := e.variable("HOME"); v != nil {
			if home, set := v.Value(); set {
				return home, true
			}
		}
		return e.Host.Home("")
	case "+":
		return e.scalar("PWD")
	case "-":
		return e.scalar("OLDPWD")
	}
	if dir, ok := e.stacked(name); ok {
		return dir, true
	}
	return e.Host.Home(name)
}

// stacked is the entry of the directory stack that ~N, ~+N or ~-N names.
func (e *Expander) stacked(name string) (string, bool) {
	digits := strings.TrimLeft(name, "+-")
	if len(name)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", false
	}
	size := len(e.Shell.Stack) + 1
	if name[0] == '-' {
		n = size - 1 - n
	}
	switch {
	case n < 0 || n >= size:
		return "", false
	case n == 0:
		return e.Shell.Dir, true
	}
	return e.Shell.Stack[n-1], true
}

// colonTildes adds literal text of an assignment's value, in which a tilde
// after a colon is expanded too.
func (e *Expander) colonTildes(b *builder, text string, last bool) {
	for {
		c := strings.Index(text, ":~")
		if c < 0 {
			b.add(text, literal)
			return
		}
		b.add(text[:c+1], literal)
		text = text[c+1:]
		if rest := e.leading(b, text, last); rest != text {
			text = rest
			continue
		}
		b.add("~", literal)
		text = text[1:]
	}
}

// scalar is the value of a variable, if it is set.
func (e *Expander) scalar(name string) (string, bool) {
	v := e.Shell.Vars.Get(name)
	if v.Has(state.NameRef) {
		v = e.variable(name)
	}
	return v.Value()
}
