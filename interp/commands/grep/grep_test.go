package grep

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

const poem = "one two three\nTwo fish\n\nred fish, blue fish\nfoo.bar\nfoobar foo\n  indented\nend of it\none\nfoo_bar foo-bar\naaa\nabcabc\n"

var files = map[string]string{
	"a": "alpha\nbeta\ngamma\n", "b": "beta\ndelta", "empty": "", "bin": "foo\x00bar\nfoo\n", "bad": "foo \xff\nfoo\nbar\n", "late": strings.Repeat("text\n", 10) + "foo\n" + strings.Repeat("x", 200_000) + "\nfoo \x00\nfoo\n",
	"d/x.c": "int foo;\n", "d/y.h": "foo bar\n", "d/sub/z.c": "no\nfoo\n", "d/.hid": "foo\n", "pats": "one\nfish\n", "nul": "a foo\x00b\x00foo c\x00", "nopats": "", "dir/": "", "many": strings.Repeat("x foo\ny\n", 30_000),
}

// c is an invocation with the files that its arguments name.
func c(args ...string) commandtest.Case {
	some := map[string]string{}
	for name, text := range files {
		if slices.ContainsFunc(args, func(a string) bool { return a == name || strings.HasPrefix(name, a+"/") }) {
			some[name] = text
		}
	}
	return commandtest.Case{Args: args, Stdin: poem, Files: some}
}

// lines splits a table: one invocation on a line, its arguments separated by
// blanks, with ~ for a blank and \n for a newline within one.
func lines(table string) []commandtest.Case {
	var all []commandtest.Case
	for line := range strings.Lines(table) {
		args := strings.Fields(line)
		for i, a := range args {
			args[i] = strings.NewReplacer("~", " ", "\\n", "\n", "EMPTY", "").Replace(a)
		}
		if len(args) > 0 {
			all = append(all, c(args...))
		}
	}
	return all
}

const patterns = `
foo
-i TWO
-v foo
-c fish
-n fish
-nb o
-o fish
-on o
-ob fish
-w foo
-w fo
-x one
-x on
-xv one
-E foo|fish
-E (foo|fish).*
foo\|fish
-F .
-F foo.bar
-F -e foo -e red
-e one -e end
-e one\nend
-F one\nend
-f pats
-f pats -e end
-f nopats
-vf nopats
-c EMPTY
EMPTY
-v EMPTY
-x EMPTY
-w EMPTY
-o EMPTY
^
$
^$
-v ^$
-c $
-o ^o
-o a*
-o .
-E a{3}
a\{3\}
-E (a)\1
\(abc\)\1
-E (abc)\1$
-E ^(one|end)\b
\<foo
foo\>
\bfoo\b
-o \w\+
-oE [a-z]+$
-iw two
-io TWO
-E fish$|^one
-m1 foo
-m2 foo
-m0 foo
-m1 -c foo
-m1 -A1 foo
-m2 -A3 o
-A1 red
-B1 red
-C1 red
-2 red
-1 foo
-A1 -n foo
-B2 -n it
-C1 -v foo
-A1 -c foo
-A1 -o foo
-C1 --group-separator=## fish
-C0 fish
-A1 --no-group-separator foo
-q foo
-q nothing
nothing
-l foo
-L foo
-L nothing
-H foo
-Hn foo
-Hc foo
--label=in -H foo
-Z -H foo
-lZ foo
--null -c -H foo
--color=always foo
--color=always -n -H o
--color=always -i TWO
--color=always -v foo
--color=always -o fish
--color=always -A1 red
--color=always -E fo*|b
--color=always -w foo
--color=always -l foo
--color=always -c -H foo
--color=never foo
-s foo
-y two
-i --no-ignore-case two
-e foo -v -e one
-wo foo
-wn bar
-E -w foo|bar
-nw one
-x -e one -e aaa
-x -E one|aaa
-xF one
-wF foo
-Fi FOO
-Fw o
-Fx foo
-Fo o
-F EMPTY
-Fv EMPTY
-F -e foo -e foobar -o
-G foo\?b
-E foo\.bar
-E [[:upper:]]
[[:space:]]
[^a-z~]
[]x]
[a-c]b
-E ^.{3}$
-E o{2}b|e~t
-E one(~two)?
-E (fish.*){2}
-Ec (foo|bar)+
-E *foo
-E +
-E a|*b
-U foo
--line-buffered foo
-E x*
-ne foo -e fish
--count foo
--max-count=1 foo
--context=1 red
--regexp=foo
--inv -c foo
--files-with-matches foo
--only-matching fish
--byte-offset foo
--with-filename foo
-h foo - -
foo - a
`

