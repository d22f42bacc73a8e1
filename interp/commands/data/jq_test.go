package data

import (
	"context"
	_ "embed"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

//go:embed testdata/filters.txt
var filters string

type cases = []commandtest.Case

const document = `{"a":[1,2.50,"xä","line\nbreak",true,null,{}],"b":{"c":-0.5,"d":[]},"e":"\u0000\u001f\u2028/"}`

func TestJq(t *testing.T) {
	t.Parallel()
	files := map[string]string{"one": document, "two": `{"a":1} {"a":2}` + "\n[3]\n", "prog": ".a # a comment\n", "text": "l1\nl2\n\nend", "list": "[3,1,2]", "dir/": "", "bad": `{"a":`, "vals": "1 2\n\"x\"", "rows": "1\n2\n{}\n3 4\n\n5",
		"lib/l.jq": "def h: \"lib\";", "lib/d.json": "[1,2] 3", "lib/deep/deep.jq": "def d: 1;", "m.jq": "def f: 5; def g(x): x + 1;"}
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
		{"-n", "3.0, 1.5, -1, 1e3, 3.14159265358979"}, {"-n", "[limit(2;repeat(1))]|length"}, {"--raw-output", "--compact-output", ".", "one"}, {"-n", "--arg", "x", "1", "--arg", "x", "2", "$x"},
		{"-nc", "[1,[2]]|getpath([1,0])"}, {"-c", "select(type==\"object\")", "two"}, {"-n", "[1,2]|@json"}, {"-nc", "\"1,2\"|split(\",\")"}, {"-n", "\"\\u00e4\\ud83d\\ude00\""}, {"-na", "\"\\u00e4\\ud83d\\ude00\""},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: document, Env: []string{"TZ=UTC0"}})
	}
	for _, args := range [][]string{
		{".[", "one"}, {"nosuch", "one"}, {"-n", "$x"}, {".a[0].x", "one"}, {".[0]", "one"}, {"-n", "error({a:1})"}, {"-n", "{}+1"}, {"-n", "--slurpfile", "a", "nope", "$a"}, {"-c", ".a|.[0].x", "one", "two"}, {"-c", "del(.a)", "two"}, {"-rj", ".a", "two"},
		{".a", "two", "list"}, {"-f", "prog", "two"}, {"-C", ".", "one"}, {"-Cc", ".", "one"}, {"-SC", "--tab", ".", "one"}, {"-c", "--stream", ".", "one", "two"}, {"--seq", "-c", "-n", "1,2"}, {"-nc", "--stream", "fromstream(inputs)", "one"},
		{"-c", "--stream", "fromstream(1|truncate_stream(.))", "one"}, {"--indent", "1", ".", "one"}, {"--indent", "7", ".b", "one"}, {"-c", "[.,input]", "two", "list", "vals", "vals"}, {"-c", "[.,input_line_number]", "two"}, {"-c", "[.,input_line_number]", "rows"}, {".x", "two"}, {"-Rr", "ascii_upcase", "text"}, {"-R", "input_line_number", "text"},
		{"-L", "lib", "import \"l\" as l; l::h"}, {"-Llib", "include \"l\"; h"}, {"-L", "lib", "-c", "import \"d\" as $d; $d,$d::d"}, {"-L", "lib", "import \"deep\" as x; x::d"}, {"-n", "import \"m\" as m; m::g(m::f)"},
		{"-n", "[inputs]", "-c", "two"}, {"-c", "first(inputs)", "one", "two"}, {"-n", "reduce (inputs|objects) as $x (0;.+$x.a)", "two"}, {"-e", ".a,null", "one"}, {"-e", "false,true", "one"}, {".a.b", "two", "two"}, {"-n", "1|error(\"x\\ny\")"}, {"-Sn", "-c", "{b:1,a:2}|tojson,keys_unsorted"}, {"-nj", "1,\"a\",[]"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: document})
	}
	for _, args := range [][]string{
		{"-c", "[input_filename,.[0]?]", "-", "list"}, {"input_filename"}, {"-c", "[.,input_filename]", "list", "-"}, {"-Rs", ".x"}, {"-Rs", "input_filename", "text"}, {"-nc", "[inputs]", "bad"},
		{"-nc", "try input catch ., [inputs]", "bad"}, {"-nc", "input", "bad"}, {"-snc", "[inputs]", "two", "list"}, {"-sRn", "input", "text"}, {"-sc", "[.,inputs]", "two"}, {"-snc", "., input", "two"},
		{"--seq", "-nr", "\"a\",[1]"}, {"--seq", "-nj", "\"a\",[1]"}, {"-Cc", "debug|empty", "one"}, {"-cSa", "debug|empty", "one"}, {"--tab", "debug|empty", "list"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, Stdin: "[7]"})
	}
	for _, colors := range []string{"4", ":1;4", "0;90:0;37:0;32:0;36:0;33:1;34:1;35", "1:x", "1;2;3;4;5;6;7", "1;2;3;4;5;6", ":::::::", ""} {
		all = append(all, commandtest.Case{Args: []string{"-Cc", "."}, Files: files, Env: []string{"JQ_COLORS=" + colors}, Stdin: `[null,false,true,1,"x",[[]],{"a":{"b":[]}}]`})
	}
	all = append(all, commandtest.Case{Args: []string{"-nCc", "{a:1}"}, Env: []string{"JQ_COLORS=:::1:::2:3"}, Differs: "1.7.1: the colour of keys is the eighth", Want: &commandtest.Want{Stdout: "\x1b[2m{\x1b[0m\x1b[3m\"a\"\x1b[0m\x1b[2m:\x1b[0m\x1b[1m1\x1b[0m\x1b[2m\x1b[2m}\x1b[0m\n"}},
		commandtest.Case{Args: []string{"-n", "\"a b\"|stderr|empty"}, Differs: "1.7: strings are written as they are", Want: &commandtest.Want{Stderr: "a b"}})
	// Where the words of an error differ, the status is the same.
	for _, args := range [][]string{{"--nope", "."}, {"-n", "--argjson", "x", "{", "$x"}, {"-n", "import \"a\" as a; 1"}, {"-n", "include \"nope\"; 1"}, {"--indent", "9", "."}, {"-n", "input"}, {"-f", "nope", "one"}} {
		all = append(all, commandtest.Case{Args: args, Files: files, SkipStderr: true})
	}
	all = append(all, commandtest.Case{Args: []string{"."}, Stdin: "12345678901234567890", Differs: "integers are exact", Want: &commandtest.Want{Stdout: "12345678901234567890\n"}},
		commandtest.Case{Args: []string{".", "bad", "one"}, Files: files, Differs: "jq 1.6 returns 4 for -e without output here", Want: &commandtest.Want{Stderr: "jq: parse error: Unfinished JSON term at EOF at line 1, column 5\n", Status: 2}})
	commandtest.Compare(t, Commands(), "jq", all)
}

