package archives

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/aegish/aegish/interp/command"
)

// zstdFrames is what the headers of frames tell.
type zstdFrames struct {
	frames, skips int
	packed, size  int64
	// unsized tells that the size of a frame is not known, summed that one has a
	// checksum.
	unsized, summed bool
}

// errFrame is about a file that ends within a frame.
var errFrame = errors.New("reached end of file with incomplete frame")

// readZstdFrames goes over the frames of a file, and over their blocks without
// expanding them.
func readZstdFrames(ctx context.Context, in *bufio.Reader) (f zstdFrames, err error) {
	for {
		if ctx.Err() != nil {
			return f, context.Cause(ctx)
		}
		head, err := in.Peek(zstd.HeaderMaxSize)
		if err != nil && err != io.EOF {
			return f, err
		}
		if len(head) == 0 {
			return f, nil
		}
		var h zstd.Header
		if err := h.Decode(head); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				return f, errFrame
			}
			return f, errFormat
		}
		if h.Skippable {
			f.skips++
			f.frames++ // it counts as one
			const header = 8
			if err := f.skip(in, header+int64(h.SkippableSize)); err != nil {
				return f, err
			}
			continue
		}
		if err := f.frame(ctx, in, &h); err != nil {
			return f, err
		}
	}
}

// skip goes over n bytes.
func (f *zstdFrames) skip(in *bufio.Reader, n int64) error {
	done, err := io.CopyN(io.Discard, in, n)
	f.packed += done
	if err == io.EOF {
		return errFrame
	}
	return err
}

// frame goes over one (RFC 8878, 3.1.1).
func (f *zstdFrames) frame(ctx context.Context, in *bufio.Reader, h *zstd.Header) error {
	if err := f.skip(in, int64(h.HeaderSize)); err != nil {
		return err
	}
	for last := false; !last; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		head, err := in.Peek(3)
		if err != nil {
			return errFrame
		}
		block := uint32(head[0]) | uint32(head[1])<<8 | uint32(head[2])<<16
		last = block&1 != 0
		size := int64(block >> 3)
		const repeated = 1
		if block>>1&3 == repeated {
			size = 1
		}
		if err := f.skip(in, 3+size); err != nil {
			return err
		}
	}
	if h.HasCheckSum {
		f.summed = true
		if err := f.skip(in, 4); err != nil {
			return err
		}
	}
	f.frames++
	f.size += int64(h.FrameContentSize)
	f.unsized = f.unsized || !h.HasFCS
	return nil
}

// line is one of -l.
func (f *zstdFrames) line(name string) string {
	check := "None"
	if f.summed {
		check = "XXH64"
	}
	size := fmt.Sprintf("%19s", "")
	if !f.unsized {
		rate := 0.0
		if f.packed > 0 {
			rate = float64(f.size) / float64(f.packed)
		}
		size = fmt.Sprintf("%s  %5.3f", zstdSize(f.size, 8, 4), rate)
	}
	return fmt.Sprintf("%6d  %5d  %s  %s  %5s  %s\n", f.frames, f.skips, zstdSize(f.packed, 6, 4), size, check, name)
}

// lists is what -l does.
func (z *zstdTool) lists(names []string) int {
	out := command.NewOutput(z.call)
	var sum zstdFrames
	count := 0
	for i, name := range names {
		if name == "-" {
			z.call.Errorf("--list does not support reading from standard input ")
			return 1
		}
		if i == 0 {
			out.WriteString("Frames  Skips  Compressed  Uncompressed  Ratio  Check  Filename\n")
		}
		f, err := z.frames(name)
		switch {
		case errors.Is(err, errFormat):
			fmt.Fprintf(out, "File \"%s\" not compressed by zstd \n", name)
		case errors.Is(err, errFrame):
			fmt.Fprintf(z.call.Stderr, "Error: %v \n", err)
		}
		if err != nil {
			z.status = 1
			continue
		}
		out.WriteString(f.line(name))
		count++
		sum.frames, sum.skips, sum.packed, sum.size = sum.frames+f.frames, sum.skips+f.skips, sum.packed+f.packed, sum.size+f.size
		sum.unsized, sum.summed = sum.unsized || f.unsized, (sum.summed || count == 1) && f.summed
	}
	if len(names) > 1 {
		out.WriteString("----------------------------------------------------------------- \n")
		out.WriteString(sum.line(fmt.Sprintf("%d files", count)))
	}
	return out.Finish(z.status, 1)
}

func (z *zstdTool) frames(name string) (f zstdFrames, err error) {
	fi, err := z.call.FS.Stat(name)
	if err != nil || !fi.Mode().IsRegular() {
		fmt.Fprintf(z.call.Stderr, "Error : %s is not a file \n", name)
		return f, command.ErrReported
	}
	in, err := z.call.Open(z.ctx, name)
	if err != nil {
		z.errorf("%s: %s", name, command.Message(err))
		return f, err
	}
	defer in.Close()
	return readZstdFrames(z.ctx, buffered(in))
}
