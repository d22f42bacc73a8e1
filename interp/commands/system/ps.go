package system

import (
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// ps is that of procps in its two syntaxes, over the processes of the session:
// its shells, subshells and jobs. All of them are the user's, have no terminal
// and have used no processor time that is known.
func ps() gnu.Program {
	return gnu.Program{
		Summary: "list the shells, subshells and jobs of the session",
		Usage:   "[OPTION]...",
		Bare:    true,
		Main:    runPS,
	}
}

const psHelp = `Usage: ps [OPTION]...
List the shells, subshells and jobs of the session; none of them is a process of
the host. Without an option that selects, all of them.

  -A, -e, -a, -d, a, x       all
  -p, --pid LIST, LIST       those with these numbers
  --ppid LIST                those with these parents
  -g, --group, -s LIST       those of these process groups, or sessions
  -C LIST                    those that run these commands
  -u, -U, --user LIST        those of these users
  -N, --deselect             those that were not selected
  r                          those that run
  -f, -F, -l, -ly, -j        more columns; f has no effect
  u, l, j                    likewise
  -o, o, --format LIST       these columns; NAME=TITLE, NAME:WIDTH
  -O, O LIST                 the default with these columns
  -k, k, --sort LIST         sort by columns, in descending order with a -
  h, --no-headers            no titles
  -w, -ww, -H, --forest, c   accepted
      --help                 display this help and exit
  -V, --version              output version information and exit
`

// A psQuery is what the options come to.
type psQuery struct {
	in       *gnu.Invocation
	tasks    []command.Task
	wanted   []func(t *command.Task) bool
	deselect bool
	running  bool
	user     bool // a u for columns
	bsd      bool // options without a dash
	full     bool
	extra    bool
	long     bool
	noFlags  bool // -y
	jobs     bool
	noTitles bool
	formats  []psShown
	insert   []psShown
	sort     []psKey
	done     bool
	status   int
}

// A psKey is a column to sort by.
type psKey struct {
	field *psField
	down  bool
}

// psProblem is an error of usage.
type psProblem string

func (e psProblem) Error() string { return string(e) }

func runPS(_ context.Context, in *gnu.Invocation) int {
	q := &psQuery{in: in}
	if in.Tasks != nil {
		q.tasks = in.Tasks()
	}
	for args := in.Operands; len(args) > 0 && !q.done; {
		rest, err := q.argument(args[0], args[1:])
		if err != nil {
			_ = in.Out.Flush() // Finish reports its error
			fmt.Fprintf(in.Stderr, "error: %s\n\nUsage:\n ps [options]\n\n Try 'ps --help' for additional help text.\n", err)
			return 1
		}
		args = rest
	}
	if q.done {
		return q.status
	}
	chosen := q.choose()
	q.order(chosen)
	q.show(chosen)
	if len(chosen) == 0 {
		return 1
	}
	return 0
}

// argument reads one argument; what options take may be in the next one.
func (q *psQuery) argument(arg string, rest []string) ([]string, error) {
	switch {
	case strings.HasPrefix(arg, "--"):
		return q.longOption(arg[2:], rest)
	case len(arg) > 1 && arg[0] == '-':
		saved := *q
		left, err := q.letters(arg[1:], rest, q.unix)
		if err == nil {
			return left, nil
		}
		// -aux and its like are meant as the options without a dash.
		if strings.Contains(arg, "x") && strings.Trim(arg[1:], "auxwfjlr") == "" {
			*q = saved
			return q.letters(arg[1:], rest, q.plain)
		}
		return nil, err
	case arg != "" && '0' <= arg[0] && arg[0] <= '9':
		q.bsd = true
		return rest, q.pids(arg)
	}
	q.bsd = true
	return q.letters(arg, rest, q.plain)
}

// A psOption handles a letter. value returns the rest of the argument, or the
// next one.
type psOption func(letter byte, value func(what string) (string, error)) error

func (q *psQuery) letters(bundle string, rest []string, option psOption) ([]string, error) {
	for i := 0; i < len(bundle); i++ {
		taken := false
		err := option(bundle[i], func(what string) (string, error) {
			taken = true
			if i+1 < len(bundle) {
				return bundle[i+1:], nil
			}
			if len(rest) == 0 {
				return "", psProblem(what)
			}
			value := rest[0]
			rest = rest[1:]
			return value, nil
		})
		if err != nil || taken {
			return rest, err
		}
	}
	return rest, nil
}

// unix handles the options with a dash.
func (q *psQuery) unix(letter byte, value func(string) (string, error)) error {
	switch letter {
	case 'A', 'e', 'a', 'd':
		q.wanted = append(q.wanted, func(*command.Task) bool { return true })
	case 'f':
		q.full = true
	case 'F':
		q.full, q.extra = true, true
	case 'l':
		q.long = true
	case 'y':
		q.noFlags = true
	case 'j':
		q.jobs = true
	case 'N':
		q.deselect = true
	case 'w', 'H', 'c', 'M', 'P':
	case 'V':
		q.version()
	case 'o':
		return taking(value, "format specification must follow -o", q.format)
	case 'O':
		return taking(value, "format or sort specification must follow -O", q.inserted)
	case 'p', 'q':
		return taking(value, "list of process IDs must follow -"+string(rune(letter)), q.pids)
	case 'C':
		return taking(value, "list of command names must follow -C", q.commands)
	case 'u', 'U':
		return taking(value, "list of users must follow -"+string(rune(letter)), q.users)
	case 'g', 's':
		return taking(value, "list of session leaders OR effective group names must follow -g", q.groups)
	case 'k':
		q.bsd = true
		return taking(value, "long sort specification must follow 'k'", q.sorting)
	default:
		return psProblem("unsupported SysV option")
	}
	return nil
}

// plain handles the options without a dash.
func (q *psQuery) plain(letter byte, value func(string) (string, error)) error {
	q.bsd = true
	switch letter {
	case 'a', 'x':
		q.wanted = append(q.wanted, func(*command.Task) bool { return true })
	case 'u':
		q.user = true
	case 'l':
		q.long = true
	case 'j':
		q.jobs = true
	case 'r':
		q.running = true
	case 'h':
		q.noTitles = true
	case 'w', 'f', 'c', 'e', 'T', 'g', 'S', 'n':
	case 'V':
		q.version()
	case 'o':
		return taking(value, "format specification must follow o", q.format)
	case 'O':
		return taking(value, "format or sort specification must follow O", q.inserted)
	case 'p', 'q':
		return taking(value, "list of process IDs must follow p", q.pids)
	case 'U':
		return taking(value, "list of users must follow U", q.users)
	case 'k':
		return taking(value, "long sort specification must follow 'k'", q.sorting)
	default:
		return psProblem("unsupported option (BSD syntax)")
	}
	return nil
}

// taking hands the value of an option on.
func taking(value func(string) (string, error), missing string, use func(string) error) error {
	text, err := value(missing)
	if err != nil {
		return err
	}
	return use(text)
}

func (q *psQuery) longOption(text string, rest []string) ([]string, error) {
	name, given, has := strings.Cut(text, "=")
	value := func(what string) (string, error) {
		if has {
			return given, nil
		}
		if len(rest) == 0 {
			return "", psProblem(what)
		}
		given, rest = rest[0], rest[1:]
		return given, nil
	}
	var err error
	switch name {
	case "help":
		q.in.Out.WriteString(psHelp)
		q.done = true
	case "version":
		q.version()
	case "format":
		err = taking(value, "format specification must follow --format", q.format)
	case "pid", "quick-pid":
		err = taking(value, "list of process IDs must follow --"+name, q.pids)
	case "ppid":
		err = taking(value, "list of process IDs must follow --ppid", q.parents)
	case "user", "User":
		err = taking(value, "list of users must follow --"+name, q.users)
	case "group", "sid":
		err = taking(value, "list of groups must follow --"+name, q.groups)
	case "sort":
		err = taking(value, "long sort specification must follow --sort", q.sorting)
	case "deselect":
		q.deselect = true
	case "no-headers", "no-headings", "no-heading", "noheader", "noheaders", "noheading", "noheadings":
		q.noTitles = true
	case "forest", "cumulative", "headers", "headings":
	default:
		err = psProblem("unknown gnu long option")
	}
	return rest, err
}

func (q *psQuery) version() {
	q.in.Printf("%s (aegish)\n", q.in.Name())
	q.done = true
}
