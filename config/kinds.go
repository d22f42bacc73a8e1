package config

import (
	"reflect"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"
)

// joinKey appends a name to a dotted key, quoted where TOML demands it.
func joinKey(key, name string) string {
	if !isBareKey(name) {
		name = strconv.Quote(name)
	}
	if key == "" {
		return name
	}
	return key + "." + name
}

func isBareKey(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range []byte(s) {
		if !isWordByte(c) && c != '-' {
			return false
		}
	}
	return true
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// tomlKind gives the TOML kind that a Go kind is written as, Invalid where
// several are possible.
func tomlKind(k reflect.Kind) unstable.Kind {
	switch k {
	case reflect.String:
		return unstable.String
	case reflect.Bool:
		return unstable.Bool
	case reflect.Int64:
		return unstable.Integer
	case reflect.Slice:
		return unstable.Array
	case reflect.Struct, reflect.Map:
		return unstable.InlineTable
	}
	return unstable.Invalid
}

// keysOf lists the keys of a table.
func keysOf(t reflect.Type) []string {
	keys := make([]string, t.NumField())
	for i := range keys {
		keys[i] = t.Field(i).Tag.Get("toml")
	}
	return keys
}

// describe names the type of a key in the file's own terms.
func describe(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		if isTables(t) {
			return "an array of tables"
		}
		return "an array of strings"
	case reflect.Struct, reflect.Map:
		return "a table"
	}
	return "a string or an array"
}

func describeKind(k unstable.Kind) string {
	switch k {
	case unstable.String:
		return "a string"
	case unstable.Bool:
		return "true or false"
	case unstable.Integer:
		return "a whole number"
	case unstable.Float:
		return "a fractional number"
	case unstable.Array:
		return "an array"
	case unstable.InlineTable:
		return "a table"
	}
	return "a date or time"
}
