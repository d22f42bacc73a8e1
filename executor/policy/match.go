package policy

import (
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// A certainty says how sure a match is.
type certainty int

// The certainties, in order: the least sure of several conditions counts.
const (
	no certainty = iota
	perhaps
	yes
)

func surely(is bool) certainty {
	if is {
		return yes
	}
	return no
}

// A word is one argument, or the source text of one that is not known.
type word struct {
	text    string
	unknown bool
}

// words gives a command's arguments, its name first, in one of their
// spellings.
func (c Command) words(argv []string) []word {
	list := make([]word, len(argv))
	for i, text := range argv {
		list[i].text = text
	}
	for _, i := range c.Unknown {
		list[i].unknown = true
	}
	return list
}

// restArguments, as the last element of a rule's patterns, stands for any
// number of further arguments, none included.
const restArguments = "**"

// matchWords compares patterns with arguments, one pattern for each. It works
// on the decoded arguments, never on their joined text, which is ambiguous.
// open says that more arguments may follow.
func matchWords(patterns []string, words []word, open bool) certainty {
	sure := yes
	for i, pattern := range patterns {
		if pattern == restArguments && i == len(patterns)-1 {
			return sure
		}
		if i >= len(words) {
			return min(sure, openEnd(open))
		}
		if sure = min(sure, matchWord(pattern, words[i])); sure == no {
			return no
		}
	}
	switch {
	case len(words) > len(patterns):
		return no
	case open:
		return min(sure, perhaps)
	}
	return sure
}

// openEnd is how sure a pattern is that has no argument yet.
func openEnd(open bool) certainty {
	if open {
		return perhaps
	}
	return no
}

func matchWord(pattern string, w word) certainty {
	if !w.unknown {
		return surely(globMatch(pattern, w.text))
	}
	if strings.Trim(pattern, "*") == "" && pattern != "" {
		return yes
	}
	return perhaps
}

// matchAny compares the words with the globs: one match is enough.
func matchAny(globs []string, words []word, open bool) certainty {
	best := openEnd(open)
	for _, w := range words {
		for _, glob := range globs {
			best = max(best, matchWord(glob, w))
		}
	}
	return best
}

// says compares the arguments with a rule's words. A rule that makes an answer
// stricter takes capitals for small letters, too: git, SQL and ssh do. The
// letter of an option stays as it is.
func (c Command) says(r config.Rule, arguments []word) certainty {
	sure := matchAny(r.Words, arguments, c.Open)
	if sure != no || r.Action == config.Allow {
		return sure
	}
	small := make([]word, len(arguments))
	for i, w := range arguments {
		letter := 0
		if isOption(w.text) {
			letter = 2
		}
		small[i] = word{text: w.text[:letter] + strings.ToLower(w.text[letter:])}
	}
	return min(matchAny(r.Words, small, false), perhaps)
}

// mayName reports whether a rule may be about a command of this name. Most rules
// are about others.
func mayName(r config.Rule, words []word) bool {
	switch {
	case len(words) == 0:
		return !r.NamesCommand()
	case r.Match != nil:
		return matchWord(r.Match[0], words[0]) != no || r.Match[0] == restArguments
	case r.Commands != nil:
		return matchAny(r.Commands, words[:1], false) != no
	}
	return true
}

// matches compares the conditions of a rule that are about the command with
// one spelling of it.
func (c Command) matches(r config.Rule, words []word) certainty {
	if r.Piped && c.Stdin != bashast.Pipe {
		return no
	}
	if !r.NamesCommand() {
		return yes
	}
	if len(words) == 0 {
		return no
	}
	sure := matchAny(r.Commands, words[:1], false)
	if r.Match != nil {
		sure = matchWords(r.Match, words, c.Open)
	}
	if sure == no {
		return no
	}
	arguments := words[1:]
	if r.Words != nil {
		sure = min(sure, c.says(r, arguments))
	}
	if r.Leading {
		arguments = endAtOperand(arguments, r.Values)
	}
	if r.Flags != nil {
		sure = min(sure, carries(arguments, r.Flags, r.Values, c.Open))
	}
	if r.Lacks != nil {
		sure = min(sure, yes-carries(arguments, r.Lacks, r.Values, c.Open))
	}
	if r.Operands != nil {
		sure = min(sure, matchOperands(r.Operands, arguments, r.Values, c.Open))
	}
	return sure
}
