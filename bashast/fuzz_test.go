package bashast_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aegish/aegish/bashast"
)

// FuzzParse looks for an accepted input of which bash makes anything else, and
// for any other broken promise of Parse.
func FuzzParse(f *testing.F) {
	for _, tt := range acceptCases {
		f.Add([]byte(tt.in))
	}
	for _, tt := range rejectCases {
		for _, in := range tt.in {
			f.Add([]byte(in))
		}
	}
	for _, attack := range attacks {
		f.Add([]byte(attack.in))
	}
	w := newWitness(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		text, violation := bashast.Parse(in)
		if violation != nil {
			checkViolation(t, in, violation)
			return
		}
		if text.Command == "" || len(text.Args) != len(text.Argv)-1 {
			t.Errorf("Parse(%q) = %+v", in, text)
		}
		againstBash(t, w, locales[len(in)%len(locales)], string(in))
		again, violation := bashast.Parse([]byte(requote(text.Argv)))
		if utf8Argv(text.Argv) && (violation != nil || !slices.Equal(again.Argv, text.Argv)) {
			t.Errorf("Parse(%q) = %q, quoted again %q %v", in, text.Argv, again.Argv, violation)
		}
	})
}

func checkViolation(t *testing.T, in []byte, v *bashast.Violation) {
	if !slices.Contains(bashast.Codes(), v.Code) || v.Start < 0 || v.Start > v.End || v.End > len(in) {
		t.Errorf("Parse(%q): %v", in, v)
	}
}

// requote writes words so that each byte stands for itself.
func requote(argv []string) string {
	var b strings.Builder
	for _, word := range argv {
		b.WriteString("'" + strings.ReplaceAll(word, "'", `'"'"'`) + "' ")
	}
	return b.String()
}

// utf8Argv reports whether words can be written without escapes.
func utf8Argv(argv []string) bool {
	for _, word := range argv {
		for _, r := range word {
			if r == 0xfffd || r < ' ' && r != '\t' && r != '\n' {
				return false
			}
		}
	}
	return true
}

func TestParseFromManyGoroutines(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				for _, tt := range acceptCases {
					if text, violation := bashast.Parse([]byte(tt.in)); violation != nil || !slices.Equal(text.Argv, tt.argv) {
						t.Errorf("Parse(%q) = %q, %v", tt.in, text.Argv, violation)
					}
				}
			}
		})
	}
	wg.Wait()
}
