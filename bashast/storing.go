package bashast

import "strings"

// stored describes a builtin that stores what it reads or computes. Which
// letters of its options take a value and which of them name a variable is
// from bash(1).
type stored struct {
	flags, values, names string   // letters; any other is refused
	skip                 int      // operands before the names
	always               []string // variables that are always set
	otherwise            string   // the variable when there is no name
}

var storing = map[string]stored{
	"read":      {flags: "rs", values: "dnNptu", names: "a", otherwise: "REPLY"},
	"mapfile":   {flags: "t", values: "dnOsu", otherwise: "MAPFILE"},
	"readarray": {flags: "t", values: "dnOsu", otherwise: "MAPFILE"},
	"getopts":   {skip: 1, always: []string{"OPTARG", "OPTIND"}},
	"wait":      {flags: "fn"},
	"printf":    {names: "v"},
}

// stores adds what one of those builtins assigns to c. All names have to be
// known and plain: bash runs the substitutions in a subscript.
func (s *script) stores(c *Command, name string, args arguments) Code {
	what := storing[name]
	names, args, ended, code := what.options(args)
	if code != "" {
		return code
	}
	switch name {
	case "wait":
		if args.anyUnknown() {
			return ExpansionPositionNotSupported
		}
	case "printf":
		if len(args.words) > 0 && args.unknown[0] && !ended {
			return ExpansionPositionNotSupported // it may be -v
		}
	default:
		operands, code := s.operands(what.skip, name == "getopts", args)
		if code != "" {
			return code
		}
		names = append(names, operands...)
	}
	if len(names) == 0 && what.otherwise != "" {
		names = []string{what.otherwise}
	}
	for _, n := range names {
		if !isPlainName(n) {
			return BuiltinNotSupported
		}
		if !assignable(n, s.src) {
			return AssignmentNameNotSupported
		}
	}
	for _, n := range append(names, what.always...) {
		c.Assignments = append(c.Assignments, Assignment{Name: n, Unknown: true, Start: c.Start, End: c.End})
	}
	return ""
}

// options takes the options off. It returns the names that they hold, the
// operands, and whether -- stands between.
func (what stored) options(args arguments) (names []string, rest arguments, ended bool, code Code) {
	for len(args.words) > 0 && !args.unknown[0] && len(args.words[0]) > 1 && args.words[0][0] == '-' {
		option := args.words[0][1:]
		args = args.from(1)
		if option == "-" {
			return names, args, true, ""
		}
		if option = strings.TrimLeft(option, what.flags); option == "" {
			continue
		}
		letter, value := option[:1], option[1:]
		if !strings.Contains(what.values+what.names, letter) {
			return nil, args, false, BuiltinNotSupported
		}
		isName := strings.Contains(what.names, letter)
		if value == "" {
			if len(args.words) == 0 {
				return nil, args, false, BuiltinNotSupported
			}
			if args.unknown[0] && isName {
				return nil, args, false, ExpansionPositionNotSupported
			}
			value, args = args.words[0], args.from(1)
		}
		if isName {
			names = append(names, value)
		}
	}
	return names, args, false, ""
}

// operands returns the words that name variables: all behind the first skip
// ones, or just one.
func (s *script) operands(skip int, one bool, args arguments) ([]string, Code) {
	if len(args.words) < skip {
		return nil, ""
	}
	if skip > 0 && args.unknown[0] {
		return nil, ExpansionPositionNotSupported
	}
	args = args.from(skip)
	if one && len(args.words) > 1 {
		args = arguments{args.words[:1], args.unknown[:1]}
	}
	if args.anyUnknown() {
		return nil, ExpansionPositionNotSupported
	}
	return args.words, ""
}
