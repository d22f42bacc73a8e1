package files

import (
	"cmp"
	"slices"
	"strings"
)

// arrange sorts items.
func (l *lister) arrange(items []*item) {
	if l.sort != "none" {
		slices.SortStableFunc(items, l.compare)
	}
}

// byKind puts directories, and links to them, first.
func (l *lister) byKind(a, b *item) int {
	return cmp.Compare(rank(isDirItem(a)), rank(isDirItem(b)))
}

func isDirItem(it *item) bool { return it.mode.IsDir() || it.dest != nil && it.dest.IsDir() }

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

func (l *lister) compare(a, b *item) int {
	if l.dirsFirst {
		if c := l.byKind(a, b); c != 0 {
			return c
		}
	}
	c := 0
	switch l.sort {
	case "time":
		c = l.timeOf(b).Compare(l.timeOf(a))
	case "size":
		c = cmp.Compare(size(b), size(a))
	case "version":
		c = compareVersions(a.name, b.name)
	case "extension":
		c = strings.Compare(extension(a.name), extension(b.name))
	case "width":
		c = cmp.Compare(width(a.name), width(b.name))
	}
	if c == 0 {
		c = strings.Compare(a.name, b.name)
	}
	if l.reverse {
		return -c
	}
	return c
}

func size(it *item) int64 {
	if it.fi == nil {
		return 0
	}
	return it.fi.Size()
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

// compareVersions orders names so that 2 comes before 10 (filevercmp of
// gnulib: dot files first, suffixes such as .tar.gz at the end).
func compareVersions(a, b string) int {
	special := func(s string) int {
		switch s {
		case "":
			return 0
		case ".":
			return 1
		case "..":
			return 2
		}
		if s[0] == '.' {
			return 3
		}
		return 4
	}
	if x, y := special(a), special(b); x != y {
		return cmp.Compare(x, y)
	}
	if a != "" && a[0] == '.' {
		a, b = a[1:], b[1:]
	}
	x, y := a[:suffixAt(a)], b[:suffixAt(b)]
	if x == y {
		x, y = a, b
	}
	if c := versionOrder(x, y); c != 0 {
		return c
	}
	return versionOrder(a, b)
}

// suffixAt is where the part (\.[A-Za-z~][A-Za-z0-9~]*)*$ of a name begins.
func suffixAt(s string) int {
	at := len(s)
	for i := len(s) - 1; i >= 0; i-- {
		c := s[i]
		switch {
		case c == '.' && i+1 < len(s) && (isAlpha(s[i+1]) || s[i+1] == '~'):
			at = i
		case !isAlpha(c) && !isNumber(c) && c != '~' || c == '.':
			return at
		}
	}
	return at
}

func isAlpha(c byte) bool  { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isNumber(c byte) bool { return '0' <= c && c <= '9' }

// versionOrder compares like the versions of Debian packages.
func versionOrder(a, b string) int {
	order := func(s string, i int) int {
		switch {
		case i >= len(s):
			return -1
		case isNumber(s[i]):
			return 0
		case isAlpha(s[i]):
			return int(s[i])
		case s[i] == '~':
			return -2
		}
		return int(s[i]) + 256
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !isNumber(a[i]) || j < len(b) && !isNumber(b[j]) {
			if c := cmp.Compare(order(a, i), order(b, j)); c != 0 {
				return c
			}
			i, j = i+1, j+1
		}
		for i < len(a) && a[i] == '0' {
			i++
		}
		for j < len(b) && b[j] == '0' {
			j++
		}
		si, sj := i, j
		for i < len(a) && isNumber(a[i]) {
			i++
		}
		for j < len(b) && isNumber(b[j]) {
			j++
		}
		if c := cmp.Compare(i-si, j-sj); c != 0 {
			return c
		}
		if c := strings.Compare(a[si:i], b[sj:j]); c != 0 {
			return c
		}
	}
	return 0
}
