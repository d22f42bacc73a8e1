package envstate

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func report(dir string, environ ...string) Report {
	return Report{Dir: dir, Env: NewEnv(environ)}
}

func TestAdoptEnvironment(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", MaxValue)
	tests := []struct {
		name           string
		old, new, want []string
		stripped       []string
		warnings       int
		config         FilterConfig
	}{
		{name: "export", new: []string{"FOO=bar"}, want: []string{"FOO=bar"}},
		{name: "unset", old: []string{"A=1", "B=2"}, new: []string{"B=2"}, want: []string{"B=2"}},
		{name: "bytes", new: []string{"A=\xff\n'\""}, want: []string{"A=\xff\n'\""}},
		{name: "underscore", new: []string{"_=/usr/bin/env", "A=1"}, want: []string{"A=1"}},
		{name: "shell level constant", old: []string{"SHLVL=1"}, new: []string{"SHLVL=2"}, want: []string{"SHLVL=1"}},
		{name: "shell level was not there", new: []string{"SHLVL=1", "A=1"}, want: []string{"A=1"}},
		{name: "names bash cannot hold", old: []string{"a.b=1", "x y=2"}, new: []string{"A=1"}, want: []string{"A=1", "a.b=1", "x y=2"}},
		{
			name: "dangerous", new: []string{"LD_PRELOAD=/x", "A=1", "BASH_ENV=/y", "AEGISH_MODE=off"}, want: []string{"A=1"},
			stripped: []string{"LD_PRELOAD", "BASH_ENV", "AEGISH_MODE"},
		},
		{
			name: "constants come last", new: []string{"A=1"}, want: []string{"A=2", "EDITOR=true"},
			config: FilterConfig{Set: map[string]string{"A": "2", "EDITOR": "true"}},
		},
		{name: "value at the limit", new: []string{"A=" + large[2:]}, want: []string{"A=" + large[2:]}},
		{name: "value over the limit", new: []string{"A=" + large[1:], "B=1"}, want: []string{"B=1"}, warnings: 1},
		{name: "old value kept", old: []string{"A=old"}, new: []string{"A=" + large}, want: []string{"A=old"}, warnings: 1},
		{name: "large kept", new: []string{"A=" + large}, want: []string{"A=" + large}, config: FilterConfig{KeepLarge: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := New("/", NewEnv(tt.old))
			defer s.Close()
			stripped, warnings := s.Adopt(report("/", tt.new...), NewFilter(tt.config))
			s.Env.Unset("PWD")
			if got := s.Env.Environ(); !slices.Equal(got, tt.want) {
				t.Errorf("environment %.100q, want %.100q", got, tt.want)
			}
			if !slices.Equal(stripped, tt.stripped) {
				t.Errorf("stripped %q, want %q", stripped, tt.stripped)
			}
			if len(warnings) != tt.warnings {
				t.Errorf("warnings %q, want %d", warnings, tt.warnings)
			}
		})
	}
}

