package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/aegish/aegish/config"
)

// The oldest bash that aegish is tested with.
const (
	bashMajor = 5
	bashMinor = 1
)

// Bounds of `bash --version`.
const (
	versionTime  = 2 * time.Second
	versionBytes = 4096
)

// shell looks at tools.run.shell.
func (e *examination) shell(ctx context.Context) []Check {
	const name = "shell"
	cfg := e.config()
	if cfg == nil {
		return nil
	}
	path := cfg.Run.Shell
	if !filepath.IsAbs(path) {
		return []Check{failure(name, fmt.Sprintf("tools.run.shell = %q is not an absolute path", path), "Name the shell by its absolute path.")}
	}
	resolved, err := e.host.resolve(path)
	if err != nil {
		return []Check{failure(name, fmt.Sprintf("%s: %v", path, err), "Install bash, or set tools.run.shell to where it is.")}
	}
	if err := e.host.rootOnly(path); err != nil {
		// Not started either: doctor may be running as root.
		return []Check{failure(name, fmt.Sprintf("%s: %v", path, err),
			"Whoever can write the shell runs commands as everybody who uses it. It has to be root's, in directories of root's.")}
	}
	summary := path
	if resolved != path {
		summary += " (" + resolved + ")"
	}
	checks := []Check{pass(name, summary+" is root's and nobody else can write it")}
	if config.ShellStem(path) != "bash" {
		return append(checks, notBash(cfg))
	}
	return append(checks, e.bashVersion(ctx, path))
}

// notBash says what is lost with another shell. The stem of the configured
// name decides, whatever the file is.
func notBash(cfg *config.Config) Check {
	const name = "shell.family"
	family := "of no family that aegish can parse, so rules see no arguments"
	if config.FamilyOf(cfg.Run.Shell) == config.FamilyBash {
		family = "of the bash family, but it reads some accepted words differently"
	}
	summary := fmt.Sprintf("%s is not bash by its name: %s; directory and environment are not carried from command to command",
		config.ShellStem(cfg.Run.Shell), family)
	if cfg.Run.BashASTMode == config.ModeEnforce {
		return failure(name, summary, "Enforce mode is sound for bash alone: set tools.run.shell to bash.")
	}
	return warning(name, summary, "Set tools.run.shell to bash, unless plain text in and status out is all you want.")
}

// bashVersion runs `bash --version`, which reads no start-up file.
func (e *examination) bashVersion(ctx context.Context, path string) Check {
	const name = "shell.version"
	line, err := e.firstLine(ctx, path, "--version")
	if err != nil {
		return failure(name, fmt.Sprintf("%s --version: %v", path, err), "The shell does not start. Reinstall bash.")
	}
	major, minor, ok := parseVersion(line)
	switch {
	case !ok:
		return failure(name, fmt.Sprintf("%s does not say that it is GNU bash: %q", path, line), "Set tools.run.shell to a real bash.")
	case major < bashMajor || major == bashMajor && minor < bashMinor:
		return warning(name, line, fmt.Sprintf("aegish is tested with bash %d.%d and later; the gate and the state capture rest on how those read and print.", bashMajor, bashMinor))
	}
	return pass(name, line)
}

var bashBanner = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^GNU bash, version ([0-9]{1,4})\.([0-9]{1,4})[.(]`)
})

func parseVersion(line string) (major, minor int, ok bool) {
	m := bashBanner().FindStringSubmatch(line)
	if m == nil {
		return 0, 0, false
	}
	major, _ = strconv.Atoi(m[1])
	minor, _ = strconv.Atoi(m[2])
	return major, minor, true
}

// firstLine runs a program with a clean environment, bounded in time and
// output, and returns the first line that it prints.
func (e *examination) firstLine(ctx context.Context, path string, args ...string) (string, error) {
	limit := e.host.VersionTime
	if limit == 0 {
		limit = versionTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, e.host.at(path), args...)
	cmd.Env, cmd.Dir = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = limit
	out := &head{room: versionBytes}
	cmd.Stdout = out
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", fmt.Errorf("no answer within %v", limit)
	}
	if err != nil {
		return "", bare(err)
	}
	line, _, _ := strings.Cut(out.text.String(), "\n")
	if line == "" {
		return "", errors.New("it printed nothing")
	}
	return line, nil
}

// head keeps the beginning of what is written to it.
type head struct {
	text strings.Builder
	room int
}

func (h *head) Write(p []byte) (int, error) {
	kept := p[:min(len(p), h.room)]
	h.room -= len(kept)
	h.text.Write(kept)
	if len(kept) < len(p) {
		return len(kept), io.ErrShortWrite
	}
	return len(p), nil
}
