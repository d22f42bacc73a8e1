package builtins

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// function runs the -F function and takes COMPREPLY.
func (g *generator) function() Status {
	c := g.call
	if c.State.Function(g.spec.Func) == nil {
		c.Shell.Errorf(&Call{Ctx: c.Ctx, Shell: c.Shell, State: c.State, Args: []string{"completion"}, Line: c.Line, Stderr: c.Stderr},
			"function `%s' not found", g.spec.Func)
		return Status{}
	}
	c.Shell.Unset(c, "COMPREPLY", false)
	if st := c.Shell.Call(c.Ctx, c, []string{g.spec.Func, "compgen", g.word, ""}, CallHow{}); st.Kind != Next {
		return st
	}
	switch v := c.State.Vars.Get("COMPREPLY"); {
	case v == nil:
	case v.Kind == state.Indexed:
		g.out = append(g.out, v.List.Values()...)
	default:
		if value, set := v.Value(); set {
			g.out = append(g.out, value)
		}
	}
	c.Shell.Unset(c, "COMPREPLY", false)
	return Status{}
}

// expand expands text as the words of a command, without pathnames.
func (g *generator) expand(text string) []string {
	words, err := g.call.Shell.ExpandWords(g.call.Ctx, text, false)
	if err != nil {
		g.call.errorf("%v", err)
		return nil
	}
	return words
}

// glob lists the names that match -G: a pattern as it is, without other expansions.
func (g *generator) glob() []string {
	var b strings.Builder
	for _, c := range []byte(g.spec.Glob) {
		if strings.IndexByte(" \t\n$`\"'~#{}<>()&;|", c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	words, err := g.call.Shell.ExpandWords(g.call.Ctx, b.String(), true)
	if err != nil {
		g.call.errorf("%v", err)
		return nil
	}
	if len(words) == 1 && words[0] == g.spec.Glob {
		if _, err := g.call.Shell.FS().Lstat(words[0]); err != nil {
			return nil
		}
	}
	return words
}

// wordList is the text of -W with a space for each unquoted run of IFS
// characters, and backslashes before what would end a word otherwise.
func (g *generator) wordList() string {
	ifs, set := g.call.Shell.Get("IFS")
	if !set {
		ifs = " \t\n"
	}
	var b strings.Builder
	quote := byte(0)
	text := g.spec.Words
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			if c == '\\' && quote == '"' && i+1 < len(text) {
				b.WriteByte(c)
				i++
				c = text[i]
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			c = text[i]
		case strings.IndexByte(ifs, c) >= 0:
			c = ' '
		case strings.IndexByte(" \t\n;&|<>()#", c) >= 0 && (i == 0 || text[i-1] != '$' || c != '('):
			if c == ')' && strings.Contains(text[:i], "$(") || c == '#' && i > 0 && text[i-1] != ' ' {
				break
			}
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// filter drops what the -X pattern matches, or, after a !, what it does not.
// An unquoted & in it is the word.
func (g *generator) filter() {
	if !strings.Contains(g.spec.Given, "X") || g.spec.Filter == "" {
		return
	}
	var b strings.Builder
	text := g.spec.Filter
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == '&':
			i++
			b.WriteByte('&')
		case text[i] == '&':
			b.WriteString(escapeGlob(g.word))
		default:
			b.WriteByte(text[i])
		}
	}
	glob, negated := strings.CutPrefix(b.String(), "!")
	g.out = slices.DeleteFunc(g.out, func(text string) bool { return g.call.matches(glob, text) != negated })
}
