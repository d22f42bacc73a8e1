package system

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func env() gnu.Program {
	return gnu.Program{
		Summary: "run a command in another environment",
		Usage:   "[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]",
		Options: []gnu.Option{
			{"i,ignore-environment", "start with an empty environment"},
			{"0,null", "end each line with a NUL byte instead of a newline"},
			{"u,unset=NAME", "remove a variable from the environment"},
			{"C,chdir=DIR", "run the command in DIR"},
			{"S,split-string=TEXT", "split TEXT into arguments"},
			{"v,debug", "tell what is done"},
			{"block-signal[=SIG]", "accepted: commands begin with all signals at their defaults"},
			{"default-signal[=SIG]", "likewise"}, {"ignore-signal[=SIG]", "likewise"}, {"list-signal-handling", "likewise"},
		},
		Trouble: 125,
		InOrder: true,
		Main:    runEnv,
	}
}

// shebangHint is what there is to say when one word holds what should be several:
// the first line of a script has one argument.
const shebangHint = "use -[v]S to pass options in shebang lines"

// maxSplits bounds how often -S may bring another -S.
const maxSplits = 16

func runEnv(ctx context.Context, in *gnu.Invocation) int {
	return envWith(ctx, in, 0)
}

func envWith(ctx context.Context, in *gnu.Invocation, splits int) int {
	vars := environment{list: append([]string(nil), in.Env...)}
	dir, debug := "", in.Has("v")
	for _, o := range in.Options {
		switch o.Name {
		case "i":
			vars.list = nil
		case "u":
			if o.Value == "" || strings.Contains(o.Value, "=") {
				return in.Die("cannot unset %s: Invalid argument", in.Quote(o.Value))
			}
		case "C":
			dir = o.Value
		case "S":
			words, err := splitString(in, o.Value, debug)
			if err != nil {
				return in.Die("%s", err.Error())
			}
			if debug && len(words) > 0 {
				plain(in, "split -S:  %s", in.Quote(o.Value))
				for i, w := range words {
					mark := "     &"
					if i == 0 {
						mark = " into:"
					}
					plain(in, "%s    %s", mark, in.Quote(w))
				}
			}
			if splits >= maxSplits {
				return in.Die("too many nested -S options")
			}
			return again(ctx, in, o.Value, words, splits+1)
		}
	}
	args := in.Operands
	if len(args) > 0 && args[0] == "-" {
		vars.list, args = nil, args[1:]
	}
	tell := func(format string, a ...any) {
		if debug {
			plain(in, format, a...)
		}
	}
	if vars.list == nil {
		tell("cleaning environ")
	}
	for _, o := range in.Options {
		if o.Name == "u" {
			tell("unset:    %s", o.Value)
			vars.unset(o.Value)
		}
	}
	for len(args) > 0 && strings.Contains(args[0], "=") {
		name, value, _ := strings.Cut(args[0], "=")
		tell("setenv:   %s", args[0])
		vars.set(name, value)
		args = args[1:]
	}
	if len(args) == 0 {
		return printAll(in, vars.list, dir)
	}
	if in.Has("0") {
		return in.Usage("cannot specify --null (-0) with command")
	}
	call := &command.Call{Args: args, Env: vars.list, Dir: in.Dir}
	if call.Env == nil {
		call.Env = []string{}
	}
	if dir != "" {
		tell("chdir:    %s", command.QuoteShell(dir))
		to, err := gnu.Resolve(in.FS, in.Dir, dir, gnu.MustExist)
		if err != nil {
			return in.Die("cannot change directory to %s: %s", command.QuoteShell(dir), command.Message(err))
		}
		call.Dir = to
	}
	if status := signalOptions(in, tell); status != 0 {
		return status
	}
	tell("executing: %s", args[0])
	for i, a := range args {
		tell("   arg[%d]= %s", i, in.Quote(a))
	}
	status := in.Run(ctx, call)
	if status == 127 && strings.Contains(args[0], " ") {
		in.Warn("%s", shebangHint)
	}
	return status
}

// plain writes a line to standard error, without the name of the command.
func plain(in *gnu.Invocation, format string, a ...any) {
	fmt.Fprintf(in.Stderr, format+"\n", a...)
}

func printAll(in *gnu.Invocation, list []string, dir string) int {
	if dir != "" {
		return in.Usage("must specify command with --chdir (-C)")
	}
	end := "\n"
	if in.Has("0") {
		end = "\x00"
	}
	for _, v := range list {
		in.Printf("%s%s", v, end)
	}
	return 0
}

