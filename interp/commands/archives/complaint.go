package archives

import "fmt"

// A complaint is an error in the words of the tool, which may begin with a
// capital and end with a full stop.
type complaint string

func (c complaint) Error() string { return string(c) }

// complaintf formats one.
func complaintf(format string, args ...any) complaint {
	return complaint(fmt.Sprintf(format, args...))
}
