package files

import (
	"bufio"
	"bytes"
	"io"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// records splits what src reads at delim; the last record may end without. One
// that is longer than a line may be is bufio.ErrTooLong.
func records(in *gnu.Invocation, src io.Reader, delim byte) *bufio.Scanner {
	s := bufio.NewScanner(src)
	s.Buffer(nil, in.Limits.LineBytes)
	s.Split(func(data []byte, end bool) (used int, record []byte, err error) {
		if i := bytes.IndexByte(data, delim); i >= 0 {
			return i + 1, data[:i], nil
		}
		if end && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	return s
}
