// Package compare has the commands that compare files, cmp and diff, and patch.
//
// diff finds the same scripts as GNU diff: the same algorithm with the same
// bounds.
// patch takes unified, context and normal diffs, with what git adds to them, and
// what diff -e writes. It does not merge.
package compare

import (
	"github.com/aegish/aegish/interp/command"
)

// trouble is the status when the files could not be compared.
const trouble = 2

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{
		"cmp":   {Command: command.Func(cmp), Summary: "compare two files byte by byte", Family: "text"},
		"diff":  {Command: command.Func(diff), Summary: "compare files line by line", Family: "text"},
		"patch": {Command: command.Func(patch), Summary: "apply a diff to files", Family: "text"},
	}
}
