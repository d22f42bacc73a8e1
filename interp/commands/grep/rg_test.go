package grep_test

import (
	"context"
	_ "embed"
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
