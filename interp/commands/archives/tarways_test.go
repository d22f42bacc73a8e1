package archives

import (
	"archive/tar"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// wayCases are invocations over the same files, compared with the host's tar:
// the archives that are made byte by byte.
func wayCases(t *testing.T, lines ...string) cases {
	files := map[string]string{"x.tar": smallTar(t), "o/": "", "o/a/f.o": "old", "d/a": "one\n", "d/e/b.o": "two\n", "d/e/c": "three\n", "d/.ig": "*.o\n", "d/e/.ig": "c\n", "d/e/.gitignore": "c\n", "d/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n",
		"names": "d/a\n-C d\ne\n", "map": "root joe:7\n+0 jane:8\n", "yes": "y\nn\ny\ny\nn\n", "q/a b": "", "q/it's": "", "q/n\nl": "", "q/x:y": ""}
	var all cases
	for _, line := range lines {
		all = append(all, commandtest.Case{Args: strings.Fields(line), Files: files, Stdin: "y\nn\ny\ny\nn\n", Env: []string{"TZ=UTC0"}})
	}
	return all
}

// fixed are options that make archives of one tree equal.
const fixed = " --sort=name --mtime=@1000000000 --owner=0 --group=0 --mode=a+rX "

func TestTarPacksAsTheHost(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 120)
	all := wayCases(t,
		"-cf y.tar"+fixed+"d", "-cf y.tar --format=v7"+fixed+"d", "-cf y.tar --old-archive"+fixed+"d", "-cf y.tar --format=oldgnu"+fixed+"d", "-cf y.tar --format=ustar"+fixed+"d", "-cf y.tar --format=posix --pax-option=delete=?time"+fixed+"d",
		"-cf y.tar -b 3"+fixed+"d", "-cf y.tar --record-size=1k"+fixed+"d", "-cf y.tar --numeric-owner"+fixed+"d", "-cvf y.tar --exclude-ignore=.ig"+fixed+"d", "-cvf y.tar --exclude-ignore-recursive=.ig"+fixed+"d", "-cvf y.tar --exclude-vcs-ignores"+fixed+"d",
		"-cvf y.tar --exclude-caches"+fixed+"d", "-cvf y.tar --one-file-system"+fixed+"d", "-cvf y.tar --ignore-failed-read none"+fixed+"d", "-cvRf y.tar"+fixed+"d", "-cwvf y.tar"+fixed+"d", "-cf y.tar --sort=name --mtime=@1 --mode=0 --owner-map=map --group=0 d",
		"-cf y.tar"+fixed+"-T names", "-cf y.tar"+fixed+"--verbatim-files-from -T names", "-cf y.tar"+fixed+"--transform s/d/X/p d", "-cf y.tar"+fixed+"--transform s,d,,S d", "-cvf y.tar"+fixed+"--quoting-style=shell q", "-cvf y.tar"+fixed+"--quoting-style=c q",
		"-cvf y.tar"+fixed+"--quoting-style=locale --quote-chars=a q", "-cf y.tar"+fixed+"--checkpoint=1 d", "-cf y.tar"+fixed+"--checkpoint=1 --checkpoint-action=dot d", "-cf y.tar"+fixed+"--checkpoint=1 --checkpoint-action=echo=%s-%u-%q d", "-cf y.tar --checkpoint-action=what d",
		"-cf y.tar --checkpoint=x d", "-cWf - d", "-cWzf y.tar d", "-tWf x.tar", "-cf y.tar --warning=no-failed-read --ignore-failed-read none", "-cf y.tar --warning=what d", "-cf y.tar --backup=what d",
		"--show-defaults", "--show-snapshot-field-ranges", "-cf y.tar -V label --format=v7 d", "-cf y.tar --pax-option=what d", "-cf y.tar --pax-option=comment=x --format=gnu d", "-cf y.tar --sparse-version=x d", "-cf y.tar -f z.tar d", "-cf y.tar"+fixed+"-N gibberish d",
		"-cf y.tar --occurrence d", "-tf x.tar --occurrence", "-tf x.tar --occurrence=x c", "-cf y.tar -L x d")
	for _, format := range []string{"gnu", "oldgnu", "posix --pax-option=delete=?time"} {
		c := wayCases(t, "-cf y.tar --format="+format+fixed+"w "+long)[0]
		c.Files = map[string]string{long: "long", "w/ü": "u", "w/" + long: "x", "w/" + long + "/" + long + "/z": "deep"}
		delete(c.Files, "w/"+long)
		c.Links = map[string]string{"w/l": strings.Repeat("t", 130), "w/s": "short"}
		all = append(all, c)
	}
	commandtest.Compare(t, Commands(), "tar", all)
}

