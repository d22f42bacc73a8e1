package main_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

const lostPerCommand = "**Lost with each command:**"

// TestWhatIsCarried: the state that one command hands to the next, by kind.
func TestWhatIsCarried(t *testing.T) {
	t.Parallel()
	compare(t, []trial{
		{name: "level of shells", text: strings.Repeat("echo $SHLVL\n", 5) + "bash -c 'echo $SHLVL; :'"},
		{name: "level of shells from outside", env: []string{"SHLVL=998"}, text: strings.Repeat("echo $SHLVL\n", 5)},
		{name: "level of shells that is set", text: "export SHLVL=7\necho $SHLVL", limit: lostPerCommand, want: answer{stdout: "1\n"}},
		{name: "last argument", text: "echo a b\necho $_", limit: lostPerCommand, want: answer{stdout: "a b\n/bin/bash\n"}},
		{name: "last argument is no program of the report", text: "echo a b >/dev/null\necho \"$_\" | grep -c env"},

		{name: "status of a failure", text: "false\necho $?"},
		{name: "status of a command that can not run", text: "/\necho $?\n/etc/passwd\necho $?"},
		{name: "status of a command that is not there", text: "nosuch_\necho $?"},
		{name: "status of deaths by signal", text: "sh -c 'kill -9 $$'\necho $?\nsh -c 'kill -TERM $$'\necho $?\n(kill -USR1 $BASHPID)\necho $?"},
		{name: "status of a subshell", text: "(exit 200)\necho $?"},
		{name: "status through blank lines and comments", text: "(exit 5)\n\n  \n# comment\necho $?"},
		{name: "status of the directory commands", text: "cd /nonexistent\necho $?\ncd -x\necho $?\npopd\necho $?"},
		{name: "status in every place", text: "(exit 7)\n[ $? = 7 ] && echo yes\n(exit 7)\ncase $? in 7) echo seven;; esac\n(exit 7)\n\"$(exit $?)\"\necho $?"},
		{name: "status at the end", text: "(exit 42)\n"},

		{name: "status of each part of a pipe", text: "false | true | false\necho ${PIPESTATUS[*]}", limit: lostPerCommand, want: answer{stdout: "1\n"}},
		{name: "number of the last job", text: "sleep 0 &\necho ${!:+set}", limit: lostPerCommand, want: answer{stdout: "\n"}},
		{name: "waiting for an earlier job", text: "sleep 0 & export J=$!\nwait $J 2>/dev/null\necho $?", limit: lostPerCommand, want: answer{stdout: "127\n"}},
		{name: "list of jobs", text: "sleep 0.2 &\njobs | wc -l\nwait", limit: lostPerCommand, want: answer{stdout: "0\n"}},
		{name: "the same shell", text: "export P=$$\n[ $P = $$ ] && echo same", limit: lostPerCommand, want: answer{status: 1}},
		{name: "random numbers", text: "RANDOM=5; export R=$RANDOM\nRANDOM=5; R2=$RANDOM; [ $R = $R2 ] && echo seeded\nRANDOM=5\necho $((RANDOM == R))",
			limit: lostPerCommand, want: answer{stdout: "seeded\n0\n"}},
		{name: "clock", text: "SECONDS=100\n[ $SECONDS -ge 100 ] && echo kept", limit: lostPerCommand, want: answer{status: 1}},

		{name: "unexported variable", text: "x=1\necho ${x-unset}", limit: lostPerCommand, want: answer{stdout: "unset\n"}},
		{name: "umask", text: "umask 077\numask", limit: lostPerCommand, want: answer{stdout: "0022\n"}},
		{name: "resource limit", text: "ulimit -c 0; ulimit -n 100\n[ $(ulimit -n) = 100 ] && echo kept", limit: lostPerCommand, want: answer{status: 1}},
		{name: "options", text: "set -f; shopt -s nullglob\necho /etc/pass*; shopt nullglob", limit: lostPerCommand, want: answer{
			stdout: "/etc/passwd /etc/passwd-\nnullglob       \toff\n", status: 1}},
		{name: "function", text: "f() { echo f; }\nf", limit: lostPerCommand, want: answer{stderr: "bash: line N: f: command not found\n", status: 127}},
		{name: "alias", text: "shopt -s expand_aliases; alias q=true\nalias", limit: lostPerCommand, want: answer{}},
		{name: "trap", text: "trap : USR1\ntrap -p USR1", limit: lostPerCommand, want: answer{}},
		{name: "positional parameters", text: "set -- a b\necho $#", limit: lostPerCommand, want: answer{stdout: "0\n"}},
		{name: "hashed programs", text: "hash -p /bin/ls zz\nhash -t zz", limit: lostPerCommand, want: answer{
			stderr: "bash: line N: hash: zz: not found\n", status: 1}},
		{name: "sourced file", setup: "echo 'v=1; export W=2' > s", text: ". ./s\necho ${v-unset} $W", limit: lostPerCommand, want: answer{stdout: "unset 2\n"}},

		{name: "integer", text: "declare -ix N=4\nN=N+1; echo $N", limit: lostPerCommand, want: answer{stdout: "N+1\n"}},
		{name: "value of an integer", text: "declare -ix N=4+3\necho $N"},
		{name: "upper case", text: "declare -ux N=abc\nN=def; echo $N", limit: lostPerCommand, want: answer{stdout: "def\n"}},
		{name: "readonly", text: "declare -rx R=1\nR=2; echo $R", limit: lostPerCommand, want: answer{stdout: "2\n"}},
		{name: "array", text: "a=(1 2); export a\necho ${a[*]-unset}", limit: lostPerCommand, want: answer{stdout: "unset\n"}},
		{name: "exported function", text: "f() { echo f; }; export -f f\nenv | grep -c BASH_FUNC", limit: lostPerCommand, want: answer{stdout: "0\n", status: 1}},
		{name: "exported function within a command", text: "f() { echo f; }; export -f f; bash -c f"},

		{name: "names that are no identifiers", env: []string{"a.b=1", "x-y=\xff", "a b=2", "1=3"}, text: "cd /\nexport A=1\nenv | grep -aE '^(a.b|x-y|a b|1)=' | sort"},
		{name: "value that is no UTF-8", text: "export X=$'\\xff'\nprintf %s \"$X\" | od -An -tx1"},
		{name: "directory that is no UTF-8", setup: "mkdir $'\\xff'", text: "cd $'\\xff'\npwd | tail -c 3 | od -An -tx1; export A=1; cd .\npwd | tail -c 2 | od -An -tx1"},
		{name: "history is not expanded", text: "echo one\n!!\necho a!!b $?"},
	})
}

