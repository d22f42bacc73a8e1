//go:build system

package systemtest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// git is the command line of git on the client's side, in a directory.
func (s *sshServer) git(dir string, args ...string) []string {
	return append([]string{
		"env", "-C", dir, "HOME=" + s.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_SSH_COMMAND=" + s.remoteShell(),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "git", "-c", "init.defaultBranch=main",
	}, args...)
}

// repository is a bare one in the home of the login user, and its addresses.
func (s *sshServer) repository(t *testing.T, name string) (short, long string) {
	t.Helper()
	if got := call(t, "", host.login.runs("git", "-c", "init.defaultBranch=main", "init", "-q", "--bare", name)...); got.status != 0 {
		t.Fatalf("git init: %+v", got)
	}
	user := host.login.name + "@127.0.0.1"
	return user + ":" + name, fmt.Sprintf("ssh://%s:%d%s", user, s.port, host.login.path(strings.ReplaceAll(name, " ", "%20")))
}

func TestGitThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	for _, name := range []string{"plain.git", "with space's.git"} {
		short, long := s.repository(t, name)
		work := t.TempDir()
		run := func(want string, args ...string) {
			t.Helper()
			got := call(t, "", s.git(work, args...)...)
			if got.status != 0 || !strings.Contains(got.stdout, want) {
				t.Fatalf("git %v: %+v", args, got)
			}
		}
		run("", "init", "-q", ".")
		writeFile(t, filepath.Join(work, "file"), string(someBytes))
		run("", "add", "file")
		run("", "commit", "-q", "-m", "one")
		run("", "push", "-q", short, "HEAD:main")
		run("", "clone", "-q", short, "short")
		run("", "clone", "-q", "--depth", "1", long, "long")
		for _, clone := range []string{"short", "long"} {
			holds(t, clone, filepath.Join(work, clone, "file"), string(someBytes))
		}
		writeFile(t, filepath.Join(work, "short", "file"), "changed")
		run("", "-C", "short", "commit", "-q", "-a", "-m", "two")
		run("", "-C", "short", "push", "-q")
		run("", "-C", "long", "pull", "-q")
		holds(t, "pulled", filepath.Join(work, "long", "file"), "changed")
		run("refs/heads/main", "ls-remote", long)
		run("changed", "archive", "--remote="+short, "main")
		if got := call(t, "", s.git(work, "push", short, "HEAD:main")...); got.status != 1 || !strings.Contains(got.stderr, "rejected") {
			t.Errorf("an outdated push: %+v", got)
		}
	}
	if got := call(t, "", s.git(s.dir, "clone", host.login.name+"@127.0.0.1:missing.git")...); got.status != 128 || !strings.Contains(got.stderr, "'missing.git' does not appear to be a git repository") {
		t.Errorf("a repository that is not there: %+v", got)
	}
}
