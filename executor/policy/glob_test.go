package policy

import (
	"strings"
	"testing"
)

func TestGlobMatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "b", false}, {"a", "ab", false},
		{"*", "", true}, {"*", "a/b\nc", true}, {"a*", "abc", true}, {"a*c", "abcbc", true}, {"a*c", "abcb", false},
		{"*.go", "x.go", true}, {"*.go", "x.goo", false}, {"**", "anything", true},
		{"?", "a", true}, {"?", "", false}, {"??", "é", true}, // bytes, not runes
		{"[abc]", "b", true}, {"[abc]", "d", false}, {"[a-c]x", "bx", true}, {"[!a-c]", "b", false}, {"[^a-c]", "z", true},
		{"[]]", "]", true}, {"[a-]", "-", true}, {"[", "[", true}, {"[ab", "[ab", true},
		{`\*`, "*", true}, {`\*`, "a", false}, {`\`, `\`, true}, {`a\[b`, "a[b", true},
		{"*a*b*", "xxaxxbxx", true}, {"*a*b*", "xxbxxaxx", false},
	} {
		if got := globMatch(tt.pattern, tt.s); got != tt.want {
			t.Errorf("globMatch(%q, %q) = %v, want %v", tt.pattern, tt.s, got, tt.want)
		}
	}
}

// A pattern of many stars is where a backtracking matcher takes for ever.
func TestGlobMatchIsNotExponential(t *testing.T) {
	t.Parallel()
	if globMatch(strings.Repeat("*a", 200)+"b", strings.Repeat("a", 64*1024)) {
		t.Error("matched")
	}
}

func FuzzGlobMatch(f *testing.F) {
	f.Add("a*[b-d]?\\*", "axxcy*")
	f.Fuzz(func(t *testing.T, pattern, s string) {
		got := globMatch(pattern, s)
		if pattern == "*"+s && !strings.ContainsAny(s, `*?[\`) && !got {
			t.Errorf("globMatch(%q, %q) = false", pattern, s)
		}
	})
}
