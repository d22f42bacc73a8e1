package worldtest

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/vfstest"
	"golang.org/x/sys/unix"
)

// raceOps are calls on names below flip, which is a directory at one moment and
// a link to the outside at the next, and on names that climb out of directories
// that are moved meanwhile.
var raceOps = []string{
	"cat flip/secret", "read -r -d '' x < flip/secret; echo $x", "cp flip/secret x; cat x", "cp -a flip copy; rm -rf copy", "cp -rL flip copy; rm -rf copy", "cat flip/secrets/*", "echo flip/*/*", "ls -lR flip/", "find flip/ -name 'stolen*'", "grep -r . flip/",
	"echo x > flip/new", "echo x >> flip/secret", "> flip/secret", "cp a.txt flip/new", "mv a.txt flip/new; mv flip/new a.txt", "mv flip/secret out; cat out; mv out flip/secret", "mv flip/secrets out; mv out flip/secrets", "ln a.txt flip/l", "ln flip/secret l; cat l; rm -f l", "ln -s x flip/s",
	"rm -rf flip/secrets; mkdir -p flip/secrets", "rm -f flip/secret; echo inside > flip/secret", "find flip/ -type f -delete; echo inside > flip/secret", "chmod -R 700 flip/", "chmod 700 flip/secret", "touch -d 2000-01-01 flip/secret", "touch -r flip/secret a.txt", "truncate -s 1 flip/secret", "sed -i s/o/x/ flip/secret", "sort -o flip/secret flip/secret",
	"tar xf race.tar -C flip", "tar cf - flip/secret | tar xOf -", "mkdir flip/d; rmdir flip/d", "mkdir -p flip/d/e", "mkfifo flip/p", "install a.txt flip/i", "dd if=flip/secret of=flip/dd status=none", "echo x | tee flip/t", "split -b 2 a.txt flip/part", "gzip -kf flip/secret", "patch flip/secret race.diff",
	"rm -rf flip; mkdir -p flip/secrets; echo inside > flip/secret", "chmod -R g+w .", "mkdir -p flip/secrets/a/b/c; chmod -R g-w flip/secrets; rm -r flip/secrets/a", "ln -sr flip/secret r; cat r; rm -f r", "ln -P flip/secret r; cat r; rm -f r", "ln -L flip/secret r; cat r; rm -f r", "install -D a.txt flip/i/j; rm -r flip/i", "install -d flip/k; rmdir flip/k",
	"cp --parents flip/secret x; rm -rf x/flip", "cp --parents a.txt flip", "cp -l flip/secret r; cat r; rm -f r", "cp -al flip copy; rm -rf copy", "cp --backup=numbered a.txt flip/secret", "find flip/ -type f -execdir cat {} \\;", "find flip/ -type f -execdir chmod 600 {} \\;", "find flip/ -depth -name 'n*' -delete", "find flip/ -fprint flip/f", "mv -T flip/secrets flip/t; mv -T flip/t flip/secrets", "mv -b a.txt flip/secret; cp flip/secret a.txt", "find flip/ -print0 | xargs -0 touch -c", "mktemp -p flip", "du -a flip/; stat flip/*",
	"cd flip && cat secret; cd /", "cd flip; > new; rm -rf secrets; cd /", "cd flip/secrets; echo *; cat ../secret; cd /", "exec 5< flip; cat /dev/fd/5/secret; exec 5<&-", "cat x/y/z/../../../../secret", "echo x > x/y/z/../../../../new", "rm -rf x/y/z/../../../../secrets", "cd x/y/z; cat ../../../../secret; cd /", "mv a.txt x/y/z/../../../../; mv /a.txt a.txt", "cat x/y/z/../../../flip/../secret",
}

// swaps moves names of the prison's root about until the test has ended.
func swaps(t *testing.T, p prison) (stop func()) {
	t.Helper()
	must(t, os.MkdirAll(p.root+"/flip/secrets", 0o755))
	must(t, os.MkdirAll(p.root+"/x/y/z", 0o755))
	for _, name := range []string{"/flip/secret", "/flip/secrets/in"} {
		must(t, os.WriteFile(p.root+name, []byte("inside\n"), 0o644))
	}
	must(t, os.WriteFile(p.root+"/race.diff", []byte("--- a\n+++ a\n@@ -1 +1 @@\n-inside\n+changed\n"), 0o644))
	must(t, os.Symlink(p.outside, p.root+"/flop"))
	must(t, os.Rename(p.root+"/through.tar", p.root+"/race.tar"))
	over := make(chan struct{})
	var all sync.WaitGroup
	for _, step := range []func(){
		func() {
			_ = unix.Renameat2(unix.AT_FDCWD, p.root+"/flip", unix.AT_FDCWD, p.root+"/flop", unix.RENAME_EXCHANGE)
		},
		func() {
			_ = os.Rename(p.root+"/x/y/z", p.root+"/z")
			_ = os.Rename(p.root+"/z", p.root+"/x/y/z")
		},
	} {
		all.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					step()
				}
			}
		})
	}
	return func() {
		close(over)
		all.Wait()
	}
}

// raceTime is how long races last, by AEGISH_VFS_RACE; 0 is one round.
func raceTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("AEGISH_VFS_RACE")
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	must(t, err)
	return d
}

// race runs the calls again and again while names are swapped, and tells whether
// one got out.
func race(t *testing.T, p prison, tree func() vfs.FS, enough func(out bool) bool) (escaped string) {
	t.Helper()
	stop := swaps(t, p)
	defer stop()
	before := p.outer(t)
	for round := 0; ; round++ {
		fsys := tree()
		_, out := run(t, fsys, p.env(), "cd /\n"+strings.Join(raceOps, "\n"))
		switch after := p.outer(t); {
		case strings.Contains(out, mark):
			escaped = "it prints " + out
		case after != before:
			escaped = "outside there was\n" + before + "\nand is\n" + after
		default:
			escaped = inner(t, fsys, "/")
		}
		if enough(escaped != "") {
			return escaped
		}
	}
}

// TestRacesOfScripts lets scripts work where names are swapped at the same time.
func TestRacesOfScripts(t *testing.T) {
	t.Parallel()
	for _, k := range []kind{asHost, asOverlay} {
		t.Run(string(k), func(t *testing.T) {
			t.Parallel()
			p, until := newPrison(t), time.Now().Add(raceTime(t))
			got := race(t, p, func() vfs.FS { return base(t, k, p.root) }, func(out bool) bool { return out || !time.Now().Before(until) })
			if got != "" {
				t.Error(got)
			}
		})
	}
}

// TestRacesOfScriptsAsOrdinary is one round of that as another user.
func TestRacesOfScriptsAsOrdinary(t *testing.T) {
	t.Parallel()
	asOrdinary(t, "TestRacesOfScripts")
}

// TestRacesSucceedWithoutTheWall shows that they would get out of a directory
// whose names are only put together. It needs the time that AEGISH_VFS_RACE
// gives.
func TestRacesSucceedWithoutTheWall(t *testing.T) {
	t.Parallel()
	limit := raceTime(t)
	if limit == 0 {
		return // one round proves nothing here
	}
	p, until := newPrison(t), time.Now().Add(limit)
	got := race(t, p, func() vfs.FS { return vfstest.Kernel{Root: p.root} }, func(out bool) bool { return out || !time.Now().Before(until) })
	if got == "" {
		t.Error("no race was won")
	}
}
