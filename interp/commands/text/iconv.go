package text

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

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
	},
}

// codec finds an encoding; nil is UTF-8.
func codec(name string) (encoding.Encoding, bool) {
	upper := strings.ToUpper(strings.ReplaceAll(name, "_", "-"))
	upper = strings.NewReplacer("UTF16", "UTF-16", "UTF32", "UTF-32").Replace(upper)
	switch upper {
	case "", "UTF-8", "UTF8":
		return nil, true
	case "ASCII", "US-ASCII", "ANSI-X3.4-1968":
		return asciiOnly{}, true
	case "UTF-16":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), true
	case "UTF-16LE", "UCS-2LE", "UCS-2":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), true
	case "UTF-16BE", "UCS-2BE":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true
	case "UTF-32":
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), true
	case "UTF-32LE", "UCS-4LE":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), true
	case "UTF-32BE", "UCS-4BE", "UCS-4":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), true
	}
	if e := charset(name); e != nil {
		return e, true
	}
	return nil, false
}

// asciiOnly is the encoding of the characters below 128; see asciiRunes.
type asciiOnly struct{ encoding.Encoding }

// transcoder converts character by character, so that it can tell where the
// first that does not fit is.
type transcoder struct {
	from, to  encoding.Encoding
	fromASCII bool
	toASCII   bool
	lenient   bool
	translit  bool
	position  int64
	// plain tells that ASCII stays as it is; coded is what other characters
	// become, as far as they came already.
	plain bool
	coded map[rune][]byte
}

// maxCoded bounds the characters that are remembered.
const maxCoded = 4096

var errIllegal = errors.New("illegal input sequence")

func iconv(ctx context.Context, call *command.Call) int {
	p, status, ok := iconvOptions.Parse(call)
	if !ok {
		return max(status, map[bool]int{true: 64}[status != 0])
	}
	t := &transcoder{lenient: p.Has("c")}
	from, _ := p.Last("f")
	to, _ := p.Last("t")
	to, suffix, _ := strings.Cut(to, "//")
	from, _, _ = strings.Cut(from, "//")
	t.lenient = t.lenient || strings.Contains(strings.ToUpper(suffix), "IGNORE")
	t.translit = strings.Contains(strings.ToUpper(suffix), "TRANSLIT")
	var known bool
	if t.from, known = codec(from); !known {
		call.Errorf("conversion from `%s' is not supported", from)
		call.Stderr.Write([]byte("Try `iconv --help' or `iconv --usage' for more information.\n"))
		return 1
	}
	if t.to, known = codec(to); !known {
		call.Errorf("conversion to `%s' is not supported", to)
		call.Stderr.Write([]byte("Try `iconv --help' or `iconv --usage' for more information.\n"))
		return 1
	}
	_, t.fromASCII = t.from.(asciiOnly)
	_, t.toASCII = t.to.(asciiOnly)
	out := command.NewOutput(call)
	if name, given := p.Last("o"); given && name != "-" {
		f, err := call.Create(ctx, name)
		if err != nil {
			call.Errorf("cannot open output file: %s", command.Message(err))
			return 1
		}
		defer f.Close()
		out = command.NewFileOutput(call, f)
	}
	switch strings.ToUpper(strings.ReplaceAll(to, "-", "")) {
	case "UTF16":
		t.to = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
		out.WriteString("\xff\xfe")
	case "UTF32":
		t.to = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
		out.WriteString("\xff\xfe\x00\x00")
	}
	write := t.writer(out)
	for _, name := range command.Operands(p.Operands) {
		in, err := call.Open(ctx, name)
		if err != nil {
			call.Errorf("cannot open input file `%s': %s", name, command.Message(err))
			status = 1
			continue
		}
		err = t.copy(in, write)
		in.Close()
		if err != nil && out.Err() == nil {
			out.Flush()
			if errors.Is(err, errIllegal) {
				call.Errorf("%v at position %d", err, t.position)
			} else {
				call.Errorf("unable to read %s: %s", name, command.Message(err))
			}
			return out.Finish(1, 1)
		}
	}
	return out.Finish(status, 1)
}

// writer returns what encodes text. What has no place in the encoding is left
// out or refused.
func (t *transcoder) writer(out *command.Output) func(r rune, raw []byte) error {
	var encoder *encoding.Encoder
	if t.to != nil && !t.toASCII {
		encoder = t.to.NewEncoder()
	}
	t.coded = map[rune][]byte{}
	t.plain = encoder == nil || keepsASCII(encoder)
	return func(r rune, raw []byte) error {
		switch {
		case t.to == nil || (t.toASCII || t.plain) && r < utf8.RuneSelf:
			_, err := out.Write(raw)
			return err
		case encoder != nil:
			coded, known := t.coded[r]
			if !known {
				var err error
				if coded, err = encoder.Bytes(raw); err != nil {
					coded = nil
				}
				if len(t.coded) < maxCoded {
					t.coded[r] = coded
				}
			}
			if coded != nil {
				_, err := out.Write(coded)
				return err
			}
		}
		switch {
		case t.translit:
			return out.WriteByte('?')
		case t.lenient:
			return nil
		}
		return errIllegal
	}
}

// keepsASCII tells whether each ASCII character is one byte, its own.
func keepsASCII(encoder *encoding.Encoder) bool {
	for c := range byte(utf8.RuneSelf) {
		if coded, err := encoder.Bytes([]byte{c}); err != nil || len(coded) != 1 || coded[0] != c {
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

// copy decodes a stream. The position counts bytes of the input when that is
// UTF-8, else of what was decoded.
func (t *transcoder) copy(in io.Reader, write func(rune, []byte) error) error {
	if t.from != nil && !t.fromASCII {
		in = t.from.NewDecoder().Reader(in)
	}
	buf := make([]byte, command.BufferBytes)
	held := 0
	for {
		n, err := in.Read(buf[held:])
		data := buf[:held+n]
		for len(data) > 0 {
			if n := ascii(data); t.plain && n > 0 {
				if werr := write('a', data[:n]); werr != nil {
					return werr
				}
				t.position += int64(n)
				data = data[n:]
				continue
			}
			if err == nil && !utf8.FullRune(data) {
				break
			}
			r, size := utf8.DecodeRune(data)
			if r == utf8.RuneError && (size == 1 || t.from != nil) || t.fromASCII && size > 1 {
				if !t.lenient {
					return errIllegal
				}
			} else if werr := write(r, data[:size]); werr != nil {
				return werr
			}
			t.position += int64(size)
			data = data[size:]
		}
		held = copy(buf, data)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
