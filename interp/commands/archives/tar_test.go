package archives

import (
	"archive/tar"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// A tarMember is one of an archive made for a test.
type tarMember struct {
	name string
	kind byte
	link string
	data string
	mode int64
}

func tarball(t *testing.T, members ...tarMember) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		if m.mode == 0 {
			m.mode = 0o644
			if m.kind == tar.TypeDir {
				m.mode = 0o755
			}
		}
		if m.kind == 0 {
			m.kind = tar.TypeReg
		}
		h := &tar.Header{Name: m.name, Typeflag: m.kind, Linkname: m.link, Size: int64(len(m.data)), Mode: m.mode, ModTime: time.Unix(1e9, 0), Uname: "root", Gname: "root", Format: tar.FormatGNU}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, m.data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b.Write(make([]byte, 10240))
	return b.String()
}

func TestTarReads(t *testing.T) {
	t.Parallel()
	plain := tarball(t, tarMember{name: "d/", kind: tar.TypeDir, mode: 0o750}, tarMember{name: "d/a", data: "one\n", mode: 0o640},
		tarMember{name: "d/l", kind: tar.TypeSymlink, link: "a", mode: 0o777}, tarMember{name: "d/e/b", data: "two"}, tarMember{name: "d/h", kind: tar.TypeLink, link: "d/a"},
		tarMember{name: "d/p", kind: tar.TypeFifo}, tarMember{name: "d/x y\tz", data: strings.Repeat("long", 5000), mode: 0o4755},
		tarMember{name: "d/ro/", kind: tar.TypeDir, mode: 0o555}, tarMember{name: "d/ro/in", data: "x"})
	files := map[string]string{"x.tar": plain, "x.tgz": hostPacks(t, "gzip", plain), "x.tbz": hostPacks(t, "bzip2", plain), "x.txz": hostPacks(t, "xz", plain),
		"x.tzst": hostPacks(t, "zstd", plain), "junk": "this is no archive\n", "empty": "", "cut.tar": plain[:2600], "out/": "", "names": "d/a\nd/e/b\n", "nul": "d/a\x00d/p\x00", "not": "*b\n",
		"zero": strings.Repeat("\x00", 10240)}
	var all cases
	for _, args := range []string{
		"-tf x.tar", "tf x.tar", "tvf x.tar", "-tvf x.tar --utc", "-tf x.tgz", "tzf x.tgz", "tjf x.tbz", "tJf x.txz", "-t --zstd -f x.tzst", "-tf x.tbz", "-tf x.txz", "-tf x.tzst",
		"xf x.tar", "xvf x.tar", "xf x.tgz -C out", "-x -f x.tar -C out d/e", "xf x.tar d/a", "xOf x.tar d/a d/e/b", "xvOf x.tar d/a",
		"xf x.tar --strip-components=1", "xvf x.tar --strip-components 2", "xf x.tar --exclude=*b --exclude=h", "tf x.tar --exclude=d/e", "tf x.tar --exclude=e", "tf x.tar --exclude=d/*b", "tf x.tar --exclude=x*z",
		"tf x.tar nope", "tf x.tar d/a d/nope", "tf x.tar --wildcards *b", "tf x.tar -T names", "tf x.tar --null -T nul", "tf x.tar -X not", "xf x.tar -C nodir", "tf nope", "tf junk", "tf empty", "tf zero", "tf cut.tar",
		"", "-c", "cf", "-txf x.tar", "-xpf x.tar", "-xmf x.tar", "--extract --file=x.tar d/e/b", "tf -", "t", "xf x.tar d/ro", "-tvf x.tar --numeric-owner", "tf x.tar d/e/", "xf x.tar --no-same-permissions",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Stdin: plain, Env: []string{"TZ=UTC0"}, Needs: calledBy(args)})
	}
	all = append(all, commandtest.Case{Args: strings.Fields("-xkf x.tar d/a d/l d/e"), Files: map[string]string{"x.tar": plain, "d/a": "kept", "d/e/b": "kept"}, Links: map[string]string{"d/l": "z"}},
		commandtest.Case{Args: strings.Fields("-xf x.tar d/a d/l d/e"), Files: map[string]string{"x.tar": plain, "d/a": "replaced", "d/e/b": "replaced"}, Links: map[string]string{"d/l": "z"}},
		commandtest.Case{Args: strings.Fields("-x --skip-old-files -f x.tar d/a"), Files: map[string]string{"x.tar": plain, "d/a": "kept"}},
		commandtest.Case{Args: []string{"tzf", "x.tar"}, Files: files, SkipStderr: true}, commandtest.Case{Args: []string{"--nope"}})
	commandtest.Compare(t, Commands(), "tar", all)
}

