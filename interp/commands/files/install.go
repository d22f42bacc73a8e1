package files

import (
	"context"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/command"
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
			{"S,suffix=SUFFIX", "use another suffix for backups"},
			{"t,target-directory=DIRECTORY", "copy all SOURCEs into DIRECTORY"},
			{"T,no-target-directory", "treat DEST as a normal file"},
			{"v,verbose", "say what is done"},
		},
		Main: runInstall,
	}
}

func runInstall(ctx context.Context, in *gnu.Invocation) int {
	text, given := in.Last("m")
	if !given {
		text = "755"
	}
	mode, err := parseMode(text)
	if err != nil {
		return in.Die("invalid mode %s", in.Quote(text))
	}
	if in.Has("s") {
		return in.Die("stripping is not supported")
	}
	if in.Has("d") {
		return installDirs(ctx, in, mode)
	}
	if dir, ok := in.Last("t"); ok && in.Has("D") && len(in.Operands) > 0 {
		m := &maker{in: in, parents: true}
		m.make(dir)
	}
	d, status := destination(in, "install")
	if d == nil {
		return status
	}
	c := &copier{in: in, follow: followAll, removeFirst: true, verbose: in.Has("v"), times: in.Has("p")}
	if in.Has("b") || in.Has("backup") {
		c.backup = backupSuffix(in)
	}
	for _, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		to := d.target(from)
		if in.Has("D") && d.dir == "" {
			m := &maker{in: in, parents: true, verbose: in.Has("v"), verb: "creating directory "}
			m.above(to)
		}
		installFile(ctx, in, c, mode, from, to)
	}
	return in.Status()
}

func installFile(ctx context.Context, in *gnu.Invocation, c *copier, mode *modeChange, from, to string) {
	fi, err := in.FS.Stat(from)
	switch {
	case err != nil:
		in.Fail("cannot stat %s: %s", command.QuoteShell(from), message(err))
		return
	case fi.IsDir():
		in.Fail("omitting directory %s", command.QuoteShell(from))
		return
	}
	bits := mode.apply(0, false, 0)
	if in.Has("C") && sameContent(ctx, in, from, to, bits) {
		return
	}
	if !c.copy(ctx, from, to, true, 0) {
		return
	}
	if err := in.FS.Chmod(to, modeOf(bits)); err != nil {
		in.Fail("cannot change permissions of %s: %s", command.QuoteShell(to), message(err))
	}
}

// installDirs makes directories; those above them get the usual mode.
func installDirs(ctx context.Context, in *gnu.Invocation, mode *modeChange) int {
	if len(in.Operands) == 0 {
		return in.Usage("missing file operand")
	}
	m := &maker{in: in, parents: true, verbose: in.Has("v"), verb: "creating directory "}
	for _, name := range in.Operands {
		if ctx.Err() != nil {
			break
		}
		m.make(name)
		if fi, err := in.FS.Stat(name); err == nil && fi.IsDir() {
			bits := mode.apply(0, true, 0)
			if err := in.FS.Chmod(name, modeOf(bits)); err != nil {
				in.Fail("cannot change permissions of %s: %s", command.QuoteShell(name), message(err))
			}
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
