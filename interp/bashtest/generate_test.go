package bashtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes well-formed scripts: expansion times quoting times
// splitting, arithmetic, patterns, arrays and control flow. They end, print
// what they computed, and use builtins alone.
type generator struct {
	r     *rand.Rand
	depth int
	loops int
	// ext is set where extglob is on.
	ext bool
	// substs counts the command substitutions around, oddIFS tells that IFS
	// is set, nullIFS that it is null; see calm and unfit.
	substs          int
	oddIFS, nullIFS bool
}

func newGenerator(seed uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 11))}
}

func (g *generator) pick(options ...string) string { return options[g.r.IntN(len(options))] }

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

// helpers keep loops short, and what they gather small. No program is found.
const helpers = `PATH= L=0
clip() {
  x=${x::40} y=${y::40} z=${z::40}; a=("${a[@]:0:9}"); a=("${a[@]/#????????????????????????????????????????*/L}")
}
`

// round is what begins the body of each loop.
const round = `((++L > 20)) && break; clip; set -- "${@/#????????????????????????????????????????*/P}"; set -- "${@:1:9}"; `

// script is one script of a few statements, ending with what its variables
// hold.
func (g *generator) script() string {
	var b strings.Builder
	if g.ext = g.chance(50); g.ext {
		b.WriteString("shopt -s extglob\n")
	}
	b.WriteString(helpers)
	b.WriteString("set -- " + g.words(3) + "\n")
	fmt.Fprintf(&b, "x=%s y=%s z=%s a=(%s)\n", g.text(), g.word(), g.text(), g.words(4))
	if g.chance(10) {
		b.WriteString("set " + g.pick("-e", "-u", "-o pipefail", "-f", "-eu", "-E", "-T", "+B", "-a") + "\n")
	}
	if g.chance(20) {
		ifs := g.pick(":", "' :'", "", "'x '", "$'\\n'", "ab")
		b.WriteString("IFS=" + ifs + "\n")
		g.oddIFS, g.nullIFS = true, ifs == ""
	}
	for range 1 + g.r.IntN(4) {
		b.WriteString(g.statement() + "\n")
	}
	b.WriteString(`printf '<%s>' "$x" "$y" "$z" "${a[@]}" "$#" "$@"` + "\n")
	return b.String()
}

func (g *generator) statement() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 3 {
		return g.simple()
	}
	switch g.r.IntN(24) {
	case 0:
		return "if " + g.condition() + "; then " + g.statement() + "; " + g.pick("", "else "+g.statement()+"; ") + "fi"
	case 1:
		return "for i in " + g.words(3) + "; do " + round + g.statement() + "; " + g.pick("", "break; ", "continue; ", `echo "$i"; `) + "done"
	case 2:
		g.loops++
		n := fmt.Sprintf("n%d", g.loops)
		return fmt.Sprintf("%s=0; while ((%s++ < %d)); do %s; done", n, n, g.r.IntN(4), round+g.statement())
	case 3:
		// One part alone: behind an empty "${x/a}" bash's mark of it stays.
		return "case " + g.subject() + " in " + g.pattern() + ") " + g.statement() + g.pick(" ;;", " ;&", " ;;&") + " " +
			g.pattern() + "|" + g.pattern() + ") " + g.statement() + " ;; *) " + g.simple() + " ;; esac"
	case 4:
		return "{ " + g.statement() + "; " + g.statement() + "; }"
	case 5:
		return "( " + g.statement() + " )"
	case 6:
		return g.simple() + g.pick(" && ", " || ") + g.simple()
	case 7:
		return "f() { " + g.pick("local x; ", "local y="+g.text()+"; ", "") + g.statement() + "; " +
			g.pick("", "return 3; ") + "}; f " + g.words(2) + "; echo $?"
	case 8:
		return g.simple() + " | while read -r l; do echo \"[$l]\"; done"
	case 9:
		g.loops++
		j := fmt.Sprintf("j%d", g.loops)
		return "for ((" + j + "=0; " + j + "<" + g.pick("0", "1", "3") + "; " + j + "++)); do " + round + g.statement() + "; done"
	case 10, 11, 12, 13, 14, 15, 16:
		return g.recipe(compounds, moreCompounds)
	default:
		return g.simple()
	}
}

func (g *generator) simple() string {
	switch g.r.IntN(3) {
	case 0:
		return g.recipe(simples, moreSimples)
	case 1:
		return g.recipe(declarations, moreDeclarations)
	}
	return g.plain()
}

