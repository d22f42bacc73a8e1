package sed

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

const text = "one two\nthree\nfour five six\n\nhello world\nlast line\n"

// scripts run on text, and do what the host's sed does.
var scripts = []string{
	"", "p", "s/o/0/", "s/o/0/g", "s/o/0/2", "s/o/0/2g", "s/O/0/I", "s/O/0/ig", "s/o/[&]/g", "s/\\(o\\)\\(n\\)/\\2\\1/", "s/o*/x/g", "s/x*/-/g", "s/$/!/", "s/^/>/", "s/[aeiou]/<&>/3", "s/o/\\&/", "s/o/a\\\nb/", "s/ /\\n/g", "s/ /\\t/", "s,/,|,", "s|o|/|g", "s.o\\.e.x.", "s*o\\*n*x*", "s^\\^o^x^", "s$e\\$$x$", "s+o\\+n+x+", "\\.o\\.e.d", "s,o\\,n,x,", "s/a\\|o/X/g", "s/e\\+/E/g", "s/e\\?x/E/g", "s/\\bt/T/g", "s/\\w\\+/W/g", "s/\\<./\\u&/g", "s/.*/\\U&/", "s/\\(.\\)\\(.*\\)/\\u\\1\\L\\2/", "s/\\w\\+/\\L\\u&/g", "s/.*/\\Ufoo\\Ebar&/", "s/o/x/p", "s/o/x/w out", "s/three/[&&]/;s//y/", "/three/s//x/", "s/.//", "s/^.//;s/.$//", "s/\\./x/g", "s/[^ ]*$//", "s/\\(.*\\) \\(.*\\)/\\2 \\1/", "s/\\(a\\|l\\)\\1/D/", "s/l\\{2\\}/L/", "s/o\\n/x/", "s/\\x6f/X/", "s/o/\\x26/", "s/o/\\o101/;s/e/\\d065/", "s/a/b/;ta;s/$/ no/;:a", "s/\\//x/", "s/[/]/x/", "s/o\\(ne\\)*/X/g", "s/[[:space:]]/_/g", "s/\\s/_/2", "s/\\`o/X/", "s/e\\'/X/", "s/o$/X/M", "N;s/^/>/Mg", "N;N;s/$/</mg", "s/\\(one\\|four\\) *//g", "s/\\n//;s/a\\nb/c/", "s/b*$/x/g", "s/ *//g", "s/\\([a-z]*\\).*/\\1/",
	"2p", "$p", "2,3p", "2,3d", "$d", "1d;$d", "/three/d", "/three/,/hello/d", "/three/,+1d", "2,+2d", "2,~2d", "1~2d", "0~2d", "2~3p", "0,/o/d", "1,/o/d", "/o/,/o/d", "/zzz/,/x/d", "4,2p", "2!d", "2,3!d", "$!d", "/o/!d", "/^$/d", "/\\(hello\\|one\\)/d", "\\,three,d", "\\xthreexd", "/THREE/Id", "/O/I,/x/p", "2{p;p}", "2,4{/four/d;s/^/X/}", "/one/{s/one/1/;p}", "1{2{p}}", "{p}", "{p;};d", "1!{$!d}", "2,4!{d}", "3,/o/{=}", "5,1p", "2,2p", "/four/,3p", "0~3p", "2~0p", "$!N;P;D", "/hello/,$d", "2b;2,3d", "2b;2,+1d", "2b;2,4p", "2b;2,~2d", "2b;2,/hello/d", "2b;2,2d", "4,2d;4b;4,2p", "1,3{/two/,/four/p}",
	"a foo", "a\\\nfoo", "a\\foo", "a\\  foo", "a   foo", "i foo", "i\\\nfoo\\\nbar", "c foo", "2c\\\nfoo", "2,4c foo", "2,4!c foo", "$!{c x\n}", "$a end", "1i start", "a a\\tb", "a a\\nb", "a\\ta", "a foo\\", "a foo\\\nbar", "a foo\\\\", "a\n", "2a x\ny/a/b/", "1i\\   lead", "a\\\n  lead", "2{a x\n}", "/one/a A\n/one/i B", "$!a -", "2q;a x", "i\\\n\\ttab", "c\\", "2,3c\\\nx\n4c y",
	"=", "$=", "l", "l 10", "l 1", "2l;2d", "n;d", "n;n;s/./X/", "N;s/\\n/ /", "N;N;s/\\n/,/g", "$!N;s/\\n/+/", "N;D", "N;P;D", "h;G", "H;$!d;x", "H;x;s/\\n/,/g;$!d", "1!G;h;$!d", "x", "x;p;x", "g", "G", "1h;2G;3x", "$!{h;d};x;G", "z", "z;s/^$/e/", "y/abc/xyz/", "y/ol/01/", "y,/,|,", "y/a\\/b/x\\/y/", "y/\\n/x/", "N;y/\\n/ /", "y/a\\\\/b\\\\/", "q", "2q", "q5", "2q3", "Q", "3Q", "2Q7", "/hello/q", "$q9", "d", "D", "P", "2P",
	":a;N;$!ba;s/\\n/,/g", ":a\ns/o/0/\nta", ":x;s/^.\\{1,10\\}$/ &/;tx", "b;p", "bend;p;:end", "/one/b x;s/^/-/;:x", "s/o/0/;T;s/$/ yes/", "s/o/0/;Tx;p;:x", "t;p", "ba;p;:a;=", ":a;s/l/L/;ta", "/a/!{N;ba};:a", "2{b};s/^/z/", ": a;$!{N;b a};s/\\n/;/g", ":a;/^.\\{9\\}/!{s/$/./;ba}",
	"r f1", "2r f1", "$r f1", "r nofile", "R f1", "1R f1\n3R f1", "w out", "/o/w out", "2w out\n3w out2", "w /dev/stdout", "W out", "N;W out", "s/o/x/gw out", "1r f1\n1a after", "r f1\nd", "F", "1F", "#comment\np", "p # comment", "#n\np", "p;p", " p ; p ", "p\n\n\np", "1,3 p", "1 , 3 p", "1 ! p", "s/a/b/ ; p", "s/a/b/ p", "{;p;;}", "p}", "2,3{p", "{p;p;s/a/b/}",
}

