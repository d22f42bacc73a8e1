package archives

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var xzOptions = sync.OnceValue(func() *option.Set {
	required := func(short byte, long, name, help string) option.Option {
		return option.Option{Short: short, Long: long, Arg: option.Required, Name: name, Help: help}
	}
	return &option.Set{
		Usage: "[OPTION]... [FILE]...",
		About: "Compress or expand files of xz and lzma.",
		Hint:  "%[1]s: Try `%[1]s --help' for more information.\n",
		Options: packOptions(compressOption, option.Option{Short: '0'},
			option.Option{Short: 'c', Long: "to-stdout"}, option.Option{Short: 'd', Long: "uncompress"},
			option.Option{Short: 'l', Long: "list", Help: "show sizes and checks; with -v, of streams and blocks"},
			required('F', "format", "FMT", "auto, xz or lzma"),
			required('C', "check", "CHECK", "none, crc32, crc64 or sha256"),
			required('S', "suffix", "SUF", "use another suffix"),
			required('M', "memlimit", "LIMIT", "use no more memory"), option.Option{Short: 'M', Long: "memory", Arg: option.Required},
			required(0, "memlimit-compress", "", ""), required(0, "memlimit-decompress", "", ""),
			required('T', "threads", "N", "accepted, changes nothing"),
			option.Option{Short: 'e', Long: "extreme"}, option.Option{Short: 'Q', Long: "no-warn", Help: "warnings do not change the status"},
			option.Option{Short: 'h'}, option.Option{Short: 'H', Long: "long-help"}, option.Option{Short: 'V'},
			option.Option{Long: "robot", Help: "list in columns for programs"},
			option.Option{Long: "single-stream", Help: "ignore what is behind the first stream"},
			option.Option{Long: "ignore-check"}, option.Option{Long: "no-sparse"}, option.Option{Long: "no-adjust"}, required(0, "flush-timeout", "", ""),
			required(0, "block-size", "SIZE", "begin a block after so many bytes, at least 64 KiB"),
			option.Option{Long: "lzma1", Arg: option.Optional, Name: "OPTS"},
			option.Option{Long: "lzma2", Arg: option.Optional, Name: "OPTS", Help: "preset, dict, lc, lp and pb; others change nothing"},
			option.Option{Long: "files", Arg: option.Optional, Name: "FILE", Help: "read names of files, one on a line"},
			option.Option{Long: "files0", Arg: option.Optional, Name: "FILE", Help: "the same, ended by NULs"},
		),
	}
})

// An xzTool is one invocation of xz.
type xzTool struct {
	packer
	format xzFormat
	// said is how much is said: 0 nothing, 1 errors, 2 warnings, 3 more.
	said int
	// robot, single, unchecked and lenient are --robot, --single-stream,
	// --ignore-check and -Q.
	robot, single, unchecked, lenient bool
	custom                            bool // -S was given
	config                            xzConfig
	limit                             [2]int64 // of memory, for expanding and compressing; 0 for none
	files, delimiter                  string   // --files; delimiter is empty without
	list                              xzTotals
	total, at                         int // files to work on, and which one is
}

type xzFormat int

const (
	xzAuto xzFormat = iota
	xzXZ
	xzLZMA
)

func xzCommand(ctx context.Context, call *command.Call) int {
	x := &xzTool{packer: packer{ctx: ctx, call: call, tool: &tool{codec: xzCodec}}, said: 2, config: newXZConfig()}
	name := call.Name()
	if strings.Contains(name, "lz") {
		x.format = xzLZMA
	}
	x.expand = strings.HasPrefix(name, "un")
	if strings.HasSuffix(name, "cat") {
		x.expand, x.stdout, x.keep = true, true, true
	}
	var args []string
	for _, variable := range []string{"XZ_DEFAULTS", "XZ_OPT"} {
		value, _ := call.Getenv(variable)
		args = append(args, strings.Fields(value)...)
	}
	o, status, ok := xzOptions().ParseArgs(call, append(args, call.Args[min(1, len(call.Args)):]...))
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if status, ok := x.set(f); !ok {
			return status
		}
	}
	if err := x.config.verify(x.format); err != nil {
		call.Errorf("%v", err)
		return 1
	}
	return x.all(o.Operands)
}

// set takes one option; ok is false when there is nothing else to do.
func (x *xzTool) set(f option.Found) (status int, ok bool) {
	var err error
	switch f.Name {
	case "z":
		x.expand, x.test, x.packer.list = false, false, false
	case "d":
		x.expand, x.test, x.packer.list = true, false, false
	case "t":
		x.expand, x.test, x.packer.list = true, true, false
	case "l":
		x.packer.list = true
	case "q":
		x.said = max(x.said-1, 0)
	case "v":
		x.said++
	case "Q":
		x.lenient = true
	case "robot":
		x.robot = true
	case "single-stream":
		x.single = true
	case "ignore-check":
		x.unchecked = true
	case "h", "H":
		return x.show(xzOptions().Help(x.call.Name())), false
	case "V":
		return x.show(x.call.Name() + " (aegish)\n"), false
	case "F":
		err = x.setFormat(f.Value)
	case "S":
		if err = nil; f.Value == "" || strings.Contains(f.Value, "/") {
			err = fmt.Errorf("%s: Invalid filename suffix", f.Value)
		}
		x.suffix, x.custom = f.Value, true
	case "M", "memlimit-compress", "memlimit-decompress":
		err = x.setLimit(f.Name, f.Value)
	case "files", "files0":
		if x.delimiter != "" {
			err = complaint("Only one file can be specified with `--files' or `--files0'.")
		}
		x.files, x.delimiter = f.Value, map[string]string{"files": "\n", "files0": "\x00"}[f.Name]
	default:
		if err = x.config.set(f); err == nil {
			x.option(f)
		}
	}
	if err != nil {
		x.call.Errorf("%v", err)
		return 1, false
	}
	return 0, true
}

func (x *xzTool) show(text string) int {
	out := command.NewOutput(x.call)
	out.WriteString(text)
	return out.Finish(0, 1)
}

func (x *xzTool) setFormat(name string) error {
	switch name {
	case "auto":
		x.format = xzAuto
	case "xz":
		x.format = xzXZ
	case "lzma", "alone":
		x.format = xzLZMA
	case "raw", "lzip":
		return fmt.Errorf("--format=%s is not supported", name)
	default:
		return fmt.Errorf("%s: Unknown file format type", name)
	}
	return nil
}

// setLimit reads a limit of memory; 0, max and a share of what there is are none,
// because Limits bound it anyway.
func (x *xzTool) setLimit(name, text string) error {
	n := int64(0)
	if text != "max" && !strings.HasSuffix(text, "%") {
		var err error
		if n, err = xzNumber(text); err != nil {
			return err
		}
	}
	if name != "memlimit-compress" {
		x.limit[0] = n
	}
	if name != "memlimit-decompress" {
		x.limit[1] = n
	}
	return nil
}

// errorf reports an error, warnf what makes the status 2.
func (x *xzTool) errorf(format string, args ...any) {
	if x.said > 0 {
		x.call.Errorf(format, args...)
	}
	x.status = 1
}

func (x *xzTool) warnf(format string, args ...any) {
	if x.said > 1 {
		x.call.Errorf(format, args...)
	}
	if !x.lenient {
		x.fail(2)
	}
}
