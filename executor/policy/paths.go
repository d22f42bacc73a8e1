package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// Paths are judged by their text: made absolute by the directories in which
// the command may run, and cleaned. Where symbolic links lead is not looked at.

// matchPath compares one path pattern with an absolute, clean path. `*` and `?`
// stay within one component, `**` does not, and a last `/**` matches the
// directory itself, too.
func matchPath(pattern, name, home string) bool {
	if rest, ok := strings.CutPrefix(pattern, "~"); ok {
		if home == "" {
			return false
		}
		pattern = path.Clean(home) + rest
	}
	if dir, ok := strings.CutSuffix(pattern, "/**"); ok && matchComponents(dir, name) {
		return true
	}
	return matchComponents(pattern, name)
}

// matchComponents compares component by component; `**` stands for any number
// of them.
func matchComponents(pattern, name string) bool {
	return !differs(pattern, name) && compareComponents(pattern, name)
}

func compareComponents(pattern, name string) bool {
	patterns, names := components(pattern), components(name)
	reached := make([]bool, len(names)+1) // the patterns so far can be the first i components
	reached[0] = true
	for _, p := range patterns {
		if p == "**" {
			for i := 1; i <= len(names); i++ {
				reached[i] = reached[i] || reached[i-1]
			}
			continue
		}
		for i := len(names); i >= 1; i-- {
			reached[i] = reached[i-1] && globMatch(p, names[i-1])
		}
		reached[0] = false
	}
	return reached[len(names)]
}

// differs tells most paths from a pattern without taking them apart: what stands
// in front of the first glob, and the last component.
func differs(pattern, name string) bool {
	start := pattern
	if glob := strings.IndexAny(pattern, `*?[\`); glob >= 0 {
		start = pattern[:glob]
	}
	if !strings.HasPrefix(name, strings.TrimSuffix(start, "/")) {
		return true
	}
	last := path.Base(pattern)
	return last != "**" && last != "/" && !globMatch(last, path.Base(name))
}

// components splits a path; the root has one, which is empty.
func components(name string) []string { return strings.Split(strings.TrimSuffix(name, "/"), "/") }

// under reports whether a path, as a command in one of dirs would find it,
// matches one of the patterns: in all of dirs, in some, or in none.
func under(patterns []string, name string, dirs []string, home string) certainty {
	if path.IsAbs(name) {
		return surely(anyPath(patterns, path.Clean(name), home))
	}
	if len(dirs) == 0 {
		return perhaps
	}
	hits := 0
	for _, dir := range dirs {
		if anyPath(patterns, path.Join(dir, name), home) {
			hits++
		}
	}
	switch hits {
	case 0:
		return no
	case len(dirs):
		return yes
	}
	return perhaps
}

func anyPath(patterns []string, name, home string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matchPath(p, name, home) })
}

// touches reports whether a command's operands are among a rule's paths. One
// of them is enough for a rule that makes an answer stricter. Where the rule
// names words, paths are looked for in those.
func (c Command) touches(r config.Rule, words []word, home string) certainty {
	best := openEnd(c.Open)
	if r.Words != nil {
		words = slices.DeleteFunc(slices.Clone(words), func(w word) bool {
			return (Command{}).says(r, []word{w}) == no && w != words[0]
		})
	}
	for _, candidate := range candidates(words, r.Values) {
		if candidate.unknown {
			best = max(best, perhaps)
			continue
		}
		best = max(best, under(r.Paths, candidate.text, c.Dirs, home))
	}
	return best
}

// confined reports whether everything that may be a path among a command's
// arguments surely is among a rule's paths, for a rule that allows. A command
// without operands works on its directory.
func (c Command) confined(r config.Rule, words []word, home string) bool {
	list := candidates(words, r.Values)
	if len(list) == 0 {
		list = []word{{text: "."}}
	}
	if c.Open {
		return false
	}
	for _, w := range words[1:] {
		if r.Values == nil && isOption(w.text) && len(w.text) > 2 && !strings.HasPrefix(w.text, "--") {
			return false // -tDIR, or a bundle of letters
		}
	}
	return !slices.ContainsFunc(list, func(w word) bool {
		return w.unknown || under(r.Paths, w.text, c.Dirs, home) != yes
	})
}

// candidates are the words, and parts of words, that may name a file: operands,
// values of options (--file=PATH, -fPATH), and what stands behind one of the
// marks (of=PATH, -d @PATH, file://PATH, -v PATH:PATH).
func candidates(words []word, values []string) []word {
	var list []word
	ended := false
	for _, w := range words[1:] {
		switch {
		case w.unknown:
			list = append(list, w)
			continue
		case !ended && w.text == "--":
			ended = true
			continue
		case ended || !isOption(w.text):
			list = append(list, w)
		case !strings.HasPrefix(w.text, "--") && len(w.text) > 2:
			list = append(list, attached(w.text, values)...)
		}
		list = append(list, marked(w.text)...)
	}
	return list
}

// maxBundle is how many letters of options in one word are thought to stand in
// front of a value, and maxMarked how many parts of one word are looked at.
// Beyond that the word is taken for one that is not known.
const maxBundle, maxMarked = 16, 64

// attached are the values that a word of short options may hold: behind the
// letter that takes one or, where that is not known, behind any.
func attached(text string, values []string) []word {
	if values != nil {
		if at := valueLetter(text, values); at > 0 && at+1 < len(text) {
			return []word{{text: text[at+1:]}}
		}
		return nil
	}
	var list []word
	for at := 2; at < len(text) && at <= maxBundle && isNameByte(text[at-1]); at++ {
		list = append(list, word{text: text[at:]})
	}
	return list
}

// marks stand between names of files in one word.
const marks = "=:,@"

// marked are the parts of a word between marks, and all that is behind the
// first =.
func marked(text string) []word {
	if !strings.ContainsAny(text, marks) {
		return nil
	}
	var list []word
	if _, behind, ok := strings.Cut(text, "="); ok && behind != "" {
		list = append(list, word{text: behind})
	}
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
		if i == maxMarked {
			return append(list, word{text: text, unknown: true})
		}
		if !isOption(part) {
			list = append(list, word{text: part})
		}
	}
	return list
}

// direction reports whether a rule is about this kind of redirection.
func direction(access config.PathAccess, d bashast.Direction) bool {
	reads := d == bashast.Read || d == bashast.ReadWrite
	writes := d == bashast.Write || d == bashast.Append || d == bashast.ReadWrite
	switch access {
	case config.AccessRead:
		return reads
	case config.AccessWrite:
		return writes
	}
	return reads || writes
}

// harmless are files that may be redirected to and from whatever the policy.
var harmless = [...]string{"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"}

// opensFile reports whether a redirection opens a file that has to be judged.
func opensFile(r bashast.Redirection) bool {
	return direction(config.AccessAny, r.Direction) && !slices.Contains(harmless[:], path.Clean(r.Path))
}
