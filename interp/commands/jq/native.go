package jq

import (
	"maps"
	"sync"
)

// A native is a function that is built in. It is of one of two sorts.
type native struct {
	// value makes one value of the input and the values of its arguments.
	value func(r *run, in Value, args []Value) (Value, error)
	// filter evaluates its arguments itself.
	filter func(r *run, args []*node, e *env, in input, out output) error
	// single tells that a filter has exactly one output.
	single bool
}

// A library has what filters can call without defining it: natives, and
// functions in jq's own language, which are parsed when they are first named.
type library struct {
	natives map[string]*native
	defined map[string]*function
}

func newLibrary() *library {
	l := &library{natives: map[string]*native{}, defined: map[string]*function{}}
	for _, all := range []map[string]*native{controls(), values(), texts(), expressions(), moments(), orders()} {
		maps.Copy(l.natives, all)
	}
	for name, f := range math1() {
		l.natives[name+"/0"] = &native{value: func(_ *run, in Value, _ []Value) (Value, error) {
			x, err := needNumber(in)
			if err != nil {
				return nil, err
			}
			return f(x), nil
		}}
	}
	for name, f := range math2() {
		l.natives[name+"/2"] = &native{value: func(_ *run, _ Value, args []Value) (Value, error) {
			x, err := needNumber(args[0])
			if err != nil {
				return nil, err
			}
			y, err := needNumber(args[1])
			if err != nil {
				return nil, err
			}
			return f(x, y), nil
		}}
	}
	return l
}

// function returns a function of the library by name/arity, nil if it has none.
func (l *library) function(name string) *function {
	if f := l.defined[name]; f != nil {
		return f
	}
	text, ok := definitions()[name]
	if !ok {
		return nil
	}
	prog, err := parse("<builtin>", text, true)
	if err != nil {
		return nil // a test parses them all
	}
	f := prog.defs[0]
	l.defined[name] = f
	(&resolver{file: "<builtin>", text: text, library: l}).define(f, nil, 0)
	return f
}

