package digest

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

func (a algorithm) set() *option.Set {
	s := &option.Set{
		Usage: "[OPTION]... [FILE]...",
		About: "Write or check " + a.tag + " checksums.",
		Options: []option.Option{
			{Short: 'b', Long: "binary", Help: "mark files as binary"},
			{Short: 'c', Long: "check", Help: "read checksums from the files and check them"},
			{Long: "tag", Help: "write the name of the algorithm as well"},
			{Short: 't', Long: "text", Help: "mark files as text; the default"},
			{Short: 'z', Long: "zero", Help: "lines end with NUL, and names are not escaped"},
			{Long: "ignore-missing", Help: "with -c: say nothing about files that are missing"},
			{Long: "quiet", Help: "with -c: say nothing about files that are right"},
			{Long: "status", Help: "with -c: say nothing at all"},
			{Long: "strict", Help: "with -c: fail for lines that are malformed"},
			{Short: 'w', Long: "warn", Help: "with -c: warn about lines that are malformed"},
		},
	}
	if a.command == "b2sum" {
		s.Options = append(s.Options, option.Option{Short: 'l', Long: "length", Arg: option.Required, Name: "BITS", Help: "the length of the checksum, a multiple of 8"})
	}
	return s
}

// summer is what the options of one call ask for.
type summer struct {
	algorithm
	call                                              *command.Call
	out                                               *command.Output
	buf                                               []byte
	binary, check, tagged, text, zero                 bool
	ignoreMissing, quiet, silent, strict, warn, given bool
	length                                            string // of -l
	// cksum has tagged lines of any algorithm, unless one was chosen.
	cksum, chosen bool
	// untyped lines have no character for the mode before the name, typed ones
	// do: lists have either.
	untyped, typed bool
}

func newSummer(call *command.Call, a algorithm) *summer {
	return &summer{algorithm: a, call: call, out: command.NewOutput(call), buf: make([]byte, command.BufferBytes)}
}

func (a algorithm) run(ctx context.Context, call *command.Call) int {
	set := a.set()
	p, status, ok := set.Parse(call)
	if !ok {
		return status
	}
	s := newSummer(call, a)
	for _, o := range p.Options {
		if !s.option(o) {
			return 1
		}
	}
	return s.all(ctx, set, p.Operands)
}

// all writes or checks the checksums of the operands.
func (s *summer) all(ctx context.Context, set *option.Set, operands []string) int {
	if !s.setLength() {
		return 1
	}
	if status := s.misuse(set); status != 0 {
		return status
	}
	if s.check {
		return s.out.Finish(s.checkFiles(ctx, operands), 1)
	}
	status := s.call.Each(ctx, operands, 1, func(in *command.Input) error {
		digest, err := s.sum(in)
		if err != nil {
			return err
		}
		s.write(digest, in.Name)
		return s.out.Err()
	})
	return s.out.Finish(status, 1)
}

// option takes in an option that all of the commands have, or most; false after
// a message.
func (s *summer) option(o option.Found) bool {
	switch o.Name {
	case "b":
		s.binary, s.given = true, true
	case "c":
		s.check = true
	case "tag":
		s.tagged, s.binary = true, true
	case "untagged":
		s.tagged, s.binary = false, false
	case "t":
		s.binary, s.text, s.given = false, true, true
	case "z":
		s.zero = true
	case "ignore-missing":
		s.ignoreMissing = true
	case "quiet":
		s.quiet, s.silent, s.warn = true, false, false
	case "status":
		s.silent, s.quiet, s.warn = true, false, false
	case "strict":
		s.strict = true
	case "w":
		s.warn, s.silent, s.quiet = true, false, false
	case "l":
		n, err := command.ParseSize(o.Value, "")
		if errors.Is(err, command.ErrNumber) {
			s.call.Errorf("invalid length: %s", command.Quote(o.Value))
			return false
		}
		if err != nil {
			s.call.Errorf("invalid length: %s: %s", command.Quote(o.Value), command.Message(err))
			return false
		}
		if s.length = o.Value; !s.cksum && n%8 != 0 { // cksum looks at the last alone
			return s.setLength()
		}
	}
	return true
}

// setLength makes bits what -l asks for; false after a message.
func (s *summer) setLength() bool {
	n, _ := command.ParseSize(s.length, "") // it is a number, or empty
	problem := ""
	switch {
	case n == 0 && s.tag == "BLAKE2b":
		s.bits = 512
		return true
	case n == 0:
		return true
	case s.tag != "BLAKE2b":
		s.call.Errorf("--length is only supported with --algorithm=blake2b")
		return false
	case n%8 != 0:
		problem = "length is not a multiple of 8"
	case n > 512:
		problem = fmt.Sprintf("maximum digest length for %s is 512 bits", command.Quote(s.tag))
	default:
		s.bits = int(n)
		return true
	}
	s.call.Errorf("invalid length: %s", command.Quote(s.length))
	s.call.Errorf("%s", problem)
	return false
}

func (s *summer) misuse(set *option.Set) int {
	switch {
	case s.tagged && s.text && !s.binary:
		return set.Misuse(s.call, "--tag does not support --text mode")
	case s.zero && s.check:
		return set.Misuse(s.call, "the --zero option is not supported when verifying checksums")
	case s.tagged && s.check && !s.cksum:
		return set.Misuse(s.call, "the --tag option is meaningless when verifying checksums")
	case s.given && s.check:
		return set.Misuse(s.call, "the --binary and --text options are meaningless when verifying checksums")
	}
	for _, o := range []struct {
		on   bool
		name string
	}{{s.ignoreMissing, "ignore-missing"}, {s.silent, "status"}, {s.warn, "warn"}, {s.quiet, "quiet"}, {s.strict, "strict"}} {
		if o.on && !s.check {
			return set.Misuse(s.call, "the --%s option is meaningful only when verifying checksums", o.name)
		}
	}
	return 0
}

// sum returns the digest of a stream in hexadecimal digits.
func (s *summer) sum(in io.Reader) (string, error) {
	h := s.make(s.bits)
	if _, err := io.CopyBuffer(h, onlyReader{in}, s.buf); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// onlyReader hides what else a reader can do from io.Copy.
type onlyReader struct{ io.Reader }

func (s *summer) tagName() string {
	if s.tag == "BLAKE2b" && s.bits != 512 {
		return fmt.Sprintf("%s-%d", s.tag, s.bits)
	}
	return s.tag
}

func (s *summer) write(digest, name string) {
	end := "\n"
	if s.zero {
		end = "\x00"
	} else if strings.ContainsAny(name, "\\\n\r") {
		s.out.WriteByte('\\')
		name = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(name)
	}
	if s.tagged {
		fmt.Fprintf(s.out, "%s (%s) = %s%s", s.tagName(), name, digest, end)
		return
	}
	mark := ' '
	if s.binary {
		mark = '*'
	}
	fmt.Fprintf(s.out, "%s %c%s%s", digest, mark, name, end)
}
