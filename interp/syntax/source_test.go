package syntax

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// lines is an Input that counts what it gave.
type lines struct {
	text  []string
	given int
}

func (l *lines) ReadLine() ([]byte, error) {
	if l.given == len(l.text) {
		return nil, io.EOF
	}
	l.given++
	return []byte(l.text[l.given-1]), nil
}

// TestNextReadsNoFurther checks that a command line is given before the next
// is read, and that an error leaves the lines after it.
func TestNextReadsNoFurther(t *testing.T) {
	t.Parallel()
	in := &lines{text: []string{"echo a\n", "\n", "# note\n", "if b\n", "then c; fi; d\n", "e )\n", "f <<E\n", "body\n", "E\n", "g"}}
	p := New(in, Config{Name: "bash"})
	for _, want := range []struct {
		src   string
		given int
	}{
		{"echo a\n", 1}, {"if b\nthen c; fi; d\n", 5}, {"", 6}, {"f <<E\nbody\nE\n", 9}, {"g", 10},
	} {
		list, err := p.Next()
		if (err != nil) != (want.src == "") {
			t.Fatalf("%q: %v", want.src, err)
		}
		if err == nil && !strings.HasSuffix(list.Src, want.src) {
			t.Errorf("got source %q, want %q", list.Src, want.src)
		}
		if in.given != want.given {
			t.Errorf("%q: %d lines read, want %d", want.src, in.given, want.given)
		}
	}
	if _, err := p.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// TestMoreIsAskedFor counts the further lines of unfinished commands.
func TestMoreIsAskedFor(t *testing.T) {
	t.Parallel()
	asked := 0
	p := New(&lines{text: []string{"a\n", "if b\n", "then\n", "c; fi\n", "'\n", "'\n"}}, Config{More: func() { asked++ }})
	for {
		if _, err := p.Next(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times, want 3", asked)
	}
}

type brokenInput struct{}

func (brokenInput) ReadLine() ([]byte, error) { return nil, errBroken }

var errBroken = errors.New("broken")

func TestReadErrors(t *testing.T) {
	t.Parallel()
	p := New(brokenInput{}, Config{})
	if _, err := p.Next(); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

// aliased parses text with aliases and prints what came of it.
func aliased(t *testing.T, src string, table map[string]string) string {
	t.Helper()
	f, err := Parse(src, Config{Name: "bash", Aliases: func(name string) (string, bool) {
		v, ok := table[name]
		return v, ok
	}})
	if err != nil {
		return err.Error()
	}
	var texts []string
	for _, s := range f.Stmts {
		texts = append(texts, PrintCommand(s, false))
	}
	return strings.Join(texts, "; ")
}

func TestAliases(t *testing.T) {
	t.Parallel()
	table := map[string]string{
		"ll": "ls -l", "ls": "ls -F", "sudo": "sudo ", "two": "a; b", "start": "if", "loop": "loop x", "x": "y", "y": "x",
		"quote": "echo 'a", "open": "echo $(", "nothing": "", "hash": "echo # ", "pipe": "a |", "then2": "then ll", "set1": "v=1 ", "n": "a\nb",
	}
	for _, c := range []struct{ src, want string }{
		{"ll a", "ls -F -l a"},
		{"echo ll", "echo ll"},
		{"\\ll", "\\ll"},
		{"'ll'", "'ll'"},
		{"sudo ll", "sudo ls -F -l"},
		{"sudo sudo ll", "sudo sudo ls -F -l"},
		{"sudo -u ll", "sudo -u ll"},
		{"two; c", "a; b; c"},
		{"start a; then b; fi", "if a; then\n    b;\nfi"},
		{"loop", "loop x"},
		{"x", "x"},
		{"quote b'", "echo 'a b'"},
		{"open ll)", "echo $(ll)"}, // expanded when it runs
		{"nothing ll", "ls -F -l"},
		{"hash a", ""},
		{"pipe ll", "a | ls -F -l"},
		{"if a; then2; fi", "if a; then\n    ls -F -l;\nfi"},
		{"v=1 ll", "v=1 ls -F -l"},
		{">f ll", "ls -F -l > f"},
		{"set1 ll", "v=1 ls -F -l"},
		{"n ll", "a; b ll"},
		{"n ll\nll", "a; b ll; ls -F -l"},
		{"a && ll || ll; (ll)", "a && ls -F -l || ls -F -l; ( ls -F -l )"},
		{"case ll in ll) ll;; esac", "case ll in \n    ll)\n        ls -F -l\n    ;;\nesac"},
		{"for ll in ll; do ll; done", "for ll in ll;\ndo\n    ls -F -l;\ndone"},
	} {
		if got := aliased(t, c.src, table); got != c.want && c.want != "" {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

// TestAliasBomb checks that what aliases make of a command is bounded.
func TestAliasBomb(t *testing.T) {
	t.Parallel()
	table := map[string]string{}
	for c := 'a'; c < 'z'; c++ {
		table[string(c)] = strings.Repeat(string(c+1)+"; ", 9) + string(c+1)
	}
	got := aliased(t, "a", table)
	if !strings.Contains(got, "limit") {
		t.Errorf("got %d bytes and no limit: %.100q", len(got), got)
	}
}

func TestExtGlobIsAsked(t *testing.T) {
	t.Parallel()
	on := false
	p := New(StringInput("a\necho @(a|b)\n"), Config{ExtGlob: func() bool { return on }})
	if _, err := p.Next(); err != nil {
		t.Fatal(err)
	}
	on = true
	list, err := p.Next()
	if err != nil {
		t.Fatal(err)
	}
	arg := list.Stmts[0].Cmd.(*CallExpr).Args[1]
	want := []WordPart{&ExtGlob{Op: '@', Parts: []WordPart{&Lit{Value: "a|b"}}}}
	if !reflect.DeepEqual(arg.Parts, want) {
		t.Errorf("got %#v", arg.Parts)
	}
	if _, err := Parse("echo @(a|b)", Config{}); err == nil {
		t.Error("an extended pattern was accepted although it is off")
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"cat <<E\nx\n":           "here-document at line 1 delimited by end-of-file (wanted `E')",
		"a $(cat <<E)\nx\nE\n":   "command substitution: 1 unterminated here-document",
		"cat <<'a b' <<E\na b\n": "here-document at line 2 delimited by end-of-file (wanted `E')",
	} {
		list, err := New(StringInput(src), Config{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		if len(list.Warnings) != 1 || list.Warnings[0].Text != want {
			t.Errorf("%q: got %v", src, list.Warnings)
		}
	}
}

func TestMessagesWithoutLine(t *testing.T) {
	t.Parallel()
	_, err := Parse("echo )", Config{Name: "bash", Lineless: true})
	if want := "bash: syntax error near unexpected token `)'\nbash: `echo )'"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
