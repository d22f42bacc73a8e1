package text

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestNumfmtIntegers rounds integers of every size, and those around the
// powers, in every way.
func TestNumfmtIntegers(t *testing.T) {
	t.Parallel()
	var numbers []string
	for _, base := range []int64{1000, 1024} {
		for p := base; p < 2_000_000_000_000_000; p *= base {
			for _, part := range []int64{1, 2, 9, 10, 99, 100, 999, 1000} {
				for _, by := range []int64{-1, 0, 1, p / 20, -p / 20, p / 2, -p / 2} {
					numbers = append(numbers, fmt.Sprint(p*part+by))
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		numbers = append(numbers, fmt.Sprint(r.Int64()>>(r.IntN(63))))
	}
	var list []commandtest.Case
	for _, to := range []string{"none", "si", "iec", "iec-i"} {
		for _, round := range []string{"up", "down", "from-zero", "towards-zero", "nearest"} {
			for _, sign := range []string{"", "-"} {
				args := []string{"--invalid=ignore", "--to=" + to, "--round=" + round, "--"}
				for _, n := range numbers {
					args = append(args, sign+n)
				}
				list = append(list, commandtest.Case{Args: args})
			}
		}
	}
	list = append(list, commandtest.Case{Args: []string{"--to=si", "--padding=9", "--suffix=B", "--", "007", "-0", "0", "-1", "00", "999", "1000B", "12345"}},
		commandtest.Case{Args: []string{"--to=iec", "--padding=-9", "--", "1", "1023", "1024", "10239", "10240", "10241"}})
	commandtest.Compare(t, Commands(), "numfmt", list)
}
