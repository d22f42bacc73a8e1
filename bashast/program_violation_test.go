package bashast_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// programRejects holds the ways to reach each code of the compound subset,
// with quoted expansions allowed.
var programRejects = []struct {
	code bashast.Code
	in   []string
}{
	{bashast.ParseError, []string{
		"", " \n", "# c", "a \xff", "a\x00b", "a\r\nb", ";", "a;;", "a |", "a &&", "&& a", "(a", "a)", "{ a", "{ a }", "()", "if a; then b", "if a; fi", "fi", "while a; done", "case a in b) c",
		"for", "for x in a; b", "a >", "a > >b", "a (b)", "a | ! b", "'a", "a $(b", "!", "time", "! ;", "a;\n;b", "a 2> 3>f", "case a in ) b;; esac", "case a in b|) c;; esac", "case a in b c) d;; esac",
		// too deep, too much
		strings.Repeat("( ", 33) + "a" + strings.Repeat(" )", 33), strings.Repeat("a;", 1001), strings.Repeat("(", 1000),
		// what tree-sitter reads differently
		"if (a) then b; fi", "{ { a; } }", "case a in b)c;; esac; case a in b)c;; d)e;; esac",
	}},
	{bashast.HereDocNotSupported, []string{
		"a <<E", "a <<E\nb", "a <<$'E'\nb\nE", "a <<''\n\n", "a <<'E\nF'\nE", "a <<E\\\nF\nEF", "a <<\"E\\F\"\nE", "a <<E\nx\\", "a <<1 <<2 <<3 <<4 <<5 <<6 <<7 <<8 <<9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "(a <<E)", "{ a; } <<E",
	}},
	{bashast.RedirectionNotSupported, []string{
		"a >''", "a 256>f", "a 1000>f", "a >&256", "a 2>&f", "a <&f", "a >&-b", "a >& 99999999999", "a 1\\\n2>f", "a >&'$(b)'", "a >&'a b'", "a >&\\~", "a <&''", "a >&''", "a 2>&1x",
	}},
	{bashast.CompoundCommandNotSupported, []string{
		"[[ a ]]", "((1))", "( (a); ((1)) )", "select x in a; do b; done", "coproc a", "for ((;;)); do a; done", "declare x", "a; let x=1", "local x", "readonly x=1", "typeset x", "\\declare x", "command declare x", "'let' 1",
		"export", "export A", "export -p", "export -n A=1", "export 1=2", "export A-=1", "unset", "unset -f a", "unset 'a[1]'", "unset 1", "a | time b", "case in in a) b;; esac", ">f if", "x=1 if", "i\\\nf a; then b; fi", "for é in a; do b; done", "for if in a; do b; done",
		"if [[ a ]]; then b; fi", "a && [[ b ]]", "while ((1)); do a; done",
	}},
	{bashast.AssignmentPrefixNotSupported, []string{"a[1]=b", "a=(b)", "a+=(b) c", "é=b", "export a=(b)", "a[1]+=b c"}},
	{bashast.CommandSubstitutionNotSupported, []string{"a $(b)", "a; b `c`", "x=$(a)", "a >$(b)", "a <<E\n$(b)\nE", "for x in $(a); do b; done", "case $(a) in b) c;; esac", "a \"${x:-$(b)}\"", "(a \"$(b)\")"}},
	{bashast.ProcessSubstitutionNotSupported, []string{"a <(b)", "a > >(b)", "a b<(c)", "(a <(b))", "{ a; } > >(b)"}},
	{bashast.ParameterExpansionNotSupported, []string{
		"a $x", "x=$y", "a >$x", "$x", "a \"${x:-1}\"", "a \"$1\"", "a \"$@\"", "a \"$$\"", "a ${x}", "a <<E\n$x\nE", "for x; do a; done", "for x do a; done", "for x in $y; do a; done", "a \"$é\"", "a \"${x\\\n}\"", "a <<<$x", "a \"${#x}\"",
	}},
	{bashast.ArithmeticExpansionNotSupported, []string{"a $((1))", "a; b \"$((1))\"", "a $[1]", "a >$((1))"}},
	{bashast.NonLiteralWordNotSupported, []string{
		"a; b *", "a ?", "a [b]", "~", "a; b ~", "a b=~", "x=~", "x=*", "a {b,c}", "{a,b}", "a {", "a; $\"b\"", "a; %1", "''", "a; \"\"", "time -v a", "a @(b)", "case a in ~) b;; esac", "case a in {a,b}) c;; esac", "case a in @(b)) c;; esac", "a >*", "a $'\\0'", "{x}>f a",
	}},
	{bashast.BackgroundNotSupported, []string{"a &", "a & b", "{ a & }", "(a &)", "a | b &", "a && b & c", "if a & then b; fi", "a &\n"}},
	{bashast.FunctionNotSupported, []string{"f() { a; }", "f () ( a )", "function f { a; }", "function f() { a; }", "a; f() { b; }", "(f() { a; })", "f() if a; then b; fi"}},
	{bashast.BuiltinNotSupported, []string{
		"alias", "alias a=b", "unalias a", "enable a", "bind a", "complete a", "compgen -W a", "compopt a", "fc", "set -k", "set -o posix", "set -o", "set -H", "set +B", "set -e -k", "shopt -s expand_aliases", "shopt -o posix", "exec <f", "exec <<<a", "exec 0<&3", "hash -p a b", "hash -dp a", "jobs -x a",
		"mapfile -C a b", "mapfile -c 1 b", "read -e a", "read -i x a", "read 'a[1]'", "read 1a", "read -a 'a[1]'", "read -a", "printf -v", "printf -v 'a[1]' b", "printf -x a", "wait -p a", "getopts a 1", "test -v 'a[1]'", "[ -v 'a[1]' ]", "[ -R 'a[1]' ]", "command -x a", "builtin -p a", "command alias", "builtin command shopt -s extglob", "\\alias", "$'alias'",
	}},
	{bashast.AssignmentNameNotSupported, []string{
		"IFS=", "IFS=: a", "IFS=: eval read x", "export IFS=1", "unset IFS", "read IFS", "read -a IFS", "printf -v IFS x", "getopts a IFS", "mapfile IFS", "for IFS in a; do b; done", "POSIXLY_CORRECT=1", "PS4=a", "UID=1", "EUID=1 a", "PPID=1", "SHELLOPTS=a", "BASHOPTS=a", "BASH=a", "BASH_ALIASES=a", "BASH_COMPAT=4",
		"RANDOM=1", "SECONDS=1 a", "LINENO=1", "_=1 a", "histchars=a", "GROUPS=1", "LANG=C é", "LC_CTYPE=C a é", "FUNCNAME=a", "PIPESTATUS=1", "DIRSTACK=a", "BASH_FUNC=1", "command export UID=1", "IFS+=a", "BASHPID=1",
	}},
	{bashast.ExpansionPositionNotSupported, []string{
		"\"$x\"", "\"$x\" a", "x=\"$y\"", "x=\"$?\" a", "a >\"$x\"", "a >&\"$x\"", "a <<<\"$x\"", "for x in \"$y\"; do a; done", "case \"$x\" in a) b;; esac", "case a in \"$x\") b;; esac", "$?", "$? a", "x=$?", "a >$?", "a b$?", "a $?b", "eval a; b $?", "b $?; . f", "trap a EXIT; b $?", "command eval a; b $?",
		"export \"$x\"", "export A=\"$x\"", "unset \"$x\"", "set \"$x\"", "read \"$x\"", "read -a \"$x\"", "printf \"$x\"", "printf -v \"$x\" a", "wait \"$x\"", "getopts \"$x\" a", "mapfile \"$x\"", "hash \"$x\"", "jobs \"$x\"", "test \"$x\" \"$y\"", "[ -v \"$x\" ]", "command \"$x\"", "builtin \"$x\"", "command -p \"$x\"",
	}},
}

