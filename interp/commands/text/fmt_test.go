package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

const prose = `  It was a dark night (or so they say). "Who is there?" she asked; nobody answered!
It rained.  The wind, which had been   strong all day, did not abate. We waited
for Mr. Smith.

	An indented paragraph with	tabs inside of it, and lines that are quite long, longer than seventy-five columns in any case.
  # a comment that goes on
  # and on, over lines
  #   deeper
plain
> quoted text that is to be filled and quoted text that is not
> short
`

func TestFmt(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f": prose, "g": "a b\n", "d/": ""}
	compare(t, "fmt",
		each(files, prose, "", "-w 40", "-30", "-w 60 -g 40", "-g 30", "-s -w 30", "-c -w 30", "-t -w 30", "-u", "-u -w 20", "-w 1", "-w 0", "-w 2500 -s",
			"-p # -w 20", "-p > -w 20", "-c -t -w 30", "-s -c", "-w 10 f g", "f - g", "-w 2501", "-w x", "-w -3", "-g 80", "-w 20 -g 21", "-g x", "-5 -6", "-5x",
			"-x", "--wid=20", "nope f", "d", "--crown --width 25", "-w 20 -- -6", "--help=1"),
		cases{{Args: []string{"-p", "  # ", "-w", "30"}, Stdin: prose}, {Args: []string{"-p", "# ", "-w", "20"}, Stdin: prose},
			{Args: []string{"-w", "20"}, Stdin: "no newline at the end of this text at all"}, {Args: []string{"-p", "#"}, Stdin: "# x\n#"}, {Stdin: ""},
			{Args: []string{"-p", "ab"}, Stdin: "a b\nab c d\nabe\n  ab f\n  ab g\n\nab"},
			{Stdin: strings.Repeat("word. ", 3000)}, {Stdin: strings.Repeat("x", 20000)}, {Stdin: "a " + strings.Repeat("y", 9000) + " b c"},
			{Args: []string{"-t"}, Stdin: strings.Repeat("some of the words, more ", 300)}},
	)
}

func TestFmtGenerated(t *testing.T) {
	t.Parallel()
	compare(t, "fmt", random(11, 300, func(r *rand.Rand) ([]string, string) {
		args := some(r, 3, "-c", "-t", "-s", "-u", "-w 20", "-g 15", "-p #", "-p >>")
		return args, scramble(r, 20, "a", "word", "longer words", "end.", "end. ", "e.g. ", "(x)", "\"q?\"", " ", "  ", "\t", "# ", ">>", "\n", "comma,", "wíde", "\r", "!)")
	}))
}

// TestFmtHoldsLittle gives one word that is larger than a line may be.
func TestFmtHoldsLittle(t *testing.T) {
	t.Parallel()
	word := strings.Repeat("z", 20<<20)
	got := commandtest.Run(t, Commands()["fmt"], "fmt", commandtest.Case{Stdin: word})
	if got.Stdout != word+"\n" || got.Status != 0 {
		t.Errorf("%d %d", got.Status, len(got.Stdout))
	}
}
