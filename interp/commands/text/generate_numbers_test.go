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

// numfmtOperand is a number that numfmt takes, or does not.
func numfmtOperand(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return fmt.Sprint(r.Int64N(1<<(1+r.IntN(62))) * int64(1-2*r.IntN(2)))
	case 1:
		return pick(r, "", "-") + fmt.Sprintf("%.*f", r.IntN(12), r.Float64()*10000)
	case 2:
		return fmt.Sprint(r.IntN(2000)) + pick(r, "", ".5", ".25", ".999") + pick(r, "K", "M", "G", "T", "P", "E", "Z", "Y", "Ki", "Mi", "k", "Gi", "KB", "i", "Q", "R", " K")
	}
	return pick(r, "", "x", "1x", "1.", "-.5", ".5", "+5", "1,000", "1e3", "0", "-0", "-", "999999999999999999", "9999999999999999999999999999999999", "0.000000000000000000001", "99999", "1000", "1024", "1023.99", "999.5", "9.95", "1 2 3", "a 10 b", "10%", "1K2", "00012", " 12", "12 ")
}

// TestGeneratedNumfmt compares numfmt with random options and numbers.
func TestGeneratedNumfmt(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 133, 250)
	options := strings.Split("--from=si;--from=iec;--from=iec-i;--from=auto;--to=si;--to=iec;--to=iec-i;--to=auto;--round=up;--round=down;--round=from-zero;--round=towards-zero;--round=nearest;--round=x;--invalid=ignore;--invalid=warn;--invalid=fail;--invalid=abort;--invalid=x;--format=%f;--format=%10f;--format=%-10f;--format=%.2f;--format=%010f;--format=%'f;--format=%+f;--format=%d;--format=a%fb;--format=%%%f;--format=%f%;--format=%.f;--format=%0f;--format=%.0f;--format=%5.3f;--format=;--format=%f%f;--format=%.-1f;--format=%-5.1fX;--suffix=B;--suffix=;--padding=10;--padding=-10;--padding=0;--padding=x;--padding=5;--grouping;--field=2;--field=-;--field=1-2;--field=2-;--field=0;--field=x;--field=-2;--field=1,3;-d:;-dab;--delimiter=x;--header;--header=2;--header=0;--header=x;--from-unit=1000;--from-unit=0;--from-unit=2K;--to-unit=1000;--to-unit=1Ki;--to-unit=x;--from-unit=-1;--debug;--from=x;--nope", ";")
	var all cases
	for range n {
		var args []string
		for range r.IntN(5) {
			args = append(args, options[r.IntN(len(options))])
		}
		stdin := ""
		if r.IntN(3) > 0 {
			args = append(args, "--")
			for range 1 + r.IntN(3) {
				args = append(args, numfmtOperand(r))
			}
		} else {
			for range 1 + r.IntN(6) {
				stdin += numfmtOperand(r) + pick(r, " ", ":", "\t", "\n")
			}
		}
		all = append(all, commandtest.Case{Args: args, Stdin: stdin})
	}
	compare(t, "numfmt", all)
}
