package executor

import "testing"

// Lists that differ have keys that differ, whatever their words hold.
func TestKeysAreUnique(t *testing.T) {
	t.Parallel()
	words := []string{"", "a", "b", "a b", "a\x00b", "=", "1:a", " 1:a", "/1", "a/1 1:b", "\x00=\x00"}
	var lists [][]string
	for _, w := range words {
		lists = append(lists, []string{w})
		for _, x := range words {
			lists = append(lists, []string{w, x})
		}
	}
	seen := map[string]int{}
	for i, l := range lists {
		for j, m := range append(lists, nil) {
			key, id := keyOf('c', "/", l, m), i*len(lists)*2+j
			if old, ok := seen[key]; ok && old != id {
				t.Fatalf("%q for %q %q and another", key, l, m)
			}
			seen[key] = id
		}
	}
	if keyOf('c', "/", lists[0]) == keyOf('o', "/", lists[0]) || keyOf('c', "/", nil) == keyOf('c', "/1", nil) {
		t.Error("kind or directory do not count")
	}
}
