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

func mkdir() gnu.Program {
	return gnu.Program{
		Summary: "make directories",
		Usage:   "[OPTION]... DIRECTORY...",
		Options: []gnu.Option{
			{"m,mode=MODE", "set the file mode, as in chmod"},
			{"Z", "accepted: there are no contexts"},
			{"p,parents", "no error if existing, make parents as needed"},
			{"v,verbose", "print a message for each directory made"},
		},
		Main: runMkdir,
	}
}

func runMkdir(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	m := maker{in: in, quote: in.Quote, parents: in.Has("p"), verbose: in.Has("v")}
	if text, ok := in.Last("m"); ok {
		change, err := filemode.Parse(text)
		if err != nil {
			return in.Die("invalid mode %s", in.Quote(text))
		}
		m.mode = change
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) {
			break
		}
		m.make(name)
	}
	return in.Status()
}

// A maker makes directories.
type maker struct {
	in               *gnu.Invocation
	parents, verbose bool
	mode             *filemode.Change
	// verb is what the message about a directory says, unless empty.
	verb string
	// quote is how messages about directories above a name show them.
	quote func(string) string
}

// make makes a directory, in two steps where its mode asks for that: what is
// special about it, or against the umask.
func (m *maker) make(name string) {
	if m.parents && !m.above(name) {
		return
	}
	err := m.in.FS.Mkdir(name, fs.ModePerm)
	switch {
	case err == nil:
		m.made(name)
		m.setMode(name)
	case m.parents && !isErrno(err, syscall.ENOENT) && isDir(m.in, name):
	case m.parents && isErrno(err, syscall.EEXIST) && loops(m.in, name):
		m.in.Fail("cannot stat %s: %s", m.in.Quote(name), message(syscall.ELOOP))
	default:
		m.in.Fail("cannot create directory %s: %s", m.in.Quote(name), message(err))
	}
}

// above makes the directories that name is to be in, with the right to write
// and search for their owner (mkdir, POSIX).
func (m *maker) above(name string) bool {
	clean := trim(name)
	if i := strings.LastIndexByte(clean, '/'); i > 0 && isDir(m.in, clean[:i]) {
		return true
	}
	for i := 1; i < len(clean); i++ {
		if clean[i] != '/' || clean[i-1] == '/' {
			continue
		}
		dir := clean[:i]
		if strings.HasSuffix(dir, "/.") || strings.HasSuffix(dir, "/..") || dir == "." || dir == ".." {
			continue
		}
		err := m.in.FS.Mkdir(dir, fs.ModePerm)
		switch {
		case err == nil:
			m.made(dir)
			if m.in.Umask&0o300 != 0 {
				err = m.in.FS.Chmod(dir, fs.ModePerm&^m.in.Umask|0o300)
			}
		case isDir(m.in, dir):
			continue
		case isErrno(err, syscall.EEXIST):
			if _, e := m.in.FS.Stat(dir); e == nil {
				err = syscall.ENOTDIR
			} else if isErrno(e, syscall.ELOOP) {
				err = e
			}
		case isErrno(err, syscall.EACCES) && lexists(m.in, dir):
			continue
		}
		if err != nil {
			m.in.Fail("cannot create directory %s: %s", m.quote(dir), message(err))
			return false
		}
	}
	return true
}

func (m *maker) made(name string) {
	if m.verbose {
		verb := "created directory "
		if m.verb != "" {
			verb = m.verb
		}
		m.in.Printf("%s: %s%s\n", m.in.Name(), verb, command.QuoteShell(name))
	}
}

