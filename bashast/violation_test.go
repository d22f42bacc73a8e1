package bashast_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// rejectCases holds, for each code, every way to reach it.
var rejectCases = []struct {
	code bashast.Code
	in   []string
}{
	{bashast.ParseError, []string{
		// nothing to run
		"", " ", "\t", "\n", "\\\n", " \n\t ", "# c", "# c\n", "\n# c\n# d",
		// not text
		"a \xff", "\xc3", "a \xed\xa0\x80", "a \xf4\x90\x80\x80", "a \xc0\xaf", "a\x00b", "a\x00", "a\rb", "a\r", "a\r\n",
		"a\x01", "a \x07", "a\x0bb", "a\x0cb", "a \x1b[0m", "a \x7f", "a '\x00'", "a '\x7f'", "\x0b",
		// no bash
		"'", "\"", "a 'b", "a \"b", "a $'b", "a `b", "a $(b", "a ${b", "a $((1)", "a <(b", "a $[1",
		";", ";a", ";;", "a;;", "a ; ;", "a;;b", "a;&", "a\n;", "a;\n;b", "a &;", "a & &", "& a", "&", "&& a", "a &&", "a && && b",
		"|", "| a", "a |", "a | | b", "a | ! b", "a ||", "a >", "a <", "a >#f", "for ((1)); do a; done", "a > >b", "a <<", "a <<<", ">", "a 2>",
		"(", ")", "()", "(a", "a)", "a (b)", "a(b", "(a) b", "((1)", "a b()", "f() a", "f()", "f(a)", "function", "function f a", "function f() if",
		"if", "if a", "if a; then b", "if a; fi", "if a; then; fi", "then", "elif", "else", "fi", "do", "done", "esac", "in", "}", "]]", "a; fi", "a; }",
		"for", "for x", "for x in a", "for x in a; b", "for x in a; do b", "for ((1)); do a; done", "for 'x' y", "while", "while a; done", "until a; do b",
		"case", "case a", "case a in b", "case a in b) c", "case a in b) c esac", "case a in | ) esac", "select x in a; do b",
		"{", "{ a", "{ a }", "{ a; } b", "{ }", "[[", "[[ a", "[[ ]]", "[[ a b ]]", "[[ a == ]]", "[[ ( a ]]", "[[ a =~ ]]", "coproc", "coproc a )",
		"echo a=(1)", "a=(1", "a=(1;2)", "echo $(if)", "echo $(a;;)", "echo <(fi)", "echo \"$(fi)\"", "a !(b", "cat <<$(", "a && # c",
		// what tree-sitter reads differently
		"echo ==", "\\ a", "echo \\ a", "echo ] ]]", "1a=b", "echo $%", "{} a", "a \\\n", "unsetenv a",
		// too deep
		strings.Repeat("( ", 200) + "a" + strings.Repeat(")", 200), strings.Repeat("$(", 200) + "a" + strings.Repeat(")", 200),
		"a " + strings.Repeat("${x:-", 200) + strings.Repeat("}", 200), strings.Repeat("{ ", 200) + "a" + strings.Repeat("; }", 200),
		"for a in " + strings.Repeat("$((", 200) + "1" + strings.Repeat("))", 200) + " b", "f() " + strings.Repeat("$((", 200) + "1" + strings.Repeat("))", 200),
		"echo " + strings.Repeat("$((", 200) + "1" + strings.Repeat("))", 200),
	}},
	{bashast.MultipleStatements, []string{
		"a;b", "a ; b", "a; b;", "a&&b", "a || b", "a && b || c", "a\nb", "a\n\nb", "a;\nb", "a &", "a&", "a & b", "a &\n", "a & # c", "a \\\n; b",
		"a && \n b", "(a); b", "{ a; } && b", "if a; then b; fi; c", "if a; then b; fi\nc", "f() { a; }; f", "cat <<E\nx\nE\nls", "x=1; a", "a; x=1",
		"a;# c\nb", "# c\na\nb", "a | b; c", "a > f & ", "! a; b", "(a) &", "a &\\\n& b", "a |\\\n| b", "echo $(a); b",
	}},
	{bashast.PipelineNotSupported, []string{
		"a | b", "a|b|c", "a |& b", "a |\nb", "! a | b", "time a | b", "a | time b", "(a) | b", "a | (b)", "{ a; } | b", "if a; then b; fi | c",
		"if a | b; then c; fi", "(a | b)", "{ a | b; }", "echo $(a | b)", "echo `a | b`", "echo \"$(a | b)\"", "cat <(a | b)", "cat <<E | b\nx\nE",
		"a |\\\n& b", "for x in a; do b | c; done", "case a in b) c | d;; esac", "f() { a | b; }", "x=1 a | b", "a 2>&1 | b", "a <<< x | b",
		"cat <<E\n$(a | b)\nE", "echo ${x:-$(a | b)}", "echo $(( $(a | b) ))", "a=($(b | c))", "echo `echo \\`a | b\\``",
	}},
	{bashast.HereDocNotSupported, []string{
		"cat <<E\nx\nE", "cat <<E\nx\nE\n", "cat <<'E'\n$x\nE", "cat <<\"E\"\nE", "cat <<\\E\nE", "cat <<-E\n\tx\n\tE", "cat <<E", "cat <<E\nx", "<<E\nE", "cat <<E a\nx\nE",
		"cat <<A <<B\na\nA\nb\nB", "cat <<E >f\nx\nE", "cat <<<x", "cat <<< 'x y'", "cat <<<$x", "<<<x", "cat 0<<<x", "cat 3<<E\nE", "cat <<E\n`x`\n$(y; z)\nE",
		"cat <<E\na; b | c & (d)\nE", "cat <<E\n'\nE", "cat <\\\n<E\nE", "(cat <<<x)", "{ cat <<<x; }", "echo $(cat <<<x)", "x=1 cat <<<x", "cat <<'E F'\na\nE F", "cat {fd}<<<x",
	}},
	{bashast.RedirectionNotSupported, []string{
		"a >f", "a > f", "a >>f", "a <f", "a <>f", "a >|f", "a >&f", "a >&2", "a 2>&1", "a &>f", "a &>>f", "a <&3", "a <&-", "a 2>&-", "a {fd}>f", "a {fd}<&-",
		">f", "<f", "> f a", "2>&1 a", "a >f b", "a >f 2>g", "a 10>f", "a > 'f g'", "a >$f", "a >$(b)", "a > >(b)", "a < <(b)", "(a) >f", "(a >f)", "{ a; } >f",
		"if a; then b; fi >f", "f() { a; } >f", "echo $(a >f)", "echo `a >f`", "cat <(a >f)", "x=1 a >f", "x=1 >f", "a >\\\n>f", "! a >f", "a >f;", "[[ a ]] >f",
	}},
	{bashast.CompoundCommandNotSupported, []string{
		"if a; then b; fi", "if a; then b; else c; fi", "if a; then b; elif c; then d; else e; fi", "if a\nthen b\nfi", "if a; then b; fi;",
		"for x in a b; do c; done", "for x; do c; done", "for x do c; done", "for x in; do c; done", "for x\nin a\ndo b\ndone", "for ((i=0;i<3;i++)); do c; done", "for ((;;)) { c; }", "for x in a; { b; }",
		"select x in a; do b; done", "while a; do b; done", "until a; do b; done", "while a\ndo b\ndone",
		"case a in b) c;; esac", "case a in esac", "case a in (b|c) d;; *) e;& f) ;;& esac", "case a in b) c\nesac", "case a\nin\nb) c ;; esac", "case esac in (esac) a;; esac",
		"f() { a; }", "f() ( a )", "f ( ) { a; }", "f()\n{ a; }", "function f { a; }", "function f() { a; }", "function f ( a )", "f() if a; then b; fi", "f() [[ a ]]", "f() ((1))", "a-b() { c; }",
		"{ a; }", "{ a\n}", "{ a & }", "{ a; };", "{ { a; }; }", "{ (a); }", "(( 1 + 2 ))", "((a))", "((1|2))", "function f ((1))", strings.Repeat("(", 200) + "a" + strings.Repeat(")", 200), "[[ a ]]", "[[ -f a ]]", "[[ a == b* ]]", "[[ a =~ ^(b|c)$ ]]", "[[ a < b || ! ( c && d ) ]]", "[[ a -eq 1 ]]",
		"[[ a\n&& b ]]", "coproc a", "coproc a b", "coproc { a; }", "coproc N { a; }", "coproc N ( a )", "time a", "time -p a", "time -- a", "time", "! a", "!", "! ! a", "time ! a", "! time a", "! { a; }",
		"declare", "declare x=1", "declare a=(1 2)", "declare -A a", "export x", "export x=1", "local x", "readonly x=1", "typeset x", "let x=1", "let 'x = 1'", "unset x", "export x=(a b)",
		"time x=1", "i\\\nf a; then b; fi", "!(a)", "(f() { a; })", "echo $(! a)", "echo `if a; then b; fi`", "cat <(time a)", "x=1 let y",
	}},
	{bashast.SubshellNotSupported, []string{
		"(a)", "( a )", "(a;b)", "(a\nb)", "(a &)", "((a);(b))", "((a) ; b)", "( (a) )", "(a);", "(\na\n)", "echo $( (a) )", "echo $((a);(b))", "echo `(a)`", "cat <( (a) )", "(x=1)", "(a $b)", "(a *)", "(a) # c", "\\\n(a)",
	}},
	{bashast.AssignmentPrefixNotSupported, []string{
		"x=1", "x=", "x=1 a", "x= a", "_=1 a", "x=1 y=2 a", "x+=1 a", "x[1]=2", "x[1]+=2 a", "x[a b]=1", "x=(1 2)", "x=()", "x+=(1) ", "x=(a\nb # c\n)", "x=([1]=a)", "x='a b' c", "x=$y a", "x=$(y) a", "x=* a", "x=~ a",
		"x\\\n=1 a", "LD_PRELOAD=/x ls", "x=1;", "x=${y} z", "x==y", "x=$((1))", "x=<(a)", "x=`a` b", "x[$y]=1", "x=a # c",
	}},
	{bashast.CommandSubstitutionNotSupported, []string{
		"$(a)", "a $(b)", "a b$(c)d", "a \"$(b)\"", "a \"b $(c) d\"", "a `b`", "`a`", "a \"`b`\"", "a $(b; c)", "a $(b &)", "a $()", "a ``", "a $(\n)", "a $\\\n(b)", "a \"$\\\n(b)\"", "a ${x:-$(b)}", "a ${x:-`b`}", "a $(( $(b) ))",
		"a $((`b`))", "a $[ $(b) ]", "a $(b $(c))", "a $(b) <(c)", "a <(b $(c))", "a '$x' $(b)", "a `b \\`c\\``", "a $(# c\n)", "a *$(b)", "a $\"$(b)\"", "a {b,$(c)}", "a ~$(b)", "a @($(b))", "a b\\\\$(c)", "a $(b # )\n)", "a \"${x:-\"$(b)\"}\"", "a $'x'$(b)",
		"a $(b) c",
	}},
	{bashast.ProcessSubstitutionNotSupported, []string{
		"a <(b)", "a >(b)", "<(a)", ">(a)", "a x<(b)", "a <(b; c)", "a <(b) >(c)", "a <\\\n(b)", "a <(b $x)", "a $x <(b)", "a * <(b)", "a <(b) $((1))", "source <(b)", "a --x=<(b)",
	}},
	{bashast.ParameterExpansionNotSupported, []string{
		"$x", "a $x", "a ${x}", "a b$x", "a \"$x\"", "a \"b${x}c\"", "a $1", "a $10", "a ${10}", "a $@", "a \"$@\"", "a $*", "a $#", "a $?", "a $$", "a $!", "a $-", "a $0", "a $_", "a a$$", "a ${#x}", "a ${x:-y}", "a ${x/y/z}", "a ${!x}", "a ${x[@]}", "a ${x@P}", "a ${ x; }",
		"a $((x+$y))", "a $(( ${y} ))", "a $[ $x ]", "a $\\\nx", "a $\\\n{x}", "a \"$\\\nx\"", "a $é", "a $x*", "a ~$x", "a {b,$x}", "a $\"$x\"", "a 'b'$x", "a \\\\$x", "a $'x'$y", "a ${x} # c", "a \"a'$x'\"", "[ $x ]", "a ${x:-'y}'}", "a ${x:-\"}\"}", "a $x;",
	}},
	{bashast.ArithmeticExpansionNotSupported, []string{
		"a $((1))", "a $((1+2))", "a \"$((1))\"", "a b$((1))", "a $[1]", "a \"$[1]\"", "$((1))", "a $((x))", "a $(( (1) ))", "a $((1|2))", "a $((a;b))", "a $\\\n((1))", "a $(\\\n(1))", "a $((1)\\\n)", "a $(($((1))))", "a * $((1))", "a $(( '1' ))", "a $(())",
	}},
	{bashast.NonLiteralWordNotSupported, []string{
		"a *", "a b*", "*", "a ?", "a b?c", "a [b]", "a [b", "a b[", "[ a ]", "[", "a \"b\"*", "a 'b'?", "a @(b)", "a !(b)", "a +(b|c)", "a ?(b)", "a *(b)", "a b@(c)d", "a {b,c}", "a {1..3}", "a b{c,d}e", "a {b}", "a {", "a {}{}", "a {}b", "a x{}", "a HEAD@{1}", "{a,b}", "{}a",
		"a ~", "a ~/b", "a ~root", "a ~+", "~", "~/a", "a x=~", "a x=~/b", "a --x=~/b", "a x:~", "a x=b:~/c", "a ''~", "a \\=~", "a =~", "a $\"b\"", "$\"a\"", "a $\"\"", "a \"b\"$\"c\"", "a # c", "a #", "# c\na", "a;# c", "a \\\n# c", "a\n# c", "%1", "%1 a", "'%1'", "\\%", "%%",
		"''", "\"\"", "'' a", "\\\n'' a", "$''", "a \\", "a b\\", "a $'\\0'", "a $'\\x00'", "a $'\\001'", "a $'\\x7f'", "a $'\\u00e9'", "a $'\\U0001f600'", "a $'\\x{41}'", "a $'\\c?'", "a $'\\cé'", "a $'\\c@'", "a $\\\n'b'", "a $\\\n\"b\"",
	}},
}

