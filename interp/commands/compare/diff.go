package compare

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

type differ struct {
	ctx  context.Context
	call *command.Call
	out  *command.Output
	same sameness

	formats  groupFormats
	palette  string
	colours  colours
	explicit bool // a number of lines of context was given
	// newFirst is newFile for first files; links are compared as such.
	newFirst, links, foldNames                            bool
	start                                                 string  // where to begin in directories
	from, to                                              *string // what all operands are compared with
	color, expand, dropBlank, leftColumn, noCommon        bool
	tab, width                                            int
	ignoring, functions                                   *lineMatcher // of -I and -F
	format                                                byte         // n, c, u, y, e, f, r (RCS) or D (groups)
	context                                               int
	brief, identical, recursive, newFile, blank, asText   bool
	showFunction, stripCR, initialTab, minimal, hasFormat bool
	labels, exclude                                       []string
	options                                               []string
	numbered                                              []string // which of the options with a number were given

	paginate bool
	pages    *pager          // of the files that are shown
	straight *command.Output // the output beneath them
	messages []byte          // held until the end
}

func diff(ctx context.Context, call *command.Call) int {
	p, status, ok := diffOptions.Parse(call)
	if !ok {
		return status
	}
	d := &differ{ctx: ctx, call: call, out: command.NewOutput(call), format: 'n', context: -1, tab: 8, width: 130, colours: newColours()}
	if p.Has("v") {
		d.out.WriteString("diff (aegish)\n")
		return d.out.Finish(0, trouble)
	}
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
	if d.color && !d.colours.read(call, d.palette) {
		d.color = false
	}
	status = d.all(ctx, p.Operands)
	d.sayAll()
	return d.out.Finish(status, trouble)
}

// all compares the operands with each other, or with the file that was named
// for all of them.
func (d *differ) all(ctx context.Context, operands []string) int {
	switch {
	case d.from != nil && d.to != nil:
		d.call.Errorf("--from-file and --to-file both specified")
		return trouble
	case d.from != nil || d.to != nil:
		status := 0
		for _, name := range operands {
			if d.from != nil {
				status = max(status, d.operands(ctx, *d.from, name))
			} else {
				status = max(status, d.operands(ctx, name, *d.to))
			}
		}
		return status
	case len(operands) < 2:
		return diffOptions.Misuse(d.call, "missing operand after '%s'", d.call.Args[len(d.call.Args)-1])
	case len(operands) > 2:
		return diffOptions.Misuse(d.call, "extra operand '%s'", operands[2])
	}
	return d.operands(ctx, operands[0], operands[1])
}

// stat looks at an operand; nil when it is missing.
func (d *differ) stat(name string) (fs.FileInfo, error) {
	switch {
	case name == "-":
		return d.call.Stdin.Stat()
	case d.links:
		return d.call.FS.Lstat(name)
	}
	return d.call.FS.Stat(name)
}

func (d *differ) operands(ctx context.Context, one, two string) int {
	a, errA := d.stat(one)
	b, errB := d.stat(two)
	if errA == nil && errB == nil && a.IsDir() != b.IsDir() {
		if one == "-" || two == "-" {
			d.call.Errorf("cannot compare '-' to a directory")
			return trouble
		}
		if a.IsDir() {
			one = join(one, path.Base(two))
		} else {
			two = join(two, path.Base(one))
		}
	}
	return d.compare(ctx, one, two, true)
}

// shown are the names in messages, or the labels.
func (d *differ) shown(names [2]string) (one, two string) {
	copy(names[:], d.labels)
	return names[0], names[1]
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
		case vfs.Missing(err) && (d.newFile || d.newFirst && i == 0):
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
		if d.format == 'D' {
			d.call.Errorf("-D option not supported with directories")
			return trouble
		}
		if d.format != 'y' && sameFile(infos) {
			return 0
		}
		if !top && !d.recursive {
			d.say("Common subdirectories: ", one, " and ", two)
			return 0
		}
		return d.directories(ctx, names, infos)
	case !top && (irregular(infos[0]) || irregular(infos[1])) && missing > 0:
		i := 0
		if infos[0] == nil {
			i = 1
		}
		d.say("Only in ", path.Dir(names[i]), ": ", path.Base(names[i]))
		return 1
	case dirs[0] || dirs[1], link(infos[0]) != link(infos[1]), !top && (irregular(infos[0]) || irregular(infos[1])):
		d.say("File ", one, " is a ", kind(infos[0]), " while file ", two, " is a ", kind(infos[1]))
		return 1
	case link(infos[0]):
		return d.targets(names)
	}
	return d.files(ctx, names, infos, top)
}

func link(fi fs.FileInfo) bool { return fi != nil && fi.Mode().Type() == fs.ModeSymlink }

// irregular tells whether reading may not end, or not mean anything.
func irregular(fi fs.FileInfo) bool {
	return fi != nil && !fi.IsDir() && !fi.Mode().IsRegular() && !link(fi)
}

func kind(fi fs.FileInfo) string {
	switch {
	case fi == nil:
		return "regular empty file"
	case fi.IsDir():
		return "directory"
	case link(fi):
		return "symbolic link"
	case fi.Mode()&fs.ModeNamedPipe != 0:
		return "fifo"
	case fi.Mode()&fs.ModeSocket != 0:
		return "socket"
	case fi.Mode()&fs.ModeCharDevice != 0:
		return "character special file"
	case fi.Mode()&fs.ModeDevice != 0:
		return "block special file"
	case fi.Size() == 0 && fi.Mode().IsRegular():
		return "regular empty file"
	}
	return "regular file"
}

// targets compares two symbolic links.
func (d *differ) targets(names [2]string) int {
	var to [2]string
	for i, name := range names {
		var err error
		if to[i], err = d.call.FS.Readlink(name); err != nil {
			d.problem(name, err)
			return trouble
		}
	}
	if to[0] == to[1] {
		return d.equal(names)
	}
	d.say("Symbolic links ", names[0], " and ", names[1], " differ")
	return 1
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
	return infos[0] != nil && infos[0].Mode().IsRegular() && sameFile(infos)
}

// sameFile tells whether both are one file or one directory.
func sameFile(infos [2]fs.FileInfo) bool {
	return infos[0] != nil && infos[1] != nil && vfs.SameFile(infos[0], infos[1])
}
