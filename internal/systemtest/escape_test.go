//go:build system

package systemtest

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// confined is the profile restricted without its rules, so that an attack is
// stopped by the kernel or not at all.
const confined = `
profile = "confined"
[profiles.confined]
base = "restricted"
[profiles.confined.tools.run]
bash_ast_mode = "off"
[profiles.confined.policy]
default = "allow"
unparsed = "allow"
[profiles.confined.audit]
sink = "none"
[profiles.confined.landlock]
read = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/run", "/proc", "/dev", "$START", "CONFIG"]
`

// What is taken away from confined to see an attack succeed.
const (
	withShells  = "deny_shells = false\n"
	withForeign = withShells + "write_execute = true\nexecute = [\"/usr\", \"/bin\", \"/lib\", \"/lib64\", \"$START\"]\n"
	withMemory  = withForeign + "[profiles.confined.seccomp]\nfilter = \"off\"\n"
	withAegish  = withShells + "[profiles.confined.seccomp]\nfilter = \"off\"\n"
	withoutAny  = "enabled = false\n[profiles.confined.seccomp]\nfilter = \"off\"\n"
)

// proof is what a shell is told to do; only a shell can do it. It holds no
// quotes.
const proof = `echo shell:$((6*7)) >>proof`

// An escape is a way to a shell from a command. SHELL stands for a shell's
// path, LOADER for the loader, PROOF for the proof, PLANTED for a directory
// where root has put things, PID for another process of the user.
type escape struct {
	name, script string
	free         string // what is taken away to see it succeed; withShells if empty
	root         bool   // works without the control for root only
	needs        string // a program that has to be installed
	open         bool   // nothing stops it: a residue
}

