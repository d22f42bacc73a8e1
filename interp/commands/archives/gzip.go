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

var gzipOptions = sync.OnceValue(func() *option.Set {
	return &option.Set{
		Usage: "[OPTION]... [FILE]...",
		About: "Compress or expand files (by default, compress them in place).",
		Options: packOptions(
			option.Option{Short: 'c', Long: "to-stdout"},
			option.Option{Short: 'd', Long: "uncompress"},
			option.Option{Short: 'l', Long: "list", Help: "show sizes and names"},
			option.Option{Short: 'n', Long: "no-name", Help: "do not store the name and time"},
			option.Option{Short: 'N', Long: "name", Help: "store the name and time, as by default"},
			option.Option{Short: 'q', Long: "silent"},
			option.Option{Short: 'r', Long: "recursive", Help: "go through directories"},
			option.Option{Short: 'S', Long: "suffix", Arg: option.Required, Name: "SUF", Help: "use another suffix than .gz"},
			option.Option{Long: "rsyncable"}, option.Option{Long: "synchronous"},
		),
	}
})

func gzipTool() *tool {
	return &tool{
		codec:    gzipCodec,
		suffixes: [][2]string{{".gz", ""}, {".tgz", ".tar"}, {".taz", ".tar"}, {"-gz", ""}, {".z", ""}, {"-z", ""}, {"_z", ""}},
		word:     gzipWord,
		report:   gzipReport,
	}
}

func gzipWord(t trouble, name, out string, err error) (string, int) {
	switch t {
	case exists:
		return out + " already exists;\tnot overwritten", 2
	case directory:
		return name + " is a directory -- ignored", 2
	case link:
		return name + ": Too many levels of symbolic links", 1
	case special:
		return name + " is not a directory or a regular file - ignored", 2
	case unknownSuffix:
		return name + ": unknown suffix -- ignored", 2
	case hasSuffix:
		return name + " already has " + out + " suffix -- unchanged", 0
	case terminal:
		return "compressed data not read from or written to a terminal. Use -f to force it.", 1
	}
	switch {
	case errors.Is(err, errFormat):
		return "\n" + name + ": not in gzip format", 1
	case errors.Is(err, errTrailing):
		return "\n" + name + ": " + err.Error(), 2
	case errors.Is(err, errTruncated), errors.Is(err, errCorrupt), errors.Is(err, errChecksum):
		return "\n" + name + ": " + err.Error(), 1
	}
	return name + ": " + command.Message(err), 1
}

// ratio is the share that compressing saves, as gzip counts it: without header
// and trailer.
func ratio(d *done) string {
	if d.size == 0 {
		return "  0.0%"
	}
	const trailer = 8
	net := d.packed - int64(d.header) - trailer
	return fmt.Sprintf("%5.1f%%", 100*float64(d.size-net)/float64(d.size))
}

func gzipReport(p *packer, d *done) string {
	switch verb := "replaced with"; {
	case p.test:
		return d.name + ":\t OK"
	case d.out == "" && d.name == "stdin":
		return ratio(d)
	case d.out == "":
		return fmt.Sprintf("%s:\t%s", d.name, ratio(d))
	default:
		if p.keep {
			verb = "created"
		}
		return fmt.Sprintf("%s:\t%s -- %s %s", d.name, ratio(d), verb, d.out)
	}
}

func gzipCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := gzipOptions().Parse(call)
	if !ok {
		return status
	}
	p := &packer{ctx: ctx, call: call, tool: gzipTool(), suffix: ".gz"}
	switch call.Name() {
	case "gunzip":
		p.expand = true
	case "zcat":
		p.expand, p.stdout, p.keep = true, true, true
	}
	for _, f := range o.Options {
		if p.option(f) {
			continue
		}
		switch f.Name {
		case "l":
			p.list, p.expand = true, true
		case "n":
			p.plain = true
		case "N":
			p.plain = false
		case "S":
			if f.Value == "" || len(f.Value) > 30 || strings.Contains(f.Value, "/") {
				call.Errorf("invalid suffix '%s'", f.Value)
				return 1
			}
			p.suffix = f.Value
		}
	}
	p.run(o.Operands)
	if p.list {
		p.listing(len(o.Operands) > 1)
	}
	return p.status
}

// listing is what gzip -l prints.
func (p *packer) listing(sums bool) {
	if len(p.files) == 0 {
		return
	}
	out := command.NewOutput(p.call)
	if !p.quiet {
		out.WriteString("         compressed        uncompressed  ratio uncompressed_name\n")
	}
	total := done{}
	row := func(d *done, ratio, name string) {
		fmt.Fprintf(out, "%19d %19d %s %s\n", d.packed, d.size, ratio, name)
	}
	for _, d := range p.files {
		name := d.name
		if name == "stdin" {
			name = "stdout"
		}
		for _, s := range p.tool.suffixes {
			if base, ok := strings.CutSuffix(name, s[0]); ok {
				name = base + s[1]
				break
			}
		}
		row(&d, ratio(&d), name)
		total.packed, total.size = total.packed+d.packed, total.size+d.size
	}
	if sums {
		total.header = -8 // the sums have nothing taken away
		row(&total, ratio(&total), "(totals)")
	}
	p.status = out.Finish(p.status, 1)
}
