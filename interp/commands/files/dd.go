package files

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

func dd() gnu.Program {
	return gnu.Program{
		Summary: "copy and convert a file by blocks",
		Usage:   "[OPERAND]... (if= of= bs= ibs= obs= count= skip= seek= conv= iflag= oflag= status=)",
		Main:    runDd,
	}
}

// maxBlock is the largest block of dd, in bytes.
const maxBlock = 64 << 20

// A copyJob is one run of dd.
type copyJob struct {
	in                          *gnu.Invocation
	from, to                    string
	ibs, obs, bs                int64
	count, skip, seek           int64
	counted                     bool
	conv, iflag, oflag          map[string]bool
	status                      string
	readFull, readPart          int64
	wroteFull, wrotePart, bytes int64
}

func runDd(ctx context.Context, in *gnu.Invocation) int {
	j := &copyJob{in: in, ibs: 512, obs: 512, conv: map[string]bool{}, iflag: map[string]bool{}, oflag: map[string]bool{}}
	for _, operand := range in.Operands {
		key, value, ok := strings.Cut(operand, "=")
		if !ok {
			return in.Usage("unrecognized operand %s", in.Quote(operand))
		}
		if code, ok := j.operand(key, value, operand); !ok {
			return code
		}
	}
	if j.bs > 0 {
		j.ibs, j.obs = j.bs, j.bs
	}
	for flag, n := range map[string]*int64{"count_bytes": &j.count, "skip_bytes": &j.skip} {
		if !j.iflag[flag] {
			*n *= j.ibs
		}
	}
	if !j.oflag["seek_bytes"] {
		j.seek *= j.obs
	}
	begin := in.Now()
	code := j.open(ctx)
	if code >= 0 {
		return code
	}
	j.report(in.Now().Sub(begin))
	return in.Status()
}

// operand reads one operand.
func (j *copyJob) operand(key, value, whole string) (code int, ok bool) {
	sizes := map[string]*int64{"bs": &j.bs, "ibs": &j.ibs, "obs": &j.obs, "count": &j.count, "skip": &j.skip, "iseek": &j.skip, "seek": &j.seek, "oseek": &j.seek}
	lists := map[string]map[string]bool{"conv": j.conv, "iflag": j.iflag, "oflag": j.oflag}
	known := map[string]string{
		"conv":  " notrunc noerror sync fsync fdatasync excl nocreat lcase ucase swab sparse ",
		"iflag": " fullblock count_bytes skip_bytes sync dsync nonblock noatime nocache ",
		"oflag": " append seek_bytes sync dsync nonblock nocache ",
	}
	switch key {
	case "if":
		j.from = value
	case "of":
		j.to = value
	case "status":
		if value != "none" && value != "noxfer" && value != "progress" {
			return j.in.Usage("invalid status level: %s", j.in.Quote(value)), false
		}
		j.status = value
	case "conv", "iflag", "oflag":
		what := map[string]string{"conv": "conversion", "iflag": "input flag", "oflag": "output flag"}[key]
		for flag := range strings.SplitSeq(value, ",") {
			if !strings.Contains(known[key], " "+flag+" ") {
				return j.in.Usage("invalid %s: %s", what, j.in.Quote(flag)), false
			}
			lists[key][flag] = true
		}
	default:
		into, is := sizes[key]
		if !is {
			return j.in.Usage("unrecognized operand %s", j.in.Quote(whole)), false
		}
		bytes := strings.HasSuffix(value, "B") && !strings.HasSuffix(value, "iB") && !strings.ContainsAny(value, "kKMGTPEZY")
		n, err := ddNumber(strings.TrimSuffix(value, map[bool]string{true: "B"}[bytes]))
		block := strings.HasSuffix(key, "bs")
		if err != nil || block && n < 1 {
			return j.in.Die("invalid number: %s", j.in.Quote(value)), false
		}
		if block && n > maxBlock {
			return j.in.Die("blocks of more than %d bytes are refused", maxBlock), false
		}
		*into = n
		j.counted = j.counted || key == "count"
	}
	return 0, true
}

