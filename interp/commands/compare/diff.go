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
	"github.com/aegish/aegish/interp/vfs"
)

type differ struct {
	call *command.Call
	out  *command.Output
	same sameness

	color, expand, dropBlank, leftColumn, noCommon        bool
	tab, width                                            int
	ignoring, functions                                   *lineMatcher // of -I and -F
	format                                                byte         // n, c, u, y, e or r (RCS)
	context                                               int
	brief, identical, recursive, newFile, blank, asText   bool
	showFunction, stripCR, initialTab, minimal, hasFormat bool
	labels, exclude                                       []string
	options                                               []string
	numbered                                              []string // which of the options with a number were given
}

func diff(ctx context.Context, call *command.Call) int {
	args, contextLines := digitContext(call.Args[1:])
	p, status, ok := diffOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	d := &differ{call: call, out: command.NewOutput(call), format: 'n', context: -1, tab: 8, width: 130}
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
	if contextLines >= 0 {
		d.context = contextLines
	}
	if d.context < 0 {
		d.context = 3
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
	if sameContent(infos) && d.format != 'y' {
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
		if d.format == 'y' && !d.noCommon && !d.brief && (d.asText || !binary(files[0].data)) {
			for _, f := range files {
				f.split()
			}
			d.sideBySide(files, nil)
		}
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
		if n := len(f.data); d.format == 'e' && n > 0 && f.data[n-1] != '\n' {
			// To ed all lines end.
			f.data, f.unended = append(bytes.Clone(f.data), '\n'), true
		}
		if d.stripCR {
			f.data = bytes.ReplaceAll(f.data, []byte("\r\n"), []byte("\n"))
		}
		f.split()
	}
	horizon := 0
	if d.format == 'c' || d.format == 'u' {
		horizon = d.context
	}
	list, ok := changes(ctx, files, &d.same, d.minimal, horizon)
	if !ok {
		return trouble
	}
	if d.blank || d.ignoring != nil {
		for i := range list {
			list[i].ignored = d.trivial(files[0].lines[list[i].a0:list[i].a1]) && d.trivial(files[1].lines[list[i].b0:list[i].b1])
		}
	}
	if !slices.ContainsFunc(list, func(c change) bool { return !c.ignored }) {
		if d.format == 'y' && !d.noCommon && !d.brief {
			d.sideBySide(files, list)
		}
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
	case 'y':
		d.sideBySide(files, list)
	case 'e':
		d.edScript(files, list)
		return d.unended(files)
	case 'r':
		d.rcsScript(files, list)
	default:
		d.normal(files, list)
	}
	return 1
}

// unended complains of files that ed could not make, and returns the status.
func (d *differ) unended(files [2]*text) int {
	status := 1
	for _, f := range files {
		if f.unended {
			d.out.Flush()
			d.call.Errorf("%s: No newline at end of file\n", f.name)
			status = trouble
		}
	}
	return status
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

// trivial tells whether -B and -I leave out all lines.
func (d *differ) trivial(lines [][]byte) bool {
	for _, l := range lines {
		if (!d.blank || len(bytes.TrimRight(l, "\n")) > 0) && !d.ignoring.matches(l) {
			return false
		}
	}
	return true
}
