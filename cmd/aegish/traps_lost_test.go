package main_test

import "testing"

// TestEndsThatSkipTheReport: commands that end their shell in a way of their
// own. One long bash is over with most of them; a session goes on.
func TestEndsThatSkipTheReport(t *testing.T) {
	t.Parallel()
	const show = "\necho $? ${A-unset} $PWD\n"
	const before, lost = "**State is as before the command**", lostState
	compare(t, []trial{
		{name: "exit ends the session", text: "export A=1; cd /usr; exit 3" + show},
		{name: "exit as a command", way: command, text: "export A=1; cd /usr; exit 3"},
		{name: "exit behind an operator", text: "cd /usr\nfalse || exit 5" + show},
		{name: "exit in a function", text: "f() { exit 6; }; f" + show},
		{name: "exit in a subshell", text: "export A=1; cd /usr; (exit 3)" + show},
		{name: "exit without a number", text: "(exit 9)\nexit" + show},
		{name: "exit with a number that is none", text: "exit x" + show},
		{name: "exit with too many", text: "exit 1 2" + show},
		{name: "exit out of range", text: "exit 300" + show},
		{name: "exit below zero", text: "exit -1" + show},
		{name: "logout in a shell that is none", text: "logout" + show, limit: "**`exit` in a session**", want: answer{}},
		{name: "end of input", text: "(exit 11)"},
		{name: "return at the top", text: "return 3" + show},
		{name: "return at the top of a command", way: captured, text: "return 3; echo $?"},

		{name: "exec", text: "export A=1; cd /usr; exec true" + show, limit: before, want: answer{stdout: "0 unset $R\n", stderr: lost}},
		{name: "exec of a command that fails", text: "export A=1; exec false" + show, limit: before, want: answer{stdout: "1 unset $R\n", stderr: lost}},
		{name: "exec of nothing that is there", text: "export A=1; exec /nonexistent/x" + show, limit: before, want: answer{
			stdout: "127 unset $R\n", stderr: "bash: line N: /nonexistent/x: No such file or directory\n" + lost}},
		{name: "exec of nothing that is there as a command", way: command, text: "exec /nonexistent/x"},
		{name: "exec of descriptors", text: "export A=1; cd /usr; exec 3</dev/null" + show},
		{name: "exec as a command", way: command, text: "cd /usr; exec pwd"},
		{name: "errexit", text: "set -e; export A=1; cd /usr; false; cd /" + show, limit: "**`exit` in a session**", want: answer{stdout: "1 1 /usr\n"}},
		{name: "errexit as a command", way: captured, text: "set -e; echo x; false; echo y"},
		{name: "nounset", text: "set -u; export A=1; cd /usr; echo $nope; cd /" + show, limit: "**`exit` in a session**", want: answer{
			stdout: "127 1 /usr\n", stderr: "bash: line N: nope: unbound variable\n"}},
		{name: "nounset as a command", way: captured, text: "set -u; echo x; $nope; echo y"},
		{name: "SIGTERM to the shell", text: "export A=1; cd /usr; kill $$; cd /" + show, limit: "**`exit` in a session**", want: answer{stdout: "143 1 /usr\n"}},
		{name: "SIGKILL to the shell", text: "export A=1; cd /usr; kill -9 $$; cd /" + show, limit: before, want: answer{stdout: "137 unset $R\n", stderr: lost}},
		{name: "SIGINT to the shell", text: "export A=1; cd /usr; kill -INT $$; cd /" + show, limit: "**`exit` in a session**", want: answer{stdout: "130 1 /usr\n"}},
		{name: "SIGTERM to a command", way: command, text: "kill $$; echo no"},
		{name: "SIGKILL to a command", way: command, text: "kill -9 $$; echo no"},
		{name: "SIGSEGV to a command", way: command, text: "kill -SEGV $$; echo no"},
		{name: "signals to children", text: "sh -c 'kill -9 $$'\necho $?\n(kill -TERM $BASHPID)\necho $?\nsh -c 'kill -PIPE $$'\necho $?"},
		{name: "own EXIT trap", text: "export A=1; trap 'echo bye; export A=2; exit 7' EXIT" + show, limit: before, want: answer{stdout: "bye\n7 unset $R\n", stderr: lost}},
		{name: "own EXIT trap as a command", way: captured, text: "trap 'echo bye' EXIT; (exit 4)", limit: before, want: answer{stdout: "bye\n", stderr: lost, status: 4}},
		{name: "EXIT trap of a subshell", text: "export A=1; (trap 'echo sub' EXIT; export A=2)" + show},
		{name: "noexec", text: "export A=1; set -n" + show, limit: before, want: answer{stdout: "0 unset $R\n", stderr: lost}},
		{name: "a disabled printf", text: "export A=1; enable -n printf" + show, limit: before, want: answer{stdout: "0 unset $R\n", stderr: lost}},
	})
}

