package compare

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/regex"
)

var diffOptions = option.Set{
	Usage:  "[OPTION]... FILES",
	About:  "Show how two files differ, line by line. The status is 0 for no difference, 1 for some, 2 for trouble.",
	Bad:    trouble,
	Prefix: true,
	Options: []option.Option{
		{Long: "normal", Help: "the normal format; the default"},
		{Short: 'q', Long: "brief", Help: "say only whether files differ"},
		{Short: 's', Long: "report-identical-files", Help: "say when two files are the same"},
		{Short: 'c', Help: "the context format with 3 lines of context"},
		{Short: 'C', Arg: option.Required, Name: "NUM"}, {Short: 'C', Long: "context", Arg: option.Optional, Name: "NUM", Help: "the context format with NUM lines"},
		{Short: 'u', Help: "the unified format with 3 lines of context"},
		{Short: 'U', Arg: option.Required, Name: "NUM"}, {Short: 'U', Long: "unified", Arg: option.Optional, Name: "NUM", Help: "the unified format with NUM lines"},
		{Short: 'y', Long: "side-by-side", Help: "both files in two columns"},
		{Short: 'e', Long: "ed", Help: "a script for ed"}, {Short: 'f', Long: "forward-ed", Help: "the same from the first line on, which ed can not read"},
		{Short: 'D', Long: "ifdef", Arg: option.Required, Name: "NAME", Help: "both files, with #ifdef NAME where they differ"},
		{Long: "old-group-format", Arg: option.Required, Name: "GFMT", Help: "groups of lines of the first file alone by GFMT"},
		{Long: "new-group-format", Arg: option.Required, Name: "GFMT", Help: "of the second alone"}, {Long: "unchanged-group-format", Arg: option.Required, Name: "GFMT", Help: "of both"},
		{Long: "changed-group-format", Arg: option.Required, Name: "GFMT", Help: "of changed lines"},
		{Long: "old-line-format", Arg: option.Required, Name: "LFMT", Help: "lines of the first file alone by LFMT"},
		{Long: "new-line-format", Arg: option.Required, Name: "LFMT", Help: "of the second alone"}, {Long: "unchanged-line-format", Arg: option.Required, Name: "LFMT", Help: "of both"},
		{Long: "line-format", Arg: option.Required, Name: "LFMT", Help: "all lines by LFMT"},
		{Short: 'n', Long: "rcs", Help: "the format of RCS"},
		{Short: 'W', Long: "width", Arg: option.Required, Name: "NUM", Help: "the width of -y; 130"},
		{Long: "left-column", Help: "with -y, lines that both have in the left column alone"},
		{Long: "suppress-common-lines", Help: "with -y, without them"},
		{Short: 'F', Long: "show-function-line", Arg: option.Required, Name: "RE", Help: "show the line before a change that matches RE"},
		{Short: 'I', Long: "ignore-matching-lines", Arg: option.Required, Name: "RE", Help: "ignore changes of lines that match RE"},
		{Short: 't', Long: "expand-tabs", Help: "write tabs as spaces"}, {Long: "tabsize", Arg: option.Required, Name: "NUM", Help: "tab stops are so far apart; 8"},
		{Long: "suppress-blank-empty", Help: "no space before empty lines"}, {Long: "horizon-lines", Arg: option.Required, Name: "NUM", Help: "nothing here"},
		{Short: 'l', Long: "paginate", Help: "put the output on pages, as pr does"}, {Long: "no-dereference", Help: "compare symbolic links, not what they are to"}, {Short: 'H'}, {Short: 'h'}, {Long: "binary"}, {Long: "inhibit-hunk-merge"},
		{Short: '0'}, {Short: '1'}, {Short: '2'}, {Short: '3'}, {Short: '4'}, {Short: '5'}, {Short: '6'}, {Short: '7'}, {Short: '8'}, {Short: '9'},
		{Short: 'v', Long: "version"},
		{Short: 'p', Long: "show-c-function", Help: "show which function a change is in"},
		{Short: 'L', Long: "label", Arg: option.Required, Name: "LABEL", Help: "use LABEL in place of a file's name and time"},
		{Short: 'r', Long: "recursive", Help: "compare directories below directories"},
		{Short: 'N', Long: "new-file", Help: "treat files that are missing as empty"},
		{Short: 'P', Long: "unidirectional-new-file", Help: "treat first files that are missing as empty"},
		{Long: "from-file", Arg: option.Required, Name: "FILE", Help: "compare FILE with all operands"},
		{Long: "to-file", Arg: option.Required, Name: "FILE", Help: "compare all operands with FILE"},
		{Short: 'S', Long: "starting-file", Arg: option.Required, Name: "FILE", Help: "begin with FILE in directories"},
		{Short: 'X', Long: "exclude-from", Arg: option.Required, Name: "FILE", Help: "leave out files whose name matches a line of FILE"},
		{Long: "ignore-file-name-case", Help: "do not tell upper from lower case in names"}, {Long: "no-ignore-file-name-case", Help: "do"},
		{Short: 'x', Long: "exclude", Arg: option.Required, Name: "PATTERN", Help: "leave out files whose name matches"},
		{Short: 'i', Long: "ignore-case", Help: "do not tell upper from lower case"},
		{Short: 'E', Long: "ignore-tab-expansion", Help: "compare tabs as spaces"},
		{Short: 'Z', Long: "ignore-trailing-space", Help: "ignore space at the end of lines"},
		{Short: 'b', Long: "ignore-space-change", Help: "ignore how much space there is"},
		{Short: 'w', Long: "ignore-all-space", Help: "ignore space"},
		{Short: 'B', Long: "ignore-blank-lines", Help: "ignore changes of empty lines"},
		{Short: 'a', Long: "text", Help: "treat all files as text"},
		{Long: "strip-trailing-cr", Help: "leave out carriage returns at the end of lines"},
		{Short: 'T', Long: "initial-tab", Help: "begin lines with a tab"},
		{Short: 'd', Long: "minimal", Help: "look for the fewest changes"},
		{Long: "speed-large-files", Help: "nothing here"}, {Long: "color", Arg: option.Optional, Name: "WHEN", Help: "never, always or auto"},
		{Long: "palette", Arg: option.Required, Name: "PALETTE", Help: "the colors: rs, hd, ad, de and ln as in PALETTE"},
	},
}

