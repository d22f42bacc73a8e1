package data

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// The host's yq, where there is one, is one of several programs of that name;
// what is expected here is what the filter of jq and the formats say.
func TestYq(t *testing.T) {
	t.Parallel()
	const doc = "b: 1\na:\n  - x\n  - 2.5\n  - true\n  - null\n  - \"007\"\n  - 0x10\n  - 2024-01-02\n"
	for _, c := range []struct {
		args   []string
		stdin  string
		out    string
		status int
	}{
		{[]string{"."}, doc, "b: 1\na:\n  - x\n  - 2.5\n  - true\n  - null\n  - \"007\"\n  - 0x10\n  - 2024-01-02\n", 0},
		{[]string{"-o", "json", "-c", "."}, doc, `{"b":1,"a":["x",2.5,true,null,"007",16,"2024-01-02"]}` + "\n", 0},
		{[]string{"-o=json", "."}, "a: [1]\n", "{\n  \"a\": [\n    1\n  ]\n}\n", 2},
		{[]string{"-ojson", "."}, "a: [1]\n", "{\n  \"a\": [\n    1\n  ]\n}\n", 0},
		{[]string{"-p", "json", "."}, `{"a":{"b":[1,"x",[],{}]},"c":"yes","d":"1","e":""}`, "a:\n  b:\n    - 1\n    - x\n    - []\n    - {}\nc: \"yes\"\nd: \"1\"\ne: \"\"\n", 0},
		{[]string{".a[0]"}, doc, "x\n", 0}, {[]string{"-r", ".a[4]"}, doc, "007\n", 0}, {[]string{".a[4]"}, doc, "\"007\"\n", 0},
		{[]string{"-o", "json", "-r", ".a[0]"}, doc, "x\n", 0}, {[]string{"."}, "a: 1\n---\nb: 2\n", "a: 1\n---\nb: 2\n", 0}, {[]string{"-s", "-oj", "-c", "."}, "a: 1\n---\nb: 2\n", "[{\"a\":1},{\"b\":2}]\n", 0},
		{[]string{"-oj", "-c", "."}, "x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n", `{"x":{"a":1,"b":2},"y":{"a":1,"b":3}}` + "\n", 0}, {[]string{"-e", ".x"}, "a: 1\n", "null\n", 1},
		{[]string{"-oj", "-c", "."}, "1: a\ntrue: b\n", `{"1":"a","true":"b"}` + "\n", 0}, {[]string{"-oj", "."}, "12345678901234567890123\n", "12345678901234567890123\n", 0},
		{[]string{"."}, "a: |\n  two\n  lines\n", "a: |\n  two\n  lines\n", 0}, {[]string{"-n", "{a:[1]}"}, "", "a:\n  - 1\n", 0}, {[]string{"-oj", "-I", "1", "."}, "[1]", "[\n 1\n]\n", 0},
		{[]string{"."}, "a: [1\n", "", 2}, {[]string{"-o", "xml", "."}, "", "", 2}, {[]string{".["}, "a: 1", "", 3}, {[]string{"."}, "? [a]\n: 1\n", "", 2}, {[]string{".", "nope"}, "", "", 2},
	} {
		if c.args[0] == "-o=json" {
			c.out = "" // the value is "=json", as getopt has it
		}
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: c.args, Stdin: c.stdin})
		if r.Stdout != c.out || r.Status != c.status || (r.Stderr == "") != (c.status < 2) {
			t.Errorf("yq %q: %d %q %s", c.args, r.Status, r.Stdout, r.Stderr)
		}
	}
}
