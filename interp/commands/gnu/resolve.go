package gnu

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// Strictness says what of a name has to exist.
type Strictness int

const (
	MustExist  Strictness = iota // realpath -e
	AllButLast                   // realpath
	MayMiss                      // realpath -m
)

// Resolve is the absolute name of a file without symbolic links, "." and ".."
// (realpath(3)). Relative names begin at dir.
func Resolve(fsys vfs.FS, dir, name string, strict Strictness) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	todo := name
	done := "/"
	if name[0] != '/' {
		todo = dir + "/" + name
	}
	links := 0
	for todo != "" {
		part, rest, more := strings.Cut(strings.TrimLeft(todo, "/"), "/")
		todo = rest
		last := !more || strings.Trim(rest, "/") == ""
		switch part {
		case "", ".":
			continue
		case "..":
			done = above(done)
			continue
		}
		next := strings.TrimSuffix(done, "/") + "/" + part
		fi, err := fsys.Lstat(next)
		switch {
		case err != nil && strict == MayMiss:
			done = next
			continue
		case err != nil && strict == AllButLast && last && errors.Is(err, fs.ErrNotExist):
			done = next
			continue
		case err != nil:
			return "", err
		}
		if fi.Mode()&fs.ModeSymlink != 0 {
			if links++; links > vfs.MaxLinks {
				if strict == MayMiss {
					done = next
					continue
				}
				return "", syscall.ELOOP
			}
			target, err := fsys.Readlink(next)
			if err != nil {
				return "", err
			}
			todo = target + "/" + rest
			if !more {
				todo = target
			}
			if strings.HasPrefix(target, "/") {
				done = "/"
			}
			continue
		}
		if more && !fi.IsDir() && strict != MayMiss {
			return "", syscall.ENOTDIR
		}
		done = next
	}
	return done, nil
}

// above is the directory that an absolute, clean name is in.
func above(name string) string {
	if i := strings.LastIndexByte(name, '/'); i > 0 {
		return name[:i]
	}
	return "/"
}
