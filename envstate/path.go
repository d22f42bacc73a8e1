package envstate

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSymlinks is how many symbolic links one resolution may follow, as bash
// counts them in `cd -P` (MAXSYMLINKS).
const maxSymlinks = 40

// doubleSlash reports whether path starts with exactly two slashes, which
// POSIX lets mean something else than one (XBD 4.13) and bash keeps.
func doubleSlash(path string) bool {
	return strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///")
}

// root returns the leading slash, or two of them where they are kept.
func root(path string) string {
	if doubleSlash(path) {
		return "//"
	}
	return "/"
}

// makeAbsolute joins a path to the directory it is relative to. An unknown
// directory ("") leaves the path as it is.
func makeAbsolute(path, dir string) string {
	if strings.HasPrefix(path, "/") || dir == "" {
		return path
	}
	if strings.HasSuffix(dir, "/") {
		return dir + path
	}
	return dir + "/" + path
}

// logicalPath is the path that `cd -L` goes to: "." and empty elements go,
// ".." takes back the element before it, symbolic links stay. Each prefix
// that is passed must be a directory; the error tells why one is not.
func logicalPath(path string) (string, error) {
	base := root(path)
	if !strings.HasPrefix(path, "/") {
		base = ""
	}
	var kept []string
	for element := range strings.SplitSeq(path, "/") {
		switch element {
		case "", ".":
		case "..":
			switch {
			case len(kept) > 0 && kept[len(kept)-1] != "..":
				if err := checkDir(base + strings.Join(kept, "/")); err != nil {
					return "", err
				}
				kept = kept[:len(kept)-1]
			case base == "":
				kept = append(kept, element)
			}
		default:
			kept = append(kept, element)
			if err := checkDir(base + strings.Join(kept, "/")); err != nil {
				return "", err
			}
		}
	}
	if logical := base + strings.Join(kept, "/"); logical != "" {
		return logical, nil
	}
	return "", unix.ENOENT
}

// resolvedPath is the path that `cd -P` shows: every symbolic link in the
// absolute path is replaced by what it names. Unlike the kernel's name for the
// directory it keeps two leading slashes.
func resolvedPath(path string) (string, error) {
	if !strings.HasPrefix(path, "/") {
		return "", unix.ENOENT
	}
	base, rest := root(path), path
	var done []string
	links := 0
	for rest != "" {
		var element string
		element, rest, _ = strings.Cut(rest, "/")
		switch element {
		case "", ".":
			continue
		case "..":
			if len(done) > 0 {
				done = done[:len(done)-1]
			}
			continue
		}
		candidate := base + strings.Join(append(done, element), "/")
		if len(candidate) > unix.PathMax {
			return "", unix.ENAMETOOLONG
		}
		target, err := os.Readlink(candidate)
		switch {
		case underlying(err) == unix.EINVAL:
			done = append(done, element)
			continue
		case err != nil:
			return "", underlying(err)
		}
		if links++; links > maxSymlinks {
			return "", unix.ELOOP
		}
		if strings.HasPrefix(target, "/") {
			base, done = root(target), nil
		}
		rest = target + "/" + rest
	}
	return base + strings.Join(done, "/"), nil
}