// calledBy names the programs that GNU tar calls to unpack an archive.
func calledBy(args string) []string {
	var tools []string
	for end, tool := range map[string]string{".tbz": "bzip2", ".txz": "xz", ".tzst": "zstd", ".tgz": "gzip"} {
		if strings.Contains(args, end) {
			tools = append(tools, tool)
		}
	}
	return tools
}

// attacks are archives that try to write outside of the directory that they are
// unpacked in.
func attacks(t *testing.T) map[string]string {
	sym, hard := byte(tar.TypeSymlink), byte(tar.TypeLink)
	return map[string]string{
		"absolute":        tarball(t, tarMember{name: "/abs", data: "x"}, tarMember{name: "//abs2", data: "x"}),
		"dots":            tarball(t, tarMember{name: "../dd", data: "x"}, tarMember{name: "a/../../dd", data: "x"}, tarMember{name: "..", kind: tar.TypeDir}, tarMember{name: "ok", data: "y"}, tarMember{name: "b/..", kind: tar.TypeDir}),
		"link up":         tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "s/evil", data: "x"}),
		"link absolute":   tarball(t, tarMember{name: "s", kind: sym, link: "/"}, tarMember{name: "s/evil", data: "x"}),
		"link twice":      tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "s", kind: sym, link: "/"}, tarMember{name: "s/evil", data: "x"}),
		"link to link":    tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "r", kind: sym, link: "s"}, tarMember{name: "r/evil", data: "x"}),
		"file over link":  tarball(t, tarMember{name: "s", kind: sym, link: "../evil"}, tarMember{name: "s", data: "x"}),
		"dir over link":   tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "s", kind: tar.TypeDir}, tarMember{name: "s/evil", data: "x"}),
		"hard link up":    tarball(t, tarMember{name: "h", kind: hard, link: "../secret"}),
		"hard link root":  tarball(t, tarMember{name: "h", kind: hard, link: "/w/secret"}, tarMember{name: "h", data: "x"}),
		"hard to link":    tarball(t, tarMember{name: "s", kind: sym, link: "../secret"}, tarMember{name: "h", kind: hard, link: "s"}, tarMember{name: "h", data: "x"}),
		"hard below link": tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "h", kind: hard, link: "s/secret"}),
		"fifo through":    tarball(t, tarMember{name: "s", kind: sym, link: ".."}, tarMember{name: "s/p", kind: tar.TypeFifo}),
		"deep link":       tarball(t, tarMember{name: "d/e/s", kind: sym, link: "../../.."}, tarMember{name: "d/e/s/evil", data: "x"}),
		"device":          tarball(t, tarMember{name: "dev", kind: tar.TypeChar}),
		"odd type":        tarball(t, tarMember{name: "q", kind: 'Q'}),
	}
}

func TestTarStaysInside(t *testing.T) {
	t.Parallel()
	for name, archive := range attacks(t) {
		files := map[string]string{"x.tar": archive, "in/": "", "secret": "secret"}
		for _, dir := range []string{"in", "/w/in", "./in/"} {
			r := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: []string{"-xf", "x.tar", "-C", dir}, Files: files})
			for line := range strings.Lines(r.Files) {
				line = strings.TrimSpace(line[strings.IndexByte(line, ' ')+1:])
				if !strings.HasPrefix(line, "in") && !strings.HasPrefix(line, `secret "secret"`) && !strings.HasPrefix(line, "x.tar ") {
					t.Errorf("%s: outside is %s\n%s", name, line, r.Stderr)
				}
			}
		}
	}
	// Links that were there before are followed only where they stay inside.
	x := tarball(t, tarMember{name: "up/evil", data: "x"}, tarMember{name: "abs/evil", data: "x"}, tarMember{name: "two/evil", data: "x"}, tarMember{name: "fine/good", data: "x"}, tarMember{name: "round/good", data: "x"})
	r := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: []string{"-xf", "x.tar", "-C", "in"}, Files: map[string]string{"x.tar": x, "in/d/": ""},
		Links: map[string]string{"in/up": "..", "in/abs": "/w", "in/two": "d/../up", "in/fine": "d", "in/round": "d/../d/.", "in/loop": "loop"}})
	if strings.Contains(r.Files, "/evil \"x") || strings.Count(r.Files, "in/d/good ") != 1 || r.Status != 2 {
		t.Errorf("links that were there: %d %s\n%s", r.Status, r.Stderr, r.Files)
	}
}

