package envstate

import (
	"os"
	"strings"
	"testing"
)

// TestCaptureAwkward runs commands that try, most of them innocently, to get
// in the way of the report, and compares it with what a child would get.
func TestCaptureAwkward(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, command string
		status        int
	}{
		{"nothing", ":", 0},
		{"export", "export A=1 B='two words' C='line\nbreak'", 0},
		{"comment at the end", "export A=1 # c", 0},
		{"exit status", "export A=1; cd /usr; exit 3", 3},
		{"IFS", "export A=1; IFS=O; export IFS", 0},
		{"errexit", "export A=1; set -e; false", 1},
		{"errexit exported later", "set -e; export A=1", 0},
		{"nounset", "export A=1; set -u; $nope", 127},
		{"xtrace", "export A=1; set -x", 0},
		{"noglob noclobber", "set -f -C; export A='*'", 0},
		{"allexport", "set -a; A=1; B=2", 0},
		{"alias", "shopt -s expand_aliases\nalias printf='echo bad' pwd=false declare=false builtin=false trap=false set=false command=false\nexport A=1", 0},
		{"functions", "printf(){ echo bad; }; pwd(){ echo bad; }; declare(){ :; }; trap(){ :; }; env(){ :; }; exec(){ :; }; set(){ :; }; export A=1", 0},
		{"function builtin", "builtin(){ echo bad; }; export A=1", 0},
		{"function command", "command(){ echo bad; }; export A=1", 0},
		{"function of a test", "test(){ :; }; :(){ false; }; export A=1", 0},
		{"DEBUG trap", "trap 'export D=1' DEBUG; export A=1", 0},
		{"DEBUG trap that fails", "trap 'false' DEBUG; export A=1", 0},
		{"ERR trap", "set -E; trap 'export E=1' ERR; export A=1; false", 1},
		{"RETURN trap", "set -T; trap 'export R=1' RETURN; f(){ export A=1; }; f", 0},
		{"functrace", "set -T; trap : DEBUG; export A=1", 0},
		{"extdebug", "shopt -s extdebug; export A=1", 0},
		{"extdebug and a DEBUG trap that writes", "shopt -s extdebug; trap 'echo d' DEBUG; export A=1", 0},
		{"stderr closed", "exec 2>&-; export A=1", 0},
		{"stdout closed", "exec >&-; export A=1", 0},
		{"all closed", "exec <&- >&- 2>&-; export A=1", 0},
		{"many descriptors", "exec 3</dev/null 4</dev/null 10</dev/null 11</dev/null 255</dev/null; export A=1", 0},
		{"locale C", "export LC_ALL=C A=é", 0},
		{"locale C.UTF-8", "export LC_ALL=C.UTF-8 A=é", 0},
		{"locale that does not exist", "export LC_ALL=xx_YY 2>/dev/null; export A=é", 0},
		{"posix mode", "set -o posix; export A=1", 0},
		{"posix mode by variable", "export POSIXLY_CORRECT=1 A=1", 0},
		{"readonly", "readonly A=1; export A; declare -rx B=2; readonly C; export C", 0},
		{"integer", "declare -ix A=41; A+=1", 0},
		{"lower and upper", "declare -lx A=ABC; declare -ux B=abc; declare -cx C=abc", 0},
		{"nameref", "declare -x T=1; declare -n R=T; export R", 0},
		{"exported nameref attribute", "T=1; declare -nx R=T", 0},
		{"exported but unset", "export A; declare -x B; unset C; export C", 0},
		{"unset of an exported", "export A=1; unset A", 0},
		{"unexported", "export A=1; export -n A", 0},
		{"arrays", "declare -ax A=(1 'a b' $'x\\ny'); declare -Ax M=([k]='v\"' ['a b']=')'); export B=1", 0},
		{"array element zero", "A=1; export A; A[1]=2", 0},
		{"exported function", "f(){ echo hi; }; export -f f; export A=1", 0},
		{"local export and exit", "f(){ local -x A=1; exit 4; }; f", 4},
		{"local shadows export and exit", "export A=1; f(){ local A=2; exit 4; }; f", 4},
		{"nested locals and exit", "f(){ local -x A=1; g; }; g(){ local -x B=2; exit 5; }; f", 5},
		{"temporary environment and exit", "A=1 eval 'exit 6'", 6},
		{"temporary environment of a function", "f(){ exit 7; }; A=1 f", 7},
		{"sourced exit", "source /dev/stdin <<<'export A=1; exit 8'", 8},
		{"TERM", "export A=1; kill $$; :", -1},
		{"INT", "export A=1; kill -INT $$; :", -1},
		{"background job", "export A=1; : & wait", 0},
		{"subshell", "export A=1; (export A=2; exit 3)", 3},
		{"pipeline", "export A=1; export A=2 | cat", 0},
		{"lastpipe", "shopt -s lastpipe; : | export A=1", 0},
		{"xtrace to a descriptor", "exec 9>/dev/null; BASH_XTRACEFD=9; set -x; export A=1", 0},
		{"xtrace to a descriptor, errexit and nounset", "exec 9>&1; BASH_XTRACEFD=9; export A=1; set -eux; false", 1},
		{"xtrace to the state pipe", "BASH_XTRACEFD=" + stateFD + "; set -x; export A=1", 0},
		{"xtrace to no descriptor", "BASH_XTRACEFD=x 2>/dev/null; export A=1; set -eux; false", 1},
		{"verbose", "set -v; export A=1", 0},
		{"keyword", "set -k; export A=1", 0},
		{"privileged", "set -p; export A=1", 0},
		{"hashall off", "set +h; export A=1", 0},
		{"physical", "set -P; export A=1; cd /proc/self", 0},
		{"onecmd", "export A=1; set -t; export B=2", 0},
		{"PATH empty", "export PATH= A=1", 0},
		{"PATH unset", "unset PATH; export A=1", 0},
		{"BASH_COMMAND unset", "unset BASH_COMMAND; set -u; export A=1", 0},
		{"heredoc", "cat >/dev/null <<E\nx\nE\nexport A=1", 0},
		{"unset PWD", "unset PWD OLDPWD; cd /usr", 0},
		{"forged PWD", "cd /usr; PWD=/etc", 0},
		{"exported SHLVL", "export SHLVL=7", 0},
		{"nocasematch", "shopt -s nocasematch; export A=1", 0},
		{"compat31", "shopt -s compat31 2>/dev/null; BASH_COMPAT=31; export A=1", 0},
		{"exec fails", "export A=1; shopt -s execfail; exec /nonexistent 2>/dev/null", 127},
		{"xpg_echo", "shopt -s xpg_echo; export A='a\\nb'", 0},
		{"trap signals", "trap '' INT TERM; trap : USR1; export A=1", 0},
		{"wide character edge", "export A=$'\\u2028\\u00a0\\U1F600\\u0301'", 0},
		{"few descriptors", "export A=1; ulimit -n 8", 0},
		{"command ends in a backslash", "export A=1; : \\", 0},
		{"syntax error later", "export A=1\nfi", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := runCaptured(t, "/tmp", baseEnviron(), tt.command)
			r, err := ParseReport(c.raw, testNonce)
			if err != nil {
				t.Fatalf("%v\nraw %q\nstderr %s", err, c.raw, c.stderr)
			}
			if c.status != tt.status {
				t.Errorf("status %d, want %d", c.status, tt.status)
			}
			diffEnv(t, r.Env, c.truth)
			said := c.stderr + c.stdout
			if tt.name == "verbose" {
				// The one line that bash prints before it can be told not to.
				first, _, _ := strings.Cut(TrapBody(testNonce, stateFD), "\n")
				said = strings.Replace(said, first+"\n", "", 1)
			}
			if strings.Contains(said, testNonce) || strings.Contains(said, "builtin") {
				t.Errorf("the trap shows: stdout %q stderr %q", c.stdout, c.stderr)
			}
		})
	}
}

