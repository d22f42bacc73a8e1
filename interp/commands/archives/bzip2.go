package archives

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// bzip2Flags are the long options of bzip2 by the letter that stands for them; it
// does not take abbreviations.
var bzip2Flags = map[string]byte{
	"stdout": 'c', "decompress": 'd', "compress": 'z', "force": 'f', "test": 't', "keep": 'k', "small": 's', "quiet": 'q', "version": 'V',
	"license": 'L', "exponential": 0, "repetitive-best": 0, "repetitive-fast": 0, "fast": '1', "best": '9', "verbose": 'v', "help": 'h',
}

const bzip2Help = `
   usage: %s [flags and input files in any order]

   -h --help           print this message
   -d --decompress     force decompression
   -z --compress       force compression
   -k --keep           keep the input files
   -f --force          overwrite files; follow links
   -t --test           test whether files are intact
   -c --stdout         write to standard output
   -q --quiet          no warnings
   -v --verbose        say what is done
   -L --license        show the version
   -V --version        show the version
   -s --small          accepted, changes nothing
   -1 .. -9            set the size of blocks to 100k .. 900k
   --fast, --best      the same as -1, -9

   Without files, %s works from standard input to standard output.
`

// A bzipper is one invocation of bzip2.
type bzipper struct {
	packer
	names []string
	// width is how far -v fills names up.
	width int
	// ended tells that an error ended all, testFailed that -t found one.
	ended, testFailed bool
}

func bzip2Command(ctx context.Context, call *command.Call) int {
	b := &bzipper{packer: packer{ctx: ctx, call: call, tool: &tool{codec: bzip2Codec}}, width: len("(stdin)")}
	switch name := call.Name(); {
	case strings.Contains(name, "unzip"):
		b.expand = true
	case strings.Contains(name, "z2cat"), strings.Contains(name, "zcat"):
		b.expand, b.stdout = true, true
	}
	var flags []string
	for _, variable := range []string{"BZIP2", "BZIP"} {
		value, _ := call.Getenv(variable)
		flags = append(flags, strings.Fields(value)...)
	}
	args := append(flags, call.Args[min(1, len(call.Args)):]...)
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	for i, a := range args {
		if i == end {
			continue
		}
		if i > end || !strings.HasPrefix(a, "-") {
			b.names = append(b.names, a)
			b.width = max(b.width, len(a))
			continue
		}
		if status, ok := b.flag(a); !ok {
			return status
		}
	}
	return b.all()
}

// flag takes one word of options; ok is false when there is nothing else to do.
func (b *bzipper) flag(word string) (status int, ok bool) {
	letters := word[1:]
	if long, is := strings.CutPrefix(word, "--"); is {
		letter, known := bzip2Flags[long]
		switch {
		case !known:
			return b.usage(word), false
		case long == "exponential":
			return 0, true
		case letter == 0:
			b.call.Errorf("%s is redundant in versions 0.9.5 and above", word)
			return 0, true
		}
		letters = string(rune(letter))
	}
	for _, c := range letters {
		switch c {
		case 'c':
			b.stdout = true
		case 'd':
			b.expand, b.test = true, false
		case 'z':
			b.expand, b.test = false, false
		case 'f':
			b.force = true
		case 't':
			b.expand, b.test = true, true
		case 'k':
			b.keep = true
		case 's':
		case 'q':
			b.quiet = true
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			b.level = int(c - '0')
		case 'V', 'L':
			fmt.Fprintf(b.call.Stderr, "%s (aegish)\n", b.call.Name())
			return 0, false
		case 'v':
			b.verbose = true
		case 'h':
			fmt.Fprintf(b.call.Stderr, bzip2Help, b.call.Name(), b.call.Name())
			return 0, false
		default:
			return b.usage(word), false
		}
	}
	return 0, true
}

func (b *bzipper) usage(word string) int {
	b.call.Errorf("Bad flag `%s'", word)
	fmt.Fprintf(b.call.Stderr, bzip2Help, b.call.Name(), b.call.Name())
	return 1
}

func (b *bzipper) all() int {
	if b.test && b.stdout {
		b.call.Errorf("-c and -t cannot be used together.")
		return 1
	}
	if len(b.names) == 0 {
		b.stream()
	}
	for i, name := range b.names {
		if b.ctx.Err() != nil {
			return 1
		}
		b.file(name)
		if b.ended {
			if left := len(b.names) - i - 1; left > 0 && !b.quiet {
				b.call.Errorf("WARNING: some files have not been processed:")
				b.call.Errorf("   %d specified on command line, %d not processed yet.\n", len(b.names), left)
			}
			return b.status
		}
	}
	if b.testFailed && !b.quiet {
		fmt.Fprint(b.call.Stderr, bzip2Recover)
	}
	return b.status
}

// bad reports what keeps a file from being worked on.
func (b *bzipper) bad(format string, args ...any) {
	b.call.Errorf(format, args...)
	b.status = max(b.status, 1)
}

// mild is bad, said without -q alone.
func (b *bzipper) mild(format string, args ...any) {
	if !b.quiet {
		b.call.Errorf(format, args...)
	}
	b.status = max(b.status, 1)
}
