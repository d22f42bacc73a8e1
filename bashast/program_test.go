package bashast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// describe writes a program so that a table can hold it: commands in brackets,
// with assignments, words (? before those known only at run time),
// redirections, and standard input.
func describe(p bashast.Program) string {
	var b strings.Builder
	for _, c := range p.Commands {
		b.WriteByte('[')
		var parts []string
		for _, a := range c.Assignments {
			op := "="
			if a.Append {
				op = "+="
			}
			if a.Unknown {
				op = "=?"
			}
			parts = append(parts, a.Name+op+quoteUnlessPlain(a.Value))
		}
		unknown := map[int]bool{}
		for _, i := range c.Unknown {
			unknown[i] = true
		}
		for i, word := range c.Argv {
			if unknown[i] {
				word = "?" + word
			}
			parts = append(parts, quoteUnlessPlain(word))
		}
		for _, r := range c.Redirections {
			parts = append(parts, describeRedirection(r))
		}
		if c.Stdin != bashast.Inherited {
			parts = append(parts, "from:"+c.Stdin.String())
		}
		if c.Document != "" {
			parts = append(parts, fmt.Sprintf("%q", c.Document))
		}
		b.WriteString(strings.Join(parts, " ") + "]")
	}
	return b.String()
}

func describeRedirection(r bashast.Redirection) string {
	switch r.Direction {
	case bashast.Duplicate:
		return fmt.Sprintf("%d%s%d", r.FD, r.Operator, r.Source)
	case bashast.Close:
		return fmt.Sprintf("%d%s-", r.FD, r.Operator)
	case bashast.Document:
		return fmt.Sprintf("%d%s%q", r.FD, r.Operator, r.Text)
	}
	return fmt.Sprintf("%d%s%s", r.FD, r.Operator, quoteUnlessPlain(r.Path))
}

func quoteUnlessPlain(s string) string {
	if s == "" || strings.ContainsAny(s, " \n\t'\"[]") {
		return fmt.Sprintf("%q", s)
	}
	return s
}

