package files

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// chown and chgrp change nothing: as in a user namespace with one user there is
// nobody else to give files to. Giving them to who has them already succeeds.
func chown() gnu.Program {
	return owning("change the owner of files, as far as there is one", "[OPTION]... [OWNER][:[GROUP]] FILE...")
}

func chgrp() gnu.Program {
	return owning("change the group of files, as far as there is one", "[OPTION]... GROUP FILE...")
}

func owning(summary, usage string) gnu.Program {
	return gnu.Program{
		Summary: summary, Usage: usage,
		Options: []gnu.Option{
			{"c,changes", "like verbose, but only when something changes"},
			{"f,silent", "suppress most error messages"},
			{"f,quiet", ""},
			{"v,verbose", "say something about every file"},
			{"dereference", "change what a link refers to (default)"},
			{"h,no-dereference", "change links themselves"},
			{"from=OWNER:GROUP", "change only what has this owner and group"},
			{"no-preserve-root", "accepted"}, {"preserve-root", "accepted"},
			{"reference=FILE", "use the owner and group of FILE"},
			{"R,recursive", "work on directories and what is in them"},
			{"H", "accepted"}, {"L", "accepted"}, {"P", "accepted"},
		},
		Main: runChown,
	}
}

// An ownerChange is one run of chown or chgrp; -1 leaves a number alone.
type ownerChange struct {
	in       *gnu.Invocation
	owners   *owners
	uid, gid int64
	group    bool
}

func runChown(ctx context.Context, in *gnu.Invocation) int {
	c := &ownerChange{in: in, owners: newOwners(in), uid: -1, gid: -1, group: base(in.Name()) == "chgrp"}
	operands := in.Operands
	if ref, ok := in.Last("reference"); ok {
		fi, err := in.FS.Stat(ref)
		if err != nil {
			return in.Die("failed to get attributes of %s: %s", command.QuoteShell(ref), message(err))
		}
		c.gid = int64(sys(fi).GID)
		if !c.group {
			c.uid = int64(sys(fi).UID)
		}
	} else {
		if len(operands) == 0 {
			return in.Missing()
		}
		if len(operands) == 1 {
			return in.Usage("missing operand after %s", in.Quote(operands[0]))
		}
		if code, ok := c.parse(operands[0]); !ok {
			return code
		}
		operands = operands[1:]
	}
	if len(operands) == 0 {
		return in.Missing()
	}
	for _, name := range operands {
		c.change(ctx, name)
	}
	return in.Status()
}

// parse reads OWNER, OWNER:GROUP, OWNER:, :GROUP, or a group.
func (c *ownerChange) parse(spec string) (code int, ok bool) {
	owner, group, both := strings.Cut(spec, ":")
	if c.group {
		owner, group, both = "", spec, spec != ""
	}
	c.owners.user(0)
	c.owners.group(0)
	if owner != "" {
		uid, ok := byName(c.owners.users, owner)
		if !ok {
			return c.in.Die("invalid user: %s", c.in.Quote(spec)), false
		}
		c.uid = int64(uid)
		if both && group == "" {
			c.gid = int64(c.in.User.GID)
		}
	}
	if both && group != "" {
		gid, ok := byName(c.owners.groups, group)
		if !ok {
			return c.in.Die("invalid group: %s", c.in.Quote(spec)), false
		}
		c.gid = int64(gid)
	}
	return 0, true
}

func (c *ownerChange) change(ctx context.Context, name string) {
	if c.in.Ended(ctx) {
		return
	}
	look := c.in.FS.Stat
	if c.in.Has("h") || c.in.Has("R") {
		look = c.in.FS.Lstat
	}
	fi, err := look(name)
	switch {
	case err != nil && c.in.Has("f"):
		c.in.FailQuietly(1)
	case err != nil:
		c.in.Fail("cannot access %s: %s", command.QuoteShell(name), message(err))
	default:
		c.one(name, fi)
	}
	if err != nil || !c.in.Has("R") || !fi.IsDir() {
		return
	}
	list, err := c.in.FS.ReadDir(name)
	if err != nil {
		c.in.Fail("cannot read directory %s: %s", command.QuoteShell(name), message(err))
	}
	for _, e := range list {
		c.change(ctx, join(name, e.Name()))
	}
}

func (c *ownerChange) one(name string, fi fs.FileInfo) {
	sy := sys(fi)
	what, was, wants := "ownership", c.owners.user(sy.UID), c.uid
	names := c.owners.users
	if c.group {
		what, was, wants, names = "group", c.owners.group(sy.GID), c.gid, c.owners.groups
	}
	to := names[uint32(max(wants, 0))]
	if to == "" {
		to = strconv.FormatInt(wants, 10)
	}
	if !c.group && c.gid >= 0 {
		was += ":" + c.owners.group(sy.GID)
		to = c.owners.user(uint32(max(c.uid, 0))) + ":" + c.owners.group(uint32(c.gid))
	}
	shown := command.QuoteShell(name)
	if c.uid >= 0 && uint32(c.uid) != sy.UID || c.gid >= 0 && uint32(c.gid) != sy.GID {
		if c.in.Has("f") {
			c.in.FailQuietly(1)
			return
		}
		verb := "changing " + what + " of"
		c.in.Fail("%s %s: %s", verb, shown, message(syscall.EPERM))
		if c.in.Has("v") {
			c.in.Printf("failed to change %s of %s from %s to %s\n", what, shown, was, to)
		}
		return
	}
	if c.in.Has("v") {
		c.in.Printf("%s of %s retained as %s\n", what, shown, was)
	}
}
