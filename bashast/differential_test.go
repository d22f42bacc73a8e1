package bashast_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/internal/runsize"
)

// locales are those in which the claim holds; every input is tried in one.
var locales = []string{"C.UTF-8", "C"}

// differ collects accepted inputs, asks bash about them in batches, and counts.
type differ struct {
	t         *testing.T
	w         *witness
	generated int
	accepted  int
	alone     []string // asked about one by one
	lines     []string
	argvs     [][]string
	seen      map[string]bool
	batches   int
	pending   sync.WaitGroup
	slots     chan struct{}
}

const batchSize = 2000

func (d *differ) add(input string) {
	if d.seen[input] {
		return
	}
	d.seen[input] = true
	d.generated++
	text, violation := bashast.Parse([]byte(input))
	if violation != nil {
		return
	}
	d.accepted++
	if text.Argv[0] == "eval" || d.accepted%97 == 0 {
		// The batch itself needs eval; and a share goes the exact way that a
		// session takes.
		d.alone = append(d.alone, input)
		return
	}
	d.lines = append(d.lines, input)
	d.argvs = append(d.argvs, text.Argv)
	if len(d.lines) == batchSize {
		d.flush()
	}
}

// flush compares what was collected, beside further generating.
func (d *differ) flush() {
	lines, argvs, locale := d.lines, d.argvs, locales[d.batches%len(locales)]
	d.lines, d.argvs, d.batches = nil, nil, d.batches+1
	d.slots <- struct{}{}
	d.pending.Go(func() {
		defer func() { <-d.slots }()
		byCase, err := d.w.batch(locale, lines)
		if err != nil {
			d.t.Error(err)
			return
		}
		for i, events := range byCase {
			if !exactly(events, argvs[i]) {
				d.t.Errorf("FALSE ACCEPT %q (%s): gate %q, bash %v", lines[i], locale, argvs[i], events)
			}
		}
	})
}

func (d *differ) finish() {
	d.flush()
	d.pending.Wait()
	for i, line := range d.alone {
		againstBash(d.t, d.w, locales[i%len(locales)], line)
	}
}

// againstBash fails if the gate accepts a line of which bash makes anything
// else. Lines that are not accepted pass.
func againstBash(t testing.TB, w *witness, locale, line string) {
	t.Helper()
	text, violation := bashast.Parse([]byte(line))
	if violation != nil {
		return
	}
	events, err := w.one(locale, line)
	if err != nil {
		t.Errorf("%q: %v", line, err)
		return
	}
	if !exactly(events, text.Argv) {
		t.Errorf("FALSE ACCEPT %q (%s): gate %q, bash %v", line, locale, text.Argv, events)
	}
}

// TestBashRunsExactlyTheAcceptedArgv is the proof of the package's promise:
// for each accepted input, bash attempts exactly that argument vector and
// nothing else. AEGISH_GATE_N sets the number of random inputs on top of the
// exhaustive ones, AEGISH_GATE_SEED their seed.
func TestBashRunsExactlyTheAcceptedArgv(t *testing.T) {
	t.Parallel()
	n := runsize.Of(t, "AEGISH_GATE_N", 20000)
	seed := runsize.Of(t, "AEGISH_GATE_SEED", 1)
	d := &differ{t: t, w: newWitness(t), seen: map[string]bool{}, slots: make(chan struct{}, 2)}
	exhaustive(specialBytes, 2, d.add)
	exhaustive(sharpBytes, 3, d.add)
	if n > 1000000 {
		exhaustive(sharpBytes, 5, d.add)
		exhaustive(specialBytes, 3, d.add)
	}
	generate(uint64(seed), n, d.add)
	d.finish()
	t.Logf("%d inputs, %d accepted and compared with bash, %d of them one by one", d.generated, d.accepted, len(d.alone))
	if d.generated < 20000 || d.accepted < 10000 {
		t.Errorf("too few inputs to prove anything")
	}
}

// TestFalseRejects counts, by the code and the byte that was not accepted, the inputs that bash runs as one command all the same. They are the
// price of being sure; the figures are for the documentation, no bound is kept.
// AEGISH_GATE_REJECTS sets how many rejected inputs are asked about.
func TestFalseRejects(t *testing.T) {
	t.Parallel()
	w := newWitness(t)
	left := runsize.Of(t, "AEGISH_GATE_REJECTS", 300)
	asked, classes := 0, map[string][]string{}
	generate(7, 40*left, func(input string) {
		_, violation := bashast.Parse([]byte(input))
		code := codeOf(violation)
		if left == 0 || code != bashast.ParseError && code != bashast.NonLiteralWordNotSupported {
			return
		}
		left--
		asked++
		events, err := w.one("C.UTF-8", input)
		if err != nil {
			t.Errorf("%q: %v", input, err)
		}
		if len(events) != 1 || events[0].kind != 'X' {
			return
		}
		class := string(code)
		if code == bashast.NonLiteralWordNotSupported {
			class += " at " + string(append([]byte(input), ' ')[violation.Start])
			if strings.Contains(input[violation.Start:violation.End], "{") {
				class = string(code) + " at {"
			}
		}
		classes[class] = append(classes[class], input)
	})
	t.Logf("of %d rejected inputs bash runs as one command:", asked)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		t.Logf("%5d %-40s %.60q", len(classes[class]), class, classes[class][0])
	}
}

// TestBashAgreesOnEveryTableCase sends each accepted case of the other tables
// through bash, in both locales, as the untouched operand of -c.
func TestBashAgreesOnEveryTableCase(t *testing.T) {
	t.Parallel()
	w := newWitness(t)
	for _, tt := range acceptCases {
		if strings.ContainsRune(tt.in, 0) {
			continue
		}
		for _, locale := range locales {
			againstBash(t, w, locale, tt.in)
		}
	}
}
