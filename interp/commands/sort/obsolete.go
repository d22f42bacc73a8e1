package sort

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// joint stands between the two words of an obsolete key.
const joint = "\x00"

// parse reads the arguments, with operands between options in their order, so
// that obsolete keys are found: +POS1 and perhaps -POS2 behind it. Where POSIX
// forbids them those of one word are names of files.
func (j *job) parse() (p *option.Parsed, status int, ok bool) {
	call := j.call
	allowed := obsoleteAllowed(call)
	if _, posix := call.Getenv("POSIXLY_CORRECT"); posix && !allowed {
		return options.Parse(call)
	} else if posix {
		return j.parseBefore(call.Args[1:])
	}
	var args, names []string
	for rest := call.Args[1:]; len(rest) > 0; rest = rest[1:] {
		if rest[0] == "--" {
			names = rest[1:]
			break
		}
		word := rest[0]
		if len(word) > 1 && word[0] == '+' && len(rest) > 1 && len(rest[1]) > 1 && rest[1][0] == '-' && digit(rest[1][1]) {
			word += joint + rest[1]
			rest = rest[1:]
		}
		args = append(args, word)
	}
	set := options
	set.InOrder = true
	p, status, ok = set.ParseArgs(call, args)
	if !ok {
		return p, status, ok
	}
	var found []option.Found
	for _, o := range p.Options {
		switch {
		case o.Name != "":
			found = append(found, o)
		case strings.HasPrefix(o.Value, "+") && (allowed || strings.Contains(o.Value, joint)) && obsoleteKey(o.Value) != nil:
			found = append(found, option.Found{Name: "+", Value: o.Value})
		default:
			p.Operands = append(p.Operands, strings.Split(o.Value, joint)...)
		}
	}
	p.Options, p.Operands = found, append(p.Operands, names...)
	return p, status, ok
}

// parseBefore is parse where options end at the first name of a file.
func (j *job) parseBefore(args []string) (p *option.Parsed, status int, ok bool) {
	p, status, ok = options.ParseArgs(j.call, args)
	if !ok || len(p.Operands) == 0 || slices.Contains(args, "--") || !strings.HasPrefix(p.Operands[0], "+") {
		return p, status, ok
	}
	word, rest := p.Operands[0], p.Operands[1:]
	if len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-' && digit(rest[0][1]) {
		word, rest = word+joint+rest[0], rest[1:]
	}
	if obsoleteKey(word) == nil {
		return p, status, ok
	}
	more, status, ok := j.parseBefore(rest)
	if ok {
		more.Options = append(append(p.Options, option.Found{Name: "+", Value: word}), more.Options...)
	}
	return more, status, ok
}

// obsoleteAllowed tells whether the version of POSIX that is asked for has them.
func obsoleteAllowed(call *command.Call) bool {
	text, _ := call.Getenv("_POSIX2_VERSION")
	version, err := strconv.Atoi(text)
	return err != nil || version < 200112 || version >= 200809
}

// obsoleteKey reads +F[.C][OPTS] and perhaps -F[.C][OPTS] behind it, fields and
// characters from 0 on; nil when it is none.
func obsoleteKey(text string) *key {
	first, second, both := strings.Cut(text, joint)
	k := &key{endField: whole}
	field, rest, problem := count(first[1:], "")
	if problem != "" {
		return nil
	}
	k.field = field
	if after, ok := strings.CutPrefix(rest, "."); ok {
		if k.char, rest, problem = count(after, ""); problem != "" {
			return nil
		}
	}
	k.obsolete = [2]string{fmt.Sprintf("+%d", field), fmt.Sprintf("-k %d", field+1)}
	if k.field == 0 && k.char == 0 {
		k.field = whole
	}
	for rest != "" && k.set(rest[0], true, false) {
		rest = rest[1:]
	}
	if rest != "" {
		return nil
	}
	if both {
		end, rest, problem := count(second[1:], "")
		if problem != "" {
			return nil
		}
		k.endField = end
		if after, ok := strings.CutPrefix(rest, "."); ok {
			if k.endChar, rest, problem = count(after, ""); problem != "" {
				return nil
			}
		}
		if k.endChar == 0 && k.endField > 0 {
			k.endField--
		}
		k.obsolete[0] += fmt.Sprintf(" -%d", k.endField+1)
		k.obsolete[1] += fmt.Sprintf(",%d", k.endField+1)
		for rest != "" && k.set(rest[0], false, true) {
			rest = rest[1:]
		}
		if rest != "" {
			return nil
		}
	}
	return k
}