// plain is a simple command that needs no recipe.
func (g *generator) plain() string {
	switch g.r.IntN(14) {
	case 0:
		return g.pick("x", "y", "z") + g.pick("=", "=", "+=") + g.word()
	case 1:
		// Loops must not make an array grow by more than its length each time.
		return "a" + g.pick("=", "+=") + "(" + g.words(3) + "); a=(\"${a[@]:0:9}\")"
	case 2:
		return "a[" + g.index() + "]" + g.pick("=", "+=") + g.word()
	case 3:
		return "((" + g.pick("n=", "n+=", "") + g.arithmetic(2) + ")); echo \"$? ${n-}\""
	case 4:
		return g.condition() + "; echo $?"
	case 5:
		return "echo $((" + g.arithmetic(3) + "))"
	case 6:
		return "read -r " + g.pick("x y", "x", "-a a", "y z x") + " <<< " + g.word()
	case 7:
		return "set -- " + g.words(3) + "; set -- \"${@:1:9}\""
	case 8:
		return g.pick(`unset "a[1]"`, "unset x", "shift", "declare -p x y a", "declare -i n=3+4; echo $n", "unset a; a=(p q)")
	case 9:
		if g.substs > 0 {
			return ": " + g.words(3)
		}
		return "while read -r l; do echo \"{$l}\"; done << E\n" + g.document() + "\nE\n:"
	default:
		return "printf '<%s>' " + g.words(4) + "; echo"
	}
}

func (g *generator) condition() string {
	switch g.r.IntN(7) {
	case 0:
		return "[[ " + g.word() + g.pick(" == ", " != ", " = ") + g.pattern() + " ]]"
	case 1:
		return "[[ " + g.pick("-n ", "-z ", "! -n ") + g.word() + g.pick(" && ", " || ") + g.word() + g.pick(" < ", " > ") + g.word() + " ]]"
	case 2:
		return "((" + g.arithmetic(2) + "))"
	case 3:
		return "[ " + g.quoted() + g.pick(" = ", " != ") + g.quoted() + " ]"
	case 4:
		return g.pick("true", "false", "! true", "! false")
	case 5:
		return "[[ " + g.word() + " =~ " + g.pick("a", "^a", "b$", "(a|b)+", "[[:space:]]", "x*", ".b") + " ]]"
	default:
		return "[[ -v " + g.pick("x", "a[1]", "u", "a[9]", "a") + " ]]"
	}
}

// text is the source of an initial value.
func (g *generator) text() string {
	return g.pick("'a b'", "abc", "''", "'  lead  '", "'x:y:z'", "'*'", "$'l1\\nl2'", "'aXbXc'", "banana", "'[ab]'", "5", "'a\\\\b'", "ä€é", "'p;q'")
}

func (g *generator) quoted() string {
	return `"` + g.pick("", "a", "a b", "$x", "${y}", "$1", "${a[1]}", "-n", "(", "!") + `"`
}

func (g *generator) words(most int) string {
	words := make([]string, g.r.IntN(most+1))
	for i := range words {
		words[i] = g.word()
	}
	return strings.Join(words, " ")
}

// word is one word of one to three parts.
func (g *generator) word() string {
	var b strings.Builder
	for range 1 + g.r.IntN(3) {
		b.WriteString(g.part())
	}
	return b.String()
}

func (g *generator) part() string {
	switch g.r.IntN(12) {
	case 0, 1:
		return g.pick("a", "b", "xyz", "1", "2", "a:b", "a-", "A", "ab", "%", "a=b", "~")
	case 2:
		return g.pick("'q r'", "''", `"s t"`, `""`, `\ .`, `\$.`, `'a*'`, `$'t\tn'`, `"it's"`, `\\`)
	case 3:
		return g.pick("{a,b}", "{1..3}", "{x,}", "{a..c}", "{p,q}{1,2}", "{a}", "{,}")
	case 4, 5:
		return g.expansion()
	case 6, 7, 8:
		return `"` + g.pick("", "p ", "*") + g.expansion() + g.pick("", " q", ":") + `"`
	case 9:
		return "$((" + g.arithmetic(2) + "))"
	case 10:
		if g.depth > 2 {
			return "c"
		}
		if inner := "$( " + g.substituted(g.simple) + ")"; g.chance(50) {
			return `"` + inner + `"`
		} else {
			return inner
		}
	default:
		return g.calm(g.pick("$x", "$1", "$#", "$@", "$*", "${a[@]}", "${a[*]}", "$u", "$y", "$z"))
	}
}

