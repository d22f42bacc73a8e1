package config

import (
	"errors"
	"os"
	"os/user"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// database answers for alice, uid 1000, in the groups given.
func database(t *testing.T, passwd string, gids ...string) Database {
	t.Helper()
	path := t.TempDir() + "/passwd"
	must(t, os.WriteFile(path, []byte(passwd), 0o644))
	names := map[string]string{"1000": "alice", "27": "sudo"}
	return Database{
		User: func(uid string) (*user.User, error) {
			if uid != "1000" {
				return nil, user.UnknownUserIdError(7)
			}
			return &user.User{Uid: uid, Gid: "1000", Username: "alice", HomeDir: "/home/alice"}, nil
		},
		Groups: func(*user.User) ([]string, error) { return gids, nil },
		Group: func(gid string) (*user.Group, error) {
			if gid == "99" {
				return nil, errors.New("the directory does not answer")
			}
			if names[gid] == "" {
				return nil, user.UnknownGroupIdError(gid)
			}
			return &user.Group{Gid: gid, Name: names[gid]}, nil
		},
		Passwd: path,
	}
}

const alice = "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000:,,,:/home/alice:/usr/bin/aegish\n"

func TestResolveIdentity(t *testing.T) {
	t.Parallel()
	want := Identity{UID: 1000, User: "alice", Groups: []string{"alice", "sudo"}, Home: "/home/alice", Shell: "/usr/bin/aegish"}
	got, err := ResolveIdentity(1000, database(t, alice, "1000", "27"))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	want.Groups, want.UnknownGroups = []string{"alice"}, []int{28}
	got, err = ResolveIdentity(1000, database(t, alice, "28", "1000"))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("group without a name: got %+v, %v", got, err)
	}
}

func TestUnresolvedIdentity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		uid  int
		db   Database
		msg  string
	}{
		{"unknown user", 1001, database(t, alice), "cannot resolve uid 1001"},
		{"group lookup fails", 1000, database(t, alice, "99"), "the directory does not answer"},
		{"group is no number", 1000, database(t, alice, "S-1-5"), "not a number"},
		{"passwd too large", 1000, database(t, strings.Repeat("#"+strings.Repeat("x", 65000)+"\n", maxPasswd/65002+1)), "expected at most"},
		{"passwd line too long", 1000, database(t, strings.Repeat("x", 1<<17)), "token too long"},
	}
	missing := database(t, alice)
	missing.Passwd += ".gone"
	tests = append(tests, struct {
		name string
		uid  int
		db   Database
		msg  string
	}{"passwd missing", 1000, missing, "no such file"})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if id, err := ResolveIdentity(tt.uid, tt.db); err == nil || !strings.Contains(err.Error(), tt.msg) {
				t.Errorf("got %+v, %v, expected %q", id, err, tt.msg)
			}
		})
	}
}

func TestLoginShell(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, passwd, shell string
		found               bool
	}{
		{"listed", alice, "/usr/bin/aegish", true},
		{"no newline at the end", strings.TrimSuffix(alice, "\n"), "/usr/bin/aegish", true},
		{"empty field", "alice:x:1000:1000::/:\n", "/bin/sh", true},
		{"same name, other uid", "alice:x:1001:1000::/:/bin/x\n", "", false},
		{"same uid, other name", "bob:x:1000:1000::/:/bin/x\n", "", false},
		{"short line", "alice:x:1000\n", "", false},
		{"nobody", "", "", false},
		{"first of two", "alice:x:1000:1::/:/bin/a\nalice:x:1000:1::/:/bin/b\n", "/bin/a", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			id, err := ResolveIdentity(1000, database(t, tt.passwd))
			if err != nil || id.Shell != tt.shell || id.ShellUnknown == tt.found {
				t.Errorf("got %q, unknown %v, %v", id.Shell, id.ShellUnknown, err)
			}
		})
	}
}

// The host's own database knows root.
func TestSystemDatabase(t *testing.T) {
	t.Parallel()
	id, err := ResolveIdentity(0, SystemDatabase())
	if err != nil || id.User != "root" || len(id.Groups) == 0 || id.Shell == "" && !id.ShellUnknown {
		t.Errorf("got %+v, %v", id, err)
	}
	if _, err := ResolveIdentity(1<<31-7, SystemDatabase()); err == nil || !strings.Contains(err.Error(), strconv.Itoa(1<<31-7)) {
		t.Errorf("a user that does not exist: %v", err)
	}
}
