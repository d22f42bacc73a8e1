package archives

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

type cases = []commandtest.Case

// hostPacks compresses with the host's tool, or with ours of that name where the
// host has none.
func hostPacks(t *testing.T, tool, data string, args ...string) string {
	t.Helper()
	c := commandtest.Case{Args: append([]string{"-c"}, args...), Stdin: data, Pipe: true}
	r, ok := commandtest.Host(t, tool, c)
	if !ok {
		r = commandtest.Run(t, Commands()[tool], tool, c)
	}
	if r.Status != 0 {
		t.Fatalf("%s: %d %s", tool, r.Status, r.Stderr)
	}
	return r.Stdout
}

// samples are inputs that formats treat differently.
func samples() map[string]string {
	r := rand.New(rand.NewPCG(7, 7))
	noise := make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return map[string]string{
		"empty": "", "byte": "x", "text": strings.Repeat("the quick brown fox\n", 20_000),
		"noise": string(noise), "zeros": strings.Repeat("\x00", 2_000_000), "short": "hello\nhello\n",
	}
}

// TestExpandWhatTheHostPacked is one direction; TestHostExpandsWhatWePack the
// other.
func TestExpandWhatTheHostPacked(t *testing.T) {
	t.Parallel()
	for tool, flags := range map[string][]string{
		"gzip": {"-1", "-9"}, "bzip2": {"-1", "-9"}, "zstd": {"-1", "-19", "--no-check"},
		"xz": {"-0", "-9", "--check=none", "--check=crc32", "--check=sha256", "--block-size=100000"},
	} {
		for name, data := range samples() {
			packed := ""
			for _, f := range flags {
				one := hostPacks(t, tool, data, f)
				packed += one
				r := commandtest.Run(t, Commands()[tool], tool, commandtest.Case{Args: []string{"-dc"}, Stdin: one, Pipe: true})
				if r.Status != 0 || r.Stdout != data {
					t.Errorf("%s %s of %s: %d %s, %d bytes", tool, f, name, r.Status, r.Stderr, len(r.Stdout))
				}
			}
			r := commandtest.Run(t, Commands()[tool], tool, commandtest.Case{Args: []string{"-d", "-c", "-"}, Stdin: packed})
			if r.Status != 0 || r.Stdout != strings.Repeat(data, len(flags)) {
				t.Errorf("%s: %s several times: %d %s", tool, name, r.Status, r.Stderr)
			}
		}
	}
}

func TestHostExpandsWhatWePack(t *testing.T) {
	t.Parallel()
	for tool, flags := range map[string][]string{"gzip": {"-1", "-6", "-9", "--best"}, "bzip2": {"-1", "-9"}, "xz": {"-0", "-6"}, "zstd": {"-1", "-3", "-19"}} {
		for name, data := range samples() {
			for _, f := range flags {
				r := commandtest.Run(t, Commands()[tool], tool, commandtest.Case{Args: []string{f, "-c"}, Stdin: data, Pipe: true})
				if r.Status != 0 {
					t.Fatalf("%s %s: %s", tool, f, r.Stderr)
				}
				h, ok := commandtest.Host(t, tool, commandtest.Case{Args: []string{"-dc"}, Stdin: r.Stdout})
				if ok && (h.Status != 0 || h.Stdout != data) {
					t.Errorf("%s %s of %s: the host says %d %s", tool, f, name, h.Status, h.Stderr)
				}
			}
		}
	}
}

