package files

import (
	"context"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/filemode"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func install() gnu.Program {
	return gnu.Program{
		Summary: "copy files and set their attributes",
		Usage:   "[OPTION]... [-T] SOURCE DEST, SOURCE... DIRECTORY, -t DIRECTORY SOURCE... or -d DIRECTORY...",
		Options: []gnu.Option{
			{"b", "like --backup without an argument"},
			{"backup[=CONTROL]", "keep what is overwritten under another name"},
			{"c", "ignored"},
			{"C,compare", "leave a destination alone that is the same already"},
			{"d,directory", "make directories, with those above them"},
			{"D", "make the directories above DEST"},
			{"g,group=GROUP", "only the group that files have anyway"},
			{"m,mode=MODE", "set the mode, as in chmod, not rwxr-xr-x"},
			{"o,owner=OWNER", "only the owner that files have anyway"},
			{"p,preserve-timestamps", "keep the times of the sources"},
			{"s,strip", "refused: there is nothing to strip with"},
			{"strip-program=PROGRAM", "ignored: nothing is stripped"},
			{"S,suffix=SUFFIX", "use another suffix for backups"},
			{"t,target-directory=DIRECTORY", "copy all SOURCEs into DIRECTORY"},
			{"T,no-target-directory", "treat DEST as a normal file"},
			{"v,verbose", "say what is done"},
			{"Z", "accepted: there are no contexts"},
		},
		Main: runInstall,
	}
}

// An installer is one run of install.
type installer struct {
	in      *gnu.Invocation
	c       *copier
	mode    *filemode.Change
	compare bool
}

func runInstall(ctx context.Context, in *gnu.Invocation) int {
	dir, into := in.Last("t")
	switch {
	case severalTargets(in):
		return 1
	case in.Has("d") && in.Has("s"):
		return in.Die("the strip option may not be used when installing a directory")
	case in.Has("d") && into:
		return in.Die("target directory not allowed when installing a directory")
	}
	if in.Has("d") && in.Has("T") && len(in.Operands) > 2 {
		return in.Usage("extra operand %s", command.QuoteShell(in.Operands[2]))
	}
	kept, ok := backups(in)
	if !ok {
		return in.Hint()
	}
	var d *places
	if !in.Has("d") || len(in.Operands) == 0 {
		var status int
		if d, status = installPlaces(in, dir, into); d == nil {
			return status
		}
	}
	i := &installer{in: in, compare: in.Has("C")}
	var status int
	if i.mode, status = installMode(in); i.mode == nil {
		return status
	}
	if in.Has("strip-program") && !in.Has("s") {
		in.Warn("WARNING: ignoring --strip-program option as -s option was not specified")
	}
	if in.Has("d") {
		return installDirs(ctx, in, i.mode)
	}
	first := uint32(0o600)
	i.c = &copier{in: in, follow: followAll, removeFirst: true, contents: true, verbose: in.Has("v"), times: in.Has("p"),
		setMode: &first, backup: kept, several: d.dir != ""}
	for _, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		i.file(ctx, from, d.target(from))
	}
	return in.Status()
}

// installPlaces is destination with the words that install has for -t.
func installPlaces(in *gnu.Invocation, dir string, into bool) (*places, int) {
	if into && len(in.Operands) > 0 && !in.Has("T") {
		err := directoryOperand(in, dir)
		if err != nil && !(in.Has("D") && isErrno(err, syscall.ENOENT)) {
			return nil, in.Die("failed to access %s: %s", command.QuoteShell(dir), message(err))
		}
		return &places{sources: in.Operands, dir: dir}, 0
	}
	if len(in.Operands) > 0 && in.Has("T") && !into || !in.Has("D") || len(in.Operands) != 2 {
		return destination(in)
	}
	last := in.Operands[1]
	if isDir(in, last) {
		return &places{sources: in.Operands[:1], dir: last}, 0
	}
	return &places{sources: in.Operands[:1], dest: last}, 0
}

