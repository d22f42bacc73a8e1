package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// ending writes a configuration under which nothing outlives its command.
func ending(t *testing.T, u user, root string) string {
	t.Helper()
	file := filepath.Join(root, "ending.toml")
	must(t, os.WriteFile(file, []byte("[audit]\nsink = \"none\"\n[tools.run]\nbackground = \"kill\"\n"), 0o600))
	u.give(t, root)
	return file
}

// staying are ways in which a process outlives the shell that started it. N
// stands for how long it would.
var staying = []struct{ name, command string }{
	{"a job", "sleep N & sleep N & echo begun"},
	{"nohup", "nohup sleep N >/dev/null 2>&1 & nohup sleep N & echo begun"},
	{"setsid", "setsid sleep N & setsid -f sleep N; echo begun"},
	{"two forks", "(sleep N & sleep N &); echo begun"},
	{"two forks and setsid", "(setsid -f setsid -f sleep N); (setsid sleep N & disown); echo begun"},
	{"one that does not listen", "trap '' HUP INT TERM QUIT; setsid -f sleep N; sleep N & echo begun"},
	{"one that is stopped", "setsid -f sleep N; setsid -f sh -c 'kill -STOP $$; sleep N'; (sleep N & kill -STOP $!); echo begun"},
	{"a tree", "setsid -f sh -c 'sleep N & (sleep N & setsid -f sleep N; wait) & wait'; echo begun"},
	{"another name", "ln -s /bin/sleep ./other; setsid -f ./other N; setsid -f sleep N; echo begun"},
}

// With background = "kill" nothing is left when the answer is there, as root in
// a control group where the host has them, and as an ordinary user.
func TestNothingOutlivesTheCommand(t *testing.T) {
	t.Parallel()
	for i, u := range users() {
		for j, tt := range staying {
			t.Run(u.name+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				root := workplace(t)
				seconds := "804" + string(rune('0'+i)) + string(rune('0'+j))
				left := func(p proc) bool { return len(p.args) == 2 && p.args[1] == seconds }
				endLater(t, left)
				cmd := exec.Command(aegish(), "--config", ending(t, u, root), "-c", strings.ReplaceAll(tt.command, "N", seconds))
				cmd.Dir, cmd.Env, cmd.SysProcAttr = root, u.environ(root), u.attributes()
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.HasSuffix(string(out), "begun\n") {
					t.Errorf("%v, %q", err, out)
				}
				if still := running(t, left); len(still) > 0 {
					t.Errorf("left: %+v", still)
				}
			})
		}
	}
}

// Without it they go on, and with it the next command finds none of them.
func TestBackgroundOfEarlierCommands(t *testing.T) {
	t.Parallel()
	const look = "sleep 80501 >/dev/null 2>&1 &\nkill -0 $! 2>/dev/null; pgrep -fc '[s]leep 8050[1]'\n"
	for _, tt := range []struct{ config, want string }{{"", "1\n"}, {ending(t, self(), workplace(t)), "0\n"}} {
		args := []string{}
		if tt.config != "" {
			args = append(args, "--config", tt.config)
		}
		cmd := exec.Command(aegish(), args...)
		cmd.Stdin = strings.NewReader(look)
		out, _ := cmd.Output()
		if string(out) != tt.want {
			t.Errorf("%v: %q, want %q", args, out, tt.want)
		}
		for _, p := range running(t, sleeps("80501")) {
			must(t, exec.Command("kill", "-9", strconv.Itoa(p.pid)).Run())
		}
	}
}

// What aegish had below it before the command is none of the command's.
func TestForeignChildrenAreLeftAlone(t *testing.T) {
	t.Parallel()
	root := workplace(t)
	config := ending(t, self(), root)
	for i, args := range []string{"--config " + config + " -c", "run --config " + config + " --", "run --"} {
		seconds := "8060" + strconv.Itoa(i)
		foreign := sleeps(seconds)
		endLater(t, foreign)
		cmd := exec.Command("/bin/bash", "-c", "sleep "+seconds+" >/dev/null 2>&1 & exec "+aegish()+" "+args+" 'setsid -f sleep "+seconds+"9; echo over'")
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "over") {
			t.Errorf("%s: %v, %q", args, err, out)
		}
		if n := len(running(t, foreign)); n != 1 {
			t.Errorf("%s: %d of 1 are left", args, n)
		}
		if n := len(running(t, sleeps(seconds+"9"))); n != 0 {
			t.Errorf("%s: the command's are left", args)
		}
	}
}

// A chain of processes, each of which forks the next and ends, is shorter-lived
// than a look at the process table. It ends by itself after five seconds.
const forkerSource = `
#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
int main(void) {
	time_t end = time(0) + 5;
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	if (fork()) return 0;
	while (time(0) < end) {
		setsid();
		prctl(PR_SET_NAME, "aegishforker");
		if (fork() > 0) _exit(0);
	}
}
`

func TestAForkerIsEnded(t *testing.T) {
	t.Parallel()
	for _, u := range users() {
		root := workplace(t)
		source, forker := filepath.Join(root, "forker.c"), filepath.Join(root, "forker")
		must(t, os.WriteFile(source, []byte(forkerSource), 0o644))
		if out, err := exec.Command("cc", "-O2", "-o", forker, source).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		chain := func(p proc) bool { return p.name == "aegishforker" }
		for _, args := range [][]string{{"-c"}, {"run", "--"}} {
			args = append(args[:len(args)-1:len(args)-1], "--config", ending(t, u, root), args[len(args)-1], forker+"; "+forker+"; echo over")
			cmd := exec.Command(aegish(), args...)
			cmd.Dir, cmd.Env, cmd.SysProcAttr = root, u.environ(root), u.attributes()
			begin := time.Now()
			out, err := cmd.Output()
			if err != nil || !strings.Contains(string(out), "over") {
				t.Errorf("%s %v: %v, %q", u.name, args, err, out)
			}
			if took := time.Since(begin); took > 4*time.Second {
				t.Errorf("%s %v: it took %v, in which the chain ends by itself", u.name, args, took)
			}
			if left := running(t, chain); len(left) > 0 {
				t.Errorf("%s %v: left %+v", u.name, args, left)
			}
		}
	}
}

// RLIMIT_NPROC does not bind root; a control group does.
func TestProcessesOfRootAreLimited(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // TestForkBombIsBoundedAndEnded has the limit of others
	}
	root := workplace(t)
	cmd := exec.Command(aegish(), "run", "--config", limited(t, self(), root, "processes = 30\n"), "--",
		`perl -e 'for (1..60) { my $p = fork; if (!defined $p) { print "limited"; exit } if (!$p) { sleep 80701; exit } } print "free"'`)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "limited") {
		t.Errorf("%v: %s", err, out)
	}
}
