package config

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// appendCanonical appends what json.Marshal makes of a value. A session begins
// with it, and package json takes longer to get to know the types than to write
// them: what most settings are is written here.
func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		b = append(b, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendCanonical(b, k), ':')
			b = appendCanonical(b, v[k])
		}
		return append(b, '}')
	case []string:
		if v == nil {
			return append(b, "null"...)
		}
		b = append(b, '[')
		for i, s := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, s)
		}
		return append(b, ']')
	case string:
		if plainJSON(v) {
			return append(append(append(b, '"'), v...), '"')
		}
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case map[string]string:
		if v != nil && len(v) == 0 {
			return append(b, "{}"...)
		}
	case *uint64:
		if v == nil {
			return append(b, "null"...)
		}
		return strconv.AppendUint(b, *v, 10)
	case []ruleView:
		if v != nil && len(v) == 0 {
			return append(b, "[]"...)
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic("BUG(config): a setting does not marshal: " + err.Error())
	}
	return append(b, text...)
}

// plainJSON tells whether package json writes a text as it is.
func plainJSON(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~':
			return false
		case c == '"' || c == '\\' || c == '<' || c == '>' || c == '&':
			return false
		}
	}
	return true
}
