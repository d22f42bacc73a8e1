package gatestats

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/config"
)

// Bounds of what a count keeps.
const (
	maxRows    = 256  // distinct violations or rules; later ones are counted as one
	maxExample = 1024 // of an example, in bytes
)

// A key names a row: a violation, or a rule and what it decides.
type key struct {
	action config.Action
	name   string
}

// A row counts one key.
type row struct {
	key
	count    int64
	examples []Example
}

// A table counts keys. The first maxRows keys get rows of their own.
type table struct {
	show  int
	rows  map[key]*row
	other int64
}

// add counts a key, and keeps the command while examples are wanted.
func (t *table) add(k key, command string, at int64) {
	r := t.rows[k]
	if r == nil {
		if len(t.rows) == maxRows {
			t.other++
			return
		}
		r = &row{key: k}
		t.rows[k] = r
	}
	r.count++
	if len(r.examples) < t.show && command != "" {
		r.examples = append(r.examples, exampleOf(command, at))
	}
}

// sorted gives the rows, the most frequent first.
func (t *table) sorted() []*row {
	list := make([]*row, 0, len(t.rows))
	for _, r := range t.rows {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *row) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name), cmp.Compare(a.action, b.action))
	})
	return list
}

// exampleOf keeps the beginning of a command, cut between two characters.
func exampleOf(command string, at int64) Example {
	if len(command) <= maxExample {
		return Example{At: at, Text: command}
	}
	n := maxExample
	for n > maxExample-utf8.UTFMax && !utf8.RuneStart(command[n]) {
		n--
	}
	return Example{At: at, Text: strings.Clone(command[:n]), Cut: true}
}

// A tally adds up the verdicts under one subset.
type tally struct {
	accepted, allow, ask, deny, opaque int64
	violations, rules                  table
}

func newTally(show int) tally {
	return tally{
		violations: table{show: show, rows: map[key]*row{}},
		rules:      table{show: show, rows: map[key]*row{}},
	}
}

func (t *tally) add(v Verdict, command string, at int64) {
	if v.Violation == "" {
		t.accepted++
	} else {
		t.violations.add(key{name: string(v.Violation)}, command, at)
	}
	if v.Opaque {
		t.opaque++
	}
	action := v.Action
	switch action {
	case config.Allow:
		t.allow++
	case config.Ask:
		t.ask++
	default:
		action = config.Deny // what is none of the three is refused
		t.deny++
	}
	if action == config.Allow || v.Violation != "" {
		command = "" // nothing to show, or shown with the violation
	}
	t.rules.add(key{action, v.Rule}, command, at)
}

// finish gives the counts as shares of all commands.
func (t *tally) finish(all int64) Subset {
	s := Subset{
		Accepted: shareOf(t.accepted, all), Rejected: shareOf(all-t.accepted, all),
		Allow: shareOf(t.allow, all), Ask: shareOf(t.ask, all), Deny: shareOf(t.deny, all),
		Opaque: shareOf(t.opaque, all), Violations: []Violation{}, Rules: []Rule{},
		OtherViolations: t.violations.other, OtherRules: t.rules.other,
	}
	for _, r := range t.violations.sorted() {
		s.Violations = append(s.Violations, Violation{r.name, shareOf(r.count, all), r.examples})
	}
	for _, r := range t.rules.sorted() {
		s.Rules = append(s.Rules, Rule{Decision: r.action, Rule: r.name, Share: shareOf(r.count, all), Examples: r.examples})
	}
	return s
}
