//go:build system

package systemtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// noexecWrite is added to a configuration to close the ways below.
const noexecWrite = "noexec_write = true\n"

// planting makes, in the directory of a try, what the user brings along: mine is
// a copy of a shell, static a program that needs no loader, lib.so a library
// that proves itself when it is loaded.
const planting = `
printf '#include <unistd.h>\n__attribute__((constructor)) static void f(void) { write(1, "code:ran", 8); }\nunsigned la_version(unsigned v) { f(); return v; }\n' >lib.c &&
cc -shared -fPIC -o lib.so lib.c &&
printf 'int puts(const char *);\nint main(void) { return puts("code:ran") < 0; }\n' >static.c && cc -static -o static static.c &&
cp /bin/dash mine && mkdir sub && cp static sub/`

// ownCode are ways to run what the user has written. LOADER stands for the
// dynamic loader; SAY for what a shell is told.
var ownCode = []struct {
	name, script string
	free         string // what it takes to see it succeed without the mounts
}{
	{"loader, a copy of a shell", `LOADER ./mine -c 'SAY'`, ""},
	{"loader, a copy made here", `cat mine >x; LOADER ./x -c 'SAY'`, ""},
	{"loader, by a descriptor", `exec 9<mine; LOADER /proc/self/fd/9 -c 'SAY'`, ""},
	{"loader, through /proc/self/cwd", `LOADER /proc/self/cwd/mine -c 'SAY'`, ""},
	{"loader, through /proc/self/root", `LOADER /proc/self/root$PWD/mine -c 'SAY'`, ""},
	{"loader, from below", `cd sub; LOADER ../mine -c 'SAY'`, ""},
	{"loader, a symbolic link", `ln -s mine x; LOADER ./x -c 'SAY'`, ""},
	{"loader, a hard link", `ln mine x; LOADER ./x -c 'SAY'`, ""},
	{"loader, moved", `mv mine sub/x; LOADER sub/x -c 'SAY'`, ""},
	{"copy of a shell", `./mine -c 'SAY'`, withForeign},
	{"static program", `./static`, withForeign},
	{"static program, from below", `cd sub && ../static`, withForeign},
	{"copy of a static program", `cp static x; ./x`, withForeign},
	{"script of an own interpreter", `printf '#!%s\nSAY\n' "$PWD/mine" >s; chmod +x s; ./s`, withForeign},
	{"script of an installed one", `printf '#!/usr/bin/awk BEGIN{print"code:ran"}\n' >s; chmod +x s; ./s`, withForeign},
	{"LD_PRELOAD", `LD_PRELOAD=./lib.so /bin/true`, ""},
	{"LD_LIBRARY_PATH", `cp lib.so libc.so.6; LD_LIBRARY_PATH=. /bin/true; LOADER --preload ./lib.so /bin/true`, ""},
	{"LD_AUDIT", `LD_AUDIT=./lib.so /bin/true`, ""},
	{"python, ctypes", `/usr/bin/python3 -c 'import ctypes; ctypes.CDLL("./lib.so")'`, ""},
	{"python, mapped as a program", `/usr/bin/python3 -c 'import mmap; f = open("mine"); mmap.mmap(f.fileno(), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC); print("code:ran")'`, ""},
	{"perl, DynaLoader", `perl -MDynaLoader -e 'DynaLoader::dl_load_file("./lib.so", 0)'`, ""},
	{"undone", `unshare -Urm sh -c 'mount -o remount,bind,exec "$PWD"; LOADER ./mine -c "SAY"' || umount "$PWD"; LOADER ./mine -c 'SAY'`, withMemory},
}

// TestOwnCode tries each way without the mounts, where it must succeed, and with
// them, where it must not.
func TestOwnCode(t *testing.T) {
	home := t.TempDir()
	for _, u := range []account{{name: "root", shell: "/bin/bash", home: home}, host.plain} {
		t.Run(strings.TrimRight(u.name, "0123456789"), func(t *testing.T) {
			for _, way := range ownCode {
				t.Run(way.name, func(t *testing.T) {
					held := strings.Replace(confined, "CONFIG", filepath.Dir(host.config), 1)
					configure(t, held+way.free)
					if ran, got := runOwn(t, u, way.script); !ran {
						t.Errorf("does not even work where it may: %+v", got)
					}
					configure(t, held+noexecWrite+way.free)
					if ran, got := runOwn(t, u, way.script); ran {
						t.Errorf("it ran: %+v", got)
					}
				})
			}
		})
	}
}

