package config

import (
	"path/filepath"
	"strings"
)

// A Pair is a writable and an executable path of which one contains the other.
type Pair struct{ Write, Execute string }

// WritableExecutable finds a path that is both writable and executable, given
// resolved absolute paths: the lists' entries without variables and without
// symbolic links. A directory stands for everything below it.
func WritableExecutable(write, execute []string) (Pair, bool) {
	for _, w := range write {
		for _, x := range execute {
			if Contains(w, x) || Contains(x, w) {
				return Pair{w, x}, true
			}
		}
	}
	return Pair{}, false
}

// Contains reports whether path is dir or lies below it. Both are absolute;
// neither is looked at in the file system.
func Contains(dir, path string) bool {
	dir, path = filepath.Clean(dir), filepath.Clean(path)
	return dir == path || dir == "/" || strings.HasPrefix(path, dir+"/")
}

// OptionalPath takes the mark off an entry of a Landlock list that need not
// exist: "?/opt/tools".
func OptionalPath(entry string) (path string, optional bool) {
	return strings.CutPrefix(entry, "?")
}

// The variables of the Landlock lists. The session resolves them.
const (
	VarStart  = "$START"  // where the session began, or the work tree around it
	VarTmp    = "$TMP"    // the temporary directories; nothing in a login shell
	VarCaches = "$CACHES" // build and package caches below the home directory
	VarDev    = "$DEV"    // the harmless devices
)

// writableExecutable is WritableExecutable on the lists as they are written.
// Of a variable only "/" is known to contain it. $DEV does not count: the
// kernel executes regular files only.
func writableExecutable(write, execute []string) (Pair, bool) {
	for _, w := range write {
		for _, x := range execute {
			if w == VarDev || x == VarDev {
				continue
			}
			if w == x || overlap(w, x) {
				return Pair{w, x}, true
			}
		}
	}
	return Pair{}, false
}

func overlap(a, b string) bool {
	a, _ = OptionalPath(a)
	b, _ = OptionalPath(b)
	if strings.HasPrefix(a, "$") || strings.HasPrefix(b, "$") {
		return a == "/" || b == "/"
	}
	if _, ok := WritableExecutable([]string{a}, []string{b}); ok {
		return true
	}
	_, ok := WritableExecutable([]string{realPath(a)}, []string{realPath(b)})
	return ok
}

// realPath follows the symbolic links of the part of a path that exists.
func realPath(path string) string {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == "/" {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}
