package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// maxChunks bounds the files of -n.
const maxChunks = 1 << 20

// chunks is -n: it has to know the size.
func (s *splitter) chunks(ctx context.Context, in *command.Input) error {
	if s.size > maxChunks {
		return fmt.Errorf("more than %d files", maxChunks)
	}
	if s.how == 'r' {
		return s.inTurn(ctx, in)
	}
	data, err := readHeld(in, s.call.Limits.HeldBytes)
	if err != nil {
		return err
	}
	each := max(int64(len(data))/s.size, 1)
	at := int64(0)
	for i := range s.size {
		end := min((i+1)*each, int64(len(data)))
		if i == s.size-1 {
			end = int64(len(data))
		}
		if s.how == 'l' {
			end = chunkEnd(data, at, end, s.delim)
		}
		end = max(end, at)
		if err := s.chunk(i, data[at:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// chunkEnd moves the end of a chunk that begins at at to the end of a line.
func chunkEnd(data []byte, at, end int64, delim byte) int64 {
	if end >= int64(len(data)) {
		return end
	}
	end = max(end, at)
	if end > at || end > 0 && data[end-1] != delim {
		k := bytes.IndexByte(data[max(end-1, 0):], delim)
		if k < 0 {
			return int64(len(data))
		}
		end = max(end-1, 0) + int64(k) + 1
	}
	return end
}

// chunk writes the ith chunk, to a file or, if it is the one that is wanted, to
// standard output.
func (s *splitter) chunk(i int64, data []byte) error {
	if s.only > 0 {
		if i == s.only-1 {
			_, err := s.stdout.Write(data)
			return err
		}
		return nil
	}
	if s.skip && len(data) == 0 {
		return nil
	}
	if err := s.start(); err != nil {
		return err
	}
	_, err := s.out.Write(data)
	return err
}

// inTurn gives each chunk a line, one after the other. The lines are held, so
// that the files can be written one by one.
func (s *splitter) inTurn(ctx context.Context, in *command.Input) error {
	r := record.NewReader(in, s.delim, s.call.Limits.LineBytes)
	parts := make([][]byte, s.size)
	held := int64(0)
	for i := int64(0); ; i = (i + 1) % s.size {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if s.only > 0 {
			if i == s.only-1 {
				if _, err := s.stdout.Write(rec); err != nil {
					return err
				}
			}
			continue
		}
		if held += int64(len(rec)); held > s.call.Limits.HeldBytes {
			return errHeld{s.call.Limits.HeldBytes}
		}
		parts[i] = append(parts[i], rec...)
	}
	if s.only > 0 {
		return nil
	}
	for i, p := range parts {
		if err := s.chunk(int64(i), p); err != nil {
			return err
		}
	}
	return nil
}
