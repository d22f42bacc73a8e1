package archives

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// slashes makes the separators of MS-DOS those of everybody.
func (z *unzipper) slashes(e *zipEntry) {
	if e.system != zipFAT || strings.Contains(e.name, "/") || !strings.Contains(e.name, `\`) {
		return
	}
	if !z.backslashes {
		z.backslashes = true
		z.tell("warning:  %s appears to use backslashes as path separators\n", z.name)
		z.worse(unzipWarning)
	}
	e.name = strings.ReplaceAll(e.name, `\`, "/")
}

// mapped makes of a member's name one that stays in the directory; false where
// nothing is left of it.
func (z *unzipper) mapped(e *zipEntry) (string, bool) {
	name := e.name
	if strings.HasPrefix(name, "/") {
		z.tell("warning:  stripped absolute path spec from %s\n", z.shown(name))
		z.worse(unzipWarning)
	}
	if z.junk {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	var kept []string
	up := false
	for _, part := range split(name) {
		if part == ".." {
			up = true
			continue
		}
		if part = z.plain(part); part != "" {
			kept = append(kept, part)
		}
	}
	if up && !z.upward {
		if z.quiet == 0 {
			z.say("warning:  skipped \"../\" path component(s) in %s\n", z.shown(name))
		}
		z.worse(unzipWarning)
	}
	return strings.Join(kept, "/"), len(kept) > 0
}

// plain is a part of a name without bytes that are no text in any code.
func (z *unzipper) plain(name string) string {
	if z.control {
		return name
	}
	b := []byte(name)
	return string(slices.DeleteFunc(b, func(c byte) bool { return c < ' ' || c == 0x7f || c == 0xff }))
}

// mode is that of a member: as it is where a Unix system wrote it, and with the
// umask taken away where the archive has no modes of its own.
func (z *unzipper) mode(e *zipEntry) fs.FileMode {
	unix := e.external >> 16
	if e.system == zipUnix && unix != 0 {
		mode := fs.FileMode(unix & 0o777)
		if z.special {
			mode |= filemodeSpecial(unix)
		}
		return mode
	}
	mode := fs.FileMode(0o666)
	if e.directory() {
		mode = 0o777
	}
	if e.external&1 != 0 {
		mode &^= 0o222
	}
	return mode &^ z.call.Umask
}

func filemodeSpecial(unix uint32) (mode fs.FileMode) {
	for bit, m := range map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if unix&bit != 0 {
			mode |= m
		}
	}
	return mode
}

// symbolic tells whether a member is a link.
func (e *zipEntry) symbolic() bool { return e.system == zipUnix && e.external>>16&0o170000 == 0o120000 }

// shown is a name as messages have it: control characters as in ^A.
func (z *unzipper) shown(name string) string { return printable(name) }

// padded is shown, filled up to the width of a column, in bytes.
func (z *unzipper) padded(name string) string {
	name = z.shown(name)
	return name + strings.Repeat(" ", max(0, 22-len(name)))
}

func printable(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == 0x7f {
			fmt.Fprintf(&b, "^%c", c^64)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