// TestFilters has a filter on each line, run without input.
func TestFilters(t *testing.T) {
	t.Parallel()
	var all cases
	for _, filter := range strings.Split(strings.TrimSpace(filters), "\n") {
		all = append(all, commandtest.Case{Args: []string{"-nc", filter}, Env: []string{"TZ=UTC0"}})
	}
	commandtest.Compare(t, Commands(), "jq", all)
}

// TestNewerThanTheHost has what jq 1.7 and 1.8 mended or added: where Debian 12
// has 1.6, they are what counts.
func TestNewerThanTheHost(t *testing.T) {
	t.Parallel()
	var all cases
	for _, c := range []struct{ filter, out, say, why string }{
		{"[limit(0;1,2)]", "[]", "", "1.7: limit(0) is empty"}, {"[1,2,3,4]|.[]|=empty", "[]", "", "1.7: all are deleted, in the end"}, {"[1,5,3,0,7]|(.[]|select(.>=2))|=empty", "[1,0]", "", "1.7"},
		{"error(null)", "", "(not a string): null", "1.7: error(null) is an error"}, {"try error(null) catch .", "null", "", "1.7"}, {"[[1]]|.[]?|.a", "", "Cannot index array", "1.7: ? does not catch what follows"},
		{"[.[]?//1]", "[1]", "", "1.7 reads ?// as two operators"}, {"{a:1+2}", "{\"a\":3}", "", "1.7: operators in values"}, {"[[1,2]]|.[0].[1]", "2", "", "1.7: .a.[0]"}, {"if true then 1 end", "1", "", "1.7: else may lack"},
		{"[1.7,0.9]|.[1.7]", "0.9", "", "1.7: indices are rounded down"}, {"[{name:null,Value:2},{k:1,v:3},{key:false}]|from_entries", "{\"null\":2,\"1\":3,\"false\":null}", "", "1.7: all keys become strings"},
		{"\"aé,b\"|index(\",\"),indices(\"b\")", "2\n[3]", "", "1.7: characters, not bytes"}, {"\"x\"|@base32,(\"ME======\"|@base32d)", "\"PA======\"\n\"a\"", "", "1.7"}, {"\" a \"|trim,ltrim,rtrim", "\"a\"\n\"a \"\n\" a\"", "", "1.7"},
		{"{a:1,b:{c:2,d:3}}|pick(.b.c)", "{\"b\":{\"c\":2}}", "", "1.7"}, {"[1,[2]]|abs?,toarray", "[1,[2]]", "", "1.7"}, {"-1|abs", "1", "", "1.7"}, {"[skip(1;1,2,3)],[nth(5;1,2)]", "[2,3]\n[]", "", "1.8"}, {"\"%C3%A9\"|@urid", "\"é\"", "", "1.8"},
		{"\"xax\"|trimstr(\"x\")", "\"a\"", "", "1.8"}, {"add(1,2)", "3", "", "1.7"}, {"[65,-1]|implode", "\"A\ufffd\"", "", "1.7"}, {"[1e19%7,infinite%3,(nan%1|isnan)]", "[0,1,true]", "", "1.7"}, {"[limit(4;1|repeat(.*2))]", "[1,2,4,8]", "", "as the manual says"},
		{"\"[nan]\"|fromjson", "[null]", "", "1.7"}, {"\"ab\"|gsub(\"\";\"-\")", "\"-a-b\"", "", "1.6 does not end"}, {"[123456789012345678901, 123456789012345678]", "[123456789012345678901,123456789012345678]", "", "1.7: integers stay as they were read"},
		{"[9007199254740995,9007199254740993]|sort", "[9007199254740993,9007199254740995]", "", "1.7"}, {"\"<'\"|@html", "\"&lt;&#39;\"", "", "as the manual says"}, {"[[1]] as [$a] ?// $a|[$a]", "[[1]]", "", "as the manual says"},
		{"\"x\" as {k:$k} ?// $k|$k", "\"x\"", "", "1.7"}, {"{k:\"x\",x:5} as {k:$k,($k):$v}|$v", "5", "", "as the manual says"}, {"\"abc\"|reverse", "\"cba\"", "", "1.7"}, {"ascii", "", "must be numeric", "1.7"}, {"@foo", "", "foo is not a valid format", ""},
		{"(\"a\"*40)+\"b\"|test(\"^(a|a)*$\")", "false", "", "1.6 gives up"}, {"[range(0;1;0)]", "[]", "", ""},
	} {
		c.filter = strings.ReplaceAll(c.filter, "-1|abs", "(-1)|abs")
		want := &commandtest.Want{Stdout: c.out + "\n"}
		if c.say != "" {
			want = nil
		}
		if want == nil {
			r := commandtest.Run(t, Commands()["jq"], "jq", commandtest.Case{Args: []string{"-nc", c.filter}})
			if r.Status != 5 || !strings.Contains(r.Stderr, c.say) {
				t.Errorf("%s: %d %s", c.filter, r.Status, r.Stderr)
			}
			continue
		}
		all = append(all, commandtest.Case{Args: []string{"-nc", c.filter}, Differs: c.why, Want: want})
	}
	commandtest.Compare(t, Commands(), "jq", all)
}

