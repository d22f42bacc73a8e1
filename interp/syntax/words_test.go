package syntax

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// value expands a word in which no parameter is set, without splitting: enough
// to see how quotes and braces were read.
func value(parts []WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *Lit:
			b.WriteString(part.Value)
		case *Escaped:
			b.WriteString(part.Value)
		case *SglQuoted:
			b.WriteString(part.Value)
		case *DblQuoted:
			b.WriteString(value(part.Parts))
		case *ParamExp:
			if part.Op == ParamDefault || part.Op == ParamDefaultColon {
				b.WriteString(value(part.Word.Parts))
			}
		}
	}
	return b.String()
}

// alternatives undoes BraceExp parts.
func alternatives(parts []WordPart) [][]WordPart {
	for i, part := range parts {
		x, ok := part.(*BraceExp)
		if !ok {
			continue
		}
		var middle [][]WordPart
		if x.Sequence {
			from, _ := strconv.Atoi(x.Elems[0].Src)
			to, _ := strconv.Atoi(x.Elems[1].Src)
			step := 1
			if to < from {
				step = -1
			}
			for n := from; n != to+step; n += step {
				middle = append(middle, []WordPart{&Lit{Value: strconv.Itoa(n)}})
			}
		} else {
			for _, e := range x.Elems {
				middle = append(middle, alternatives(e.Parts)...)
			}
		}
		var out [][]WordPart
		for _, m := range middle {
			for _, rest := range alternatives(parts[i+1:]) {
				whole := append(append([]WordPart(nil), parts[:i]...), m...)
				out = append(out, append(whole, rest...))
			}
		}
		return out
	}
	return [][]WordPart{parts}
}

// TestWordsAgainstBash compares what generated words stand for.
func TestWordsAgainstBash(t *testing.T) {
	t.Parallel()
	n, seed := generated(t, 3000)
	pieces := []string{"a", "b", "'", "\"", "\\", "{", "}", ",", "1..3", "$'", "${u:-", "${u-", "}", "'", "\"", "{", "x y", "\\n", "\n", "\\\n", "é", "#", "$%", "\\x41", "{a,b}", "{1..2}", "'c'", "\"d\"", "%", "!"}
	var sources []string
	for i := range n {
		g := newGenerator(seed, uint64(i)+1<<32)
		var b strings.Builder
		for range 1 + g.IntN(8) {
			b.WriteString(pieces[g.IntN(len(pieces))])
		}
		src := "p z" + b.String()
		f, err := Parse(src, Config{})
		// Brace expansion works on the text and mistakes a { inside ${ }.
		mixed := strings.Contains(src, "${") && strings.Count(src, "{") > strings.Count(src, "${u")
		if err == nil && len(f.Stmts) == 1 && !mixed && !strings.HasSuffix(src, "\\") && PrintCommand(f.Stmts[0], false) != "p z" {
			sources = append(sources, src)
		}
	}
	compareWords(t, sources)
}

// compareWords has bash print the arguments of each command p.
func compareWords(t *testing.T, sources []string) {
	t.Helper()
	var script strings.Builder
	script.WriteString("set -f; IFS=; p() { printf '<%s>' \"$@\"; }\n")
	for _, src := range sources {
		script.WriteString("(eval " + singleQuote(src) + ") 2>/dev/null\nprintf '\\n%%%%next%%%%\\n'\n")
	}
	cmd := exec.Command("bash", "--norc", "-s")
	cmd.Stdin = strings.NewReader(script.String())
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	printed := strings.Split(string(out), separator)
	for i, src := range sources {
		f, err := Parse(src, Config{})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, w := range f.Stmts[0].Cmd.(*CallExpr).Args[1:] {
			split, _ := SplitBraces(w, 1<<20)
			for _, parts := range alternatives(split.Parts) {
				got.WriteString("<" + value(parts) + ">")
			}
		}
		if got.String() != printed[i] {
			t.Errorf("%q: got %q, want %q", src, got.String(), printed[i])
		}
	}
}
