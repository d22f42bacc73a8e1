package perl

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// hostGrep is what the host's grep -onP writes about each line, and which lines
// it selects; or its message. ok is false when it gives up, or has no -P. The
// pattern begins with start.
func hostGrep(t *testing.T, start, pattern, text string) (answer string, ok bool) {
	t.Helper()
	run := func(args ...string) (string, string) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, "/usr/bin/grep", append(args, "-e", start+pattern)...)
		cmd.Args[0] = "grep"
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		cmd.Stdin = strings.NewReader(text)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run() // the status follows from what it writes
		if ctx.Err() != nil {
			return "", "(standard input): too slow"
		}
		return out.String(), strings.TrimPrefix(strings.TrimSpace(errs.String()), "grep: ")
	}
	lines, message := run("-anP")
	if strings.HasPrefix(message, "(standard input): ") || strings.Contains(message, "support for the -P") {
		return message, false
	}
	if message != "" {
		return message, true
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		number, _, _ := strings.Cut(line, ":")
		b.WriteString(number + " ")
	}
	matches, message := run("-aonP")
	return b.String() + "\n" + matches, !strings.HasPrefix(message, "(standard input): ")
}

// ownGrep is the same by this package; ok is false at a limit.
func ownGrep(pattern, text string) (answer string, ok bool) {
	re, err := Compile(pattern, 0)
	if err != nil {
		return err.Error(), true
	}
	f := re.Finder(50_000_000)
	var selected, matches strings.Builder
	number := 0
	for line := range bytes.Lines([]byte(text)) {
		number++
		line = bytes.TrimSuffix(line, []byte("\n"))
		for from := 0; from <= len(line); {
			start, end, err := f.Find(line, from)
			if err != nil {
				return err.Error(), false
			}
			if start < 0 {
				break
			}
			if from == 0 && !strings.HasSuffix(selected.String(), " "+strconv.Itoa(number)+" ") && selected.String() != strconv.Itoa(number)+" " {
				selected.WriteString(strconv.Itoa(number) + " ")
			}
			if start == end {
				from = start + 1
				continue
			}
			fmt.Fprintf(&matches, "%d:%s\n", number, line[start:end])
			from = end
		}
	}
	return selected.String() + "\n" + matches.String(), true
}

func fromEnv(t *testing.T, name string, n int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return n
}

// A writer writes random patterns.
type writer struct {
	*rand.Rand
	groups int
}

func (w *writer) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *writer) atom(depth int) string {
	if depth <= 0 || w.IntN(3) > 0 {
		return w.pick("a", "b", "c", "a", "b", "ab", "bc", "x", "é", ".", "[ab]", "[^a]", `\d`, `\w`, `\s`, `\W`, "[a-c]", "[[:alpha:]]", "1", " ", `\x61`, `\N`, `[\d_]`, "B", `\X`, `\h`, `\pL`, `\p{Lu}`, `[^\W\d]`, `\x{e9}`)
	}
	body := func() string { return w.alternatives(depth - 1) }
	switch w.IntN(24) {
	case 0, 1, 2, 3, 4:
		w.groups++
		return "(" + body() + ")"
	case 5, 6, 7:
		return "(?:" + body() + ")"
	case 8, 9:
		return "(?=" + body() + ")"
	case 10, 11:
		return "(?!" + body() + ")"
	case 12:
		return "(?<=" + w.pick("a", "b", "ab", "a|bc", "^", `\w`, ".", "[ab]c", "a(?=b)", "(?:a|b)") + ")"
	case 13:
		return "(?<!" + w.pick("a", "b", "ab", "a|bc", `\w`, ".", "^a") + ")"
	case 14, 15:
		return "(?>" + body() + ")"
	case 16:
		return "(?i:" + body() + ")"
	case 17:
		return "(?|" + body() + ")"
	case 18:
		if w.groups > 0 {
			return w.pick(`\1`, `\g{-1}`, "(?1)", `\1`, "(?(1)a|b)", "(?(1)"+body()+")")
		}
		return "(?(?=" + body() + ")" + w.pick("a", "b", "") + "|" + w.pick("a", "b", "") + ")"
	case 19:
		return w.pick("(*PRUNE)", "(*SKIP)", "(*COMMIT)", "(*THEN)", "(*FAIL)", "(*ACCEPT)", "(*MARK:m)", "(*SKIP:m)")
	case 20:
		return w.pick("(?i)", "(?s)", "(?-i)", "(?U)", "(?x) ")
	case 21:
		return w.pick("(?R)?", "(?R)*", "(?1)?")
	}
	return w.pick(`\K`, `\b`, `\B`, "^", "$", `\A`, `\z`, `\Z`, `\G`, `\b`, `\K`)
}

func (w *writer) alternatives(depth int) string {
	var b strings.Builder
	for i := range 1 + w.IntN(3)*w.IntN(2) {
		if i > 0 {
			b.WriteByte('|')
		}
		for range w.IntN(4) {
			atom := w.atom(depth)
			b.WriteString(atom)
			if w.IntN(3) == 0 && (!unrepeatable(atom) || w.IntN(200) == 0) {
				b.WriteString(w.pick("*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}"))
				b.WriteString(w.pick("", "", "", "?", "+"))
			}
		}
	}
	return b.String()
}

// unrepeatable tells whether a quantifier behind an atom is an error.
func unrepeatable(atom string) bool {
	switch atom {
	case `\K`, `\b`, `\B`, "^", "$", `\A`, `\z`, `\Z`, `\G`, "(?i)", "(?s)", "(?-i)", "(?U)", "(?x) ", "(?R)?", "(?R)*", "(?1)?":
		return true
	}
	return strings.HasPrefix(atom, "(*")
}

// TestAgainstHost compares random patterns with the host's grep -P.
func TestAgainstHost(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: rand.New(rand.NewPCG(uint64(fromEnv(t, "AEGISH_PERL_SEED", 5)), 1))}
	n := fromEnv(t, "AEGISH_PERL_N", 800)
	type task struct{ pattern, text string }
	tasks := make(chan task)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for x := range tasks {
				compareHost(t, x.pattern, x.text)
			}
		})
	}
	for range n {
		w.groups = 0
		pattern := w.alternatives(3)
		var text strings.Builder
		for range 12 {
			for range w.IntN(9) {
				text.WriteString(w.pick("a", "b", "c", "a", "b", "ab", "x", "é", "É", "1", " ", "A", "_", "aab", "bc"))
			}
			text.WriteByte('\n')
		}
		tasks <- task{pattern, text.String()}
	}
	close(tasks)
	group.Wait()
}

// compareHost asks the host without its JIT compiler, that of 10.42 lets \W, \D
// and \S match nothing beyond ASCII.
func compareHost(t *testing.T, pattern, text string) {
	t.Helper()
	want, ok := hostGrep(t, "(*NO_JIT)", pattern, text)
	got, own := ownGrep(pattern, text)
	if ok && got != want && strings.Contains(pattern, "(?R)") {
		// Without JIT (?R) does not go back into what it has matched; with it,
		// and in Perl, it does.
		want, ok = hostGrep(t, "", pattern, text)
	}
	if !ok {
		return // it gave up where this may go on
	}
	if !own || got != want {
		t.Errorf("%q\non  %q\nwant %q\ngot  %q", pattern, text, want, got)
	}
}
