// Package awk implements the awk language of POSIX (XCU awk) with what scripts
// use of gawk: its functions but for those of translations, arrays of arrays,
// switch, nextfile, BEGINFILE and ENDFILE, RS as a regular expression, RT, FPAT,
// FIELDWIDTHS, IGNORECASE, ARGIND, ERRNO, PROCINFO["sorted_in"], two-way
// commands, indirect calls and include files.
//
// Text is UTF-8 unless the locale is C: length, index and substr count characters. A loop over
// an array goes through it in the order in which its elements were made. It
// does not have networking, namespaces, SYMTAB, FUNCTAB, numbers of any size,
// a debugger, a profiler, warnings of lint or -i inplace.
//
// It imports interp/command, interp/regex, interp/strftime, interp/stream and
// interp/vfs.
package awk

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/regex"
)

// Family is the name that listings group these commands by.
const Family = "text"

// Commands returns the commands of the package by name.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{
		"awk": {Command: command.Func(run), Summary: "find and process patterns in text", Family: Family},
	}
}

const usage = `Usage: awk [-F SEPARATOR] [-v NAME=VALUE]... 'PROGRAM' [FILE]...
       awk [-F SEPARATOR] [-v NAME=VALUE]... -f PROGRAM-FILE... [FILE]...
Run the awk program on each record of the files, or of standard input.

  -F, --field-separator=FS   split fields at FS
  -v, --assign=NAME=VALUE    set a variable before the program begins
  -f, --file=FILE            read the program from FILE
  -e, --source=PROGRAM       take the program from the argument
  -i, --include=FILE         like @include "FILE" before the program
  -E, --exec=FILE            like -f, but the last option
  -b, --characters-as-bytes  each byte is a character
  -S, --sandbox              no system(), pipes, getline from files or redirections
  -h, --help                 display this help and exit
  -V, --version              output version information and exit

Options of gawk that change nothing here: -c, -L, -N, -O, -P, -r, -s, -t and their
long forms. Refused: -d, -D, -g, -l, -M, -n, -o, -p, and -i inplace.
`

func run(ctx context.Context, call *command.Call) int {
	args, status, ok := parseArguments(call)
	if !ok {
		return status
	}
	src, included, err := source(ctx, call, args)
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	var flags regex.Flags
	if call.Bytewise() || args.bytes {
		flags = regex.Bytes
	}
	from := origin{
		compile:  func(src string) (*regexpr, error) { return compileRegex(src, flags) },
		include:  func(name string) (text, key string, err error) { return load(ctx, call, name) },
		included: included,
	}
	prog, err := parse(src, from)
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	in := newInterp(ctx, call, prog)
	in.flags, in.bytes, in.sandbox = flags, flags != 0, args.sandbox
	if c := in.protect(func() control { in.prepare(args); return ctlNormal }); c != ctlNormal {
		return in.out.Finish(in.status, 2)
	}
	return in.execute()
}

// prepare sets what the program finds when it begins.
func (in *interp) prepare(a *arguments) {
	in.arrays[gENVIRON], in.arrays[gARGV] = newArray(), newArray()
	for _, v := range in.host.Env {
		name, text, _ := strings.Cut(v, "=")
		in.replace(in.at(in.arrays[gENVIRON], textKey(name)), input(text))
	}
	in.describe()
	for i, arg := range append([]string{in.host.Name()}, a.operands...) {
		in.replace(in.at(in.arrays[gARGV], integerKey(i)), input(arg))
	}
	in.globals[gARGC] = number(float64(len(a.operands) + 1))
	for _, v := range a.assigns {
		if !in.commandAssign(v) {
			in.fail("improper assignment: -v %s", v)
		}
	}
}

// commandAssign does the assignment NAME=VALUE of the command line; false if
// arg is none.
func (in *interp) commandAssign(arg string) bool {
	name, text, ok := strings.Cut(arg, "=")
	if !ok || name == "" || !isNameStart(name[0]) {
		return false
	}
	for i := range len(name) {
		if !isNameByte(name[i]) {
			return false
		}
	}
	x := input(unescape(text))
	if i := specials()[name]; i != 0 {
		in.setSpecial(i, x)
		return true
	}
	if i, ok := in.prog.globals[name]; ok {
		if in.prog.arrays[i] {
			in.fail("cannot assign to array %s on the command line", name)
		}
		in.replace(&in.globals[i], x)
	}
	return true
}
