package text

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

var teeOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Copy standard input to standard output and to each file.",
	Options: []option.Option{
		{Short: 'a', Long: "append", Help: "append to the files"},
		{Short: 'i', Long: "ignore-interrupts", Help: "nothing here; for POSIX"},
		{Short: 'p', Help: "go on when a pipe has no reader"},
		{Long: "output-error", Arg: option.Optional, Name: "MODE", Help: "what to do about errors: warn, warn-nopipe, exit, exit-nopipe"},
	},
}

// teeTarget is one of the places that tee writes to.
type teeTarget struct {
	name string
	w    io.Writer
}

func tee(ctx context.Context, call *command.Call) int {
	p, status, ok := teeOptions.Parse(call)
	if !ok {
		return status
	}
	flag, mode := syscall.O_TRUNC, "sigpipe"
	for _, o := range p.Options {
		switch o.Name {
		case "a":
			flag = syscall.O_APPEND
		case "p":
			mode = "warn-nopipe"
		case "output-error":
			mode = "warn-nopipe"
			if o.Has {
				if mode, status = method(call, &teeOptions, "--output-error", o.Value, "warn", "warn-nopipe", "exit", "exit-nopipe"); status != 0 {
					return status
				}
			}
		}
	}
	targets := []teeTarget{{"standard output", call.Stdout}}
	for _, name := range p.Operands {
		f, err := vfs.OpenContext(ctx, call.FS, name, syscall.O_WRONLY|syscall.O_CREAT|flag, 0o666)
		if err != nil {
			call.FileError(name, err)
			status = 1
			if strings.HasPrefix(mode, "exit") {
				return 1
			}
			continue
		}
		defer f.Close()
		targets = append(targets, teeTarget{name, f})
	}
	return max(status, teeCopy(ctx, call, targets, mode))
}

func teeCopy(ctx context.Context, call *command.Call, targets []teeTarget, mode string) (status int) {
	buf := make([]byte, command.BufferBytes)
	for len(targets) > 0 && ctx.Err() == nil {
		n, err := call.Stdin.Read(buf)
		kept := targets[:0]
		for _, t := range targets {
			_, werr := 0, error(nil)
			if n > 0 {
				_, werr = t.w.Write(buf[:n])
			}
			broken := errors.Is(werr, stream.ErrBrokenPipe)
			switch {
			case werr == nil:
				kept = append(kept, t)
				continue
			case broken && mode == "sigpipe":
				return 1
			case broken && strings.HasSuffix(mode, "nopipe"):
				continue
			}
			call.FileError(t.name, werr)
			status = 1
			if strings.HasPrefix(mode, "exit") {
				return 1
			}
		}
		targets = kept
		if errors.Is(err, io.EOF) {
			return status
		}
		if err != nil {
			call.Errorf("read error: %s", command.Message(err))
			return 1
		}
	}
	return max(status, min(len(targets), 1))
}
