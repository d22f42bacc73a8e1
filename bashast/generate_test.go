package bashast_test

import (
	"math/rand/v2"
	"strings"
)

// A source of inputs for the comparison with bash. All classes are meant to
// lie close to the border of what is accepted, because only accepted inputs
// put a question to bash.

// specialBytes are the bytes that the shell gives a meaning to, with a few
// ordinary ones.
var specialBytes = strings.Split("a\x001\x00é\x00 \x00\t\x00\n\x00;\x00&\x00|\x00<\x00>\x00(\x00)\x00{\x00}\x00[\x00]\x00$\x00`\x00\"\x00'\x00\\\x00#\x00~\x00=\x00:\x00*\x00?\x00!\x00%\x00^\x00+\x00-\x00@\x00,\x00.\x00/\x00_", "\x00")

// sharpBytes are those whose combinations have fooled grammars.
var sharpBytes = []string{"a", " ", "\n", "\\", "'", "\"", "$", "#", "=", "~", "{", "}", ";", "!"}

// frames put a short string where it may mean something else.
var frames = []string{"%", "a%", "a %", "a %b", "%a", "a \"%\"", "a '%", "a $'%'", "a b=%", "a\\\n%"}

// exhaustive yields every string of up to n symbols, in every frame.
func exhaustive(symbols []string, n int, yield func(string)) {
	var extend func(prefix string, n int)
	extend = func(prefix string, n int) {
		for _, s := range symbols {
			for _, frame := range frames {
				yield(strings.Replace(frame, "%", prefix+s, 1))
			}
			if n > 1 {
				extend(prefix+s, n-1)
			}
		}
	}
	extend("", n)
}

// tokens are pieces of command lines for the soup.
var tokens = []string{
	"a", "b", "echo", "ls", "-l", "--x=y", "rm", "/", "./a", "a/b", "1", "22", "0x1", "é", "ｒｍ", "\u00a0",
	" ", " ", " ", "\t", "\n", "\\\n", "\\ ", "\\\\", "\\'", "\\\"", "\\$", "\\`", "\\#", "\\~", "\\*", "\\;", "\\a", "\\é",
	"'a'", "''", "' '", "'$x'", "'\\'", "'a\nb'", "'\\\n'", "\"a\"", "\"\"", "\" \"", "\"\\\\\"", "\"\\\"\"", "\"\\a\"", "\"a\\\nb\"", "\"$\"", "\"'\"",
	"$'a'", "$''", "$'\\n'", "$'\\''", "$'\\x41'", "$'\\101'", "$'\\e'", "$'\\\\'", "$'\\q'", "$'\\u41'", "$'\\cA'", "$'\\xff'", "$'\\0'", "$'\\x'",
	"=", "==", "=~", "!=", "!", ":", ",", "..", "+", "+=", "@", "%", "%1", "^", "]", "]]", "}", "{}", "{", "#", "#x", "~", "$", "$ ", "-",
	"\x7f", "\x01", "\r", "\x0b", "\ufeff", "\xff",
	"[", "*", "?", "$x", "${x}", "$(a)", "`a`", "$((1))", "$\"a\"", "{a,b}", "@(a)", "a=b", "a[1]=2", "a+=b",
	";", ";;", "&", "&&", "|", "||", "<", ">", "2>", "<<", "<<<", "(", ")", "<(", "((",
	"if", "then", "fi", "do", "done", "time", "coproc", "in", "function", "export", "let", "eval", "[[", "test", "unset", ".",
}

