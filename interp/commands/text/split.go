package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/vfs"
)

var splitOptions = option.Set{
	Usage: "[OPTION]... [FILE [PREFIX]]",
	About: "Write pieces of a file to PREFIXaa, PREFIXab and so on; 1000 lines each, PREFIX x.",
	Options: []option.Option{
		{Short: 'a', Long: "suffix-length", Arg: option.Required, Name: "N", Help: "use suffixes of N letters"},
		{Long: "additional-suffix", Arg: option.Required, Name: "SUFFIX", Help: "append SUFFIX to the names"},
		{Short: 'b', Long: "bytes", Arg: option.Required, Name: "SIZE", Help: "SIZE bytes in each file"},
		{Short: 'C', Long: "line-bytes", Arg: option.Required, Name: "SIZE", Help: "as many lines as make at most SIZE bytes"},
		{Short: 'd', Help: "numbers as suffixes, from 0"},
		{Long: "numeric-suffixes", Arg: option.Optional, Name: "FROM", Help: "the same, from FROM"},
		{Short: 'x', Help: "hexadecimal numbers as suffixes"},
		{Long: "hex-suffixes", Arg: option.Optional, Name: "FROM", Help: "the same, from FROM"},
		{Short: 'e', Long: "elide-empty-files", Help: "make no empty files with -n"},
		{Long: "filter", Arg: option.Required, Name: "COMMAND", Help: "write to a shell COMMAND; the name is $FILE"},
		{Short: 'l', Long: "lines", Arg: option.Required, Name: "NUMBER", Help: "NUMBER lines in each file"},
		{Short: 'n', Long: "number", Arg: option.Required, Name: "CHUNKS", Help: "make N files, or l/N without breaking lines, r/N line by line in turn; K/N, l/K/N, r/K/N: write the Kth of them"},
		{Short: 'u', Long: "unbuffered", Help: "nothing: output is written when there is much of it"},
		{Short: 't', Long: "separator", Arg: option.Required, Name: "SEP", Help: "lines end with SEP"},
		{Long: "verbose", Help: "tell of each file"},
	},
}

type splitter struct {
	call    *command.Call
	ctx     func(name string) (vfs.File, error)
	prefix  string
	extra   string
	letters string
	length  int
	fixed   bool // the length is known before
	// separated tells that -t was given.
	separated bool
	next      int64
	from      int64
	verbose   bool
	delim     byte
	file      vfs.File
	in        fs.FileInfo // of the input, nil when nothing is known
	out       *command.Output
	stdout    *command.Output
	kind      byte
	size      int64
	skip      bool
	// Of -n: how (0, l or r), and which chunk to write to standard output, 0
	// for all of them to files.
	how  byte
	only int64
	// Of --filter: the command, what it gets next, and its status.
	filter    string
	filtered  bool
	exec      func(*command.Call) int
	piece     *heldPiece
	pieceName string
	code      int
}

func split(ctx context.Context, call *command.Call) int {
	var args []string
	for _, a := range call.Args[1:] {
		if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
			a = "-l" + a[1:]
		}
		args = append(args, a)
	}
	p, status, ok := splitOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	s := &splitter{call: call, prefix: "x", letters: "abcdefghijklmnopqrstuvwxyz", length: 2, delim: '\n', kind: 'l', size: 1000, stdout: command.NewOutput(call)}
	s.ctx = func(name string) (vfs.File, error) { return call.Create(ctx, name) }
	if status := s.options(p); status != 0 {
		return status
	}
	if len(p.Operands) > 2 {
		return splitOptions.Misuse(call, "extra operand %s", command.Quote(p.Operands[2]))
	}
	names := append(p.Operands, []string{"-", "x"}[min(len(p.Operands), 2):]...)
	s.prefix = names[1]
	if s.filter, s.filtered = p.Last("filter"); s.filtered && s.only > 0 {
		return splitOptions.Misuse(call, "--filter does not process a chunk extracted to stdout")
	}
	s.exec = func(c *command.Call) int { return call.Exec(ctx, c) }
	in, err := call.Open(ctx, names[0])
	if err != nil {
		call.Errorf("cannot open %s for reading: %s", command.QuoteShell(names[0]), command.Message(err))
		return 1
	}
	defer in.Close()
	s.in, _ = in.Stat()
	err = s.run(ctx, in)
	if cerr := s.close(); err == nil {
		err = cerr
	}
	var failed *command.OutputError
	switch {
	case err == nil, errors.Is(err, command.ErrReported):
	case errors.As(err, &failed):
		call.Errorf("%s: %s", command.QuoteIfNeeded(s.name(s.next-1)), command.Message(failed.Err))
	default:
		call.Errorf("%s: %s", command.QuoteIfNeeded(shownName(names[0])), command.Message(err))
	}
	if err != nil {
		return s.stdout.Finish(max(s.code, 1), 1)
	}
	return s.stdout.Finish(0, 1)
}

