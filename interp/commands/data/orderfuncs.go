package data

import (
	"bytes"
	"errors"
	"slices"

	"github.com/itchyny/gojq"
)

// functions are what the definitions of ordered rest on. Each returns null for
// a value that it is not for.
func (o *orders) functions() []gojq.CompilerOption {
	one := func(name string, f func(any) any) gojq.CompilerOption {
		return gojq.WithFunction(name, 0, 0, func(v any, _ []any) any { return f(v) })
	}
	return []gojq.CompilerOption{
		one("__keys", o.keyList), one("__pairs", o.pairs), one("__entries", o.entries),
		one("__merged", o.merged), one("__json", o.text), one("__value", o.value),
		gojq.WithFunction("__made", 1, 1, o.made),
	}
}

// made notes an object that {...} has made.
func (o *orders) made(v any, args []any) any {
	m, object := v.(map[string]any)
	i, known := args[0].(int)
	if object && known && i >= 0 && i < len(o.literals) && sameKeys(m, o.literals[i]) {
		o.note(m, o.literals[i])
	}
	return v
}

func (o *orders) keyList(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	keys := o.keys(m)
	list := make([]any, len(keys))
	for i, k := range keys {
		list[i] = k
	}
	return list
}

// pairs is to_entries of an object.
func (o *orders) pairs(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	list := make([]any, 0, len(m))
	for _, k := range o.keys(m) {
		e := map[string]any{"key": k, "value": m[k]}
		o.note(e, []string{"key", "value"})
		list = append(list, e)
	}
	return list
}

// entries is from_entries of objects; null where one is something else, whose
// message is gojq's.
func (o *orders) entries(v any) any {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	made, keys := make(map[string]any, len(list)), make([]string, 0, len(list))
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok {
			return nil
		}
		k, ok := o.entryKey(m)
		if !ok {
			return nil
		}
		if _, twice := made[k]; !twice {
			keys = append(keys, k)
		}
		made[k] = first(m, "value", "v", "Value", "V")
	}
	o.note(made, keys)
	return made
}

// entryKey is the name that an entry gives; numbers, false and null are spelled
// out.
func (o *orders) entryKey(m map[string]any) (string, bool) {
	switch k := first(m, "key", "k", "name", "Name", "K", "Key").(type) {
	case string:
		return k, true
	case []any, map[string]any:
		return "", false
	default:
		text, ok := o.text(k).(string)
		return text, ok
	}
}

// first is the value of the first of the names that an object has with another
// value than null and false, or of the first that it has at all.
func first(m map[string]any, names ...string) any {
	for _, name := range names {
		if v, ok := m[name]; ok && v != nil && v != false {
			return v
		}
	}
	for _, name := range names {
		if v, ok := m[name]; ok {
			return v
		}
	}
	return nil
}

// merged is add of objects.
func (o *orders) merged(v any) any {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return nil
	}
	made, keys := map[string]any{}, []string(nil)
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok {
			return nil
		}
		for _, k := range o.keys(m) {
			if _, twice := made[k]; !twice {
				keys = append(keys, k)
			}
			made[k] = m[k]
		}
	}
	o.note(made, slices.Clip(keys))
	return made
}

// text is a value as JSON on a line.
func (o *orders) text(v any) any {
	var b bytes.Buffer
	if err := (&printer{orders: o}).print(&b, v); err != nil {
		return err
	}
	return b.String()
}

// value is the value that a text is, in an array.
func (o *orders) value(v any) any {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	read, err := o.parse(s)
	switch {
	case errors.Is(err, errDeep):
		return err
	case err != nil:
		return nil
	}
	return []any{read}
}
