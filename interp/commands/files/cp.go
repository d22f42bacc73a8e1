package files

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func itoa(n int) string { return strconv.Itoa(n) }

func cp() gnu.Program {
	return gnu.Program{
		Summary: "copy files and directories",
		Usage:   "[OPTION]... [-T] SOURCE DEST, SOURCE... DIRECTORY or -t DIRECTORY SOURCE...",
		Options: []gnu.Option{
			{"a,archive", "the same as -dR --preserve=all"},
			{"attributes-only", "copy the attributes, not the data"},
			{"b", "like --backup without an argument"},
			{"backup[=CONTROL]", "keep what is overwritten under another name"},
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
		},
		Main: runCp,
	}
}

func runCp(ctx context.Context, in *gnu.Invocation) int {
	c := &copier{in: in}
	parents, strip := false, false
	for _, o := range in.Options {
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
			if bad := c.preserve(list, o.Name == "preserve"); bad != "" {
				return in.Usage("invalid argument %s for %s", in.Quote(bad), in.Quote("--"+o.Name))
			}
		case "parents":
			parents = true
		case "strip-trailing-slashes":
			strip = true
		case "attributes-only":
			c.attributesOnly = true
		default:
			c.option(o.Name)
		}
	}
	if c.follow == followUnset {
		c.follow = followAll
		if c.recursive {
			c.follow = followNone
		}
		if (c.hard || c.symbolic) && !c.recursive {
			c.follow = followAll
		}
	}
	if in.Has("b") || in.Has("backup") {
		c.backup = backupSuffix(in)
	}
	d, status := destination(in, "copy")
	if d == nil {
		return status
	}
	for _, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		if strip {
			from = trim(from)
		}
		to := d.target(from)
		if parents {
			to = join(d.dir, from)
			c.parents(d.dir, from)
		}
		c.copy(ctx, from, to, true, 0)
	}
	return in.Status()
}

// parents makes the directories of a name below dir.
func (c *copier) parents(dir, name string) {
	for i := 1; i < len(name); i++ {
		if name[i] != '/' || name[i-1] == '/' {
			continue
		}
		to := join(dir, name[:i])
		if c.in.FS.Mkdir(to, 0o777) == nil && c.verbose {
			c.in.Printf("%s -> %s\n", name[:i], to)
		}
	}
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

// preserve reads a list of attributes and returns the first that is none.
func (c *copier) preserve(list string, on bool) string {
	for what := range strings.SplitSeq(list, ",") {
		switch what {
		case "mode":
			c.mode = on
		case "timestamps":
			c.times = on
		case "links":
			c.links = on
		case "all":
			c.mode, c.times, c.links = on, on, on
		case "ownership", "context", "xattr":
		default:
			return what
		}
	}
	return ""
}

// backupSuffix is what --suffix or the environment says.
func backupSuffix(in *gnu.Invocation) string {
	if s, ok := in.Last("S"); ok {
		return s
	}
	if s, _ := in.Getenv("SIMPLE_BACKUP_SUFFIX"); s != "" {
		return s
	}
	return "~"
}

// places are the operands of cp, mv, ln and install.
type places struct {
	sources []string
	// dir is the directory that they go to, or dest the one name.
	dir, dest string
}

// target is where a source goes.
func (p *places) target(from string) string {
	if p.dir != "" {
		return join(p.dir, base(from))
	}
	return p.dest
}

// destination sorts the operands out with -t and -T. A nil result comes with
// the status to return.
func destination(in *gnu.Invocation, verb string) (*places, int) {
	dir, given := in.Last("t")
	noTarget := in.Has("T")
	ops := in.Operands
	switch {
	case len(ops) == 0 || len(ops) == 1 && !given:
		if len(ops) == 0 {
			return nil, in.Usage("missing file operand")
		}
		return nil, in.Usage("missing destination file operand after %s", command.QuoteShell(ops[0]))
	case given && noTarget:
		return nil, in.Die("cannot combine --target-directory (-t) and --no-target-directory (-T)")
	case given:
		if fi, err := in.FS.Stat(dir); err != nil || !fi.IsDir() {
			return nil, in.Die("target directory %s: %s", command.QuoteShell(dir), notDirectory(err))
		}
		return &places{sources: ops, dir: dir}, 0
	}
	last := ops[len(ops)-1]
	if noTarget {
		if len(ops) > 2 {
			return nil, in.Usage("extra operand %s", command.QuoteShell(ops[2]))
		}
		return &places{sources: ops[:1], dest: last}, 0
	}
	fi, err := in.FS.Stat(last)
	if err == nil && fi.IsDir() {
		return &places{sources: ops[:len(ops)-1], dir: last}, 0
	}
	if len(ops) > 2 {
		return nil, in.Die("target %s: %s", command.QuoteShell(last), notDirectory(err))
	}
	if verb == "copy" && strings.HasSuffix(last, "/") {
		if src, e := in.FS.Stat(ops[0]); e == nil && !src.IsDir() {
			return nil, in.Die("cannot create regular file %s: %s", command.QuoteShell(last), notDirectory(nil))
		}
	}
	return &places{sources: ops[:1], dest: last}, 0
}

// notDirectory says why something is no directory to put files into.
func notDirectory(err error) string {
	if err != nil {
		return message(err)
	}
	return "Not a directory"
}