func TestEveryWayToEachViolation(t *testing.T) {
	t.Parallel()
	for _, tt := range rejectCases {
		for _, in := range tt.in {
			text, violation := bashast.Parse([]byte(in))
			if got := codeOf(violation); got != tt.code {
				t.Errorf("Parse(%.80q) = %q %q, want %q", in, got, text.Argv, tt.code)
			}
			if violation != nil && (violation.Start < 0 || violation.Start > violation.End || violation.End > len(in)) {
				t.Errorf("Parse(%.80q): bytes %d-%d of %d", in, violation.Start, violation.End, len(in))
			}
		}
	}
}

// A violation crosses into logs and messages, so it must not hold input.
func TestViolationHoldsNoText(t *testing.T) {
	t.Parallel()
	_, violation := bashast.Parse([]byte("secret | $(token)"))
	if got, want := violation.Error(), "pipeline_not_supported at bytes 7-8"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

func TestViolationSpans(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"a $(b) c", "$(b)"}, {"a \"x${y}z\"", "${y}"}, {"a b>f c", ">f"}, {"a 2>f c", "2>f"}, {"a; b", "b"}, {"a && b", "&&"}, {"a &", "&"},
		{"x=1 a", "x=1"}, {"a <(b) c", "<(b)"}, {"a $((1)) c", "$((1))"}, {"(a)", "(a)"}, {"a <<<x", "<<<x"}, {"time a", "time"}, {"a b*c", "*"},
		{"a ${x} $y", "${x}"}, {"a # c", "# c"}, {"a `b` c", "`b`"}, {"a )", ")"}, {"a \xff b", "\xff"},
	}
	for _, tt := range tests {
		_, violation := bashast.Parse([]byte(tt.in))
		if violation == nil || tt.in[violation.Start:violation.End] != tt.want {
			t.Errorf("Parse(%q) = %v, want bytes %q", tt.in, violation, tt.want)
		}
	}
}

