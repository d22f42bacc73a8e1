package archives

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestUnzipOpensWithAPassword reads what the host's zip encrypted.
func TestUnzipOpensWithAPassword(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("nobody has to know\n", 200)
	host, ok := commandtest.Host(t, "zip", commandtest.Case{Args: []string{"-qP", "word", "x.zip", "a", "b"}, Files: map[string]string{"a": text, "b": "short"}})
	if !ok {
		return
	}
	archive := ""
	for line := range strings.Lines(host.Files) {
		if f := strings.SplitN(line, " ", 3); f[1] == "x.zip" {
			archive = unquote(t, strings.TrimSpace(f[2]))
		}
	}
	for args, want := range map[string]string{
		"-P word -p x.zip": "0 " + text + "short|", "-Pword -p x.zip b": "0 short|", "-qP bad x.zip b": "82 |   skipping: b                       incorrect password\n",
		"-q x.zip b": "5 |   skipping: b                       unable to get password\n",
	} {
		r := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"x.zip": archive}})
		if got := fmt.Sprintf("%d %s|%s", r.Status, r.Stdout, r.Stderr); got != want {
			t.Errorf("unzip %s: %.200q, want %.200q", args, got, want)
		}
	}
}

// TestZipSpans puts in parts at the places where they may and may not be.
func TestZipSpans(t *testing.T) {
	t.Parallel()
	var s zipSpans
	for _, tt := range []struct {
		from, to int64
		ok       bool
	}{{100, 200, true}, {0, 50, true}, {50, 101, false}, {50, 100, true}, {150, 160, false}, {199, 300, false}, {200, 200, true}, {300, 400, true}, {200, 300, true}, {-1, 0, false}, {500, 499, false}, {400, 401, true}} {
		if got := s.add(tt.from, tt.to); got != tt.ok {
			t.Errorf("%d to %d: %v", tt.from, tt.to, got)
		}
	}
	if !slices.Equal(s, zipSpans{{0, 401}}) {
		t.Errorf("they are %v", s)
	}
}

// TestUnzipRefusesSharedContent has two members whose content is the same bytes.
func TestUnzipRefusesSharedContent(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"aaa", "bbb"} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("content"))
	}
	w.Close()
	archive := b.Bytes()
	second := bytes.LastIndex(archive, []byte("PK\x01\x02"))
	copy(archive[second+42:], []byte{0, 0, 0, 0}) // the offset of the first
	r := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: []string{"-t", "x.zip"}, Files: map[string]string{"x.zip": string(archive)}})
	if r.Status != unzipBomb || !strings.Contains(r.Stdout, "overlapped components") {
		t.Errorf("%d %s", r.Status, r.Stdout)
	}
}

// TestUnzipOfDamagedEnds tries every byte of an archive with another value, and
// every length.
func TestUnzipOfDamagedEnds(t *testing.T) {
	t.Parallel()
	whole := zipball(t, zipped{name: "d/"}, zipped{name: "d/a", data: strings.Repeat("some text ", 20)}, zipped{name: "b", data: "x"})
	for i := range whole {
		for _, damaged := range []string{whole[:i], whole[:i] + string(whole[i]^0xff) + whole[i+1:]} {
			for _, args := range []string{"-o x.zip -d in", "-v x.zip", "-Zv x.zip"} {
				r := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"x.zip": damaged, "in/": ""}})
				for line := range strings.Lines(r.Files) {
					if name := strings.Fields(line)[1]; name != "x.zip" && name != "in" && !strings.HasPrefix(name, "in/") {
						t.Fatalf("byte %d, %s: outside is %s", i, args, line)
					}
				}
			}
		}
	}
}
