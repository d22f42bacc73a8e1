package archives

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/aegish/aegish/interp/commands/archives/bzip2"
)

// heldShare is the part of what a command may hold that an encoder takes. Each
// of many commands is told what is left for it as if it was the last, so that
// all together may hold several times as much as the first.
const heldShare = 8

func compressGzip(out io.Writer, level int, _ int64) (io.WriteCloser, error) {
	return newGzipWriter(out, level, "", 0)
}

// A zstdEncoder is one of the library's, the largest window that it is used
// with, and what its tables of matches take beside it.
type zstdEncoder struct {
	level          zstd.EncoderLevel
	window, tables int64
}

// zstdEncoders are those from the one that holds least.
var zstdEncoders = []zstdEncoder{
	{zstd.SpeedFastest, 4 << 20, 1 << 20},
	{zstd.SpeedDefault, 8 << 20, 2 << 20},
	{zstd.SpeedBetterCompression, 16 << 20, 5 << 20},
	{zstd.SpeedBestCompression, 32 << 20, 35 << 20},
}

// leastWindow is what an encoder has where next to nothing may be held.
const leastWindow = 64 << 10

// zstdEncoding is the encoder of a level of zstd(1) and its window, both no
// larger than what may be held.
func zstdEncoding(level int, held int64) (zstd.EncoderLevel, int) {
	most := held / heldShare
	i := int(zstd.EncoderLevelFromZstd(level) - zstd.SpeedFastest)
	for i > 0 && zstdEncoders[i].tables > most*3/4 {
		i--
	}
	e := zstdEncoders[i]
	for e.window > leastWindow && e.tables+e.window > most {
		e.window /= 2
	}
	return e.level, int(e.window)
}

func compressZstd(out io.Writer, level int, held int64) (io.WriteCloser, error) {
	return newZstdWriter(out, level, held, true, nil)
}

// newZstdWriter begins to compress, with a checksum or without one; dictionary
// may be empty.
func newZstdWriter(out io.Writer, level int, held int64, check bool, dictionary []byte) (io.WriteCloser, error) {
	if level == 0 {
		level = 3
	}
	encoder, window := zstdEncoding(level, held)
	options := []zstd.EOption{zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderLevel(encoder), zstd.WithWindowSize(window), zstd.WithEncoderCRC(check)}
	switch {
	case bytes.HasPrefix(dictionary, []byte(zstdDictionaryMagic)):
		options = append(options, zstd.WithEncoderDict(dictionary))
	case len(dictionary) > 0:
		options = append(options, zstd.WithEncoderDictRaw(0, dictionary))
	}
	return zstd.NewWriter(out, options...)
}

// bzip2Level is the level that is used where another one may hold too much.
func bzip2Level(level int, held int64) int {
	if level < 1 || level > 9 {
		level = 9
	}
	for level > 1 && bzip2.HeldBytes(level) > held/heldShare {
		level--
	}
	return level
}

func compressBzip2(out io.Writer, level int, held int64) (io.WriteCloser, error) {
	return bzip2.NewWriter(out, bzip2Level(level, held))
}

// xzDictionary is the size of a dictionary for a level of xz(1), at most that of
// -6, and no larger than what may be held: the encoder keeps five bytes for each
// of the dictionary's, and a table of up to 8 MiB.
func xzDictionary(level int, held int64) int {
	size := int64(8 << 20)
	switch level {
	case 1, 2:
		size = 1 << 20 << (level - 1)
	case 3, 4:
		size = 4 << 20
	}
	for size > leastWindow && 5*size+min(8<<20, 4*size) > held/heldShare {
		size /= 2
	}
	return int(size)
}

func compressXZ(out io.Writer, level int, held int64) (io.WriteCloser, error) {
	return xz.WriterConfig{DictCap: xzDictionary(level, held)}.NewWriter(out)
}