func TestXZ(t *testing.T) {
	t.Parallel()
	plain := hostPacks(t, "xz", "hello\nhello\n")
	files := map[string]string{"a.xz": plain, "b.xz": plain, "b": "there", "x.xz": "none", "d/": "", "e.txz": plain, "two.xz": plain + "\x00\x00\x00\x00" + plain,
		"cut.xz": plain[:30], "odd": plain, "pad.xz": plain + "\x00\x00", "junk.xz": plain + "junk", "empty.xz": "", "head.xz": plain[:3]}
	var all cases
	for _, args := range []string{"-d a.xz", "-dk a.xz", "-d b.xz", "-df b.xz", "-d x.xz", "-dc x.xz", "-dcf x.xz", "-d nope.xz", "-d d", "-d e.txz", "-dc two.xz", "-dc",
		"-t a.xz", "-d l", "-dk odd", "-dc a.xz two.xz", "-dc cut.xz", "-d cut.xz", "-d pad.xz", "-d junk.xz", "-d empty.xz", "-d head.xz"} {
		c := commandtest.Case{Args: strings.Fields(args), Files: files, Links: map[string]string{"l": "a.xz"}, Stdin: plain}
		all = append(all, c)
	}
	commandtest.Compare(t, Commands(), "xz", all)
	for _, text := range []string{"", "hello\n", strings.Repeat("some text, and again\n", 9000)} {
		ours := commandtest.Run(t, Commands()["xz"], "xz", commandtest.Case{Stdin: text})
		back, ok := commandtest.Host(t, "xz", commandtest.Case{Args: []string{"-dc"}, Stdin: ours.Stdout})
		if ours.Status != 0 || ok && back.Stdout != text {
			t.Errorf("%d bytes: the host expands %d, %s%s", len(text), len(back.Stdout), ours.Stderr, back.Stderr)
		}
	}
	commandtest.Compare(t, Commands(), "xzcat", cases{{Args: []string{"a.xz", "b.xz"}, Files: files}})
	commandtest.Compare(t, Commands(), "unxz", cases{{Args: []string{"a.xz"}, Files: files}})
}

func TestZstd(t *testing.T) {
	t.Parallel()
	plain := hostPacks(t, "zstd", "hello\nhello\n")
	files := map[string]string{"a.zst": plain, "b.zst": plain, "b": "there", "x.zst": "none", "e.tzst": plain, "two.zst": plain + plain, "c": "text\n",
		"cut.zst": plain[:15], "skip.zst": "\x50\x2a\x4d\x18\x04\x00\x00\x00abcd" + plain,
		"d/": "", "zero.zst": "", "head.zst": plain[:2], "old.gz": hostPacks(t, "gzip", "old\n"), "names": "a.zst\ntwo.zst\n"}
	var all cases
	for _, args := range []string{"-d a.zst", "-dq a.zst", "-d --rm a.zst", "-dqf b.zst", "-d x.zst", "-dc x.zst", "-dcf x.zst", "-d nope.zst", "-d e.tzst", "-dc two.zst", "-dc",
		"-t a.zst", "-dc a.zst two.zst", "-dc skip.zst", "-d a.zst -o out"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Stdin: plain})
	}
	for _, args := range []string{
		"-d b.zst", "-d c", "-d cut.zst", "-dq b.zst", "-d a.zst b.zst", "-d a.zst e.tzst nope.zst", "-t a.zst two.zst x.zst", "-dqq x.zst", "-dc a.zst x.zst", "-d a.zst two.zst -o out", "-qd a.zst two.zst -o out", "-df a.zst two.zst -o out",
		"-l a.zst", "-l a.zst two.zst skip.zst nope", "-l -", "-d l.zst", "-df l.zst", "-d d", "-d zero.zst", "-dc head.zst", "-dcf c", "-dc --pass-through c", "-dcf --no-pass-through c", "-d old.gz", "-dc old.gz a.zst", "-c l.zst", "d", "nope c.zst", "-D nope a.zst", "-dD a.zst nope.zst",
		"-d --output-dir-flat d a.zst",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Links: map[string]string{"l.zst": "a.zst"}, Stdin: "n\n"})
	}
	all = append(all, commandtest.Case{Args: []string{"-d", "b.zst"}, Files: files, Stdin: "y\n"}, commandtest.Case{Args: []string{"-d", "--filelist", "names"}, Files: files})
	commandtest.Compare(t, Commands(), "zstd", all)
	commandtest.Compare(t, Commands(), "zstdcat", cases{{Args: []string{"a.zst", "b.zst"}, Files: files}})
	commandtest.Compare(t, Commands(), "unzstd", cases{{Args: []string{"a.zst"}, Files: files}})
}

