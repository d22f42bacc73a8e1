package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A scene is a host with the three places where a file may lie.
type scene struct {
	system, own, other string // paths; nothing is there at first
	options            Options
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir := safeDir(t)
	s := scene{system: dir + "/etc/aegish/aegish.toml", own: dir + "/home/.config/aegish/aegish.toml", other: dir + "/other.toml"}
	s.options = Options{SystemPath: s.system, Home: dir + "/home", Identity: me()}
	return s
}

func (s scene) write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	for dir := filepath.Dir(path); len(dir) >= len(filepath.Dir(s.other)); dir = filepath.Dir(dir) {
		must(t, os.Chmod(dir, 0o755))
	}
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestLookup(t *testing.T) {
	t.Parallel()
	const plain, yields = "profile = \"observe\"", "profile = \"observe\"\nallow_user_config = true"
	tests := []struct {
		name               string
		system, own, other string
		ask, login         bool // --config other; a login shell
		want               string
		msg                string
	}{
		{name: "nothing", want: ""},
		{name: "system", system: plain, want: "system"},
		{name: "own", own: plain, want: "own"},
		{name: "system before own", system: plain, own: "syntax error", want: "system"},
		{name: "system yields to own", system: yields, own: plain, want: "own"},
		{name: "system yields to nothing", system: yields, want: "system"},
		{name: "system says no", system: "allow_user_config = false", own: plain, want: "system"},
		{name: "--config", other: plain, ask: true, want: "other"},
		{name: "--config before own", own: "syntax error", other: plain, ask: true, want: "other"},
		{name: "--config before system", system: yields, own: plain, other: plain, ask: true, want: "other"},
		{name: "--config refused", system: plain, other: plain, ask: true, msg: "exists and counts alone, because it does not say allow_user_config = true"},
		{name: "--config refused by an empty file", system: "# nothing", other: plain, ask: true, msg: "counts alone"},
		{name: "--config absent", ask: true, msg: "does not exist"},
		{name: "--config empty", other: "# nothing\n", ask: true, msg: "without any key"},
		{name: "--config of no bytes", other: "\n", ask: true, msg: "without any key"},
		{name: "system without keys", system: "# nothing\n", want: "system"},
		{name: "broken system yields to nobody", system: "allow_user_config = true\nx = 1", other: plain, ask: true, msg: "unknown key"},
		{name: "broken own", own: "x = 1", msg: "unknown key"},
		{name: "login without a file", own: plain, login: true, want: ""},
		{name: "login and --config", other: plain, ask: true, login: true, msg: "login shell does not take a configuration"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			if tt.login && os.Getuid() != 0 {
				s.options.SystemPath = noFile // where only root could have put it
			}
			paths := map[string]string{"": "", "system": s.system, "own": s.own, "other": s.other}
			for name, text := range map[string]string{"system": tt.system, "own": tt.own, "other": tt.other} {
				if text != "" {
					s.write(t, paths[name], text)
				}
			}
			s.options.Login = tt.login
			if tt.ask {
				s.options.Path = s.other
			}
			e, err := Load(s.options)
			if tt.msg != "" {
				if !strings.Contains(asError(t, err).Error(), tt.msg) {
					t.Errorf("got %v, expected %q", err, tt.msg)
				}
				return
			}
			must(t, err)
			if e.Config.File != paths[tt.want] {
				t.Errorf("read %q, expected %q", e.Config.File, paths[tt.want])
			}
		})
	}
}

func TestRefusalNamesTheFile(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.write(t, s.system, "engine = \"bash\"")
	s.options.Path = s.other
	_, err := Load(s.options)
	if e := asError(t, err); e.Key != "--config" || !strings.Contains(e.Msg, s.system) {
		t.Errorf("got %v", err)
	}
}

func TestUserPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ xdg, home, want string }{
		{"/x", "/home/a", "/x/aegish/aegish.toml"},
		{"", "/home/a", "/home/a/.config/aegish/aegish.toml"},
		{"relative", "/home/a", "/home/a/.config/aegish/aegish.toml"},
		{"relative", "home", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		if got := userPath(Options{XDGConfigHome: tt.xdg, Home: tt.home}); got != tt.want {
			t.Errorf("%+v: got %q", tt, got)
		}
	}
}

