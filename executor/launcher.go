package executor

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// dropperEnv is all that the dropper's own runtime sees: the caller's
// variables (GODEBUG, GOTRACEBACK, ...) travel in the payload, as data for the
// shell.
var dropperEnv = []string{"GOGC=off"}

// A launcher assembles one start of the dropper: the descriptors in the order
// the child gets them, and the payload that names them.
type launcher struct {
	engine *Bash
	spec   launch.Spec
	files  []*os.File // index = descriptor in the child
	owned  []*os.File // closed after the spawn
	errors *os.File   // read end of the dropper's error pipe
	// elevated leaves out what confines commands, and gives the command a
	// process group of its own; terminal is where sudo asks for a password.
	elevated bool
	terminal *Terminal
}

// own marks a file as this launcher's to close.
func (l *launcher) own(f *os.File) *os.File {
	l.owned = append(l.owned, f)
	return f
}

// add gives the child one more descriptor and returns its number there.
func (l *launcher) add(f *os.File) int {
	l.files = append(l.files, f)
	return len(l.files) - 1
}

// addCapture hands the prologue and the state pipe to the child. The prologue
// lies in anonymous memory: it may be longer than a pipe holds, and nobody
// reads it before the child.
func (l *launcher) addCapture(text string) (*capture, error) {
	file, err := l.memory("prologue", []byte(text))
	if err != nil {
		return nil, err
	}
	capt, stateW, err := newCapture()
	if err != nil {
		return nil, err
	}
	l.own(stateW)
	l.spec.Moves = append(l.spec.Moves,
		launch.Move{From: l.add(file), To: prologueFD},
		launch.Move{From: l.add(stateW), To: stateFD})
	l.spec.Env = append(l.spec.Env, fmt.Sprintf("BASH_ENV=/proc/self/fd/%d", prologueFD))
	return capt, nil
}

// memory makes an anonymous file (memfd_create(2)) with a content, for the
// child to read.
func (l *launcher) memory(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("aegish-"+name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	file := l.own(os.NewFile(uintptr(fd), name))
	if _, err := file.WriteAt(content, 0); err != nil {
		if errors.Is(err, unix.EFBIG) {
			return nil, fmt.Errorf("the limit of file sizes (ulimit -f) is too low for the %d bytes of the %s", len(content), name)
		}
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return file, nil
}

// addScript keeps a descriptor of this process's open in the child, under the
// number by which the script's path calls it.
func (l *launcher) addScript(fd int) error {
	if fd == 0 {
		return nil
	}
	copied, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, minHighFD)
	if err != nil {
		return os.NewSyscallError("fcntl", err)
	}
	l.spec.Moves = append(l.spec.Moves, launch.Move{From: l.add(l.own(os.NewFile(uintptr(copied), "script"))), To: fd})
	return nil
}

// start spawns the dropper in dir.
func (l *launcher) start(dir string, isolate bool) (*process, error) {
	b := l.engine
	if rs := b.opts.Ruleset; rs != nil && !l.elevated {
		l.spec.Ruleset, l.spec.RestrictFlags = l.add(rs.File()), rs.RestrictFlags()
	}
	if !l.elevated {
		l.useNoexec(b.opts.Noexec)
	}
	l.joinGroup(b.opts.Groups)
	child := &process{isolated: isolate, kills: isolate || b.opts.KillLeft}
	if child.kills {
		if err := becomeSubreaper(); err != nil {
			return nil, err
		}
		child.family = gather()
	}
	err := l.preparePipes()
	if err != nil {
		return nil, err
	}
	attr := &syscall.ProcAttr{Dir: dir, Env: dropperEnv, Sys: &syscall.SysProcAttr{}}
	for _, f := range l.files {
		attr.Files = append(attr.Files, f.Fd())
	}
	terminal := b.opts.Terminal
	if terminal == nil {
		terminal = l.terminal
	}
	switch {
	case isolate:
		attr.Sys.Setsid = true
	case terminal != nil:
		child.terminal = terminal
		attr.Sys.Setpgid, attr.Sys.Foreground, attr.Sys.Ctty = true, true, terminal.fd()
	case l.elevated:
		attr.Sys.Setpgid, child.grouped = true, true
	}
	if err := l.spawn(child, attr); err != nil {
		l.errors.Close()
		return nil, fmt.Errorf("start %s: %w", b.opts.Dropper.Path, err)
	}
	return child, nil
}

// spawn starts the child in a control group of its own where there is one. Where
// the kernel does not allow that, the session goes on without, unless the group
// has to limit processes.
func (l *launcher) spawn(child *process, attr *syscall.ProcAttr) error {
	groups := l.engine.opts.Groups
	group, err := groups.next()
	if group != nil {
		attr.Sys.UseCgroupFD, attr.Sys.CgroupFD = true, int(group.file.Fd())
	}
	if err == nil {
		err = l.fork(child, attr)
	}
	group.opened()
	if err == nil {
		child.group = group
		return nil
	}
	group.remove()
	if !groups.giveUp() {
		return err
	}
	attr.Sys.UseCgroupFD = false
	return l.fork(child, attr)
}

func (l *launcher) fork(child *process, attr *syscall.ProcAttr) (err error) {
	spawn := func() {
		child.pid, err = syscall.ForkExec(l.engine.opts.Dropper.execPath(), []string{"dropper"}, attr)
	}
	if child.terminal != nil {
		// The child takes the terminal before it execs, from a process group
		// that is still in the background; the dropper empties the mask.
		withoutTTOU(spawn)
	} else {
		spawn()
	}
	return err
}

// joinGroup has the dropper enter the session's control group of version 1,
// which clone3(2) does not know.
func (l *launcher) joinGroup(g *Groups) {
	if g != nil && g.v1Procs != nil {
		l.spec.Group = l.add(g.v1Procs)
	}
}

// preparePipes writes the payload and makes the error pipe.
func (l *launcher) preparePipes() error {
	payload, err := l.spec.Encode()
	if err != nil {
		return err
	}
	file, err := l.memory("payload", payload)
	if err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	l.errors = r
	l.files[launch.PayloadFD], l.files[launch.FailureFD] = file, l.own(w)
	return nil
}

// closeFiles closes what only the child needed. It may be called twice.
func (l *launcher) closeFiles() {
	for _, f := range l.owned {
		f.Close()
	}
	l.owned = nil
}

// maxFailure bounds what is read of the dropper's own message, in bytes.
const maxFailure = 512

// failure reads, after the child has ended, whether the dropper gave up
// before the shell began.
func (l *launcher) failure() error {
	defer l.errors.Close()
	buf := make([]byte, maxFailure)
	n, _ := l.errors.Read(buf)
	failed, ok := launch.ParseFailure(buf[:max(n, 0)])
	if !ok {
		return nil
	}
	code := CodeSandbox
	if failed.Step == "execve" {
		code = CodeSpawn
	}
	return &SetupError{code, fmt.Errorf("%s: %w", l.spec.Path, failed)}
}
