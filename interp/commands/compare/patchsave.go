package compare

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// save writes the result, and the original aside when it is to be kept.
func (t *patcher) save(f *patchFile, name, target string, old, result []byte, existed, clean bool) int {
	if t.said != nil {
		t.said.Write(result)
		return 0
	}
	if (t.backup || (t.inexact || !clean) && !t.noMismatch && (existed || f.new == "/dev/null")) && t.output == "" {
		if status := t.keep(target, old); status != 0 {
			return status
		}
	}
	if len(result) == 0 && (t.empty || f.new == "/dev/null") && clean {
		if err := t.call.FS.Remove(target); err != nil && !vfs.Missing(err) {
			return t.fatal("Can't remove file %s : %s", target, command.Message(err))
		}
		t.removed = append(t.removed, target)
		return 0
	}
	if f.new == "/dev/null" && clean && !t.quiet {
		fmt.Fprintf(t.out, "Not deleting file %s as content differs from patch\n", t.shown(target))
	}
	if !existed && !clean && len(result) == 0 {
		return 0
	}
	if !existed {
		t.parents(target)
	} else if target != name && t.output == "" {
		t.parents(target)
	}
	g := f.git
	if g != nil && g.link && g.created && t.output == "" {
		if err := t.call.FS.Symlink(string(result), target); err != nil {
			return t.fatal("Can't create symbolic link %s : %s", target, command.Message(err))
		}
		return 0
	}
	if info, err := t.call.FS.Lstat(target); err == nil && info.Mode()&fs.ModeSymlink != 0 && t.output == "" {
		_ = t.call.FS.Remove(target) // the file takes the place of the link; writing tells if not
	}
	if err := t.write(target, result); err != nil {
		return t.fatal("Can't create file %s : %s", target, command.Message(err))
	}
	status := 0
	if f.new == "/dev/null" {
		status = 1 // it should be gone
	}
	if g == nil || t.output != "" {
		return status
	}
	if s := t.applyHeader(g, name, target); s != 0 {
		return s
	}
	return status
}

// applyHeader does what the header of git says beside the hunks: it gives the file
// the mode that is named there, whatever the umask, or that of the file it is made
// of, and removes that one unless it is copied.
func (t *patcher) applyHeader(g *gitHeader, name, target string) int {
	mode := g.newMode
	if g.from != "" && target != name {
		if info, err := t.call.FS.Stat(name); err == nil && mode == 0 {
			mode = info.Mode().Perm()
		}
		if !g.copies {
			if err := t.call.FS.Remove(name); err != nil {
				return t.fatal("Can't remove file %s : %s", name, command.Message(err))
			}
		}
	}
	if mode != 0 {
		if err := t.call.FS.Chmod(target, mode); err != nil {
			return t.fatal("Can't set permissions on file %s : %s", target, command.Message(err))
		}
	}
	return 0
}

// keep writes the original of a file aside, once in a run.
func (t *patcher) keep(target string, old []byte) int {
	if slices.Contains(t.kept, target) {
		return 0
	}
	t.kept = append(t.kept, target)
	saved := t.backups.name(target, func(name string) bool {
		_, err := t.call.FS.Lstat(name)
		return err == nil
	})
	t.parents(saved)
	if err := t.write(saved, old); err != nil {
		return t.fatal("Can't create file %s : %s", saved, command.Message(err))
	}
	return 0
}

// removeParents removes the directories above a file that has been removed, as far
// as they have become empty.
func (t *patcher) removeParents(name string) {
	if t.verbose {
		fmt.Fprintf(t.out, "Removing file %s\n", t.shown(name))
	}
	for dir := path.Dir(name); dir != "." && dir != "/" && dir != t.dir; dir = path.Dir(dir) {
		if t.call.FS.Remove(dir) != nil {
			return
		}
		if t.verbose {
			fmt.Fprintf(t.out, "Removed empty directory %s\n", t.shown(dir))
		}
	}
}

// parents makes the directories above a file; what is there stays.
func (t *patcher) parents(name string) {
	for i := 1; i < len(name); i++ {
		if name[i] == '/' {
			_ = t.call.FS.Mkdir(name[:i], 0o777) // the file's own error tells
		}
	}
}

func (t *patcher) write(name string, data []byte) error {
	f, err := t.call.Create(t.ctx, name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// choose finds the file that a patch is for.
func (t *patcher) choose(f *patchFile) string {
	if t.target != "" {
		return t.at(t.target)
	}
	if g := f.git; g != nil && g.from != "" {
		name := t.moved(g.from)
		if name == "" || dangerous(name) || dangerous(t.moved(g.to)) {
			return ""
		}
		return t.at(name)
	}
	var found, fallback string
	names := []string{f.old, f.new}
	if t.reverse { // as they stand in the patch
		slices.Reverse(names)
	}
	for _, name := range names {
		if name == "" || name == "/dev/null" {
			continue
		}
		name = t.stripped(name)
		if name == "" {
			continue
		}
		if _, err := t.call.FS.Stat(t.at(name)); err == nil {
			if found == "" || len(name) < len(found) {
				found = name
			}
		} else {
			fallback = name
		}
	}
	if found == "" {
		found = fallback
	}
	if dangerous(found) {
		fmt.Fprintf(t.out, "Ignoring potentially dangerous file name %s\n", found)
		return ""
	}
	if found == "" {
		return ""
	}
	return t.at(found)
}

// moved is a name of a rename, which has no prefix to strip.
func (t *patcher) moved(name string) string {
	if t.strip < 0 {
		return path.Base(name)
	}
	return cutDirs(name, max(t.strip-1, 0))
}

// dangerous tells whether a name from a patch leads out of the directory.
func dangerous(name string) bool {
	if path.IsAbs(name) {
		return true
	}
	for _, part := range strings.Split(name, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

func (t *patcher) at(name string) string {
	if t.dir == "" || path.IsAbs(name) {
		return name
	}
	return join(t.dir, name)
}

func (t *patcher) stripped(name string) string {
	if t.strip < 0 {
		if path.IsAbs(name) {
			return name
		}
		return path.Base(name)
	}
	return cutDirs(name, t.strip)
}

// cutDirs strips n leading directories.
func cutDirs(name string, n int) string {
	for range n {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return ""
		}
		name = strings.TrimLeft(name[i+1:], "/")
	}
	return name
}
