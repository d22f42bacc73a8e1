package device

import (
	"bytes"
	"crypto/rand"
	"io"
	"io/fs"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// rdev is the number of a character device (makedev(3)).
func rdev(major, minor uint64) uint64 { return major<<8 | minor }

func character(major, minor uint64, read, write func([]byte) (int, error)) Node {
	return Node{
		Mode: fs.ModeDevice | fs.ModeCharDevice | 0o666,
		Rdev: rdev(major, minor),
		Open: func(name string, _ int) (vfs.File, error) {
			return &file{name: name, read: read, write: write}, nil
		},
	}
}

func zeros(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func nothing(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return 0, io.EOF
}

func swallow(p []byte) (int, error) { return len(p), nil }

func full(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return 0, syscall.ENOSPC
}

// Dev is the filesystem for /dev: null, zero, full, random, urandom (null(4),
// full(4), random(4)), tty, and the links of Linux to /proc/self/fd. tty opens
// the terminal; nil means that there is none (ENXIO).
func Dev(tty Opener, since time.Time) *FS {
	if tty == nil {
		tty = func(string, int) (vfs.File, error) { return nil, syscall.ENXIO }
	}
	link := func(target string) Node {
		return Node{Mode: fs.ModeSymlink | 0o777, Target: func() string { return target }}
	}
	return New(map[string]Node{
		"/null":    character(1, 3, nothing, swallow),
		"/zero":    character(1, 5, zeros, swallow),
		"/full":    character(1, 7, zeros, full),
		"/random":  character(1, 8, rand.Read, swallow),
		"/urandom": character(1, 9, rand.Read, swallow),
		"/tty":     {Mode: fs.ModeDevice | fs.ModeCharDevice | 0o666, Rdev: rdev(5, 0), Open: tty},
		"/fd":      link("/proc/self/fd"),
		"/stdin":   link("/proc/self/fd/0"),
		"/stdout":  link("/proc/self/fd/1"),
		"/stderr":  link("/proc/self/fd/2"),
	}, since)
}

// Proc is the filesystem for /proc: files whose text is made when they are
// opened, and links, by their paths below it ("/self/status", "/self/cwd").
func Proc(files map[string]func() []byte, links map[string]func() string, since time.Time) *FS {
	nodes := map[string]Node{"/self": {Mode: fs.ModeDir | 0o555}}
	for name, text := range files {
		nodes[name] = Node{Mode: 0o444, Open: func(name string, _ int) (vfs.File, error) {
			return &snapshot{Reader: bytes.NewReader(text()), name: name, since: since}, nil
		}}
	}
	for name, target := range links {
		nodes[name] = Node{Mode: fs.ModeSymlink | 0o777, Target: target}
	}
	return New(nodes, since)
}
