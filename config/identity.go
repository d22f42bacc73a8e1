package config

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"
)

// An Identity is who runs the session, by the user database. The environment
// has no part in it: $USER and $LOGNAME are whatever the caller wrote there.
type Identity struct {
	UID    int
	User   string
	Groups []string // names, in the database's order, the primary group among them
	Home   string
	Shell  string // "" when ShellUnknown

	// UnknownGroups holds the groups without a name. A configuration with a
	// [groups] table refuses such an identity.
	UnknownGroups []int
	// ShellUnknown says that the user comes from a directory service, whose
	// login shell cannot be read here. Whoever must know whether aegish is
	// this user's login shell has to assume it.
	ShellUnknown bool
}

// A Database is where users and groups are looked up.
type Database struct {
	User   func(uid string) (*user.User, error)
	Groups func(*user.User) ([]string, error) // group ids
	Group  func(gid string) (*user.Group, error)
	Passwd string // a file as in passwd(5), for the login shell
}

// SystemDatabase is the host's: /etc/passwd and /etc/group in a static build,
// whatever nsswitch.conf(5) names in a dynamic one.
func SystemDatabase() Database {
	return Database{
		User:   user.LookupId,
		Groups: (*user.User).GroupIds,
		Group:  user.LookupGroupId,
		Passwd: "/etc/passwd",
	}
}

// maxPasswd bounds the user database's file, in bytes.
const maxPasswd = 16 << 20

// ResolveIdentity looks up a user id. A user that cannot be resolved is an
// error, so that no session runs with the rules of nobody in particular.
func ResolveIdentity(uid int, db Database) (Identity, error) {
	u, err := db.User(strconv.Itoa(uid))
	if err != nil {
		return Identity{}, fmt.Errorf("cannot resolve uid %d: %w", uid, err)
	}
	if u.Username == "" || u.Uid != strconv.Itoa(uid) {
		return Identity{}, fmt.Errorf("cannot resolve uid %d: the user database answered %s with uid %s", uid, quote(u.Username), quote(u.Uid))
	}
	id := Identity{UID: uid, User: u.Username, Home: u.HomeDir}
	if err := id.addGroups(u, db); err != nil {
		return Identity{}, err
	}
	shell, found, err := loginShell(db.Passwd, u.Username, uid)
	if err != nil {
		return Identity{}, fmt.Errorf("cannot find the login shell of %s: %w", quote(u.Username), err)
	}
	id.Shell, id.ShellUnknown = shell, !found
	return id, nil
}

func (id *Identity) addGroups(u *user.User, db Database) error {
	gids, err := db.Groups(u)
	if err != nil {
		return fmt.Errorf("cannot resolve the groups of %s: %w", quote(u.Username), err)
	}
	for _, gid := range gids {
		g, err := db.Group(gid)
		var unknown user.UnknownGroupIdError
		switch {
		case err == nil && g.Name != "":
			id.Groups = append(id.Groups, g.Name)
			continue
		case err != nil && !errors.As(err, &unknown):
			return fmt.Errorf("cannot resolve group %s of %s: %w", quote(gid), quote(u.Username), err)
		}
		n, err := strconv.Atoi(gid)
		if err != nil {
			return fmt.Errorf("cannot resolve group %s of %s: not a number", quote(gid), quote(u.Username))
		}
		id.UnknownGroups = append(id.UnknownGroups, n)
	}
	return nil
}

// loginShell reads a user's shell from a passwd(5) file; os/user does not give
// it. An empty field means /bin/sh.
func loginShell(path, name string, uid int) (shell string, found bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	limited := &io.LimitedReader{R: f, N: maxPasswd + 1}
	lines := bufio.NewScanner(limited)
	for lines.Scan() {
		field := strings.Split(lines.Text(), ":")
		if len(field) != 7 || field[0] != name || field[2] != strconv.Itoa(uid) {
			continue
		}
		if field[6] == "" {
			return "/bin/sh", true, nil
		}
		return field[6], true, nil
	}
	if err := lines.Err(); err != nil {
		return "", false, fmt.Errorf("%s: %w", path, err)
	}
	if limited.N == 0 {
		return "", false, fmt.Errorf("%s: expected at most %d bytes, found more", path, maxPasswd)
	}
	return "", false, nil
}
