package builtins

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// runGetopts is getopts (POSIX XCU getopts). The place inside a bundle is kept
// in the shell's state; an OPTIND that was changed since means to start anew.
func runGetopts(c *Call) Status {
	o := c.options("")
	if o.next() || o.failed {
		return o.status
	}
	args := o.rest()
	if len(args) < 2 {
		return c.usage()
	}
	g := optionReader{call: c, spec: args[0], args: c.State.Params}
	if len(args) > 2 {
		g.args = args[2:]
	}
	if g.spec != "" && g.spec[0] == ':' {
		g.silent, g.spec = true, g.spec[1:]
	}
	value, _ := c.Shell.Get("OPTERR")
	g.quiet = g.silent || value == "0"
	g.start()
	option, found := g.next()
	return g.finish(args[1], option, found)
}

// An optionReader is one call of getopts.
type optionReader struct {
	call   *Call
	spec   string
	args   []string
	silent bool // the spec began with a colon
	quiet  bool
	index  int // of the argument at hand, from 1
	char   int // place in it, 0 for its beginning
	arg    string
	hasArg bool
}

// start finds where the last call stopped.
func (g *optionReader) start() {
	value, ok := g.call.Shell.Get("OPTIND")
	if !ok {
		g.call.State.Getopts = state.Getopts{}
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		n = 1
	}
	g.index = min(n, len(g.args)+1)
	last := g.call.State.Getopts
	if last.Index == n && n <= len(g.args) && last.Char < len(g.args[n-1]) {
		g.char = last.Char
	}
}

// next reads the next option letter; '?' and ':' for errors.
func (g *optionReader) next() (option byte, found bool) {
	if g.char == 0 {
		if g.index > len(g.args) {
			return '?', false
		}
		word := g.args[g.index-1]
		if len(word) < 2 || word[0] != '-' {
			return '?', false
		}
		if word == "--" {
			g.index++
			return '?', false
		}
		g.char = 1
	}
	word := g.args[g.index-1]
	letter := word[g.char]
	g.char++
	at := strings.IndexByte(g.spec, letter)
	known := at >= 0 && letter != ':'
	takes := known && strings.HasPrefix(g.spec[at+1:], ":")
	if takes {
		return g.argument(letter, word)
	}
	if g.char >= len(word) {
		g.index, g.char = g.index+1, 0
	}
	if known {
		return letter, true
	}
	return g.wrong('?', letter, "illegal option"), true
}

// argument takes the argument of an option: the rest of the word, or the next.
func (g *optionReader) argument(letter byte, word string) (byte, bool) {
	rest := word[g.char:]
	g.index, g.char = g.index+1, 0
	switch {
	case rest != "":
		g.arg, g.hasArg = rest, true
	case g.index <= len(g.args):
		g.arg, g.hasArg = g.args[g.index-1], true
		g.index++
	default:
		return g.wrong(':', letter, "option requires an argument"), true
	}
	return letter, true
}

// wrong reports an error: in OPTARG, or in a message.
func (g *optionReader) wrong(kind, letter byte, text string) byte {
	if g.silent {
		g.arg, g.hasArg = string([]byte{letter}), true
		if kind == ':' && strings.HasPrefix(g.spec, ":") {
			g.arg = "" // bash says nothing after a second colon
		}
		return kind
	}
	if !g.quiet {
		message := g.call.State.Name + ": " + text + " -- " + string([]byte{letter}) + "\n"
		if _, err := g.call.Stderr.Write([]byte(message)); err != nil {
			return '?'
		}
	}
	return '?'
}

// finish sets the variables.
func (g *optionReader) finish(name string, option byte, found bool) Status {
	c := g.call
	g.record(found && option != '?' && option != ':')
	if !expand.ValidName(name) {
		return c.failf("`%s': not a valid identifier", name)
	}
	if !c.Shell.Assign(c, name, string([]byte{option}), false) {
		return c.finish(misuse)
	}
	if !found {
		return c.finish(failure)
	}
	return c.finish(0)
}

// record sets OPTIND and OPTARG. That one of them is readonly is told of and
// does not keep getopts from going on, nor, where there was no option that is
// known, bash from unsetting OPTARG.
func (g *optionReader) record(known bool) {
	c := g.call
	// Not through Shell.Assign: that would make OPTIND look changed.
	if err := c.State.Vars.SetString("OPTIND", strconv.Itoa(g.index)); err != nil {
		c.Shell.Assign(c, "OPTIND", strconv.Itoa(g.index), false)
	} else if c.State.Opts.On(state.AllExport) {
		c.State.Vars.SetAttr("OPTIND", state.Export, 0)
	}
	c.State.Getopts = state.Getopts{Index: g.index, Char: g.char}
	v := c.State.Vars.Get("OPTARG")
	switch {
	case g.hasArg, known && v.Has(state.ReadOnly):
		c.Shell.Assign(c, "OPTARG", g.arg, false)
		return
	case !known && (v.Has(state.ReadOnly) || v.Has(state.NameRef)):
		c.State.Vars.SetAttr("OPTARG", 0, state.ReadOnly|state.NameRef)
	}
	c.Shell.Unset(c, "OPTARG", false)
}
