package expand

import "unicode/utf8"

// A matcher is a compiled pattern.
type matcher struct {
	text string
}

type patternCache struct{}

func (e *Expander) matcher(text string, sub bool) (*matcher, error) { return &matcher{text}, nil }

func (m *matcher) whole(s string) (bool, error) { return glob(m.text, s), nil }

func glob(p, s string) bool {
	for p != "" {
		switch p[0] {
		case '*':
			for i := 0; i <= len(s); i++ {
				if glob(p[1:], s[i:]) {
					return true
				}
			}
			return false
		case '?':
			if s == "" {
				return false
			}
			_, n := utf8.DecodeRuneInString(s)
			p, s = p[1:], s[n:]
			continue
		case '\\':
			if len(p) > 1 {
				p = p[1:]
			}
		}
		if s == "" || s[0] != p[0] {
			return false
		}
		p, s = p[1:], s[1:]
	}
	return s == ""
}

func (m *matcher) prefix(s string, longest bool) (int, bool, error) {
	if longest {
		for i := len(s); i >= 0; i-- {
			if glob(m.text, s[:i]) {
				return i, true, nil
			}
		}
		return 0, false, nil
	}
	for i := 0; i <= len(s); i++ {
		if glob(m.text, s[:i]) {
			return i, true, nil
		}
	}
	return 0, false, nil
}

func (m *matcher) suffix(s string, longest bool) (int, bool, error) {
	if longest {
		for i := 0; i <= len(s); i++ {
			if glob(m.text, s[i:]) {
				return i, true, nil
			}
		}
		return 0, false, nil
	}
	for i := len(s); i >= 0; i-- {
		if glob(m.text, s[i:]) {
			return i, true, nil
		}
	}
	return 0, false, nil
}

func (m *matcher) find(s string, at int) (int, int, bool, error) {
	for ; at <= len(s); at++ {
		if n, ok, _ := m.prefix(s[at:], true); ok {
			return at, at + n, true, nil
		}
	}
	return 0, 0, false, nil
}

func (e *Expander) globMatcher(text string) (*matcher, error) { return &matcher{text}, nil }

func (m *matcher) path(s string) (bool, error) { return glob(m.text, s), nil }
