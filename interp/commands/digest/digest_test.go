package digest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func cases(files map[string]string, stdin string, lines ...string) (list []commandtest.Case) {
	for _, l := range lines {
		list = append(list, commandtest.Case{Args: strings.Fields(l), Stdin: stdin, Files: files})
	}
	return list
}

func compare(t *testing.T, name string, lists ...[]commandtest.Case) {
	t.Helper()
	var all []commandtest.Case
	for _, l := range lists {
		all = append(all, l...)
	}
	commandtest.Compare(t, Commands(), name, all)
}

func want(stdin, stdout string, args ...string) []commandtest.Case {
	return []commandtest.Case{{Args: args, Stdin: stdin, Pipe: true, Want: &commandtest.Want{Stdout: stdout}}}
}

func TestSums(t *testing.T) {
	t.Parallel()
	empty := map[string]string{
		"md5sum":    "d41d8cd98f00b204e9800998ecf8427e",
		"sha1sum":   "da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"sha224sum": "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
		"sha256sum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"sha384sum": "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
		"sha512sum": "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
		"b2sum":     "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce",
	}
	for _, a := range algorithms {
		if a.command == "" {
			continue // cksum has it
		}
		t.Run(a.command, func(t *testing.T) {
			t.Parallel()
			good := commandtest.Run(t, Commands()[a.command], a.command, commandtest.Case{Args: []string{"a", "b"}, Files: map[string]string{"a": "alpha\n", "b": strings.Repeat("beta", 100)}}).Stdout
			tags := commandtest.Run(t, Commands()[a.command], a.command, commandtest.Case{Args: []string{"--tag", "a"}, Files: map[string]string{"a": "alpha\n"}}).Stdout
			files := map[string]string{"a": "alpha\n", "b": strings.Repeat("beta", 100), "big": strings.Repeat("0123456789", 20000), "dir/": "", "good": good, "tags": tags,
				"bad": strings.Replace(good, "  a", "  b", 1), "missing": strings.Replace(good, "  a", "  gone", 1), "junk": "junk\n" + good, "only": "nothing\n", "block": strings.Repeat("x", 128), "two": strings.Repeat("x", 256), "empty": ""}
			compare(t, a.command, want("", empty[a.command]+"  -\n"), cases(files, "input\n", "", "a", "a b big", "-b a", "-t a", "--tag a", "-z a", "missingfile a", "dir", "-", "block two empty",
				"-c good", "-c bad", "-c missing", "-c junk", "-c only", "-c tags", "-c --quiet good", "-c --quiet bad", "-c --status bad", "-c --strict junk", "-c -w junk", "-c --ignore-missing missing", "-c nofile", "--quiet a", "--tag -c good", "-bc good", "--strict a", "-x", "-c empty"),
				[]commandtest.Case{{Args: []string{"new\nline", "back\\slash"}, Files: map[string]string{"new\nline": "x", "back\\slash": "y"}}, {Args: []string{"-c"}, Stdin: good, Files: files}})
		})
	}
	compare(t, "b2sum", cases(map[string]string{"a": "x"}, "", "-l 256 a", "-l 8 a", "-l 7 a", "-l 520 a", "-l 0 a", "-l x a", "--tag -l 128 a"))
}

func TestCksum(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "alpha\n", "big": strings.Repeat("0123456789", 20000), "dir/": "", "empty": ""}
	compare(t, "cksum", want("", "4294967295 0\n"), cases(files, "input\n", "", "a", "a big empty", "-", "missing a", "-a md5 a", "-a sha256 a big", "-a bsd a big", "-a sysv a big", "-a sha256 --untagged a", "-a blake2b a", "-a crc a", "-x", "-a sm3 a big empty", "-a sm3 --untagged a", "-a blake2b -l 8 a", "-a md5 -z a big"))
	// The host's tool says nothing about a directory.
	compare(t, "cksum", []commandtest.Case{{Args: []string{"dir"}, Files: map[string]string{"dir/": ""}, Differs: "a failed read must show", Want: &commandtest.Want{Stderr: "cksum: dir: Is a directory\n", Status: 1}}})
	compare(t, "sum", want("", "00000     0\n"), cases(files, "input\n", "", "a", "-r a big", "-s a big", "-", "missing a", "dir", "-sr a", "--sysv big empty", "-x", "-s"))
}

func TestBase(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "alpha\n", "big": strings.Repeat("0123456789\xff", 20000), "dir/": "", "b64": "YWxw\naGEK\n", "b32": "MFWHA2DB\nBI======\n", "bad": "YWx*\n", "short": "YWxwaA", "cat": "YQ==YmM=", "one": "YWxwY", "low": "mfwha2db"}
	for name, text := range map[string]string{"base64": "aGVsbG8=\n", "base32": "NBSWY3DP\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 1))
			var list []commandtest.Case
			for range 40 {
				raw := make([]byte, r.IntN(200))
				for i := range raw {
					raw[i] = byte(r.Uint32())
				}
				list = append(list, commandtest.Case{Args: []string{"-w", []string{"0", "1", "7", "76", "200"}[r.IntN(5)]}, Stdin: string(raw)})
			}
			compare(t, name, list, want("hello", text), cases(files, "input", "", "a", "big", "-w 0 big", "-w 10 a", "-d b64", "-d b32", "-d bad", "-di bad", "-d short", "-d cat", "-d one", "-d low", "a b", "missing", "dir", "-w x a", "-d", "-d -i", "--decode b64", "--wrap=5 a", "-x", "-w -1 a"))
			whole := commandtest.Run(t, Commands()[name], name, commandtest.Case{Args: []string{"big"}, Files: files})
			if back := commandtest.Run(t, Commands()[name], name, commandtest.Case{Args: []string{"-d"}, Stdin: whole.Stdout}); back.Stdout != files["big"] || back.Status != 0 {
				t.Errorf("decoding what was encoded: %d, %d bytes", back.Status, len(back.Stdout))
			}
		})
	}
}
