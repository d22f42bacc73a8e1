package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var tailOptions = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage: "[OPTION]... [FILE]...",
		About: "Write the last 10 lines of each file, or of standard input. Files are not followed.",
		Options: endOptions("[+]NUM", "the last NUM %s; with + from the NUMth on",
			option.Option{Short: 'f', Long: "follow", Arg: option.Optional}, option.Option{Short: 'F'},
			option.Option{Long: "max-unchanged-stats", Arg: option.Required}, option.Option{Long: "pid", Arg: option.Required},
			option.Option{Long: "retry"}, option.Option{Short: 's', Long: "sleep-interval", Arg: option.Required}),
	}
})

// checkFollow looks at an option for -f, which is refused: it tells what there is to
// say about an option that then changes nothing, and what is wrong.
func checkFollow(o option.Found) (warning, problem string) {
	kind, wrong := "", false
	switch o.Name {
	case "f", "F":
		return "", "files can not be followed here"
	case "retry":
		return "warning: --retry ignored; --retry is useful only when following", ""
	case "s":
		seconds, err := strconv.ParseFloat(o.Value, 64)
		kind, wrong = "number of seconds", err != nil || !(seconds >= 0)
	case "pid":
		_, err := strconv.ParseUint(o.Value, 10, 31)
		kind, wrong = "PID", err != nil
		warning = "warning: PID ignored; --pid=PID is useful only when following"
	case "max-unchanged-stats":
		_, err := strconv.ParseUint(o.Value, 10, 64)
		kind, wrong = "maximum number of unchanged stats between opens", err != nil
	default:
		return "", "option used in invalid context -- " + o.Name
	}
	if wrong {
		return "", "invalid " + kind + ": " + command.Quote(o.Value)
	}
	return warning, ""
}

// A tailing is what tail writes; when marked, it is what begins with the nth.
type tailing struct{ ending }

func tail(ctx context.Context, call *command.Call) int {
	args := call.Args[1:]
	if fresh, ok := obsoleteTail(args); ok {
		args = fresh
	}
	t := tailing{newEnding(call)}
	var ignored []string
	p, status, ok := tailOptions().ParseEach(call, args, func(o option.Found) (int, bool) {
		if status, known := t.set(call, o, "+"); known {
			return status, status == 0
		}
		warning, problem := checkFollow(o)
		if problem != "" {
			call.Errorf("%s", problem)
			return 1, false
		}
		if warning != "" {
			ignored = append(ignored, warning)
		}
		return 0, true
	})
	if !ok {
		return status
	}
	t.settle(p)
	for _, warning := range ignored {
		call.Errorf("%s", warning)
	}
	if t.n == 0 && !t.marked {
		return t.out.Finish(0, 1) // not even headers
	}
	status = eachHeaded(ctx, call, p.Operands, &t.header, t.file)
	return t.out.Finish(status, 1)
}

// obsoleteTail translates -NUM[bcl][f] and +NUM[bcl][f] with at most one file.
func obsoleteTail(args []string) ([]string, bool) {
	switch {
	case len(args) == 1, len(args) == 2 && !(len(args[1]) > 1 && args[1][0] == '-'),
		(len(args) == 2 || len(args) == 3) && args[1] == "--":
	default:
		return nil, false
	}
	text := args[0]
	if len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return nil, false
	}
	i := 1
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	if text == "-c" {
		return nil, false
	}
	num, rest, kind := text[1:i], text[i:], "-n"
	if num == "" {
		num = "10"
	}
	switch {
	case strings.HasPrefix(rest, "b"):
		kind, num, rest = "-c", num+"b", rest[1:]
	case strings.HasPrefix(rest, "c"):
		kind, rest = "-c", rest[1:]
	case strings.HasPrefix(rest, "l"):
		rest = rest[1:]
	}
	if text[0] == '+' {
		num = "+" + num
	}
	switch rest {
	case "":
		return append([]string{kind, num}, args[1:]...), true
	case "f":
		return append([]string{kind, num, "-f"}, args[1:]...), true
	}
	return nil, false
}

func (t *tailing) file(in *command.Input) error {
	if t.marked {
		return t.fromOn(in)
	}
	if t.n == 0 {
		return nil
	}
	if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() {
		if at, err := in.Seek(0, io.SeekCurrent); err == nil && fi.Size()-at > command.BufferBytes {
			return t.backwards(in, at, fi.Size())
		}
	}
	held := chunks{limit: t.limit}
	for {
		err := held.read(in, t.delim)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for len(held.list) > 1 && t.spare(&held) {
			held.drop()
		}
	}
	if t.bytes {
		for len(held.list) > 0 && held.bytes > t.n {
			held.cut(int(min(held.bytes-t.n, int64(len(held.list[0].data)))), 0)
		}
		return held.writeTo(t.out)
	}
	lines := held.lines
	if held.open(t.delim) {
		lines++
	}
	held.skipLines(max(lines-t.n, 0), t.delim)
	return held.writeTo(t.out)
}

// fromOn skips n-1 lines or bytes and copies the rest.
func (t *tailing) fromOn(in *command.Input) error {
	skip := max(t.n-1, 0)
	buf := make([]byte, command.BufferBytes)
	for skip > 0 {
		n, err := in.Read(buf)
		end := n
		if t.bytes {
			end = int(min(skip, int64(n)))
			skip -= int64(end)
		} else if lines := int64(bytes.Count(buf[:n], []byte{t.delim})); lines >= skip {
			end, skip = lineEnd(buf[:n], skip, t.delim), 0
		} else {
			skip -= lines
		}
		if _, werr := t.out.Write(buf[end:n]); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return copyThrough(t.out, in, buf)
}

// backwards finds the beginning of the last n lines or bytes from the end of a
// file on, of which nothing before offset first counts.
func (t *tailing) backwards(in *command.Input, first, size int64) error {
	buf := make([]byte, command.BufferBytes)
	start := first
	if t.bytes {
		start = max(first, size-t.n)
	} else {
		left := t.n
		for end := size; end > first; {
			begin := max(first, end-int64(len(buf)))
			if _, err := in.Seek(begin, io.SeekStart); err != nil {
				return err
			}
			part := buf[:end-begin]
			if _, err := io.ReadFull(in, part); err != nil {
				return err
			}
			if end == size && part[len(part)-1] == t.delim {
				part = part[:len(part)-1]
			}
			if at, found := lastLines(part, &left, t.delim); found {
				start = begin + int64(at)
				break
			}
			end = begin
		}
	}
	if _, err := in.Seek(start, io.SeekStart); err != nil {
		return err
	}
	return copyThrough(t.out, in, buf)
}

// lastLines looks backwards for the beginning of the last n lines and lowers n
// by the delimiters that it passes.
func lastLines(part []byte, n *int64, delim byte) (int, bool) {
	for {
		i := bytes.LastIndexByte(part, delim)
		if i < 0 {
			return 0, false
		}
		*n--
		if *n == 0 {
			return i + 1, true
		}
		part = part[:i]
	}
}
