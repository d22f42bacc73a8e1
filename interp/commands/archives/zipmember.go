package archives

import (
	"bytes"
	"compress/flate"
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
	"github.com/aegish/aegish/interp/commands/archives/bzip2"
)

// smallBytes is up to which size a file is compressed in memory first, to see
// whether that makes it smaller.
const smallBytes = 256 << 10

func (z *zipper) member(m *zipMember, verb string) error {
	m.done = true
	e, local := z.entry(m)
	var err error
	known := true
	switch {
	case m.fi == nil:
		known, err = z.stream(e, local, z.call.Stdin)
	case m.fi.IsDir():
		err = z.w.member(e, local)
	case m.fi.Mode()&fs.ModeSymlink != 0:
		var target string
		if target, err = z.call.FS.Readlink(m.source); err == nil {
			err = z.small(e, local, []byte(target), false)
		}
	default:
		known, err = z.regular(e, local, m)
	}
	if errors.Is(err, command.ErrReported) {
		return nil
	}
	if err == nil {
		z.say(verb, m, e, known)
		when := z.call.Now()
		if m.fi != nil {
			when = m.fi.ModTime()
		}
		z.count(e, when)
	}
	return err
}

// say reports a member that was packed. The sizes of what was compressed while it
// was written are not told (known).
func (z *zipper) say(verb string, m *zipMember, e *zipEntry, known bool) {
	if z.quiet {
		return
	}
	size, packed := int64(e.size), int64(e.packed)
	how := "stored 0%"
	if e.method != zipStored {
		how = map[uint16]string{zipDeflated: "deflated", zipBzipped: "bzipped"}[e.method]
		if known {
			how += fmt.Sprintf(" %d%%", percent(size, packed))
		}
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

func (z *zipper) count(e *zipEntry, when time.Time) {
	z.size += int64(e.size)
	z.packed += int64(e.packed)
	if when.After(z.newest) {
		z.newest = when
	}
}

func (z *zipper) regular(e *zipEntry, local []byte, m *zipMember) (known bool, err error) {
	in, err := z.call.Open(z.ctx, m.source)
	if err != nil {
		z.warn("could not open for reading: %s", m.source)
		z.status = zipReading
		return false, command.ErrReported
	}
	defer in.Close()
	return z.stream(e, local, in)
}

// stream packs what is read. known tells whether that was small.
func (z *zipper) stream(e *zipEntry, local []byte, in io.Reader) (known bool, err error) {
	head, err := io.ReadAll(io.LimitReader(in, smallBytes+1))
	if err != nil {
		return false, err
	}
	pack := z.level > 0 && !slices.ContainsFunc(z.stored, func(s string) bool {
		return len(e.name) > len(s) && strings.HasSuffix(strings.ToLower(e.name), strings.ToLower(s))
	})
	if len(head) <= smallBytes {
		return true, z.small(e, local, head, pack)
	}
	e.flags |= zipDescriptor
	if pack {
		z.packing(e, head)
	}
	if err := z.w.member(e, local); err != nil {
		return false, err
	}
	begin := z.w.at
	packed, err := z.compressor(z.w, e.method)
	if err != nil {
		return false, err
	}
	sum := crc32.NewIEEE()
	size, err := pump(z.ctx, io.MultiWriter(packed, sum), io.MultiReader(bytes.NewReader(head), in))
	if cerr := packed.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return false, err
	}
	e.crc, e.size, e.packed = sum.Sum32(), uint64(size), uint64(z.w.at-begin)
	return !pack, z.w.finish(e)
}

// packing notes in an entry how it is compressed and what it begins with.
func (z *zipper) packing(e *zipEntry, head []byte) {
	switch e.method = z.method; {
	case z.method == zipBzipped:
		e.reader = zipBzipVersion
	case z.level >= 8:
		e.reader, e.flags = zipDeflateVersion, e.flags|zipMaximum
	case z.level <= 2:
		e.reader, e.flags = zipDeflateVersion, e.flags|zipFast
	default:
		e.reader = zipDeflateVersion
	}
	if e.method == zipDeflated && textual(head) {
		e.internal = 1
	}
}

// compressor is what writes a member of a method.
func (z *zipper) compressor(to io.Writer, method uint16) (io.WriteCloser, error) {
	switch method {
	case zipStored:
		return unclosed{to}, nil
	case zipBzipped:
		if err := z.hold(int(bzip2.HeldBytes(z.level))); err != nil {
			return nil, err
		}
		z.held -= bzip2.HeldBytes(z.level)
		return bzip2.NewWriter(to, z.level)
	}
	return fast.NewWriter(to, z.level)
}

// unclosed is a writer that is not to be closed.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// small packs what is in memory, compressed where that makes it smaller.
func (z *zipper) small(e *zipEntry, local, data []byte, try bool) error {
	content := data
	if try && len(data) > 0 {
		packed, err := z.compressed(data)
		if err != nil {
			return err
		}
		z.packing(e, data)
		// What is written behind a pipe can not be taken back: there zip compresses all.
		if content = packed; len(packed) >= len(data) && z.archive != "-" {
			content, e.method, e.reader, e.flags = data, zipStored, zipStoreVersion, 0
		}
	}
	if try && z.archive == "-" {
		e.flags |= zipDescriptor
	}
	e.crc, e.size, e.packed = crc32.ChecksumIEEE(data), uint64(len(data)), uint64(len(content))
	if err := z.w.member(e, local); err != nil {
		return err
	}
	_, err := z.w.Write(content)
	if err == nil && e.flags&zipDescriptor != 0 {
		err = z.w.finish(e)
	}
	return err
}

// compressed is data with the method that was asked for.
func (z *zipper) compressed(data []byte) ([]byte, error) {
	if z.method == zipDeflated {
		return deflate(data, z.level)
	}
	var b bytes.Buffer
	w, err := z.compressor(&b, z.method)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
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

// pack writes what is kept, in its place what replaces it, and then the rest.
func (z *zipper) pack(to io.Writer, kept []*zipEntry) error {
	z.w = &zipOut{ctx: z.ctx, to: to}
	replaced := "updating"
	if z.freshen {
		replaced = "freshening"
	}
	for _, f := range kept {
		var err error
		if i, ok := z.index[f.name]; ok && !z.added[i].done {
			err = z.member(&z.added[i], replaced)
		} else {
			err = z.w.copy(z.source, f)
			z.count(f, z.modified(f))
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
	if err := z.askComments(); err != nil {
		return err
	}
	return z.w.close(z.note)
}