// soup strings tokens together.
func soup(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString([]string{"", "a ", "a ", "a b ", "echo "}[r.IntN(5)])
	for range 1 + r.IntN(7) {
		b.WriteString(tokens[r.IntN(len(tokens))])
		if r.IntN(3) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// quoted builds words of quoted and escaped pieces, nearly all acceptable.
func quoted(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString([]string{"a", "'a'", "\"a b\"", "\\a", "$'a'", "a\\\nb"}[r.IntN(6)])
	for range 1 + r.IntN(4) {
		b.WriteString([]string{" ", "  ", "\t", " \\\n", " \\\n "}[r.IntN(5)])
		for range 1 + r.IntN(4) {
			piece(r, &b)
		}
	}
	b.WriteString([]string{"", "", " ", ";", "\n", " ;\n", "\\\n"}[r.IntN(7)])
	return b.String()
}

// inner are the bytes that quotes and escapes are filled with.
var inner = append([]string{"b", "8", "x", "u", "c", "n", "0"}, specialBytes...)

func piece(r *rand.Rand, b *strings.Builder) {
	fill := func(not string) {
		for range r.IntN(5) {
			if s := inner[r.IntN(len(inner))]; !strings.Contains(not, s) {
				b.WriteString(s)
			}
		}
	}
	switch r.IntN(7) {
	case 0:
		b.WriteByte('\'')
		fill("'")
		b.WriteByte('\'')
	case 1:
		b.WriteByte('"')
		fill("\"`$")
		if r.IntN(3) == 0 {
			b.WriteString([]string{"\\$x", "\\`", "$", "\\\"", "\\\\", "\\\n", "$.", "$ a", "$\\\n", "$\\\n(a)", "$\\\nx"}[r.IntN(11)])
		}
		b.WriteByte('"')
	case 2:
		b.WriteString("$'")
		for range r.IntN(4) {
			b.WriteByte('\\')
			b.WriteString([]string{inner[r.IntN(len(inner))], "x41", "u004", "1012", "U00000041", "cA"}[r.IntN(6)])
			if r.IntN(2) == 0 {
				b.WriteByte("0189aF"[r.IntN(6)])
			}
			fill("'\\")
		}
		b.WriteByte('\'')
	case 3:
		b.WriteByte('\\')
		b.WriteString(inner[r.IntN(len(inner))])
	case 4:
		b.WriteString("\\\n")
	case 5:
		b.WriteString(inner[r.IntN(len(inner))])
	default:
		b.WriteString([]string{"a", "-x", "k=v", "a.b", "/", "é", "1"}[r.IntN(7)])
	}
}

// realistic are the commands that mutations start from.
var realistic = []string{
	"ls -la /tmp", "git commit -m 'first change' --no-verify", "rm -rf ./build", "cp -r a/b c\\ d",
	"grep -rn \"a b\" src --include=x.go", "echo $'tab\\there' done", "find . -name 'x y' -print0",
	"sed -e 's/a/b/' f", "tar czf out.tgz -C /srv data", "awk '{print $1}' file", "printf '%s\\n' x",
	"docker run --rm -v /a:/b img sh", "env A=1 B=2 cmd", "test a == b", "make -j4 CC=gcc all;",
	"curl -H \"Authorization: x\" https://h/p", "  spaced   out\t", "python3 -c 'import os'", "find . -exec a {} +",
	"xargs -I {} echo {}", "chmod u+x,g-w f", "git show HEAD~1 HEAD^ a:b", "ssh u@h -p 22", "\\ls ''", "\"a\"'b'c d",
}

// mutated changes a realistic command in one to four places.
func mutated(r *rand.Rand) string {
	s := realistic[r.IntN(len(realistic))]
	for range 1 + r.IntN(4) {
		i := r.IntN(len(s) + 1)
		switch r.IntN(5) {
		case 0:
			s = s[:i] + specialBytes[r.IntN(len(specialBytes))] + s[i:]
		case 1:
			s = s[:i] + tokens[r.IntN(len(tokens))] + s[i:]
		case 2:
			if i < len(s) {
				s = s[:i] + s[i+1:]
			}
		case 3:
			j := i + r.IntN(len(s)-i+1)
			s = s[:j] + s[i:]
		default:
			if i < len(s) {
				s = s[:i] + specialBytes[r.IntN(len(specialBytes))] + s[i+1:]
			}
		}
	}
	return s
}

// continued puts line continuations into a realistic command.
func continued(r *rand.Rand) string {
	s := realistic[r.IntN(len(realistic))]
	for range 1 + r.IntN(3) {
		i := r.IntN(len(s) + 1)
		s = s[:i] + []string{"\\\n", "\\\n ", " \\\n", "\\\n\\\n", "\\\n\n", "\n\\\n"}[r.IntN(6)] + s[i:]
	}
	return s
}

// wordSoup is a word of special bytes behind a harmless command.
func wordSoup(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString([]string{"a ", "a b ", "", "a b="}[r.IntN(4)])
	for range 1 + r.IntN(6) {
		b.WriteString(specialBytes[r.IntN(len(specialBytes))])
	}
	return b.String()
}

// generate yields n random inputs of all classes in turn.
func generate(seed uint64, n int, yield func(string)) {
	r := rand.New(rand.NewPCG(seed, 4))
	classes := []func(*rand.Rand) string{quoted, soup, mutated, continued, wordSoup, quoted, mutated}
	for i := range n {
		yield(classes[i%len(classes)](r))
	}
}