// definitions are the functions that are best said in jq itself.
var definitions = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"map/1":                  `def map(f): [.[] | f];`,
		"map_values/1":           `def map_values(f): .[] |= f;`,
		"recurse/1":              `def recurse(f): def all: ., (f | all); all;`,
		"recurse/2":              `def recurse(f; go): def all: ., (f | select(go) | all); all;`,
		"recurse_down/0":         `def recurse_down: ..;`,
		"while/2":                `def while(go; f): def all: if go then ., (f | all) else empty end; all;`,
		"until/2":                `def until(done; f): def all: if done then . else f | all end; all;`,
		"repeat/1":               `def repeat(f): def all: ., (f | all); all;`,
		"range/1":                `def range($to): range(0; $to);`,
		"range/2":                `def range($from; $to): range($from; $to; 1);`,
		"first/0":                `def first: .[0];`,
		"last/0":                 `def last: .[-1];`,
		"nth/1":                  `def nth($n): .[$n];`,
		"first/1":                `def first(f): label $done | f | ., break $done;`,
		"values/0":               `def values: select(. != null);`,
		"nulls/0":                `def nulls: select(. == null);`,
		"booleans/0":             `def booleans: select(type == "boolean");`,
		"numbers/0":              `def numbers: select(type == "number");`,
		"strings/0":              `def strings: select(type == "string");`,
		"arrays/0":               `def arrays: select(type == "array");`,
		"objects/0":              `def objects: select(type == "object");`,
		"iterables/0":            `def iterables: select(type == "array" or type == "object");`,
		"scalars/0":              `def scalars: select(type != "array" and type != "object");`,
		"scalars_or_empty/0":     `def scalars_or_empty: scalars;`,
		"finites/0":              `def finites: select(isinfinite or isnan | not);`,
		"normals/0":              `def normals: select(isnormal);`,
		"in/1":                   `def in(of): . as $key | of | has($key);`,
		"inside/1":               `def inside(of): . as $part | of | contains($part);`,
		"combinations/0":         `def combinations: if length == 0 then [] else .[0][] as $x | .[1:] | [$x] + combinations end;`,
		"combinations/1":         `def combinations(n): . as $all | [range(n)] | map($all) | combinations;`,
		"walk/1":                 `def walk(f): def down: if type == "array" or type == "object" then map_values(down) else . end | f; down;`,
		"todate/0":               `def todate: strftime("%Y-%m-%dT%H:%M:%SZ");`,
		"fromdate/0":             `def fromdate: fromdateiso8601;`,
		"date/0":                 `def date: todate;`,
		"todateiso8601/0":        `def todateiso8601: todate;`,
		"fromdateiso8601/0":      `def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;`,
		"dateadd/2":              `def dateadd(unit; $n): . + $n;`,
		"datesub/2":              `def datesub(unit; $n): . - $n;`,
		"paths/0":                `def paths: path(..) | select(. != []);`,
		"paths/1":                `def paths(f): path(.. | select(f)) | select(. != []);`,
		"leaf_paths/0":           `def leaf_paths: paths(scalars);`,
		"pick/1":                 `def pick(f): . as $all | reduce path(f) as $at (null; setpath($at; $all | getpath($at)));`,
		"del/1":                  `def del(f): delpaths([path(f)]);`,
		"with_entries/1":         `def with_entries(f): to_entries | map(f) | from_entries;`,
		"tostream/0":             `def tostream: path(def down: (.[]? | down), .; down) as $at | getpath($at) | reduce path(.[]?) as $last ([$at, .]; [$at + $last]);`,
		"truncate_stream/1":      `def truncate_stream(events): . as $n | null | events | select(.[0] | length > $n) | .[0] |= .[$n:];`,
		"IN/1":                   `def IN(all): any(all == .; .);`,
		"IN/2":                   `def IN(some; all): any(some == all; .);`,
		"INDEX/1":                `def INDEX(key): INDEX(.[]; key);`,
		"INDEX/2":                `def INDEX(rows; key): reduce rows as $row ({}; .[$row | key | tostring] |= $row);`,
		"JOIN/2":                 `def JOIN($index; key): [.[] | [., $index[key]]];`,
		"JOIN/3":                 `def JOIN($index; rows; key): rows | [., $index[key]];`,
		"JOIN/4":                 `def JOIN($index; rows; key; joined): rows | [., $index[key]] | joined;`,
		"ascii/0":                `def ascii: [.] | implode;`,
		"capture/1":              `def capture($re): capture($re; null);`,
		"capture/2":              `def capture($re; $flags): match($re; $flags) | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;`,
		"scan/1":                 `def scan($re): scan($re; null);`,
		"scan/2":                 `def scan($re; $flags): match($re; "g" + $flags) | if .captures == [] then .string else [.captures[].string] end;`,
		"match/1":                `def match($re): match($re; null);`,
		"test/1":                 `def test($re): test($re; null);`,
		"splits/1":               `def splits($re): splits($re; null);`,
		"splits/2":               `def splits($re; $flags): split($re; $flags) | .[];`,
		"sub/2":                  `def sub($re; with): sub($re; with; "");`,
		"gsub/2":                 `def gsub($re; with): sub($re; with; "g");`,
		"gsub/3":                 `def gsub($re; with; $flags): sub($re; with; $flags + "g");`,
		"tojson/0":               `def tojson: @json;`,
		"halt_error/0":           `def halt_error: halt_error(5);`,
		"debug/1":                `def debug(message): (message | debug | empty), .;`,
		"add/0":                  `def add: add(.[]);`,
		"any/0":                  `def any: any(.[]; .);`,
		"all/0":                  `def all: all(.[]; .);`,
		"any/1":                  `def any(f): any(.[]; f);`,
		"all/1":                  `def all(f): all(.[]; f);`,
		"have_decnum/0":          `def have_decnum: false;`,
		"have_literal_numbers/0": `def have_literal_numbers: true;`,
		"transpose/0":            `def transpose: . as $rows | [range([$rows[] | length] | max // 0) as $i | [$rows[] | .[$i]]];`,
	}
})
