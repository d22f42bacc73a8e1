package state

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestTableIsAMap compares tables and their forks with maps, over random
// changes.
func TestTableIsAMap(t *testing.T) {
	t.Parallel()
	type pair struct {
		table table[int]
		want  map[string]int
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	all := []*pair{{want: map[string]int{}}}
	for step := range 60_000 {
		p := all[rnd.IntN(len(all))]
		name := strconv.Itoa(rnd.IntN(200))
		switch op := rnd.IntN(100); {
		case op < 60:
			p.table.set(name, &step)
			p.want[name] = step
		case op < 90:
			p.table.set(name, nil)
			delete(p.want, name)
		case op < 92:
			p.table.seal()
			f := &pair{table: p.table.fork(), want: maps.Clone(p.want)}
			if all = append(all, f); len(all) > 40 {
				all = slices.Delete(all, 0, 20)
			}
		default:
			if v := p.table.get(name); v == nil {
				if n, ok := p.want[name]; ok {
					t.Fatalf("%s is %d and was not found", name, n)
				}
			} else if *v != p.want[name] {
				t.Fatalf("%s is %d, want %d", name, *v, p.want[name])
			}
		}
		if step%1000 == 0 {
			got := map[string]int{}
			p.table.all(func(name string, v *int) { got[name] = *v })
			if fmt.Sprint(got) != fmt.Sprint(p.want) || p.table.n != len(p.want) {
				t.Fatalf("%d names %v, want %v", p.table.n, got, p.want)
			}
		}
	}
}

// TestNestedForksSeeEverything goes deeper than there are layers, without
// sealing, as subshells inside each other do.
func TestNestedForksSeeEverything(t *testing.T) {
	t.Parallel()
	tables := []table[int]{{}}
	for i := range 100 {
		top := &tables[len(tables)-1]
		top.set(strconv.Itoa(i), &i)
		top.set("last", &i)
		if i%3 == 2 {
			top.set(strconv.Itoa(i-1), nil)
		}
		if len(top.shared) > layersLimit {
			t.Fatalf("%d layers", len(top.shared))
		}
		tables = append(tables, top.fork())
	}
	for i := range tables {
		top := &tables[i]
		for n := range 100 {
			want := n <= i-1 && !(n%3 == 1 && i-1 > n)
			if i < len(tables)-1 {
				want = n <= i && !(n%3 == 1 && i > n)
			}
			if got := top.get(strconv.Itoa(n)); (got != nil) != want {
				t.Fatalf("fork %d: %d is there: %v", i, n, got != nil)
			}
		}
	}
}

// TestListIsASparseMap compares a list with a map, over random changes and
// widths.
func TestListIsASparseMap(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{10, 300, 5000, 1 << 40} {
		rnd := rand.New(rand.NewPCG(3, uint64(width)))
		l, want := NewList(), map[int64]string{}
		for step := range 20_000 {
			i := rnd.Int64N(width)
			if rnd.IntN(3) > 0 {
				value := strconv.Itoa(step)
				before, costs := l.size(), l.costs(i, len(value))
				l.Set(i, value)
				want[i] = value
				if l.size()-before != costs {
					t.Fatalf("width %d: index %d was to cost %d, and did %d", width, i, costs, l.size()-before)
				}
			} else {
				l.Unset(i)
				delete(want, i)
			}
			if step%500 != 0 && step != 19_999 {
				continue
			}
			keys := slices.Sorted(maps.Keys(want))
			values := make([]string, len(keys))
			top := int64(-1)
			for n, k := range keys {
				values[n], top = want[k], k
			}
			c := l.Clone()
			if !slices.Equal(c.Indices(), keys) || !slices.Equal(c.Values(), values) || c.Len() != len(keys) || c.Max() != top {
				t.Fatalf("width %d: %d elements up to %d, want %d up to %d", width, c.Len(), c.Max(), len(keys), top)
			}
			if len(keys) > 3 {
				if got := l.Slice(keys[1]+1, 2); !slices.Equal(got, values[2:4]) {
					t.Fatalf("slice %q, want %q", got, values[2:4])
				}
			}
		}
	}
}

// TestMapWithKeysOfOneBucket uses keys that were made to have the same hash.
func TestMapWithKeysOfOneBucket(t *testing.T) {
	t.Parallel()
	m := NewMap()
	var keys []string
	for i := 0; len(keys) < 300; i++ {
		if key := strconv.Itoa(i); hash(key)%firstBuckets == 7 {
			keys = append(keys, key)
			before, costs := m.size(), m.costs(key, 1)
			if m.Set(key, "v"); m.size()-before != costs {
				t.Fatalf("it was to cost %d, and did %d", costs, m.size()-before)
			}
		}
	}
	if m.index == nil {
		t.Error("no index")
	}
	for i, key := range keys {
		if i%2 == 0 {
			m.Unset(key)
		}
	}
	for i, key := range keys {
		if _, ok := m.Get(key); ok != (i%2 == 1) {
			t.Errorf("key %d is there: %v", i, ok)
		}
	}
	if got := m.Clone().Keys(); len(got) != 150 || got[0] != keys[299] {
		t.Errorf("%d keys, the first %q", len(got), got[0])
	}
}

// TestMapGivesMemoryBack removes most of many keys.
func TestMapGivesMemoryBack(t *testing.T) {
	t.Parallel()
	m := NewMap()
	for i := range 50_000 {
		m.Set(strconv.Itoa(i), "v")
	}
	want := m.Keys()
	for i := range 50_000 {
		if i%100 != 0 {
			m.Unset(strconv.Itoa(i))
		}
	}
	want = slices.DeleteFunc(want, func(key string) bool { return len(key) < 2 && key != "0" || len(key) >= 2 && key[len(key)-2:] != "00" })
	if cap(m.entries) > 10_000 || !slices.Equal(m.Keys(), want) {
		t.Errorf("room for %d, %d keys, want %d", cap(m.entries), len(m.Keys()), len(want))
	}
}
