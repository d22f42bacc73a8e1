package runner

import (
	"context"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// trace prints a line of set -x.
func (sh *shell) trace(text string) {
	if sh.tracing {
		return
	}
	_, _ = io.WriteString(sh.traceOut(), sh.tracePrefix()+text+"\n")
}

func (sh *shell) traceOut() io.Writer {
	if v, ok := sh.st.Vars.Get("BASH_XTRACEFD").Value(); ok {
		if n, err := strconv.Atoi(v); err == nil {
			if d, ok := sh.fds.Get(n); ok {
				return d
			}
		}
	}
	return sh.stderr()
}

// tracePrefix is PS4, expanded, its first character repeated for each level of
// substitution, eval and source.
func (sh *shell) tracePrefix() string {
	ps4, ok := sh.st.Vars.Get("PS4").Value()
	if !ok {
		return ""
	}
	if strings.ContainsAny(ps4, "$`\\") {
		sh.tracing = true
		sh.st.Opts.Set(state.XTrace, false) // subshells trace nothing either
		code, sub, had := sh.st.Status, sh.subStatus, sh.hadSubst
		ps4, _ = sh.exp.ExpandPrompt(sh.fs.ctx, ps4)
		sh.st.Status, sh.subStatus, sh.hadSubst = code, sub, had
		sh.st.Opts.Set(state.XTrace, true)
		sh.tracing = false
	}
	if ps4 == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(ps4)
	return strings.Repeat(ps4[:n], sh.evals) + ps4
}

// traceCall traces a simple command.
func (sh *shell) traceCall(_ context.Context, k *call) {
	var b strings.Builder
	for i, arg := range k.argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(sh.quoteTrace(arg))
	}
	sh.trace(b.String())
}

// quoteTrace quotes a word as set -x shows it.
func (sh *shell) quoteTrace(s string) string {
	switch {
	case s == "":
		return "''"
	case needsQuotes(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	case needsANSI(s):
		return ansiQuote(s)
	}
	return s
}

func needsANSI(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r < 0x20 || r >= 0x7f && r < 0xa0 {
			return true
		}
		i += n
	}
	return false
}

// needsQuotes is bash's sh_contains_shell_metas.
func needsQuotes(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', '?', ']', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 || s[i-1] == ' ' || s[i-1] == '\t' {
				return true
			}
		}
	}
	return false
}

// ansiQuote writes s as $'...'.
func ansiQuote(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch c := s[i]; {
		case r == utf8.RuneError && n == 1 || n == 1 && (c < 0x20 || c == 0x7f):
			writeEscape(&b, c)
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case n > 1 && r < 0xa0:
			for _, c := range []byte(s[i : i+n]) {
				writeEscape(&b, c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

func writeEscape(b *strings.Builder, c byte) {
	const letters = "abtnvfr"
	switch {
	case c >= 7 && c <= 13:
		b.WriteByte('\\')
		b.WriteByte(letters[c-7])
	case c == 0x1b:
		b.WriteString(`\E`)
	default:
		b.WriteByte('\\')
		b.WriteByte('0' + c>>6)
		b.WriteByte('0' + c>>3&7)
		b.WriteByte('0' + c&7)
	}
}

// traceFor traces the head of for and select.
func (sh *shell) traceFor(word, name string, in bool, items []*syntax.Word, _ []string) {
	var b strings.Builder
	b.WriteString(word + " " + name)
	if in {
		b.WriteString(" in")
		for _, w := range items {
			b.WriteString(" " + w.Src)
		}
		if len(items) == 0 {
			b.WriteByte(' ')
		}
	} else {
		b.WriteString(` in "$@"`)
	}
	sh.trace(b.String())
}

// traceArith traces ((...)), after the expansion of what is in it.
func (sh *shell) traceArith(ctx context.Context, x *syntax.Arithm) {
	text := x.Src
	if !x.Plain && x.Word != nil {
		if s, err := sh.exp.Document(ctx, x.Word); err == nil {
			text = s
		}
	}
	sh.trace("((" + pad(text) + "))")
}

// pad surrounds the text of an arithmetic command with the blanks that bash
// prints.
func pad(s string) string { return " " + s + " " }

// traceTest traces a test with one operand.
func (sh *shell) traceTest(inverted bool, op, arg string) {
	if !sh.st.Opts.On(state.XTrace) {
		return
	}
	not := ""
	if inverted {
		not = "! "
	}
	sh.trace("[[ " + not + op + " " + sh.quoteTest(arg) + " ]]")
}

// traceTest2 traces a test with two operands.
func (sh *shell) traceTest2(inverted bool, left, op, right string) {
	if !sh.st.Opts.On(state.XTrace) {
		return
	}
	not := ""
	if inverted {
		not = "! "
	}
	sh.trace("[[ " + not + sh.quoteTest(left) + " " + op + " " + sh.quoteTest(right) + " ]]")
}

// quoteTest is how set -x shows an operand of [[ ]]: as it is, ” if empty.
func (sh *shell) quoteTest(s string) string {
	switch {
	case s == "":
		return "''"
	case needsANSI(s):
		return ansiQuote(s)
	}
	return s
}
