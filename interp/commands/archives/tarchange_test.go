package archives

import (
	"archive/tar"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// smallTar is an archive of a small tree, with the mode and the content of each.
func smallTar(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	w := tar.NewWriter(&b)
	for _, h := range []tar.Header{
		{Name: "a/", Typeflag: tar.TypeDir, Mode: 0o755}, {Name: "a/f.o", Mode: 0o644, Size: 2}, {Name: "a/b/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "a/b/g", Mode: 0o600, Size: 2}, {Name: "a/l", Typeflag: tar.TypeSymlink, Linkname: "f.o", Mode: 0o777}, {Name: "a/h", Typeflag: tar.TypeLink, Linkname: "a/f.o", Mode: 0o644}, {Name: "c", Mode: 0o644, Size: 2},
	} {
		h.ModTime, h.Format = time.Unix(1_500_000_000, 0), tar.FormatGNU
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			if _, err := w.Write([]byte("x\n")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTarNames changes, leaves out and compares what is in an archive.
func TestTarNames(t *testing.T) {
	t.Parallel()
	archive := smallTar(t)
	there := map[string]string{"x.tar": archive, "o/": "", "a/f.o": "x\n", "c": "yy\n", "p": "b\n*.o\n"}
	var all cases
	for _, args := range []string{
		"tf x.tar --show-transformed --transform s/a/z/", "tf x.tar --show-transformed --xform s/A/z/i", "tf x.tar --show-transformed --xform s,[ab],<&>,g", "tf x.tar --show-transformed --xform s/./X/2",
		"tf x.tar --show-transformed --xform s/(a)(.)/\\2\\U\\1\\Ez/x", "tf x.tar --show-transformed --xform s/a/z/;s/z/y/", "tf x.tar --show-transformed --xform s/\\(.*\\)o$/\\u\\1/", "tf x.tar --xform s/a", "tf x.tar --xform y/a/b/", "tf x.tar --xform s/[/b/",
		"tvf x.tar --show-transformed --xform s/f/F/", "xf x.tar -C o --xform s/a/z/", "xf x.tar -C o --xform s/a/z/S", "xf x.tar -C o --xform s/a/z/RH", "xf x.tar -C o --xform flags=r;s/c/d/", "xvf x.tar -C o --xform s,^,p/, --show-transformed-names",
		"xvf x.tar -C o --xform s,^,p/, --strip-components=1", "xf x.tar -C o --one-top-level c a/b", "xf x.tar -C o --one-top-level=a", "xf x.tar -C o --one-top-level=q --strip-components=1 a/b",
		"tf x.tar --exclude=*.O --ignore-case", "tf x.tar --ignore-case --exclude=*.O", "tf x.tar --anchored --exclude=b", "tf x.tar --anchored --exclude=a/b", "tf x.tar --no-wildcards --exclude=*.o", "tf x.tar --no-wildcards-match-slash --exclude=a*g", "tf x.tar --exclude=a/*",
		"tf x.tar --exclude=b/", "tf x.tar -X p", "tf x.tar --anchored -X p", "tf x.tar -X none", "df x.tar", "dvf x.tar a/f.o c", "df x.tar nope", "xf x.tar -C o --absolute-names", "xkf x.tar", "xf x.tar --keep-newer-files", "tf x.tar --full-time",
		"tvf x.tar --full-time", "xvf x.tar -C o --index-file=i", "rf - a", "rzf x.tar a", "Af x.tar none", "-tf x.tar --no-recursion a", "cf y.tar --clamp-mtime a", "cf y.tar --mode=q a", "cf y.tar -b 0 a", "cf y.tar --format=odd a",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: there})
	}
	commandtest.Compare(t, Commands(), "tar", all)
}

// TestTarChanges adds to archives and takes from them, and lists what that
// comes to.
func TestTarChanges(t *testing.T) {
	t.Parallel()
	archive := smallTar(t)
	files := map[string]string{"x.tar": archive, "x.tar.gz": hostPacks(t, "gzip", archive), "y.tar": archive, "a/f.o": "new\n", "n": "n\n", "bad.tar": "none"}
	const were = "a/ a/f.o a/b/ a/b/g a/l a/h c"
	for args, want := range map[string]string{
		"rf x.tar n": were + " n", "rf x.tar n a": were + " n a/ a/f.o", "uf x.tar n a": were + " n a/f.o", "uf x.tar c": were, "Af x.tar y.tar": were + " " + were, "-f x.tar --delete a/b c": "a/ a/f.o a/l a/h",
		"-f x.tar --delete": were, "-f x.tar --delete nope": were, "rf x.tar --exclude=n n a": were + " a/ a/f.o", "rf x.tar --xform s/n/m/ n": were + " m", "--delete -f x.tar a": "c", "rf x.tar nope": were, "rf x.tar --mode=0 n": were + " n",
	} {
		made := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields(args), Files: files})
		changed := ""
		for line := range strings.Lines(made.Files) {
			if f := strings.SplitN(line, " ", 3); f[1] == "x.tar" {
				changed = unquote(t, strings.TrimSpace(f[2]))
			}
		}
		list := commandtest.Case{Args: []string{"tf", "x.tar"}, Files: map[string]string{"x.tar": changed}}
		got := commandtest.Run(t, Commands()["tar"], "tar", list)
		if names := strings.Join(strings.Fields(got.Stdout), " "); names != want || got.Status != 0 || len(changed)%512 != 0 {
			t.Errorf("tar %s: %q, %d, %s%s", args, names, got.Status, made.Stderr, got.Stderr)
		}
		if host, ok := commandtest.Host(t, "tar", list); ok && host != got {
			t.Errorf("tar %s: the host lists %s%s", args, host.Stdout, host.Stderr)
		}
	}
	for args, want := range map[string]string{
		"rf x.tar.gz n": "Cannot update compressed archives", "rf bad.tar n": "This does not look like a tar archive", "--delete -f nope.tar n": "Cannot open",
	} {
		got := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields(args), Files: files})
		if got.Status != 2 || !strings.Contains(got.Stderr, want) || !strings.Contains(got.Files, `bad.tar "none"`) {
			t.Errorf("tar %s: %d %s", args, got.Status, got.Stderr)
		}
	}
}