// TestAdoptTotal fills the environment to its limit and beyond.
func TestAdoptTotal(t *testing.T) {
	t.Parallel()
	s := New("/", NewEnv([]string{"OLD=" + strings.Repeat("o", 1000)}))
	defer s.Close()
	const each = 100_000
	var entries []string
	for i := range 20 {
		entries = append(entries, fmt.Sprintf("V%02d=%s", i, strings.Repeat("x", each)))
	}
	entries = append(entries, "OLD="+strings.Repeat("n", 1000), "SMALL=1")
	_, warnings := s.Adopt(report("/", entries...), NewFilter(FilterConfig{}))
	if s.Env.Bytes() > MaxEnv {
		t.Errorf("%d bytes, limit %d", s.Env.Bytes(), MaxEnv)
	}
	if len(warnings) != 10 || !strings.HasPrefix(warnings[0], "V00: ") {
		t.Errorf("%d warnings, %.100q; want 10 from V00 on", len(warnings), warnings)
	}
	if v, _ := s.Env.Get("SMALL"); v != "1" {
		t.Error("a small variable was lost with the large ones")
	}

	// Exactly the limit is intact.
	s = New("/", NewEnv(nil))
	rest := MaxEnv - s.Env.Bytes()
	entries = nil
	for i := 0; rest > 0; i++ {
		n := min(rest, each)
		entries = append(entries, fmt.Sprintf("V%02d=%s", i, strings.Repeat("x", n-5)))
		rest -= n
	}
	entries = append(entries, "PWD=/")
	if _, warnings = s.Adopt(report("/", entries...), NewFilter(FilterConfig{})); len(warnings) != 0 || s.Env.Bytes() != MaxEnv {
		t.Errorf("%d of %d bytes, warnings %q", s.Env.Bytes(), MaxEnv, warnings)
	}
	entries[0] += "x"
	if _, warnings = s.Adopt(report("/", entries...), NewFilter(FilterConfig{})); len(warnings) != 1 {
		t.Errorf("one byte more: warnings %q", warnings)
	}
}

// TestAdoptCrowd: a forged report of very many small variables costs little
// time and few warnings.
func TestAdoptCrowd(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := 0; b.Len() < MaxReport-100; i++ {
		fmt.Fprintf(&b, "declare -x V%x=\"\"\n", i)
	}
	r, err := ParseReport([]byte(frame("", b.String(), "/")), n)
	must(t, err)
	s := New("/", NewEnv(nil))
	defer s.Close()
	_, warnings := s.Adopt(r, NewFilter(FilterConfig{Strict: true}))
	if s.Env.Bytes() > MaxEnv+len("PWD=/\x00") || len(warnings) != maxNamed+1 {
		t.Errorf("%d variables in %d bytes, %d warnings", s.Env.Len(), s.Env.Bytes(), len(warnings))
	}
}

func TestAdoptStack(t *testing.T) {
	t.Parallel()
	entry := strings.Repeat("x", 1023)
	full := slices.Repeat([]string{entry}, MaxStack/1024)
	for _, tt := range []struct {
		name     string
		stack    []string
		want     int
		warnings int
	}{
		{"empty", nil, 0, 0},
		{"two", []string{"/a", "b"}, 2, 0},
		{"at the limit", full, len(full), 0},
		{"over the limit", append(slices.Clone(full), ""), 1, 1},
		{"very many", slices.Repeat([]string{""}, MaxReport/2), 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := ParseReport([]byte(frame("", "", "/", append([]string{"/"}, tt.stack...)...)), n)
			must(t, err)
			s := New("/", NewEnv(nil))
			defer s.Close()
			s.Stack = []string{"/old"}
			_, warnings := s.Adopt(r, NewFilter(FilterConfig{}))
			if len(s.Stack) != tt.want || len(warnings) != tt.warnings {
				t.Errorf("%d entries, want %d; warnings %q", len(s.Stack), tt.want, warnings)
			}
		})
	}
}

