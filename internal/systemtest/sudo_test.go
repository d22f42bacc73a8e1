//go:build system

package systemtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// elevating is a configuration under which sudo leaves the sandbox.
const elevating = `
[sudo]
allow = true
[audit]
sink = "stderr"
`

// sudoers gives the users that a test makes rights for as long as it runs.
func sudoers(t *testing.T, text string) {
	t.Helper()
	const file = "/etc/sudoers.d/aegish-system-test"
	text = strings.NewReplacer("%USER%", host.plain.name, "%LOGIN%", host.login.name).Replace(text)
	if err := os.WriteFile(file, []byte(text+"\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(file) })
	if _, err := output(exec.Command("visudo", "-cf", file)); err != nil {
		t.Fatal(err)
	}
}

// plain runs a command through aegish as the user who has rights by sudo.
func plain(t *testing.T, command string) reply {
	t.Helper()
	return call(t, "", host.plain.runs(aegish(), "-c", command)...)
}

// U4, U5: every spelling of one command is one decision, and the options say
// whose rights it has.
func TestSudoSpellings(t *testing.T) {
	sudoers(t, "%USER% ALL=(ALL:ALL) NOPASSWD:SETENV: ALL")
	configure(t, elevating)
	for command, want := range map[string]string{
		"sudo id -un": "root", "/usr/bin/sudo id -un": "root", `\sudo id -un`: "root", "s'u'do id -un": "root", "command sudo id -un": "root",
		"command -p -- sudo -- id -un": "root", "A=1 sudo id -un": "root", "sudo A=1 id -un": "root", "sudo -n -k -H id -un": "root",
		"sudo -u nobody id -un": "nobody", "sudo -nunobody id -un": "nobody", "sudo --user=nobody id -un": "nobody", "sudo --user nobody -- id -un": "nobody",
		"sudo -u '#65534' id -un": "nobody", "sudo -g daemon id -gn": "daemon", "sudo --group=daemon id -un": host.plain.name,
		"sudo A=7 printenv A": "7",
		"sudo grep -h -E 'NoNewPrivs|Seccomp:' /proc/self/status": "NoNewPrivs:\t0\nSeccomp:\t0",
	} {
		got := plain(t, command)
		if got.status != 0 || got.stdout != want+"\n" || !strings.Contains(got.stderr, `"elevated":true`) {
			t.Errorf("%s: %+v", command, got)
		}
	}
	got := plain(t, "sudo -u nobody id")
	if !strings.Contains(got.stderr, `"elevated_user":"nobody"`) {
		t.Errorf("whose rights: %+v", got)
	}
	if got := plain(t, "grep NoNewPrivs /proc/self/status"); got.stdout != "NoNewPrivs:\t1\n" || strings.Contains(got.stderr, "elevated") {
		t.Errorf("another command: %+v", got)
	}
}

// U1, U3, U4, U6: what is not one literal command, or not understood, or gives a
// shell, is refused, and nothing of it runs with any rights.
func TestSudoRefused(t *testing.T) {
	sudoers(t, "%USER% ALL=(ALL:ALL) NOPASSWD:SETENV: ALL")
	configure(t, elevating)
	mark := filepath.Join("/root", "aegish-mark")
	fake := host.plain.path("sudo")
	if err := os.WriteFile(fake, []byte("#!/bin/sh\ntouch ~/mark\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"sudo true; touch " + mark, "sudo touch " + mark + "; id", "sudo echo x > " + mark, "sudo echo x | sudo tee " + mark, "sudo touch " + mark + " &",
		"sudo touch " + mark + "\nid", "(sudo touch " + mark + ")", "sudo touch {" + mark + ",x}", "sudo touch $HOME/../../" + mark, "sudo true && sudo touch " + mark,
		"sudo -s touch " + mark, "sudo -i touch " + mark, "sudo -E touch " + mark, "sudo -b touch " + mark, "sudo -D /root touch aegish-mark", "sudo --lo touch " + mark,
		"sudo", "sudo -u root", "sudo -l", "sudo -e " + mark, "sudoedit " + mark, "su -c 'touch " + mark + "'", "pkexec touch " + mark,
		"sudo sh -c 'touch " + mark + "'", "sudo env sh -c 'touch " + mark + "'", "sudo vi " + mark, "sudo python3 -c 'open(\"" + mark + "\", \"w\")'",
		"sudo find /root -maxdepth 0 -exec sh -c 'touch " + mark + "' ';'", "sudo sudo touch " + mark, "env sudo touch " + mark, "bash -c 'sudo touch " + mark + "'",
		"LD_PRELOAD=/x sudo touch " + mark, "sudo LD_PRELOAD=/x touch " + mark, "sudo PATH=/x touch " + mark,
		"./sudo touch " + mark, fake + " touch " + mark,
	} {
		got := plain(t, command)
		if got.status != 126 || got.stdout != "" || !strings.Contains(got.stderr, "aegish: ") || strings.Contains(got.stderr, `"elevated":true`) {
			t.Errorf("%s: %+v", command, got)
		}
		if os.Remove(mark) == nil || os.Remove(host.plain.path("mark")) == nil {
			t.Errorf("%s left its mark", command)
		}
	}
	// A sudo that comes first in PATH is not asked.
	if got := plain(t, "PATH=.:/usr/bin; sudo true"); got.status != 126 {
		t.Errorf("%+v", got)
	}
	if got := call(t, "export PATH=.:/usr/bin\nsudo id -un\n", host.plain.runs(aegish())...); got.stdout != "root\n" {
		t.Errorf("the user's PATH: %+v", got)
	}
	// U2: an aegish in the sandbox of another gets no rights, and says why.
	if got := plain(t, aegish()+" -c 'sudo touch "+mark+"'"); got.status != 126 || !strings.Contains(got.stderr, "runs in a sandbox itself") {
		t.Errorf("in another's sandbox: %+v", got)
	}
}

// Without the key nothing of this works, and only root can turn the key.
func TestSudoIsOffByDefault(t *testing.T) {
	sudoers(t, "%USER% ALL=(ALL:ALL) NOPASSWD: ALL")
	u := host.plain
	for _, command := range []string{"sudo id", "command sudo id", "A=1 sudo id", "/usr/bin/sudo id"} {
		if got := plain(t, command); got.status != 126 || !strings.Contains(got.stderr, "can not gain privileges") {
			t.Errorf("%s: %+v", command, got)
		}
	}
	dir := u.path(".config/aegish")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(u.path(".config"))
	file := filepath.Join(dir, "aegish.toml")
	if err := os.WriteFile(file, []byte("[sudo]\nallow = true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	// Root's file in a directory of the user's is not root's alone.
	for _, path := range []string{u.path(".config"), dir} {
		if err := os.Chown(path, u.uid, u.gid); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if got := plain(t, "sudo id"); got.status != 2 || !strings.Contains(got.stderr, "sudo.allow: expected false") {
			t.Errorf("the user's own file: %+v", got)
		}
		if err := os.Chown(file, u.uid, u.gid); err != nil {
			t.Fatal(err)
		}
	}
}

// U7: a session goes on as it was, with the status.
func TestSudoKeepsTheSession(t *testing.T) {
	sudoers(t, "%USER% ALL=(ALL:ALL) NOPASSWD: ALL")
	configure(t, elevating)
	text := "cd /usr\nexport X=1\npushd /tmp >/dev/null\nsudo -u nobody env -C / X=2 sleep 0\necho \"$? $X $PWD $OLDPWD ${#DIRSTACK[@]}\"\nsudo false\necho $?\nsudo -n ls /nonexistent\necho $?\nsudo pwd\n"
	got := call(t, text, host.plain.runs(aegish())...)
	if got.stdout != "0 1 /tmp /usr 2\n1\n2\n/tmp\n" || got.status != 0 {
		t.Errorf("%+v", got)
	}
	// `aegish run` bounds time and output as it does for other commands.
	run := func(args ...string) reply {
		return call(t, "", host.plain.runs(append([]string{aegish(), "run"}, args...)...)...)
	}
	if got := run("--json", "--timeout", "0.3", "--", "sudo sleep 987"); got.status != 124 || !strings.Contains(got.stdout, `"timed_out":true`) {
		t.Errorf("a time limit: %+v", got)
	}
	if left, err := exec.Command("pgrep", "-fx", "sleep 987").Output(); err == nil {
		t.Errorf("left behind: %s", left)
	}
	if got := run("--json", "--max-output-bytes=10", "--", "sudo seq 100000"); !strings.Contains(got.stdout, `"stdout_truncated":true`) {
		t.Errorf("a limit of output: %+v", got)
	}
	if got := run("--", "sudo cat"); got.stdout != "Exit code: 0\n" {
		t.Errorf("standard input: %+v", got)
	}
}

// sleeps tells whether a process of that name waits for something. After its
// prompt that can only be the answer: sudo remembers an interrupt that comes
// between the two, and reads all the same.
func sleeps(t *testing.T, name string) bool {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(stats, func(file string) bool {
		stat, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(stat), " ("+name+") S ")
	})
}

// sudo asks for the password at the terminal, in a session and without one.
func TestSudoAsksForThePassword(t *testing.T) {
	sudoers(t, "Defaults:%USER% passwd_tries=1, timestamp_timeout=0\n%USER% ALL=(ALL:ALL) ALL")
	configure(t, strings.Replace(elevating, "stderr", "none", 1))
	u := host.plain
	pass := exec.Command("chpasswd")
	pass.Stdin = strings.NewReader(u.name + ":open sesame\n")
	if _, err := output(pass); err != nil {
		t.Fatal(err)
	}
	c := newConsole(t, u.runs(aegish())...)
	c.Expect(promptIn("~"))
	c.Send("sudo id -un\r")
	c.Expect(`password for [^\n]*: `)
	c.Send("open sesame\r")
	c.Expect(`\nroot\r\n`)
	c.Expect(promptIn("~"))
	c.Send("sudo id -un\r")
	c.Expect(`password for [^\n]*: `)
	await(t, "sudo to read", func() bool { return sleeps(t, "sudo") })
	c.Send("\x03")
	c.Expect(promptIn("~"))
	c.Send("echo \"<$?>\"\r") // what is typed shows again
	c.Expect(`echo "<\$\?>"`)
	c.Expect(`\n<1>\r\n`)
	c.Send("sudo id -un\r")
	c.Expect(`password for [^\n]*: `)
	c.Send("wrong\r")
	c.Expect(`incorrect password`)
	c.Expect(promptIn("~"))
	c.Send("exit\r")
	c.Ends()

	c = newConsole(t, u.runs(aegish(), "-c", "sudo id -un")...)
	c.Expect(`password for [^\n]*: `)
	c.Send("open sesame\r")
	if status := c.Ends(); status != 0 {
		t.Errorf("status %d", status)
	}
	c.Expect(`\nroot\r\n`)
	// Where nobody can be asked, it does not wait.
	if got := call(t, "", u.runs(aegish(), "run", "--json", "--", "sudo id")...); got.status != 1 || !strings.Contains(got.stdout, "password is required") {
		t.Errorf("%+v", got)
	}
	if got := plain(t, "sudo id"); got.status != 1 || !strings.Contains(got.stderr, "terminal is required") {
		t.Errorf("without a terminal: %+v", got)
	}
}

// sudoers goes on to be what says who may do what, and the rules judge what sudo
// starts.
func TestSudoersAndRulesDecide(t *testing.T) {
	sudoers(t, "%USER% ALL=(root) NOPASSWD: /usr/bin/id")
	configure(t, elevating+"[[policy.rules]]\nid = \"no-names\"\nmatch = [\"id\", \"-un\"]\naction = \"deny\"\n[policy]\nunparsed = \"allow\"\n")
	if got := plain(t, "sudo -n id -u"); got.stdout != "0\n" {
		t.Errorf("%+v", got)
	}
	if got := plain(t, "sudo -n cat /etc/shadow"); got.status != 1 || got.stdout != "" {
		t.Errorf("what sudoers does not give: %+v", got)
	}
	if got := plain(t, "sudo -n id -un"); got.status != 126 || !strings.Contains(got.stderr, "no-names") {
		t.Errorf("what a rule denies: %+v", got)
	}
}

// Nothing of what confines commands holds sudo back: a profile that denies
// shells, mounts without the right to execute, a control group for each command.
func TestSudoFromAStrictSession(t *testing.T) {
	sudoers(t, "%USER% ALL=(ALL:ALL) NOPASSWD: ALL")
	text := "profile = \"strict\"\n[profiles.strict]\nbase = \"restricted\"\n[profiles.strict.sudo]\nallow = true\n[profiles.strict.audit]\nsink = \"stderr\"\n" +
		"[profiles.strict.tools.run]\nbackground = \"kill\"\n[profiles.strict.landlock]\nnoexec_write = true\nbest_effort = true\n" +
		"[[profiles.strict.policy.rules]]\nmatch = [\"sudo\", \"**\"]\naction = \"allow\"\n[[profiles.strict.policy.rules]]\nmatch = [\"sudo\", \"sh\", \"/root/aegish-allowed\"]\naction = \"allow\"\n" +
		"[[profiles.strict.policy.rules]]\nmatch = [\"sh\", \"/root/aegish-allowed\"]\naction = \"allow\"\n"
	configure(t, text)
	if got := plain(t, "sudo id -un"); got.stdout != "root\n" || !strings.Contains(got.stderr, `"elevated":true`) {
		t.Errorf("%+v", got)
	}
	allowed := filepath.Join("/root", "aegish-allowed")
	if err := os.WriteFile(allowed, []byte("id -u\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(allowed)
	if got := plain(t, "sudo sh "+allowed); got.stdout != "0\n" {
		t.Errorf("a rule that names both: %+v", got)
	}
	if got := plain(t, "sudo sh -c id"); got.status != 126 || got.stdout != "" {
		t.Errorf("a shell: %+v", got)
	}
	if got := plain(t, "sudo systemctl poweroff"); got.status != 126 || !strings.Contains(got.stderr, "policy.default") {
		t.Errorf("what sudo starts is judged by itself: %+v", got)
	}
	if got := plain(t, "A=1 sudo id"); got.status != 126 || !strings.Contains(got.stderr, "assignment_prefix") {
		t.Errorf("the gate: %+v", got)
	}
}
