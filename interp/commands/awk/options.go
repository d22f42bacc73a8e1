package awk

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// arguments are what the command line says.
type arguments struct {
	sources  []piece  // of -f, -e and -i
	assigns  []string // of -v, and those of FS that -F stands for
	operands []string
	bytes    bool // -b
	sandbox  bool // -S
}

// A piece of the program is the argument of -e, or a file's name; one of -i is
// read once.
type piece struct {
	text string
	file bool
	once bool
}

// longOptions are the long options of gawk by the letters that mean the same.
const longOptions = "F:field-separator v:assign f:file e:source i:include E:exec b:characters-as-bytes S:sandbox " +
	"h:help h:usage V:version C:copyright c:traditional L:lint N:use-lc-numeric O:optimize P:posix r:re-interval s:no-optimize t:lint-old " +
	"d:dump-variables D:debug g:gen-pot l:load M:bignum n:non-decimal-data o:pretty-print p:profile I:trace"

// The kinds of options.
const (
	withArgument   = "FvfeiE"
	withoutEffect  = "cLNOPrst"
	refusedOptions = "dDglMnopI"
	informative    = "hVC"
)

// An optionReader goes through the words of a command line.
type optionReader struct {
	call *command.Call
	rest []string
	args *arguments
	last bool // -E was the last option
}

// parseArguments reads options as POSIX does: they end at the first operand.
func parseArguments(call *command.Call) (a *arguments, status int, ok bool) {
	a = &arguments{}
	r := &optionReader{call: call, rest: call.Args[min(1, len(call.Args)):], args: a}
	for !r.last && len(r.rest) > 0 && len(r.rest[0]) > 1 && r.rest[0][0] == '-' {
		arg := r.rest[0]
		if r.rest = r.rest[1:]; arg == "--" {
			break
		}
		if letters, _, _ := splitOption(arg); letters != "" && a.hasProgram() && !known(letters[0]) {
			r.rest = append([]string{arg}, r.rest...) // it is for the program
			break
		}
		if status, ok := r.word(arg); !ok {
			return nil, status, false
		}
	}
	if !a.hasProgram() {
		if len(r.rest) == 0 {
			fmt.Fprint(call.Stderr, usage)
			return nil, 2, false
		}
		a.sources, r.rest = append(a.sources, piece{text: r.rest[0]}), r.rest[1:]
	}
	a.operands = r.rest
	return a, 0, true
}

// word takes the options of one word; not ok ends the command with a status.
func (r *optionReader) word(arg string) (status int, ok bool) {
	if arg == "-W" && len(r.rest) > 0 {
		arg, r.rest = arg+r.rest[0], r.rest[1:]
	}
	letters, val, has := splitOption(arg)
	for ; letters != ""; letters = letters[1:] {
		switch letter := letters[0]; {
		case strings.IndexByte(informative, letter) >= 0:
			return tell(r.call, letter), false
		case strings.IndexByte(refusedOptions, letter) >= 0:
			return r.fail("option -%c is not supported", letter)
		case letter == 'L':
			return 0, true // what follows belongs to it
		case strings.IndexByte(withoutEffect, letter) >= 0:
		case letter == 'b':
			r.args.bytes = true
		case letter == 'S':
			r.args.sandbox = true
		case strings.IndexByte(withArgument, letter) < 0:
			return r.fail("not an option: %s", arg)
		case has:
			return r.take(letter, val)
		case len(letters) > 1:
			return r.take(letter, letters[1:])
		case len(r.rest) == 0:
			return r.fail("option requires an argument -- %c", letter)
		default:
			val, r.rest = r.rest[0], r.rest[1:]
			return r.take(letter, val)
		}
	}
	return 0, true
}

// known tells whether a letter is an option.
func known(letter byte) bool {
	return letter == 'W' || strings.IndexByte(longOptions, letter) >= 0 && strings.Contains(longOptions, string(letter)+":")
}

func (r *optionReader) fail(format string, args ...any) (status int, ok bool) {
	r.call.Errorf(format, args...)
	return 2, false
}

// hasProgram tells whether there is more than files to include.
func (a *arguments) hasProgram() bool {
	for _, p := range a.sources {
		if !p.once {
			return true
		}
	}
	return false
}

// take keeps an option that has an argument.
func (r *optionReader) take(letter byte, val string) (status int, ok bool) {
	a := r.args
	switch letter {
	case 'F':
		if val == "t" {
			val = `\t` // POSIX awk, OPTIONS
		}
		a.assigns = append(a.assigns, "FS="+val)
	case 'v':
		a.assigns = append(a.assigns, val)
	default:
		if letter == 'i' && val == "inplace" {
			return r.fail("-i inplace is not supported")
		}
		r.last = letter == 'E'
		a.sources = append(a.sources, piece{val, letter != 'e', letter == 'i'})
	}
	return 0, true
}

// tell writes what --help and --version are asked for and returns the status.
func tell(call *command.Call, letter byte) int {
	text := usage
	if letter != 'h' {
		text = "awk (aegish)\n"
	}
	out := command.NewOutput(call)
	out.WriteString(text)
	return out.Finish(0, 2)
}

// splitOption reads -abc and --name=value, or -Wname=value: the letters that it
// stands for, and the value behind a name. Letters that are none are returned
// as they are.
func splitOption(arg string) (letters, val string, has bool) {
	name, long := strings.CutPrefix(arg, "--")
	if !long {
		name, long = strings.CutPrefix(arg, "-W")
	}
	if !long {
		return arg[1:], "", false
	}
	name, val, has = strings.Cut(name, "=")
	for option := range strings.FieldsSeq(longOptions) {
		if option[2:] == name {
			return option[:1], val, has
		}
	}
	return "?", "", false
}

// source is the text of the program; included are the files of -i, which an
// @include does not read again.
func source(ctx context.Context, call *command.Call, a *arguments) (text string, included map[string]bool, err error) {
	included = map[string]bool{}
	if len(a.sources) == 1 && !a.sources[0].file {
		return a.sources[0].text, included, nil
	}
	var b strings.Builder
	for _, p := range a.sources {
		text := p.text
		if p.file {
			var key string
			if text, key, err = load(ctx, call, p.text); err != nil {
				return "", nil, fmt.Errorf("cannot open %s (%s)", p.text, command.Message(err))
			}
			if p.once && included[key] {
				continue
			}
			included[key] = true
		}
		b.WriteString(text + "\n")
	}
	return b.String(), included, nil
}
