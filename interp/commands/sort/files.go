package sort

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// blockBytes is how much is read into one piece of memory. Lines are slices of
// it.
const blockBytes = 1 << 20

// lineCost is what a line costs beyond its bytes: its entries.
const lineCost = 72

// readLines appends the lines of all files.
func (j *job) readLines(ctx context.Context) (lines []line, status int) {
	held := int64(0)
	for _, name := range command.Operands(j.names) {
		in, err := j.call.Open(ctx, name)
		if err != nil {
			j.call.Errorf("cannot read: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return nil, trouble
		}
		lines, err = j.readFile(in, lines, &held)
		in.Close()
		if err != nil {
			j.call.Errorf("read failed: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return nil, trouble
		}
	}
	return lines, 0
}

func (j *job) readFile(in *command.Input, lines []line, held *int64) ([]line, error) {
	size := blockBytes
	if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() {
		size = int(min(fi.Size()+1, blockBytes))
	} else {
		size = command.BufferBytes
	}
	block := make([]byte, max(size, 512))
	*held += int64(len(block))
	start, end := 0, 0
	for {
		if end == len(block) {
			rest := block[start:end]
			if len(rest) > j.lineBytes {
				return nil, record.ErrTooLong
			}
			size := blockBytes
			if len(rest) > size/2 {
				size = 2 * len(rest)
			}
			if *held += int64(size); *held > j.heldBytes {
				return nil, errHeld
			}
			block = make([]byte, size)
			start, end = 0, copy(block, rest)
		}
		n, err := in.Read(block[end:])
		seen := end
		end += n
		for {
			i := bytes.IndexByte(block[seen:end], j.delim)
			if i < 0 {
				break
			}
			if len(lines) == cap(lines) {
				lines = append(make([]line, 0, 2*cap(lines)+1024), lines...)
			}
			lines = append(lines, j.line(block[start:seen+i:seen+i]))
			seen += i + 1
			start = seen
			*held += lineCost
		}
		if *held > j.heldBytes {
			return nil, errHeld
		}
		if errors.Is(err, io.EOF) {
			if start < end {
				lines = append(lines, j.line(block[start:end:end]))
			}
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (j *job) sortFiles(ctx context.Context) int {
	lines, status := j.readLines(ctx)
	if status != 0 {
		return status
	}
	if len(lines) > math.MaxUint32 {
		j.call.Errorf("%v", errHeld)
		return trouble
	}
	items := j.sort(ctx, lines)
	if items == nil {
		return trouble
	}
	out, done, status := j.create(ctx)
	if status != 0 {
		return status
	}
	defer done()
	var last *line
	for i, it := range items {
		l := &lines[it.index]
		if j.unique && i > 0 && j.compare(last, l) == 0 {
			continue
		}
		last = l
		if j.debug {
			j.showLine(out, l.text)
			if out.Err() != nil {
				break
			}
			continue
		}
		out.Write(l.text)
		if err := out.WriteByte(j.delim); err != nil || i%1024 == 0 && ctx.Err() != nil {
			break
		}
	}
	return out.Finish(0, trouble)
}

// checkFile tells whether one file is in order.
func (j *job) checkFile(ctx context.Context) int {
	name := command.Operands(j.names)[0]
	in, err := j.call.Open(ctx, name)
	if err != nil {
		j.call.Errorf("open failed: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
		return trouble
	}
	defer in.Close()
	var last []byte
	r := record.NewReader(in, j.delim, j.lineBytes)
	for n := 1; ; n++ {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err != nil {
			j.call.Errorf("read failed: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return trouble
		}
		rec = record.Trim(rec, j.delim)
		if n > 1 {
			a, b := j.line(last), j.line(rec)
			if c := j.compare(&a, &b); c > 0 || c == 0 && j.unique {
				if j.check == 'c' {
					fmt.Fprintf(j.call.Stderr, "%s: %s:%d: disorder: %s%c", j.call.Name(), name, n, rec, j.delim)
				}
				return 1
			}
		}
		last = append(last[:0], rec...)
	}
}
