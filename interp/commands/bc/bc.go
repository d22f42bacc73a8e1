// Package bc has the calculators with numbers of any precision: the language of
// bc(1) with variables, arrays, functions and loops, as GNU bc 1.07 has it, and
// dc(1) with its stack, registers and macros (GNU dc 1.4).
//
// A source of bc is compiled, a line at a time, to code for a machine with a
// stack. GNU bc tells in its messages at which address of its code something went
// wrong, so each instruction knows the address that it has there. dc runs
// character by character. Steps, digits, elements and recursion are bounded. bc
// has no line editing, and dc no ~/.dcrc. It imports interp/command and interp/commands/gnu
// alone.
package bc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
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
	maxSteps    = 60_000_000 // instructions run
	maxElements = 65_536     // of all arrays together
	maxSource   = 16 << 20   // bytes of all sources
	maxNames    = 32_767     // of variables, of arrays and of functions
)

// Commands returns bc and dc.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{"bc": gnu.Program{
		Summary: "calculate with numbers of any precision",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"h", "the same as --help"}, {"i,interactive", "accepted and ignored"},
			{"l,mathlib", "set scale to 20 and define s, c, a, l, e, j"}, {"q,quiet", "accepted: there is no banner"},
			{"s,standard", "refuse what POSIX does not have"}, {"v", "the same as --version"}, {"w,warn", "warn of what POSIX does not have"},
		},
		Main: run,
	}.Entry("data"), "dc": dcProgram().Entry("data")}
}

// A runError is what is wrong with a calculation.
type runError string

func (e runError) Error() string { return string(e) }

// errQuit ends the program.
var errQuit = errors.New("quit")

func run(ctx context.Context, in *gnu.Invocation) int {
	for _, o := range in.Options {
		switch o.Name {
		case "h":
			in.Out.WriteString(in.Help())
			return 0
		case "v":
			in.Printf("%s (aegish)\n", in.Name())
			return 0
		}
	}
	m := newMachine(ctx, in)
	files := &sources{m: m, names: append(in.Operands, "-")}
	defer files.close()
	m.parser = &parser{m: m, warns: in.Has("w"), variables: newNames(specialNames()...), arrays: newNames(""), functions: newNames("(main)")}
	m.parser.scanner = &scanner{in: bufio.NewReader(eof{}), next: files.next, complain: func(text string) { m.parser.fail("%s", text) }, say: m.report, standard: in.Has("s")}
	if in.Has("l") {
		m.scale = 20
		m.library()
	}
	for !m.parser.ended {
		c := m.parser.item()
		if c == nil {
			break
		}
		if m.parser.ended || m.parser.failed {
			continue
		}
		if m.run(c) != nil {
			break
		}
	}
	return in.Status()
}

// sources are the files of the command line, and standard input behind them.
type sources struct {
	m     *machine
	names []string
	file  io.Closer
}

func (s *sources) close() {
	if s.file != nil {
		_ = s.file.Close() // it was read
	}
	s.file = nil
}

// next opens the next source; nil when there is none. One that can not be opened
// ends the program.
func (s *sources) next() (io.Reader, string) {
	s.close()
	if len(s.names) == 0 {
		return nil, ""
	}
	name := s.names[0]
	s.names = s.names[1:]
	if name == "-" {
		return s.m.input(), "(standard_in)"
	}
	file, err := s.m.in.Open(s.m.ctx, name)
	if err != nil {
		s.m.report("File " + name + " is unavailable.")
		s.m.in.FailQuietly(1)
		s.names, s.m.parser.ended = nil, true
		return nil, ""
	}
	s.file = file
	return file, name
}

// limits prints what a program may count on.
func (m *machine) limits() {
	m.print(fmt.Sprintf("BC_BASE_MAX     = %d\nBC_DIM_MAX      = %d\nBC_SCALE_MAX    = %d\nBC_STRING_MAX   = %d\nMAX Exponent    = %d\nNumber of vars  = %d\n",
		math.MaxInt32, maxSubscript, maxDigits, maxSource, maxDigits*4, maxNames))
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

// escaped is the text of a print statement. A backslash before any other
// character vanishes with it.
func escaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		if i++; i == len(text) {
			break
		}
		if at := strings.IndexByte(`abfnqrt\`, text[i]); at >= 0 {
			b.WriteByte("\a\b\f\n\"\r\t\\"[at])
		}
	}
	return b.String()
}
