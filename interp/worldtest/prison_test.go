package worldtest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// What only somebody who looks outside can know: a word in the secret file's
// text and in a name, and the times and mode of the file. As a script the file
// prints its word.
const (
	mark       = "stolen-from-outside"
	secretText = "#!/bin/bash\nprintf '%s\\n' " + mark + "\n"
	secretMode = 0o715
)

var secretTime = time.Unix(981173106, 0) // in 2001

// A prison is a directory, root, that scripts are given, beside what they must
// not reach.
type prison struct{ outside, root string }

// newPrison makes root with files, directories and links that lead out of it,
// and archives that try to.
func newPrison(t testing.TB) prison {
	t.Helper()
	p := prison{outside: t.TempDir()}
	p.root = p.outside + "/root"
	for _, d := range []string{"/root/a/b/c", "/root/s", "/secrets", "/empty"} {
		must(t, os.MkdirAll(p.outside+d, 0o755))
	}
	for _, n := range []string{"/secret", "/secrets/" + mark, "/secrets/secret"} {
		must(t, os.WriteFile(p.outside+n, []byte(secretText), secretMode))
		must(t, os.Chmod(p.outside+n, secretMode))
		must(t, os.Chtimes(p.outside+n, secretTime, secretTime))
	}
	for name, text := range map[string]string{
		"/a.txt": "one\ntwo\n", "/a/b/in": "in\n", "/old": "old\n",
		"/secret.diff": "--- ../secret\n+++ ../secret\n@@ -1 +1 @@\n-#!/bin/bash\n+changed\n",
	} {
		must(t, os.WriteFile(p.root+name, []byte(text), 0o644))
	}
	for name, target := range map[string]string{
		"/up": "..", "/upfile": "../secret", "/abs": p.outside, "/absfile": p.outside + "/secret", "/abssecrets": p.outside + "/secrets",
		"/a/b/c/far": "../../../../secret", "/chain1": "chain2", "/chain2": "up", "/upnew": "../new", "/absnew": p.outside + "/new",
		"/self": "/proc/self/root" + p.outside, "/cwd": "/proc/self/cwd/..", "/upempty": "../empty",
	} {
		must(t, os.Symlink(target, p.root+name))
	}
	p.archives(t)
	return p
}

// archives writes archives whose members try to leave.
func (p prison) archives(t testing.TB) {
	t.Helper()
	var up, through, links bytes.Buffer
	w := tar.NewWriter(&up)
	member(t, w, &tar.Header{Name: "../new"}, "x")
	member(t, w, &tar.Header{Name: p.outside + "/new2"}, "x")
	member(t, w, &tar.Header{Name: "a/../../new3"}, "x")
	must(t, w.Close())
	w = tar.NewWriter(&through)
	member(t, w, &tar.Header{Name: "up/new"}, "x")
	member(t, w, &tar.Header{Name: "abs/new2"}, "x")
	must(t, w.Close())
	w = tar.NewWriter(&links)
	member(t, w, &tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: ".."}, "")
	member(t, w, &tar.Header{Name: "l/new"}, "x")
	member(t, w, &tar.Header{Name: "m", Typeflag: tar.TypeSymlink, Linkname: p.outside + "/secret"}, "")
	member(t, w, &tar.Header{Name: "m"}, "x")
	member(t, w, &tar.Header{Name: "h", Typeflag: tar.TypeLink, Linkname: "../secret"}, "")
	member(t, w, &tar.Header{Name: "h2", Typeflag: tar.TypeLink, Linkname: p.outside + "/secret"}, "")
	member(t, w, &tar.Header{Name: "h3", Typeflag: tar.TypeLink, Linkname: "up/secret"}, "")
	must(t, w.Close())
	var z bytes.Buffer
	zw := zip.NewWriter(&z)
	for _, name := range []string{"../new", p.outside + "/new2", "up/new3", "abs/new4"} {
		f, err := zw.Create(name)
		must(t, err)
		_, err = io.WriteString(f, "x")
		must(t, err)
	}
	link := &zip.FileHeader{Name: "zl"}
	link.SetMode(fs.ModeSymlink | 0o777)
	f, err := zw.CreateHeader(link)
	must(t, err)
	_, err = io.WriteString(f, "..")
	must(t, err)
	f, err = zw.Create("zl/new5")
	must(t, err)
	_, err = io.WriteString(f, "x")
	must(t, err)
	must(t, zw.Close())
	for name, data := range map[string]*bytes.Buffer{"up.tar": &up, "through.tar": &through, "links.tar": &links, "up.zip": &z} {
		must(t, os.WriteFile(filepath.Join(p.root, name), data.Bytes(), 0o644))
	}
}

func member(t testing.TB, w *tar.Writer, h *tar.Header, data string) {
	t.Helper()
	h.Mode, h.Size, h.Uid, h.Gid = 0o644, int64(len(data)), os.Getuid(), os.Getgid()
	must(t, w.WriteHeader(h))
	_, err := io.WriteString(w, data)
	must(t, err)
}

// env is what an attack knows: where it would be on the host.
func (p prison) env() []string {
	return []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + p.root, "OUT=" + p.outside}
}

// outer describes all that is outside of root.
func (p prison) outer(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	walk(t, p.outside, p.root, func(path string, fi fs.FileInfo) {
		fmt.Fprintf(&b, "%s %s", fi.Mode(), path)
		if fi.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, " %s %q %v", fi.ModTime().UTC(), text, err)
		}
		b.WriteByte('\n')
	})
	return b.String()
}

// inner describes what came from outside into a tree, "" for nothing.
func inner(t testing.TB, tree vfs.FS, dir string) string {
	t.Helper()
	list, err := tree.ReadDir(dir)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range list {
		name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		fi, err := tree.Lstat(name)
		if err != nil {
			continue
		}
		if strings.Contains(name, mark) {
			fmt.Fprintf(&b, "the name %s\n", name)
		}
		switch {
		case fi.IsDir():
			b.WriteString(inner(t, tree, name))
		case fi.Mode().IsRegular():
			if fi.ModTime().Unix() == secretTime.Unix() || fi.Mode().Perm() == secretMode {
				fmt.Fprintf(&b, "mode or time of %s\n", name)
			}
			if f, err := tree.OpenFile(name, os.O_RDONLY, 0); err == nil {
				text, _ := io.ReadAll(f)
				f.Close()
				if strings.Contains(string(text), mark) {
					fmt.Fprintf(&b, "the text of %s\n", name)
				}
			}
		}
	}
	return b.String()
}
