package compare

import (
	"bytes"
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
		{Short: 'e', Long: "ed", Help: "a script for ed"}, {Short: 'n', Long: "rcs", Help: "the format of RCS"},
		{Short: 'W', Long: "width", Arg: option.Required, Name: "NUM", Help: "the width of -y; 130"},
		{Long: "left-column", Help: "with -y, lines that both have in the left column alone"},
		{Long: "suppress-common-lines", Help: "with -y, without them"},
		{Short: 'F', Long: "show-function-line", Arg: option.Required, Name: "RE", Help: "show the line before a change that matches RE"},
		{Short: 'I', Long: "ignore-matching-lines", Arg: option.Required, Name: "RE", Help: "ignore changes of lines that match RE"},
		{Short: 't', Long: "expand-tabs", Help: "write tabs as spaces"}, {Long: "tabsize", Arg: option.Required, Name: "NUM", Help: "tab stops are so far apart; 8"},
		{Long: "suppress-blank-empty", Help: "no space before empty lines"}, {Long: "horizon-lines", Arg: option.Required, Name: "NUM", Help: "nothing here"},
		{Short: 'l', Long: "paginate"}, {Long: "no-dereference"}, {Short: 'H'},
		{Short: 'p', Long: "show-c-function", Help: "show which function a change is in"},
		{Short: 'L', Long: "label", Arg: option.Required, Name: "LABEL", Help: "use LABEL in place of a file's name and time"},
		{Short: 'r', Long: "recursive", Help: "compare directories below directories"},
		{Short: 'N', Long: "new-file", Help: "treat files that are missing as empty"},
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
	},
}

// digitContext takes options such as -3 out of the arguments.
func digitContext(args []string) (rest []string, lines int) {
	lines = -1
	for i, a := range args {
		if a == "--" {
			return append(rest, args[i:]...), lines
		}
		digits := strings.TrimLeft(strings.TrimPrefix(a, "-"), "0123456789")
		if strings.HasPrefix(a, "-") && len(a) > 1 && len(digits) < len(a)-1 && !strings.HasPrefix(a, "--") {
			n, err := command.ParseSize(a[1:len(a)-len(digits)], "")
			if err == nil && n < 1<<30 {
				lines = int(n)
			}
			if digits == "" {
				continue
			}
			a = "-" + digits
		}
		rest = append(rest, a)
	}
	return rest, lines
}

func (d *differ) set(p *option.Parsed) int {
	for _, o := range p.Options {
		switch o.Name {
		case "q":
			d.brief = true
		case "s":
			d.identical = true
		case "normal", "c", "C", "u", "U", "y", "e", "n":
			if status := d.style(o); status != 0 {
				return status
			}
		case "p":
			d.showFunction = true
		case "L":
			d.labels = append(d.labels, o.Value)
		case "r":
			d.recursive = true
		case "N":
			d.newFile = true
		case "x":
			d.exclude = append(d.exclude, o.Value)
		case "B":
			d.blank = true
		case "a":
			d.asText = true
		case "strip-trailing-cr":
			d.stripCR = true
		case "T":
			d.initialTab = true
		case "d":
			d.minimal = true
		default:
			if status := d.setMore(o); status != 0 {
				return status
			}
		}
	}
	if d.showFunction && !d.hasFormat {
		d.format = 'c'
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
