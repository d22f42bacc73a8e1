package envstate

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/sys/unix"
)

const cdUsage = "cd: usage: cd [-L|[-P [-e]] [-@]] [dir]\n"

// RunBareOptions says how a bare command talks.
type RunBareOptions struct {
	// Prefix stands before each message where `bash -c` has
	// "bash: line 1: ". Usage lines have none, as in bash.
	Prefix string
}

// RunBare does what bash 5.2 would do for b: the same output, messages and
// status, and the same directory, PWD, OLDPWD and stack afterwards. CDPATH,
// cdable_vars and cdspell do not exist here. It returns the status and leaves
// Exit alone. The working directory of this process is not used or changed.
func (s *State) RunBare(b Bare, stdout, stderr io.Writer, opts RunBareOptions) int {
	if len(b.Argv) == 0 {
		return 0
	}
	s.ready()
	r := &bareRun{s: s, out: stdout, err: stderr, prefix: opts.Prefix, name: b.Argv[0]}
	args := make([]string, 0, len(b.Argv)-1)
	for i, word := range b.Argv[1:] {
		if i+1 < len(b.tilde) && b.tilde[i+1] {
			word = r.expandTilde(word)
		}
		args = append(args, word)
	}
	switch r.name {
	case "cd":
		return r.cd(args)
	case "pushd":
		return r.pushd(args)
	case "popd":
		return r.popd(args)
	case "dirs":
		return r.dirs(args)
	}
	r.fail("not a directory command")
	return exitUsage
}

// Statuses of bash builtins.
const (
	exitSuccess = 0
	exitFailure = 1
	exitUsage   = 2
)

// bareRun is one run of a bare command.
type bareRun struct {
	s        *State
	out, err io.Writer
	prefix   string
	name     string // the command that was called, for messages
}

// fail prints a message as bash's builtins do and returns status 1.
func (r *bareRun) fail(format string, args ...any) int {
	fmt.Fprintf(r.err, "%s%s: %s\n", r.prefix, r.name, fmt.Sprintf(format, args...))
	return exitFailure
}

// usage prints the synopsis of the command that was called and returns 2.
func (r *bareRun) usage() int {
	switch r.name {
	case "pushd":
		io.WriteString(r.err, "pushd: usage: pushd [-n] [+N | -N | dir]\n")
	case "popd":
		io.WriteString(r.err, "popd: usage: popd [-n] [+N | -N]\n")
	case "dirs":
		io.WriteString(r.err, "dirs: usage: dirs [-clpv] [+N] [-N]\n")
	default:
		io.WriteString(r.err, cdUsage)
	}
	return exitUsage
}

// print writes to standard output; a failed write is an error of the command.
func (r *bareRun) print(text string) int {
	if _, err := io.WriteString(r.out, text); err != nil {
		return r.fail("write error: %s", errnoText(err))
	}
	return exitSuccess
}

// cdOptions are the options of cd.
type cdOptions struct{ physical, strict bool }

// cd is the builtin: options, the choice of the directory, the move, and the
// variables.
func (r *bareRun) cd(args []string) int {
	opts, args, ok := r.cdOptions(args)
	if !ok {
		return r.usage()
	}
	var dir string
	announce := false
	switch {
	case len(args) == 0:
		if dir, ok = r.s.Env.Get("HOME"); !ok {
			return r.fail("HOME not set")
		}
	case len(args) > 1:
		return r.fail("too many arguments")
	case args[0] == "-":
		if dir, ok = r.s.Env.Get("OLDPWD"); !ok {
			return r.fail("OLDPWD not set")
		}
		announce = true
	default:
		dir = args[0]
	}
	if err := r.changeTo(dir, opts.physical); err != nil {
		return r.fail("%s: %s", quoteFilename(dir, filenamePrinting(r.s.Env)), errnoText(err))
	}
	status := exitSuccess
	if announce {
		status = r.print(dir + "\n")
	}
	return r.bind(opts, status)
}

// cdOptions reads the leading options.
func (r *bareRun) cdOptions(args []string) (cdOptions, []string, bool) {
	var opts cdOptions
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		if args[0] == "--" {
			args = args[1:]
			break
		}
		for _, c := range []byte(args[0][1:]) {
			switch c {
			case 'P':
				opts.physical = true
			case 'L':
				opts.physical = false
			case 'e':
				opts.strict = true
			default:
				r.fail("-%c: invalid option", c)
				return opts, nil, false
			}
		}
		args = args[1:]
	}
	opts.strict = opts.strict && opts.physical
	return opts, args, true
}

// changeTo changes directory. Logically it goes to the path with its ".."
// taken back by name, and if that fails to the path as it was given;
// physically it goes to the path as it was given.
func (r *bareRun) changeTo(dir string, physical bool) error {
	s := r.s
	if s.label == "" {
		r.workingDir("chdir")
	}
	full := makeAbsolute(dir, s.label)
	target, known := full, false
	if physical {
		if path, err := resolvedPath(full); err == nil {
			target, known = path, true
		}
		if err := s.enter(dir); err != nil {
			return err
		}
	} else {
		_, posix := s.Env.Get("POSIXLY_CORRECT")
		path, err := logicalPath(full)
		switch {
		case err == nil:
			target, known = path, true
		case posix && (err == unix.ENOENT || err == unix.ENAMETOOLONG):
			return err
		case posix:
			return unix.ENOTDIR
		}
		if err := s.enter(target); err != nil {
			if posix || s.enter(dir) != nil {
				return err
			}
			known = false
		}
	}
	s.label = target
	if !known {
		// The name is not to be trusted: ask the kernel, and keep the name
		// only if it knows no better.
		s.label = ""
		if _, ok := r.workingDir("cd"); !ok {
			s.label = target
		}
	}
	return nil
}

// bind sets OLDPWD and PWD after a move.
func (r *bareRun) bind(opts cdOptions, status int) int {
	s := r.s
	dir := s.label
	if opts.physical {
		if path, err := resolvedPath(s.label); err == nil {
			dir = path
		} else if opts.strict {
			status = exitFailure
		}
	}
	pwd, _ := s.Env.Get("PWD")
	s.Env.Set("OLDPWD", pwd)
	s.Env.Set("PWD", dir)
	if _, err := physicalPath(s.at); err != nil && strings.HasPrefix(s.label, "/") {
		s.Dir = s.label
	}
	return status
}

// workingDir returns the name of the current directory, asking the kernel if
// there is none. whom names the caller in the message when it has none either.
func (r *bareRun) workingDir(whom string) (string, bool) {
	s := r.s
	if s.label == "" {
		path, err := physicalPath(s.at)
		if err != nil {
			if !errors.Is(err, unix.ENOENT) {
				err = underlying(err)
			}
			fmt.Fprintf(r.err, "%s: error retrieving current directory: getcwd: cannot access parent directories: %s\n",
				whom, errnoText(err))
			return "", false
		}
		s.label = path
	}
	return s.label, true
}