// ddNumber reads a product such as 2x512k.
func ddNumber(text string) (int64, error) {
	product := int64(1)
	for part := range strings.SplitSeq(text, "x") {
		n, err := command.ParseSize(part, "bcEGkKMPTwYZ0")
		if err != nil {
			return 0, err
		}
		if n != 0 && product > (1<<62)/n {
			return 0, command.ErrNumber
		}
		product *= n
	}
	return product, nil
}

// open opens both sides and copies; a result below 0 is success so far.
func (j *copyJob) open(ctx context.Context) int {
	var src io.Reader
	std, err := j.in.Open(ctx, "-")
	if j.from != "" {
		f, e := j.in.Open(ctx, "./"+j.from)
		if strings.HasPrefix(j.from, "/") {
			f, e = j.in.Open(ctx, j.from)
		}
		std, err = f, e
	}
	if err != nil {
		return j.in.Die("failed to open %s: %s", command.QuoteShell(j.from), message(err))
	}
	defer std.Close()
	src = std
	var dst io.Writer = j.in.Stdout
	if j.to != "" {
		flag := syscall.O_WRONLY
		if !j.conv["nocreat"] {
			flag |= syscall.O_CREAT
		}
		if j.conv["excl"] {
			flag |= syscall.O_EXCL
		}
		if !j.conv["notrunc"] && j.seek == 0 {
			flag |= syscall.O_TRUNC
		}
		if j.oflag["append"] {
			flag |= syscall.O_APPEND
		}
		f, err := vfs.OpenContext(ctx, j.in.FS, j.to, flag, 0o666)
		if err != nil {
			return j.in.Die("failed to open %s: %s", command.QuoteShell(j.to), message(err))
		}
		defer f.Close()
		if code, ok := j.seekTo(f); !ok {
			return code
		}
		dst = f
	} else if j.seek > 0 {
		if _, err := j.in.Stdout.Seek(j.seek, io.SeekCurrent); err != nil {
			return j.in.Die("'standard output': cannot seek: %s", message(err))
		}
	}
	if code, ok := j.skipInput(ctx, std); !ok {
		return code
	}
	return j.copy(ctx, src, dst)
}

func (j *copyJob) seekTo(f vfs.File) (code int, ok bool) {
	if j.seek == 0 {
		return 0, true
	}
	fi, err := f.Stat()
	if err == nil && fi.Mode().IsRegular() && !j.conv["notrunc"] {
		err = f.Truncate(j.seek)
	}
	if err == nil {
		_, err = f.Seek(j.seek, io.SeekStart)
	}
	if err != nil {
		return j.in.Die("%s: cannot seek: %s", command.QuoteIfNeeded(j.to), message(err)), false
	}
	return 0, true
}

func (j *copyJob) skipInput(ctx context.Context, src *command.Input) (code int, ok bool) {
	if j.skip == 0 {
		return 0, true
	}
	if fi, err := src.Stat(); err == nil && fi.Mode()&fs.ModeType == 0 {
		if _, err := src.Seek(j.skip, io.SeekCurrent); err == nil {
			if at, _ := src.Seek(0, io.SeekCurrent); at > fi.Size() && fi.Size() > 0 {
				j.in.Warn("%s: cannot skip to specified offset", command.QuoteShell(j.source()))
			}
			return 0, true
		}
	}
	left, buf := j.skip, make([]byte, min(j.ibs, command.BufferBytes))
	for left > 0 && ctx.Err() == nil {
		n, err := src.Read(buf[:min(left, int64(len(buf)))])
		left -= int64(n)
		if err != nil {
			j.in.Warn("%s: cannot skip to specified offset", command.QuoteShell(j.source()))
			break
		}
	}
	return 0, true
}

func (j *copyJob) source() string {
	if j.from == "" {
		return "standard input"
	}
	return j.from
}

