package archives

import (
	"slices"
	"strings"
)

// warningWords are the keywords of --warning. What a word stands for is said,
// unless the word was turned off.
var warningWords = []string{"all", "alone-zero-block", "bad-dumpdir", "cachedir", "contiguous-cast", "file-changed", "file-ignored", "file-removed", "file-shrank", "file-unchanged",
	"filename-with-nuls", "ignore-archive", "ignore-newer", "new-directory", "rename-directory", "symlink-cast", "timestamp", "unknown-cast", "unknown-keyword", "xdev",
	"decompress-program", "existing-file", "xattr-write", "record-size", "failed-read"}

// defaultWarnings are those that are said when no option is given.
func defaultWarnings() map[string]bool {
	on := map[string]bool{}
	for _, w := range warningWords[1:] {
		on[w] = !slices.Contains([]string{"decompress-program", "existing-file"}, w)
	}
	return on
}

// warning is --warning: a keyword, with "no-" in front to turn it off.
func (a *archiver) warning(text string) int {
	word, off := strings.CutPrefix(text, "no-")
	if word == "none" {
		word, off = "all", !off
	}
	if matches := slices.DeleteFunc(slices.Clone(warningWords), func(w string) bool { return word == "" || !strings.HasPrefix(w, word) }); len(matches) == 1 {
		word = matches[0]
	}
	if !slices.Contains(warningWords, word) {
		return a.badWord("warning", text, warningWords...)
	}
	for _, w := range warningWords[1:] {
		if word == "all" || word == w {
			a.warnings[w] = !off
		}
	}
	return 0
}

// note says something that is no failure, unless its keyword was turned off.
func (a *archiver) note(keyword, format string, args ...any) {
	if a.warnings[keyword] {
		a.out.Flush()
		a.call.Errorf(format, args...)
	}
}

// Warn implements tarfile.Reporter.
func (a *archiver) Warn(keyword, text string) { a.note(keyword, "%s", text) }

// Error implements tarfile.Reporter.
func (a *archiver) Error(text string) { a.warn("%s", text) }
