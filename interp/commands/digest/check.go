package digest

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/vfs"
)

// checked counts what became of the lines of one list.
type checked struct {
	proper, malformed, matched, wrong, unread, lines int
}

// checkFiles reads lists of checksums and checks the files they name.
func (s *summer) checkFiles(ctx context.Context, operands []string) int {
	status := 0
	for _, list := range command.Operands(operands) {
		in, err := s.call.Open(ctx, list)
		if err != nil {
			s.call.FileError(list, err)
			status = 1
			continue
		}
		shown := list
		if list == "-" {
			shown = "'standard input'"
		} else {
			shown = command.QuoteIfNeeded(list)
		}
		n, err := s.checkList(ctx, in, shown)
		in.Close()
		if err != nil {
			s.call.Errorf("%s: %s", shown, readMessage(err))
			status = 1
			continue
		}
		// What was said about the files comes before the summary.
		if s.out.Flush() != nil || !s.summary(n, shown) {
			status = 1
		}
	}
	return status
}

func readMessage(err error) string { return "read error: " + command.Message(err) }

func (s *summer) checkList(ctx context.Context, in io.Reader, shown string) (n checked, err error) {
	for r := record.NewReader(in, '\n', s.call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n.lines++
		line := strings.TrimSuffix(string(record.Trim(rec, '\n')), "\r")
		if strings.HasPrefix(line, "#") {
			continue
		}
		digest, name, ok := s.parse(line)
		if !ok || name == "-" && strings.Contains(shown, "standard input") {
			n.malformed++
			if s.warn {
				s.out.Flush()
				s.call.Errorf("%s: %d: improperly formatted %s checksum line", shown, n.lines, s.tag)
			}
			continue
		}
		n.proper++
		s.checkOne(ctx, digest, name, &n)
		if err := s.out.Err(); err != nil {
			return n, err
		}
	}
}

func (s *summer) checkOne(ctx context.Context, digest, name string, n *checked) {
	say := func(what string) {
		if s.silent {
			return
		}
		shown := name
		if strings.ContainsAny(name, "\\\n\r") {
			shown = `\` + strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(name)
		}
		fmt.Fprintf(s.out, "%s: %s\n", shown, what)
	}
	bits := s.bits
	if s.command == "b2sum" {
		s.bits = len(digest) * 4
	}
	in, err := s.call.Open(ctx, name)
	got := ""
	if err == nil {
		got, err = s.sum(in)
		in.Close()
	}
	s.bits = bits
	switch {
	case err != nil && s.ignoreMissing && vfs.Missing(err):
	case err != nil:
		n.unread++
		s.out.Flush()
		s.call.FileError(name, err)
		say("FAILED open or read")
	case strings.EqualFold(got, digest):
		n.matched++
		if !s.quiet {
			say("OK")
		}
	default:
		n.wrong++
		say("FAILED")
	}
}

// parse reads a line of either format.
func (s *summer) parse(line string) (digest, name string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	line, escaped := strings.CutPrefix(line, `\`)
	if rest, tagged := strings.CutPrefix(line, s.tag); tagged {
		if s.command == "b2sum" && strings.HasPrefix(rest, "-") {
			rest = strings.TrimLeft(rest[1:], "0123456789")
		}
		rest = strings.TrimPrefix(rest, " ")
		i := strings.LastIndexByte(rest, ')')
		if !strings.HasPrefix(rest, "(") || i < 0 {
			return "", "", false
		}
		name = rest[1:i]
		digest, ok = strings.CutPrefix(strings.ReplaceAll(rest[i+1:], " ", ""), "=")
		if !ok {
			return "", "", false
		}
	} else {
		i := strings.IndexAny(line, " \t")
		if i < 0 || len(line) < i+2 {
			return "", "", false
		}
		digest, name = line[:i], line[i+1:]
		if name[0] == ' ' || name[0] == '*' {
			name = name[1:]
		}
	}
	if escaped {
		name = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(name)
	}
	raw, err := hex.DecodeString(digest)
	if err != nil || name == "" || len(raw) == 0 || s.command != "b2sum" && len(raw)*8 != s.bits || len(raw) > 64 {
		return "", "", false
	}
	return digest, name, true
}

// summary says what was not in order; false when something was not.
func (s *summer) summary(n checked, shown string) bool {
	if n.proper == 0 {
		s.call.Errorf("%s: no properly formatted checksum lines found", shown)
		return false
	}
	count := func(n int, one, many string) {
		switch {
		case s.silent || n == 0:
		case n == 1:
			s.call.Errorf("WARNING: 1 %s", one)
		default:
			s.call.Errorf("WARNING: %d %s", n, many)
		}
	}
	count(n.malformed, "line is improperly formatted", "lines are improperly formatted")
	count(n.unread, "listed file could not be read", "listed files could not be read")
	count(n.wrong, "computed checksum did NOT match", "computed checksums did NOT match")
	if s.ignoreMissing && n.matched == 0 && !s.silent {
		s.call.Errorf("%s: no file was verified", shown)
	}
	return n.wrong == 0 && n.unread == 0 && (!s.ignoreMissing || n.matched > 0) && (!s.strict || n.malformed == 0)
}
