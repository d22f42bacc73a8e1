package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"golang.org/x/sys/unix"
)

func openFileLog(t *testing.T, path string) *Log {
	t.Helper()
	l, err := Open(config.Audit{Sink: config.SinkFile, File: path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// lines reads the trail and holds each line to be JSON.
func lines(t *testing.T, path string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 {
		return nil
	}
	if text[len(text)-1] != '\n' {
		t.Errorf("the trail ends in %q", text[max(0, len(text)-20):])
	}
	all := bytes.Split(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	for i, line := range all {
		if !json.Valid(line) {
			t.Errorf("line %d is no JSON: %.200q", i+1, line)
		}
	}
	return all
}

// openAndRecord is a role: a session with no umask that keeps one record.
func openAndRecord(path string) error {
	syscall.Umask(0)
	l, err := Open(config.Audit{Sink: config.SinkFile, File: path}, nil)
	if err != nil {
		return err
	}
	return errors.Join(l.Reserve(), l.Record(newRecord()), l.Close())
}

func TestFileIsMadeForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.log")
	if said := play(t, "open", path, nil); said != "" {
		t.Fatal(said)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	if n := len(lines(t, path)); n != 1 {
		t.Errorf("%d lines, want 1", n)
	}
}

func TestFileIsAppendedTo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.log")
	for session := range 3 {
		l := openFileLog(t, path)
		if err := errors.Join(l.Reserve(), l.Record(newRecord()), l.Warn(newWarning()), l.Close()); err != nil {
			t.Fatal(err)
		}
		if n := len(lines(t, path)); n != 2*(session+1) {
			t.Errorf("%d lines after session %d", n, session+1)
		}
	}
}

// TestUnsafeFilesAreRefused opens what may be in the file's place. None of it
// may be waited for, written to or replaced.
func TestUnsafeFilesAreRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"symbolic link", func(path string) error {
			return errors.Join(os.WriteFile(path+".target", nil, 0o600), os.Symlink(path+".target", path))
		}, "is a symbolic link"},
		{"dangling link", func(path string) error { return os.Symlink(path+".target", path) }, "is a symbolic link"},
		{"FIFO", func(path string) error { return unix.Mkfifo(path, 0o600) }, "no such device or address"},
		{"FIFO with a reader", fifoWithReader, "not a regular file"},
		{"directory", func(path string) error { return os.Mkdir(path, 0o700) }, "is a directory"},
		{"socket", func(path string) error { _, err := net.Listen("unix", path); return err }, "no such device or address"},
		{"group may write", fileWithMode(0o620), "writable by group or others (mode 0620)"},
		{"others may write", fileWithMode(0o602), "writable by group or others (mode 0602)"},
		{"directory is missing", func(string) error { return nil }, "no such file or directory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(filepath.Dir(socketPath(t)), "a")
			if err := tt.make(path); err != nil {
				t.Fatal(err)
			}
			if tt.name == "directory is missing" {
				path = filepath.Join(path, "b")
			}
			checkRefused(t, path, tt.want)
			if _, err := os.Stat(path + ".target"); tt.name == "dangling link" && err == nil {
				t.Error("the target of the link was made")
			}
		})
	}
}

func fileWithMode(mode os.FileMode) func(string) error {
	return func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, mode))
	}
}

// fifoWithReader makes a FIFO that opens for writing at once.
func fifoWithReader(path string) error {
	if err := unix.Mkfifo(path, 0o600); err != nil {
		return err
	}
	_, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	return err
}

func checkRefused(t *testing.T, path, want string) {
	t.Helper()
	refused := make(chan error, 1)
	go func() {
		_, err := Open(config.Audit{Sink: config.SinkFile, File: path}, nil)
		refused <- err
	}()
	select {
	case err := <-refused:
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open says %v; want %s and %q", err, path, want)
		}
	case <-time.After(patience):
		t.Fatal("Open hangs")
	}
}

func TestDeviceIsRefused(t *testing.T) {
	t.Parallel()
	checkRefused(t, "/dev/null", "not a regular file")
}

func TestReadableFilesAreTaken(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644} {
		path := filepath.Join(t.TempDir(), "audit.log")
		if err := fileWithMode(mode)(path); err != nil {
			t.Fatal(err)
		}
		if err := openFileLog(t, path).Record(newRecord()); err != nil {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
}

// TestOwners has root give files away. Anybody else can only see that a file
// of root's counts as safe, which a session of theirs could not open anyway.
func TestOwners(t *testing.T) {
	t.Parallel()
	f, err := os.Open("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := checkFile(f); err != nil {
		t.Errorf("a file of root's: %v", err)
	}
	if os.Getuid() != 0 {
		return
	}
	dir := filepath.Dir(socketPath(t))
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	own, other := filepath.Join(dir, "own"), filepath.Join(dir, "other")
	for path, uid := range map[string]int{own: stranger, other: stranger - 1} {
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chown(path, uid, uid)); err != nil {
			t.Fatal(err)
		}
	}
	checkRefused(t, own, "owned by neither root nor the running user")
	if said := play(t, "open", own, asStranger()); said != "" {
		t.Errorf("a user's own file: %s", said)
	}
	if said := play(t, "open", other, asStranger()); !strings.Contains(said, "permission denied") {
		t.Errorf("another user's file: %q", said)
	}
}

