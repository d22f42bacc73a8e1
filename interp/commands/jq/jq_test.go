package jq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// outputs runs a filter on null and returns what comes out, and the error.
func outputs(t *testing.T, filter string, held int64) ([]string, error) {
	t.Helper()
	host := Host{Next: func() (Value, error) { return nil, io.EOF }, File: func() Value { return nil }, Line: func() int { return 0 },
		Message: func(string) {}, Now: time.Now, Zone: time.UTC, Held: held,
		Module: func(string, bool) (string, string, error) { return "", "", errors.New("module not found") }}
	f, err := Compile(filter, nil, host)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	var all []string
	err = f.Run(ctx, nil, func(v Value) error { all = append(all, Text(v)); return nil })
	if ctx.Err() != nil {
		t.Errorf("%s ran into the time limit", filter)
	}
	return all, err
}

// TestVersions changes arrays and objects at random and keeps all versions:
// none may see the changes of another.
func TestVersions(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		arrays, lists := []*Array{NewArray()}, [][]Value{{}}
		objects, maps := []*Object{NewObject()}, [][]string{{}}
		for step := range 60 {
			i := rnd.IntN(len(arrays))
			at := rnd.IntN(len(lists[i]) + 1)
			v := float64(step)
			arrays = append(arrays, arrays[i].with(at, v))
			list := slices.Clone(lists[i])
			if at == len(list) {
				list = append(list, v)
			} else {
				list[at] = v
			}
			lists = append(lists, list)
			key := fmt.Sprint("k", rnd.IntN(15))
			objects = append(objects, objects[i].with(key, v))
			pairs := slices.Clone(maps[i])
			entry := fmt.Sprintf(`%q:%v`, key, v)
			if j := slices.IndexFunc(pairs, func(p string) bool { return strings.HasPrefix(p, fmt.Sprintf("%q:", key)) }); j >= 0 {
				pairs[j] = entry
			} else {
				pairs = append(pairs, entry)
			}
			maps = append(maps, pairs)
		}
		for range 100 {
			i := rnd.IntN(len(arrays))
			if got, want := Text(arrays[i]), Text(NewArray(lists[i]...)); got != want {
				t.Fatalf("array %d is %s, want %s", i, got, want)
			}
			if got, want := Text(objects[i]), "{"+strings.Join(maps[i], ",")+"}"; got != want {
				t.Fatalf("object %d is %s, want %s", i, got, want)
			}
			for _, p := range maps[i] {
				key := strings.Split(p, `"`)[1]
				if v, ok := objects[i].Get(key); !ok || fmt.Sprintf("%q:%v", key, v) != p {
					t.Fatalf("object %d has %v for %s, want %s", i, v, key, p)
				}
			}
		}
	}
}

func TestLibraryIsComplete(t *testing.T) {
	t.Parallel()
	l := newLibrary()
	for name, text := range definitions() {
		prog, err := parse("<builtin>", text, true)
		if err != nil || len(prog.defs) != 1 {
			t.Fatalf("%s: %v", name, err)
		}
		f := prog.defs[0]
		if got := fmt.Sprintf("%s/%d", f.name, len(f.params)); got != name {
			t.Errorf("%s defines %s", name, got)
		}
		r := &resolver{file: name, text: text, library: l}
		if r.define(f, nil, 0); len(r.wrong) > 0 {
			t.Errorf("%s: %v", name, r.wrong)
		}
		if l.natives[name] != nil {
			t.Errorf("%s is there twice", name)
		}
	}
}

