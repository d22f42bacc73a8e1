package builtins

import (
	"slices"
	"strings"
	"testing"
)

// TestTextsShareMemory has values around the longest that shares memory, and more
// of them than a chunk has room for: each keeps its bytes, and no chunk grows.
func TestTextsShareMemory(t *testing.T) {
	t.Parallel()
	var m texts
	var got, want []string
	for i := range 100 {
		for _, n := range []int{0, 1, textChunk/8 - 1, textChunk / 8, textChunk/8 + 1, 2 * textChunk} {
			value := strings.Repeat(string(rune('a'+i%26)), n)
			want, got = append(want, value), append(got, m.add([]byte(value)))
			if m.b.Cap() > textChunk {
				t.Fatalf("a chunk has %d bytes", m.b.Cap())
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Error("values have changed")
	}
}

func BenchmarkMapfileValues(b *testing.B) {
	var m texts
	line := []byte("a line of a usual length")
	b.ReportAllocs()
	for b.Loop() {
		_ = m.add(line)
	}
}
