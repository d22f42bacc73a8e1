// Package launchtest builds the dropper and starts commands through it the way
// the front-end does, for the tests of the packages around it. No program
// imports it.
package launchtest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
)

// EntryFlags are the linker flags with which the dropper is shipped.
const EntryFlags = "-s -w -buildid= -E=github.com/aegish/aegish/landlock/launch.start"

// A Dropper is one build of cmd/dropper.
type Dropper struct {
	Name string // entry: as shipped; runtime: as a plain `go build` makes it
	Path string
}

// Build compiles cmd/dropper in every way that must work into dir and returns
// the shipped one first. The caller's working directory must lie in the module.
func Build(dir string) ([]Dropper, error) {
	droppers := []Dropper{{Name: "entry"}, {Name: "runtime"}}
	for i, flags := range []string{EntryFlags, ""} {
		d := &droppers[i]
		d.Path = filepath.Join(dir, "dropper-"+d.Name)
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags", flags, "-o", d.Path,
			"github.com/aegish/aegish/cmd/dropper")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build dropper: %w\n%s", err, out)
		}
	}
	return droppers, nil
}

// A Command is one launch.
type Command struct {
	Dropper Dropper
	Spec    launch.Spec
	Payload []byte           // instead of the encoded Spec, unless nil
	Stdin   io.Reader        // /dev/null unless set
	Files   map[int]*os.File // descriptors of the dropper from 5 on
	Dir     string
	Env     []string // of the dropper itself, which must not care
	UID     int      // start as this user and group if above 0
	Through []string // command that is to exec the dropper, given as its last argument
}

// Result is what came of it.
type Result struct {
	Stdout, Stderr string
	Code           int // exit status, 128+n after signal n
	Failed         bool
	Failure        launch.Failure
}

// Payload returns an anonymous file that holds b. Its offset is at the end, as
// it is when a front-end has just written it.
func Payload(b []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("payload", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	f := os.NewFile(uintptr(fd), "payload")
	if _, err := f.Write(b); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Run starts the command and waits for it.
func (c Command) Run() (Result, error) {
	b := c.Payload
	if b == nil {
		var err error
		if b, err = c.Spec.Encode(); err != nil {
			return Result{}, err
		}
	}
	payload, err := Payload(b)
	if err != nil {
		return Result{}, err
	}
	defer payload.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return Result{}, err
	}
	defer r.Close()
	defer w.Close()

	var stdout, stderr bytes.Buffer
	cmd := c.command()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Stdin, &stdout, &stderr
	cmd.ExtraFiles = append([]*os.File{payload, w}, c.extra()...)
	if err := cmd.Start(); err != nil {
		return Result{}, err
	}
	w.Close()
	report, err := io.ReadAll(io.LimitReader(r, 4096))
	if err != nil {
		return Result{}, err
	}
	var res Result
	if err := cmd.Wait(); err != nil && cmd.ProcessState == nil {
		return Result{}, err
	}
	ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
	res.Code = ws.ExitStatus()
	if ws.Signaled() {
		res.Code = 128 + int(ws.Signal())
	}
	res.Stdout, res.Stderr = stdout.String(), stderr.String()
	res.Failure, res.Failed = launch.ParseFailure(report)
	return res, nil
}

func (c Command) command() *exec.Cmd {
	argv := []string{"dropper"}
	path := c.Dropper.Path
	if len(c.Through) > 0 {
		path = c.Through[0]
		argv = append(append([]string{}, c.Through...), c.Dropper.Path)
	}
	cmd := &exec.Cmd{Path: path, Args: argv, Env: c.Env, Dir: c.Dir}
	if cmd.Env == nil {
		cmd.Env = []string{}
	}
	if c.UID > 0 {
		id := uint32(c.UID)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id}}
	}
	return cmd
}

// extra lays out Files for exec.Cmd, whose ExtraFiles have no gaps: a gap gets
// nothing.
func (c Command) extra() []*os.File {
	var out []*os.File
	for fd := range c.Files {
		for len(out) <= fd-launch.FirstFreeFD {
			out = append(out, nil)
		}
		out[fd-launch.FirstFreeFD] = c.Files[fd]
	}
	return out
}