// TestEndlessFiltersEnd has filters that would take for ever, or all memory.
func TestEndlessFiltersEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter string
		err    error
	}{
		{"[range(1e12)]|length", ErrMemory}, {"def f: [f]; f", ErrDepth}, {"def f: 1 + f; f", ErrDepth}, {"def f(x): f(x|x); f(.)", ErrMemory},
		{"[repeat(1)]", ErrMemory}, {`reduce range(60) as $x ("x";.+.)`, ErrMemory}, {"[foreach range(1e6) as $i ([];.+[$i])]|map(length)", ErrMemory}, {"[foreach range(1e6) as $i ([];.+[$i])|.[0]]", ErrMemory}, {`"x"*1e15`, ErrMemory}, {"[limit(1e9;repeat([1,2,3]))]", ErrMemory},
		{"reduce range(1e9) as $i ({};.[$i|tostring]=$i)", ErrMemory}, {"[recurse([.])]", errNested}, {"[recurse([.,.])]", ErrMemory}, {"reduce range(60) as $i (1;[.,.])|.==.", ErrMemory}, {"reduce range(60) as $i (1;{a:.,b:.})|tojson", ErrMemory},
		{"reduce range(20) as $i (1;[.,.])|[range(9) as $i|.]|tojson", ErrMemory}, {".[16e6]=1", ErrMemory}, {`"\\"|reduce range(40) as $i (.;tojson)`, ErrMemory}, {`["\u0001"*3e6]|tojson`, ErrMemory}, {"reduce repeat(1) as $x (null;[.])", errNested},
		{"reduce repeat(1) as $x (null;{a:.})", errNested}, {"last(repeat(1)|[.]|.[0:1])|error", context.DeadlineExceeded},
		{`"a"*1e5|[match("(?=(a*))";"g")]`, context.DeadlineExceeded}, {"reduce range(18) as $i (0;[.,.])|until(.!=map(.);.)", context.DeadlineExceeded},
		{`[("a"*1000)|scan("(a*)*b")]|length`, nil}, {`("a"*40)|test("^(a|a)*$")`, nil}, {`("a"*40)|test("(?=(a+)+b)")`, errSteps}, {`("a"*30+"b")|test("(a*)*\\1c")`, errSteps},
		{"limit(0;repeat(1))", nil}, {"first(range(1e18))", nil}, {"[limit(3;repeat(1))]", nil}, {"last(range(1e6))", nil}, {"[range(1e5)|tostring]|length", nil},
		{"def f: if . > 1e6 then . else .+1|f end; 0|f", nil}, {"0|until(.>1e6;.+1)", nil}, {"last(limit(1e6;repeat(1)))", nil}, {"[range(1e5)]|map(.+1)|add", nil},
		{"reduce range(1e5) as $i ([];.+[$i])|length", nil}, {"reduce range(1e5) as $i ({};.[$i|tostring]+=1)|length", nil}, {"[range(1e5)]|.[]+=1|length", nil}, {"isempty(repeat(1))", nil},
		{"any(repeat(true);.)", nil}, {"label $x|repeat(1)|break $x", nil}, {"0|[while(.<1e4;.+1)]|length", nil}, {"[range(0;1;0)]", nil},
	} {
		if c.err == context.DeadlineExceeded {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			f, err := Compile(c.filter, nil, Host{Held: 64 << 20})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Run(ctx, nil, func(Value) error { return nil }); !errors.Is(err, c.err) {
				t.Errorf("%s: %v", c.filter, err)
			}
			cancel()
			continue
		}
		if _, err := outputs(t, c.filter, 64<<20); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.filter, err, c.err)
		}
	}
}

func TestTextsThatAreNested(t *testing.T) {
	t.Parallel()
	for _, c := range []string{strings.Repeat("(", 1e5), strings.Repeat("[", 1e5), strings.Repeat("-", 1e5), strings.Repeat("if 1 then ", 1e4), strings.Repeat(`"\(`, 1e4), strings.Repeat("def f: ", 1e4),
		strings.Repeat("{a:", 1e4), ". as " + strings.Repeat("[", 1e5), strings.Repeat("try ", 1e4) + "1", strings.Repeat("1 as $x|", 1e4) + "1", strings.Repeat("x", mostText+1)} {
		var wrong *CompileError
		if _, err := Compile(c, nil, Host{}); !errors.As(err, &wrong) {
			t.Errorf("%.20s: %v", c, err)
		}
	}
	for _, c := range []string{strings.Repeat("1+", 1e5) + "1", strings.Repeat(".|", 1e5) + ".", strings.Repeat("1,", 1e5) + "1", "." + strings.Repeat("[0]?", 1e4)} {
		if _, err := outputs(t, c, 64<<20); err != nil && !errors.Is(err, ErrDepth) {
			t.Errorf("%.20s: %v", c, err)
		}
	}
}

