package archives

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

const (
	xzEdge = 12 // a header or a footer
	// xzRecordBytes is what one block of a list holds in memory.
	xzRecordBytes = 16
)

// An xzStream is what the index of a stream tells.
type xzStream struct {
	packed, size, padding int64
	check                 byte
	// blocks are the sizes of blocks, packed with padding and expanded; count
	// is how many there are also where they are not kept.
	blocks [][2]int64
	count  int64
}

// readXZStreams reads the indices of a file from its end. The streams come in
// the order of the file. Blocks are kept with held bytes above 0, and no more of
// them than fit.
func readXZStreams(in io.ReadSeeker, held int64) ([]xzStream, error) {
	size, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	switch {
	case size == 0:
		return nil, complaint("File is empty")
	case size < 2*xzEdge:
		return nil, complaint("Too small to be a valid .xz file")
	}
	head, err := readAt(in, 0, xzEdge)
	if err != nil {
		return nil, err
	}
	if string(head[:len(xzMagic)]) != xzMagic {
		return nil, errFormat
	}
	var streams []xzStream
	for end := size; end > 0; {
		if int64(len(streams)) > indexRecords {
			return nil, errMemory
		}
		s := xzStream{}
		if end, err = s.read(in, end, held); err != nil {
			return nil, err
		}
		held -= int64(len(s.blocks)) * xzRecordBytes
		streams = append(streams, s)
	}
	for i, j := 0, len(streams)-1; i < j; i, j = i+1, j-1 {
		streams[i], streams[j] = streams[j], streams[i]
	}
	return streams, nil
}

func readAt(in io.ReadSeeker, at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := in.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	_, err := io.ReadFull(in, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errCorrupt
	}
	return b, err
}

// read takes the stream, and the padding behind it, that ends at end, and returns
// where it begins.
func (s *xzStream) read(in io.ReadSeeker, end, held int64) (int64, error) {
	var foot []byte
	var err error
	for {
		if end < 2*xzEdge || end%4 != 0 {
			return 0, errCorrupt
		}
		if foot, err = readAt(in, end-xzEdge, xzEdge); err != nil {
			return 0, err
		}
		if binary.LittleEndian.Uint32(foot[8:]) != 0 {
			break
		}
		end, s.padding = end-4, s.padding+4
	}
	if string(foot[10:]) != footerEnd || binary.LittleEndian.Uint32(foot) != crc32.ChecksumIEEE(foot[4:10]) {
		return 0, errCorrupt
	}
	s.check = foot[9]
	index := (int64(binary.LittleEndian.Uint32(foot[4:])) + 1) * 4
	from := end - xzEdge - index
	if from < xzEdge {
		return 0, errCorrupt
	}
	total, err := s.index(in, from, index, held)
	if err != nil {
		return 0, err
	}
	start := from - total - xzEdge
	if start < 0 {
		return 0, errCorrupt
	}
	head, err := readAt(in, start, xzEdge)
	if err != nil {
		return 0, err
	}
	if string(head[:len(xzMagic)]) != xzMagic || head[6] != foot[8] || head[7] != foot[9] || binary.LittleEndian.Uint32(head[8:]) != crc32.ChecksumIEEE(head[6:8]) {
		return 0, errCorrupt
	}
	s.packed = end - start
	return start, nil
}

// index reads the records of blocks and returns what these take together.
func (s *xzStream) index(in io.ReadSeeker, from, length, held int64) (total int64, err error) {
	if _, err := in.Seek(from, io.SeekStart); err != nil {
		return 0, err
	}
	sum := crc32.NewIEEE()
	r := &hashed{bufio.NewReader(io.LimitReader(in, length)), sum, 0}
	number := func() uint64 {
		n, nerr := binary.ReadUvarint(r)
		if nerr != nil && err == nil {
			err = errCorrupt
		}
		return n
	}
	if c, _ := r.ReadByte(); c != 0 {
		return 0, errCorrupt
	}
	const most = 1 << 62
	count := number()
	for i := uint64(0); i < count && err == nil; i++ {
		unpadded, size := number(), number()
		if unpadded > most || size > most || total > most || s.size > most {
			return 0, errCorrupt
		}
		block := [2]int64{int64(unpadded+3) &^ 3, int64(size)}
		total, s.size = total+block[0], s.size+block[1]
		if s.count++; held > 0 {
			if s.count*xzRecordBytes > held {
				return 0, errMemory
			}
			s.blocks = append(s.blocks, block)
		}
	}
	for err == nil && r.n%4 != 0 {
		if c, zerr := r.ReadByte(); zerr != nil || c != 0 {
			err = errCorrupt
		}
	}
	if err != nil || int64(r.n) != length-4 {
		return 0, errCorrupt
	}
	var tail [4]byte
	if _, err := io.ReadFull(r.r, tail[:]); err != nil || binary.LittleEndian.Uint32(tail[:]) != sum.Sum32() {
		return 0, errCorrupt
	}
	return total, nil
}

// xzTotals are sums over files.
type xzTotals struct {
	files, streams, blocks, packed, size, padding int64
	checks                                        uint16 // bits by number
}

func (t *xzTotals) add(s *xzStream) {
	t.streams++
	t.blocks += s.count
	t.packed += s.packed + s.padding
	t.size += s.size
	t.padding += s.padding
	t.checks |= 1 << s.check
}

// names lists the checks.
func (t *xzTotals) names(separator string) string {
	var all []string
	for i := range byte(16) {
		if t.checks&(1<<i) != 0 {
			all = append(all, xzCheckName(i))
		}
	}
	if len(all) == 0 {
		return xzCheckName(0)
	}
	return strings.Join(all, separator)
}

func xzCheckName(check byte) string {
	switch check {
	case 0:
		return "None"
	case 1:
		return "CRC32"
	case 4:
		return "CRC64"
	case 10:
		return "SHA-256"
	}
	return fmt.Sprintf("Unknown-%d", check)
}

func xzRatio(packed, size int64) string {
	const most = 9.999
	if size == 0 || float64(packed)/float64(size) > most {
		return "---"
	}
	return fmt.Sprintf("%.3f", float64(packed)/float64(size))
}

// listFile is what -l does for a file.
func (x *xzTool) listFile(w *xzWork) {
	held := int64(0)
	if x.said > 2 {
		held = max(x.call.Limits.HeldBytes/heldShare, 1)
	}
	streams, err := readXZStreams(w.in, held)
	if err != nil {
		text := err.Error()
		if known := xzWord(err); !strings.HasPrefix(known, "Read error") {
			text = known
		}
		x.errorf("%s: %s", w.name, text)
		return
	}
	var sums xzTotals
	for i := range streams {
		sums.add(&streams[i])
		x.list.add(&streams[i])
	}
	x.list.files++
	out := command.NewOutput(x.call)
	switch {
	case x.robot:
		fmt.Fprintf(out, "name\t%s\nfile\t%s\n", w.name, sums.robot())
		if x.said > 2 {
			robotTables(out, streams)
		}
	case x.said > 2:
		sums.summary(out)
		xzTables(out, streams)
	default:
		if x.list.files == 1 {
			out.WriteString("Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename\n")
		}
		sums.line(out, w.name)
	}
	x.status = out.Finish(x.status, 1)
}
