package files

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// What every system has to take (POSIX, limits.h), the NUL at the end of a path
// not counted, and what Linux takes.
const (
	portableName = 14
	portablePath = 255
	longestPath  = 4095
	portableChar = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/"
)

func pathchk() gnu.Program {
	return gnu.Program{
		Summary: "tell whether names are valid or portable",
		Usage:   "[OPTION]... NAME...",
		InOrder: true,
		Options: []gnu.Option{
			{"p", "check for most POSIX systems, not for this one"},
			{"P", "check for empty names and a leading -"},
			{"portability", "both"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) == 0 {
				return in.Missing()
			}
			both := in.Has("portability")
			for _, name := range in.Operands {
				checkPath(in, name, both || in.Has("p"), both || in.Has("P"))
			}
			return in.Status()
		},
	}
}

// checkPath reports the first thing that is wrong with a name.
func checkPath(in *gnu.Invocation, name string, portable, strict bool) {
	if strict && (strings.HasPrefix(name, "-") || strings.Contains(name, "/-")) {
		in.Fail("leading '-' in a component of file name %s", command.QuoteShell(name))
		return
	}
	if (portable || strict) && name == "" {
		in.Fail("empty file name")
		return
	}
	if !portable {
		_, err := in.FS.Lstat(name)
		if err == nil {
			return
		}
		if name == "" || !errors.Is(err, fs.ErrNotExist) {
			in.Fail("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return
		}
		if len(name) > longestPath {
			in.Fail("limit %d exceeded by length %d of file name %s", longestPath, len(name), command.QuoteShell(name))
		}
		return
	}
	if rest := strings.TrimLeft(name, portableChar); rest != "" {
		_, size := utf8.DecodeRuneInString(rest)
		in.Fail("nonportable character %s in file name %s", in.Quote(rest[:size]), command.QuoteShell(name))
		return
	}
	if len(name) > portablePath {
		in.Fail("limit %d exceeded by length %d of file name %s", portablePath, len(name), command.QuoteShell(name))
		return
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > portableName {
			in.Fail("limit %d exceeded by length %d of file name component %s", portableName, len(part), in.Quote(part))
			return
		}
	}
}