// What is left of standard input is there for who reads next: as far as one can
// seek, and with -u in any case.
func TestLeavesTheRest(t *testing.T) {
	t.Parallel()
	const in = "a\nb\nc\n"
	for _, c := range []struct {
		args []string
		in   stream.Description
		want string
	}{
		{[]string{"1q"}, stream.FromBytes([]byte(in)), "b\nc\n"},
		{[]string{"-n", "2Q"}, stream.FromBytes([]byte(in)), "c\n"},
		{[]string{"-n", "$!{2q}"}, stream.FromBytes([]byte(in)), "c\n"},
		{[]string{"-u", "1q"}, stream.FromBytes([]byte(in)), "b\nc\n"},
		{[]string{"-u", "1q"}, stream.FromReader(strings.NewReader(in)), "b\nc\n"},
		{[]string{"p"}, stream.FromBytes([]byte(in)), ""},
	} {
		call := &command.Call{Args: append([]string{"sed"}, c.args...), Dir: "/", Stdin: c.in, Stdout: stream.Null(), Stderr: stream.Null(), Now: time.Now, Limits: command.Limits{LineBytes: 1000, HeldBytes: 1 << 20, Steps: 1000}}
		if status := Commands()["sed"].Command.Run(t.Context(), call); status != 0 {
			t.Errorf("%q: status %d", c.args, status)
		}
		if rest, err := io.ReadAll(c.in); err != nil || string(rest) != c.want {
			t.Errorf("%q: left %q, %v", c.args, rest, err)
		}
	}
}

// wrong scripts are refused with GNU's messages.
var wrong = []string{
	"k", "s/a/b", "s/a", "s", "s/a/b/x", "s/a/b/gg", "s/a/b/pp", "s/a/b/2 3", "s/a/b/0", "y/a/b", "y/abc/de/", "y/a", "p x", "dd", "2,p", ",2p", "0p", "0,3p", "+1p", "2!!p", "{", "}", "{p", "p}", "{{p}", "ba", "tfoo;p", ":", "1:a", "1#x", "2,3q", "/a", "/a\\", "s/\\(/x/", "s/\\)/x/", "s/a\\{1/x/", "s/[/x/", "s/a/\\1/", "s/\\(a\\)/\\2/", "//p", "s//x/", "a", "i", "r", "w", "s/a/b/w", "1", "1,2", "/x/", "$", "1,", "s/*/x/", "1,2=x", "q q", "l x", "}p", "s/a/b/;}", "3,1!", "=2", "y/a/b/g", "s/\\(a/b/", "s/a\\)/b/", "/[/p", "1~p", "//Ip",
}

