package files

import (
	"context"
	"io"
	"io/fs"
	"math"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A source is what dd reads.
type source interface {
	io.Reader
	io.Seeker
	Stat() (fs.FileInfo, error)
}

// A sink is what dd writes.
type sink interface {
	io.Writer
	io.Seeker
	Stat() (fs.FileInfo, error)
}

// synchronize does for conv=fsync what there is to do: only a file can be
// written to a disk.
func (j *copyJob) synchronize(dst sink) {
	if !j.conv["fsync"] && !j.conv["fdatasync"] {
		return
	}
	if fi, err := dst.Stat(); err == nil && !fi.Mode().IsRegular() {
		j.in.Fail("fsync failed for %s: %s", command.QuoteShell(j.target()), message(syscall.EINVAL))
	}
}

// run opens both sides, copies and reports.
func (j *copyJob) run(ctx context.Context) int {
	std, err := j.in.Open(ctx, "-")
	if err == nil && !j.named.from && j.iflag["directory"] {
		return j.in.Die("setting flags for %s: %s", command.QuoteShell(j.source()), message(syscall.ENOTDIR))
	}
	if j.named.from {
		name := j.from
		if name == "-" {
			name = "./-" // no other name for standard input
		}
		if err = j.special(name, j.iflag); err == nil {
			std, err = j.in.Open(ctx, name)
		}
	}
	if err != nil {
		return j.in.Die("failed to open %s: %s", command.QuoteShell(j.from), message(err))
	}
	defer std.Close()
	var dst sink = j.in.Stdout
	if j.named.to {
		f, code, ok := j.create(ctx)
		if !ok {
			return code
		}
		defer f.Close()
		dst = f
	}
	j.progress.begin = j.in.Now()
	if j.skipInput(ctx, std) && j.seekOutput(dst) {
		j.copy(ctx, std, dst)
		j.synchronize(dst)
	}
	j.report()
	return j.in.Status()
}

// special tells why the flags forbid a file.
func (j *copyJob) special(name string, flags map[string]bool) error {
	if flags["nofollow"] {
		if fi, err := j.in.FS.Lstat(name); err == nil && fi.Mode()&fs.ModeSymlink != 0 {
			return syscall.ELOOP
		}
	}
	if flags["directory"] {
		if fi, err := j.in.FS.Stat(name); err == nil && !fi.IsDir() {
			return syscall.ENOTDIR
		}
	}
	return nil
}

// create opens the output. What is behind the place to begin at is cut off, or
// everything where that is inside the first block.
func (j *copyJob) create(ctx context.Context) (f vfs.File, code int, ok bool) {
	blocks, rest := j.seek.blocks(j.obs)
	truncate := !j.conv["notrunc"]
	if truncate && blocks > (math.MaxInt64-rest)/j.obs {
		return nil, j.in.Die("offset too large: cannot truncate to a length of seek=%d (%d-byte) blocks", blocks, j.obs), false
	}
	flag := syscall.O_WRONLY
	if !j.conv["nocreat"] {
		flag |= syscall.O_CREAT
	}
	if j.conv["excl"] {
		flag |= syscall.O_EXCL
	}
	if truncate && blocks == 0 {
		flag |= syscall.O_TRUNC
	}
	if j.oflag["append"] {
		flag |= syscall.O_APPEND
	}
	var err error
	if !j.conv["excl"] {
		err = j.special(j.to, j.oflag)
	}
	if err == nil {
		if flag&syscall.O_CREAT != 0 && j.oflag["directory"] {
			err = syscall.EINVAL
		} else {
			f, err = vfs.OpenContext(ctx, j.in.FS, j.to, flag, 0o666)
		}
	}
	if err != nil {
		return nil, j.in.Die("failed to open %s: %s", command.QuoteShell(j.to), message(err)), false
	}
	if !truncate || blocks == 0 {
		return f, 0, true
	}
	size := blocks*j.obs + rest
	fi, err := f.Stat()
	if err == nil && fi.Mode().IsRegular() {
		if err = f.Truncate(size); err != nil {
			f.Close()
			return nil, j.in.Die("failed to truncate to %d bytes in output file %s: %s", size, command.QuoteShell(j.to), message(err)), false
		}
	}
	return f, 0, true
}

// skipInput goes to where reading begins. What can not seek is read, a block of
// any length for each.
func (j *copyJob) skipInput(ctx context.Context, src source) bool {
	blocks, rest := j.skip.blocks(j.ibs)
	if blocks == 0 && rest == 0 {
		return true
	}
	lacks := false
	if at, err := src.Seek(0, io.SeekCurrent); err == nil {
		over := blocks > (math.MaxInt64-rest-at)/j.ibs
		if over {
			j.in.Fail("%s: cannot skip: %s", command.QuoteIfNeeded(j.source()), message(syscall.EOVERFLOW))
			return false
		}
		if at, err = src.Seek(blocks*j.ibs+rest, io.SeekCurrent); err != nil {
			j.in.Fail("%s: cannot skip: %s", command.QuoteIfNeeded(j.source()), message(err))
			return false
		}
		fi, err := src.Stat()
		lacks = err == nil && fi.Mode().IsRegular() && at > fi.Size()
	} else {
		lacking := float64(blocks)*float64(j.ibs) + float64(rest) // may be more than an integer is
		buf := make([]byte, min(j.ibs, maxBlock))
		for ; (blocks > 0 || rest > 0) && ctx.Err() == nil; blocks-- {
			want := buf
			if blocks == 0 {
				want, blocks, rest = buf[:rest], 1, 0
			}
			n, err := j.read(src, want)
			if n == 0 && err != nil && err != io.EOF {
				j.in.Fail("error reading %s: %s", command.QuoteShell(j.source()), message(err))
				return false
			}
			if lacking -= float64(n); n == 0 {
				break
			}
		}
		lacks = lacking > 0
	}
	if lacks && j.status != "none" {
		j.in.Warn("%s: cannot skip to specified offset", command.QuoteIfNeeded(j.source()))
	}
	return true
}

// seekOutput goes to where writing begins.
func (j *copyJob) seekOutput(dst sink) bool {
	blocks, rest := j.seek.blocks(j.obs)
	if blocks == 0 && rest == 0 {
		return true
	}
	err := error(syscall.EOVERFLOW)
	if blocks <= (math.MaxInt64-rest)/j.obs {
		_, err = dst.Seek(blocks*j.obs+rest, io.SeekCurrent)
	}
	if err != nil {
		j.in.Fail("%s: cannot seek: %s", command.QuoteIfNeeded(j.target()), message(err))
	}
	return err == nil
}