// TestNothingInTheReportIsUserDefinable: no name, function, alias or path of
// the user's takes part in the report, and none of aegish's is in the way.
func TestNothingInTheReportIsUserDefinable(t *testing.T) {
	t.Parallel()
	const show = "\necho $? ${A-unset} $PWD\n"
	evil := "mkdir evil; for p in env bash printf cat dropper; do printf '#!/bin/sh\\necho evil\\n' > evil/$p; chmod +x evil/$p; done"
	compare(t, []trial{
		{name: "no reserved names", text: "readonly __aegish_rc; export __aegish_rc=1 AE=2; false\necho $? $__aegish_rc $AE"},
		{name: "functions", way: captured, text: "env() { echo bad; }; printf() { echo bad; }; compgen() { :; }; builtin() { echo bad; }; trap() { echo bad; }; false"},
		{name: "functions and state", text: "env() { echo bad; }; printf() { echo bad; }; declare() { echo bad; }; pwd() { echo bad; }; builtin() { echo bad; }; export A=1; cd /usr" + show},
		{name: "a function called exit", text: "exit() { builtin exit 0; }; export A=1; false" + show},
		{name: "a function called exit, called", way: captured, text: "exit() { echo mine; }; exit; false"},
		{name: "aliases", text: "shopt -s expand_aliases\nalias printf='echo bad' declare='echo bad'; export A=1; cd /usr" + show},
		{name: "programs of the user's come first", setup: evil, text: "export PATH=$PWD/evil:$PATH A=1; cd /usr\ncat; env\necho $A $PWD; unset A\necho ${A-unset}"},
		{name: "PATH that leads nowhere", text: "export PATH=/none A=1; cd /usr" + show + "cat\necho $?"},
		{name: "empty PATH", text: "export PATH= A=1; cd /usr" + show},
		{name: "no PATH", text: "unset PATH; export A=1; cd /usr" + show + "true | cat; echo ${PATH-unset}",
			limit: "**A session without a `PATH`**", want: answer{stdout: "0 1 /usr\n/usr/local/bin:/usr/bin:/bin\n"}},
		{name: "IFS", text: "export IFS=O; export A=1; cd /usr\necho $? $PWD; export -p | grep -c IFS"},
		{name: "names that a loop would trip over", env: []string{"a.b=1"}, text: "export __v=1 name=2 value=3 rc=4; false\necho $? $__v$name$value$rc; env | grep -c a.b"},
		{name: "no parameters", way: captured, text: `echo "$# [$*] $0"; set -- a b; echo "$# [$*]"`},
		{name: "parameters of a command", way: command, text: `echo "$# [$*] $0"`, args: []string{"name", "a", "b c"}},
	})
}

// TestSandboxIsNotInTheText: every part of a command runs behind the dropper.
func TestSandboxIsNotInTheText(t *testing.T) {
	t.Parallel()
	const look = "grep -h NoNewPrivs /proc/self/status; touch /usr/x 2>/dev/null || echo confined"
	for _, text := range []string{
		"true || echo E; " + look, "true; " + look, "true\n" + look, "true & wait; " + look, "(" + look + ")", "{ " + look + "; }",
		"f() { " + look + "; }; f", "bash -c '" + look + "'", "eval '" + look + "'", "setsid -w sh -c '" + look + "'",
	} {
		for _, argv := range [][]string{{aegish(), "-c", text}, {aegish()}} {
			input := ""
			if len(argv) == 1 {
				input = text
			}
			got := runShell(t, self(), workplace(t), nil, input, argv...)
			if want := (answer{stdout: "NoNewPrivs:\t1\nconfined\n"}); got != want {
				t.Errorf("%q\nwant: %v\ngot: %v", text, want, got)
			}
		}
	}
}

