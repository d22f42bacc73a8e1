package text

import (
	"bytes"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// tacBlock is how much of a file is read at once, from its end on.
const tacBlock = 64 << 10

// fileBackwards writes the records of a file, the last one first, and holds no
// more of it than a block and a record. done is false, and nothing is written,
// for what can not be read from its end.
func fileBackwards(out *command.Output, in *command.Input, sep []byte, before bool, limit int64) (done bool, err error) {
	fi, err := in.Stat()
	if err != nil || in.Stdin || !fi.Mode().IsRegular() || fi.Size() <= tacBlock {
		return false, nil
	}
	// held is what begins at pos and is not written yet; a separator ends, or
	// with before begins, in front of search.
	var buf, held []byte
	search := 0
	for pos := fi.Size(); out.Err() == nil; {
		if i := bytes.LastIndex(held[:search], sep); i >= 0 {
			start := i
			if !before {
				start += len(sep)
			}
			out.Write(held[start:])
			held, search = held[:start], i
			continue
		}
		if pos == 0 {
			out.Write(held)
			break
		}
		n := int(min(max(tacBlock, int64(len(held))), pos))
		if int64(n+len(held)) > max(limit, 2*tacBlock) {
			return true, errHeld{limit}
		}
		if len(buf) < n+len(held) {
			grown := make([]byte, n+len(held))
			copy(grown, held)
			buf, held = grown, grown[:len(held)]
		}
		pos -= int64(n)
		copy(buf[n:], held)
		if _, err := in.Seek(pos, io.SeekStart); err != nil {
			return true, err
		}
		if _, err := io.ReadFull(in, buf[:n]); err != nil {
			return true, err
		}
		held, search = buf[:n+len(held)], n+min(search, len(sep)-1)
	}
	return true, nil
}
