package files

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
)

func printPath(_ context.Context, e *found) bool {
	e.f.in.Out.WriteString(e.path)
	e.f.in.Out.WriteByte('\n')
	return true
}

// output opens the file of -fprint and its kin, which is emptied even if nothing
// is found. Actions that name one file share it.
func (p *findParser) output(word string) (*command.Output, error) {
	name, err := p.argument(word)
	if err != nil {
		return nil, err
	}
	if name == "/dev/stdout" {
		return p.f.in.Out, nil
	}
	if o := p.f.outputs[name]; o != nil {
		return o.Output, nil
	}
	if len(p.f.outputs) >= maxOutputs {
		return nil, complain("%s: %s", p.f.in.Quote(name), message(syscall.EMFILE))
	}
	var f io.WriteCloser
	if name == "/dev/stderr" {
		f = stays{p.f.in.Stderr}
	} else {
		f, err = p.create(name)
	}
	if err != nil {
		return nil, complain("%s: %s", p.f.in.Quote(name), message(err))
	}
	if p.f.outputs == nil {
		p.f.outputs = map[string]*findOutput{}
	}
	fi, _ := p.f.in.FS.Stat(name)
	if o := p.f.shared(fi); o != nil {
		_ = f.Close() // nothing was written
		return o.Output, nil
	}
	o := &findOutput{command.NewFileOutput(p.f.in.Call, f), f, fi}
	p.f.outputs[name] = o
	return o.Output, nil
}

// shared is the output that has the file already, under another name; nil when
// none has it.
func (f *finder) shared(fi fs.FileInfo) *findOutput {
	if fi == nil || !fi.Mode().IsRegular() {
		return nil
	}
	for _, o := range f.outputs {
		if o.info != nil && sameFile(o.info, fi) {
			return o
		}
	}
	return nil
}

// stays is a file that others go on writing.
type stays struct{ io.Writer }

func (stays) Close() error { return nil }

// maxOutputs is how many files one run writes.
const maxOutputs = 256

// A findOutput is a file that an action writes.
type findOutput struct {
	*command.Output
	file io.Closer
	info fs.FileInfo // nil when it is unknown
}

// finish ends the files of actions.
func (f *finder) finish() {
	for name, o := range f.outputs {
		err := o.Flush()
		if cerr := o.file.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			f.in.Fail("%s: %s", f.in.Quote(name), message(err))
		}
	}
}

// printing reads -print and its kin; those with an f write to a file.
func (p *findParser) printing(word string) (pred predicate, err error) {
	out, kind := p.f.in.Out, strings.TrimPrefix(word, "-")
	if strings.HasPrefix(kind, "f") {
		kind = kind[1:]
		if kind == "printf" && p.at == len(p.args)-1 {
			return nil, complain("invalid argument `%s' to `%s'", p.args[p.at], word)
		}
		if out, err = p.output(word); err != nil {
			return nil, err
		}
	}
	switch kind {
	case "print":
		return func(_ context.Context, e *found) bool { out.WriteString(e.path); out.WriteByte('\n'); return true }, nil
	case "print0":
		return func(_ context.Context, e *found) bool { out.WriteString(e.path); out.WriteByte(0); return true }, nil
	case "ls":
		return func(_ context.Context, e *found) bool { e.ls(out); return true }, nil
	}
	format, err := p.argument(word)
	if err == nil {
		err = p.f.checkFormat(format)
	}
	return func(_ context.Context, e *found) bool { e.printf(out, format); return true }, err
}

// action reads what does something.
func (p *findParser) action(word string) (predicate, bool, error) {
	switch word {
	case "-print":
		return printPath, true, nil
	case "-print0", "-printf", "-ls", "-fprint", "-fprint0", "-fprintf", "-fls":
		pred, err := p.printing(word)
		return pred, true, err
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
	if strings.HasSuffix(word, "dir") && p.at < len(p.args) {
		if err := p.safePath(word); err != nil {
			return nil, err
		}
	}
	for ; p.at < len(p.args); p.at++ {
		arg := p.args[p.at]
		if arg == "+" && p.at > begin && p.args[p.at-1] != "{}" && strings.Contains(p.args[p.at-1], "{}") {
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

// safePath refuses a PATH in which -execdir would find commands in the directories
// that it visits.
func (p *findParser) safePath(word string) error {
	path, set := p.f.in.Getenv("PATH")
	if !set {
		return nil
	}
	for dir := range strings.SplitSeq(path, ":") {
		switch {
		case dir == "" || dir == ".":
			return complain("The current directory is included in the PATH environment variable, which is insecure in combination with the %s action of find.  Please remove the current directory from your $PATH (that is, remove \".\", doubled colons, or leading or trailing colons)", word)
		case dir[0] != '/':
			return complain("The relative path %s is included in the PATH environment variable, which is insecure in combination with the %s action of find.  Please remove that entry from $PATH", p.f.in.Quote(dir), word)
		}
	}
	return nil
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
