package envstate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// fourteen are the names every profile strips, by the original specification.
var fourteen = []string{
	"BASH_ENV", "ENV", "PROMPT_COMMAND", "EDITOR", "VISUAL", "PAGER", "GIT_PAGER", "MANPAGER",
	"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "SHELLOPTS", "BASHOPTS", "CDPATH",
}

func TestFilterDenied(t *testing.T) {
	t.Parallel()
	always := append(slices.Clone(fourteen), "LD_BIND_NOW", "LD_DEBUG", "BASH_FUNC_ls%%", "BASH_FUNC_x", "AEGISH_MODE", "AEGISH_", "POSIXLY_CORRECT", "LOCPATH")
	strictOnly := []string{
		"TMOUT", "FUNCNEST", "BASH_COMPAT", "BASH_XTRACEFD", "BASH_ARGV0", "SECONDS", "UID", "IFS", "GLOBIGNORE", "OPTIND", "PS4",
		"EXECIGNORE", "INPUTRC", "LESSOPEN", "LESSCLOSE", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_CONFIG_COUNT",
		"GIT_EXTERNAL_DIFF", "PYTHONPATH", "PYTHONSTARTUP", "PERL5LIB", "PERL5OPT", "RUBYOPT", "NODE_OPTIONS", "SSH_ASKPASS", "BROWSER", "TERMINFO",
		"GODEBUG", "GOTRACEBACK", "GOMEMLIMIT", "GOFLAGS",
	}
	never := []string{"FOO", "PATH", "HOME", "LANG", "EDITORS", "LDX", "ENVX", "BASH", "TERM", "a.b"}
	for _, strict := range []bool{false, true} {
		f := NewFilter(FilterConfig{Strict: strict})
		check := func(names []string, want bool) {
			for _, name := range names {
				env, stripped := f.Sanitize(NewEnv([]string{name + "=secret", "KEEP=1"}))
				_, kept := env.Get(name)
				if kept == want || slices.Contains(stripped, name) != want || f.Denies(name) != want {
					t.Errorf("strict %v: %s kept %v, stripped %q", strict, name, kept, stripped)
				}
				if strings.Contains(strings.Join(stripped, " "), "secret") {
					t.Errorf("a value is in %q", stripped)
				}
				if _, imported := f.Import([]string{name + "=secret"}); want && len(imported) != 1 {
					t.Errorf("strict %v: %s was imported", strict, name)
				}
			}
		}
		check(always, true)
		check(strictOnly, strict)
		check(never, false)
	}
}

// TestNameLists: every line says why, nothing is there twice, and the lists do
// not contradict each other.
func TestNameLists(t *testing.T) {
	t.Parallel()
	denied := slices.Concat(alwaysDenied, strictDenied)
	for _, list := range [][]nameRule{denied, strictImported} {
		seen := map[string]bool{}
		for _, r := range list {
			if r.reason == "" || seen[r.pattern] {
				t.Errorf("%q: no reason, or twice", r.pattern)
			}
			seen[r.pattern] = true
		}
	}
	f := NewFilter(FilterConfig{Strict: true})
	for _, r := range strictImported {
		if name := strings.TrimSuffix(r.pattern, "*"); f.Denies(name) {
			t.Errorf("%s is both imported and denied", r.pattern)
		}
	}
	for _, name := range fourteen {
		if !slices.ContainsFunc(alwaysDenied, func(r nameRule) bool { return r.pattern == name }) {
			t.Errorf("%s is not named in the list", name)
		}
	}
}

// TestNameListsDocumented: the document names every rule and its reason.
func TestNameListsDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/SECURITY_SANITIZATION.md")
	must(t, err)
	for _, r := range slices.Concat(alwaysDenied, strictDenied, strictImported) {
		if line := documentLine(r); !strings.Contains(string(text), line) {
			t.Errorf("docs/SECURITY_SANITIZATION.md lacks the line %s", line)
		}
	}
}

func documentLine(r nameRule) string {
	return fmt.Sprintf("| `%s` | %s |\n", r.pattern, r.reason)
}

