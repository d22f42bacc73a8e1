package builtins

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// completionActions are the actions of -A in the order in which bash shows
// them, each with its letter or a dash.
const completionActions = "a alias b builtin c command d directory e export f file g group j job k keyword " +
	"s service u user v variable - arrayvar - binding - disabled - enabled - function - helptopic - hostname " +
	"- running - setopt - shopt - signal - stopped"

// completionFlags are the options of -o in bash's order.
const completionFlags = "bashdefault default dirnames filenames noquote nosort nospace plusdirs"

// A completionParser reads the options of complete and compgen.
type completionParser struct {
	call   *Call
	spec   state.Completion
	print  bool
	remove bool
	// special names what -D, -E and -I stand for.
	special []string
}

// parse reads the options; own are letters that only complete has.
func (p *completionParser) parse(own string) (rest []string, st Status, ok bool) {
	o := p.call.options("abcdefgjksuvo:A:G:W:P:S:X:F:C:" + own)
	for o.next() {
		if !p.option(o.letter, o.value) {
			return nil, p.call.finish(misuse), false
		}
	}
	if o.failed {
		return nil, o.status, false
	}
	p.spec.Actions = inOrder(p.spec.Actions, actionNames())
	p.spec.Options = inOrder(p.spec.Options, strings.Fields(completionFlags))
	return o.rest(), Status{}, true
}

func actionNames() []string {
	var names []string
	fields := strings.Fields(completionActions)
	for i := 1; i < len(fields); i += 2 {
		names = append(names, fields[i])
	}
	return names
}

// actionLetter is the option that is short for -A ACTION, "" for none.
func actionLetter(action string) string {
	fields := strings.Fields(completionActions)
	if i := slices.Index(fields, action); i > 0 && fields[i-1] != "-" {
		return fields[i-1]
	}
	return ""
}

// inOrder is the names of all that were chosen, once each.
func inOrder(chosen, all []string) []string {
	return slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(chosen, name) })
}

func (p *completionParser) option(letter byte, value string) bool {
	switch letter {
	case 'p':
		p.print = true
	case 'r':
		p.remove = true
	case 'D':
		p.special = append(p.special, state.CompleteDefault)
	case 'E':
		p.special = append(p.special, state.CompleteEmpty)
	case 'I':
		p.special = append(p.special, state.CompleteInitial)
	case 'o':
		if !slices.Contains(strings.Fields(completionFlags), value) {
			p.call.errorf("%s: invalid option name", value)
			return false
		}
		p.spec.Options = append(p.spec.Options, value)
	case 'A':
		if !slices.Contains(actionNames(), value) {
			p.call.errorf("%s: invalid action name", value)
			return false
		}
		p.spec.Actions = append(p.spec.Actions, value)
	case 'G', 'W', 'P', 'S', 'X', 'F', 'C':
		if letter == 'F' && (value == "" || expand.QuoteValue(value) != value) {
			p.call.errorf("`%s': not a valid identifier", value)
			return false
		}
		p.text(letter, value)
	default:
		fields := strings.Fields(completionActions)
		p.spec.Actions = append(p.spec.Actions, fields[slices.Index(fields, string(letter))+1])
	}
	return true
}

func (p *completionParser) text(letter byte, value string) {
	s := &p.spec
	*map[byte]*string{
		'G': &s.Glob, 'W': &s.Words, 'P': &s.Prefix, 'S': &s.Suffix, 'X': &s.Filter, 'F': &s.Func, 'C': &s.Command,
	}[letter] = value
	s.Given += string(letter)
}

