package bashast_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

type acceptCase struct {
	in   string
	argv []string
}

// acceptCases are also sent through bash (differential_test.go).
var acceptCases = []acceptCase{
	{"ls", []string{"ls"}},
	{"ls -la /tmp", []string{"ls", "-la", "/tmp"}},
	{"\t ls  \t -l ", []string{"ls", "-l"}},
	{"\n\nls\n\n", []string{"ls"}},
	{"a;", []string{"a"}},
	{"a b ;\n", []string{"a", "b"}},
	{"a;\n\n \t\n", []string{"a"}},
	{"echo 'a b' \"c d\"", []string{"echo", "a b", "c d"}},
	{"echo ''", []string{"echo", ""}},
	{"rm ''  -rf", []string{"rm", "", "-rf"}},
	{"echo \"\"''", []string{"echo", ""}},
	{"'echo' \"x\"", []string{"echo", "x"}},
	{"e'ch'\"o\" a'b'\"c\"d", []string{"echo", "abcd"}},
	{"echo 'it'\\''s'", []string{"echo", "it's"}},
	{"echo 'a\nb'", []string{"echo", "a\nb"}},
	{"echo \"a\nb\"", []string{"echo", "a\nb"}},
	{`\ls a\ b \\ \; \* \$x \# c\#`, []string{"ls", "a b", `\`, ";", "*", "$x", "#", "c#"}},
	{`echo '\' "\a" "\\" "\"" "\$x" "\` + "`\"", []string{"echo", `\`, `\a`, `\`, `"`, "$x", "`"}},
	{"ec\\\nho a\\\nb c", []string{"echo", "ab", "c"}},
	{"echo \\\n b", []string{"echo", "b"}},
	{"\\\necho a", []string{"echo", "a"}},
	{"echo 'a\\\nb' \"a\\\nb\"", []string{"echo", "a\\\nb", "ab"}},
	{"echo $'\\x72m' $'\\162m' $'\\u72m' $'\\U00000072m'", []string{"echo", "rm", "rm", "rm", "rm"}},
	{"$'\\x72m' -rf", []string{"rm", "-rf"}},
	{`echo $'\a\b\e\E\f\n\r\t\v\\\'\"\?'`, []string{"echo", "\a\b\x1b\x1b\f\n\r\t\v\\'\"?"}},
	{`echo $'\q\8\x\u'`, []string{"echo", `\q\8\x\u`}},
	{`echo $'x\\'`, []string{"echo", `x\`}},
	{`echo $'\cB2\c\\x'`, []string{"echo", "\x022\x1cx"}},
	{`echo $'\777\xff'`, []string{"echo", "\xff\xff"}},
	{`echo $'a\` + "\n" + `b'`, []string{"echo", "a\\\nb"}},
	{"echo $ a$ \"$\" \"a$ b\" \"$'x'\"", []string{"echo", "$", "a$", "$", "a$ b", "$'x'"}},
	{"echo } a}b", []string{"echo", "}", "a}b"}},
	{"echo {} x", []string{"echo", "{}", "x"}},
	{"echo a#b ]", []string{"echo", "a#b", "]"}},
	{"echo ]]", []string{"echo", "]]"}},
	{"echo a=b --x=y =z ! !x a!b % %1 ^ @ + , .. :", []string{"echo", "a=b", "--x=y", "=z", "!", "!x", "a!b", "%", "%1", "^", "@", "+", ",", "..", ":"}},
	{"echo a~ a~b ./~ '~' \\~", []string{"echo", "a~", "a~b", "./~", "~", "~"}},
	{"git show HEAD~1 HEAD^", []string{"git", "show", "HEAD~1", "HEAD^"}},
	{"echo if then fi in do done esac time function }", []string{"echo", "if", "then", "fi", "in", "do", "done", "esac", "time", "function", "}"}},
	{"'if' x", []string{"if", "x"}},
	{"\\time x", []string{"time", "x"}},
	{"test a == b", []string{"test", "a", "==", "b"}},
	{"A\\=1 x", []string{"A=1", "x"}},
	{"'A'=1", []string{"A=1"}},
	{"-x y", []string{"-x", "y"}},
	{"./a.sh /x/../y", []string{"./a.sh", "/x/../y"}},
	{"echo é 日本 ｒｍ \u00a0 \u202e", []string{"echo", "é", "日本", "ｒｍ", "\u00a0", "\u202e"}},
	{"find . -exec rm {} +", []string{"find", ".", "-exec", "rm", "{}", "+"}},
	{"echo \ufeff", []string{"echo", "\ufeff"}},
	{"iff", []string{"iff"}},
	{"eval 'x; y'", []string{"eval", "x; y"}},
}

func TestParseAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range acceptCases {
		text, violation := bashast.Parse([]byte(tt.in))
		switch {
		case violation != nil:
			t.Errorf("Parse(%q): %v", tt.in, violation)
		case !slices.Equal(text.Argv, tt.argv):
			t.Errorf("Parse(%q) = %q, want %q", tt.in, text.Argv, tt.argv)
		}
	}
}

func TestCanonicalText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, text, argv0 string }{
		{"quoted", "'ls' \"-l\"", "ls -l", "ls"},
		{"escaped", `\ls \-l`, "ls -l", "ls"},
		{"ansi", `$'\x6cs' -l`, "ls -l", "ls"},
		{"joined", "l\\\ns -\\\nl", "ls -l", "ls"},
		{"whitespace", "  ls \t  -l\n", "ls -l", "ls"},
		{"inner whitespace stays", "ls 'a  b'", "ls a  b", "ls"},
		{"full-width command", "ｒｍ -rf", "rm -rf", "ｒｍ"},
		{"full-width capitals", "ＲＭ ＲＦ", "rm RF", "ＲＭ"},
		{"ligature argument", "ls ﬁle", "ls file", "ls"},
		{"composed", "ls e\u0301", "ls \u00e9", "ls"},
		{"no-break space", "rm\u00a0-rf", "rm -rf", "rm\u00a0-rf"},
		{"mathematical letters", "𝐫𝐦 x", "rm x", "𝐫𝐦"},
		{"lower case for the command only", "RM -RF /Tmp", "rm -RF /Tmp", "RM"},
		{"cyrillic is no latin", "гm x", "гm x", "гm"},
		{"kelvin sign", "\u212aill x", "kill x", "\u212aill"},
		{"not UTF-8", "$'\\xffA' B", "\xffa B", "\xffA"},
		{"empty argument", "rm '' -rf", "rm  -rf", "rm"},
		{"later argument", "ls a ｂ c", "ls a b c", "ls"},
	}
	for _, tt := range tests {
		p, violation := bashast.Parse([]byte(tt.in))
		if violation != nil {
			t.Errorf("%s: Parse(%q): %v", tt.name, tt.in, violation)
			continue
		}
		if p.String() != tt.text || p.Argv[0] != tt.argv0 {
			t.Errorf("%s: Parse(%q) = %q with argv %q, want %q, %q", tt.name, tt.in, p, p.Argv, tt.text, tt.argv0)
		}
		if want := append([]string{p.Command}, p.Args...); len(want) != len(p.Argv) {
			t.Errorf("%s: %d canonical words of %d", tt.name, len(want), len(p.Argv))
		}
	}
}

func TestCanonicalArgumentsLeaveArgvAlone(t *testing.T) {
	t.Parallel()
	p, violation := bashast.Parse([]byte("ＬＳ a ｂ"))
	if violation != nil {
		t.Fatal(violation)
	}
	if !slices.Equal(p.Argv, []string{"ＬＳ", "a", "ｂ"}) || !slices.Equal(p.Args, []string{"a", "b"}) {
		t.Errorf("argv %q, args %q", p.Argv, p.Args)
	}
}

func TestSizeLimit(t *testing.T) {
	t.Parallel()
	pad := func(s string, n int, c string) string { return s + strings.Repeat(c, n-len(s)) }
	const limit = bashast.MaxInput
	if limit != 65536 {
		t.Fatalf("MaxInput = %d", limit)
	}
	tests := []struct {
		name, in string
		code     bashast.Code
	}{
		{"one word", pad("a ", limit, "b"), ""},
		{"long words", strings.Repeat(strings.Repeat("w", 255)+" ", limit/256), ""},
		{"blanks", pad("a", limit, " "), ""},
		{"quoted", pad("a '", limit-1, "b") + "'", ""},
		{"one more", pad("a ", limit+1, "b"), bashast.InputTooLarge},
		{"one more blank", pad("a", limit+1, " "), bashast.InputTooLarge},
		{"before encoding", pad("a ", limit+1, "\xff"), bashast.InputTooLarge},
		{"encoding within", pad("a ", limit, "\xff"), bashast.ParseError},
		{"before NUL", pad("a ", limit+1, "\x00"), bashast.InputTooLarge},
		{"before syntax", pad("a | ", limit+1, "("), bashast.InputTooLarge},
	}
	for _, tt := range tests {
		_, violation := bashast.Parse([]byte(tt.in))
		if got := codeOf(violation); got != tt.code {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.code)
		}
	}
}

func TestManyWords(t *testing.T) {
	t.Parallel()
	const words = 2048
	p, violation := bashast.Parse([]byte(strings.Repeat("a ", words)))
	if violation != nil || len(p.Argv) != words {
		t.Errorf("%d words, %v", len(p.Argv), violation)
	}
}

// codeOf returns "" for an accepted input.
func codeOf(v *bashast.Violation) bashast.Code {
	if v == nil {
		return ""
	}
	return v.Code
}
