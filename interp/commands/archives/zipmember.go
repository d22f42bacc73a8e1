package archives

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"github.com/klauspost/compress/flate"

	"github.com/aegish/aegish/interp/command"
)

// smallBytes is up to which size a file is compressed in memory first, to see
// whether that makes it smaller.
const smallBytes = 256 << 10

// unknown is the size of what is compressed while it is written: the writer
// tells it only once the next member begins.
const unknown = -1

func (z *zipper) member(m *zipMember, verb string) error {
	m.done = true
	h, err := zip.FileInfoHeader(m.fi)
	if err != nil {
		return err
	}
	h.Name = m.name
	var packed, size int64
	switch {
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
	if err == nil && !z.quiet {
		how := "stored 0%"
		switch {
		case h.Method == zip.Deflate && packed == unknown:
			how = "deflated"
		case h.Method == zip.Deflate:
			how = fmt.Sprintf("deflated %d%%", (200*(size-packed)+size)/(2*size))
		}
		fmt.Fprintf(z.out, "%s: %s (%s)\n", verb, escaped(m.name), how)
	}
	return err
}

func (z *zipper) regular(h *zip.FileHeader, m *zipMember) (size, packed int64, err error) {
	in, err := z.call.Open(z.ctx, m.source)
	if err != nil {
		fmt.Fprintf(z.call.Stderr, "\tzip warning: could not open for reading: %s\n", m.source)
		z.status = 18
		return 0, 0, command.ErrReported
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in, smallBytes+1))
	if err != nil {
		return 0, 0, err
	}
	if len(head) <= smallBytes {
		return z.small(h, head, z.level > 0)
	}
	h.Method = zip.Deflate
	if z.level == 0 {
		h.Method = zip.Store
	}
	w, err := z.w.CreateHeader(h)
	if err != nil {
		return 0, 0, err
	}
	size, err = pump(z.ctx, w, io.MultiReader(bytes.NewReader(head), in))
	return size, unknown, err
}

// small packs what is in memory, compressed where that makes it smaller.
func (z *zipper) small(h *zip.FileHeader, data []byte, try bool) (size, packed int64, err error) {
	content := data
	h.Method = zip.Store
	if try {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, z.level)
		if err != nil {
			return 0, 0, err
		}
		w.Write(data) // to memory
		w.Close()
		if b.Len() < len(data) {
			content, h.Method = b.Bytes(), zip.Deflate
		}
	}
	h.CRC32, h.UncompressedSize64, h.CompressedSize64 = crc32.ChecksumIEEE(data), uint64(len(data)), uint64(len(content))
	w, err := z.w.CreateRaw(h)
	if err == nil {
		_, err = w.Write(content)
	}
	return int64(len(data)), int64(len(content)), err
}

// pack writes what is kept, in its place what replaces it, and then the rest.
func (z *zipper) pack(to io.Writer, kept []*zip.File) error {
	z.w = zip.NewWriter(to)
	z.w.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, z.level) })
	for _, f := range kept {
		var err error
		if i, ok := z.index[f.Name]; ok && !z.added[i].done {
			err = z.member(&z.added[i], "updating")
		} else {
			err = z.w.Copy(f)
		}
		if err != nil {
			return err
		}
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
