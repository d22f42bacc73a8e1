package archives

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/aegish/aegish/interp/command"
)

// Errors of the decoders. A tool words them in its own way.
var (
	errFormat    = errors.New("format not recognized")
	errTruncated = errors.New("unexpected end of file")
	errCorrupt   = errors.New("invalid compressed data--format violated")
	errChecksum  = errors.New("invalid compressed data--crc error")
	errTrailing  = errors.New("decompression OK, trailing garbage ignored")
	errMemory    = errors.New("the window of this file needs more memory than the limit allows")
	errMethod    = errors.New("unsupported options")
)

// A codec is one format of compression.
type codec struct {
	name  string
	magic string
	// expand decodes; what it holds is bounded by held bytes. Its errors are
	// those above or the input's.
	expand func(in *bufio.Reader, held int64) (io.ReadCloser, error)
	// compress encodes. What it holds is bounded by a share of held bytes; level
	// 0 is the tool's own.
	compress func(out io.Writer, level int, held int64) (io.WriteCloser, error)
}

// windowBytes is the largest window that decoders keep: what zstd(1) accepts
// when it is not told otherwise, and more than any preset of xz(1) needs.
const windowBytes = 128 << 20

// What files of each format begin with.
const (
	gzipMagic  = "\x1f\x8b"
	bzip2Magic = "BZh"
	zstdMagic  = "\x28\xb5\x2f\xfd"
)

var (
	gzipCodec  = codec{"gzip", gzipMagic, expandGzip, compressGzip}
	bzip2Codec = codec{"bzip2", bzip2Magic, expandBzip2, compressBzip2}
	xzCodec    = codec{"xz", xzMagic, expandXZ, compressXZ}
	zstdCodec  = codec{"zstd", zstdMagic, expandZstd, compressZstd}
)

// detect finds the format by what in begins with.
func detect(in *bufio.Reader) (codec, bool) {
	for _, c := range []codec{gzipCodec, bzip2Codec, xzCodec, zstdCodec} {
		if head, _ := in.Peek(len(c.magic)); string(head) == c.magic {
			return c, true
		}
	}
	return codec{}, false
}

// decoding tells an error of a decoder, known by its prefixes, from one of the
// input.
func decoding(err error, prefixes ...string) error {
	if err == nil || err == io.EOF {
		return err
	}
	for _, p := range prefixes {
		if strings.HasPrefix(err.Error(), p) {
			return errCorrupt
		}
	}
	return err
}

func expandBzip2(in *bufio.Reader, _ int64) (io.ReadCloser, error) {
	head, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(head) < 4 && strings.HasPrefix(bzip2Magic, string(head)) {
		return nil, errTruncated
	}
	if len(head) < 4 || string(head[:3]) != bzip2Magic || head[3] < '1' || head[3] > '9' {
		return nil, errFormat
	}
	return wrapped{bzip2.NewReader(in), func(err error) error {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errTruncated
		}
		var bad bzip2.StructuralError
		switch {
		case err == bzip2.StructuralError("bad magic value in continuation file"):
			return errTrailing
		case errors.As(err, &bad):
			return errCorrupt
		}
		return err
	}, nil}, nil
}

// wrapped translates the errors of a decoder.
type wrapped struct {
	r     io.Reader
	word  func(error) error
	close func()
}

func (w wrapped) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		err = w.word(err)
	}
	return n, err
}

func (w wrapped) Close() error {
	if w.close != nil {
		w.close()
	}
	return nil
}

func expandZstd(in *bufio.Reader, held int64) (io.ReadCloser, error) {
	return newZstdReader(in, held, nil)
}

// zstdDictionaryMagic is what dictionaries that were trained begin with; others
// are content alone (RFC 8878, 5).
const zstdDictionaryMagic = "\x37\xa4\x30\xec"

// newZstdReader begins to expand; dictionary may be empty.
func newZstdReader(in *bufio.Reader, held int64, dictionary []byte) (io.ReadCloser, error) {
	head, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	skippable := len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
	if string(head) != zstdMagic && !skippable {
		return nil, errFormat
	}
	window := uint64(min(windowBytes, max(held, zstd.MinWindowSize)))
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(1 << 62)}
	switch {
	case bytes.HasPrefix(dictionary, []byte(zstdDictionaryMagic)):
		options = append(options, zstd.WithDecoderDicts(dictionary))
	case len(dictionary) > 0:
		options = append(options, zstd.WithDecoderDictRaw(0, dictionary))
	}
	d, err := zstd.NewReader(in, options...)
	if err != nil {
		return nil, err
	}
	return wrapped{d, zstdError, d.Close}, nil
}

func zstdError(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errTruncated
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return errMemory
	case errors.Is(err, zstd.ErrCRCMismatch):
		return errChecksum
	case errors.Is(err, zstd.ErrMagicMismatch):
		return errFormat
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return zstd.ErrUnknownDictionary
	}
	var failed *inputError
	if errors.As(err, &failed) {
		return failed.error
	}
	return errCorrupt
}

// An inputError is one of reading, so that it is told from those of a decoder.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }

// marked makes the errors of a reader known as such.
type marked struct{ r io.Reader }

func (m marked) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if err != nil && err != io.EOF {
		err = &inputError{err}
	}
	return n, err
}

// buffered is how all input of this package is read.
func buffered(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(marked{r}, command.BufferBytes) }

// pump copies until the end of in, or until ctx has ended: a short input can
// expand for very long. It tells errors of writing as *command.OutputError.
func pump(ctx context.Context, out io.Writer, in io.Reader) (int64, error) {
	buf := make([]byte, command.BufferBytes)
	var total int64
	for {
		if ctx.Err() != nil {
			return total, context.Cause(ctx)
		}
		n, err := in.Read(buf)
		if n > 0 {
			if _, werr := out.Write(buf[:n]); werr != nil {
				var failed *command.OutputError
				if !errors.As(werr, &failed) {
					werr = &command.OutputError{Err: werr}
				}
				return total, werr
			}
			total += int64(n)
		}
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}
