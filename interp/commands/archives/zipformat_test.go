package archives

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// archiveOf is the content of a file in the listing of a run.
func archiveOf(t *testing.T, listing, name string) string {
	t.Helper()
	for line := range strings.Lines(listing) {
		if f := strings.SplitN(line, " ", 3); len(f) == 3 && f[1] == name {
			return unquote(t, strings.TrimSpace(f[2]))
		}
	}
	return ""
}

// TestZipWritesWhatTheHostWrites compares what the host's unzip tells of archives
// of both: methods, levels, text or not, extra fields, comments, and all that of
// members that are copied.
func TestZipWritesWhatTheHostWrites(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": strings.Repeat("hello\n", 40), "b": "x", "e": "", "bin": strings.Repeat("\x00\x01\x02", 90), "d/f": "in d\n", "é": "letter"}
	old, ok := commandtest.Host(t, "zip", commandtest.Case{Args: []string{"-qc", "old.zip", "a", "b", "bin"}, Files: files, Stdin: "of a\n\nof bin\n"})
	if !ok {
		return
	}
	files["old.zip"] = archiveOf(t, old.Files, "old.zip")
	rate, when := regexp.MustCompile(`deflated \d+%`), regexp.MustCompile(`\S+ \d\d:\d\d`)
	for _, args := range []string{
		"x.zip a b e bin d é", "-9 x.zip a", "-1 x.zip a", "-0 x.zip a b", "-X x.zip a d d/f", "-Z bzip2 x.zip a bin b", "-Z store x.zip a", "-Zd x.zip a", "-c x.zip a b", "-z x.zip a", "-cz x.zip a b",
		"-d old.zip b --out x.zip", "old.zip d/f -O x.zip", "-u old.zip b e -O x.zip", "-cz old.zip e -O x.zip", "-x@none x.zip a", "-x a", "-u - a", "-Z bad x.zip a", "x.zip a -x ./a b",
	} {
		c := commandtest.Case{Args: strings.Fields(args), Files: files, Stdin: "first\nsecond\n.\n"}
		host, _ := commandtest.Host(t, "zip", c)
		ours := commandtest.Run(t, Commands()["zip"], "zip", c)
		if host.Status != ours.Status || rate.ReplaceAllString(host.Stdout, "") != rate.ReplaceAllString(ours.Stdout, "") || host.Stderr != ours.Stderr {
			t.Errorf("zip %s: %d %q %q, the host %d %q %q", args, ours.Status, ours.Stdout, ours.Stderr, host.Status, host.Stdout, host.Stderr)
		}
		told := func(r commandtest.Result) string {
			c := commandtest.Case{Args: []string{"-Zlz", "x.zip"}, Files: map[string]string{"x.zip": archiveOf(t, r.Files, "x.zip")}}
			long, _ := commandtest.Host(t, "unzip", c)
			c.Args[0] = "-l"
			short, _ := commandtest.Host(t, "unzip", c)
			lines := strings.Split(long.Stdout, "\n")
			for i, line := range lines {
				if strings.HasPrefix(line, "Zip file size") {
					lines[i] = ""
				}
				if f := strings.Fields(line); len(f) == 10 && f[6] != "stor" {
					f[5] = "-" // another encoder
					lines[i] = strings.Join(f, " ")
				}
			}
			return when.ReplaceAllString(strings.Join(lines[min(2, len(lines)):max(2, len(lines)-2)], "\n")+short.Stdout, "")
		}
		if want, got := told(host), told(ours); got != want {
			t.Errorf("zip %s makes\n%s\nthe host\n%s", args, got, want)
		}
	}
}

// TestZipFilters packs standard input.
func TestZipFilters(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-q - -", "-q"} {
		r := commandtest.Run(t, Commands()["zip"], "zip", commandtest.Case{Args: strings.Fields(args), Stdin: "some text"})
		back := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: []string{"-p", "x.zip"}, Files: map[string]string{"x.zip": r.Stdout}})
		if r.Status != 0 || back.Stdout != "some text" {
			t.Errorf("zip %s: %d %q, and back %d %q", args, r.Status, r.Stderr, back.Status, back.Stdout)
		}
	}
	r := commandtest.Run(t, Commands()["zip"], "zip", commandtest.Case{Args: []string{"x.zip", "a"}, Files: map[string]string{"a": "x"}, Env: []string{"ZIPOPT=-q -j"}})
	if r.Status != 0 || r.Stdout != "" {
		t.Errorf("with ZIPOPT: %d %q", r.Status, r.Stdout)
	}
}

// TestZipWideNumbers writes numbers of a directory around what 32 bits hold.
func TestZipWideNumbers(t *testing.T) {
	t.Parallel()
	for _, n := range []uint64{math.MaxUint32 - 1, math.MaxUint32, math.MaxUint32 + 1} {
		for shift := range 8 {
			pick := func(bit int) uint64 { return n * uint64(shift>>bit&1) }
			e := &zipEntry{rawName: "name", rawComment: "note", size: pick(0), packed: pick(1), offset: pick(2), extra: extraOf(zipTimes, []byte{1, 2, 3, 4, 5})}
			var out bytes.Buffer
			w := &zipOut{ctx: context.Background(), to: &out, entries: []*zipEntry{e}}
			if err := w.close("end"); err != nil {
				t.Fatal(err)
			}
			back := commandtest.Run(t, Commands()["unzip"], "unzip", commandtest.Case{Args: []string{"-Zv", "x.zip"}, Files: map[string]string{"x.zip": out.String()}})
			told := strings.Join(strings.Fields(back.Stdout), " ")
			for _, want := range []string{fmt.Sprintf(" uncompressed size: %d bytes", e.size), fmt.Sprintf(" compressed size: %d bytes", e.packed), fmt.Sprintf("archive: %d (", e.offset), " note ", " name "} {
				if !strings.Contains(told, want) {
					t.Errorf("%d, %d: no %q in %s", n, shift, want, told)
				}
			}
		}
	}
}

// TestZipOfArchivesThatLie changes archives whose members are not where, or not as
// long as, their directories say.
func TestZipOfArchivesThatLie(t *testing.T) {
	t.Parallel()
	x := zipball(t, zipped{name: "a", data: "one"}, zipped{name: "b", data: "two"})
	for name, archive := range map[string]string{
		"offset": changed(x, zipEntryMagic, 42, 9), "far": changed(x, zipEntryMagic, 42, 0xff, 0xff, 0xff, 0x7f), "packed": changed(x, zipEntryMagic, 20, 0xff, 0xff, 0xff, 0x7f),
		"local": changed(x, zipLocalMagic, 0, 0), "count": changed(x, zipEndMagic, 10, 9),
	} {
		r := commandtest.Run(t, Commands()["zip"], "zip", commandtest.Case{Args: []string{"x.zip", "new"}, Files: map[string]string{"x.zip": archive, "new": "3"}})
		if r.Status != zipDamaged || archiveOf(t, r.Files, "x.zip") != archive || strings.Contains(r.Files, ".tmp") {
			t.Errorf("%s: %d %s %s", name, r.Status, r.Stdout, r.Files)
		}
	}
}
