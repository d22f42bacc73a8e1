package builtins

import (
	"path"
	"strings"
)

// matches tells whether a pattern matches all of text. A pattern that is none
// matches itself.
func matches(glob, text string) bool {
	ok, err := path.Match(glob, text)
	if err != nil {
		return glob == text
	}
	return ok
}

// escapeGlob takes the meaning of its characters away from a pattern.
func escapeGlob(text string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(text)
}
