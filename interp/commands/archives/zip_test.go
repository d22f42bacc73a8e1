package archives

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

type zipped struct {
	name, data string
	mode       fs.FileMode
}

func zipball(t *testing.T, members ...zipped) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Store, Modified: time.Unix(1e9, 0).UTC()}
		if len(m.data) > 100 {
			h.Method = zip.Deflate
		}
		if m.mode == 0 {
			m.mode = 0o644
			if strings.HasSuffix(m.name, "/") {
				m.mode = fs.ModeDir | 0o755
			}
		}
		h.SetMode(m.mode)
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(m.data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestUnzip(t *testing.T) {
	t.Parallel()
	plain := zipball(t, zipped{name: "d/"}, zipped{name: "d/a", data: "one\n"}, zipped{name: "d/e/b", data: strings.Repeat("two ", 500), mode: 0o600}, zipped{name: "c", data: "x"})
	files := map[string]string{"x.zip": plain, "c": "there", "junk": "no archive", "out/d/a": "old"}
	var all cases
	for _, args := range []string{
		"-l x.zip", "-l x", "-lq x.zip", "-lqq x.zip", "-l x.zip d/*", "-l x.zip c", "x.zip -d new", "-o x.zip", "-n x.zip", "-q x.zip -d new", "-oq x.zip -d out",
		"-p x.zip", "-p x.zip d/a c", "-j x.zip -d new", "-t x.zip", "-tq x.zip", "-o x.zip c", "x.zip d/* -d new", "x.zip -d new -x c", "nope.zip", "-o x.zip nope", "-p x.zip *b",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files})
	}
	all = append(all, commandtest.Case{Args: []string{"junk"}, Files: files},
		commandtest.Case{Args: []string{"x.zip", "c"}, Files: files, SkipStderr: true}, commandtest.Case{Args: []string{"x.zip", "c"}, Files: files, Stdin: "n\n", SkipStderr: true},
		commandtest.Case{Args: []string{"x.zip"}, Files: files, Stdin: "A\n", Differs: "the host asks on the terminal", Want: &commandtest.Want{
			Stdout: "Archive:  x.zip\n   creating: d/\n extracting: d/a                     \n  inflating: d/e/b                   \n extracting: c                       \n",
			Stderr: "replace c? [y]es, [n]o, [A]ll, [N]one, [r]ename: "}})
	commandtest.Compare(t, Commands(), "unzip", all)
}

// TestUnzipLists compares the lists of archives whose members are packed in
// different ways, and better and worse.
func TestUnzipLists(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"x.zip": zipball(t, zipped{name: "a/"}, zipped{name: "a/f", data: "x\n"}, zipped{name: "b b", data: strings.Repeat("some text\n", 50)}, zipped{name: "e"}),
		"y.zip": zipball(t, zipped{name: "one", data: strings.Repeat("1234567890abcdefghij", 6)}), "z.zip": zipball(t),
	}
	var all cases
	for _, args := range []string{"-v x.zip", "-v y.zip", "-vq x.zip", "-vqq x.zip", "-v x.zip a*", "-v x.zip -x a/f", "-Z1 x.zip", "-Z1 x.zip a*", "-Z1 y.zip", "-l x.zip", "-lq y.zip", "-v x.zip none"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, SkipStderr: true})
	}
	commandtest.Compare(t, Commands(), "unzip", all)
}

