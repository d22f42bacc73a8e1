package vfs

import (
	"io/fs"
	"strings"
	"syscall"
)

// Resolve is the name of a file without symbolic links, "." and ".."
// (realpath(3)). The last name need not exist; follow says whether it is
// followed where it is a link. A last ".." stays where nothing is followed, for
// the call to be refused. The error is an Errno, or what fsys returned.
//
// What the name means can change afterwards: whoever relies on it hands it to
// an FS that stops at links.
func Resolve(fsys FS, name string, follow bool) (string, error) {
	if err := CheckPath(name); err != nil {
		return "", err
	}
	done, links := "", 0
	for rest := strings.TrimLeft(name, "/"); rest != ""; rest = strings.TrimLeft(rest, "/") {
		part, tail, _ := strings.Cut(rest, "/")
		last := strings.Trim(tail, "/") == ""
		rest = tail
		switch {
		case part == ".":
			continue
		case part == ".." && last && !follow:
			return done + "/..", nil
		case part == "..":
			done = done[:max(strings.LastIndexByte(done, '/'), 0)]
			continue
		case last && !follow:
			return done + "/" + part, nil
		}
		next := done + "/" + part
		fi, err := fsys.Lstat(next)
		if err != nil {
			if last && Missing(err) {
				return next, nil
			}
			return "", err
		}
		if fi.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		target, err := fsys.Readlink(next)
		if err != nil {
			return "", err
		}
		if links++; links > MaxLinks {
			return "", syscall.ELOOP
		}
		if target == "" {
			return "", syscall.ENOENT
		}
		if target[0] == '/' {
			done = ""
		}
		if rest = target + "/" + tail; len(rest) > 2*MaxPath {
			return "", syscall.ENAMETOOLONG
		}
	}
	if done == "" {
		return "/", nil
	}
	return done, nil
}

// Tidy takes empty and "." components out of an absolute name. ".." stays: only
// the filesystem knows what it means behind a symbolic link.
func Tidy(name string) string {
	if !strings.Contains(name, "//") && !strings.Contains(name, "/.") && !strings.HasSuffix(name, "/") {
		return name
	}
	var b strings.Builder
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." {
			b.WriteByte('/')
			b.WriteString(part)
		}
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}