const inFiles = `
a a b
beta a b
-h beta a b
-c beta a b empty
-l beta a b
-L beta a b
-n beta a b
-H beta a
beta a missing
-s beta a missing
-q beta missing a
-q beta a missing
-q nothing missing a
beta missing
-sq beta missing
foo bin
-c foo bin
-a foo bin
-o foo bin
-n foo bin a
-v foo bin
-q foo bin
-l foo bin
-I foo bin
--binary-files=text foo bin
--binary-files=without-match foo bin a
--binary-files=x foo bin
-L foo bin
-m1 foo bin
foo bad
-a foo bad
-c foo bad
-v foo bad
-o foo bad
bar bad
foo late
-c foo late
-n text late
-z foo nul
-zc foo nul
-zo foo nul
-zv foo nul
-z ^foo nul
-zx b nul
-r foo d/sub
-r foo d/x.c
-rh foo d/sub
-rn foo d/sub
-rl foo d/sub
-rc foo d/sub
-r --include=*.c foo d/sub
-r --include=*.h foo d/sub
-r --exclude=*.c foo d/sub
-r --exclude-dir=sub foo d/sub
-r foo d/sub a
-R foo d/sub
-d recurse foo d/sub
-d skip foo d a
-d read foo dir
-d foo x a
foo dir
foo dir a
-s foo dir
-r foo missing
--exclude=a beta a b
--include=b beta a b
--exclude-from=missing beta a
-f missing a
-e beta -f pats a
-n foo d/x.c d/y.h
-A x foo a
-C -1 foo a
-m x foo a
-E ( a
-E ) a
( a
\( a
\) a
[ a
[[:foo:]] a
[:space:] a
-E a{1 a
-E a{2,1} a
a\{1 a
\1 a
-E (a)\2 a
-P ( a
-c beta empty
-L x empty
-v x empty
EMPTY empty
delta b
-c delta b
-vn delta b
-o delta b
-b delta b
-C9 delta b a
-A1 alpha a b
-nA1 -B1 beta a b
-h -A1 alpha a b
-c foo many
-vc foo many
-n -m3 foo many
-m 40000 -c y many
-cv -m5 foo many
`

func TestGrep(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "grep", lines(patterns))
	commandtest.Compare(t, Commands(), "grep", lines(inFiles))
}

func TestUsage(t *testing.T) {
	t.Parallel()
	none := c()
	none.SkipStderr = true
	commandtest.Compare(t, Commands(), "grep", []commandtest.Case{none})
}

// TestRecursive compares without the order, which is that of the directory for
// the host's grep and that of the names for ours.
func TestRecursive(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"r/1": "foo 1\n", "r/2.c": "foo 2\n", "r/s/3": "no\nfoo 3\n", "r/s/4.c": "foo 4\nfoo\n", "r/.git/5": "foo 5\n", "r/s/.6": "foo 6\n", "7": "foo 7\n"}
	links := map[string]string{"r/link": "1", "r/dirlink": "s", "r/dang": "nowhere"}
	for _, args := range []string{"-r foo", "-r foo r", "-r foo .", "-r foo r/", "-rn foo r 7", "-rl foo", "-rc foo r", "-rh foo r", "-r --include=*.c foo", "-r --exclude=*.c foo r", "-r --exclude-dir=s foo r", "-r --exclude-dir=.git foo", "-r --exclude-dir=s --include=*.c foo", "-R foo r", "-Rl foo r", "-rL foo r", "-r nothing", "-ro foo r", "-rs foo r/dang r/1", "-r foo r/link", "-r foo r/dirlink", "-rw 3 r", "--recursive --exclude=[0-9] foo ."} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			one := commandtest.Case{Args: strings.Fields(args), Files: tree, Links: links}
			want, found := commandtest.Host(t, "grep", one)
			if !found {
				return
			}
			got := commandtest.Run(t, Commands()["grep"], "grep", one)
			if got.Stdout != sortedLike(want.Stdout, got.Stdout) || got.Stderr != want.Stderr || got.Status != want.Status {
				t.Errorf("got %d %q\n%s\nwant %d %q\n%s", got.Status, got.Stderr, got.Stdout, want.Status, want.Stderr, want.Stdout)
			}
		})
	}
}

