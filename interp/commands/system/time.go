package system

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// The formats of GNU time.
const (
	timeDefault = `%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps`
	timePosix   = `real %e\nuser %U\nsys %S`
)

func timeCommand() gnu.Program {
	return gnu.Program{
		Summary: "run a command and tell how long it took",
		Usage:   "[OPTION]... COMMAND [ARG]...",
		Options: []gnu.Option{
			{"f,format=FORMAT", "what to tell: %e and %E the time, %x the status, %C the command; TIME has another default"},
			{"p,portability", "the format of POSIX"}, {"o,output=FILE", "write it to FILE"}, {"a,append", "behind what FILE has"}, {"q,quiet", "do not tell of a status"},
		},
		InOrder: true, Trouble: 125,
		Main: runTime,
	}
}

func runTime(ctx context.Context, in *gnu.Invocation) int {
	if len(in.Operands) == 0 {
		return in.Usage("missing program to run")
	}
	format := timeDefault
	if text, ok := in.Getenv("TIME"); ok {
		format = text
	}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			format = o.Value
		case "p":
			format = timePosix
		}
	}
	out := io.Writer(in.Stderr)
	if name, ok := in.Last("o"); ok {
		flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
		if in.Has("a") {
			flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
		}
		f, err := in.FS.OpenFile(name, flags, 0o666)
		if err != nil {
			return in.Die("%s: %s", name, command.Message(err))
		}
		defer f.Close()
		out = f
	}
	begin := in.Now()
	code := 0
	if err := in.Runnable(in.Operands[0]); err != nil {
		in.Warn("cannot run %s: %s", in.Operands[0], command.Message(err))
		code = command.StatusOf(err)
	} else {
		code = in.Run(ctx, &command.Call{Args: in.Operands})
	}
	text := timed(format, in.Operands, code, in.Now().Sub(begin)) + "\n"
	if code != 0 && !in.Has("q") {
		text = fmt.Sprintf("Command exited with non-zero status %d\n", code) + text
	}
	if _, err := io.WriteString(out, text); err != nil {
		return in.Die("write error: %s", command.Message(err))
	}
	return code
}

// timed fills a format of time(1) in. Commands share one process: what they take
// of processor and memory is not known apart, and 0.
func timed(format string, args []string, code int, took time.Duration) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if c := format[i]; c != '%' && c != '\\' || i+1 == len(format) {
			b.WriteByte(c)
			continue
		}
		i++
		switch pair := format[i-1 : i+1]; pair {
		case `\n`, `\t`, `\\`:
			b.WriteByte(map[string]byte{`\n`: '\n', `\t`: '\t', `\\`: '\\'}[pair])
		case "%%":
			b.WriteByte('%')
		case "%e":
			fmt.Fprintf(&b, "%.2f", took.Seconds())
		case "%E":
			b.WriteString(elapsed(took))
		case "%U", "%S":
			b.WriteString("0.00")
		case "%P":
			b.WriteString("0%")
		case "%x":
			b.WriteString(strconv.Itoa(code))
		case "%C":
			b.WriteString(strings.Join(args, " "))
		case "%Z":
			b.WriteString("4096")
		default:
			if pair[0] == '%' && strings.Contains("cDFIkKMOprRstwWX", pair[1:]) {
				b.WriteByte('0')
			} else {
				b.WriteString("?" + strings.TrimPrefix(pair, "%"))
			}
		}
	}
	return b.String()
}

// elapsed is a time as [HOURS:]MINUTES:SECONDS.
func elapsed(d time.Duration) string {
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d.%02d", s/60, s%60, int(d.Milliseconds()/10)%100)
}
