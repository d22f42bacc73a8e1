package data

import (
	"io"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/aegish/aegish/interp/command"
)

const jqHelp = `Usage: jq [OPTION]... FILTER [FILE]...
Run a filter on each value of JSON in the files.

  -n, --null-input           run once, without input
  -s, --slurp                run once, with an array of all values
  -R, --raw-input            read lines as strings
  -r, --raw-output           write strings as they are
  -j, --join-output          as -r, without newlines
  -c, --compact-output       each value on one line
  -a, --ascii-output         escape what is not ASCII
  -S, --sort-keys            sort the keys of objects
  -M, --monochrome-output    without colours, as always
      --tab                  indent with tabs
      --indent N             indent with N blanks, 0 to 7
  -e, --exit-status          status 1 for null and false, 4 for no output
  -f, --from-file FILE       the filter is in FILE
      --arg NAME VALUE       $NAME is a string
      --argjson NAME JSON    $NAME is a value
      --slurpfile NAME FILE  $NAME is an array of the values in FILE
      --rawfile NAME FILE    $NAME is the text of FILE
      --args                 what follows are strings in $ARGS.positional
      --jsonargs             what follows are values in $ARGS.positional
  -h, --help                 display this help and exit
  -V, --version              output version information and exit
`

// jqLong are the long names of single letters.
var jqLong = map[string]byte{
	"null-input": 'n', "slurp": 's', "raw-input": 'R', "raw-output": 'r', "join-output": 'j', "compact-output": 'c',
	"ascii-output": 'a', "sort-keys": 'S', "monochrome-output": 'M', "exit-status": 'e', "from-file": 'f', "help": 'h', "version": 'V', "color-output": 'C',
}

// options reads the arguments, which are not those of getopt: an option may take
// two. When ok is false, status is the result.
func (j *jq) options(args []string) (status int, ok bool) {
	rest, take := false, ""
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case rest || len(arg) < 2 || arg[0] != '-':
			if status, ok := j.operand(arg, take); !ok {
				return status, false
			}
		case arg == "--":
			rest = true
		case arg == "--args", arg == "--jsonargs":
			take = arg[2:]
		case strings.HasPrefix(arg, "--") && jqLong[arg[2:]] == 0:
			n, status, ok := j.long(arg[2:], args)
			if !ok {
				return status, false
			}
			args = args[n:]
		default:
			letters := arg[1:]
			if strings.HasPrefix(arg, "--") {
				letters = string(rune(jqLong[arg[2:]]))
			}
			for i := range len(letters) {
				if status, ok := j.letter(letters[i]); !ok {
					return status, false
				}
			}
		}
	}
	if !j.hasText && j.fromFile {
		return j.usage("-f needs a file")
	}
	return 0, true
}

func (j *jq) operand(arg, take string) (int, bool) {
	switch {
	case !j.hasText:
		j.text, j.hasText = arg, true
	case take == "args":
		j.positional = append(j.positional, arg)
	case take == "jsonargs":
		v, err := j.made.parse(arg)
		if err != nil {
			return j.usage("Invalid JSON text passed to --jsonargs")
		}
		j.positional = append(j.positional, v)
	default:
		j.files = append(j.files, arg)
	}
	return 0, true
}

// parse reads exactly one value.
func (o *orders) parse(text string) (any, error) {
	d := newJSON(strings.NewReader(text), int64(len(text)+1)*valueCost, o)
	v, err := d.next()
	if err != nil {
		return nil, err
	}
	if _, err := d.next(); err == nil {
		return nil, errLong
	}
	return v, nil
}

func (j *jq) letter(c byte) (int, bool) {
	switch c {
	case 'n':
		j.null = true
	case 's':
		j.slurp = true
	case 'R':
		j.rawInput = true
	case 'r':
		j.printer.raw = true
	case 'j':
		j.printer.raw, j.join = true, true
	case 'c':
		j.indent = ""
	case 'a':
		j.ascii = true
	case 'S':
		j.sorted = true
	case 'M':
	case 'e':
		j.exit = true
	case 'f':
		j.fromFile = true
	case 'h':
		j.out.WriteString(jqHelp)
		return 0, false
	case 'V':
		j.out.WriteString("jq (aegish)\n")
		return 0, false
	default:
		return j.usage("Unknown option -%c", c)
	}
	return 0, true
}

// long takes an option with arguments and returns how many it took.
func (j *jq) long(name string, args []string) (n, status int, ok bool) {
	bad := func(format string, a ...any) (int, int, bool) {
		status, ok := j.usage(format, a...)
		return 0, status, ok
	}
	switch name {
	case "tab":
		j.indent = "\t"
		return 0, 0, true
	case "indent":
		if len(args) < 1 {
			return bad("--indent takes one parameter")
		}
		width, err := strconv.Atoi(args[0])
		if err != nil || width < 0 || width > 7 {
			return bad("--indent takes a number between 0 and 7")
		}
		j.indent = strings.Repeat(" ", width)
		return 1, 0, true
	case "arg", "argjson", "slurpfile", "rawfile":
		if len(args) < 2 {
			return bad("--%s takes two parameters (e.g. --%s varname value)", name, name)
		}
		if status, ok := j.variable(name, args[0], args[1]); !ok {
			return 0, status, false
		}
		return 2, 0, true
	}
	return bad("Unknown option --%s", name)
}

// variable sets $NAME.
func (j *jq) variable(kind, name, value string) (int, bool) {
	var v any = value
	var err error
	switch kind {
	case "argjson":
		if v, err = j.made.parse(value); err != nil {
			return j.usage("Invalid JSON text passed to --argjson")
		}
	case "rawfile", "slurpfile":
		text, err := j.slurpFile(value)
		if err != nil {
			return j.usage("Bad JSON in --%s %s %s: Could not open %s: %s", kind, name, value, value, command.Message(err))
		}
		if v = text; kind == "slurpfile" {
			if v, err = j.values(text); err != nil {
				return j.usage("Bad JSON in --%s %s %s: %v", kind, name, value, err)
			}
		}
	}
	if !variableName(name) {
		return j.usage("%s is no name for a variable", name)
	}
	if _, taken := j.named[name]; !taken { // the first counts
		j.named[name] = v
		j.names = append(j.names, name)
	}
	return 0, true
}

func (j *jq) values(text string) (any, error) {
	values := []any{}
	d := newJSON(strings.NewReader(text), j.call.Limits.HeldBytes, j.made)
	for {
		v, err := d.next()
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
}

func variableName(name string) bool {
	if name == "" || name == "ARGS" || name == "ENV" || name == "__loc__" {
		return false
	}
	q, err := gojq.Parse("$" + name)
	return err == nil && q.Term != nil && len(q.Term.SuffixList) == 0 && q.Term.Func != nil && q.Term.Func.Name == "$"+name
}
