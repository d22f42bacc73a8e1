package digest

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
			s.call.Errorf("%s: read error", shown)
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
		if line == "" || line[0] == '#' {
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
		if strings.Contains(name, "\n") {
			shown = `\` + strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(name)
		}
		fmt.Fprintf(s.out, "%s: %s\n", shown, what)
	}
	bits := s.bits
	if s.tag == "BLAKE2b" {
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

// parse reads a line of either format. Of tagged lines of cksum it makes the
// algorithm that of s, if none was chosen.
func (s *summer) parse(line string) (digest, name string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	line, escaped := strings.CutPrefix(line, `\`)
	if s.cksum && !s.chosen {
		at := slices.IndexFunc(algorithms, func(a algorithm) bool {
			rest, ok := strings.CutPrefix(line, a.tag)
			return ok && (rest == "" || strings.IndexByte(" -(", rest[0]) >= 0)
		})
		if at < 0 {
			return "", "", false
		}
		s.algorithm = algorithms[at]
	}
	digits := s.bits / 4
	if rest, tagged := strings.CutPrefix(line, s.tag); tagged {
		if s.tag == "BLAKE2b" {
			if rest, digits, ok = blakeDigits(rest); !ok {
				return "", "", false
			}
		}
		digest, name, ok = splitTagged(rest)
	} else {
		if s.tag == "BLAKE2b" {
			digits = len(line) - len(strings.TrimLeft(line, "0123456789abcdefABCDEF"))
		}
		digest, name, ok = s.splitPlain(line, digits)
	}
	name, _, _ = strings.Cut(name, "\x00")
	if escaped && ok {
		name, ok = unescape(name)
	}
	raw, err := hex.DecodeString(digest)
	return digest, name, ok && err == nil && len(digest) == digits && len(raw) > 0 && len(raw) <= 64
}

// blakeDigits reads the length in bits that follows the name of BLAKE2b unless
// it is 512.
func blakeDigits(text string) (rest string, digits int, ok bool) {
	text, given := strings.CutPrefix(text, "-")
	if !given {
		return text, 128, true
	}
	rest = strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(rest)])
	return rest, n / 4, err == nil && n > 0 && n <= 512 && n%8 == 0
}

// splitTagged splits "(NAME) = DIGEST".
func splitTagged(text string) (digest, name string, ok bool) {
	text = strings.TrimPrefix(text, " ")
	i := strings.LastIndexByte(text, ')')
	if !strings.HasPrefix(text, "(") || i < 1 {
		return "", "", false
	}
	digest, ok = strings.CutPrefix(strings.TrimLeft(text[i+1:], " \t"), "=")
	return strings.TrimLeft(digest, " \t"), text[1:i], ok
}

// splitPlain splits "DIGEST  NAME", "DIGEST *NAME" or "DIGEST NAME". The last is
// for lists of nothing else, lest names that begin with a blank are taken for
// others.
func (s *summer) splitPlain(line string, digits int) (digest, name string, ok bool) {
	if len(line) < digits+2 || digits < 2 || line[digits] != ' ' && line[digits] != '\t' {
		return "", "", false
	}
	digest, name = line[:digits], line[digits+1:]
	if _, err := hex.DecodeString(digest); err != nil {
		return "", "", false // what is no line says nothing about the others
	}
	switch {
	case len(name) == 1 || name[0] != ' ' && name[0] != '*':
		if s.typed {
			return "", "", false
		}
		s.untyped = true
	case !s.untyped:
		s.typed = true
		name = name[1:]
	}
	return digest, name, true
}

// unescape undoes what is done to names with newlines and backslashes.
func unescape(name string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c == '\\' {
			i++
			if i == len(name) {
				return "", false
			}
			at := strings.IndexByte(`nr\`, name[i])
			if at < 0 {
				return "", false
			}
			c = "\n\r\\"[at]
		}
		b.WriteByte(c)
	}
	return b.String(), true
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
