package files

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

func printPath(_ context.Context, e *found) bool {
	e.f.in.Out.WriteString(e.path)
	e.f.in.Out.WriteByte('\n')
	return true
}

// action reads what does something.
func (p *findParser) action(word string) (predicate, bool, error) {
	switch word {
	case "-print":
		return printPath, true, nil
	case "-print0":
		return func(_ context.Context, e *found) bool {
			e.f.in.Out.WriteString(e.path)
			e.f.in.Out.WriteByte(0)
			return true
		}, true, nil
	case "-printf":
		format, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		p.f.checkFormat(format)
		return func(_ context.Context, e *found) bool { e.printf(format); return true }, true, nil
	case "-ls":
		return func(_ context.Context, e *found) bool { e.ls(); return true }, true, nil
	case "-prune":
		return func(_ context.Context, e *found) bool { e.prune = true; return true }, true, nil
	case "-quit":
		return func(_ context.Context, e *found) bool { e.f.quit = true; return true }, true, nil
	case "-delete":
		p.f.depth = true
		return remove, true, nil
	case "-exec", "-execdir", "-ok", "-okdir":
		pred, err := p.exec(word)
		return pred, true, err
	}
	return nil, false, nil
}

func remove(_ context.Context, e *found) bool {
	if e.name == "." || e.path == "." {
		return true // as find -delete does with its start
	}
	if err := e.f.in.FS.Remove(e.path); err != nil {
		e.f.in.Fail("cannot delete %s: %s", e.f.in.Quote(e.path), message(err))
		return false
	}
	return true
}

// A batch collects the files of -exec COMMAND {} +.
type batch struct {
	f     *finder
	argv  []string
	dir   string // the directory of -execdir
	files []string
	bytes int
}

// A command line of a batch is at most so long.
const (
	batchBytes = 128 << 10
	batchFiles = 4096
)

// exec reads a command up to ; or {} +.
func (p *findParser) exec(word string) (predicate, error) {
	begin := p.at
	for ; p.at < len(p.args); p.at++ {
		arg := p.args[p.at]
		if arg == "+" && p.at > begin && p.args[p.at-1] != "{}" && strings.HasPrefix(p.args[p.at-1], "{}") {
			return nil, complain("In %s the %s must appear by itself, but you specified %s", p.f.in.Quote(word+" ... {} +"), p.f.in.Quote("{}"), p.f.in.Quote(p.args[p.at-1]))
		}
		if arg == ";" || arg == "+" && p.at > begin && p.args[p.at-1] == "{}" && !strings.HasPrefix(word, "-ok") {
			break
		}
	}
	if p.at == begin && p.at < len(p.args) {
		return nil, complain("invalid argument `%s' to `%s'", p.args[p.at], word)
	}
	if p.at == len(p.args) {
		return nil, complain("missing argument to `%s'", word)
	}
	argv := p.args[begin:p.at]
	plus := p.args[p.at] == "+"
	p.at++
	inDir := strings.HasSuffix(word, "dir")
	if plus {
		b := &batch{f: p.f, argv: argv[:len(argv)-1]}
		for _, a := range b.argv {
			if strings.Contains(a, "{}") {
				return nil, complain("Only one instance of {} is supported with %s ... +", word)
			}
		}
		p.f.batches = append(p.f.batches, b)
		return func(ctx context.Context, e *found) bool { b.add(ctx, e, inDir); return true }, nil
	}
	asks := strings.HasPrefix(word, "-ok")
	return func(ctx context.Context, e *found) bool {
		name, dir := e.path, ""
		if inDir {
			name, dir = e.inDir()
		}
		args := make([]string, len(argv))
		for i, a := range argv {
			args[i] = strings.ReplaceAll(a, "{}", name)
		}
		if asks && !e.confirmed(ctx, argv[0]) {
			return false
		}
		return e.f.run(ctx, args, dir) == 0
	}, nil
}

// confirmed asks the question of -ok.
func (e *found) confirmed(ctx context.Context, name string) bool {
	_ = e.f.in.Out.Flush() // Finish reports its error
	fmt.Fprintf(e.f.in.Stderr, "< %s ... %s > ? ", name, e.path)
	line, _ := e.f.in.Stdin.ReadUntil(ctx, '\n', e.f.in.Limits.LineBytes)
	return len(line) > 0 && line[0]|0x20 == 'y'
}

// inDir is what -execdir calls a file, and the directory it runs in.
func (e *found) inDir() (name, dir string) {
	if e.path == "/" {
		return "/", "/"
	}
	return "./" + e.name, dirOf(e.path)
}

