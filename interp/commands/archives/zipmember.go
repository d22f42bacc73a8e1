package archives

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	fast "github.com/klauspost/compress/flate"

	"github.com/aegish/aegish/interp/command"
)

// smallBytes is up to which size a file is compressed in memory first, to see
// whether that makes it smaller.
const smallBytes = 256 << 10

// deflates is the version of the format that knows what is used here (APPNOTE.TXT,
// 4.4.3.2).
const deflates = 20

// unknown is the size of what is compressed while it is written: the writer
// tells it only once the next member begins.
const unknown = -1

func (z *zipper) member(m *zipMember, verb string) error {
	m.done = true
	h, err := z.header(m)
	if err != nil {
		return err
	}
	var packed, size int64
	switch {
	case m.fi == nil:
		size, packed, err = z.stream(h, z.call.Stdin)
	case m.fi.IsDir():
		_, err = z.w.CreateHeader(h)
	case m.fi.Mode()&fs.ModeSymlink != 0:
		var target string
		if target, err = z.call.FS.Readlink(m.source); err == nil {
			size, packed, err = z.small(h, []byte(target), false)
		}
	default:
		size, packed, err = z.regular(h, m)
	}
	if errors.Is(err, command.ErrReported) {
		return nil
	}
	if err == nil {
		z.say(verb, m, h.Method, size, packed)
		when := h.Modified
		if m.fi != nil {
			when = m.fi.ModTime()
		}
		z.count(size, packed, when)
	}
	return err
}

func (z *zipper) header(m *zipMember) (*zip.FileHeader, error) {
	if m.fi == nil {
		h := &zip.FileHeader{Name: m.name}
		//lint:ignore SA1019 nothing else fills the fields that CreateRaw writes
		h.SetModTime(z.call.Now().UTC())
		h.SetMode(fs.ModeNamedPipe | 0o600)
		return h, nil
	}
	h, err := zip.FileInfoHeader(m.fi)
	if err != nil {
		return nil, err
	}
	h.Name = m.name
	if z.strip {
		// Times of MS-DOS count two seconds; what is between goes up.
		//lint:ignore SA1019 nothing else fills the fields that CreateRaw writes
		h.SetModTime(m.fi.ModTime().UTC().Add(time.Second))
		h.Modified = time.Time{}
	}
	return h, nil
}

// say reports a member that was packed.
func (z *zipper) say(verb string, m *zipMember, method uint16, size, packed int64) {
	if z.quiet {
		return
	}
	how := "stored 0%"
	switch {
	case method == zip.Deflate && packed == unknown:
		how = "deflated"
	case method == zip.Deflate:
		how = fmt.Sprintf("deflated %d%%", percent(size, packed))
	}
	if z.verbose {
		fmt.Fprintf(z.messages(), "%s: %s\t(in=%d) (out=%d) (%s)\n", verb, zipShown(m.name), size, packed, how)
		return
	}
	fmt.Fprintf(z.messages(), "%s: %s (%s)\n", verb, zipShown(m.name), how)
}

// percent is how much smaller packed is, rounded as zip does.
func percent(size, packed int64) int64 {
	if size == 0 {
		return 0
	}
	return (200*(size-packed) + size) / (2 * size)
}

// zipShown is a name as it is shown: control characters as ^A.
func zipShown(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c < ' ' {
			b.WriteByte('^')
			c ^= '@'
		}
		b.WriteByte(c)
	}
	return b.String()
}

func (z *zipper) count(size, packed int64, when time.Time) {
	z.size += size
	z.packed += max(packed, 0)
	if when.After(z.newest) {
		z.newest = when
	}
}

func (z *zipper) regular(h *zip.FileHeader, m *zipMember) (size, packed int64, err error) {
	in, err := z.call.Open(z.ctx, m.source)
	if err != nil {
		z.warn("could not open for reading: %s", m.source)
		z.status = zipReading
		return 0, 0, command.ErrReported
	}
	defer in.Close()
	return z.stream(h, in)
}