// again runs env anew with the words of -S in the place of that option.
func again(ctx context.Context, in *gnu.Invocation, text string, words []string, splits int) int {
	args := in.Args[1:]
	for i, a := range args {
		var rest []string
		short := len(a) > 1 && a[0] == '-' && a[1] != '-'
		next := i+1 < len(args) && args[i+1] == text
		switch {
		case strings.HasPrefix(a, "--s") && strings.HasSuffix(a, "="+text):
			rest = args[i+1:]
		case next && (short && strings.HasSuffix(a, "S") || strings.HasPrefix(a, "--s") && strings.HasPrefix("--split-string", a)):
			rest = args[i+2:]
		case short && strings.HasSuffix(a, "S"+text):
			rest = args[i+1:]
		default:
			continue
		}
		if before, _, ok := strings.Cut(a, "S"); ok && short && before != "-" {
			words = append([]string{before}, words...) // options in front of it
		}
		call := *in.Call
		call.Args = append(append(append([]string{in.Args[0]}, args[:i]...), words...), rest...)
		return gnu.Rerun(ctx, env(), &call, func(ctx context.Context, in *gnu.Invocation) int { return envWith(ctx, in, splits) })
	}
	return in.Die("cannot find the -S option again")
}

// environment is a list of NAME=VALUE that keeps its order.
type environment struct{ list []string }

func (e *environment) unset(name string) {
	kept := e.list[:0:0]
	for _, v := range e.list {
		if !strings.HasPrefix(v, name+"=") {
			kept = append(kept, v)
		}
	}
	e.list = kept
}

func (e *environment) set(name, value string) {
	for i, v := range e.list {
		if strings.HasPrefix(v, name+"=") {
			e.list[i] = name + "=" + value
			return
		}
	}
	e.list = append(e.list, name+"="+value)
}

var errQuote = errors.New("no terminating quote in -S string")

// splitString splits the argument of -S into words (info coreutils, env -S).
func splitString(in *gnu.Invocation, text string, debug bool) ([]string, error) {
	var words []string
	var word strings.Builder
	open, quote := false, byte(0)
	end := func() {
		if open {
			words = append(words, word.String())
			word.Reset()
			open = false
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			end()
		case quote == 0 && c == '#' && !open:
			return words, nil
		case (c == '\'' || c == '"') && (quote == 0 || quote == c):
			open = true
			if quote == 0 {
				quote = c
			} else {
				quote = 0
			}
		case c == '\\':
			i++
			if i == len(text) {
				return nil, errors.New("invalid backslash at end of string in -S")
			}
			stop, err := backslash(&word, text[i], quote, end)
			if err != nil {
				return nil, err
			}
			if stop {
				end()
				return words, nil
			}
			open = open || text[i] != '_' || quote != 0
		case c == '$' && quote != '\'':
			name, used := braced(text[i:])
			if used == 0 {
				return nil, errors.New("only ${VARNAME} expansion is supported, error at: " + text[i:])
			}
			v, set := in.Getenv(name)
			switch {
			case debug && set:
				plain(in, "expanding ${%s} into %s", name, in.Quote(v))
			case debug:
				plain(in, "replacing ${%s} with null string", name)
			}
			open = open || set
			word.WriteString(v)
			i += used - 1
		default:
			open = true
			word.WriteByte(c)
		}
	}
	if quote != 0 {
		return nil, errQuote
	}
	end()
	return words, nil
}

// backslash handles a character behind a backslash; stop is \c.
func backslash(word *strings.Builder, c, quote byte, end func()) (stop bool, err error) {
	if quote == '\'' && c != '\'' && c != '\\' {
		word.WriteByte('\\')
		word.WriteByte(c)
		return false, nil
	}
	switch c {
	case '"', '#', '$', '\'', '\\':
		word.WriteByte(c)
	case 'f', 'n', 'r', 't', 'v':
		word.WriteByte(map[byte]byte{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[c])
	case '_':
		if quote == '"' {
			word.WriteByte(' ')
		} else {
			end()
		}
	case 'c':
		if quote == '"' {
			return false, errors.New(`'\c' must not appear in double-quoted -S string`)
		}
		return true, nil
	default:
		return false, errors.New(`invalid sequence '\` + string(rune(c)) + `' in -S`)
	}
	return false, nil
}

// braced reads ${NAME} at the beginning of text.
func braced(text string) (name string, used int) {
	if !strings.HasPrefix(text, "${") {
		return "", 0
	}
	name, _, ok := strings.Cut(text[2:], "}")
	for i := range len(name) {
		c := name[i]
		if c != '_' && !('a' <= c|0x20 && c|0x20 <= 'z') && (i == 0 || c < '0' || c > '9') {
			return "", 0
		}
	}
	if !ok || name == "" {
		return "", 0
	}
	return name, len(name) + 3
}