const (
	writers      = 4
	perWriter    = 100
	longestField = 64 * 1024
)

// writeMany is a role: a session that keeps many records of many lengths.
func writeMany(path string) error {
	l, err := Open(config.Audit{Sink: config.SinkFile, File: path}, nil)
	if err != nil {
		return err
	}
	return errors.Join(record(l, perWriter), l.Close())
}

func record(l *Log, n int) error {
	for i := range n {
		r := newRecord()
		r.Seq = uint64(i)
		r.Command = strings.Repeat("\x01", i*i%longestField)
		if err := l.Record(r); err != nil {
			return err
		}
	}
	return nil
}

func TestSessionsDoNotMixTheirLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.log")
	shared := openFileLog(t, path)
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			if said := play(t, "write", path, nil); said != "" {
				t.Error(said)
			}
		})
		all.Go(func() {
			if err := record(shared, perWriter); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n, want := len(lines(t, path)), 2*writers*perWriter; n != want {
		t.Errorf("%d lines, want %d", n, want)
	}
}

func TestARemovedFileIsNoticed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.log")
	l := openFileLog(t, path)
	if err := l.Reserve(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := l.Reserve(); err == nil || !strings.Contains(err.Error(), "removed") {
		t.Errorf("Reserve says %v", err)
	}
}

func TestReserveDoesNotChangeTheLength(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.log")
	l := openFileLog(t, path)
	for range 3 {
		if err := l.Reserve(); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("%d bytes after Reserve (%v)", info.Size(), err)
	}
}

func TestReserveAsksForMoreThanTheLongestRecord(t *testing.T) {
	t.Parallel()
	m := &memory{}
	r := newRecord()
	r.Command = strings.Repeat("\x01", 64*1024)
	if err := (&Log{sink: m}).Record(r); err != nil {
		t.Fatal(err)
	}
	if n := len(m.lines[0]); n > reserveBytes {
		t.Errorf("a record has %d bytes, Reserve asks for %d", n, reserveBytes)
	}
}

func TestAClosedLogKeepsNothing(t *testing.T) {
	t.Parallel()
	l := openFileLog(t, filepath.Join(t.TempDir(), "audit.log"))
	l.Close()
	if l.Record(newRecord()) == nil || l.Reserve() == nil {
		t.Error("a closed log says that it keeps records")
	}
}

// TestAFullDisk fills the place for the file, in a process of its own: with a
// limit on the size of files, and, as root, with a small file system.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	if said := play(t, "rlimit", filepath.Join(t.TempDir(), "audit.log"), nil); said != "" {
		t.Error(said)
	}
	if os.Getuid() == 0 {
		said := play(t, "tmpfs", t.TempDir(), &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS})
		if said != "" {
			t.Error(said)
		}
	}
}

// writeOverLimit is a role: a session whose file may not grow any more for a
// while (RLIMIT_FSIZE).
func writeOverLimit(path string) error {
	const room = 1000
	limit := func(n uint64) error {
		return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: unix.RLIM_INFINITY})
	}
	return fillAndGoOn(path, func() error { return limit(room) }, func() error { return limit(unix.RLIM_INFINITY) })
}

// writeOnFullDisk is a role: a session whose file is on a full file system for
// a while. Its mounts are its own.
func writeOnFullDisk(dir string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	ballast := filepath.Join(dir, "ballast")
	return fillAndGoOn(filepath.Join(dir, "audit.log"), func() error {
		err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600)
		if !errors.Is(err, unix.ENOSPC) {
			return fmt.Errorf("the disk did not get full: %w", err)
		}
		return nil
	}, func() error { return os.Remove(ballast) })
}

// fillAndGoOn keeps a record, fills the disk, and wants to hear of every
// record that is not kept. Once there is room again a record must stand on a
// line of its own, whatever is left of those that were lost.
func fillAndGoOn(path string, fill, empty func() error) error {
	l, err := Open(config.Audit{Sink: config.SinkFile, File: path}, nil)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := errors.Join(l.Record(newRecord()), fill()); err != nil {
		return err
	}
	if l.Reserve() == nil {
		return errors.New("Reserve says that there is room")
	}
	lost := newRecord()
	lost.Command = strings.Repeat("x", 60*1024)
	for range 3 {
		if l.Record(lost) == nil {
			return errors.New("a record was lost without a word")
		}
	}
	last := newRecord()
	last.Command = "the last"
	if err := errors.Join(empty(), l.Reserve(), l.Record(last)); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	whole := 0
	for line := range bytes.Lines(text) {
		if json.Valid(line) {
			whole++
		}
	}
	if whole != 2 || !bytes.HasSuffix(text, []byte("\"command\":\"the last\"}\n")) {
		return fmt.Errorf("%d whole lines, want 2; the trail ends in %q", whole, text[max(0, len(text)-200):])
	}
	return nil
}
