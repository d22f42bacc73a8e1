package envstate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// generatedValues are values that quoting could get wrong: every byte alone and
// between letters, every pair of special bytes, characters of each width and
// kind, their broken forms, and random mixtures of all of these.
func generatedValues(rng *rand.Rand, random int) []string {
	values := []string{"", strings.Repeat("x", 70_000), strings.Repeat("\x80", 30_000), strings.Repeat("\"\\", 60_000)}
	for b := 1; b < 256; b++ {
		values = append(values, string([]byte{byte(b)}), string([]byte{'a', byte(b), 'b'}))
	}
	special := []string{
		"\n", "\t", "\r", "\x01", "\x7f", "\x1b", "'", "\"", "\\", "$", "`", "!", "(", ")", "$(", "${x}", "$'", " ", "=",
		"é", "€", "😀", "\u00a0", "\u2028", "\u200b", "\u202e", "\ufeff", "\u0301", "\ue000", "\U000e0001", "\U0010ffff",
		"\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "0", "7", "x41", "u20ac",
		"\nNONCE\n", "\ndeclare -x FORGED=\"1\"\n", "E", "n",
	}
	for _, a := range special {
		for _, b := range special {
			values = append(values, a+b)
		}
	}
	for range random {
		var b strings.Builder
		for range 1 + rng.IntN(12) {
			switch rng.IntN(3) {
			case 0:
				b.WriteByte(byte(1 + rng.IntN(255)))
			case 1:
				b.WriteString(special[rng.IntN(len(special))])
			default:
				b.WriteRune(rune(1 + rng.IntN(0x2fff)))
			}
		}
		values = append(values, b.String())
	}
	return values
}

// TestDeclareAgainstEnv compares, for thousands of values, what is read from
// `declare -px` with the environment a child of the same bash gets.
func TestDeclareAgainstEnv(t *testing.T) {
	t.Parallel()
	const perShell, maxBytes = 400, 900_000
	for _, locale := range []string{"C", "C.UTF-8"} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			values := generatedValues(rand.New(rand.NewPCG(1, 2)), 4000)
			checked := 0
			for len(values) > 0 {
				environ := append(baseEnviron(), "LC_ALL="+locale)
				bytes := 0
				n := 0
				for n < len(values) && n < perShell && bytes+len(values[n]) < maxBytes {
					environ = append(environ, fmt.Sprintf("V%d=%s", n, values[n]))
					bytes += len(values[n])
					n++
				}
				values = values[n:]
				checked += n
				c := runCaptured(t, "/tmp", environ, ":")
				r, err := ParseReport(c.raw, testNonce)
				if err != nil {
					t.Fatal(err)
				}
				diffEnv(t, r.Env, c.truth)
				if r.Env.Len() < n {
					t.Fatalf("only %d of %d variables came back", r.Env.Len(), n)
				}
			}
			t.Logf("%d values", checked)
		})
	}
}

// TestDeclareAttributes does the same for values that get their attributes and
// their bytes inside bash.
func TestDeclareAttributes(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"C", "C.UTF-8"} {
		for _, attrs := range []string{"-x", "-ix", "-rx", "-lx", "-ux", "-cx", "-tx", "-rltx", "-irx", "-lrx"} {
			t.Run(locale+attrs, func(t *testing.T) {
				t.Parallel()
				command := `for ((i = 1; i < 256; i++)); do printf -v c '\\%03o' "$i"; printf -v c "$c"; ` +
					`declare ` + attrs + ` "V$i=$c" 2>/dev/null; done; declare -x T=$'a\tB"'`
				c := runCaptured(t, "/tmp", append(baseEnviron(), "LC_ALL="+locale), command)
				r, err := ParseReport(c.raw, testNonce)
				if err != nil {
					t.Fatalf("%v: %.200q", err, c.raw)
				}
				diffEnv(t, r.Env, c.truth)
			})
		}
	}
}

// TestLargeValue is about a value that no program can be started with, which
// therefore only the builtin can report.
func TestLargeValue(t *testing.T) {
	t.Parallel()
	command := `X='é"$'; while ((${#X} < 200000)); do X+=$X; done; export X`
	c := runCaptured(t, "/tmp", baseEnviron(), command)
	r, err := ParseReport(c.raw, testNonce)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Repeat(`é"$`, 1<<17)
	if got, _ := r.Env.Get("X"); got != want {
		t.Errorf("%d bytes came back, want %d", len(got), len(want))
	}
	if len(c.truth) != 0 {
		t.Errorf("a program could be started with it")
	}
}

// TestParseDeclarations is about texts that bash did not write.
func TestParseDeclarations(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       string // NAME=VALUE lines, or "error"
	}{
		{"empty", "", ""},
		{"plain", "declare -x A=\"1\"\n", "A=1"},
		{"two, last wins", "declare -x A=\"1\"\ndeclare -x A=\"2\"\n", "A=2"},
		{"escapes", `declare -x A="\"\\\$` + "\\`\"\n", "A=\"\\$`"},
		{"line break", "declare -x A=\"1\n2\"\n", "A=1\n2"},
		{"ansi", `declare -x A=$'\a\b\E\f\n\r\t\v\\\'\001\377'` + "\n", "A=\a\b\x1b\f\n\r\t\v\\'\x01\xff"},
		{"no value", "declare -x A\n", ""},
		{"array", "declare -ax A=([0]=\"a)\" [1]=$'b\\')' [\"k\"]=\"x\")\n", ""},
		{"attributes", "declare -irx A=\"1\"\n", "A=1"},
		{"no newline at the end", `declare -x A="1"`, "error"},
		{"unfinished", `declare -x A="1`, "error"},
		{"unfinished ansi", `declare -x A=$'1`, "error"},
		{"unfinished array", `declare -ax A=(`, "error"},
		{"live dollar", "declare -x A=\"$(id)\"\n", "error"},
		{"live backtick", "declare -x A=\"`id`\"\n", "error"},
		{"unknown escape", "declare -x A=\"\\n\"\n", "error"},
		{"NUL by octal", "declare -x A=$'\\000'\n", "error"},
		{"octal too large", "declare -x A=$'\\777'\n", "error"},
		{"two octal digits", "declare -x A=$'\\01'\n", "error"},
		{"unquoted", "declare -x A=1\n", "error"},
		{"concatenated", "declare -x A=\"1\"\"2\"\n", "error"},
		{"no identifier", "declare -x a.b=\"1\"\n", "error"},
		{"digit first", "declare -x 1a=\"1\"\n", "error"},
		{"no attributes", "declare A=\"1\"\n", "error"},
		{"command", "id\n", "error"},
		{"backslash at the end", "declare -x A=\"\\", "error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env, err := parseDeclarations([]byte(tt.text))
			got := strings.Join(env.Environ(), "\n")
			if err != nil {
				got = "error"
			}
			if got != tt.want {
				t.Errorf("got %q (%v), want %q", got, err, tt.want)
			}
		})
	}
}