// TestLinksInACircle compares where links lead back to a directory that is
// being searched.
func TestLinksInACircle(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-R foo r", "-Rs foo r", "-R foo", "-R nothing r", "-Rl foo r/s/up"} {
		commandtest.Compare(t, Commands(), "grep", []commandtest.Case{{
			Args: strings.Fields(args), Files: map[string]string{"r/s/3": "foo 3\n"}, Links: map[string]string{"r/s/up": "..", "r/s/here": "."},
			SkipStderr: true, // directories come in another order
		}})
	}
}

// sortedLike returns got if want has the same lines in another order, else want.
func sortedLike(want, got string) string {
	count := map[string]int{}
	for line := range strings.Lines(want) {
		count[line]++
	}
	for line := range strings.Lines(got) {
		count[line]--
	}
	for _, n := range count {
		if n != 0 {
			return want
		}
	}
	return got
}

func TestEgrepFgrep(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]string{"egrep": "foo|fish", "fgrep": "foo.bar"} {
		want := map[string]string{"egrep": "Two fish\nred fish, blue fish\nfoo.bar\nfoobar foo\nfoo_bar foo-bar\n", "fgrep": "foo.bar\n"}[name]
		if got := commandtest.Run(t, Commands()[name], name, c(args)); got.Stdout != want || got.Status != 0 || got.Stderr != "" {
			t.Errorf("%s: %d %q %q", name, got.Status, got.Stdout, got.Stderr)
		}
	}
}

func TestPerl(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "grep", lines(`
-P fo+
-oP \w+(?=bar)
-oP (?<=foo).bar
-oP foo\K.bar
-oP \d+
-P ^(?:one|end)
-oP f.*?o
-iP TWO
-wP foo
-xP one
-cP \bfoo\b
-P [[:upper:]]
-oP (?i)TWO
`))
}

