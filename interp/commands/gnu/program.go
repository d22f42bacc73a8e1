// Package gnu is what the commands of the GNU kind do around their work: it
// reads the options, buffers standard output and reports its errors, words
// messages and remembers that something failed.
//
// It knows no command. It imports interp/command and interp/command/option
// alone.
package gnu

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// A Program describes a command with options.
type Program struct {
	// Summary is one line without a full stop, lower case.
	Summary string
	// Usage follows the name in the first line of --help.
	Usage   string
	Options []Option
	// Trouble is the exit status of a usage error; 0 stands for 1.
	Trouble int
	// InOrder ends the options at the first operand.
	InOrder bool
	// Rewrite makes options of arguments that are older than options, where a
	// program has such.
	Rewrite func(args []string) []string
	// Bare programs have no options, not even --help: all arguments are
	// operands.
	Bare bool
	// Main does the work and returns the exit status.
	Main func(ctx context.Context, in *Invocation) int
}

// An Option is a form and a line for --help. The form is "a", "a,all" or "all",
// with "=WHAT" behind it for an argument and "[=WHAT]" for one that may be left
// out. Without a line it is not shown.
type Option [2]string

// Entry makes the registry's entry of a program.
func (p Program) Entry(family string) command.Entry {
	return Entry(family, func() Program { return p })
}

// Entry makes the registry's entry of a program that is put together when it is
// called or described for the first time: a session has more than fifty of
// them and calls a few.
func Entry(family string, program func() Program) command.Entry {
	return command.Entry{Command: &runner{program: program}, Family: family}
}

func (p Program) options() *option.Set {
	set := &option.Set{
		Usage: p.Usage, About: strings.ToUpper(p.Summary[:1]) + p.Summary[1:] + ".",
		Bad: p.Trouble, Stop: p.InOrder, Options: make([]option.Option, 0, len(p.Options)),
	}
	for _, o := range p.Options {
		set.Options = append(set.Options, o.parse())
	}
	return set
}

func (o Option) parse() option.Option {
	parsed := option.Option{Help: o[1]}
	names := o[0]
	if before, after, ok := strings.Cut(names, "[="); ok {
		names, parsed.Arg, parsed.Name = before, option.Optional, strings.TrimSuffix(after, "]")
	} else if before, after, ok := strings.Cut(names, "="); ok {
		names, parsed.Arg, parsed.Name = before, option.Required, after
	}
	short, long, both := strings.Cut(names, ",")
	switch {
	case both:
		parsed.Short, parsed.Long = short[0], long
	case len(names) == 1:
		parsed.Short = names[0]
	default:
		parsed.Long = names
	}
	return parsed
}

// runner is a Program whose options are prepared by its first run: a session
// uses few of the programs that it has.
type runner struct {
	program func() Program

	once sync.Once
	p    Program
	set  *option.Set
}

func (r *runner) prepare() {
	r.once.Do(func() {
		r.p = r.program()
		r.set = r.p.options()
	})
}

// Summary implements command.Summarizer.
func (r *runner) Summary() string {
	r.prepare()
	return r.p.Summary
}

// Run implements command.Command.
func (r *runner) Run(ctx context.Context, call *command.Call) int {
	r.prepare()
	in := &Invocation{Call: call, Out: command.NewOutput(call), set: r.set}
	in.trouble = max(r.p.Trouble, 1)
	switch {
	case r.p.Bare && len(call.Args) > 0:
		in.Operands = call.Args[1:]
	case !r.p.Bare:
		args := call.Args[min(1, len(call.Args)):]
		if r.p.Rewrite != nil {
			args = r.p.Rewrite(args)
		}
		parsed, status, ok := in.set.ParseArgs(call, args)
		if !ok {
			return status
		}
		in.Options, in.Operands = parsed.Options, parsed.Operands
	}
	return in.Out.Finish(r.p.Main(ctx, in), in.trouble)
}

// An Invocation is one run of a Program.
type Invocation struct {
	*command.Call
	Options []option.Found
	// Operands are the arguments that are no options.
	Operands []string
	// Out is standard output. It is flushed when Main has returned, and
	// before messages.
	Out *command.Output
	// RunFailed precedes the name in messages about a command that could not
	// be run.
	RunFailed string

	set             *option.Set
	trouble, status int
}

