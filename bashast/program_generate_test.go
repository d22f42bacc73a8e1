package bashast_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer builds random programs of the compound subset, with as much variety
// in spacing as bash allows.
type writer struct {
	r       *rand.Rand
	pending []string // bodies of here-documents, for the next newline
	depth   int
	branch  bool // conditions, loops, && and || may be used
	quoted  bool // quoted expansions may be used
}

func (w *writer) one(of ...string) string { return of[w.r.IntN(len(of))] }

// blank separates words.
func (w *writer) blank() string { return w.one(" ", " ", " ", "  ", "\t", " \\\n", " \\\n ") }

// maybe is a blank that may be missing.
func (w *writer) maybe() string { return w.one("", "", " ", "\\\n", " \t") }

// newline ends a line, with a comment at times, and the waiting documents.
func (w *writer) newline() string {
	s := w.one("\n", "\n", "\n", " # c 'd\n", "\n\n", " #\\\n", "\n\t# $(x)\n ")
	i := strings.IndexByte(s, '\n') + 1
	bodies := strings.Join(w.pending, "")
	w.pending = nil
	return s[:i] + bodies + s[i:]
}

// name is a command's.
func (w *writer) name() string {
	return w.one("a", "b", "cmd", "./x", "e'c'ho", "\\ls", "\"q r\"", "test", "exec", "cd", "read", "eval", "'if'", "time\\x", "b\\\nc", "$'\\x61b'", "command", "[", "trap", "set", ":", "é")
}

// literal is a word that would run or match something if bash expanded it once
// more than it does.
func (w *writer) literal() string {
	return w.one("'$(id)'", "\\$x", "\"\\$x\"", "'`id`'", "\\~root", "'~'", "'*'", "\\*", "'a b'", "\"\\`id\\`\"", "'${x}'", "$'\\x24(id)'", "'{b,c}'", "'[a-z]'", "\\\\\\$x", "'$((1))'", "'a;b'", "$'\\n'", "'x[$(id)]'", "'<(id)'", "'\\$x'", "\"'\"", "'\"'")
}

func (w *writer) word() string {
	if w.r.IntN(6) == 0 {
		return w.literal()
	}
	if w.quoted && w.r.IntN(6) == 0 {
		return w.one("\"$x\"", "\"${x}\"", "\"a $x b\"", "\"$x${y}\"", "$?", "\"$?\"")
	}
	return w.one("a", "-l", "x=y", "2", "12", "'a b'", "\"c d\"", "\\$x", "''", "'$(id)'", "\"\\$x\"", "a\\\nb", "if", "}", "done", "in", "!", "--", "[", "]", "=", "a#b",
		"é", "{}", "a\\ b", "'\n'", "$'\\n'", "%", "a:b", "==", "-v", "a\\;", "'&&'", "\\>", "\"|\"", "$", "then", "time", "x}", "1", "0")
}

func (w *writer) assignment() string {
	return w.one("A", "B", "C_1", "d", "PATH", "E") + w.one("=", "=", "+=", "\\\n=") + w.one("", "1", "'a b'", "\"c\"", "x=y", "a:b", "\\~", "$'\\t'", "2", "a\\\nb", w.literal(), w.literal(), "a:"+w.literal())
}

// document is a here-document or here-string.
func (w *writer) document() string {
	fd := w.one("", "", "", "0", "3", "9")
	if w.r.IntN(3) == 0 {
		return fd + "<<<" + w.maybe() + w.one("x", "'a b'", "\"c\nd\"", "\\$x", "2", "''", "a\\\nb", w.literal(), w.literal())
	}
	delim := w.one("E", "EOF", "end", "E-F", "_", "e.f")
	written := w.one(delim, delim, "'"+delim+"'", "\""+delim+"\"", "\\"+delim, delim[:1]+"''"+delim[1:])
	op, tabs := "<<", ""
	if w.r.IntN(3) == 0 {
		op, tabs = "<<-", w.one("", "\t", "\t\t")
	}
	body := ""
	for range w.r.IntN(4) {
		line := w.one("x", "x y", "if a", "'", "\"q", "# c", "a;b", " "+delim, delim+" ", "\\$a", "\\\\", "$", "$ .", "a\\b", "\\\"", "", "\tz", "b\\\nc", "x\\\\", "\\", "$(b)", "`b`", "$x", ")", "}", "é", "\\\n"+delim)
		body += w.one("", tabs) + line + "\n"
	}
	w.pending = append(w.pending, body+tabs+delim+"\n")
	return fd + op + w.maybe() + written
}