func TestAdoptDirectory(t *testing.T) {
	t.Parallel()
	root := newTree(t)
	type result struct{ dir, pwd string }
	tests := []struct {
		name     string
		dir      string
		environ  []string
		want     result
		warnings int
	}{
		{"moved", root + "/a", []string{"PWD=" + root + "/a"}, result{root + "/a", root + "/a"}, 0},
		{"logical label", root + "/a/b", []string{"PWD=" + root + "/link"}, result{root + "/a/b", root + "/link"}, 0},
		{"label with dots", root + "/a/b", []string{"PWD=" + root + "/./a/../link"}, result{root + "/a/b", root + "/./a/../link"}, 0},
		{"forged label", root + "/a", []string{"PWD=/etc"}, result{root + "/a", root + "/a"}, 0},
		{"relative label", root + "/a", []string{"PWD=a"}, result{root + "/a", root + "/a"}, 0},
		{"no label", root + "/a", nil, result{root + "/a", root + "/a"}, 0},
		{"newline", root + "/nl\nx", []string{"PWD=" + root + "/nl\nx"}, result{root + "/nl\nx", root + "/nl\nx"}, 0},
		{"not UTF-8", root + "/bad\xff", nil, result{root + "/bad\xff", root + "/bad\xff"}, 0},
		{"two slashes", "/" + root + "/a", nil, result{root + "/a", root + "/a"}, 0},
		{"unnamed", "", []string{"PWD=/etc"}, result{root, root}, 0},
		{"relative", "a", nil, result{root, root}, 1},
		{"gone", root + "/nosuch", []string{"PWD=" + root + "/nosuch"}, result{root, root}, 1},
		{"file", root + "/file", nil, result{root, root}, 1},
		{"not searchable", root + "/noexec", []string{"PWD=" + root + "/noexec"}, result{root, root}, 1},
		{"below not searchable", root + "/noexec/in", nil, result{root, root}, 1},
		{"not readable", root + "/noread", nil, result{root + "/noread", root + "/noread"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asOrdinaryUser(func() {
				s := New(root, NewEnv(nil))
				defer s.Close()
				_, warnings := s.Adopt(report(tt.dir, tt.environ...), NewFilter(FilterConfig{}))
				pwd, _ := s.Env.Get("PWD")
				if got := (result{s.Dir, pwd}); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if len(warnings) != tt.warnings {
					t.Errorf("warnings %q, want %d", warnings, tt.warnings)
				}
				if s.SpawnDir() != s.Dir {
					t.Errorf("SpawnDir %q, Dir %q", s.SpawnDir(), s.Dir)
				}
			})
		})
	}
}

// TestDeletedDirectory: the session lives on in a directory that is gone, as
// bash does, and `cd /` leads out.
func TestDeletedDirectory(t *testing.T) {
	t.Parallel()
	root := newTree(t)
	s := New(root, NewEnv([]string{"PWD=" + root}))
	defer s.Close()
	run := func(line string) (string, int) {
		b, _ := ParseBare(line)
		var errs strings.Builder
		status := s.RunBare(b, &strings.Builder{}, &errs, RunBareOptions{})
		return errs.String(), status
	}
	run("cd gone/deep")
	must(t, os.RemoveAll(root+"/gone"))

	// A command that starts here finds itself in the deleted directory.
	cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", "readlink /proc/self/cwd")
	cmd.Dir, cmd.Env = s.SpawnDir(), append(s.Environ(), "PATH=/usr/bin:/bin")
	out, err := cmd.Output()
	if err != nil || !strings.HasSuffix(string(out), "/gone/deep (deleted)\n") {
		t.Errorf("command in %q: %q, %v", s.SpawnDir(), out, err)
	}
	// Its report names no directory and changes nothing.
	s.Stack = []string{"/usr"}
	if _, warnings := s.Adopt(report("", "A=1"), NewFilter(FilterConfig{})); len(warnings) != 0 {
		t.Errorf("warnings %q", warnings)
	}
	if s.Dir != root+"/gone/deep" || len(s.Stack) != 1 {
		t.Errorf("Dir %q, stack %q", s.Dir, s.Stack)
	}
	if errs, status := run("cd nosuch"); status != 1 || errs != "cd: nosuch: No such file or directory\n" {
		t.Errorf("cd nosuch = %d %q", status, errs)
	}
	if errs, status := run("cd /"); status != 0 || errs != "" || s.Dir != "/" {
		t.Errorf("cd / = %d %q in %q", status, errs, s.Dir)
	}

	// A session may even begin there.
	s = New(root+"/gone", NewEnv([]string{"PWD=" + root + "/gone"}))
	if s.Dir != root+"/gone" || s.SpawnDir() != s.Dir {
		t.Errorf("Dir %q", s.Dir)
	}
	if errs, status := run("cd " + root); status != 0 || s.Dir != root {
		t.Errorf("cd = %d %q in %q", status, errs, s.Dir)
	}
}