// TestJobsOutliveTheirCommand: a job is no child of the next command's shell,
// and can be found and ended all the same.
func TestJobsOutliveTheirCommand(t *testing.T) {
	t.Parallel()
	endLater(t, sleeps("70201"))
	root := workplace(t)
	got := runShell(t, self(), root, nil, "sleep 70201 & export J=$!\nkill -0 $J && echo alive\nkill $J; echo $?\n"+
		"until ! kill -0 $J 2>/dev/null; do sleep 0.01; done; echo gone\n", aegish())
	if want := (answer{stdout: "alive\n0\ngone\n"}); got != want {
		t.Errorf("want: %v\ngot: %v", want, got)
	}
	// It outlives the session, too, as it does bash's end.
	for i, argv := range [][]string{{"bash", "--norc", "--noprofile"}, {aegish()}} {
		sleep := fmt.Sprint(70202 + i)
		endLater(t, sleeps(sleep))
		if got := runShell(t, self(), root, nil, "sleep "+sleep+" &\n", argv...); got != (answer{}) {
			t.Errorf("%v: %v", argv, got)
		}
		waitFor(t, 1, "the job", sleeps(sleep))
	}
}

// TestInputIsSharedWithCommands: a command reads what stands behind it, and
// not a byte more is taken from it.
func TestInputIsSharedWithCommands(t *testing.T) {
	t.Parallel()
	compare(t, []trial{
		{name: "head", text: "head -n1\nDATA\necho next"},
		{name: "one line of a pipe", text: "sed -un 1p\\;1q\nDATA\necho next"},
		{name: "read", text: "read x; echo \"<$x>\"\nDATA\necho next"},
		{name: "cat to the end", text: "echo first\ncat\nDATA\necho DATA too\n"},
		{name: "a loop", text: "while read -r x; do [ \"$x\" = end ] && break; echo \"<$x>\"; done\na\nb\nend\necho next"},
		{name: "a function", text: "f() { read x; echo $x; }; f\nDATA\necho next"},
		{name: "nothing", text: "true </dev/null\necho next"},
		{name: "a shell of its own", text: "sh\necho inside\nexit 3\necho $?"},
	})
	// The rest of the input is still there for whoever comes after.
	cmd := exec.Command("/bin/sh", "-c", aegish()+"; cat")
	cmd.Dir, cmd.Stdin = workplace(t), strings.NewReader("echo one\nexit\nthe rest\n")
	if out, err := cmd.Output(); err != nil || string(out) != "one\nthe rest\n" {
		t.Errorf("%v, %q", err, out)
	}
}
