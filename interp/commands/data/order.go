package data

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// Bounds of what is remembered about the order of keys.
const (
	knownObjects = 1 << 14
	knownShapes  = 256
	shapeKeys    = 1 << 10
	knownNames   = 1 << 13
)

// orders remembers in which order the keys of objects came, because gojq's
// objects are maps and jq's keep the order in which keys were put in.
//
// Objects that were read, or made by a function of ours, are known themselves.
// For one that a filter made, the keys come as in the objects that are most
// like it, those of the filter's text first; a key that none of them has comes
// when it first appeared, in the input or in the filter. What is beyond the
// bounds is sorted.
type orders struct {
	objects map[uintptr]object
	// ring is the order in which objects were noted; the oldest goes first.
	ring []uintptr
	at   int
	// shapes are the orders of keys that were seen, at most knownShapes, and
	// exact finds one by its sorted keys.
	shapes []shape
	exact  map[string]int
	// names are the strings of the input in the order of their appearance,
	// later those of the filter.
	names, later map[string]int
	// last are the keys that were noted last, found those of the last object
	// that was looked up by its keys.
	last, found []string
	// literals are the orders of the objects in the filter.
	literals [][]string
}

// An object is held, so that no other takes its address.
type object struct {
	m    map[string]any
	keys []string
}

type shape struct {
	keys []string
	at   map[string]int
}

func newOrders() *orders {
	return &orders{objects: map[uintptr]object{}, exact: map[string]int{}, names: map[string]int{}, later: map[string]int{}}
}

// note remembers the order of an object's keys, which are its own.
func (o *orders) note(m map[string]any, keys []string) {
	if slices.Equal(keys, o.last) {
		keys = o.last // objects that are alike share their keys
	} else {
		for _, k := range keys {
			o.name(k)
		}
		o.shape(keys)
		o.last = keys
	}
	if len(m) < 2 {
		return
	}
	p := reflect.ValueOf(m).Pointer()
	if _, known := o.objects[p]; !known {
		if len(o.ring) < knownObjects {
			o.ring = append(o.ring, p)
		} else {
			delete(o.objects, o.ring[o.at])
			o.ring[o.at] = p
			o.at = (o.at + 1) % knownObjects
		}
	}
	o.objects[p] = object{m, keys}
}

// forget lets go of the objects that were noted, but not of what was learned
// from them.
func (o *orders) forget() {
	clear(o.objects)
	o.ring, o.at = o.ring[:0], 0
}

// shape remembers an order of keys.
func (o *orders) shape(keys []string) {
	if len(keys) < 2 || len(keys) > shapeKeys || len(o.shapes) == knownShapes {
		return
	}
	id := identity(keys)
	if _, known := o.exact[id]; known {
		return
	}
	s := shape{keys, make(map[string]int, len(keys))}
	for i, k := range keys {
		s.at[k] = i
	}
	o.found = nil
	o.exact[id] = len(o.shapes)
	o.shapes = append(o.shapes, s)
}

// identity is the same for the same keys in any order.
func identity(keys []string) string {
	return strings.Join(slices.Sorted(slices.Values(keys)), "\x00")
}

// name remembers that a string appeared in the input.
func (o *orders) name(s string) { appeared(o.names, s) }

func appeared(names map[string]int, s string) {
	if len(names) < knownNames && len(s) <= 256 {
		if _, known := names[s]; !known {
			names[s] = len(names)
		}
	}
}

// keys lists the keys of an object in order.
func (o *orders) keys(m map[string]any) []string {
	if o == nil || len(m) < 2 {
		return slices.Sorted(maps.Keys(m))
	}
	if known, ok := o.objects[reflect.ValueOf(m).Pointer()]; ok && sameKeys(m, known.keys) {
		return known.keys
	}
	if sameKeys(m, o.found) {
		return o.found
	}
	o.found = o.alike(m)
	return o.found
}

// alike orders the keys of an object as in others that are like it.
func (o *orders) alike(m map[string]any) []string {
	all := slices.Sorted(maps.Keys(m))
	if len(all) <= shapeKeys {
		if i, ok := o.exact[strings.Join(all, "\x00")]; ok {
			return o.shapes[i].keys
		}
	}
	return o.guess(all)
}

func sameKeys(m map[string]any, keys []string) bool {
	if len(m) != len(keys) {
		return false
	}
	for _, k := range keys {
		if _, ok := m[k]; !ok {
			return false
		}
	}
	return true
}

// guess orders sorted keys by the shapes that have most of them.
func (o *orders) guess(rest []string) []string {
	ordered := make([]string, 0, len(rest))
	for len(rest) > 1 && len(rest) <= shapeKeys {
		best, most := -1, 0
		for i, s := range o.shapes {
			n := 0
			for _, k := range rest {
				if _, ok := s.at[k]; ok {
					n++
				}
			}
			if n > most || n == most && n > 0 && len(s.keys) < len(o.shapes[best].keys) {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		s := o.shapes[best]
		var left []string
		for _, k := range rest {
			if _, ok := s.at[k]; !ok {
				left = append(left, k)
			}
		}
		for _, k := range s.keys {
			if _, ok := slices.BinarySearch(rest, k); ok {
				ordered = append(ordered, k)
			}
		}
		rest = left
	}
	slices.SortStableFunc(rest, func(a, b string) int { return cmp.Compare(o.rank(a), o.rank(b)) })
	return append(ordered, rest...)
}

func (o *orders) rank(k string) int {
	if i, ok := o.names[k]; ok {
		return i
	}
	if i, ok := o.later[k]; ok {
		return knownNames + i
	}
	return 2 * knownNames
}

// learn remembers the objects and the strings that the text of a filter has.
func (o *orders) learn(v reflect.Value) {
	walk(v, 0, func(node any) bool {
		switch n := node.(type) {
		case *gojq.Object:
			o.shape(literalKeys(n))
		case *gojq.String:
			if len(n.Queries) == 0 {
				appeared(o.later, n.Str)
			}
		case *gojq.Index:
			appeared(o.later, n.Name)
		}
		return true
	}, func(any) {})
}

// literalKeys are the keys of an object in a filter that are known before it
// runs, each once.
func literalKeys(n *gojq.Object) []string {
	var keys []string
	for _, kv := range n.KeyVals {
		k := kv.Key
		if kv.KeyString != nil && len(kv.KeyString.Queries) == 0 {
			k = kv.KeyString.Str
		}
		if k = strings.TrimPrefix(k, "$"); k != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}
