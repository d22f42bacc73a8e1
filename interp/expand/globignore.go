package expand

import "strings"

// ignore reads GLOBIGNORE.
func (g *globber) ignore() {
	v := g.e.variable("GLOBIGNORE")
	value, ok := v.Value()
	if !ok || value == "" {
		return
	}
	for _, p := range cutIgnore(value) {
		if g.e.Host.Step(1) != nil {
			return // the next Step tells
		}
		var parts []*matcher
		for p != "" {
			text, _, rest := cutComponent(p)
			m, err := g.e.globMatcher(text)
			if err != nil {
				return
			}
			parts, p = append(parts, m), rest
		}
		if parts != nil {
			g.ignored = append(g.ignored, parts)
		}
	}
	// bash switches dotglob on as long as GLOBIGNORE has a value.
	g.dot = true
}

// cutIgnore cuts GLOBIGNORE at colons that no backslash quotes and that stand
// in no bracket expression.
func cutIgnore(s string) []string {
	var out []string
	start, bracket := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			bracket = strings.IndexByte(s[i+1:], ']') >= 0
		case c == ']':
			bracket = false
		case c == ':' && !bracket:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// filter drops what GLOBIGNORE names, and . and .. with it.
func (g *globber) filter(names []string) ([]string, error) {
	if len(g.ignored) == 0 {
		return names, nil
	}
	out := names[:0]
	for _, name := range names {
		keep := true
		last := name[strings.LastIndexByte(name, '/')+1:]
		if last == "." || last == ".." {
			keep = false
		}
		if err := g.e.Host.Step(len(g.ignored)); err != nil {
			return nil, err
		}
		for _, parts := range g.ignored {
			ok, err := matchParts(parts, name)
			if err != nil {
				return nil, err
			}
			keep = keep && !ok
		}
		if keep {
			out = append(out, name)
		}
	}
	return out, nil
}

// matchParts matches a name component by component, as no star of GLOBIGNORE
// matches a slash, except for one at its end: that takes all that follows.
func matchParts(parts []*matcher, name string) (bool, error) {
	names := strings.Split(name, "/")
	if len(names) < len(parts) || len(names) > len(parts) && !open(parts[len(parts)-1].text) {
		return false, nil
	}
	for i, m := range parts {
		if ok, err := m.whole(names[i]); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// open tells whether the wildcards at the end of a pattern match any text.
func open(pattern string) bool {
	before := strings.TrimRight(pattern, "*?")
	return strings.Contains(pattern[len(before):], "*")
}
