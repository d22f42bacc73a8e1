package cli

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func argv(words ...string) []string { return append([]string{"aegish"}, words...) }

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want options
	}{
		// What reaches a login shell.
		{[]string{"-aegish"}, options{login: true}},
		{argv("-c", "a b c ;x"), options{hasCommand: true, command: "a b c ;x"}},
		{argv("-c", ""), options{hasCommand: true}},
		{argv("-c", "line one\nline two"), options{hasCommand: true, command: "line one\nline two"}},
		{argv("-c", "/usr/lib/openssh/sftp-server"), options{hasCommand: true, command: "/usr/lib/openssh/sftp-server"}},
		{argv("-c", `rsync --server --sender -logDtpr . a\ b`), options{hasCommand: true, command: `rsync --server --sender -logDtpr . a\ b`}},
		{[]string{"-aegish", "-c", "X"}, options{login: true, hasCommand: true, command: "X"}},
		{[]string{"-aegish", "-c", "X", "a", "b"}, options{login: true, hasCommand: true, command: "X", name: "a", args: []string{"b"}}},
		{[]string{"-aegish", "-c", `echo a\ b`}, options{login: true, hasCommand: true, command: `echo a\ b`}},
		{[]string{"-"}, options{login: true}},
		{argv("-i"), options{interactive: true}},
		// Options, apart and together, before and behind one another.
		{argv(), options{}},
		{argv("-l"), options{login: true}},
		{argv("--login"), options{login: true}},
		{argv("-lc", "cmd"), options{login: true, hasCommand: true, command: "cmd"}},
		{argv("-cl", "cmd"), options{login: true, hasCommand: true, command: "cmd"}},
		{argv("-c", "-l", "cmd"), options{login: true, hasCommand: true, command: "cmd"}},
		{argv("-l", "-c", "cmd"), options{login: true, hasCommand: true, command: "cmd"}},
		{argv("-ilsc", "cmd"), options{login: true, interactive: true, readStdin: true, hasCommand: true, command: "cmd"}},
		{argv("-c", "--", "-l"), options{hasCommand: true, command: "-l"}},
		{argv("-c", "-", "cmd"), options{hasCommand: true, command: "cmd"}},
		{argv("-c", "cmd", "-l", "--"), options{hasCommand: true, command: "cmd", name: "-l", args: []string{"--"}}},
		{argv("-c", "check", "a"), options{hasCommand: true, command: "check", name: "a"}},
		{argv("-s"), options{readStdin: true}},
		{argv("-s", "a", "b"), options{readStdin: true, args: []string{"a", "b"}}},
		{argv("-s", "check"), options{readStdin: true, args: []string{"check"}}},
		{argv("--config", "f", "--profile=p", "--engine", "bash", "-c", "x"),
			options{config: "f", profile: "p", engine: "bash", hasCommand: true, command: "x"}},
		{argv("--config=a=b"), options{config: "a=b"}},
		{argv("--config", "-c"), options{config: "-c"}},
		{argv("--profile", "a", "--profile", "b"), options{profile: "b"}},
		// Scripts, and verbs, which win over them.
		{argv("script", "-l", "a"), options{script: "script", args: []string{"-l", "a"}}},
		{argv("./check"), options{script: "./check"}},
		{argv("--", "check"), options{script: "check"}},
		{argv("-", "run", "--json"), options{script: "run", args: []string{"--json"}}},
		{argv("--", "-l"), options{script: "-l"}},
		{argv("-l", "--", "script"), options{login: true, script: "script"}},
		{argv("--"), options{}},
		{argv("help"), options{script: "help"}},
		{argv(""), options{hasScript: true}},
		{argv("Check"), options{script: "Check"}},
		{argv("version"), options{verb: verbVersion}},
		{argv("doctor", "--json"), options{verb: verbDoctor, json: true}},
		{argv("--profile", "observe", "doctor"), options{verb: verbDoctor, profile: "observe"}},
		{argv("config", "check"), options{verb: verbConfig, action: "check"}},
		{argv("config", "show", "--json", "--profile", "p"), options{verb: verbConfig, action: "show", json: true, profile: "p"}},
		{argv("check", "ls -l"), options{verb: verbCheck, command: "ls -l"}},
		{argv("check", "--json", "--", "-c"), options{verb: verbCheck, json: true, command: "-c"}},
		{argv("check", "-"), options{verb: verbCheck, command: "-"}},
		{argv("check", "--", ""), options{verb: verbCheck}},
		{argv("check", "--stats", "f"), options{verb: verbCheck, stats: statsOptions{file: "f"}}},
		{argv("check", "--stats=-", "--show", "100", "--json", "--config", "c", "--profile=p"),
			options{verb: verbCheck, json: true, config: "c", profile: "p", stats: statsOptions{"-", 100}}},
		{argv("check", "--show=1", "--stats", "-", "--"), options{verb: verbCheck, stats: statsOptions{"-", 1}}},
		{argv("run", "--", "ls"), options{verb: verbRun, command: "ls"}},
		{argv("run", "ls"), options{verb: verbRun, command: "ls"}},
		{argv("run", "--json", "--timeout", "90", "--max-output-bytes=10", "--cwd", "/tmp", "--env", "A=1", "--env=B=c=d", "--engine=bash", "--", "ls"),
			options{verb: verbRun, json: true, engine: "bash", command: "ls",
				run: runOptions{timeout: 90 * time.Second, maxOutput: 10, cwd: "/tmp", env: []string{"A=1", "B=c=d"}}}},
		{argv("run", "--env", "A=", "x"), options{verb: verbRun, command: "x", run: runOptions{env: []string{"A="}}}},
		// Help and version end everything.
		{argv("-h"), options{verb: verbHelp}},
		{argv("--help"), options{verb: verbHelp}},
		{argv("--version"), options{verb: verbVersion}},
		{argv("run", "--help"), options{verb: verbHelp, about: verbRun}},
		{argv("check", "-h"), options{verb: verbHelp, about: verbCheck}},
		{argv("doctor", "--help"), options{verb: verbHelp, about: verbDoctor}},
		{argv("config", "show", "-h"), options{verb: verbHelp, about: verbConfig, action: "show"}},
	} {
		got, err := parse(tt.args)
		if err != nil {
			t.Errorf("%q: %v", tt.args, err)
			continue
		}
		if len(got.args) == 0 {
			got.args = nil
		}
		tt.want.hasScript = tt.want.hasScript || tt.want.script != ""
		if !reflect.DeepEqual(*got, tt.want) {
			t.Errorf("%q: %+v, want %+v", tt.args, *got, tt.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{argv("-c"), "-c: option requires an argument"},
		{argv("-lc"), "-c: option requires an argument"},
		{argv("-c", "--"), "-c: option requires an argument"},
		{argv("-x"), "-x: unknown option"},
		{argv("-lx"), "-x: unknown option"},
		{argv("-é"), "-é: unknown option"},
		{argv("-\x1b"), "-\x1b: unknown option"},
		{argv("--json"), "--json: unknown option"},
		{argv("--json", "check", "ls"), "--json: unknown option"},
		{argv("--norc"), "--norc: unknown option"},
		{argv("--login=yes"), "--login: takes no value"},
		{argv("--help="), "--help: takes no value"},
		{argv("--config"), "--config: option requires an argument"},
		{argv("--config="), "--config: the value is empty"},
		{argv("--config", ""), "--config: the value is empty"},
		{argv("run"), "run: no command; usage: aegish run [options] -- COMMAND"},
		{argv("run", "--"), "run: no command; usage: aegish run [options] -- COMMAND"},
		{argv("run", "ls", "-l"), "run: the command is one argument, and there are 2; quote it: aegish run [options] -- COMMAND"},
		{argv("run", "-c", "ls"), "run: -c: unknown option"},
		{argv("run", "--json=1", "ls"), "--json: takes no value"},
		{argv("run", "--timeout"), "--timeout: option requires an argument"},
		{argv("run", "--cwd=", "ls"), "--cwd: the value is empty"},
		{argv("run", "--env", "A", "ls"), `--env: "A" is not NAME=VALUE`},
		{argv("run", "--env", "=A", "ls"), `--env: "=A" is not NAME=VALUE`},
		{argv("check"), "check: no command; usage: aegish check [--json] [--] COMMAND"},
		{argv("check", "a", "b"), "check: the command is one argument, and there are 2; quote it: aegish check [--json] [--] COMMAND"},
		{argv("check", "--timeout", "1", "a"), "check: --timeout: unknown option"},
		{argv("check", "--stats"), "--stats: option requires an argument"},
		{argv("check", "--stats="), "--stats: the value is empty"},
		{argv("check", "--stats", "f", "ls"), `check --stats: unexpected argument "ls"`},
		{argv("check", "--show", "1", "ls"), "--show: only with --stats"},
		{argv("check", "--stats", "f", "--show", "0"), `--show: "0" is no number from 1 to 100`},
		{argv("check", "--stats", "f", "--show", "101"), `--show: "101" is no number from 1 to 100`},
		{argv("check", "--stats", "f", "--show", "x"), `--show: "x" is no number from 1 to 100`},
		{argv("run", "--stats", "f"), "run: --stats: unknown option"},
		{argv("config"), "config: expected `check`, `show` or `pack`"},
		{argv("config", "edit"), "config: expected `check`, `show` or `pack`"},
		{argv("check", "--sandbox", "ls"), `check --sandbox: unexpected argument "ls"`},
		{argv("check", "--sandbox", "--stats", "f"), "--sandbox: not with --stats"},
		{argv("check", "--sandbox=yes"), "--sandbox: takes no value"},
		{argv("config", "pack", "a", "b"), `config pack: unexpected argument "b"`},
		{argv("why"), "why: expected one of read, write, execute, connect, bind, signal"},
		{argv("why", "delete", "/x"), "why: expected one of read, write, execute, connect, bind, signal"},
		{argv("why", "signal", "1"), "why signal: expected nothing behind it, and there is \"1\""},
		{argv("config", "show", "more"), `config: unexpected argument "more"`},
		{argv("doctor", "now"), `doctor: unexpected argument "now"`},
		{argv("version", "now"), `version: unexpected argument "now"`},
	} {
		got, err := parse(tt.args)
		var usage *usageError
		if !errors.As(err, &usage) || err.Error() != tt.want {
			t.Errorf("%q: %+v, %v; want %q", tt.args, got, err, tt.want)
		}
	}
}

func TestTimeoutValues(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Duration{
		"1": time.Second, "90": 90 * time.Second, "0.5": 500 * time.Millisecond, "1.5m": 90 * time.Second,
		"5m": 5 * time.Minute, "1h30m": 90 * time.Minute, "1ns": 1, maxTimeout.String(): maxTimeout,
	} {
		if got, err := parseTimeout(in); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"0", "-1", "0s", (maxTimeout + 1).String(), "", "s", "1 s", "soon", "NaN", "Inf", "1e3", "0x10", "9999999999999"} {
		if got, err := parseTimeout(in); err == nil {
			t.Errorf("%q passes as %v", in, got)
		}
	}
}

func TestMaxOutputValues(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]int{
		"1": 1, "65536": 65536, "1048576": maxOutputLimit, // N
		"0": 0, "-1": 0, "1048577": 0, "1k": 0, "1.0": 0, "99999999999999999999": 0, // refused
	} {
		o, err := parse(argv("run", "--max-output-bytes="+value, "ls"))
		if (err != nil) != (want == 0) || err == nil && o.run.maxOutput != want {
			t.Errorf("%q: %+v, %v; want %d", value, o, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"aegish", "-aegish\n-c\nX\na\nb", "aegish\n-lc\ncmd", "aegish\nrun\n--env\nA=1\n--\nls",
		"aegish\ncheck\n-", "aegish\n--config=\n-", "aegish\nconfig\nshow\n--json", "\n-\xff", "aegish\n--\ncheck"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		o, err := parse(args)
		var usage *usageError
		if err != nil && !errors.As(err, &usage) {
			t.Fatalf("%q: %T %v", args, err, err)
		}
		if err != nil {
			return
		}
		if strings.HasPrefix(args[0], "-") && !o.login {
			t.Errorf("%q is no login shell", args)
		}
		if o.hasCommand && o.script != "" {
			t.Errorf("%q: both a command and a script: %+v", args, o)
		}
		if o.run.timeout < 0 || o.run.timeout > maxTimeout || o.run.maxOutput < 0 || o.run.maxOutput > maxOutputLimit {
			t.Errorf("%q: a limit out of bounds: %+v", args, o.run)
		}
		for _, arg := range o.args {
			if !strings.Contains(line, arg) {
				t.Errorf("%q: the argument %q was not given", args, arg)
			}
		}
	})
}