func cases(scripts []string, extra ...string) []commandtest.Case {
	files := map[string]string{"f1": "file one\nfile two\n"}
	var all []commandtest.Case
	for _, s := range scripts {
		all = append(all, commandtest.Case{Args: append(append([]string{}, extra...), s), Stdin: text, Files: files})
	}
	return all
}

func TestScripts(t *testing.T) {
	t.Parallel()
	all := cases(scripts)
	all = append(all, cases(scripts, "-n")...)
	commandtest.Compare(t, Commands(), "sed", all)
	var ends []commandtest.Case
	for _, c := range cases(scripts) {
		c.Stdin = "one o\ntwo"
		ends = append(ends, c)
	}
	commandtest.Compare(t, Commands(), "sed", ends)
}

func TestWrong(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "sed", cases(wrong))
}

func TestExtended(t *testing.T) {
	t.Parallel()
	list := []string{"s/(o)(n)/\\2\\1/", "s/o+/X/g", "s/e?x/E/", "s/a|o/X/g", "s/l{2}/L/", "s/(a|o)+/<&>/g", "s/\\(/x/", "s/(.)(.)/\\2\\1/g", "s/^(.*) (.*)$/\\2 \\1/", "/^(one|last)/!d", "s/()/x/", "s/(/x/", "s/)/x/", "s/a{1/x/", "s/+/x/", "s/\\+/x/", "s/(.)\\1/D/", "s/\\w+/<&>/2", "s/(^|[^a-z])o/\\1O/g", "s|(a|b)|x|", "s,a{1\\,2},X,"}
	all := append(cases(list, "-E"), cases(list, "-r", "-n", "-e")...)
	commandtest.Compare(t, Commands(), "sed", append(all, cases(list)...))
}

func TestOptions(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "a1\na2\na3\n", "b": "b1\nb2", "c": "c1\n", "s.sed": "s/1/one/\n$a end\n", "bad.sed": "p\nk\n", "d/": "", "z": "x\x00y\x00"}
	var all []commandtest.Case
	for _, args := range [][]string{
		{"p", "a", "b", "c"}, {"-n", "$p", "a", "b", "c"}, {"-s", "-n", "$p", "a", "b"}, {"-s", "1d", "a", "b"}, {"-n", "$=", "a", "b"}, {"-s", "$=", "a", "b"}, {"-e", "1d", "-e", "$d", "a"}, {"-f", "s.sed", "a"}, {"-f", "bad.sed", "a"}, {"-f", "missing", "a"}, {"-e", "a\\", "-e", "text", "c"}, {"-e", "i\\", "-e", "  x", "c"}, {"-e", "p", "-e", "k"}, {"-e", "p", "-f", "s.sed", "a"}, {"-n", "-e", "1{", "-e", "p", "-e", "}", "a"},
		{"-i", "s/a/A/", "a", "b"}, {"-i.bak", "1d", "a", "c"}, {"-ibak_*", "1d", "a"}, {"-i", "2q", "a"}, {"-i", "-n", "1p", "a", "b"}, {"-i", "$d", "a", "b"}, {"-i", "w out", "a"}, {"-i", "p", "d"}, {"-i", "p", "missing", "c"}, {"--in-place=.o", "s/1/2/", "c"}, {"-n", "-i", "$=", "a", "b"}, {"-i", "1i top", "a"}, {"-i", "F", "a"}, {"-i", "N;N;N;s/\\n/,/g", "a"}, {"-i", "k", "a"},
		{"p", "missing"}, {"p", "missing", "c"}, {"p", "d"}, {"p", "d", "c"}, {"-z", "s/^/>/", "z"}, {"-z", "s/\\n/,/g", "a"}, {"--zero-terminated", "$!d", "z"}, {"-u", "p", "a"}, {"-l", "5", "l", "a"}, {"-l", "x", "l", "a"}, {"--line-length=3", "-n", "l", "a"}, {"--posix", "s/a/b/", "a"}, {"--posix", "a foo", "a"}, {"-n"}, {"--quiet", "p", "c"}, {"--expression=p", "c"}, {"--regexp-extended", "s/(a)/<\\1>/", "a"}, {"-nE", "s/(a)1/<\\1>/p", "a"}, {"-x", "p"}, {"--nope"}, {"-e"}, {"p", "-n", "a"}, {"--", "p", "a"}, {"-s", "N;s/\\n/+/", "a", "b"}, {"-s", "F;1!d", "a", "b"}, {"N;N;N;N;s/\\n/+/g", "a", "b", "c"}, {"2q", "a", "b"}, {"$!N;$!D", "a", "b"}, {"--sandbox", "w out", "a"}, {"--sandbox", "p", "a"}, {"-s", "0,/1/d", "a", "b"}, {"1~2d", "a", "b"}, {"R b", "a"}, {"-n", "/a2/,/b1/p", "a", "b"}, {"--posix", "-n", "N;p", "a"}, {"w b", "a"}, {"y/123/äöü/", "a"}, {"s/./ä/g;y/ä/o/", "a"}, {"l", "z"}, {"w /nonexist/x", "a"}, {"y/äö/xy/;l", "b"}, {"-n", "--debug"},
	} {
		c := commandtest.Case{Args: args, Files: files, Stdin: "stdin\n"}
		switch args[len(args)-1] {
		case "-n", "--nope", "-e", "-x":
			c.SkipStderr = true
		}
		if args[0] == "-x" {
			c.SkipStderr = true
		}
		if args[len(args)-1] == "--debug" {
			c.SkipStderr = true
		}
		all = append(all, c)
	}
	commandtest.Compare(t, Commands(), "sed", all)
}

