package archives

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/vfs"
)

var unzipOptions = option.Set{
	Usage: "[OPTION]... FILE[.zip] [MEMBER]...",
	About: "Unpack, list or test a zip archive.",
	Bad:   10,
	Options: []option.Option{
		{Short: 'l', Help: "list what is in the archive"},
		{Short: 'v', Help: "likewise, with how they are packed"},
		{Short: 'Z', Help: "with -1, list names alone"},
		{Short: '1', Help: "see -Z"},
		{Short: 'p', Help: "write members to standard output"},
		{Short: 't', Help: "test whether members are intact"},
		{Short: 'd', Arg: option.Required, Name: "DIR", Help: "unpack into DIR"},
		{Short: 'o', Help: "replace files without asking"},
		{Short: 'n', Help: "never replace files"},
		{Short: 'j', Help: "leave directories out of names"},
		{Short: 'q', Help: "say less; twice: nothing"},
		{Short: 'x', Arg: option.Required, Name: "MEMBER", Help: "leave out what matches"},
	},
}

// An unzipper is one invocation of unzip.
type unzipper struct {
	*archiver
	u                                   *unpacker
	list, pipe, test, over, never, junk bool
	quiet                               int
	seen                                []string
	wanted, without                     []*pattern.Pattern
	matched                             []bool
	dirs                                []zipDir
	answers                             bool // no more questions
	packed, bare, names                 bool // what a list shows
}

// worse raises the status (unzip(1), DIAGNOSTICS: 1 a warning, 2 an error).
func (z *unzipper) worse(status int) { z.status = max(z.status, status) }

func unzipCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := unzipOptions.Parse(call)
	if !ok {
		return status
	}
	if len(o.Operands) == 0 {
		return unzipOptions.Misuse(call, "which archive?")
	}
	z := &unzipper{archiver: &archiver{ctx: ctx, call: call, out: command.NewOutput(call), stripped: map[string]bool{}}}
	dir := ""
	for _, f := range o.Options {
		switch f.Name {
		case "l":
			z.list = true
		case "v":
			z.list, z.packed = true, true
		case "Z":
			z.bare = true
		case "1":
			z.list, z.names = true, true
		case "p":
			z.pipe = true
		case "t":
			z.test = true
		case "d":
			dir = f.Value
		case "o":
			z.over = true
		case "n":
			z.never = true
		case "j":
			z.junk = true
		case "q":
			z.quiet++
		case "x":
			z.without = append(z.without, z.compile(f.Value))
		}
	}
	if z.bare != z.names {
		return unzipOptions.Misuse(call, "-Z and -1 go together")
	}
	z.u = newUnpacker(z.archiver, dir)
	z.seen = o.Operands[1:]
	for _, name := range z.seen {
		z.wanted = append(z.wanted, z.compile(name))
	}
	z.matched = make([]bool, len(z.wanted))
	return z.out.Finish(z.archive(o.Operands[0], dir), 50)
}

func (z *unzipper) compile(text string) *pattern.Pattern {
	return pattern.Compile(text, pattern.Options{Steps: z.call.Limits.Steps})
}

// noArchive reports a file that is none.
func (z *unzipper) noArchive(given, name string) int {
	if z.quiet == 0 && !z.pipe && !z.names {
		fmt.Fprintf(z.out, "Archive:  %s\n", name)
	}
	z.out.Flush()
	fmt.Fprintf(z.call.Stderr, `  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.
unzip:  cannot find zipfile directory in one of %[1]s or
        %[1]s.zip, and cannot find %[1]s.ZIP, period.
`, given)
	return 9
}

func (z *unzipper) archive(name, dir string) int {
	given := name
	r, err := openZip(z.ctx, z.call, name)
	if vfs.Missing(err) {
		r, err = openZip(z.ctx, z.call, name+".zip")
		if vfs.Missing(err) {
			var to io.Writer = z.call.Stderr
			if z.test {
				to = z.out
			}
			fmt.Fprintf(to, "unzip:  cannot find or open %[1]s, %[1]s.zip or %[1]s.ZIP.\n", name)
			return 9
		}
		name += ".zip"
	}
	if err != nil {
		if !errors.Is(err, zip.ErrFormat) {
			z.call.Errorf("%s: %s", name, command.Message(err))
			return 9
		}
		return z.noArchive(given, name)
	}
	defer r.file.Close()
	if z.quiet == 0 && !z.pipe && !z.names {
		fmt.Fprintf(z.out, "Archive:  %s\n", name)
	}
	if z.list {
		z.listing(r)
		return z.status
	}
	if dir != "" && !z.pipe && !z.test {
		if err := z.call.FS.Mkdir(dir, 0o777); err != nil && !errors.Is(err, syscall.EEXIST) {
			z.call.Errorf("cannot create extraction directory: %s: %s", dir, command.Message(err))
			return 2
		}
	}
	for _, f := range r.File {
		if z.ctx.Err() != nil {
			return 80
		}
		if !z.selected(f.Name) {
			continue
		}
		if err := z.member(f); err != nil {
			return max(z.status, 50)
		}
	}
	z.u.finish()
	z.setTimes()
	for i, ok := range z.matched {
		if !ok {
			fmt.Fprintf(z.call.Stderr, "caution: filename not matched:  %s\n", z.seen[i])
			z.worse(11)
		}
	}
	if z.test && z.quiet < 2 && z.status == 0 {
		fmt.Fprintf(z.out, "No errors detected in compressed data of %s.\n", name)
	}
	return z.status
}

