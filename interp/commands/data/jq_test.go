package data

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
)

type cases = []commandtest.Case

const document = `{"a":[1,2.50,"xä","line\nbreak",true,null,{}],"b":{"c":-0.5,"d":[]},"e":"\u0000\u001f\u2028/"}`

func TestJq(t *testing.T) {
	t.Parallel()
	files := map[string]string{"one": document, "two": `{"a":1} {"a":2}` + "\n[3]\n", "prog": ".a # a comment\n", "text": "l1\nl2\n\nend", "list": "[3,1,2]", "dir/": "", "bad": `{"a":`, "vals": "1 2\n\"x\""}
	var all cases
	for _, args := range [][]string{
		{".", "one"}, {"-c", ".", "one"}, {"-c", ".", "two"}, {"-r", ".a[2,3]", "one"}, {"-j", ".a[2,3]", "one"}, {"-a", ".a[2]", "one"}, {"--tab", ".b", "one"}, {"--indent", "3", ".b", "one"},
		{"--indent", "0", ".b", "one"}, {"-S", ".b", "one"}, {"-n", "1"}, {"-n", "input", "two"}, {"-nc", "[inputs]", "two"}, {"-sc", ".", "two", "list"}, {"-s", "."}, {"-R", ".", "text"}, {"-Rs", ".", "text"},
		{"-Rn", "[inputs]", "text"}, {"-e", ".b", "one"}, {"-e", ".x", "one"}, {"-e", "empty", "one"}, {"-n", "--arg", "x", "1", "$x"}, {"-nc", "--argjson", "x", "{\"a\":1}", "$x.a"},
		{"-nc", "--slurpfile", "f", "vals", "$f"}, {"-n", "--rawfile", "f", "text", "$f"}, {"-nc", "$ARGS.positional", "--args", "a", "b"}, {"-nc", "$ARGS.positional", "--jsonargs", "1", "{}"}, {"-nc", "--arg", "a", "b", "$ARGS.named"},
		{"-c", "sort", "list"}, {"-n", "$ENV.HOME, env.TZ"}, {"-n", "\"a\"|halt_error"}, {"-n", "{}|halt_error(3)"}, {"-n", "error(\"x\")"}, {"-n", "\"x\"*3, 2*3"},
		{"-nc", "[(1,2)*(3,4)]"}, {"-nc", "{a:1}*{b:{c:2}}"}, {"-nc", "[1,2]|.[]*=2"}, {"-nc", "{a:2}|.a*=(3,4)"}, {"-n", "1|debug"}, {"-nr", "\"a\\nb\",1"}, {"-n", "now|type"}, {"-n", "limit(3;range(10))"},
		{".", "nope"}, {"-n", "input_filename"}, {"input_filename", "two"}, {"-nr", "@csv \"\\([1,\"a\"])\", (\"x y\"|@sh), (\"<\"|@html), (\"ä\"|@uri), (\"ab\"|@base64)"}, {"-n", "0|todate"}, {"-nc", "0|gmtime"}, {"-nc", "0|localtime|mktime"},
		{"-n", "0|strflocaltime(\"%Y-%m-%d %H:%M\")"}, {"-c", "to_entries", "two"}, {"-c", "paths", "one"}, {"-c", "[.[]|tostring]", "list"}, {"-c", "map(.+1)|add", "list"}, {"-nc", "[\"a\",\"b\"]|join(\"-\")"}, {"-n", "\"abc\"|test(\"B\";\"i\")"},
		{"-nc", "\"a1b2\"|[scan(\"[0-9]\")]"}, {"-n", "reduce range(5) as $i (0;.+$i)"}, {"-nc", "[foreach range(3) as $i (0;.+$i)]"}, {"-nc", "try error(\"x\") catch ."}, {"-nc", "[.[]?]"}, {"-nc", "def f(x): x*x; [f(2),f(3)]"},
		{"-n", "null|error(null)"}, {"-n", "3.0, 1.5, -1, 1e3, 3.14159265358979"}, {"-n", "[limit(2;repeat(1))]|length"}, {"--raw-output", "--compact-output", ".", "one"}, {"-n", "--arg", "x", "1", "--arg", "x", "2", "$x"},
		{"-nc", "[1,[2]]|getpath([1,0])"}, {"-c", "select(type==\"object\")", "two"}, {"-n", "[1,2]|@json"}, {"-nc", "\"1,2\"|split(\",\")"}, {"-n", "\"\\u00e4\\ud83d\\ude00\""}, {"-na", "\"\\u00e4\\ud83d\\ude00\""},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: document, Env: []string{"TZ=UTC0"}})
	}
	// Where the words of an error differ, the status is the same.
	for _, args := range [][]string{{".[", "one"}, {"nosuch", "one"}, {"-n", "$x"}, {".a[0].x", "one"}, {".[0]", "one"}, {"-n", "error({a:1})"}, {"-n", "{}+1"}, {"--nope", "."}, {"-n", "--argjson", "x", "{", "$x"},
		{"-n", "import \"a\" as a; 1"}, {"-n", "include \"prog\"; 1"}, {"-n", "--slurpfile", "a", "nope", "$a"}, {"--indent", "9", "."}, {"-c", ".a|.[0].x", "one", "two"}, {"-n", "input"}, {"-c", "del(.a)", "two"}, {"-rj", ".a", "two"}, {".a", "two", "list"}, {"-f", "prog", "two"}, {"-f", "nope", "one"}} {
		all = append(all, commandtest.Case{Args: args, Files: files, SkipStderr: true})
	}
	all = append(all, commandtest.Case{Args: []string{"."}, Stdin: "12345678901234567890", Differs: "integers are exact", Want: &commandtest.Want{Stdout: "12345678901234567890\n"}},
		commandtest.Case{Args: []string{".", "bad", "one"}, Files: files, Differs: "jq 1.6 returns 4 for -e without output here", Want: &commandtest.Want{Stderr: "jq: error (at bad): parse error: unexpected EOF at byte 0\n", Status: 2}})
	commandtest.Compare(t, Commands(), "jq", all)
}

