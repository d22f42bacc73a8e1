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
		return r.argument(item), true, err
	}
	item, endsLine, err = r.word()
	if err == nil && r.hasEnd && untilNUL(item) == r.end {
		r.done = true
		return "", false, io.EOF
	}
	return r.argument(item), endsLine, err
}

// unread counts the bytes that were read ahead and not used.
func (r *itemReader) unread() int64 {
	if r.b == nil {
		return 0
	}
	return int64(r.b.Buffered())
}

// argument is what an argument can hold of an item. What is put into others is
// cut there.
func (r *itemReader) argument(item string) string {
	if r.byLine {
		return item
	}
	return untilNUL(item)
}

func untilNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
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
func (r *itemReader) word() (item string, endsLine bool, err error) {
	var b strings.Builder
	open, quote, c := false, byte(0), byte(0)
	for {
		before := c
		if c, err = r.b.ReadByte(); err != nil {
			return r.last(b.String(), quote, err)
		}
		switch {
		case quote != 0 && c == '\n':
			return "", false, unmatched(quote)
		case quote != 0 && c == quote:
			quote = 0
			continue
		case quote != 0:
		case !open && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			continue
		case c == '\n':
			// Blanks at the end of a line join the next one to it (-L).
			return b.String(), !isBlank(before), nil
		case isBlank(c) && !r.byLine:
			return b.String(), false, nil
		case c == '\'' || c == '"':
			quote, open = c, true
			continue
		case c == '\\':
			open = true
			if c, err = r.b.ReadByte(); err != nil {
				return r.last(b.String(), 0, err)
			}
		}
		open = true
		if err := r.fits(c, b.Len()); err != nil {
			return "", false, err
		}
		b.WriteByte(c)
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// last is what a word comes to that the input ends in.
func (r *itemReader) last(item string, quote byte, err error) (string, bool, error) {
	if err != io.EOF {
		return "", false, err
	}
	r.done = true
	switch {
	case item == "": // also an empty word in quotes
		return "", false, io.EOF
	case quote != 0:
		return "", false, unmatched(quote)
	}
	return item, true, nil
}

// fits asks whether there is room for one more byte, and tells once of a NUL.
func (r *itemReader) fits(c byte, length int) error {
	if c == 0 && r.warn != nil {
		r.warn("WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?")
		r.warn = nil
	}
	if length >= r.max {
		return errItem
	}
	return nil
}

func unmatched(quote byte) error {
	kind := "single"
	if quote == '"' {
		kind = "double"
	}
	return errors.New("unmatched " + kind + " quote; by default quotes are special to xargs unless you use the -0 option")
}
