package bashast_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/internal/runsize"
)

// FuzzParseProgram looks for an accepted text of which bash makes anything
// else, and for any other broken promise of ParseProgram.
func FuzzParseProgram(f *testing.F) {
	for _, tt := range programCases {
		f.Add([]byte(tt.in))
	}
	for _, attack := range programAttacks {
		f.Add([]byte(attack.in))
	}
	for _, code := range programRejects {
		for _, in := range code.in {
			f.Add([]byte(in))
		}
	}
	for _, script := range scripts {
		f.Add([]byte(script))
	}
	w := newProgramWitness(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		p, violation := bashast.ParseProgram(in, allowed)
		narrow, narrowViolation := bashast.ParseProgram(in, bashast.Allow{})
		if violation != nil {
			checkProgramViolation(t, in, violation)
			if narrowViolation == nil {
				t.Errorf("ParseProgram(%q) accepts less when more is allowed: %v", in, violation)
			}
			return
		}
		if narrowViolation != nil {
			checkProgramViolation(t, in, narrowViolation)
		} else if !reflect.DeepEqual(p, narrow) {
			t.Errorf("ParseProgram(%q) = %s, and %s when more is allowed", in, describe(narrow), describe(p))
		}
		checkShape(t, in, p)
		if text, violation := bashast.Parse(in); violation == nil && (len(p.Commands) != 1 || !slices.Equal(p.Commands[0].Argv, text.Argv)) {
			t.Errorf("%q is %q in the simple subset and %s in the compound one", in, text.Argv, describe(p))
		}
		programAgainstBash(t, w, locales[len(in)%len(locales)], string(in), fmt.Sprint("r", len(in)), "0")
	})
}

func checkProgramViolation(t *testing.T, in []byte, v *bashast.Violation) {
	t.Helper()
	if !slices.Contains(bashast.CompoundCodes(), v.Code) || v.Start < 0 || v.Start > v.End || v.End > len(in) {
		t.Errorf("ParseProgram(%q): %v", in, v)
	}
}

// checkShape fails if a program breaks what its documentation says.
func checkShape(t *testing.T, in []byte, p bashast.Program) {
	t.Helper()
	for _, c := range p.Commands {
		ok := c.Start >= 0 && c.Start <= c.End && c.End <= len(in) && slices.IsSorted(c.Unknown)
		ok = ok && (len(c.Argv) > 0) == (c.Command != "") && (len(c.Argv) == 0 || len(c.Args) == len(c.Argv)-1)
		ok = ok && (len(c.Unknown) == 0 || c.Unknown[0] > 0 && c.Unknown[len(c.Unknown)-1] < len(c.Argv))
		ok = ok && (c.Document == "" || c.Stdin == bashast.HereDocument)
		for _, a := range c.Assignments {
			ok = ok && a.Name != "" && a.Start >= c.Start && a.End <= c.End && a.Start < a.End && (!a.Unknown || a.Value == "")
		}
		for _, r := range c.Redirections {
			file := r.Direction >= bashast.Read && r.Direction <= bashast.ReadWrite
			ok = ok && file == (r.Path != "") && r.FD >= -1 && r.Start >= c.Start && r.End <= len(in) && r.Start < r.End
		}
		if !ok {
			t.Errorf("ParseProgram(%q) = %+v", in, c)
		}
	}
}

// TestGeneratedInputs judges the inputs of both comparisons by both subsets
// without bash, which leaves time for many, and for a C parser under a memory
// checker. What both accept has to be one command with the same words.
func TestGeneratedInputs(t *testing.T) {
	t.Parallel()
	n := runsize.Of(t, "AEGISH_GATE_INPUTS", 20000)
	seed := uint64(runsize.Of(t, "AEGISH_GATE_SEED", 1)) + 100
	judged, both := 0, 0
	judge := func(input string) {
		judged++
		text, simple := bashast.Parse([]byte(input))
		if simple != nil {
			checkViolation(t, []byte(input), simple)
		}
		p, compound := bashast.ParseProgram([]byte(input), allowed)
		if compound != nil {
			checkProgramViolation(t, []byte(input), compound)
			return
		}
		checkShape(t, []byte(input), p)
		if simple != nil {
			return
		}
		both++
		if len(p.Commands) != 1 || !slices.Equal(p.Commands[0].Argv, text.Argv) {
			t.Errorf("%q is %q in the simple subset and %s in the compound one", input, text.Argv, describe(p))
		}
	}
	generate(seed, n, judge)
	generatePrograms(seed, n, 1, judge)
	t.Logf("%d inputs judged, %d accepted by both subsets", judged, both)
	if both < n/4 {
		t.Errorf("too few inputs that both accept")
	}
}
