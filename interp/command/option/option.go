// Package option reads the arguments of commands as getopt_long(3) of the GNU C
// library does: bundles of short options, arguments that are required or
// optional, long options that may be abbreviated, operands between options, and
// the library's messages.
//
// It imports interp/command alone.
package option

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// Argument says whether an option takes one.
type Argument int

// The kinds of options. The argument of an Optional one is in the same word:
// -xARG, --long=ARG.
const (
	None Argument = iota
	Required
	Optional
)

// An Option is one spelling of an option. Several entries with one Short are
// several long names of one option.
type Option struct {
	// Short is its letter, 0 for none.
	Short byte
	// Long is its long name without the dashes, empty for none.
	Long string
	Arg  Argument
	// Name is what --help calls the argument.
	Name string
	// Help is one line for --help. An empty one hides the entry.
	Help string
}

func (o Option) id() string {
	if o.Short != 0 {
		return string(rune(o.Short))
	}
	return o.Long
}

// A Set is what a command accepts.
type Set struct {
	// Usage follows the name in the first line of --help:
	// "[OPTION]... [FILE]...".
	Usage string
	// About is a sentence or more about what the command does.
	About   string
	Options []Option
	// Bad is the status for wrong usage; 0 stands for 1.
	Bad int
	// Stop ends the options at the first operand, as a leading + in an option
	// string does, or the variable POSIXLY_CORRECT.
	Stop bool
	// InOrder returns operands as options with the name "" where they stand,
	// as a leading - does.
	InOrder bool
	// Synopsis writes a line with the usage before the one that points to --help.
	Synopsis bool
	// Prefix puts "NAME: " before the line that points to --help (diffutils).
	Prefix bool
	// Argp makes that line name --usage, too.
	Argp bool
	// Hint takes the place of both lines; %s is the command's name.
	Hint string
	// Plain leaves out --help and --version, for tools that have none.
	Plain bool
}

// A Found option.
type Found struct {
	// Name is the letter, or the long name of an option that has none.
	Name string
	// Value is its argument; Has tells an empty one from none.
	Value string
	Has   bool
	// Long tells that the long spelling was used.
	Long bool
	// Alone tells that the word is a dash, the letter and its argument.
	Alone bool
	// Joined tells that it stands in one word with a letter before it.
	Joined bool
}

// Parsed is what the arguments came to.
type Parsed struct {
	// Options are in the order given.
	Options  []Found
	Operands []string
}

// Has tells whether the option was given.
func (p *Parsed) Has(name string) bool {
	return slices.ContainsFunc(p.Options, func(f Found) bool { return f.Name == name })
}

