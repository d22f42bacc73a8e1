package files

import (
	"context"
	"io/fs"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func du() gnu.Program {
	return gnu.Program{
		Summary: "tell how much space files take",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"0,null", "end lines with NUL"}, {"a,all", "count files too, not only directories"},
			{"apparent-size", "count bytes, not blocks"}, {"B,block-size=SIZE", "scale sizes by SIZE"},
			{"b,bytes", "like --apparent-size --block-size=1"}, {"c,total", "print a total"},
			{"d,max-depth=N", "print no directories deeper than N"}, {"D,dereference-args", "follow links among the operands"},
			{"H", "the same as -D"}, {"h,human-readable", "print sizes like 1K 234M 2G"}, {"si", "likewise, with powers of 1000"},
			{"k", "like --block-size=1K"}, {"m", "like --block-size=1M"}, {"L,dereference", "follow all links"},
			{"l,count-links", "count hard links as often as they come"}, {"P,no-dereference", "follow no links (default)"},
			{"S,separate-dirs", "leave directories in directories out"}, {"s,summarize", "print a total for each operand"},
			{"exclude=PATTERN", "leave out what matches PATTERN"}, {"x,one-file-system", "accepted: there is but one"},
		},
		Main: runDu,
	}
}

// A counter is one run of du.
type counter struct {
	in                                        *gnu.Invocation
	all, apparent, follow, operands, separate bool
	links                                     bool
	depth                                     int
	block                                     scale
	end                                       string
	exclude                                   []string
	seen                                      map[fileID]bool
	folders                                   int // directories held open
}

func runDu(ctx context.Context, in *gnu.Invocation) int {
	c := &counter{in: in, depth: maxDepth, end: "\n", seen: map[fileID]bool{}}
	for _, o := range in.Options {
		switch o.Name {
		case "0":
			c.end = "\x00"
		case "a":
			c.all = true
		case "apparent-size":
			c.apparent = true
		case "B":
			s, ok := parseScale(o.Value)
			if !ok {
				return in.Die("invalid -B argument %s", in.Quote(o.Value))
			}
			c.block = s
		case "b":
			c.apparent, c.block = true, scale{unit: 1}
		case "d":
			n, ok := decimal(o.Value, 1<<30)
			if !ok {
				return in.Usage("invalid maximum depth %s", in.Quote(o.Value))
			}
			c.depth = int(n)
		case "D", "H":
			c.operands = true
		case "h":
			c.block = scale{human: true, base: 1024}
		case "si":
			c.block = scale{human: true, base: 1000}
		case "k":
			c.block = scale{unit: 1 << 10}
		case "m":
			c.block = scale{unit: 1 << 20}
		case "L":
			c.follow = true
		case "l":
			c.links = true
		case "S":
			c.separate = true
		case "s":
			c.depth = 0
		case "exclude":
			c.exclude = append(c.exclude, o.Value)
		}
	}
	if in.Has("s") && c.all {
		return in.Usage("cannot both summarize and show all entries")
	}
	names := in.Operands
	if len(names) == 0 {
		names = []string{"."}
	}
	total := int64(0)
	for _, name := range names {
		n := c.count(ctx, name, 0, nil)
		total += n
	}
	if in.Has("c") {
		c.print(total, "total")
	}
	return in.Status()
}

func (c *counter) print(n int64, name string) {
	c.in.Printf("%s\t%s%s", c.block.format(n, 1024), name, c.end)
}

// count counts a file and what is in it, in bytes. in is the directory that it
// is in, nil for an operand.
func (c *counter) count(ctx context.Context, name string, depth int, in *folder) (n int64) {
	if c.in.Ended(ctx) || depth > maxDepth {
		return 0
	}
	for _, p := range c.exclude {
		if glob(p, base(name), 0) || glob(p, name, 0) {
			return 0
		}
	}
	var fi fs.FileInfo
	var err error
	switch {
	case c.follow || c.operands && depth == 0:
		fi, err = c.in.FS.Stat(name)
	case in != nil:
		fi, err = in.lstat(base(name), name)
	default:
		fi, err = c.in.FS.Lstat(name)
	}
	if err != nil {
		c.in.Fail("cannot access %s: %s", command.QuoteShell(name), message(err))
		return 0
	}
	if id := idOf(fi); id.ino != 0 && !c.links && (sys(fi).Nlink > 1 || c.follow || depth == 0) {
		if c.seen[id] {
			return 0
		}
		c.seen[id] = true
	}
	n = sys(fi).Blocks * 512
	if c.apparent {
		n = fi.Size()
		if fi.IsDir() {
			n = 0
		}
	}
	if !fi.IsDir() {
		if c.all && depth <= c.depth || depth == 0 {
			c.print(n, name)
		}
		return n
	}
	list, err := c.in.FS.ReadDir(name)
	if err != nil {
		c.in.Fail("cannot read directory %s: %s", command.QuoteShell(name), message(err))
	}
	own := n
	here := newFolder(c.in.FS, name, &c.folders)
	defer here.close()
	for _, e := range list {
		k := c.count(ctx, join(name, e.Name()), depth+1, here)
		n += k
		if !e.IsDir() {
			own += k
		}
	}
	if depth <= c.depth {
		if c.separate {
			c.print(own, name)
		} else {
			c.print(n, name)
		}
	}
	return n
}
