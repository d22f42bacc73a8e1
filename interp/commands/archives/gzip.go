package archives

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var gzipOptions = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage: "[OPTION]... [FILE]...",
		About: "Compress or expand files (by default, compress them in place).",
		Hint:  "Try `%s --help' for more information.\n",
		Options: packOptions(
			option.Option{Short: 'a', Long: "ascii"},
			option.Option{Short: 'c', Long: "to-stdout"},
			option.Option{Short: 'd', Long: "uncompress"},
			option.Option{Short: 'h'},
			option.Option{Short: 'l', Long: "list", Help: "show sizes and names; with -v, sums and times"},
			option.Option{Short: 'L', Long: "license"},
			option.Option{Short: 'm'}, option.Option{Short: 'M'},
			option.Option{Short: 'n', Long: "no-name", Help: "neither store nor restore name and time"},
			option.Option{Short: 'N', Long: "name", Help: "store or restore name and time"},
			option.Option{Short: 'q', Long: "silent"},
			option.Option{Short: 'r', Long: "recursive", Help: "go through directories"},
			option.Option{Long: "rsyncable"},
			option.Option{Long: "synchronous"},
			option.Option{Short: 'S', Long: "suffix", Arg: option.Required, Name: "SUF", Help: "use another suffix than .gz"},
			option.Option{Short: 'V'},
		),
	}
})

// A choice is an option that may be left to what is done.
type choice int

const (
	unsaid choice = iota
	yes
	no
)

// or is the choice, or what stands for none.
func (c choice) or(other bool) bool {
	if c == unsaid {
		return other
	}
	return c == yes
}

// A gzipper is one invocation of gzip.
type gzipper struct {
	packer
	// names and times tell whether what the header says is used.
	names, times choice
	// several is whether more than one file is named.
	several bool
	// over tells that an error ended all.
	over bool
	// header is what -l and -v do not count of the last file.
	header int64
	// listed counts lines of -l, total is their sum.
	listed int
	total  done
}

// gzipEnvironment are the options that the variable GZIP may have.
const gzipEnvironment = "123456789 nNqv rsyncable synchronous no-name name quiet silent verbose fast best"

// gzipEnv puts the options in GZIP before args.
func gzipEnv(call *command.Call, args []string) ([]string, int, bool) {
	value, _ := call.Getenv("GZIP")
	words := strings.Fields(value)
	for _, w := range words {
		if len(w) < 2 || w[0] != '-' {
			return nil, gzipOptions().Misuse(call, "%s: non-option in GZIP environment variable", w), false
		}
		known := strings.HasPrefix(w, "--") && strings.Contains(" "+gzipEnvironment+" ", " "+w[2:]+" ") ||
			len(w) > 1 && w[0] == '-' && w[1] != '-' && strings.Trim(w[1:], "123456789nNqv") == ""
		if !known {
			return nil, gzipOptions().Misuse(call, "%s: option not valid in GZIP environment variable", w), false
		}
	}
	if len(words) > 0 {
		call.Errorf("warning: GZIP environment variable is deprecated; use an alias or script")
	}
	return append(words, args...), 0, true
}

func gzipCommand(ctx context.Context, call *command.Call) int {
	g := &gzipper{packer: packer{ctx: ctx, tool: &tool{codec: gzipCodec}, suffix: ".gz"}}
	// gunzip and zcat are gzip by another name, which messages do not have.
	as, args := *call, call.Args[min(1, len(call.Args)):]
	g.call = &as
	if len(call.Args) > 0 {
		as.Args = append([]string{"gzip"}, args...)
	}
	switch call.Name() {
	case "gunzip":
		g.expand = true
	case "zcat":
		g.expand, g.stdout = true, true
	}
	args, status, ok := gzipEnv(g.call, args)
	if !ok {
		return status
	}
	o, status, ok := gzipOptions().ParseArgs(g.call, args)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if status, ended := g.set(f); ended {
			return status
		}
	}
	return g.all(o.Operands)
}

// set takes one option; ended tells that there is nothing else to do.
func (g *gzipper) set(f option.Found) (status int, ended bool) {
	switch f.Name {
	case "a":
		g.call.Errorf("option --ascii ignored on this system")
	case "c":
		g.stdout = true
	case "h":
		return g.show(gzipOptions().Help("gzip")), true
	case "l":
		g.list, g.expand = true, true
	case "L", "V":
		return g.show("gzip (aegish)\n"), true
	case "m":
		g.times = no
	case "M":
		g.times = yes
	case "n":
		g.names, g.times = no, no
	case "N":
		g.names, g.times = yes, yes
	case "S":
		const longest = 30
		if f.Value == "" || len(f.Value) > longest {
			g.call.Errorf("invalid suffix '%s'", f.Value)
			return 1, true
		}
		g.suffix = f.Value
	default:
		g.option(f)
	}
	return 0, false
}

func (g *gzipper) show(text string) int {
	out := command.NewOutput(g.call)
	out.WriteString(text)
	return out.Finish(0, 1)
}

// all works on the operands.
func (g *gzipper) all(operands []string) int {
	g.several = len(operands) > 1
	for _, name := range command.Operands(operands) {
		if g.ctx.Err() != nil {
			return 1
		}
		if name == "-" {
			g.stream()
		} else {
			g.file(name, 0)
		}
		if g.over {
			return g.status
		}
	}
	if g.list && !g.quiet && g.several {
		g.totals()
	}
	return g.status
}

// bad reports what ends one file.
func (g *gzipper) bad(name, text string) {
	if name == "" {
		g.call.Errorf("%s", text)
	} else {
		g.call.Errorf("%s: %s", name, text)
	}
	g.fail(1)
}

// warn reports what makes the status 2.
func (g *gzipper) warn(format string, args ...any) {
	if !g.quiet {
		g.call.Errorf(format, args...)
	}
	g.fail(2)
}

// abort reports what ends all.
func (g *gzipper) abort(name, text string) {
	fmt.Fprintln(g.call.Stderr)
	g.call.Errorf("%s: %s", name, text)
	g.status, g.over = 1, true
}
