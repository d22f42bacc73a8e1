package treetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/vfs/memory"
)

const (
	// user is who runs the host's tools where the tests are run by root.
	user = 65534
	// most is how long one call may take.
	most = 5 * time.Second
	// enough is after how many differences a test gives up.
	enough = 12
)

// A trial is one call over a tree.
type trial struct {
	args  []string
	stdin string
	env   []string
	tree  []node
	// sorted compares the lines of output and messages in any order: that of
	// directories is the host's own.
	sorted bool
	// clean hides in output and messages what can not be the same.
	clean func(string) string
	// names applies clean to the tree as well.
	names bool
	// view makes of output, such as an archive, what is compared.
	view func(string) string
	// keep is how many arguments are needed for the call to mean something.
	keep int
	// files compares nothing but the tree and the status.
	files bool
}

// A result is what a call came to.
type result struct {
	status         int
	stdout, stderr string
	tree           string
}

var environment = []string{"HOME=/", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "TERM=dumb", "TZ=UTC0"}

// trials is how many trials there are of each kind, and their seed.
func trials(t testing.TB) (count int, seed uint64) {
	t.Helper()
	count, seed = 300, 1
	if testing.Short() {
		count = 60
	}
	for name, set := range map[string]func(int){
		"AEGISH_TREE_N": func(n int) { count = n }, "AEGISH_TREE_SEED": func(n int) { seed = uint64(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				t.Fatalf("%s=%s is no positive number", name, text)
			}
			set(n)
		}
	}
	return count, seed
}

// differential compares trials of a command.
func differential(t *testing.T, name string, build func(g *generator) trial) {
	t.Helper()
	differentialOf(t, name, func(g *generator, _ *bench) trial { return build(g) })
}

// differentialOf is differential for trials that the host's tool prepares.
func differentialOf(t *testing.T, name string, build func(g *generator, b *bench) trial) {
	t.Helper()
	t.Parallel()
	b := newBench(t, name)
	if b == nil {
		return
	}
	count, seed := trials(t)
	h := fnv.New64a()
	h.Write([]byte(t.Name()))
	seen := map[string]bool{}
	for i := 0; i < count && len(seen) < enough; i++ {
		g := &generator{rand.New(rand.NewPCG(seed<<32+uint64(i), h.Sum64()))}
		tr := build(g, b)
		if why := accidents[t.Name()][i]; seed == 1 && why != "" {
			if b.agree(t, tr) {
				t.Errorf("seed 1, trial %d differs no more: %s", i, why)
			}
			continue
		}
		if b.agree(t, tr) {
			continue
		}
		if b.agree(t, tr) {
			continue // the clock went on between the two
		}
		if tr = b.shrink(t, tr); !seen[strings.Join(tr.args, " ")] {
			seen[strings.Join(tr.args, " ")] = true
			b.report(t, fmt.Sprintf("seed %d, trial %d", seed, i), tr)
		}
	}
}

// accidents are the trials of seed 1 that are known to differ, and why. One that
// differs no more is an error.
var accidents = map[string]map[int]string{
	"TestZip": {187: "zip -um removes what it has not packed, as the archive has it already"},
	"TestFind": {
		55:  "a test behind -delete looks at a file that is gone",
		272: "a directory that nobody goes into is not looked at either",
	},
	"TestRm":    {369: "rm -r LINK/ goes on in a directory that it has open when the link is gone"},
	"TestRmdir": {175: "rmdir LINK/ where the directory may not be written says which comes first"},
}

// A bench runs trials of one command on both sides.
type bench struct {
	t          *testing.T
	name, tool string
	dir        string
}

