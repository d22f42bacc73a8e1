package files

import (
	"strings"
)

// debugFlags is what -D knows; here nothing is shown for any of them.
const debugFlags = `Valid arguments for -D:
exec       Show diagnostic information relating to -exec, -execdir, -ok and -okdir
opt        Show diagnostic information relating to optimisation
rates      Indicate how often each predicate succeeded
search     Navigate the directory tree verbosely
stat       Trace calls to stat(2) and lstat(2)
time       Show diagnostic information relating to time-of-day and timestamp comparisons
tree       Display the expression tree
all        Set all of the debug flags (but help)
help       Explain the various -D options
`

// options reads what stands before the starts. It returns the rest, or that the
// run ends with a status.
func (f *finder) options(args []string) (rest []string, status int, ends bool) {
	for ; len(args) > 0; args = args[1:] {
		switch args[0] {
		case "-H":
			f.follow = followOperands
		case "-L":
			f.follow = followAll
		case "-P":
			f.follow = followNone
		case "--help", "-help":
			findHelp(f.in)
			return nil, 0, true
		case "--version", "-version":
			f.in.Printf("find (aegish)\n")
			return nil, 0, true
		case "--":
		case "-D":
			if len(args) == 1 {
				return nil, f.in.Usage("Missing argument after the -D option."), true
			}
			args = args[1:]
			if f.debug(args[0]) {
				return nil, 0, true
			}
		default:
			level, ok := strings.CutPrefix(args[0], "-O")
			if !ok {
				return args, 0, false
			}
			if problem := levelProblem(level); problem != "" {
				return nil, f.in.Die("%s", problem), true
			}
		}
	}
	return nil, 0, false
}

// debug reads the list of -D and tells whether it asks for help.
func (f *finder) debug(list string) (help bool) {
	first, _, _ := strings.Cut(list, ",")
	for flag := range strings.SplitSeq(list, ",") {
		switch flag {
		case "help":
			f.in.Printf("%s", debugFlags)
			return true
		case "exec", "opt", "rates", "search", "stat", "time", "tree", "all":
		default:
			f.in.Warn("Ignoring unrecognised debug flag %s", f.in.Quote(first))
		}
	}
	return false
}

// levelProblem is what is wrong with the number of -O.
func levelProblem(level string) string {
	switch _, number := decimal(level, 1<<16); {
	case number:
		return ""
	case level == "":
		return "The -O option must be immediately followed by a decimal integer"
	case level[0] < '0' || level[0] > '9':
		return "Please specify a decimal number immediately after -O"
	}
	return "Invalid optimisation level " + level
}
