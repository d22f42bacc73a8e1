package memory_test

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/aegish/aegish/interp/vfs/memory"
)

const (
	largeFile = 64 << 20
	chunk     = 64 << 10
)

func roomy(b *testing.B) *memory.FS {
	b.Helper()
	f, err := memory.New(memory.Options{Limits: memory.Limits{Bytes: 1 << 30, Files: 1 << 20}})
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func writeLarge(b *testing.B, f *memory.FS, name string) {
	b.Helper()
	o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, chunk)
	for range largeFile / chunk {
		if _, err := o.Write(buf); err != nil {
			b.Fatal(err)
		}
	}
	if err := o.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkWrite(b *testing.B) {
	f := roomy(b)
	b.SetBytes(largeFile)
	b.ReportAllocs()
	for b.Loop() {
		writeLarge(b, f, "/large")
	}
}

func BenchmarkRead(b *testing.B) {
	f := roomy(b)
	writeLarge(b, f, "/large")
	buf := make([]byte, chunk)
	b.SetBytes(largeFile)
	b.ReportAllocs()
	for b.Loop() {
		o, err := f.OpenFile("/large", os.O_RDONLY, 0)
		if err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := o.Read(buf); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
		o.Close()
	}
}

// crowd makes a directory with n files.
func crowd(b *testing.B, f *memory.FS, n int) {
	b.Helper()
	if err := f.Mkdir("/d", 0o755); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		o, err := f.OpenFile(fmt.Sprintf("/d/file%06d", i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			b.Fatal(err)
		}
		o.Close()
	}
}

const manyFiles = 100_000

func BenchmarkCreateMany(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		crowd(b, roomy(b), manyFiles)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*manyFiles), "ns/file")
}

func BenchmarkListMany(b *testing.B) {
	f := roomy(b)
	crowd(b, f, manyFiles)
	b.ReportAllocs()
	for b.Loop() {
		list, err := f.ReadDir("/d")
		if err != nil || len(list) != manyFiles {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkStatMany(b *testing.B) {
	f := roomy(b)
	crowd(b, f, manyFiles)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := f.Lstat("/d/file054321"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSnapshot takes one of trees of different sizes, and then one with a
// change to a file after it.
func BenchmarkSnapshot(b *testing.B) {
	for _, n := range []int{100, 10_000, manyFiles} {
		f := roomy(b)
		crowd(b, f, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Snapshot()
			}
		})
		b.Run(fmt.Sprint(n, "-and-write"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := f.Snapshot()
				o, err := s.OpenFile("/d/file000007", os.O_WRONLY|os.O_TRUNC, 0)
				if err != nil {
					b.Fatal(err)
				}
				io.WriteString(o, "changed")
				o.Close()
			}
		})
		b.Run(fmt.Sprint(n, "-and-make"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := f.Snapshot()
				o, err := s.OpenFile("/d/new", os.O_WRONLY|os.O_CREATE, 0o644)
				if err != nil {
					b.Fatal(err)
				}
				o.Close()
			}
		})
	}
}
