package grep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// set does what one option says. It has a case for each.
func (s *settings) set(ctx context.Context, call *command.Call, o option.Found) (err error) {
	switch o.Name {
	case "E", "F", "G", "P":
		if s.chosen && s.kind != o.Name[0] {
			return errors.New("conflicting matchers specified")
		}
		s.kind, s.chosen = o.Name[0], true
	case "u":
		call.Errorf("warning: --unix-byte-offsets (-u) is obsolete")
	case "e":
		s.given = true
		s.addPatterns(o.Value)
	case "f":
		s.given = true
		return s.patternFile(ctx, call, o.Value)
	case "i", "y":
		s.ignoreCase = true
	case "no-ignore-case":
		s.ignoreCase = false
	case "w":
		s.word = true
	case "x":
		s.line = true
	case "z":
		s.delim = 0
	case "s":
		s.silent = true
	case "v":
		s.invert = true
	case "m":
		n, err := strconv.ParseInt(o.Value, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			n = math.MaxInt64
		case err != nil:
			return errors.New("invalid max count")
		}
		if s.max = n; n < 0 {
			s.max = math.MaxInt64
		}
	case "b":
		s.offset = true
	case "n":
		s.number = true
	case "line-buffered":
		s.buffered = false
	case "H":
		s.withName, s.noName = true, false
	case "h":
		s.withName, s.noName = false, true
	case "label":
		s.label = o.Value
	case "o":
		s.only = true
	case "q":
		s.quiet = true
	case "c":
		s.count = true
	case "l":
		s.list, s.listNo = true, false
	case "L":
		s.list, s.listNo = false, true
	case "T":
		s.tab = true
	case "Z":
		s.null = true
	default:
		return s.setMore(ctx, call, o)
	}
	return nil
}

func (s *settings) setMore(ctx context.Context, call *command.Call, o option.Found) (err error) {
	switch o.Name {
	case "binary-files":
		types := map[string]binaryAction{"binary": binaryMessage, "text": binaryText, "without-match": binaryNoMatch}
		action, ok := types[o.Value]
		if !ok {
			return errors.New("unknown binary-files type")
		}
		s.binary = action
	case "a":
		s.binary = binaryText
	case "I":
		s.binary = binaryNoMatch
	case "d":
		s.recurse, s.skipDirs = o.Value == "recurse", o.Value == "skip"
		if !s.recurse && !s.skipDirs && o.Value != "read" {
			return usageError(fmt.Sprintf("invalid argument %s for %s\nValid arguments are:\n  - %s\n  - %s\n  - %s",
				command.Quote(o.Value), command.Quote("--directories"), command.Quote("read"), command.Quote("recurse"), command.Quote("skip")))
		}
	case "D":
		if s.skipDevices = o.Value == "skip"; !s.skipDevices && o.Value != "read" {
			return errors.New("unknown devices method")
		}
	case "r":
		s.recurse, s.follow = true, false
	case "R":
		s.recurse, s.follow = true, true
	case "include":
		return s.files.add(o.Value, true)
	case "exclude":
		return s.files.add(o.Value, false)
	case "exclude-dir":
		return s.noDirs.add(strings.TrimRight(o.Value, "/"), false)
	case "exclude-from":
		text, err := readAll(ctx, call, o.Value)
		if err != nil {
			return err
		}
		for line := range strings.Lines(text) {
			if err := s.files.add(strings.TrimSuffix(line, "\n"), false); err != nil {
				return err
			}
		}
	case "A":
		s.after, err = contextLength(o.Value)
	case "B":
		s.before, err = contextLength(o.Value)
	case "C":
		s.around, err = contextLength(o.Value)
	case "group-separator":
		s.separator, s.noSeparator = o.Value, false
	case "no-group-separator":
		s.noSeparator = true
	case "color", "colour":
		switch o.Value {
		case "always", "yes", "force":
			s.color = true
		case "never", "no", "none":
			s.color = false
		case "", "auto", "tty", "if-tty":
			s.color = call.Stdout.Terminal()
		default:
			return errHelp // as GNU grep does
		}
	}
	return err
}

// maxPatterns bounds the bytes of patterns.
const maxPatterns = 4 << 20

func readAll(ctx context.Context, call *command.Call, name string) (string, error) {
	in, err := call.Open(ctx, name)
	if err != nil {
		return "", fmt.Errorf("%s: %s", name, command.Message(err))
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxPatterns+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %s", name, command.Message(err))
	case len(data) > maxPatterns:
		return "", fmt.Errorf("%s: too many patterns", name)
	}
	return string(data), nil
}

func (s *settings) patternFile(ctx context.Context, call *command.Call, name string) error {
	text, err := readAll(ctx, call, name)
	if err == nil && text != "" {
		s.addPatterns(strings.TrimSuffix(text, "\n"))
	}
	return err
}