// copy copies block by block.
func (j *copyJob) copy(ctx context.Context, src io.Reader, dst io.Writer) int {
	buf := make([]byte, j.ibs)
	var out []byte
	left := j.count
	for ctx.Err() == nil && !(j.counted && left <= 0) {
		want := buf
		if j.counted && left < int64(len(buf)) {
			want = buf[:left]
		}
		n, err := j.read(src, want)
		if n == 0 {
			if err != nil && err != io.EOF {
				j.in.Fail("error reading %s: %s", command.QuoteShell(j.source()), message(err))
			}
			break
		}
		if int64(n) == j.ibs {
			j.readFull++
		} else {
			j.readPart++
		}
		left -= int64(n)
		if j.counted && !j.iflag["count_bytes"] && n < len(want) {
			left -= int64(len(want) - n) // a short read is a block all the same
		}
		data := j.convert(want[:n])
		if j.bs > 0 && !j.conv["swab"] && len(j.conv) == 0 {
			if !j.write(dst, data) {
				break
			}
			continue
		}
		for out = append(out, data...); int64(len(out)) >= j.obs; out = out[j.obs:] {
			if !j.write(dst, out[:j.obs]) {
				return -1
			}
		}
	}
	if len(out) > 0 {
		j.write(dst, out)
	}
	return -1
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

// convert applies conv= to a block.
func (j *copyJob) convert(data []byte) []byte {
	if j.conv["sync"] && int64(len(data)) < j.ibs {
		data = append(data, make([]byte, j.ibs-int64(len(data)))...)
	}
	if j.conv["swab"] {
		for i := 0; i+1 < len(data); i += 2 {
			data[i], data[i+1] = data[i+1], data[i]
		}
	}
	if upper, lower := j.conv["ucase"], j.conv["lcase"]; upper || lower {
		for i, c := range data {
			if upper && 'a' <= c && c <= 'z' || lower && 'A' <= c && c <= 'Z' {
				data[i] = c ^ 0x20
			}
		}
	}
	return data
}

func (j *copyJob) write(dst io.Writer, data []byte) bool {
	n, err := dst.Write(data)
	j.bytes += int64(n)
	if int64(n) == j.obs {
		j.wroteFull++
	} else if n > 0 {
		j.wrotePart++
	}
	if err == nil {
		return true
	}
	to := j.to
	if to == "" {
		to = "standard output"
	}
	j.in.Fail("error writing %s: %s", command.QuoteShell(to), message(err))
	return false
}

// report writes what was done to standard error.
func (j *copyJob) report(took time.Duration) {
	if j.status == "none" {
		return
	}
	fmt.Fprintf(j.in.Stderr, "%d+%d records in\n%d+%d records out\n", j.readFull, j.readPart, j.wroteFull, j.wrotePart)
	if j.status == "noxfer" {
		return
	}
	unit := "bytes"
	if j.bytes == 1 {
		unit = "byte"
	}
	seconds := max(took.Seconds(), 1e-9)
	text := fmt.Sprintf("%d %s", j.bytes, unit)
	if j.bytes >= 1000 {
		text += fmt.Sprintf(" (%s", nearest(float64(j.bytes), 1000, "kMGTPE", "B"))
		if j.bytes >= 1024 {
			text += ", " + nearest(float64(j.bytes), 1024, "KMGTPE", "iB")
		}
		text += ")"
	}
	fmt.Fprintf(j.in.Stderr, "%s copied, %.6g s, %s/s\n", text, took.Seconds(), nearest(float64(j.bytes)/seconds, 1000, "kMGTPE", "B"))
}

// nearest shows a size with a unit, rounded to the nearest.
func nearest(n, base float64, letters, suffix string) string {
	if n < base {
		return fmt.Sprintf("%.0f B", n)
	}
	for i := range len(letters) {
		if n /= base; n < 9.95 {
			return fmt.Sprintf("%.1f %c%s", n, letters[i], suffix)
		} else if n < base-0.5 || i == len(letters)-1 {
			return fmt.Sprintf("%.0f %c%s", n, letters[i], suffix)
		}
	}
	return ""
}
