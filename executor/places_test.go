package executor

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aegish/aegish/config"
)

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// realTemp is a temporary directory without symlinks in its path.
func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// fakeRepo makes what git would: the layout is its documented one
// (gitrepository-layout(5)), so that the test needs no git.
func fakeRepo(t *testing.T, dir string) string {
	t.Helper()
	mkdir(t, dir, ".git", "objects")
	mkdir(t, dir, ".git", "refs")
	write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	return dir
}

func TestStartIsTheEnclosingWorkTree(t *testing.T) {
	t.Parallel()
	base, uid := realTemp(t), os.Getuid()
	repo := fakeRepo(t, mkdir(t, base, "repo"))
	sub := mkdir(t, repo, "a", "b")
	plain := mkdir(t, base, "plain")

	linked := mkdir(t, base, "linked")
	admin := mkdir(t, repo, ".git", "worktrees", "linked")
	write(t, filepath.Join(linked, ".git"), "gitdir: "+admin+"\n")
	write(t, filepath.Join(admin, "gitdir"), filepath.Join(linked, ".git")+"\n")
	write(t, filepath.Join(admin, "commondir"), "../..\n")

	module := mkdir(t, repo, "mod")
	moduleDir := mkdir(t, repo, ".git", "modules", "mod")
	mkdir(t, moduleDir, "objects")
	mkdir(t, moduleDir, "refs")
	write(t, filepath.Join(moduleDir, "HEAD"), "x\n")
	write(t, filepath.Join(module, ".git"), "gitdir: ../.git/modules/mod\n")
	write(t, filepath.Join(moduleDir, "config"), "[core]\n\tbare = false\n\tworktree = ../../../mod\n")

	inLinked := mkdir(t, linked, "mod")
	inLinkedDir := mkdir(t, admin, "modules", "mod")
	mkdir(t, inLinkedDir, "objects")
	mkdir(t, inLinkedDir, "refs")
	write(t, filepath.Join(inLinkedDir, "HEAD"), "x\n")
	write(t, filepath.Join(inLinkedDir, "config"), "[core]\n\tworktree = "+inLinked+"\n")
	write(t, filepath.Join(inLinked, ".git"), "gitdir: "+inLinkedDir+"\n")

	for _, tt := range []struct {
		name, start string
		want        []string
	}{
		{"submodule in a linked work tree", inLinked, []string{inLinked, inLinkedDir}},
		{"no repository", plain, []string{plain}},
		{"root of one", repo, []string{repo}},
		{"below one", sub, []string{repo}},
		{"linked work tree", linked, []string{linked, filepath.Join(repo, ".git")}},
		{"submodule", module, []string{module, moduleDir}},
		{"the root directory", "/", nil},
	} {
		if got := (Places{Start: tt.start, UID: uid}).start(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: start = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A file that anyone can put into a directory must not open another directory
// for writing.
func TestGitFileMustPointBack(t *testing.T) {
	t.Parallel()
	base, uid := realTemp(t), os.Getuid()
	victim := fakeRepo(t, mkdir(t, base, "victim"))
	for name, text := range map[string]string{
		"repository of another":  "gitdir: " + filepath.Join(victim, ".git") + "\n",
		"some directory":         "gitdir: " + base + "\n",
		"relative up":            "gitdir: ../victim/.git\n",
		"nothing":                "gitdir: /nonexistent\n",
		"not a gitdir line":      "hello\n",
		"empty":                  "",
		"the root":               "gitdir: /\n",
		"modules of no super":    "gitdir: " + mkdir(t, base, "x", ".git", "modules", "m") + "\n",
		"a directory without it": "gitdir: .\n",
	} {
		dir := mkdir(t, base, "evil "+name)
		write(t, filepath.Join(dir, ".git"), text)
		if got := (Places{Start: dir, UID: uid}).start(); !slices.Equal(got, []string{dir}) {
			t.Errorf("%s: start = %q, want only the directory itself", name, got)
		}
	}
}

// A link in the place of git's own folders leads to another repository, whose
// configuration does not name this work tree.
func TestLinkedModulesDoNotWiden(t *testing.T) {
	t.Parallel()
	base, uid := realTemp(t), os.Getuid()
	victim := fakeRepo(t, mkdir(t, base, "victim"))
	write(t, filepath.Join(victim, ".git", "config"), "[core]\n\tbare = false\n")
	for _, folder := range []string{"modules", "worktrees"} {
		proj := fakeRepo(t, mkdir(t, base, folder))
		if err := os.Symlink(victim, filepath.Join(proj, ".git", folder)); err != nil {
			t.Fatal(err)
		}
		sub := mkdir(t, proj, "sub")
		write(t, filepath.Join(sub, ".git"), "gitdir: ../.git/"+folder+"/.git\n")
		if got := (Places{Start: sub, UID: uid}).start(); !slices.Equal(got, []string{sub}) {
			t.Errorf("%s: start = %q, want only the directory itself", folder, got)
		}
	}
}

func TestForeignWorkTreeIsNotTaken(t *testing.T) {
	t.Parallel()
	base := realTemp(t)
	repo := fakeRepo(t, mkdir(t, base, "repo"))
	sub := mkdir(t, repo, "sub")
	if got := (Places{Start: sub, UID: os.Getuid() + 1}).start(); !slices.Equal(got, []string{sub}) {
		t.Errorf("start = %q, want only the directory itself", got)
	}
}

func TestLoginStartNeverExceedsTheHome(t *testing.T) {
	t.Parallel()
	base, uid := realTemp(t), os.Getuid()
	repo := fakeRepo(t, base)
	home := mkdir(t, repo, "home")
	below := mkdir(t, home, "dir")
	for _, tt := range []struct {
		name, start string
		want        []string
	}{
		{"below the home, work tree above it", below, []string{below}},
		{"elsewhere", mkdir(t, base, "other"), nil},
		{"above the home", base, []string{home}},
		{"the root", "/", []string{home}},
	} {
		got := Places{Start: tt.start, Home: home, Login: true, UID: uid}.start()
		for _, dir := range got {
			if !config.Contains(home, dir) {
				t.Errorf("%s: start = %q is not within the home", tt.name, got)
			}
		}
		if tt.want != nil && !slices.Equal(got, tt.want) || tt.want == nil && len(got) != 0 {
			t.Errorf("%s: start = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTmp(t *testing.T) {
	t.Parallel()
	own, uid := realTemp(t), os.Getuid()
	system := mkdir(t, realTemp(t), "system")
	if got, want := (Places{Temporary: []string{system}, TmpDir: own, UID: uid}).tmp(), []string{system, own}; !slices.Equal(got, want) {
		t.Errorf("tmp = %q, want %q", got, want)
	}
	if got := (Places{UID: uid}).tmp(); !slices.Contains(got, "/tmp") {
		t.Errorf("tmp = %q lacks /tmp", got)
	}
	for name, p := range map[string]Places{
		"another user's": {Temporary: []string{system}, TmpDir: own, UID: uid + 1},
		"the root":       {Temporary: []string{system}, TmpDir: "/", UID: 0},
		"relative":       {Temporary: []string{system}, TmpDir: "x", UID: uid},
		"missing":        {Temporary: []string{system}, TmpDir: filepath.Join(own, "x"), UID: uid},
	} {
		if got := p.tmp(); slices.Contains(got, p.TmpDir) {
			t.Errorf("%s: tmp = %q takes TMPDIR", name, got)
		}
	}
	if got := (Places{TmpDir: own, UID: uid, Login: true}).tmp(); len(got) != 0 {
		t.Errorf("login: tmp = %q, want none", got)
	}
}

// What a session may replace by a link must not be followed by the next one.
func TestReplacedDirectoriesAreNotFollowed(t *testing.T) {
	t.Parallel()
	root, uid := realTemp(t), os.Getuid()
	home := mkdir(t, root, "home")
	link := filepath.Join(root, "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	below := mkdir(t, home, "below")
	for _, path := range []string{link, filepath.Join(link, "below"), home, home + "/", home + "/.", home + "/below/..", root, below + "/../../home"} {
		p := Places{Home: home, UID: uid, Temporary: []string{}, TmpDir: path, CacheHome: path}
		for _, dir := range append(p.tmp(), p.caches()...) {
			if config.Contains(dir, home) || dir == link {
				t.Errorf("%s: %s is writable", path, dir)
			}
		}
	}
	if got := (Places{Home: home, UID: uid, Temporary: []string{}, TmpDir: below}).tmp(); !slices.Contains(got, below) {
		t.Errorf("tmp = %q lacks a directory of the user's own", got)
	}
}

func TestCachesAreMadePrivateAndNeverFollowLinks(t *testing.T) {
	t.Parallel()
	home, uid := realTemp(t), os.Getuid()
	elsewhere := realTemp(t)
	if err := os.Symlink(elsewhere, filepath.Join(home, ".npm")); err != nil {
		t.Fatal(err)
	}
	got := Places{Home: home, UID: uid}.caches()
	for _, dir := range got {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v; want a directory of mode 0700", dir, info, err)
		}
	}
	if slices.Contains(got, filepath.Join(home, ".npm")) || !slices.Contains(got, filepath.Join(home, ".cache")) {
		t.Errorf("caches = %q", got)
	}
	for name, p := range map[string]Places{
		"no home":   {UID: uid},
		"root home": {Home: "/", UID: uid},
		"relative":  {Home: "x", UID: uid},
	} {
		if got := p.caches(); len(got) != 0 {
			t.Errorf("%s: caches = %q", name, got)
		}
	}
	xdg := mkdir(t, home, "xdg")
	if got := (Places{Home: home, UID: uid, CacheHome: xdg}).caches(); !slices.Contains(got, xdg) {
		t.Errorf("caches = %q lacks XDG_CACHE_HOME", got)
	}
	if got := (Places{Home: home, UID: uid, CacheHome: elsewhere}).caches(); slices.Contains(got, elsewhere) {
		t.Errorf("caches = %q takes an XDG_CACHE_HOME outside the home", got)
	}
	if got := (Places{Home: home, UID: uid, CacheHome: home}).caches(); slices.Contains(got, home) {
		t.Errorf("caches = %q takes the home itself", got)
	}
}