func (z *zipper) stream(h *zip.FileHeader, in io.Reader) (size, packed int64, err error) {
	head, err := io.ReadAll(io.LimitReader(in, smallBytes+1))
	if err != nil {
		return 0, 0, err
	}
	pack := z.level > 0 && !slices.ContainsFunc(z.stored, func(s string) bool {
		return len(h.Name) > len(s) && strings.HasSuffix(strings.ToLower(h.Name), strings.ToLower(s))
	})
	if len(head) <= smallBytes {
		return z.small(h, head, pack)
	}
	h.Method = zip.Deflate
	if !pack {
		h.Method = zip.Store
	}
	w, err := z.w.CreateHeader(h)
	if err != nil {
		return 0, 0, err
	}
	size, err = pump(z.ctx, w, io.MultiReader(bytes.NewReader(head), in))
	if !pack {
		return size, size, err
	}
	return size, unknown, err
}

// small packs what is in memory, compressed where that makes it smaller.
func (z *zipper) small(h *zip.FileHeader, data []byte, try bool) (size, packed int64, err error) {
	content := data
	h.Method = zip.Store
	if try {
		deflated, err := deflate(data, z.level)
		if err != nil {
			return 0, 0, err
		}
		// What is written behind a pipe can not be taken back: there zip compresses all.
		if len(deflated) < len(data) || z.archive == "-" && len(data) > 0 {
			content, h.Method = deflated, zip.Deflate
		}
	}
	if !h.Modified.IsZero() {
		h.Extra = append(h.Extra, unixTime(h.Modified)...) // CreateRaw takes headers as they are
	}
	h.CreatorVersion, h.ReaderVersion = h.CreatorVersion|deflates, deflates
	h.CRC32, h.UncompressedSize64, h.CompressedSize64 = crc32.ChecksumIEEE(data), uint64(len(data)), uint64(len(content))
	w, err := z.w.CreateRaw(h)
	if err == nil {
		_, err = w.Write(content)
	}
	return int64(len(data)), int64(len(content)), err
}

// oneBlock is up to how many bytes flate makes one block of, however little they
// compress.
const oneBlock = 1 << 14

// deflate compresses data. flate ends each stream with an empty block of five
// bytes, which would show in the rate of small files: where there is but one
// block it is made the last.
func deflate(data []byte, level int) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		return nil, err
	}
	w.Write(data) // to memory
	w.Close()
	if len(data) == 0 || len(data) > oneBlock {
		return b.Bytes(), nil
	}
	const final = 1
	short := bytes.Clone(b.Bytes())
	short[0] |= final
	left := bytes.NewReader(short) // read byte by byte, no further than the block
	back, err := io.ReadAll(flate.NewReader(left))
	if err != nil || !bytes.Equal(back, data) {
		return b.Bytes(), nil
	}
	return short[:len(short)-left.Len()], nil
}

// unixTime is the extra field for a time of modification in seconds (APPNOTE.TXT,
// 4.6.1, 0x5455; its content is Info-ZIP's).
func unixTime(t time.Time) []byte {
	return binary.LittleEndian.AppendUint32([]byte{'U', 'T', 5, 0, 1}, uint32(t.Unix()))
}

// pack writes what is kept, in its place what replaces it, and then the rest.
func (z *zipper) pack(to io.Writer, kept []*zip.File) error {
	z.w = zip.NewWriter(to)
	z.w.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return fast.NewWriter(w, z.level) })
	if err := z.w.SetComment(z.note); err != nil {
		return err
	}
	replaced := "updating"
	if z.freshen {
		replaced = "freshening"
	}
	for _, f := range kept {
		var err error
		if i, ok := z.index[f.Name]; ok && !z.added[i].done {
			err = z.member(&z.added[i], replaced)
		} else {
			err = z.w.Copy(f)
			z.count(int64(f.UncompressedSize64), int64(f.CompressedSize64), f.Modified)
		}
		if err != nil {
			return err
		}
	}
	if len(kept)+len(z.added) == 0 {
		z.warn("zip file empty")
	}
	for i := range z.added {
		if !z.added[i].done {
			if err := z.member(&z.added[i], "  adding"); err != nil {
				return err
			}
		}
	}
	return z.w.Close()
}
