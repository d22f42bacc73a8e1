package worldtest

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// modes are scripts about permissions, in the directory that furnish makes. What
// they print, their status and what they leave behind are compared.
var modes = []string{
	"umask; umask -S", "umask 077; > f; mkdir d; mkfifo p; echo x | tee t > /dev/null; ls -l | tail -n +2 | cut -c1-10", "umask 0; > f; mkdir -p d/e; cp text c; install text i; touch t; dd if=text of=dd status=none", "umask 027; cp -r tree c; cp -p text p; cp -a tree a; mkdir -m 1777 m; install -d id; install -m 640 text im",
	"umask 777; > f; mkdir d; echo $?; cat f", "umask u=rwx,g=r,o=; > f; mkdir d", "umask 026; split -b 2 text part; sort -o s text; sed -n 'w w' text; awk '{ print > \"awk\" }' text", "umask 077; sed -i s/t/T/ shared; stat -c %a shared", "umask 002; gzip -k text; gunzip -c text.gz > u; stat -c %a text.gz",
	"umask 077; tar cf x.tar tree text; mkdir o; tar xf x.tar -C o", "umask 022; tar cf x.tar tree shared; mkdir o; tar xpf x.tar -C o", "umask 077; zip -qr x.zip tree text; mkdir o; unzip -q x.zip -d o", "umask 044; ln text hard; ln -s text soft; stat -c '%a %h' hard", "umask 007; f=$(mktemp ./t.XXXXXX); d=$(mktemp -d ./d.XXXXXX); stat -c %a $f $d; rm -r $f $d",
	"umask 033; (umask 0; > inner); > outer", "umask 022; mkdir -p -m 700 a/b/c", "umask 0077; mkdir -p a/b; stat -c %a a a/b", "umask 022; chmod +w text; chmod =x shared; chmod u=rwx,g=u,o=g tree; chmod -R a-x,u+X tree", "umask 077; chmod +x text; stat -c %a text; chmod a+x text; stat -c %a text", "umask 022; patch text diff; stat -c %a text",
	"umask 022; truncate -s 3 new; history -s x; history -w h; stat -c %a new h", "umask 027; echo x > n 3> m 4>> k", "umask 077; exec {f}> q; echo x >&$f; : > cp", "umask 077; cp --preserve=mode tree/run r; cp --no-preserve=mode tree/run s", "umask 022; cp -r setid c; ls -l c | tail -n +2 | cut -c1-10; cp -p setid/f g; stat -c %a g",
	"cat none; echo $?", "cat < none; echo $?", "echo x > none; echo $?", "echo x >> none; echo $?", "read -r x < none; echo $? $x", ". ./none; echo $?", "./none; echo $?", "bash ./none; echo $?", "[ -r none ]; echo $?; [ -w none ]; echo $?; [ -x none ]; echo $?; [ -e none ]; echo $?", "cp none c; echo $?", "cp text none; echo $?", "cp -f text none; echo $?", "mv none m; echo $?; ls -l m | cut -c1-10", "rm -f none; echo $?", "rm none < /dev/null; echo $?",
	"chmod 600 none; cat none; echo $?", "touch none; echo $?", "touch -d 2001-01-01 none; echo $?", "truncate -s 0 none; echo $?", "grep x none; echo $?", "sort none; echo $?", "head none text; echo $?", "wc none text; echo $?", "sed -i s/x/y/ none; echo $?", "tee none < text; echo $?", "dd if=none status=none; echo $?", "dd of=none < text 2>/dev/null; echo $?", "gzip none; echo $?", "tar cf x.tar none 2>/dev/null; echo $?", "ln none l; echo $?", "install none i; echo $?", "diff none text; echo $?", "awk 1 none 2> /dev/null; echo $?", "split none; echo $?", "md5sum none; echo $?",
	"cd shut; echo $?", "ls shut; echo $?", "echo shut/*", "cat shut/in; echo $?", "stat -c %a shut/in; echo $?", "[ -e shut/in ]; echo $?", "> shut/new; echo $?", "mkdir shut/d; echo $?", "rm -rf shut; echo $?", "rmdir shut; echo $?", "find shut; echo $?", "mv shut moved; echo $?", "cp -r shut c; echo $?", "chmod 755 shut && ls shut", "du -a shut 2>&1 | wc -l", "ln -s x shut/l; echo $?", "mkfifo shut/p; echo $?", "touch shut/t; echo $?", "mv text shut/; echo $?", "tar cf - shut 2>/dev/null | tar tf -; echo $?", "grep -r x shut; echo $?", "rm -f shut/in; echo $?", "readlink shut/in; echo $?", "realpath shut/in; echo $?",
	"cd list; echo $?", "echo list/*", "ls list 2>/dev/null; echo $?", "cat list/in; echo $?", "rm -r list; echo $?", "find list 2>/dev/null; echo $?", "cd pass && echo $?", "cat pass/in; echo $?", "echo pass/*", "ls pass; echo $?", "echo x > pass/in; echo $?", "> pass/new; echo $?", "rm pass/in; echo $?", "find pass; echo $?",
	"cat fixed/in; > fixed/new; echo $?", "rm -f fixed/in; echo $?", "rm -rf fixed; echo $?", "mv fixed/in x; echo $?", "mv text fixed/; echo $?", "echo x > fixed/in; echo $?", "sed -i s/x/y/ fixed/in 2> /dev/null; echo $?", "cp text fixed/in; echo $?", "cp --remove-destination text fixed/in; echo $?", "ln text fixed/l; echo $?", "ln fixed/in l; echo $?", "mkdir fixed/d; echo $?", "chmod 644 fixed/in; echo $?", "touch fixed/in; echo $?", "mv fixed moved; echo $?", "gzip fixed/in; echo $?", "sort -o fixed/in fixed/in; echo $?", "rmdir fixed/e; echo $?", "split text fixed/p; echo $?", "tar xf none -C fixed; echo $?",
	"cat theirs/open; echo x > theirs/open; echo $?", "cat theirs/closed; echo $?", "echo x > theirs/closed; echo $?", "rm -f theirs/open; echo $?", "mv theirs/open x; echo $?", "mv theirs/open theirs/x; echo $?", "> theirs/new; echo $?; rm theirs/new", "rm -rf theirs/dir; echo $?", "chmod 777 theirs/open; echo $?", "touch -d 2001-01-01 theirs/open; echo $?", "touch theirs/closed; echo $?", "ln -s x theirs/l; rm theirs/l; echo $?", "mv text theirs/open; echo $?", "cp --remove-destination text theirs/open; echo $?", "sed -i s/x/y/ theirs/open 2> /dev/null; echo $?", "rm -rf theirs 2>&1 | sort; echo ${PIPESTATUS[0]}", "chgrp $(id -g) theirs/open; echo $?", "chown $(id -u) theirs/open; echo $?", "cp -p theirs/open c; stat -c '%u %a' c", "echo $(id -u) $(id -g)",
	"stat -c '%a %A' sticky setid setid/f", "mkdir setid/d; > setid/n; stat -c %a setid/d setid/n", "chmod u+s text; stat -c %a text; echo x >> text; stat -c %a text", "chmod 4755 text; chmod 755 text; stat -c %a text", "chmod 2755 tree; chmod 755 tree; stat -c %a tree", "chmod g+s text; cp -p text t; stat -c %a t", "chmod +t tree; stat -c %a tree", "chmod 1000 text; stat -c %a text", "chmod 7777 text tree; stat -c %a text tree; truncate -s 0 text; stat -c %a text",
	"[ -u setid/f ]; echo $?; [ -g setid ]; echo $?; [ -k sticky ]; echo $?; [ -O text ]; echo $?; [ -G text ]; echo $?; [ -O theirs/open ]; echo $?", "test -x text; echo $?; test -x tree/run; echo $?; tree/run; echo $?; ./text; echo $?", "mkdir -m 000 z; ls z; rmdir z; echo $?", "> z; chmod 000 z; cat z; rm -f z; echo $?",
}

