package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/filemode"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func chmod() gnu.Program {
	options := []gnu.Option{
		{"c,changes", "like verbose, but only when something changes"},
		{"f,silent", "suppress most error messages"},
		{"f,quiet", ""},
		{"v,verbose", "say something about every file"},
		{"no-preserve-root", "do not treat '/' specially (default)"},
		{"preserve-root", "fail to operate recursively on '/'"},
		{"reference=FILE", "use the mode of FILE"},
		{"R,recursive", "change files and directories recursively"},
	}
	// A mode such as -w or -rwx looks like options.
	for _, c := range "rwxXstugoa+01234567" {
		options = append(options, gnu.Option{string(c) + "[=MODE]", ""})
	}
	return gnu.Program{
		Summary: "change the mode of files",
		Usage:   "[OPTION]... MODE[,MODE]... FILE...",
		Options: options,
		Main:    runChmod,
	}
}

// A chmodder is one run of chmod.
type chmodder struct {
	in                      *gnu.Invocation
	mode                    *filemode.Change
	changes, verbose, quiet bool
	minus                   string
	folders                 int // directories held open
}

func runChmod(ctx context.Context, in *gnu.Invocation) int {
	c := &chmodder{in: in}
	recursive, preserve := false, false
	var minus []string
	reference, given := "", false
	operands := in.Operands
	for _, o := range in.Options {
		switch o.Name {
		case "c":
			c.changes, c.verbose = true, false
		case "v":
			c.changes, c.verbose = false, true
		case "f":
			c.quiet = true
		case "R":
			recursive = true
		case "preserve-root":
			preserve = true
		case "no-preserve-root":
			preserve = false
		case "reference":
			reference, given = o.Value, true
		default:
			minus = append(minus, "-"+o.Name+o.Value)
		}
	}
	text := strings.Join(minus, ",")
	c.minus = text
	if given && text != "" {
		return in.Usage("cannot combine mode and --reference options")
	}
	if !given && text == "" && len(operands) > 0 {
		text, operands = operands[0], operands[1:]
	}
	if len(operands) == 0 {
		if len(in.Operands) > 0 {
			return in.Usage("missing operand after %s", in.Quote(text))
		}
		return in.Missing()
	}
	var err error
	if given {
		fi, err := in.FS.Stat(reference)
		if err != nil {
			return in.Die("failed to get attributes of %s: %s", command.QuoteShell(reference), message(err))
		}
		c.mode = filemode.Exactly(bitsOf(fi.Mode()))
	} else if c.mode, err = filemode.Parse(text); err != nil {
		return in.Usage("invalid mode: %s", in.Quote(text))
	}
	for _, name := range operands {
		if in.Ended(ctx) {
			break
		}
		if recursive && preserve && trim(name) == "/" {
			in.Fail("it is dangerous to operate recursively on %s", command.QuoteShell("/"))
			in.Warn("use --no-preserve-root to override this failsafe")
			continue
		}
		c.change(ctx, oneSlash(name), recursive, nil)
	}
	return in.Status()
}

// change changes one file and, if asked to, what is in it. Links are followed
// when they are operands alone, which are in no folder.
func (c *chmodder) change(ctx context.Context, name string, recursive bool, in *folder) {
	operand := in == nil
	var fi fs.FileInfo
	var err error
	if operand {
		fi, err = c.in.FS.Lstat(name)
	} else {
		fi, err = in.lstat(base(name), name)
	}
	if err == nil && fi.Mode()&fs.ModeSymlink != 0 {
		if !operand {
			if c.verbose {
				c.in.Printf("neither symbolic link %s nor referent has been changed\n", command.QuoteShell(name))
			}
			return
		}
		var target fs.FileInfo
		if target, err = c.in.FS.Stat(name); err != nil {
			if isErrno(err, syscall.ENOENT) {
				c.fail("cannot operate on dangling symlink %s", command.QuoteShell(name))
			} else {
				c.fail("cannot access %s: %s", command.QuoteShell(name), message(err))
			}
			c.inaccessible(name)
			return
		}
		fi = target
	}
	if err != nil {
		c.fail("cannot access %s: %s", command.QuoteShell(name), message(err))
		c.inaccessible(name)
		return
	}
	c.one(name, fi, in)
	if !recursive || !fi.IsDir() {
		return
	}
	list, err := c.in.FS.ReadDir(name)
	if err != nil {
		c.fail("cannot read directory %s: %s", command.QuoteShell(name), message(err))
		c.inaccessible(name)
	}
	here := newFolder(c.in.FS, name, &c.folders)
	defer here.close()
	for _, e := range list {
		if c.in.Ended(ctx) {
			return
		}
		c.change(ctx, join(name, e.Name()), true, here)
	}
}

func (c *chmodder) inaccessible(name string) {
	if c.verbose {
		c.in.Printf("%s could not be accessed\n", command.QuoteShell(name))
	}
}

func (c *chmodder) fail(format string, args ...any) {
	if c.quiet {
		c.in.FailQuietly(1)
		return
	}
	c.in.Fail(format, args...)
}

// one changes the mode of a file that is in a folder, or nil.
func (c *chmodder) one(name string, fi fs.FileInfo, in *folder) {
	old := bitsOf(fi.Mode())
	umask := uint32(c.in.Umask.Perm())
	bits := c.mode.Apply(old, fi.IsDir(), umask)
	shown := command.QuoteShell(name)
	var err error
	if in == nil {
		err = c.in.FS.Chmod(name, modeOf(bits))
	} else {
		err = in.chmod(base(name), name, modeOf(bits))
	}
	if err != nil {
		c.fail("changing permissions of %s: %s", shown, message(err))
		if c.verbose {
			c.in.Printf("failed to change mode of %s from %s to %s\n", shown, octalMode(old), octalMode(bits))
		}
		return
	}
	switch {
	case bits != old && (c.verbose || c.changes):
		c.in.Printf("mode of %s changed from %s to %s\n", shown, octalMode(old), octalMode(bits))
	case c.verbose:
		c.in.Printf("mode of %s retained as %s\n", shown, octalMode(bits))
	}
	if c.minus != "" && c.mode != nil {
		if naive := c.mode.Apply(old, fi.IsDir(), 0); bits&^naive != 0 {
			c.in.Fail("%s: new permissions are %s, not %s", command.QuoteIfNeeded(name),
				modeString(modeOf(bits))[1:], modeString(modeOf(naive))[1:])
		}
	}
}

// octalMode is a mode as messages show it.
func octalMode(bits uint32) string {
	text := []byte("0000")
	for i := range text {
		text[i] += byte(bits >> (9 - 3*i) & 7)
	}
	return string(text) + " (" + modeString(modeOf(bits))[1:] + ")"
}
