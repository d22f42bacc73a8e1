package policy

import "strings"

// A rule with literal = true is about what the text tells, so that it can be
// used where arguments that are known only at run time are everyday. The text
// tells more than its literal words: `"$HOME/.ssh/id"` and `f=/x; cat "$f"` are
// read as far as they can be.

// maxTold bounds how many values of a variable are tried, in the order in which
// the text gives them.
const maxTold = 16

// unheard stands for a value that the text does not tell. No path or argument
// that a rule names has a byte like it.
const unheard = "\x00"

// told gives the words as the text tells them: once, or once for each value
// that the text gives to a variable among them.
func (c Command) told(words []word, home string) [][]word {
	variants, all := 1, [][]word(nil)
	for k := 0; k < variants; k++ {
		list := make([]word, len(words))
		for i, w := range words {
			list[i].text = w.text
			if w.unknown {
				text, values := c.expand(w.text, k, home)
				list[i].text, variants = text, max(variants, min(values, maxTold))
			}
		}
		all = append(all, list)
	}
	return all
}

// expand reads the source of a word with the k-th value of each variable, and
// says how many values the one with the most has.
func (c Command) expand(source string, k int, home string) (text string, values int) {
	var b strings.Builder
	for source != "" {
		first := source[0]
		source = source[1:]
		if first != '$' {
			if !strings.ContainsRune(`"'\`, rune(first)) {
				b.WriteByte(first)
			}
			continue
		}
		source = strings.TrimPrefix(source, "{")
		end := 0
		for end < len(source) && isNameByte(source[end]) {
			end++
		}
		known := c.given[source[:end]]
		switch {
		case len(known) > 0:
			b.WriteString(known[min(k, len(known)-1)])
			values = max(values, len(known))
		case source[:end] == "HOME" && home != "":
			b.WriteString(home)
		default:
			b.WriteString(unheard)
		}
		source = strings.TrimPrefix(source[end:], "}")
	}
	return b.String(), values
}

func isNameByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// closed is the command without the arguments and directories that the text
// does not tell. Where it may be anywhere, it is taken to be at home, or where
// only patterns that begin with /**/ find it.
func (c Command) closed(home string) Command {
	c.Open = false
	if len(c.Dirs) == 0 {
		c.Dirs = []string{"/" + unheard}
		if home != "" {
			c.Dirs = append(c.Dirs, home)
		}
	}
	return c
}

// given collects the literal values that a text gives to variables.
func given(commands []Command) map[string][]string {
	values := map[string][]string{}
	for _, c := range commands {
		for _, a := range c.Assignments {
			if !a.Unknown && !a.Append && len(values[a.Name]) < maxTold {
				values[a.Name] = append(values[a.Name], a.Value)
			}
		}
	}
	return values
}
