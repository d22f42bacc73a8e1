package compare

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
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
		{Long: "speed-large-files", Help: "nothing here"}, {Long: "color", Arg: option.Optional},
	},
}

type differ struct {
	call *command.Call
	out  *command.Output
	same sameness

	format                                                byte // n, c or u
	context                                               int
	brief, identical, recursive, newFile, blank, asText   bool
	showFunction, stripCR, initialTab, minimal, hasFormat bool
	labels, exclude                                       []string
	options                                               []string
}

func diff(ctx context.Context, call *command.Call) int {
	args, contextLines := digitContext(call.Args[1:])
	p, status, ok := diffOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	d := &differ{call: call, out: command.NewOutput(call), format: 'n', context: 3}
	operands := p.Operands
	for _, a := range slices.Backward(call.Args[1:]) {
		if n := len(operands); n > 0 && operands[n-1] == a {
			operands = operands[:n-1]
			continue
		}
		d.options = append([]string{command.QuoteIfNeeded(a)}, d.options...)
	}
	if status := d.set(p); status != 0 {
		return status
	}
	if contextLines >= 0 && d.format != 'n' {
		d.context = contextLines
	}
	switch n := len(p.Operands); {
	case n < 2:
		return diffOptions.Misuse(call, "missing operand after '%s'", call.Args[len(call.Args)-1])
	case n > 2:
		return diffOptions.Misuse(call, "extra operand '%s'", p.Operands[2])
	}
	status = d.operands(ctx, p.Operands[0], p.Operands[1])
	return d.out.Finish(status, trouble)
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
		case "normal":
			d.format = 'n'
		case "q":
			d.brief = true
		case "s":
			d.identical = true
		case "c", "C", "u", "U":
			format := o.Name[0] | 0x20
			if d.hasFormat && d.format != format {
				return diffOptions.Misuse(d.call, "conflicting output style options")
			}
			d.format, d.hasFormat = format, true
			if o.Has {
				n, err := command.ParseSize(o.Value, "")
				if err != nil && n == 0 {
					return diffOptions.Misuse(d.call, "invalid context length '%s'", o.Value)
				}
				d.context = int(min(n, 1<<30))
			}
		case "p":
			d.showFunction = true
			if d.format == 'n' {
				d.format = 'c'
			}
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
			d.space(o.Name)
		}
	}
	return 0
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

// stat looks at an operand; nil when it is missing.
func (d *differ) stat(name string) (fs.FileInfo, error) {
	if name == "-" {
		return d.call.Stdin.Stat()
	}
	return d.call.FS.Stat(name)
}

func (d *differ) operands(ctx context.Context, one, two string) int {
	a, errA := d.stat(one)
	b, errB := d.stat(two)
	switch {
	case errA == nil && errB == nil && a.IsDir() && !b.IsDir() && two != "-":
		one = path.Join(one, path.Base(two))
	case errA == nil && errB == nil && b.IsDir() && !a.IsDir() && one != "-":
		two = path.Join(two, path.Base(one))
	}
	return d.compare(ctx, one, two, true)
}

// compare compares two names, files or directories.
func (d *differ) compare(ctx context.Context, one, two string, top bool) int {
	if ctx.Err() != nil {
		return trouble
	}
	names := [2]string{one, two}
	var infos [2]fs.FileInfo
	bad := false
	missing := 0
	for i, name := range names {
		fi, err := d.stat(name)
		switch {
		case err == nil:
			infos[i] = fi
		case vfs.Missing(err) && d.newFile:
			missing++
		default:
			d.problem(name, err)
			bad = true
		}
	}
	if bad || missing == 2 {
		if missing == 2 {
			for _, name := range names {
				d.call.Errorf("%s: No such file or directory", name)
			}
		}
		return trouble
	}
	dirs := [2]bool{infos[0] != nil && infos[0].IsDir(), infos[1] != nil && infos[1].IsDir()}
	switch {
	case dirs[0] && (dirs[1] || missing > 0), dirs[1] && missing > 0:
		if !top && !d.recursive {
			d.out.WriteString("Common subdirectories: " + one + " and " + two + "\n")
			return 0
		}
		return d.directories(ctx, names, infos)
	case dirs[0] || dirs[1]:
		kinds := [2]string{"regular file", "regular file"}
		for i := range dirs {
			switch {
			case dirs[i]:
				kinds[i] = "directory"
			case infos[i] != nil && infos[i].Size() == 0 && infos[i].Mode().IsRegular():
				kinds[i] = "regular empty file"
			}
		}
		d.out.WriteString("File " + one + " is a " + kinds[0] + " while file " + two + " is a " + kinds[1] + "\n")
		return 1
	}
	return d.files(ctx, names, infos, top)
}

func (d *differ) problem(name string, err error) {
	d.out.Flush()
	d.call.Errorf("%s: %s", name, command.Message(err))
}

// read reads a file as far as it may be held.
func (d *differ) read(ctx context.Context, name string, there bool) ([]byte, error) {
	if !there {
		return nil, nil
	}
	in, err := d.call.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	limit := d.call.Limits.HeldBytes / 4
	var data bytes.Buffer
	if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() {
		data.Grow(int(min(max(fi.Size(), 0), limit)) + bytes.MinRead)
	}
	_, err = data.ReadFrom(io.LimitReader(in, limit+1))
	if err == nil && int64(data.Len()) > limit {
		err = errors.New("file is larger than may be held")
	}
	return data.Bytes(), err
}