// programCases are also sent through bash (compound_differential_test.go).
var programCases = []struct{ in, want string }{
	// lists and pipelines
	{"a", "[a]"},
	{"a;", "[a]"},
	{"a; b && c || d\ne", "[a][b][c][d][e]"},
	{"a;\n\n b;\n", "[a][b]"},
	{"a &&\n\nb", "[a][b]"},
	{"a &\\\n& b |\\\n| c;\\\nd", "[a][b][c][d]"},
	{"a | b|c", "[a][b from:pipe][c from:pipe]"},
	{"a |\n b", "[a][b from:pipe]"},
	{"a |& b", "[a 2|&1][b from:pipe]"},
	{"a >f |& b", "[a 1>f 2|&1][b from:pipe]"},
	{"! a", "[a]"},
	{"! ! a | b", "[a][b from:pipe]"},
	{"time a", "[a]"},
	{"time -p a | b; time -- c; time -p -- d", "[a][b from:pipe][c][d]"},
	{"time ! a; ! time b", "[a][b]"},
	{"time\\\n a; ti\\\nme a", ""},
	// comments
	{"a # b 'c", "[a]"},
	{"# x\na # \\\nb\n#y", "[a][b]"},
	{"a;# b\nc d#e", "[a][c d#e]"},
	{"a && # b\nc |# d\ne", "[a][c][e from:pipe]"},
	// assignments
	{"x=1", "[x=1]"},
	{"x=1 y='a b' c d=e", "[x=1 y=\"a b\" c d=e]"},
	{"x+=1 a; x=; y= a", "[x+=1 a][x=\"\"][y=\"\" a]"},
	{"x\\\n=1 a", "[x=1 a]"},
	{"'x'=1 a; x\\=1; 1x=2; -x=1", "[x=1 a][x=1][1x=2][-x=1]"},
	{"export A=1 B='x y'; unset A B", "[A=1 B=\"x y\" export A=1 \"B=x y\"][unset A B]"},
	{"command export A=1", "[A=1 command export A=1]"},
	{"LC_ALL=C sort f", "[LC_ALL=C sort f]"},
	{"PATH=/x LD_PRELOAD=y a", "[PATH=/x LD_PRELOAD=y a]"},
	{"IFS= read -r line; read a b; read -a c -p d; read", "[IFS=\"\" line=?\"\" read -r line][a=?\"\" b=?\"\" read a b][c=?\"\" read -a c -p d][REPLY=?\"\" read]"},
	{"printf -v x %s a; mapfile -t m; getopts ab o", "[x=?\"\" printf -v x %s a][m=?\"\" mapfile -t m][o=?\"\" OPTARG=?\"\" OPTIND=?\"\" getopts ab o]"},
	// redirections
	{"a >f 2>&1 <g", "[a 1>f 2>&1 0<g from:file]"},
	{">f a b <g c", "[a b c 1>f 0<g from:file]"},
	{"a 2>f; a 2 >f; a2>f; a '2'>f; a \\2>f", "[a 2>f][a 2 1>f][a2 1>f][a 2 1>f][a 2 1>f]"},
	{">f; 2>&1; <g", "[1>f][2>&1][0<g from:file]"},
	{"a &>f; a &>>f; a >&f; a >>f; a >|f; a <>f", "[a -1&>f][a -1&>>f][a -1>&f][a 1>>f][a 1>|f][a 0<>f from:file]"},
	{"a >& 2; a >&2-; a 3<&4; a <&3; a 5>&-; a <&-", "[a 1>&2][a 1>&2 2>&-][a 3<&4][a 0<&3 from:descriptor][a 5>&-][a 0<&- from:descriptor]"},
	{"a >&'2'; a 2>&1>f; a >\\\n>f; a >\\\nf", "[a 1>&2][a 2>&1 1>f][a 1>>f][a 1>f]"},
	{"a >/dev/tcp/h/1 </dev/stdin", "[a 1>/dev/tcp/h/1 0</dev/stdin from:file]"},
	{"a >'f g' 2>h\\ i", "[a 1>\"f g\" 2>\"h i\"]"},
	{"a &> -; a &>2; a >&\\-b", "[a -1&>-][a -1&>2][a -1>&-b]"},
	{"exec 3>f; a >&3", "[exec 3>f][a 1>&3]"},
	// here-documents
	{"cat <<E\nx y\nE\n", "[cat 0<<\"x y\\n\" from:document \"x y\\n\"]"},
	{"cat <<'E' | b\n$(x) `y`\\\nE\nc", "[cat 0<<\"$(x) `y`\\\\\\n\" from:document \"$(x) `y`\\\\\\n\"][b from:pipe][c]"},
	{"cat <<E\na\\\nb \\$x \\` \\\\ \\a \" $ $. '\nE", "[cat 0<<\"ab $x ` \\\\ \\\\a \\\" $ $. '\\n\" from:document \"ab $x ` \\\\ \\\\a \\\" $ $. '\\n\"]"},
	{"cat <<E\nx\\\nE\nE", "[cat 0<<\"xE\\n\" from:document \"xE\\n\"]"},
	{"cat <<E\nx\\\\\nE\nb", "[cat 0<<\"x\\\\\\n\" from:document \"x\\\\\\n\"][b]"},
	{"cat <<E\nE\\\n\nE", "[cat 0<<\"\" from:document][E]"},
	{"cat <<-E && b\n\t\tx\ty\n\tE\nc", "[cat 0<<-\"x\\ty\\n\" from:document \"x\\ty\\n\"][b][c]"},
	{"cat <<-\\E\n\t\tx\\\n\tE\nc", "[cat 0<<-\"x\\\\\\n\" from:document \"x\\\\\\n\"][c]"},
	{"cat <<- E\n E\nE", "[cat 0<<-\" E\\n\" from:document \" E\\n\"]"},
	{"cat <<A <<\"B\" 3<<C\na\nA\n$b\nB\nc\nC\nd", "[cat 0<<\"a\\n\" 0<<\"$b\\n\" 3<<\"c\\n\" from:document \"$b\\n\"][d]"},
	{"(cat <<E\nx\nE\n)", "[cat 0<<\"x\\n\" from:document \"x\\n\"]"},
	{"a <<E && b <<F; c\n1\nE\n2\nF\nd", "[a 0<<\"1\\n\" from:document \"1\\n\"][b 0<<\"2\\n\" from:document \"2\\n\"][c][d]"},
	{"a <<E 'x\ny'\nb\nE", "[a \"x\\ny\" 0<<\"b\\n\" from:document \"b\\n\"]"},
	{"a <<E \\\nx\nb\nE", "[a x 0<<\"b\\n\" from:document \"b\\n\"]"},
	{"a <<E # c <<F\nb\nE", "[a 0<<\"b\\n\" from:document \"b\\n\"]"},
	{"a <<E\nE", "[a 0<<\"\" from:document]"},
	{"a <<E;\nif x\nE\nb", "[a 0<<\"if x\\n\" from:document \"if x\\n\"][b]"},
	{"bash <<E | a |\nrm\nE\nb", "[bash 0<<\"rm\\n\" from:document \"rm\\n\"][a from:pipe][b from:pipe]"},
	{"a <<<'x y' b", "[a b 0<<<\"x y\\n\" from:document \"x y\\n\"]"},
	{"a <<-E\n\t\\\n\tx\nE", "[a 0<<-\"x\\n\" from:document \"x\\n\"]"},
	// groups and subshells
	{"{ a; b; } >f; (c; d)", "[a][b][1>f][c][d]"},
	{"( (a) ); { a\n}; (a;)", "[a][a][a]"},
	{"{ a; bash; } <<E\nrm\nE", "[a from:document \"rm\\n\"][bash from:document \"rm\\n\"][0<<\"rm\\n\" from:document \"rm\\n\"]"},
	{"a | { b <f; c; } | (d)", "[a][b 0<f from:file][c from:pipe][d from:pipe]"},
	{"a | { b; } <f", "[a][b from:file][0<f from:file]"},
	{"{ a; } |& b", "[a][2|&1][b from:pipe]"},
	// conditions and loops
	{"if a; then b; elif c; then d; else e; fi", "[a][b][c][d][e]"},
	{"if a\nthen b\nfi >f", "[a][b][1>f]"},
	{"if [ -f a ] && [ x == y ]; then c; fi", "[\"[\" -f a \"]\"][\"[\" x == y \"]\"][c]"},
	{"while a; do b; done <f", "[a from:file][b from:file][0<f from:file]"},
	{"until a; do b; done | c", "[a][b][c from:pipe]"},
	{"for x in a 'b c'; do d; done", "[x=a x=\"b c\"][d]"},
	{"for x\nin a # c\ndo\nb\ndone", "[x=a][b]"},
	{"for _ in 1 2; do a; done", "[_=1 _=2][a]"},
	{"case a in b|c) d;; (*) e;& [a-z]?) f;;& esac", "[d][e][f]"},
	{"case 'a b' in 'x y'|\"z\"*) c\n;; esac; d", "[c][d]"},
	{"case a\nin\n# x\nb) ;;\nc) d\nesac", "[d]"},
	{"while :; do break; done; for i in 1; do continue; done", "[:][break][i=1][continue]"},
	// statuses
	{"a; b $? \"$?\" \"x$?\"", "[a][b ?$? \"?\\\"$?\\\"\" \"?\\\"x$?\\\"\"]"},
	{"exit $?", "[exit ?$?]"},
	// words that look like grammar
	{"echo if } ! in [ ] = time; 'if' a; \\time; t\"ime\"", "[echo if } ! in \"[\" \"]\" = time][if a][time][time]"},
	{"{} a; echo {} x{}", ""},
	{"'{' a; '}' b", "[{ a][} b]"},
}

func TestParseProgramAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range programCases {
		p, violation := bashast.ParseProgram([]byte(tt.in), bashast.Allow{})
		switch {
		case tt.want == "":
			if violation == nil {
				t.Errorf("ParseProgram(%q) = %s", tt.in, describe(p))
			}
		case violation != nil:
			t.Errorf("ParseProgram(%q): %v", tt.in, violation)
		case describe(p) != tt.want:
			t.Errorf("ParseProgram(%q) = %s, want %s", tt.in, describe(p), tt.want)
		}
	}
}

func TestNamesOfDirectionsAndSources(t *testing.T) {
	t.Parallel()
	var directions, sources []string
	for d := bashast.Direction(0); d <= bashast.Document+1; d++ {
		directions = append(directions, d.String())
	}
	for s := bashast.Source(-1); s <= bashast.Descriptor+1; s++ {
		sources = append(sources, s.String())
	}
	if got := strings.Join(directions, " "); got != "unknown read write append read_write duplicate close document unknown" {
		t.Errorf("directions are %q", got)
	}
	if got := strings.Join(sources, " "); got != "unknown inherited pipe file document descriptor unknown" {
		t.Errorf("sources are %q", got)
	}
}
