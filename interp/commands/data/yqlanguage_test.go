package data

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

//go:embed testdata/yq.txt
var yqCases string

// A yqCase is a block of lines: arguments behind $, the status behind !, input behind
// < and output behind >.
type yqCase struct {
	args    []string
	in, out string
	status  string
}

func yqTable() (all []yqCase) {
	for block := range strings.SplitSeq(strings.TrimSuffix(yqCases, "\n"), "\n\n") {
		c := yqCase{status: "0"}
		for line := range strings.SplitSeq(block, "\n") {
			text := line[min(2, len(line)):]
			switch line[0] {
			case '$':
				c.args = append(c.args, text)
			case '!':
				c.status = text
			case '<':
				c.in += text + "\n"
			case '>':
				c.out += text + "\n"
			}
		}
		all = append(all, c)
	}
	return all
}

// TestYqLanguage has what the documentation of yq 4 says of its operators, in examples
// of our own: there is no such tool to ask on most machines.
func TestYqLanguage(t *testing.T) {
	t.Parallel()
	files := map[string]string{"other.yml": "b: 2\n"}
	for _, c := range yqTable() {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: c.args, Stdin: c.in, Files: files})
		if r.Stdout != c.out || string(rune('0'+r.Status)) != c.status || (r.Stderr == "") != (c.status == "0") {
			t.Errorf("yq %q <%s\n%d %s\n%s\nwant %s", c.args, c.in, r.Status, r.Stderr, r.Stdout, c.out)
		}
	}
}

// TestYqFiles has what is read and written by name.
func TestYqFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.yml": "a: 1 # one\nl: [1]\n", "b.yml": "a: 2\nb: 3\n", "j.json": `{"a":[1]}`, "c.csv": "x,y\n1,2\n", "p.properties": "a.b = 1\n", "x.xml": "<a><b>1</b></a>", "many.yml": "a: 1\n---\na: 2\n", "exp": ".a\n"}
	for _, c := range []struct {
		args []string
		out  string
		file string // name = content, quoted, as the listing has it
	}{
		{[]string{"ea", "select(fileIndex == 0) * select(fi == 1)", "a.yml", "b.yml"}, "a: 2 # one\nl: [1]\nb: 3\n", ""},
		{[]string{"ea", "-i", ". as $d ireduce ({}; . * $d)", "a.yml", "b.yml"}, "", `"a: 2 # one\nl: [1]\nb: 3\n"`},
		{[]string{"-i", ".l += [2]", "a.yml"}, "", `"a: 1 # one\nl: [1, 2]\n"`},
		{[]string{".a", "a.yml", "b.yml"}, "1\n---\n2\n", ""}, {[]string{"filename + \" \" + .a", "a.yml", "many.yml"}, "a.yml 1\n---\nmany.yml 1\n---\nmany.yml 2\n", ""},
		{[]string{".", "j.json"}, "{\n  \"a\": [\n    1\n  ]\n}\n", ""}, {[]string{"-o", "y", ".", "j.json"}, "a:\n  - 1\n", ""}, {[]string{"j.json"}, "{\n  \"a\": [\n    1\n  ]\n}\n", ""},
		{[]string{"-p", "json", ".", "j.json"}, "a:\n  - 1\n", ""}, {[]string{"-oy", ".", "c.csv"}, "- x: 1\n  y: 2\n", ""}, {[]string{".a.b = 2", "p.properties"}, "a.b = 2\n", ""}, {[]string{".a.b = 2", "x.xml"}, "<a>\n  <b>2</b>\n</a>\n", ""},
		{[]string{"-s", ".a", ".", "many.yml"}, "", `2.yml "a: 2\n"`}, {[]string{"-s", `"n_" + $index`, "-o", "json", "-I0", ".", "many.yml"}, "", `n_1.json "{\"a\":2}\n"`},
		{[]string{"--from-file", "exp", "a.yml"}, "1\n", ""}, {[]string{"--expression", ".l", "a.yml"}, "[1]\n", ""}, {[]string{"-0", ".a", "many.yml"}, "1\x00---\n2\x00", ""},
		{[]string{"--xml-attribute-prefix", "_", "-oj", "-I0", ".", "x.xml"}, `{"a":{"b":"1"}}` + "\n", ""}, {[]string{"--unwrapScalar=false", ".a", "many.yml"}, "1\n---\n2\n", ""},
	} {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: c.args, Files: files})
		if r.Status != 0 || r.Stdout != c.out || r.Stderr != "" || !strings.Contains(r.Files, c.file) {
			t.Errorf("yq %q: %d %s%s\n%s", c.args, r.Status, r.Stderr, r.Stdout, r.Files)
		}
	}
	for _, args := range [][]string{{".", "nope"}, {"-i", ".", "a.yml", "b.yml"}, {"-s", "(", ".", "a.yml"}, {"-o", "what", "."}, {"-o", "csv", ".", "a.yml"}, {"-o", "xml", ".l", "a.yml"}, {"-p", "props", ".", "--", "nope"},
		{"-i", ".a.b.c", "nope"}, {`load("nope")`, "a.yml"}, {"--from-file", "nope"}, {"nosuch(.a)", "a.yml"}, {`.a = "`, "a.yml"}, {"-I", "9", "."}} {
		r := commandtest.Run(t, Commands()["yq"], "yq", commandtest.Case{Args: args, Files: files})
		if r.Status != 1 || r.Stdout != "" || r.Stderr == "" || !strings.Contains(r.Files, "# one") {
			t.Errorf("yq %q: %d %s%s", args, r.Status, r.Stderr, r.Stdout)
		}
	}
}

// TestYqIsBounded runs what grows or goes round without end.
func TestYqIsBounded(t *testing.T) {
	t.Parallel()
	const bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e]\n"
	for _, c := range []struct{ stdin, expression string }{
		{bomb, "explode(.)"}, {"a: &a [*a]\n", "explode(.)"}, {"a: &a [*a]\n", ".a == .a[0]"}, {"a: &a\n  <<: *a\n", ".a.b"}, {"a: 1\n", `"x" * 1000000000`}, {"a: 1\n", ".b[100000000] = 1"},
		{"e: eval(.e)\n", "eval(.e)"}, {"[1,1,1,1,1,1,1,1,1,1]\n", `.[] as $a ireduce ("x"; . + . + . + . + . + . + . + . + . + .)`}, {"[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]\n", `.[] as $a ireduce ([1]; . + .)`},
		{"a: 1\n", strings.Repeat("(", 20_000)}, {"a: 1\n", strings.Repeat("-", 20_000) + "1"}, {"a: 1\n", strings.Repeat("[", 600) + strings.Repeat("]", 600)}, {"a: 1\n", strings.Repeat(".a|", 1<<19) + "."},
	} {
		status, out, errs := attack(t, c.stdin, "yq", c.expression)
		if status != 1 || errs == "" || len(out) > 1<<20 {
			t.Errorf("yq %.60q: %d %.100q %.200q", c.expression, status, out, errs)
		}
	}
	for _, format := range []string{"xml", "props"} {
		text := strings.Repeat("<a>", 10_000) + strings.Repeat("</a>", 10_000)
		if format == "props" {
			text = strings.Repeat("a.", 10_000) + "a = 1"
		}
		if status, _, errs := attack(t, text, "yq", "-p", format, "."); status != 1 || !strings.Contains(errs, "too ") {
			t.Errorf("%s: %d %.200q", format, status, errs)
		}
	}
	if !slices.ContainsFunc(yqTable(), func(c yqCase) bool { return slices.Contains(c.args, "ea") }) {
		t.Error("the table is not read")
	}
}
