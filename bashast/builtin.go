package bashast

import (
	"slices"
	"strings"
)

// judgeBuiltin judges what a builtin makes of its arguments. A text of the
// compound subset has more than one command, so builtins matter that change
// how bash reads or runs the rest, that store values, or that run text which
// is no word. It adds assignments to c and returns the code of what is not
// accepted, or "".
//
// Two kinds are the caller's to judge instead, because what they run stands in
// the words: eval, source, . and trap, behind which nothing is known about the
// text any more unless what they run is known; and exec, command, builtin and
// the programs that run others.
func (s *script) judgeBuiltin(c *Command) Code {
	args, code := throughCommand(c)
	if code != "" || len(args.words) == 0 {
		return code
	}
	name := args.words[0]
	args = args.from(1)
	switch name {
	case "declare", "let", "local", "readonly", "typeset":
		return CompoundCommandNotSupported
	case "alias", "bind", "compgen", "complete", "compopt", "enable", "fc", "unalias":
		return BuiltinNotSupported
	case "eval", "source", ".", "trap":
		s.runsText = true
	case "export":
		return s.export(c, args)
	case "unset":
		return s.unset(args)
	case "set":
		return set(args)
	case "shopt":
		return shopt(args)
	case "exec":
		return execBuiltin(c, args)
	case "hash", "jobs":
		return withoutOption(args, map[string]string{"hash": "p", "jobs": "x"}[name])
	case "read", "mapfile", "readarray", "getopts", "wait", "printf":
		return s.stores(c, name, args)
	case "test", "[":
		return test(args)
	}
	return ""
}

// arguments are words of a command, and which of them are unknown.
type arguments struct {
	words   []string
	unknown []bool
}

func (a arguments) from(i int) arguments { return arguments{a.words[i:], a.unknown[i:]} }

// throughCommand passes command and builtin and their options, which leave the
// rest as it is. What they name has to be known.
func throughCommand(c *Command) (arguments, Code) {
	args := arguments{c.Argv, make([]bool, len(c.Argv))}
	for _, i := range c.Unknown {
		args.unknown[i] = true
	}
	for args.words[0] == "command" || args.words[0] == "builtin" {
		plain := args.words[0] == "builtin"
		args = args.from(1)
		for len(args.words) > 0 && !args.unknown[0] && strings.HasPrefix(args.words[0], "-") {
			option := args.words[0]
			args = args.from(1)
			if option == "--" {
				break
			}
			if plain || strings.Trim(option, "-pvV") != "" {
				return args, BuiltinNotSupported
			}
			if strings.ContainsAny(option, "vV") {
				return arguments{}, "" // it only describes
			}
		}
		if len(args.words) == 0 {
			return args, ""
		}
		if args.unknown[0] {
			return args, ExpansionPositionNotSupported
		}
	}
	return args, ""
}

// anyUnknown reports whether one of the words is known only at run time.
func (a arguments) anyUnknown() bool { return slices.Contains(a.unknown, true) }

// export accepts NAME=VALUE words and nothing else.
func (s *script) export(c *Command, args arguments) Code {
	if args.anyUnknown() {
		return ExpansionPositionNotSupported
	}
	if len(args.words) == 0 {
		return CompoundCommandNotSupported
	}
	for _, word := range args.words {
		name, value, ok := strings.Cut(word, "=")
		plain := strings.TrimSuffix(name, "+")
		if !ok || !isPlainName(plain) {
			return CompoundCommandNotSupported
		}
		if !assignable(plain, s.src) {
			return AssignmentNameNotSupported
		}
		c.Assignments = append(c.Assignments, Assignment{
			Name: plain, Value: value, Append: plain != name, Start: c.Start, End: c.End,
		})
	}
	return ""
}

// unset accepts names and nothing else.
func (s *script) unset(args arguments) Code {
	if args.anyUnknown() {
		return ExpansionPositionNotSupported
	}
	if len(args.words) == 0 {
		return CompoundCommandNotSupported
	}
	for _, word := range args.words {
		if !isPlainName(word) {
			return CompoundCommandNotSupported
		}
		if !assignable(word, s.src) {
			return AssignmentNameNotSupported
		}
	}
	return ""
}

// set accepts the options that change neither what words mean nor which words
// are read, and new positional parameters.
func set(args arguments) Code {
	for len(args.words) > 0 {
		word := args.words[0]
		if args.unknown[0] {
			return ExpansionPositionNotSupported
		}
		if len(word) < 2 || word[0] != '-' && word[0] != '+' {
			return "" // positional parameters
		}
		if word == "--" {
			return ""
		}
		args = args.from(1)
		if strings.Trim(word[1:], "aefuvxCETo") != "" {
			return BuiltinNotSupported
		}
		for range strings.Count(word[1:], "o") {
			if len(args.words) == 0 || args.unknown[0] || !harmlessOption(args.words[0]) {
				return BuiltinNotSupported
			}
			args = args.from(1)
		}
	}
	return ""
}

// harmlessOption knows the names that set -o may have.
func harmlessOption(name string) bool {
	switch name {
	case "allexport", "errexit", "errtrace", "functrace", "noclobber", "noglob", "nounset", "pipefail", "verbose", "xtrace":
		return true
	}
	return false
}

// shopt accepts the options that change how files are matched, which no word
// here is, and which status ends a shell.
func shopt(args arguments) Code {
	for i, word := range args.words {
		switch word {
		case "-s", "-u", "-q", "-p", "dotglob", "failglob", "globstar", "inherit_errexit", "nocaseglob", "nocasematch", "nullglob":
			if !args.unknown[i] {
				continue
			}
		}
		return BuiltinNotSupported
	}
	return ""
}

// execBuiltin refuses to replace the standard input of the shell itself, which
// later commands would read without a word about it.
func execBuiltin(c *Command, args arguments) Code {
	if len(args.words) > 0 {
		return ""
	}
	for _, r := range c.Redirections {
		if r.FD == 0 {
			return BuiltinNotSupported
		}
	}
	return ""
}

// withoutOption refuses one option letter in any bundle, and words that may
// turn out to be it.
func withoutOption(args arguments, letter string) Code {
	for i, word := range args.words {
		if args.unknown[i] {
			return ExpansionPositionNotSupported
		}
		if word == "--" || len(word) < 2 || word[0] != '-' {
			return ""
		}
		if strings.Contains(word, letter) {
			return BuiltinNotSupported
		}
	}
	return ""
}

// test refuses -v with an operand that has a subscript or may get one: bash
// runs the substitutions in it. An operator that is known only at run time may
// be -v.
func test(args arguments) Code {
	for i := 0; i+1 < len(args.words); i++ {
		operand := args.words[i+1]
		asks := args.unknown[i] || args.words[i] == "-v" || args.words[i] == "-R"
		switch {
		case asks && args.unknown[i+1]:
			return ExpansionPositionNotSupported
		case asks && strings.Contains(operand, "["):
			return BuiltinNotSupported
		}
	}
	return ""
}
