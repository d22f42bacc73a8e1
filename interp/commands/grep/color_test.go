package grep

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestColors compares GREP_COLORS with the host's.
func TestColors(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, env := range []string{
		"GREP_COLORS=", "GREP_COLORS=mt=01;32", "GREP_COLORS=ms=01;32:fn=34:ln=33:se=31:bn=36", "GREP_COLORS=sl=1:cx=2", "GREP_COLORS=rv:sl=1:cx=2",
		"GREP_COLORS=ne", "GREP_COLORS=mc=01;34", "GREP_COLORS=mt=", "GREP_COLORS=sl=1:mt=", "GREP_COLORS=fn=x:ln=33", "GREP_COLORS=zz=1:ln=33", "GREP_COLORS=se=:fn=",
		"GREP_COLOR=01;32", "GREP_COLOR=bad", "GREP_COLOR=",
	} {
		for _, args := range []string{"-nH foo a", "-vA1 foo b", "-A1 -b t b", "-o fo a", "-c foo a b", "-l foo a"} {
			all = append(all, commandtest.Case{Args: append([]string{"--color=always"}, strings.Fields(args)...), Env: []string{env},
				Files: map[string]string{"a": "foo bar foo\r\nx\nfoo", "b": "beta\nfoo\ndelta\r\ngamma\nt\n"}})
		}
	}
	commandtest.Compare(t, Commands(), "grep", all)
}

// TestChoice compares which files are searched.
func TestChoice(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"a.txt": "foo\n", "b.c": "foo\n", "d/c.h": "foo\n", "d/a.txt": "foo\n", "e/a.txt": "no\n"}
	var all []commandtest.Case
	for _, args := range []string{
		"--exclude=*.txt --include=a.txt", "--include=a.txt --exclude=*.txt", "--include=*.c --include=*.h", "--exclude=*.c --exclude=*.h", "--include=*.c --exclude=*.txt",
		"--include=*.txt --exclude=a* --include=a.txt", "--exclude-dir=d", "--exclude-dir=e --exclude-dir=d", "--exclude=d/*", "--include=d/*",
	} {
		all = append(all, commandtest.Case{Args: append(strings.Fields(args), "-c", "foo", "a.txt", "b.c"), Files: tree})
		all = append(all, commandtest.Case{Args: append(strings.Fields(args), "-rc", "foo", "d"), Files: map[string]string{"d/a.txt": "foo\n"}})
		all = append(all, commandtest.Case{Args: append(strings.Fields(args), "foo", "d", "e", "a.txt"), Files: tree})
	}
	for _, args := range [][]string{{"-E", "^*foo"}, {"-E", "^*"}, {"-E", "^+foo"}, {"-E", "(^*foo)"}, {"-E", "a|^?foo"}} {
		all = append(all, commandtest.Case{Args: args, Stdin: "foo\nxfoo\n*foo\n"})
	}
	commandtest.Compare(t, Commands(), "grep", all)
}

// TestContext compares context around lines that are no text, and -o with -v.
func TestContext(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, text := range []string{"x\nfoo\xff\ny\nfoo\nz\n", "\nfoo\xff", "a\n\xff\nb\n\xff\nfoo\nc\n", "foo\n1\n2\n3\nfoo\xff\n4\nfoo\n", "foo foo\nbar\n\nfoo\n"} {
		for _, args := range []string{"-A1 foo", "-B1 foo", "-C1 -v foo", "-C2 -1 foo", "-1 -C2 foo", "-A1 -2 foo", "-A2 -v b", "-nHA1 foo", "-A1 -ov foo", "-B1 -ov --color=always b", "-THA1 foo", "-TnC1 ^"} {
			all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: text})
		}
	}
	commandtest.Compare(t, Commands(), "grep", all)
}
