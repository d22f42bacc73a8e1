package runner

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// trace prints a line of set -x.
func (sh *shell) trace(text string) {
	if sh.tracing {
		return
	}
	_, _ = io.WriteString(sh.traceOut(), sh.tracePrefix()+text+"\n")
	if sh.traced != nil {
		close(sh.traced)
		sh.traced = nil
	}
}

// traceWait is how long a stage of a pipeline has to trace its first command
// before the next one is started, about as long as a fork takes in bash.
const traceWait = 2 * time.Millisecond

// awaitTrace waits until a stage has traced something, so that the order is the
// one that bash's has nearly always.
func awaitTrace(p *process, traced <-chan struct{}) {
	timer := time.NewTimer(traceWait)
	defer timer.Stop()
	select {
	case <-traced:
	case <-p.done:
	case <-timer.C:
	}
}

func (sh *shell) traceOut() io.Writer {
	if sh.traceFD == 0 {
		return sh.stderr()
	}
	return sh.fds.Desc(sh.traceFD)
}

// traceFDChanged takes the value of BASH_XTRACEFD over. One that is null or
// unset closes the descriptor that was in use.
func (sh *shell) traceFDChanged() {
	text, _ := sh.st.Vars.Get("BASH_XTRACEFD").Value()
	if text == "" {
		if sh.traceFD > 0 {
			_ = sh.fds.Close(sh.traceFD)
		}
		sh.traceFD = 0
		return
	}
	n, err := strconv.Atoi(text)
	if _, open := sh.fds.Get(n); err != nil || !open {
		sh.message("BASH_XTRACEFD: " + text + ": invalid value for trace file descriptor")
		return
	}
	sh.traceFD = n
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
		text, err := sh.exp.ExpandPrompt(sh.fs.ctx, ps4)
		if failed := (*expand.Error)(nil); errors.As(err, &failed) {
			sh.message(failed.Text)
			text = ps4 // as it stands
		}
		ps4 = text
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
	operands := len(k.argv) - len(k.decls)
	for i, arg := range k.argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i >= operands && k.decls[i-operands].Assign != nil && k.decls[i-operands].Assign.Array != nil {
			b.WriteString(k.decls[i-operands].Assign.Name) // the list was shown before
			continue
		}
		b.WriteString(expand.QuoteTrace(arg))
	}
	sh.trace(b.String())
}

// traceHead traces the head of for and select.
func (sh *shell) traceHead(word, name string, in bool, items []*syntax.Word) {
	head := headText(word, name, in, items)
	if in && len(items) == 0 {
		head += " "
	}
	sh.trace(head)
}

// traceArith traces the expanded text of ((...)).
func (sh *shell) traceArith(text string) { sh.trace("((" + pad(text) + "))") }

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
	sh.trace("[[ " + not + op + " " + expand.QuoteTest(arg) + " ]]")
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
	sh.trace("[[ " + not + expand.QuoteTest(left) + " " + op + " " + expand.QuoteTest(right) + " ]]")
}
