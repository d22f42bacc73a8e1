package files

import (
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// A backup is how what is overwritten is kept: not at all when kind is empty,
// else "simple", "existing" or "numbered".
type backup struct {
	kind, suffix string
}

// backups reads -b, --backup and --suffix. ok is false after a message about a
// kind that there is not.
func backups(in *gnu.Invocation) (b backup, ok bool) {
	wanted, word, about := false, "", "backup type"
	for _, o := range in.Options {
		switch o.Name {
		case "b", "S":
			wanted = true
		case "backup":
			wanted = true
			if o.Has {
				word = o.Value
			}
		}
	}
	if !wanted {
		return backup{}, true
	}
	if word == "" {
		word, _ = in.Getenv("VERSION_CONTROL")
		about = "$VERSION_CONTROL"
	}
	b = backup{kind: "existing", suffix: backupSuffix(in)}
	if word != "" {
		if b.kind, ok = in.Word(about, word, "none,off", "simple,never", "existing,nil", "numbered,t"); !ok {
			return b, false
		}
	}
	if b.kind == "none" {
		b.kind = ""
	}
	return b, true
}

// backupSuffix is what --suffix or the environment says, if it can be one.
func backupSuffix(in *gnu.Invocation) string {
	s, given := in.Last("S")
	if !given {
		s, _ = in.Getenv("SIMPLE_BACKUP_SUFFIX")
	}
	if s == "" || strings.Contains(s, "/") {
		return "~"
	}
	return s
}

// name is what a backup of a file is called.
func (b backup) name(in *gnu.Invocation, file string) string {
	if b.kind != "simple" {
		if n := highestBackup(in, file); n > 0 || b.kind == "numbered" {
			return file + ".~" + strconv.FormatUint(n+1, 10) + "~"
		}
	}
	return file + b.suffix
}

// make renames a file to its backup and returns that name, empty when there is
// no such file.
func (b backup) make(in *gnu.Invocation, file string) (string, error) {
	if bare := strings.TrimRight(file, "/"); bare != "" {
		file = bare
	}
	to := b.name(in, file)
	err := in.FS.Rename(file, to)
	if isErrno(err, syscall.ENOENT) {
		return "", nil
	}
	return to, err
}

// highestBackup is the largest number of the numbered backups of a file, 0 when
// there is none.
func highestBackup(in *gnu.Invocation, file string) (most uint64) {
	list, err := in.FS.ReadDir(dirOf(file))
	if err != nil {
		return 0
	}
	prefix := base(file) + ".~"
	for _, e := range list {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if !ok || !strings.HasSuffix(digits, "~") || digits[0] == '0' {
			continue
		}
		if n, err := strconv.ParseUint(digits[:len(digits)-1], 10, 62); err == nil && n > most {
			most = n
		}
	}
	return most
}