func (w *writer) redirection() string {
	switch w.r.IntN(8) {
	case 0:
		return w.document()
	case 1:
		return w.one("", "2", "3", "0", "1") + w.one(">&", "<&", ">&\\\n") + w.maybe() + w.one("1", "2", "3", "9", "4", "'5'", "2-", "3-", "-", "-", "10", "2'-'", "f-", "'-'", "\\-", "'2'-", "\\2-", "3\\\n-", "4\\\n", "\"6\"", w.literal(), "f"+w.literal())
	case 2:
		return w.one("&>", "&>>", ">&", "&>\\\n>") + w.maybe() + w.one("f", "'g h'", "/dev/null", "x2", "f.g-h", "a,b:c@d%e^+é", w.literal(), "f"+w.literal())
	}
	return w.one("", "", "2", "3", "0", "9", "2\\\n", "007", "11") + w.one(">", ">", ">>", "<", "<>", ">|", ">\\\n>") + w.maybe() +
		w.one("f", "g", "'h i'", "/etc/passwd", "/dev/null", "\"j\"", "k\\ l", "/dev/fd/4", "/dev/stdin", "/dev/tcp/h/1", "m=n", "-", "-1", "$'o'", "22a", "/dev/udp/h/2", w.literal(), w.literal(), "f"+w.literal())
}

func (w *writer) simple() string {
	var parts []string
	add := func(s string) { parts = append(parts, s) }
	for w.r.IntN(5) == 0 {
		add(w.assignment())
	}
	for w.r.IntN(12) == 0 {
		add(w.redirection())
	}
	switch n := w.r.IntN(20); {
	case n == 0:
		add("export" + w.blank() + w.assignment())
	case n == 1:
		add("unset" + w.blank() + w.one("A", "B", "Z"))
	case n == 2 && len(parts) > 0:
	default:
		add(w.name())
		for w.r.IntN(5) > 1 && len(parts) < 9 {
			if w.r.IntN(6) == 0 {
				add(w.redirection())
			} else {
				add(w.word())
			}
		}
	}
	return strings.Join(parts, w.blank())
}

func (w *writer) command() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 || w.r.IntN(10) < 6 {
		return w.simple()
	}
	s := ""
	switch n := w.r.IntN(9); {
	case n == 0:
		s = "{" + w.one(" ", "\n", "\t") + w.list() + w.one(";", "\n", " ;\n") + "}"
	case n == 1:
		s = "(" + w.one(" ", "", "\n") + w.list() + w.one("", ";", " ", "\n") + ")"
	case n == 2 && !w.branch:
		return w.one("! ", "time ", "time -p ", "time -- ", "! ! ") + w.simple()
	case !w.branch:
		return w.simple()
	case n == 3:
		s = "if " + w.condition() + w.end() + "then " + w.list() + w.end() + w.one("", "elif "+w.condition()+w.end()+"then b"+w.end()) + w.one("", "else "+w.simpleLine()) + "fi"
	case n == 4:
		s = w.one("while", "until") + " " + w.condition() + w.end() + "do " + w.list() + w.end() + "done"
	case n == 5:
		s = "for " + w.one("i", "A", "_") + w.one(" ", "\n") + "in " + w.word0() + " " + w.word0() + w.end() + "do " + w.list() + w.end() + "done"
	case n == 6:
		s = "case " + w.word0() + " in" + w.one(" ", "\n", " # c\n") + w.clause() + w.one("", w.clause()) + w.one("", w.clause()) + "esac"
	default:
		return w.simple()
	}
	for w.r.IntN(4) == 0 {
		s += w.one(" ", "") + w.redirection()
	}
	return s
}

// condition always runs a program, so that a loop can end.
func (w *writer) condition() string {
	return w.one("", "", "! ") + w.one("a", "b x", "[ x = y ]", "test -f f")
}

func (w *writer) simpleLine() string { return w.simple() + w.end() }

func (w *writer) word0() string {
	return w.one("a", "'b c'", "2", "x", "\"y\"", "a\\*", "[", "é", "-", "d\\\ne", w.literal(), w.literal())
}

func (w *writer) clause() string {
	pattern := w.one("a", "*", "[a-z]*", "?", "'b c'", "x|y", "[!a]", "2 | 3", "\"y\"*", "[", "]", "[]]", "a\\)", "-*", "[[:alpha:]]", w.literal(), "a"+w.literal(), w.literal()+"*")
	return w.one("", "(") + pattern + w.one(")", " )") + w.one(" ", "\n") + w.one(w.list(), "", w.simple()) + w.newline() + w.one(";;", ";;", ";&", ";;&") + w.one(" ", "\n", " # c\n")
}

