package landlock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// anyPorts is the zero policy without limits for the network.
func anyPorts() Policy {
	return Policy{ConnectTCP: Ports{Any: true}, BindTCP: Ports{Any: true}}
}

func TestHandledRights(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		abi  int
		fs   uint64
		net  uint64
		bits uint64
	}{
		{1, 0x1fff, 0, 0},
		{2, 0x3fff, 0, 0},
		{3, 0x7fff, 0, 0},
		{4, 0x7fff, 3, 0},
		{5, 0xffff, 3, 0},
		{6, 0xffff, 3, 3},
		{7, 0xffff, 3, 3},
		{11, 0xffff, 3, 3},
	} {
		p := Policy{SignalScope: true, AbstractScope: true}
		got := p.handled(tt.abi)
		if got.HandledAccessFS != tt.fs || got.HandledAccessNet != tt.net || got.Scoped != tt.bits {
			t.Errorf("ABI %d: %+v", tt.abi, got)
		}
		if got := anyPorts().handled(tt.abi); got.HandledAccessFS != tt.fs || got.HandledAccessNet != 0 || got.Scoped != 0 {
			t.Errorf("ABI %d, filesystem only: %+v", tt.abi, got)
		}
	}
	if writeRights&(unix.LANDLOCK_ACCESS_FS_EXECUTE|readRights) != 0 {
		t.Error("writing includes reading or executing")
	}
}

func TestUnsupported(t *testing.T) {
	t.Parallel()
	full := Policy{SignalScope: true, AbstractScope: true}
	abi2, abi3, abi7, abi99 := anyPorts(), anyPorts(), full, anyPorts()
	abi2.MinABI, abi3.MinABI, abi7.MinABI, abi99.MinABI = 2, 3, 7, 99
	for _, tt := range []struct {
		name    string
		policy  Policy
		abi     int
		missing []string // word in each line
		refused bool
	}{
		{"nothing asked", anyPorts(), 1, nil, false},
		{"minimum met", abi2, 2, nil, false},
		{"below 2", abi2, 1, []string{"renames"}, true},
		{"below 3", abi3, 2, []string{"truncate"}, true},
		{"two below 3", abi3, 1, []string{"renames", "truncate"}, true},
		{"each gap once", abi7, 3, []string{"TCP", "ioctl", "signals", "logged"}, true},
		{"unknown minimum", abi99, 11, []string{"ABI 99"}, true},
		{"everything at 7", full, 7, nil, false},
		{"scopes at 5", full, 5, []string{"signals", "abstract"}, true},
		{"ports and scopes at 3", full, 3, []string{"outgoing", "listening", "signals", "abstract"}, true},
	} {
		if !since(t, min(tt.abi, abiScope)) {
			continue
		}
		rs, err := compile(tt.policy, tt.abi)
		var unsupported *UnsupportedError
		if errors.As(err, &unsupported) != tt.refused || err != nil && !tt.refused {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if err == nil {
			rs.Close()
		}
		if tt.refused && !containsEach(unsupported.Missing, tt.missing) {
			t.Errorf("%s: missing %q", tt.name, unsupported.Missing)
		}
		for _, word := range tt.missing {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %q does not name what is missing", tt.name, err)
			}
		}
		tt.policy.BestEffort = true
		rs, err = compile(tt.policy, tt.abi)
		if err != nil {
			t.Errorf("%s, best effort: %v", tt.name, err)
			continue
		}
		if !containsEach(rs.Report().Missing, tt.missing) || rs.Report().ABI != tt.abi {
			t.Errorf("%s, best effort: %+v", tt.name, rs.Report())
		}
		rs.Close()
	}
}

// containsEach says that lines and words pair up.
func containsEach(lines, words []string) bool {
	if len(lines) != len(words) {
		return false
	}
	for i := range words {
		if !strings.Contains(lines[i], words[i]) {
			return false
		}
	}
	return true
}

func TestNoLandlock(t *testing.T) {
	t.Parallel()
	err := error(&UnsupportedError{MinABI: 2, Err: ErrNotSupported})
	if !errors.Is(err, ErrNotSupported) || !strings.Contains(err.Error(), "no Landlock") {
		t.Errorf("%v", err)
	}
}

func TestLacks(t *testing.T) {
	t.Parallel()
	for abi, want := range map[int]int{1: 8, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 2, 9: 1, 10: 0, 11: 0, 99: 0} {
		if got := Lacks(abi); len(got) != want {
			t.Errorf("ABI %d lacks %q", abi, got)
		}
	}
	if len(Uncovered()) == 0 {
		t.Error("no limits are told")
	}
}