// Last returns the last argument of an option.
func (p *Parsed) Last(name string) (string, bool) {
	for _, f := range slices.Backward(p.Options) {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// Parse reads the arguments of a call. When ok is false the command is done:
// --help or --version was shown, or the usage was wrong and has been reported;
// status is what to return.
func (s *Set) Parse(call *command.Call) (p *Parsed, status int, ok bool) {
	if len(call.Args) == 0 {
		return &Parsed{}, 0, true
	}
	return s.ParseArgs(call, call.Args[1:])
}

// ParseArgs is Parse for arguments that were changed before, such as those of an
// obsolete syntax. The name is not among them.
func (s *Set) ParseArgs(call *command.Call, args []string) (p *Parsed, status int, ok bool) {
	return s.ParseEach(call, args, nil)
}

// ParseEach is ParseArgs for a command that looks at each option before the next
// one is read, so that of several wrong ones the first is reported, whatever is
// wrong with it. When use is not ok, it has reported why, and status is what to
// return.
func (s *Set) ParseEach(call *command.Call, args []string, use func(Found) (status int, ok bool)) (p *Parsed, status int, ok bool) {
	r := reader{set: s, call: call, all: s.Options, use: use}
	_, posix := call.Getenv("POSIXLY_CORRECT")
	stop := s.Stop || posix && !s.InOrder
	if !s.Plain {
		r.all = append(slices.Clip(s.Options), Option{Long: "help"}, Option{Long: "version"})
	}
	for len(args) > 0 && !r.failed && !r.ended {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			r.operands(args)
			args = nil
		case strings.HasPrefix(arg, "--"):
			args = r.long(arg[2:], args)
		case len(arg) > 1 && arg[0] == '-':
			args = r.short(arg[1:], args)
		case stop:
			r.operands(append([]string{arg}, args...))
			args = nil
		default:
			r.operands([]string{arg})
		}
	}
	switch {
	case r.failed:
		return nil, s.Fail(call), false
	case r.ended:
		return nil, r.status, false
	}
	return &r.parsed, 0, true
}

// Fail writes the line that points to --help and returns the status for wrong
// usage.
func (s *Set) Fail(call *command.Call) int {
	if s.Hint != "" {
		fmt.Fprintf(call.Stderr, s.Hint, call.Name())
		return s.bad()
	}
	if s.Synopsis {
		fmt.Fprintf(call.Stderr, "Usage: %s %s\n", call.Name(), s.Usage)
	}
	prefix := ""
	if s.Prefix {
		prefix = call.Name() + ": "
	}
	usage := ""
	if s.Argp {
		usage = fmt.Sprintf(" or '%s --usage'", call.Name())
	}
	fmt.Fprintf(call.Stderr, "%sTry '%s --help'%s for more information.\n", prefix, call.Name(), usage)
	return s.bad()
}

// Misuse reports a message and then does what Fail does.
func (s *Set) Misuse(call *command.Call, format string, args ...any) int {
	call.Errorf(format, args...)
	return s.Fail(call)
}

func (s *Set) bad() int {
	if s.Bad == 0 {
		return 1
	}
	return s.Bad
}

type reader struct {
	set    *Set
	call   *command.Call
	all    []Option
	parsed Parsed
	use    func(Found) (status int, ok bool)
	failed bool
	ended  bool // with status
	status int
}

// found takes an option in.
func (r *reader) found(f Found) {
	r.parsed.Options = append(r.parsed.Options, f)
	if r.use == nil {
		return
	}
	if status, ok := r.use(f); !ok {
		r.ended, r.status = true, status
	}
}

func (r *reader) operands(args []string) {
	if !r.set.InOrder {
		r.parsed.Operands = append(r.parsed.Operands, args...)
		return
	}
	for _, a := range args {
		if r.found(Found{Value: a, Has: true}); r.ended {
			return
		}
	}
}

func (r *reader) fail(format string, args ...any) {
	r.call.Errorf(format, args...)
	r.failed = true
}

func (r *reader) short(bundle string, args []string) []string {
	for i := 0; i < len(bundle) && !r.failed && !r.ended; i++ {
		c := bundle[i]
		at := slices.IndexFunc(r.all, func(o Option) bool { return o.Short == c && c != 0 })
		if at < 0 {
			r.fail("invalid option -- '%s'", bundle[i:i+1])
			return args
		}
		f := Found{Name: string(rune(c)), Joined: i > 0}
		switch rest := bundle[i+1:]; r.all[at].Arg {
		case Required:
			f.Has = true
			switch {
			case rest != "":
				f.Value, f.Alone = rest, i == 0
			case len(args) == 0:
				r.fail("option requires an argument -- '%c'", c)
				return args
			default:
				f.Value, args = args[0], args[1:]
			}
			i = len(bundle)
		case Optional:
			f.Value, f.Has = rest, rest != ""
			i = len(bundle)
		}
		r.found(f)
	}
	return args
}

// match finds the option that a long name, perhaps abbreviated, means.
func (r *reader) match(name, word string) (Option, bool) {
	var found []Option
	for _, o := range r.all {
		if o.Long == name && name != "" {
			return o, true
		}
		if o.Long != "" && strings.HasPrefix(o.Long, name) {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		r.fail("unrecognized option '--%s'", word)
		return Option{}, false
	}
	for _, o := range found[1:] {
		if o.id() != found[0].id() || o.Arg != found[0].Arg {
			var names strings.Builder
			for _, o := range found {
				fmt.Fprintf(&names, " '--%s'", o.Long)
			}
			r.fail("option '--%s' is ambiguous; possibilities:%s", word, names.String())
			return Option{}, false
		}
	}
	return found[0], true
}

func (r *reader) long(word string, args []string) []string {
	name, value, has := strings.Cut(word, "=")
	o, ok := r.match(name, word)
	if !ok {
		return args
	}
	switch {
	case o.Arg == None && has:
		r.fail("option '--%s' doesn't allow an argument", o.Long)
		return args
	case o.Arg == Required && !has:
		if len(args) == 0 {
			r.fail("option '--%s' requires an argument", o.Long)
			return args
		}
		value, has, args = args[0], true, args[1:]
	}
	if !r.set.Plain && o.Short == 0 && (o.Long == "help" || o.Long == "version") {
		r.show(o.Long)
		return nil
	}
	r.found(Found{Name: o.id(), Value: value, Has: has, Long: true})
	return args
}
