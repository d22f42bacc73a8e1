package executor

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aegish/aegish/config"
)

func TestWhyPath(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(top, "work")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(work, "dir"), 0o755),
		os.Symlink("../outside", filepath.Join(work, "dangling")),
		os.Symlink("dir/new", filepath.Join(work, "inside")),
		os.Symlink("loop", filepath.Join(work, "loop")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	cfg := configuration(func(c *config.Config) {
		c.Landlock = config.Landlock{Enabled: true, Read: []string{"/usr", config.VarStart}, Write: []string{config.VarStart}, Execute: []string{"/usr", top}}
	})
	places := Places{Start: work, Home: "/nonexistent"}
	for _, tt := range []struct {
		access  Access
		path    string
		allowed bool
		key     string
		entry   string
	}{
		{AccessWrite, work, true, "landlock.write", config.VarStart},
		{AccessWrite, work + "/dir/../new/file", true, "landlock.write", config.VarStart},
		{AccessWrite, work + "/inside", true, "landlock.write", config.VarStart},
		{AccessWrite, work + "/dangling", false, "landlock.write", ""},
		{AccessWrite, work + "/loop", true, "landlock.write", config.VarStart},
		{AccessWrite, work + "er", false, "landlock.write", ""},
		{AccessWrite, top, false, "landlock.write", ""},
		{AccessRead, "/usr/bin/env", true, "landlock.read", "/usr"},
		{AccessExecute, "/usr/bin/env", true, "landlock.execute", "/usr"},
		{AccessExecute, top + "/program", false, "landlock.read", ""},
	} {
		got, err := WhyPath(cfg, places, tt.access, tt.path)
		if err != nil || got.Allowed != tt.allowed || got.Key != tt.key || got.Entry != tt.entry || got.Reason == "" {
			t.Errorf("%s %s: %+v, %v", tt.access, tt.path, got, err)
		}
	}
	cfg.Landlock.NoexecWrite, cfg.Landlock.Execute = true, []string{"/usr", work}
	if got, err := WhyPath(cfg, places, AccessExecute, work+"/program"); err != nil || got.Allowed || got.Key != "landlock.noexec_write" {
		t.Errorf("a program that may be written: %+v, %v", got, err)
	}
	if got, err := WhyPath(cfg, places, AccessExecute, "/usr/bin/env"); err != nil || !got.Allowed {
		t.Errorf("one that may not: %+v, %v", got, err)
	}
	cfg.Landlock.Write = nil
	if got, err := WhyPath(cfg, places, AccessWrite, work); err != nil || got.Allowed || got.Reason != "landlock.write is empty here" {
		t.Errorf("an empty list: %+v, %v", got, err)
	}
}

func TestWhyPortAndSignal(t *testing.T) {
	t.Parallel()
	cfg := configuration(func(c *config.Config) {
		c.Landlock = config.Landlock{Enabled: true, ConnectTCP: config.Ports{Any: true}, BindTCP: config.Ports{List: []uint16{80}}}
	})
	for _, tt := range []struct {
		access  Access
		port    uint16
		allowed bool
	}{
		{AccessConnect, 1, true}, {AccessBind, 80, true}, {AccessBind, 81, false},
	} {
		if got := WhyPort(cfg, tt.access, tt.port); got.Allowed != tt.allowed || got.Reason == "" {
			t.Errorf("%s %d: %+v", tt.access, tt.port, got)
		}
	}
	cfg.Network.Mode = config.NetworkOff
	if got := WhyPort(cfg, AccessConnect, 1); got.Allowed || got.Key != "network.mode" {
		t.Errorf("network off: %+v", got)
	}
	if got := WhySignal(cfg); !got.Allowed {
		t.Errorf("%+v", got)
	}
	cfg.Landlock.SignalScope = true
	if got := WhySignal(cfg); got.Allowed || got.Key != "landlock.signal_scope" {
		t.Errorf("%+v", got)
	}
	cfg.Landlock.Enabled = false
	if got := WhySignal(cfg); !got.Allowed || got.Key != "landlock.enabled" {
		t.Errorf("%+v", got)
	}
}

// configuration makes a configuration of the workspace profile.
func configuration(change func(*config.Config)) *config.Config {
	cfg, _ := config.Builtin(config.ProfileWorkspace)
	change(&cfg)
	return &cfg
}
