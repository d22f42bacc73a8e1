package gatestats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// allowAll accepts every command.
func allowAll(string) Judgement {
	v := Verdict{Action: config.Allow, Rule: "policy.default"}
	return Judgement{v, v}
}

// byWords judges a command that spells its own verdict: for each subset
// VIOLATION/ACTION/RULE, with "-" for an empty word and a trailing ! for opaque.
func byWords(command string) Judgement {
	read := func(word string) Verdict {
		word, opaque := strings.CutSuffix(word, "!")
		parts := strings.Split(word, "/")
		for i := range parts {
			parts[i] = strings.TrimPrefix(parts[i], "-")
		}
		return Verdict{bashast.Code(parts[0]), config.Action(parts[1]), parts[2], opaque}
	}
	words := strings.Fields(command)
	return Judgement{read(words[0]), read(words[1])}
}

// holds fails where the numbers of a report do not add up.
func holds(t *testing.T, r Report) {
	t.Helper()
	for name, s := range map[string]Subset{"simple": r.Simple, "compound": r.Compound} {
		violations, rules := s.OtherViolations, s.OtherRules
		for _, v := range s.Violations {
			violations += v.Count
		}
		actions := map[config.Action]int64{}
		for _, rule := range s.Rules {
			rules += rule.Count
			actions[rule.Decision] += rule.Count
		}
		if s.Accepted.Count+s.Rejected.Count != r.Commands || violations != s.Rejected.Count {
			t.Errorf("%s: %d accepted, %d rejected, %d violations of %d commands", name, s.Accepted.Count, s.Rejected.Count, violations, r.Commands)
		}
		if s.Allow.Count+s.Ask.Count+s.Deny.Count != r.Commands || rules != r.Commands {
			t.Errorf("%s: %d+%d+%d decisions, %d by rules, of %d commands", name, s.Allow.Count, s.Ask.Count, s.Deny.Count, rules, r.Commands)
		}
		if s.OtherRules == 0 && (actions[config.Allow] != s.Allow.Count || actions[config.Ask] != s.Ask.Count || actions[config.Deny] != s.Deny.Count) {
			t.Errorf("%s: the rules decide %v, the sums are %v", name, actions, s)
		}
		if s.Opaque.Count > s.Accepted.Count || len(s.Violations) > maxRows || len(s.Rules) > maxRows {
			t.Errorf("%s: %d opaque, %d and %d rows", name, s.Opaque.Count, len(s.Violations), len(s.Rules))
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	in := "#1700000000\n-/allow/r1 -/allow/r1\n\n" +
		"pipe/deny/gate -/ask/r2!\n \t\npipe/deny/gate -/deny/r3\n-/strange/r1 -/allow/\n#1700000001\n"
	report, err := Count(t.Context(), strings.NewReader(in), byWords, Options{Show: 1})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, report)
	report.Seconds, report.PerSecond = 0, 0
	quarter, half, threeQuarters, all := Share{1, 0.25}, Share{2, 0.5}, Share{3, 0.75}, Share{4, 1}
	want := Report{
		Format: Lines, Commands: 4, Blank: 2, TimeStamps: 2,
		Simple: Subset{
			Accepted: half, Rejected: half, Allow: quarter, Deny: threeQuarters,
			Violations: []Violation{{"pipe", half, []Example{{At: 4, Text: "pipe/deny/gate -/ask/r2!"}}}},
			Rules: []Rule{
				{Decision: config.Deny, Rule: "gate", Share: half},
				{Decision: config.Allow, Rule: "r1", Share: quarter},
				{Decision: config.Deny, Rule: "r1", Share: quarter, Examples: []Example{{At: 7, Text: "-/strange/r1 -/allow/"}}},
			},
		},
		Compound: Subset{
			Accepted: all, Allow: half, Ask: quarter, Deny: quarter, Opaque: quarter,
			Violations: []Violation{},
			Rules: []Rule{
				{Decision: config.Allow, Rule: "", Share: quarter},
				{Decision: config.Allow, Rule: "r1", Share: quarter},
				{Decision: config.Ask, Rule: "r2", Share: quarter, Examples: []Example{{At: 4, Text: "pipe/deny/gate -/ask/r2!"}}},
				{Decision: config.Deny, Rule: "r3", Share: quarter, Examples: []Example{{At: 6, Text: "pipe/deny/gate -/deny/r3"}}},
			},
		},
	}
	if !reflect.DeepEqual(report, want) {
		t.Errorf("%+v\nwant\n%+v", report, want)
	}
}

func TestCountJSON(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return `{"command":"` + strings.Repeat(`\u0061`, n) + `"}` + "\n" }
	seen := []int{}
	judge := func(command string) Judgement {
		seen = append(seen, len(command))
		return allowAll(command)
	}
	in := "{\"command\":\"ls\",\"exit\":0}\n\n{\"command\":\" \"}\n{\"seq\":1}\n{cut\n" +
		long(bashast.MaxInput) + long(bashast.MaxInput+1) + `{"command":"` + strings.Repeat("a", maxJSONLine) + "\"}\n{\"command\":\"#1\"}"
	report, err := Count(t.Context(), strings.NewReader(in), judge, Options{})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, report)
	if want := (Unreadable{3, 4, "no text in the field `command`"}); report.Unreadable != want || report.Format != JSONLines {
		t.Errorf("%s, unreadable: %+v, want %+v", report.Format, report.Unreadable, want)
	}
	if want := []int{2, bashast.MaxInput, 2}; !reflect.DeepEqual(seen, want) || report.Commands != 4 || report.Blank != 2 {
		t.Errorf("judged %v of %d commands, %d blank; want %v", seen, report.Commands, report.Blank, want)
	}
	if v := report.Simple.Violations; len(v) != 1 || v[0].Code != string(bashast.InputTooLarge) || v[0].Count != 1 {
		t.Errorf("violations: %+v", v)
	}
}