// sameContent tells whether both are one file, which is not read then.
func sameContent(infos [2]fs.FileInfo) bool {
	if infos[0] == nil || infos[1] == nil || !infos[0].Mode().IsRegular() || !infos[1].Mode().IsRegular() {
		return false
	}
	a, ok := infos[0].Sys().(*vfs.Sys)
	b, ok2 := infos[1].Sys().(*vfs.Sys)
	return ok && ok2 && a.Ino != 0 && a.Ino == b.Ino && a.Dev == b.Dev
}

func (d *differ) files(ctx context.Context, names [2]string, infos [2]fs.FileInfo, top bool) int {
	var files [2]*text
	if names[0] == names[1] && names[0] == "-" {
		return d.equal(names)
	}
	if sameContent(infos) {
		return d.equal(names)
	}
	plain := d.same == (sameness{}) && !d.blank && !d.stripCR
	if d.brief && plain && infos[0] != nil && infos[1] != nil && infos[0].Mode().IsRegular() && infos[1].Mode().IsRegular() && infos[0].Size() != infos[1].Size() {
		d.out.WriteString("Files " + names[0] + " and " + names[1] + " differ\n")
		return 1
	}
	for i, name := range names {
		data, err := d.read(ctx, name, infos[i] != nil)
		if err != nil {
			d.problem(name, err)
			return trouble
		}
		files[i] = &text{name: name, data: data}
	}
	if bytes.Equal(files[0].data, files[1].data) {
		return d.equal(names)
	}
	if d.brief && plain {
		d.out.WriteString("Files " + names[0] + " and " + names[1] + " differ\n")
		return 1
	}
	if !d.asText && (binary(files[0].data) || binary(files[1].data)) {
		what := "Binary files "
		if d.brief {
			what = "Files "
		}
		d.out.WriteString(what + names[0] + " and " + names[1] + " differ\n")
		return 1
	}
	for _, f := range files {
		if d.stripCR {
			f.data = bytes.ReplaceAll(f.data, []byte("\r\n"), []byte("\n"))
		}
		f.split()
	}
	horizon := 0
	if d.format != 'n' {
		horizon = d.context
	}
	list, ok := changes(ctx, files, &d.same, d.minimal, horizon)
	if !ok {
		return trouble
	}
	if d.blank {
		for i := range list {
			list[i].ignored = allBlank(files[0].lines[list[i].a0:list[i].a1]) && allBlank(files[1].lines[list[i].b0:list[i].b1])
		}
	}
	if !slices.ContainsFunc(list, func(c change) bool { return !c.ignored }) {
		return d.equal(names)
	}
	if d.brief {
		d.out.WriteString("Files " + names[0] + " and " + names[1] + " differ\n")
		return 1
	}
	if !top {
		d.out.WriteString(strings.Join(append(append([]string{d.call.Name()}, d.options...), command.QuoteIfNeeded(names[0]), command.QuoteIfNeeded(names[1])), " ") + "\n")
	}
	switch d.format {
	case 'u':
		d.unified(files, infos, list)
	case 'c':
		d.contextual(files, infos, list)
	default:
		d.normal(files, list)
	}
	return 1
}

func (d *differ) equal(names [2]string) int {
	if d.identical {
		d.out.WriteString("Files " + names[0] + " and " + names[1] + " are identical\n")
	}
	return 0
}

// binary tells whether a file is no text: it has a NUL byte near its beginning.
func binary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), 32<<10)], 0) >= 0
}

func allBlank(lines [][]byte) bool {
	for _, l := range lines {
		if len(bytes.TrimRight(l, "\n")) > 0 {
			return false
		}
	}
	return true
}

// directories compares what two directories hold.
func (d *differ) directories(ctx context.Context, names [2]string, infos [2]fs.FileInfo) int {
	if strings.Count(names[0], "/") > vfs.MaxPath/2 {
		return trouble
	}
	found := map[string][2]bool{}
	for i, dir := range names {
		if infos[i] == nil {
			continue
		}
		list, err := d.call.FS.ReadDir(dir)
		if err != nil {
			d.problem(dir, err)
			return trouble
		}
		for _, e := range list {
			if slices.ContainsFunc(d.exclude, func(p string) bool { ok, err := path.Match(p, e.Name()); return ok && err == nil }) {
				continue
			}
			both := found[e.Name()]
			both[i] = true
			found[e.Name()] = both
		}
	}
	all := make([]string, 0, len(found))
	for name := range found {
		all = append(all, name)
	}
	slices.Sort(all)
	status := 0
	for _, name := range all {
		where := found[name]
		switch {
		case where[0] && where[1] || d.newFile:
			status = max(status, d.compare(ctx, join(names[0], name), join(names[1], name), false))
		case where[0]:
			d.out.WriteString("Only in " + names[0] + ": " + name + "\n")
			status = max(status, 1)
		default:
			d.out.WriteString("Only in " + names[1] + ": " + name + "\n")
			status = max(status, 1)
		}
		if d.out.Err() != nil {
			return trouble
		}
	}
	return status
}

func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}
