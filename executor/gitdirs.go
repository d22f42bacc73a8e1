package executor

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
)

// maxGitFile bounds what is read of a .git file and its companions, in bytes.
const maxGitFile = 64 * 1024

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

// linkedDirs follows a .git file: a linked work tree, whose git directory lies
// in the main one's worktrees folder and names this file in `gitdir`; or a
// submodule, whose git directory lies in the modules folder of a repository
// above and names this work tree in its configuration. All of it is compared
// without symbolic links: one of those can be put anywhere.
func linkedDirs(root, dot string, uid int) []string {
	target, ok := strings.CutPrefix(readLine(dot), "gitdir: ")
	if !ok {
		return nil
	}
	root, rootErr := filepath.EvalSymlinks(root)
	gitDir, gitErr := filepath.EvalSymlinks(absolute(root, target))
	if rootErr != nil || gitErr != nil || !ownDir(gitDir, uid) {
		return nil
	}
	if common := commonDir(gitDir); common != "" {
		back := readLine(filepath.Join(gitDir, "gitdir"))
		if back != "" && absolute(gitDir, back) == filepath.Join(root, ".git") && ownDir(common, uid) {
			return []string{root, common}
		}
		return nil
	}
	if isGitDir(gitDir) && superModules(root, gitDir) && absolute(gitDir, configuredTree(gitDir)) == root {
		return []string{root, gitDir}
	}
	return nil
}

// ownDir reports whether a path is a directory of the user's.
func ownDir(path string, uid int) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() && ownedBy(info, uid)
}

// commonDir is the main git directory of a linked work tree's, "" when it is
// none: it has to hold that one in its own worktrees folder.
func commonDir(gitDir string) string {
	line := readLine(filepath.Join(gitDir, "commondir"))
	if line == "" {
		return ""
	}
	common, err := filepath.EvalSymlinks(absolute(gitDir, line))
	if err != nil || !isGitDir(common) || filepath.Dir(gitDir) != filepath.Join(common, "worktrees") {
		return ""
	}
	return common
}

// superModules reports whether gitDir lies in the modules folder of the git
// directory of a work tree above root: its own, or a linked one's. All of it is
// free of symbolic links.
func superModules(root, gitDir string) bool {
	for dir := filepath.Dir(root); dir != "/"; dir = filepath.Dir(dir) {
		above := filepath.Join(dir, ".git")
		if target, ok := strings.CutPrefix(readLine(above), "gitdir: "); ok {
			resolved, err := filepath.EvalSymlinks(absolute(dir, target))
			if err != nil {
				continue
			}
			above = resolved
		}
		modules := filepath.Join(above, "modules")
		if gitDir != modules && config.Contains(modules, gitDir) {
			return true
		}
	}
	return false
}

// configuredTree is core.worktree of a git directory's configuration file, as
// git writes it for a submodule (git-config(1)); "" where there is none.
func configuredTree(gitDir string) string {
	section := ""
	for line := range strings.Lines(readSmall(filepath.Join(gitDir, "config"))) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(line)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && section == "[core]" && strings.EqualFold(strings.TrimSpace(key), "worktree") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func absolute(base, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path)
}

// readLine reads a small file that holds one line; "" when it does not.
func readLine(path string) string { return strings.TrimRight(readSmall(path), "\n") }

// readSmall reads a regular file of at most maxGitFile bytes; "" when it is
// anything else.
func readSmall(path string) string {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxGitFile {
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
	return string(text)
}
