package archives

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/aegish/aegish/interp/command"
)

// content writes what a member holds and compares its sum; false where it was
// damaged. Errors of writing are returned.
func (z *unzipper) content(e *zipEntry, to io.Writer, crypt *zipCrypt) (bool, error) {
	var in io.Reader = marked{io.NewSectionReader(z.d.file, e.data, int64(e.packed))}
	if crypt != nil {
		in = crypt.reader(in)
	}
	packed := bufio.NewReaderSize(in, command.BufferBytes)
	what := "store"
	in = packed
	switch e.method {
	case 8:
		what, in = "inflate", flate.NewReader(packed)
	case 12:
		what, in = "bunzip", bzip2.NewReader(packed)
	}
	sum := crc32.NewIEEE()
	out := to
	if z.text == 2 || z.text == 1 && e.internal&1 != 0 {
		if !z.test {
			out = &unixLines{to: to}
		}
	}
	_, err := pump(z.ctx, out, io.TeeReader(in, sum))
	var writing *command.OutputError
	switch got := sum.Sum32(); {
	case errors.As(err, &writing) || z.ctx.Err() != nil:
		return false, err
	case err != nil:
		z.broken(e, what)
	case got != e.crc:
		if z.quiet > 0 {
			z.goOn("%s ", z.padded(e.name))
		}
		z.goOn(" bad CRC %08x  (should be %08x)\n", got, e.crc)
		z.worse(unzipError)
	default:
		return true, nil
	}
	return false, nil
}

// broken reports what can not be decoded.
func (z *unzipper) broken(e *zipEntry, what string) {
	z.worse(unzipError)
	if z.quiet > 0 {
		z.tell("  error:  invalid compressed data to %s %s\n", what, z.shown(e.name))
		return
	}
	if z.pipe && !z.open {
		z.goOn("\n") // the content began a line
	}
	z.tell("  error:  invalid compressed data to %s\n", what)
}

// endOfText is the ^Z that ends texts of MS-DOS.
const endOfText = 0x1a

// unixLines makes of the line ends of other systems those of Unix, for -a.
type unixLines struct {
	to io.Writer
	cr bool
}

func (u *unixLines) Write(p []byte) (int, error) {
	n := len(p)
	if u.cr && n > 0 && p[0] == '\n' {
		p = p[1:] // what was written for the CR before it
	}
	u.cr = n > 0 && bytes.HasSuffix(p, []byte("\r"))
	text := bytes.ReplaceAll(p, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte{endOfText}, nil)
	if _, err := u.to.Write(text); err != nil {
		return 0, err
	}
	return n, nil
}
