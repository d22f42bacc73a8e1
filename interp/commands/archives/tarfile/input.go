package tarfile

import "io"

// An Input is an archive as blocks; it is read a record at a time.
type Input struct {
	r      io.Reader
	seeker io.Seeker
	record []byte
	// at and end are where the rest of the record is, in bytes; base is the
	// number of its first block.
	at, end int
	base    int64
	done    bool
	err     error
	// Partial tells that bytes were left over behind the last whole block.
	Partial bool
	// Records counts the records that were read. Ahead is called before each.
	Records int64
	Ahead   func() error
}

// NewInput reads records of so many bytes. Where r can seek and seek is true,
// what is passed over is not read.
func NewInput(r io.Reader, record int, seek bool) *Input {
	in := &Input{r: r, record: make([]byte, record)}
	if seek {
		in.seeker, _ = r.(io.Seeker)
	}
	return in
}

// fill reads the next record; false at the end of the archive or after an error.
func (in *Input) fill() bool {
	if in.done {
		return false
	}
	if in.Ahead != nil {
		if in.err = in.Ahead(); in.err != nil {
			in.done = true
			return false
		}
	}
	in.base += int64(in.end / BlockBytes)
	n, err := io.ReadFull(in.r, in.record)
	if err != nil {
		in.done = true
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			in.err = err
		}
	}
	in.at, in.end, in.Partial = 0, n/BlockBytes*BlockBytes, n%BlockBytes != 0
	if n > 0 {
		in.Records++
	}
	return in.end > 0
}

// Err is the error that ended the reading, nil for the end.
func (in *Input) Err() error { return in.err }

// Peek is the next block, nil at the end. It counts until the next call.
func (in *Input) Peek() []byte {
	if in.at == in.end && !in.fill() {
		return nil
	}
	return in.record[in.at : in.at+BlockBytes]
}

// Next is Peek and goes on behind the block.
func (in *Input) Next() []byte {
	b := in.Peek()
	if b != nil {
		in.at += BlockBytes
	}
	return b
}

// Ordinal is the number of the block that Peek has, from 0.
func (in *Input) Ordinal() int64 { return in.base + int64(in.at/BlockBytes) }

// Skip passes over blocks; false when there are not as many.
func (in *Input) Skip(blocks int64) bool {
	for blocks > 0 {
		if have := int64(in.end-in.at) / BlockBytes; have > 0 {
			n := min(have, blocks)
			in.at += int(n) * BlockBytes
			blocks -= n
			continue
		}
		per := int64(len(in.record) / BlockBytes)
		if whole := blocks / per; in.seeker != nil && whole > 0 && !in.done {
			if _, err := in.seeker.Seek(whole*int64(len(in.record)), io.SeekCurrent); err == nil {
				in.base += int64(in.end/BlockBytes) + whole*per
				in.at, in.end = 0, 0
				in.Records += whole
				blocks -= whole * per
				continue
			}
			in.seeker = nil
		}
		if !in.fill() {
			return false
		}
	}
	return true
}

// Seeks tells whether what is passed over is not read.
func (in *Input) Seeks() bool { return in.seeker != nil }