func (d *differ) set(p *option.Parsed) int {
	digits, before := -1, byte(0)
	for _, o := range p.Options {
		switch c := o.Name[0]; {
		case '0' <= c && c <= '9':
			if digits < 0 || before < '0' || before > '9' {
				digits = 0
			}
			digits = min(digits*10+int(c-'0'), 1<<30)
			before = c
			continue
		default:
			before = c
		}
		if status := d.option(o); status != 0 {
			return status
		}
	}
	if d.showFunction && !d.hasFormat {
		d.format = 'c'
	}
	if digits >= 0 && (d.format == 'c' || d.format == 'u') && (d.context < digits || !d.explicit) {
		d.context = digits
	}
	if d.context < 0 {
		d.context = 3
	}
	if d.format == 'D' {
		d.formats.complete()
	}
	return 0
}

// option takes in one option; the status is for those that are wrong.
func (d *differ) option(o option.Found) int {
	switch o.Name {
	case "q":
		d.brief = true
	case "s":
		d.identical = true
	case "normal", "c", "C", "u", "U", "y", "e", "n", "f", "D":
		if status := d.style(o); status != 0 || o.Name != "D" || d.formats.set(d, o) {
			return status
		}
		return trouble
	case "p":
		d.showFunction = true
	case "L":
		if d.labels = append(d.labels, o.Value); len(d.labels) > 2 {
			d.call.Errorf("too many file label options")
			return trouble
		}
	case "B":
		d.blank = true
	case "a":
		d.asText = true
	case "l":
		d.paginate = true
	case "strip-trailing-cr":
		d.stripCR = true
	case "T":
		d.initialTab = true
	case "d":
		d.minimal = true
	case "r", "N", "P", "x", "X", "S", "from-file", "to-file", "no-dereference", "ignore-file-name-case", "no-ignore-file-name-case":
		return d.whichFiles(o)
	default:
		if strings.HasSuffix(o.Name, "-format") {
			if status := d.style(option.Found{Name: "D"}); status != 0 {
				return status
			}
			if !d.formats.set(d, o) {
				return trouble
			}
			return 0
		}
		return d.setMore(o)
	}
	return 0
}

