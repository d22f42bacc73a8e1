package archives

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// compressOption is one that some tools have.
var compressOption = option.Option{Short: 'z', Long: "compress", Help: "compress"}

var zstdOptions = sync.OnceValue(func() *option.Set {
	required := func(short byte, long, name, help string) option.Option {
		return option.Option{Short: short, Long: long, Arg: option.Required, Name: name, Help: help}
	}
	options := packOptions(compressOption, option.Option{Short: '0'},
		option.Option{Short: 'd', Long: "uncompress"},
		required('o', "", "OUTPUT", "write to this file"),
		required('D', "", "DICT", "use a dictionary"),
		option.Option{Short: 'l', Long: "list", Help: "show frames and sizes"},
		option.Option{Long: "rm", Help: "remove the input files afterwards"},
		option.Option{Short: 'r', Help: "go through directories"},
		required(0, "format", "FMT", "zstd, gzip, xz or lzma"),
		required(0, "filelist", "FILE", "read names of files, one on a line"),
		required(0, "output-dir-flat", "DIR", "put all results into a directory"),
		option.Option{Short: 'C', Long: "check", Help: "store a checksum, as by default"}, option.Option{Long: "no-check"},
		option.Option{Long: "pass-through"}, option.Option{Long: "no-pass-through"},
		required('T', "threads", "N", "accepted, changes nothing"), required('M', "memory", "N", "use no more memory"), required(0, "memlimit", "", ""), required('B', "", "N", ""),
		option.Option{Long: "fast", Arg: option.Optional, Name: "N"}, option.Option{Long: "long", Arg: option.Optional, Name: "N"},
		option.Option{Short: 'h'}, option.Option{Short: 'H'}, option.Option{Short: 'V'}, required(0, "stream-size", "", ""), required(0, "size-hint", "", ""))
	for _, name := range []string{"ultra", "no-progress", "progress", "adapt", "rsyncable", "single-thread", "content-size", "no-content-size", "sparse", "no-sparse",
		"asyncio", "no-asyncio", "compress-literals", "no-compress-literals", "row-match-finder", "no-row-match-finder"} {
		options = append(options, option.Option{Long: name})
	}
	return &option.Set{
		Usage: "[OPTION]... [FILE]... [-o OUTPUT]", About: "Compress or expand files of zstd.", Options: options,
	}
})

// A zstdTool is one invocation of zstd.
type zstdTool struct {
	packer
	// said is how much is said: 0 nothing, 1 errors, 2 results, 3 those of
	// each of many files, too.
	said int
	// output is the one file that all is written to, flat the directory of
	// --output-dir-flat.
	output, flat, filelist string
	format                 string
	unchecked              bool
	pass                   choice
	dictionary             []byte
	memory                 int64
	several                bool
	// count, from and to are sums over files.
	count    int
	from, to int64
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

func zstdCommand(ctx context.Context, call *command.Call) int {
	z := &zstdTool{packer: packer{ctx: ctx, tool: &tool{codec: zstdCodec}, keep: true}, said: 2, format: "zstd"}
	// Messages begin with zstd by whatever name it is called.
	as, args := *call, call.Args[min(1, len(call.Args)):]
	z.call = &as
	as.Args = append([]string{"zstd"}, args...)
	name := call.Name()
	z.expand = strings.HasPrefix(name, "un")
	if strings.HasSuffix(name, "cat") {
		z.expand, z.stdout, z.force, z.said = true, true, true, 1
	}
	level, _ := call.Getenv("ZSTD_CLEVEL")
	given := 0
	args, given = zstdLevel(args)
	if n, err := strconv.Atoi(level); given == 0 && err == nil {
		given = max(min(n, 19), 1)
	}
	z.level = given
	o, status, ok := zstdOptions().ParseArgs(z.call, args)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if status, ended := z.set(f); ended {
			return status
		}
	}
	return z.all(o.Operands)
}

