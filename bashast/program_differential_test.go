package bashast_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/internal/runsize"
)

// programDiffer collects accepted programs, asks bash about them in batches,
// and counts.
type programDiffer struct {
	t         *testing.T
	w         *programWitness
	short     bool // two of three statuses are enough
	generated int
	accepted  int
	straight  int
	asked     int
	alone     []string
	texts     []string
	seen      map[string]bool
	batches   int
	pending   sync.WaitGroup
	slots     chan struct{}
}

const programBatch = 250

// allowed is how the programs of the comparison are judged.
var allowed = bashast.Allow{QuotedExpansions: true}

func (d *programDiffer) add(text string) {
	if d.seen[text] {
		return
	}
	d.seen[text] = true
	d.generated++
	p, violation := bashast.ParseProgram([]byte(text), allowed)
	if violation != nil {
		return
	}
	d.accepted++
	if isStraight(text, p) {
		d.straight++
	}
	if usesEval(p) || mayLoop(text) || d.accepted%97 == 0 {
		d.alone = append(d.alone, text)
		return
	}
	d.texts = append(d.texts, text)
	if len(d.texts) == programBatch {
		d.flush()
	}
}

// usesEval reports whether the batch, which needs eval, would run some text.
func usesEval(p bashast.Program) bool {
	return slices.ContainsFunc(p.Commands, func(c bashast.Command) bool { return slices.Contains(c.Argv, "eval") })
}

// mayLoop reports whether a text may run for ever, so that it has to be asked
// about alone: a loop whose condition is an assignment executes nothing that
// could end it.
func mayLoop(text string) bool {
	return strings.Contains(text, "while") || strings.Contains(text, "until")
}

// statuses are what the programs of a text are made to end with. Where there
// is no branch they make no difference.
func statuses(text string, i int) []string {
	if plainStructure(text) {
		return []string{"0"}
	}
	return []string{"0", "1", fmt.Sprint("r", i)}
}

// flush compares what was collected, beside further generating.
func (d *programDiffer) flush() {
	texts, locale, number := d.texts, locales[d.batches%len(locales)], d.batches
	d.texts, d.batches = nil, d.batches+1
	byStatus := map[string][]string{}
	for i, text := range texts {
		how := statuses(text, number)
		if d.short && len(how) > 1 {
			how = append(how, how...)[i%3 : i%3+2]
		}
		for _, status := range how {
			byStatus[status] = append(byStatus[status], text)
		}
	}
	for status, texts := range byStatus {
		d.asked += len(texts)
		d.slots <- struct{}{}
		d.pending.Go(func() {
			defer func() { <-d.slots }()
			byCase, err := d.w.batch(locale, status, texts)
			if err != nil {
				d.t.Error(err)
				return
			}
			for i, done := range byCase {
				checkProgram(d.t, texts[i], locale+" "+status, done)
			}
		})
	}
}

func (d *programDiffer) finish() {
	d.flush()
	d.pending.Wait()
	for part := range slices.Chunk(d.alone, 50) {
		d.slots <- struct{}{}
		d.pending.Go(func() {
			defer func() { <-d.slots }()
			for i, text := range part {
				how := statuses(text, i)
				programAgainstBash(d.t, d.w, locales[i%len(locales)], text, how[i%len(how)])
			}
		})
	}
	d.pending.Wait()
}

// checkProgram fails if bash did anything that an accepted program does not
// say. Texts that are not accepted pass.
func checkProgram(t testing.TB, text, how string, done []happening) {
	t.Helper()
	p, violation := bashast.ParseProgram([]byte(text), allowed)
	if violation != nil {
		return
	}
	for _, c := range contradictions(text, p, done) {
		t.Errorf("FALSE ACCEPT %q (%s): gate %s: %s; bash %v", text, how, describe(p), c, done)
	}
}

// programAgainstBash asks about one text.
func programAgainstBash(t testing.TB, w *programWitness, locale, text string, how ...string) {
	t.Helper()
	if _, violation := bashast.ParseProgram([]byte(text), allowed); violation != nil {
		return
	}
	for _, status := range how {
		done, err := w.one(locale, status, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			return
		}
		checkProgram(t, text, locale+" "+status, done)
	}
}

// TestBashRunsExactlyTheProgram is the proof of the compound subset: of each
// accepted text bash attempts nothing that is not in its program, and where
// nothing decides between commands all of it. AEGISH_GATE_N sets the number of
// random texts on top of the exhaustive ones, AEGISH_GATE_SEED their seed.
func TestBashRunsExactlyTheProgram(t *testing.T) {
	t.Parallel()
	n := runsize.Of(t, "AEGISH_GATE_N", 21000)
	seed := runsize.Of(t, "AEGISH_GATE_SEED", 1)
	d := &programDiffer{t: t, w: newProgramWitness(t), seen: map[string]bool{}, slots: make(chan struct{}, 2), short: n <= 100000}
	length := 3
	if d.short {
		length = 1
	}
	generatePrograms(uint64(seed), n, length, d.add)
	d.finish()
	t.Logf("%d texts, %d accepted (%d of them without branches), %d runs of bash and %d texts one by one",
		d.generated, d.accepted, d.straight, d.asked, len(d.alone))
	if d.generated < 20000 || d.accepted < 9000 || d.straight < 4000 {
		t.Errorf("too few texts to prove anything")
	}
}

// TestBashAgreesOnEveryProgramCase sends the cases of the other tables through
// bash, in both locales, as the untouched operand of -c.
func TestBashAgreesOnEveryProgramCase(t *testing.T) {
	t.Parallel()
	w := newProgramWitness(t)
	for i, tt := range programCases {
		programAgainstBash(t, w, locales[i%len(locales)], tt.in, statuses(tt.in, i)...)
	}
	for i, tt := range acceptCases {
		programAgainstBash(t, w, locales[i%len(locales)], tt.in, "0")
	}
}

// TestProgramFalseRejects counts, by code, the generated texts that are refused
// although bash finds no fault with them: the price of being sure. The figures
// are for the documentation, no bound is kept.
func TestProgramFalseRejects(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	left := runsize.Of(t, "AEGISH_GATE_REJECTS", 300)
	r := rand.New(rand.NewPCG(7, 7))
	generated, refused, classes := 0, 0, map[string][]string{}
	for left > 0 {
		text := randomProgram(r)
		generated++
		_, violation := bashast.ParseProgram([]byte(text), allowed)
		if violation == nil {
			continue
		}
		left--
		refused++
		// -n reads and runs nothing.
		if exec.Command(bash, "--norc", "--noprofile", "-n", "-c", "--", text).Run() != nil {
			continue
		}
		class := string(violation.Code)
		if violation.Code == bashast.ParseError && violation.Start == 0 && violation.End == len(text) {
			class += ", by tree-sitter"
		}
		classes[class] = append(classes[class], text)
	}
	t.Logf("of %d texts %d are refused; bash has nothing against:", generated, refused)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		t.Logf("%5d %-40s %.90q", len(classes[class]), class, classes[class][0])
	}
}
