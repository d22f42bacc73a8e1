package grep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var rgOptions = option.Set{
	Usage: "[OPTION]... PATTERN [PATH]...",
	About: "Search the files below the paths, or below the working directory. Hidden and binary\nfiles are skipped, and those that .gitignore, .ignore and .rgignore name.",
	Bad:   2,
	Options: []option.Option{
		{Short: 'n', Long: "line-number", Help: "write the number of each line"},
		{Short: 'N', Long: "no-line-number", Help: "do not"},
		{Long: "column", Help: "write the column of the first match, and -n"},
		{Short: 'b', Long: "byte-offset", Help: "write the offset of each line"},
		{Long: "vimgrep", Help: "a line for each match, with all of these"},
		{Short: 'i', Long: "ignore-case", Help: "ignore the case of letters"},
		{Short: 's', Long: "case-sensitive", Help: "do not"},
		{Short: 'S', Long: "smart-case", Help: "ignore case unless the pattern has a capital letter"},
		{Short: 'l', Long: "files-with-matches", Help: "write the names of files with a match"},
		{Long: "files-without-match", Help: "write the names of files without"},
		{Short: 'g', Long: "glob", Arg: option.Required, Name: "GLOB", Help: "search such files only, or with ! before it skip them"},
		{Long: "iglob", Arg: option.Required, Name: "GLOB", Help: "as -g, without regard to case"},
		{Long: "glob-case-insensitive", Help: "make -g so"},
		{Short: 't', Long: "type", Arg: option.Required, Name: "TYPE", Help: "search files of this type only"},
		{Short: 'T', Long: "type-not", Arg: option.Required, Name: "TYPE", Help: "skip them"},
		{Long: "type-add", Arg: option.Required, Name: "TYPE:GLOB", Help: "add to a type"},
		{Long: "type-clear", Arg: option.Required, Name: "TYPE", Help: "forget what a type is"},
		{Long: "type-list", Help: "write all types"},
		{Short: 'e', Long: "regexp", Arg: option.Required, Name: "PATTERN", Help: "what to look for"},
		{Short: 'f', Long: "file", Arg: option.Required, Name: "FILE", Help: "patterns, a line each"},
		{Short: 'F', Long: "fixed-strings", Help: "the pattern is a string"},
		{Short: 'P', Long: "pcre2", Help: "the pattern is a Perl regular expression"},
		{Long: "no-pcre2", Help: "it is not"},
		{Short: 'w', Long: "word-regexp", Help: "match whole words"},
		{Short: 'x', Long: "line-regexp", Help: "match whole lines"},
		{Short: 'v', Long: "invert-match", Help: "select the lines that do not match"},
		{Short: 'c', Long: "count", Help: "write how many lines match"},
		{Long: "count-matches", Help: "write how often"},
		{Long: "include-zero", Help: "also for files without a match"},
		{Short: 'o', Long: "only-matching", Help: "write what matches alone"},
		{Short: 'r', Long: "replace", Arg: option.Required, Name: "TEXT", Help: "write TEXT for what matches; $1 and $name are groups"},
		{Short: 'q', Long: "quiet", Help: "write nothing"},
		{Short: 'm', Long: "max-count", Arg: option.Required, Name: "NUM", Help: "stop after NUM lines of each file"},
		{Short: 'A', Long: "after-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines after each"},
		{Short: 'B', Long: "before-context", Arg: option.Required, Name: "NUM", Help: "write NUM lines before each"},
		{Short: 'C', Long: "context", Arg: option.Required, Name: "NUM", Help: "both"},
		{Long: "context-separator", Arg: option.Required, Name: "TEXT", Help: "between groups of lines"},
		{Long: "no-context-separator", Help: "nothing between them"},
		{Long: "field-match-separator", Arg: option.Required, Name: "TEXT", Help: "behind names and numbers"},
		{Long: "field-context-separator", Arg: option.Required, Name: "TEXT", Help: "the same of context"},
		{Long: "path-separator", Arg: option.Required, Name: "TEXT", Help: "between the parts of names"},
		{Short: 'H', Long: "with-filename", Help: "write the name of the file"},
		{Short: 'I', Long: "no-filename", Help: "do not"},
		{Long: "heading", Help: "write it once, before the lines"},
		{Long: "no-heading", Help: "do not"},
		{Short: 'p', Long: "pretty", Help: "--color always --heading -n"},
		{Long: "trim", Help: "leave blanks before lines out"},
		{Short: 'M', Long: "max-columns", Arg: option.Required, Name: "NUM", Help: "leave longer lines out"},
		{Long: "max-columns-preview", Help: "but for their beginning"},
		{Short: 'a', Long: "text", Help: "search binary files too"},
		{Long: "binary", Help: "tell of matches in them"},
		{Short: '0', Long: "null", Help: "write NUL behind names"},
		{Short: 'L', Long: "follow", Help: "follow symbolic links"},
		{Long: "max-depth", Arg: option.Required, Name: "NUM", Help: "go so deep into directories"}, {Long: "maxdepth", Arg: option.Required},
		{Short: 'u', Long: "unrestricted", Help: "once: --no-ignore; twice: --hidden; thrice: --binary"},
		{Short: '.', Long: "hidden", Help: "search hidden files too"},
		{Long: "no-hidden", Help: "do not"},
		{Long: "no-ignore", Help: "read no ignore file"},
		{Long: "no-ignore-vcs", Help: "no .gitignore"}, {Long: "no-ignore-dot", Help: "no .ignore and .rgignore"}, {Long: "no-ignore-parent", Help: "none of the directories above"},
		{Long: "no-require-git", Help: "read .gitignore outside of repositories, too"},
		{Long: "files", Help: "write the names of the files that would be searched"},
		{Long: "sort", Arg: option.Required, Name: "path", Help: "as without"}, {Long: "sortr", Arg: option.Required, Name: "path", Help: "the other way round"},
		{Short: 'U', Long: "multiline", Help: "matches may have several lines; files are held in memory"},
		{Long: "multiline-dotall", Help: "a dot matches the ends of lines, too"}, {Long: "no-multiline"},
		{Long: "max-filesize", Arg: option.Required, Name: "SIZE", Help: "skip larger files; K, M and G may stand behind"},
		{Long: "ignore-file", Arg: option.Required, Name: "FILE", Help: "skip what FILE names, too"},
		{Long: "stats", Help: "write what was done"},
		{Long: "json", Help: "write lines of JSON"},
		{Long: "passthru", Help: "write the lines without a match as well"}, {Long: "passthrough"},
		{Short: 'z', Long: "search-zip", Help: "search what is in .gz, .tgz, .bz2 and .tbz2"}, {Long: "no-search-zip"},
		{Long: "no-messages", Help: "say nothing of files that can not be read"},
		{Long: "color", Arg: option.Required, Name: "WHEN", Help: "never, always or auto"},
		{Long: "line-buffered", Help: "write each line at once"},
		{Short: 'j', Long: "threads", Arg: option.Required}, {Short: 'E', Long: "encoding", Arg: option.Required}, {Long: "engine", Arg: option.Required}, {Long: "mmap"}, {Long: "no-mmap"}, {Long: "no-config"}, {Long: "one-file-system"}, {Long: "colors", Arg: option.Required}, {Long: "block-buffered"},
		{Long: "no-ignore-global"}, {Long: "no-ignore-messages"}, {Long: "no-unicode"}, {Long: "dfa-size-limit", Arg: option.Required}, {Long: "regex-size-limit", Arg: option.Required},
	},
}

