package system_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestPSTitles compares titles, messages and status with those of procps, where
// no process is selected. How wide numbers of processes are depends on the
// kernel; so blanks count as one.
func TestPSTitles(t *testing.T) {
	t.Parallel()
	none := " -p 4194303"
	lines := []string{
		"-f", "-F", "-l", "-ly", "-lf", "-j", "u", "l", "j", "h", "f", "-O ni", "-o pid,comm=X -o user", "-o pid=,comm=", "-o pid=A,comm=B", "-o nope", "-o", "--foo",
		"-p x", "-p 1x", "-C", "--no-headers -f", "-o pid:20,comm:30", "o user,pid", "--sort nope", "--sort=-pid,comm", "-k -pid", "-w -w", "-H", "--forest", "-u nosuch",
		"9999999", "--pid 4194303", "-p", "-p 0", "-p 1,,2", "-o pid,comm,", "-ef -N", "-C nosuchcommand", "--ppid 4194303", "k", "o", "-o pid,args -o etime", "-y -l",
	}
	for _, f := range strings.Fields("pid ppid pgid pgrp sid sess session tpgid tty tt tname time cputime times cputimes etime etimes lstart start stime start_time bsdstart bsdtime user euser ruser " +
		"uid euid ruid gid egid rgid group egroup rgroup stat s state ni nice pri pcpu %cpu c cp pmem %mem vsz vsize rss rssize sz nlwp thcount lwp tid comm ucmd ucomm fname args cmd command wchan f flag flags psr cls class") {
		lines = append(lines, "-o "+f)
	}
	for _, line := range lines {
		if !strings.Contains(line, "4194303") && !strings.Contains(line, "nosuch") && !strings.HasSuffix(line, "9999999") && line != "-ef -N" {
			line = none[1:] + " " + line
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			c := commandtest.Case{Args: strings.Fields(line)}
			want, found := commandtest.Host(t, "ps", c)
			got := commandtest.Run(t, system.Commands()["ps"], "ps", c)
			if !found {
				return
			}
			first := func(s string) string {
				line, _, _ := strings.Cut(s, "\n")
				return strings.Join(strings.Fields(line), " ")
			}
			if first(got.Stdout) != first(want.Stdout) || first(got.Stderr) != first(want.Stderr) || got.Status != want.Status {
				t.Errorf("got %d %q %q\nwant %d %q %q", got.Status, got.Stdout, got.Stderr, want.Status, want.Stdout, want.Stderr)
			}
		})
	}
}

// TestPSRows has fixed expectations: nobody else has these processes.
func TestPSRows(t *testing.T) {
	t.Parallel()
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	tasks := []command.Task{
		{PID: 100, Parent: 1, Group: 100, Args: []string{"/bin/bash", "script"}, Begin: old},
		{PID: 101, Parent: 100, Group: 100, Args: []string{"sleep", "60"}, Begin: old, Stopped: true},
		{PID: 1234567, Parent: 101, Group: 101, Args: []string{"a-long-name-of-a-command"}, Begin: old},
	}
	for line, want := range map[string]string{
		"":                               "    PID TTY          TIME CMD\n    100 ?        00:00:00 bash\n    101 ?        00:00:00 sleep\n1234567 ?        00:00:00 a-long-name-of-\n",
		"-p 101 -o pid=,comm=":           "    101 sleep\n",
		"-o comm,pid":                    "COMMAND             PID\nbash                100\nsleep               101\na-long-name-of- 1234567\n",
		"-o pid,args,ppid --sort -pid":   "    PID COMMAND                        PPID\n1234567 a-long-name-of-a-command        101\n    101 sleep 60                        100\n    100 /bin/bash script                  1\n",
		"ax -o pid,stat":                 "    PID STAT\n    100 Ss\n    101 T\n1234567 R\n",
		"r h":                            "1234567 ?        R      0:00 a-long-name-of-a-command\n",
		"--ppid=100 -o lstart=,stime=":   "Sat Feb  3 04:05:06 2001 Feb03\n",
		"-C sleep,bash -o pgid=":         "    100\n    100\n",
		"-N -C sleep -o pid=":            "    100\n1234567\n",
		"-g 101 -o pid= -o sid=":         "1234567     100\n",
		"101,100 o pid= k comm":          "    100\n    101\n",
		"-aux --no-headers -o pid -p100": "    100\n    101\n1234567\n",
		"--version":                      "ps (aegish)\n",
		"-o start= -o bsdstart= 100":     "  Feb  3 Feb  3\n",
	} {
		got := commandtest.Run(t, system.Commands()["ps"], "ps", commandtest.Case{Args: strings.Fields(line), Tasks: tasks})
		if got.Stdout != want || got.Status != 0 || got.Stderr != "" {
			t.Errorf("%s: %d\n%q, want\n%q %s", line, got.Status, got.Stdout, want, got.Stderr)
		}
	}
	got := commandtest.Run(t, system.Commands()["ps"], "ps", commandtest.Case{Args: []string{"--help"}})
	if !strings.HasPrefix(got.Stdout, "Usage: ps ") || got.Status != 0 {
		t.Errorf("--help: %d %q", got.Status, got.Stdout)
	}
}
