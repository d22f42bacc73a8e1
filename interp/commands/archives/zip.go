package archives

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/vfs"
)

var zipOptions = option.Set{
	Usage: "[OPTION]... ARCHIVE [FILE]...",
	About: "Pack files into a zip archive, or replace and delete members of one.",
	Bad:   16,
	Options: append([]option.Option{
		{Short: 'r', Long: "recurse-paths", Help: "go into directories"},
		{Short: 'j', Long: "junk-paths", Help: "leave directories out of names"},
		{Short: 'q', Long: "quiet", Help: "say nothing"},
		{Short: 'd', Long: "delete", Help: "delete members"},
		{Short: 'm', Long: "move", Help: "remove the files afterwards"},
		{Short: 'y', Long: "symlinks", Help: "pack links as links"},
		{Short: 'x', Long: "exclude", Arg: option.Required, Name: "PATTERN", Help: "leave out what matches"},
		{Short: 'D', Long: "no-dir-entries", Help: "no members for directories"},
		{Short: 'X', Long: "no-extra", Help: "nothing here"},
		{Short: '0', Help: "store only"}, {Short: '1', Help: "compress faster"}, {Short: '9', Help: "compress better"},
	}, levels()...),
}

// A zipper is one invocation of zip.
type zipper struct {
	*archiver
	left                                              []*pattern.Pattern // -x
	recurse, junk, quiet, remove, move, links, nodirs bool
	level                                             int
	added                                             []zipMember
	index                                             map[string]int
	w                                                 *zip.Writer
}

// A zipMember is a file to be packed.
type zipMember struct {
	name, source string
	fi           fs.FileInfo
	done         bool
}

func zipCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := zipOptions.Parse(call)
	if !ok {
		return status
	}
	z := &zipper{archiver: &archiver{ctx: ctx, call: call, out: command.NewOutput(call)}, level: 6, index: map[string]int{}}
	for _, f := range o.Options {
		switch f.Name {
		case "r":
			z.recurse = true
		case "j":
			z.junk = true
		case "q":
			z.quiet = true
		case "d":
			z.remove = true
		case "m":
			z.move = true
		case "y":
			z.links = true
		case "D":
			z.nodirs = true
		case "x":
			z.left = append(z.left, pattern.Compile(f.Value, pattern.Options{Steps: call.Limits.Steps}))
		case "X":
		default:
			z.level = int(f.Name[0] - '0')
		}
	}
	if len(o.Operands) < 2 {
		return z.error(16, "Invalid command arguments (nothing to select from)")
	}
	name := o.Operands[0]
	if path.Ext(name) == "" && name != "-" {
		name += ".zip"
	}
	return z.out.Finish(z.run(name, o.Operands[1:]), 14)
}

// error words what ends zip.
func (z *zipper) error(status int, format string, args ...any) int {
	fmt.Fprintf(z.call.Stderr, "\nzip error: "+format+"\n", args...)
	return status
}

func (z *zipper) run(archive string, names []string) int {
	var old []*zip.File
	if archive != "-" {
		r, err := openZip(z.ctx, z.call, archive)
		switch {
		case err == nil:
			defer r.file.Close()
			old = r.File
		case !vfs.Missing(err):
			return z.error(3, "Zip file structure invalid (%s)", archive)
		}
	}
	kept := old
	if z.remove {
		kept = z.without(old, names)
		if len(kept) == len(old) {
			return z.error(12, "Nothing to do! (%s)", archive)
		}
	} else {
		for _, name := range names {
			if err := z.collect(strings.TrimSuffix(name, "/"), 0); err != nil {
				return z.error(4, "%s", command.Message(err))
			}
		}
		if len(z.added) == 0 {
			return z.error(12, "Nothing to do! (%s)", archive)
		}
	}
	if archive == "-" {
		z.quiet = true // standard output is the archive
		if err := z.pack(z.out, nil); err != nil {
			return z.failed(err)
		}
		return 0
	}
	if err := z.rewrite(archive, kept); err != nil {
		return z.failed(err)
	}
	if z.move {
		for _, m := range slices.Backward(z.added) {
			if err := z.call.FS.Remove(m.source); err != nil && !m.fi.IsDir() {
				fmt.Fprintf(z.call.Stderr, "\tzip warning: %s: %s\n", m.source, command.Message(err))
			}
		}
	}
	return z.status
}