// waysOut lists them. PLANTED holds link, a hard link to a shell; script,
// which asks for one; and no directory of the list of those to execute from
// that a user could write.
var waysOut = []escape{
	{name: "by path", script: `SHELL -c 'PROOF'`},
	{name: "hard link", script: `PLANTED/link -c 'PROOF'`},
	{name: "symbolic link", script: `ln -s SHELL x; ./x -c 'PROOF'`},
	{name: "symbolic link, through /proc", script: `/proc/self/rootSHELL -c 'PROOF'`},
	{name: "copy", script: `cp SHELL x && ./x -c 'PROOF'`, free: withForeign},
	{name: "hard link made here", script: `ln PLANTED/link x && ./x -c 'PROOF'`, free: withoutAny, root: true},
	{name: "move", script: `mv PLANTED/link PLANTED/x; PLANTED/x -c 'PROOF'; mv PLANTED/x PLANTED/link`, free: withoutAny, root: true},
	{name: "script", script: `PLANTED/script`},
	{name: "own script", script: `printf '#!SHELL\nPROOF\n' >x; chmod +x x; ./x`, free: withForeign},
	{name: "exec $0", script: `exec "$0" -c 'PROOF'`},
	{name: "exec $BASH", script: `exec "$BASH" -c 'PROOF'`},
	{name: "/proc/self/exe", script: `exec /proc/self/exe -c 'PROOF'`},
	{name: "/proc/$$/exe", script: `/proc/$$/exe -c 'PROOF'`},
	{name: "/proc/$$/exe, read by the loader", script: `LOADER /proc/$$/exe -c 'PROOF'; :`},
	{name: "descriptors", script: `exec 9<SHELL; for f in /proc/$$/fd/*; do if [ -f "$f" ]; then "$f" -c 'PROOF'; LOADER "$f" -c 'PROOF'; fi; done`},
	{name: "the descriptor of the start", script: `for n in {3..255}; do for f in /proc/$$/fd/$n /dev/fd/$n; do [ -e $f ] && LOADER $f -c 'PROOF'; done; done; SHELL -c 'PROOF'`},
	{name: "mapped files", script: `for f in /proc/$$/map_files/*; do "$f" -c 'PROOF'; LOADER "$f" -c 'PROOF'; done`, root: true},
	{name: "mapped files of a child", script: `sleep 5 & for f in /proc/$!/map_files/*; do LOADER "$f" -c 'PROOF'; done; kill $!; for f in /proc/$$/map_files/*; do cat "$f" >x; LOADER ./x -c 'PROOF'; done`, root: true},
	{name: "another's program", script: `/proc/PID/exe -c 'PROOF'`, free: withoutAny},
	{name: "another's program, read by the loader", script: `LOADER /proc/PID/exe -c 'PROOF'`, free: withoutAny},
	{name: "the parent's program", script: `/proc/$PPID/exe -c 'SHELL -c "PROOF"'`, free: withoutAny},
	{name: "aegish inside", script: `PLANTED/front -c 'PROOF'`, free: withAegish},
	{name: "loader", script: `LOADER SHELL -c 'PROOF'`},
	{name: "loader, hard link", script: `LOADER PLANTED/link -c 'PROOF'`},
	{name: "loader, under its other name", script: `$(readlink -f LOADER) SHELL -c 'PROOF'`},
	{name: "loader, a copy made here", script: `cat SHELL >x; LOADER ./x -c 'PROOF'`},
	{name: "loader, a copy brought along", script: `LOADER ./mine -c 'PROOF'`, open: true},
	{name: "memory", script: `perl -e '$n = shift; open F, "<", shift; binmode F; local $/; $b = <F>; $fd = syscall($n, $m = "m", 0); open M, ">&=$fd" or exit 1; syswrite M, $b; exec "/proc/$$/fd/$fd", "-c", shift' MEMFD ./mine 'PROOF'`, free: withMemory, needs: "perl"},
	{name: "namespace", script: `unshare -U SHELL -c 'PROOF'`, free: withMemory, needs: "unshare"},
	{name: "chroot", script: `/usr/sbin/chroot --skip-chdir / SHELL -c 'PROOF'`, free: withMemory, root: true, needs: "/usr/sbin/chroot"},
	{name: "env", script: `env SHELL -c 'PROOF'`},
	{name: "xargs", script: `echo 'PROOF' | xargs -d '\n' SHELL -c`, needs: "xargs"},
	{name: "find", script: `find . -maxdepth 0 -exec sh -c 'PROOF' ';'`, needs: "find"},
	{name: "awk", script: `awk 'BEGIN { system("PROOF") }'`, needs: "awk"},
	{name: "awk, pipe", script: `awk 'BEGIN { print "PROOF" | "sh" }'`, needs: "awk"},
	{name: "sed", script: `echo | sed 's|.*|PROOF|e'`, needs: "sed"},
	{name: "perl", script: `perl -e 'system(q(PROOF))'`, needs: "perl"},
	{name: "python", script: `/usr/bin/python3 -c 'import os; os.system("PROOF")'`, needs: "/usr/bin/python3"},
	{name: "python, subprocess", script: `/usr/bin/python3 -c 'import subprocess as s; s.run("PROOF", shell=True)'`, needs: "/usr/bin/python3"},
	{name: "python, pty", script: `/usr/bin/python3 -c 'import pty; pty.spawn(["SHELL", "-c", "PROOF"])' </dev/null`, needs: "/usr/bin/python3"},
	{name: "vim", script: `vim.tiny -es -u NONE -c ':!PROOF' -c 'q!'`, needs: "vim.tiny"},
	{name: "git, alias", script: `git -c alias.x='!PROOF' x`, needs: "git"},
	{name: "git, core.pager", script: `/usr/bin/python3 -c 'import pty; pty.spawn(["git", "-c", "core.pager=PROOF; cat", "-c", "a.b=c", "-p", "config", "-l"])' </dev/null`, needs: "/usr/bin/python3"},
	{name: "git, pager of grep", script: `git init -q . && echo a >f && git add f && git grep -O'PROOF; :' a`, needs: "git"},
	{name: "less, preprocessor", script: `LESSOPEN='|PROOF; cat %s' less PLANTED/script`, needs: "less"},
	{name: "man", script: `/usr/bin/python3 -c 'import pty; pty.spawn(["man", "-P", "sh -c \x27PROOF\x27", "-l", "PLANTED/page"])' </dev/null`, needs: "/usr/bin/python3"},
	{name: "tar", script: `tar cf /dev/null --checkpoint=1 --checkpoint-action=exec='PROOF' PLANTED`, needs: "tar"},
	{name: "tar, compressor", script: `tar cf x.tar --use-compress-program='sh -c "PROOF;cat"' PLANTED`, needs: "tar"},
	{name: "ssh", script: `export P='trap "" HUP; PROOF'; ssh -F none -o 'ProxyCommand=sh -c "$P"' host.invalid; for i in {1..10}; do [ -s proof ] && break; sleep 0.1; done`, needs: "ssh"},
	{name: "ssh, Match exec", script: `echo 'Match exec "PROOF"' >c; ssh -F c -G host.invalid`, needs: "ssh"},
	{name: "make", script: `export TMPDIR=$PWD; printf 'x:\n\tPROOF; :\n' | sed 's/\$/$$/g' | make -f -`, needs: "make"},
	{name: "script", script: `script -qc 'PROOF' /dev/null`, needs: "script"},
	{name: "gdb", script: `gdb -nx -batch -ex 'shell PROOF'`, needs: "gdb"},
	{name: "tmux", script: `export TMUX_TMPDIR=$PWD; tmux -L x -f /dev/null new -d 'PROOF'; for i in {1..10}; do [ -s proof ] && break; sleep 0.1; done; tmux -L x kill-server`, needs: "tmux"},
}