// run runs a command, in a directory if one is given.
func (f *finder) run(ctx context.Context, args []string, dir string) int {
	_ = f.in.Out.Flush() // Finish reports its error
	if err := f.in.Runnable(args[0]); err != nil {
		f.in.Warn("%s: %s", f.in.Quote(args[0]), message(err))
		return command.StatusOf(err)
	}
	call := &command.Call{Args: args}
	if dir != "" {
		if !strings.HasPrefix(dir, "/") {
			dir = join(f.in.Dir, dir)
		}
		call.Dir = dir
	}
	return f.in.Exec(ctx, call)
}

func (b *batch) add(ctx context.Context, e *found, inDir bool) {
	name, dir := e.path, ""
	if inDir {
		if name, dir = e.inDir(); dir != b.dir {
			b.flush(ctx)
		}
	}
	if b.bytes+len(name) > batchBytes || len(b.files) >= batchFiles {
		b.flush(ctx)
	}
	b.dir = dir
	b.files = append(b.files, name)
	b.bytes += len(name) + 1
}

func (b *batch) flush(ctx context.Context) {
	if len(b.files) == 0 || ctx.Err() != nil {
		return
	}
	args := append(append(make([]string, 0, len(b.argv)+len(b.files)), b.argv...), b.files...)
	b.files, b.bytes = nil, 0
	if b.f.run(ctx, args, b.dir) != 0 {
		b.f.in.FailQuietly(1)
	}
}

// ls prints a file as ls -dils does.
func (e *found) ls() {
	fi := e.info()
	if fi == nil {
		return
	}
	l := &lister{in: e.f.in, owners: e.f.owners, now: e.f.now, time: 'm', style: "locale"}
	it := &item{name: e.path, path: e.path, fi: fi, mode: fi.Mode()}
	user, group := l.owner(it)
	name := escapePath(e.path)
	if it.mode&fs.ModeSymlink != 0 {
		target, _ := e.f.in.FS.Readlink(e.path)
		name += " -> " + escapePath(target)
	}
	e.f.in.Printf("%9d %6d %s %3d %-8s %-8s %8s %s %s\n", sys(fi).Ino, ceilDiv(sys(fi).Blocks, 2), modeString(it.mode),
		sys(fi).Nlink, user, group, l.sizeText(it), l.stamp(fi.ModTime()), name)
}

func escapePath(name string) string {
	return strings.NewReplacer("\\", "\\\\", " ", "\\ ", "\n", "\\n", "\t", "\\t", `"`, `\"`).Replace(name)
}

// printf is -printf.
func (e *found) printf(format string) {
	out := e.f.in.Out
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c == '\\' && i+1 < len(format):
			i++
			if at := strings.IndexByte("abfnrtv\\", format[i]); at >= 0 {
				out.WriteByte("\a\b\f\n\r\t\v\\"[at])
				break
			}
			if format[i] == 'c' {
				_ = out.Flush() // Finish reports its error
				return
			}
			n := i
			for n < len(format) && n < i+3 && '0' <= format[n] && format[n] <= '7' {
				n++
			}
			if n == i {
				out.WriteString(`\` + format[i:i+1])
				break
			}
			v, _ := strconv.ParseUint(format[i:n], 8, 16)
			out.WriteByte(byte(v))
			i = n - 1
		case c == '%' && i+1 < len(format):
			n := i + 1
			for n < len(format)-1 && strings.IndexByte("-+ #0123456789.", format[n]) >= 0 {
				n++
			}
			letter, kind := format[n], byte(0)
			if strings.IndexByte("ACTB", letter) >= 0 && n+1 < len(format) {
				n++
				kind = format[n]
			}
			text, ok := e.directive(letter, kind)
			if !ok {
				out.WriteString(format[i : n+1])
				i = n
				break
			}
			out.WriteString(field(text, format[i+1:n], letter))
			i = n
		default:
			out.WriteByte(c)
		}
	}
}

// checkFormat warns of what -printf does not know.
func (f *finder) checkFormat(format string) {
	for i := 0; i+1 < len(format); i++ {
		switch {
		case format[i] == '\\':
			i++
			if strings.IndexByte("abfnrtv\\c01234567", format[i]) < 0 {
				f.in.Warn("warning: unrecognized escape `\\%c'", format[i])
			}
		case format[i] == '%':
			for i++; i < len(format)-1 && strings.IndexByte("-+ #0123456789.", format[i]) >= 0; i++ {
			}
			if strings.IndexByte("%abcdfghiklmnpstuyACDFGHMPSTUYBZ", format[i]) < 0 {
				f.in.Warn("warning: unrecognized format directive `%%%c'", format[i])
			}
		}
	}
}

