package files

import (
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// places are the operands of cp, mv and install.
type places struct {
	sources []string
	// dir is the directory that they go to, or dest the one name.
	dir, dest string
	// missing tells that dest is not there; a link that leads nowhere is not
	// either.
	missing bool
}

// target is where a source goes.
func (p *places) target(from string) string {
	if p.dir != "" {
		return join(trim(p.dir), base(from))
	}
	return p.dest
}

// destination sorts the operands out with -t and -T. A nil result comes with
// the status to return.
func destination(in *gnu.Invocation) (*places, int) {
	dir, given := in.Last("t")
	noTarget := in.Has("T")
	ops := in.Operands
	switch {
	case len(ops) == 0:
		return nil, in.Usage("missing file operand")
	case len(ops) == 1 && !given:
		return nil, in.Usage("missing destination file operand after %s", command.QuoteShell(ops[0]))
	case given && noTarget:
		return nil, in.Die("cannot combine --target-directory (-t) and --no-target-directory (-T)")
	case noTarget && len(ops) > 2:
		return nil, in.Usage("extra operand %s", command.QuoteShell(ops[2]))
	case noTarget:
		return &places{sources: ops[:1], dest: ops[1]}, 0
	case given:
		if err := directoryOperand(in, dir); err != nil {
			return nil, in.Die("target directory %s: %s", command.QuoteShell(dir), message(err))
		}
		return &places{sources: ops, dir: dir}, 0
	}
	last := ops[len(ops)-1]
	err := directoryOperand(in, last)
	switch {
	case err == nil:
		return &places{sources: ops[:len(ops)-1], dir: last}, 0
	case len(ops) > 2:
		return nil, in.Die("target %s: %s", command.QuoteShell(last), message(err))
	}
	return &places{sources: ops[:1], dest: last, missing: isErrno(err, syscall.ENOENT)}, 0
}

// directoryOperand tells why name is no directory to put files into.
func directoryOperand(in *gnu.Invocation, name string) error {
	fi, err := in.FS.Stat(name)
	if err == nil && !fi.IsDir() {
		err = syscall.ENOTDIR
	}
	return err
}

// severalTargets reports a second -t.
func severalTargets(in *gnu.Invocation) bool {
	n := 0
	for _, o := range in.Options {
		if o.Name == "t" {
			n++
		}
	}
	if n > 1 {
		in.Warn("multiple target directories specified")
	}
	return n > 1
}

// above is what is before the last name of a path, with "." for nothing.
func above(name string) string {
	name = trim(name)
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i+1]
	}
	return "."
}

// sameName tells whether two names are one entry of one directory.
func sameName(in *gnu.Invocation, a, b string) bool {
	if base(a) != base(b) {
		return false
	}
	x, err := in.FS.Stat(above(a))
	if err != nil {
		return false
	}
	y, err := in.FS.Stat(above(b))
	return err == nil && sameFile(x, y)
}

// mayWrite tells whether the user could write to a file, as access(2) does.
func mayWrite(in *gnu.Invocation, fi fs.FileInfo) bool {
	perm, s := bitsOf(fi.Mode()), sys(fi)
	switch {
	case in.User.UID == 0:
		return true
	case int64(s.UID) == int64(in.User.UID):
		return perm&0o200 != 0
	case int64(s.GID) == int64(in.User.GID):
		return perm&0o020 != 0
	}
	return perm&0o002 != 0
}

// oneSlash is a name as the tools show it that walk trees: of the slashes at
// its end one stays.
func oneSlash(name string) string {
	for len(name) > 2 && strings.HasSuffix(name, "//") {
		name = name[:len(name)-1]
	}
	return name
}
