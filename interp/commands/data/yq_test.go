package data

import (
	"strconv"
	"strings"
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
		{[]string{"-o=json", "."}, "a: [1]\n", "{\n  \"a\": [\n    1\n  ]\n}\n", 0},
		{[]string{"-ojson", "."}, "a: [1]\n", "{\n  \"a\": [\n    1\n  ]\n}\n", 0},
		{[]string{"-p", "json", "."}, `{"a":{"b":[1,"x",[],{}]},"c":"yes","d":"1","e":""}`, "a:\n  b:\n    - 1\n    - x\n    - []\n    - {}\nc: \"yes\"\nd: \"1\"\ne: \"\"\n", 0},
		{[]string{".a[0]"}, doc, "x\n", 0}, {[]string{"-r", ".a[4]"}, doc, "007\n", 0}, {[]string{".a[4]"}, doc, "007\n", 0},
		{[]string{"-o", "json", "-r", ".a[0]"}, doc, "x\n", 0}, {[]string{"."}, "a: 1\n---\nb: 2\n", "a: 1\n---\nb: 2\n", 0}, {[]string{"--slurp", "-oj", "-c", "."}, "a: 1\n---\nb: 2\n", "[{\"a\":1},{\"b\":2}]\n", 0},
		{[]string{"-oj", "-c", "."}, "x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n", `{"x":{"a":1,"b":2},"y":{"a":1,"b":3}}` + "\n", 0}, {[]string{"-e", ".x"}, "a: 1\n", "null\n", 1},
		{[]string{"-oj", "-c", "."}, "1: a\ntrue: b\n", `{"1":"a","true":"b"}` + "\n", 0}, {[]string{"-oj", "."}, "12345678901234567890123\n", "12345678901234567890123\n", 0},
		{[]string{"."}, "a: |\n  two\n  lines\n", "a: |\n  two\n  lines\n", 0}, {[]string{"-n", "{a:[1]}"}, "", "a:\n  - 1\n", 0}, {[]string{"-oj", "-I", "1", "."}, "[1]", "[\n 1\n]\n", 0},
		{[]string{"-P", "."}, "{a: 'x', b: [1, {c: \"2\"}], d: [], e: \"l\\nm\\n\"}\n", "a: x\nb:\n  - 1\n  - c: \"2\"\nd: []\ne: |\n  l\n  m\n", 0}, {[]string{"-o", "props", "."}, "a: 1\nb:\n  c: [1, x]\n  d: true\n  e: null\n", "a = 1\nb.c.0 = 1\nb.c.1 = x\nb.d = true\nb.e = null\n", 0},
		{[]string{"-p", "props", "."}, "", "{}\n", 0}, {[]string{"."}, "a: [1\n", "", 1}, {[]string{".["}, "a: 1", "", 1}, {[]string{"-oj", "."}, "? [a]\n: 1\n", "", 1}, {[]string{".", "nope"}, "", "", 1},
	} {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: c.args, Stdin: c.stdin})
		if r.Stdout != c.out || r.Status != c.status || (r.Stderr == "") != (c.status == 0) {
			t.Errorf("yq %q: %d %q %s", c.args, r.Status, r.Stdout, r.Stderr)
		}
	}
}

// TestYqKeeps changes documents: what is not changed stays as it was written.
func TestYqKeeps(t *testing.T) {
	t.Parallel()
	const doc = "# head\nname: 'one' # why\nbase: &b\n  x: 1\n  y: [1, 2]\nuse:\n  <<: *b\n  z: 0x10\nalso: *b\nlist:\n  - a # first\n  - b\n"
	for _, c := range []struct{ filter, out string }{
		{".", doc},
		{`.name = "two"`, strings.Replace(doc, "'one'", "'two'", 1)},
		{".base.x = 5 | .base.x -= 4", doc},
		{`.use.z = 3`, strings.Replace(doc, "0x10", "3", 1)},
		{`.list += ["c"]`, doc + "  - c\n"},
		{`.list[1] = "B"`, strings.Replace(doc, "- b\n", "- B\n", 1)},
		{`del(.list[0])`, strings.Replace(doc, "  - a # first\n", "", 1)},
		{`del(.also)`, strings.Replace(doc, "also: *b\n", "", 1)},
		{`.new.key = true`, doc + "new:\n  key: true\n"},
		{`.name = strenv(VALUE)`, strings.Replace(doc, "'one'", "'1.50'", 1)},
		{`.use.z = env(VALUE)`, strings.Replace(doc, "0x10", "1.50", 1)},
		{`.list[] |= . + "!"`, strings.NewReplacer("- a #", "- a! #", "- b", "- b!").Replace(doc)},
		{`(.list[] | select(. == "b")) = "c"`, strings.Replace(doc, "- b\n", "- c\n", 1)},
	} {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: []string{"-i", c.filter, "f"}, Files: map[string]string{"f": doc}, Env: []string{"VALUE=1.50"}})
		shown := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: []string{c.filter, "f"}, Files: map[string]string{"f": doc}, Env: []string{"VALUE=1.50"}})
		if r.Status != 0 || r.Stdout != "" || shown.Stdout != c.out || !strings.Contains(r.Files, strconv.Quote(c.out)) {
			t.Errorf("%s: %d %s%s\n%s", c.filter, r.Status, r.Stderr, shown.Stdout, r.Files)
		}
	}
	for _, args := range [][]string{{"-i", "."}, {"-i", ".a[", "f"}, {"-i", ".list.x", "f"}, {"env(NOPE)", "f"}} {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: args, Files: map[string]string{"f": doc}})
		if r.Status == 0 || r.Stderr == "" || !strings.Contains(r.Files, "first") {
			t.Errorf("%q: %d %s", args, r.Status, r.Files)
		}
	}
}
