package syntax

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// generated is how many programs the comparisons with bash make:
// AEGISH_SYNTAX_N, or a few. AEGISH_SYNTAX_SEED is where they start.
func generated(t *testing.T, few int) (n int, seed uint64) {
	t.Helper()
	if s := os.Getenv("AEGISH_SYNTAX_N"); s != "" {
		v, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		few = v
	}
	seed = 1
	if s := os.Getenv("AEGISH_SYNTAX_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = v
	}
	return few, seed
}

// A generator makes programs: well-formed ones, and soup.
type generator struct {
	*rand.Rand
	docs []string // bodies of here-documents that the next newline needs
}

func newGenerator(seed, i uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, i))}
}

func (g *generator) pick(s ...string) string { return s[g.IntN(len(s))] }

// soup is a sequence of tokens without plan.
func (g *generator) soup() string {
	tokens := []string{
		"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "for", "in", "select", "case", "esac",
		"{", "}", "(", ")", "[[", "]]", "((", "))", "!", "time", "-p", "coproc", "function", ";", ";;", ";&", ";;&",
		"&", "&&", "||", "|", "|&", "\n", "<", ">", ">>", "<<<", "2>&1", "&>", "<>", ">|", "<&-", "{fd}>", "a", "b", "x=1", "x+=2", "a[1]=2",
		"a=(", "'q'", "\"d\"", "$x", "${x}", "$(", "`a`", "$((", "<(", "-f", "==", "=~", "-eq", "#", "\\\n", "f()", "f", "$(a)", "$((1))", "~", "*", "declare", "export", "1", "{a,b}", "a#b", "${x:-", "\"${x:-a}\"", "=", "<", "echo", "$'a'", "\\a",
	}
	var b strings.Builder
	for range 1 + g.IntN(9) {
		b.WriteString(tokens[g.IntN(len(tokens))])
		b.WriteString(g.pick(" ", " ", " ", "", "\n"))
	}
	return b.String()
}

// mutated is a well-formed program with something taken out, put in or moved.
func (g *generator) mutated() string {
	s := g.program(1)
	for strings.Contains(s, "for ((") || strings.Contains(s, "$(") && strings.Contains(s, "time ") {
		// bash says nothing of a missing ) there, and inside $( ) it
		// takes no array after time.
		s = g.program(1)
	}
	for range 1 + g.IntN(2) {
		i := g.IntN(len(s) + 1)
		switch g.IntN(3) {
		case 0:
			if i < len(s) {
				s = s[:i] + s[i+1:]
			}
		case 1:
			s = s[:i] + g.pick("(", ")", ";", "&", "|", "\n", "<", ">", "{", "}", "\"", "'", "`", "$", " ", "\\", "#", "[", "]", "=", "!") + s[i:]
		case 2:
			s = s[:i]
		}
	}
	return s
}

// program is a list of commands.
func (g *generator) program(depth int) string {
	return g.list(depth) + g.newline()
}

// newline ends a line, with the bodies that are due.
func (g *generator) newline() string {
	s := "\n" + strings.Join(g.docs, "")
	g.docs = nil
	return s
}

func (g *generator) end() string {
	if g.IntN(2) == 0 || len(g.docs) > 0 {
		return g.newline()
	}
	return g.pick("; ", ";", " ; ")
}

func (g *generator) list(depth int) string {
	s := g.andOr(depth)
	for range g.IntN(3) {
		if g.IntN(6) == 0 {
			s += g.pick(" & ", "&")
		} else {
			s += g.end()
		}
		s += g.andOr(depth)
	}
	return s
}

func (g *generator) andOr(depth int) string {
	s := g.pipeline(depth)
	for g.IntN(5) == 0 {
		s += g.pick(" && ", " || ", "&&", "||")
		if g.IntN(5) == 0 {
			s += g.newline()
		}
		s += g.pipeline(depth)
	}
	return s
}

func (g *generator) pipeline(depth int) string {
	s := g.pick("", "", "", "", "", "! ", "time ", "time -p ", "! ! ") + g.command(depth)
	for g.IntN(5) == 0 {
		s += g.pick(" | ", "|", " |& ", "|& ") + g.command(depth)
	}
	return s
}

func (g *generator) command(depth int) string {
	if depth <= 0 || g.IntN(3) == 0 {
		return g.simple(depth)
	}
	d := depth - 1
	var s string
	switch g.IntN(14) {
	case 0:
		s = "{ " + g.list(d) + g.end() + "}"
	case 1:
		s = "( " + g.list(d) + g.pick(" )", ")")
	case 2:
		s = "if " + g.list(d) + g.end() + "then " + g.list(d) + g.end()
		if g.IntN(3) == 0 {
			s += "elif " + g.list(d) + g.end() + "then " + g.list(d) + g.end()
		}
		if g.IntN(2) == 0 {
			s += "else " + g.list(d) + g.end()
		}
		s += "fi"
	case 3:
		s = g.pick("while ", "until ") + g.list(d) + g.end() + "do " + g.list(d) + g.end() + "done"
	case 4:
		s = g.pick("for ", "select ") + "v" + g.pick("", " in "+g.word(d), " in", " in "+g.word(d)+" "+g.word(d)) + g.end() + "do " + g.list(d) + g.end() + "done"
	case 5:
		s = "for ((" + g.pick("", "i=0", " i = 0 ", "i=0,j=1") + ";" + g.pick("", "i<3", " i < $x ") + ";" + g.pick("", "i++", " i += 2 ") + "))" + g.pick(" ", "; ", ";\n") + "do " + g.list(d) + g.end() + "done"
	case 6:
		s = "case " + g.word(d) + " in "
		for range g.IntN(3) {
			s += g.pick("", "(", "( ") + g.word(0) + g.pick("", "|"+g.word(0), " | "+g.word(0)) + g.pick(")", " ) ") + g.pick("", g.list(d), g.list(d)+g.newline()) + g.pick(" ;; ", ";;", ";;\n", ";& ", ";;& ")
			if len(g.docs) > 0 {
				s += g.newline()
			}
		}
		s += "esac"
	case 7:
		s = "[[ " + g.test(d) + " ]]"
	case 8:
		s = "((" + g.pick("1", " x + 1 ", "x=(1+2)*3", "a[1]++", "$x<2") + "))"
	case 9:
		head := g.pick("g() ", "function g ", "g () \n", "function g() ")
		if g.IntN(2) == 0 {
			return head + "( " + g.list(d) + g.newline() + ")"
		}
		return head + "{ " + g.list(d) + g.end() + "}"
	case 10:
		s = "coproc " + g.pick("", "N ") + "{ " + g.list(d) + g.end() + "}"
	default:
		return g.simple(depth)
	}
	if g.IntN(4) == 0 {
		s += " " + g.redirect(d)
	}
	return s
}

