package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// writeFile writes a file that only its owner may write, below directories that
// only their owner may write, whatever the umask is.
func writeFile(t testing.TB, text string) string {
	t.Helper()
	dir := safeDir(t)
	path := filepath.Join(dir, "aegish.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func safeDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// noFile is a system path at which nothing is.
const noFile = "/nonexistent/aegish.toml"

// me is the running user with a made-up name and groups.
func me(groups ...string) Identity {
	return Identity{UID: os.Getuid(), User: "alice", Groups: groups, Home: "/home/alice", Shell: "/bin/bash"}
}

// explicit loads a text through --config.
func explicit(t *testing.T, text string) (*Effective, string, error) {
	t.Helper()
	path := writeFile(t, text)
	e, err := Load(Options{Path: path, SystemPath: noFile, Identity: me()})
	return e, path, err
}

// loaded loads a text that has to be right.
func loaded(t *testing.T, text string, o Options) *Effective {
	t.Helper()
	o.SystemPath = writeFile(t, text)
	if o.Identity.User == "" {
		o.Identity = me()
	}
	e, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// asError gives the *Error that every failure of Load has to be.
func asError(t *testing.T, err error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T), expected an *Error", err, err)
	}
	return e
}
