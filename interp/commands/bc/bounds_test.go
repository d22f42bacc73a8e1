package bc_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/bc"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestWhatGrowsIsEnded gives sources that would go on, or grow, without end.
func TestWhatGrowsIsEnded(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"while(1){}\n1\n":                                   "too many steps",
		"define f(n){return f(n+1)}\nf(1)\n":                "too many nested calls",
		"9^9^9\n":                                           "raise",
		"x=9^90000;x=x*x;x=x*x;x=x*x\n":                     "too many digits",
		"for(i=0;i<10^9;i++)a[i]=1\n":                       "too many elements",
		strings.Repeat("(", 5000) + "1\n":                   "nested too deeply",
		strings.Repeat("{", 5000) + "1\n":                   "nested too deeply",
		"scale=10^9\n1/3\n":                                 "too many digits",
		"scale=10^9\nsqrt(2)\n":                             "too many digits",
		strings.Repeat("-", 5000) + "1\n":                   "",
		"scale=5000;" + "1;l(2)\n":                          "not defined",
		"e=2^" + strings.Repeat("2^", 3000) + "2\n1\n":      "nested too deeply",
		"define g(a[]){return 1}\ng(1)\n":                   "Parameter type mismatch",
		"print " + strings.Repeat("\"x\",", 100) + "\"\"\n": "",
	} {
		t.Run(source[:min(len(source), 20)], func(t *testing.T) {
			t.Parallel()
			got := commandtest.Run(t, bc.Commands()["bc"], "bc", commandtest.Case{Stdin: source})
			if !strings.Contains(got.Stderr, want) || want == "" && strings.Contains(got.Stderr, "panic") {
				t.Errorf("%.40q: %d %.100q %.200q", source, got.Status, got.Stdout, got.Stderr)
			}
		})
	}
}