func TestRG(t *testing.T) {
	t.Parallel()
	tree := map[string]string{"a.go": "foo one\nbar\n", "b.txt": "Foo two\n", "s/c.go": "x\nfoo foo\n", ".h/d.go": "foo hidden\n", "bin": "foo\x00\n"}
	for _, k := range []struct {
		args, want string
		status     int
	}{
		{"foo .", "./a.go:foo one\n./s/c.go:foo foo\n", 0}, {"-n foo .", "./a.go:1:foo one\n./s/c.go:2:foo foo\n", 0}, {"-i foo .", "./a.go:foo one\n./b.txt:Foo two\n./s/c.go:foo foo\n", 0},
		{"-l foo .", "./a.go\n./s/c.go\n", 0}, {"-g *.txt -i foo .", "./b.txt:Foo two\n", 0}, {"-g !*.go -i foo .", "./b.txt:Foo two\n", 0}, {"-g !s foo .", "./a.go:foo one\n", 0},
		{"-e one -e two .", "./a.go:foo one\n./b.txt:Foo two\n", 0}, {"-F o. .", "", 1}, {"-w fo .", "", 1}, {"-c foo .", "./a.go:1\n./s/c.go:1\n", 0}, {"-o fo+ s", "s/c.go:foo\ns/c.go:foo\n", 0},
		{"--hidden foo .", "./.h/d.go:foo hidden\n./a.go:foo one\n./s/c.go:foo foo\n", 0}, {"--files .", "./a.go\n./b.txt\n./bin\n./s/c.go\n", 0}, {"--files -g *.go .", "./a.go\n./s/c.go\n", 0}, {"nothing .", "", 1}, {"foo a.go", "foo one\n", 0}, {"-S foo .", "./a.go:foo one\n./b.txt:Foo two\n./s/c.go:foo foo\n", 0}, {"-S Foo .", "./b.txt:Foo two\n", 0}, {"-q foo .", "", 0}, {`\bo\w+ a.go`, "foo one\n", 0}, {"foo", "foo in\n", 0}, {"-A1 foo a.go", "foo one\nbar\n", 0}, {"--files-without-match foo a.go b.txt", "b.txt\n", 0}, {"-I foo .", "foo one\nfoo foo\n", 0},
		{`-oP f\Ko+ a.go`, "oo\n", 0}, {`--pcre2 (.)\1 a.go`, "foo one\n", 0}, {"-P foo(?!.one) .", "./s/c.go:foo foo\n", 0}, {"-wP fo+ a.go", "foo one\n", 0}, {"-P -e o(?=n) -e ^b a.go", "foo one\nbar\n", 0},
	} {
		got := commandtest.Run(t, Commands()["rg"], "rg", commandtest.Case{Args: strings.Fields(k.args), Files: tree, Stdin: "foo in\nx\n"})
		if got.Stdout != k.want || got.Status != k.status || got.Stderr != "" {
			t.Errorf("rg %s: %d %q\n%s\nwant %d\n%s", k.args, got.Status, got.Stderr, got.Stdout, k.status, k.want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	try := func(ctx context.Context, in stream.Description, args ...string) (string, int) {
		errs := stream.Buffer(1 << 20)
		call := &command.Call{Args: append([]string{"grep"}, args...), Dir: "/", Stdin: in, Stdout: stream.Null(), Stderr: errs, FS: m, Now: time.Now, Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 1 << 20, Steps: 1 << 20}}
		status := Commands()["grep"].Command.Run(ctx, call)
		return string(errs.Bytes()), status
	}
	if errs, status := try(t.Context(), stream.FromBytes([]byte(strings.Repeat("x", 1<<20)+"\n")), "x"); errs != "" || status != 0 {
		t.Errorf("%d %q", status, errs)
	}
	if errs, status := try(t.Context(), stream.FromBytes([]byte(strings.Repeat("x", 3<<20)+"\n")), "x"); errs != "grep: (standard input): line too long\n" || status != 2 {
		t.Errorf("%d %q", status, errs)
	}
	blowUp := strings.Repeat("a", 200_000) + "\n"
	if errs, status := try(t.Context(), stream.FromBytes([]byte(blowUp)), "-E", "((a*)*)*b"); errs != "" || status != 1 {
		t.Errorf("%d %q", status, errs)
	}
	// Patterns that never end are given up, and so are more than fit.
	for _, patterns := range []io.Reader{endless{}, endlessLines{}, strings.NewReader(strings.Repeat("[a-z]*x\\{1,9\\}\n", 1<<18))} {
		for _, kind := range []string{"-G", "-E", "-F", "-P", "-iw"} {
			if errs, status := try(t.Context(), stream.FromReader(patterns), kind, "-f", "-", "/dev/null"); errs == "" || status != 2 {
				t.Errorf("%T %s: %d %q", patterns, kind, status, errs)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	try(ctx, stream.FromReader(endless{}), "x")
}

// endlessLines reads as one short line after the other.
type endlessLines struct{}

func (endlessLines) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "ab\n"[i%3]
	}
	return len(p), nil
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestRestIsLeft: what follows the last line of -m stays for who reads next.
func TestRestIsLeft(t *testing.T) {
	t.Parallel()
	in := stream.FromBytes([]byte("a\nfoo\nrest\n"))
	call := &command.Call{Args: []string{"grep", "-m1", "foo"}, Stdin: in, Stdout: stream.Buffer(100), Stderr: stream.Buffer(100), Now: time.Now, Limits: command.Limits{LineBytes: 1000}}
	if status := Commands()["grep"].Command.Run(t.Context(), call); status != 0 {
		t.Fatal(status)
	}
	var rest [100]byte
	if n, err := in.Read(rest[:]); string(rest[:n]) != "rest\n" {
		t.Errorf("%q %v", rest[:n], err)
	}
}

func BenchmarkGrep(b *testing.B) {
	in := strings.Repeat("some text with one word to look for in it\n", 100_000)
	for _, p := range []string{"word", "w[aeiou]rd", "nothing|else"} {
		b.Run(p, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				commandtest.Run(b, Commands()["grep"], "grep", commandtest.Case{Args: []string{"-cE", p}, Stdin: in})
			}
		})
	}
}
