package archives

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

// A backupKind is how what is replaced is kept: not at all when kind is empty, else
// "simple", "existing" or "numbered".
type backupKind struct{ kind, suffix string }

// setBackup is --backup and --suffix.
func (a *archiver) setBackup(f option.Found) int {
	kinds := []string{"none,off", "simple,never", "existing,nil", "numbered,t"}
	b := &a.backups
	if b.suffix == "" {
		if b.suffix, _ = a.call.Getenv("SIMPLE_BACKUP_SUFFIX"); b.suffix == "" || strings.Contains(b.suffix, "/") {
			b.suffix = "~"
		}
	}
	word := ""
	if f.Name == "suffix" {
		if f.Value != "" && !strings.Contains(f.Value, "/") {
			b.suffix = f.Value
		}
	} else {
		word = f.Value
	}
	if word == "" && b.kind == "" {
		if word, _ = a.call.Getenv("VERSION_CONTROL"); word == "" {
			word = "existing"
		}
	}
	for _, k := range kinds {
		for name := range strings.SplitSeq(k, ",") {
			if word == name || len(word) > 1 && strings.HasPrefix(name, word) {
				if b.kind, _, _ = strings.Cut(k, ","); b.kind == "none" {
					b.kind = ""
				}
				return 0
			}
		}
	}
	if word == "" {
		return 0
	}
	return a.badWord("backup", word, kinds...)
}

// backedUp moves a file that is in the way to its backup; false after a message.
func (a *archiver) backedUp(shown, full string) bool {
	if a.backups.kind == "" {
		return true
	}
	fi, err := a.call.FS.Lstat(full)
	if err != nil || fi.IsDir() {
		return true
	}
	suffix := a.backups.suffix
	if a.backups.kind != "simple" {
		if n := a.highestBackup(full); n > 0 || a.backups.kind == "numbered" {
			suffix = fmt.Sprintf(".~%d~", n+1)
		}
	}
	if err := a.call.FS.Rename(full, full+suffix); err != nil {
		a.warn("%s: Cannot rename to %s: %s", a.inMessage(shown), quote(shown+suffix), command.Message(err))
		a.warn("%s: Was unable to backup this file", a.inMessage(shown))
		return false
	}
	if a.verbose > 0 {
		fmt.Fprintf(a.listing(a.out), "Renaming %s to %s\n", quote(shown), quote(shown+suffix))
	}
	return true
}

// highestBackup is the number of the last backup of a file, 0 for none.
func (a *archiver) highestBackup(full string) (highest uint64) {
	dir, base := path.Split(full)
	if dir == "" {
		dir = "."
	}
	list, err := a.call.FS.ReadDir(dir)
	if err != nil && !vfs.Missing(err) {
		return 0
	}
	for _, e := range list {
		rest, ok := strings.CutPrefix(e.Name(), base+".~")
		if digits, end := strings.CutSuffix(rest, "~"); ok && end {
			if n, err := strconv.ParseUint(digits, 10, 63); err == nil {
				highest = max(highest, n)
			}
		}
	}
	return highest
}
