package host_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/vfstest"
	"golang.org/x/sys/unix"
)

const secret = "what nobody inside may see"

// prison makes a directory with a root inside, next to a secret file and a
// secret directory, and links that would lead there.
func prison(t *testing.T) (outside string, f *host.FS) {
	t.Helper()
	outside = t.TempDir()
	root := outside + "/root"
	for _, d := range []string{"/root/a/b/c", "/secrets"} {
		if err := os.MkdirAll(outside+d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []string{"/secret", "/secrets/secret"} {
		if err := os.WriteFile(outside+n, []byte(secret), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"/abs": outside, "/absfile": outside + "/secret", "/up": "..", "/upfile": "../secret", "/a/b/c/far": "../../../../secret",
		"/a/veryfar": strings.Repeat("../", 30) + outside + "/secret", "/chain1": "chain2", "/chain2": "up", "/self": "/proc/self/root" + outside,
		"/cwd": "/proc/self/cwd", "/fd": "/proc/self/fd/0", "/root": "/", "/dots": "a/../../secret", "/slash": "../secrets/", "/dot": "./../secret",
		"/absdots": outside + "/root/../secret", "/a/link": "../up", "/etc": "/etc", "/dev": "/dev", "/sys": "/sys",
	} {
		if err := os.Symlink(target, root+name); err != nil {
			t.Fatal(err)
		}
	}
	return outside, open(t, root)
}

// tricks are more than a hundred names for the secret file and directory.
func tricks(outside string) []string {
	var list []string
	for _, way := range []string{"", "/a", "/a/b/c", "/up", "/abs", "/chain1", "/a/link", "/root", "/root/up", "/self", "/cwd", "/etc", "/proc/self/root", "/proc/self/cwd", "/dots"} {
		for _, out := range []string{"/../secret", "/../../../../../secret", "/secret", "/.././secret", "//..//secret", "/../secrets/secret", "/root/../secret", outside + "/secret"} {
			list = append(list, way+out)
		}
	}
	for _, link := range []string{"/absfile", "/upfile", "/a/b/c/far", "/a/veryfar", "/dots", "/slash", "/slash/secret", "/dot", "/absdots", "/fd", "/secret", "/secrets"} {
		list = append(list, link, link+"/", link+"/.", "/root"+link)
	}
	return list
}

func TestNothingOutsideIsReached(t *testing.T) {
	t.Parallel()
	const count = 168
	if n := len(tricks("")); n != count {
		t.Fatalf("%d tricks", n)
	}
	for i := range count {
		// Each gets a new prison: what it makes inside would be found by the
		// next.
		outside, f := prison(t)
		name := tricks(outside)[i]
		reach(t, outside, name, f)
		reach(t, outside, name, f.StopAtLinks())
		check(t, outside, name)
	}
}

// reach tries every call with a name.
func reach(t *testing.T, outside, name string, f vfs.FS) {
	t.Helper()
	if o, err := f.OpenFile(name, os.O_RDONLY, 0); err == nil {
		b, _ := io.ReadAll(o)
		if strings.Contains(string(b), secret) {
			t.Errorf("%s was read", name)
		}
		o.Close()
	}
	var there unix.Stat_t
	for _, n := range []string{"/secret", "/secrets", "/secrets/secret", ""} {
		unix.Lstat(outside+n, &there)
		if fi, err := f.Stat(name); err == nil && fi.Sys().(*vfs.Sys).Ino == there.Ino {
			t.Errorf("%s is %s", name, outside+n)
		}
	}
	if d, err := vfs.OpenDir(f, name); err == nil {
		for _, n := range []string{"secret", "secrets", "../secret", "..", "../secrets/secret"} {
			if fi, err := d.Lstat(n); err == nil {
				for _, real := range []string{"/secret", "/secrets", "/secrets/secret", ""} {
					unix.Lstat(outside+real, &there)
					if fi.Sys().(*vfs.Sys).Ino == there.Ino {
						t.Errorf("%s in %s is %s", n, name, outside+real)
					}
				}
			}
		}
		d.Close()
	}
	if list, err := f.ReadDir(name); err == nil {
		for _, e := range list {
			if e.Name() == "secrets" {
				t.Errorf("%s lists what is outside", name)
			}
		}
	}
	for _, flag := range []int{os.O_WRONLY, os.O_WRONLY | os.O_TRUNC, os.O_RDWR | os.O_CREATE, os.O_WRONLY | os.O_CREATE | os.O_EXCL} {
		if o, err := f.OpenFile(name, flag, 0o644); err == nil {
			o.Write([]byte("overwritten"))
			o.Truncate(3)
			o.Close()
		}
	}
	f.Link(name, "/stolen")
	f.Link("/a", name)
	f.Truncate(name, 1)
	f.Chmod(name, 0o777)
	f.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0))
	f.Mkdir(name+"x", 0o755)
	f.Symlink("x", name+"y")
	f.Mkfifo(name+"z", 0o644)
	f.Rename("/a/b", name)
	f.Rename(name, "/moved")
	f.Remove(name)
	for _, n := range []string{"/stolen", "/moved", "/moved/secret"} {
		if o, err := f.OpenFile(n, os.O_RDONLY, 0); err == nil {
			b, _ := io.ReadAll(o)
			if strings.Contains(string(b), secret) {
				t.Errorf("%s was taken in", name)
			}
			o.Close()
		}
	}
}

// check looks whether all is as it was outside.
func check(t *testing.T, outside, name string) {
	t.Helper()
	for _, n := range []string{"/secret", "/secrets/secret"} {
		b, err := os.ReadFile(outside + n)
		fi, err2 := os.Stat(outside + n)
		if string(b) != secret || err != nil || err2 != nil || fi.Mode() != 0o644 || fi.ModTime().Unix() == 1 {
			t.Errorf("%s has changed %s", name, n)
		}
	}
	for dir, want := range map[string]int{outside: 3, outside + "/secrets": 1} {
		if list, err := os.ReadDir(dir); len(list) != want || err != nil {
			t.Errorf("%s: %d names in %s", name, len(list), dir)
		}
	}
}

func TestSpecialFilesStayClosed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := open(t, dir)
	sock, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(sock)
	if err := unix.Bind(sock, &unix.SockaddrUnix{Name: dir + "/sock"}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.OpenFile("/sock", os.O_RDWR, 0); vfstest.Errno(err) != int(syscall.ENXIO) {
		t.Errorf("socket: %v", err)
	}
	if os.Getuid() == 0 {
		if err := unix.Mknod(dir+"/dev", unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5))); err == nil {
			for _, flag := range []int{os.O_RDONLY, os.O_WRONLY | os.O_CREATE, os.O_RDWR | os.O_TRUNC} {
				if _, err := f.OpenFile("/dev", flag, 0); vfstest.Errno(err) != int(syscall.EACCES) {
					t.Errorf("device: %v", err)
				}
			}
		}
	}
	whole := open(t, "/")
	for name, want := range map[string]syscall.Errno{
		"/proc/self/environ": syscall.EACCES, "/proc": syscall.EACCES, "/proc/self/root/etc/passwd": syscall.ELOOP, "/sys/kernel": syscall.EACCES,
	} {
		if _, err := whole.OpenFile(name, os.O_RDONLY, 0); vfstest.Errno(err) != int(want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A named pipe of the host connects nobody inside with a process outside, and
// nobody waits for one.
func TestPipesStayInside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := open(t, dir)
	if err := f.Mkfifo("/p", 0o644); err != nil {
		t.Fatal(err)
	}
	outside, err := os.OpenFile(dir+"/p", os.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	var w sync.WaitGroup
	w.Go(func() {
		o, err := f.OpenFile("/p", os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		o.Write([]byte("inside"))
		o.Close()
	})
	r, err := f.OpenFile("/p", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); string(b) != "inside" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	r.Close()
	w.Wait()
	var b [10]byte
	if n, err := unix.Read(int(outside.Fd()), b[:]); err != unix.EAGAIN {
		t.Errorf("%d bytes got out, %v", n, err)
	}
}

// TestRacesLeadNowhere swaps directories and links while others walk. It takes a
// number of rounds, or the time that AEGISH_VFS_RACE says.
func TestRacesLeadNowhere(t *testing.T) {
	t.Parallel()
	outside, f := prison(t)
	root := outside + "/root"
	stop := make(chan struct{})
	var all sync.WaitGroup
	swap := func(step func(i int)) {
		all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					step(i)
				}
			}
		})
	}
	os.Mkdir(root+"/flip", 0o755)
	os.WriteFile(root+"/flip/secret", []byte("inside"), 0o644)
	os.Symlink(outside, root+"/flop")
	swap(func(int) {
		unix.Renameat2(unix.AT_FDCWD, root+"/flip", unix.AT_FDCWD, root+"/flop", unix.RENAME_EXCHANGE)
	})
	os.MkdirAll(root+"/x/y/z", 0o755)
	swap(func(int) {
		os.Rename(root+"/x/y/z", root+"/z")
		os.Rename(root+"/z", root+"/x/y/z")
	})
	rounds, until := 3000, time.Time{}
	if s := os.Getenv("AEGISH_VFS_RACE"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		rounds, until = 1<<40, time.Now().Add(d)
	}
	for i := range rounds {
		if !until.IsZero() && time.Now().After(until) {
			break
		}
		for _, name := range []string{"/flip/secret", "/x/y/z/../../../../secret", "/flop/secret", "/x/y/z/../../../../flip/../secret"} {
			if err := raceOnce(f, name, i); err != nil {
				t.Error(err)
			}
		}
	}
	close(stop)
	all.Wait()
	check(t, outside, "a race")
}

func raceOnce(f *host.FS, name string, i int) error {
	if o, err := f.OpenFile(name, os.O_RDWR, 0); err == nil {
		b, _ := io.ReadAll(o)
		o.Close()
		if string(b) == secret {
			return fmt.Errorf("%s was read in a race", name)
		}
	}
	for _, err := range []error{f.Chmod(name, 0o640), f.Remove(name + fmt.Sprint(i)), f.Rename(name, name+"x"), f.Rename(name+"x", name)} {
		var e syscall.Errno
		if err != nil && !errors.As(err, &e) {
			return err
		}
	}
	return nil
}

// TestTruncateWaitsForNobody has a file that is a named pipe again and again, which
// truncate may find between its look and its open.
func TestTruncateWaitsForNobody(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := open(t, dir)
	must(t, os.WriteFile(dir+"/file", nil, 0o666))
	must(t, unix.Mkfifo(dir+"/pipe", 0o666))
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, name := range []string{"/file", "/pipe"} {
				os.Link(dir+name, dir+"/t")
				os.Rename(dir+"/t", dir+"/x")
			}
		}
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50_000 {
			f.Truncate("/x", 1)
		}
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Error("it waits")
	}
	close(stop)
	<-ended
}