// attack runs jq with small limits.
func attack(t *testing.T, stdin string, args ...string) (int, string, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	out, errs := stream.Buffer(1<<20), stream.Buffer(1<<20)
	fs, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	call := &command.Call{Args: args, Dir: "/", FS: fs, Stdin: stream.FromBytes([]byte(stdin)), Stdout: out, Stderr: errs, Now: func() time.Time { return time.Unix(5, 5e8) },
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
		{"", "more memory", []string{"jq", "-n", `"x"*100000000`}}, {"", "more memory", []string{"jq", "-n", `[1e8*"x"]`}}, {"", "more memory", []string{"jq", "-n", `{a:"x"}|.a*=1e8`}},
		{"", "more memory", []string{"jq", "-n", `def f: "xx" * 9e7; [f]`}}, {"[" + strings.Repeat("1,", 2<<20) + "1]", "longer than", []string{"jq", "."}},
		{strings.Repeat("[1]\n", 1<<20), "longer than", []string{"jq", "-s", "length"}}, {strings.Repeat("x", 2000), "longer than", []string{"jq", "-R", "."}},
		{strings.Repeat("[", 20_000), "parse error", []string{"jq", "."}}, {"", "filter is too long", []string{"jq", "-n", strings.Repeat("1,", 1<<20) + "1"}},
		{"", "more memory", []string{"jq", "-n", "[range(1e12)]|length"}},
		{"a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e]\n", "aliases", []string{"yq", "-oj", "."}},
		{"a: &a [*a]\n", "", []string{"yq", "-oj", "."}}, {strings.Repeat("- ", 20_000), "", []string{"yq", "."}}, {"k: " + strings.Repeat("v", 1<<20), "longer than", []string{"yq", "."}},
		{strings.Repeat("a,b\n", 4<<20), "longer than", []string{"yq", "-p", "csv", "."}}, {strings.Repeat("a\tb\n", 1<<18), "longer than", []string{"yq", "-p", "tsv", "."}},
		{strings.Repeat("a,", 50_000) + "\n" + strings.Repeat("x\n", 100), "longer than", []string{"yq", "-p", "csv", "-o", "json", "."}}, {`a,"` + strings.Repeat("b", 1<<20), "", []string{"yq", "-p", "csv", "."}},
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