// TestRenamedDirectory: the directory is the kernel's, not its old name.
func TestRenamedDirectory(t *testing.T) {
	t.Parallel()
	root := newTree(t)
	s := New(root+"/a", NewEnv(nil))
	defer s.Close()
	must(t, os.Rename(root+"/a", root+"/moved"))
	if slices.Contains(s.Environ(), "PWD="+root+"/a") || !slices.Contains(s.Environ(), "PWD="+root+"/moved") {
		t.Errorf("environment %q", s.Environ())
	}
	cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", "pwd -P")
	cmd.Dir, cmd.Env = s.SpawnDir(), s.Environ()
	if out, err := cmd.Output(); err != nil || string(out) != root+"/moved\n" {
		t.Errorf("command in %q: %q, %v", s.SpawnDir(), out, err)
	}
	s.Adopt(report(root+"/moved"), NewFilter(FilterConfig{}))
	if s.Dir != root+"/moved" {
		t.Errorf("Dir %q", s.Dir)
	}
}

// TestOldPWDSurvives: bash drops an OLDPWD that is gone when it starts; the
// session hands it on, and forgets it only with the command.
func TestOldPWDSurvives(t *testing.T) {
	t.Parallel()
	root := newTree(t)
	s := New(root, NewEnv([]string{"OLDPWD=" + root + "/gone"}))
	defer s.Close()
	must(t, os.RemoveAll(root+"/gone"))
	for _, tt := range []struct{ command, want string }{
		{"[ $OLDPWD = " + root + "/gone ] || cd /usr", root + "/gone"},
		{"export OLDPWD=gone", "gone"},
		{"[ $OLDPWD = gone ] || cd /usr", "gone"},
		{"cd /; cd " + root, "/"},
		{"unset OLDPWD", ""},
	} {
		c := runPrepared(t, s.SpawnDir(), append(s.Environ(), baseEnviron()...), prepared(s), tt.command)
		r, err := ParseReport(c.raw, testNonce)
		must(t, err)
		s.Adopt(r, NewFilter(FilterConfig{}))
		if old, _ := s.Env.Get("OLDPWD"); old != tt.want {
			t.Errorf("after %q OLDPWD is %q, want %q", tt.command, old, tt.want)
		}
	}
}

// TestEnvironAgainstBash: bash, started with what Environ and SpawnDir say,
// agrees about PWD, and so does bash with what was imported.
func TestEnvironAgainstBash(t *testing.T) {
	t.Parallel()
	root := newTree(t)
	for _, dir := range []string{root, root + "/a/b", root + "/nl\nx", "/"} {
		for _, pwd := range []string{
			"", "/etc", root, root + "/link", root + "/./link", root + "/a/../link/", "//" + root + "/link", "/" + root + "/link", root + "/abs/b",
			"link", ".", root + "/nl\nx", "/", "//", "///", "/./", root + "/up/" + root[5:] + "/a/b",
		} {
			s := New(dir, NewEnv([]string{"PWD=" + pwd}))
			ask := func(environ []string) string {
				cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", `printf %s "$PWD"`)
				cmd.Path, cmd.Dir, cmd.Env = bashPath, dir, environ
				out, err := cmd.Output()
				must(t, err)
				return string(out)
			}
			ours, _ := s.Env.Get("PWD")
			if fresh := ask([]string{"PWD=" + pwd}); fresh != ours {
				t.Errorf("in %q with PWD=%q: bash has %q, New %q", dir, pwd, fresh, ours)
			}
			if next := ask(s.Environ()); next != ours {
				t.Errorf("in %q with PWD=%q: the next bash has %q, the session %q", dir, pwd, next, ours)
			}
			s.Close()
		}
	}
}
