package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var uniqOptions = option.Set{
	Usage: "[OPTION]... [INPUT [OUTPUT]]",
	About: "Write lines that are the same as the one before them only once.",
	Options: []option.Option{
		{Short: 'c', Long: "count", Help: "write how often each line occurs before it"},
		{Short: 'd', Long: "repeated", Help: "write only lines that occur several times, once each"},
		{Short: 'D', Help: "write all of the lines that occur several times"},
		{Long: "all-repeated", Arg: option.Optional, Name: "METHOD", Help: "like -D, groups separated: none, prepend, separate"},
		{Short: 'f', Long: "skip-fields", Arg: option.Required, Name: "N", Help: "do not compare the first N fields"},
		{Long: "group", Arg: option.Optional, Name: "METHOD", Help: "write all lines, groups separated: separate, prepend, append, both"},
		{Short: 'i', Long: "ignore-case", Help: "do not tell upper from lower case"},
		{Short: 's', Long: "skip-chars", Arg: option.Required, Name: "N", Help: "do not compare the first N characters"},
		{Short: 'u', Long: "unique", Help: "write only lines that occur once"},
		{Short: 'w', Long: "check-chars", Arg: option.Required, Name: "N", Help: "compare no more than N characters"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

type uniquer struct {
	count, fold         bool
	once, first, rest   bool // which lines of a group are written
	fields, chars, most int64
	separate            string // of -D and --group
	group               bool
	delim               byte
	limit               int
	out                 *command.Output

	scratch               []byte
	groups                int64
	previous, previousKey []byte
}

func uniq(ctx context.Context, call *command.Call) int {
	p, status, ok := uniqOptions.ParseArgs(call, obsoleteSkips(call.Args[1:]))
	if !ok {
		return status
	}
	u := &uniquer{once: true, first: true, most: math.MaxInt64, delim: '\n', limit: call.Limits.LineBytes}
	if status := u.options(call, p); status != 0 {
		return status
	}
	if len(p.Operands) > 2 {
		return uniqOptions.Misuse(call, "extra operand %s", command.Quote(p.Operands[2]))
	}
	names := append(p.Operands, "-", "-")[:2]
	in, err := call.Open(ctx, names[0])
	if err != nil {
		call.FileError(names[0], err)
		return 1
	}
	defer in.Close()
	u.out = command.NewOutput(call)
	if names[1] != "-" {
		f, err := call.Create(ctx, names[1])
		if err != nil {
			call.FileError(names[1], err)
			return 1
		}
		defer f.Close()
		u.out = command.NewFileOutput(call, f)
	}
	if err := u.run(in); err != nil && u.out.Err() == nil {
		call.Errorf("error reading %s", command.QuoteShell(shownName(names[0])))
		status = 1
	}
	return u.out.Finish(status, 1)
}

// obsoleteSkips turns -N and +N, which skip fields and characters, into -f and -s.
func obsoleteSkips(args []string) []string {
	var out []string
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		value := i > 0 && slices.Contains([]string{"-f", "-s", "-w", "--skip-fields", "--skip-chars", "--check-chars"}, args[i-1])
		if !value && len(a) > 1 && strings.Trim(a[1:], "0123456789") == "" {
			switch a[0] {
			case '-':
				a = "-f" + a[1:]
			case '+':
				a = "-s" + a[1:]
			}
		}
		out = append(out, a)
	}
	return out
}

// method finds what an argument, perhaps abbreviated, means; status is that of
// wrong usage otherwise.
func method(call *command.Call, set *option.Set, name, value string, valid ...string) (string, int) {
	found, problem := "", "invalid"
	for _, v := range valid {
		if v == value {
			return v, 0
		}
		if strings.HasPrefix(v, value) {
			if found != "" {
				problem = "ambiguous"
				break
			}
			found = v
		}
	}
	if found != "" && problem == "invalid" {
		return found, 0
	}
	call.Errorf("%s argument %s for %s", problem, command.Quote(value), command.Quote(name))
	fmt.Fprintln(call.Stderr, "Valid arguments are:")
	for _, v := range valid {
		fmt.Fprintf(call.Stderr, "  - %s\n", command.Quote(v))
	}
	return "", set.Fail(call)
}

func (u *uniquer) options(call *command.Call, p *option.Parsed) (status int) {
	every := false
	for _, o := range p.Options {
		var what string
		var n *int64
		switch o.Name {
		case "c":
			u.count = true
		case "d":
			u.once = false
		case "D", "all-repeated":
			u.once, u.rest, every, u.separate = false, true, true, "none"
			if o.Has {
				u.separate, status = method(call, &uniqOptions, "--all-repeated", o.Value, "none", "prepend", "separate")
			}
		case "group":
			u.group, u.separate = true, "separate"
			if o.Has {
				u.separate, status = method(call, &uniqOptions, "--group", o.Value, "prepend", "append", "separate", "both")
			}
		case "f":
			n, what = &u.fields, "number of fields to skip"
		case "s":
			n, what = &u.chars, "number of bytes to skip"
		case "w":
			n, what = &u.most, "number of bytes to compare"
		case "i":
			u.fold = true
		case "u":
			u.first = false
		case "z":
			u.delim = 0
		}
		if n != nil {
			v, err := command.ParseSize(o.Value, "")
			if err != nil && !errors.Is(err, errTooLarge) {
				call.Errorf("%s: invalid %s", command.QuoteIfNeeded(o.Value), what)
				return 1
			}
			*n = v
		}
		if status != 0 {
			return status
		}
	}
	switch {
	case u.group && (u.count || !u.once || !u.first || every):
		return uniqOptions.Misuse(call, "--group is mutually exclusive with -c/-d/-D/-u")
	case u.count && every:
		return uniqOptions.Misuse(call, "printing all duplicated lines and repeat counts is meaningless")
	}
	return 0
}

// key is the part of a line that is compared.
func (u *uniquer) key(line []byte) []byte {
	i := 0
	for n := u.fields; n > 0 && i < len(line); n-- {
		for i < len(line) && isBlankOrNewline(line[i]) {
			i++
		}
		for i < len(line) && !isBlankOrNewline(line[i]) {
			i++
		}
	}
	line = line[i:]
	line = line[min(u.chars, int64(len(line))):]
	return line[:min(u.most, int64(len(line)))]
}

func isBlankOrNewline(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func (u *uniquer) same(a, b []byte) bool {
	if !u.fold {
		return bytes.Equal(a, b)
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if asciiLower(a[i]) != asciiLower(b[i]) {
			return false
		}
	}
	return true
}

func asciiLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// run keeps one line of the group, of which the rest is written as it comes.
func (u *uniquer) run(in io.Reader) error {
	var n int64
	for r := record.NewReader(in, u.delim, u.limit); ; {
		rec, err := r.Next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil {
			if n > 0 {
				u.end(n)
			}
			if u.groups > 0 && (u.separate == "append" || u.separate == "both") {
				u.out.WriteByte(u.delim)
			}
			return nil
		}
		rec = record.Trim(rec, u.delim)
		switch key := u.key(rec); {
		case n > 0 && u.same(key, u.previousKey):
			n++
			if !u.group && !u.rest {
				continue
			}
			u.again(n, rec)
		default:
			if n > 0 {
				u.end(n)
			}
			n = 1
			u.keep(rec)
			if u.group {
				u.begin(rec)
			}
		}
		if err := u.out.Err(); err != nil {
			return err
		}
	}
}

func (u *uniquer) keep(line []byte) {
	u.previous = append(u.previous[:0], line...)
	u.previousKey = u.key(u.previous)
}

// begin starts a group of --group.
func (u *uniquer) begin(line []byte) {
	u.groups++
	if u.separate == "prepend" || u.separate == "both" || u.groups > 1 {
		u.out.WriteByte(u.delim)
	}
	u.line(line)
}

// again is the nth line, n > 1, of a group of which all lines are written.
func (u *uniquer) again(n int64, line []byte) {
	if u.group {
		u.line(line)
		return
	}
	if n == 2 {
		u.groups++
		if u.separate == "prepend" || u.separate == "separate" && u.groups > 1 {
			u.out.WriteByte(u.delim)
		}
	}
	u.line(u.previous)
	u.keep(line)
}

// end writes what a group of n lines comes to.
func (u *uniquer) end(n int64) {
	if u.group || n == 1 && !u.once || n > 1 && !u.first {
		return
	}
	if u.count {
		u.scratch = fmt.Appendf(u.scratch[:0], "%7d ", n)
		u.out.Write(u.scratch)
	}
	u.line(u.previous)
}

func (u *uniquer) line(line []byte) {
	u.out.Write(line)
	u.out.WriteByte(u.delim)
}
