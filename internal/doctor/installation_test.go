package doctor

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
)

// withAudit sets [audit].
func withAudit(a config.Audit) func(*Facts, *Host) {
	return func(f *Facts, _ *Host) { f.Config.Config.Audit = a }
}

func TestBinary(t *testing.T) {
	t.Parallel()
	dynamic := func(f *Facts, _ *Host) { f.Static = false }
	run(t, map[string]scenario{
		"static":                   {check: "binary", status: OK, text: self},
		"dynamic":                  {change: dynamic, check: "binary", status: Info, text: "LD_*"},
		"dynamic login shell":      {change: both(dynamic, loginShell), check: "binary", status: Warning, text: "make build"},
		"not root's":               {change: notRoot, check: "binary.owner", status: Info, text: "not by root"},
		"login shell, not root's":  {change: both(notRoot, loginShell), check: "binary.owner", status: Warning},
		"user":                     {check: "user", status: OK, text: "ann (user id 1000), home /home/ann"},
		"root":                     {change: func(f *Facts, _ *Host) { f.Identity.UID = 0 }, check: "user", status: Info, text: "as the user"},
		"unresolved user, static":  {change: func(f *Facts, _ *Host) { f.IdentityErr = errors.New("no user 7") }, check: "user", status: Failure, text: "build-dynamic"},
		"unresolved user, dynamic": {change: both(dynamic, func(f *Facts, _ *Host) { f.IdentityErr = errors.New("no user 7") }), check: "user", status: Failure, text: "user database"},
	})
}

func TestStaticExecutable(t *testing.T) {
	t.Parallel()
	if static, err := StaticExecutable("/bin/sh"); err != nil || static {
		t.Errorf("/bin/sh: static %v, %v", static, err)
	}
	if _, err := StaticExecutable("/etc/passwd"); err == nil {
		t.Error("/etc/passwd is taken for an executable")
	}
}

func TestDropper(t *testing.T) {
	t.Parallel()
	tried := func(err error) func(*Facts, *Host) {
		return func(f *Facts, _ *Host) { f.SelfTest = func(context.Context) error { return err } }
	}
	run(t, map[string]scenario{
		"found":                   {check: "dropper", status: OK, text: "/usr/local/libexec/aegish/dropper"},
		"missing":                 {change: func(f *Facts, _ *Host) { f.DropperErr = errors.New("none found") }, check: "dropper", status: Failure, text: "none found"},
		"not looked for":          {change: func(f *Facts, _ *Host) { f.Dropper = "" }, check: "dropper", status: Failure},
		"of the user":             {change: notRoot, check: "dropper", status: Info, text: "not by root"},
		"login shell's, the user": {change: both(notRoot, loginShell), check: "dropper", status: Warning},
		"not tried":               {check: "self_test", status: Info},
		"works":                   {change: tried(nil), check: "self_test", status: OK, text: "shell, dropper and sandbox"},
		"works, sandbox off":      {change: both(tried(nil), sandboxOff), check: "self_test", status: OK, text: "shell and dropper"},
		"fails":                   {change: tried(errors.New("restrict: not permitted")), check: "self_test", status: Failure, text: "restrict: not permitted"},
	})
}

