package vfstest

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// depth is how many directories are above the one that the calls work in, so
// that no ".." leads out of what both sides have.
const depth = 45

var below = strings.Repeat("/p", depth)

// A Trial compares a filesystem with the kernel.
type Trial struct {
	// New makes the filesystem under test over the files that are in dir, or
	// with the same content.
	New func(t *testing.T, dir string) vfs.FS
	// Fill puts the first files into a directory before New; nil for none but
	// the directories that every trial has.
	Fill bool
	// UID is the identity of both sides: 0, or another when the test runs as
	// root.
	UID int
	// Seeds and Calls say how much.
	Seeds, Calls int
}

// Run makes the same random calls on both sides and compares what they return.
func (tr Trial) Run(t *testing.T) {
	t.Helper()
	for seed := range tr.Seeds {
		tr.one(t, uint64(seed))
		if t.Failed() {
			return
		}
	}
}

func (tr Trial) one(t *testing.T, seed uint64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	kernelDir, testDir := t.TempDir(), t.TempDir()
	for _, dir := range []string{kernelDir, testDir} {
		if err := os.MkdirAll(dir+below, 0o777); err != nil {
			t.Fatal(err)
		}
		if tr.Fill {
			g := &game{r: rand.New(rand.NewPCG(seed, 1)), fs: Kernel{dir}}
			for range 40 {
				g.call()
			}
			g.closeAll()
		}
	}
	subject := tr.New(t, testDir)
	if tr.UID != 0 {
		if os.Getuid() != 0 {
			t.Fatal("only root can compare as somebody else")
		}
		// The thread alone: setfsuid(2) takes the rights over files away.
		for _, dir := range []string{kernelDir, testDir} {
			chownAll(t, dir, tr.UID)
		}
		syscall.Setfsgid(tr.UID)
		syscall.Setfsuid(tr.UID)
		defer syscall.Setfsgid(0)
		defer syscall.Setfsuid(0)
	}
	a := &game{r: rand.New(rand.NewPCG(seed, 2)), fs: Kernel{kernelDir}}
	b := &game{r: rand.New(rand.NewPCG(seed, 2)), fs: subject}
	defer a.closeAll()
	defer b.closeAll()
	var log []string
	for i := range tr.Calls {
		what, want := a.call()
		_, got := b.call()
		log = append(log, fmt.Sprintf("%s = %s", what, want))
		if got != want {
			t.Errorf("seed %d, call %d: %s\n got  %s\n want %s\nafter\n%s", seed, i, what, got, want,
				strings.ReplaceAll(strings.Join(log[max(0, len(log)-25):], "\n"), below, ""))
			return
		}
	}
}

func chownAll(t *testing.T, dir string, uid int) {
	t.Helper()
	if err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(dir+"/"+name, uid, uid)
	}); err != nil {
		t.Fatal(err)
	}
	// The directories above belong to the test and are private.
	for _, d := range []string{dir, dir + "/.."} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// A game makes random calls on one side.
type game struct {
	r     *rand.Rand
	fs    vfs.FS
	files [3]vfs.File
}

func (g *game) closeAll() {
	for i, f := range g.files {
		if f != nil {
			f.Close()
			g.files[i] = nil
		}
	}
}

func (g *game) name() string {
	var b strings.Builder
	b.WriteString(below)
	for range 1 + g.r.IntN(3) {
		b.WriteByte('/')
		switch k := g.r.IntN(40); {
		case k == 0:
			b.WriteString("..")
		case k == 1:
			b.WriteString(".")
		case k == 2:
			b.WriteString(strings.Repeat("n", 255+g.r.IntN(2)))
		default:
			b.WriteByte("abcde"[g.r.IntN(5)])
		}
	}
	if g.r.IntN(12) == 0 {
		b.WriteByte('/')
	}
	return b.String()
}

var targets = []string{"a", "b", "c", "../a", "../b", "a/b", "b/c", "..", ".", "d/", "e", "../../p/c", "none", "a/../b", "d/."}

var modes = []fs.FileMode{0o777, 0o755, 0o700, 0o600, 0o644, 0o444, 0o555, 0o333, 0o111, 0, 0o666, 0o777, 0o755, 0o777 | fs.ModeSticky}

var flags = []int{
	os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_CREATE, os.O_RDWR | os.O_CREATE,
	os.O_WRONLY | os.O_CREATE | os.O_TRUNC, os.O_WRONLY | os.O_CREATE | os.O_EXCL, os.O_WRONLY | os.O_APPEND | os.O_CREATE,
	os.O_RDONLY | os.O_TRUNC, os.O_RDONLY | os.O_CREATE, os.O_RDONLY | syscall.O_DIRECTORY, os.O_RDONLY | syscall.O_NOFOLLOW,
	os.O_RDWR | os.O_CREATE | os.O_TRUNC, os.O_RDONLY | syscall.O_DIRECTORY | syscall.O_NOFOLLOW, os.O_RDWR | os.O_APPEND,
	os.O_WRONLY | os.O_CREATE | syscall.O_NOFOLLOW, os.O_RDWR | os.O_CREATE | os.O_EXCL,
}

