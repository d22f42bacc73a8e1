package executor

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
)

// maxGitFile bounds what is read of a .git file and its companions, in bytes.
const maxGitFile = 4096

// gitDirs finds the git work tree that encloses dir and returns its root and,
// where they lie elsewhere, its git directories (gitrepository-layout(5)). It
// returns nothing where there is none, or where one is not the running user's
// own: what lies in a directory must not be able to open another one for
// writing, so a .git file counts only when what it names points back.
func gitDirs(dir string, uid int) []string {
	for root := filepath.Clean(dir); root != "/"; root = filepath.Dir(root) {
		dot := filepath.Join(root, ".git")
		info, err := os.Lstat(dot)
		if err != nil {
			continue
		}
		rootInfo, err := os.Stat(root)
		if err != nil || !ownedBy(rootInfo, uid) || !ownedBy(info, uid) {
			return nil
		}
		switch {
		case info.IsDir() && isGitDir(dot):
			return []string{root}
		case info.Mode().IsRegular():
			return linkedDirs(root, dot, uid)
		}
		return nil
	}
	return nil
}

// isGitDir recognizes a git directory by what git itself asks for.
func isGitDir(dir string) bool {
	for _, name := range [...]string{"HEAD", "objects", "refs"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// linkedDirs follows a .git file: a linked work tree, whose git directory
// names this file in `gitdir` and its main one in `commondir`; or a submodule,
// whose git directory names this work tree in its configuration and lies in
// the modules folder of the repository above.
func linkedDirs(root, dot string, uid int) []string {
	target, ok := strings.CutPrefix(readLine(dot), "gitdir: ")
	if !ok {
		return nil
	}
	gitDir := absolute(root, target)
	info, err := os.Lstat(gitDir)
	if err != nil || !info.IsDir() || !ownedBy(info, uid) {
		return nil
	}
	if back := readLine(filepath.Join(gitDir, "gitdir")); back != "" && absolute(gitDir, back) == dot {
		common := absolute(gitDir, readLine(filepath.Join(gitDir, "commondir")))
		if isGitDir(common) && config.Contains(filepath.Join(common, "worktrees"), gitDir) {
			if info, err := os.Lstat(common); err == nil && info.IsDir() && ownedBy(info, uid) {
				return []string{root, common}
			}
		}
		return nil
	}
	if isGitDir(gitDir) && superModules(root, gitDir) {
		return []string{root, gitDir}
	}
	return nil
}

// superModules reports whether gitDir lies in .git/modules of a directory
// above root.
func superModules(root, gitDir string) bool {
	for dir := filepath.Dir(root); dir != "/"; dir = filepath.Dir(dir) {
		modules := filepath.Join(dir, ".git", "modules")
		if gitDir != modules && config.Contains(modules, gitDir) {
			return true
		}
	}
	return false
}

func absolute(base, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path)
}

// readLine reads a small file that holds one line; "" when it does not.
func readLine(path string) string {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxGitFile))
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(text), "\n")
}
