package executor

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/aegish/aegish/config"
)

// Places are the facts about a session that the variables of a sandbox
// configuration stand for.
type Places struct {
	// Start is the directory where the session began.
	Start string
	// Home is the user's home directory, from the user database.
	Home string
	// Temporary are the system's temporary directories; nil stands for /tmp,
	// /var/tmp and /dev/shm.
	Temporary []string
	// TmpDir is the caller's TMPDIR, or "".
	TmpDir string
	// CacheHome is the caller's XDG_CACHE_HOME, or "".
	CacheHome string
	// Login is set for login shells: no temporary directories, and never
	// more than the home.
	Login bool
	// UID is the running user's id.
	UID int
}

// devices are the nodes that ordinary programs write to.
var devices = [...]string{
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/dev/tty", "/dev/pts", "/dev/ptmx",
}

// cacheNames are the build and package caches below the home.
var cacheNames = [...]string{
	".cache",  // XDG, and in it Go's build cache, pip, ...
	"go",      // Go modules, build tools
	".npm",    // npm
	".cargo",  // Rust's registry and index
	".m2",     // Maven
	".gradle", // Gradle
}

// start gives the directories of $START: the work tree that encloses the
// start directory with its git directories, or the start directory itself.
// The root directory is never one of them. A login shell gets nothing outside
// the home; when it starts above the home, it gets the home.
func (p Places) start() []string {
	dirs := gitDirs(p.Start, p.UID)
	if len(dirs) == 0 || slices.ContainsFunc(dirs, p.beyond) {
		dirs = []string{p.Start}
	}
	if !slices.ContainsFunc(dirs, p.beyond) {
		return dirs
	}
	if p.Login && p.Home != "/" && config.Contains(p.Start, p.Home) {
		return []string{p.Home}
	}
	return nil
}

// beyond reports whether a directory is more than $START may be.
func (p Places) beyond(dir string) bool {
	return dir == "/" || p.Login && !config.Contains(p.Home, dir)
}

// tmp gives the directories of $TMP that exist. A TMPDIR elsewhere counts when
// the user owns it.
func (p Places) tmp() []string {
	if p.Login {
		return nil
	}
	dirs := existing(p.temporary()...)
	if dir, ok := p.named(p.TmpDir); ok && !slices.ContainsFunc(dirs, func(d string) bool { return config.Contains(d, dir) }) {
		dirs = append(dirs, dir)
	}
	return dirs
}

func (p Places) temporary() []string {
	if p.Temporary != nil {
		return p.Temporary
	}
	return []string{"/tmp", "/var/tmp", "/dev/shm"}
}

// named accepts a directory that a variable of the caller's names: the user's
// own, and neither the root nor the home or anything above it. Its path must
// lead through no symbolic link: a command of an earlier session may have been
// able to put one there.
func (p Places) named(path string) (string, bool) {
	if !filepath.IsAbs(path) {
		return "", false
	}
	dir := filepath.Clean(path)
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir || config.Contains(dir, p.Home) {
		return "", false
	}
	return dir, ownDir(dir, p.UID)
}

// caches gives the directories of $CACHES and makes those that are missing,
// with mode 0700: a rule needs an existing directory. One that can not be made
// (a home that is read-only, or not there), or that is a link to somewhere
// else, is left out.
func (p Places) caches() []string {
	if p.Home == "" || p.Home == "/" || !filepath.IsAbs(p.Home) {
		return nil
	}
	var kept []string
	for _, name := range cacheNames {
		dir := filepath.Join(p.Home, name)
		_ = os.Mkdir(dir, 0o700)
		if ownDir(dir, p.UID) {
			kept = append(kept, dir)
		}
	}
	if dir, ok := p.named(p.CacheHome); ok && config.Contains(p.Home, dir) {
		kept = append(kept, dir)
	}
	return kept
}

// existing keeps the paths that are there.
func existing(paths ...string) []string {
	var kept []string
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			kept = append(kept, path)
		}
	}
	return kept
}

func ownedBy(info os.FileInfo, uid int) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == uid
}
