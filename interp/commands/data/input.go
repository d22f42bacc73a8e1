package data

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

var errLong = errors.New("a value is longer than the limits allow")

// A badInput is text that is not what it should be.
type badInput struct{ err error }

func (e *badInput) Error() string { return e.err.Error() }
func (e *badInput) Unwrap() error { return e.err }

// A decoder returns the values of one file; io.EOF after the last.
type decoder interface {
	next() (any, error)
}

// An inputs is the sequence of values of several files.
type inputs struct {
	ctx   context.Context
	call  *command.Call
	names []string
	// open makes a decoder for a file.
	open func(io.Reader) decoder
	// missing reports a file that can not be read.
	missing func(name string, err error)

	file    *command.Input
	name    any
	decoder decoder
	failed  bool // after an error there is nothing more
}

// next returns a value, or io.EOF.
func (in *inputs) next() (any, error) {
	for {
		if in.failed {
			return nil, io.EOF
		}
		if in.decoder == nil {
			if len(in.names) == 0 {
				return nil, io.EOF
			}
			name := in.names[0]
			in.names = in.names[1:]
			f, err := in.call.Open(in.ctx, name)
			if err == nil {
				// A directory can be opened, and not be read.
				if fi, serr := f.Stat(); serr == nil && fi.IsDir() {
					_, err = f.Read(make([]byte, 1))
					f.Close()
				}
			}
			if err != nil {
				in.missing(name, err)
				continue
			}
			in.file, in.name = f, name
			if name == "-" {
				in.name = nil
			}
			in.decoder = in.open(f)
		}
		v, err := in.decoder.next()
		switch {
		case err == nil:
			return v, nil
		case err != io.EOF:
			in.failed = true
			in.close()
			return nil, err
		}
		in.close()
	}
}

func (in *inputs) close() {
	if in.file != nil {
		in.file.Close()
	}
	in.file, in.decoder = nil, nil
}

// Next implements gojq.Iter for `input` and `inputs`.
func (in *inputs) Next() (any, bool) {
	v, err := in.next()
	if err == io.EOF {
		return nil, false
	}
	if err != nil {
		return err, true
	}
	return v, true
}

// A jsonDecoder reads values one after the other. What one takes is bounded.
type jsonDecoder struct {
	dec    *json.Decoder
	bounds *bounded
	most   int64
	text   json.RawMessage
	orders *orders
}

// bounded fails once more than a number of bytes were read since it was set.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLong
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	return n, err
}

// valueCost is how much more memory a value takes than its text, at most, for
// what is not made of single digits.
const valueCost = 16

func newJSON(r io.Reader, held int64, o *orders) *jsonDecoder {
	b := &bounded{r: r}
	dec := json.NewDecoder(b)
	return &jsonDecoder{dec: dec, bounds: b, most: max(held/valueCost, 1<<16), orders: o}
}

func (d *jsonDecoder) next() (any, error) {
	d.bounds.left = d.most
	d.text = d.text[:0]
	err := d.dec.Decode(&d.text)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		if tooDeep(d.text) {
			return nil, &badInput{errDeep}
		}
		return (&jsonText{text: d.text, orders: d.orders}).value(), nil
	case err == io.EOF:
		return nil, io.EOF
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &badInput{fmt.Errorf("%w at byte %d", err, d.dec.InputOffset())}
	}
	return nil, err
}

// digits is how long an integer may be to be kept exact.
const digits = 1000

func number(text string) any {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	if len(text) < digits && !strings.ContainsAny(text, ".eE") {
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return n
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && math.IsInf(f, 0) {
		return math.Copysign(math.MaxFloat64, f)
	}
	return f
}

// A rawDecoder returns lines, or all of a file, as strings.
type rawDecoder struct {
	r    *bufio.Reader
	most int
}

func newRaw(r io.Reader, most int) *rawDecoder {
	return &rawDecoder{r: bufio.NewReaderSize(r, command.BufferBytes), most: most}
}

var errLine = errors.New("one line")

func (d *rawDecoder) next() (any, error) {
	text := ""
	err := lines(d.r, d.most, func(s string) error { text = s; return errLine })
	if err == errLine {
		return strings.ToValidUTF8(text, "\ufffd"), nil
	}
	if err != nil {
		return nil, err
	}
	return nil, io.EOF
}

// all reads a file whole, bounded.
func all(r io.Reader, held int64) (string, error) {
	most := max(held/4, 1<<16)
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = errLong
	}
	return string(data), err
}