// runOwn plants and runs a script as a user and reports whether own code ran.
func runOwn(t *testing.T, u account, script string) (bool, reply) {
	t.Helper()
	dir, err := os.MkdirTemp(u.home, "own-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chown(dir, u.uid, u.gid); err != nil {
		t.Fatal(err)
	}
	if _, err := output(exec.Command(u.runs()[0], append(u.runs()[1:], "env", "-C", dir, "/bin/sh", "-c", planting)...)); err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("LOADER", loader(t), "SAY", `echo code:ran`).Replace(script)
	got := call(t, "", u.runs("env", "-C", dir, aegish(), "-c", text)...)
	return strings.Contains(got.stdout, "code:ran"), got
}

// What stays possible: to write, to read, and to interpret.
func TestNoexecWorkday(t *testing.T) {
	configure(t, strings.Replace(confined, "CONFIG", filepath.Dir(host.config), 1)+noexecWrite+withShells)
	for _, u := range []account{{name: "root", shell: "/bin/bash", home: t.TempDir()}, host.plain} {
		got := call(t, "", u.runs(aegish(), "-c", `cd && mkdir -p w && cd w && echo 'echo in:$0' >s && sh s && mv s t && cp t u && rm -r ../w && id -u`)...)
		if !strings.HasPrefix(got.stdout, "in:s\n") || got.stderr != "" || got.status != 0 {
			t.Errorf("%s: %+v", u.name, got)
		}
	}
	// Sessions inside need no further mounts, root's at least.
	configure(t, everything+"[profiles.open.landlock]\n"+noexecWrite)
	for _, u := range []account{{name: "root", shell: "/bin/bash", home: t.TempDir()}, host.plain} {
		got := call(t, "", u.runs(aegish(), "-c", aegish()+" -c '"+aegish()+" -c \"echo three\"'")...)
		// In a user namespace root's files are nobody's, so that aegish trusts
		// neither its configuration nor its launcher there.
		if refused := strings.Contains(got.stderr, "belongs to uid 65534"); got.stdout != "three\n" && (u.uid == 0 || !refused) {
			t.Errorf("%s: %+v", u.name, got)
		}
	}
}

// Where mounts can not be made no session starts, and best_effort says what is
// lost.
func TestNoexecIsRefused(t *testing.T) {
	text := strings.Replace(confined, "CONFIG", filepath.Dir(host.config), 1) + noexecWrite
	for _, tt := range []struct {
		name string
		argv []string
		in   *syscall.SysProcAttr
	}{
		{"root without the capability", []string{"env", "-C", t.TempDir(), "capsh", "--drop=cap_sys_admin", "--", "-c", `exec "$0" "$@"`}, nil},
		{"a user without namespaces", append([]string{"sh", "-c", `echo 0 >/proc/sys/user/max_user_namespaces; exec "$0" "$@"`}, host.plain.runs()...),
			&syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, GidMappingsEnableSetgroups: true,
				UidMappings: []syscall.SysProcIDMap{{Size: 100000}}, GidMappings: []syscall.SysProcIDMap{{Size: 100000}}}},
	} {
		run := func() (string, error) {
			cmd := exec.Command(tt.argv[0], append(tt.argv[1:len(tt.argv):len(tt.argv)], aegish(), "-c", "echo ran")...)
			cmd.SysProcAttr, cmd.Env = tt.in, baseEnv()
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		configure(t, text)
		if out, err := run(); err == nil || !strings.Contains(out, "landlock.noexec_write is not possible here") || strings.Contains(out, "ran\n") {
			t.Errorf("%s: %v, %s", tt.name, err, out)
		}
		configure(t, text+"best_effort = true\n")
		if out, err := run(); err != nil || !strings.Contains(out, "what commands write can be executed") || !strings.HasSuffix(out, "ran\n") {
			t.Errorf("%s, best_effort: %v, %s", tt.name, err, out)
		}
	}
}