// TestTarAttacksAsTheHost compares what is in the directory afterwards, where
// GNU tar has the same answer.
func TestTarAttacksAsTheHost(t *testing.T) {
	t.Parallel()
	var all cases
	for name, archive := range attacks(t) {
		if slices.Contains([]string{"absolute", "hard link root", "device", "odd type", "link to link", "hard to link", "dots", "file over link", "dir over link"}, name) {
			continue // names of the host's own root, or the placeholder shows
		}
		all = append(all, commandtest.Case{Args: []string{"-xf", "x.tar", "-C", "in"}, Files: map[string]string{"x.tar": archive, "in/": "", "secret": "secret"}, SkipStderr: true})
	}
	commandtest.Compare(t, Commands(), "tar", all)
}

func TestHostUnpacksWhatTarPacks(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n/", 60) + strings.Repeat("x", 150)
	files := map[string]string{"d/a": "one\n", "d/e/b": strings.Repeat("two", 9000), "d/empty/": "", "d/" + long: "long", "names": "d/a\nd/e\n", "d/ä ö": "umlaut"}
	links := map[string]string{"d/l": "a", "d/out": "../../etc"}
	for args, check := range map[string]string{
		"cf x.tar d": "xf x.tar -C out", "czf x.tar d": "xzf x.tar -C out", "-c --zstd -f x.tar d": "-x --zstd -f x.tar -C out", "-caf x.tgz d": "xzf x.tgz -C out",
		"cf x.tar -C d a e": "xf x.tar -C out", "-cf x.tar -T names": "xf x.tar -C out", "cf x.tar --exclude=e --exclude=*x d": "xf x.tar -C out",
		"cf x.tar -C d e -C e b": "xf x.tar -C out", "chf x.tar d/l": "xf x.tar -C out", "cf x.tar --no-recursion d d/a": "xf x.tar -C out", "cf x.tar /w/d/a ../w/d/e": "xf x.tar -C out",
	} {
		ours := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields(args), Files: files, Links: links})
		if ours.Status != 0 {
			t.Errorf("tar %s: %d %s", args, ours.Status, ours.Stderr)
			continue
		}
		archive := archiveIn(t, ours.Files)
		name := "x.tar"
		if strings.Contains(args, "x.tgz") {
			name = "x.tgz"
		}
		c := commandtest.Case{Args: strings.Fields(check), Files: map[string]string{name: archive, "out/": ""}}
		if strings.Contains(check, "--zstd") {
			if _, found := commandtest.Tool(t, "zstd"); !found {
				continue
			}
		}
		host, ok := commandtest.Host(t, "tar", c)
		if !ok {
			continue
		}
		if again := commandtest.Run(t, Commands()["tar"], "tar", c); host.Status != 0 || host.Stderr != "" || again != host {
			t.Errorf("tar %s: the host says %d %s\n%s\nwe say %s\n%s", args, host.Status, host.Stderr, host.Files, again.Stderr, again.Files)
		}
		if strings.Count(host.Files, "\n") < 3 {
			t.Errorf("tar %s: %s", args, host.Files)
		}
	}
}

// archiveIn takes the content of x.tar or x.tgz from a listing.
func archiveIn(t *testing.T, listing string) string {
	t.Helper()
	for line := range strings.Lines(listing) {
		if f := strings.SplitN(line, " ", 3); strings.HasPrefix(f[1], "x.t") {
			return unquote(t, strings.TrimSpace(f[2]))
		}
	}
	t.Fatal("no archive was made")
	return ""
}

func TestTarPacksAndSays(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "x", "d/b": "y"}
	for args, want := range map[string]string{
		"cvf x.tar a d": "a\nd/\nd/b\n|0", "-cvf - a": "!a\n|0", "cf x.tar nope": "!tar: nope: Cannot stat: No such file or directory\ntar: Exiting with failure status due to previous errors\n|2",
		"cf x.tar /w/a": "!tar: Removing leading `/' from member names\n|0", "cf d/x.tar d": "!tar: d/x.tar: file is the archive; not dumped\n|0",
		"cjf x.tar a": "|0",
	} {
		r := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields(args), Files: files})
		got := r.Stdout
		if strings.HasPrefix(want, "!") {
			got = "!" + r.Stderr
		}
		if got += "|" + string(rune('0'+r.Status)); got != want {
			t.Errorf("tar %s: %q", args, got)
		}
	}
}
