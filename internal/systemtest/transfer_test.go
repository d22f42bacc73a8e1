//go:build system

package systemtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// someBytes are contents that any translation on the way would change.
var someBytes = append(bytes.Repeat([]byte("line\r\n\x00\xff\x1b[m"), 20000), '\n')

// writeFile makes a file on the client's side.
func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// holds fails unless a file has these contents.
func holds(t *testing.T, what, path, text string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != text {
		t.Errorf("%s: %s has %d bytes, %v; want %d", what, path, len(data), err, len(text))
	}
}

// succeeds fails unless the command ends with 0 and says nothing.
func succeeds(t *testing.T, what string, argv ...string) {
	t.Helper()
	if got := call(t, "", argv...); got.status != 0 || got.stderr != "" {
		t.Errorf("%s: %v: %+v", what, argv, got)
	}
}

// scp is the client's command line; a path behind a colon is the server's.
func (s *sshServer) scp(argv ...string) []string {
	all := append([]string{"scp", "-P", fmt.Sprint(s.port)}, s.common...)
	for _, arg := range argv {
		if path, remote := strings.CutPrefix(arg, ":"); remote {
			arg = host.login.name + "@127.0.0.1:" + path
		}
		all = append(all, arg)
	}
	return all
}

// rsync is the same for rsync.
func (s *sshServer) rsync(argv ...string) []string {
	all := []string{"rsync", "-e", s.remoteShell()}
	for _, arg := range argv {
		if path, remote := strings.CutPrefix(arg, ":"); remote {
			arg = host.login.name + "@127.0.0.1:" + path
		}
		all = append(all, arg)
	}
	return all
}

// sftp is sftp's command line, with a batch of commands.
func (s *sshServer) sftp(t *testing.T, batch string) []string {
	t.Helper()
	file := writeFile(t, filepath.Join(s.dir, "batch"), batch)
	return append(append([]string{"sftp", "-P", fmt.Sprint(s.port), "-b", file}, s.common...), host.login.name+"@127.0.0.1")
}

func TestFileTransferThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	text := string(someBytes)
	local := writeFile(t, filepath.Join(s.dir, "with space é"), text)
	back := filepath.Join(s.dir, "back and forth")
	for _, tt := range []struct {
		name     string
		put, get []string
	}{
		// The old protocol hands the name to the remote shell as it is: spaces
		// are quoted by the person.
		{"scp", s.scp(local, ":a file"), s.scp(":a file", back)},
		{"scp -O", s.scp("-O", local, `:a\ file`), s.scp("-O", `:a\ file`, back)},
		{"rsync", s.rsync(local, ":a file"), s.rsync(":a file", back)},
		{"rsync -s", s.rsync("-sz", local, ":a file"), s.rsync("-sz", ":a file", back)},
		{"sftp", s.sftp(t, "put \""+local+"\" \"a file\"\nchmod 640 \"a file\"\nget \"a file\" \""+back+"\"\nrename \"a file\" gone\nrename gone \"a file\"\n"), nil},
	} {
		succeeds(t, tt.name, tt.put...)
		holds(t, tt.name, host.login.path("a file"), text)
		if tt.get != nil {
			succeeds(t, tt.name, tt.get...)
		}
		holds(t, tt.name, back, text)
		os.Remove(back)
		os.Remove(host.login.path("a file"))
	}
}

// Directories, patterns and times, in both directions.
func TestTreesThroughSSH(t *testing.T) {
	configure(t, everything)
	leavesNothing(t)
	s := startSSHD(t)
	tree := filepath.Join(s.dir, "a tree")
	then := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, name := range []string{"up 1", "up 2", "sub/other*", "sub/-dash"} {
		if err := os.Chtimes(writeFile(t, filepath.Join(tree, name), name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	for i, tt := range []struct {
		name            string
		put, all, match []string // matches are the files that begin with "up"
	}{
		{"scp", s.scp("-r", "-p", tree, ":there"), s.scp("-r", "-p", ":there", "back"), s.scp("-p", ":there/up*", "match")},
		{"scp -O", s.scp("-O", "-r", "-p", tree, ":there"), s.scp("-O", "-r", "-p", ":there", "back"), s.scp("-O", "-p", ":there/up*", "match")},
		{"rsync", s.rsync("-a", tree+"/", ":there"), s.rsync("-a", ":there/", "back"), s.rsync("-t", ":there/up*", "match")},
		{"sftp", s.sftp(t, "put -rp \""+tree+"\" there\nget -rp there back\nget -p there/up* match\n"), nil, nil},
	} {
		dir := filepath.Join(s.dir, fmt.Sprint(i))
		if err := os.MkdirAll(filepath.Join(dir, "match"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, argv := range [][]string{tt.put, tt.all, tt.match} {
			if argv != nil {
				succeeds(t, tt.name, append([]string{"env", "-C", dir}, argv...)...)
			}
		}
		for _, name := range []string{"back/up 1", "back/up 2", "back/sub/other*", "back/sub/-dash", "match/up 1", "match/up 2"} {
			path := filepath.Join(dir, name)
			holds(t, tt.name, path, name[strings.IndexByte(name, '/')+1:])
			if info, err := os.Stat(path); err == nil && !info.ModTime().Equal(then) {
				t.Errorf("%s: %s is of %v", tt.name, name, info.ModTime())
			}
		}
		if err := os.RemoveAll(host.login.path("there")); err != nil {
			t.Fatal(err)
		}
	}
}
