package grep

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var rgOptions = option.Set{
	Usage: "[OPTION]... PATTERN [PATH]...",
	About: "Search the files below the paths, or below the working directory. Hidden and binary\nfiles are skipped; .gitignore is not read.",
	Bad:   2,
	Options: []option.Option{
		{Short: 'n', Long: "line-number", Help: "write the number of each line"},
		{Short: 'N', Long: "no-line-number", Help: "do not"},
		{Short: 'i', Long: "ignore-case", Help: "ignore the case of letters"},
		{Short: 's', Long: "case-sensitive", Help: "do not"},
		{Short: 'S', Long: "smart-case", Help: "ignore case unless the pattern has a capital letter"},
		{Short: 'l', Long: "files-with-matches", Help: "write the names of files with a match"},
		{Long: "files-without-match", Help: "write the names of files without"},
		{Short: 'g', Long: "glob", Arg: option.Required, Name: "GLOB", Help: "search such files only, or with ! before it skip them"},
		{Short: 'e', Long: "regexp", Arg: option.Required, Name: "PATTERN", Help: "what to look for"},
		{Short: 'F', Long: "fixed-strings", Help: "the pattern is a string"},
		{Short: 'P', Long: "pcre2", Help: "the pattern is a Perl regular expression"},
		{Long: "no-pcre2", Help: "it is not"},
		{Short: 'w', Long: "word-regexp", Help: "match whole words"},
		{Short: 'x', Long: "line-regexp", Help: "match whole lines"},
		{Short: 'v', Long: "invert-match", Help: "select the lines that do not match"},
		{Short: 'c', Long: "count", Help: "write how many lines match"},
		{Short: 'o', Long: "only-matching", Help: "write what matches alone"},
		{Short: 'q', Long: "quiet", Help: "write nothing"},
		{Short: 'm', Long: "max-count", Arg: option.Required, Name: "NUM", Help: "stop after NUM lines of each file"},
		{Short: 'A', Long: "after-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines after each"},
		{Short: 'B', Long: "before-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines before each"},
		{Short: 'C', Long: "context", Arg: option.Required, Name: "NUM", Help: "both"},
		{Short: 'H', Long: "with-filename", Help: "write the name of the file"},
		{Short: 'I', Long: "no-filename", Help: "do not"},
		{Short: 'a', Long: "text", Help: "search binary files too"},
		{Short: '0', Long: "null", Help: "write NUL behind names"},
		{Short: 'L', Long: "follow", Help: "follow symbolic links"},
		{Short: 'u', Long: "unrestricted", Help: "once: nothing; twice: --hidden; thrice: -a as well"},
		{Long: "hidden", Help: "search hidden files too"},
		{Long: "no-ignore", Help: "nothing: no ignore file is read"},
		{Long: "files", Help: "write the names of the files that would be searched"},
		{Long: "no-heading", Help: "nothing: there are no headings"},
		{Long: "no-messages", Help: "say nothing of files that can not be read"},
		{Long: "color", Arg: option.Required, Name: "WHEN", Help: "never, always or auto"},
	},
}

// rgSyntax is the kind of ripgrep's own patterns: those of RE2, nearly.
const rgSyntax = 'R'

// runRG is rg.
func runRG(ctx context.Context, call *command.Call) int {
	p, status, ok := rgOptions.Parse(call)
	if !ok {
		return status
	}
	s := defaults(rgSyntax)
	s.steps = call.Limits.Steps
	s.rg, s.hidden, s.recurse, s.binary = true, false, true, binaryNoMatch
	smart, files, numbered, unrestricted := false, false, call.Stdout.Terminal(), 0
	for _, o := range p.Options {
		var err error
		switch o.Name {
		case "n":
			numbered = true
		case "N":
			numbered = false
		case "P":
			s.kind = 'P'
		case "F":
			s.kind = 'F'
		case "no-pcre2":
			s.kind = rgSyntax
		case "s":
			s.ignoreCase, smart = false, false
		case "S":
			smart = true
		case "g":
			if skip, ok := strings.CutPrefix(o.Value, "!"); ok {
				err = s.files.add(skip, false)
				if err == nil {
					err = s.noDirs.add(strings.TrimSuffix(strings.TrimSuffix(skip, "/**"), "/"), false)
				}
			} else {
				err = s.files.add(strings.TrimPrefix(o.Value, "**/"), true)
			}
		case "I":
			s.noName, s.withName = true, false
		case "0":
			s.null = true
		case "L":
			s.follow = true
		case "u":
			unrestricted++
		case "hidden":
			s.hidden = true
		case "files-without-match":
			s.listNo = true
		case "files":
			files = true
		case "no-messages":
			s.silent = true
		case "no-ignore", "no-heading":
		case "m":
			if s.max, err = strconv.ParseInt(o.Value, 10, 64); err != nil {
				err = fmt.Errorf("invalid number %s", o.Value)
			}
		case "color":
			s.color = o.Value == "always" || o.Value == "ansi"
		default:
			err = s.set(ctx, call, o)
		}
		if err != nil {
			call.Errorf("%v", err)
			return 2
		}
	}
	s.number = numbered
	s.hidden = s.hidden || unrestricted > 1
	if unrestricted > 2 {
		s.binary = binaryText
	}
	return s.rgSearch(ctx, call, p.Operands, smart, files)
}

func (s *settings) rgSearch(ctx context.Context, call *command.Call, operands []string, smart, files bool) int {
	if files {
		s.list, s.listNo, s.noName = true, false, true
		s.patterns, s.given, s.binary = []string{""}, true, binaryText
		s.kind = 'F'
		s.listAll = true
	}
	if !s.given {
		if len(operands) == 0 {
			return rgOptions.Misuse(call, "no pattern given")
		}
		s.patterns, operands = []string{operands[0]}, operands[1:]
	}
	if smart && strings.ToLower(strings.Join(s.patterns, "")) == strings.Join(s.patterns, "") {
		s.ignoreCase = true
	}
	// Input that is handed over is what to search, unless paths are given.
	if len(operands) == 0 && !files && !call.Stdin.Terminal() {
		if fi, err := call.Stdin.Stat(); err == nil && (fi.Mode().IsRegular() || fi.Mode()&fs.ModeNamedPipe != 0) {
			operands = []string{"-"}
			s.recurse = false
		}
	}
	if len(operands) == 1 && operands[0] != "-" && !s.withName {
		if fi, err := call.FS.Stat(operands[0]); err == nil && !fi.IsDir() {
			s.recurse = false
		}
	}
	return s.search(ctx, call, operands)
}
