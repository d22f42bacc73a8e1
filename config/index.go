package config

import (
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// An indexer walks a file's expressions, checks every name and type against
// the raw structs and remembers the line of every key.
type indexer struct {
	file   string
	text   []byte
	starts []int // offset of each line's first byte
	lines  map[string]int
	counts map[string]int // elements of each array of tables so far
}

func newIndexer(file string, text []byte) *indexer {
	ix := &indexer{file: file, text: text, starts: []int{0}, lines: map[string]int{}, counts: map[string]int{}}
	for i, c := range text {
		if c == '\n' {
			ix.starts = append(ix.starts, i+1)
		}
	}
	return ix
}

// A place is a position in the schema: a dotted key and the type it has.
type place struct {
	key string
	typ reflect.Type
}

func (ix *indexer) run() error {
	root := place{typ: reflect.TypeFor[rawFile]()}
	table := root
	var p unstable.Parser
	p.Reset(ix.text)
	for p.NextExpression() {
		node := p.Expression()
		var err error
		switch node.Kind {
		case unstable.Table:
			table, err = ix.header(root, node)
		case unstable.ArrayTable:
			table, err = ix.arrayHeader(root, node)
		case unstable.KeyValue:
			err = ix.keyValue(table, node)
		}
		if err != nil {
			return err
		}
	}
	if err := p.Error(); err != nil {
		return ix.syntax(err)
	}
	return nil
}

// syntax locates a syntax error: the decoder stops where the parser did, and
// knows the position.
func (ix *indexer) syntax(err error) error {
	var ignored map[string]any
	if decodeErr := toml.Unmarshal(ix.text, &ignored); decodeErr != nil {
		err = decodeErr
	}
	return decodeError(ix.file, err)
}

// header opens the table that a [header] names.
func (ix *indexer) header(root place, node *unstable.Node) (place, error) {
	at, line, err := ix.descend(root, node.Key())
	if err != nil {
		return at, err
	}
	if kind := at.typ.Kind(); kind != reflect.Struct && kind != reflect.Map {
		return at, ix.fail(at.key, line, "expected "+describe(at.typ)+", found a table")
	}
	return at, ix.record(at.key, line)
}

// arrayHeader opens the next element of the array that an [[array header]]
// names.
func (ix *indexer) arrayHeader(root place, node *unstable.Node) (place, error) {
	at, line, err := ix.descend(root, node.Key())
	if err != nil {
		return at, err
	}
	if !isTables(at.typ) {
		return at, ix.fail(at.key, line, "expected "+describe(at.typ)+", found an array of tables ([[...]])")
	}
	n := ix.counts[at.key]
	ix.counts[at.key]++
	at = ix.element(at, n)
	return at, ix.record(at.key, line)
}

// descend follows a dotted key from a table; in an array of tables it goes on
// in the last element.
func (ix *indexer) descend(from place, key unstable.Iterator) (at place, line int, err error) {
	at = from
	for key.Next() {
		node := key.Node()
		line = ix.lineAt(int(node.Raw.Offset))
		if isTables(at.typ) {
			at = ix.element(at, max(ix.counts[at.key]-1, 0))
		}
		if at, err = ix.step(at, string(node.Data), line); err != nil {
			return at, line, err
		}
	}
	return at, line, nil
}

// isTables reports whether a type is an array of tables.
func isTables(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct
}

func (ix *indexer) element(at place, n int) place {
	return place{key: at.key + "[" + strconv.Itoa(n) + "]", typ: at.typ.Elem()}
}

// step finds one part of a key in a table.
func (ix *indexer) step(at place, name string, line int) (place, error) {
	key := joinKey(at.key, name)
	switch at.typ.Kind() {
	case reflect.Struct:
		for i := range at.typ.NumField() {
			if f := at.typ.Field(i); f.Tag.Get("toml") == name {
				return place{key: key, typ: f.Type}, nil
			}
		}
		return at, ix.fail(key, line, "unknown key; expected one of "+strings.Join(keysOf(at.typ), ", "))
	case reflect.Map:
		return place{key: key, typ: at.typ.Elem()}, nil
	}
	return at, ix.fail(at.key, line, "expected "+describe(at.typ)+", found a table")
}

// keyValue checks one key = value line of a table.
func (ix *indexer) keyValue(table place, node *unstable.Node) error {
	at, line, err := ix.descend(table, node.Key())
	if err != nil {
		return err
	}
	if err := ix.record(at.key, line); err != nil {
		return err
	}
	return ix.value(at, node.Value(), line)
}

// value compares a value with the type of its key, and indexes what is in it.
func (ix *indexer) value(at place, v *unstable.Node, line int) error {
	if v.Raw.Length > 0 {
		line = ix.lineAt(int(v.Raw.Offset))
	}
	t := at.typ
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if want := tomlKind(t.Kind()); want != unstable.Invalid && v.Kind != want {
		return ix.fail(at.key, line, "expected "+describe(at.typ)+", found "+describeKind(v.Kind))
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		for it := v.Children(); it.Next(); {
			if err := ix.keyValue(place{at.key, t}, it.Node()); err != nil {
				return err
			}
		}
	case reflect.Slice:
		n := 0
		for it := v.Children(); it.Next(); n++ {
			el := ix.element(place{at.key, t}, n)
			if err := ix.listed(el, it.Node(), line); err != nil {
				return err
			}
		}
	}
	return nil
}

// listed checks one element of an array.
func (ix *indexer) listed(el place, v *unstable.Node, line int) error {
	if v.Raw.Length > 0 {
		line = ix.lineAt(int(v.Raw.Offset))
	}
	if err := ix.record(el.key, line); err != nil {
		return err
	}
	return ix.value(el, v, line)
}

// record remembers a key's line; the first mention counts.
func (ix *indexer) record(key string, line int) error {
	if _, ok := ix.lines[key]; ok {
		return nil
	}
	if len(ix.lines) >= maxKeys {
		return ix.fail("", line, "expected at most "+strconv.Itoa(maxKeys)+" keys and list elements in the file, found more")
	}
	ix.lines[key] = line
	return nil
}

func (ix *indexer) fail(key string, line int, msg string) *Error {
	return &Error{File: ix.file, Line: line, Key: key, Msg: msg}
}

// lineAt gives the 1-based line of an offset.
func (ix *indexer) lineAt(offset int) int {
	return sort.SearchInts(ix.starts, offset+1)
}