// end ends a list inside a compound command.
func (w *writer) end() string {
	if w.r.IntN(3) == 0 && len(w.pending) == 0 {
		return w.one("; ", ";", ";\n")
	}
	return w.newline()
}

func (w *writer) list() string {
	var b strings.Builder
	b.WriteString(w.pipeline())
	for w.r.IntN(3) == 0 {
		switch {
		case w.branch && w.r.IntN(2) == 0:
			b.WriteString(w.maybe() + w.one("&&", "||", "&\\\n&") + w.one("", " ", w.newline()))
		case w.r.IntN(2) == 0:
			b.WriteString(w.maybe() + ";" + w.maybe())
		default:
			b.WriteString(w.newline())
		}
		b.WriteString(w.pipeline())
	}
	return b.String()
}

func (w *writer) pipeline() string {
	s := w.command()
	for w.r.IntN(5) == 0 {
		s += w.maybe() + w.one("|", "|", "|&") + w.one("", " ", w.newline()) + w.command()
	}
	return s
}

// randomProgram is meant to be in the subset, nearly always.
func randomProgram(r *rand.Rand) string {
	w := writer{r: r, branch: r.IntN(3) == 0, quoted: r.IntN(3) == 0}
	s := w.list()
	if len(w.pending) > 0 {
		return s + w.newline() + w.one("", w.simple())
	}
	return s + w.one("", "", ";", "\n", " # end")
}

// scripts are what mutations start from, next to random programs.
var scripts = []string{
	"make && make install", "cd /x; ls -l | grep y > out 2>&1", "cat <<EOF > f\nline 1\nEOF\ncat f", "export A=1; run \"b c\" && echo ok || echo failed",
	"for f in a b 'c d'; do wc -l x; done", "if test -f a; then rm a; else touch a; fi", "while read -r l; do echo x; done < f", "(cd d && tar cf - .) | (cd e && tar xf -)",
	"{ a; b; } >log 2>&1 <<<text", "case x in a*) b;; *) c;; esac", "time -p sort <f | uniq -c", "! grep -q x f; echo $?", "A=1 B='2 3' env; unset A",
	"cat <<-'E' | sh\n\techo $x\n\tE\nb", "a 2>f >g <h; b >&2; c 3<&0 3<&-", "# start\na # end\nb", "a |& b; c &>f; d &>>g", "cat <<A - <<B\n1\nA\n2\nB\n",
	"exec 3>f; echo x >&3; exec 3>&-", "until a; do b && break; done", "[ -f a ] && { b; c; }", "a; # x\n\n\n b\\\nc d", "cat <<E\na\\\nb \\$x \\\\\nE\nls",
}

// mutatedProgram changes a program in one to three places.
func mutatedProgram(r *rand.Rand) string {
	s := scripts[r.IntN(len(scripts))]
	if r.IntN(2) == 0 {
		s = randomProgram(r)
	}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(s) + 1)
		j := i + r.IntN(min(len(s)-i, 4)+1)
		switch r.IntN(5) {
		case 0, 1:
			s = s[:i] + specialBytes[r.IntN(len(specialBytes))] + s[i:]
		case 2:
			s = s[:i] + programTokens[r.IntN(len(programTokens))] + s[i:]
		case 3:
			s = s[:i] + s[j:]
		default:
			s = s[:i] + s[i:j] + s[i:j] + s[j:]
		}
	}
	return s
}

// programTokens are pieces for the soup.
var programTokens = []string{
	"a", "b ", " ", " ", "\n", "\\\n", ";", ";;", "&&", "||", "|", "|&", "&", ">f", "<f", "2>&1", ">&", "<<E\n", "\nE\n", "<<<", "&>f", ">", "<", "2>", "<&3", ">&-", "2>f ", ">>",
	"(", ")", "{ ", "}", "; }", "if ", "then ", "else ", "fi", "while ", "do ", "done", "for ", " in ", "case ", "esac", "a)", "!", "! ", "time ", "-p ", "-- ", "#", " #", "x=1 ", "x=", "A+=",
	"export ", "unset ", "$?", "\"$x\"", "'", "\"", "\\", "'a'", "\"b\"", "[ ", " ]", "*", "$", "~", "=", "1", "2", "-", "{}", "[[ ", "((", "<<", "<<-", "<(", "EOF", "\t", "é", "''",
}

