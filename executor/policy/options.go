package policy

import (
	"slices"
	"strings"
)

// Options are read as getopt_long(3) does: short ones may be bundled, a long
// one may carry its value behind =, options and operands mix, and `--` ends
// the options. Which options take a value is the program's knowledge. A rule
// that lists them under values makes the reading exact; otherwise the word
// behind an option may be its value or an operand, and a letter inside a bundle
// may be an option or part of a value.

// A role is what a word is to a command.
type role int

const (
	operand role = iota
	option
	value   // of the option before it
	either  // value or operand
	endMark // --
)

// roles finds what each word is; words do not include the command's name.
func roles(words []word, values []string) []role {
	list := make([]role, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.unknown:
			list[i] = either
		case w.text == "--":
			list[i] = endMark
			return list // the rest are operands
		case !isOption(w.text):
			list[i] = operand
		default:
			list[i] = option
			if i+1 == len(words) || !awaitsValue(w.text, values) {
				continue
			}
			if values != nil {
				i++
				list[i] = value
			} else if !isOption(words[i+1].text) || words[i+1].unknown {
				i++
				list[i] = either
			}
		}
	}
	return list
}

// endAtOperand puts the mark that ends options in front of the first operand,
// as POSIX has it and as interpreters and wrappers read their words.
func endAtOperand(words []word, values []string) []word {
	list := roles(words, values)
	first := slices.Index(list, operand)
	if end := slices.Index(list, endMark); first < 0 || end >= 0 && end < first {
		return words
	}
	return slices.Insert(slices.Clone(words), first, word{text: "--"})
}

// isOption reports whether a word looks like options. A lone dash is an
// operand.
func isOption(text string) bool { return len(text) > 1 && text[0] == '-' }

// awaitsValue reports whether the word behind an option may be its value: with
// values listed, whether it is.
func awaitsValue(text string, values []string) bool {
	if values == nil {
		return !strings.Contains(text, "=")
	}
	if slices.Contains(values, text) {
		return true
	}
	if strings.HasPrefix(text, "--") {
		return false
	}
	// In a bundle the first letter that takes a value takes what is left of
	// the word, or else the next one.
	at := valueLetter(text, values)
	return at > 0 && at == len(text)-1
}

// valueLetter is the index of the first letter of a bundle that takes a value,
// or 0.
func valueLetter(bundle string, values []string) int {
	for i := 1; i < len(bundle); i++ {
		if slices.Contains(values, "-"+bundle[i:i+1]) {
			return i
		}
	}
	return 0
}

// carries reports whether one of the options is among the words.
func carries(words []word, flags, values []string, open bool) certainty {
	best := no
	if open {
		best = perhaps
	}
	for i, role := range roles(words, values) {
		switch role {
		case endMark:
			return best
		case either:
			if words[i].unknown {
				best = max(best, perhaps)
			}
		case option:
			found := spells(words[i].text, flags, values)
			if values == nil && i > 0 && isOption(words[i-1].text) && !strings.Contains(words[i-1].text, "=") {
				found = min(found, perhaps) // it may be that option's value
			}
			best = max(best, found)
		}
	}
	return best
}

// spells reports whether one word carries one of the options.
func spells(text string, flags, values []string) certainty {
	name, _, _ := strings.Cut(text, "=")
	if slices.Contains(flags, name) {
		return yes
	}
	if strings.HasPrefix(text, "--") {
		for _, flag := range flags {
			if strings.HasPrefix(flag, name) && strings.HasPrefix(flag, "--") {
				return perhaps // an abbreviation, if it is the only one
			}
		}
		return no
	}
	end := len(text)
	if at := valueLetter(text, values); at > 0 {
		end = at + 1
	}
	for i := 1; i < end; i++ {
		if slices.Contains(flags, "-"+text[i:i+1]) {
			if i == 1 || values != nil {
				return yes
			}
			return perhaps
		}
	}
	return no
}

// maxAlignments bounds the work of comparing patterns with operands that may
// be values, in pairs.
const maxAlignments = 1 << 20

// matchOperands compares patterns with the words that are no options. Words
// that may be values of options may be left out.
func matchOperands(patterns []string, words []word, values []string, open bool) certainty {
	var candidates []word
	var optional []bool
	ended := false
	for i, role := range roles(words, values) {
		switch {
		case ended, role == operand:
			candidates, optional = append(candidates, words[i]), append(optional, false)
		case role == either:
			candidates, optional = append(candidates, words[i]), append(optional, true)
		}
		ended = ended || role == endMark
	}
	if !slices.Contains(optional, true) {
		return matchWords(patterns, candidates, open)
	}
	if len(patterns)*len(candidates) > maxAlignments || aligns(patterns, candidates, optional, open) {
		return perhaps
	}
	return no
}

// aligns reports whether the patterns match some choice of the optional words
// and all of the others. reached[j] says that the words so far can be what the
// first j patterns stand for.
func aligns(patterns []string, words []word, optional []bool, open bool) bool {
	reached := make([]bool, len(patterns)+1)
	reached[0] = true
	rest := len(patterns)
	if rest > 0 && patterns[rest-1] == restArguments {
		rest--
	}
	for i, w := range words {
		for j := len(patterns); j >= 0; j-- {
			stays := reached[j] && (optional[i] || j == rest && rest < len(patterns))
			takes := j > 0 && j <= rest && reached[j-1] && matchWord(patterns[j-1], w) != no
			reached[j] = stays || takes
		}
	}
	return reached[rest] || open && slices.Contains(reached, true)
}
