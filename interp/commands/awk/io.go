package awk

import (
	"bufio"
	"errors"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// maxStreams bounds the files and commands that are open at once.
const maxStreams = 256

// An outStream is a file or a command that the program writes to. The program's
// standard output is nil.
type outStream struct {
	w    *bufio.Writer
	end  func() int // closes it and returns what close returns
	mode byte
}

// A twoWay is a command that the program writes to and reads from.
type twoWay struct {
	to   *outStream // nil once it is closed
	from *inStream
}

// An inStream is a file or a command that getline reads from.
type inStream struct {
	r   *reader
	end func() int
}

func (in *interp) write(to *outStream, text, end string) {
	if to == nil {
		in.out.WriteString(text)
		in.out.WriteString(end)
		in.checkOutput()
		return
	}
	in.writeBytes(to, []byte(text+end))
}

func (in *interp) checkOutput() {
	if in.out.Err() != nil {
		panic(&fatal{quiet: true})
	}
}

func (in *interp) writeBytes(to *outStream, p []byte) {
	if to == nil {
		in.out.Write(p)
		in.checkOutput()
		return
	}
	if to.w == nil {
		in.host.Stderr.Write(p)
		return
	}
	// A command that has ended early is no error, as for a process that
	// ignores SIGPIPE: it got what it wanted.
	if _, err := to.w.Write(p); err != nil && !errors.Is(err, stream.ErrBrokenPipe) {
		if in.ctx.Err() != nil {
			panic(&fatal{quiet: true})
		}
		in.fail("write error: %s", command.Message(err))
	}
}

// streamKey tells files and commands of one name apart.
func streamKey(mode byte, name string) string {
	if mode == '|' {
		return "|" + name
	}
	return ">" + name
}

// output finds what print > name or print | name writes to.
func (in *interp) output(mode byte, name string) *outStream {
	if mode != '|' && (name == "/dev/stdout" || name == "-") {
		return nil
	}
	in.allow("redirection")
	if mode == '&' {
		t := in.twoWay(name)
		if t.to == nil {
			in.fail("attempt to write to closed write end of two-way pipe %q", name)
		}
		return t.to
	}
	key := streamKey(mode, name)
	if s, ok := in.streams[key]; ok {
		return s
	}
	in.room()
	s := &outStream{mode: mode}
	switch {
	case mode == '|':
		in.openCommand(s, name)
	case name == "/dev/stderr":
		s.end = func() int { return 0 }
	default:
		in.openFile(s, name)
	}
	in.streams[key] = s
	return s
}

func (in *interp) room() {
	if len(in.streams)+len(in.readers)+2*len(in.pairs) >= maxStreams {
		in.fail("too many open files")
	}
}

func (in *interp) openFile(s *outStream, name string) {
	flag := syscall.O_WRONLY | syscall.O_CREAT
	if s.mode == 'a' {
		flag |= syscall.O_APPEND
	} else {
		flag |= syscall.O_TRUNC
	}
	f, err := vfs.OpenContext(in.ctx, in.host.FS, name, flag, 0o666)
	if err != nil {
		in.fail("cannot open \"%s\" for output (%s)", name, command.Message(err))
	}
	s.w = bufio.NewWriterSize(f, command.BufferBytes)
	s.end = func() int {
		err := s.w.Flush()
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			in.host.Errorf("write error on %s: %s", name, command.Message(err))
			return -1
		}
		return 0
	}
}

// start runs a shell command in the background; wait returns its status.
func (in *interp) start(text string, stdin, stdout stream.Description) (wait func() int) {
	done := make(chan int, 1)
	call := &command.Call{Args: []string{"sh", "-c", text}, Stdin: stdin, Stdout: stdout}
	go func() {
		status := 2
		defer func() { done <- status }()
		status = in.host.Exec(in.ctx, call)
		if stdin != nil {
			stdin.Close()
		}
		if stdout != nil {
			stdout.Close()
		}
	}()
	return func() int { return <-done }
}

func (in *interp) openCommand(s *outStream, text string) {
	in.flush()
	r, w := stream.PipeContext(in.ctx, 0)
	wait := in.start(text, r, nil)
	s.w = bufio.NewWriterSize(w, command.BufferBytes)
	s.end = func() int {
		s.w.Flush()
		w.Close()
		return wait()
	}
}

// source finds what getline < name or name | getline reads from; nil when it
// can not be opened.
func (in *interp) source(kind byte, name string) *inStream {
	if in.lastReader != nil && in.lastSource == (sourceKey{kind, name}) {
		return in.lastReader
	}
	in.allow("getline from a file or a command")
	if kind == '&' {
		in.flush()
		return in.twoWay(name).from
	}
	s := in.openSource(kind, name)
	in.lastSource, in.lastReader = sourceKey{kind, strings.Clone(name)}, s
	return s
}