// member unpacks, shows or tests one. Only errors that end everything are
// returned.
func (z *unzipper) member(f *zip.File) error {
	isDir := strings.HasSuffix(f.Name, "/")
	if f.Flags&1 != 0 {
		fmt.Fprintf(z.call.Stderr, "   skipping: %-22s  unable to get password\n", escaped(f.Name))
		z.worse(5)
		return nil
	}
	switch {
	case z.pipe && isDir, z.junk && isDir && !z.test:
		return nil
	case z.pipe:
		return z.content(f, z.out)
	case z.test:
		if z.quiet == 0 {
			fmt.Fprintf(z.out, "    testing: %-22s  ", escaped(f.Name))
		}
		before := z.status
		err := z.content(f, io.Discard)
		if z.quiet == 0 && z.status == before {
			z.out.WriteString(" OK\n")
		}
		return err
	}
	name := z.inside(f)
	if name == "" || name == "." {
		return nil
	}
	place, err := z.u.parent(name)
	if err == nil {
		switch {
		case isDir:
			err = z.mkdir(f, place)
		case f.Mode()&fs.ModeSymlink != 0:
			err = z.symlink(f, place)
		case !f.Mode().IsRegular():
			err = syscall.EPERM
		default:
			return z.file(f, place)
		}
	}
	if err != nil && !errors.Is(err, errHeld) {
		fmt.Fprintf(z.call.Stderr, "checkdir error:  cannot create %s\n                 %s\n", escaped(z.u.at(name)), command.Message(err))
		z.worse(2)
		return nil
	}
	return err
}

// content writes what a member holds; an error of writing is returned.
func (z *unzipper) content(f *zip.File, to io.Writer) error {
	r, err := f.Open()
	if err == nil {
		_, err = pump(z.ctx, to, r)
		r.Close()
	}
	var failed *command.OutputError
	if errors.As(err, &failed) || z.ctx.Err() != nil {
		return err
	}
	if err != nil {
		fmt.Fprintf(z.call.Stderr, "  error:  %s: %s\n", escaped(f.Name), command.Message(err))
		z.worse(2)
	}
	return nil
}

func (z *unzipper) say(verb, name string) {
	if z.quiet > 0 {
		return
	}
	if verb == "creating" {
		fmt.Fprintf(z.out, "%11s: %s\n", verb, escaped(name))
		return
	}
	fmt.Fprintf(z.out, "%11s: %-22s  \n", verb, escaped(name))
}

func (z *unzipper) mkdir(f *zip.File, place string) error {
	full := z.u.at(place)
	if fi, err := z.call.FS.Lstat(full); err == nil && fi.IsDir() {
		return nil
	}
	z.say("creating", full+"/")
	if err := z.call.FS.Mkdir(full, 0o777); err != nil {
		return err
	}
	z.dirs = append(z.dirs, zipDir{full, f.Modified})
	if mode := z.mode(f); mode != 0 {
		return z.call.FS.Chmod(full, mode|0o700)
	}
	return nil
}

// A zipDir is a directory whose time is set once all is in it.
type zipDir struct {
	name string
	when time.Time
}

// setTimes gives the directories that were made their times.
func (z *unzipper) setTimes() {
	for _, d := range slices.Backward(z.dirs) {
		if err := z.call.FS.Chtimes(d.name, d.when, d.when); err != nil {
			fmt.Fprintf(z.call.Stderr, "warning:  cannot set attributes of %s: %s\n", escaped(d.name), command.Message(err))
			z.worse(1)
		}
	}
}

// mode is that of a member: as it is where a Unix system wrote it, and with the
// umask taken away where the archive has no modes of its own.
func (z *unzipper) mode(f *zip.File) fs.FileMode {
	const unix = 3 // the system in the upper byte of CreatorVersion (APPNOTE.TXT, 4.4.2.2)
	if f.CreatorVersion>>8 == unix {
		return f.Mode().Perm()
	}
	return f.Mode().Perm() &^ z.call.Umask
}
