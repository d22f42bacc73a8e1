package files

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/commands/moment"
)

func du() gnu.Program {
	return gnu.Program{
		Summary: "tell how much space files take",
		Usage:   "[OPTION]... [FILE]... or --files0-from=FILE",
		Options: []gnu.Option{
			{"0,null", "end lines with NUL"}, {"a,all", "count files too, not only directories"},
			{"apparent-size", "count bytes, not blocks"}, {"B,block-size=SIZE", "scale sizes by SIZE"},
			{"b,bytes", "like --apparent-size --block-size=1"}, {"c,total", "print a total"},
			{"d,max-depth=N", "print no directories deeper than N"}, {"D,dereference-args", "follow links among the operands"},
			{"files0-from=FILE", "read the operands, each ended by NUL, from FILE"},
			{"H", "the same as -D"}, {"h,human-readable", "print sizes like 1K 234M 2G"}, {"si", "likewise, with powers of 1000"},
			{"inodes", "count inodes, not bytes"},
			{"k", "like --block-size=1K"}, {"m", "like --block-size=1M"}, {"L,dereference", "follow all links"},
			{"l,count-links", "count hard links as often as they come"}, {"P,no-dereference", "follow no links (default)"},
			{"S,separate-dirs", "leave directories in directories out"}, {"s,summarize", "print a total for each operand"},
			{"t,threshold=SIZE", "print nothing smaller than SIZE, or larger than it when it is negative"},
			{"time[=WORD]", "print the time of the last change, or that of WORD: atime, access, use, ctime, status"},
			{"time-style=STYLE", "full-iso, long-iso, iso, +FORMAT"},
			{"exclude=PATTERN", "leave out what matches PATTERN"}, {"X,exclude-from=FILE", "likewise, patterns of FILE"},
			{"x,one-file-system", "stay in the file systems of the operands"},
		},
		Main: runDu,
	}
}

// A usage is what files take together.
type usage struct {
	bytes, inodes int64
	latest        time.Time
}

func (u *usage) add(v usage) {
	u.bytes += v.bytes
	u.inodes += v.inodes
	if v.latest.After(u.latest) {
		u.latest = v.latest
	}
}

// A counter is one run of du.
type counter struct {
	in                              *gnu.Invocation
	all, apparent, separate, inodes bool
	links                           bool // count them as often as they come
	follow, operands                bool // links: all, those among the operands
	hashAll                         bool // a directory may come twice as well
	oneDevice                       bool
	device                          uint64
	depth                           int
	block                           scale
	threshold                       int64 // the least to print; below 0 the most, negated
	end                             string
	exclude                         []string
	time                            byte // 'm', 'a', 'c'; 0 for none
	style                           string
	seen                            map[fileID]bool
	ancestors                       []fileID
	total                           usage
	folders                         int // directories held open
}

func runDu(ctx context.Context, in *gnu.Invocation) int {
	c := &counter{in: in, depth: math.MaxInt, end: "\n", seen: map[fileID]bool{}, block: defaultScale(in, "DU_BLOCK_SIZE")}
	wrong := false
	for _, o := range in.Options {
		code, ok := c.option(ctx, o.Name, o.Value, o.Has)
		switch {
		case !ok && code != 0:
			return code
		case !ok:
			wrong = true
		}
	}
	if wrong {
		return in.Hint()
	}
	if code, ok := c.settle(); !ok {
		return code
	}
	if from, ok := in.Last("files0-from"); ok {
		if len(in.Operands) > 0 {
			in.Warn("extra operand %s", in.Quote(in.Operands[0]))
			_, _ = in.Stderr.Write([]byte("file operands cannot be combined with --files0-from\n"))
			return in.Hint()
		}
		c.hashAll = true
		if code, ok := c.listed(ctx, from); !ok {
			return code
		}
	} else {
		c.hashAll = c.follow || len(in.Operands) > 1
		names := in.Operands
		if len(names) == 0 {
			names = []string{"."}
		}
		for _, name := range names {
			c.operand(ctx, name, "")
		}
	}
	if in.Has("c") {
		c.print(c.total, "total")
	}
	return in.Status()
}

