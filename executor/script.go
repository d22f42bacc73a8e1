package executor

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// CodeScript is the denial code of a script that can not be read.
const CodeScript = "script"

// readScript checks that a script can be read, as bash would before it begins,
// and reads it where something has to be known of its text. Where that can keep
// it from running, the script is from then on that text, with its path as $0;
// otherwise bash opens the path itself and reads as it runs.
func (t *turn) readScript() *Denial {
	cfg := t.session.opts.Config
	path := t.req.Command
	t.text = ""
	fd, err := unix.Open(t.resolve(path), unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return scriptDenial(path, err)
	}
	file := os.NewFile(uintptr(fd), path)
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return scriptDenial(path, err)
	}
	if info.IsDir() {
		return scriptDenial(path, syscall.EISDIR)
	}
	binds := policy.Binds(cfg)
	if !binds {
		t.req.scriptFD = inheritedFD(path)
	}
	if !info.Mode().IsRegular() {
		if !binds {
			return nil // to read it would be to take it from bash
		}
		return &Denial{Code: CodeInput, Rule: "input", Reason: fmt.Sprintf("%s: a script that the policy judges must be a regular file", path)}
	}
	if !binds && !policy.NeedsText(cfg) {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, MaxCommand+1))
	if err != nil {
		return scriptDenial(path, err)
	}
	t.text = string(text)
	if !binds {
		return nil
	}
	if t.req.Name == "" {
		t.req.Name = path
	}
	t.req.Script, t.req.Command = false, t.text
	t.record.Length = len(text)
	if cfg.Audit.CommandText {
		t.record.Command = t.req.Command
	}
	return CheckInput(t.text)
}

// inheritedFD gives the descriptor that a script's path names, as the shell's
// `<(command)` does, or 0. It is the one descriptor of the caller's that a
// command gets besides the standard ones.
func inheritedFD(path string) int {
	for _, prefix := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if number, ok := strings.CutPrefix(path, prefix); ok {
			fd, err := strconv.Atoi(number)
			if err == nil && fd > 2 && fd <= launch.MaxFD && fd != prologueFD && fd != stateFD && fd != shellFD && isCallers(fd) {
				return fd
			}
		}
	}
	return 0
}

// isCallers reports whether a descriptor came with the start of this process:
// its own are all close-on-exec.
func isCallers(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}

// resolve gives a relative script path its place in the session's directory.
func (t *turn) resolve(path string) string {
	if path == "" || path[0] == '/' {
		return path
	}
	return t.session.opts.State.Dir + "/" + path
}

// scriptDenial words a script that can not be read as bash does: with the
// file's name.
func scriptDenial(path string, err error) *Denial {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return &Denial{Code: CodeScript, Reason: fmt.Sprintf("%s: %s", path, bashError(errno)), Errno: errno}
	}
	return &Denial{Code: CodeScript, Reason: fmt.Sprintf("%s: %v", path, err)}
}

// bashError is strerror(3) for the errors that opening a script gives.
func bashError(errno syscall.Errno) string {
	switch errno {
	case syscall.ENOENT:
		return "No such file or directory"
	case syscall.EACCES:
		return "Permission denied"
	case syscall.EISDIR:
		return "Is a directory"
	}
	return errno.Error()
}

// scriptStatus is 127 for a script that is not there and 126 for one that can
// not be read.
func scriptStatus(d *Denial) int {
	if d.Errno == syscall.ENOENT {
		return StatusNotFound
	}
	return StatusDenied
}