func TestEveryWayToEachCompoundViolation(t *testing.T) {
	t.Parallel()
	for _, tt := range programRejects {
		for _, in := range tt.in {
			p, violation := bashast.ParseProgram([]byte(in), allowed)
			if got := codeOf(violation); got != tt.code {
				t.Errorf("ParseProgram(%.80q) = %q %s, want %q", in, got, describe(p), tt.code)
			}
			if violation != nil {
				checkProgramViolation(t, []byte(in), violation)
			}
		}
	}
	covered := []bashast.Code{bashast.InputTooLarge}
	for _, tt := range programRejects {
		covered = append(covered, tt.code)
	}
	if !slices.Equal(covered, bashast.CompoundCodes()) {
		t.Errorf("the table has %q, the codes are %q", covered, bashast.CompoundCodes())
	}
}

// What is not allowed to be expanded is a parameter expansion wherever it is.
func TestQuotedExpansionsHaveToBeAllowed(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"a \"$x\"", "a \"${x}\"", "\"$x\"", "x=\"$y\"", "if a \"$x\"; then b; fi"} {
		if _, violation := bashast.ParseProgram([]byte(in), bashast.Allow{}); codeOf(violation) != bashast.ParameterExpansionNotSupported {
			t.Errorf("ParseProgram(%q) = %v", in, violation)
		}
	}
	if _, violation := bashast.ParseProgram([]byte("a \"$?\""), bashast.Allow{}); violation != nil {
		t.Error(violation)
	}
}

