package files

import (
	"context"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// copy copies block by block.
func (j *copyJob) copy(ctx context.Context, src source, dst io.Writer) {
	blocks, rest := j.count.blocks(j.ibs)
	if blocks == 0 && rest == 0 {
		return
	}
	for side, size := range map[string]int64{"input": j.ibs, "output": j.obs} {
		if size > maxBlock {
			j.in.Fail("memory exhausted by %s buffer of size %d bytes (%s)", side, size, nearest(size, 1024, "KMGTPE", "iB"))
			return
		}
	}
	c := newConverter(ctx, j, dst)
	buf := make([]byte, j.ibs)
	short := 0 // how much of the last block was read
	for done := int64(0); ctx.Err() == nil && (done < blocks || done == blocks && rest > 0); done++ {
		want := buf
		if done == blocks {
			want = buf[:rest]
		}
		n, err := j.read(src, want)
		if n == 0 && err != nil && err != io.EOF {
			if !j.unreadable(src, err, short) {
				break
			}
			if !j.conv["sync"] || short > 0 {
				continue
			}
			// The block is all zeros.
		} else if n == 0 {
			break
		}
		if int64(n) == j.ibs {
			j.readFull++
			short = 0
		} else {
			j.readPart++
			short = n
		}
		if j.conv["sync"] {
			n = c.pad(buf, n)
		}
		if !c.block(buf[:n]) {
			return
		}
		j.showProgress()
	}
	c.finish()
}

// unreadable reports a block that can not be read. It is true where conv=noerror
// goes on behind it.
func (j *copyJob) unreadable(src source, err error, short int) bool {
	goOn := j.conv["noerror"]
	text := "error reading " + command.QuoteShell(j.source()) + ": " + message(err)
	switch {
	case !goOn:
		j.in.Fail("%s", text)
		return false
	case j.status != "none":
		j.in.Warn("%s", text)
	}
	j.report()
	if _, err := src.Seek(j.ibs-int64(short), io.SeekCurrent); err != nil {
		j.in.FailQuietly(1)
		return false
	}
	fi, err := src.Stat()
	if err != nil || !fi.Mode().IsRegular() {
		// A directory, say, fails for ever.
		j.in.FailQuietly(1)
		return false
	}
	return true
}

func (j *copyJob) read(src io.Reader, buf []byte) (int, error) {
	if !j.iflag["fullblock"] {
		return src.Read(buf)
	}
	n, err := io.ReadFull(src, buf)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}

// write writes what are blocks of a size, or one that is smaller.
func (j *copyJob) write(dst io.Writer, data []byte, size int64) bool {
	n, err := dst.Write(data)
	j.bytes += int64(n)
	switch {
	case int64(n) == size:
		j.wroteFull++
	case n > 0:
		j.wrotePart++
	}
	if err != nil {
		j.in.Fail("error writing %s: %s", command.QuoteShell(j.target()), message(err))
	}
	return err == nil
}
