package archives

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/pattern"
)

// A zipOption is one of zip(1). Unlike getopt's, short ones may have two
// letters, and a value may be a list that goes on up to the next option or "@".
// The help of those with values is also what messages call them.
type zipOption struct {
	short, long, help string
	value             valueKind
	set               func(z *zipper, value string) error
}

type valueKind int

const (
	noValue valueKind = iota
	oneValue
	listValue
)

// flagOf is an option that switches something on.
func flagOf(short, long, help string, field func(z *zipper) *bool) zipOption {
	return zipOption{short: short, long: long, help: help, set: func(z *zipper, _ string) error { *field(z) = true; return nil }}
}

// actionOf is an option that says what to do, of which there is one.
func actionOf(short, long, help string, field func(z *zipper) *bool) zipOption {
	return zipOption{short: short, long: long, help: help, set: func(z *zipper, _ string) error {
		if z.remove || z.update || z.freshen {
			return errors.New("specify just one action")
		}
		*field(z) = true
		return nil
	}}
}

// zipOptions are what zip takes.
func zipOptions() []zipOption {
	all := []zipOption{
		flagOf("r", "recurse-paths", "go into directories", func(z *zipper) *bool { return &z.recurse }),
		flagOf("R", "recurse-patterns", "go into the current directory for what matches", func(z *zipper) *bool { return &z.patterns }),
		flagOf("j", "junk-paths", "leave directories out of names", func(z *zipper) *bool { return &z.junk }),
		{short: "q", long: "quiet", help: "say nothing", set: func(z *zipper, _ string) error { z.quiet, z.verbose = true, false; return nil }},
		{short: "v", long: "verbose", help: "say more", set: func(z *zipper, _ string) error { z.quiet, z.verbose = false, true; return nil }},
		actionOf("d", "delete", "delete members", func(z *zipper) *bool { return &z.remove }),
		actionOf("u", "update", "add new files and replace older members", func(z *zipper) *bool { return &z.update }),
		actionOf("f", "freshen", "replace older members", func(z *zipper) *bool { return &z.freshen }),
		flagOf("FS", "filesync", "make the archive what the files are", func(z *zipper) *bool { return &z.sync }),
		flagOf("m", "move", "remove the files afterwards", func(z *zipper) *bool { return &z.move }),
		flagOf("T", "test", "test the archive", func(z *zipper) *bool { return &z.test }),
		flagOf("y", "symlinks", "pack links as links", func(z *zipper) *bool { return &z.links }),
		flagOf("D", "no-dir-entries", "no members for directories", func(z *zipper) *bool { return &z.nodirs }),
		flagOf("o", "latest-time", "give the archive the time of its newest member", func(z *zipper) *bool { return &z.latest }),
		flagOf("z", "archive-comment", "read a comment from standard input", func(z *zipper) *bool { return &z.comment }),
		flagOf("c", "entry-comments", "read comments of what is packed from standard input", func(z *zipper) *bool { return &z.comments }),
		{"Z", "compression-method", "compression method", oneValue, (*zipper).setMethod},
		flagOf("@", "names-stdin", "read names from standard input", func(z *zipper) *bool { return &z.names }),
		{"x", "exclude", "exclude files matching patterns", listValue, func(z *zipper, v string) error { return z.listed("x", &z.left, v) }},
		{"i", "include", "include only files matching patterns", listValue, func(z *zipper, v string) error { return z.listed("i", &z.taken, v) }},
		{"n", "suffixes", "suffixes to not compress: .gz:...", oneValue, func(z *zipper, v string) error {
			z.stored = strings.FieldsFunc(v, func(r rune) bool { return r == ':' || r == ',' || r == ';' })
			return nil
		}},
		{"t", "from-date", "exclude before date", oneValue, func(z *zipper, v string) (err error) { z.from, err = zipDate("t", v); return err }},
		{"tt", "before-date", "include before date", oneValue, func(z *zipper, v string) (err error) { z.before, err = zipDate("tt", v); return err }},
		{"O", "output-file", "set out zipfile different than in zipfile", oneValue, func(z *zipper, v string) error { z.to = withSuffix(v); return nil }},
		{"b", "temp-path", "dir to use for temp archive", oneValue, func(*zipper, string) error { return nil }},
		flagOf("X", "strip-extra", "times of two seconds alone", func(z *zipper) *bool { return &z.strip }),
		{"g", "grow", "nothing here", noValue, func(*zipper, string) error { return nil }},
	}
	for i := range 10 {
		all = append(all, zipOption{short: fmt.Sprint(i), help: "compress less (0: not) or more", set: func(z *zipper, _ string) error { z.level = i; return nil }})
	}
	return all
}

