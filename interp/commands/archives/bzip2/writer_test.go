package bzip2

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func pack(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	for piece := range slices.Chunk(data, 7000) {
		if n, err := w.Write(piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// inputs has random text of few and of many letters, with runs and without.
func inputs(seed uint64, count, size int) (all [][]byte) {
	r := rand.New(rand.NewPCG(seed, 2))
	for range count {
		n, letters, run := r.IntN(size), 1+r.IntN(1<<r.IntN(9)), 1+r.IntN(1<<r.IntN(10))
		var b []byte
		for len(b) < n {
			if r.IntN(8) == 0 && len(b) > 0 {
				from := r.IntN(len(b))
				b = append(b, b[from:min(len(b), from+r.IntN(200))]...)
			}
			b = append(b, bytes.Repeat([]byte{byte(r.IntN(letters) * 37)}, 1+r.IntN(run))...)
		}
		all = append(all, b)
	}
	return all
}

func edges() map[string][]byte {
	all := map[string][]byte{"empty": {}, "zeros": make([]byte, 1_000_000)}
	for _, n := range []int{1, 2, 3, 4, 5, 254, 255, 256, 259, 260, 511} {
		all[fmt.Sprintf("run of %d", n)] = bytes.Repeat([]byte("a"), n)
	}
	// Blocks of level 1 are full with 99,981 bytes.
	for n := 99_975; n < 99_990; n++ {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i * i >> 3)
		}
		all[fmt.Sprint(n)] = b
		all[fmt.Sprintf("%d and a run", n)] = append(slices.Clone(b), bytes.Repeat([]byte("z"), 600)...)
	}
	for _, unit := range []string{"ab", "abc", "aab", "\x00\xff\x00", "the quick brown fox\n"} {
		all["again: "+unit] = []byte(strings.Repeat(unit, 7000))
	}
	return all
}

func TestStandardLibraryReads(t *testing.T) {
	t.Parallel()
	check := func(name string, data []byte, level int) {
		got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(pack(t, data, level))))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s, level %d: %d bytes of %d, %v", name, level, len(got), len(data), err)
		}
	}
	for name, data := range edges() {
		check(name, data, 1)
	}
	for i, data := range inputs(1, 40, 150_000) {
		check(fmt.Sprint(i), data, 1+i%9)
	}
}

// TestHostWritesTheSame compares with bzip2(1), byte for byte.
func TestHostWritesTheSame(t *testing.T) {
	t.Parallel()
	host, found := commandtest.Tool(t, "bzip2")
	if !found {
		return
	}
	r := rand.New(rand.NewPCG(3, 4))
	all := inputs(2, 25, 120_000)
	skewed := make([]byte, 400_000) // needs codes that get too long
	for i := range skewed {
		skewed[i] = byte(min(r.ExpFloat64()*1.4, 255))
	}
	all = append(all, skewed)
	random := len(all)
	for name, data := range edges() {
		if !strings.HasPrefix(name, "again") && name != "zeros" {
			all = append(all, data)
		}
	}
	for i, data := range all {
		level := 1 + i%9
		if i >= random {
			level = 1 // whose blocks they fill
		}
		cmd := exec.CommandContext(t.Context(), host, "-c", fmt.Sprintf("-%d", level))
		cmd.Stdin = bytes.NewReader(data)
		want, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := pack(t, data, level); !bytes.Equal(got, want) {
			t.Errorf("%d, level %d: %d bytes become %d, want %d", i, level, len(data), len(got), len(want))
		}
	}
}

func TestTransformSortsRotations(t *testing.T) {
	t.Parallel()
	var s sorter
	blocks := append(inputs(5, 300, 60), []byte("a"), []byte("ab"), []byte("ba"), []byte("banana"), []byte("abab"), []byte("zz"))
	for _, b := range blocks {
		if len(b) == 0 {
			continue
		}
		var want []string
		for i := range b {
			want = append(want, string(b[i:])+string(b[:i]))
		}
		slices.Sort(want)
		last, origin := s.transform(b)
		for i := range want {
			if want[i][len(b)-1] != last[i] {
				t.Fatalf("%q: the last bytes are %q", b, last)
			}
		}
		if want[origin] != string(b) {
			t.Errorf("%q: origin %d", b, origin)
		}
	}
}

func TestLevelsAndErrors(t *testing.T) {
	t.Parallel()
	for level, ok := range map[int]bool{-1: false, 0: false, 1: true, 9: true, 10: false} {
		if _, err := NewWriter(io.Discard, level); (err == nil) != ok {
			t.Errorf("level %d: %v", level, err)
		}
	}
	w, _ := NewWriter(failing{}, 1)
	r := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	if n, err := w.Write(noise); n == len(noise) || !errors.Is(err, errFull) {
		t.Error(n, err)
	}
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

// TestHeldBytesIsABound counts what a Writer has allocated for full blocks.
func TestHeldBytesIsABound(t *testing.T) {
	t.Parallel()
	for _, level := range []int{1, 9} {
		w, _ := NewWriter(io.Discard, level)
		for _, data := range inputs(9, 30, 200_000) {
			w.Write(data)
		}
		w.Close()
		held := cap(w.block) + cap(w.sorter.turned) + cap(w.sorter.last) + 4*cap(w.sorter.order) + 4*cap(w.sorter.scratch) +
			2*cap(w.coder.symbols) + cap(w.coder.selectors) + 1<<16
		if int64(held) > HeldBytes(level) {
			t.Errorf("level %d holds %d bytes, more than %d", level, held, HeldBytes(level))
		}
	}
}

func FuzzWriter(f *testing.F) {
	f.Add([]byte("banana"), 3)
	f.Fuzz(func(t *testing.T, unit []byte, times int) {
		data := bytes.Repeat(unit, 1+(times&0xff))
		if len(data) > 1<<18 {
			return
		}
		got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(pack(t, data, 1))))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	})
}

func BenchmarkWriter(b *testing.B) {
	text := bytes.Join(inputs(8, 40, 100_000), nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		pack(b, text, 9)
	}
}
