package archives

import (
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestEncodersHoldTheirShare has what encoders hold grow with what they may.
func TestEncodersHoldTheirShare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level      int
		held       int64
		encoder    zstd.EncoderLevel
		window     int
		dictionary int
	}{
		{22, 1 << 30, zstd.SpeedBestCompression, 32 << 20, 8 << 20},
		{22, 512 << 20, zstd.SpeedBestCompression, 16 << 20, 8 << 20},
		{3, 512 << 20, zstd.SpeedDefault, 8 << 20, 4 << 20},
		{19, 64 << 20, zstd.SpeedBetterCompression, 2 << 20, 1 << 19},
		{1, 32 << 20, zstd.SpeedFastest, 2 << 20, 1 << 18},
		{19, 1 << 20, zstd.SpeedFastest, 64 << 10, 64 << 10},
		{1, 0, zstd.SpeedFastest, 64 << 10, 64 << 10},
	} {
		encoder, window := zstdEncoding(tt.level, tt.held)
		if encoder != tt.encoder || window != tt.window {
			t.Errorf("zstd -%d of %d bytes: %v with a window of %d, want %v, %d", tt.level, tt.held, encoder, window, tt.encoder, tt.window)
		}
		if got := xzDictionary(tt.level, tt.held); got != tt.dictionary {
			t.Errorf("xz -%d of %d bytes: a dictionary of %d, want %d", tt.level, tt.held, got, tt.dictionary)
		}
	}
}

// TestSmallEncodersAreRead expands what encoders make that may hold little.
func TestSmallEncodersAreRead(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("what an encoder is given, again and again\n"), 20_000)
	for _, c := range []codec{gzipCodec, bzip2Codec, xzCodec, zstdCodec} {
		for _, held := range []int64{0, 1 << 20, 16 << 20, 256 << 20} {
			var packed bytes.Buffer
			z, err := c.compress(&packed, 0, held)
			if err != nil {
				t.Fatal(err)
			}
			z.Write(text)
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			r, err := c.expand(buffered(&packed), 256<<20)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s with %d bytes: %d bytes of %d, %v", c.name, held, len(got), len(text), err)
			}
		}
	}
}

func TestBzip2LevelHoldsItsShare(t *testing.T) {
	t.Parallel()
	const least = 100_000 * 20 * heldShare // what level 1 needs
	for _, tt := range []struct {
		level int
		held  int64
		want  int
	}{{0, 1 << 30, 9}, {9, 9 * least, 9}, {9, 9*least - 1, 8}, {3, 1 << 30, 3}, {3, 2 * least, 2}, {1, 0, 1}, {9, 0, 1}} {
		if got := bzip2Level(tt.level, tt.held); got != tt.want {
			t.Errorf("bzip2 -%d of %d bytes: level %d, want %d", tt.level, tt.held, got, tt.want)
		}
	}
}
