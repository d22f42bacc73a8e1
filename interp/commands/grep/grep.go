// Package grep implements grep, egrep and fgrep of GNU grep 3.8, and the core
// of rg (ripgrep): it searches whole buffers, not line by line.
//
// rg searches recursively, skips hidden and binary files, and does not read
// .gitignore; its patterns are those of RE2, or with -P those of grep -P.
//
// It imports interp/command, interp/pattern, interp/regex, interp/stream and
// interp/vfs.
package grep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// Family is the name that listings group these commands by.
const Family = "text"

// Commands returns the commands of the package by name.
func Commands() map[string]command.Entry {
	variant := func(kind byte) command.Func {
		return func(ctx context.Context, call *command.Call) int { return run(ctx, call, kind) }
	}
	return map[string]command.Entry{
		"grep":  {Command: variant('G'), Summary: "print lines that match patterns", Family: Family},
		"egrep": {Command: variant('E'), Summary: "print lines that match extended regular expressions", Family: Family},
		"fgrep": {Command: variant('F'), Summary: "print lines that contain strings", Family: Family},
		"rg":    {Command: command.Func(runRG), Summary: "search directories for lines that match a pattern", Family: Family},
	}
}

var options = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage: "[OPTION]... PATTERNS [FILE]...",
		About: "Write the lines of the files that match one of the patterns, one on a line.",
		Bad:   2, Synopsis: true,
		Options: append([]option.Option{
			{Short: 'E', Long: "extended-regexp", Help: "patterns are extended regular expressions"},
			{Short: 'F', Long: "fixed-strings", Help: "patterns are strings"},
			{Short: 'G', Long: "basic-regexp", Help: "patterns are basic regular expressions"},
			{Short: 'P', Long: "perl-regexp", Help: "the pattern is a Perl regular expression"},
			{Short: 'e', Long: "regexp", Arg: option.Required, Name: "PATTERNS", Help: "what to look for"},
			{Short: 'f', Long: "file", Arg: option.Required, Name: "FILE", Help: "take the patterns from FILE"},
			{Short: 'i', Long: "ignore-case", Help: "ignore the case of letters"}, {Short: 'y'},
			{Long: "no-ignore-case", Help: "do not"},
			{Short: 'w', Long: "word-regexp", Help: "match whole words"},
			{Short: 'x', Long: "line-regexp", Help: "match whole lines"},
			{Short: 'z', Long: "null-data", Help: "lines end with NUL"},
			{Short: 's', Long: "no-messages", Help: "say nothing of files that can not be read"},
			{Short: 'v', Long: "invert-match", Help: "select the lines that do not match"},
			{Short: 'm', Long: "max-count", Arg: option.Required, Name: "NUM", Help: "stop after NUM lines"},
			{Short: 'b', Long: "byte-offset", Help: "write the offset of each line"},
			{Short: 'n', Long: "line-number", Help: "write the number of each line"},
			{Long: "line-buffered", Help: "write each line at once"},
			{Short: 'H', Long: "with-filename", Help: "write the name of the file"},
			{Short: 'h', Long: "no-filename", Help: "do not"},
			{Long: "label", Arg: option.Required, Name: "LABEL", Help: "the name of standard input"},
			{Short: 'o', Long: "only-matching", Help: "write what matches, each match on a line"},
			{Short: 'q', Long: "quiet", Help: "write nothing"}, {Short: 'q', Long: "silent"},
			{Long: "binary-files", Arg: option.Required, Name: "TYPE", Help: "TYPE is binary, text or without-match"},
			{Short: 'a', Long: "text", Help: "the same as --binary-files=text"},
			{Short: 'I', Help: "the same as --binary-files=without-match"},
			{Short: 'd', Long: "directories", Arg: option.Required, Name: "ACTION", Help: "read, recurse or skip"},
			{Short: 'D', Long: "devices", Arg: option.Required, Name: "ACTION", Help: "read or skip"},
			{Short: 'r', Long: "recursive", Help: "the same as --directories=recurse"},
			{Short: 'R', Long: "dereference-recursive", Help: "likewise, and follow symbolic links"},
			{Long: "include", Arg: option.Required, Name: "GLOB", Help: "search files of such names only"},
			{Long: "exclude", Arg: option.Required, Name: "GLOB", Help: "skip files of such names"},
			{Long: "exclude-from", Arg: option.Required, Name: "FILE", Help: "skip files of the names in FILE"},
			{Long: "exclude-dir", Arg: option.Required, Name: "GLOB", Help: "skip directories of such names"},
			{Short: 'L', Long: "files-without-match", Help: "write the names of files without a selected line"},
			{Short: 'l', Long: "files-with-matches", Help: "write the names of files with one"},
			{Short: 'c', Long: "count", Help: "write how many lines are selected"},
			{Short: 'T', Long: "initial-tab", Help: "make tabs line up"},
			{Short: 'Z', Long: "null", Help: "write NUL behind names"},
			{Short: 'B', Long: "before-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines before each"},
			{Short: 'A', Long: "after-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines after each"},
			{Short: 'C', Long: "context", Arg: option.Required, Name: "NUM", Help: "both; also -NUM"},
			{Long: "group-separator", Arg: option.Required, Name: "SEP", Help: "write SEP between groups with context"},
			{Long: "no-group-separator", Help: "write nothing there"},
			{Long: "color", Arg: option.Optional, Name: "WHEN", Help: "never, always or auto"}, {Long: "colour", Arg: option.Optional},
			{Short: 'U', Long: "binary", Help: "nothing; for other systems"},
			{Short: 'u', Long: "unix-byte-offsets", Help: "nothing; obsolete"},
			{Short: 'V', Long: "", Help: "the same as --version"},
		}, digits()...),
	}
})

