package device_test

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs/device"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

func TestDevicesAreLikeTheKernels(t *testing.T) {
	t.Parallel()
	mine, kernel := device.Dev(nil, time.Unix(0, 0)), vfstest.Kernel{Root: "/dev"}
	for _, name := range []string{"/null", "/zero", "/full", "/random", "/urandom"} {
		for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_CREATE | os.O_TRUNC, os.O_WRONLY | os.O_CREATE | os.O_EXCL, os.O_RDONLY | syscall.O_DIRECTORY} {
			a, errA := mine.OpenFile(name, flag, 0o644)
			b, errB := kernel.OpenFile(name, flag, 0o644)
			if vfstest.Errno(errA) != vfstest.Errno(errB) {
				t.Errorf("open %s %#x: %v instead of %v", name, flag, errA, errB)
			}
			if errA != nil || errB != nil {
				continue
			}
			p, q := bytes.Repeat([]byte("x"), 10_000), bytes.Repeat([]byte("x"), 10_000)
			nA, errA := a.Read(p)
			nB, errB := b.Read(q)
			if nA != nB || vfstest.Errno(errA) != vfstest.Errno(errB) || !strings.Contains(name, "random") && !bytes.Equal(p, q) {
				t.Errorf("read %s %#x: %d, %v instead of %d, %v", name, flag, nA, errA, nB, errB)
			}
			if name != "/random" && name != "/urandom" {
				nA, errA = a.Write([]byte("abc"))
				nB, errB = b.Write([]byte("abc"))
				if nA != nB || vfstest.Errno(errA) != vfstest.Errno(errB) {
					t.Errorf("write %s %#x: %d, %v instead of %d, %v", name, flag, nA, errA, nB, errB)
				}
			}
			a.Close()
			b.Close()
		}
		fa, _ := mine.Stat(name)
		fb, _ := kernel.Stat(name)
		if fa.Mode() != fb.Mode() || fa.Size() != 0 {
			t.Errorf("stat %s: %v instead of %v", name, fa.Mode(), fb.Mode())
		}
	}
}

func TestDevIsFixed(t *testing.T) {
	t.Parallel()
	d := device.Dev(nil, time.Unix(0, 0))
	_, tty := d.OpenFile("/tty", os.O_RDWR, 0)
	_, made := d.OpenFile("/new", os.O_WRONLY|os.O_CREATE, 0o644)
	for what, c := range map[string]struct {
		err  error
		want syscall.Errno
	}{
		"no terminal": {tty, syscall.ENXIO}, "create": {made, syscall.EROFS},
		"mkdir": {d.Mkdir("/x", 0o755), syscall.EROFS}, "mkdir of what is": {d.Mkdir("/null", 0o755), syscall.EEXIST},
		"remove": {d.Remove("/null"), syscall.EROFS}, "remove nothing": {d.Remove("/x"), syscall.ENOENT},
		"rename": {d.Rename("/null", "/x"), syscall.EROFS}, "chmod": {d.Chmod("/null", 0), syscall.EROFS},
		"touch": {d.Chtimes("/null", time.Now(), time.Now()), 0}, "truncate": {d.Truncate("/null", 0), syscall.EINVAL},
		"below a file": {d.Remove("/null/x"), syscall.ENOTDIR}, "a slash": {d.Remove("/null/"), syscall.ENOTDIR},
	} {
		if vfstest.Errno(c.err) != int(c.want) {
			t.Errorf("%s: %v instead of %v", what, c.err, c.want)
		}
	}
}

func TestProc(t *testing.T) {
	t.Parallel()
	n := 0
	p := device.Proc(map[string]func() []byte{"/self/status": func() []byte { n++; return []byte{byte('0' + n)} }},
		map[string]func() string{"/self/cwd": func() string { return "/home" }}, time.Unix(0, 0))
	for _, want := range []string{"1", "2"} {
		f, err := p.OpenFile("/self/status", os.O_RDONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(f); string(b) != want || err != nil {
			t.Errorf("%q, %v", b, err)
		}
	}
	if to, err := p.Readlink("/self/cwd"); to != "/home" || err != nil {
		t.Errorf("%q, %v", to, err)
	}
	list, err := p.ReadDir("/self")
	if len(list) != 2 || list[0].Name() != "cwd" || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := p.OpenFile("/self/status", os.O_WRONLY, 0); vfstest.Errno(err) != int(syscall.EACCES) {
		t.Errorf("write: %v", err)
	}
}
