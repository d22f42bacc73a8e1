package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// TestStateOfOthersIsRefused needs a file of somebody else: root makes one, and
// everybody else finds one.
func TestStateOfOthersIsRefused(t *testing.T) {
	t.Parallel()
	name := "/etc/passwd"
	if os.Geteuid() == 0 {
		name = filepath.Join(t.TempDir(), "state")
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chown(name, 65534, 65534)); err != nil {
			t.Fatal(err)
		}
	}
	if st, err := readState(name, memory.Options{}); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Errorf("%v, %v", st, err)
	}
}

// TestWriteStateIsWholeOrNotAtAll fails in the middle, and at a name where
// nothing can be put.
func TestWriteStateIsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, full := filepath.Join(dir, "state"), errors.New("full")
	put := func(text string, err error) error {
		return writeState(name, true, func(w io.Writer) error {
			_, failed := io.WriteString(w, text)
			return errors.Join(failed, err)
		})
	}
	if err := put("one", nil); err != nil {
		t.Fatal(err)
	}
	if err := put("tw", full); !errors.Is(err, full) {
		t.Errorf("a failure in the middle: %v", err)
	}
	if err := os.Symlink("elsewhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := writeState(filepath.Join(dir, "link"), false, func(w io.Writer) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := writeState(filepath.Join(dir, "dir"), false, func(w io.Writer) error { return nil }); err == nil {
		t.Error("a directory was replaced")
	}
	text, err := os.ReadFile(name)
	if string(text) != "one" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	list, err := os.ReadDir(dir)
	if len(list) != 3 || err != nil {
		t.Errorf("%v is left, %v", list, err)
	}
}

// TestKeeperComplainsOnce fails again and again.
func TestKeeperComplainsOnce(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	k := &stateKeeper{name: filepath.Join(t.TempDir(), "state"), stderr: &said, save: func(io.Writer) error { return errors.New("no room") }}
	for range 3 {
		k.keep(false)
	}
	k.save = func(io.Writer) error { return executor.ErrNotBegun }
	k.keep(true)
	if got, want := said.String(), "aegish: the state is not saved: no room\n"; got != want {
		t.Errorf("it said %q", got)
	}
	(*stateKeeper)(nil).keep(true)
}

func TestStateIsBounded(t *testing.T) {
	t.Parallel()
	w := &atMost{io.Discard, 3}
	if n, err := w.Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := w.Write([]byte("d")); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
}
