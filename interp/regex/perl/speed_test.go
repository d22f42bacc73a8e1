package perl

import (
	"bytes"
	"testing"
)

// BenchmarkFind finds all matches in each of some lines.
func BenchmarkFind(b *testing.B) {
	lines := bytes.Repeat([]byte("warning beta line123456 key5=value98765 some more text here\n"), 1000)
	for _, pattern := range []string{`(?<=line)[0-9]+`, `line\K\d+`, `(\d)\1{2}`, `\w+(?==)`, `[0-9]{5}$`, `\w+`} {
		b.Run(pattern, func(b *testing.B) {
			re, err := Compile(pattern, 0)
			if err != nil {
				b.Fatal(err)
			}
			f := re.Finder(1 << 20)
			b.SetBytes(int64(len(lines)))
			b.ReportAllocs()
			for b.Loop() {
				for line := range bytes.Lines(lines) {
					line = line[:len(line)-1]
					for from := 0; from <= len(line); {
						_, end, err := f.Find(line, from)
						if err != nil {
							b.Fatal(err)
						}
						if end < 0 {
							break
						}
						from = end
					}
				}
			}
		})
	}
}