// TestOlderABI compiles for kernels older than this one and shows that the
// gaps are what Lacks says they are.
func TestOlderABI(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		abi  int
		args []string
		want string
	}{
		{1, []string{"rename", "@/in/file", "@/in/dir/new"}, "EXDEV"},
		{2, []string{"rename", "@/in/file", "@/in/dir/new"}, "ok"},
		{2, []string{"truncate", "@/out/file"}, "ok"},
		{3, []string{"truncate", "@/out/file"}, "EACCES"},
		{1, []string{"write", "@/out/file"}, "EACCES"},
		{1, []string{"exec", "@/in/true"}, "EACCES"},
		{1, []string{"read", "@/hidden/file"}, "EACCES"},
	} {
		if !since(t, tt.abi) {
			continue
		}
		w := newWorld(t, 0)
		rs, err := compile(w.policy(), tt.abi)
		must(t, err)
		defer rs.Close()
		if rs.RestrictFlags() != 0 {
			t.Errorf("ABI %d: restrict flags %#x", tt.abi, rs.RestrictFlags())
		}
		if got := (attempt{world: w, dropper: droppers[0], ruleset: rs}).try(t, tt.args...); got != tt.want {
			t.Errorf("ABI %d: %q: %s, want %s", tt.abi, tt.args, got, tt.want)
		}
	}
}

// TestExecuteNeedsRead pins the kernel's rule that makes the sets what they
// are: it opens a program for reading, too.
func TestExecuteNeedsRead(t *testing.T) {
	eachUser(t, droppers[:1], func(t *testing.T, d launchtest.Dropper, uid int) {
		w := newWorld(t, uid)
		p := w.policy()
		p.Execute = append(p.Execute, w.path("hidden", "true"))
		a := attempt{world: w, dropper: d, ruleset: compileFor(t, p)}
		if got := a.try(t, "exec", "@/hidden/true"); got != "EACCES" {
			t.Errorf("in Execute only: %s", got)
		}
		if got := a.try(t, "read", "@/hidden/true"); got != "EACCES" {
			t.Errorf("Execute includes reading: %s", got)
		}
		p.Read = append(p.Read, w.path("hidden", "true"))
		a.ruleset = compileFor(t, p)
		if got := a.try(t, "exec", "@/hidden/true"); got != "ok" {
			t.Errorf("in Read and Execute: %s", got)
		}
		if got := a.try(t, "read", "@/hidden/file"); got != "EACCES" {
			t.Errorf("a rule for a file reaches its neighbour: %s", got)
		}
	})
}

func TestPathErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	loop, dangling := filepath.Join(dir, "loop"), filepath.Join(dir, "dangling")
	must(t, os.Symlink(loop, loop))
	must(t, os.Symlink(filepath.Join(dir, "nothing"), dangling))
	r, w, err := os.Pipe()
	must(t, err)
	defer r.Close()
	defer w.Close()
	for _, tt := range []struct {
		path string
		want error
	}{
		{"", ErrNotAbsolute},
		{"relative", ErrNotAbsolute},
		{"./relative", ErrNotAbsolute},
		{"/nonexistent", fs.ErrNotExist},
		{dangling, fs.ErrNotExist},
		{"/etc/passwd/x", unix.ENOTDIR},
		{loop, unix.ELOOP},
		{fmt.Sprint("/proc/self/fd/", r.Fd()), ErrMagicLink},
		{"/proc/self/root", ErrMagicLink},
		{"/proc/self/root/etc", ErrMagicLink},
		{"/proc/self/exe", ErrMagicLink},
		{"/proc/thread-self/cwd", ErrMagicLink},
		{"/etc\x00/x", unix.EINVAL},
		{"/" + strings.Repeat("x", 5000), unix.ENAMETOOLONG},
	} {
		for _, set := range []string{"read", "write", "execute"} {
			p := anyPorts()
			*map[string]*[]string{"read": &p.Read, "write": &p.Write, "execute": &p.Execute}[set] = []string{"/", tt.path}
			rs, err := Compile(p)
			if err == nil {
				rs.Close()
			}
			var pe *PathError
			if !errors.As(err, &pe) || pe.Path != tt.path || pe.Set != set || !errors.Is(err, tt.want) {
				t.Errorf("%s %.40q: %v, want %v", set, tt.path, err, tt.want)
			}
		}
	}
}