func TestConfiguration(t *testing.T) {
	t.Parallel()
	exposed := func(f *Facts, _ *Host) { f.Exposed = []string{self, "/var/log/a"} }
	run(t, map[string]scenario{
		"built in": {check: "config", status: OK, text: "built-in values, no file, profile workspace, not as a login shell"},
		"file": {change: loginShell, check: "config", status: OK,
			text: "/etc/aegish/aegish.toml, profile restricted, as a login shell"},
		"own profile": {change: func(f *Facts, _ *Host) { f.Config.Config.Profile = "agents" },
			check: "config", status: OK, text: "profile agents (from workspace)"},
		"refused":  {change: func(f *Facts, _ *Host) { f.ConfigErr = errors.New("a.toml:3: no") }, check: "config", status: Failure, text: "a.toml:3"},
		"not read": {change: func(f *Facts, _ *Host) { f.Config = nil }, check: "config", status: Failure},
		"login shell without a file": {change: both(loginShell, func(f *Facts, _ *Host) { f.Config.Config.File = "" }),
			check: "config.file", status: Info, text: config.DefaultSystemPath},
		"nothing exposed":      {check: "config.exposed", status: OK},
		"exposed":              {change: exposed, check: "config.exposed", status: Warning, text: self + ", /var/log/a"},
		"exposed, login shell": {change: both(exposed, loginShell), check: "config.exposed", status: Failure},
	})
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	gate := func(m config.Mode) func(*Facts, *Host) {
		return func(f *Facts, _ *Host) { f.Config.Config.Run.BashASTMode = m }
	}
	observing := func(f *Facts, _ *Host) { f.Config.Config.Policy.Mode = config.PolicyAudit }
	run(t, map[string]scenario{
		"gate off":                     {check: "gate", status: Info, text: `"off"`},
		"gate audit":                   {change: gate(config.ModeAudit), check: "gate", status: Info, text: "logged"},
		"gate enforce":                 {change: gate(config.ModeEnforce), check: "gate", status: OK},
		"nothing denied":               {check: "policy", status: Info, text: "0 rules, default allow, unparsed deny"},
		"nothing denied, login shell":  {change: both(loginShell, func(f *Facts, _ *Host) { f.Config.Config.Policy.Default = config.Allow }), check: "policy", status: Warning},
		"a rule":                       {change: func(f *Facts, _ *Host) { f.Config.Config.Policy.Rules = make([]config.Rule, 1) }, check: "policy", status: OK, text: "1 rule,"},
		"a pattern":                    {change: func(f *Facts, _ *Host) { f.Config.Config.Run.DenyPatterns = []string{"x"} }, check: "policy", status: OK},
		"policy audit":                 {change: observing, check: "policy", status: Info, text: "would_deny"},
		"policy audit of login shells": {change: both(loginShell, observing), check: "policy", status: Warning},
	})
}

func TestSandbox(t *testing.T) {
	t.Parallel()
	observe := func(f *Facts, h *Host) { sandboxOff(f, h); f.Config.Config.Base = config.ProfileObserve }
	noexec := func(f *Facts, _ *Host) { f.Config.Config.Landlock.NoexecWrite = true }
	root := func(f *Facts, _ *Host) { f.Identity.UID = 0 }
	unlimited := func(f *Facts, _ *Host) { f.GroupsErr = errors.New("no group") }
	run(t, map[string]scenario{
		"on":                   {check: "sandbox", status: OK, text: "12 rules, Landlock ABI 7"},
		"off":                  {change: sandboxOff, check: "sandbox", status: Warning, text: "off"},
		"observe":              {change: observe, check: "sandbox", status: Info},
		"observe, login shell": {change: both(loginShell, observe), check: "sandbox", status: Warning},
		"refused":              {change: func(f *Facts, _ *Host) { f.SandboxErr = errors.New("landlock.write: no") }, check: "sandbox", status: Failure, text: "landlock.write"},
		"not compiled":         {change: func(f *Facts, _ *Host) { f.Sandbox = nil }, check: "sandbox", status: Failure},
		"less than asked": {change: func(f *Facts, _ *Host) { f.Sandbox = &landlock.Report{ABI: 2, Missing: []string{"TCP"}} },
			check: "sandbox", status: Warning, text: "not enforced: TCP"},
		"write_execute":              {check: "sandbox.write_execute", status: Info, text: "foreign binaries"},
		"write_execute, login shell": {change: both(loginShell, func(f *Facts, _ *Host) { f.Config.Config.Landlock.WriteExecute = true }), check: "sandbox.write_execute", status: Warning},
		"shells":                     {check: "sandbox.deny_shells", status: Info, text: "rules see none"},
		"no shells":                  {change: func(f *Facts, _ *Host) { f.Config.Config.Landlock.DenyShells = true }, check: "sandbox.deny_shells", status: OK, text: "2 shells denied, 1 tree allowed file by file, compiled in 7 ms"},
		"linked shells": {change: func(f *Facts, _ *Host) {
			f.Config.Config.Landlock.DenyShells = true
			f.Sandbox.Excluded.Linked = "/usr/bin/bash"
		}, check: "sandbox.deny_shells", status: Info, text: "find / -xdev -samefile /usr/bin/bash"},
		"shells, login shell":      {change: loginShell, check: "sandbox.deny_shells", status: Warning},
		"no write_execute":         {change: loginShell, check: "sandbox.write_execute", status: OK},
		"what is written runs":     {check: "sandbox.noexec_write", status: Info, text: "by the loader"},
		"what is written runs not": {change: noexec, check: "sandbox.noexec_write", status: OK, text: "nobody's"},
		"nor does root's":          {change: both(noexec, root), check: "sandbox.noexec_write", status: OK},
		"root's processes":         {change: root, check: "limits.processes", status: OK, text: "control group"},
		"root's are not limited":   {change: both(root, unlimited), check: "limits.processes", status: Warning, text: "no group"},
		"root's, and have to be":   {change: both(both(root, unlimited), func(f *Facts, _ *Host) { f.Config.Config.Limits.Processes = new(uint64) }), check: "limits.processes", status: Failure, text: "no session"},
		"network":                  {check: "sandbox.network", status: Info, text: "not limited"},
		"no network":               {change: loginShell, check: "sandbox.network", status: OK, text: "connect none, bind none"},
		"some ports": {change: func(f *Facts, _ *Host) { f.Config.Config.Landlock.ConnectTCP = config.Ports{List: []uint16{80, 443}} },
			check: "sandbox.network", status: OK, text: "connect 80 443, bind any"},
	})
}

