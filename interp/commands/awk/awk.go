// Package awk implements the awk language of POSIX (XCU awk) with what scripts
// commonly use of gawk: gensub, match and split with an array more, asort and
// asorti, the bitwise functions, strftime, systime, mktime, strtonum, typeof,
// isarray, switch, nextfile, length of an array, RS as a regular expression, RT,
// and PROCINFO["sorted_in"].
//
// Text is UTF-8 unless the locale is C: length, index and substr count characters. A loop over
// an array goes through it in the order in which its elements were made. It
// does not have co-processes, networking, the rest of PROCINFO, IGNORECASE,
// FPAT, FIELDWIDTHS, BEGINFILE, arrays of arrays or include files.
//
// It imports interp/command, interp/regex, interp/strftime, interp/stream and
// interp/vfs.
package awk

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// arguments are what the command line says.
type arguments struct {
	sources  []piece  // of -f and -e
	assigns  []string // of -v, and those of FS that -F stands for
	operands []string
}

// A piece of the program is the argument of -e, or a file's name.
type piece struct {
	text string
	file bool
}

const usage = `Usage: awk [-F SEPARATOR] [-v NAME=VALUE]... 'PROGRAM' [FILE]...
       awk [-F SEPARATOR] [-v NAME=VALUE]... -f PROGRAM-FILE... [FILE]...
Run the awk program on each record of the files, or of standard input.

  -F, --field-separator=FS   split fields at FS
  -v, --assign=NAME=VALUE    set a variable before the program begins
  -f, --file=FILE            read the program from FILE
  -e, --source=PROGRAM       take the program from the argument
      --posix, --re-interval, --traditional and the short -P, -r, -c, -b, -O, -s
                             are taken and ignored
      --help                 display this help and exit
      --version              output version information and exit
`

func run(ctx context.Context, call *command.Call) int {
	args, status, ok := parseArguments(call)
	if !ok {
		return status
	}
	src, err := source(ctx, call, args)
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	var flags regex.Flags
	if call.Bytewise() {
		flags = regex.Bytes
	}
	prog, err := parse(src, func(src string) (*regexpr, error) { return compileRegex(src, flags) })
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	in := newInterp(ctx, call, prog)
	in.flags, in.bytes = flags, flags != 0
	if c := in.protect(func() control { in.prepare(args); return ctlNormal }); c != ctlNormal {
		return in.out.Finish(in.status, 2)
	}
	return in.execute()
}

// parseArguments reads options as POSIX does: they end at the first operand.
func parseArguments(call *command.Call) (a *arguments, status int, ok bool) {
	a = &arguments{}
	rest := call.Args[min(1, len(call.Args)):]
	for len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-' {
		arg := rest[0]
		rest = rest[1:]
		if arg == "--" {
			break
		}
		if arg == "--help" || arg == "--version" {
			text := usage
			if arg == "--version" {
				text = "awk (aegish)\n"
			}
			out := command.NewOutput(call)
			out.WriteString(text)
			return nil, out.Finish(0, 2), false
		}
		letter, val, has := splitOption(arg)
		if letter == ' ' {
			continue
		}
		if letter == 0 {
			call.Errorf("not an option: %s", arg)
			return nil, 2, false
		}
		if !has {
			if len(rest) == 0 {
				call.Errorf("option requires an argument -- %c", letter)
				return nil, 2, false
			}
			val, rest = rest[0], rest[1:]
		}
		switch letter {
		case 'F':
			a.assigns = append(a.assigns, "FS="+val)
		case 'v':
			a.assigns = append(a.assigns, val)
		case 'f', 'e':
			a.sources = append(a.sources, piece{val, letter == 'f'})
		}
	}
	if len(a.sources) == 0 {
		if len(rest) == 0 {
			fmt.Fprint(call.Stderr, usage)
			return nil, 2, false
		}
		a.sources, rest = []piece{{text: rest[0]}}, rest[1:]
	}
	a.operands = rest
	return a, 0, true
}

// splitOption reads -Xvalue and --name=value; letter is 0 for an unknown one and
// a space for one that changes nothing.
func splitOption(arg string) (letter byte, val string, has bool) {
	if name, val, has := strings.Cut(arg, "="); strings.HasPrefix(arg, "--") {
		letters := map[string]byte{"--field-separator": 'F', "--assign": 'v', "--file": 'f', "--source": 'e',
			"--posix": ' ', "--re-interval": ' ', "--traditional": ' ', "--characters-as-bytes": ' ', "--optimize": ' '}
		return letters[name], val, has
	}
	if strings.Trim(arg[1:], "PrcbOs") == "" {
		return ' ', "", false
	}
	if strings.IndexByte("Fvfe", arg[1]) < 0 {
		return 0, "", false
	}
	return arg[1], arg[2:], len(arg) > 2
}

// source is the text of the program.
func source(ctx context.Context, call *command.Call, a *arguments) (string, error) {
	if len(a.sources) == 1 && !a.sources[0].file {
		return a.sources[0].text, nil
	}
	var b strings.Builder
	for _, p := range a.sources {
		if !p.file {
			b.WriteString(p.text + "\n")
			continue
		}
		name := p.text
		in, err := call.Open(ctx, name)
		if err != nil {
			return "", fmt.Errorf("cannot open %s (%s)", name, command.Message(err))
		}
		_, err = io.Copy(&b, io.LimitReader(in, maxSource+1))
		in.Close()
		if err == nil && b.Len() > maxSource {
			err = errors.New("program too long")
		}
		if err != nil {
			return "", fmt.Errorf("cannot read %s (%s)", name, command.Message(err))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// prepare sets what the program finds when it begins.
func (in *interp) prepare(a *arguments) {
	in.arrays[gENVIRON], in.arrays[gARGV] = newArray(), newArray()
	for _, v := range in.host.Env {
		name, text, _ := strings.Cut(v, "=")
		in.replace(in.at(in.arrays[gENVIRON], textKey(name)), input(text))
	}
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