// hugeDictionary is a stream of xz whose only block asks for 4 GiB.
func hugeDictionary(code byte) string {
	var b bytes.Buffer
	sum := func(p []byte) []byte { return binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(p)) }
	b.WriteString(xzMagic + "\x00\x01")
	b.Write(sum([]byte{0, 1}))
	header := []byte{2, 0, lzma2, 1, code, 0, 0, 0}
	b.Write(header)
	b.Write(sum(header))
	return b.String()
}

func TestWindowsAreBounded(t *testing.T) {
	t.Parallel()
	for code, want := range map[byte]string{30: "Unexpected end", 31: "Memory usage limit", 40: "Memory usage limit", 41: "Unsupported", 255: "Unsupported"} {
		r := commandtest.Run(t, Commands()["xz"], "xz", commandtest.Case{Args: []string{"-dc"}, Stdin: hugeDictionary(code)})
		if r.Status != 1 || !strings.Contains(r.Stderr, want) {
			t.Errorf("dictionary %d: %d %s", code, r.Status, r.Stderr)
		}
	}
	for log, want := range map[byte]string{17: "premature end", 18: "too much memory", 21: "too much memory"} {
		frame := "\x28\xb5\x2f\xfd\x00" + string([]byte{log << 3}) + "\x02"
		r := commandtest.Run(t, Commands()["zstd"], "zstd", commandtest.Case{Args: []string{"-dc"}, Stdin: frame})
		if r.Status != 1 || !strings.Contains(r.Stderr, want) {
			t.Errorf("window 2^%d: %d %s", log+10, r.Status, r.Stderr)
		}
	}
}

// TestDamagedInputEnds turns bits and cuts at every place: never a panic, and
// never another text with a status of 0 where the format has a checksum.
func TestDamagedInputEnds(t *testing.T) {
	t.Parallel()
	const text = "hello, hello, hello, hello\n"
	for _, tool := range []string{"gzip", "bzip2", "xz", "zstd"} {
		packed := hostPacks(t, tool, text)
		for i := range packed {
			for _, bad := range []string{packed[:i], packed[:i] + string([]byte{packed[i] ^ 0x10}) + packed[i+1:], packed[:i] + fmt.Sprint(i) + packed[i:]} {
				r := commandtest.Run(t, Commands()[tool], tool, commandtest.Case{Args: []string{"-dc"}, Stdin: bad})
				if r.Status == 0 && r.Stdout != text {
					t.Errorf("%s damaged at %d: %q %s", tool, i, r.Stdout, r.Stderr)
				}
			}
		}
	}
}

// TestZstdDictionaries compresses and expands with a dictionary, here and with
// the host's tool.
func TestZstdDictionaries(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("what both have in common, ", 20)
	files := map[string]string{"dict": text, "a": text[:300] + "and not"}
	ours := commandtest.Run(t, Commands()["zstd"], "zstd", commandtest.Case{Args: []string{"-D", "dict", "-c", "a"}, Files: files})
	theirs, ok := commandtest.Host(t, "zstd", commandtest.Case{Args: []string{"-D", "dict", "-c", "a"}, Files: files})
	if !ok {
		theirs = ours
	}
	for _, packed := range []string{ours.Stdout, theirs.Stdout} {
		c := commandtest.Case{Args: []string{"-D", "dict", "-dc"}, Files: files, Stdin: packed}
		if r := commandtest.Run(t, Commands()["zstd"], "zstd", c); r.Status != 0 || r.Stdout != files["a"] {
			t.Errorf("%d %s%s", r.Status, r.Stdout, r.Stderr)
		}
		if r, ok := commandtest.Host(t, "zstd", c); ok && (r.Status != 0 || r.Stdout != files["a"]) {
			t.Errorf("the host: %d %s%s", r.Status, r.Stdout, r.Stderr)
		}
	}
	few := command.Limits{LineBytes: 1 << 16, HeldBytes: heldShare * 100, Steps: 1 << 16}
	for size, want := range map[int]string{100: "", 101: "too large"} {
		status, errs, _ := small(t, t.Context(), few, map[string]string{"dict": text[:size], "a": "x"}, "zstd", "-q", "-D", "/dict", "/a")
		if (want == "") != (status == 0) || !strings.Contains(errs, want) {
			t.Errorf("a dictionary of %d bytes: %d %s", size, status, errs)
		}
	}
}
