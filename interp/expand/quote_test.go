package expand_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// quoteSamples are strings that quoting may treat differently: every byte at
// the start, in the middle and behind = and :, and random ones.
func quoteSamples() []string {
	out := []string{"", "''", "'", "a'", "it's", "~", "a~", "~a", "x:~", "x=~", "=~", ":~a", "--", "é", "a\xffb", "\xc3", "e\u0301", "\u200b", "\u00a0", "\u2028", "\U0001f600", "\ufeff", "\ue000", "\u0378", "\U000e0001", "\ufffd", "\uffff", "\u00ad", "\u0600", "\u3000", "\u0085"}
	for c := 1; c < 256; c++ {
		s := string([]byte{byte(c)})
		out = append(out, s, "a"+s+"b", s+"b", "x="+s, "x:"+s, s+s)
	}
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "b", " ", "'", "\"", "\\", "$", "`", "\n", "\t", "\x01", "é", "\xff", "~", "#", "!", "*", "{", "}", ",", "=", ":", "^", "\x7f", "-", "日"}
	for range 500 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(alphabet[r.IntN(len(alphabet))])
		}
		out = append(out, b.String())
	}
	return out
}

// TestQuotingAgainstBash compares all ways of quoting a value.
func TestQuotingAgainstBash(t *testing.T) {
	t.Parallel()
	samples := quoteSamples()
	var in bytes.Buffer
	in.WriteString(`q() {
printf '%q\0' "$x"; printf '%s\0' "${x@Q}"; declare -p x; printf '\0'
a=("$x"); declare -p a; printf '\0'; unset A; declare -A A; A["${x:-k}"]=; declare -p A; printf '\0'
PS4=; { set -x; : "$x"; } 2>&1; { set +x; } 2>/dev/null; printf '\0'
zzz=$x; l=$(unset -f q; set); l=${l##*$'\n'zzz=}; printf '%s' "$l"; printf '\0'
}
`)
	for _, s := range samples {
		in.WriteString("x=$'")
		for _, c := range []byte(s) {
			fmt.Fprintf(&in, "\\%03o", c)
		}
		in.WriteString("'; q\n")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "--norc")
	cmd.Stdin = &in
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(string(out), "\x00")
	const each = 7
	if len(fields) != each*len(samples)+1 {
		t.Fatalf("%d fields for %d samples: %s", len(fields), len(samples), stderr.String())
	}
	for i, s := range samples {
		list := &state.Variable{Kind: state.Indexed, Set: true, List: state.NewList(s)}
		keyed := &state.Variable{Kind: state.Assoc, Set: true, Map: state.NewMap()}
		if keyed.Map.Set(s, ""); s == "" {
			keyed.Map = state.NewMap()
			keyed.Map.Set("k", "")
		}
		got := []string{
			expand.Quote(s), expand.QuoteSingle(s),
			expand.Declaration("x", &state.Variable{Str: s, Set: true}) + "\n",
			expand.Declaration("a", list) + "\n", expand.Declaration("A", keyed) + "\n",
			": " + expand.QuoteTrace(s) + "\n", expand.QuoteValue(s),
		}
		for j, g := range got {
			if want := fields[i*each+j]; g != want {
				t.Errorf("%q, %d: got %q, want %q", s, j, g, want)
			}
		}
	}
}