func programSoup(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString([]string{"", "a ", "a;", "a\n"}[r.IntN(4)])
	for range 2 + r.IntN(9) {
		b.WriteString(programTokens[r.IntN(len(programTokens))])
		if r.IntN(4) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// programFrames put a short string where it may mean something else.
var programFrames = []string{
	"%", "a %", "a %b", "a;% b", "a|%b", "a >%b c", "a 2%b c", "{ a;%b; }", "(a%b)", "if a;then b;fi %c", "a <<E%\nb\nE\nc", "a <<%E\nb\nE\nc", "a <<E\n%b\nE\nc", "a <<E\nb%\nE\nc", "a <<-E\nb\n%E\nc",
	"case a in %) b;; esac", "case a in b%) c;; esac", "case a in b) c%;; esac", "for i in a%;do b;done", "x=1%a b", "a >&%b", "time %a b", "! %a", "a #%b\nc", "a &&%b", "export A=%b", "a \"$?%b\"",
}

// programSymbols are the bytes whose combinations are tried exhaustively.
var programSymbols = strings.Split("a\x002\x00 \x00\n\x00;\x00&\x00|\x00<\x00>\x00(\x00)\x00{\x00}\x00'\x00\"\x00\\\x00\\\n\x00#\x00=\x00-\x00!\x00$\x00\t", "\x00")

// generatePrograms yields the short ones of all frames, then n random ones.
func generatePrograms(seed uint64, n, length int, yield func(string)) {
	var extend func(prefix string, n int)
	extend = func(prefix string, n int) {
		for _, s := range programSymbols {
			for _, frame := range programFrames {
				yield(strings.Replace(frame, "%", prefix+s, 1))
			}
			if n > 1 {
				extend(prefix+s, n-1)
			}
		}
	}
	extend("", length)
	r := rand.New(rand.NewPCG(seed, 5))
	classes := []func(*rand.Rand) string{randomProgram, mutatedProgram, randomProgram, programSoup, mutatedProgram}
	for i := range n {
		yield(classes[i%len(classes)](r))
	}
}

// liveProgram strings commands together that change the shell, with the words
// around them that would show it.
func liveProgram(r *rand.Rand) string {
	w := writer{r: r}
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(w.one(
			"alias cmd=evil", "shopt -s expand_aliases", "unalias -a", "set -k", "set -o posix", "set -f", "set -euo pipefail", "set -x", "set +e", "set -n", "set -t", "set -- a b",
			"shopt -s extglob nullglob", "shopt -s nullglob failglob", "export IFS=0", "IFS=0", "IFS= read l", "read x <<<'a b'", "read 'v[$(id)]' <<<1", "printf -v IFS 0", "printf -v v %s x", "printf -v 'v[$(id)]' x",
			"test -v 'v[$(id)]'", "[ -v 'v[$(id)]' ]", "[ -n x ]", "unset 'v[$(id)]'", "unset v", "export v=1", "export PATH=/x", "POSIXLY_CORRECT=1", "export POSIXLY_CORRECT=1", "PS4='$(id) '", "BASH_ALIASES=evil", "enable -n echo",
			"hash -p /bin/evil cmd", "mapfile -C id -c 1 <<<x", "mapfile v <<<x", "getopts a o -a", "jobs -x evil", "compgen -W '$(id)'", "let 'v[$(id)]=1'", "declare -n r=v", "readonly v=1", "typeset -i v", "local v=1",
			"command alias cmd=evil", "builtin alias cmd=evil", "command shopt -s expand_aliases", "command read v <<<1", "builtin printf -v v x", "command -p -- test -v v", "for v in 1 2; do cmd $?; done", "for UID in 1; do cmd; done",
			"RANDOM=5", "UID=1", "BASH_ARGV0=x", "LC_ALL=C", "LANG=en_US.UTF-8", "exec 3>f", "exec <f", "exec 0<<<x", "wait -p 'v[$(id)]'", "wait", "true", "false", ": x", "umask", "type cmd", "_=1", "SECONDS=1",
			"history -s evil", "fc -s", "bind x", "complete -C evil x", "dirs", "ulimit -n", "getopts a 'v[$(id)]' -a", "cmd a b=c", "cmd $?", "cmd \"$?\"", "cmd [ x ]", "cmd 'a b'", "time -p cmd", "cmd \"$x\"", "[ \"$y\" \"$x\" ]", "test \"$y\" \"$x\"", "printf \"$y\" \"$x\" b", "[ \"$x\" = \"$y\" ]", "[ -n \"$x\" ]", "set -- \"$x\"", "unset \"$x\"", "read \"$x\"", "test -n \"$x\" -a \"$y\" \"$x\"",
		))
		b.WriteString(w.one("; ", "\n", "\n", " && ", "\ncmd x\n", "\ncmd $? a=b\n", fmt.Sprintf("\nv%d=1 cmd\n", r.IntN(3))))
	}
	return b.String() + "cmd"
}