// rgSyntax is the kind of ripgrep's own patterns: those of RE2, nearly.
const rgSyntax = 'R'

// A rgJob is one invocation of rg while its options are read.
type rgJob struct {
	*settings
	ctx                    context.Context
	call                   *command.Call
	smart, files, numbered bool
	fold                   bool
	unrestricted           int
	showTypes              bool
}

// runRG is rg.
func runRG(ctx context.Context, call *command.Call) int {
	p, status, ok := rgOptions.Parse(call)
	if !ok {
		return status
	}
	j := &rgJob{settings: defaults(rgSyntax), ctx: ctx, call: call, numbered: call.Stdout.Terminal()}
	j.steps = call.Limits.Steps
	j.rg, j.recurse, j.binary = true, true, binaryNoMatch
	j.rip.depth, j.rip.matchSeparator, j.rip.contextSeparator = -1, ":", "-"
	j.rip.heading = call.Stdout.Terminal()
	j.fold = p.Has("glob-case-insensitive")
	for _, o := range p.Options {
		if err := j.option(o); err != nil {
			call.Errorf("%v", err)
			return 2
		}
	}
	if j.showTypes {
		fmt.Fprint(call.Stdout, j.rip.filter.kinds.list())
		return 0
	}
	j.number = j.numbered
	j.rip.matches = j.rip.matches || j.only && j.count
	f := &j.rip.filter
	f.noIgnore = f.noIgnore || j.unrestricted > 0
	f.hidden = f.hidden || j.unrestricted > 1
	if j.unrestricted > 2 && j.binary == binaryNoMatch {
		j.binary = binaryMessage
	}
	return j.search(p.Operands)
}

