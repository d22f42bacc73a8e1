package builtins

import "strings"

// quoteSingle puts text into single quotes as bash lists aliases and traps:
// never as $'...'.
func quoteSingle(text string) string {
	if text == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
