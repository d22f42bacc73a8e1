package archives

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// A gzipWriter makes a file of one member.
type gzipWriter struct {
	out  io.Writer
	z    *flate.Writer
	crc  uint32
	size uint32
}

// newGzipWriter writes the header: name may be empty, stamp 0.
func newGzipWriter(out io.Writer, level int, name string, stamp uint32) (*gzipWriter, error) {
	const deflate, unix = 8, 3
	if level == 0 {
		level = 6
	}
	level = min(level, 9)
	z, err := flate.NewWriter(out, level)
	if err != nil {
		return nil, err
	}
	h := []byte{gzipMagic[0], gzipMagic[1], deflate, 0, 0, 0, 0, 0, 0, unix}
	binary.LittleEndian.PutUint32(h[4:], stamp)
	switch level {
	case 1:
		h[8] = 4
	case 9:
		h[8] = 2
	}
	if name != "" {
		h[3] = gzipName
		h = append(append(h, name...), 0)
	}
	_, err = out.Write(h)
	return &gzipWriter{out: out, z: z}, err
}

func (g *gzipWriter) Write(p []byte) (int, error) {
	g.crc = crc32.Update(g.crc, crc32.IEEETable, p)
	g.size += uint32(len(p))
	return g.z.Write(p)
}

func (g *gzipWriter) Close() error {
	if err := g.z.Close(); err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, g.crc), g.size)
	_, err := g.out.Write(tail)
	return err
}
