package config

import (
	"bytes"
	"errors"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxFileSize is how large a configuration file may be, in bytes.
const maxFileSize = 1 << 20

// maxKeys is how many keys and tables a file may hold. The decoder's search
// for keys that are defined twice is quadratic: a megabyte of short keys would
// keep it busy for half a minute.
const maxKeys = 10000

// A document is one decoded file and the line of every key in it.
type document struct {
	file  string
	raw   rawFile
	lines map[string]int // dotted key, array elements as "[0]" -> 1-based line
	// byRoot says that nobody but root can have written the file.
	byRoot bool
}

// decode reads a file's text. Names and types are checked against the raw
// structs before the decoder sees the text, because the decoder alone would
// take "SHELL" for "shell", and because its messages speak of Go types.
func decode(file string, text []byte) (*document, error) {
	if len(text) > maxFileSize {
		return nil, tooLarge(file)
	}
	ix := newIndexer(file, text)
	if err := ix.run(); err != nil {
		return nil, err
	}
	doc := &document{file: file, lines: ix.lines}
	dec := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := dec.Decode(&doc.raw); err != nil {
		return nil, decodeError(file, err)
	}
	return doc, nil
}

func tooLarge(file string) error {
	return &Error{File: file, Msg: "expected at most 1048576 bytes (1 MiB), found more"}
}

// decodeError gives the decoder's error a file and a line.
func decodeError(file string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		return decodeError(file, &strict.Errors[0])
	}
	e := &Error{File: file, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		e.Line, _ = at.Position()
		e.Key = strings.Join(at.Key(), ".")
	}
	return e
}

// empty reports whether the file says nothing at all.
func (d *document) empty() bool { return len(d.lines) == 0 }

// fail makes an error about a key of this document.
func (d *document) fail(key, msg string) *Error {
	return &Error{File: d.file, Line: d.line(key), Key: key, Msg: msg}
}

// line gives a key's line, or that of the nearest table around it.
func (d *document) line(key string) int {
	for key != "" {
		if n, ok := d.lines[key]; ok {
			return n
		}
		key = key[:max(strings.LastIndexAny(key, ".["), 0)]
	}
	return 0
}

// sortedKeys gives a map's keys in a fixed order, so that of several mistakes
// the same one is always reported.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