func (g *generator) test(depth int) string {
	if depth > 0 {
		switch g.IntN(6) {
		case 0:
			return g.test(depth-1) + g.pick(" && ", " || ", "&&", "||", " &&\n") + g.test(depth-1)
		case 1:
			return "( " + g.test(depth-1) + " )"
		case 2:
			return "! " + g.test(depth-1)
		}
	}
	switch g.IntN(5) {
	case 0:
		return g.pick("-f", "-z", "-n", "-v") + " " + g.word(0)
	case 1:
		return g.word(0) + " =~ " + g.pick("a", "(a|b)", "^[a-z]+$", "\"a b\"c", "(a b)", "$x", "a\\ b")
	case 2:
		return g.word(0) + g.pick(" == ", " = ", " != ") + g.pick("a*", "@(a|b)", "[a-c]", g.word(0))
	case 3:
		return g.word(0) + g.pick(" -eq ", " -lt ", " < ", " > ", " -nt ") + g.word(0)
	}
	return g.word(0)
}

func (g *generator) simple(depth int) string {
	var s []string
	for g.IntN(5) == 0 {
		s = append(s, g.pick("x=", "x=1", "y+=2", "x="+g.word(depth), "a[1]=2", "a[i + 1]=z", "a=(1 2)", "a=( "+g.word(0)+" [2]=x )", "a+=(3)"))
	}
	if g.IntN(12) == 0 {
		s = append(s, g.pick("declare -a ", "local ", "export ", "readonly ")+g.pick("x=1", "x=(1 2)", "y", "a[1]=2", "x="+g.word(0)))
	} else {
		s = append(s, g.pick("a", "b", "echo", "c"))
	}
	for g.IntN(3) > 0 {
		s = append(s, g.word(depth))
	}
	for g.IntN(6) == 0 {
		s = append(s, g.redirect(depth))
	}
	return strings.Join(s, g.pick(" ", " ", "  ", " \\\n "))
}

func (g *generator) redirect(depth int) string {
	switch g.IntN(8) {
	case 0:
		return g.document()
	case 1:
		return g.pick("2>&1", ">&2", "<&3", "3<&-", ">&-", "{fd}<&-", "4>&5-", ">&$x", "<&$x")
	}
	return g.pick("", "", "2", "3", "{fd}") + g.pick("<", ">", ">>", ">|", "<>", "<<<") + g.pick("", " ") + g.word(0)
}

func (g *generator) document() string {
	end := g.pick("E", "'E'", "\"E F\"", "\\E", "E$x")
	dash := g.pick("", "-")
	delim, _ := delimiter(end)
	body := g.pick("", "text\n", "a $x `b`\n", "\tc\n$(d)\n", "\\$x \\\\ \\a\n\n", "a\\\nb\n")
	g.docs = append(g.docs, body+delim+"\n")
	return "<<" + dash + end
}

func (g *generator) word(depth int) string {
	s := g.part(depth)
	for g.IntN(4) == 0 {
		s += g.part(depth)
	}
	return s
}

func (g *generator) part(depth int) string {
	docs := g.docs
	defer func() { g.docs = docs }()
	if depth > 0 && g.IntN(4) == 0 {
		g.docs = nil
		switch g.IntN(5) {
		case 0:
			return "$(" + g.list(depth-1) + g.newline() + ")"
		case 1:
			return "\"x $(" + g.pick(" ", "") + g.simple(0) + g.newline() + ") y\""
		case 2:
			return g.pick("<(", ">(") + g.simple(0) + g.newline() + ")"
		case 3:
			return "${x:-" + g.part(depth-1) + "}"
		}
		return "$(" + g.pick("", " ") + g.pick("a", "a; b", "a\nb", "(a)", "<f", "{ a; }", "a &") + g.pick("", " ") + ")"
	}
	return g.pick("a", "b", "foo", "1", "-x", "'s q'", "\"d q\"", "\"$x\"", "$x", "${x}", "${x:-d}", "${x#p*}", "${x//a/b}", "${#x}", "${a[@]}", "${a[i+1]}", "${x:1:2}", "\"${x:-\"a b\"}\"",
		"\\ ", "\\$", "\\\"", "$'a\\nb'", "$\"m\"", "`c d`", "$((1 + 2))", "$(( (1) ))", "$[3]", "{a,b}", "{1..3}", "*", "?", "[a-z]", "~", "=", "x=y", "#", "a#b", "%", "a\\\nb", "$", "\"$\"", "\"a\\\nb\"", "\"`e`\"", "@", "}", "{", "in", "if", "done", "!", "$1", "$@", "\"$@\"", "$?", "é", "\"\\\"\"", "''", "\"\"")
}
