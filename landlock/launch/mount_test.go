package launch_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// loader is the dynamic loader, by a pattern.
const loader = "/lib*/ld-linux-*.so.*"

// brought makes a directory of the user's with a program and what else is
// needed to start one.
func brought(t *testing.T, uid int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "noexec-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, argv := range [][]string{
		{"install", "-m", "0755", "/bin/echo", dir + "/mine"},
		{"mkdir", dir + "/sub", dir + "/other"},
		{"install", "-m", "0755", "/bin/echo", dir + "/sub/mine"},
		{"chown", "-R", fmt.Sprint(uid), dir},
	} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", argv, out)
		}
	}
	return dir
}

// noexec makes a Spec's command see a directory in a mount without execution.
func noexec(s launch.Spec, uid int, dirs ...string) launch.Spec {
	s.NoNewPrivs, s.Noexec = true, dirs
	s.UserNamespace, s.DropCapabilities = uid != 0, uid == 0
	return s
}

// eachUser runs a test as whoever runs it and as an ordinary user. Only the
// shipped build has one thread alone, as a user namespace demands.
func eachUser(t *testing.T, test func(t *testing.T, d launchtest.Dropper, uid int)) {
	t.Helper()
	t.Parallel()
	users := []int{os.Getuid()}
	if os.Getuid() == 0 {
		users = append(users, 65534)
	}
	for _, uid := range users {
		t.Run(fmt.Sprintf("user %d", uid), func(t *testing.T) {
			t.Parallel()
			test(t, droppers[0], uid)
		})
	}
}

func TestNoexecStopsPrograms(t *testing.T) {
	eachUser(t, func(t *testing.T, d launchtest.Dropper, uid int) {
		dir := brought(t, uid)
		for _, script := range []string{
			"./mine ran", dir + "/mine ran", "$PWD/mine ran", loader + " ./mine ran", loader + " " + dir + "/mine ran",
			"cd sub; ./mine ran", "cd sub && ../mine ran", "cd other; " + loader + " ../sub/mine ran",
			"/proc/self/cwd/mine ran", "/proc/self/root" + dir + "/mine ran", "cd /; exec " + dir + "/sub/mine ran",
			"ln -s mine link; ./link ran", "ln mine hard; ./hard ran", "cp mine new; ./new ran", "printf '#!" + dir + "/mine\\n' >s; chmod +x s; ./s ran", "exec 9<mine; " + loader + " /proc/self/fd/9 ran",
		} {
			s := bash(script)
			s.Env = []string{"PATH=/usr/bin:/bin"}
			if got := run(t, launchtest.Command{Dropper: d, Spec: s, UID: uid, Dir: dir}); !strings.HasSuffix(got.Stdout, "ran\n") {
				t.Errorf("%s: does not even work where it may: %+v", script, got)
			}
			got := run(t, launchtest.Command{Dropper: d, Spec: noexec(s, uid, dir), UID: uid, Dir: dir})
			if got.Stdout != "" || got.Failed || got.Code != 126 && got.Code != 127 {
				t.Errorf("%s: %+v", script, got)
			}
		}
	})
}