// whichFiles has the options for what is compared.
func (d *differ) whichFiles(o option.Found) int {
	switch o.Name {
	case "r":
		d.recursive = true
	case "N":
		d.newFile = true
	case "P":
		d.newFirst = true
	case "x":
		d.exclude = append(d.exclude, o.Value)
	case "X":
		data, err := d.read(d.ctx, o.Value, true)
		if err != nil {
			d.problem(o.Value, err)
			return trouble
		}
		for line := range strings.Lines(string(data)) {
			if line = strings.TrimRight(line, " \t\n\r\v\f"); line != "" {
				d.exclude = append(d.exclude, line)
			}
		}
	case "S":
		d.start = o.Value
	case "from-file":
		d.from = &o.Value
	case "to-file":
		d.to = &o.Value
	case "no-dereference":
		d.links = true
	case "ignore-file-name-case":
		d.foldNames = true
	case "no-ignore-file-name-case":
		d.foldNames = false
	}
	return 0
}

// style chooses the format; two different ones are a mistake.
func (d *differ) style(o option.Found) int {
	format := o.Name[0] | 0x20
	switch o.Name {
	case "normal":
		format = 'n'
	case "n":
		format = 'r'
	case "D":
		format = 'D'
	}
	if d.hasFormat && d.format != format {
		return diffOptions.Misuse(d.call, "conflicting output style options")
	}
	d.format, d.hasFormat = format, true
	if format != 'c' && format != 'u' {
		return 0
	}
	lines := 3
	if o.Has {
		n, err := command.ParseSize(o.Value, "")
		if err != nil && n == 0 {
			return diffOptions.Misuse(d.call, "invalid context length '%s'", o.Value)
		}
		lines = int(min(n, 1<<30))
		d.explicit = true
	}
	d.context = max(d.context, lines)
	return 0
}

// setMore has the options for how differences look.
func (d *differ) setMore(o option.Found) int {
	number := func(to *int, what string) int {
		n, err := command.ParseSize(o.Value, "")
		if err != nil || n < 1 {
			return diffOptions.Misuse(d.call, "invalid %s '%s'", what, o.Value)
		}
		if slices.Contains(d.numbered, what) && *to != int(n) {
			d.call.Errorf("conflicting %s options", what)
			return trouble
		}
		*to = int(min(n, 1<<20))
		d.numbered = append(d.numbered, what)
		return 0
	}
	switch o.Name {
	case "W":
		return number(&d.width, "width")
	case "tabsize":
		return number(&d.tab, "tabsize")
	case "t":
		d.expand = true
	case "left-column":
		d.leftColumn = true
	case "suppress-common-lines":
		d.noCommon = true
	case "suppress-blank-empty":
		d.dropBlank = true
	case "F":
		return d.matcher(&d.functions, o.Value)
	case "I":
		return d.matcher(&d.ignoring, o.Value)
	case "horizon-lines":
		if _, err := command.ParseSize(o.Value, ""); errors.Is(err, command.ErrNumber) {
			return diffOptions.Misuse(d.call, "invalid horizon length '%s'", o.Value)
		}
	case "palette":
		d.palette = o.Value
	case "color":
		switch o.Value {
		case "always":
			d.color = true
		case "never":
			d.color = false
		case "", "auto":
			d.color = d.call.Stdout.Terminal()
		default:
			return diffOptions.Misuse(d.call, "invalid color '%s'", o.Value)
		}
	default:
		d.space(o.Name)
	}
	return 0
}

// A lineMatcher is the basic regular expressions of -I or -F.
type lineMatcher struct{ list []*regex.Regexp }

func (d *differ) matcher(to **lineMatcher, src string) int {
	re, err := regex.Compile(src, 0)
	if err != nil {
		d.call.Errorf("%s: %v", src, err)
		return trouble
	}
	if *to == nil {
		*to = &lineMatcher{}
	}
	(*to).list = append((*to).list, re)
	return 0
}

func (m *lineMatcher) matches(line []byte) bool {
	if m == nil {
		return false
	}
	line = bytes.TrimSuffix(line, []byte{'\n'})
	return slices.ContainsFunc(m.list, func(re *regex.Regexp) bool { ok, err := re.Match(line); return ok && err == nil })
}

func (d *differ) space(name string) {
	switch name {
	case "i":
		d.same.fold = true
	case "E":
		d.same.tabs = true
	case "Z":
		d.same.trailing = true
	case "b":
		d.same.someSpace = true
	case "w":
		d.same.allSpace = true
	}
}
