package system

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestNcal(t *testing.T) {
	t.Parallel()
	all := []commandtest.Case{{Args: []string{"-e", "2024"}, Want: &commandtest.Want{Stdout: "03/31/24\n"}}}
	for _, args := range []string{
		"2 2024", "-M 2 2024", "-S 2 2024", "-M -S 2 2024", "-w 2 2024", "-w 12 2024", "-w 1 2021", "-w -M 1 2021", "-W 1 -w 1 2021", "-W 7 -w 1 2021", "-j 2 2024", "-3 2 2024", "-3 -w 1 2024", "-3 -j 1 2024", "2024", "-y 2024", "-j 2024", "-w 2024", "-w -j -M 2023",
		"-b 2 2024", "-b -M 2 2024", "-b -w 2 2024", "-b -w -M 1 2021", "-C 2 2024", "-C -j 2 2024", "9 1752", "-j 9 1752", "-b 9 1752", "-A 4 11 2023", "-B 2 1 2024", "-A 3 -B 2 5 2020", "-m 5 2020", "-d 2020-07", "feb 1999", "1 1", "12 9999",
		"-e 2024", "-e 1999", "-e 2038", "-e 1600", "-o 2024", "-o 1990", "13 2020", "x", "0",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args)})
	}
	commandtest.Compare(t, Commands(), "ncal", all)
}
