package config

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// ShellStem is the name that decides what a shell is taken for: the
// executable's file name without its extension, ASCII-lowercased.
func ShellStem(path string) string {
	base := filepath.Base(path)
	if ext := filepath.Ext(base); ext != "" && ext != base {
		base = strings.TrimSuffix(base, ext)
	}
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, base)
}

// CheckShell examines the file that tools.run.shell names: an executable that
// only root can have put there, by every directory and symbolic link on the
// way. Load does not do this, so that a configuration can be checked on
// another host than the one it is for.
func CheckShell(path string) error {
	f, err := OpenTrusted(path, Trust{})
	if err != nil {
		if e, ok := err.(*Error); ok {
			e.Key = "tools.run.shell"
		}
		return err
	}
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return &Error{File: path, Key: "tools.run.shell", Msg: "cannot examine: " + err.Error()}
	}
	if st.Mode&0o111 == 0 {
		return &Error{File: path, Key: "tools.run.shell", Msg: "expected an executable file, found one without any execute permission"}
	}
	return nil
}
