package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// seqOperand is a number that seq takes, or does not.
func seqOperand(r *rand.Rand) string {
	switch r.IntN(5) {
	case 0, 1:
		return fmt.Sprint(r.IntN(25) - 12)
	case 2:
		return fmt.Sprintf("%.*f", r.IntN(5), 10*r.Float64()-5)
	}
	return pick(r, "0", "00", "-0", "+3", "1e1", "1E-1", "0x10", "0x1p3", ".5", "5.", "-.5", "1.50", "007", "-007", "1e", "x", "", "nan", "1e2", "3e-2", "0x.8", " 3", "3 ", "0.1", "1.1", "9.999")
}

// TestGeneratedSeq compares seq with random options and numbers. Infinite steps and
// long sequences are left out.
func TestGeneratedSeq(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 131, 150)
	options := []string{"-w", "-w", "-s,", "-s:", "-f%g", "-f%f", "-f%e", "-f%.2f", "-f%05g", "-f%-8gX", "-f%+.1f", "-f%x", "-f%d", "-f%%", "-f%g%g", "-fabc", "-f%G", "-f%a", "-f%'g", "-f%#g", "-f% g", "-f%Lg", "-f%5.3E", "-f", "-f%", "-f%.3", "--equal-width", "--separator=ab", "--format=%.3f", "-ws,", "-f%010.2f", "-f%%%g", "-f%g%%", "--nope"}
	var all cases
	for range n {
		var args []string
		for range r.IntN(3) {
			args = append(args, options[r.IntN(len(options))])
		}
		for range []int{0, 1, 2, 3, 3, 3, 2, 1, 4}[r.IntN(9)] {
			args = append(args, seqOperand(r))
		}
		all = append(all, commandtest.Case{Args: args})
	}
	compare(t, "seq", all)
}

// TestGeneratedPrintf compares the program printf with random formats and
// arguments.
func TestGeneratedPrintf(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 132, 150)
	directives := strings.Fields(`%d %i %5d %-5d| %05d %+d %x %#x %X %o %#o %u %c %s %10s| %-10s| %.2s %.0s %b %q %f %.2f %10.3f %e %g %G %a %A %E %% \n \t \x41 \101 \u00e9 \U1F600 \c \\ \q %*d %-*s| %5% %z % %hd %Lf %#g %+.3e %'f %0*d \e \0101 %.10d %08.3f %-08d| %1$s`)
	arguments := []string{"1", "-1", "0", "abc", "", "0x1F", "010", "08", "'a", "\"b", "'", "1.5", "-1.5e10", "1x", "3 ", " 4", "a b", "a'b", `\n\t`, "ä", "x\ny", `\0101\c z`, "0x", "1e", "+5", "*", "18446744073709551615"}
	var all cases
	for range n {
		format, stars := "", 0
		for range 1 + r.IntN(3) {
			d := directives[r.IntN(len(directives))]
			stars += strings.Count(d, "*")
			format += d + pick(r, "", " ", ":")
		}
		args := []string{format}
		for range r.IntN(5) {
			a := arguments[r.IntN(len(arguments))]
			if stars > 0 && len(a) > 10 {
				a = "7" // no width has so many digits
			}
			args = append(args, a)
		}
		all = append(all, commandtest.Case{Args: args})
	}
	compare(t, "printf", all)
}