func newBench(t *testing.T, name string) *bench {
	t.Helper()
	tool, found := commandtest.Tool(t, name)
	if !found {
		return nil
	}
	top := t.TempDir()
	for _, dir := range []string{top, filepath.Dir(top)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &bench{t, name, tool, top + "/w"}
}

func (b *bench) agree(t *testing.T, tr trial) bool {
	t.Helper()
	return tr.normal(b.theirs(t, tr)) == tr.normal(b.ours(t, tr))
}

// shrink leaves out what the difference does not need.
func (b *bench) shrink(t *testing.T, tr trial) trial {
	t.Helper()
	for changed := true; changed; {
		changed = false
		for i := tr.keep; i < len(tr.args); i++ {
			less := tr
			less.args = slices.Delete(slices.Clone(tr.args), i, i+1)
			if !b.agree(t, less) {
				tr, changed = less, true
				break
			}
		}
	}
	for i := len(tr.tree) - 1; i >= 0; i-- {
		less := tr
		less.tree = slices.Delete(slices.Clone(tr.tree), i, i+1)
		if !b.agree(t, less) {
			tr = less
		}
	}
	return tr
}

func (b *bench) report(t *testing.T, where string, tr trial) {
	t.Helper()
	theirs, ours := tr.normal(b.theirs(t, tr)), tr.normal(b.ours(t, tr))
	var nodes strings.Builder
	for _, n := range tr.tree {
		fmt.Fprintf(&nodes, "\t%v\n", n)
	}
	theirs.tree, ours.tree = without(theirs.tree, ours.tree), without(ours.tree, theirs.tree)
	t.Errorf("%s: %s %q %q <%q\n%s%s\n%s", where, b.name, tr.args, tr.env, clip(tr.stdin, 200), nodes.String(), theirs.text("host"), ours.text("ours"))
}

func (r result) text(who string) string {
	return fmt.Sprintf("=== %s: %d\n%s[stderr]\n%s[tree]\n%s", who, r.status, clip(r.stdout, 2000), clip(r.stderr, 1500), clip(r.tree, 1500))
}

// without leaves out the lines of a that b has too.
func without(a, b string) string {
	have := map[string]bool{}
	for l := range strings.Lines(b) {
		have[l] = true
	}
	var out strings.Builder
	for l := range strings.Lines(a) {
		if !have[l] {
			out.WriteString(l)
		}
	}
	return out.String()
}

// nowadays are the times of files that a call made itself.
var nowadays = regexp.MustCompile(`20(2[1-9]|[3-9][0-9])-[0-9]{2}-[0-9]{2} [0-9:]{8}\.[0-9]{9,10}`)

func (tr *trial) normal(r result) result {
	if tr.view != nil {
		r.stdout = tr.view(r.stdout)
	}
	for _, s := range []*string{&r.stdout, &r.stderr} {
		*s = nowadays.ReplaceAllString(*s, "NOW")
		if tr.clean != nil {
			*s = tr.clean(*s)
		}
		if tr.sorted {
			lines := strings.SplitAfter(strings.ReplaceAll(*s, "\x00", "\x00\n"), "\n")
			slices.Sort(lines)
			*s = strings.Join(lines, "")
		}
	}
	if strings.Contains(r.stderr, "into itself") {
		// What was copied before that depends on the order of the directory.
		r.tree, r.stdout, r.stderr = "", "", ""
	}
	if tr.names {
		lines := strings.SplitAfter(tr.clean(r.tree), "\n")
		slices.Sort(lines)
		r.tree = strings.Join(lines, "")
	}
	if tr.files {
		r.stdout, r.stderr = "", ""
	}
	return r
}

// theirs runs the host's tool.
func (b *bench) theirs(t testing.TB, tr trial) result {
	t.Helper()
	if err := os.Mkdir(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	defer wipe(t, b.dir)
	if err := own(b.dir); err != nil {
		t.Fatal(err)
	}
	plant(disk{}, b.dir, tr.tree)
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.tool, tr.args...)
	var stdout, stderr bytes.Buffer
	cmd.Args[0], cmd.Dir, cmd.Env = b.name, b.dir, append(slices.Clone(environment), tr.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(tr.stdin), &stdout, &stderr
	cmd.WaitDelay = time.Second
	if uid, gid := whoami(); uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatalf("%s: %v", b.name, err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), listing(t, disk{}, b.dir)}
}

// registry is all commands of ours.
var registry = sync.OnceValues(commands.All)

// ours runs our command in the interpreter.
func (b *bench) ours(t testing.TB, tr trial) result {
	t.Helper()
	me, list := b.stage(t, tr)
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	all, err := registry()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	uid, gid := whoami()
	s, err := interp.New(interp.WithRegistry(all), interp.WithName(b.name), interp.WithParams(append([]string{b.name}, tr.args...)...),
		interp.WithEnv(append(slices.Clone(environment), tr.env...)), interp.WithDir(b.dir), interp.WithFS(me),
		interp.WithStdio(strings.NewReader(tr.stdin), &stdout, &stderr),
		interp.WithUser(command.User{UID: uid, GID: gid, Name: nameIn(t, "/etc/passwd", uid), Group: nameIn(t, "/etc/group", gid)}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	res, err := s.Run(ctx, `command "$@"`)
	if err != nil {
		t.Errorf("%s %q: the interpreter failed: %v", b.name, tr.args, err)
	}
	return result{res.Status, stdout.String(), stderr.String(), list()}
}

// whoami is who runs the tools.
func whoami() (uid, gid int) {
	if os.Getuid() == 0 && os.Getenv("AEGISH_TREE_ROOT") == "" {
		return user, user
	}
	return os.Getuid(), os.Getgid()
}

// world is a filesystem with the directory of the bench, as root and as the
// user see it.
func (b *bench) world(t testing.TB) (root, me *memory.FS) {
	t.Helper()
	root, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var dirs []string
	for dir := b.dir; dir != "/"; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
	}
	dirs = append(dirs, "/etc", "/usr")
	slices.Reverse(dirs[:len(dirs)-2])
	for _, dir := range dirs {
		must(root.Mkdir(dir, 0o755))
		if dir == "/tmp" {
			must(root.Chmod(dir, 0o777|os.ModeSticky))
		}
	}
	for _, name := range []string{"/etc/passwd", "/etc/group"} {
		data, err := os.ReadFile(name)
		must(err)
		must(root.WriteFile(name, data, 0o644))
	}
	uid, gid := whoami()
	must(root.Chown(b.dir, int64(uid), int64(gid)))
	return root, root.As(memory.Identity{UID: uint32(uid), GID: uint32(gid)})
}

// nameIn is the name that a file such as /etc/passwd has for a number.
func nameIn(t testing.TB, file string, id int) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.SplitN(line, ":", 4); len(f) == 4 && f[2] == strconv.Itoa(id) {
			return f[0]
		}
	}
	return ""
}
