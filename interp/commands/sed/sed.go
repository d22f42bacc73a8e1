// Package sed implements the stream editor of POSIX (XCU sed) with the
// extensions of GNU sed 4.9, whose messages it uses. It refuses what runs other
// programs (the command e and the option e of s) and --debug.
//
// It imports interp/command, interp/commands/gnu, interp/regex, interp/stream and
// interp/vfs.
package sed

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// Family is the name that listings group these commands by.
const Family = "text"

// Commands returns the commands of the package by name.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{
		"sed": {Command: command.Func(run), Summary: "edit a stream of text", Family: Family},
	}
}

var options = option.Set{
	Usage: "[OPTION]... {script-only-if-no-other-script} [input-file]...",
	About: "Edit the lines of the files, or of standard input, and write them to standard output.",
	Bad:   1,
	Options: []option.Option{
		{Short: 'n', Long: "quiet", Help: "do not write the pattern space at the end of a cycle"},
		{Short: 'n', Long: "silent"},
		{Long: "debug", Help: "refused: there is no canonical form to show"},
		{Short: 'e', Long: "expression", Arg: option.Required, Name: "SCRIPT", Help: "add to the commands"},
		{Short: 'f', Long: "file", Arg: option.Required, Name: "FILE", Help: "add the commands in FILE"},
		{Short: 'b', Long: "binary", Help: "ignored: lines are never changed"},
		{Long: "follow-symlinks", Help: "with -i, change the file that a link points to"},
		{Short: 'E', Long: "regexp-extended", Help: "use extended regular expressions"},
		{Short: 'r', Help: "the same as -E"},
		{Short: 'i', Long: "in-place", Arg: option.Optional, Name: "SUFFIX", Help: "change the files; keep the old ones with SUFFIX"},
		{Short: 'l', Long: "line-length", Arg: option.Required, Name: "N", Help: "how long the lines of the command l are"},
		{Long: "posix", Help: "no extensions"},
		{Long: "sandbox", Help: "refuse the commands e, r and w"},
		{Short: 's', Long: "separate", Help: "the files are streams of their own"},
		{Short: 'u', Long: "unbuffered", Help: "write each line at once"},
		{Short: 'z', Long: "null-data", Help: "lines end with NUL"},
		{Long: "zero-terminated"},
	},
}

// settings are what the options say.
type settings struct {
	quiet, extended, posix, sandbox bool
	separate, unbuffered            bool
	inPlace, follow                 bool
	correct                         bool // --posix, or POSIXLY_CORRECT is set
	bytes                           bool // each byte is a character
	suffix                          string
	delim                           byte
	length                          int
}

func run(ctx context.Context, call *command.Call) int {
	p, status, ok := options.Parse(call)
	if !ok {
		return status
	}
	s := settings{delim: '\n', length: 70}
	pieces, operands, status, ok := s.read(ctx, call, p)
	if !ok {
		return status
	}
	ed := newEditor(ctx, call, &s)
	parser := &parser{pieces: pieces, extended: s.extended, posix: s.posix, sandbox: s.sandbox, bytes: s.bytes, open: ed.open,
		ended: func() bool { return ctx.Err() != nil }}
	sc, err := parser.parse()
	if err != nil {
		if e, ok := err.(*scriptError); ok {
			call.Errorf("%s", e.text)
			return ed.finish(e.status)
		}
		call.Errorf("%v", err)
		return ed.finish(4)
	}
	ed.script = sc
	if s.inPlace && len(operands) == 0 {
		call.Errorf("no input files")
		return ed.finish(4)
	}
	s.quiet = s.quiet || sc.quiet
	return ed.finish(ed.edit(command.Operands(operands)))
}

// read takes the options; ok is false when the command is done.
func (s *settings) read(ctx context.Context, call *command.Call, p *option.Parsed) (pieces []piece, operands []string, status int, ok bool) {
	operands = p.Operands
	_, s.correct = call.Getenv("POSIXLY_CORRECT")
	s.bytes = call.Bytewise()
	if cols, _ := call.Getenv("COLS"); cols != "" {
		if n, err := strconv.Atoi(cols); err == nil && n > 2 {
			s.length = n - 1
		}
	}
	for _, o := range p.Options {
		switch o.Name {
		case "n":
			s.quiet = true
		case "e":
			// A backslash at the end continues the text in the next argument.
			if n := len(pieces); n > 0 && pieces[n-1].file == "" && continues(pieces[n-1].text) {
				pieces[n-1].text += "\n" + o.Value
			} else {
				pieces = append(pieces, piece{text: o.Value})
			}
		case "f":
			text, err := scriptFile(ctx, call, o.Value)
			if err != nil {
				call.Errorf("couldn't open file %s: %s", o.Value, command.Message(err))
				return nil, nil, 4, false
			}
			pieces = append(pieces, piece{text: text, file: o.Value})
		case "E", "r":
			s.extended = true
		case "i":
			s.inPlace, s.separate, s.suffix = true, true, o.Value
		case "follow-symlinks":
			s.follow = true
		case "l":
			n, err := strconv.Atoi(o.Value)
			if err != nil || n < 0 {
				n = 0 // as atoi(3) has it: no limit
			}
			s.length = n
		case "posix":
			s.posix, s.correct = true, true
		case "sandbox":
			s.sandbox = true
		case "s":
			s.separate = true
		case "u":
			s.unbuffered = true
		case "z", "zero-terminated":
			s.delim = 0
		case "debug":
			call.Errorf("--debug is not supported")
			return nil, nil, 1, false
		}
	}
	if len(pieces) == 0 {
		if len(operands) == 0 {
			io.WriteString(call.Stderr, options.Help(call.Name()))
			return nil, nil, 1, false
		}
		pieces, operands = []piece{{text: operands[0]}}, operands[1:]
	}
	return pieces, operands, 0, true
}

func continues(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

func scriptFile(ctx context.Context, call *command.Call, name string) (string, error) {
	in, err := call.Open(ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxScript))
	return strings.TrimSuffix(string(data), "\n"), err
}