// Files can still be read, written, renamed and read as scripts, and the
// session's directory is where it was.
func TestNoexecLeavesTheRest(t *testing.T) {
	eachUser(t, func(t *testing.T, d launchtest.Dropper, uid int) {
		dir := brought(t, uid)
		s := bash("echo 'echo script' >f; mv f sub/g; bash sub/g; cat /dev/null; rm sub/g; pwd -P; id -u; grep -c . /proc/self/mountinfo >/dev/null")
		s.Env = []string{"PATH=/usr/bin:/bin"}
		want := fmt.Sprintf("script\n%s\n%d\n", dir, uid)
		if got := mustRun(t, launchtest.Command{Dropper: d, Spec: noexec(s, uid, dir, "/nonexistent/x", dir+"/sub"), UID: uid, Dir: dir}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// Nobody keeps a capability, and the mounts can not be changed back.
func TestNoexecCannotBeUndone(t *testing.T) {
	eachUser(t, func(t *testing.T, d launchtest.Dropper, uid int) {
		dir := brought(t, uid)
		for _, script := range []string{
			"umount DIR", "umount -l DIR", "mount -o remount,bind,exec DIR", "mount --bind /usr DIR", "unshare -m umount DIR",
			"unshare -Um umount DIR", "unshare -Urm sh -c 'umount DIR && ./mine ran'", "unshare -Urm sh -c 'mount -o remount,bind,exec DIR && DIR/mine ran'",
			"unshare -Urm sh -c 'mount --bind DIR/sub DIR/other && DIR/other/mine ran'",
			"unshare -Urm sh -c 'mkdir o && mount --rbind / o && oDIR/mine ran'",
			"nsenter -t 1 -m DIR/mine ran", "chroot / DIR/mine ran",
		} {
			s := bash(strings.ReplaceAll(script, "DIR", dir))
			s.Env = []string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin"}
			got := run(t, launchtest.Command{Dropper: d, Spec: noexec(s, uid, dir), UID: uid, Dir: dir})
			if got.Code == 0 || got.Failed || strings.Contains(got.Stdout, "ran") {
				t.Errorf("%s: %+v", script, got)
			}
		}
		if uid == 0 {
			return
		}
		fields := statusFields(mustRun(t, launchtest.Command{Dropper: d, Spec: noexec(spec("/bin/cat", "/proc/self/status"), uid, dir), UID: uid, Dir: dir}))
		for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"} {
			if strings.Trim(fields[set], "0") != "" {
				t.Errorf("%s is %s", set, fields[set])
			}
		}
	})
}

// What is mounted below a tree is covered, too, with its own flags kept.
func TestNoexecCoversSubmounts(t *testing.T) {
	eachUser(t, func(t *testing.T, d launchtest.Dropper, uid int) {
		dir := brought(t, uid)
		setup := fmt.Sprintf("mount -t tmpfs -o mode=755 none %[1]s/other && install -m 0755 %[1]s/mine %[1]s/other/mine && mount -o remount,bind,ro %[1]s/other && exec ", dir)
		through := []string{"/usr/bin/unshare", "-m"}
		if os.Getuid() != 0 || uid != 0 {
			through = append(through, "-Ur")
			setup = strings.Replace(setup, "exec ", "exec unshare -U --map-user=1000 --map-group=1000 ", 1)
		}
		through = append(through, "/bin/sh", "-c", setup+`"$0"`)
		s := bash("other/mine ran; " + loader + " other/mine ran; cd other; ./mine ran; touch x; sed -n 's, '" + dir + "'/other , ,p' /proc/self/mountinfo")
		c := launchtest.Command{Dropper: d, Spec: s, UID: uid, Dir: dir, Through: through, Env: []string{"PATH=/usr/bin:/bin"}}
		c.Spec.Env = c.Env
		if got := run(t, c); strings.Count(got.Stdout, "ran\n") != 3 {
			t.Errorf("does not even work where it may: %+v", got)
		}
		c.Spec = noexec(c.Spec, uid, dir)
		if got := run(t, c); strings.Contains(got.Stdout, "ran") || got.Failed || !strings.Contains(got.Stdout, " ro,nosuid,nodev,noexec") {
			t.Errorf("%+v", got)
		}
	})
}

func TestNoexecFailsClosed(t *testing.T) {
	eachUser(t, func(t *testing.T, d launchtest.Dropper, uid int) {
		dir := brought(t, uid)
		s := noexec(spec("/bin/echo", "ran"), uid, dir)
		for _, tt := range []struct {
			name, step, text string
			c                launchtest.Command
		}{
			{"the program itself", "execve", "denied", launchtest.Command{Spec: noexec(spec("/bin/echo", "ran"), uid, "/usr"), Dir: "/"}},
			{"a directory without a name", "noexec mounts", "no name", launchtest.Command{Spec: s, Dir: "/",
				Through: []string{"/bin/sh", "-c", `mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && exec "$2"`, "sh", dir}}},
		} {
			tt.c.Dropper, tt.c.UID = d, uid
			got := run(t, tt.c)
			if got.Code != launch.ExitFailure || got.Stdout != "" || got.Failure.Step != tt.step || !strings.Contains(got.Failure.Text, tt.text) {
				t.Errorf("%s: %+v", tt.name, got)
			}
		}
		if uid != 0 {
			// Who may not mount needs the user namespace.
			got := run(t, launchtest.Command{Dropper: d, Spec: noexec(spec("/bin/echo", "ran"), 0, dir), UID: uid, Dir: dir})
			if got.Stdout != "" || got.Failure.Step != "noexec mounts" || got.Failure.Errno != 1 {
				t.Errorf("without the right to mount: %+v", got)
			}
			// The other build has threads.
			got = run(t, launchtest.Command{Dropper: droppers[1], Spec: s, UID: uid, Dir: dir})
			if got.Stdout != "" || got.Failure.Step != "user namespace" {
				t.Errorf("with threads: %+v", got)
			}
		}
	})
}

func TestGroupFailsClosed(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		file, err := os.Open("/dev/null")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		s := spec("/bin/echo", "ran")
		s.Group = 5
		got := run(t, launchtest.Command{Dropper: d, Spec: s, Files: map[int]*os.File{5: file}})
		if got.Stdout != "" || got.Failure.Step != "control group" {
			t.Errorf("%+v", got)
		}
	})
}