func TestTarUnpacksAsTheHost(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "tar", wayCases(t,
		"-xf x.tar -C o --overwrite", "-xf x.tar -C o -U", "-xf x.tar -C o --recursive-unlink", "-xf x.tar -C o --backup", "-xvf x.tar -C o --backup=numbered", "-xvf x.tar -C o --suffix=.old", "-xwf x.tar -C o", "-xf x.tar -C o --occurrence a/f.o", "-xf x.tar -C o --occurrence=2 a/f.o",
		"-tRvf x.tar", "-tf x.tar --show-omitted-dirs a/f.o", "-tf x.tar --no-anchored f.o", "-tf x.tar --wildcards --no-anchored f*", "-tf x.tar --ignore-case A/F.O", "-xf x.tar -C o a/f.o -C a a/b/g", "-xf x.tar -C none", "-tf x.tar -C none", "-xf x.tar -C o --delay-directory-restore",
		"-tf x.tar --checkpoint=1", "-xf x.tar -C o --no-overwrite-dir", "-xf x.tar -C o --warning=existing-file --skip-old-files", "-tf x.tar -i", "-tf x.tar -N gibberish", "-xf x.tar -C o -k", "-xf x.tar -C o --keep-newer-files", "-rf x.tar -V label d/a", "-df x.tar"))
}

// TestTarSparse unpacks sparse files of every form, and shows and compares them.
func TestTarSparse(t *testing.T) {
	t.Parallel()
	var all cases
	for _, w := range []tarfile.Writer{{}, {Format: tarfile.POSIX, SparseMajor: 1}, {Format: tarfile.POSIX, SparseMinor: 1}, {Format: tarfile.POSIX}} {
		for _, parts := range []int{1, 4, 5, 26} {
			var b bytes.Buffer
			w.W = &b
			h := tarfile.Header{Type: tarfile.Regular, Name: "s", Mode: 0o644, Holes: true, Size: 100000, ModTime: time.Unix(1e9, 0)}
			for i := range parts {
				h.Extents = append(h.Extents, tarfile.Extent{Offset: int64(i) * 3000, Bytes: 1024})
			}
			h.Extents = append(h.Extents, tarfile.Extent{Offset: 100000})
			if err := w.WriteHeader(&h); err != nil {
				t.Fatal(err)
			}
			for range parts {
				io.WriteString(&w, strings.Repeat("data", 256))
			}
			w.Close()
			for _, args := range []string{"-xf x.tar", "-tvf x.tar", "-xOf x.tar", "-df x.tar"} {
				all = append(all, commandtest.Case{Args: strings.Fields(args), Files: map[string]string{"x.tar": b.String(), "s2": ""}, Env: []string{"TZ=UTC0"}, SkipStderr: args == "-df x.tar"})
			}
		}
	}
	commandtest.Compare(t, Commands(), "tar", all)
}

// TestTarSnapshots packs what has changed since a snapshot, and unpacks it with
// what was removed meanwhile.
func TestTarSnapshots(t *testing.T) {
	t.Parallel()
	first := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields("-cvf x.tar -g s d"), Files: map[string]string{"d/a": "1", "d/e/b": "2"}})
	if first.Status != 0 || !strings.Contains(first.Stdout, "d/\nd/e/\nd/a\nd/e/b\n") {
		t.Fatalf("%d %s%s", first.Status, first.Stdout, first.Stderr)
	}
	archive, snapshot := "", ""
	for line := range strings.Lines(first.Files) {
		switch f := strings.SplitN(line, " ", 3); f[1] {
		case "x.tar":
			archive = unquote(t, strings.TrimSpace(f[2]))
		case "s":
			snapshot = unquote(t, strings.TrimSpace(f[2]))
		}
	}
	if !strings.HasPrefix(snapshot, snapshotHead) || !strings.Contains(snapshot, "\x00d/e\x00Yb\x00\x00\x00") {
		t.Errorf("snapshot: %q", snapshot)
	}
	c := commandtest.Case{Args: strings.Fields("-xvGf x.tar"), Files: map[string]string{"x.tar": archive, "d/a": "old", "d/gone": "g", "d/e/dir/gone": "g", "other": "o"}}
	r := commandtest.Run(t, Commands()["tar"], "tar", c)
	if strings.Contains(r.Files, "gone") || !strings.Contains(r.Files, `other "o"`) || !strings.Contains(r.Files, `d/e/b "2"`) {
		t.Errorf("%s%s%s", r.Stdout, r.Stderr, r.Files)
	}
	commandtest.Compare(t, Commands(), "tar", cases{{Args: strings.Fields("-tf x.tar"), Files: c.Files}, {Args: strings.Fields("-xGf x.tar"), Files: c.Files}, {Args: strings.Fields("-tvvGf x.tar"), Files: c.Files, Env: []string{"TZ=UTC0"}}})
}

