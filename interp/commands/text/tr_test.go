package text

import (
	"math/rand/v2"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestTr(t *testing.T) {
	t.Parallel()
	in := "Hello, World!  aabbcc 123\t\\x[y]-z*\x00\xff\n"
	var list cases
	for _, args := range [][]string{
		{"a-z", "A-Z"}, {"-d", "a-z"}, {"-s", "a-z"}, {"-s", " "}, {"-cd", "a-z"}, {"-c", "a-z", "_"}, {"-cs", "a-zA-Z", "\n"}, {"-ds", "a-c", "d-z"}, {"[:lower:]", "[:upper:]"},
		{"[:upper:]", "[:lower:]"}, {"-d", "[:space:]"}, {"-d", "[:punct:]"}, {"-cd", "[:print:]"}, {"-cd", "[:alnum:]\n"}, {"\\n", " "}, {"\\141", "x"}, {"a\\", "xy"}, {"a\\-z", "123"},
		{"a-c", "x"}, {"-t", "a-c", "x"}, {"a-z", "[x*]"}, {"a-z", "[x*3]y"}, {"a-z", "[x*010]y"}, {"a-z", "a[x*]z"}, {"[=a=]b", "xy"}, {"z-a", "x"}, {"", "x"}, {"a", ""}, {"-d", ""},
		{}, {"a"}, {"-d", "a", "b"}, {"a", "b", "c"}, {"-s", "a", "b", "c"}, {"-ds", "a"}, {"[:foo:]", "x"}, {"[::]", "x"}, {"[==]", "x"}, {"[=ab=]", "x"}, {"[x*]", "a"}, {"a", "[:digit:]"},
		{"[:lower:]", "[:lower:]"}, {"[:lower:]", "A-Z"}, {"a-z", "[:upper:]"}, {"[:alpha:]", "[:upper:]"}, {"[:lower:]x", "[:upper:]y"}, {"a[:lower:]", "[:upper:]"}, {"[a-z]", "[A-Z]"},
		{"-c", "[:alpha:]", "ab"}, {"-c", "[:alpha:]", "a"}, {"-c", "a-z", "A-Z"}, {"-x"}, {"--delete", "a"}, {"--squeeze-repeats", "b"}, {"--complement", "--delete", "a"}, {"-", "_"}, {"a-", "xy"},
		{"-dc", "[:digit:]"}, {"-C", "a-z", "x"}, {"\\0-\\37", "x"}, {"\\400", "xy"}, {"--", "-a", "xy"}, {"a", "b", "-d"}, {"[", "x"}, {"[:", "x"}, {"[:x", "abc"}, {"]", "x"}, {"[a*x]", "y"},
		{"-s", "[:lower:]", "[:upper:]"}, {"-s", "a-c", "x"}, {"abc", "[x*2][y*2]"}, {"abc", "[x*][y*]"}, {"[:upper:][:lower:]", "[:lower:][:upper:]"}, {"é", "e"}, {"\\\\", "/"}, {"a-a", "b"},
		{"[:blank:]", "[x*]"}, {"-s", "[:blank:]", "[\\n*]"}, {"\\a\\b\\f\\r\\t\\v", "123456"}, {"-d", "\\000"}, {"abc", "[:upper:]"}, {"[:digit:][:lower:]", "x[:upper:]"}, {"a-z", "[=x=]"}, {"[:*]", "x"}, {"[:*][:*]", "xy"}, {"[=*2]", "x"},
	} {
		list = append(list, commandtest.Case{Args: args, Stdin: in})
	}
	set := func(r *rand.Rand) (s string) {
		for range 1 + r.IntN(3) {
			s += pick(r, "a-d", "x", "[:digit:]", "[:lower:]", "[:upper:]", "\\n", "b-y", "0-5", "[q*2]", "[w*]", " ", "[=c=]", "\\101", "-")
		}
		return s
	}
	compare(t, "tr", list, fixed("banana", "bbnbnb", "a", "b"), random(6, 200, func(r *rand.Rand) ([]string, string) {
		args := append(some(r, 3, "-c", "-d", "-s", "-t"), "--", set(r))
		if r.IntN(3) > 0 {
			args = append(args, set(r))
		}
		return args, scramble(r, 5, "abc", "xxyy", "12233", " ", "ABQ", "é")
	}))
}