// digits are the options -0 to -9, of which -NUM is made.
func digits() (all []option.Option) {
	for c := byte('0'); c <= '9'; c++ {
		all = append(all, option.Option{Short: c})
	}
	return all
}

type binaryAction uint8

const (
	binaryMessage binaryAction = iota
	binaryText
	binaryNoMatch
)

// settings are what the options say.
type settings struct {
	kind                      byte // G, E, F, P or rgSyntax
	steps                     int  // that one match of -P may take
	chosen                    bool // by an option, or as the name of the command
	patterns                  []string
	given                     bool // by -e or -f
	ignoreCase, word, line    bool
	bytes                     bool // each byte is a character
	delim                     byte
	silent, invert, quiet     bool
	max                       int64
	offset, number            bool
	buffered                  bool // not --line-buffered
	withName, noName          bool
	label                     string
	only, count, list, listNo bool
	binary                    binaryAction
	recurse, follow           bool
	skipDirs, skipDevices     bool
	files, noDirs             globs
	tab, null                 bool
	before, after, around     int  // lines of context, -1 where none is asked for
	most                      int  // patterns that are expressions
	grouped                   bool // a context was asked for
	separator                 string
	noSeparator               bool
	color                     bool
	colors                    *colors // nil without

	rg      bool
	rip     rip
	listAll bool // rg --files: the names without a look inside
}

func defaults(kind byte) *settings {
	return &settings{kind: kind, delim: '\n', max: math.MaxInt64, label: "(standard input)", before: -1, after: -1, around: -1, separator: "--", buffered: true}
}

func run(ctx context.Context, call *command.Call, kind byte) int {
	// egrep and fgrep are scripts of GNU grep: messages come from grep.
	as := *call
	as.Args = append([]string{"grep"}, call.Args[min(1, len(call.Args)):]...)
	call = &as
	p, status, ok := options().Parse(call)
	if !ok {
		return status
	}
	s := defaults(kind)
	s.steps = call.Limits.Steps
	s.chosen = kind != 'G'
	context := ""
	for _, o := range p.Options {
		if len(o.Name) == 1 && o.Name[0] >= '0' && o.Name[0] <= '9' {
			if !o.Joined {
				context = ""
			}
			if len(context) < 12 {
				context += o.Name
			}
			s.around, _ = contextLength(context)
			continue
		}
		if o.Name == "V" {
			fmt.Fprintf(call.Stdout, "%s (aegish)\n", call.Name())
			return 0
		}
		if err := s.set(ctx, call, o); err != nil {
			if u, ok := err.(usageError); ok {
				options().Misuse(call, "%s", string(u))
				return 1 // as GNU grep has it there
			}
			if errors.Is(err, errHelp) {
				fmt.Fprint(call.Stdout, options().Help(call.Name()))
				return 0
			}
			call.Errorf("%v", err)
			return 2
		}
	}
	s.contexts()
	operands := p.Operands
	if !s.given {
		if len(operands) == 0 {
			return options().Fail(call)
		}
		s.addPatterns(operands[0])
		operands = operands[1:]
	}
	return s.search(ctx, call, operands)
}

// errHelp asks for the help.
var errHelp = errors.New("help")

// A usageError is followed by the usage.
type usageError string

func (e usageError) Error() string { return string(e) }

func (s *settings) addPatterns(text string) {
	s.patterns = append(s.patterns, strings.Split(text, "\n")...)
}

// contexts gives both contexts the length of -C, or of -NUM behind it, where -B
// and -A do not say otherwise.
func (s *settings) contexts() {
	if s.before < 0 {
		s.before = s.around
	}
	if s.after < 0 {
		s.after = s.around
	}
}

func contextLength(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !strings.Contains(err.Error(), "range") || n < 0 {
		return 0, fmt.Errorf("%s: invalid context length argument", text)
	}
	return int(min(n, 1<<30)), nil
}
