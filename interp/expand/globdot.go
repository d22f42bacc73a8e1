package expand

import "strings"

// matches tells whether a name matches the pattern of a component. A dot at the
// start has to stand in the pattern; with dotglob that is so for . and .. alone.
func (g *globber) matches(c *component, name string) (bool, error) {
	if name[0] != '.' || g.dot && name != "." && name != ".." {
		return c.match.whole(name)
	}
	for _, m := range c.dots {
		if ok, err := m.whole(name); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// Bounds of dotted: the patterns that it gives, and those that it looks at.
const (
	maxDotted = 64
	maxLooked = 1000
)

// dotted gives patterns that begin with a dot and together match what text
// matches with one: text itself, or the alternatives of an extended pattern in its
// place.
func dotted(text string, ext bool) []string {
	d := dotFinder{ext: ext}
	d.find(text)
	return d.found
}

type dotFinder struct {
	ext    bool
	looked int
	found  []string
}

func (d *dotFinder) find(text string) {
	if d.looked++; d.looked > maxLooked || len(d.found) == maxDotted {
		return
	}
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\.`) {
		d.found = append(d.found, text)
		return
	}
	if !d.ext || len(text) < 3 || text[1] != '(' || strings.IndexByte("?*+@", text[0]) < 0 {
		return
	}
	alternatives, end := alternatives(text)
	if end < 0 {
		return
	}
	rest := text[end:]
	for _, alt := range alternatives {
		switch {
		case alt == "":
			d.find(rest)
		case text[0] == '*' || text[0] == '+':
			d.find(alt + "*" + text[1:])
		default:
			d.find(alt + rest)
		}
	}
	if text[0] == '?' || text[0] == '*' {
		d.find(rest)
	}
}

// alternatives are those of the extended pattern that text begins with, and where
// it ends; -1 if it does not.
func alternatives(text string) (list []string, end int) {
	depth, start := 0, 2
	for i := 2; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '(':
			depth++
		case c == '|' && depth == 0:
			list = append(list, text[start:i])
			start = i + 1
		case c == ')' && depth > 0:
			depth--
		case c == ')':
			return append(list, text[start:i]), i + 1
		}
	}
	return nil, -1
}