func (s *splitter) options(p *option.Parsed) int {
	kinds, start := 0, ""
	for _, o := range p.Options {
		switch o.Name {
		case "a":
			n, err := command.ParseSize(o.Value, "")
			if err != nil || n > 200 {
				s.call.Errorf("invalid suffix length: %s", command.Quote(o.Value))
				return 1
			}
			if s.length = int(n); n == 0 {
				s.length = 2
			}
			s.fixed = n > 0
		case "additional-suffix":
			if strings.Contains(o.Value, "/") {
				return splitOptions.Misuse(s.call, "invalid suffix %s, contains directory separator", command.Quote(o.Value))
			}
			s.extra = o.Value
		case "d", "numeric-suffixes", "x", "hex-suffixes":
			s.letters = "0123456789"
			base := 10
			if o.Name == "x" || o.Name == "hex-suffixes" {
				s.letters, base = "0123456789abcdef", 16
			}
			if o.Has && o.Value != "" {
				n, err := strconv.ParseInt(o.Value, base, 62)
				if err != nil {
					return splitOptions.Misuse(s.call, "%s: invalid start value for %s suffix", command.Quote(o.Value), map[int]string{10: "numerical", 16: "hexadecimal"}[base])
				}
				s.from, s.next = n, n
				start = strings.TrimLeft(o.Value[:len(o.Value)-1], "0") + o.Value[len(o.Value)-1:]
			}
		case "e":
			s.skip = true
		case "t":
			if status := s.separator(o.Value); status != 0 {
				return status
			}
		case "verbose":
			s.verbose = true
		case "b", "C", "l", "n":
			if kinds++; kinds > 1 {
				return splitOptions.Misuse(s.call, "cannot split in more than one way")
			}
			if status := s.amount(o); status != 0 {
				return status
			}
		}
	}
	return s.settleSuffix(start)
}

// separator takes over -t, which may be given again only with the same.
func (s *splitter) separator(text string) int {
	if len(text) != 1 && text != `\0` {
		s.call.Errorf("multi-character separator %s", command.Quote(text))
		return 1
	}
	delim := text[0]
	if text == `\0` {
		delim = 0
	}
	if s.separated && delim != s.delim {
		s.call.Errorf("multiple separator characters specified")
		return 1
	}
	s.delim, s.separated = delim, true
	return 0
}

// settleSuffix finds how long suffixes are: as -a says, or as many letters as the
// number of pieces needs, counted from a start that is below it. Suffixes grow
// only where neither a start nor a number of pieces is known.
func (s *splitter) settleSuffix(start string) int {
	least := 0
	if s.kind == 'n' {
		last := s.size - 1
		if n, err := strconv.ParseInt(start, 10, 62); err == nil && n < s.size {
			last += n
		}
		for least = 1; last >= int64(len(s.letters)); least++ {
			last /= int64(len(s.letters))
		}
	}
	switch {
	case s.fixed && s.length < least:
		s.call.Errorf("the suffix length needs to be at least %d", least)
		return 1
	case !s.fixed:
		s.length = max(s.length, least)
	}
	s.fixed = s.fixed || start != "" || s.kind == 'n'
	if len(start) > s.length {
		return splitOptions.Misuse(s.call, "numerical suffix start value is too large for the suffix length")
	}
	return 0
}

