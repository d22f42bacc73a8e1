package system

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func getopt() gnu.Program {
	return gnu.Program{
		Summary: "parse the options of a script",
		Usage:   "OPTSTRING PARAMETERS or [OPTION]... [-o] OPTSTRING [--] PARAMETERS",
		InOrder: true,
		Trouble: 2,
		Options: []gnu.Option{
			{"a,alternative", "long options may begin with one dash"}, {"l,longoptions=NAMES", "the long options, separated by commas"},
			{"n,name=NAME", "the name that errors are reported with"}, {"o,options=OPTSTRING", "the short options"},
			{"q,quiet", "say nothing of errors"}, {"Q,quiet-output", "print nothing"}, {"s,shell=SHELL", "the quoting of sh, bash, csh or tcsh"},
			{"T,test", "status 4"}, {"u,unquoted", "do not quote"},
		},
		Main: runGetopt,
	}
}

func runGetopt(_ context.Context, in *gnu.Invocation) int {
	_, compatible := in.Getenv("GETOPT_COMPATIBLE")
	g := &getopter{in: in, name: in.Name(), quote: quoteSh}
	if len(in.Args) > 1 && (compatible || !strings.HasPrefix(in.Args[1], "-")) {
		// The old getopt has no options of its own and does not quote.
		g.quote = func(s string) string { return s }
		g.declare(strings.TrimLeft(in.Args[1], "+-"))
		return g.output(in.Args[2:])
	}
	switch {
	case in.Has("T"):
		return 4
	case compatible && len(in.Args) <= 1:
		in.Printf(" --\n")
		return 0
	}
	short, given := "", false
	for _, o := range in.Options {
		switch o.Name {
		case "o":
			short, given = o.Value, true
		case "l":
			g.declareLong(o.Value)
		case "n":
			g.name = o.Value
		case "s":
			switch o.Value {
			case "sh", "bash":
				g.quote = quoteSh
			case "csh", "tcsh":
				g.quote = quoteCsh
			default:
				return in.Usage("unknown shell after -s or --shell argument")
			}
		}
	}
	args := in.Operands
	if !given {
		if len(args) == 0 {
			return in.Usage("missing optstring argument")
		}
		short, args = args[0], args[1:]
	}
	if in.Has("u") {
		g.quote = func(s string) string { return s }
	}
	g.quiet, g.silent, g.only = in.Has("q"), in.Has("Q"), in.Has("a")
	g.declare(short)
	return g.output(args)
}

