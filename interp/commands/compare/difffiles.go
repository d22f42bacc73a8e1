package compare

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"strings"
)

// files compares two files that are no directories.
func (d *differ) files(ctx context.Context, names [2]string, infos [2]fs.FileInfo, top bool) int {
	var files [2]*text
	if names[0] == names[1] && names[0] == "-" {
		return d.equal(names)
	}
	if sameContent(infos) && d.format != 'y' && (d.format != 'D' || d.formats.silent()) {
		return d.equal(names)
	}
	plain := d.same == (sameness{}) && !d.blank && !d.stripCR
	if d.brief && plain && infos[0] != nil && infos[1] != nil && infos[0].Mode().IsRegular() && infos[1].Mode().IsRegular() && infos[0].Size() != infos[1].Size() {
		return d.differing("Files ", names)
	}
	for i, name := range names {
		data, err := d.read(ctx, name, infos[i] != nil)
		if err != nil {
			d.problem(name, err)
			return trouble
		}
		files[i] = &text{name: name, data: data}
	}
	if d.brief && plain && !bytes.Equal(files[0].data, files[1].data) {
		return d.differing("Files ", names)
	}
	same := bytes.Equal(files[0].data, files[1].data)
	if !d.asText && (binary(files[0].data) || binary(files[1].data)) {
		switch {
		case same:
			return d.equal(names)
		case d.brief:
			return d.differing("Files ", names)
		}
		return d.differing("Binary files ", names)
	}
	for _, f := range files {
		if n := len(f.data); (d.format == 'e' || d.format == 'f') && n > 0 && f.data[n-1] != '\n' {
			// To ed all lines end.
			f.data, f.unended = append(bytes.Clone(f.data), '\n'), true
		}
	}
	status := 0
	if same {
		status = d.alike(files, names, nil, top)
	} else {
		status = d.texts(ctx, files, infos, top)
	}
	d.endPages()
	return max(status, d.unended(files))
}

// alike is for files without differences that count.
func (d *differ) alike(files [2]*text, names [2]string, list []change, top bool) int {
	if d.showsAll() {
		for _, f := range files {
			if f.lines == nil {
				f.split()
			}
		}
		d.banner(names, top)
		d.whole(files, list)
	}
	return d.equal(names)
}

// banner says which files of directories are compared, at the top of pages where
// there are any.
func (d *differ) banner(names [2]string, top bool) {
	if top && !d.paginate {
		return
	}
	one, two := d.shown(names)
	title := strings.Join(append(append([]string{d.call.Name()}, d.options...), headerQuoted(one), headerQuoted(two)), " ")
	if d.paginate {
		d.beginPages(title)
		return
	}
	d.out.WriteString(title + "\n")
}

// texts compares what differs somewhere.
func (d *differ) texts(ctx context.Context, files [2]*text, infos [2]fs.FileInfo, top bool) int {
	names := [2]string{files[0].name, files[1].name}
	for _, f := range files {
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
		return d.alike(files, names, list, top)
	}
	if d.brief {
		return d.differing("Files ", names)
	}
	d.banner(names, top)
	switch d.format {
	case 'u':
		d.unified(files, infos, list)
	case 'c':
		d.contextual(files, infos, list)
	case 'y', 'D':
		d.whole(files, list)
	case 'e':
		d.edScript(files, list)
	case 'f':
		d.forwardScript(files, list)
	case 'r':
		d.rcsScript(files, list)
	default:
		d.normal(files, list)
	}
	return 1
}

// unended complains of files that ed could not make; the status is 0 without any.
func (d *differ) unended(files [2]*text) int {
	status := 0
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
		one, two := d.shown(names)
		d.say("Files ", one, " and ", two, " are identical")
	}
	return 0
}

func (d *differ) differing(what string, names [2]string) int {
	one, two := d.shown(names)
	d.say(what, one, " and ", two, " differ")
	return 1
}

// showsAll tells that there is output where there are no differences.
func (d *differ) showsAll() bool {
	return !d.brief && (d.format == 'y' && !d.noCommon || d.format == 'D' && !d.formats.silent())
}

// whole writes files in a format that shows what they share as well.
func (d *differ) whole(files [2]*text, list []change) {
	if d.format == 'D' {
		d.grouped(files, list)
		return
	}
	d.sideBySide(files, list)
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