func runComplete(c *Call) Status {
	p := completionParser{call: c}
	names, st, ok := p.parse("prDEI")
	if !ok {
		return st
	}
	if len(p.special) > 0 {
		names = p.special[:1]
	}
	switch {
	case p.remove && len(names) == 0:
		c.State.Completions.Clear()
		return code(0)
	case p.remove && !c.State.Completions.Made():
		return code(0)
	case p.remove:
		return c.eachCompletion(names, func(name string) { c.State.Completions.Set(name, nil) })
	case len(names) == 0 && (p.print || p.empty()):
		for _, name := range hashOrder(c.State.Completions.Names(), 512) {
			c.print(completionText(name, c.State.Completions.Get(name)))
		}
		return c.finish(0)
	case len(names) == 0:
		return c.usage()
	case p.print:
		return c.eachCompletion(names, func(name string) {
			c.print(completionText(name, c.State.Completions.Get(name)))
		})
	}
	for _, name := range names {
		spec := p.spec
		c.State.Completions.Set(name, &spec)
	}
	return c.finish(0)
}

// empty tells whether no option was given.
func (p *completionParser) empty() bool {
	return p.spec.Given == "" && len(p.spec.Actions)+len(p.spec.Options) == 0
}

// eachCompletion does something with the rules of commands and reports those
// that have none.
func (c *Call) eachCompletion(names []string, do func(name string)) Status {
	status := 0
	for _, name := range names {
		if c.State.Completions.Get(name) == nil {
			c.errorf("%s: no completion specification", name)
			status = failure
			continue
		}
		do(name)
	}
	return c.finish(status)
}

// completionText is the command that would make a rule again.
func completionText(name string, s *state.Completion) string {
	var b strings.Builder
	b.WriteString("complete ")
	for _, option := range s.Options {
		b.WriteString("-o " + option + " ")
	}
	for _, action := range s.Actions {
		if letter := actionLetter(action); letter != "" {
			b.WriteString("-" + letter + " ")
			continue
		}
		b.WriteString("-A " + action + " ")
	}
	for _, text := range []struct {
		letter byte
		value  string
	}{{'G', s.Glob}, {'W', s.Words}, {'P', s.Prefix}, {'S', s.Suffix}, {'X', s.Filter}, {'C', s.Command}} {
		if strings.IndexByte(s.Given, text.letter) >= 0 {
			b.WriteString("-" + string(text.letter) + " " + quoteSingle(text.value) + " ")
		}
	}
	if s.Func != "" {
		b.WriteString("-F " + s.Func + " ")
	}
	b.WriteString(completedName(name) + "\n")
	return b.String()
}

func completedName(name string) string {
	switch name {
	case state.CompleteDefault:
		return "-D"
	case state.CompleteEmpty:
		return "-E"
	case state.CompleteInitial:
		return "-I"
	case "":
		return "''"
	}
	return name
}

// runCompopt is compopt: it changes the -o options of rules.
func runCompopt(c *Call) Status {
	var on, off, names []string
	o := c.options("+o:DEI")
	for o.next() {
		switch o.letter {
		case 'D':
			names = append(names, state.CompleteDefault)
		case 'E':
			names = append(names, state.CompleteEmpty)
		case 'I':
			names = append(names, state.CompleteInitial)
		case 'o':
			if !slices.Contains(strings.Fields(completionFlags), o.value) {
				c.errorf("%s: invalid option name", o.value)
				return c.finish(misuse)
			}
			if o.plus {
				off = append(off, o.value)
			} else {
				on = append(on, o.value)
			}
		}
	}
	if o.failed {
		return o.status
	}
	if len(names) == 0 {
		names = o.rest()
	}
	if len(names) == 0 {
		return c.failf("not currently executing completion function")
	}
	return c.eachCompletion(names, func(name string) {
		old := c.State.Completions.Get(name)
		if len(on)+len(off) == 0 {
			c.print("compopt ")
			for _, option := range strings.Fields(completionFlags) {
				sign := "+o "
				if slices.Contains(old.Options, option) {
					sign = "-o "
				}
				c.print(sign + option + " ")
			}
			c.print(completedName(name) + "\n")
			return
		}
		changed := *old
		chosen := slices.Concat(old.Options, on)
		chosen = slices.DeleteFunc(chosen, func(option string) bool { return slices.Contains(off, option) })
		changed.Options = inOrder(chosen, strings.Fields(completionFlags))
		c.State.Completions.Set(name, &changed)
	})
}