// constructs has one piece of syntax for each code from MultipleStatements on,
// so built that any set of them makes one valid program.
var constructs = []struct {
	code         bashast.Code
	before, word string
	after        string
}{
	{code: bashast.MultipleStatements, after: "; z"},
	{code: bashast.PipelineNotSupported, after: " | z"},
	{code: bashast.HereDocNotSupported, word: "<<<h"},
	{code: bashast.RedirectionNotSupported, word: ">f"},
	{code: bashast.CompoundCommandNotSupported, before: "! "},
	{code: bashast.SubshellNotSupported, before: "(", after: ")"},
	{code: bashast.AssignmentPrefixNotSupported, before: "x=1 "},
	{code: bashast.CommandSubstitutionNotSupported, word: "$(c)"},
	{code: bashast.ProcessSubstitutionNotSupported, word: "<(c)"},
	{code: bashast.ParameterExpansionNotSupported, word: "$v"},
	{code: bashast.ArithmeticExpansionNotSupported, word: "$((1))"},
	{code: bashast.NonLiteralWordNotSupported, word: "*"},
}

// program builds the program with the constructs of a set, with its words in
// order or reversed.
func program(set int, reversed bool) string {
	before, words, after := "", "", ""
	for i := len(constructs) - 1; i >= 0; i-- {
		if set&(1<<i) == 0 {
			continue
		}
		c := constructs[i]
		if c.before != "" {
			before = c.before + before
		}
		if c.word != "" && reversed {
			words += " " + c.word
		} else if c.word != "" {
			words = " " + c.word + words
		}
	}
	for _, i := range []int{5, 1, 0} { // inside out
		if set&(1<<i) != 0 {
			after += constructs[i].after
		}
	}
	// A negation has to come before an assignment, a subshell around both.
	if set&(1<<5) != 0 {
		before = "(" + strings.Replace(before, "(", "", 1)
	}
	return before + "a" + words + after
}