func TestNothingIsKeptUnlessAsked(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("pipe/deny/gate -/ask/secret\n", 2*MaxShow)
	for _, show := range []int{0, 1, MaxShow} {
		report, err := Count(t.Context(), strings.NewReader(in), byWords, Options{Show: show})
		if err != nil || len(report.Simple.Violations[0].Examples) != show || len(report.Compound.Rules[0].Examples) != show {
			t.Errorf("show %d: %v, %+v", show, err, report)
		}
	}
	for _, show := range []int{-1, MaxShow + 1} {
		if _, err := Count(t.Context(), strings.NewReader(in), byWords, Options{Show: show}); err == nil {
			t.Errorf("show %d is taken", show)
		}
	}
}

func TestExamplesAreCut(t *testing.T) {
	t.Parallel()
	fits := strings.Repeat("a", maxExample)
	for _, tt := range []struct {
		command string
		want    Example
	}{
		{fits, Example{7, fits, false}},
		{fits + "b", Example{7, fits, true}},
		{fits[2:] + "é", Example{7, fits[2:] + "é", false}},
		{fits[1:] + "é", Example{7, fits[1:], true}},
		{fits[3:] + "😀", Example{7, fits[3:], true}},
		{strings.Repeat("\x80", maxExample+1), Example{7, strings.Repeat("\x80", maxExample-4), true}},
	} {
		if got := exampleOf(tt.command, 7); got != tt.want {
			t.Errorf("%d bytes: %d bytes, cut %v; want %d, %v", len(tt.command), len(got.Text), got.Cut, len(tt.want.Text), tt.want.Cut)
		}
	}
}

func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	for _, distinct := range []int{maxRows, maxRows + 1, 3 * maxRows} {
		var in strings.Builder
		for i := range 2 * distinct {
			fmt.Fprintf(&in, "v%d/deny/r%d -/allow/r%d\n", i%distinct, i%distinct, i%distinct)
		}
		report, err := Count(t.Context(), strings.NewReader(in.String()), byWords, Options{Show: 1})
		if err != nil {
			t.Fatal(err)
		}
		holds(t, report)
		other := int64(2 * (distinct - maxRows))
		for _, s := range []Subset{report.Simple, report.Compound} {
			if len(s.Rules) != maxRows || s.OtherRules != other {
				t.Errorf("%d rules: %d rows, %d others", distinct, len(s.Rules), s.OtherRules)
			}
		}
		if s := report.Simple; len(s.Violations) != maxRows || s.OtherViolations != other {
			t.Errorf("%d violations: %d rows, %d others", distinct, len(s.Violations), s.OtherViolations)
		}
	}
}

