package worldtest

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// describe lists what is below a directory of the host: modes, owners, names,
// link counts, texts and, if asked for, the times of the last change.
func describe(t testing.TB, dir string, times bool) string {
	t.Helper()
	var b strings.Builder
	walk(t, dir, "", func(path string, fi fs.FileInfo) {
		st := fi.Sys().(*syscall.Stat_t)
		fmt.Fprintf(&b, "%s %d:%d %s", fi.Mode(), st.Uid, st.Gid, strings.TrimPrefix(path, dir))
		if times {
			fmt.Fprintf(&b, " %d.%d", st.Ctim.Sec, st.Ctim.Nsec)
		}
		switch fi.Mode().Type() {
		case 0:
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, " %d %q", st.Nlink, text)
			if err != nil {
				b.WriteString(" unreadable")
			}
		case fs.ModeSymlink:
			target, _ := os.Readlink(path)
			b.WriteString(" -> " + target)
		}
		b.WriteByte('\n')
	})
	return b.String()
}