// flags are the options that set one thing.
func (j *rgJob) flags() map[string]*bool {
	r := &j.rip
	return map[string]*bool{"n": &j.numbered, "S": &j.smart, "0": &j.null, "L": &j.follow, ".": &r.filter.hidden, "files": &j.files, "no-messages": &j.silent, "count-matches": &r.matches, "include-zero": &r.zero,
		"heading": &r.heading, "trim": &r.trim, "max-columns-preview": &r.preview, "no-ignore": &r.filter.noIgnore, "no-ignore-vcs": &r.filter.noVCS, "no-ignore-dot": &r.filter.noDot, "no-ignore-parent": &r.filter.noParent,
		"no-require-git": &r.filter.anywhere, "stats": &r.stats, "json": &r.json, "passthru": &r.passthru, "passthrough": &r.passthru, "z": &r.unpack, "U": &r.multiline, "multiline-dotall": &r.dotall, "type-list": &j.showTypes, "no-context-separator": &j.noSeparator}
}

// option takes one option. It has a case for each.
func (j *rgJob) option(o option.Found) (err error) {
	if to := j.flags()[o.Name]; to != nil {
		*to = true
		if o.Name == "count-matches" {
			j.count = true
		}
		return nil
	}
	r := &j.rip
	switch o.Name {
	case "N":
		j.numbered = false
	case "P", "F":
		j.kind = o.Name[0]
	case "no-pcre2":
		j.kind = rgSyntax
	case "s":
		j.ignoreCase, j.smart = false, false
	case "g", "iglob":
		return r.filter.glob(o.Value, j.fold || o.Name == "iglob")
	case "t", "T":
		return r.filter.kinds.choose(o.Value, o.Name == "t")
	case "type-add":
		return r.filter.kinds.add(o.Value)
	case "type-clear":
		r.filter.kinds.clear(o.Value)
	case "I":
		j.noName, j.withName = true, false
	case "u":
		j.unrestricted++
	case "no-hidden":
		r.filter.hidden = false
	case "no-heading":
		r.heading = false
	case "files-without-match":
		j.listNo = true
	case "binary":
		j.binary = binaryMessage
	case "column", "vimgrep":
		r.column, j.numbered = true, true
		if o.Name == "vimgrep" {
			r.vimgrep, j.withName = true, true
		}
	case "r":
		r.replace = &o.Value
	case "p":
		term, ok := j.call.Getenv("TERM")
		r.heading, j.numbered, j.color = true, true, ok && term != "dumb"
	case "context-separator":
		j.separator = o.Value
	case "field-match-separator":
		r.matchSeparator = o.Value
	case "field-context-separator":
		r.contextSeparator = o.Value
	case "path-separator":
		r.slash = o.Value
	case "c":
		j.count, j.list = true, false
	case "l":
		j.count, j.list = false, true
	case "max-filesize":
		return j.size(o.Value)
	case "ignore-file":
		r.filter.extra = append(r.filter.extra, o.Value)
	case "E", "engine":
		if !slices.Contains([]string{"auto", "none", "utf-8", "utf8", "default"}, strings.ToLower(o.Value)) {
			return fmt.Errorf("%s is not supported", o.Value)
		}
	case "m", "M", "max-depth", "maxdepth":
		return j.amount(o)
	case "sort", "sortr":
		if o.Value != "path" && o.Value != "none" {
			return errors.New("files can be sorted by path alone")
		}
		r.reverse = o.Name == "sortr" && o.Value == "path"
	case "color":
		j.color = o.Value == "always" || o.Value == "ansi"
	case "j", "mmap", "no-mmap", "no-config", "no-multiline", "no-search-zip", "one-file-system", "colors", "block-buffered", "no-ignore-global", "no-ignore-messages", "no-unicode", "dfa-size-limit", "regex-size-limit":
	default:
		return j.set(j.ctx, j.call, o)
	}
	return nil
}