// installed tries every shell by each of its paths, directly and through the
// loader.
func installed() []escape {
	var list []escape
	for _, name := range []string{"sh", "bash", "rbash", "dash", "ash", "zsh", "fish", "ksh", "ksh93", "mksh", "csh", "tcsh", "yash", "busybox", "elvish", "nu"} {
		for _, dir := range []string{"/bin", "/usr/bin", "/usr/local/bin"} {
			path := filepath.Join(dir, name)
			if _, err := os.Stat(path); err != nil {
				continue
			}
			for _, start := range []string{"", "LOADER "} {
				list = append(list, escape{name: start + path, script: start + path + ` -c 'echo shell:$((6*7))' >>proof`})
			}
		}
	}
	return list
}

// A stage is where one user tries escapes.
type stage struct {
	user    account
	planted string
	loader  string
	pid     int // of a shell of the user's, outside
}

// TestEscapes tries every way to a shell twice: where shells are not denied,
// where it must succeed, and where they are, where it must not.
func TestEscapes(t *testing.T) {
	home := t.TempDir()
	for _, u := range []account{{name: "root", shell: "/bin/bash", home: home}, host.plain} {
		t.Run(strings.TrimRight(u.name, "0123456789"), func(t *testing.T) {
			s := newStage(t, u)
			for _, e := range slices.Concat(installed(), waysOut) {
				t.Run(e.name, func(t *testing.T) { s.try(t, e) })
			}
		})
	}
}

// newStage plants what the escapes need, in a directory from which restricted
// sessions may execute.
func newStage(t *testing.T, u account) stage {
	t.Helper()
	planted, err := os.MkdirTemp("/usr/lib", "aegish-system-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(planted) })
	s := stage{user: u, planted: planted, loader: loader(t), pid: outsider(t, u)}
	shell, err := filepath.EvalSymlinks("/bin/dash")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.Chmod(planted, 0o755),
		os.Link(shell, filepath.Join(planted, "link")),
		os.WriteFile(filepath.Join(planted, "script"), []byte("#!/bin/dash\n"+proof+"\n"), 0o755),
		os.WriteFile(filepath.Join(planted, "page"), []byte(".TH X 1\ntext\n"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{aegish(): "front", filepath.Join(host.prefix, "libexec/aegish/dropper"): "dropper"} {
		if _, err := output(exec.Command("install", "-m", "0755", from, filepath.Join(planted, to))); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// loader is the dynamic loader of the installed shells.
func loader(t *testing.T) string {
	t.Helper()
	file, err := elf.Open("/bin/dash")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := file.Section(".interp").Data()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(string(text), "\x00")
}

// outsider starts a shell of the user's that waits, outside of any session.
func outsider(t *testing.T, u account) int {
	t.Helper()
	argv := u.runs("/bin/dash", "-c", "read x")
	cmd := exec.Command(argv[0], argv[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close(); _ = cmd.Wait() })
	return cmd.Process.Pid
}

func (s stage) try(t *testing.T, e escape) {
	if e.needs != "" {
		if _, err := exec.LookPath(e.needs); err != nil {
			t.Errorf("%s is not installed; see .ci/run", e.needs)
			return
		}
	}
	free := e.free
	if free == "" {
		free = withShells
	}
	held := strings.Replace(confined, "CONFIG", filepath.Dir(host.config), 1)
	configure(t, held+free)
	if proved, got := s.run(t, e.script); !proved && (!e.root || s.user.uid == 0) {
		t.Errorf("does not even work where it may: %+v", got)
	}
	configure(t, held)
	if proved, got := s.run(t, e.script); proved != e.open {
		t.Errorf("a shell ran: %v; %+v", proved, got)
	}
}

// run tries a script in a new directory and reports whether a shell ran.
func (s stage) run(t *testing.T, script string) (bool, reply) {
	t.Helper()
	dir, err := os.MkdirTemp(s.user.home, "escape-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	mine := filepath.Join(dir, "mine")
	if _, err := output(exec.Command("install", "-m", "0755", "/bin/dash", mine)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, mine} {
		if err := os.Chown(path, s.user.uid, s.user.gid); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.NewReplacer("SHELL", "/bin/dash", "LOADER", s.loader, "PROOF", proof, "PLANTED", s.planted,
		"PPID", "PPID", "PID", strconv.Itoa(s.pid), "MEMFD", strconv.Itoa(unix.SYS_MEMFD_CREATE)).Replace(script)
	got := call(t, "", s.user.runs("env", "-C", dir, aegish(), "-c", text)...)
	proved, err := os.ReadFile(filepath.Join(dir, "proof"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Contains(string(proved), "shell:42"), got
}