// belowOverlays are those that differ for an ordinary user on an overlay: what
// that user may not read in the directory below is not read, whatever chmod says
// above it.
var belowOverlays = []string{"chmod 755 shut && ls shut", "rmdir shut; echo $?", "chmod 600 none; cat none; echo $?"}

// furnish makes the directory of these scripts as the user who runs them.
func furnish(t testing.TB, dir string) {
	t.Helper()
	for _, f := range []struct {
		name string
		mode os.FileMode
	}{
		{"text", 0o644}, {"shared", 0o664}, {"none", 0}, {"diff", 0o644}, {"tree/run", 0o755}, {"tree/sub/in", 0o600}, {"shut/in", 0o644}, {"list/in", 0o644},
		{"pass/in", 0o644}, {"fixed/in", 0o644}, {"setid/f", 0o755 | os.ModeSetuid},
	} {
		name := filepath.Join(dir, f.name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		text := "text x\n"
		switch f.name {
		case "diff":
			text = "--- a\n+++ b\n@@ -1 +1 @@\n-text x\n+text y\n"
		case "tree/run":
			text = "#!/bin/bash\necho ran\n"
		}
		must(t, os.WriteFile(name, []byte(text), 0o600))
		must(t, os.Chmod(name, f.mode))
	}
	must(t, os.Mkdir(dir+"/fixed/e", 0o755))
	must(t, os.Mkdir(dir+"/sticky", 0o755))
	for name, mode := range map[string]os.FileMode{"shut": 0, "list": 0o444, "pass": 0o311, "fixed": 0o555, "tree": 0o750, "sticky": 0o777 | os.ModeSticky, "setid": 0o755 | os.ModeSetgid} {
		must(t, os.Chmod(filepath.Join(dir, name), mode))
	}
}

// theirs makes a sticky directory of root's with files of root's: only root
// has it.
func theirs(t testing.TB, dir string) {
	t.Helper()
	must(t, os.MkdirAll(dir+"/theirs/dir", 0o755))
	for name, mode := range map[string]os.FileMode{"open": 0o666, "closed": 0o600, "dir/in": 0o644} {
		must(t, os.WriteFile(dir+"/theirs/"+name, []byte("text x\n"), 0o600))
		must(t, os.Chmod(dir+"/theirs/"+name, mode))
	}
	must(t, os.Chmod(dir+"/theirs", 0o777|os.ModeSticky))
}

// placesVar names where root has made directories for the ordinary user.
const placesVar = "AEGISH_WORLDTEST_PLACES"

// TestModesAreTheHosts compares with bash and the host's tools.
func TestModesAreTheHosts(t *testing.T) {
	t.Parallel()
	given := os.Getenv(placesVar)
	for i, script := range modes {
		if os.Getuid() != 0 && given == "" && strings.Contains(script, "theirs") {
			continue // only root can make them
		}
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			var dirs [3]string
			for k := range dirs {
				if dirs[k] = filepath.Join(given, fmt.Sprint(i), fmt.Sprint(k)); given == "" {
					dirs[k] = t.TempDir()
				}
				t.Cleanup(func() { unlock(dirs[k]) })
				furnish(t, dirs[k])
				if os.Getuid() == 0 {
					theirs(t, dirs[k])
				}
			}
			if !lacksTools(t, script) {
				sameModes(t, script, dirs)
			}
		})
	}
}