// TestCaptureRestricted is apart because a restricted shell cannot start the
// program that shows the truth: its name holds a slash.
func TestCaptureRestricted(t *testing.T) {
	t.Parallel()
	c := runCaptured(t, "/tmp", baseEnviron(), "export A=1; set -r")
	r, err := ParseReport(c.raw, testNonce)
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := r.Env.Get("A"); a != "1" || r.Dir != "/tmp" {
		t.Errorf("A=%q in %q, want 1 in /tmp", a, r.Dir)
	}
}

// TestCaptureLost pins what the report cannot survive: the old state is kept.
func TestCaptureLost(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]string{
		"own EXIT trap":      "export A=1; trap : EXIT",
		"exec":               "export A=1; exec true",
		"KILL":               "export A=1; kill -9 $$",
		"noexec":             "export A=1; set -n",
		"descriptor closed":  "export A=1; exec " + stateFD + ">&-",
		"builtin disabled":   "export A=1; enable -n printf",
		"DEBUG trap forbids": "shopt -s extdebug; trap false DEBUG",
		"alias of a brace":   "shopt -s expand_aliases\nalias {=true",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := runCaptured(t, "/tmp", baseEnviron(), command)
			if r, err := ParseReport(c.raw, testNonce); err == nil {
				t.Errorf("a report came back: %+v", r)
			}
			if strings.Contains(c.stderr+c.stdout, testNonce) {
				t.Errorf("the trap shows: stdout %q stderr %q", c.stdout, c.stderr)
			}
		})
	}
}

func baseEnviron() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=/", "LANG=C.UTF-8", "a.b=1"}
}
