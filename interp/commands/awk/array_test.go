package awk

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/aegish/aegish/interp/command"
)

// TestArrayAgreesWithMap makes, looks up and removes elements under keys of
// every kind and in every order, beside a map and a list of keys.
func TestArrayAgreesWithMap(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		in := &interp{host: &command.Call{Limits: command.Limits{HeldBytes: 1 << 40}}}
		a := newArray()
		want, order := map[string]float64{}, []string(nil)
		key := func() string {
			switch n := r.IntN(300); r.IntN(6) {
			case 0:
				return "0" + strconv.Itoa(n)
			case 1:
				return "k" + strconv.Itoa(n)
			case 2:
				return strconv.Itoa(999_999_900 + n)
			case 3:
				return strconv.Itoa(len(order))
			default:
				return strconv.Itoa(n % (1 + int(seed)*8))
			}
		}
		for range 3000 {
			k := key()
			_, known := want[k]
			switch r.IntN(5) {
			case 0, 1, 2:
				if !known {
					order = append(order, k)
				}
				want[k] = r.Float64()
				*in.at(a, textKey(k)) = number(want[k])
			case 3:
				delete(want, k)
				order = slices.DeleteFunc(order, func(s string) bool { return s == k })
				in.remove(a, textKey(k))
			default:
				if r.IntN(400) == 0 {
					clear(want)
					order = nil
					in.clear(a)
				}
			}
			if _, known = want[k]; a.has(textKey(k)) != known || known && in.at(a, textKey(k)).n != want[k] || a.len() != len(want) {
				t.Fatalf("seed %d: element %q, %d elements, want %d", seed, k, a.len(), len(want))
			}
		}
		var got []string
		for _, k := range a.keys() {
			got = append(got, k.String())
		}
		if !slices.Equal(got, order) {
			t.Fatalf("seed %d: keys %q, want %q", seed, got, order)
		}
		if in.clear(a); in.held != 0 {
			t.Fatalf("seed %d: %d bytes counted for nothing", seed, in.held)
		}
	}
}
