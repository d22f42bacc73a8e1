package grep_test

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/grep"
	"github.com/aegish/aegish/interp/stream"
)

// rgCases are invocations with what ripgrep 13 writes for them on rgFiles: the
// output behind tabs, and the status.
//
//go:embed testdata/rg.txt
var rgCases string

var rgFiles = map[string]string{
	"src/a.go": "foo bar\nbaz Foo\nqux\nfoobar foo\nend\n", "src/b.py": "def foo():\n    return 1\n", "docs/c.md": "FOO\nfoo\n\nx\ny\nfoo z\n", ".hid/h.txt": "foo hidden\n", "ignored.log": "foo ig\n", ".gitignore": "*.log\n",
	"bin.dat": "foo\x00bin\n", "t.txt": "foo txt\n", "src/sub/d.js": "nested foo\n", "src/e.c": "#include <foo.h>\n", "Makefile": "foo\n", "pats": "foo.*bar\n[x]\n", "crlf.txt": "a foo b\r\ncrlf\r\n", ".ignore": "n.txt\n", "n.txt": "foo n\n",
	"multi.txt": "one foo\ntwo\nthree foo four foo\n", "node/": "",
}

func TestRipgrep(t *testing.T) {
	t.Parallel()
	plain := strings.NewReplacer(`\e`, "\x1b", `\z`, "\x00", `\r`, "\r", "\\c\n", "")
	var args []string
	var want strings.Builder
	for line := range strings.Lines(rgCases) {
		switch {
		case strings.HasPrefix(line, "\t"):
			want.WriteString(plain.Replace(line[1:]))
		case strings.HasPrefix(line, "= "):
			status, err := strconv.Atoi(strings.TrimSpace(line[2:]))
			if err != nil {
				t.Fatal(err)
			}
			r := commandtest.Run(t, ripgrep(), "rg", commandtest.Case{Args: args, Files: rgFiles})
			if r.Status != status || r.Stdout != want.String() {
				t.Errorf("rg %q: %d\n%s\nnot %d\n%s\n%s", args, r.Status, r.Stdout, status, want.String(), r.Stderr)
			}
			want.Reset()
		default:
			args = words(strings.TrimSuffix(line, "\n"))
		}
	}
}

// ripgrep is rg with an input that is no file and no pipe, which it would search.
func ripgrep() command.Entry {
	rg := grep.Commands()["rg"].Command
	return command.Entry{Command: command.Func(func(ctx context.Context, call *command.Call) int {
		call.Stdin = stream.Null()
		return rg.Run(ctx, call)
	})}
}

// words splits a line at blanks outside of apostrophes.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			all = append(all, part)
			continue
		}
		all = append(all, strings.Fields(part)...)
	}
	return all
}

// TestRipgrepJSON has what ripgrep 13 writes with --json, without the times.
func TestRipgrepJSON(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "foo bar\nbaz Foo\nqux foo\nend", "b": "x\n", "c": "a\xff foo\n"}
	times := regexp.MustCompile(`"elapsed(_total)?":\{[^}]*\},?`)
	const begin, first = `{"type":"begin","data":{"path":{"text":"a"}}}` + "\n", `{"type":"match","data":{"path":{"text":"a"},"lines":{"text":"foo bar\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":0,"end":3}]}}` + "\n"
	const third = `{"type":"match","data":{"path":{"text":"a"},"lines":{"text":"qux foo\n"},"line_number":3,"absolute_offset":16,"submatches":[{"match":{"text":"foo"},"start":4,"end":7}]}}` + "\n"
	const none = `{"data":{"stats":{"bytes_printed":0,"bytes_searched":0,"matched_lines":0,"matches":0,"searches":0,"searches_with_match":0}},"type":"summary"}` + "\n"
	end := func(name string, searched, printed, lines, matches int) string {
		return fmt.Sprintf(`{"type":"end","data":{"path":{"text":"%s"},"binary_offset":null,"stats":{"searches":1,"searches_with_match":1,"bytes_searched":%d,"bytes_printed":%d,"matched_lines":%d,"matches":%d}}}`+"\n", name, searched, printed, lines, matches)
	}
	summary := func(searched, printed, lines, matches, searches int) string {
		return fmt.Sprintf(`{"data":{"stats":{"bytes_printed":%d,"bytes_searched":%d,"matched_lines":%d,"matches":%d,"searches":%[5]d,"searches_with_match":%[5]d}},"type":"summary"}`+"\n", printed, searched, lines, matches, searches)
	}
	for _, c := range []struct {
		args   string
		want   string
		status int
	}{
		{"--json foo a b", begin + first + third + end("a", 27, 385, 2, 2) + summary(27, 385, 2, 2, 1), 0},
		{"--json -m1 foo a", begin + first + end("a", 8, 215, 1, 1) + summary(8, 215, 1, 1, 1), 0},
		{"--json -v o a", begin + `{"type":"match","data":{"path":{"text":"a"},"lines":{"text":"end"},"line_number":4,"absolute_offset":24,"submatches":[]}}` + "\n" + end("a", 27, 168, 1, 0) + summary(27, 168, 1, 0, 1), 0},
		{"--json -A1 qux a", begin + strings.Replace(third, `"foo"},"start":4,"end":7`, `"qux"},"start":0,"end":3`, 1) + `{"type":"context","data":{"path":{"text":"a"},"lines":{"text":"end"},"line_number":4,"absolute_offset":24,"submatches":[]}}` + "\n" + end("a", 27, 340, 1, 1) + summary(27, 340, 1, 1, 1), 0},
		{"--json foo c", `{"type":"begin","data":{"path":{"text":"c"}}}` + "\n" + `{"type":"match","data":{"path":{"text":"c"},"lines":{"bytes":"Yf8gZm9vCg=="},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":3,"end":6}]}}` + "\n" + end("c", 7, 219, 1, 1) + summary(7, 219, 1, 1, 1), 0},
		{"--json nope a", none, 1}, {"--json -q foo a", "", 0}, {"--json -l foo a", "", 2},
	} {
		r := commandtest.Run(t, ripgrep(), "rg", commandtest.Case{Args: strings.Fields(c.args), Files: files})
		if got := times.ReplaceAllString(r.Stdout, ""); got != c.want || r.Status != c.status {
			t.Errorf("rg %s: %d %s\n%s\nnot\n%s", c.args, r.Status, r.Stderr, got, c.want)
		}
	}
}

