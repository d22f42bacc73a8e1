package landlock

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// system holds what programs need to start at all.
func system() []string {
	var paths []string
	for _, path := range []string{"/usr", "/bin", "/lib", "/lib64", "/etc", "/proc"} {
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// A world is a fresh directory tree with something to attack in each corner,
// all of it owned by the user who attacks, so that nothing but the ruleset
// stands in the way.
type world struct {
	root string
	uid  int
}

// newWorld makes
//
//	in      readable and writable
//	out     readable
//	hidden  neither
//	run     readable and executable; holds the probe
//
// Each holds a file, an empty directory and the program true.
func newWorld(t *testing.T, uid int) world {
	t.Helper()
	root, err := os.MkdirTemp(built, "world-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	w := world{root: root, uid: uid}
	for _, dir := range []string{"in", "out", "hidden", "run"} {
		must(t, os.MkdirAll(w.path(dir, "dir"), 0o755))
		must(t, os.WriteFile(w.path(dir, "file"), []byte("content"), 0o644))
		must(t, os.Link(program, w.path(dir, "true")))
	}
	must(t, os.Symlink(w.path("out", "file"), w.path("in", "to-out")))
	must(t, os.Symlink(w.path("hidden"), w.path("in", "to-hidden")))
	must(t, os.Link(script, w.path("in", "script")))
	must(t, os.Link(probe, w.path("run", probeName)))
	must(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Type().IsRegular() && d.Name() != "file" {
			return err // what many worlds share stays whose it is
		}
		return os.Lchown(path, w.owner(), w.owner())
	}))
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w world) owner() int {
	if w.uid > 0 {
		return w.uid
	}
	return os.Getuid()
}

func (w world) path(elem ...string) string {
	return filepath.Join(append([]string{w.root}, elem...)...)
}

// expand replaces @ by the world's root.
func (w world) expand(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = strings.ReplaceAll(a, "@", w.root)
	}
	return out
}

// policy is the policy that the world's directories are named after.
func (w world) policy() Policy {
	return Policy{
		Read:       append(system(), "/dev/null", w.path("in"), w.path("out"), w.path("run")),
		Write:      []string{w.path("in"), "/dev/null"},
		Execute:    append(system(), w.path("run")),
		ConnectTCP: Ports{Any: true}, BindTCP: Ports{Any: true},
	}
}

// attempt is one run of the probe.
type attempt struct {
	world   world
	dropper launchtest.Dropper
	ruleset *Ruleset // nil: free of any sandbox
	nnp     bool
	files   map[int]*os.File
	moves   []launch.Move
	stdin   *os.File
	path    string // of the program, if not the probe
}

// try runs one probe and returns its outcome.
func (a attempt) try(t *testing.T, args ...string) string {
	t.Helper()
	return a.tryExactly(t, a.world.expand(args)...)
}

// tryExactly is try for arguments in which @ means nothing.
func (a attempt) tryExactly(t *testing.T, args ...string) string {
	t.Helper()
	path := a.path
	if path == "" {
		path = a.world.path("run", probeName)
	}
	c := launchtest.Command{
		Dropper: a.dropper,
		Spec: launch.Spec{
			Path: path, Argv: append([]string{probeName}, args...),
			Ruleset: launch.NoRuleset, NoNewPrivs: a.nnp, Moves: a.moves,
		},
		UID: a.world.uid, Dir: "/", Files: map[int]*os.File{},
	}
	if a.stdin != nil {
		c.Stdin = a.stdin
	}
	for fd, f := range a.files {
		c.Files[fd] = f
	}
	if a.ruleset != nil {
		c.Spec.Ruleset, c.Spec.NoNewPrivs = 9, true
		c.Spec.RestrictFlags = a.ruleset.RestrictFlags()
		c.Files[9] = a.ruleset.File()
	}
	res, err := c.Run()
	if err != nil {
		t.Fatal(err)
	}
	if res.Failed {
		return "not started: " + res.Failure.Error()
	}
	if res.Code != 0 || res.Stderr != "" {
		return fmt.Sprintf("status %d: %s%s", res.Code, res.Stdout, res.Stderr)
	}
	if res.Stdout == "" {
		return "ok" // the probe became a program without output
	}
	return strings.TrimSpace(res.Stdout)
}

// compileFor is Compile for a test.
func compileFor(t *testing.T, p Policy) *Ruleset {
	t.Helper()
	rs, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rs.Close() })
	return rs
}

// eachUser runs a test as the user of the test process and, when that is root,
// again as nobody; each with every one of the given builds of the dropper.
func eachUser(t *testing.T, builds []launchtest.Dropper, test func(t *testing.T, d launchtest.Dropper, uid int)) {
	t.Helper()
	t.Parallel()
	uids := []int{0}
	if os.Getuid() == 0 {
		uids = append(uids, nobody)
	}
	for _, d := range builds {
		for _, uid := range uids {
			name := fmt.Sprint(d.Name, "/uid ", uid)
			if os.Getuid() != 0 {
				name = d.Name
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, d, uid)
			})
		}
	}
}

// victim starts a process outside of every sandbox as the attacking user.
func victim(t *testing.T, uid int) string {
	t.Helper()
	cmd := exec.Command("/bin/sleep", "1000")
	cmd.Env = []string{"SECRET=1"}
	if uid > 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	must(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return strconv.Itoa(cmd.Process.Pid)
}

// listener accepts connections on a free TCP port of the loopback interface.
func listener(t *testing.T) (port int) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	return l.Addr().(*net.TCPAddr).Port
}