// attack runs jq with small limits.
func attack(t *testing.T, stdin string, args ...string) (int, string, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	out, errs := stream.Buffer(1<<20), stream.Buffer(1<<20)
	call := &command.Call{Args: args, Dir: "/", Stdin: stream.FromBytes([]byte(stdin)), Stdout: out, Stderr: errs, Now: func() time.Time { return time.Unix(5, 5e8) },
		Limits: command.Limits{LineBytes: 1000, HeldBytes: 32 << 20, Steps: 1000}}
	status := Commands()[args[0]].Command.Run(ctx, call)
	if ctx.Err() != nil {
		t.Errorf("%q ran into the time limit", args)
	}
	return status, string(out.Bytes()), string(errs.Bytes())
}

func TestJqIsBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stdin, say string
		args       []string
	}{
		{"", "too long", []string{"jq", "-n", `"x"*100000000`}}, {"", "too long", []string{"jq", "-n", `[1e8*"x"]`}}, {"", "too long", []string{"jq", "-n", `{a:"x"}|.a*=1e8`}},
		{"", "too long", []string{"jq", "-n", `def f: "xx" * 9e7; [f]`}}, {"[" + strings.Repeat("1,", 2<<20) + "1]", "longer than", []string{"jq", "."}},
		{strings.Repeat("[1]\n", 1<<20), "longer than", []string{"jq", "-s", "length"}}, {strings.Repeat("x", 2000), "longer than", []string{"jq", "-R", "."}},
		{strings.Repeat("[", 20_000), "parse error", []string{"jq", "."}}, {"", "filter is too long", []string{"jq", "-n", strings.Repeat("1,", 1<<20) + "1"}},
		{"", "more memory", []string{"jq", "-n", "[range(1e12)]|length"}},
		{"a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e]\n", "aliases", []string{"yq", "."}},
		{"a: &a [*a]\n", "", []string{"yq", "."}}, {strings.Repeat("- ", 20_000), "", []string{"yq", "."}}, {"k: " + strings.Repeat("v", 1<<20), "longer than", []string{"yq", "."}},
	} {
		if status, out, errs := attack(t, c.stdin, c.args...); status == 0 || !strings.Contains(errs, c.say) {
			t.Errorf("%.60q: %d %.100q %.200q", c.args, status, out, errs)
		}
	}
	if status, out, _ := attack(t, "", "jq", "-n", "now"); status != 0 || out != "5.5\n" {
		t.Errorf("now: %s", out)
	}
}

func TestJqEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"repeat(0)|empty", "[repeat(0)|select(false)]", "def f: f; f", "last(range(1e18))", "until(false;.)"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		call := &command.Call{Args: []string{"jq", "-n", program}, Stdin: stream.FromBytes(nil), Stdout: stream.Buffer(1 << 20), Stderr: stream.Buffer(1 << 20), Now: time.Now, Limits: command.Limits{LineBytes: 1000, HeldBytes: 64 << 20, Steps: 1000}}
		if status := Commands()["jq"].Command.Run(ctx, call); status == 0 {
			t.Errorf("%s ended well", program)
		}
		cancel()
	}
}
