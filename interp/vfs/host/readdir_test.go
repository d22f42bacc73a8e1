package host

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReadDirIsThatOfPackageOS compares names and kinds, of a directory that
// takes several reads.
func TestReadDirIsThatOfPackageOS(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for i := range 3000 {
		if err := os.WriteFile(fmt.Sprintf("%s/%d file of a long name", root, i), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{
		os.Mkdir(root+"/dir", 0o700), os.Symlink("nowhere", root+"/link"), syscall.Mkfifo(root+"/pipe", 0o600),
		os.WriteFile(root+"/new\nline\xff", nil, 0o600), os.Mkdir(root+"/empty", 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f, err := New(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"/", "/empty"} {
		want, err := os.ReadDir(filepath.Join(root, dir))
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b fs.DirEntry) bool {
			return a.Name() == b.Name() && a.Type() == b.Type() && a.IsDir() == b.IsDir()
		}
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%s: %d entries, want %d", dir, len(got), len(want))
		}
	}
}

// TestRecordsAreBounded checks that a record which is no whole one ends the list.
func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	whole := packed("name", unix.DT_DIR)
	if r, rest := firstEntry(whole + whole); r != (record{"name", unix.DT_DIR}) || rest != whole {
		t.Errorf("%+v, %q", r, rest)
	}
	for n := range len(whole) {
		if r, rest := firstEntry(whole[:n]); r.name != "" || rest != "" {
			t.Errorf("%d bytes: %+v, %q", n, r, rest)
		}
	}
}

// packed is a record as getdents64(2) writes it.
func packed(name string, kind byte) string {
	b := make([]byte, recordName, 64)
	b[recordKind] = kind
	b = append(b, name+"\x00"...)
	binary.NativeEndian.PutUint16(b[recordLength:], uint16(len(b)))
	return string(b)
}

// TestKindsThatAreNotTold looks names up whose kind a filesystem does not tell.
func TestKindsThatAreNotTold(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.Symlink("/", root+"/link"); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Open(root, unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if r := (record{"link", unix.DT_UNKNOWN}); !lookUp(fd, &r) || r.kind != unix.DT_LNK {
		t.Errorf("a link is %+v", r)
	}
	if r := (record{"gone", unix.DT_UNKNOWN}); lookUp(fd, &r) {
		t.Errorf("what is gone is %+v", r)
	}
}
