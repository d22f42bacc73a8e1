package archives

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// gzipMember makes a member with these flags and what they announce.
func gzipMember(t *testing.T, flags byte, stamp uint32, fields, data string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(gzipMagic + "\x08")
	b.WriteByte(flags)
	b.Write(binary.LittleEndian.AppendUint32(nil, stamp))
	b.WriteString("\x00\x03" + fields)
	if flags&gzipSum != 0 {
		b.Write(binary.LittleEndian.AppendUint16(nil, uint16(crc32.ChecksumIEEE(b.Bytes()))))
	}
	z, err := flate.NewWriter(&b, 9)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(data))
	z.Close()
	b.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(data))), uint32(len(data))))
	return b.String()
}

// TestGzipHeaders has names, times and flags of all kinds.
func TestGzipHeaders(t *testing.T) {
	t.Parallel()
	const data, stamp = "hello\nhello\n", 1_000_000_000
	named := gzipMember(t, gzipName, stamp, "orig\x00", data)
	files := map[string]string{
		"named.gz": named, "evil.gz": gzipMember(t, gzipName, stamp, "../evil\x00", data), "slash.gz": gzipMember(t, gzipName, 0, "/etc/x\x00", data),
		"there.gz": gzipMember(t, gzipName, stamp, "orig2\x00", data), "orig2": "there", "none.gz": gzipMember(t, 0, stamp, "", data),
		"empty.gz": gzipMember(t, gzipName, stamp, "\x00", data), "comment.gz": gzipMember(t, gzipName|gzipComment, stamp, "o2\x00hi\x00", data),
		"extra.gz": gzipMember(t, gzipExtra|gzipName, stamp, "\x06\x00ab\x02\x00xyo3\x00", data), "sum.gz": gzipMember(t, gzipSum|gzipName, stamp, "o4\x00", data),
		"latin.gz": gzipMember(t, gzipName, stamp, "\xfc\x00", data), "unknown.gz": gzipMember(t, 0x40, 0, "", data), "encrypted.gz": gzipMember(t, gzipEncrypted, 0, "", data),
		"method.gz": strings.Replace(named, "\x08", "\x07", 1), "nosum.gz": strings.Replace(gzipMember(t, gzipSum|gzipName, stamp, "o5\x00", data), "o5", "o6", 1),
		"two.gz": named + gzipMember(t, gzipName, 2*stamp, "second\x00", strings.Repeat(data, 9)), "junk.gz": named + named + "junk", "zeros.gz": named + "\x00\x00\x00", "late.gz": named + "\x00\x00" + named,
		"one.gz": named + "x", "length.gz": named[:len(named)-1] + "\x01", "both.gz": named[:len(named)-8] + "12345678", "Up.GZ": named,
		"long.gz": gzipMember(t, gzipName, stamp, strings.Repeat("n", gzipNameBytes+1)+"\x00", data),
		"a-gz":    named, "b.z": named, "c_z": named, "d-z": named, "e.TGZ": named, "cut.gz": named[:9], "cut2.gz": named[:2],
	}
	var all cases
	for name := range files {
		for _, o := range []string{"-dk", "-dkN", "-dkvN", "-dkn", "-l", "-lN", "-lq", "-t", "-tv", "-dcf", "-dcv"} {
			all = append(all, commandtest.Case{Args: []string{o, name}, Files: files})
		}
	}
	for _, args := range []string{"-l none.gz nope named.gz", "-l none.gz junk.gz", "-lq none.gz named.gz", "-lN", "-dN", "-dc none.gz cut.gz named.gz", "-t cut.gz none.gz", "-t both.gz none.gz", "-dk b d", "b.z", "-qN b.z", "-v e.TGZ", "-dq junk.gz orig2", "-S .GZ -dk Up", "-dS _z -k c"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Stdin: named})
	}
	commandtest.Compare(t, Commands(), "gzip", all)
}

// TestGzipListsTimes is about what the time of the file, or of the header, does
// to -lv; the host's files are made at another time.
func TestGzipListsTimes(t *testing.T) {
	t.Parallel()
	member := gzipMember(t, gzipName, 1_000_000_000, "orig\x00", "hello\nhello\n")
	commandtest.Compare(t, Commands(), "gzip", cases{
		{Args: []string{"-lvN", "a.gz"}, Files: map[string]string{"a.gz": member}},
		{Args: []string{"-lqvN", "a.gz", "a.gz"}, Files: map[string]string{"a.gz": member}},
		{Args: []string{"-lv"}, Stdin: member, Pipe: true},
		{Args: []string{"-lvN"}, Stdin: member, Pipe: true},
	})
}