// Nothing is ever read from the working directory that was not asked for.
func TestNotFromTheWorkingDirectory(t *testing.T) {
	dir := safeDir(t)
	for _, name := range []string{"aegish.toml", ".aegish.toml", "aegish/aegish.toml", ".config/aegish/aegish.toml"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("x = 1"), 0o600))
	}
	t.Chdir(dir)
	e, err := Load(Options{SystemPath: noFile, Identity: me(), Home: ".", XDGConfigHome: "."})
	must(t, err)
	if e.Config.File != "" {
		t.Errorf("read %s", e.Config.File)
	}
}

func TestUnsafeFiles(t *testing.T) {
	t.Parallel()
	for _, which := range []string{"system", "own", "other"} {
		for _, spoil := range []string{"file", "directory"} {
			t.Run(which+" "+spoil, func(t *testing.T) {
				t.Parallel()
				s := newScene(t)
				path := map[string]string{"system": s.system, "own": s.own, "other": s.other}[which]
				s.write(t, path, "engine = \"bash\"")
				if which == "other" {
					s.options.Path = path
				}
				if spoil == "directory" {
					must(t, os.Chmod(filepath.Dir(path), 0o777))
				} else {
					must(t, os.Chmod(path, 0o666))
				}
				_, err := Load(s.options)
				if e := asError(t, err); e.File != path || !strings.Contains(e.Msg, spoil+" ") || !strings.Contains(e.Msg, "writable by group or others") {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

// A login shell trusts root alone; any user's file will do to show it.
func TestLoginTrustsRoot(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.write(t, s.system, "engine = \"bash\"")
	s.options.Login = true
	stranger(t, s.system, &Trust{})
	_, err := Load(s.options)
	if e := asError(t, err); !strings.Contains(e.Msg, "expected root") || strings.Contains(e.Msg, "or uid") {
		t.Errorf("got %v", err)
	}
}

// Whoever can write the directory can remove the file, so that its absence
// says nothing to a login shell.
func TestLoginDistrustsAbsence(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.write(t, s.system, "")
	must(t, os.Remove(s.system))
	must(t, os.Chmod(filepath.Dir(s.system), 0o777))
	if _, err := Load(s.options); err != nil {
		t.Errorf("not a login shell: %v", err)
	}
	s.options.Login = true
	_, err := Load(s.options)
	if e := asError(t, err); !strings.Contains(e.Msg, "expected") {
		t.Errorf("got %v", err)
	}
}

func TestLoginTakesNoProfile(t *testing.T) {
	t.Parallel()
	_, err := Load(Options{SystemPath: noFile, Login: true, Profile: "observe", Identity: me()})
	if e := asError(t, err); e.Key != "--profile" {
		t.Errorf("got %v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.write(t, s.system, "[tools.run]\nshell = \"/bin/dash\"")
	if _, err := Load(s.options); err != nil {
		t.Errorf("without a login shell: %v", err)
	}
	err := Check(s.options)
	if e := asError(t, err); e.File != s.system || e.Line != 2 || !strings.Contains(e.Msg, `expected a bash`) {
		t.Errorf("got %v", err)
	}
	s.write(t, s.system, "profile = \"workspace\"\n[tools.run]\nshell = \"/bin/dash\"")
	must(t, Check(s.options))
	s.write(t, s.system, "x = 1")
	if err := Check(s.options); err == nil {
		t.Error("no error")
	}
}

// Every `aegish -c` loads once.
func BenchmarkLoad(b *testing.B) {
	text, err := os.ReadFile("../docs/examples/login.toml")
	if err != nil {
		b.Fatal(err)
	}
	path := writeFile(b, string(text))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(Options{Path: path, SystemPath: noFile, Identity: me()}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPackRules(b *testing.B) {
	for _, name := range Packs() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := PackRules(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
