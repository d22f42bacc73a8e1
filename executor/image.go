package executor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// Bounds on what is read of a shell and of its loader, in bytes.
const (
	maxShell  = 64 << 20
	maxLoader = 16 << 20
)

// shellFD is the descriptor through which the loader opens the shell. The shell
// closes it before anything else.
const shellFD = 250

// A ShellImage is a shell that lies in anonymous memory, sealed, for sessions
// in which nothing may start a shell: no rule of the sandbox has to allow any
// shell's file to be read or executed, not even that of the session's own.
//
// It is the loader that is executed, and that maps the shell. What leads back
// from a running process to its program (/proc/PID/exe) is therefore the
// loader, and the memory can not be executed by itself where the kernel knows
// MFD_NOEXEC_SEAL. The name of the process is the loader's.
type ShellImage struct {
	loader string
	file   *os.File
}

// A ShellError is a shell that can not be started from memory.
type ShellError struct {
	Path string
	Err  error
}

// Error implements error.
func (e *ShellError) Error() string {
	return fmt.Sprintf("landlock.deny_shells: %s can not be started from memory: %v", e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *ShellError) Unwrap() error { return e.Err }

// LoadShell reads a shell and makes its image. Shell and loader have to be
// files that nobody but root and the user can have changed.
func LoadShell(path string) (*ShellImage, error) {
	image, err := loadShell(path)
	if err != nil {
		return nil, &ShellError{path, err}
	}
	return image, nil
}

func loadShell(path string) (*ShellImage, error) {
	program, err := readTrusted(path, maxShell)
	if err != nil {
		return nil, err
	}
	program, loader, err := withoutDescriptor(program, shellFD)
	if err != nil {
		return nil, err
	}
	text, err := readTrusted(loader, maxLoader)
	if err != nil {
		return nil, err
	}
	// glibc 2.33, musl 1.2.2
	if !bytes.Contains(text, []byte("argv0")) {
		return nil, fmt.Errorf("its loader %s does not know --argv0", loader)
	}
	file, err := sealed("shell", program)
	if err != nil {
		return nil, err
	}
	return &ShellImage{loader, file}, nil
}

func readTrusted(path string, limit int64) ([]byte, error) {
	file, err := config.OpenTrusted(path, config.Trust{UID: os.Getuid()})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has more than %d bytes", path, limit)
	}
	content := make([]byte, info.Size())
	_, err = io.ReadFull(file, content)
	return content, err
}

// sealed makes an anonymous file that nobody can change any more.
func sealed(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("aegish-"+name, unix.MFD_CLOEXEC|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL { // before Linux 6.3
		fd, err = unix.MemfdCreate("aegish-"+name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	file := os.NewFile(uintptr(fd), name)
	if _, err = file.Write(content); err == nil {
		_, err = unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS,
			unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE)
	}
	if err != nil {
		file.Close()
		if errors.Is(err, unix.EFBIG) {
			return nil, fmt.Errorf("the limit of file sizes (ulimit -f) is too low for its %d bytes", len(content))
		}
		return nil, fmt.Errorf("fill anonymous memory: %w", err)
	}
	return raise(file)
}

// Close frees the memory; shells that run from it go on.
func (s *ShellImage) Close() error { return s.file.Close() }

// useImage has the launcher start the loader with the shell in memory, where
// there is one, and give up what would let root reach that memory.
func (l *launcher) useImage(image *ShellImage) {
	if image == nil {
		return
	}
	name := l.spec.Argv[0]
	l.spec.Path = image.loader
	l.spec.Argv = append([]string{name, "--argv0", name, fmt.Sprintf("/proc/self/fd/%d", shellFD)}, l.spec.Argv[1:]...)
	l.spec.Moves = append(l.spec.Moves, launch.Move{From: l.add(image.file), To: shellFD})
	l.spec.DropCapabilities = true
}