// TestNumbersAddUp counts random files in every format.
func TestNumbersAddUp(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	for round := range 300 {
		var in bytes.Buffer
		format := Format(pick(string(Lines), string(NUL), string(JSONLines)))
		commands, blank, unreadable := int64(0), int64(0), int64(0)
		for i := range 1 + random.IntN(60) {
			text := ""
			if i == 0 || random.IntN(5) > 0 {
				for range 2 {
					text += pick("-", "a", "b", "c") + "/" + pick("allow", "ask", "deny", "other") + "/" + pick("-", "r", "s", "t") + " "
				}
				commands++
			} else {
				blank++
			}
			switch format {
			case Lines:
				in.WriteString(text + "\n")
			case NUL:
				in.WriteString(text + "\x00")
			default:
				fmt.Fprintf(&in, "{\"command\":%q}\n", text)
				if random.IntN(4) == 0 {
					in.WriteString(pick("x\n", "{}\n", "[]\n"))
					unreadable++
				}
			}
		}
		report, err := Count(t.Context(), &in, byWords, Options{Show: random.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		holds(t, report)
		if report.Format != format || report.Commands != commands || report.Blank != blank || report.Unreadable.Count != unreadable {
			t.Fatalf("round %d: %+v; want %s, %d commands, %d blank, %d unreadable", round, report, format, commands, blank, unreadable)
		}
	}
}

// endless gives the same bytes until a context ends.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

func TestCountEndsWithItsContext(t *testing.T) {
	t.Parallel()
	cause := errors.New("enough")
	for _, text := range []string{"-/deny/a -/allow/b\n", "\n", "\x00", "no end"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		progress := &Progress{}
		done := make(chan error)
		go func() {
			_, err := Count(ctx, endless{text}, byWords, Options{Progress: progress})
			done <- err
		}()
		for progress.Bytes() < 2*maxJSONLine {
			select {
			case err := <-done:
				t.Fatalf("%q: it ended: %v", text, err)
			default:
				runtime.Gosched()
			}
		}
		cancel(cause)
		if err := <-done; !errors.Is(err, cause) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A weigher measures the heap when a stream ends.
type weigher struct {
	in   io.Reader
	heap uint64
}

func (w *weigher) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	if err != nil {
		w.heap = heap()
	}
	return n, err
}

// heap is how many bytes are in use.
func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestMemoryIsConstant counts long files, and long lines. It is not parallel:
// what others need would be counted, too.
func TestMemoryIsConstant(t *testing.T) {
	for _, tt := range []struct{ begin, text string }{
		{"", "-/deny/a -/allow/b\n"}, {"", "x"}, {"a\x00", "x"}, {"{}\n", "x"}, {"", "\n"},
	} {
		before := heap()
		in := &weigher{in: io.MultiReader(strings.NewReader(tt.begin), io.LimitReader(endless{tt.text}, 12<<20))}
		if _, err := Count(t.Context(), in, func(string) Judgement { return allowAll("") }, Options{Show: MaxShow}); err != nil {
			t.Fatal(err)
		}
		if in.heap > before+4<<20 {
			t.Errorf("%q: %d bytes are kept, of 12 MiB", tt.text, in.heap-before)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	line := "git commit -m 'say what changed'\n"
	b.ReportAllocs()
	commands := 0
	for b.Loop() {
		report, err := Count(b.Context(), io.LimitReader(endless{line}, int64(1000*len(line))), allowAll, Options{})
		if err != nil || report.Commands != 1000 {
			b.Fatalf("%v, %d commands", err, report.Commands)
		}
		commands += 1000
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
}
