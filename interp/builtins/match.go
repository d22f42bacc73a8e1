package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
)

// matches tells whether a pattern matches all of text. One that takes too many
// steps matches nothing.
func (c *Call) matches(glob, text string) bool {
	ok, err := pattern.Compile(glob, pattern.Options{ExtGlob: c.State.Opts.On(state.ExtGlob), Bytes: c.State.Bytes}).Match(text)
	return ok && err == nil
}

// escapeGlob takes the meaning of its characters away from a pattern.
func escapeGlob(text string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(text)
}