func TestGzipEnvironment(t *testing.T) {
	t.Parallel()
	var all cases
	for _, value := range []string{"-d", "-9", "-9 -n", "--fast", "--stdout", "-nv9", "x", "-", "--"} {
		all = append(all, commandtest.Case{Args: []string{"-t"}, Env: []string{"GZIP=" + value}, Stdin: gzipMember(t, 0, 0, "", "hello")})
	}
	commandtest.Compare(t, Commands(), "gzip", all)
}

func TestGzip(t *testing.T) {
	t.Parallel()
	plain := hostPacks(t, "gzip", "hello\nhello\n")
	files := map[string]string{"a.gz": plain, "b.gz": plain, "b": "there", "c": "text\n", "d/": "", "x.gz": "no gzip\n", "cut.gz": plain[:20],
		"junk.gz": plain + "junk", "pad.gz": plain + "\x00\x00\x00", "twice.gz": plain + plain, "e.tgz": plain, "f-gz": plain, "g.foo": plain,
		"sum.gz": plain[:len(plain)-8] + "\x00" + plain[len(plain)-7:], "empty.gz": "", "r/a.gz": plain, "r/s/b.gz": plain}
	links := map[string]string{"l": "c", "l.gz": "a.gz"}
	var all cases
	for _, args := range []string{
		"-d a.gz", "-dk a.gz", "-d b.gz", "-df b.gz", "-dv a.gz", "-dkv a.gz", "-d nope", "-d c", "-d d", "-d x.gz", "-dc x.gz", "-dcf x.gz c",
		"-t a.gz", "-tv a.gz twice.gz", "-t x.gz", "-t cut.gz", "-dc cut.gz", "-d cut.gz", "-dc junk.gz", "-d junk.gz", "-dq junk.gz", "-dc pad.gz",
		"-dc twice.gz a.gz", "-d e.tgz", "-dv e.tgz", "-d f-gz", "-d g.foo", "-dS .foo g.foo", "-l a.gz", "-l a.gz c", "-lq a.gz", "-d l.gz", "-dc l.gz",
		"l", "a.gz", "d", "c.nope", "--decompress --stdout a.gz", "-dc sum.gz", "-d empty.gz", "-dr r", "-dc nope a.gz", "-dc a.gz nope", "-cd", "-x", "--nope", "-0 c", "-S", "-rk r", "-rd r", "-rt r", "-rl r/s", "-drv r/s", "-kq b", "-t", "--s c", "-fd d", "-tr d", "-fdc c a.gz",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Links: links, Stdin: plain})
	}
	commandtest.Compare(t, Commands(), "gzip", all)
	commandtest.Compare(t, Commands(), "gunzip", cases{{Args: []string{"a.gz"}, Files: files, SkipStderr: true,
		Differs: "the host's is a script", Want: &commandtest.Want{}}})
	commandtest.Compare(t, Commands(), "zcat", cases{{Args: []string{"a.gz", "twice.gz"}, Files: files,
		Differs: "the host's is a script", Want: &commandtest.Want{Stdout: strings.Repeat("hello\n", 6)}}})
}

func TestGzipKeepsAndReplaces(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "one\n", "b": "two\n", "b.gz": "there"}
	for args, want := range map[string][]string{
		"a": {"a.gz"}, "-k a": {"a", "a.gz"}, "-c a": {"a"}, "b": {"b", "b.gz"}, "-S .z a": {"a.z"}, "-n a": {"a.gz"},
	} {
		r := commandtest.Run(t, Commands()["gzip"], "gzip", commandtest.Case{Args: strings.Fields(args), Files: files})
		for _, name := range want {
			if !strings.Contains(r.Files, " "+name+" ") {
				t.Errorf("gzip %s: no %s in\n%s", args, name, r.Files)
			}
		}
		if n := strings.Count(r.Files, "\n"); args != "b" && n != len(want)+2 {
			t.Errorf("gzip %s leaves\n%s", args, r.Files)
		}
	}
}