// Of several constructs the one that comes first in CompoundCodes is named.
func TestCompoundPrecedence(t *testing.T) {
	t.Parallel()
	pieces := []struct {
		code bashast.Code
		in   string
	}{
		{bashast.CompoundCommandNotSupported, "[[ a ]]"},
		{bashast.AssignmentPrefixNotSupported, "a=(b)"},
		{bashast.CommandSubstitutionNotSupported, "a $(b)"},
		{bashast.ProcessSubstitutionNotSupported, "a <(b)"},
		{bashast.ParameterExpansionNotSupported, "a $x"},
		{bashast.ArithmeticExpansionNotSupported, "a $((1))"},
		{bashast.NonLiteralWordNotSupported, "a *"},
		{bashast.BackgroundNotSupported, "{ a & }"},
		{bashast.FunctionNotSupported, "f() { a; }"},
	}
	for i, first := range pieces {
		for _, second := range pieces[i:] {
			for _, in := range []string{first.in + "; " + second.in, second.in + "\n" + first.in, "(" + second.in + ") | { " + first.in + "; }"} {
				for _, v := range []struct {
					in   string
					code bashast.Code
				}{{in, first.code}, {in + "; )", bashast.ParseError}, {in + "\x00", bashast.ParseError}, {in + strings.Repeat(" ", bashast.MaxInput), bashast.InputTooLarge}} {
					if _, violation := bashast.ParseProgram([]byte(v.in), allowed); codeOf(violation) != v.code {
						t.Errorf("ParseProgram(%.60q) = %v, want %q", v.in, violation, v.code)
					}
				}
			}
		}
	}
}

func TestProgramSizes(t *testing.T) {
	t.Parallel()
	full := "a;b " + strings.Repeat("c", bashast.MaxInput-4)
	commands := strings.Repeat("a;", 1000)
	deep := strings.Repeat("( ", 31) + "a" + strings.Repeat(" )", 31)
	for _, tt := range []struct {
		in   string
		code bashast.Code
	}{
		{full, ""}, {full + "c", bashast.InputTooLarge},
		{commands, ""}, {commands + "a", bashast.ParseError},
		{deep, ""}, {"( " + deep + " )", bashast.ParseError},
	} {
		if _, violation := bashast.ParseProgram([]byte(tt.in), allowed); codeOf(violation) != tt.code {
			t.Errorf("%d bytes, %.20q: %v, want %q", len(tt.in), tt.in, violation, tt.code)
		}
	}
}