func quoteSh(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// quoteCsh quotes for csh, which expands ! and ends words at newlines in quotes,
// too.
func quoteCsh(s string) string {
	return "'" + strings.NewReplacer("'", `'\''`, `\`, `\\`, "!", `'\!'`, "\n", `\n`, " ", `'\ '`, "\t", "'\\\t'").Replace(s) + "'"
}

// A getopter reads arguments for someone else, as getopt_long(3) does, and goes
// on behind what is wrong.
type getopter struct {
	in                  *gnu.Invocation
	name                string
	quote               func(string) string
	quiet, silent, only bool
	stop, inOrder       bool
	short               map[byte]option.Argument
	long                []option.Option

	options, operands strings.Builder
	wrong             bool
}

// declare reads an optstring.
func (g *getopter) declare(text string) {
	g.short = map[byte]option.Argument{}
	_, posix := g.in.Getenv("POSIXLY_CORRECT")
	g.stop = posix || strings.HasPrefix(text, "+")
	g.inOrder = !g.stop && strings.HasPrefix(text, "-")
	if text != "" && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	if strings.HasPrefix(text, ":") {
		g.quiet = true
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch rest := text[i+1:]; {
		case c == ':':
		case strings.HasPrefix(rest, "::"):
			g.short[c] = option.Optional
			i += 2
		case strings.HasPrefix(rest, ":"):
			g.short[c] = option.Required
			i++
		default:
			g.short[c] = option.None
		}
	}
}

// declareLong reads names of long options.
func (g *getopter) declareLong(text string) {
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(", \t\n", r) }) {
		o := option.Option{Long: strings.TrimRight(name, ":")}
		switch len(name) - len(o.Long) {
		case 0:
		case 1:
			o.Arg = option.Required
		default:
			o.Arg = option.Optional
		}
		g.long = append(g.long, o)
	}
}

func (g *getopter) fail(format string, args ...any) {
	g.wrong = true
	if !g.quiet {
		_ = g.in.Out.Flush()
		fmt.Fprintf(g.in.Stderr, "%s: %s\n", g.name, fmt.Sprintf(format, args...))
	}
}

// output prints what the arguments came to.
func (g *getopter) output(args []string) int {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			g.rest(args)
			args = nil
		case strings.HasPrefix(arg, "--"):
			args = g.longOption(arg[2:], "--", args)
		case len(arg) > 1 && arg[0] == '-':
			args = g.cluster(arg[1:], args)
		case g.stop:
			g.rest(append([]string{arg}, args...))
			args = nil
		case g.inOrder:
			g.options.WriteString(" " + g.quote(arg))
		default:
			g.rest([]string{arg})
		}
	}
	if !g.silent {
		g.in.Printf("%s --%s\n", g.options.String(), g.operands.String())
	}
	if g.wrong {
		return 1
	}
	return 0
}

func (g *getopter) rest(args []string) {
	for _, a := range args {
		g.operands.WriteString(" " + g.quote(a))
	}
}

// cluster reads -abc, or with -a a long option with one dash.
func (g *getopter) cluster(text string, args []string) []string {
	if _, known := g.short[text[0]]; g.only && (len(text) > 1 || !known) {
		name, _, _ := strings.Cut(text, "=")
		if len(g.matches(name)) > 0 || !known {
			return g.longOption(text, "-", args)
		}
	}
	for i := range len(text) {
		c := text[i]
		kind, known := g.short[c]
		switch {
		case !known:
			g.fail("invalid option -- '%s'", text[i:i+1])
			continue
		case kind == option.None:
			g.options.WriteString(" -" + text[i:i+1])
			continue
		}
		value := text[i+1:]
		if kind == option.Required && value == "" {
			if len(args) == 0 {
				g.fail("option requires an argument -- '%s'", text[i:i+1])
				return args
			}
			value, args = args[0], args[1:]
		}
		g.options.WriteString(" -" + text[i:i+1] + " " + g.quote(value))
		return args
	}
	return args
}

// matches are the long options that a name, perhaps abbreviated, can mean.
func (g *getopter) matches(name string) (found []option.Option) {
	for _, o := range g.long {
		if o.Long == name {
			return []option.Option{o}
		}
		if strings.HasPrefix(o.Long, name) {
			found = append(found, o)
		}
	}
	return found
}

func (g *getopter) longOption(text, dashes string, args []string) []string {
	name, value, has := strings.Cut(text, "=")
	found := g.matches(name)
	if len(found) > 1 {
		var all strings.Builder
		for _, o := range found {
			fmt.Fprintf(&all, " '%s%s'", dashes, o.Long)
		}
		g.fail("option '%s%s' is ambiguous; possibilities:%s", dashes, text, all.String())
		return args
	}
	if len(found) == 0 {
		g.fail("unrecognized option '%s%s'", dashes, text)
		return args
	}
	o := found[0]
	switch {
	case o.Arg == option.None && has:
		g.fail("option '%s%s' doesn't allow an argument", dashes, o.Long)
		return args
	case o.Arg == option.Required && !has:
		if len(args) == 0 {
			g.fail("option '%s%s' requires an argument", dashes, o.Long)
			return args
		}
		value, args = args[0], args[1:]
	}
	g.options.WriteString(" --" + o.Long)
	if o.Arg != option.None {
		g.options.WriteString(" " + g.quote(value))
	}
	return args
}
