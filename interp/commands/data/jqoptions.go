package data

import (
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/jq"
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
  -C, --color-output         in colours
  -M, --monochrome-output    without colours, as usual
      --tab                  indent with tabs
      --indent N             indent with N blanks, 0 to 7
      --raw-output0          as -r, with NUL in place of newlines
      --seq                  a record separator before each value (RFC 7464)
      --stream               read events of values, as tostream makes them
      --unbuffered           write each value at once
  -e, --exit-status          status 1 for null and false, 4 for no output
  -f, --from-file FILE       the filter is in FILE
  -L, --library-path DIR     where import and include look for modules
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
func (j *invocation) options(args []string) (status int, ok bool) {
	rest, take := false, ""
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case rest || len(arg) < 2 || arg[0] != '-' || arg[1] != '-' && (arg[1]|0x20 < 'a' || arg[1]|0x20 > 'z'):
			if status, ok := j.operand(arg, take); !ok {
				return status, false
			}
		case arg == "--":
			rest = true
		case arg == "--args", arg == "--jsonargs":
			take = arg[2:]
		case strings.HasPrefix(arg, "-L"), arg == "--library-path":
			n, status, ok := j.search(strings.TrimPrefix(strings.TrimPrefix(arg, "-L"), "--library-path"), args)
			if !ok {
				return status, false
			}
			args = args[n:]
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
				if status, ok := j.letter(letters[i], arg); !ok {
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

func (j *invocation) operand(arg, take string) (int, bool) {
	switch {
	case !j.hasText:
		j.text, j.hasText = arg, true
	case take == "args":
		j.positional = append(j.positional, arg)
	case take == "jsonargs":
		v, err := jq.Parse(arg)
		if err != nil {
			return j.usage("Invalid JSON text passed to --jsonargs")
		}
		j.positional = append(j.positional, v)
	default:
		j.files = append(j.files, arg)
	}
	return 0, true
}

// search takes a directory of -L, which may follow at once.
func (j *invocation) search(dir string, args []string) (n, status int, ok bool) {
	if dir == "" {
		if len(args) == 0 {
			status, ok = j.usage("-L takes a parameter: (e.g. -L /search/path or -L/search/path)")
			return 0, status, ok
		}
		dir, n = args[0], 1
	}
	j.library = append(j.library, dir)
	return n, 0, true
}

func (j *invocation) letter(c byte, arg string) (int, bool) {
	switch c {
	case 'n':
		j.null = true
	case 's':
		j.slurp = true
	case 'R':
		j.rawInput = true
	case 'r':
		j.raw = true
	case 'j':
		j.raw, j.join = true, true
	case 'c':
		j.format.Indent = ""
	case 'a':
		j.format.ASCII = true
	case 'S':
		j.format.Sorted = true
	case 'C', 'M':
		j.format.Color = c == 'C'
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
		return j.usage("Unknown option %s", arg)
	}
	return 0, true
}

// long takes an option with arguments and returns how many it took.
func (j *invocation) long(name string, args []string) (n, status int, ok bool) {
	bad := func(format string, a ...any) (int, int, bool) {
		status, ok := j.usage(format, a...)
		return 0, status, ok
	}
	switch name {
	case "tab":
		j.format.Indent = "\t"
		return 0, 0, true
	case "seq":
		j.sequence = true
		return 0, 0, true
	case "stream", "stream-errors":
		j.stream = true
		return 0, 0, true
	case "raw-output0":
		j.raw, j.nul = true, true
		return 0, 0, true
	case "unbuffered":
		j.unbuffered = true
		return 0, 0, true
	case "indent":
		if len(args) < 1 {
			return bad("--indent takes one parameter")
		}
		width, err := strconv.Atoi(args[0])
		if err != nil || width < 0 || width > 7 {
			return bad("--indent takes a number between 0 and 7")
		}
		j.format.Indent = strings.Repeat(" ", width)
		return 1, 0, true
	case "arg", "argjson", "slurpfile", "rawfile":
		if len(args) < 2 {
			return bad("--%s takes two parameters (e.g. --%s varname value)", name, name)
		}
		if status, ok := j.setVariable(name, args[0], args[1]); !ok {
			return 0, status, false
		}
		return 2, 0, true
	}
	return bad("Unknown option --%s", name)
}

// setVariable sets $NAME.
func (j *invocation) setVariable(kind, name, value string) (int, bool) {
	var v any = value
	var err error
	switch kind {
	case "argjson":
		if v, err = jq.Parse(value); err != nil {
			return j.usage("Invalid JSON text passed to --argjson")
		}
	case "rawfile", "slurpfile":
		text, err := j.slurpFile(value)
		if err != nil {
			j.call.Errorf("Bad JSON in --%s %s %s: Could not open %s: %s", kind, name, value, value, command.Message(err))
			return jqUsage, false
		}
		if v = text; kind == "slurpfile" {
			if v, err = j.values(text); err != nil {
				j.call.Errorf("Bad JSON in --%s %s %s: %v", kind, name, value, err)
				return jqUsage, false
			}
		}
	}
	if _, taken := j.named.Get(name); !taken { // the first counts
		j.named.Put(name, v)
		j.variables = append(j.variables, jq.Variable{Name: name, Value: v})
	}
	return 0, true
}

// values reads all values of a text.
func (j *invocation) values(text string) (jq.Value, error) {
	values := []jq.Value{}
	d := jq.NewDecoder(strings.NewReader(text), jq.DecoderOptions{Held: j.call.Limits.HeldBytes})
	for {
		v, err := d.Next()
		if err == io.EOF {
			return jq.NewArray(values...), nil
		}
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
}