func (s *splitter) amount(o option.Found) int {
	s.kind = o.Name[0]
	value, suffixes, what := o.Value, sizeSuffixes, "bytes"
	switch o.Name {
	case "l":
		suffixes, what = "", "lines"
	case "n":
		what, suffixes = "chunks", ""
		if strings.HasPrefix(value, "l/") || strings.HasPrefix(value, "r/") {
			s.how, value = value[0], value[2:]
		}
		if one, of, ok := strings.Cut(value, "/"); ok && one == "" {
			value = of // as the original has it
		} else if ok {
			k, err := command.ParseSize(one, "")
			if err != nil {
				why := ""
				if errors.Is(err, errTooLarge) {
					why = ": " + command.Message(err)
				}
				s.call.Errorf("invalid chunk number: %s%s", command.Quote(one), why)
				return 1
			}
			n, err := command.ParseSize(of, "")
			if err == nil && (k < 1 || k > n) {
				s.call.Errorf("invalid chunk number: %s: Numerical result out of range", command.Quote(one))
				return 1
			}
			s.only, value = k, of
		}
	}
	n, err := command.ParseSize(value, suffixes)
	switch {
	case err != nil || n == 0:
		why := ""
		switch {
		case errors.Is(err, errTooLarge):
			why = ": " + command.Message(err)
		case err == nil:
			why = ": Numerical result out of range"
		}
		s.call.Errorf("invalid number of %s: %s%s", what, command.Quote(value), why)
		return 1
	}
	s.size = n
	return 0
}

// name is that of the nth file. Without a length of its own, suffixes become
// longer after yz, yzaa: the last letter begins a longer one.
func (s *splitter) name(n int64) string {
	base := int64(len(s.letters))
	length, lead := s.length, ""
	if !s.fixed {
		for {
			room := base - 1
			for range length - 1 {
				room *= base
			}
			if n < room || length > 12 {
				break
			}
			n -= room
			lead += s.letters[base-1:]
			length++
		}
	}
	digits := make([]byte, length)
	for i := range digits {
		digits[length-1-i] = s.letters[n%base]
		n /= base
	}
	if n > 0 {
		return ""
	}
	return s.prefix + lead + string(digits) + s.extra
}

// start begins the next file.
func (s *splitter) start() error {
	if err := s.close(); err != nil {
		return err
	}
	name := s.name(s.next)
	if name == "" {
		s.call.Errorf("output file suffixes exhausted")
		return command.ErrReported
	}
	s.next++
	if s.filtered {
		s.begin(name)
		return nil
	}
	if s.verbose {
		fmt.Fprintf(s.stdout, "creating file %s\n", command.QuoteShell(name))
	}
	if fi, err := s.call.FS.Stat(name); err == nil && s.in != nil && vfs.SameFile(fi, s.in) {
		s.call.Errorf("%s would overwrite input; aborting", command.QuoteShell(name))
		return command.ErrReported
	}
	f, err := s.ctx(path.Clean(name))
	if err != nil {
		s.call.Errorf("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
		return command.ErrReported
	}
	s.file, s.out = f, command.NewFileOutput(s.call, f)
	return nil
}

func (s *splitter) close() error {
	if s.piece != nil {
		return s.filterPiece()
	}
	if s.file == nil {
		return nil
	}
	err := s.out.Flush()
	if cerr := s.file.Close(); err == nil {
		err = cerr
	}
	s.file = nil
	return err
}

func (s *splitter) run(ctx context.Context, in *command.Input) error {
	switch s.kind {
	case 'b':
		return s.bytes(in)
	case 'n':
		return s.chunks(ctx, in)
	}
	r := record.NewReader(in, s.delim, s.call.Limits.LineBytes)
	used := int64(0)
	for first := true; ; first = false {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if s.kind == 'l' {
			if used == s.size || first {
				used, err = 0, s.start()
			}
			used++
		} else {
			if first || used > 0 && used+int64(len(rec)) > s.size {
				used, err = 0, s.start()
			}
			for err == nil && used+int64(len(rec)) > s.size {
				n := s.size - used
				if _, err = s.out.Write(rec[:n]); err == nil && int64(len(rec)) > n {
					rec, used = rec[n:], 0
					err = s.start()
				}
			}
			used += int64(len(rec))
		}
		if err == nil {
			_, err = s.out.Write(rec)
		}
		if err != nil {
			return err
		}
	}
}

// bytes writes files of size bytes.
func (s *splitter) bytes(in io.Reader) error {
	buf := make([]byte, command.BufferBytes)
	left := int64(0)
	for {
		n, err := in.Read(buf)
		for part := buf[:n]; len(part) > 0; {
			if left == 0 {
				if err := s.start(); err != nil {
					return err
				}
				left = s.size
			}
			take := min(left, int64(len(part)))
			if _, err := s.out.Write(part[:take]); err != nil {
				return err
			}
			left -= take
			part = part[take:]
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
