// Package bc has the calculators with numbers of any precision: the language of
// bc(1) with variables, arrays, functions and loops (POSIX bc, with what scripts
// use of GNU bc: print, else, &&, ||, !, names of several letters), and dc(1)
// with its stack, registers and macros (GNU dc).
//
// A source of bc is parsed into trees, which are evaluated; dc runs character by
// character. Steps, digits, elements and recursion are bounded. bc has no
// read(), and dc no ~/.dcrc. It imports interp/command and interp/commands/gnu
// alone.
package bc

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// Limits of a run.
const (
	maxDigits   = 100_000    // of a number, and of scale
	maxDepth    = 1_000      // of nesting in the source
	maxCalls    = 5_000      // of functions within each other
	maxSteps    = 20_000_000 // nodes evaluated
	maxElements = 65_536     // of all arrays together
	maxSource   = 16 << 20   // bytes of a source
)

// Commands returns bc and dc.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{"bc": gnu.Program{
		Summary: "calculate with numbers of any precision",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"i,interactive", "accepted and ignored"},
			{"l,mathlib", "set scale to 20 and define s, c, a, l, e"}, {"q,quiet", "accepted: there is no banner"},
			{"s,standard", "accepted and ignored"}, {"w,warn", "accepted and ignored"},
		},
		Main: run,
	}.Entry("data"), "dc": dcProgram().Entry("data")}
}

// What ends a statement early. A runError is reported and the rest of the line
// is left out.
type runError string

func (e runError) Error() string { return string(e) }

var (
	errQuit  = errors.New("quit")
	errBreak = errors.New("break outside a for/while")
	errNext  = errors.New("continue outside a for/while")
	errBack  = errors.New("return outside of a function")
)

func run(ctx context.Context, in *gnu.Invocation) int {
	m := newMachine(ctx, in)
	if in.Has("l") {
		m.scale, m.math = 20, true
	}
	for _, name := range append(append([]string{}, in.Operands...), "-") {
		src, err := in.Open(ctx, name)
		if err != nil {
			_, _ = io.WriteString(in.Stderr, "File "+name+" is unavailable.\n")
			return 1
		}
		text, err := io.ReadAll(io.LimitReader(src, maxSource))
		src.Close()
		if err != nil {
			return in.Die("%s: %s", name, command.Message(err))
		}
		if m.source(name, string(text)) != nil {
			break
		}
	}
	return in.Status()
}

// source runs a source a line at a time; the error is errQuit.
func (m *machine) source(name, text string) error {
	if name == "-" {
		name = "(standard_in)"
	}
	p := &parser{text: text, line: 1}
	p.advance()
	for p.kind != endOfFile {
		list := p.item(m.functions)
		if p.err != "" {
			m.report(name + " " + itoa(p.line) + ": " + p.err)
			p.recover()
			continue
		}
		for _, s := range list {
			err := m.exec(s)
			if errors.Is(err, errQuit) || m.in.Ended(m.ctx) {
				return errQuit
			}
			if err != nil {
				m.report("Runtime error (func=(main), adr=0): " + err.Error())
				m.frames = m.frames[:0]
				break
			}
		}
	}
	return nil
}

func (m *machine) warn(text string) {
	m.report("Runtime warning (func=(main), adr=0): " + text)
}

func (m *machine) report(text string) {
	_ = m.in.Out.Flush() // Finish reports its error
	_, _ = io.WriteString(m.in.Stderr, text+"\n")
}

// lineLength is where output is broken, the backslash included (POSIX bc).
const lineLength = 70

// print writes text, broken after 68 characters with a backslash.
func (m *machine) print(text string) {
	limit := lineLength
	if v, set := m.in.Getenv("BC_LINE_LENGTH"); set {
		switch n, err := strconv.Atoi(v); {
		case err != nil || n == 0:
			limit = 1 << 30
		case n > 2: // others are not taken
			limit = n
		}
	}
	for i := range len(text) {
		c := text[i]
		if c == '\n' {
			m.column = 0
		} else {
			if m.column == limit-2 {
				m.in.Out.WriteString("\\\n")
				m.column = 0
			}
			m.column++
		}
		m.in.Out.WriteByte(c)
	}
}

// escaped is the text of a print statement.
func escaped(text string) string {
	return strings.NewReplacer(`\a`, "\a", `\b`, "\b", `\f`, "\f", `\n`, "\n", `\q`, `"`, `\r`, "\r", `\t`, "\t", `\\`, `\`).Replace(text)
}
