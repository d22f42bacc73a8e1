package bashtest

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/syntax"
)

// shrinkTime bounds how long one script is cut down.
const shrinkTime = 30 * time.Second

// token is what the last passes of shrink take out: words, blanks, single
// characters.
var token = regexp.MustCompile(`[A-Za-z0-9_]+|[ \t]+|(?s:.)`)

// shown is what a script showed before it was cut down.
type shown struct {
	most     int // bytes on bash's standard output
	messages map[string]bool
}

// shrink cuts a script down that differs, as long as it stays well-formed and
// still differs: first lines, then commands, then tokens.
func (c *comparison) shrink(sc scenario) scenario {
	until := time.Now().Add(shrinkTime)
	theirs, ours := c.both(sc)
	known := shown{most: len(theirs.stdout), messages: map[string]bool{}}
	for _, message := range append(messages(theirs), messages(ours)...) {
		known.messages[message] = true
	}
	parses := parsesHere(sc.script)
	for _, split := range []func(string) []string{
		func(s string) []string { return strings.SplitAfter(s, "\n") },
		func(s string) []string { return strings.SplitAfter(s, ";") },
		func(s string) []string { return token.FindAllString(s, -1) },
		func(s string) []string { return token.FindAllString(s, -1) },
	} {
		sc.script = c.reduce(split(sc.script), func(script string) bool {
			sc.script = script
			return (!parses || parsesHere(script)) && c.wellFormed(script) && c.still(sc, known)
		}, until)
	}
	return sc
}

// reduce takes out runs of pieces, long ones first, as long as what is left is good.
func (c *comparison) reduce(pieces []string, good func(script string) bool, until time.Time) string {
	for size := (len(pieces) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(pieces); {
			to := min(from+size, len(pieces))
			rest := append(append([]string{}, pieces[:from]...), pieces[to:]...)
			if time.Now().After(until) {
				return strings.Join(pieces, "")
			}
			if good(strings.Join(rest, "")) {
				pieces = rest
			} else {
				from = to
			}
		}
	}
	return strings.Join(pieces, "")
}

// still tells whether a script differs, twice: once may be a race. bash has to show
// the same both times, not a process or the directory. It must not bring messages
// that the whole script does not give, nor show more: that would be another
// difference.
func (c *comparison) still(sc scenario, known shown) bool {
	first := ""
	for i := range 2 {
		theirs, ours := c.both(sc)
		if i == 0 {
			first = theirs.stdout
		}
		if theirs.sameAs(ours) || theirs.stdout != first || marks(theirs.stdout) || len(theirs.stdout) > known.most ||
			theirs.status > 128 || ours.status >= 124 && ours.status != theirs.status {
			return false
		}
		for _, message := range append(messages(theirs), messages(ours)...) {
			if !known.messages[message] {
				return false
			}
		}
	}
	return true
}

// place is what a message begins with.
var place = regexp.MustCompile(`^[^ ]+: line [0-9]+: `)

// messages are the lines of standard error, without their places.
func messages(o outcome) []string {
	var all []string
	for line := range strings.Lines(o.stderr) {
		all = append(all, place.ReplaceAllString(line, ""))
	}
	return all
}

// harmless is what a script must keep as it is: without the one programs would be
// found, without the other a signal would go elsewhere.
const (
	noPrograms  = "PATH= L=0\n"
	ownSignal   = "kill -USR1 $BASHPID"
	otherSignal = "kill"
)

// parsesHere tells whether the interpreter can parse a script. Most of what is left
// when pieces are taken out can not be parsed, and to ask bash takes a process.
func parsesHere(script string) bool {
	p := syntax.New(syntax.StringInput(script), syntax.Config{ExtGlob: func() bool { return true }})
	for {
		if _, err := p.Next(); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

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