// A sourceKey is what a getline reads from.
type sourceKey struct {
	kind byte
	name string
}

func (in *interp) openSource(kind byte, name string) *inStream {
	key := streamKey(kind, name)
	if s, ok := in.readers[key]; ok {
		return s
	}
	in.room()
	s := &inStream{}
	if kind == '|' {
		in.flush()
		r, w := stream.PipeContext(in.ctx, 0)
		wait := in.start(name, nil, w)
		s.r = newReader(in, r)
		s.end = func() int {
			r.Close()
			return wait()
		}
	} else {
		if name == "/dev/stdin" {
			name = "-"
		}
		if name == "-" {
			// As in mawk and gawk, what the main input has read ahead of
			// standard input is not seen here.
			s.r, s.end = newReader(in, contextReader{in.ctx, in.host.Stdin}), func() int { return 0 }
		} else {
			f, err := in.host.Open(in.ctx, name)
			if err != nil {
				in.failed(err)
				return nil
			}
			s.r = newReader(in, f)
			s.end = func() int { f.Close(); return 0 }
		}
	}
	in.readers[key] = s
	return s
}

// getline returns 1 for a record, 0 at the end and -1 for an error.
func (in *interp) getline(e *getlineExpr) float64 {
	in.tick()
	var text string
	if e.kind == 0 {
		var ok bool
		if text, ok = in.nextRecord(); !ok {
			in.effects(e.left)
			return 0
		}
	} else {
		s := in.source(e.kind, in.str(e.src))
		if s == nil {
			in.effects(e.left)
			return -1
		}
		rec, ok, err := s.r.next(in, in.rs)
		if in.ctx.Err() != nil {
			panic(&fatal{quiet: true})
		}
		if err != nil || !ok {
			in.effects(e.left)
		}
		if err != nil {
			in.failed(err)
			return -1
		}
		if !ok {
			return 0
		}
		if in.prog.ends {
			in.replace(&in.special[vRT], str(strings.Clone(s.r.ended)))
		}
		if text = rec; e.kind == '|' {
			in.nr++
			if e.left == nil {
				in.fnr++
			}
		}
	}
	if e.left == nil {
		in.setRecord(text)
	} else {
		in.assign(e.left, input(text))
	}
	return 1
}

// effects evaluates what is in an lvalue that gets nothing, as in
// getline line[++n] at the end.
func (in *interp) effects(left expr) {
	switch left := left.(type) {
	case *indexExpr:
		in.key(left.subs)
	case *fieldExpr:
		in.fieldIndex(left)
	}
}

// closeStream is close(name) of the program: -1 for what is not open.
func (in *interp) closeStream(name string) float64 {
	status := -1
	if t, ok := in.pairs[name]; ok {
		status = in.closePair(t)
		delete(in.pairs, name)
	}
	for _, mode := range []byte("|>") {
		key := streamKey(mode, name)
		if s, ok := in.streams[key]; ok {
			in.flush()
			status = s.end()
			delete(in.streams, key)
		}
		if s, ok := in.readers[key]; ok {
			status = s.end()
			delete(in.readers, key)
			in.lastReader = nil
		}
	}
	if status < 0 {
		in.setGlobal("ERRNO", str("close of redirection that was never opened"))
	}
	return float64(status)
}

// flush writes out what is collected for standard output and files.
func (in *interp) flush() {
	in.out.Flush()
	in.checkOutput()
	for _, s := range in.streams {
		if s.w != nil {
			s.w.Flush()
		}
	}
	for _, t := range in.pairs {
		if t.to != nil {
			t.to.w.Flush()
		}
	}
}

// flushStream is fflush(name).
func (in *interp) flushStream(name string) float64 {
	if name == "" || name == "/dev/stdout" {
		in.flush()
		return 0
	}
	found := -1.0
	if t, ok := in.pairs[name]; ok && t.to != nil {
		t.to.w.Flush()
		found = 0
	}
	for _, mode := range []byte("|>") {
		if s, ok := in.streams[streamKey(mode, name)]; ok {
			if found = 0; s.w != nil {
				s.w.Flush()
			}
		}
	}
	return found
}

// closeAll ends all files and waits for all commands.
func (in *interp) closeAll() control {
	in.out.Flush()
	for _, s := range in.streams {
		if s.end() < 0 {
			in.status = 2
		}
	}
	for _, s := range in.readers {
		s.end()
	}
	for _, t := range in.pairs {
		in.closePair(t)
	}
	in.main.close()
	return ctlNormal
}

// system is system(text).
func (in *interp) system(text string) float64 {
	in.allow("system()")
	in.flush()
	status := in.host.Exec(in.ctx, &command.Call{Args: []string{"sh", "-c", text}})
	in.tick()
	return float64(status)
}