// Ended tells that there is no use in going on: ctx is done, or nothing more
// can be written.
func (in *Invocation) Ended(ctx context.Context) bool {
	return ctx.Err() != nil || in.Out.Err() != nil
}

// Warn writes a message that begins with the program's name.
func (in *Invocation) Warn(format string, args ...any) {
	_ = in.Out.Flush() // Finish reports its error
	in.Errorf(format, args...)
}

// Fail is Warn, and makes Status 1 unless it is more already.
func (in *Invocation) Fail(format string, args ...any) { in.FailAs(1, format, args...) }

// FailAs is Fail with another status.
func (in *Invocation) FailAs(status int, format string, args ...any) {
	in.Warn(format, args...)
	in.status = max(in.status, status)
}

// Status is 0 unless something failed.
func (in *Invocation) Status() int { return in.status }

// Usage reports wrong usage and returns the status for it.
func (in *Invocation) Usage(format string, args ...any) int {
	in.Warn(format, args...)
	return in.set.Fail(in.Call)
}

// Die reports what ends the program and returns the status for trouble.
func (in *Invocation) Die(format string, args ...any) int {
	in.Warn(format, args...)
	return in.trouble
}

// Missing is Usage for absent operands, Extra for one too many.
func (in *Invocation) Missing() int { return in.Usage("missing operand") }

// Extra is Usage for one operand too many.
func (in *Invocation) Extra(operand string) int {
	return in.Usage("extra operand %s", in.Quote(operand))
}

// Has tells whether an option was given, by its letter or, when it has none, by
// its long name.
func (in *Invocation) Has(name string) bool {
	for i := range in.Options {
		if in.Options[i].Name == name {
			return true
		}
	}
	return false
}

// Last is the last argument of an option.
func (in *Invocation) Last(name string) (string, bool) {
	p := option.Parsed{Options: in.Options}
	return p.Last(name)
}

// Word finds the word that value is, or begins as no other does. A choice is
// words of one meaning, with commas between them; the first of them is the
// result. When there is none it is reported, and what is wrong usage is for the
// caller to return: Hint. about is what the words are for, such as "--sort".
func (in *Invocation) Word(about, value string, choices ...string) (string, bool) {
	var found []string
	for _, c := range choices {
		words := strings.Split(c, ",")
		for _, w := range words {
			if w == value {
				return words[0], true
			}
			if strings.HasPrefix(w, value) && (len(found) == 0 || found[len(found)-1] != words[0]) {
				found = append(found, words[0])
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	kind := "invalid"
	if len(found) > 1 {
		kind = "ambiguous"
	}
	in.Warn("%s argument %s for %s", kind, in.Quote(value), in.Quote(about))
	fmt.Fprintln(in.Stderr, "Valid arguments are:")
	for _, c := range choices {
		var words []string
		for w := range strings.SplitSeq(c, ",") {
			words = append(words, in.Quote(w))
		}
		fmt.Fprintf(in.Stderr, "  - %s\n", strings.Join(words, ", "))
	}
	return "", false
}

// Printf writes to Out.
func (in *Invocation) Printf(format string, args ...any) { fmt.Fprintf(in.Out, format, args...) }

// UTF8 tells whether the environment's locale has UTF-8 characters.
func (in *Invocation) UTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := in.Getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.HasSuffix(v, "utf-8") || strings.HasSuffix(v, "utf8")
		}
	}
	return false
}

// Quote puts text between the quotation marks of the locale.
func (in *Invocation) Quote(text string) string {
	q := command.Quote(text)
	if in.UTF8() {
		return q
	}
	q = strings.TrimSuffix(strings.TrimPrefix(q, "‘"), "’")
	return "'" + strings.ReplaceAll(q, "'", `\'`) + "'"
}

// FailQuietly makes Status at least status without a message.
func (in *Invocation) FailQuietly(status int) { in.status = max(in.status, status) }

// Hint writes the line that points to --help, and returns the status for wrong
// usage.
func (in *Invocation) Hint() int { return in.set.Fail(in.Call) }

// Help is the text of --help, for programs that have other ways to ask for it.
func (in *Invocation) Help() string { return in.set.Help(in.Name()) }
