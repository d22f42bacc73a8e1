package files

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func cp() gnu.Program {
	return gnu.Program{
		Summary: "copy files and directories",
		Usage:   "[OPTION]... [-T] SOURCE DEST, SOURCE... DIRECTORY or -t DIRECTORY SOURCE...",
		Options: []gnu.Option{
			{"a,archive", "the same as -dR --preserve=all"},
			{"attributes-only", "copy the attributes, not the data"},
			{"b", "like --backup without an argument"},
			{"backup[=CONTROL]", "keep what is overwritten under another name"},
			{"copy-contents", "with -R, copy what is in pipes and devices"},
			{"d", "the same as --no-dereference --preserve=links"},
			{"f,force", "remove what can not be opened and try again"},
			{"i,interactive", "ask before overwriting"},
			{"H", "follow links among the operands"},
			{"l,link", "hard link files instead of copying"},
			{"L,dereference", "follow all links"},
			{"n,no-clobber", "do not overwrite a file"},
			{"P,no-dereference", "follow no link"},
			{"p", "the same as --preserve=mode,ownership,timestamps"},
			{"preserve[=LIST]", "preserve these attributes: mode, timestamps, links, all"},
			{"no-preserve=LIST", "do not preserve them"},
			{"parents", "use the full source name under DIRECTORY"},
			{"R,recursive", "copy directories recursively"},
			{"r", "the same as -R"},
			{"reflink[=WHEN]", "accepted and ignored"},
			{"remove-destination", "remove each destination before opening it"},
			{"sparse=WHEN", "accepted and ignored"},
			{"strip-trailing-slashes", "remove slashes at the end of each SOURCE"},
			{"s,symbolic-link", "make symbolic links instead of copying"},
			{"S,suffix=SUFFIX", "use another suffix for backups"},
			{"t,target-directory=DIRECTORY", "copy all SOURCEs into DIRECTORY"},
			{"T,no-target-directory", "treat DEST as a normal file"},
			{"u,update", "copy only what is newer than the destination or missing there"},
			{"v,verbose", "say what is done"},
			{"x,one-file-system", "accepted; there is but one"},
			{"Z", "accepted: there are no contexts"},
		},
		Main: runCp,
	}
}

func runCp(ctx context.Context, in *gnu.Invocation) int {
	c := &copier{in: in, contents: true}
	if severalTargets(in) {
		return 1
	}
	if !c.options() {
		return in.Hint()
	}
	switch {
	case c.hard && c.symbolic:
		return in.Usage("cannot make both hard and symbolic links")
	case c.noClobber && (in.Has("b") || in.Has("backup") || in.Has("S")):
		return in.Usage("options --backup and --no-clobber are mutually exclusive")
	}
	var ok bool
	if c.backup, ok = backups(in); !ok {
		return in.Hint()
	}
	if c.follow == followUnset {
		c.follow = followAll
		if c.recursive && !c.hard {
			c.follow = followNone
		}
	}
	if c.recursive {
		c.contents = in.Has("copy-contents")
	}
	c.removeFirst = c.removeFirst || c.force && (c.hard || c.symbolic)
	d, status := destination(in)
	if d == nil {
		return status
	}
	if d.dir == "" {
		if in.Has("parents") {
			return in.Usage("with --parents, the destination must be a directory")
		}
		c.one(ctx, d)
		return in.Status()
	}
	c.several = len(d.sources) > 1
	for _, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		c.into(ctx, d.dir, from)
	}
	return in.Status()
}

// one copies a file or a directory to another name.
func (c *copier) one(ctx context.Context, d *places) {
	from, to := d.sources[0], d.dest
	if c.force && c.backup.kind != "" && from == to {
		if fi, err := c.in.FS.Stat(to); err == nil && fi.Mode().IsRegular() {
			to, c.backup = c.backup.name(c.in, to), backup{}
		}
	}
	if !c.operand(ctx, from, to, d.missing) {
		c.in.FailQuietly(1)
	}
}

// into copies a file or a directory into a directory.
func (c *copier) into(ctx context.Context, dir, from string) {
	if c.in.Has("strip-trailing-slashes") {
		from = trim(from)
	}
	if c.in.Has("parents") {
		made, ok := c.parents(trim(dir), trim(from))
		if !ok || !c.operand(ctx, from, join(trim(dir), trim(from)), false) {
			c.in.FailQuietly(1)
		}
		if ok {
			c.protect(made)
		}
		return
	}
	name := base(from)
	if name == ".." {
		name = "." // what is in it goes into dir itself
	}
	if !c.operand(ctx, from, join(trim(dir), name), false) {
		c.in.FailQuietly(1)
	}
}

// options reads the options; false is wrong usage that was reported.
func (c *copier) options() bool {
	for _, o := range c.in.Options {
		switch o.Name {
		case "a":
			c.recursive, c.follow, c.mode, c.times, c.links = true, followNone, true, true, true
		case "d":
			c.follow, c.links = followNone, true
		case "p":
			c.mode, c.times = true, true
		case "preserve", "no-preserve":
			list := o.Value
			if !o.Has {
				list = "mode,timestamps"
			}
			if !c.preserve(list, o.Name) {
				return false
			}
		case "attributes-only":
			c.attributesOnly = true
		case "sparse":
			if _, ok := c.in.Word("--sparse", o.Value, "never", "auto", "always"); !ok {
				return false
			}
		case "reflink":
			if _, ok := c.in.Word("--reflink", o.Value, "auto", "always", "never"); o.Has && !ok {
				return false
			}
		default:
			c.option(o.Name)
		}
	}
	return true
}

// option sets what a letter alone says.
func (c *copier) option(name string) {
	switch name {
	case "f":
		c.force = true
	case "i":
		c.interactive, c.noClobber = true, false
	case "n":
		c.noClobber, c.interactive = true, false
	case "H":
		c.follow = followOperands
	case "L":
		c.follow = followAll
	case "P":
		c.follow = followNone
	case "l":
		c.hard = true
	case "s":
		c.symbolic = true
	case "R", "r":
		c.recursive = true
	case "remove-destination":
		c.removeFirst = true
	case "u":
		c.update = true
	case "v":
		c.verbose = true
	}
}

// preserve reads a list of attributes.
func (c *copier) preserve(list, option string) bool {
	on := option == "preserve"
	for text := range strings.SplitSeq(list, ",") {
		what, ok := c.in.Word("--"+option, text, "mode", "timestamps", "ownership", "links", "context", "xattr", "all")
		if !ok {
			return false
		}
		switch what {
		case "mode":
			c.mode, c.plain = on, !on
		case "timestamps":
			c.times = on
		case "links":
			c.links = on
		case "all":
			c.mode, c.times, c.links, c.plain = on, on, on, !on
		}
	}
	return true
}