// installMode reads -m and checks what goes with it; nil comes with a status.
func installMode(in *gnu.Invocation) (*filemode.Change, int) {
	text, given := in.Last("m")
	if !given {
		text = "755"
	}
	mode, err := filemode.Parse(text)
	switch {
	case err != nil:
		return nil, in.Die("invalid mode %s", in.Quote(text))
	case in.Has("C") && in.Has("p"):
		return nil, in.Usage("options --compare (-C) and --preserve-timestamps are mutually exclusive")
	case in.Has("C") && in.Has("s"):
		return nil, in.Usage("options --compare (-C) and --strip are mutually exclusive")
	case in.Has("s"):
		return nil, in.Die("stripping is not supported")
	}
	if in.Has("C") && mode.Apply(0, false, 0)&^rwxAll != 0 {
		in.Warn("the --compare (-C) option is ignored when you specify a mode with non-permission bits")
	}
	return mode, 0
}

// file installs one file.
func (i *installer) file(ctx context.Context, from, to string) {
	in := i.in
	if in.Has("D") {
		m := &maker{in: in, quote: command.QuoteShell, parents: true, verbose: in.Has("v"), verb: "creating directory "}
		if !m.above(to) {
			return
		}
	}
	bits := i.mode.Apply(0, false, 0)
	if i.c.times {
		if _, err := in.FS.Stat(from); err != nil {
			in.Fail("cannot stat %s: %s", command.QuoteShell(from), message(err))
			return
		}
	}
	if (!i.compare || bits&^rwxAll != 0 || !sameContent(ctx, in, from, to, bits)) && !i.c.operand(ctx, from, to, false) {
		in.FailQuietly(1)
		return
	}
	if err := in.FS.Chmod(to, modeOf(bits)); err != nil {
		in.Fail("cannot change permissions of %s: %s", command.QuoteShell(to), message(err))
	}
}

// installDirs makes directories; those above them get the usual mode.
func installDirs(ctx context.Context, in *gnu.Invocation, mode *filemode.Change) int {
	if len(in.Operands) == 0 {
		return in.Usage("missing file operand")
	}
	m := &maker{in: in, quote: in.Quote, parents: true, verbose: in.Has("v"), verb: "creating directory "}
	for _, name := range in.Operands {
		if ctx.Err() != nil {
			break
		}
		fi, err := in.FS.Stat(name)
		if isErrno(err, syscall.ENOENT) && !lexists(in, trim(name)) {
			m.make(name)
			fi, err = in.FS.Stat(name)
			if err != nil {
				continue
			}
		}
		switch {
		case err == nil && !fi.IsDir():
			m.make(name) // says why not
		case err == nil, isErrno(err, syscall.ENOENT, syscall.ELOOP) && lexists(in, trim(name)):
			if err := in.FS.Chmod(name, modeOf(mode.Apply(0, true, 0))); err != nil {
				in.Fail("cannot change permissions of %s: %s", in.Quote(name), message(err))
			}
		default:
			m.make(name)
		}
	}
	return in.Status()
}

// sameContent tells whether two files have the same bytes, and the second the
// mode it is to have.
func sameContent(ctx context.Context, in *gnu.Invocation, a, b string, bits uint32) bool {
	x, err := in.FS.Stat(a)
	if err != nil {
		return false
	}
	y, err := in.FS.Lstat(b)
	if err != nil || x.Size() != y.Size() || y.Mode()&fs.ModeType != 0 || bitsOf(y.Mode()) != bits {
		return false
	}
	f, err := in.FS.OpenFile(a, syscall.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := in.FS.OpenFile(b, syscall.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer g.Close()
	p, q := make([]byte, command.BufferBytes), make([]byte, command.BufferBytes)
	for at := int64(0); at < x.Size(); {
		n, _ := f.ReadAt(p, at)
		m, _ := g.ReadAt(q, at)
		if n == 0 || n != m || string(p[:n]) != string(q[:m]) || ctx.Err() != nil {
			return false
		}
		at += int64(n)
	}
	return true
}
