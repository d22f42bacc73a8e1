package archives

import (
	"fmt"
	"io"
)

// An asker is -w: it asks before each step.
type asker struct {
	*archiver
}

// maxAnswer bounds the line of an answer, in bytes.
const maxAnswer = 1 << 16

// ask puts a question and reads a line; y and Y are yes, and the end of the input
// is no.
func (k *asker) ask(what, name string) (bool, error) {
	to := k.listing(k.out)
	fmt.Fprintf(to, "%s %s?", what, quote(name))
	k.out.Flush()
	answer, one := byte(0), make([]byte, 1)
	for n := 0; n < maxAnswer; n++ {
		if _, err := io.ReadFull(k.call.Stdin, one); err != nil {
			if n == 0 {
				fmt.Fprintln(to)
				return false, nil
			}
			break
		}
		if n == 0 {
			answer = one[0]
		}
		if one[0] == '\n' {
			break
		}
	}
	return answer == 'y' || answer == 'Y', nil
}
