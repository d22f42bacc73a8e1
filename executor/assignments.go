package executor

import (
	"slices"
	"strings"
)

// maxAssigned bounds how many names one record holds.
const maxAssigned = 16

// assignedNames finds, in the order of their appearance and each once, the
// names that a text seems to assign with NAME= or NAME+= and that dangerous
// answers yes to. A variable that exists for one command only never comes back
// in a report, so the text is all there is to see of it.
//
// It reads words, not grammar: `echo LD_AUDIT=x` is one more for the record,
// while `env`, `export` and a name split by a line continuation are not missed.
// It decides nothing.
func assignedNames(text string, dangerous func(name string) bool) []string {
	text = strings.ReplaceAll(text, "\\\n", "")
	var names []string
	for at := 0; len(names) < maxAssigned; {
		equals := strings.IndexByte(text[at:], '=')
		if equals < 0 {
			break
		}
		end := at + equals
		at = end + 1
		end -= len(text[:end]) - len(strings.TrimSuffix(text[:end], "+"))
		name := trailingName(text[:end])
		if name != "" && dangerous(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// trailingName is the shell name that a text ends in, or nothing.
func trailingName(text string) string {
	start := len(text)
	for start > 0 && isNameByte(text[start-1]) {
		start--
	}
	if start < len(text) && '0' <= text[start] && text[start] <= '9' {
		return ""
	}
	return text[start:]
}

func isNameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
