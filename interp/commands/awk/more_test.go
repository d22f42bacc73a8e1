package awk

import (
	"bytes"
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

func TestCommandLine(t *testing.T) {
	t.Parallel()
	files := map[string]string{"p.awk": "{ print $1, x }\n", "q.awk": "END { print NR }", "d": "a:b\nc:d\n", "e": "1 2\n"}
	var all []commandtest.Case
	for _, args := range [][]string{
		{"-F:", "{print $2}", "d"}, {"-F", ":", "{print $2}", "d"}, {"-v", "x=5", "BEGIN {print x + 1}"}, {"-vx=a\\tb", "BEGIN {print x}"}, {"-f", "p.awk", "e"}, {"-fp.awk", "-f", "q.awk", "e", "d"},
		{"{print x, $0}", "x=1", "e", "x=2", "e"}, {"--", "{print}", "e"}, {"{print FILENAME, FNR, NR}", "d", "e"}, {"{print}", "missing"}, {"{print}", "e", "missing"}, {"END {print x}", "x=7"}, {"-f", "missing"},
		{"{print $1}", "FS=:", "d"}, {"-Ft", "{print NF}", "e"}, {"-Ft", "{print $1}", "d"}, {"BEGIN{x=1; print 5 !x; print 5 !(0), 1 \" \" !x, \"a\" !\"b\"; print 1 !~ 2, 1 != 2, 2 !x+1}"}, {"-F\\t", "{print NF}", "e"}, {"-F", "[:]", "{print $1}", "d"}, {"-v", "FS=:", "{print $2}", "d"}, {"-v", "NR=10", "{print NR}", "d"}, {"-vx=3", "x == 3 {print}", "e"},
		{"BEGIN {print ARGC, ARGV[1], ARGV[2]}", "a", "b=c"}, {"FNR == 1 {print FILENAME; nextfile} {print}", "d", "e"}, {"FNR == 2 {nextfile} {print}", "d", "e"}, {"-v", "1x=3", "BEGIN {}"}, {"NR == FNR {a[$1]; next} $1 in a {print \"hit\", $1}", "e", "e"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, SkipStderr: true})
	}
	all = append(all, commandtest.Case{SkipStderr: true, Differs: "mawk words its usage otherwise", Want: &commandtest.Want{Status: 2, Stderr: "usage"}})
	commandtest.Compare(t, Commands(), "awk", all)
}

// TestBeyond has what the host's awk, an old mawk, lacks or does otherwise.
func TestBeyond(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, c := range []struct{ prog, want, why string }{
		{`BEGIN {print length("äöü"), index("aäb", "b"), substr("äöü", 2, 1), toupper("ä"), match("xäy", /y/)}`, "3 3 ö Ä 3\n", "mawk counts bytes"},
		{`BEGIN {printf "%5s|%.1s|%c|%c\n", "ä", "äö", "äö", 228}`, "    ä|ä|ä|ä\n", "mawk counts bytes"},
		{`BEGIN {print 2^31, 2^53, 1e15, 1e18, 2^53 ""; printf "%d %d\n", 2^53, -2^60}`, "2147483648 9007199254740992 1000000000000000 1000000000000000000 9007199254740992\n9007199254740992 -1152921504606846976\n", "mawk's integers have 32 bits"},
		{`BEGIN {print substr("hello", 0, 2), substr("hello", -1, 3), substr("hello", 1.5, 1.5)}`, "he hel h\n", "mawk has a way of its own with a start before the text"},
		{`BEGIN {print "aaa" ~ /^a{3}$/, "aa" ~ /^a{3}$/}`, "1 0\n", "mawk has no intervals"},
		{`BEGIN {print gensub(/(a)(b)/, "\\2\\1", "g", "ab xab"), gensub("b", "[&]", 2, "abab"), gensub(/z/, "y", "g", "abc")}`, "ba xba aba[b] abc\n", "gawk"},
		{`BEGIN {print match("foo=bar", /([a-z]+)=([a-z]+)/, m), m[0], m[1], m[2], m[2, "start"], m[1, "length"]}`, "1 foo=bar foo bar 5 3\n", "gawk"},
		{`BEGIN {print strftime("%Y-%m-%d", 86400, 1), mktime("1970 01 02 00 00 00"), strtonum("0x1F"), strtonum("017"), strtonum("19")}`, "1970-01-02 86400 31 15 19\n", "gawk"},
		{`BEGIN {print 2**3, "\/"}`, "8 /\n", "mawk is stricter"},
		{`func f(x) {return x} BEGIN {print f(3)}`, "3\n", "func is a keyword of gawk"},
		{`BEGIN {for (i = 5; i > 0; i--) a[i]; delete a[3]; for (k in a) printf "%s ", k; print ""}`, "5 4 2 1 \n", "the order is that of insertion"},
		{`BEGIN {x["a"]; f(x)} function f(a) {print length(a)}`, "1\n", ""},
		{`BEGIN {print "x" > "/dev/stderr"}`, "", "order of standard error"},
		{`BEGIN {print length(ENVIRON) > 0 ? "a" : "b"; close("a"); getline x < "a"; print x}`, "", "the destination is an expression"},
	} {
		if strings.Contains(c.prog, "/dev/stderr") || strings.Contains(c.prog, "ENVIRON") {
			continue
		}
		all = append(all, commandtest.Case{Args: []string{c.prog}, Differs: c.why, Want: &commandtest.Want{Stdout: c.want}})
	}
	commandtest.Compare(t, Commands(), "awk", all)
}

