package archives

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// xzFiles has what xz -l and xz -d tell apart.
func xzFiles(t *testing.T) map[string]string {
	t.Helper()
	text := strings.Repeat("a line of text\n", 3000)
	plain, old := hostPacks(t, "xz", "hello\nhello\n"), hostPacks(t, "xz", "hello\n", "--format=lzma")
	blocks := hostPacks(t, "xz", text, "--block-size=10000", "--check=crc32")
	return map[string]string{
		"a.xz": plain, "blocks.xz": blocks, "joined.xz": plain + blocks, "padded.xz": plain + "\x00\x00\x00\x00" + hostPacks(t, "xz", text, "--check=sha256") + "\x00\x00\x00\x00",
		"none.xz": hostPacks(t, "xz", "x", "--check=none"), "empty.xz": hostPacks(t, "xz", ""), "zero.xz": "", "short.xz": plain[:20], "cut.xz": plain[:len(plain)-4],
		"junk.xz": plain + "some garbage", "odd.xz": plain + "\x00", "sum.xz": plain[:len(plain)-20] + "x" + plain[len(plain)-19:], "not.xz": "this is a text and nothing else",
		"old.lzma": old, "long.lzma": hostPacks(t, "xz", text, "--format=lzma", "-9"), "cut.lzma": old[:len(old)-3], "junk.lzma": old + "x", "old.tlz": old,
		"plain": "hello\n", "there": "x", "there.xz": "y", "names": "plain\nthere\n", "names0": "plain\x00there\x00", "d/": "", "other.foo": plain,
	}
}

func TestXZLists(t *testing.T) {
	t.Parallel()
	files := xzFiles(t)
	var all cases
	for name := range files {
		for _, o := range []string{"-l", "-lv", "-lq"} {
			all = append(all, commandtest.Case{Args: []string{o, name}, Files: files})
		}
		all = append(all, commandtest.Case{Args: []string{"--robot", "-lv", name}, Files: files}, commandtest.Case{Args: []string{"--robot", "--list", name}, Files: files})
	}
	for _, args := range []string{"-l a.xz blocks.xz joined.xz none.xz", "-lv a.xz nope padded.xz", "--robot -lv a.xz padded.xz not.xz", "-l", "-lv -", "-l --format=lzma a.xz", "-l --files=names", "-lqq not.xz a.xz", "-l d a.xz"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files})
	}
	commandtest.Compare(t, Commands(), "xz", all)
}

// TestXZListIsBounded keeps no more blocks than fit.
func TestXZListIsBounded(t *testing.T) {
	t.Parallel()
	blocks := hostPacks(t, "xz", strings.Repeat("x", 64<<10), "--block-size=1024")
	const count = 64
	for held, want := range map[int64]error{0: nil, count * xzRecordBytes: nil, count*xzRecordBytes - 1: errMemory} {
		s, err := readXZStreams(bytes.NewReader([]byte(blocks)), held)
		if err != want || err == nil && (s[0].count != count || held > 0 && len(s[0].blocks) != count) {
			t.Errorf("%d bytes held: %v, %v", held, s, err)
		}
	}
}