func result(err error, more ...any) string {
	if err != nil {
		if err == io.EOF {
			return "EOF"
		}
		if n := Errno(err); n > 0 {
			return syscall.Errno(n).Error()
		}
		return err.Error()
	}
	return strings.TrimSpace("ok " + fmt.Sprintln(more...))
}

// call makes one call and returns its text and its result.
func (g *game) call() (what, res string) {
	name, other := g.name(), g.name()
	mode, n := modes[g.r.IntN(len(modes))], g.r.IntN(200)
	switch g.r.IntN(17) {
	case 0, 1:
		return "mkdir " + name, result(g.fs.Mkdir(name, mode))
	case 2:
		return "remove " + name, result(g.fs.Remove(name))
	case 3, 4:
		return "rename " + name + " " + other, result(g.fs.Rename(name, other))
	case 5:
		target := targets[g.r.IntN(len(targets))]
		return "symlink " + target + " " + name, result(g.fs.Symlink(target, name))
	case 6:
		s, err := g.fs.Readlink(name)
		return "readlink " + name, result(err, s)
	case 7:
		return "link " + name + " " + other, result(g.fs.Link(name, other))
	case 8:
		return fmt.Sprintf("chmod %v %s", mode, name), result(g.fs.Chmod(name, mode))
	case 9:
		return fmt.Sprintf("truncate %s %d", name, n-10), result(g.fs.Truncate(name, int64(n-10)))
	case 10:
		fi, err := g.fs.Stat(name)
		return "stat " + name, shown(fi, err)
	case 11:
		if n%2 == 0 {
			return "lstat in a directory " + name, g.lookIn(name)
		}
		fi, err := g.fs.Lstat(name)
		return "lstat " + name, shown(fi, err)
	case 12:
		return "readdir " + name, g.list(name)
	case 13:
		when := time.Unix(int64(n)*1000, 5000)
		return fmt.Sprintf("chtimes %s %d", name, n), result(g.fs.Chtimes(name, when, when))
	case 14:
		if n < 40 {
			return "mkfifo " + name, result(g.fs.Mkfifo(name, mode))
		}
	}
	return g.fileCall(name, mode, n)
}

func shown(fi fs.FileInfo, err error) string {
	if err != nil {
		return result(err)
	}
	size, mtime := fi.Size(), int64(0)
	if fi.IsDir() {
		size = 0
	}
	if fi.ModTime().Unix() < 1e6 {
		mtime = fi.ModTime().UnixNano()
	}
	sys := fi.Sys().(*vfs.Sys)
	nlink := sys.Nlink
	if fi.IsDir() {
		nlink = 0
	}
	return result(nil, fi.Mode(), size, nlink, sys.UID, mtime, fi.Name())
}

// lookIn looks at a file from its directory, where its name has one.
func (g *game) lookIn(name string) string {
	dir, last := path.Split(name)
	if last == "" || last == "." || last == ".." {
		return shown(g.fs.Lstat(name))
	}
	d, err := vfs.OpenDir(g.fs, strings.TrimSuffix(dir, "/"))
	if err != nil {
		return result(err)
	}
	defer d.Close()
	return shown(d.Lstat(last))
}

func (g *game) list(name string) string {
	list, err := g.fs.ReadDir(name)
	if err != nil {
		return result(err)
	}
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s:%v ", e.Name(), e.Type())
	}
	return b.String()
}

// fileCall opens a file or works on an open one.
func (g *game) fileCall(name string, mode fs.FileMode, n int) (what, res string) {
	slot, flag, kind := g.r.IntN(len(g.files)), flags[g.r.IntN(len(flags))], g.r.IntN(9)
	off, whence := int64(g.r.IntN(300)-20), g.r.IntN(3)
	f := g.files[slot]
	if f == nil || kind == 0 {
		if f != nil {
			f.Close()
			g.files[slot] = nil
		}
		f, err := g.fs.OpenFile(name, flag|syscall.O_NONBLOCK, mode)
		if err == nil {
			g.files[slot] = f
		}
		return fmt.Sprintf("%d: open %s %#x %v", slot, name, flag, mode), result(err)
	}
	buf := make([]byte, n)
	switch kind {
	case 1, 2:
		k, err := f.Read(buf)
		return fmt.Sprintf("%d: read %d", slot, n), result(err, k, string(buf[:max(k, 0)]))
	case 3, 4, 5:
		for i := range buf {
			buf[i] = byte('a' + (i+n)%26)
		}
		k, err := f.Write(buf)
		return fmt.Sprintf("%d: write %d", slot, n), result(err, k)
	case 6:
		at, err := f.Seek(off, whence)
		if fi, e := f.Stat(); e == nil && fi.IsDir() {
			// What offsets of directories mean is each filesystem's own.
			f.Seek(0, io.SeekStart)
			return "seek in a directory", ""
		}
		return fmt.Sprintf("%d: seek %d %d", slot, off, whence), result(err, at)
	case 7:
		return fmt.Sprintf("%d: truncate %d", slot, n), result(f.Truncate(int64(n)))
	}
	fi, err := f.Stat()
	if err == nil {
		s := strings.Fields(shown(fi, nil))
		return fmt.Sprintf("%d: stat", slot), strings.Join(s[:len(s)-1], " ")
	}
	return fmt.Sprintf("%d: stat", slot), shown(fi, err)
}