// TestNothingOfTheWrapperShows: traces, traps, messages and lists of a command
// that reports its state are those of `bash -c` with the same text.
func TestNothingOfTheWrapperShows(t *testing.T) {
	t.Parallel()
	compare(t, []trial{
		{name: "xtrace", way: captured, text: "set -x; echo a; (echo b); f() { echo c; }; f; echo $(echo d); false"},
		{name: "xtrace to a file", way: captured, text: "exec 7>&1; BASH_XTRACEFD=7; set -x; echo a; false"},
		{name: "xtrace with its own prompt", way: captured, text: "PS4='+$LINENO:${FUNCNAME[0]}:${BASH_SOURCE[0]} '; set -x; echo a; f() { :; }; f"},
		{name: "xtrace and exit", way: captured, text: "set -x; false; exit"},
		{name: "xtrace and exit with a number", way: captured, text: "set -x; f() { exit 3; }; f"},
		{name: "exit with a number that is none", way: captured, text: "{ :\nexit x; }"},
		{name: "exit with too many", way: captured, text: "{ :\n exit 1 2; echo no; }"},
		{name: "exit with an option", way: captured, text: "exit --help"},
		{name: "exit behind a double dash", way: captured, text: "exit -- 4"},
		{name: "exit without standard error", way: captured, text: "exec 2>&-; (exit 6); exit"},
		{name: "exit of nothing", way: captured, text: "exit ''"},
		{name: "exit under errexit and nounset", way: captured, text: "set -eu; exit"},
		{name: "DEBUG trap", way: captured, text: "trap 'echo \"D:$BASH_COMMAND\"' DEBUG; echo x; false"},
		{name: "DEBUG trap in functions", way: captured, text: "set -T; trap 'echo \"D:$BASH_COMMAND\"' DEBUG; f() { echo x; }; f"},
		{name: "DEBUG trap that may skip", way: captured, text: "shopt -s extdebug; trap 'echo \"D:$BASH_COMMAND\"' DEBUG; echo x"},
		{name: "ERR trap", way: captured, text: "trap 'echo \"E:$BASH_COMMAND $?\"' ERR; false; (exit 3)"},
		{name: "RETURN trap", way: captured, text: "set -T; trap 'echo R' RETURN; f() { :; }; f"},
		{name: "messages", way: captured, text: "nosuch; cd /nonexistent; cat </nonexistent; readonly r=1; r=2; echo $((1/0))"},
		{name: "message of a second line", way: captured, text: "{ :\nnosuch\n}"},
		{name: "line numbers", way: captured, text: "{ echo $LINENO\necho $LINENO; }; f() { echo $LINENO; }; f"},
		{name: "the text", way: captured, text: "echo \"$BASH_EXECUTION_STRING\" \"$BASH_COMMAND\" $BASH_SUBSHELL"},
		{name: "name and parameters", way: captured, text: "echo \"$0 $# $@ ${BASH_SOURCE[*]} ${FUNCNAME[*]} ${BASH_ARGV[*]} ${BASH_ARGC[*]}\""},
		{name: "options", way: captured, text: "echo $-; set -o; shopt"},
		{name: "options by name", way: captured, text: "echo $SHELLOPTS $BASHOPTS"},
		{name: "jobs", way: captured, text: "jobs -l; echo \"[$!]\"; jobs -p"},
		{name: "functions", way: captured, text: "declare -F; declare -f"},
		{name: "functions by name", way: captured, text: "compgen -A function"},
		{name: "aliases", way: captured, text: "alias; compgen -a"},
		{name: "names of variables", way: captured, text: ":; compgen -v"},
		// BASH_ARGC is left out: a shell that has read any file has one.
		{name: "variables", way: captured, text: ":; set | grep -vE '^(PPID|_|BASH_EXECUTION_STRING|BASH_ARGC|RANDOM|SRANDOM|EPOCH.*|PWD)='"},
		{name: "exported names", way: captured, text: "export -p | grep -v ' _='; env | sort"},
		{name: "level of shells", way: captured, text: "echo $SHLVL; bash -c 'echo $SHLVL'; :"},
		{name: "last argument", way: captured, text: "echo $_; echo a b; echo $_"},
		{name: "last argument of the environment", way: captured, text: "env | grep ^_="},
		{name: "hash table", way: captured, text: "hash"},
		{name: "directory stack", way: captured, text: "dirs -v; pushd /; dirs -p"},
		// Those below the real-time signals: a caller may ignore one of the
		// others, which aegish resets and bash hands on.
		{name: "signals", way: captured, text: "{ grep SigIgn /proc/$$/status; grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status; } | while read n v; do echo $n $((16#$v & 0x7fffffff)); done"},
		{name: "parents", way: captured, text: "test $PPID -gt 1 && echo child; times >/dev/null; echo $?"},
		{name: "positional of functions", way: captured, text: "f() { echo $# $*; shift; echo $*; }; f a b"},
		{name: "status before", way: captured, text: "echo $?"},
		{name: "hash of programs", way: captured, text: "type cat echo if; command -v env; type -a exit_"},
		{name: "verbose", way: captured, text: "set -v; echo x", limit: "**`trap -p EXIT` and `trap -p` show our trap.**", want: answer{
			stdout: "x\n", stderr: "! { \\builtin :; } 2>&- >&- {BASH_XTRACEFD}>&-; " +
				"{ \\builtin trap - DEBUG ERR; \\unset -f builtin; \\builtin trap - DEBUG ERR; \\builtin set +euvx; } 2>&- >&249 2>&249\n"}},
		{name: "exit in a trace to a file", way: captured, text: "exec 7>&1; BASH_XTRACEFD=7; set -x; exit 4", limit: "**`exit` in a session**", want: answer{
			stdout: "+ exit 4\n+ builtin set -- 4\n+ builtin local -\n+ builtin set +x\n", status: 4}},
	})
	shown := runShell(t, self(), workplace(t), nil, "trap -p | wc -l; trap -p EXIT | head -c 13; trap - EXIT; trap -p\n", aegish())
	if shown.stdout != "2\ntrap -- '! { " {
		t.Errorf("trap -p: %v", shown)
	}
	// What a command inherits besides its standard streams is the write end of
	// the state pipe.
	got := runShell(t, self(), workplace(t), nil, "ls /proc/self/fd | tr '\\n' ' '; ls -l /proc/self/fd/249 | grep -oE '^..w.|pipe'\n", aegish())
	if want := "0 1 2 249 3 "; len(got.stdout) < len(want) || got.stdout[:len(want)] != want {
		t.Errorf("descriptors of a child: %v", got)
	}
}
