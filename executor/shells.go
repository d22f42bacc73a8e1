package executor

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// shellNames are the shells, and the programs that are a shell among other
// things.
var shellNames = [...]string{
	"sh", "bash", "rbash", "dash", "ash", "zsh", "rzsh", "fish",
	"ksh", "rksh", "mksh", "pdksh", "lksh", "oksh", "loksh", "posh", "yash", "csh", "tcsh", "scsh",
	"busybox", "toybox", "hush", "sash", "mrsh", "osh", "ysh",
	"elvish", "nu", "pwsh", "xonsh", "ion", "murex", "rc", "es", "aegish",
}

// noShells may stand in /etc/shells though they start nothing.
var noShells = [...]string{"true", "false", "nologin"}

// shellDirs are looked through for shells whatever may be executed: to read a
// shell is enough for the loader.
var shellDirs = [...]string{
	"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/bin", "/usr/games",
}

// Bounds of the search for shells.
const (
	shellDepth    = 3       // levels below a directory that may be executed
	maxShellFiles = 500_000 // entries that are looked at
)

// InstalledShells lists the files of the shells of this system: the session's
// own, those of /etc/shells, and what bears the name of one in the usual
// directories and in those that a session may execute from, three levels deep.
// Symbolic links are resolved, and each path is listed once.
func InstalledShells(shell string, execute []string) ([]string, error) {
	s := newShellSearch()
	s.add(shell)
	if err := s.listed("/etc/shells"); err != nil {
		return nil, err
	}
	for _, dir := range slices.Concat(shellDirs[:], execute) {
		if err := s.search(dir); err != nil {
			return nil, err
		}
	}
	paths := make([]string, 0, len(s.found))
	for path := range s.found {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths, nil
}

// A shellSearch collects shells.
type shellSearch struct {
	found  map[string]bool // by path without symbolic links
	begun  map[string]bool // directories where a walk began
	begins map[string]bool // the first two letters of shells
	looked int
}

func newShellSearch() *shellSearch {
	s := &shellSearch{found: map[string]bool{}, begun: map[string]bool{}, begins: map[string]bool{}}
	for _, name := range shellNames {
		s.begins[name[:2]] = true
	}
	return s
}

// add takes in a program; what is none, or not there, is no shell.
func (s *shellSearch) add(path string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		s.found[real] = true
	}
}

// listed reads shells(5).
func (s *shellSearch) listed(file string) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for shells: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		path, _, _ := strings.Cut(lines.Text(), "#")
		path = strings.TrimSpace(path)
		if filepath.IsAbs(path) && !slices.Contains(noShells[:], filepath.Base(path)) {
			s.add(path)
		}
	}
	return lines.Err()
}

// search looks for names of shells in a directory and below, once.
func (s *shellSearch) search(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || s.begun[real] || slices.Contains([]string{"/", "/proc", "/sys"}, real) {
		return nil
	}
	s.begun[real] = true
	return s.walk(real, shellDepth)
}

// walk is search at a path without symbolic links. A directory that this user
// can not list gives commands of the same user no names either. It is paid at
// each start of a session, some two hundred times: one open and as few reads as
// there can be.
func (s *shellSearch) walk(dir string, depth int) error {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		if err == unix.ENOTDIR && isShellName(filepath.Base(dir)) {
			s.add(dir)
		}
		return nil
	}
	file := os.NewFile(uintptr(fd), dir)
	entries, err := file.ReadDir(-1)
	file.Close()
	if err != nil {
		return nil
	}
	if s.looked += len(entries); s.looked > maxShellFiles {
		return fmt.Errorf("look for shells: more than %d files in the directories of landlock.execute", maxShellFiles)
	}
	for _, entry := range entries {
		switch {
		case entry.IsDir() && depth > 1:
			if err := s.walk(dir+"/"+entry.Name(), depth-1); err != nil {
				return err
			}
		case !entry.IsDir() && s.begins[entry.Name()[:min(2, len(entry.Name()))]] && isShellName(entry.Name()):
			s.add(dir + "/" + entry.Name())
		}
	}
	return nil
}

// isShellName tells a shell by the name of its file, with or without a version.
func isShellName(name string) bool {
	return slices.ContainsFunc(shellNames[:], func(shell string) bool {
		rest, ok := strings.CutPrefix(name, shell)
		if !ok || rest == "" {
			return ok
		}
		rest = strings.TrimLeft(rest, "-.")
		return rest != "" && ('0' <= rest[0] && rest[0] <= '9' || slices.Contains([]string{"static", "distrib", "real", "orig"}, rest))
	})
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	var first, second unix.Stat_t
	return unix.Stat(a, &first) == nil && unix.Stat(b, &second) == nil &&
		first.Dev == second.Dev && first.Ino == second.Ino
}
