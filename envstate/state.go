package envstate

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// State is what one command hands to the next. The kernel's directory is the
// truth; the name the user sees ($PWD) is a label that is kept only while it
// names the same directory. A State is not safe for concurrent use.
type State struct {
	// Dir is the physical, absolute path of the directory the next command
	// starts in. It may have been deleted or renamed since; SpawnDir tells.
	Dir string
	// Env is the exported environment. PWD and OLDPWD live here.
	Env Env
	// Stack is the directory stack below the current directory, newest
	// first: what `dirs` prints after the first entry.
	Stack []string
	// Exit is $? of the last command.
	Exit int

	label string   // bash's idea of the current directory, "" if it has none
	at    *os.File // the directory itself (O_PATH), nil if it could not be opened
}

// New makes the state of a session that starts in dir, a path that need not
// exist any more. PWD is established as bash does at start: a value that names
// dir is kept, symbolic links and all; otherwise it becomes the physical path.
// OLDPWD is kept only if it is a directory.
func New(dir string, env Env) *State {
	s := &State{Dir: dir, Env: env.Clone()}
	s.enter(dir)
	s.relabel()
	if old, ok := s.Env.Get("OLDPWD"); ok && !isDir(old) {
		s.Env.Unset("OLDPWD")
	}
	return s
}

// Here makes the state of a session that starts in this process's own
// directory, which may have been removed: the session stays in it, as a shell
// that is started there does.
func Here(env Env) (*State, error) {
	fd, err := openat(unix.AT_FDCWD, ".", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC)
	if err != nil {
		return nil, err
	}
	at := os.NewFile(uintptr(fd), ".")
	link, err := os.Readlink(procPath(at))
	if err != nil {
		at.Close()
		return nil, underlying(err)
	}
	s := New(strings.TrimSuffix(link, " (deleted)"), env)
	if names(s.Dir, at) {
		at.Close()
		return s, nil
	}
	// The directory has no name, or another one has it by now.
	s.Close()
	s.at = at
	s.relabel()
	return s, nil
}

// Removed reports whether the current directory has no name any more.
func (s *State) Removed() bool {
	s.ready()
	_, err := physicalPath(s.at)
	return err != nil
}

// Close releases the descriptor of the current directory. The state stays
// usable by path.
func (s *State) Close() {
	if s.at != nil {
		s.at.Close()
		s.at = nil
	}
}

// Clone returns an independent copy, for a command whose state is thrown away.
func (s *State) Clone() *State {
	c := &State{Dir: s.Dir, Env: s.Env.Clone(), Stack: slices.Clone(s.Stack), Exit: s.Exit, label: s.label}
	if s.at != nil {
		c.at, _ = openDir(s.at, ".")
	}
	return c
}

// Environ returns the environment for the next process, with a PWD that names
// the directory it starts in. SHLVL is the session's own: each bash adds one to
// it for itself, so that it does not grow from command to command. What can not
// be handed over that way is in Withheld.
func (s *State) Environ() []string {
	env := s.Env.Clone()
	pwd, _ := env.Get("PWD")
	pwd, _ = s.verified(pwd)
	env.Set("PWD", pwd)
	return slices.DeleteFunc(env.Environ(), withheld)
}

// Withheld returns the NAME=VALUE entries that Environ leaves out, for a shell
// that is told of them by other means: those longer than MaxValue, which
// execve(2) refuses (there are none unless a Filter with KeepLarge let them in),
// and an OLDPWD that is no directory, which bash drops when it starts.
func (s *State) Withheld() []string {
	return slices.DeleteFunc(s.Env.Environ(), func(entry string) bool { return !withheld(entry) })
}

func withheld(entry string) bool {
	old, isOld := strings.CutPrefix(entry, "OLDPWD=")
	return len(entry) > MaxValue || isOld && !(strings.HasPrefix(old, "/") && isDir(old))
}

// SpawnDir returns the path the next process should change to: Dir while it
// still names the session's directory, else a path through this process's
// descriptor (it works in a child before exec), so that a command started in
// a deleted or renamed directory finds itself where bash would.
func (s *State) SpawnDir() string {
	if s.at == nil || names(s.Dir, s.at) {
		return s.Dir
	}
	return procPath(s.at)
}

// verified returns pwd if it names the current directory, else the physical
// path as far as it is known. label is the same without "." and "..": bash
// leaves an inherited PWD as it is but does not reckon with it.
func (s *State) verified(pwd string) (kept, label string) {
	if s.at == nil {
		return s.Dir, s.Dir
	}
	if names(pwd, s.at) {
		if label, err := logicalPath(pwd); err == nil && names(label, s.at) {
			return pwd, label
		}
	}
	if path, err := physicalPath(s.at); err == nil {
		return path, path
	}
	return s.Dir, s.Dir
}

// relabel makes PWD and bash's idea of the directory agree with the kernel's.
func (s *State) relabel() {
	pwd, _ := s.Env.Get("PWD")
	pwd, s.label = s.verified(pwd)
	s.Env.Set("PWD", pwd)
}

// enter changes to path as chdir(2) would and remembers the directory itself.
func (s *State) enter(path string) error {
	f, err := openDir(s.at, path)
	if err != nil {
		return err
	}
	s.adoptDir(f)
	return nil
}

// adoptDir makes f the current directory.
func (s *State) adoptDir(f *os.File) {
	if f != s.at {
		s.Close()
		s.at = f
	}
	if path, err := physicalPath(f); err == nil {
		s.Dir = path
	}
}

// ready makes a State usable that was not built by New.
func (s *State) ready() {
	if s.at == nil && s.Dir != "" {
		s.enter(s.Dir)
	}
	if s.label == "" {
		s.relabel()
	}
}