func TestAudit(t *testing.T) {
	t.Parallel()
	syslog := func(required bool) func(*Facts, *Host) {
		return withAudit(config.Audit{Sink: config.SinkSyslog, Required: required})
	}
	file := withAudit(config.Audit{Sink: config.SinkFile, File: "/var/log/aegish"})
	mode := func(m os.FileMode) func(*Facts, *Host) {
		return both(file, func(_ *Facts, h *Host) { _ = os.Chmod(h.at("/var/log/aegish"), m) })
	}
	trail := map[string]string{"/var/log/aegish": ""}
	listening := func(_ *Facts, h *Host) {
		if err := os.MkdirAll(h.at("/dev"), 0o755); err != nil {
			t.Error(err)
		}
		conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(h.Root, syslogSocket), Net: "unixgram"})
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { conn.Close() })
	}
	run(t, map[string]scenario{
		"syslog":           {change: both(syslog(true), listening), check: "audit", status: OK, text: "/dev/log"},
		"no syslog":        {change: syslog(false), check: "audit", status: Warning, text: "dropped silently"},
		"syslog required":  {change: syslog(true), check: "audit", status: Failure, text: "no command runs"},
		"stderr":           {check: "audit", status: Info, text: "standard error"},
		"none":             {change: withAudit(config.Audit{Sink: config.SinkNone}), check: "audit", status: Info},
		"none, required":   {change: withAudit(config.Audit{Sink: config.SinkNone, Required: true}), check: "audit", status: Failure},
		"none, login":      {change: both(loginShell, withAudit(config.Audit{Sink: config.SinkNone})), check: "audit", status: Warning},
		"text":             {change: withAudit(config.Audit{Sink: config.SinkStderr, CommandText: true}), check: "audit.command_text", status: Info},
		"file":             {files: trail, change: mode(0o600), check: "audit", status: OK, text: "/var/log/aegish"},
		"file, readable":   {files: trail, change: mode(0o644), check: "audit", status: Warning, text: "mode 0644"},
		"file, writable":   {files: trail, change: mode(0o660), check: "audit", status: Failure, text: "mode 0660"},
		"file of another":  {files: trail, change: both(mode(0o600), notRoot), check: "audit", status: Failure, text: "neither root"},
		"file is a link":   {files: map[string]string{"/var/log/aegish": link + "x"}, change: file, check: "audit", status: Failure, text: "symbolic link"},
		"file is a socket": {files: map[string]string{"/var/log/aegish": socket}, change: file, check: "audit", status: Failure, text: "regular"},
		"file not ours": {files: trail, change: both(mode(0o600), func(_ *Facts, h *Host) { h.Writable = func(string) bool { return false } }),
			check: "audit", status: Failure, text: "can not be written"},
		"file to come": {files: map[string]string{"/var/log/x": ""}, change: file, check: "audit", status: OK, text: "will be made"},
		"file nowhere": {change: file, check: "audit", status: Failure, text: "can not make it"},
	})
}
