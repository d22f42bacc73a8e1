package data

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// guarded are functions whose own ones in gojq take time that is not linear and
// that nothing ends, or make values of any depth at once.
const guarded = `
def contains($b): __contains($b);
def inside($b): . as $a | $b | __contains($a);
def indices($i): __indices($i);
def index($i): __indices($i) | if . == null then null else .[0] end;
def rindex($i): __indices($i) | if . == null then null else .[-1:][0] end;
def __minus($b; $a): if ($a | type) == "array" and ($b | type) == "array" then $a | __without($b) else $a - $b end;
.`

// Bounds of the depth of values. gojq walks values by calls, and when these use
// up the stack Go ends the process.
const (
	// levels is how deep values may be that a filter makes.
	levels = 10_000
	// sampled is how many values are made for one that is looked at: to look
	// costs as much as the value is large, and what grows level by level is
	// found soon enough.
	sampled = 256
)

var errLevels = errors.New("the filter makes values that are nested too deeply")

// A guard stands behind what makes values in a filter.
type guard struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
}

func (g *guard) functions() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		gojq.WithFunction("__level", 0, 0, g.level), gojq.WithFunction("__whole", 0, 0, g.whole), gojq.WithFunction("__grown", 1, 1, g.grown),
		gojq.WithFunction("__short", 0, 0, g.short), gojq.WithFunction("__contains", 1, 1, g.contains),
		gojq.WithFunction("__indices", 1, 1, g.indices), gojq.WithFunction("__without", 1, 1, g.without),
	}
}

// deep ends the filter, which could catch an error.
func (g *guard) deep() any {
	g.cancel(errLevels)
	return errLevels
}

// level is for values that are a level deeper than what they were made of.
func (g *guard) level(v any, _ []any) any {
	if rand.IntN(sampled) > 0 {
		return v
	}
	return g.whole(v, nil)
}

// whole looks at all of a value.
func (g *guard) whole(v any, _ []any) any {
	if deeper(v, levels) {
		return g.deep()
	}
	return v
}

// deeper tells whether a value has more levels than n.
func deeper(v any, n int) bool {
	if n < 0 {
		return true
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if deeper(e, n-1) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if deeper(e, n-1) {
				return true
			}
		}
	}
	return false
}

// grown is for what an update has made of a value: the way to the parts that
// are others than before may not be long.
func (g *guard) grown(v any, args []any) any {
	if longer(v, args[0], levels) {
		return g.deep()
	}
	return g.level(v, nil)
}

func longer(v, old any, n int) bool {
	if n < 0 {
		return true
	}
	switch v := v.(type) {
	case []any:
		before, _ := old.([]any)
		if len(v) > 0 && len(v) == len(before) && &v[0] == &before[0] {
			return false
		}
		for i, e := range v {
			if longer(e, at(before, i), n-1) {
				return true
			}
		}
	case map[string]any:
		before, _ := old.(map[string]any)
		if before != nil && reflect.ValueOf(v).Pointer() == reflect.ValueOf(before).Pointer() {
			return false
		}
		for k, e := range v {
			if longer(e, before[k], n-1) {
				return true
			}
		}
	}
	return false
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// short is for a path, or a list of them.
func (g *guard) short(v any, _ []any) any {
	list, _ := v.([]any)
	long := func(v any) bool { p, ok := v.([]any); return ok && len(p) > levels }
	paths := len(list) > 0
	for _, p := range list {
		if _, ok := p.([]any); !ok {
			paths = false
		}
	}
	if paths && slices.ContainsFunc(list, long) || !paths && long(v) {
		return g.deep()
	}
	return v
}

// contains is that of jq(1). It ends with the filter.
func (g *guard) contains(v any, args []any) any {
	if a, b := gojq.TypeOf(v), gojq.TypeOf(args[0]); a != b {
		return fmt.Errorf("%s (%s) and %s (%s) cannot have their containment checked", a, gojq.Preview(v), b, gojq.Preview(args[0]))
	}
	found := g.has(v, args[0])
	if g.ctx.Err() != nil {
		return context.Cause(g.ctx)
	}
	return found
}

func (g *guard) has(a, b any) bool {
	switch b := b.(type) {
	case string:
		a, ok := a.(string)
		return ok && strings.Contains(a, b)
	case []any:
		a, ok := a.([]any)
		if !ok {
			return false
		}
		for _, want := range b {
			if g.ctx.Err() != nil || !slices.ContainsFunc(a, func(e any) bool { return g.has(e, want) }) {
				return false
			}
		}
		return true
	case map[string]any:
		a, ok := a.(map[string]any)
		if !ok {
			return false
		}
		for k, want := range b {
			if e, ok := a[k]; !ok || !g.has(e, want) {
				return false
			}
		}
		return true
	}
	return gojq.Compare(a, b) == 0
}

// indices is that of jq(1): where a string or an array is in another, or a
// value in an array.
func (g *guard) indices(v any, args []any) any {
	found := []any{}
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		part, ok := args[0].(string)
		if !ok {
			break
		}
		if part == "" {
			return nil
		}
		runes, from := 0, 0
		for g.ctx.Err() == nil {
			i := strings.Index(v[from:], part)
			if i < 0 {
				return found
			}
			runes += utf8.RuneCountInString(v[from : from+i])
			found = append(found, runes)
			_, n := utf8.DecodeRuneInString(v[from+i:])
			runes, from = runes+1, from+i+n
		}
		return context.Cause(g.ctx)
	case []any:
		part, ok := args[0].([]any)
		if !ok {
			part = []any{args[0]}
		}
		if len(part) == 0 {
			return nil
		}
		for i := range len(v) - len(part) + 1 {
			if g.ctx.Err() != nil {
				return context.Cause(g.ctx)
			}
			if slices.EqualFunc(v[i:i+len(part)], part, func(a, b any) bool { return gojq.Compare(a, b) == 0 }) {
				found = append(found, i)
			}
		}
		return found
	}
	return fmt.Errorf("cannot determine indices of %s (%s) in %s (%s)", gojq.TypeOf(args[0]), gojq.Preview(args[0]), gojq.TypeOf(v), gojq.Preview(v))
}

// without is an array less the elements of another.
func (g *guard) without(v any, args []any) any {
	less := slices.Clone(args[0].([]any))
	slices.SortFunc(less, gojq.Compare)
	left := []any{}
	for _, e := range v.([]any) {
		if _, found := slices.BinarySearchFunc(less, e, gojq.Compare); !found {
			left = append(left, e)
		}
	}
	return left
}