// setMethod is -Z.
func (z *zipper) setMethod(name string) error {
	for i, known := range []string{"store", "deflate", "bzip2"} {
		if name != "" && strings.HasPrefix(known, strings.ToLower(name)) {
			z.method = []uint16{zipStored, zipDeflated, zipBzipped}[i]
			if z.method == zipStored {
				z.level = 0
			}
			return nil
		}
	}
	z.warn("valid compression methods are:  store, deflate, bzip2")
	z.warn("unknown compression method found:  %s", name)
	return &zipUsageError{"Option -Z (--compression-method):  unknown method"}
}

// zipDate reads a date as mmddyyyy or yyyy-mm-dd.
func zipDate(name, text string) (time.Time, error) {
	for _, layout := range []string{"01022006", "2006-01-02"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("invalid date entered for -%s option - use mmddyyyy or yyyy-mm-dd", name)
}

// A patternFileError is of a file of patterns that can not be read.
type patternFileError struct {
	option, name string
	err          error
}

func (e *patternFileError) Error() string { return e.name + ": " + e.err.Error() }

// listed takes a pattern, or with @FILE those of a file.
func (z *zipper) listed(option string, to *[]*pattern.Pattern, value string) error {
	lines := []string{value}
	if name, ok := strings.CutPrefix(value, "@"); ok {
		if name == "" {
			return errors.New("missing file after @")
		}
		in, err := z.call.Open(z.ctx, name)
		if err != nil {
			return &patternFileError{option, value, err}
		}
		defer in.Close()
		if lines, err = z.lines(in); err != nil {
			return err
		}
	}
	for _, line := range lines {
		*to = append(*to, pattern.Compile(strings.TrimPrefix(line, "./"), pattern.Options{Steps: z.call.Limits.Steps}))
	}
	return nil
}

// zipHelp shows the options in the words of the other commands.
func zipHelp(call *command.Call) int {
	set := option.Set{Usage: "[OPTION]... ARCHIVE [FILE]...", About: "Pack files into a zip archive, or replace and delete members of one.", Bad: zipUsage}
	for _, o := range zipOptions() {
		named := option.Option{Long: o.long, Help: o.help}
		if len(o.short) == 1 {
			named.Short = o.short[0]
		}
		if o.value != noValue {
			named.Arg, named.Name = option.Required, "VALUE"
		}
		set.Options = append(set.Options, named)
	}
	_, status, _ := set.ParseArgs(call, []string{"--help"})
	return status
}

// A zipArguments reads the arguments of a call.
type zipArguments struct {
	z        *zipper
	all      []zipOption
	args     []string
	operands []string
	given    []string // the name of the command and the options
}

func (a *zipArguments) parse() error {
	a.given = []string{a.z.call.Name()}
	for len(a.args) > 0 {
		arg := a.args[0]
		a.args = a.args[1:]
		var err error
		switch {
		case arg == "--":
			a.operands = append(a.operands, a.args...)
			a.args = nil
		case strings.HasPrefix(arg, "--"):
			a.given = append(a.given, arg)
			err = a.long(arg[2:])
		case len(arg) > 1 && arg[0] == '-':
			a.given = append(a.given, arg)
			err = a.short(arg[1:])
		default:
			a.operands = append(a.operands, arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *zipArguments) long(text string) error {
	name, value, has := strings.Cut(text, "=")
	var found []zipOption
	for _, o := range a.all {
		if o.long == name && name != "" {
			found = []zipOption{o}
			break
		}
		if strings.HasPrefix(o.long, name) && name != "" {
			found = append(found, o)
		}
	}
	switch {
	case len(found) == 0:
		return fmt.Errorf("long option '%s' not supported", name)
	case len(found) > 1:
		return fmt.Errorf("long option '%s' ambiguous", name)
	}
	return a.apply(found[0], value, has)
}

func (a *zipArguments) short(bundle string) error {
	for bundle != "" {
		var found *zipOption
		for i, o := range a.all {
			if o.short != "" && strings.HasPrefix(bundle, o.short) && (found == nil || len(o.short) > len(found.short)) {
				found = &a.all[i]
			}
		}
		if found == nil {
			return fmt.Errorf("short option '%s' not supported", bundle[:1])
		}
		bundle = bundle[len(found.short):]
		if found.value != noValue {
			return a.apply(*found, strings.TrimPrefix(bundle, "="), bundle != "")
		}
		if err := found.set(a.z, ""); err != nil {
			return err
		}
	}
	return nil
}

// apply gives an option the value that is attached to it, or what follows.
func (a *zipArguments) apply(o zipOption, value string, attached bool) error {
	switch {
	case o.value == noValue || attached:
		return o.set(a.z, value)
	case len(a.args) == 0:
		return fmt.Errorf("option '%s' (%s) requires a value", o.short, o.help)
	}
	for n := 0; len(a.args) > 0; n++ {
		value, a.args = a.args[0], a.args[1:]
		if n > 0 && value == "@" {
			return nil
		}
		if n > 0 && strings.HasPrefix(value, "-") {
			a.args = append([]string{value}, a.args...)
			return nil
		}
		a.given = append(a.given, value)
		if err := o.set(a.z, value); err != nil || o.value == oneValue {
			return err
		}
	}
	return nil
}
