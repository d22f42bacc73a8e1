package executor

import (
	"slices"
	"strings"
)

// localeVars choose the character set that bash reads a command in
// (locale(7)); of the categories only LC_CTYPE does.
var localeVars = [...]string{"LC_ALL", "LC_CTYPE", "LANG"}

// withReadableLocale leaves out a choice of character set other than ASCII or
// UTF-8. The gate reads bytes; under GBK, for one, a backslash can be the
// second half of a character, so that bash sees a separator where the gate saw
// an escaped one, and in single-byte sets a byte above 127 can be a blank.
func withReadableLocale(env []string) []string {
	return slices.DeleteFunc(env, func(entry string) bool {
		name, value, _ := strings.Cut(entry, "=")
		return slices.Contains(localeVars[:], name) && !readableLocale(value)
	})
}

// readableLocale recognizes the locales C and POSIX, and any with the code set
// UTF-8, as setlocale(3) takes them: language[_territory][.codeset][@modifier].
func readableLocale(value string) bool {
	switch value {
	case "", "C", "POSIX":
		return true
	}
	name, _, _ := strings.Cut(value, "@")
	_, codeset, ok := strings.Cut(name, ".")
	codeset = strings.ToLower(strings.ReplaceAll(codeset, "-", ""))
	return ok && codeset == "utf8" && !strings.Contains(value, "/")
}
