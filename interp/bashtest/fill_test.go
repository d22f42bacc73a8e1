package bashtest

import (
	"fmt"
	"strings"
)

// hole begins a hole of a recipe.
const hole = '¤'

// recipe fills one of the recipes of two lists.
func (g *generator) recipe(from, more []string) string {
	if g.r.IntN(len(from)+len(more)) >= len(from) {
		from = more
	}
	recipe := from[g.r.IntN(len(from))]
	for g.unfit(recipe) {
		recipe = from[g.r.IntN(len(from))]
	}
	if strings.Contains(recipe, "-A m") && (g.oddIFS || strings.Contains(recipe, "=(¤W)")) {
		// In the keys and values of such a list some of $@ are split again,
		// with the usual IFS where one stands in quotes beside one that does not.
		recipe = strings.NewReplacer("¤w", "¤q", "¤W", "¤q ¤q").Replace(recipe)
	}
	return g.fill(recipe)
}

// unfit tells whether a recipe may not stand in a command substitution: behind
// a here-document there bash drops what stands on the line of the command after
// it; time before (( it can not parse; caller counts lines as bash prints the
// substitution, not as it was written, and so do messages; and for IFS see calm.
func (g *generator) unfit(recipe string) bool {
	return g.substs > 0 && (strings.Contains(recipe, "\n") || strings.Contains(recipe, "IFS=") ||
		strings.HasPrefix(recipe, "time") || strings.HasPrefix(recipe, "caller") || strings.Contains(recipe, "2>&1") || g.nullIFS && strings.Contains(recipe, "*"))
}

// fill fills the holes of a recipe.
func (g *generator) fill(recipe string) string {
	var b strings.Builder
	runes := []rune(recipe)
	for i := 0; i < len(runes); i++ {
		if runes[i] != hole {
			b.WriteRune(runes[i])
			continue
		}
		i++
		b.WriteString(g.hole(runes[i]))
	}
	return b.String()
}

// hole is what may stand in a hole. It is one switch because it is a table.
func (g *generator) hole(letter rune) string {
	switch letter {
	case 'w':
		return g.word()
	case '1':
		return g.subject()
	case 'W':
		return g.words(3)
	case 't':
		return g.text()
	case 'q':
		return g.quoted()
	case 'e':
		return g.expansion()
	case 'p':
		return g.pattern()
	case 'g':
		return g.extended()
	case 'P':
		if g.ext {
			return g.extended()
		}
		return g.pattern()
	case 'r':
		return g.regex()
	case 'n':
		return g.arithmetic(2)
	case 'x':
		return g.pick("5", "-3", "n", "1+2", "0x10", "a[0]", "x", "7/2", "'3*4'", "08", "1e3", "''", "m=4", "2#11", "n++")
	case 'c':
		return g.condition()
	case 's':
		return g.statement()
	case 'S':
		return g.substituted(g.statement)
	case 'L':
		return g.substituted(g.nested)
	case 'l':
		return g.nested()
	case 'Q':
		return "'" + strings.ReplaceAll(g.nested(), "'", `'\''`) + "'"
	case 'v':
		return g.pick("x", "y", "z")
	case 'i':
		return g.index()
	case 'k':
		return g.pick("a", "b", "'k k'", `"$y"`, "1", "$x", "'a]b'", `"*"`, "é", "1+1", "-1", "@x", `'"'`)
	case 'd':
		return g.document()
	case 'N':
		return g.pick("0", "1", "2", "3", "4")
	case 'f':
		return g.pick("f1", "f2", "f3")
	case 'F':
		return g.pick("f7", "f8") // which nothing reads that writes it
	case 'o':
		return g.format()
	case 'O':
		return g.pick("nocasematch", "nullglob", "nocaseglob", "dotglob", "extglob", "globstar", "failglob")
	case 'a':
		return g.pick("i", "l", "u", "x", "a", "c")
	case 'B':
		return round
	case 'b':
		return g.pick("break", "continue", "break 2", "continue 2")
	case 'm':
		return g.pick("-t", "-n 2", "-s 1", "-O 2", "-t -n 1", "-s 1 -t", "-d e", "-c 1 -C :")
	case 'R':
		return g.pick("-r x y z", "x", "x y", "-r", "-r x y", "-a a", "-rn 3 x", "-rd b x", "-rN 2 x")
	case 'I':
		return g.pick("", ":", "' '", "' :'", "$'\\n'", "a", "x", "' a'", ":,", "$'\\t '", "'\\'")
	case 'D':
		return g.pick("''", "b", ":", "' '", "x")
	case 'G':
		return g.pick("ab", "a:b", ":a:b", "x", ":", "''", "p:q")
	case 'V':
		return g.listing()
	case 'Y':
		return g.pick("s", "u") + " " + g.pick("inherit_errexit", "localvar_inherit", "localvar_unset", "assoc_expand_once", "patsub_replacement",
			"lastpipe", "xpg_echo", "globasciiranges", "nocasematch", "extglob", "nullglob", "globskipdots", "expand_aliases", "shift_verbose", "sourcepath", "extquote", "varredir_close")
	case 'Z':
		return g.pick("e", "u", "f", "a", "C", "E", "T", "B", "h", "eu", "eE", "ET", "eET", "o pipefail", "eo pipefail", "o posix")
	case 'T':
		return g.pick("%Y", "%F %T", "%s", "%j", "%H:%M", "%d.%m.%y", "%a %b", "%e|%-d|%05d", "")
	}
	return fmt.Sprintf("unknown hole %c", letter)
}

