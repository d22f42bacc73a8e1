package safetext_test

import (
	"iter"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/internal/safetext"
)

// acting are characters of which a terminal, or the eye, makes something else
// than itself: one or more of every kind.
var acting = []rune{
	0, 7, 8, '\r', 0x1b, 0x1f, // C0
	0x7f,                   // DEL
	0x80, 0x85, 0x9b, 0x9d, // C1: NEL, CSI and OSC in one character
	0xad,                  // soft hyphen
	0x61c, 0x200e, 0x200f, // bidi marks
	0x202a, 0x202e, 0x2066, 0x2069, // bidi embeddings, overrides and isolates
	0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, // zero width
	0x2028, 0x2029, // line and paragraph separator
	0xfff9, 0xfffb, // interlinear annotations
	0x110bd, 0x1d173, 0xe0001, 0xe0041, 0xe007f, // format characters outside the BMP
}

// isActing says what must not be left in safe text, by the categories of the
// Unicode standard.
func isActing(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs)
}

func TestActingIsWhatTheStandardSays(t *testing.T) {
	t.Parallel()
	for _, r := range acting {
		if !isActing(r) {
			t.Errorf("%U is in the list and not in the categories", r)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"plain text, \"quoted\" \\ and all", "plain text, \"quoted\" \\ and all"},
		{"a×9é€😀", "a×9é€😀"},
		{"日本語 e\u0301", "日本語 e\u0301"},
		{"two\nlines\tand a tab", `two\nlines\tand a tab`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"\x1b]52;c;aGk=\a", `\x1b]52;c;aGk=\x07`},
		{"over\rwritten", `over\x0dwritten`},
		{"del\x7f", `del\x7f`},
		{"csi\u009b31m", `csi\x9b31m`},
		{"no-break\u00a0space", `no-break\xa0space`},
		{"user\u202etxt.exe", `user\u202etxt.exe`},
		{"zero\u200bwidth", `zero\u200bwidth`},
		{"separator\u2028", `separator\u2028`},
		{"tag\U000e0041", `tag\U000e0041`},
		{"private \ue000", `private \ue000`},
		{"\xff\xfe", `\xff\xfe`},
		{"cut \xf0\x9f\x98", `cut \xf0\x9f\x98`},
		{"surrogate \xed\xa0\x80", `surrogate \xed\xa0\x80`},
		{"a real replacement \ufffd", "a real replacement \ufffd"},
	} {
		if got := safetext.Line(tt.in); got != tt.want {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestLineShowsNoActingCharacter(t *testing.T) {
	t.Parallel()
	for block := range blocks() {
		checkLine(t, block)
	}
}

// blocks yields every character there is, 256 at a time.
func blocks() iter.Seq[string] {
	return func(yield func(string) bool) {
		for first := rune(0); first <= unicode.MaxRune; first += 256 {
			block := make([]rune, 256)
			for i := range block {
				block[i] = first + rune(i)
			}
			if utf8.ValidRune(first) && !yield(string(block)) {
				return
			}
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"\n", "\n"},
		{"a\tb\nc\n", "a\tb\nc\n"},
		{"dos\r\nlines\r\n", "dos\\x0d\nlines\\x0d\n"},
		{"\x1b[2J\n\u202e\t\xff", "\\x1b[2J\n\\u202e\t\\xff"},
		{"\n\n\t\t\n", "\n\n\t\t\n"},
	} {
		if got := safetext.Text(tt.in); got != tt.want {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// checkLine holds Line to its promise.
func checkLine(t *testing.T, in string) {
	t.Helper()
	out := safetext.Line(in)
	if !utf8.ValidString(out) {
		t.Errorf("Line(%q) = %q is not UTF-8", in, out)
	}
	if i := strings.IndexFunc(out, isActing); i >= 0 {
		t.Errorf("Line(%q) = %q: %q is left", in, out, out[i:])
	}
	if again := safetext.Line(out); again != out {
		t.Errorf("Line of a safe line %q changes it to %q", out, again)
	}
}

func seeds(f *testing.F) {
	f.Add("")
	f.Add("echo hi")
	f.Add("a×9é€😀")
	f.Add("\xff\xc3(\xed\xa0\x80\xf0\x9f")
	for _, r := range acting {
		f.Add("x" + string(r) + "y")
	}
}

func FuzzLine(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, in string) { checkLine(t, in) })
}

func FuzzText(f *testing.F) {
	seeds(f)
	f.Add("a\tb\r\nc\n\n")
	f.Fuzz(func(t *testing.T, in string) {
		out := safetext.Text(in)
		for _, same := range []string{"\n", "\t"} {
			if a, b := strings.Count(in, same), strings.Count(out, same); a != b {
				t.Errorf("Text(%q) = %q has %d times %q, want %d", in, out, b, same, a)
			}
		}
		checkLine(t, in)
		rest := strings.NewReplacer("\n", "", "\t", "").Replace(out)
		if i := strings.IndexFunc(rest, isActing); i >= 0 || !utf8.ValidString(out) {
			t.Errorf("Text(%q) = %q is not safe", in, out)
		}
	})
}
