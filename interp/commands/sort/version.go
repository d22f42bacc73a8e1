package sort

// compareVersions orders texts with numbers in them (filevercmp of gnulib):
// files that begin with a dot come first, and suffixes such as .tar.gz count
// only when the rest is equal.
func compareVersions(a, b []byte) int {
	switch {
	case len(a) == 0 && len(b) == 0:
		return 0
	case len(a) == 0:
		return -1
	case len(b) == 0:
		return 1
	case a[0] == '.' && b[0] != '.':
		return -1
	case a[0] != '.' && b[0] == '.':
		return 1
	}
	for _, special := range []string{".", ".."} {
		switch x, y := string(a) == special, string(b) == special; {
		case x && y:
			return 0
		case x:
			return -1
		case y:
			return 1
		}
	}
	i, j := stem(a), stem(b)
	c := compareParts(a[:i], b[:j])
	if c != 0 || i == len(a) && j == len(b) {
		return c
	}
	return compareParts(a, b)
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// stem is the length of the text without suffixes, each a dot, a letter or
// tilde, and letters, digits and tildes.
func stem(b []byte) int {
	end := 0
	for i := 0; i < len(b); {
		if b[i] != '.' || i+1 >= len(b) || !letter(b[i+1]) && b[i+1] != '~' {
			i++
			end = i
			continue
		}
		i += 2
		for i < len(b) && (letter(b[i]) || digit(b[i]) || b[i] == '~') {
			i++
		}
	}
	return end
}

// rank is the place of a byte that is no digit: the end of the text and digits
// before letters, a tilde before everything, other bytes after letters.
func rank(b []byte, i int) int {
	switch {
	case i >= len(b):
		return -1
	case digit(b[i]):
		return 0
	case letter(b[i]):
		return int(b[i])
	case b[i] == '~':
		return -2
	}
	return int(b[i]) + 256
}

func compareParts(a, b []byte) int {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !digit(a[i]) || j < len(b) && !digit(b[j]) {
			if c := rank(a, i) - rank(b, j); c != 0 {
				return c
			}
			i++
			j++
		}
		for i < len(a) && a[i] == '0' {
			i++
		}
		for j < len(b) && b[j] == '0' {
			j++
		}
		first := 0
		for i < len(a) && j < len(b) && digit(a[i]) && digit(b[j]) {
			if first == 0 {
				first = int(a[i]) - int(b[j])
			}
			i++
			j++
		}
		switch {
		case i < len(a) && digit(a[i]):
			return 1
		case j < len(b) && digit(b[j]):
			return -1
		case first != 0:
			return first
		}
	}
	return 0
}