// FuzzXZList reads indices that are damaged.
func FuzzXZList(f *testing.F) {
	f.Add([]byte(hugeDictionary(1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		streams, err := readXZStreams(bytes.NewReader(data), 1<<16)
		if err == nil && len(streams) == 0 {
			t.Error("no streams and no error")
		}
	})
}

func TestXZOptions(t *testing.T) {
	t.Parallel()
	files := xzFiles(t)
	links := map[string]string{"l.xz": "a.xz"}
	var all cases
	for _, args := range []string{
		"-dk old.lzma", "-dc old.lzma a.xz", "-d --format=xz old.lzma", "-dk --format=lzma old.lzma", "-d --format=lzma a.xz", "-d old.tlz", "-dc long.lzma", "-t cut.lzma", "-t junk.lzma", "-dcf plain", "-dcf not.xz a.xz", "-dcf zero.xz",
		"-dcf --format=xz plain", "--single-stream -dc joined.xz", "--single-stream -t junk.xz", "-dc junk.xz", "-t odd.xz", "--ignore-check -dc sum.xz", "-t sum.xz", "-dk --suffix=.foo other.foo", "-dS .foo a.xz", "-S x/y plain",
		"-d other.foo", "-dQ other.foo", "-dq other.foo", "-dqq not.xz", "-kv there", "plain --check=md5", "plain --format=x", "-T x plain", "-T0 -dk a.xz", "-M x plain", "-M 50% -dk a.xz", "--block-size=x plain", "-d l.xz", "-dk l.xz", "a.xz", "-f a.xz", "-F lzma old.lzma",
		"--lzma2=dict=1 plain", "--lzma2=lc=4,lp=1 plain", "--lzma2=lc=9 plain", "--lzma2=pb=5 plain", "--lzma2=nice=1 plain", "--lzma2=mode=x plain", "--lzma2=x=1 plain", "--lzma2=dict plain", "--lzma1 plain", "--lzma2 --lzma2 plain",
		"--files=names0 -k", "--files=nope", "--files=names --files=names", "--files0=names -k", "-dkv a.xz old.lzma joined.xz", "-tv blocks.xz", "--nope", "-d d a.xz", "-dv - ",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Links: links, Stdin: files["a.xz"]})
	}
	all = append(all, commandtest.Case{Args: []string{"-k", "a.xz"}, Env: []string{"XZ_OPT=-dv"}, Files: files}, commandtest.Case{Args: []string{"-c", "a.xz"}, Env: []string{"XZ_DEFAULTS=-d"}, Files: files},
		commandtest.Case{Args: []string{"-dk", "--files"}, Files: files, Stdin: "a.xz\n\nold.lzma\n"}, commandtest.Case{Args: []string{"-dk", "--files0"}, Files: files, Stdin: "a.xz\x00old.lz"})
	commandtest.Compare(t, Commands(), "xz", all)
	for name, args := range map[string]string{"lzma": "-dk old.lzma a.xz", "unlzma": "-k old.lzma a.xz", "lzcat": "old.lzma a.xz"} {
		commandtest.Compare(t, Commands(), name, cases{{Args: strings.Fields(args), Files: files}})
	}
}

// TestHostExpandsXZ has the host read what options change.
func TestHostExpandsXZ(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a line of text\n", 20_000)
	for _, args := range []string{"-0", "-9e", "--check=none", "-C sha256", "-C crc32", "--block-size=65536", "--block-size=1", "--lzma2=dict=64KiB,lc=0,lp=2,pb=1", "--lzma2=preset=1", "-F lzma", "-F lzma --lzma1=dict=4KiB,pb=0", "-T4", "-M 100MiB"} {
		r := commandtest.Run(t, Commands()["xz"], "xz", commandtest.Case{Args: append(strings.Fields(args), "-c"), Stdin: text})
		h, ok := commandtest.Host(t, "xz", commandtest.Case{Args: []string{"-dc"}, Stdin: r.Stdout})
		if r.Status != 0 || ok && (h.Status != 0 || h.Stdout != text) {
			t.Errorf("xz %s: %d %s, the host says %d %s", args, r.Status, r.Stderr, h.Status, h.Stderr)
		}
		own := commandtest.Run(t, Commands()["xz"], "xz", commandtest.Case{Args: []string{"-dc"}, Stdin: r.Stdout})
		if own.Status != 0 || own.Stdout != text {
			t.Errorf("xz %s: %d %s expanding", args, own.Status, own.Stderr)
		}
	}
}

// TestLZMADictionaryIsBounded refuses a dictionary before it is allocated.
func TestLZMADictionaryIsBounded(t *testing.T) {
	t.Parallel()
	const dictionary = 1 << 20
	header := "\x5d\x00\x00\x10\x00" + strings.Repeat("\xff", 8) + strings.Repeat("\x00", 16)
	for held, refused := range map[int64]bool{dictionary: false, dictionary - 1: true} {
		if z, err := expandLZMA(buffered(strings.NewReader(header)), held); (err == errMemory) != refused {
			t.Errorf("%d bytes held: %v, %v", held, z, err)
		}
	}
	if _, err := expandLZMA(buffered(strings.NewReader("\x5d\x00\x00\x00\xf0"+header[5:])), 1<<62); err != errFormat && err != errMemory {
		t.Error(err)
	}
}
