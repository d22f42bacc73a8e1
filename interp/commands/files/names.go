package files

import (
	"context"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// ender is what ends a line of output: a newline, or NUL with -z.
func ender(in *gnu.Invocation) string {
	if in.Has("z") {
		return "\x00"
	}
	return "\n"
}

func basename() gnu.Program {
	return gnu.Program{
		Summary: "strip directory and suffix from names",
		Usage:   "NAME [SUFFIX] or OPTION... NAME...",
		InOrder: true,
		Options: []gnu.Option{
			{"a,multiple", "treat all arguments as names"},
			{"s,suffix=SUFFIX", "remove SUFFIX from the end of each; implies -a"},
			{"z,zero", "end each line with NUL"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			suffix, all := in.Last("s")
			all = all || in.Has("a")
			names := in.Operands
			switch {
			case len(names) == 0:
				return in.Missing()
			case !all && len(names) > 2:
				return in.Extra(names[2])
			case !all && len(names) == 2:
				suffix, names = names[1], names[:1]
			}
			for _, name := range names {
				b := base(name)
				if rest, ok := strings.CutSuffix(b, suffix); ok && rest != "" && b != "/" {
					b = rest
				}
				in.Printf("%s%s", b, ender(in))
			}
			return 0
		},
	}
}

func dirname() gnu.Program {
	return gnu.Program{
		Summary: "strip the last component from names",
		Usage:   "[OPTION] NAME...",
		Options: []gnu.Option{{"z,zero", "end each line with NUL"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) == 0 {
				return in.Missing()
			}
			for _, name := range in.Operands {
				in.Printf("%s%s", dirOf(name), ender(in))
			}
			return 0
		},
	}
}

func readlink() gnu.Program {
	return gnu.Program{
		Summary: "print what symbolic links hold, or names without links",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"f,canonicalize", "follow every link; all but the last component must exist"},
			{"e,canonicalize-existing", "likewise; all must exist"},
			{"m,canonicalize-missing", "likewise; nothing has to exist"},
			{"n,no-newline", "do not end the line"},
			{"q,quiet", "say nothing of errors (default)"},
			{"s,silent", "the same"},
			{"v,verbose", "report errors"},
			{"z,zero", "end each line with NUL"},
		},
		Main: runReadlink,
	}
}

func runReadlink(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	verbose, canonical, strict := false, false, gnu.MustExist
	end := ender(in)
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			canonical, strict = true, gnu.AllButLast
		case "e":
			canonical, strict = true, gnu.MustExist
		case "m":
			canonical, strict = true, gnu.MayMiss
		case "v":
			verbose = true
		case "q", "s":
			verbose = false
		}
	}
	if in.Has("n") {
		if len(in.Operands) > 1 {
			in.Warn("ignoring --no-newline with multiple arguments")
		} else {
			end = ""
		}
	}
	for _, name := range in.Operands {
		if ctx.Err() != nil {
			break
		}
		var text string
		var err error
		if canonical {
			text, err = gnu.Resolve(in.FS, in.Dir, name, strict)
		} else {
			text, err = in.FS.Readlink(name)
		}
		switch {
		case err == nil:
			in.Printf("%s%s", text, end)
		case verbose:
			in.Fail("%s: %s", quoted(name), message(err))
		default:
			in.FailQuietly(1)
		}
	}
	return in.Status()
}

func realpath() gnu.Program {
	return gnu.Program{
		Summary: "print absolute names without links",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"e,canonicalize-existing", "all components must exist"},
			{"m,canonicalize-missing", "no component has to exist"},
			{"L,logical", "resolve .. before links"},
			{"P,physical", "resolve links as they come (default)"},
			{"q,quiet", "say nothing of errors"},
			{"relative-to=DIR", "print the name as seen from DIR"},
			{"relative-base=DIR", "print absolute names unless they are below DIR"},
			{"s,strip", "do not resolve links"},
			{"no-symlinks", ""},
			{"z,zero", "end each line with NUL"},
		},
		Main: runRealpath,
	}
}