func TestUnzipStaysInside(t *testing.T) {
	t.Parallel()
	link := fs.ModeSymlink | 0o777
	for name, archive := range map[string]string{
		"dots": zipball(t, zipped{name: "../evil", data: "x"}, zipped{name: "a/../../evil", data: "x"}, zipped{name: "../", mode: fs.ModeDir | 0o777}, zipped{name: "ok", data: "y"}),
		"root": zipball(t, zipped{name: "/w/evil", data: "x"}, zipped{name: "//evil", data: "x"}), "link up": zipball(t, zipped{"s", "..", link}, zipped{name: "s/evil", data: "x"}),
		"link root": zipball(t, zipped{"s", "/w", link}, zipped{name: "s/evil", data: "x"}), "over link": zipball(t, zipped{"s", "../evil", link}, zipped{name: "s", data: "x"}),
		"link dir": zipball(t, zipped{"s", "..", link}, zipped{name: "s/"}, zipped{name: "s/evil", data: "x"}), "long link": zipball(t, zipped{"s", strings.Repeat("../", 5000), link}),
		"backslash": zipball(t, zipped{name: `..\evil`, data: "x"}), "fifo": zipball(t, zipped{name: "p", mode: fs.ModeNamedPipe | 0o644}), "nul": zipball(t, zipped{name: ".\x00./evil", data: "x"}),
	} {
		r := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: []string{"-o", "x.zip", "-d", "in"}, Files: map[string]string{"x.zip": archive, "in/": "", "secret": "s"}})
		for line := range strings.Lines(r.Files) {
			line = line[strings.IndexByte(line, ' ')+1:]
			if !strings.HasPrefix(line, "in") && line != "secret \"s\"\n" && !strings.HasPrefix(line, "x.zip ") {
				t.Errorf("%s: outside is %s\n%s", name, line, r.Stderr)
			}
		}
	}
}

func TestHostUnpacksWhatZipPacks(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": strings.Repeat("hello ", 40), "d/b": "x", "d/e/c": "", "d/big": strings.Repeat("big and long\n", 60_000)}
	links := map[string]string{"d/l": "b"}
	old := zipball(t, zipped{name: "a", data: "old"}, zipped{name: "keep", data: "kept"})
	for args, want := range map[string]string{
		"x.zip a": "  adding: a (deflated 96%)\n", "-r x.zip d": "  adding: d/ (stored 0%)\n  adding: d/b (stored 0%)\n  adding: d/big (deflated)\n  adding: d/e/ (stored 0%)\n  adding: d/e/c (stored 0%)\n  adding: d/l (stored 0%)\n",
		"-ry x d": "", "-0 x.zip a": "  adding: a (stored 0%)\n", "-qr9 x.zip a d": "", "-rj x.zip a d/e": "", "old.zip a": "updating: a (deflated 96%)\n", "-d old.zip a": "deleting: a\n",
		"-r x.zip d -x *b -x d/l": "", "-rD x.zip d": "", "-m x.zip a": "", "x.zip a nope": "\tzip warning: name not matched: nope\n  adding: a (deflated 96%)\n",
	} {
		in := map[string]string{"old.zip": old}
		for k, v := range files {
			in[k] = v
		}
		r := commandtest.Run(t, Commands()["zip"], "zip", commandtest.Case{Args: strings.Fields(args), Files: in, Links: links})
		if r.Status != 0 || want != "" && r.Stdout != want {
			t.Errorf("zip %s: %d %q %s", args, r.Status, r.Stdout, r.Stderr)
		}
		name := "x.zip"
		if strings.Contains(args, "old") {
			name = "old.zip"
		}
		archive := ""
		for line := range strings.Lines(r.Files) {
			if f := strings.SplitN(line, " ", 3); f[1] == name {
				archive = unquote(t, strings.TrimSpace(f[2]))
			}
		}
		c := commandtest.Case{Args: []string{"-o", "x.zip", "-d", "out"}, Files: map[string]string{"x.zip": archive}}
		host, ok := commandtest.Host(t, "unzip", c)
		if again := commandtest.Run(t, Commands()["unzip"], "unzip", c); ok && (host.Status != 0 || host.Files != again.Files) {
			t.Errorf("zip %s: the host says %d %s\n%s\nwe say %s", args, host.Status, host.Stderr, host.Files, again.Files)
		}
	}
}

func TestZipSays(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"x.zip nope": "\tzip warning: name not matched: nope\n\nzip error: Nothing to do! (x.zip)\n|12",
		"-d x.zip a": "\nzip error: Nothing to do! (x.zip)\n|12", "junk.zip a": "\nzip error: Zip file structure invalid (junk.zip)\n|3",
	} {
		r := commandtest.Run(t, Commands()["zip"], "zip", commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"a": "x", "junk.zip": "junk"}})
		if got := r.Stdout + "|" + map[int]string{3: "3", 12: "12", 16: "16"}[r.Status]; !strings.HasSuffix(got, want) {
			t.Errorf("zip %s: %q", args, got)
		}
	}
}
