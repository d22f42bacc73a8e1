package files

import (
	"context"
	"errors"
	"math"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func dd() gnu.Program {
	return gnu.Program{
		Summary: "copy and convert a file by blocks",
		Usage:   "[OPERAND]..., such as if= of= bs= ibs= obs= cbs= count= skip= seek= conv= iflag= oflag= status=",
		Main:    runDd,
	}
}

// maxBlock is the largest block of dd, in bytes.
const maxBlock = 64 << 20

// A blockCount is an amount of blocks, or of bytes.
type blockCount struct {
	n       int64
	inBytes bool
}

// blocks is the amount in whole blocks of size and the bytes that are left.
func (c blockCount) blocks(size int64) (whole, rest int64) {
	if c.inBytes {
		return c.n / size, c.n % size
	}
	return c.n, 0
}

// A copyJob is one run of dd.
type copyJob struct {
	in                 *gnu.Invocation
	from, to           string
	named              struct{ from, to bool }
	ibs, obs, bs, cbs  int64
	count, skip, seek  blockCount
	conv, iflag, oflag map[string]bool
	status             string

	readFull, readPart          int64
	wroteFull, wrotePart, bytes int64
	truncated                   int64
	progress                    progress
}

func runDd(ctx context.Context, in *gnu.Invocation) int {
	j := &copyJob{in: in, ibs: 512, obs: 512, count: blockCount{n: math.MaxInt64}, conv: map[string]bool{}, iflag: map[string]bool{}, oflag: map[string]bool{}}
	for _, operand := range in.Operands {
		key, value, ok := strings.Cut(operand, "=")
		if !ok {
			return in.Usage("unrecognized operand %s", in.Quote(operand))
		}
		if code, ok := j.operand(key, value, operand); !ok {
			return code
		}
	}
	if code, ok := j.settle(); !ok {
		return code
	}
	return j.run(ctx)
}

// operand reads one operand.
func (j *copyJob) operand(key, value, whole string) (code int, ok bool) {
	sizes := map[string]*int64{"bs": &j.bs, "ibs": &j.ibs, "obs": &j.obs, "cbs": &j.cbs}
	counts := map[string]*blockCount{"count": &j.count, "skip": &j.skip, "iseek": &j.skip, "seek": &j.seek, "oseek": &j.seek}
	switch key {
	case "if":
		j.from, j.named.from = value, true
		return 0, true
	case "of":
		j.to, j.named.to = value, true
		return 0, true
	case "status":
		if value != "none" && value != "noxfer" && value != "progress" {
			return j.in.Usage("invalid status level: %s", j.in.Quote(value)), false
		}
		j.status = value
		return 0, true
	case "conv", "iflag", "oflag":
		return j.words(key, value)
	}
	size, isSize := sizes[key]
	amount, isCount := counts[key]
	if !isSize && !isCount {
		return j.in.Usage("unrecognized operand %s", j.in.Quote(whole)), false
	}
	n, err := j.number(value)
	switch {
	case errors.Is(err, syscall.EOVERFLOW):
		return j.in.Die("invalid number: %s: %s", j.in.Quote(value), message(err)), false
	case err != nil || isSize && n < 1:
		return j.in.Die("invalid number: %s", j.in.Quote(value)), false
	case isSize:
		*size = n
	default:
		*amount = blockCount{n, strings.Contains(value, "B")}
	}
	return 0, true
}

// words reads the words of conv=, iflag= or oflag=.
func (j *copyJob) words(key, value string) (code int, ok bool) {
	kind := map[string]struct {
		what, known string
		into        map[string]bool
	}{
		"conv":  {"conversion", " ascii ebcdic ibm block unblock lcase ucase sparse swab noerror nocreat excl notrunc sync fdatasync fsync ", j.conv},
		"iflag": {"input flag", inputFlags + "fullblock ", j.iflag},
		"oflag": {"output flag", inputFlags, j.oflag},
	}[key]
	for word := range strings.SplitSeq(value, ",") {
		if word == "" || !strings.Contains(kind.known, " "+word+" ") {
			return j.in.Usage("invalid %s: %s", kind.what, j.in.Quote(word)), false
		}
		kind.into[word] = true
	}
	return 0, true
}

// inputFlags are the words of iflag= and oflag=. Those that no filesystem of
// ours has a meaning for are taken.
const inputFlags = " append direct directory dsync noatime nocache noctty nofollow nonblock sync count_bytes skip_bytes seek_bytes "

// number reads a product such as 2x512k; a B at its end counts bytes.
func (j *copyJob) number(text string) (int64, error) {
	factors := strings.Split(text, "x")
	product := int64(1)
	var late error
	for i, part := range factors {
		if n := len(part); n > 1 && part[n-1] == 'B' && part[n-2] != 'B' {
			if _, err := command.ParseSize(part, sizeSuffixes); err != nil {
				part = part[:n-1]
			}
		}
		n, err := command.ParseSize(part, sizeSuffixes)
		if errors.Is(err, syscall.EOVERFLOW) {
			late, err = err, nil
		}
		switch {
		case err != nil:
			return 0, err
		case n != 0 && product > math.MaxInt64/n:
			late, product = syscall.EOVERFLOW, math.MaxInt64
		default:
			product *= n
		}
		if i == 0 && n == 0 && part == "0" && len(factors) > 1 {
			j.in.Warn("warning: %s is a zero multiplier; use %s if that is intended", j.in.Quote("0x"), j.in.Quote("00x"))
		}
	}
	if product == 0 {
		late = nil
	}
	return product, late
}

// sizeSuffixes are the units of numbers.
const sizeSuffixes = "bcEGkKMPTwYZ0"

// settle looks at the operands together.
func (j *copyJob) settle() (code int, ok bool) {
	if j.bs > 0 {
		j.ibs, j.obs = j.bs, j.bs
	}
	for _, alone := range []struct {
		words []string
		in    map[string]bool
		said  string
	}{
		{[]string{"ascii", "ebcdic", "ibm"}, j.conv, "any two of {ascii,ebcdic,ibm}"},
		{[]string{"block", "unblock"}, j.conv, "block and unblock"}, {[]string{"ascii", "block"}, j.conv, "block and unblock"},
		{[]string{"ebcdic", "unblock"}, j.conv, "block and unblock"}, {[]string{"ibm", "unblock"}, j.conv, "block and unblock"},
		{[]string{"lcase", "ucase"}, j.conv, "lcase and ucase"}, {[]string{"excl", "nocreat"}, j.conv, "excl and nocreat"},
		{[]string{"direct", "nocache"}, j.iflag, "direct and nocache"}, {[]string{"direct", "nocache"}, j.oflag, "direct and nocache"},
	} {
		given := 0
		for _, word := range alone.words {
			if alone.in[word] {
				given++
			}
		}
		if given > 1 && (j.cbs > 0 || alone.said != "block and unblock") {
			return j.in.Die("cannot combine %s", alone.said), false
		}
	}
	for flag, c := range map[string]*blockCount{"count_bytes": &j.count, "skip_bytes": &j.skip} {
		c.inBytes = c.inBytes || j.iflag[flag]
	}
	if j.oflag["append"] && !j.conv["notrunc"] {
		j.in.Warn("you probably want conv=notrunc with oflag=append")
	}
	j.seek.inBytes = j.seek.inBytes || j.oflag["seek_bytes"]
	return 0, true
}

// source and target are what messages call both sides.
func (j *copyJob) source() string {
	if !j.named.from {
		return "standard input"
	}
	return j.from
}

func (j *copyJob) target() string {
	if !j.named.to {
		return "standard output"
	}
	return j.to
}
