package policy

// globMatch matches one argument against one pattern: `*` is any run of
// bytes, `/` included, `?` one byte, `[...]` a set with ranges and a leading
// `!` or `^`, and a backslash takes the next byte literally. An unclosed `[`
// is itself. The time is bounded by len(pattern) * len(s): only the last star
// is ever retried.
func globMatch(pattern, s string) bool {
	p, i := 0, 0
	star, mark := -1, 0
	for i < len(s) {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p, i
			p++
			continue
		}
		if width, ok := matchOne(pattern[p:], s[i]); ok {
			p += width
			i++
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		p, i = star+1, mark
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// matchOne matches one byte against the pattern's first element and gives the
// element's width.
func matchOne(pattern string, c byte) (int, bool) {
	if pattern == "" {
		return 0, false
	}
	switch pattern[0] {
	case '?':
		return 1, true
	case '[':
		if width, in, ok := matchSet(pattern, c); ok {
			return width, in
		}
	case '\\':
		if len(pattern) > 1 {
			return 2, pattern[1] == c
		}
	}
	return 1, pattern[0] == c
}

// matchSet matches a byte against a bracket expression; ok is false when the
// bracket is not closed.
func matchSet(pattern string, c byte) (width int, in, ok bool) {
	i := 1
	negate := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negate {
		i++
	}
	for first := true; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			return i + 1, in != negate, true
		}
		low := pattern[i]
		i++
		high := low
		if i+1 < len(pattern) && pattern[i] == '-' && pattern[i+1] != ']' {
			high = pattern[i+1]
			i += 2
		}
		if low <= c && c <= high {
			in = true
		}
	}
	return 0, false, false
}