// size is --max-filesize.
func (j *rgJob) size(text string) error {
	digits := strings.TrimRight(text, "KMG")
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 0 || len(text)-len(digits) > 1 {
		return fmt.Errorf("invalid size %s", text)
	}
	shift := map[string]uint{"": 0, "K": 10, "M": 20, "G": 30}[text[len(digits):]]
	j.rip.most = max(n<<shift, 1)
	return nil
}

// amount takes the options with a number.
func (j *rgJob) amount(o option.Found) error {
	n, err := strconv.ParseInt(o.Value, 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("invalid number %s", o.Value)
	}
	switch o.Name {
	case "m":
		j.max = n
	case "M":
		j.rip.columns = int(min(n, math.MaxInt32))
	default:
		j.rip.depth = int(min(n, maxDepth))
	}
	return nil
}

// search searches what is named, or what there is.
func (j *rgJob) search(operands []string) int {
	s, call := j.settings, j.call
	if j.files {
		s.list = !s.listNo
		s.listNo, s.noName = false, true
		s.patterns, s.given, s.binary = []string{""}, true, binaryText
		s.kind, s.listAll, s.invert = 'F', true, false
	}
	if !s.given {
		if len(operands) == 0 {
			return rgOptions.Misuse(call, "no pattern given")
		}
		s.patterns, operands = []string{operands[0]}, operands[1:]
	}
	if j.smart && strings.ToLower(strings.Join(s.patterns, "")) == strings.Join(s.patterns, "") {
		s.ignoreCase = true
	}
	if err := s.prepareReplace(); err != nil {
		call.Errorf("%v", err)
		return 2
	}
	// Input that is handed over is what to search, unless paths are given.
	if len(operands) == 0 && !j.files && !call.Stdin.Terminal() {
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
	if err := s.prepareJSON(); err != nil {
		return rgOptions.Misuse(call, "%v", err)
	}
	s.contexts()
	s.rip.passthru = s.rip.passthru && s.before < 0 && s.after < 0 && !s.count && !s.quiet && !s.list && !s.listNo
	if s.rip.passthru {
		s.before, s.after, s.noSeparator = 0, math.MaxInt, true
	}
	if err := s.prepareMultiline(); err != nil {
		if errors.Is(err, errNewline) {
			fmt.Fprintf(call.Stderr, "%v.\n", err)
			return 2
		}
		call.Errorf("%v", err)
		return 2
	}
	if s.before <= 0 && s.after <= 0 {
		s.noSeparator = true
	}
	s.rip.total.begin = call.Now()
	s.label = "<stdin>"
	return s.search(j.ctx, call, operands)
}
