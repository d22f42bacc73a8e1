package command

import (
	"errors"
	"math"
	"strings"
	"syscall"
)

// ErrNumber tells that a text is no number with a suffix.
var ErrNumber = errors.New("invalid number")

// ParseSize reads a decimal number with an optional suffix of those in
// suffixes, as the GNU tools do (info coreutils, Block size): b is 512; k and K
// and their like are powers of 1024 also as KiB, powers of 1000 as kB. A 0 in
// suffixes lets the B and iB follow. Blanks
// and a + may come before. It saturates at the largest int64 and
// then returns EOVERFLOW too; ErrNumber when text is no such number.
func ParseSize(text, suffixes string) (int64, error) {
	text = strings.TrimPrefix(strings.TrimLeft(text, " \t\n\v\f\r"), "+")
	i := 0
	var n uint64
	var err error
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		d := uint64(text[i] - '0')
		if n > (math.MaxInt64-d)/10 {
			n, err = math.MaxInt64, syscall.EOVERFLOW
			continue
		}
		if err == nil {
			n = n*10 + d
		}
	}
	rest := text[i:]
	if i == 0 {
		if rest == "" || strings.IndexByte(suffixes, rest[0]) < 0 || rest[0] == '0' {
			return 0, ErrNumber
		}
		n = 1
	}
	if rest == "" {
		return int64(n), err
	}
	if rest[0] == '0' || strings.IndexByte(suffixes, rest[0]) < 0 {
		return int64(n), ErrNumber
	}
	base, power, used := suffix(rest, strings.IndexByte(suffixes, '0') >= 0)
	if used != len(rest) {
		return int64(n), ErrNumber
	}
	for range power {
		if n > math.MaxInt64/base {
			return math.MaxInt64, syscall.EOVERFLOW
		}
		n *= base
	}
	return int64(n), err
}

// suffix reads the suffix at the beginning of text: the factor, how often it
// is to be used, and the suffix's length.
func suffix(text string, second bool) (base uint64, power, used int) {
	switch text[0] {
	case 'b':
		return 512, 1, 1
	case 'B':
		return 1024, 1, 1
	case 'c':
		return 1, 0, 1
	case 'w':
		return 2, 1, 1
	}
	power = strings.IndexByte("KMGTPEZYRQ", text[0]) + 1
	switch text[0] {
	case 'k':
		power = 1
	case 'm':
		power = 2
	case 'g':
		power = 3
	case 't':
		power = 4
	}
	if power == 0 {
		return 1, 0, 0
	}
	base, used = 1024, 1
	if second {
		switch rest := text[1:]; {
		case strings.HasPrefix(rest, "iB"):
			used = 3
		case strings.HasPrefix(rest, "B"):
			base, used = 1000, 2
		case strings.HasPrefix(rest, "D"):
			base, used = 1000, 2
		}
	}
	return base, power, used
}
