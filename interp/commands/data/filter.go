package data

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"time"

	"github.com/itchyny/gojq"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/strftime"
)

// prelude stands before every filter: the clock and the zone are the call's,
// and a string is not repeated beyond what may be held.
const prelude = `
def now: __now;
def localtime: if type == "number" then (. + __offset(.)) | gmtime else error("localtime() requires a number") end;
def strflocaltime(f): if type == "number" then localtime else . end | strftime(f);
def __mul($b; $a): if __fits($a; $b) then $a * $b else error("the string would be too long") end;
.`

// ordered, after it, are the functions that show or keep the order of keys. Its
// .[] is rewritten like those of filters. A function of gojq is named before
// its successor is defined, to be called for all that is no object.
const ordered = `
def __add: add;
def __toentries: to_entries;
def __fromentries: from_entries;
def __fromjson: fromjson;
def __keysof: keys;
def __flatten: flatten;
def __flatten($n): flatten($n);
def keys_unsorted: if type == "object" then __keys else __keysof end;
def map(f): [.[] | f];
def add: if type == "object" then [.[]] | add else __merged as $m | if $m == null then __add else $m end end;
def add(f): reduce f as $x (null; . + $x);
def to_entries: __pairs as $p | if $p == null then __toentries else $p end;
def from_entries: __entries as $e | if $e == null then __fromentries else $e end;
def with_entries(f): to_entries | map(f) | from_entries;
def recurse: def all: ., (.[]? | all); all;
def paths: path(..) | select(. != []);
def paths(f): path(.. | select(f)) | select(. != []);
def leaf_paths: paths(scalars);
def flatten: if type == "object" then [.[]] else . end | __flatten;
def flatten($n): if type == "object" then [.[]] else . end | __flatten($n);
def INDEX(rows; f): [rows | {(f | tostring): .}] | add // {};
def INDEX(f): INDEX(.[]; f);
def tostream: path(def all: (.[]? | all), .; all) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def tojson: __json;
def tostring: if type == "string" then . else __json end;
def fromjson: if type == "string" then __value as [$v] | if $v == null then __fromjson else $v end else __fromjson end;
.`

// errMemory is the cause of a filter's end that watch found.
var errMemory = errors.New("the filter needs more memory than the limits allow")

// sizeBytes bounds the text of a filter.
const sizeBytes = 1 << 20

// A filter is a program that was compiled.
type filter struct {
	code   *gojq.Code
	guard  *guard
	values []any
	held   int64
}

// A scope is what a filter can see besides its input.
type scope struct {
	names  []string
	values []any
	inputs gojq.Iter
	// file names the input that is read.
	file func() any
	// stderr takes what debug and stderr write.
	stderr func(v any, debug bool)
	// orders knows the order of keys.
	orders *orders
}

// compile makes a filter of its text.
func compile(call *command.Call, text string, s scope) (*filter, error) {
	if len(text) > sizeBytes {
		return nil, errors.New("the filter is too long")
	}
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	before, err := gojq.Parse(prelude)
	if err != nil {
		return nil, err
	}
	inOrder, err := gojq.Parse(ordered)
	if err != nil {
		return nil, err
	}
	matches, err := gojq.Parse(matching)
	if err != nil {
		return nil, err
	}
	bounds, err := gojq.Parse(guarded)
	if err != nil {
		return nil, err
	}
	if !walk(reflect.ValueOf(query), 0, func(any) bool { return true }, func(any) {}) {
		return nil, errors.New("the filter is nested too deeply")
	}
	s.orders.learn(reflect.ValueOf(query))
	query.FuncDefs = append(inOrder.FuncDefs, query.FuncDefs...)
	r, err := newRewriter(s.orders)
	if err != nil {
		return nil, err
	}
	r.rewrite(reflect.ValueOf(query))
	query.FuncDefs = slices.Concat(before.FuncDefs, bounds.FuncDefs, matches.FuncDefs, query.FuncDefs)
	held := call.Limits.HeldBytes
	s.orders.shape([]string{"offset", "length", "string", "captures"})
	s.orders.shape([]string{"offset", "length", "string", "name"})
	g := &guard{}
	options := append(slices.Concat(s.orders.functions(), (&matcher{held: held}).functions(), g.functions()), gojq.WithVariables(s.names), gojq.WithInputIter(s.inputs),
		gojq.WithEnvironLoader(func() []string { return call.Env }),
		gojq.WithFunction("__now", 0, 0, func(any, []any) any { return float64(call.Now().UnixNano()) / 1e9 }),
		gojq.WithFunction("__offset", 1, 1, func(_ any, args []any) any { return offset(call, args[0]) }),
		gojq.WithFunction("__fits", 2, 2, func(_ any, args []any) any { return fits(args[0], args[1], held) }),
		gojq.WithFunction("input_filename", 0, 0, func(any, []any) any { return s.file() }),
		gojq.WithFunction("debug", 0, 0, func(v any, _ []any) any { s.stderr(v, true); return v }),
		gojq.WithFunction("stderr", 0, 0, func(v any, _ []any) any { s.stderr(v, false); return v }),
	)
	code, err := gojq.Compile(query, options...)
	if err != nil {
		return nil, err
	}
	return &filter{code, g, s.values, held}, nil
}

// offset is how far the local time is from UTC, in seconds.
func offset(call *command.Call, v any) any {
	var at time.Time
	switch n := v.(type) {
	case int:
		at = time.Unix(int64(n), 0)
	case float64:
		at = time.Unix(int64(n), 0)
	default:
		return 0
	}
	tz, set := call.Getenv("TZ")
	_, seconds := at.In(strftime.Location(tz, set)).Zone()
	return seconds
}

// fits tells whether the product of two values may be made.
func fits(a, b any, held int64) bool {
	s, ok := a.(string)
	n := b
	if !ok {
		if s, ok = b.(string); !ok {
			return true
		}
		n = a
	}
	switch n := n.(type) {
	case int:
		return float64(len(s))*float64(n) <= float64(held)/4
	case float64:
		return float64(len(s))*n <= float64(held)/4
	}
	return true
}

// run hands each output for one input to use. It ends when ctx does, and when
// the heap of the process has grown by more than may be held: gojq does not
// count what a filter makes, so that this is a guess on the safe side.
func (f *filter) run(ctx context.Context, input any, use func(any) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f.guard.ctx, f.guard.cancel = ctx, cancel
	stop := watch(cancel, f.held)
	defer stop()
	iter := f.code.RunWithContext(ctx, input, f.values...)
	for {
		v, ok := iter.Next()
		if !ok {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err, ok := v.(error); ok {
			return err
		}
		if err := use(v); err != nil {
			return err
		}
	}
}

// watchEvery is how often the heap is looked at.
const watchEvery = 20 * time.Millisecond

// watch cancels when the heap grows by more than held bytes. What it returns
// ends the watch and waits for its end.
func watch(cancel context.CancelCauseFunc, held int64) func() {
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		start, begun := int64(0), false
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if !begun {
					start, begun = heap(), true
				} else if heap()-start > held {
					cancel(errMemory)
					return
				}
			}
		}
	}()
	return func() { close(done); <-ended }
}

// describe is the message of an error of a filter.
func describe(err error) string {
	var value gojq.ValueError
	if errors.As(err, &value) {
		switch v := value.Value().(type) {
		case string:
			return ": " + v
		default:
			return fmt.Sprintf(" (not a string): %s", gojq.Preview(v))
		}
	}
	return ": " + err.Error()
}
