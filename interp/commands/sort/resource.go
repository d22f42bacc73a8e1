package sort

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

// resource looks at options that do not change what comes out.
func (j *job) resource(o option.Found) int {
	name, suffixes := "-"+o.Name, ""
	if o.Long {
		name = map[string]string{"S": "--buffer-size", "T": "--temporary-directory"}[o.Name]
	}
	switch o.Name {
	case "batch-size", "parallel":
		name = "--" + o.Name
	case "S":
		suffixes = "bEgGkKmMPtTYZ"
	case "y":
		if strings.Trim(o.Value, "0123456789") != "" {
			j.names = append(j.names, o.Value) // it has no number then
		}
		return 0
	case "compress-program":
		if j.compressor != "" && j.compressor != o.Value {
			j.call.Errorf("multiple compress programs specified")
			return trouble
		}
		j.compressor = o.Value
		return 0
	default:
		return 0
	}
	text := o.Value
	if o.Name == "S" && len(text) > 1 && text[len(text)-1] == '%' {
		text = text[:len(text)-1]
	}
	n, err := command.ParseSize(text, suffixes)
	switch {
	case errors.Is(err, command.ErrNumber) && text != "" && digit(text[0]):
		j.call.Errorf("invalid suffix in %s argument '%s'", name, o.Value)
	case errors.Is(err, command.ErrNumber):
		j.call.Errorf("invalid %s argument '%s'", name, o.Value)
	case o.Name == "batch-size" && n < 2:
		j.call.Errorf("invalid --batch-size argument %s", command.Quote(o.Value))
		j.call.Errorf("minimum --batch-size argument is %s", command.Quote("2"))
	case o.Name == "batch-size" && err != nil:
		j.call.Errorf("--batch-size argument %s too large", command.Quote(o.Value))
	case o.Name == "parallel" && n == 0:
		j.call.Errorf("number in parallel must be nonzero")
	default:
		return 0
	}
	return trouble
}

// badWord ends with the status that arguments which are no words of theirs
// have, which is not that of other wrong usage.
func (j *job) badWord() int {
	options.Fail(j.call)
	return 1
}

// word is --sort=WORD.
func (j *job) word(word string) int {
	letters := map[string]byte{"general-numeric": 'g', "human-numeric": 'h', "month": 'M', "numeric": 'n', "random": 'R', "version": 'V'}
	found := byte(0)
	for name, c := range letters {
		if strings.HasPrefix(name, word) {
			if found != 0 {
				found = 0
				break
			}
			found = c
		}
	}
	if found == 0 {
		j.call.Errorf("invalid argument %s for %s", command.Quote(word), command.Quote("--sort"))
		j.call.Stderr.Write([]byte("Valid arguments are:\n  - ‘general-numeric’\n  - ‘human-numeric’\n  - ‘month’\n  - ‘numeric’\n  - ‘random’\n  - ‘version’\n"))
		return j.badWord()
	}
	j.globals.set(found, true, true)
	return 0
}

func (j *job) separator(text string) int {
	switch {
	case text == "":
		j.call.Errorf("empty tab")
		return trouble
	case text == `\0`:
		text = "\x00"
	case len(text) > 1:
		j.call.Errorf("multi-character tab %s", command.Quote(text))
		return trouble
	}
	if j.tabGiven && j.tab != int(text[0]) {
		j.call.Errorf("incompatible tabs")
		return trouble
	}
	j.tab, j.tabGiven = int(text[0]), true
	return 0
}

// namesFrom reads the names of the files from a file.
func (j *job) namesFrom(ctx context.Context, file string) int {
	if len(j.names) > 0 {
		j.call.Errorf("extra operand %s", command.QuoteShell(j.names[0]))
		j.call.Stderr.Write([]byte("file operands cannot be combined with --files0-from\n"))
		return options.Fail(j.call)
	}
	in, err := j.call.Open(ctx, file)
	if err != nil {
		j.call.Errorf("open failed: %s: %s", command.QuoteIfNeeded(file), command.Message(err))
		return trouble
	}
	defer in.Close()
	var names []string
	held := int64(0)
	for r := record.NewReader(in, 0, j.lineBytes); ; {
		rec, err := r.Next()
		if held += int64(len(rec)) + 16; held > j.heldBytes && err == nil {
			err = errHeld
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			j.call.Errorf("cannot read file names from %s", command.QuoteShell(file))
			return trouble
		}
		name := string(record.Trim(rec, 0))
		switch {
		case name == "":
			j.call.Errorf("%s:%d: invalid zero-length file name", command.QuoteIfNeeded(file), len(names)+1)
			return trouble
		case name == "-":
			j.call.Errorf("when reading file names from stdin, no file name of %s allowed", command.QuoteShell(name))
			return trouble
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		j.call.Errorf("no input from %s", command.QuoteShell(file))
		return trouble
	}
	j.names, j.from = names, true
	return 0
}

// errHeld tells that there is more than may be held.
var errHeld = errors.New("more to sort than fits into the memory allowed")