func TestRefused(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for script, message := range map[string]string{"e date": "char 1: the e command is not supported", "s/a/b/e": "char 7: the e option of `s' is not supported", "p;1e": "char 4: the e command is not supported"} {
		all = append(all, commandtest.Case{Args: []string{script}, Stdin: "a\n", Differs: "it would run a program", Want: &commandtest.Want{Stderr: "sed: -e expression #1, " + message + "\n", Status: 1}})
	}
	commandtest.Compare(t, Commands(), "sed", all)
}

// bounded runs a script with small limits.
func bounded(t *testing.T, ctx context.Context, script, in string) (string, int) {
	t.Helper()
	return within(t, ctx, small, script, in)
}

var small = command.Limits{LineBytes: 1000, HeldBytes: 1 << 20, Steps: 1000}

// within runs a script with these limits.
func within(t *testing.T, ctx context.Context, limits command.Limits, script, in string) (string, int) {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	errs := stream.Buffer(1 << 20)
	call := &command.Call{Args: []string{"sed", script}, Dir: "/", Stdin: stream.FromBytes([]byte(in)), Stdout: stream.Null(), Stderr: errs, FS: m, Now: time.Now, Limits: limits}
	status := Commands()["sed"].Command.Run(ctx, call)
	return string(errs.Bytes()), status
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for script, message := range map[string]string{":a;s/$/xx/;ta": "line longer than 1000 bytes", ":a;G;h;ba": "line longer than 1000 bytes", ":a;H;ba": "line longer than 1000 bytes", "a x\n:a;s/x/x&/;ba": "", strings.Repeat("{", 2000): "too many {'s"} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		errs, status := bounded(t, ctx, script, "x\n")
		if cancel(); status == 0 || !strings.Contains(errs, message) {
			t.Errorf("%.20s: %d %q", script, status, errs)
		}
	}
	if errs, status := bounded(t, t.Context(), "s/$/x/", strings.Repeat("x", 999)); status != 0 || errs != "" {
		t.Errorf("at the limit: %d %q", status, errs)
	}
	if errs, status := bounded(t, t.Context(), "s/$/x/", strings.Repeat("x", 1000)); status != 4 || errs != "sed: line longer than 1000 bytes\n" {
		t.Errorf("over the limit: %d %q", status, errs)
	}
}

func TestEndless(t *testing.T) {
	t.Parallel()
	for _, script := range []string{":a;ba", ":a;s/x/x/;ta", ":a;Ta", ":a\n{ba\n}", "s/^/x\\n/;D"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		bounded(t, ctx, script, "x\n")
		if ctx.Err() == nil {
			t.Errorf("%s ended by itself", script)
		}
		cancel()
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range append(scripts, wrong...) {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, src string, extended bool) {
		p := &parser{pieces: []piece{{text: src}}, extended: extended, open: func(string) (*output, error) { return &output{}, nil }}
		if s, err := p.parse(); (s == nil) == (err == nil) {
			t.Errorf("%v, %v", s, err)
		}
	})
}

func BenchmarkSubstitute(b *testing.B) {
	in := strings.Repeat("some text with one word to change in it\n", 50_000)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if r := commandtest.Run(b, Commands()["sed"], "sed", commandtest.Case{Args: []string{"s/word/thing/"}, Stdin: in}); r.Status != 0 {
			b.Fatal(r.Stderr)
		}
	}
}
