package doctor

import (
	"slices"

	"github.com/aegish/aegish/internal/safetext"
)

// A Status is the outcome of one check. The values are part of the JSON.
type Status string

// The outcomes.
const (
	OK      Status = "ok"
	Warning Status = "warning" // works, with a hole or a surprise
	Failure Status = "failure" // sessions do not start, or do not hold what they promise
	Info    Status = "info"    // good to know
)

// A Check is what was found about one thing.
type Check struct {
	Name    string `json:"name"` // stable, lower case, dots between parts
	Status  Status `json:"status"`
	Summary string `json:"summary"` // what was found, one line
	Advice  string `json:"advice"`  // what it means and what to do, one line, or ""
}

// A Report is what doctor has to say. Its JSON shape is stable: names and
// statuses do not change, texts may.
type Report struct {
	OK     bool    `json:"ok"` // no check is a failure
	Checks []Check `json:"checks"`
}

// newReport makes a report whose texts are inert: file names and
// configuration values in them may hold anything.
func newReport(checks []Check) Report {
	r := Report{OK: true, Checks: make([]Check, 0, len(checks))}
	for _, c := range checks {
		c.Summary, c.Advice = safetext.Line(c.Summary), safetext.Line(c.Advice)
		r.Checks = append(r.Checks, c)
	}
	r.OK = !slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Status == Failure })
	return r
}

func pass(name, summary string) Check            { return Check{name, OK, summary, ""} }
func note(name, summary, advice string) Check    { return Check{name, Info, summary, advice} }
func warning(name, summary, advice string) Check { return Check{name, Warning, summary, advice} }
func failure(name, summary, advice string) Check { return Check{name, Failure, summary, advice} }
