package text

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestNumfmt(t *testing.T) {
	t.Parallel()
	compare(t, "numfmt", each(nil, "1000 2000 x\n  3500   99999\n12 1K\n", "1000", "--to=si 1000", "--to=iec 2048 1023 1025", "--to=iec-i 4096 10", "--from=si 1K 2.5M", "--from=iec 1K 1.5G", "--from=iec-i 1Ki 1K", "--from=auto 1K 1Ki",
		"1K", "abc", "1x", "--from=si 1Kx", "--from=iec-i 1Kix", "--padding=10 5", "--padding=-10 5", "--padding=0 5", "--suffix=B --to=si 1500B 2000", "--round=up --to=si 1501", "--round=nearest --to=si 1551 -1449", "--to=si", "--to=si --field=2", "--header --to=si", "--to=si --field 1-2", "--invalid=fail x 5", "--invalid=warn x 5", "--invalid=ignore x 5",
		"-d, --field=2 --to=si 1000,2000,3000", "--from-unit=512 4", "--to-unit=1000 5000", "--format=%10.2f 5", "--format=%-8fx --to=si 1500", "--format=%08.3f 5", "--to=si --format=%.3f 1234567", "--to=si 999999 0 9.99 99.9 -1500", "1.50", "--format=<%f> 12", "-5", "-- -5", "--field=0 1", "--from-unit=0 1", "--from=bad 1", "--round=bad 1", "--format=x 1", "--format=%d 1", "--padding=x 1", "--header=0 1", "-d ab 1", "--to=si --from-unit=1K 3", "--field=- --to=si", "--field=-2 --to=si", "1000000000000000000000", "123456789012345678901234567890", "--from=si 5Q", "--to=si --from-unit=1Ki 3", "--to-unit=K 3000", "--format=%f%f 1", "--format=% 1", "--from=iec 5 K"),
		each(nil, "1000\x002000 x\x00\n3000", "-z --to=si", "-z --header --to=si", "-z --to=si 1000 2000", "--zero-terminated"),
		each(nil, "7\n", "--grouping 1000000", "--debug 1000", "--debug --to=si 1000", "--grouping --to=si 5", "--grouping --format=%f 5", "--debug --header 5", "--debug --field=2 --delimiter=, 5", "--grouping --from=si 1K", "--format=%'f 1000000",
			"--debug --format=%'f 100", "--debug --grouping 100", "--debug --from=si --padding=3 100", "--debug --from=si x", "--debug --invalid=fail 1 x 2", "--debug --invalid=warn x", "--debug --invalid=ignore x", "--debug --format=%3f --padding=5 5",
			"--debug --suffix=x 5", "--debug --to=si --header=2 5", "--debug --header", "--format=%'f --to=si 5", "--debug --round=up 5", "--format=%'10f 5"),
		fixed("", "1.5K\n", "--to=si", "1500"),
		random(41, 150, func(r *rand.Rand) ([]string, string) {
			args := some(r, 6, "--to="+pick(r, "si", "iec", "iec-i"), "--round="+pick(r, "up", "down", "from-zero", "towards-zero", "nearest"))
			return append(args, "--from=si", "--", pick(r, "", "-")+strconv.Itoa(r.IntN(1<<(1+r.IntN(30))))+pick(r, "", "K", "M", ".5", ".25M")), ""
		}))
}

// TestNumfmtCorners has formats, units, fields and numbers at the edge of what
// they may be.
func TestNumfmtCorners(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	add := func(stdin string, args ...string) {
		all = append(all, commandtest.Case{Args: args, Stdin: stdin})
	}
	for _, number := range []string{".", "..", "..7", "7.", "7..", "7.1.", "7.1.2", ".7", "-.7", "-", "7.K", "7..K", "7.5.K", "7K K", "+7"} {
		add("", "--", number)
		add("", "--from=si", "--", number)
	}
	for _, unit := range []string{"3i", "3Ki", "3KiB", "3KB", "Ki", "i", "M", "", "0", "0K", "03", "-3", "18446744073709551615", "18446744073709551616", "9223372036854775808", "18E", "19E", "15Ei", "16Ei"} {
		add("", "--from-unit="+unit, "1")
		add("", "--to-unit="+unit, "--from=si", "3E")
	}
	for _, delim := range []string{"", ":", "ab"} {
		for _, line := range []string{"7.0 K", "70 M", "7000 8000", "7.0  K x", "7K:8K"} {
			add("", "-d", delim, "--from=auto", line)
			add("", "-d", delim, "--to=si", line)
		}
	}
	for _, list := range []string{"3,-", "-,3", "2,3,-", "-", ",", "3,", "-2,4-"} {
		add("", "--to=si", "--field", list, "6000 7000 8000 9000")
	}
	for _, format := range []string{"%100000f", "<%70000f>", "%-70000f", "%9223372036854775808f", "%-9223372036854775808f", "%.9223372036854775808f", "%7%", "%", "%7", "%.", "%.f", "%.-1f", "%.+1f", "%. 1f", "%0 7f", "% 07f", "%0-7f", "%'07f", "%+7f", "%--7f", "%.100f", "%f %", "%f%7", "%%", "a%%", "%%%", "%7.f", "%*f"} {
		add("", "--format="+format, "6000")
		add("", "--format="+format, "--to=si", "6000")
	}
	add("a\nb 7001 c\x00d e\n8002 f\x00", "-z", "--field=3", "--to=si")
	add("a\nb 7001 c\x00d e\n8002 f\x00", "-z", "--field=2", "--to=si", "--invalid=ignore")
	add("", "--padding=100000", "--to=si", "6000")
	commandtest.Compare(t, Commands(), "numfmt", all)
	commandtest.Compare(t, Commands(), "numfmt", []commandtest.Case{
		{Args: []string{"---debug", "--to=si", "6000"}, Differs: "the host's writes what it does to standard error", Want: &commandtest.Want{Stdout: "6.0K\n"}},
		{Args: []string{"--format=%1048577f", "1"}, Differs: "the width is bounded", Want: &commandtest.Want{Stderr: "numfmt: invalid format ‘%1048577f’ (width overflow)\n", Status: 1}},
	})
}
