package net

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A curlOption is an option of curl(1). What takes an argument has a name for
// it; what has none is on, or off when it is written as --no-NAME.
type curlOption struct {
	letter byte
	name   string
	arg    string
	help   string
	set    func(j *curlJob, s *curlSetup, value string, on bool) error
}

// Errors of options, in curl's words.
var (
	errUnknown  = errors.New("is unknown")
	errAmbigous = errors.New("is ambiguous")
	errMissing  = errors.New("requires parameter")
	errNumber   = errors.New("expected a proper numerical parameter")
	errPositive = errors.New("expected a positive numerical parameter")
	errFile     = errors.New("error encountered when reading a file")
	errNotFlag  = errors.New("used '--no-' for option that isn't a boolean")
)

// An argError is an option that is wrong, as it was written.
type argError struct {
	word string
	err  error
}

func (e *argError) Error() string { return "option " + e.word + ": " + e.err.Error() }

// Unwrap returns the cause.
func (e *argError) Unwrap() error { return e.err }

// arguments reads what curl was called with.
func (j *curlJob) arguments(args []string) error {
	plain := false
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		used := 0
		var err error
		switch {
		case plain || len(word) < 2 || word[0] != '-':
			j.current().url(word)
		case word == "--":
			plain = true
		case word[1] == '-':
			used, err = j.longOption(word[2:], args)
		default:
			used, err = j.letters(word[1:], args)
		}
		if err != nil {
			return &argError{word, err}
		}
		args = args[used:]
	}
	return nil
}

// longOption obeys --NAME, perhaps with an argument behind, and says how many
// words that was. Names may be cut as long as they are no other's.
func (j *curlJob) longOption(name string, rest []string) (int, error) {
	o, err := j.find(name)
	on := true
	if err != nil && strings.HasPrefix(name, "no-") {
		if o, err = j.find(name[3:]); err == nil && o.arg != "" {
			return 0, errNotFlag
		}
		on = false
	}
	if err != nil {
		return 0, err
	}
	if o.arg == "" {
		return 0, o.set(j, j.current(), "", on)
	}
	if len(rest) == 0 {
		return 0, errMissing
	}
	return 1, o.set(j, j.current(), rest[0], true)
}

func (j *curlJob) find(name string) (*curlOption, error) {
	var found *curlOption
	for i := range j.options {
		o := &j.options[i]
		if o.name == name {
			return o, nil
		}
		if strings.HasPrefix(o.name, name) {
			if found != nil {
				return nil, errAmbigous
			}
			found = o
		}
	}
	if found == nil {
		return nil, errUnknown
	}
	return found, nil
}

// letters obeys a word of short options.
func (j *curlJob) letters(word string, rest []string) (int, error) {
	for i := range len(word) {
		var o *curlOption
		for k := range j.options {
			if j.options[k].letter == word[i] {
				o = &j.options[k]
				break
			}
		}
		switch {
		case o == nil:
			return 0, errUnknown
		case o.arg == "":
			if err := o.set(j, j.current(), "", true); err != nil {
				return 0, err
			}
		case i+1 < len(word):
			return 0, o.set(j, j.current(), word[i+1:], true)
		case len(rest) == 0:
			return 0, errMissing
		default:
			return 1, o.set(j, j.current(), rest[0], true)
		}
	}
	return 0, nil
}

// configFiles bounds how deep files of -K may name others.
const configFiles = 10

// config obeys a file of options (curl(1), --config): an option a line, its
// argument behind a blank, = or :, perhaps quoted. What is wrong is left out, what
// is refused is not.
func (j *curlJob) config(name string) error {
	j.depth++
	defer func() { j.depth-- }()
	text, err := "", errFile
	if j.depth <= configFiles {
		text, err = j.read(name)
	}
	if err != nil {
		j.call.Errorf("cannot read config from '%s'", name)
		return errFile
	}
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimLeft(strings.TrimRight(line, "\r"), " \t")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := j.configLine(line); err != nil {
			var no *refusedOption
			if errors.As(err, &no) || j.ctx.Err() != nil {
				return err
			}
			j.warn("%s:%d: warning: '%s' %s", name, number+1, strings.TrimLeft(firstWord(line), "-"), err)
		}
	}
	return nil
}

// firstWord is what an option's name of a config file ends before.
func firstWord(line string) string {
	if i := strings.IndexAny(line, " \t=:"); i >= 0 {
		return line[:i]
	}
	return line
}

func (j *curlJob) configLine(line string) error {
	name := firstWord(line)
	value := strings.TrimLeft(line[len(name):], " \t=:")
	if strings.HasPrefix(value, `"`) {
		value = unquoteConfig(value[1:])
	} else if i := strings.IndexAny(value, " \t"); i >= 0 {
		value = value[:i]
	}
	if long, ok := strings.CutPrefix(name, "--"); ok {
		_, err := j.longOption(long, []string{value})
		return err
	}
	if short, ok := strings.CutPrefix(name, "-"); ok {
		_, err := j.letters(short, []string{value})
		return err
	}
	_, err := j.longOption(name, []string{value})
	return err
}

// unquoteConfig reads up to the closing quotation mark.
func unquoteConfig(text string) string {
	var b strings.Builder
	for i := 0; i < len(text) && text[i] != '"'; i++ {
		if c := text[i]; c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		if at := strings.IndexByte("tnrv", text[i]); at >= 0 {
			b.WriteByte("\t\n\r\v"[at])
		} else {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// curlHelp is what --help prints.
func curlHelp() string {
	var b strings.Builder
	b.WriteString("Usage: curl [options...] <url>\nMake requests of HTTP that the configuration allows (interp.allow).\n\n")
	for _, o := range curlOptions {
		if o.help == "" {
			continue
		}
		left := "    "
		if o.letter != 0 {
			left = "-" + string(rune(o.letter)) + ", "
		}
		left += "--" + o.name
		if o.arg != "" {
			left += " <" + o.arg + ">"
		}
		fmt.Fprintf(&b, " %-34s %s\n", left, o.help)
	}
	return b.String()
}

// seconds reads a number of seconds with a fraction.
func seconds(value string) (float64, error) {
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || n > 1e6 {
		return 0, errNumber
	}
	if n < 0 {
		return 0, errPositive
	}
	return n, nil
}

// whole reads a number of digits, from least on.
func whole(value string, least int64) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, errNumber
	}
	if n < least {
		return 0, errPositive
	}
	return n, nil
}
