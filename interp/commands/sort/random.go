package sort

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"hash/maphash"
	"io"
	"slices"

	"github.com/aegish/aegish/interp/command"
)

// readSalt reads what --random-source is asked for: as many bytes as MD5 gives.
func (j *job) readSalt(ctx context.Context) int {
	if j.source == "" || !slices.ContainsFunc(j.order.keys, func(k key) bool { return k.random }) {
		return 0
	}
	in, err := j.call.Open(ctx, j.source)
	if err != nil {
		j.call.Errorf("open failed: %s: %s", command.QuoteIfNeeded(j.source), command.Message(err))
		return trouble
	}
	defer in.Close()
	salt := make([]byte, md5.Size)
	if _, err := io.ReadFull(in, salt); err != nil {
		why := command.Message(err)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			why = "end of file"
		}
		j.call.Errorf("%s: %s", command.Quote(j.source), why)
		return trouble
	}
	j.salt = salt
	return 0
}

// hash is that of a key, which ends with the NUL of strxfrm(3) unless it is
// empty.
func (o *order) hash(key []byte) [md5.Size]byte {
	text := append(slices.Clip(o.salt), key...)
	if len(key) > 0 {
		text = append(text, 0)
	}
	return md5.Sum(text)
}

// compareShuffled is the order of -R: that of hashes, which differ from run to
// run unless a source says otherwise. With one they are those that GNU sort
// compares.
func (o *order) compareShuffled(a, b []byte) int {
	d := 0
	if o.salt != nil {
		x, y := o.hash(a), o.hash(b)
		d = bytes.Compare(x[:], y[:])
	} else if x, y := maphash.Bytes(o.seed, a), maphash.Bytes(o.seed, b); x < y {
		d = -1
	} else if x > y {
		d = 1
	}
	if d == 0 {
		d = bytes.Compare(a, b)
	}
	return d
}
