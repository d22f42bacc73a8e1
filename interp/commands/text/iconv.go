package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var iconvOptions = option.Set{
	Usage: "[OPTION...] [FILE...]",
	About: "Convert files from one encoding to another; UTF-8 where none is given.",
	Options: []option.Option{
		{Short: 'f', Long: "from-code", Arg: option.Required, Name: "NAME", Help: "the encoding of the input"},
		{Short: 't', Long: "to-code", Arg: option.Required, Name: "NAME", Help: "the encoding of the output; //IGNORE and //TRANSLIT may follow"},
		{Short: 'c', Help: "leave out characters that can not be converted"},
		{Short: 'o', Long: "output", Arg: option.Required, Name: "FILE", Help: "write to FILE"},
		{Short: 's', Long: "silent", Help: "no warnings"},
		{Short: 'l', Long: "list", Help: "list the encodings"},
		{Long: "verbose", Help: "write the names of the files on standard error"},
	},
}

// transcoder converts character by character, so that it can tell where the
// first that does not fit is.
type transcoder struct {
	call     *command.Call
	decode   decoder
	encode   encoder
	plain    bool // ASCII stays as it is
	lenient  bool // -c
	ignore   bool // //IGNORE: lenient, and then a failure after all
	translit translit
	row      []byte
}

func iconv(ctx context.Context, call *command.Call) int {
	p, status, ok := iconvOptions.Parse(call)
	if !ok {
		return max(status, map[bool]int{true: 64}[status != 0])
	}
	out := command.NewOutput(call)
	if p.Has("l") {
		for _, name := range charsetNames() {
			out.WriteString(name + "//\n")
		}
		return out.Finish(0, 1)
	}
	from, _ := p.Last("f")
	to, _ := p.Last("t")
	to, suffix, _ := strings.Cut(to, "//")
	from, _, _ = strings.Cut(from, "//")
	suffix = strings.ToUpper(suffix)
	t := &transcoder{call: call, lenient: p.Has("c"), ignore: strings.Contains(suffix, "IGNORE")}
	if strings.Contains(suffix, "TRANSLIT") {
		t.translit = newTranslit()
	}
	unknown := func(what, name string) int {
		call.Errorf("conversion %s `%s' is not supported", what, name)
		call.Stderr.Write([]byte("Try `iconv --help' or `iconv --usage' for more information.\n"))
		return 1
	}
	var known bool
	if t.decode, _, known = codec(from); !known {
		return unknown("from", from)
	}
	_, target, known := codec(to)
	if !known {
		return unknown("to", to)
	}
	if name, given := p.Last("o"); given && name != "-" {
		f, err := call.Create(ctx, name)
		if err != nil {
			call.Errorf("cannot open output file: %s", command.Message(err))
			return 1
		}
		defer f.Close()
		out = command.NewFileOutput(call, f)
	}
	for _, name := range command.Operands(p.Operands) {
		t.encode = target() // each file begins with a mark, if there is one
		t.plain = keepsASCII(from, target())
		if p.Has("verbose") && len(p.Operands) > 0 {
			call.Stderr.Write([]byte(name + ":\n"))
		}
		in, err := call.Open(ctx, name)
		if err != nil {
			out.Flush()
			call.Errorf("cannot open input file `%s': %s", name, command.Message(err))
			status = 1
			continue
		}
		err = t.copy(in, out)
		in.Close()
		if err == nil || out.Err() != nil {
			continue
		}
		if status = 1; !errors.Is(err, command.ErrReported) {
			out.Flush()
			call.Errorf("%s", failure(err))
			break
		}
	}
	return out.Finish(status, 1)
}

// failure says why a file was given up.
func failure(err error) string {
	var where *badInput
	switch {
	case errors.As(err, &where) && errors.Is(err, errIllegal):
		return fmt.Sprintf("%v at position %d", errIllegal, where.at)
	case errors.As(err, &where):
		return errIncomplete.Error()
	}
	return "error while reading the input: " + command.Message(err)
}

// badInput is an error and the offset where it is.
type badInput struct {
	at  int64
	err error
}

func (b *badInput) Error() string { return b.err.Error() }
func (b *badInput) Unwrap() error { return b.err }

// keepsASCII tells whether each ASCII character is one byte, its own, in both
// encodings.
func keepsASCII(from string, encode encoder) bool {
	decode, _, _ := codec(from)
	for c := range byte(utf8.RuneSelf) {
		if r, size, err := decode([]byte{c}); err != nil || size != 1 || r != rune(c) {
			return false
		}
		if coded, ok := encode(nil, rune(c)); !ok || len(coded) != 1 || coded[0] != c {
			return false
		}
	}
	return true
}

// ascii is how many bytes at the beginning of data are ASCII.
func ascii(data []byte) int {
	for i, c := range data {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(data)
}

// copy converts a stream.
func (t *transcoder) copy(in io.Reader, out *command.Output) error {
	buf := make([]byte, command.BufferBytes)
	held, at := 0, int64(0)
	skipped, last := false, false // something, and what came last
	for {
		n, err := in.Read(buf[held:])
		data := buf[:held+n]
		for len(data) > 0 {
			if t.plain && data[0] < utf8.RuneSelf {
				n := ascii(data)
				out.Write(data[:n])
				last = false
				at, data = at+int64(n), data[n:]
				continue
			}
			r, size, problem := t.decode(data)
			if problem == errIncomplete {
				break
			}
			if problem == nil && r != none && !t.write(out, r) {
				problem = errIllegal
			}
			last = problem != nil
			if skipped = skipped || last; problem != nil && !t.lenient && !t.ignore {
				return &badInput{at, problem}
			}
			at, data = at+int64(size), data[size:]
		}
		if werr := out.Err(); werr != nil {
			return werr
		}
		held = copy(buf, data)
		if errors.Is(err, io.EOF) {
			switch {
			case t.ignore && !t.lenient && skipped:
				return &badInput{at, errIllegal}
			case held > 0:
				return &badInput{at, errIncomplete}
			case t.lenient && last:
				return command.ErrReported // without a message, as glibc has it
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// write writes a character; false when it has no place in the encoding.
func (t *transcoder) write(out *command.Output, r rune) bool {
	row, ok := t.encode(t.row[:0], r)
	if !ok && t.translit != nil {
		row, ok = row[:0], true
		for _, r := range t.translit.of(r) {
			row, _ = t.encode(row, r)
		}
	}
	t.row = row
	if ok {
		out.Write(row)
	}
	return ok
}
