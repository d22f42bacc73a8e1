package awk

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestOptions has the options of gawk, which mawk lacks.
func TestOptions(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"lib/area.awk": "function area(w, h) { return w * h }\n",
		"top.awk":      "@include \"lib/area\"\n@include \"lib/area.awk\"\nBEGIN { print area(3, 4) }\n",
		"ring.awk":     "@include \"ring.awk\"\nBEGIN { print \"once\" }\n",
		"script.awk":   "BEGIN { for (i = 1; i < ARGC; i++) printf \"<%s>\", ARGV[i]; print \"\" }\n",
	}
	for _, c := range []struct {
		args   []string
		want   string
		status int
	}{
		{[]string{"-f", "top.awk"}, "12\n", 0},
		{[]string{"-f", "ring.awk"}, "once\n", 0},
		{[]string{"-i", "lib/area.awk", "BEGIN { print area(2, 5) }"}, "10\n", 0},
		{[]string{"-f", "script.awk", "-x", "--long", "end"}, "<-x><--long><end>\n", 0},
		{[]string{"-E", "script.awk", "-v", "a=b"}, "<-v><a=b>\n", 0},
		{[]string{"-b", `BEGIN { print length("ä") }`}, "2\n", 0},
		{[]string{"-OtPv", "x=3", "BEGIN { print x }"}, "3\n", 0},
		{[]string{"--lint", "--lint=fatal", "--traditional", "BEGIN { print 1 }"}, "1\n", 0},
		{[]string{"-Ft", `{ print $2 }`, "x=1"}, "b c\n", 0},
		{[]string{"-W", "version"}, "awk (aegish)\n", 0},
		{[]string{"-V"}, "awk (aegish)\n", 0},
		{[]string{"-S", "BEGIN { print 1; system(\"echo 2\") }"}, "1\n", 2},
		{[]string{"-S", "BEGIN { print 1 > \"out\" }"}, "", 2},
		{[]string{"-S", "BEGIN { getline < \"top.awk\" }"}, "", 2},
		{[]string{"-M", "BEGIN { print 2 ^ 100 }"}, "", 2},
		{[]string{"-i", "inplace", "1", "top.awk"}, "", 2},
		{[]string{"@include \"absent\""}, "", 2},
		{[]string{"@load \"readdir\""}, "", 2},
		{[]string{"--nonsense", "1"}, "", 2},
	} {
		commandtest.Compare(t, Commands(), "awk", []commandtest.Case{{Args: c.args, Stdin: "a\tb c\n", Files: files,
			SkipStderr: true, Differs: "gawk's", Want: &commandtest.Want{Stdout: c.want, Status: c.status, Stderr: strings.Repeat("said", c.status/2)}}})
	}
}

// TestIncludesAreBounded includes one file under many names.
func TestIncludesAreBounded(t *testing.T) {
	t.Parallel()
	one := strings.Repeat("#", maxSource/2-1) + "\n"
	for program, status := range map[string]int{
		`@include "one.awk"
@include "./one.awk"
BEGIN { print 1 }`: 0,
		`@include "one.awk"
@include "./one.awk"
@include ".//one.awk"
BEGIN { print 1 }`: 2,
	} {
		want := &commandtest.Want{Stdout: "1\n"[status:], Status: status, Stderr: strings.Repeat("said", status/2)}
		commandtest.Compare(t, Commands(), "awk", []commandtest.Case{{Args: []string{program}, Files: map[string]string{"one.awk": one},
			SkipStderr: true, Differs: "gawk's", Want: want}})
	}
}
