//go:build system

package systemtest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestRestrictedLoginWithoutAConfiguration(t *testing.T) {
	u := host.login
	marker := filepath.Join(u.home, "marker")
	for _, command := range []string{
		"touch " + marker + "; true", "bash -c 'touch " + marker + "'", "python3 -c 1", "/bin/sh", "exec bash", "vi", "$(touch " + marker + ")",
		"touch " + marker + " &", "LD_PRELOAD=/x ls", "ls | cat", "ls > " + marker, "env", "find . -exec touch " + marker + " +", "./marker", "/usr/lib/openssh/sftp-server",
		"scp -t x", "rsync --server . x", "git-upload-pack x",
	} {
		got := call(t, "", "su", "-", u.name, "-c", command)
		if got.status != 126 || got.stdout != "" || !strings.HasPrefix(got.stderr, "aegish: ") {
			t.Errorf("%q: %+v", command, got)
		}
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a denied command left its mark")
	}
	if got := call(t, "echo hello\ncd /usr\npwd\necho $PATH\nls /nonexistent\n", "su", "-", u.name); got.stdout != "hello\n/usr\n" || got.status != 2 {
		t.Errorf("allowed commands: %+v", got)
	}
	if got := call(t, "", "su", "-", u.name, "-c", "cp /bin/true ./mine"); got.status != 0 {
		t.Errorf("cp into the home: %+v", got)
	}
	if got := call(t, "", "su", "-", u.name, "-c", "touch /tmp/aegish-outside"); got.status != 1 {
		t.Errorf("writing outside the home: %+v", got)
	}
}

// The caller of a login shell chooses neither its configuration nor its
// profile, whatever the user's files and variables say.
func TestLoginIgnoresTheUsersWishes(t *testing.T) {
	u := host.login
	dir := filepath.Join(u.home, ".config", "aegish")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(filepath.Join(u.home, ".config"))
	file := filepath.Join(dir, "aegish.toml")
	if err := os.WriteFile(file, []byte("profile = \"observe\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(u.home, ".config"), dir, file} {
		if err := os.Chown(path, u.uid, u.gid); err != nil {
			t.Fatal(err)
		}
	}
	if got := call(t, "", "su", "-", u.name, "-c", "id; id"); got.status != 126 {
		t.Errorf("the user's own file counted: %+v", got)
	}
	for _, args := range [][]string{
		{"--config", file, "-c", "id; id"}, {"--profile", "observe", "-c", "id; id"},
		{"run", "--config", file, "--", "id; id"}, {"check", "--profile", "observe", "id"},
	} {
		if got := asUser(t, u, append([]string{aegish()}, args...)...); got.status != 2 || strings.Contains(got.stdout, "uid=") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	// A system file that others may write is no configuration.
	configure(t, everything)
	if err := os.Chmod(host.config, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := call(t, "", "su", "-", u.name, "-c", "echo ran"); got.status != 2 || got.stdout != "" {
		t.Errorf("a writable system file: %+v", got)
	}
}

// asUser runs a program as another user, without a login.
func asUser(t *testing.T, u account, argv ...string) reply {
	t.Helper()
	return call(t, "", append([]string{"setpriv", "--reuid", strconv.Itoa(u.uid), "--regid", strconv.Itoa(u.gid), "--clear-groups", "env", "HOME=" + u.home}, argv...)...)
}

func TestOrdinaryUserUnderWorkspace(t *testing.T) {
	u := host.plain
	project := filepath.Join(u.home, "project")
	if got := asUser(t, u, "mkdir", project); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	in := func(command string) reply {
		return asUser(t, u, "sh", "-c", "cd "+project+" && exec "+aegish()+" -c '"+command+"'")
	}
	if got := in("echo in > file; cat file"); got.stdout != "in\n" || got.status != 0 {
		t.Errorf("%+v", got)
	}
	if got := in("echo out > ../outside"); got.status != 1 {
		t.Errorf("%+v", got)
	}
	if got := in("cat /etc/shadow"); got.status != 1 {
		t.Errorf("%+v", got)
	}
	if got := in("su -c id"); got.status == 0 {
		t.Errorf("a setuid program worked: %+v", got)
	}
	if got := in("ls -ld ~/.cache ~/.npm"); strings.Count(got.stdout, "drwx------") != 2 {
		t.Errorf("caches: %+v", got)
	}
}