// field pads and cuts a text as printf does.
func field(text, flags string, letter byte) string {
	spec := strings.TrimLeft(flags, "-+ #0")
	marks := flags[:len(flags)-len(spec)]
	w, precision, dotted := strings.Cut(strings.TrimRight(spec, "ACTB"), ".")
	number := letter == 'd' || letter == 'm'
	p, err := strconv.Atoi(precision)
	switch {
	case !dotted || err != nil:
	case number:
		text = strings.Repeat("0", min(max(p-len(text), 0), 1<<12)) + text
	default:
		text = text[:min(p, len(text))]
	}
	if letter == 'm' && strings.Contains(marks, "#") && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	if letter == 'd' && strings.ContainsAny(marks, "+ ") {
		sign := " "
		if strings.Contains(marks, "+") {
			sign = "+"
		}
		text = sign + text
	}
	n, _ := strconv.Atoi(w)
	gap := min(n, 1<<12) - len(text)
	switch {
	case gap <= 0:
		return text
	case strings.Contains(marks, "-"):
		return text + strings.Repeat(" ", gap)
	case strings.Contains(marks, "0") && number && !dotted:
		return strings.Repeat("0", gap) + text
	}
	return strings.Repeat(" ", gap) + text
}

// directive is the value of a letter of -printf.
func (e *found) directive(letter, kind byte) (string, bool) {
	switch letter {
	case '%':
		return "%", true
	case 'p':
		return e.path, true
	case 'f':
		return e.name, true
	case 'h':
		if i := strings.LastIndexByte(trim(e.path), '/'); i > 0 {
			return e.path[:i], true
		} else if i == 0 {
			return "", true
		}
		return ".", true
	case 'P':
		return strings.TrimPrefix(strings.TrimPrefix(e.path, e.start), "/"), true
	case 'H':
		return e.start, true
	case 'd':
		return strconv.Itoa(e.depth), true
	case 'y':
		return kindLetter(e.mode), true
	case 'Y':
		if e.mode&fs.ModeSymlink != 0 {
			fi, err := e.f.in.FS.Stat(e.path)
			if err != nil {
				return "N", true
			}
			return kindLetter(fi.Mode()), true
		}
		return kindLetter(e.mode), true
	case 'l':
		if e.mode&fs.ModeSymlink == 0 {
			return "", true
		}
		target, _ := e.f.in.FS.Readlink(e.path)
		return target, true
	}
	fi := e.info()
	if fi == nil {
		return "", true
	}
	return e.status(fi, letter, kind)
}

func kindLetter(mode fs.FileMode) string {
	if c := typeLetter(mode); c != '-' {
		return string(rune(c))
	}
	return "f"
}

// status is the value of a letter that stat(2) tells.
func (e *found) status(fi fs.FileInfo, letter, kind byte) (string, bool) {
	s := sys(fi)
	orNumber := func(name string, id uint32) string {
		if name == "" {
			return strconv.FormatUint(uint64(id), 10)
		}
		return name
	}
	switch letter {
	case 's':
		return strconv.FormatInt(fi.Size(), 10), true
	case 'b':
		return strconv.FormatInt(s.Blocks, 10), true
	case 'S':
		if fi.Size() == 0 {
			return "1", true
		}
		return strconv.FormatFloat(float64(s.Blocks)*512/float64(fi.Size()), 'g', 6, 64), true
	case 'k':
		return strconv.FormatInt(ceilDiv(s.Blocks, 2), 10), true
	case 'm':
		return strconv.FormatUint(uint64(bitsOf(fi.Mode())), 8), true
	case 'M':
		return modeString(fi.Mode()), true
	case 'n':
		return strconv.FormatUint(s.Nlink, 10), true
	case 'i':
		return strconv.FormatUint(s.Ino, 10), true
	case 'D':
		return strconv.FormatUint(s.Dev, 10), true
	case 'u':
		return orNumber(e.f.owners.user(s.UID), s.UID), true
	case 'g':
		return orNumber(e.f.owners.group(s.GID), s.GID), true
	case 'U':
		return strconv.FormatUint(uint64(s.UID), 10), true
	case 'G':
		return strconv.FormatUint(uint64(s.GID), 10), true
	case 'a', 'A':
		return e.f.formatTime(s.Atime, kind), true
	case 'c', 'C':
		return e.f.formatTime(s.Ctime, kind), true
	case 't', 'T':
		return e.f.formatTime(fi.ModTime(), kind), true
	}
	return "", false
}
