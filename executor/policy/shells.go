package policy

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
)

// isShell reports whether a command reads its arguments as sh(1) does.
func isShell(name string) bool {
	return slices.Contains([]string{"sh", "bash", "rbash", "dash", "ash", "ksh", "ksh93", "mksh", "lksh", "oksh", "zsh", "rzsh", "yash"}, name)
}

// shellValues are long options of shells that take a value, a start file.
var shellValues = []string{"--rcfile", "--init-file"}

// shell adds the commands that a shell is given. What it reads elsewhere, from
// a script, from its input or from start files, is not known.
func (s start) shell(name string, words []word) (opaque string) {
	command, startFiles := false, false
	for len(words) > 0 && !words[0].unknown && (words[0].text == "-" || len(words[0].text) > 1 && strings.Contains("-+", words[0].text[:1])) {
		text := words[0].text
		words = words[1:]
		switch {
		case text == "--" || text == "-": // both end the options
		case strings.HasPrefix(text, "--"):
			if text == "--version" || text == "--help" {
				return ""
			}
			startFiles = startFiles || text == "--login"
			if slices.Contains(shellValues, text) {
				startFiles = true
				words = words[min(1, len(words)):]
			}
			continue
		default:
			letters := text[1:]
			command = command || text[0] == '-' && strings.Contains(letters, "c")
			startFiles = startFiles || strings.ContainsAny(letters, "il")
			// Each o and O takes a word of its own, wherever it stands: `-oc NAME TEXT`.
			named := strings.Count(letters, "o") + strings.Count(letters, "O")
			words = words[min(named, len(words)):]
			continue
		}
		break
	}
	switch {
	case command:
		opaque = s.commandString(name, words)
	case len(words) > 0:
		return "it runs the commands of a file"
	case s.command.Stdin == bashast.HereDocument && s.command.Document != "":
		opaque = s.readBy(name, s.command.Document)
	default:
		return "it reads commands from its input"
	}
	if opaque == "" && startFiles {
		opaque = "it reads start files"
	}
	return opaque
}

// commandString adds the commands of sh -c.
func (s start) commandString(name string, words []word) (opaque string) {
	switch {
	case len(words) == 0 && !s.command.Open:
		return ""
	case s.command.Open, words[0].unknown:
		return "the text that it reads as commands is known only when it runs"
	}
	return s.readBy(name, words[0].text)
}

// readBy adds the commands of a text that a shell reads. Only of bash is it
// known how it reads what others do not have.
func (s start) readBy(name, text string) (opaque string) {
	if name != "bash" && !readsAlike(text) {
		return "shells read its text in different ways"
	}
	return s.text(text)
}

// readsAlike reports whether every shell of the Bourne family reads a text as
// bash does: no $, no bracket, and none of the operators that are bash's own.
func readsAlike(text string) bool {
	for _, own := range []string{"&>", "|&", "<<<", ">&", "<>", ";;", ";&", "time", "function", "select", "coproc", "[["} {
		if strings.Contains(text, own) {
			return false
		}
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./:,+%@'\"-;|&<>\n=") == ""
}

// evaluates follows the builtins of bash that run or evaluate their arguments.
func (s start) evaluates(name string, words []word) (opaque string) {
	switch name {
	case "eval":
		return s.eval(words)
	case "trap":
		return s.trap(words)
	case "enable", "hash", "alias", "unalias", "shopt", "set", "complete", "compgen", "bind", "fc":
		return changesReading(name, words)
	case "jobs":
		if slices.ContainsFunc(words, func(w word) bool { return isOption(w.text) && strings.Contains(w.text, "x") }) {
			return "it runs a command"
		}
	case "mapfile", "readarray":
		if slices.ContainsFunc(words, func(w word) bool { return w.unknown || strings.HasPrefix(w.text, "-") && strings.Contains(w.text, "C") }) {
			return "it runs a command for the lines that it reads"
		}
	}
	return subscripts(name, words)
}

// changesReading names the builtins that change what later words mean.
func changesReading(name string, words []word) string {
	const changes = "it changes what later words mean"
	if len(words) == 0 {
		return ""
	}
	switch name {
	case "hash":
		if !slices.ContainsFunc(words, func(w word) bool { return w.unknown || strings.HasPrefix(w.text, "-") && strings.Contains(w.text, "p") }) {
			return ""
		}
	case "set":
		// Options that bash has for scripts; no history, no aliases.
		if !slices.ContainsFunc(words, func(w word) bool {
			return w.unknown || strings.Trim(w.text, "+-aefuxvo") != "" && !slices.Contains([]string{"pipefail", "errexit", "nounset", "xtrace", "noglob", "verbose", "allexport"}, w.text)
		}) {
			return ""
		}
	}
	return changes
}

// eval adds the commands of its arguments, joined.
func (s start) eval(words []word) (opaque string) {
	if len(words) > 0 && words[0].text == "--" && !words[0].unknown {
		words = words[1:]
	}
	var texts []string
	for _, w := range words {
		if w.unknown {
			return "the text that it reads as commands is known only when it runs"
		}
		texts = append(texts, w.text)
	}
	text := strings.Join(texts, " ")
	if strings.Trim(text, " \t\n") == "" {
		return ""
	}
	return s.text(text)
}

// trap adds the commands of its first argument.
func (s start) trap(words []word) (opaque string) {
	if len(words) > 0 && !words[0].unknown && words[0].text == "--" {
		words = words[1:]
	} else if len(words) > 0 && !words[0].unknown && isOption(words[0].text) {
		return "" // -l, -p
	}
	switch {
	case len(words) < 2 && !slices.ContainsFunc(words, func(w word) bool { return w.unknown }):
		return "" // resets a signal, or prints
	case words[0].unknown:
		return "the text that it reads as commands is known only when it runs"
	case words[0].text == "" || words[0].text == "-":
		return ""
	}
	return s.text(words[0].text)
}

// subscripts finds arguments in which bash evaluates an array's subscript, and
// with it command substitutions: `test -v 'a[$(id)]'` runs id. Words that are
// not known do not get to these builtins: the gate refuses them there.
func subscripts(name string, words []word) string {
	switch name {
	case "test", "[", "printf", "read", "unset", "wait", "mapfile", "readarray", "getopts", "export", "readonly",
		"declare", "typeset", "local", "let":
	default:
		return ""
	}
	if slices.ContainsFunc(words, func(w word) bool {
		return strings.Contains(w.text, "[") && strings.ContainsAny(w.text, "$`")
	}) {
		return "it may evaluate an array's subscript"
	}
	return ""
}
