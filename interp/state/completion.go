package state

// A Completion is a specification that complete made (bash(1), Programmable
// Completion). It is not changed once it is in Shell.Completions: replace it.
type Completion struct {
	Actions []string // -A, in bash's order
	Options []string // -o, in bash's order
	Glob    string   // -G
	Words   string   // -W
	Prefix  string   // -P
	Suffix  string   // -S
	Filter  string   // -X
	Func    string   // -F
	Command string   // -C
	// Given holds the letters of the options above that were given, also
	// with an empty value.
	Given string
}

// size is what it takes, in bytes.
func (c *Completion) size() int {
	n := len(c.Glob) + len(c.Words) + len(c.Prefix) + len(c.Suffix) + len(c.Filter) + len(c.Func) + len(c.Command)
	return 200 + n + TextBytes(c.Actions) + TextBytes(c.Options)
}

// The names in Shell.Completions of what no command is called: complete -E, -D
// and -I.
const (
	CompleteEmpty   = "_EmptycmD_"
	CompleteDefault = "_DefaultCmD_"
	CompleteInitial = "_InitialWorD_"
)
