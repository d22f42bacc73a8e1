package envstate

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestNoVariableBreaksTheSession: in the profile that strips least, whatever a
// command exports, the next one runs, reports, and can take it back.
func TestNoVariableBreaksTheSession(t *testing.T) {
	t.Parallel()
	names := []string{
		"BASH_COMPAT", "BASH_XTRACEFD", "BASH_ARGV0", "BASH_LOADABLES_PATH", "BASH_COMMAND", "BASH_REMATCH", "BASH_EXECUTION_STRING", "BASH_SUBSHELL",
		"BASH", "BASHPID", "BASH_VERSION", "BASH_VERSINFO", "BASH_ARGV", "BASH_ARGC", "BASH_LINENO", "BASH_SOURCE", "BASH_ALIASES", "BASH_CMDS",
		"CHILD_MAX", "COLUMNS", "COMP_WORDBREAKS", "DIRSTACK", "EPOCHSECONDS", "EUID", "EXECIGNORE", "FIGNORE", "FUNCNAME", "FUNCNEST", "GLOBIGNORE",
		"GROUPS", "HISTCMD", "HISTSIZE", "HOME", "HOSTNAME", "IFS", "IGNOREEOF", "INPUTRC", "LANG", "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LINENO", "LINES",
		"MAILCHECK", "MALLOC_CHECK_", "MALLOC_PERTURB_", "OLDPWD", "OPTARG", "OPTERR", "OPTIND", "OSTYPE", "PATH", "PIPESTATUS", "POSIXLY_CORRECT",
		"PPID", "PS0", "PS1", "PS2", "PS4", "PWD", "RANDOM", "REPLY", "SECONDS", "SHELL", "SHLVL", "SRANDOM", "TERM", "TEXTDOMAIN", "TIMEFORMAT", "TMOUT",
		"TMPDIR", "UID", "GLIBC_TUNABLES", "GCONV_PATH", "LOCPATH", "TZ", "_",
	}
	values := []string{"", "0", "1", "2", "-1", "99999999999999999999", "/nonexistent", "*", "x", "O", "\n", "\xff", stateFD, truthFD, "51", "a[$(echo bad >&2)]", "C.UTF-8"}
	f := NewFilter(FilterConfig{})
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, value := range values {
				s := New("/tmp", NewEnv(baseEnviron()))
				// The names bash lets nobody assign can still be inherited.
				s.Env.Set(name, value)
				env, _ := f.Sanitize(s.Env)
				s.Env = env
				c := runCaptured(t, s.SpawnDir(), s.Environ(), "echo ok; unset "+name+" 2>/dev/null; export A=1; cd /usr")
				if c.stdout != "ok\n" || c.status != 0 {
					t.Errorf("%s=%q: stdout %q, stderr %q, status %d", name, value, c.stdout, c.stderr, c.status)
				}
				r, err := ParseReport(c.raw, testNonce)
				if err != nil {
					t.Errorf("%s=%q: %v", name, value, err)
					continue
				}
				s.Adopt(r, f)
				if !slices.Contains(s.Env.Environ(), "A=1") || s.Dir != physical(t, "/usr") {
					t.Errorf("%s=%q: state lost: %q in %s", name, value, s.Env.Environ(), s.Dir)
				}
				s.Close()
			}
		})
	}
}

// TestThousandMoves leaves no descriptor behind.
func TestThousandMoves(t *testing.T) {
	s := New("/", NewEnv(nil))
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		must(t, err)
		return len(entries)
	}
	before := count()
	for range 500 {
		for _, line := range []string{"cd /usr", "cd -", "pushd /tmp", "popd", "cd nosuch"} {
			b, _ := ParseBare(line)
			s.RunBare(b, &strings.Builder{}, &strings.Builder{}, RunBareOptions{})
		}
		s.Adopt(report("/tmp"), NewFilter(FilterConfig{}))
		s.Clone().Close()
	}
	if after := count(); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	s.Close()
}