// TestTarStaysInsideEveryWay unpacks the attacks with each option that removes,
// replaces, renames or fills what is there.
func TestTarStaysInsideEveryWay(t *testing.T) {
	t.Parallel()
	hostile := attacks(t)
	hostile["late mode"] = tarball(t, tarMember{name: "a/", kind: tar.TypeDir}, tarMember{name: "a/out/", kind: tar.TypeDir, mode: 0o711}, tarMember{name: "a", kind: tar.TypeSymlink, link: ".."})
	hostile["late link"] = tarball(t, tarMember{name: "a/", kind: tar.TypeDir}, tarMember{name: "a/out", kind: tar.TypeSymlink, link: "../secret"}, tarMember{name: "a", kind: tar.TypeSymlink, link: ".."}, tarMember{name: "a/out", data: "x"})
	hostile["over the link"] = tarball(t, tarMember{name: "up", data: "x"}, tarMember{name: "up/secret", data: "x"}, tarMember{name: "up", kind: tar.TypeDir, mode: 0o711}, tarMember{name: "file", data: "x"}, tarMember{name: "file~", data: "x"})
	hostile["purge"] = dumpdir(t, "up/", "Yx\x00\x00") + dumpdir(t, "./", "Y../secret\x00\x00") + dumpdir(t, "../", "Yx\x00\x00") + dumpdir(t, "", "R../secret\x00Tin\x00X..\x00\x00")
	hostile["sparse"] = sparseAt(t, "up/secret") + sparseAt(t, "file")
	for name, archive := range hostile {
		for _, options := range []string{"-U --recursive-unlink", "--recursive-unlink", "--overwrite", "--backup", "--backup=numbered --overwrite", "-g /dev/null", "-G -U --recursive-unlink", "-i", "--delay-directory-restore", "--keep-directory-symlink --overwrite", "--one-top-level=q -U", "--transform s,^,up/, --overwrite", "--suffix=~ --backup -U", "--skip-old-files -i"} {
			c := commandtest.Case{Args: append(strings.Fields("-xpf x.tar -C in"), strings.Fields(options)...), Files: map[string]string{"x.tar": archive, "in/": "", "out/": "", "secret": "secret"}, Links: map[string]string{"in/up": "..", "in/file": "../secret"}}
			before := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: []string{"--show-defaults"}, Files: c.Files, Links: c.Links})
			r := commandtest.Run(t, Commands()["tar"], "tar", c)
			if outside(r.Files) != outside(before.Files) {
				t.Errorf("%s %s: outside was\n%sand is\n%s%s", name, options, outside(before.Files), outside(r.Files), r.Stderr)
			}
		}
	}
}

// outside is what a listing has beside what is in the directory.
func outside(listing string) string {
	var b strings.Builder
	for line := range strings.Lines(listing) {
		if name := strings.Fields(line)[1]; name != "x.tar" && name != "in" && !strings.HasPrefix(name, "in/") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func dumpdir(t *testing.T, name, names string) string {
	t.Helper()
	var b bytes.Buffer
	w := tarfile.Writer{W: &b}
	if err := w.WriteHeader(&tarfile.Header{Type: tarfile.Dumpdir, Name: name, Mode: 0o700, Size: int64(len(names)), Stored: int64(len(names)), ModTime: time.Unix(1e9, 0)}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(&w, names)
	w.Close()
	return b.String()
}

func sparseAt(t *testing.T, name string) string {
	t.Helper()
	var b bytes.Buffer
	w := tarfile.Writer{W: &b, Format: tarfile.POSIX, SparseMajor: 1}
	if err := w.WriteHeader(&tarfile.Header{Type: tarfile.Regular, Name: name, Mode: 0o600, Holes: true, Extents: []tarfile.Extent{{Offset: 0, Bytes: 4}}, Size: 9000, ModTime: time.Unix(1e9, 0)}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(&w, "evil")
	w.Close()
	return b.String()
}
