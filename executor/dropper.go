package executor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aegish/aegish/config"
	"golang.org/x/sys/unix"
)

// A Dropper is the opened sandbox launcher. It is opened and checked once for
// a session and executed through its descriptor, so that a file which is put
// in its place later changes nothing.
type Dropper struct {
	Path string
	file *os.File
}

// dropperCandidates lists where the launcher may lie, given aegish's own
// resolved path: beside it, or in libexec of the same prefix.
func dropperCandidates(self string) []string {
	dir := filepath.Dir(self)
	return []string{
		filepath.Join(dir, "dropper"),
		filepath.Join(filepath.Dir(dir), "libexec", "aegish", "dropper"),
	}
}

// FindDropper opens the launcher. configured, when not empty, is the only
// place looked at. self is aegish's own absolute path.
func FindDropper(configured, self string) (*Dropper, error) {
	candidates := dropperCandidates(self)
	if configured != "" {
		candidates = []string{configured}
	}
	for _, path := range candidates {
		d, err := openDropper(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		return d, err
	}
	return nil, fmt.Errorf("the sandbox launcher is missing: none of %q exists; reinstall aegish with its dropper", candidates)
}

// openDropper opens one launcher and refuses it unless root or the running
// user owns it and its directories, and nobody else can write them.
func openDropper(path string) (*Dropper, error) {
	file, err := config.OpenTrusted(path, config.Trust{UID: os.Getuid()})
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode().Perm()&0o111 == 0 {
		err = fmt.Errorf("%s: the sandbox launcher is not executable", path)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	if file, err = raise(file); err != nil {
		return nil, err
	}
	return &Dropper{Path: path, file: file}, nil
}

// minHighFD keeps long-lived descriptors out of the low numbers, which fork
// rearranges for the child.
const minHighFD = 64

// raise moves a file to a descriptor number of at least minHighFD.
func raise(file *os.File) (*os.File, error) {
	defer file.Close()
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, minHighFD)
	if err != nil {
		return nil, fmt.Errorf("move descriptor: %w", err)
	}
	return os.NewFile(uintptr(fd), file.Name()), nil
}

// execPath names the launcher for execve(2) in a child that has inherited its
// descriptor (close-on-exec takes effect only after the name is resolved).
func (d *Dropper) execPath() string { return fmt.Sprintf("/proc/self/fd/%d", d.file.Fd()) }

// Close releases the descriptor.
func (d *Dropper) Close() error { return d.file.Close() }
