package files

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
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

// An ownerChange is one run of chown or chgrp.
type ownerChange struct {
	in     *gnu.Invocation
	owners *owners
	group  bool
	to     owner
	// from is what a file must belong to.
	from owner
	// links tells that links themselves are changed.
	links, verbose bool
}

// An owner is a user and a group by number and by name; -1 leaves a number
// alone, and an empty name says that there is none.
type owner struct {
	uid, gid    int64
	user, group string
	// spelt tells that a group alone was named, which messages show as OWNER.
	spelt bool
}

var nobody = owner{uid: -1, gid: -1}

func runChown(ctx context.Context, in *gnu.Invocation) int {
	c := &ownerChange{in: in, owners: newOwners(in), to: nobody, from: nobody, group: base(in.Name()) == "chgrp"}
	c.owners.user(0)
	c.owners.group(0)
	if text, ok := in.Last("from"); ok {
		if c.from, ok = c.parse(text, false); !ok {
			return 1
		}
	}
	operands := in.Operands
	reference, given := in.Last("reference")
	c.links = in.Has("R") && !in.Has("H") && !in.Has("L")
	for _, o := range in.Options {
		switch o.Name {
		case "v":
			c.verbose = true
		case "c":
			c.verbose = false
		case "h":
			c.links = true
		case "dereference":
			c.links = false
		}
	}
	if in.Has("R") && in.Has("dereference") && !c.links && !in.Has("H") && !in.Has("L") {
		return in.Die("-R --dereference requires either -H or -L")
	}
	switch {
	case len(operands) == 0:
		return in.Missing()
	case len(operands) == 1 && !given:
		return in.Usage("missing operand after %s", in.Quote(operands[0]))
	case given:
		fi, err := in.FS.Stat(reference)
		if err != nil {
			return in.Die("failed to get attributes of %s: %s", command.QuoteShell(reference), message(err))
		}
		c.to = owner{uid: -1, gid: int64(sys(fi).GID), group: c.nameOf(sys(fi).GID, c.owners.group)}
		if !c.group {
			c.to.uid, c.to.user = int64(sys(fi).UID), c.nameOf(sys(fi).UID, c.owners.user)
		}
	default:
		var ok bool
		if c.to, ok = c.parse(operands[0], c.group); !ok {
			return 1
		}
		operands = operands[1:]
	}
	for _, name := range operands {
		c.change(ctx, oneSlash(name), true)
	}
	return in.Status()
}

func (c *ownerChange) nameOf(id uint32, look func(uint32) string) string {
	if name := look(id); name != "" {
		return name
	}
	return strconv.FormatUint(uint64(id), 10)
}

// parse reads OWNER, OWNER:GROUP, OWNER:, :GROUP, or a group, and reports what
// is none.
func (c *ownerChange) parse(spec string, group bool) (owner, bool) {
	if group {
		return c.parts(spec, "", spec, spec != "")
	}
	user, rest, both := strings.Cut(spec, ":")
	if !both {
		if o, ok := c.find(spec, spec, "", false); ok {
			return o, true
		}
		if before, after, dotted := strings.Cut(spec, "."); dotted {
			if o, ok := c.find(spec, before, after, true); ok {
				c.in.Warn("warning: '.' should be ':': %s", c.in.Quote(spec))
				return o, true
			}
		}
	}
	return c.parts(spec, user, rest, both)
}

// parts is find with its message.
func (c *ownerChange) parts(spec, user, group string, both bool) (owner, bool) {
	o, ok := c.find(spec, user, group, both)
	switch {
	case ok:
		return o, true
	case o.uid == -2:
		c.in.Fail("invalid user: %s", c.in.Quote(spec))
	case o.uid == -3:
		c.in.Fail("invalid spec: %s", c.in.Quote(spec))
	default:
		c.in.Fail("invalid group: %s", c.in.Quote(spec))
	}
	return o, false
}

// find looks a user and a group up. Where it fails, uid is -2 when there is no
// such user, -3 when a number alone has no group of its own.
func (c *ownerChange) find(spec, user, group string, both bool) (owner, bool) {
	o := nobody
	if user != "" {
		uid, ok := byName(c.owners.users, strings.TrimPrefix(user, "+"))
		if !ok {
			o.uid = -2
			return o, false
		}
		o.uid, o.user = int64(uid), strings.TrimPrefix(user, "+")
		if both && group == "" {
			if c.owners.users[uid] != user {
				o.uid = -3
				return o, false
			}
			o.gid = int64(c.in.User.GID)
			o.group = c.nameOf(uint32(o.gid), c.owners.group)
		}
	}
	if both && group != "" {
		gid, ok := byName(c.owners.groups, strings.TrimPrefix(group, "+"))
		if !ok {
			return o, false
		}
		o.gid, o.group = int64(gid), group
		o.spelt = !c.group && user == "" && c.owners.groups[gid] == group
	}
	return o, true
}