// set takes one option; ended tells that there is nothing else to do.
func (z *zstdTool) set(f option.Found) (status int, ended bool) {
	switch f.Name {
	case "z":
		z.expand = false
	case "o":
		z.output, z.stdout = f.Value, false
	case "c":
		z.stdout, z.output = true, ""
	case "k":
		z.keep = true
	case "rm":
		z.keep = false
	case "l":
		z.list = true
	case "q":
		z.said = max(z.said-1, 0)
	case "v":
		z.said++
	case "C":
		z.unchecked = false
	case "no-check":
		z.unchecked = true
	case "pass-through":
		z.pass = yes
	case "no-pass-through":
		z.pass = no
	case "format":
		if _, ok := zstdFormats[f.Value]; !ok {
			return z.incorrect("--format=" + f.Value), true
		}
		z.format = f.Value
	case "filelist":
		z.filelist = f.Value
	case "output-dir-flat":
		z.flat = f.Value
	case "D":
		return z.load(f.Value)
	case "M", "memlimit":
		n, err := command.ParseSize(f.Value, "kKmMgG0")
		if err != nil {
			return z.incorrect("-M" + f.Value), true
		}
		z.memory = n
	case "fast":
		z.level = 1
	case "V":
		return z.show("zstd (aegish)\n"), true
	case "h", "H":
		return z.show(zstdOptions().Help("zstd")), true
	default:
		z.option(f)
	}
	return 0, false
}

func (z *zstdTool) incorrect(what string) int {
	fmt.Fprintf(z.call.Stderr, "Incorrect parameters: %s\n", what)
	return 1
}

func (z *zstdTool) show(text string) int {
	out := command.NewOutput(z.call)
	out.WriteString(text)
	return out.Finish(0, 1)
}

// load reads the dictionary, which may take a share of what may be held.
func (z *zstdTool) load(name string) (status int, ended bool) {
	const noDictionary = 31
	in, err := z.call.Open(z.ctx, name)
	if err == nil {
		defer in.Close()
		most := z.call.Limits.HeldBytes / heldShare
		z.dictionary, err = io.ReadAll(io.LimitReader(in, most+1))
		if err == nil && int64(len(z.dictionary)) > most {
			z.call.Errorf("error 32 : Dictionary file %s is too large ", name)
			return noDictionary + 1, true
		}
	}
	if err != nil {
		z.call.Errorf("error %d : Stat failed on dictionary file %s: %s ", noDictionary, name, command.Message(err))
		return noDictionary, true
	}
	return 0, false
}

// operands are the files to work on: without links, with what is in
// directories, and with those that --filelist names.
func (z *zstdTool) operands(given []string) (all []string, err error) {
	if z.filelist != "" {
		in, err := z.call.Open(z.ctx, z.filelist)
		if err != nil {
			return nil, fmt.Errorf("error : can't open file list %s: %s", z.filelist, command.Message(err))
		}
		defer in.Close()
		names, err := io.ReadAll(io.LimitReader(in, z.call.Limits.HeldBytes/heldShare))
		if err != nil {
			return nil, err
		}
		given = append(given, strings.FieldsFunc(string(names), func(r rune) bool { return r == '\n' })...)
	}
	for _, name := range given {
		if fi, err := z.call.FS.Lstat(name); name != "-" && err == nil && !z.force && fi.Mode()&fs.ModeSymlink != 0 {
			if z.said > 1 {
				fmt.Fprintf(z.call.Stderr, "Warning : %s is a symbolic link, ignoring \n", name)
			}
			continue
		}
		if !z.recurse || !z.below(name, 0, &all) {
			all = append(all, name)
		}
	}
	return all, nil
}

// below adds what is in a directory; false when name is none.
func (z *zstdTool) below(name string, level int, all *[]string) bool {
	fi, err := z.call.FS.Lstat(name)
	if err != nil || !fi.IsDir() || level > depth {
		return false
	}
	list, err := z.call.FS.ReadDir(name)
	if err != nil {
		z.errorf("%s: %s", name, command.Message(err))
		return true
	}
	for _, e := range list {
		if z.ctx.Err() != nil {
			return true
		}
		full := path.Join(name, e.Name())
		if e.Type().IsRegular() || e.IsDir() && !z.below(full, level+1, all) {
			*all = append(*all, full)
		}
	}
	return true
}

// errorf reports an error.
func (z *zstdTool) errorf(format string, args ...any) {
	if z.said > 0 {
		z.call.Errorf(format, args...)
	}
	z.status = 1
}
