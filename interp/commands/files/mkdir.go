package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func mkdir() gnu.Program {
	return gnu.Program{
		Summary: "make directories",
		Usage:   "[OPTION]... DIRECTORY...",
		Options: []gnu.Option{
			{"m,mode=MODE", "set the file mode, as in chmod"},
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
	m := maker{in: in, parents: in.Has("p"), verbose: in.Has("v")}
	if text, ok := in.Last("m"); ok {
		change, err := parseMode(text)
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
	mode             *modeChange
	// verb is what the message about a directory says, unless empty.
	verb string
}

func (m *maker) make(name string) {
	if m.parents && !m.above(name) {
		return
	}
	err := m.in.FS.Mkdir(name, fs.ModePerm)
	switch {
	case err == nil:
		m.made(name)
		m.setMode(name)
	case m.parents && isErrno(err, syscall.EEXIST, syscall.EISDIR) && isDir(m.in, name):
		m.setMode(name)
	default:
		m.in.Fail("cannot create directory %s: %s", m.in.Quote(name), message(err))
	}
}

// above makes the directories that name is to be in, with the right to write
// and search for their owner (mkdir, POSIX).
func (m *maker) above(name string) bool {
	clean := trim(name)
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
			err = syscall.ENOTDIR
		}
		if err != nil {
			m.in.Fail("cannot create directory %s: %s", m.in.Quote(dir), message(err))
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

func (m *maker) setMode(name string) {
	if m.mode == nil {
		return
	}
	bits := m.mode.apply(rwxAll, true, uint32(m.in.Umask.Perm()))
	if err := m.in.FS.Chmod(name, modeOf(bits)); err != nil {
		m.in.Fail("cannot set permissions of %s: %s", m.in.Quote(name), message(err))
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
	fi, err := in.FS.Lstat(name)
	switch {
	case err == nil && !fi.IsDir():
		err = syscall.ENOTDIR
	case base(name) == ".":
		err = syscall.EINVAL
	}
	if err == nil {
		err = in.FS.Remove(name)
	}
	switch {
	case err == nil:
		return true
	case in.Has("ignore-fail-on-non-empty") && isErrno(err, syscall.ENOTEMPTY, syscall.EEXIST):
	case parent:
		in.Fail("failed to remove directory %s: %s", command.QuoteShell(name), message(err))
	default:
		in.Fail("failed to remove %s: %s", command.QuoteShell(name), message(err))
	}
	return false
}