func (z *zipper) failed(err error) int {
	var failed *command.OutputError
	if errors.As(err, &failed) {
		return z.error(14, "Output file write failure (%s)", command.Message(failed.Err))
	}
	return z.error(18, "%s", command.Message(err))
}

// without is -d.
func (z *zipper) without(old []*zip.File, names []string) []*zip.File {
	for _, name := range names {
		p := pattern.Compile(name, pattern.Options{Steps: z.call.Limits.Steps})
		n := len(old)
		old = slices.DeleteFunc(slices.Clone(old), func(f *zip.File) bool {
			ok, _ := p.Match(f.Name)
			if ok && !z.quiet {
				fmt.Fprintf(z.out, "deleting: %s\n", escaped(f.Name))
			}
			return ok
		})
		if len(old) == n {
			fmt.Fprintf(z.call.Stderr, "\tzip warning: name not matched: %s\n", name)
		}
	}
	return old
}

// collect adds a file, and with -r what is below it.
func (z *zipper) collect(name string, level int) error {
	if z.ctx.Err() != nil {
		return context.Cause(z.ctx)
	}
	look := z.call.FS.Stat
	if z.links {
		look = z.call.FS.Lstat
	}
	fi, err := look(name)
	if err != nil || level > depth {
		fmt.Fprintf(z.call.Stderr, "\tzip warning: name not matched: %s\n", name)
		return nil
	}
	member := strings.Join(split(name), "/")
	if z.junk {
		member = path.Base(member)
	}
	if fi.IsDir() && member != "" {
		member += "/"
	}
	if z.leaveOut(member) {
		return nil
	}
	switch {
	case fi.IsDir() && (z.junk || z.nodirs) || member == "":
	case !fi.IsDir() && !fi.Mode().IsRegular() && fi.Mode()&fs.ModeSymlink == 0:
		fmt.Fprintf(z.call.Stderr, "\tzip warning: ignoring special file: %s\n", name)
	default:
		if i, ok := z.index[member]; ok {
			if z.added[i].source != name {
				return fmt.Errorf("first and second name are the same in the archive: %s", member)
			}
			break
		}
		z.index[member] = len(z.added)
		z.added = append(z.added, zipMember{name: member, source: name, fi: fi})
		if err := z.hold(len(name) + len(member) + 512); err != nil {
			return err
		}
	}
	if !fi.IsDir() || !z.recurse {
		return nil
	}
	list, err := z.call.FS.ReadDir(name)
	if err != nil {
		fmt.Fprintf(z.call.Stderr, "\tzip warning: could not open for reading: %s\n", name)
		z.status = 18
		return nil
	}
	for _, e := range list {
		if err := z.collect(below(name, e.Name()), level+1); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut tells whether a member matches -x.
func (z *zipper) leaveOut(member string) bool {
	return slices.ContainsFunc(z.left, func(p *pattern.Pattern) bool {
		ok, _ := p.Match(member)
		return ok
	})
}

// rewrite writes the archive anew beside the old one and puts it in its place.
func (z *zipper) rewrite(archive string, kept []*zip.File) error {
	if z.remove && len(kept) == 0 {
		return z.call.FS.Remove(archive)
	}
	var f vfs.File
	var err error
	var beside string
	for i := range 100 {
		beside = fmt.Sprintf("%s.%d.tmp", archive, i)
		f, err = vfs.OpenContext(z.ctx, z.call.FS, beside, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	out := command.NewFileOutput(z.call, f)
	err = z.pack(out, kept)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	if cerr := f.Close(); err == nil && cerr != nil {
		err = &command.OutputError{Err: cerr}
	}
	if err == nil {
		err = z.call.FS.Rename(beside, archive)
	}
	if err != nil {
		z.call.FS.Remove(beside) // what is there says more than that this failed
	}
	return err
}
