package bashast_test

import (
	"testing"

	"github.com/aegish/aegish/bashast"
)

// attacks are inputs that made some grammar or lexer see another command than
// bash runs. Each is either refused or decoded exactly; which of both is
// fixed here, and whatever is accepted is also sent through bash.
var attacks = []struct {
	name, in string
	code     bashast.Code // "" for an accept
}{
	{"backslash-blank before #", "a \\ # b", bashast.ParseError},
	{"backslash-blank glued to #", "a \\ #b", bashast.ParseError},
	{"backslash-blank as the first word", "\\ a", bashast.ParseError},
	{"backslash-tab before a command", "\\\ta b", bashast.ParseError},
	{"vertical tab as blank", "a\x0bb", bashast.ParseError},
	{"form feed as blank", "a\x0cb", bashast.ParseError},
	{"carriage return as blank", "a\rb", bashast.ParseError},
	{"carriage return before newline", "a\r\n", bashast.ParseError},
	{"NUL splits the word", "a\x00b", bashast.ParseError},
	{"bash's internal quote byte", "a \x01b", bashast.ParseError},
	{"bash's internal null byte", "a \x7f", bashast.ParseError},
	{"internal byte by escape", "a $'\\1b'", bashast.NonLiteralWordNotSupported},
	{"internal null by escape", "a $'\\177'", bashast.NonLiteralWordNotSupported},
	{"NUL by escape ends the string", "rm $'x\\0'/", bashast.NonLiteralWordNotSupported},
	{"newline before backslash", "a\n\\b", bashast.MultipleStatements},
	{"newline before continuation", "a\n\\\nb", bashast.MultipleStatements},
	{"newline inside a list of words", "a b\nc d", bashast.MultipleStatements},
	{"quoted newline is no separator", "a 'b\nc'", ""},
	{"escaped quote in $'' that does not end it", "a $'x\\\\'", ""},
	{"escaped backslash in $'' hides the end", "a $'x\\\\' $(id) '", bashast.ParseError},
	{"the same, closed", "a $'x\\\\' $(id) ''", bashast.CommandSubstitutionNotSupported},
	{"escaped quote in $''", "a $'x\\' $(id) '", ""},
	{"== as first argument", "a == b", ""},
	{"=~ starts a regular expression", "a =~ b", bashast.NonLiteralWordNotSupported},
	{"== takes a pattern", "a == *", bashast.NonLiteralWordNotSupported},
	{"continuation between $ and (", "a $\\\n(id)", bashast.CommandSubstitutionNotSupported},
	{"the same in quotes", "a \"$\\\n(id)\"", bashast.CommandSubstitutionNotSupported},
	{"two continuations between $ and (", "a \"$\\\n\\\n(id)\"", bashast.CommandSubstitutionNotSupported},
	{"continuation between $ and {", "a $\\\n{IFS}", bashast.ParameterExpansionNotSupported},
	{"continuation between $ and a name", "a $\\\nIFS", bashast.ParameterExpansionNotSupported},
	{"continuation inside $((", "a $(\\\n(1))", bashast.ArithmeticExpansionNotSupported},
	{"continuation before a quote", "a $\\\n'b'", bashast.NonLiteralWordNotSupported},
	{"continuation as separator", "a\\\nb", ""},
	{"continuation inside a reserved word", "i\\\nf", bashast.ParseError},
	{"continuation inside an assignment", "LD_PRELOAD\\\n=x a", bashast.AssignmentPrefixNotSupported},
	{"continuation before #", "a \\\n#b", bashast.NonLiteralWordNotSupported},
	{"continuation before # in a word", "a b\\\n#c", bashast.ParseError},
	{"continuation before a tilde", "a \\\n~", bashast.NonLiteralWordNotSupported},
	{"continuation in a word before a tilde", "a b=\\\n~", bashast.NonLiteralWordNotSupported},
	{"continuation inside &&", "a &\\\n& b", bashast.MultipleStatements},
	{"continuation inside {}", "a {\\\n}", bashast.NonLiteralWordNotSupported},
	{"no continuation in single quotes", "a 'b\\\nc'", ""},
	{"job name", "%1", bashast.NonLiteralWordNotSupported},
	{"quoted job name", "'%'1", bashast.NonLiteralWordNotSupported},
	{"job name by escape", "$'\\x25'1", bashast.NonLiteralWordNotSupported},
	{"tilde behind =", "a x=~", bashast.NonLiteralWordNotSupported},
	{"tilde behind quoted =", "a x'='~", bashast.NonLiteralWordNotSupported},
	{"tilde behind :", "a x=y:~z", bashast.NonLiteralWordNotSupported},
	{"tilde behind empty quotes", "a ''~", bashast.NonLiteralWordNotSupported},
	{"pid", "a$$", bashast.ParameterExpansionNotSupported},
	{"pid in the command", "r$$m", bashast.ParameterExpansionNotSupported},
	{"translated string", "a $\"x\"", bashast.NonLiteralWordNotSupported},
	{"translated string with an expansion", "a $\"$(id)\"", bashast.CommandSubstitutionNotSupported},
	{"byte order mark is part of the word", "\ufeffls", bashast.ParseError},
	{"no-break space is part of the word", "rm\u00a0-rf", ""},
	{"next line is part of the word", "a\u0085b", ""},
	{"line separator is part of the word", "a\u2028b", ""},
	{"bidi override", "a \u202etxt.exe", ""},
	{"two semicolons", "a;;", bashast.ParseError},
	{"reserved word", "then", bashast.ParseError},
	{"quoted reserved word", "th'e'n", ""},
	{"reserved word by escape", "\\if", ""},
	{"closing brace as command", "}", bashast.ParseError},
	{"closing brace as argument", "a }", ""},
	{"closing bracket words", "a ] ]]", bashast.ParseError},
	{"coprocess", "coproc a", bashast.CompoundCommandNotSupported},
	{"time", "time a", bashast.CompoundCommandNotSupported},
	{"time with options", "time -p a", bashast.CompoundCommandNotSupported},
	{"negation", "! a", bashast.CompoundCommandNotSupported},
	{"select", "select a in b; do c; done", bashast.CompoundCommandNotSupported},
	{"assignment with a digit", "a1=b", bashast.AssignmentPrefixNotSupported},
	{"append", "a+=b", bashast.AssignmentPrefixNotSupported},
	{"array element with a substitution", "a[$(id)]=b", bashast.AssignmentPrefixNotSupported},
	{"assignment in quotes is a command", "'a'=b", ""},
	{"name in a non-UTF-8 locale", "é=b", bashast.AssignmentPrefixNotSupported},
	{"expansion in a non-UTF-8 locale", "a $é", bashast.ParameterExpansionNotSupported},
	{"brace expansion", "{rm,-rf,/}", bashast.NonLiteralWordNotSupported},
	{"brace expansion with quotes", "a {'b',c}", bashast.NonLiteralWordNotSupported},
	{"brace sequence", "a {1..3}", bashast.NonLiteralWordNotSupported},
	{"escaped brace", "a \\{b,c}", ""},
	{"extended glob", "a @(b|c)", bashast.NonLiteralWordNotSupported},
	{"extended glob with a command", "a !(b;c)", bashast.NonLiteralWordNotSupported},
	{"glob in the command", "/bin/r?", bashast.NonLiteralWordNotSupported},
	{"half a bracket", "a [b", bashast.NonLiteralWordNotSupported},
	{"history expansion is off", "a !b !! !$ !1", ""},
	{"old arithmetic", "a $[1+1]", bashast.ArithmeticExpansionNotSupported},
	{"arithmetic that is none", "a $((b) ; c)", bashast.SubshellNotSupported},
	{"descriptor glued to a word", "a b2>c", bashast.RedirectionNotSupported},
	{"descriptor variable", "a {b}>c", bashast.RedirectionNotSupported},
	{"redirection before the command", ">a b", bashast.RedirectionNotSupported},
	{"both streams", "a &>b", bashast.RedirectionNotSupported},
	{"comment hides a quote", "a # '", bashast.NonLiteralWordNotSupported},
	{"comment behind a semicolon", "a;# b", bashast.NonLiteralWordNotSupported},
	{"no comment inside a word", "a b#c", ""},
	{"no comment behind quotes", "a ''#c", ""},
	{"here-document hides commands", "a <<b\n$(c)\nb\nd", bashast.MultipleStatements},
	{"here-document without an end", "a <<b\nc;d", bashast.HereDocNotSupported},
	{"function in one line", "ls(){ rm;}", bashast.CompoundCommandNotSupported},
	{"alias name", "\\ls", ""},
	{"option-like command", "-c x", ""},
	{"locale-dependent escape", "a $'\\u00e9'", bashast.NonLiteralWordNotSupported},
	{"ASCII by long escape", "$'\\U00000072'm", ""},
	{"octal beyond a byte", "a $'\\562'", ""},
	{"full-width semicolon", "a；b", ""},
	{"full-width dollar", "a ＄(b", bashast.ParseError},
	{"backtick inside double quotes", "a \"`id`\"", bashast.CommandSubstitutionNotSupported},
	{"escaped backtick", "a \\`id\\`", ""},
	{"backtick in single quotes", "a '`id`'", ""},
	{"quote state across an escape", "a \\' $(id) \\'", bashast.CommandSubstitutionNotSupported},
	{"quote state across a quote", "a \"'\" $(id) \"'\"", bashast.CommandSubstitutionNotSupported},
	{"unclosed quote", "a 'b", bashast.ParseError},
	{"final backslash", "a \\", bashast.NonLiteralWordNotSupported},
	{"final continuation", "a \\\n", bashast.ParseError},
	{"empty command word", "'' a", bashast.NonLiteralWordNotSupported},
	{"declaration with an array", "declare a=($(id))", bashast.CompoundCommandNotSupported},
	{"arithmetic command", "((a[$(id)]))", bashast.CompoundCommandNotSupported},
}

func TestAttacks(t *testing.T) {
	t.Parallel()
	w := newWitness(t)
	for _, tt := range attacks {
		_, violation := bashast.Parse([]byte(tt.in))
		if codeOf(violation) != tt.code {
			t.Errorf("%s: Parse(%q) = %v, want %q", tt.name, tt.in, violation, tt.code)
		}
		for _, locale := range locales {
			againstBash(t, w, locale, tt.in)
		}
	}
}