func TestMerging(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	in := func(elem ...string) string { return filepath.Join(append([]string{root}, elem...)...) }
	must(t, os.MkdirAll(in("a", "b", "c"), 0o755))
	must(t, os.WriteFile(in("a", "file"), nil, 0o644))
	must(t, os.Link(in("a", "file"), in("same-file")))
	must(t, os.Symlink(in("a"), in("link")))
	must(t, os.Mkdir(in("a-sibling"), 0o755))
	rw := uint64(readRights | writeRights)
	for _, tt := range []struct {
		name                 string
		read, write, execute []string
		want                 map[string]uint64
	}{
		{"nothing", nil, nil, nil, map[string]uint64{}},
		{"one", []string{in("a")}, nil, nil, map[string]uint64{"a": readRights}},
		{"twice", []string{in("a"), in("a") + "/", in("a", ".", "b", "..")}, nil, nil, map[string]uint64{"a": readRights}},
		{"symbolic link", []string{in("link")}, []string{in("a")}, nil, map[string]uint64{"a": rw}},
		{"through a symbolic link", []string{in("link", "b")}, nil, nil, map[string]uint64{"a/b": readRights}},
		{"hard link", []string{in("a", "file"), in("same-file")}, nil, nil,
			map[string]uint64{"a/file": unix.LANDLOCK_ACCESS_FS_READ_FILE, "same-file": unix.LANDLOCK_ACCESS_FS_READ_FILE}},
		{"contained", []string{in("a", "b", "c"), in("a"), in("a", "file")}, nil, nil, map[string]uint64{"a": readRights}},
		{"contained with more", []string{in("a")}, []string{in("a", "b")}, nil,
			map[string]uint64{"a": readRights, "a/b": writeRights}},
		{"contained twice over", []string{in("a"), in("a", "b", "c")}, []string{in("a", "b"), in("a", "b", "c")}, nil,
			map[string]uint64{"a": readRights, "a/b": writeRights}},
		{"a prefix is no parent", []string{in("a"), in("a-sibling")}, nil, nil,
			map[string]uint64{"a": readRights, "a-sibling": readRights}},
		{"below the root", []string{"/", in("a")}, nil, []string{in("a", "file")},
			map[string]uint64{"/": readRights, "a/file": unix.LANDLOCK_ACCESS_FS_EXECUTE}},
		{"file rights on a file", nil, []string{in("a", "file")}, nil, map[string]uint64{"a/file": unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
			unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV}},
	} {
		got := make(map[string]uint64)
		p := Policy{Read: tt.read, Write: tt.write, Execute: tt.execute}
		_, err := p.eachRule(handledFS(7), func(_ int, real string, rights uint64) error {
			name, err := filepath.Rel(root, real)
			if err != nil || strings.HasPrefix(name, "..") {
				name = real
			}
			got[name] |= rights
			return nil
		})
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
}

func TestRuleset(t *testing.T) {
	t.Parallel()
	if !since(t, abiLog) {
		return
	}
	p := Policy{Read: []string{"/usr", "/etc", "/etc/passwd"}, ConnectTCP: Ports{List: []uint16{80, 443}}}
	rs, err := Compile(p)
	must(t, err)
	if got := rs.Report(); got.Rules != 4 || got.ABI != kernel || got.Missing != nil {
		t.Errorf("report %+v", got)
	}
	flags, err := unix.FcntlInt(rs.File().Fd(), unix.F_GETFD, 0)
	if err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("descriptor flags %#x, %v", flags, err)
	}
	if rs.RestrictFlags() != unix.LANDLOCK_RESTRICT_SELF_LOG_NEW_EXEC_ON {
		t.Errorf("restrict flags %#x", rs.RestrictFlags())
	}
	must(t, rs.Close())
	if rs.Close() == nil {
		t.Error("closed twice")
	}
}

// TestCompileLeaksNothing compares the descriptors of this process, which
// other tests change too, so it looks for the paths it has used.
// A path that could be taken for another file has to be the one it was.
func TestCompilePinned(t *testing.T) {
	t.Parallel()
	if !since(t, 1) {
		return
	}
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	a := filepath.Join(dir, "a")
	inode, err := InodeOf(a)
	if err != nil {
		t.Fatal(err)
	}
	p := anyPorts()
	p.Read, p.Pinned = []string{a}, map[string]Inode{a: inode}
	rs, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	rs.Close()
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b", a); err != nil {
		t.Fatal(err)
	}
	if rs, err := Compile(p); !errors.Is(err, ErrReplaced) {
		t.Errorf("%v, %v", rs, err)
	}
	if _, err := InodeOf(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestCompileLeaksNothing(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	p := anyPorts()
	p.Read = []string{dir, dir, "/nonexistent"}
	for range 10 {
		if _, err := Compile(p); err == nil {
			t.Fatal("compiled")
		}
	}
	p.Read = p.Read[:2]
	must(t, compileFor(t, p).Close())
	entries, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	links := make([]string, 0, len(entries))
	for _, e := range entries {
		link, _ := os.Readlink("/proc/self/fd/" + e.Name())
		links = append(links, link)
	}
	if slices.Contains(links, dir) {
		t.Errorf("descriptors left open: %q", links)
	}
}
