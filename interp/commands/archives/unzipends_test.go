package archives

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// changed is an archive with other bytes at a distance from where a signature is
// last.
func changed(archive, signature string, at int, to ...byte) string {
	b := []byte(archive)
	copy(b[bytes.LastIndex(b, []byte(signature))+at:], to)
	return string(b)
}

// TestUnzipOfOddEnds compares what is made of archives whose ends say what is not
// so: other numbers of members, of parts, and longer comments.
func TestUnzipOfOddEnds(t *testing.T) {
	t.Parallel()
	x := zipball(t, zipped{name: "d/"}, zipped{name: "d/a", data: "one\n"}, zipped{name: "c", data: "x"})
	files := map[string]string{
		"more.zip": changed(x, zipEndMagic, 10, 7), "fewer.zip": changed(x, zipEndMagic, 10, 2), "none.zip": changed(x, zipEndMagic, 10, 0),
		"last.zip": changed(x, zipEndMagic, 4, 1, 0, 1, 0), "second.zip": changed(x, zipEndMagic, 4, 2, 0, 1, 0, 1), "first.zip": changed(x, zipEndMagic, 4, 0, 0, 1, 0),
		"cut.zip": changed(x, zipEndMagic, 20, 9), "text.zip": "no archive",
	}
	var all cases
	for _, name := range []string{"more", "fewer", "none", "last", "second", "first", "cut"} {
		for _, how := range []string{"-l", "-Z", "-Zh", "-Zv", "-Zz", "-t", "-o", "-qo", "-z", "-T"} {
			if how == "-Zv" && name == "none" {
				continue // the host says nothing where the end of the record has to be
			}
			all = append(all, commandtest.Case{Args: []string{how, name + ".zip"}, Files: files})
		}
	}
	all = append(all, commandtest.Case{Args: []string{"-T", "text.zip"}, Files: files}, commandtest.Case{Args: []string{"-Tq", "text.zip"}, Files: files})
	commandtest.Compare(t, Commands(), "unzip", all)
}

// TestUnzipNamesOfOtherSystems compares every byte in names that come from other
// systems, as they are listed and as they are unpacked.
func TestUnzipNamesOfOtherSystems(t *testing.T) {
	t.Parallel()
	var members []zipped
	for from := 0x80; from < 0x100; from += 16 {
		members = append(members, zipped{name: "n" + strings.Repeat("Q", 16)})
	}
	plain := []byte(zipball(t, members...))
	name := byte(0x80)
	var at int
	for {
		i := bytes.Index(plain[at:], []byte("QQQQ"))
		if i < 0 {
			break
		}
		if at += i; name == 0 {
			name = 0x80 // the directory after the members
		}
		for i := range 16 {
			plain[at+i] = name
			name++
		}
	}
	files := map[string]string{}
	for _, s := range []struct {
		name            string
		version, system byte
		external        uint32
	}{{"fat", 20, zipFAT, 32}, {"unix", 30, zipUnix, 0o100644 << 16}, {"hpfs", 20, zipHPFS, 32}, {"ntfs", 20, zipNTFS, 32}, {"ntfs5", 50, zipNTFS, 32}, {"known", 25, zipFAT, 0o100644 << 16}, {"other", 25, zipFAT, 32}} {
		b := bytes.Clone(plain)
		for i := 0; ; i += 4 {
			next := bytes.Index(b[i:], []byte(zipEntryMagic))
			if next < 0 {
				break
			}
			i += next
			b[i+4], b[i+5] = s.version, s.system
			binary.LittleEndian.PutUint32(b[i+38:], s.external)
		}
		files[s.name+".zip"] = string(b)
	}
	var all cases
	for name := range files {
		all = append(all, commandtest.Case{Args: []string{"-Z1", name}, Files: files}, commandtest.Case{Args: []string{"-l", name}, Files: files}, commandtest.Case{Args: []string{"-tL", name}, Files: files}, commandtest.Case{Args: []string{"-o", name}, Files: files}, commandtest.Case{Args: []string{"-LLo", name}, Files: files})
	}
	commandtest.Compare(t, Commands(), "unzip", all)
}

// TestUnzipSaysMore compares what -j, -L and -aa make of names and content that
// they change.
func TestUnzipSaysMore(t *testing.T) {
	t.Parallel()
	x := zipball(t, zipped{name: "../up", data: "x"}, zipped{name: "/abs", data: "y"}, zipped{name: "a/../../Up2", data: "z"}, zipped{name: "../"}, zipped{name: "bin", data: "a\x1ab\r\nc\rd\n\x1a"})
	files := map[string]string{"x.zip": x, "local.zip": changed(x, zipLocalMagic, 30, 'c'), "packed.zip": strings.Replace(zipball(t, zipped{name: "text", data: strings.Repeat("some text ", 50)}), "text", "TEXT", 1)}
	var all cases
	for _, args := range []string{"-j x.zip", "-aa x.zip", "-Lo local.zip", "-LLo local.zip", "-o local.zip", "-t packed.zip", "-L packed.zip", "-O CP437 x.zip"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, SkipStderr: strings.Contains(args, "CP437")})
	}
	commandtest.Compare(t, Commands(), "unzip", all)
}