// change changes a file and, with -R, what is in it before itself.
func (c *ownerChange) change(ctx context.Context, name string, operand bool) {
	if c.in.Ended(ctx) {
		return
	}
	fi, err := c.in.FS.Lstat(name)
	if err != nil {
		c.failed(name, nil, "cannot access %s: %s", command.QuoteShell(name), message(err))
		return
	}
	walk := fi
	if isLink(fi) && c.in.Has("R") && (c.in.Has("L") || c.in.Has("H") && operand) {
		target, err := c.in.FS.Stat(name)
		switch {
		case err == nil:
			walk = target
		case !isErrno(err, syscall.ENOENT):
			c.failed(name, nil, "cannot access %s: %s", command.QuoteShell(name), message(err))
			return
		}
	}
	if c.in.Has("R") && walk.IsDir() {
		list, err := c.in.FS.ReadDir(name)
		if err != nil {
			c.failed(name, nil, "cannot read directory %s: %s", command.QuoteShell(name), message(err))
			return
		}
		for _, e := range list {
			c.change(ctx, join(name, e.Name()), false)
		}
	}
	if isLink(fi) && !c.links {
		link := fi
		if fi, err = c.in.FS.Stat(name); err != nil {
			c.failed(name, sys(link), "cannot dereference %s: %s", command.QuoteShell(name), message(err))
			return
		}
	}
	c.one(name, fi)
}

// failed reports what could not be done.
func (c *ownerChange) failed(name string, s *vfs.Sys, format string, args ...any) {
	if c.in.Has("f") {
		c.in.FailQuietly(1)
	} else {
		c.in.Fail(format, args...)
	}
	if c.verbose {
		c.say("failed to change", name, s)
	}
}

// one changes what can be changed: nothing, unless it is so already.
func (c *ownerChange) one(name string, fi fs.FileInfo) {
	s := sys(fi)
	if c.from.uid >= 0 && int64(s.UID) != c.from.uid || c.from.gid >= 0 && int64(s.GID) != c.from.gid {
		if c.verbose {
			c.say("retained", name, s)
		}
		return
	}
	asked := c.to.uid >= 0 || c.to.gid >= 0
	stranger := c.in.User.UID != 0 && int64(s.UID) != int64(c.in.User.UID)
	if c.to.uid >= 0 && int64(s.UID) != c.to.uid || c.to.gid >= 0 && int64(s.GID) != c.to.gid || asked && stranger {
		what := "ownership"
		if c.to.uid < 0 {
			what = "group"
		}
		if c.in.Has("f") {
			c.in.FailQuietly(1)
		} else {
			c.in.Fail("changing %s of %s: %s", what, command.QuoteShell(name), message(syscall.EPERM))
		}
		if c.verbose {
			c.say("failed to change", name, s)
		}
		return
	}
	c.disarm(name, fi)
	if c.verbose {
		c.say("retained", name, s)
	}
}

// disarm takes the set-ID bits off a file, as chown(2) does even where the owner
// stays.
func (c *ownerChange) disarm(name string, fi fs.FileInfo) {
	bits := bitsOf(fi.Mode())
	left := bits &^ setUID
	if bits&0o010 != 0 {
		left &^= setGID
	}
	if !fi.IsDir() && !isLink(fi) && left != bits {
		if err := c.in.FS.Chmod(name, modeOf(left)); err != nil {
			c.in.Fail("changing ownership of %s: %s", command.QuoteShell(name), message(err))
		}
	}
}

// say tells what became of a file; s is nil where nothing is known of it.
func (c *ownerChange) say(what, name string, s *vfs.Sys) {
	kind, to := "ownership", c.to.user
	switch {
	case c.to.spelt || c.to.user != "" && c.to.group != "":
		to += ":" + c.to.group
	case c.to.user == "" && c.to.group != "":
		kind, to = "group", c.to.group
	}
	was := ""
	if s != nil {
		user, group := c.nameOf(s.UID, c.owners.user), c.nameOf(s.GID, c.owners.group)
		switch {
		case c.to.spelt || c.to.user != "" && c.to.group != "":
			was = user + ":" + group
		case c.to.user != "":
			was = user
		case c.to.group != "":
			was = group
		}
	}
	shown := command.QuoteShell(name)
	switch {
	case what == "retained" && to == "":
		c.in.Printf("ownership of %s retained\n", shown)
	case what == "retained":
		c.in.Printf("%s of %s retained as %s\n", kind, shown, was)
	case to == "":
		c.in.Printf("%s ownership of %s\n", what, shown)
	case was == "":
		c.in.Printf("%s %s of %s to %s\n", what, kind, shown, to)
	default:
		c.in.Printf("%s %s of %s from %s to %s\n", what, kind, shown, was, to)
	}
}
