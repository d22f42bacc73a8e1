package sort

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestItemsAgreeWithCompare sorts lines with long beginnings in common, zeros at
// their ends and equal keys, and expects what comparing each with each gives.
func TestItemsAgreeWithCompare(t *testing.T) {
	t.Parallel()
	keys := [][]key{
		nil,
		{{modifiers: modifiers{numeric: true}, field: whole, endField: whole}},
		{{modifiers: modifiers{numeric: true, reverse: true}, field: 1, endField: 1}},
		{{field: 1, endField: 1}},
		{{field: 1, endField: 1}, {modifiers: modifiers{general: true}, field: whole, endField: 0}},
		{{modifiers: modifiers{human: true}, field: whole, endField: whole}},
		{{modifiers: modifiers{month: true}, field: whole, endField: whole}, {modifiers: modifiers{fold: true}, field: 1, endField: whole}},
		{{modifiers: modifiers{fold: true, dictionary: true}, field: whole, endField: whole}},
	}
	pieces := []string{"a", "b", "\x00", "aaaaaaaa", strings.Repeat("ab", 40), "A", " ", "1", "10", "1.5", "-3", "0", "2K", "1M", "JAN", "feb", "1e3", "nan", "-0", "", "99999999999999999999"}
	r := rand.New(rand.NewPCG(8, 9))
	for round := range 400 {
		o := &order{tab: -1, keys: keys[round%len(keys)], reverse: r.IntN(3) == 0, stable: r.IntN(4) == 0, unique: r.IntN(5) == 0}
		o.prepare()
		var lines []line
		for range r.IntN(200) + 1 {
			var b strings.Builder
			for range r.IntN(5) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			lines = append(lines, o.line([]byte(b.String())))
		}
		want := make([]int, len(lines))
		for i := range want {
			want[i] = i
		}
		// Without the numbers that stand for the keys.
		bare := func(a, b int) int {
			if len(o.keys) > 0 {
				for i := range o.keys {
					k := &o.keys[i]
					s, e := k.of(lines[a].text, o.tab)
					s2, e2 := k.of(lines[b].text, o.tab)
					if c := o.compareKey(k, &o.tables[i], lines[a].text[s:e], lines[b].text[s2:e2]); c != 0 {
						if k.reverse {
							c = -c
						}
						return c
					}
				}
				if o.stable || o.unique {
					return 0
				}
			}
			c := bytes.Compare(lines[a].text, lines[b].text)
			if o.reverse {
				c = -c
			}
			return c
		}
		slices.SortStableFunc(want, bare)
		for i, it := range o.sort(t.Context(), lines) {
			if got, want := lines[it.index].text, lines[want[i]].text; !bytes.Equal(got, want) {
				t.Fatalf("round %d, keys %d: line %d is %q, want %q", round, round%len(keys), i, got, want)
			}
		}
	}
}
