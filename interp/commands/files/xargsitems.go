package files

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// errItem says that an item is too long.
var errItem = errors.New("argument line too long")

// An itemReader reads the items of xargs: words with quotes and backslashes,
// lines, or what ends with a delimiter.
type itemReader struct {
	r      io.Reader
	b      *bufio.Reader
	delim  byte
	plain  bool
	byLine bool
	end    string
	hasEnd bool
	max    int
	done   bool
	// warn tells once of a NUL, which ends what an argument can hold.
	warn func(string)
}

// next returns the next item, and whether the line that it is in ends with it.
// The error is io.EOF at the end.
func (r *itemReader) next() (item string, endsLine bool, err error) {
	if r.b == nil {
		r.b = bufio.NewReaderSize(r.r, 64<<10)
	}
	if r.done {
		return "", false, io.EOF
	}
	if r.plain {
		item, err = r.delimited()
		item, _, _ = strings.Cut(item, "\x00")
		return item, true, err
	}
	item, endsLine, err = r.word()
	var cut bool
	if item, _, cut = strings.Cut(item, "\x00"); cut && r.warn != nil {
		r.warn("WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?")
		r.warn = nil
	}
	if err == nil && r.hasEnd && item == r.end {
		r.done = true
		return "", false, io.EOF
	}
	return item, endsLine, err
}

func (r *itemReader) delimited() (string, error) {
	var b strings.Builder
	for {
		c, err := r.b.ReadByte()
		switch {
		case err == io.EOF && b.Len() > 0:
			r.done = true
			return b.String(), nil
		case err != nil:
			return "", err
		case c == r.delim:
			return b.String(), nil
		case b.Len() >= r.max:
			return "", errItem
		}
		b.WriteByte(c)
	}
}

// word reads a word, or with byLine a line without the blanks before it.
func (r *itemReader) word() (string, bool, error) {
	var b strings.Builder
	open, quote := false, byte(0)
	for {
		c, err := r.b.ReadByte()
		switch {
		case err == io.EOF:
			r.done = true
			if b.Len() == 0 { // an empty word in quotes is lost here
				return "", false, io.EOF
			}
			if quote != 0 {
				return "", false, unmatched(quote)
			}
			return b.String(), true, nil
		case err != nil:
			return "", false, err
		case b.Len() >= r.max:
			return "", false, errItem
		case quote != 0 && c == '\n':
			return "", false, unmatched(quote)
		case quote != 0 && c == quote:
			quote = 0
			continue
		case quote != 0:
			b.WriteByte(c)
			continue
		case c == '\n':
			if open {
				return b.String(), true, nil
			}
			continue
		case c == ' ' || c == '\t':
			if !open {
				continue
			}
			if r.byLine {
				b.WriteByte(c)
				continue
			}
			// Blanks at the end of a line join the next one to it (-L).
			return b.String(), false, nil
		case c == '\'' || c == '"':
			quote, open = c, true
			continue
		case c == '\\':
			if c, err = r.b.ReadByte(); err == io.EOF {
				continue // the end comes again
			} else if err != nil {
				return "", false, err
			}
		}
		open = true
		b.WriteByte(c)
	}
}

func unmatched(quote byte) error {
	kind := "single"
	if quote == '"' {
		kind = "double"
	}
	return errors.New("unmatched " + kind + " quote; by default quotes are special to xargs unless you use the -0 option")
}
