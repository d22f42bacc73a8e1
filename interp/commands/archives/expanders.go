package archives

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// compressOption is one that those who expand by default have too.
var compressOption = option.Option{Short: 'z', Long: "compress", Help: "compress"}

var zstdOptions = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage: "[OPTION]... [FILE]... [-o OUTPUT]",
		About: "Compress or expand files of zstd.",
		Options: packOptions(compressOption, option.Option{Short: '0'},
			option.Option{Short: 'd', Long: "uncompress"},
			option.Option{Short: 'o', Arg: option.Required, Name: "OUTPUT", Help: "write to this file"},
			option.Option{Long: "rm", Help: "remove the input files afterwards"},
			option.Option{Short: 'r', Help: "go through directories"},
			option.Option{Short: 'T', Long: "threads", Arg: option.Required, Name: "N", Help: "nothing here"},
			option.Option{Long: "ultra"}, option.Option{Long: "no-progress"},
		),
	}
})

func zstdWord(t trouble, name, out string, err error) (string, int) {
	switch t {
	case exists:
		return out + " already exists; not overwritten  ", 1
	case directory:
		return name + " is a directory -- ignored", 1
	case link:
		return name + " is a symbolic link, ignoring", 1
	case special:
		return name + " is not a regular file -- ignored", 1
	case unknownSuffix:
		return name + ": unknown suffix (.zst/.tzst expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.", 1
	case terminal:
		return "stdin is a console, aborting", 1
	case missing:
		return fmt.Sprintf("can't stat %s : %s -- ignored ", name, command.Message(err)), 1
	}
	switch {
	case errors.Is(err, errFormat):
		return name + ": unsupported format ", 1
	case errors.Is(err, errTruncated):
		return name + " : Read error (39) : premature end ", 1
	case errors.Is(err, errMemory):
		return name + " : Decoding error (36) : Frame requires too much memory for decoding ", 1
	case errors.Is(err, errCorrupt), errors.Is(err, errChecksum):
		return name + " : Decoding error (36) : Data corruption detected ", 1
	}
	return name + ": " + command.Message(err), 1
}

func zstdCommand(ctx context.Context, call *command.Call) int {
	return runExpander(ctx, call, zstdOptions(), &tool{
		codec:    zstdCodec,
		suffixes: [][2]string{{".zst", ""}, {".tzst", ".tar"}},
		word:     zstdWord,
		report: func(p *packer, d *done) string {
			if p.expand {
				return fmt.Sprintf("%-20s: %d bytes ", d.name, d.size)
			}
			share := 0.0
			if d.size > 0 {
				share = 100 * float64(d.packed) / float64(d.size)
			}
			return fmt.Sprintf("%-20s :%6.2f%%   (%6d B => %6d B, %s) ", d.name, share, d.size, d.packed, d.out)
		},
	})
}

// zstdLevel reads -1 to -19 among the arguments of zstd, which getopt would take
// for two digits.
func zstdLevel(args []string) (rest []string, level int) {
	for i, a := range args {
		if a == "--" {
			return append(rest, args[i:]...), level
		}
		if len(a) == 3 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
			level = int(a[1]-'0')*10 + int(a[2]-'0')
			continue
		}
		rest = append(rest, a)
	}
	return rest, level
}

func runExpander(ctx context.Context, call *command.Call, set *option.Set, t *tool) int {
	p := &packer{ctx: ctx, call: call, tool: t, suffix: t.suffixes[0][0]}
	zstd := t.codec.name == zstdCodec.name
	args := call.Args[min(1, len(call.Args)):]
	if zstd {
		args, p.level = zstdLevel(args)
		p.keep, p.verbose = true, true
	}
	o, status, ok := set.ParseArgs(call, args)
	if !ok {
		return status
	}
	name := call.Name()
	p.expand = strings.HasPrefix(name, "un")
	if strings.HasSuffix(name, "cat") {
		p.expand, p.stdout, p.keep = true, true, true
		p.force = zstd
	}
	for _, f := range o.Options {
		if p.option(f) {
			continue
		}
		switch f.Name {
		case "z":
			p.expand = false
		case "o":
			p.output = f.Value
		case "rm":
			p.keep = false
		}
	}
	if zstd && p.stdout {
		p.verbose = false
	}
	if p.output != "" && len(o.Operands) > 1 {
		call.Errorf("-o takes one file")
		return 1
	}
	return p.run(o.Operands)
}