// nested is a statement in a recipe: simple where recipes are deep.
func (g *generator) nested() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 3 {
		return g.plain()
	}
	return g.simple()
}

// listing is an expansion of an array as a whole.
func (g *generator) listing() string {
	name := g.pick("a", "m", "s", "a", "u", "x")
	return g.pick(`"${`+name+`[@]}"`, `"${`+name+`[*]}"`, `${`+name+`[@]}`, `"${!`+name+`[@]}"`, `${#`+name+`[@]}`,
		`"${`+name+`[@]@Q}"`, `"${`+name+`[@]@K}"`, `"${`+name+`[@]@k}"`, `"${`+name+`[@]@A}"`, `"${`+name+`[@]@a}"`, `"${`+name+`@a}"`,
		`"${`+name+`[@]:1:2}"`, `"${`+name+`[@]#`+g.pattern()+`}"`, `"${`+name+`[@]/`+g.pattern()+`/`+g.operand()+`}"`,
		`"${`+name+`[`+g.index()+`]-none}"`, `"${`+name+`[@]:-none}"`, `"${`+name+`[*]:+some}"`, `"${`+name+`[@]^}"`, `"${`+name+`}"`)
}

func (g *generator) extended() string {
	inner := func() string { return g.pick("a", "b", "ab", "?", "x*", "[ab]", `"$x"`, "", "é", "' '") }
	return g.pick("", "*", "a", "?") + g.pick("?(", "*(", "+(", "@(", "!(") + inner() + g.pick("", "|"+inner()) + ")" + g.pick("", "*", "b")
}

func (g *generator) regex() string {
	atom := func() string {
		return g.pick("a", ".", "[ab]", "[^a]", "(a|b)", "(x)?", "([a-z]+)", "(.)(.)", `\.`, `"$x"`, "[[:alpha:]]", "(a(b)*)", "$y", "()", "é")
	}
	return g.pick("", "^") + atom() + g.pick("", "*", "+", "?", "{2}", "{1,}") + g.pick("", atom(), "|"+atom()) + g.pick("", "$")
}

func (g *generator) format() string {
	var b strings.Builder
	for range 1 + g.r.IntN(2) {
		b.WriteString(g.pick("", "x", `\t`, "%%", " ") + "%" + g.pick("", "-", "+", " ", "0", "#") + g.pick("", "1", "6") + g.pick("", "", ".", ".2", ".0"))
		b.WriteString(g.pick("s", "s", "d", "i", "x", "X", "o", "u", "c", "b", "q", "e", "f", "g", "Q", "a"))
	}
	return b.String()
}