func TestDecoder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		opts       DecoderOptions
	}{
		{"1 \"a\" [true,{\"b\":null}]", `1 "a" [true,{"b":null}]`, DecoderOptions{}}, {strings.Repeat("[", nesting+1), "Exceeds depth limit for parsing at line 1, column 10001", DecoderOptions{}},
		{strings.Repeat("[", nesting) + strings.Repeat("]", nesting) + "1", strings.Repeat("[", nesting) + strings.Repeat("]", nesting) + " 1", DecoderOptions{}},
		{"[1,2", "Unfinished JSON term at EOF at line 1, column 4", DecoderOptions{}}, {`"` + strings.Repeat("x", 1000) + `"`, ErrLong.Error(), DecoderOptions{Held: 900}},
		{`{"a":[1,{}],"b":[[]]}`, `[["a",0],1] [["a",1],{}] [["a",1]] [["b",0],[]] [["b",0]] [["b"]]`, DecoderOptions{Stream: true}}, {"3 []", `[[],3] [[],[]]`, DecoderOptions{Stream: true}},
		{`[1,[2`, `[[0],1] Unfinished JSON term at EOF at line 1, column 5`, DecoderOptions{Stream: true}},
		{"\x1e1\n\x1e[2]\n", "1 [2]", DecoderOptions{Sequence: true}}, {"12345678901234567890 1e1000 -0", "12345678901234567890 1.7976931348623157e+308 -0", DecoderOptions{}},
	} {
		c.opts.Ignored = func(error) {}
		d := NewDecoder(strings.NewReader(c.text), c.opts)
		var got []string
		for {
			v, err := d.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				got = append(got, err.Error())
				break
			}
			got = append(got, Text(v))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%.40q: %.200s, want %.200s", c.text, text, c.want)
		}
	}
}

// TestWeights changes arrays and objects at random: their weight is that of what is
// in them, however they came about.
func TestWeights(t *testing.T) {
	t.Parallel()
	weigh := func(v Value) int64 {
		switch v := v.(type) {
		case *Array:
			return NewArray(slices.Clone(v.all())...).weight
		case *Object:
			o := NewObject()
			for i := range v.Len() {
				o.Put(v.At(i))
			}
			return o.weight
		}
		return 0
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	text := func() string { return strings.Repeat("x", rnd.IntN(5)) }
	all := []Value{NewArray("a", nil), NewObject(), "text", 1.0}
	for range 5000 {
		v, w := all[rnd.IntN(len(all))], all[rnd.IntN(len(all))]
		var made Value
		switch v := v.(type) {
		case *Array:
			if made = v.with(rnd.IntN(v.Len()+1), w); rnd.IntN(3) == 0 {
				made = v.slice(0, v.Len()/2)
			} else if a, ok := w.(*Array); ok {
				made = v.concat(a)
			}
		case *Object:
			made = v.with(text(), w)
			if o, ok := w.(*Object); ok {
				made = v.merge(o, rnd.IntN(2) == 0)
			} else if rnd.IntN(4) == 0 {
				made = v.without(func(string) bool { return rnd.IntN(3) == 0 })
			}
		}
		if made == nil || weightOf(made) > 1<<20 {
			continue
		}
		if got, want := weightOf(made), weigh(made); got != want {
			t.Fatalf("%s weighs %d, want %d", Text(made), got, want)
		}
		if all = append(all, made); len(all) > 40 {
			all = append(all[:4], all[20:]...)
		}
	}
}
