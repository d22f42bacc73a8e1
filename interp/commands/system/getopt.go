package system

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
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
			{"a,alternative", "accepted: long options begin with two dashes"}, {"l,longoptions=NAMES", "the long options, separated by commas"},
			{"n,name=NAME", "the name that errors are reported with"}, {"o,options=OPTSTRING", "the short options"},
			{"q,quiet", "say nothing of errors"}, {"Q,quiet-output", "print nothing"}, {"s,shell=SHELL", "the quoting of sh or bash"},
			{"T,test", "status 4"}, {"u,unquoted", "do not quote"},
		},
		Main: runGetopt,
	}
}

func runGetopt(_ context.Context, in *gnu.Invocation) int {
	if in.Has("T") {
		return 4
	}
	args := in.Operands
	short, given := in.Last("o")
	unquoted := in.Has("u")
	if !given {
		if len(args) == 0 {
			return in.Usage("missing optstring argument")
		}
		// Without options of its own it is the old getopt, which does not
		// quote.
		unquoted = unquoted || len(in.Options) == 0
		short, args = args[0], args[1:]
	}
	if sh, ok := in.Last("s"); ok && sh != "sh" && sh != "bash" {
		return in.Usage("unknown shell after -s or --shell argument")
	}
	set := &option.Set{Plain: true}
	set.Stop = strings.HasPrefix(short, "+")
	set.InOrder = strings.HasPrefix(short, "-")
	short = strings.TrimLeft(short, "+-:")
	for i := 0; i < len(short); i++ {
		o := option.Option{Short: short[i]}
		rest := short[i+1:]
		switch {
		case strings.HasPrefix(rest, "::"):
			o.Arg = option.Optional
			i += 2
		case strings.HasPrefix(rest, ":"):
			o.Arg = option.Required
			i++
		}
		set.Options = append(set.Options, o)
	}
	for _, f := range in.Options {
		if f.Name != "l" {
			continue
		}
		for name := range strings.FieldsFuncSeq(f.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
			o := option.Option{Long: strings.TrimRight(name, ":")}
			switch len(name) - len(o.Long) {
			case 1:
				o.Arg = option.Required
			case 2:
				o.Arg = option.Optional
			}
			set.Options = append(set.Options, o)
		}
	}
	return parseFor(in, set, args, unquoted)
}

// parseFor parses args one by one, so that what is right is printed even when
// something is not.
func parseFor(in *gnu.Invocation, set *option.Set, args []string, unquoted bool) int {
	name, ok := in.Last("n")
	if !ok {
		name = in.Name()
	}
	call := *in.Call
	call.Args = []string{name}
	sink := &lines{quiet: in.Has("q"), Description: in.Stderr}
	call.Stderr = sink
	parsed, _, good := set.ParseArgs(&call, args)
	if !good {
		// The library would go on behind a wrong option; here the good ones
		// before and after it are found one at a time.
		parsed = piecewise(set, &call, args)
	}
	if in.Has("Q") {
		if !good {
			return 1
		}
		return 0
	}
	quote := func(s string) string {
		if unquoted {
			return s
		}
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, o := range parsed.Options {
		takes := false
		for _, known := range set.Options {
			takes = takes || known.Arg != option.None && (len(o.Name) == 1 && known.Short == o.Name[0] || known.Short == 0 && known.Long == o.Name)
		}
		switch {
		case o.Name == "":
			fmt.Fprintf(&b, " %s", quote(o.Value))
			continue
		case o.Long:
			fmt.Fprintf(&b, " --%s", o.Name)
		default:
			fmt.Fprintf(&b, " -%s", o.Name)
		}
		if takes {
			fmt.Fprintf(&b, " %s", quote(o.Value))
		}
	}
	b.WriteString(" --")
	for _, operand := range parsed.Operands {
		fmt.Fprintf(&b, " %s", quote(operand))
	}
	in.Printf("%s\n", b.String())
	if !good {
		return 1
	}
	return 0
}

// piecewise parses what it can of args, quietly.
func piecewise(set *option.Set, call *command.Call, args []string) *option.Parsed {
	call.Stderr = &lines{quiet: true, Description: call.Stderr}
	for i := len(args); i >= 0; i-- {
		if p, _, ok := set.ParseArgs(call, args[:i]); ok {
			if i+1 <= len(args) {
				if rest, _, ok := set.ParseArgs(call, args[i+1:]); ok {
					p.Options = append(p.Options, rest.Options...)
					p.Operands = append(p.Operands, rest.Operands...)
				}
			}
			return p
		}
	}
	return &option.Parsed{}
}