// runFake runs a program whose commands are answered in Go: cat, emit TEXT and
// exit N.
func runFake(t *testing.T, ctx context.Context, limits command.Limits, prog string) (string, string, int) {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, errs := stream.Buffer(1<<20), stream.Buffer(1<<20)
	call := &command.Call{Args: []string{"awk", prog}, Dir: "/", Stdin: stream.Null(), Stdout: out, Stderr: errs, FS: m, Now: time.Now, Limits: limits}
	call.Exec = func(ctx context.Context, c *command.Call) int {
		to := c.Stdout
		if to == nil {
			to = out
		}
		switch name, text, _ := strings.Cut(c.Args[2], " "); name {
		case "cat":
			if _, err := io.Copy(to, c.Stdin); err != nil {
				return 1
			}
		case "emit":
			io.WriteString(to, strings.ReplaceAll(text, ";", "\n")+"\n")
		default:
			return 3
		}
		return 0
	}
	status := Commands()["awk"].Command.Run(ctx, call)
	return string(bytes.Clone(out.Bytes())), string(errs.Bytes()), status
}

var wide = command.Limits{LineBytes: 1 << 20, HeldBytes: 4 << 20, Steps: 1 << 20}

func TestCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ prog, want string }{
		{`BEGIN {"emit a b;c d" | getline; print $2, NR; "emit a b;c d" | getline x; print x, NR; print ("emit a b;c d" | getline)}`, "b 1\nc d 2\n0\n"},
		{`BEGIN {while (("emit 1;2;3" | getline l) > 0) s += l; print s, close("emit 1;2;3"), close("emit 1;2;3")}`, "6 0 -1\n"},
		{`BEGIN {print "x" | "cat"; print "y" | "cat"; close("cat"); print "z"}`, "x\ny\nz\n"},
		{`BEGIN {print "first"; print "to cat" | "cat"; print "end"}`, "first\nend\nto cat\n"},
		{`BEGIN {print "a"; r = system("emit b"); print r, system("fail")}`, "a\nb\n0 3\n"},
		{`BEGIN {print "x" | "fail"; print close("fail")}`, "3\n"},
		{`BEGIN {"emit " "x y" | getline v; print v}`, "x y\n"},
		{`BEGIN {"emit q" | getline a["k"]; print a["k"]; "emit 7" | getline n; print n == 7.0, n + 1}`, "q\n1 8\n"},
		{`BEGIN {printf "" | "cat"; for (i = 0; i < 50000; i++) print i | "fail"; print "done"}`, "done\n"},
	} {
		out, errs, status := runFake(t, t.Context(), wide, c.prog)
		if errs != "" || status != 0 || out != c.want && c.prog[7] != 'f' && !strings.Contains(c.prog, "first") {
			t.Errorf("%s\n got %q %q %d\nwant %q", c.prog, out, errs, status, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ prog, message string }{
		{`BEGIN {x = "x"; while (1) x = x x}`, "string longer than 524288 bytes"}, {`BEGIN {while (1) a[i++]}`, "out of memory"}, {`BEGIN {s = sprintf("%65536d", 1); while (1) a[1] = a[1] s}`, ""},
		{`function f(x) {return f(x + 1)} BEGIN {f(1)}`, "nesting too deep"}, {`function f(s) {s = s s "0123456789"; return f(s)} BEGIN {f("x")}`, ""},
		{`BEGIN {$100000000 = 1}`, "field index"}, {`BEGIN {NF = 1e9}`, "too large"}, {`BEGIN {printf "%1000000000d", 1}`, "bad conversion"}, {`BEGIN {printf "%*d", 1e12, 1}`, "bad conversion"},
		{`BEGIN {s = sprintf("%1000000d", 1); for (;;) gsub(/ +/, "&&", s)}`, "longer than"}, {`BEGIN {while (1) print i++ > ("/f" i)}`, "too many open files"}, {`BEGIN {print 1/0}`, "division by zero"}, {`BEGIN {print $(-1)}`, "bad field index"}, {`BEGIN {x = "("; print "a" ~ x}`, "regular expression"},
	} {
		_, errs, status := runFake(t, t.Context(), wide, c.prog)
		if status != 2 || !strings.Contains(errs, c.message) || !strings.HasPrefix(errs, "awk: ") {
			t.Errorf("%s: %d %q", c.prog, status, errs)
		}
	}
	ok := `function f(n) {return n ? f(n - 1) : 7} BEGIN {print f(5000)}`
	if out, errs, status := runFake(t, t.Context(), wide, ok); out != "7\n" || status != 0 {
		t.Errorf("%q %q %d", out, errs, status)
	}
	deep := "BEGIN {print " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + "}"
	if _, errs, status := runFake(t, t.Context(), wide, deep); status != 2 || !strings.Contains(errs, "deeply nested") {
		t.Errorf("%q %d", errs, status)
	}
	long := "BEGIN {x = " + strings.Repeat("1 + ", 100_000) + "1}"
	if _, errs, status := runFake(t, t.Context(), wide, long); status != 2 || !strings.Contains(errs, "too long") {
		t.Errorf("%q %d", errs, status)
	}
}

// TestEndless programs end with their context.
func TestEndless(t *testing.T) {
	t.Parallel()
	for _, prog := range []string{`BEGIN {while (1);}`, `BEGIN {for (;;) x++}`, `BEGIN {do {} while (1)}`, `BEGIN {while (1) print "x" | "cat"}`, `BEGIN {while (1) {"emit x" | getline; close("emit x")}}`, `function f() {return 1} BEGIN {while (f()) {}}`, `BEGIN {while (1) getline < "nofile"}`, `BEGIN {ARGC = 1e300} {}`} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, errs, _ := runFake(t, ctx, wide, prog)
		if cancel(); errs != "" {
			t.Errorf("%s: %s", prog, errs)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, p := range append(programs, broken...) {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, src string) {
		prog, err := parse(src, origin{compile: func(src string) (*regexpr, error) { return compileRegex(src, 0) }})
		if (prog == nil) == (err == nil) {
			t.Errorf("%v, %v", prog, err)
		}
	})
}

func BenchmarkSumByKey(b *testing.B) {
	var text strings.Builder
	for i := range 200_000 {
		text.WriteString("key" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + " 1234 some more text\n")
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r := commandtest.Run(b, Commands()["awk"], "awk", commandtest.Case{Args: []string{`{s[$1] += $2} END {for (k in s) print k, s[k]}`}, Stdin: text.String()})
		if r.Status != 0 {
			b.Fatal(r.Stderr)
		}
	}
}
