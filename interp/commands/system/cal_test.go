package system_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestCal compares cal with that of ncal 12 where the host has it. Wrong usage
// shows other words there.
func TestCal(t *testing.T) {
	t.Parallel()
	const february = "   February 2024      \nSu Mo Tu We Th Fr Sa  \n             1  2  3  \n 4  5  6  7  8  9 10  \n" +
		"11 12 13 14 15 16 17  \n18 19 20 21 22 23 24  \n25 26 27 28 29        \n                      \n"
	all := []commandtest.Case{{Args: []string{"2", "2024"}, Want: &commandtest.Want{Stdout: february}}}
	r, n := commandtest.Random(t, 73, 120)
	for range n {
		args := []string{}
		for range r.IntN(3) {
			args = append(args, []string{"-j", "-3", "-A1", "-B2", "-A3", "-C"}[r.IntN(6)])
		}
		months := []string{"1", "2", "feb", "September", "9", "12", "dec", "MAY"}
		args = append(args, months[r.IntN(len(months))], fmt.Sprint([]int{1, 4, 100, 1582, 1700, 1751, 1752, 1753, 1800, 1900, 1970, 2000, 2023, 2024, 2100, 9999}[r.IntN(16)]))
		all = append(all, commandtest.Case{Args: args})
	}
	for line := range strings.SplitSeq("2024|-y 1752|1752|-j 2024|-jy 2023|-j 9 1752|-j3 2 2024|-A 1 2 2024|-A 5 10 2024|-B 3 1 2024|-A 2 -B 2 6 2024|-A1 2024|-m 2 2024|-m feb 2024|-m 12 2024 -j|-d 2024-02|-d 2024-2 -3|-h 2 2024|-A 3 11 2024|-A 4 11 2024|-j -A 1 12 2024|-j -A 2 12 2024|-A 1 -B 1 2 2024|-A 3 2 2024|-A 4 12 2023|-y 2 2024|"+
		"-3 1 2024|-3 12 2023|-3 1 1|-m x|13 2024|0 2024|2 0|2 10000|x|2 x|1 2 3|-m 1 2 3 4|-d x|-3 2024|-Z|0|10000|feb|-m 2 -m 3 2024|-3 -A 1 2 2024|-1 2 2024", "|") {
		all = append(all, commandtest.Case{Args: strings.Fields(line), SkipStderr: true})
	}
	commandtest.Compare(t, system.Commands(), "cal", all)
}