// Every set of constructs, and with it every pair that can coexist, gets the
// code that comes first.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	for set := 1; set < 1<<len(constructs); set++ {
		want := bashast.Code("")
		for i, c := range constructs {
			if set&(1<<i) != 0 {
				want = c.code
				break
			}
		}
		for _, reversed := range []bool{false, true} {
			in := program(set, reversed)
			variants := []struct {
				in   string
				code bashast.Code
			}{
				{in, want},
				{in + " )", bashast.ParseError},
				{in + "\x00", bashast.ParseError},
				{in + strings.Repeat(" ", bashast.MaxInput), bashast.InputTooLarge},
			}
			for _, v := range variants {
				if _, violation := bashast.Parse([]byte(v.in)); codeOf(violation) != v.code {
					t.Errorf("Parse(%.80q) = %v, want %q", v.in, violation, v.code)
				}
			}
		}
	}
}

func TestCodesAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	want := "input_too_large parse_error multiple_statements pipeline_not_supported here_doc_not_supported " +
		"redirection_not_supported compound_command_not_supported subshell_not_supported assignment_prefix_not_supported " +
		"command_substitution_not_supported process_substitution_not_supported parameter_expansion_not_supported " +
		"arithmetic_expansion_not_supported non_literal_word_not_supported"
	var got []string
	for _, code := range bashast.Codes() {
		got = append(got, string(code))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("codes are %q", got)
	}
}