// subject is a word of one part for case. bash's marks of null elements stay in
// those of ${a[@]} in quotes, and where IFS is set in those of all lists with @.
func (g *generator) subject() string {
	for {
		if part := g.part(); !strings.Contains(part, "a[@]") && (!g.oddIFS || !strings.Contains(part, "@")) {
			return part
		}
	}
}

// substituted makes the text of a command substitution.
func (g *generator) substituted(text func() string) string {
	g.depth++
	g.substs++
	defer func() { g.depth--; g.substs-- }()
	return text()
}

// keys is what lists subscripts as one word, which bash makes several of where
// IFS is null and "$@" stands beside it.
func (g *generator) keys() string {
	if g.nullIFS {
		return "a[@]"
	}
	return "a[*]"
}

// calm keeps unquoted $* and its kin out of substitutions under a null IFS: in
// those of a value bash joins it as in the value itself.
func (g *generator) calm(list string) string {
	if g.substs > 0 && g.nullIFS {
		return strings.ReplaceAll(list, "*", "@")
	}
	return list
}

// expansion is a parameter expansion, without quotes around it.
func (g *generator) expansion() string {
	name := g.calm(g.pick("x", "y", "z", "1", "u", "a[1]", "a[@]", "a[*]", "@", "*", "a[0]", "a[-1]", "2"))
	switch g.r.IntN(14) {
	case 0:
		return "${" + name + "}"
	case 1:
		return "${#" + g.pick("x", "y", "a[@]", "a[1]", "1", "@", "*", "u") + "}"
	case 2:
		return "${" + name + g.pick(":-", "-", ":+", "+") + g.operand() + "}"
	case 3, 4:
		return "${" + name + g.pick("#", "##", "%", "%%") + g.pattern() + "}"
	case 5, 6:
		return "${" + name + g.pick("/", "//", "/#", "/%") + g.pattern() + g.pick("", "/", "/"+g.operand()) + "}"
	case 7:
		return "${" + name + ":" + g.pick("0", "1", " -1", "2", " -2") + g.pick("", ":0", ":1", ":2") + "}"
	case 8:
		return "${" + name + g.pick("^", "^^", ",", ",,", "~", "~~") + g.pick("", "a", "[a-m]", "?") + "}"
	case 9:
		return "${" + name + "@" + g.pick("Q", "U", "u", "L") + "}"
	case 10:
		return "${!" + g.pick("a[@]", g.keys(), "r", "x@", "x@") + "}"
	case 11:
		return "$(" + g.pick("echo ", "printf '%s\\n' ") + g.pick("a", `"$x"`, "$y", `"${a[@]}"`, "'p  q'") + ")"
	default:
		return g.calm(g.pick("$x", "$y", "$z", "$1", "$@", "$*"))
	}
}

func (g *generator) operand() string {
	return g.pick("d", "'e f'", `"g h"`, "$x", `"$y"`, "i j", "&", `\&`, "[&]", "", "a*", `\}`, "${z}", "p:q")
}

func (g *generator) pattern() string {
	return g.pick("a", "*", "?", "a*", "*b", "[ab]", "[!a]", "'*'", `"a"`, "$x", `"$x"`, "[[:space:]]", "x?z", `\*`, "*[b-y]*", "''", "q", "[0-9]")
}

func (g *generator) document() string {
	return g.pick("$x", "${y:-d}", "plain 'q' \"r\"", "$((1+1))", `\$x \\ \a`, "$(echo s)", "${a[*]}", "`echo t`") + " " + g.pick("end", "$z", "")
}

func (g *generator) index() string {
	return g.pick("0", "1", "2", "3", "7", "1+1", "-1", "${#a[@]}", "x", "i=2")
}

func (g *generator) arithmetic(depth int) string {
	if depth == 0 || g.chance(25) {
		return g.pick("1", "2", "3", "0", "10", "0x1f", "017", "n", "m", "n++", "--m", "a[0]", "${#x}", "7", "2#101", "-5")
	}
	switch g.r.IntN(6) {
	case 0:
		return "(" + g.arithmetic(depth-1) + ")"
	case 1:
		return g.pick("-", "!", "~", "+") + "(" + g.arithmetic(depth-1) + ")"
	case 2:
		return g.arithmetic(depth-1) + "?" + g.arithmetic(depth-1) + ":" + g.arithmetic(depth-1)
	case 3:
		return g.pick("n", "m") + g.pick("=", "+=", "-=", "*=", "|=", "^=", "&=") + g.arithmetic(depth-1)
	default:
		return g.arithmetic(depth-1) + g.pick("+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "**", ",") +
			g.arithmetic(depth-1)
	}
}
