package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// nested gives the settings as the tables they come from.
func nested(list []setting) map[string]any {
	root := map[string]any{}
	for _, s := range list {
		parts := strings.Split(s.Key, ".")
		table := root
		for _, name := range parts[:len(parts)-1] {
			next, ok := table[name].(map[string]any)
			if !ok {
				next = map[string]any{}
				table[name] = next
			}
			table = next
		}
		table[parts[len(parts)-1]] = s.Value
	}
	return root
}

// Hash names the effective values: the hex SHA-256 of their canonical JSON,
// with sorted keys and without white space. The file's name and lines do not
// count, nor does a key that is given its default. What kind of session it is
// does count, because a login shell imports and writes less.
func (c Config) Hash() string {
	doc := nested(c.settings())
	doc["base"], doc["login"] = c.Base, c.Login
	sum := sha256.Sum256(appendCanonical(make([]byte, 0, usualSize), doc))
	return hex.EncodeToString(sum[:])
}

// usualSize is what the settings take in JSON, without many rules.
const usualSize = 6 << 10

// MarshalJSON gives the object that `aegish config show --json` prints:
// {file, login, profile, base, hash, config, source}, where config holds the
// tables under their TOML names (limits that are inherited are null) and
// source maps dotted keys to where their values come from. Characters that do
// not print are escaped, so that the text is inert on a terminal.
func (e *Effective) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(map[string]any{
		"file": e.Config.File, "login": e.Config.Login,
		"profile": e.Config.Profile, "base": e.Config.Base, "hash": e.Config.Hash(),
		"config": nested(e.spelled(e.Config.settings())), "source": e.Source(),
	})
	if err != nil {
		return nil, err
	}
	return inert(text), nil
}

// inert escapes in JSON text what encoding/json leaves raw: C1 controls, DEL,
// directional overrides and other characters that do not print.
func inert(text []byte) []byte {
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}
