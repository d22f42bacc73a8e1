package files

import (
	"context"
	"crypto/rand"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/filemode"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

var quoted = command.QuoteIfNeeded

func mktemp() gnu.Program {
	return gnu.Program{
		Summary: "make a temporary file or directory and print its name",
		Usage:   "[OPTION]... [TEMPLATE]",
		Options: []gnu.Option{
			{"d,directory", "make a directory"},
			{"u,dry-run", "make nothing, print a name"},
			{"q,quiet", "say nothing of failures"},
			{"suffix=SUFFIX", "append SUFFIX to TEMPLATE"},
			{"tmpdir[=DIR]", "take TEMPLATE from DIR, or $TMPDIR, or /tmp"},
			{"p=DIR", ""},
			{"t", "take TEMPLATE from a directory for temporary files"}, {"V", "the same as --version"},
		},
		Main: runMktemp,
	}
}

// tries is how many names are tried.
const tries = 100

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func runMktemp(ctx context.Context, in *gnu.Invocation) int {
	if in.Has("V") {
		in.Printf("%s (aegish)\n", in.Name())
		return 0
	}
	if len(in.Operands) > 1 {
		return in.Usage("too many templates")
	}
	prefix, suffix, code, ok := template(in)
	if !ok {
		return code
	}
	n := len(prefix) - len(strings.TrimRight(prefix, "X"))
	shown := prefix + suffix
	var err error
	for range tries {
		if ctx.Err() != nil {
			return 1
		}
		random := make([]byte, n)
		_, _ = rand.Read(random) // never fails
		for i, b := range random {
			random[i] = letters[int(b)%len(letters)]
		}
		name := prefix[:len(prefix)-n] + string(random) + suffix
		switch {
		case in.Has("u"):
			if _, err = in.FS.Lstat(name); err == nil {
				err = syscall.EEXIST
			} else if isErrno(err, syscall.ENOENT) {
				err = nil
			}
		case in.Has("d"):
			err = in.FS.Mkdir(name, 0o700)
		default:
			var f vfs.File
			if f, err = vfs.OpenContext(ctx, in.FS, name, syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL, 0o600); err == nil {
				err = f.Close()
			}
		}
		if err == nil {
			in.Printf("%s\n", name)
			return 0
		}
		if !isErrno(err, syscall.EEXIST) {
			break
		}
	}
	if !in.Has("q") {
		what := "file"
		if in.Has("d") {
			what = "directory"
		}
		in.Warn("failed to create %s via template %s: %s", what, in.Quote(shown), message(err))
	}
	return 1
}

// template is the name to make up to the end of its Xs, and what follows them.
func template(in *gnu.Invocation) (prefix, suffix string, code int, ok bool) {
	text, dir, inTmp := "tmp.XXXXXXXXXX", "", true
	if len(in.Operands) > 0 {
		text, inTmp = in.Operands[0], in.Has("t") || in.Has("p") || in.Has("tmpdir")
	}
	suffix, given := in.Last("suffix")
	if given {
		if !strings.HasSuffix(text, "X") {
			return "", "", in.Die("with --suffix, template %s must end in X", in.Quote(text)), false
		}
	} else {
		i := strings.LastIndexByte(text, 'X') + 1
		text, suffix = text[:i], text[i:]
	}
	if strings.Contains(suffix, "/") {
		return "", "", in.Die("invalid suffix %s, contains directory separator", in.Quote(suffix)), false
	}
	if len(text)-len(strings.TrimRight(text, "X")) < 3 {
		return "", "", in.Die("too few X's in template %s", in.Quote(text+suffix)), false
	}
	if !inTmp {
		return text, suffix, 0, true
	}
	for _, o := range in.Options {
		if o.Name == "p" || o.Name == "tmpdir" {
			dir = o.Value
		}
	}
	tmp, _ := in.Getenv("TMPDIR")
	switch {
	case in.Has("t") && tmp != "":
		dir = tmp
	case dir == "" && tmp != "":
		dir = tmp
	case dir == "":
		dir = "/tmp"
	}
	if in.Has("t") && strings.Contains(text, "/") {
		return "", "", in.Die("invalid template, %s, contains directory separator", in.Quote(text+suffix)), false
	}
	if strings.HasPrefix(text, "/") {
		return "", "", in.Die("invalid template, %s; with --tmpdir, it may not be absolute", in.Quote(text+suffix)), false
	}
	return join(dir, text), suffix, 0, true
}

func mkfifo() gnu.Program {
	return gnu.Program{
		Summary: "make named pipes",
		Usage:   "[OPTION]... NAME...",
		Options: []gnu.Option{{"m,mode=MODE", "set the permissions, not a=rw minus the umask"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) == 0 {
				return in.Missing()
			}
			text, given := in.Last("m")
			bits := uint32(0o666)
			if given {
				m, err := filemode.Parse(text)
				if err != nil {
					return in.Die("invalid mode")
				}
				if bits = m.Apply(0o666, false, uint32(in.Umask.Perm())); bits&^rwxAll != 0 {
					return in.Die("mode must specify only file permission bits")
				}
			}
			for _, name := range in.Operands {
				err := in.FS.Mkfifo(name, fs.FileMode(bits))
				if err != nil {
					in.Fail("cannot create fifo %s: %s", command.QuoteShell(name), message(err))
				} else if given {
					if err := in.FS.Chmod(name, fs.FileMode(bits)); err != nil {
						in.Fail("cannot set permissions of %s: %s", command.QuoteShell(name), message(err))
					}
				}
			}
			return in.Status()
		},
	}
}

func sync() gnu.Program {
	return gnu.Program{
		Summary: "do nothing: what was written is there",
		Usage:   "[OPTION] [FILE]...",
		Options: []gnu.Option{{"d,data", "accepted and ignored"}, {"f,file-system", "accepted and ignored"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if in.Has("d") && len(in.Operands) == 0 {
				return in.Die("--data needs at least one argument")
			}
			if in.Has("d") && in.Has("f") {
				return in.Die("cannot specify both --data and --file-system")
			}
			for _, name := range in.Operands {
				if _, err := in.FS.Stat(name); err != nil {
					in.Fail("error opening %s: %s", command.QuoteShell(name), message(err))
				}
			}
			return in.Status()
		},
	}
}

func truncate() gnu.Program {
	return gnu.Program{
		Summary: "shrink or extend files",
		Usage:   "OPTION... FILE...",
		Options: []gnu.Option{
			{"c,no-create", "make no files"},
			{"o,io-blocks", "count SIZE in blocks of 4096 bytes"},
			{"r,reference=FILE", "base the size on that of FILE"},
			{"s,size=SIZE", "set or change the size: +, -, < at most, > at least, / round down, % round up"},
		},
		Main: runTruncate,
	}
}

func runTruncate(ctx context.Context, in *gnu.Invocation) int {
	text, sized := in.Last("s")
	ref, referred := in.Last("r")
	var op byte
	var n, from int64
	var err error
	if sized {
		text = strings.TrimLeft(text, " \t")
		if text != "" && strings.IndexByte("<>/%", text[0]) >= 0 {
			op, text = text[0], strings.TrimLeft(text[1:], " \t")
		}
		digits := text
		if text != "" && (text[0] == '+' || text[0] == '-') {
			if op != 0 {
				return in.Usage("multiple relative modifiers specified")
			}
			op, digits = text[0], text[1:]
		}
		if n, err = command.ParseSize(digits, "EgGkKmMPtTYZ0"); err != nil {
			why := ""
			if isErrno(err, syscall.EOVERFLOW) {
				why = ": " + message(err)
			}
			return in.Die("Invalid number: %s%s", in.Quote(text), why)
		}
		if in.Has("o") {
			n *= 4096
		}
		if (op == '/' || op == '%') && n == 0 {
			return in.Die("division by zero")
		}
	}
	switch {
	case !sized && !referred:
		return in.Usage("you must specify either %s or %s", in.Quote("--size"), in.Quote("--reference"))
	case in.Has("o") && !sized:
		return in.Usage("%s was specified but %s was not", in.Quote("--io-blocks"), in.Quote("--size"))
	case sized && referred && op == 0:
		return in.Usage("you must specify a relative %s with %s", in.Quote("--size"), in.Quote("--reference"))
	case len(in.Operands) == 0:
		return in.Usage("missing file operand")
	}
	if referred {
		fi, err := in.FS.Stat(ref)
		if err != nil {
			return in.Die("cannot stat %s: %s", command.QuoteShell(ref), message(err))
		}
		from = fi.Size()
	}
	for _, name := range in.Operands {
		if ctx.Err() != nil {
			break
		}
		truncateOne(ctx, in, name, func(size int64) int64 {
			if referred {
				size = from
			}
			if !sized {
				return size
			}
			return resized(op, size, n)
		})
	}
	return in.Status()
}

func resized(op byte, size, n int64) int64 {
	switch op {
	case '+':
		return size + n
	case '-':
		return max(size-n, 0)
	case '<':
		return min(size, n)
	case '>':
		return max(size, n)
	case '/':
		return size / n * n
	case '%':
		return ceilDiv(size, n) * n
	}
	return n
}

func truncateOne(ctx context.Context, in *gnu.Invocation, name string, to func(int64) int64) {
	flag := syscall.O_WRONLY | syscall.O_CREAT
	if in.Has("c") {
		flag = syscall.O_WRONLY
	}
	var f vfs.File
	fi, err := in.FS.Stat(name)
	if err == nil && fi.Mode()&fs.ModeNamedPipe != 0 {
		err = syscall.ENXIO // opening it would wait for a reader
	} else {
		f, err = vfs.OpenContext(ctx, in.FS, name, flag, 0o666)
	}
	if err != nil {
		if !in.Has("c") || !isErrno(err, syscall.ENOENT) {
			in.Fail("cannot open %s for writing: %s", command.QuoteShell(name), message(err))
		}
		return
	}
	defer f.Close()
	fi, err = f.Stat()
	if err != nil {
		in.Fail("cannot fstat %s: %s", command.QuoteShell(name), message(err))
		return
	}
	size := to(fi.Size())
	if err := f.Truncate(size); err != nil {
		in.Fail("failed to truncate %s at %s bytes: %s", command.QuoteShell(name), strconv.FormatInt(size, 10), message(err))
	}
}
