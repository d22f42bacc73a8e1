// Package text has the commands that read, cut, join and write lines: cat, head,
// tail, wc, uniq, cut, tr and their like.
//
// They follow GNU coreutils in a UTF-8 locale, and hold no more of a stream in
// memory than the tools that they stand for. A command touches only what its
// Call hands it.
package text

import (
	"context"

	"github.com/aegish/aegish/interp/command"
)

// Family is the name that listings group these commands by.
const Family = "text"

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	offered := []struct {
		name, summary string
		run           func(context.Context, *command.Call) int
	}{
		{"cat", "concatenate files", cat},
		{"head", "show the beginning of files", head},
		{"tail", "show the end of files", tail},
		{"wc", "count lines, words and bytes", wc},
		{"uniq", "leave out or count repeated lines", uniq},
		{"cut", "write parts of lines", cut},
		{"tr", "translate or delete characters", tr},
		{"paste", "join lines of files side by side", paste},
		{"rev", "reverse the characters of lines", rev},
		{"tac", "show files last line first", tac},
		{"comm", "compare two sorted files line by line", comm},
		{"fold", "break long lines", fold},
		{"expand", "write tabs as spaces", expand},
		{"unexpand", "write spaces as tabs", unexpand},
		{"seq", "write a sequence of numbers", seq},
		{"yes", "write a line again and again", yes},
		{"nl", "number lines", nl},
		{"join", "join lines with equal fields", join},
		{"split", "cut a file into pieces", split},
		{"csplit", "cut a file into pieces where lines match", csplit},
		{"shuf", "put lines in random order", shuf},
		{"printf", "write arguments as a format says", printf},
		{"echo", "write arguments on a line", echo},
		{"envsubst", "replace references to environment variables", envsubst},
		{"column", "arrange lines in columns or a table", column},
		{"iconv", "convert between encodings", iconv},
		{"tee", "copy input to output and files", tee},
		{"numfmt", "write numbers in the form that people read", numfmt},
		{"fmt", "fill and join the lines of paragraphs", fmtCommand},
	}
	all := make(map[string]command.Entry, len(offered))
	for _, c := range offered {
		all[c.name] = command.Entry{Command: command.Func(c.run), Summary: c.summary, Family: Family}
	}
	return all
}