// setMode gives a directory that was made the mode of -m. Of the umask counts
// only what that does not set.
func (m *maker) setMode(name string) {
	if m.mode == nil {
		return
	}
	mask := uint32(m.in.Umask.Perm())
	mode, mentioned := m.mode.Apply(rwxAll, true, mask), m.mode.Mentions(mask)
	special := mentioned&(setUID|setGID)|mode&sticky != 0
	made := mode & (rwxAll | sticky) &^ (mask &^ mode)
	if special {
		made &^= 0o022
	}
	fi, err := m.in.FS.Lstat(name)
	if err == nil {
		made |= bitsOf(fi.Mode()) & setGID // that of the directory it is in
	}
	if (special || mode&mentioned&rwxAll != 0) && (made^mode)&mentioned != 0 {
		made = mode | made&^mentioned
	}
	if err == nil && bitsOf(fi.Mode()) == made {
		return
	}
	if err := m.in.FS.Chmod(name, modeOf(made)); err != nil {
		m.in.Fail("cannot change permissions of %s: %s", m.in.Quote(name), message(err))
	}
}

func rmdir() gnu.Program {
	return gnu.Program{
		Summary: "remove empty directories",
		Usage:   "[OPTION]... DIRECTORY...",
		Options: []gnu.Option{
			{"ignore-fail-on-non-empty", "say nothing of directories that are not empty"},
			{"p,parents", "remove the directories above as well"},
			{"v,verbose", "print a message for each directory"},
		},
		Main: runRmdir,
	}
}

func runRmdir(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) {
			break
		}
		if !removeDir(in, name, false) || !in.Has("p") {
			continue
		}
		for name = trim(name); strings.Contains(name, "/"); {
			name = trim(name[:strings.LastIndexByte(name, '/')])
			if name == "" || !removeDir(in, name, true) {
				break
			}
		}
	}
	return in.Status()
}

func removeDir(in *gnu.Invocation, name string, parent bool) bool {
	if in.Has("v") {
		in.Printf("%s: removing directory, %s\n", in.Name(), command.QuoteShell(name))
	}
	err := rmdirCall(in, name)
	if isSlashed(name) && linkInTheWay(in, name, err) {
		in.Fail("failed to remove %s: Symbolic link not followed", command.QuoteShell(name))
		return false
	}
	switch {
	case err == nil:
		return true
	case in.Has("ignore-fail-on-non-empty") && notEmpty(in, name, err):
	case parent:
		in.Fail("failed to remove directory %s: %s", command.QuoteShell(name), message(err))
	default:
		in.Fail("failed to remove %s: %s", command.QuoteShell(name), message(err))
	}
	return false
}

// rmdirCall is rmdir(2).
func rmdirCall(in *gnu.Invocation, name string) error {
	fi, err := in.FS.Lstat(trim(name))
	switch {
	case err != nil:
		return err
	case base(name) == ".":
		return syscall.EINVAL
	case fi.IsDir():
		return in.FS.Remove(name)
	}
	if dir, err := in.FS.Stat(above(name)); err == nil && !mayWrite(in, dir) {
		return syscall.EACCES
	}
	return syscall.ENOTDIR
}

// notEmpty tells whether a directory could not be removed because there is
// something in it, whatever else stood in the way.
func notEmpty(in *gnu.Invocation, name string, err error) bool {
	if isErrno(err, syscall.ENOTEMPTY, syscall.EEXIST) {
		return true
	}
	if !isErrno(err, syscall.EACCES, syscall.EPERM, syscall.EROFS, syscall.EBUSY) {
		return false
	}
	list, err := in.FS.ReadDir(name)
	return err == nil && len(list) > 0
}

// linkInTheWay tells whether a name with a slash behind it could not be removed
// because it is a symbolic link.
func linkInTheWay(in *gnu.Invocation, name string, err error) bool {
	if err == nil {
		return false
	}
	fi, e := in.FS.Stat(name)
	if e == nil && !fi.IsDir() || isErrno(e, syscall.ENOTDIR) {
		return false
	}
	link, e := in.FS.Lstat(trim(name))
	return e == nil && isLink(link)
}

// loops tells whether a name leads through links without an end.
func loops(in *gnu.Invocation, name string) bool {
	_, err := in.FS.Stat(name)
	return isErrno(err, syscall.ELOOP)
}