func runRealpath(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	r := realpather{in: in, strict: gnu.AllButLast}
	for _, o := range in.Options {
		switch o.Name {
		case "e":
			r.strict = gnu.MustExist
		case "m":
			r.strict = gnu.MayMiss
		case "s", "no-symlinks":
			r.strip, r.logical = true, true
		case "L":
			r.logical, r.strip = true, false
		case "P":
			r.logical, r.strip = false, false
		}
	}
	to, relativeTo := in.Last("relative-to")
	from, relativeBase := in.Last("relative-base")
	if relativeBase && !relativeTo {
		to, relativeTo = from, true
	}
	var err error
	if relativeTo {
		name := to
		if to, err = r.directory(name); err != nil {
			return in.Die("%s: %s", quoted(name), message(err))
		}
	}
	if relativeBase {
		name := from
		if from, err = r.directory(name); err != nil {
			return in.Die("%s: %s", quoted(name), message(err))
		}
		if !below(to, from) {
			relativeTo = false
		}
	}
	for _, name := range in.Operands {
		if ctx.Err() != nil {
			break
		}
		text, err := r.real(name)
		if err != nil {
			if in.Has("q") {
				in.FailQuietly(1)
			} else {
				in.Fail("%s: %s", quoted(name), message(err))
			}
			continue
		}
		if relativeTo && (!relativeBase || below(text, from)) {
			text = relative(to, text)
		}
		in.Printf("%s%s", text, ender(in))
	}
	return in.Status()
}

// A realpather resolves names for realpath.
type realpather struct {
	in             *gnu.Invocation
	strict         gnu.Strictness
	logical, strip bool
}

// directory resolves a name to start from; what must exist is a directory.
func (r *realpather) directory(name string) (string, error) {
	text, err := r.real(name)
	if err == nil && r.strict == gnu.MustExist && !isDir(r.in, text) {
		err = syscall.ENOTDIR
	}
	return text, err
}

func (r *realpather) real(name string) (string, error) {
	if !r.logical || name == "" {
		return gnu.Resolve(r.in.FS, r.in.Dir, name, r.strict)
	}
	dotted := base(name) == "."
	slashed := isSlashed(name) || dotted
	if name[0] != '/' {
		name = r.in.Dir + "/" + name
	}
	lexical, err := r.lexical(name)
	switch {
	case err != nil:
		return "", err
	case r.strip:
		return lexical, r.exists(lexical, slashed, dotted)
	case dotted:
		if err := r.exists(lexical, slashed, dotted); err != nil {
			return "", err
		}
		fallthrough
	case slashed && lexical != "/":
		lexical = strings.TrimRight(lexical, "/") + "/"
	}
	return gnu.Resolve(r.in.FS, r.in.Dir, lexical, r.strict)
}

// lexical takes "." and ".." out of an absolute name; what ".." is taken after
// has to be a directory.
func (r *realpather) lexical(name string) (string, error) {
	done := ""
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "", ".":
		case "..":
			if r.strict != gnu.MayMiss && done != "" {
				if err := directoryOperand(r.in, done); err != nil {
					return "", err
				}
			}
			done = done[:max(strings.LastIndexByte(done, '/'), 0)]
		default:
			done += "/" + part
		}
	}
	if done == "" {
		return "/", nil
	}
	return done, nil
}

// exists checks as much of a name as has to exist where links are not looked
// at: all of it, or what is asked to be a directory.
func (r *realpather) exists(name string, slashed, dotted bool) error {
	if r.strict == gnu.MayMiss {
		return nil
	}
	fi, err := r.in.FS.Stat(name)
	switch {
	case err == nil && slashed && !fi.IsDir():
		return syscall.ENOTDIR
	case r.strict == gnu.MustExist || dotted || !isErrno(err, syscall.ENOENT):
		return err
	}
	return nil
}

// below tells whether name is dir or something in it.
func below(name, dir string) bool {
	return name == dir || dir == "/" || strings.HasPrefix(name, dir+"/")
}
