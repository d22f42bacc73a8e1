package bashtest

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// shrinkTime bounds how long one script is cut down.
const shrinkTime = 30 * time.Second

// token is what the last passes of shrink take out: words, blanks, single
// characters.
var token = regexp.MustCompile(`[A-Za-z0-9_]+|[ \t]+|(?s:.)`)

// shrink cuts a script down that differs, as long as it stays well-formed and
// still differs: first lines, then commands, then tokens.
func (c *comparison) shrink(sc scenario) scenario {
	until := time.Now().Add(shrinkTime)
	for _, split := range []func(string) []string{
		func(s string) []string { return strings.SplitAfter(s, "\n") },
		func(s string) []string { return strings.SplitAfter(s, ";") },
		func(s string) []string { return token.FindAllString(s, -1) },
		func(s string) []string { return token.FindAllString(s, -1) },
	} {
		sc.script = c.reduce(sc, split(sc.script), until)
	}
	return sc
}

// reduce takes out runs of pieces, long ones first.
func (c *comparison) reduce(sc scenario, pieces []string, until time.Time) string {
	for size := (len(pieces) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(pieces); {
			to := min(from+size, len(pieces))
			rest := append(append([]string{}, pieces[:from]...), pieces[to:]...)
			sc.script = strings.Join(rest, "")
			if time.Now().After(until) {
				return strings.Join(pieces, "")
			}
			if c.wellFormed(sc.script) && c.still(sc) {
				pieces = rest
			} else {
				from = to
			}
		}
	}
	return strings.Join(pieces, "")
}

// still tells whether a script differs, twice: once may be a race.
func (c *comparison) still(sc scenario) bool {
	for range 2 {
		theirs, ours := c.both(sc)
		if theirs == ours || marks(theirs.stdout) {
			return false
		}
	}
	return true
}

// harmless is what a script must keep as it is: without the one programs would be
// found, without the other a signal would go elsewhere.
const (
	noPrograms  = "PATH= L=0\n"
	ownSignal   = "kill -USR1 $BASHPID"
	otherSignal = "kill"
)

// wellFormed tells whether a script is harmless and bash can parse it.
func (c *comparison) wellFormed(script string) bool {
	if !strings.Contains(script, noPrograms) || strings.Count(script, otherSignal) != strings.Count(script, ownSignal) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	out, err := exec.CommandContext(ctx, "bash", "-O", "extglob", "-n", "-c", script).CombinedOutput()
	return err == nil && len(out) == 0
}