// TestRipgrepUnpacks searches in compressed files.
func TestRipgrepUnpacks(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, "foo in it\nbar\n")
	w.Close()
	files := map[string]string{"a.gz": packed.String(), "b.gz": "foo plain\n", "c.txt": "foo text\n", "d.gz": packed.String()[:packed.Len()/2]}
	for _, c := range []struct{ args, want string }{{"-z foo a.gz c.txt", "a.gz:foo in it\nc.txt:foo text\n"}, {"-z -U it\\nbar a.gz", "foo in it\nbar\n"}, {"-z foo b.gz", ""}, {"-z foo d.gz", ""}, {"foo a.gz", ""}, {"--search-zip --no-heading -c o a.gz", "1\n"}} {
		r := commandtest.Run(t, ripgrep(), "rg", commandtest.Case{Args: strings.Fields(c.args), Files: files})
		if r.Stdout != c.want || (r.Stderr != "") != (strings.Contains(c.args, "b.gz") || strings.Contains(c.args, "d.gz")) {
			t.Errorf("rg %s: %d %s%s", c.args, r.Status, r.Stdout, r.Stderr)
		}
	}
}

// TestRipgrepIgnores has repositories with files that name what is left out.
func TestRipgrepIgnores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rules, args, want string }{
		{".gitignore *.log", "--files", "a/b.txt a/c.log x.log y.txt"}, {".git/HEAD x\n.gitignore *.log", "--files", "a/b.txt y.txt"}, {".git/HEAD x\n.gitignore *.log", "--files --no-ignore", "a/b.txt a/c.log x.log y.txt"},
		{".git/HEAD x\n.gitignore /x.log", "--files", "a/b.txt a/c.log y.txt"}, {".git/HEAD x\n.gitignore a/", "--files", "x.log y.txt"}, {".git/HEAD x\n.gitignore a/*\\n!a/b.txt", "--files", "a/b.txt x.log y.txt"},
		{".ignore *.log\\n!x.log", "--files", "a/b.txt x.log y.txt"}, {".ignore *.log\na/.ignore !*.log", "--files", "a/b.txt a/c.log y.txt"}, {".ignore *.log\n.rgignore !*.log", "--files", "a/b.txt a/c.log x.log y.txt"},
		{".ignore **/c.log", "--files a", "a/b.txt"}, {".ignore a/**", "--files", "x.log y.txt"}, {".ignore *.[a-l]og\\n\\\\#x\\n# y.txt", "--files", "a/b.txt y.txt"}, {".ignore ?.txt", "--files", "a/c.log x.log"},
		{".ignore *", "--files -g *.txt", "y.txt"}, {".ignore [", "--files", "a/b.txt a/c.log x.log y.txt"}, {".git/HEAD x\n.gitignore *.log", "--files --no-ignore-vcs", "a/b.txt a/c.log x.log y.txt"}, {".gitignore *.log", "--files --no-require-git", "a/b.txt y.txt"},
		{"mine *.txt", "--files --ignore-file mine", "a/c.log mine x.log"}, {".ignore *.log", "-l . a/c.log", "a/c.log"},
	} {
		files := map[string]string{"a/b.txt": "z\n", "a/c.log": "z\n", "x.log": "z\n", "y.txt": "z\n"}
		for line := range strings.Lines(c.rules) {
			name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			files[name] = strings.NewReplacer(`\n`, "\n", `\\`, `\`).Replace(text) + "\n"
		}
		r := commandtest.Run(t, ripgrep(), "rg", commandtest.Case{Args: strings.Fields(c.args), Files: files})
		if got := strings.Join(strings.Fields(r.Stdout), " "); got != c.want {
			t.Errorf("%q, rg %s: %s, not %s\n%s", c.rules, c.args, got, c.want, r.Stderr)
		}
	}
}
