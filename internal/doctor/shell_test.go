package doctor

import (
	"os"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
)

// shellIs configures another shell.
func shellIs(path string) func(*Facts, *Host) {
	return func(f *Facts, _ *Host) { f.Config.Config.Run.Shell = path }
}

func notRoot(_ *Facts, h *Host) { h.RootUID = os.Getuid() + 1 }

func says(line string) map[string]string {
	return map[string]string{"/usr/bin/bash": "#!/bin/sh\necho '" + line + "'\n"}
}

func TestShell(t *testing.T) {
	t.Parallel()
	run(t, map[string]scenario{
		"good":      {check: "shell", status: OK, text: "/bin/bash (/usr/bin/bash)"},
		"version":   {check: "shell.version", status: OK, text: "GNU bash, version 5.2.15"},
		"relative":  {change: shellIs("bash"), check: "shell", status: Failure, text: "absolute"},
		"missing":   {change: shellIs("/opt/bash"), check: "shell", status: Failure, text: "no such file"},
		"directory": {change: shellIs("/usr/bin"), check: "shell", status: Failure, text: "not an executable regular file"},
		"not executable": {files: map[string]string{"/etc/bash": bash}, change: shellIs("/etc/bash"),
			check: "shell", status: Failure, text: "not an executable regular file"},
		"not root's": {change: notRoot, check: "shell", status: Failure, text: "not by root"},
		"writable": {change: func(_ *Facts, h *Host) { _ = os.Chmod(h.at("/usr/bin/bash"), 0o775) },
			check: "shell", status: Failure, text: "mode 0775"},
		"writable directory": {change: func(_ *Facts, h *Host) { _ = os.Chmod(h.at("/usr"), 0o777) },
			check: "shell", status: Failure, text: "directory /usr: writable"},
		"sticky directory": {change: func(_ *Facts, h *Host) { _ = os.Chmod(h.at("/usr"), 0o777|os.ModeSticky) },
			check: "shell", status: OK},
		"link in a writable directory": {
			files:  map[string]string{"/open/bash": link + "../usr/bin/bash"},
			change: both(shellIs("/open/bash"), func(_ *Facts, h *Host) { _ = os.Chmod(h.at("/open"), 0o777) }),
			check:  "shell", status: Failure, text: "directory /open"},
		"link out of the tree": {files: map[string]string{"/usr/bin/bash": link + "/etc/passwd"},
			check: "shell", status: Failure, text: "outside"},

		"old":            {files: says("GNU bash, version 4.4.20(1)-release"), check: "shell.version", status: Warning, text: "5.1"},
		"oldest good":    {files: says("GNU bash, version 5.1.0(1)-release"), check: "shell.version", status: OK},
		"just too old":   {files: says("GNU bash, version 5.0.18(1)-release"), check: "shell.version", status: Warning},
		"newer":          {files: says("GNU bash, version 10.0.1(1)-release"), check: "shell.version", status: OK},
		"not bash":       {files: says("zsh 5.9"), check: "shell.version", status: Failure, text: "zsh 5.9"},
		"silent":         {files: says(""), check: "shell.version", status: Failure, text: "nothing"},
		"fails":          {files: map[string]string{"/usr/bin/bash": "#!/bin/sh\nexit 3\n"}, check: "shell.version", status: Failure, text: "exit status 3"},
		"not a program":  {files: map[string]string{"/usr/bin/bash": "\x00\x01"}, check: "shell.version", status: Failure, text: "exec format error"},
		"escape in line": {files: says("\x1b[31mGNU"), check: "shell.version", status: Failure, text: `\x1b[31mGNU`},
		"hangs": {files: map[string]string{"/usr/bin/bash": "#!/bin/sh\n/bin/sleep 100 & exec /bin/sleep 100\n"},
			change: func(_ *Facts, h *Host) { h.VersionTime = 200 * time.Millisecond },
			check:  "shell.version", status: Failure, text: "no answer within 200ms"},
		"floods": {files: map[string]string{"/usr/bin/bash": "#!/bin/sh\nwhile :; do echo GNU bash; done\n"},
			check: "shell.version", status: Failure},

		"dash": {files: map[string]string{"/usr/bin/dash": "x"}, change: shellIs("/bin/dash"),
			check: "shell.family", status: Warning, text: "bash family"},
		"fish": {files: map[string]string{"/usr/bin/fish": "x"}, change: shellIs("/usr/bin/fish"),
			check: "shell.family", status: Warning, text: "no family"},
		"dash, enforce": {files: map[string]string{"/usr/bin/dash": "x"},
			change: both(shellIs("/usr/bin/dash"), func(f *Facts, _ *Host) { f.Config.Config.Run.BashASTMode = config.ModeEnforce }),
			check:  "shell.family", status: Failure, text: "bash alone"},
		"stem": {files: map[string]string{"/usr/bin/Bash.exe": bash}, change: shellIs("/usr/bin/Bash.exe"),
			check: "shell.version", status: OK},
	})
}

func TestUntrustedShellIsNotRun(t *testing.T) {
	t.Parallel()
	facts, host := installed(), newHost(t, plus(map[string]string{"/usr/bin/bash": "#!/bin/sh\n: > \"$0.ran\"\n"}))
	host.RootUID++
	Examine(t.Context(), facts, host)
	if host.exists("/usr/bin/bash.ran") {
		t.Error("a shell that is not root's was run")
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, versionBytes, versionBytes + 1} {
		h := head{room: versionBytes}
		written, err := h.Write(make([]byte, n))
		if written != min(n, versionBytes) || (err != nil) != (n > versionBytes) || h.text.Len() != written {
			t.Errorf("%d bytes: kept %d, %v", n, written, err)
		}
	}
}
