package syntax

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkParse parses a long script of ordinary commands.
func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile("testdata/ordinary.sh")
	if err != nil {
		b.Fatal(err)
	}
	src := strings.Repeat(string(data), 50)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(src, Config{Name: "bash"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseAliases does the same where aliases may be.
func BenchmarkParseAliases(b *testing.B) {
	data, err := os.ReadFile("testdata/ordinary.sh")
	if err != nil {
		b.Fatal(err)
	}
	src := strings.Repeat(string(data), 50)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		_, err := Parse(src, Config{Name: "bash", Aliases: func(string) (string, bool) { return "", false }})
		if err != nil {
			b.Fatal(err)
		}
	}
}