// TestModesAreTheHostsAsOrdinary is that as another user.
func TestModesAreTheHostsAsOrdinary(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		return // the test has run as one
	}
	given := t.TempDir()
	must(t, os.Chmod(filepath.Dir(given), 0o755))
	for i := range modes {
		for k := range 3 {
			dir := filepath.Join(given, fmt.Sprint(i), fmt.Sprint(k))
			theirs(t, dir)
			must(t, os.Chown(dir, ordinary, ordinary))
		}
	}
	asOrdinary(t, "TestModesAreTheHosts", placesVar+"="+given)
}

// unlock lets the directories below dir be removed.
func unlock(dir string) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if e != nil && e.IsDir() && os.Chmod(path, 0o700) == nil && err != nil {
			unlock(path) // it could not be listed
		}
		return nil
	})
}

// sameModes runs a script in each of three directories.
func sameModes(t *testing.T, script string, dirs [3]string) {
	t.Helper()
	env := []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC0"}
	status, out := plain(t, dirs[0], env, ":\numask 022\n"+script)
	out = strings.ReplaceAll(out, dirs[0], "")
	left := listing(base(t, asHost, dirs[0]), "/")
	for i, k := range []kind{asHost, asOverlay} {
		tree := base(t, k, dirs[i+1])
		gotStatus, got := run(t, tree, env, "cd /\numask 022\n"+script)
		if k == asOverlay && os.Getuid() != 0 && slices.Contains(belowOverlays, script) {
			if got == out {
				t.Errorf("%s is as bash has it, and listed as different", k)
			}
			continue
		}
		if gotStatus != status || got != out {
			t.Errorf("%s: status %d, %q\nbash: status %d, %q", k, gotStatus, got, status, out)
		}
		if got := listing(tree, "/"); got != left {
			t.Errorf("%s leaves\n%s\nbash\n%s", k, without(got, left), without(left, got))
		}
	}
}

// without are the lines of a that b has not.
func without(a, b string) string {
	have := strings.SplitAfter(b, "\n")
	return strings.Join(slices.DeleteFunc(strings.SplitAfter(a, "\n"), func(line string) bool { return slices.Contains(have, line) }), "")
}

// listing describes what is below a directory: modes, owners, link counts, names
// and texts, but for those of archives.
func listing(tree vfs.FS, dir string) string {
	list, err := tree.ReadDir(dir)
	if err != nil {
		return "not listed: " + command.Message(err) + "\n"
	}
	var b strings.Builder
	for _, e := range list {
		name := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		fi, err := tree.Lstat(name)
		if err != nil {
			fmt.Fprintf(&b, "%s %s\n", name, command.Message(err))
			continue
		}
		sys := fi.Sys().(*vfs.Sys)
		fmt.Fprintf(&b, "%s %d:%d %d %s", fi.Mode(), sys.UID, sys.GID, sys.Nlink, name)
		switch {
		case fi.IsDir():
			b.WriteString("\n" + listing(tree, name))
			continue
		case fi.Mode().IsRegular() && !packed(name):
			text := "not read"
			if f, err := tree.OpenFile(name, os.O_RDONLY, 0); err == nil {
				data, _ := io.ReadAll(f)
				f.Close()
				text = string(data)
			}
			fmt.Fprintf(&b, " %q", text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// packed tells whether a file's bytes differ from packer to packer.
func packed(name string) bool {
	return slices.Contains([]string{".tar", ".zip", ".gz", ".xz", ".bz2"}, filepath.Ext(name))
}
