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
		if err := s.walk(dir, shellDepth); err != nil {
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
	looked int
}

func newShellSearch() *shellSearch {
	return &shellSearch{found: map[string]bool{}, begun: map[string]bool{}}
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

// walk looks for names of shells in a directory and below. A directory that
// this user can not list gives commands of the same user no names either.
func (s *shellSearch) walk(dir string, depth int) error {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil
	}
	if depth == shellDepth {
		if slices.Contains([]string{"/", "/proc", "/sys"}, real) || s.begun[real] {
			return nil
		}
		s.begun[real] = true
	}
	entries, err := os.ReadDir(real)
	if err != nil {
		if info, statErr := os.Stat(real); statErr == nil && !info.IsDir() && isShellName(filepath.Base(real)) {
			s.add(real)
		}
		return nil
	}
	if s.looked += len(entries); s.looked > maxShellFiles {
		return fmt.Errorf("look for shells: more than %d files in the directories of landlock.execute", maxShellFiles)
	}
	for _, entry := range entries {
		path := filepath.Join(real, entry.Name())
		switch {
		case entry.IsDir() && depth > 1:
			if err := s.walk(path, depth-1); err != nil {
				return err
			}
		case !entry.IsDir() && isShellName(entry.Name()):
			s.add(path)
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
