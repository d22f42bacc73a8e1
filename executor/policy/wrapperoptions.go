package policy

import (
	"slices"
	"strings"
)

// foundOptions are what a wrapper's options say.
type foundOptions struct {
	quiet   bool   // nothing is started
	shell   bool   // a shell is, or commands are read from a word
	chdir   string // the command runs there
	replace string // xargs puts arguments in place of it
	counted bool   // xargs is told how many arguments it adds, which may undo replace
}

// options reads the options in front of a wrapper's operands, as POSIX demands
// of a command that starts another: the first operand ends them.
func (w wrapper) options(words []word) (rest []word, found foundOptions, opaque string) {
	const strange = "an option is not known here"
	for len(words) > 0 {
		first := words[0]
		switch {
		case first.unknown:
			return words, found, ""
		case first.text == "--":
			return w.afterDash(words[1:]), found, ""
		case !isOption(first.text):
			return w.afterDash(words), found, ""
		case w.numeric && isNumber(first.text[1:]):
			words = words[1:]
			continue
		}
		used, ok := 0, false
		if strings.HasPrefix(first.text, "--") {
			used, ok = w.longOption(words, &found)
		} else {
			used, ok = w.shortOptions(words, &found)
		}
		if !ok || used > len(words) {
			return nil, found, strange
		}
		words = words[used:]
	}
	return nil, found, ""
}

// afterDash leaves out the lone dash that env takes for -i.
func (w wrapper) afterDash(words []word) []word {
	if w.dash && len(words) > 0 && words[0].text == "-" {
		return words[1:]
	}
	return words
}

// longOption reads one long option and says how many words it takes.
func (w wrapper) longOption(words []word, found *foundOptions) (used int, ok bool) {
	name, value, attached := strings.Cut(words[0].text[2:], "=")
	has := func(list string) bool { return slices.Contains(strings.Fields(list), name) }
	used = 1
	switch {
	case len(name) < 2:
		return 0, false
	case has(w.quiet):
		found.quiet = true
	case has(w.shells):
		found.shell = true
	case has(w.long):
		if attached {
			return 0, false
		}
	case has(w.longOpt):
		if name == "replace" {
			found.replace = valueOr(value, "{}")
		}
		found.counted = found.counted || name == "max-lines"
	case has(w.longVal):
		if !attached {
			if used = 2; len(words) < 2 || words[1].unknown {
				return 0, false
			}
			value = words[1].text
		}
		if name == "chdir" {
			found.chdir = value
		}
		found.counted = found.counted || name == "max-args"
	default:
		return 0, false
	}
	return used, true
}

// shortOptions reads one word of short options and says how many words it
// takes.
func (w wrapper) shortOptions(words []word, found *foundOptions) (used int, ok bool) {
	text := words[0].text
	for i := 1; i < len(text); i++ {
		letter := text[i : i+1]
		attached := text[i+1:]
		switch {
		case slices.Contains(strings.Fields(w.quiet), letter):
			found.quiet = true
		case slices.Contains(strings.Fields(w.shells), letter):
			found.shell = true
		case strings.Contains(w.short, letter):
		case strings.Contains(w.optional, letter):
			if letter == "i" {
				found.replace = valueOr(attached, "{}")
			}
			found.counted = found.counted || letter == "l"
			return 1, true
		case strings.Contains(w.value, letter):
			used = 1
			if attached == "" {
				if used = 2; len(words) < 2 || words[1].unknown {
					return 0, false
				}
				attached = words[1].text
			}
			switch letter {
			case "C", "D":
				found.chdir = attached
			case "I":
				found.replace = valueOr(attached, "{}")
			case "L", "n":
				found.counted = true
			}
			return used, true
		default:
			return 0, false
		}
	}
	return 1, true
}

func valueOr(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