// option sets one option. A code other than 0 ends the run; without one the
// rest is looked at before that.
func (c *counter) option(ctx context.Context, name, value string, has bool) (code int, ok bool) {
	in := c.in
	switch name {
	case "0":
		c.end = "\x00"
	case "a":
		c.all = true
	case "apparent-size":
		c.apparent = true
	case "B":
		c.block, code, ok = scaleOption(in, "-B", value)
		return code, ok
	case "b":
		c.apparent, c.block = true, scale{unit: 1}
	case "d":
		n, ok := decimal(value, math.MaxInt)
		if !ok {
			in.Warn("invalid maximum depth %s", in.Quote(value))
			return 0, false
		}
		c.depth = int(n)
	case "D", "H", "P", "L":
		c.operands, c.follow = name == "D" || name == "H", name == "L"
	case "h", "si":
		c.block = scale{human: true, base: map[string]int64{"h": 1024, "si": 1000}[name]}
	case "k":
		c.block = scale{unit: 1 << 10}
	case "m":
		c.block = scale{unit: 1 << 20}
	case "inodes":
		c.inodes = true
	case "l":
		c.links = true
	case "S":
		c.separate = true
	case "x":
		c.oneDevice = true
	case "exclude":
		c.exclude = append(c.exclude, value)
	case "X":
		return c.excludeFrom(ctx, value)
	case "t":
		n, err := command.ParseSize(strings.TrimPrefix(value, "-"), "bEGgkKMmPTtYZ0")
		if err != nil || n == 0 && strings.HasPrefix(value, "-") {
			option := "-t"
			if err == nil {
				option = "--threshold"
			}
			return in.Die("%s", badNumber(option, value)), false
		}
		if c.threshold = n; strings.HasPrefix(value, "-") {
			c.threshold = -n
		}
	case "time":
		word := ""
		if has {
			if word, ok = in.Word("--time", value, "atime,access,use", "ctime,status"); !ok {
				return in.Hint(), false
			}
		}
		c.time = map[string]byte{"": 'm', "atime": 'a', "ctime": 'c'}[word]
	case "time-style":
		c.style = value
	}
	return 0, true
}

// settle looks at the options together.
func (c *counter) settle() (code int, ok bool) {
	in := c.in
	depth := c.depth
	switch {
	case in.Has("s") && c.all:
		return in.Usage("cannot both summarize and show all entries"), false
	case in.Has("s") && depth == 0 && in.Has("d"):
		in.Warn("warning: summarizing is the same as using --max-depth=0")
	case in.Has("s") && in.Has("d"):
		in.Warn("warning: summarizing conflicts with --max-depth=%d", depth)
		return in.Hint(), false
	}
	if in.Has("s") {
		c.depth = 0
	}
	if c.inodes {
		if c.apparent {
			in.Warn("warning: options --apparent-size and -b are ineffective with --inodes")
		}
		c.block.unit = 1
		if c.block.suffix = strings.TrimLeft(c.block.suffix, "kKMGTPEZYi"); c.block.human {
			c.block.suffix = ""
		}
	}
	if c.time == 0 {
		return 0, true
	}
	if c.style == "" {
		c.style, _ = in.Getenv("TIME_STYLE")
		c.style, _, _ = strings.Cut(strings.TrimPrefix(c.style, "posix-"), "\n")
		if c.style == "" || c.style == "locale" {
			c.style = "long-iso"
		}
	}
	if !strings.HasPrefix(c.style, "+") {
		word, known := in.Word("time style", c.style, "full-iso", "long-iso", "iso")
		if !known {
			return in.Hint(), false
		}
		c.style = map[string]string{"full-iso": "+%Y-%m-%d %H:%M:%S.%N %z", "long-iso": "+%Y-%m-%d %H:%M", "iso": "+%Y-%m-%d"}[word]
	}
	return 0, true
}

// print prints what a file, or a directory with what is in it, takes.
func (c *counter) print(u usage, name string) {
	n := u.bytes
	if c.inodes {
		n = u.inodes
	}
	text := c.block.format(n, 1024)
	if u.inodes == 0 {
		u.latest = time.Unix(0, 0)
	}
	if c.time != 0 {
		text += "\t" + moment.Format(c.style[1:], local(c.in, u.latest))
	}
	c.in.Printf("%s\t%s%s", text, name, c.end)
}