func TestFilterImport(t *testing.T) {
	t.Parallel()
	environ := []string{"FOO=1", "LANG=C", "LC_ALL=C", "SSH_TTY=/dev/pts/1", "https_proxy=x", "EDITOR=vi", "GIT_DIR=/x", "TEAM_A=1", "a.b=1"}
	tests := []struct {
		name     string
		config   FilterConfig
		want     []string
		stripped []string
	}{
		{
			"workspace", FilterConfig{},
			[]string{"FOO=1", "LANG=C", "LC_ALL=C", "SSH_TTY=/dev/pts/1", "https_proxy=x", "GIT_DIR=/x", "TEAM_A=1", "a.b=1"},
			[]string{"EDITOR"},
		},
		{
			"strict", FilterConfig{Strict: true},
			[]string{"LANG=C", "LC_ALL=C", "SSH_TTY=/dev/pts/1", "https_proxy=x"},
			[]string{"FOO", "EDITOR", "GIT_DIR", "TEAM_A", "a.b"},
		},
		{
			"strict with imports", FilterConfig{Strict: true, Import: []string{"FOO", "TEAM_*", "EDITOR", "GIT_DIR"}},
			[]string{"FOO=1", "LANG=C", "LC_ALL=C", "SSH_TTY=/dev/pts/1", "https_proxy=x", "TEAM_A=1"},
			[]string{"EDITOR", "GIT_DIR", "a.b"},
		},
		{
			"deny and set", FilterConfig{Deny: []string{"FOO", "TEAM_*"}, Set: map[string]string{"EDITOR": "true", "Z": "1", "LANG": "D"}},
			[]string{"LANG=D", "LC_ALL=C", "SSH_TTY=/dev/pts/1", "https_proxy=x", "GIT_DIR=/x", "a.b=1", "EDITOR=true", "Z=1"},
			[]string{"FOO", "EDITOR", "TEAM_A"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := NewFilter(tt.config)
			env, stripped := f.Import(environ)
			if got := env.Environ(); !slices.Equal(got, tt.want) {
				t.Errorf("imported %q, want %q", got, tt.want)
			}
			if !slices.Equal(stripped, tt.stripped) {
				t.Errorf("stripped %q, want %q", stripped, tt.stripped)
			}
			// The constants are in every capture again and are no news.
			if again, stripped := f.Sanitize(env); len(stripped) != 0 || !slices.Equal(slices.Sorted(slices.Values(again.Environ())), slices.Sorted(slices.Values(tt.want))) {
				t.Errorf("second pass: %q, stripped %q", again.Environ(), stripped)
			}
		})
	}
}

// TestStrictImportIsAllowList: no name passes that is not on the list.
func TestStrictImportIsAllowList(t *testing.T) {
	t.Parallel()
	f := NewFilter(FilterConfig{Strict: true})
	rng := rand.New(rand.NewPCG(5, 6))
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789abc.%"
	for range 20_000 {
		var b strings.Builder
		for range 1 + rng.IntN(12) {
			b.WriteByte(letters[rng.IntN(len(letters))])
		}
		name := b.String()
		listed := slices.ContainsFunc(strictImported, func(r nameRule) bool { return r.matches(name) })
		if env, _ := f.Import([]string{name + "=1"}); env.Len() == 1 && !listed {
			t.Errorf("%s was imported", name)
		}
	}
}

// TestAttacksDoNotReachTheNextCommand exports what would run code in, or
// change the reading of, the next bash, and starts that bash with what is left.
func TestAttacksDoNotReachTheNextCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mark := dir + "/ran"
	script := dir + "/script"
	must(t, os.WriteFile(script, []byte("echo x >"+mark+"\n"), 0o755))
	tests := []struct{ name, first, next, want string }{
		{"BASH_ENV", "export BASH_ENV=" + script, "echo ok", "ok\n"},
		{"ENV", "export ENV=" + script, "set -o posix; echo ok", "ok\n"},
		{"SHELLOPTS noexec", "export SHELLOPTS; set -f", "echo ok", "ok\n"},
		{"exported function", "echo(){ :> " + mark + "; }; export -f echo", "echo ok", "ok\n"},
		{"CDPATH", "export CDPATH=/", "cd usr 2>/dev/null; echo $?", "1\n"},
		{"POSIX mode", "export POSIXLY_CORRECT=1", "shopt -po posix >/dev/null; echo $?", "1\n"},
		{"BASHOPTS", "shopt -s extglob; export BASHOPTS", "shopt extglob >/dev/null; echo $?", "1\n"},
		{"LD_PRELOAD", "export LD_PRELOAD=/nonexistent.so 2>/dev/null", "/bin/echo ok 2>&1", "ok\n"},
		{"a wanted export", "export FOO=bar", "echo $FOO", "bar\n"},
	}
	for _, strict := range []bool{false, true} {
		for _, tt := range tests {
			t.Run(fmt.Sprint(tt.name, strict), func(t *testing.T) {
				f := NewFilter(FilterConfig{Strict: strict})
				env, _ := f.Import(baseEnviron())
				s := New(dir, env)
				defer s.Close()
				c := runCaptured(t, s.SpawnDir(), s.Environ(), tt.first)
				r, err := ParseReport(c.raw, testNonce)
				must(t, err)
				s.Adopt(r, f)
				cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", tt.next)
				cmd.Dir, cmd.Env = s.SpawnDir(), s.Environ()
				out, _ := cmd.CombinedOutput()
				if string(out) != tt.want {
					t.Errorf("next command printed %q, want %q", out, tt.want)
				}
				if _, err := os.Stat(mark); err == nil {
					t.Error("the attack's code ran")
				}
			})
		}
	}
}
