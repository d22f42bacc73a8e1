package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
	"golang.org/x/sys/unix"
)

const (
	self = "/usr/local/bin/aegish"
	// bash stands for the real one: what `bash --version` prints is all that
	// doctor runs it for.
	bash = "#!/bin/sh\necho 'GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)'\necho more\n"
	// socket and link mark entries of a tree that are no regular files.
	socket = "(socket)"
	link   = "(link)"
	absent = "(absent)"
)

// system is a machine with nothing to complain about.
func system() map[string]string {
	return map[string]string{
		self:                                "",
		"/usr/local/libexec/aegish/dropper": "",
		"/usr/bin/bash":                     bash,
		"/bin":                              link + "usr/bin",
		"/proc/self/fd/0":                   "",
		"/etc/passwd":                       "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann:/home/ann:/bin/bash\n",
		"/etc/shells":                       "# valid login shells\n/bin/sh\n/bin/bash\n",
		"/home/ann/.profile":                "",
	}
}

// plus returns the healthy machine with entries added, replaced or, as
// absent, taken away.
func plus(entries map[string]string) map[string]string {
	all := system()
	for path, content := range entries {
		if content == absent {
			delete(all, path)
			continue
		}
		all[path] = content
	}
	return all
}

// newHost builds a tree. Programs are executable; whoever runs the test counts
// as root.
func newHost(t *testing.T, entries map[string]string) Host {
	t.Helper()
	// Not t.TempDir: a socket's path has to fit into 108 bytes.
	root, err := os.MkdirTemp("", "doctor")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	for path, content := range entries {
		if err := place(filepath.Join(root, path), content); err != nil {
			t.Fatal(err)
		}
	}
	// Directories get their mode whatever the umask is.
	err = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return Host{
		Root: root, RootUID: os.Getuid(), Release: "6.18.44", Machine: "x86_64",
		Landlock: func() (int, error) { return 7, nil },
	}
}

func place(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if target, ok := strings.CutPrefix(content, link); ok {
		return os.Symlink(target, path)
	}
	if content == socket {
		return unix.Mknod(path, unix.S_IFSOCK|0o666, 0)
	}
	mode := os.FileMode(0o644)
	if strings.Contains(path, "bin/") || strings.Contains(path, "libexec/") {
		mode = 0o755
	}
	// A child that is forked meanwhile would hold the file open for writing,
	// and nobody could execute it (ETXTBSY).
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

// workspace is the configuration of an ordinary session.
func workspace() *config.Effective {
	return &config.Effective{Config: config.Config{
		Profile: config.ProfileWorkspace, Base: config.ProfileWorkspace, Engine: config.EngineBash,
		Run:    config.Run{BashASTMode: config.ModeOff, Shell: "/bin/bash", Confirm: config.Confirm{Kind: config.ConfirmNever}},
		Policy: config.Policy{Mode: config.PolicyEnforce, Default: config.Allow, Unparsed: config.Deny},
		Landlock: config.Landlock{Enabled: true, MinABI: 2, WriteExecute: true,
			ConnectTCP: config.Ports{Any: true}, BindTCP: config.Ports{Any: true}},
		Audit: config.Audit{Sink: config.SinkStderr},
	}}
}

// restricted is the configuration of a login shell.
func restricted() *config.Effective {
	e := workspace()
	c := &e.Config
	c.Profile, c.Base, c.Login, c.File = config.ProfileRestricted, config.ProfileRestricted, true, config.DefaultSystemPath
	c.Run.BashASTMode = config.ModeEnforce
	c.Policy.Default = config.Deny
	c.Landlock.MinABI, c.Landlock.WriteExecute = 3, false
	c.Landlock.ConnectTCP, c.Landlock.BindTCP = config.Ports{}, config.Ports{}
	return e
}

// installed are the facts of a sound installation.
func installed() Facts {
	return Facts{
		Self: self, Static: true,
		Identity: config.Identity{UID: 1000, User: "ann", Groups: []string{"ann"}, Home: "/home/ann", Shell: "/bin/bash"},
		Config:   workspace(),
		Dropper:  "/usr/local/libexec/aegish/dropper",
		Sandbox:  &landlock.Report{ABI: 7, Rules: 12, Excluded: landlock.Exclusion{Files: 2, Directories: 1}, Took: 7 * time.Millisecond},
	}
}

// asLogin makes aegish a login shell.
func asLogin(f *Facts) { f.Config = restricted() }

// A scenario is a machine, an installation, and what should be said of them.
type scenario struct {
	files  map[string]string // over the healthy machine
	change func(*Facts, *Host)
	check  string
	status Status
	text   string // in summary or advice
}

// run examines each scenario by itself.
func run(t *testing.T, scenarios map[string]scenario) {
	t.Helper()
	for name, s := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts, host := installed(), newHost(t, plus(s.files))
			if s.change != nil {
				s.change(&facts, &host)
			}
			report := Examine(t.Context(), facts, host)
			for _, c := range report.Checks {
				if c.Name != s.check {
					continue
				}
				if c.Status != s.status || !strings.Contains(c.Summary+"\n"+c.Advice, s.text) {
					t.Errorf("%s: %s\n%s\n%s\nwant %s with %q", c.Name, c.Status, c.Summary, c.Advice, s.status, s.text)
				}
				return
			}
			t.Errorf("no check %q in %+v", s.check, report.Checks)
		})
	}
}
