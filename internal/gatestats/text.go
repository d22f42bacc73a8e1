package gatestats

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/config"
)

// shareColumns is the width of a share such as >99.9%.
const shareColumns = 6

// A printer lays a report out.
type printer struct {
	layout
	strings.Builder
	all int64
}

// WriteText prints the report in lines of at most columns columns, fewer than
// 44 counting as 44. Characters beyond ASCII are used where unicode is set.
func (r *Report) WriteText(out io.Writer, columns int, unicode bool) error {
	p := &printer{layout: layout{columns: max(columns, minWidth), utf8: unicode}, all: r.Commands}
	p.count = len(fmt.Sprint(r.Commands))
	p.head(r)
	if r.Commands > 0 {
		s := r.configured()
		p.gate(r, s)
		p.decisions(r, s)
		p.subsets(r)
		p.line(fmt.Sprintf("\n%s in %.2f s, %.0f per second", plural(r.Commands, "command"), r.Seconds, r.PerSecond))
	}
	_, err := io.WriteString(out, p.String())
	return err
}

// line writes one line, cut to the width.
func (p *printer) line(text string) {
	text = strings.TrimRight(text, " ")
	lead := text[:len(text)-len(strings.TrimLeft(text, "\n"))]
	p.WriteString(lead + p.fit(text[len(lead):], p.columns, false) + "\n")
}

// formats are the formats in words.
var formats = map[Format]string{
	Lines: "one per line", NUL: "separated by NUL", JSONLines: "in JSON lines",
}

// head says what was read.
func (p *printer) head(r *Report) {
	number := "no commands"
	if r.Commands > 0 {
		number = plural(r.Commands, "command") + ", " + formats[r.Format]
	}
	name := p.inert(r.File)
	p.line(p.fit(name, max(p.columns-len(number)-len(": "), nameMin), false) + ": " + number)
	var skipped []string
	if r.Blank > 0 {
		skipped = append(skipped, plural(r.Blank, "blank record"))
	}
	if r.TimeStamps > 0 {
		skipped = append(skipped, plural(r.TimeStamps, "time stamp"))
	}
	if len(skipped) > 0 {
		p.line("skipped: " + strings.Join(skipped, ", "))
	}
	if u := r.Unreadable; u.Count > 0 {
		p.line(fmt.Sprintf("unreadable: %s, first line %d: %s", plural(u.Count, "line"), u.FirstLine, u.Reason))
	}
}

// gate says what the gate accepts, and why it rejects the rest.
func (p *printer) gate(r *Report, s *Subset) {
	p.line(fmt.Sprintf("\nGate, subset %s", r.Subset))
	p.row("accepted", len("accepted"), s.Accepted, "")
	p.row("rejected", len("accepted"), s.Rejected, "")
	p.row("opaque", len("accepted"), s.Opaque, "accepted, but what they run is not known in full")
	p.line("\nViolations")
	names, longest, most := []string{}, nameMin, s.OtherViolations
	for _, v := range s.Violations {
		name := p.inert(v.Code)
		names = append(names, name)
		longest, most = max(longest, utf8.RuneCountInString(name)), max(most, v.Count)
	}
	if len(names) == 0 {
		p.line("  none")
	}
	room := p.nameRoom(longest)
	for i, v := range s.Violations {
		p.row(names[i], room, v.Share, p.bar(v.Count, most, p.rest(room)))
		p.examples(v.Examples)
	}
	if s.OtherViolations > 0 {
		p.row("others", room, shareOf(s.OtherViolations, p.all), p.bar(s.OtherViolations, most, p.rest(room)))
	}
}

// decisions says what would be allowed, and which rules decide.
func (p *printer) decisions(r *Report, s *Subset) {
	title := "\nDecision as if enforced"
	if r.Profile != "" {
		title += " (profile " + p.inert(r.Profile) + ")"
	}
	p.line(title)
	for _, d := range []struct {
		action config.Action
		share  Share
	}{{config.Allow, s.Allow}, {config.Ask, s.Ask}, {config.Deny, s.Deny}} {
		p.row(string(d.action), len("allow"), d.share, p.bar(d.share.Count, p.all, p.rest(len("allow"))))
	}
	p.line("\nDeciding rules")
	longest := nameMin
	for _, rule := range s.Rules {
		longest = max(longest, utf8.RuneCountInString(p.ruleName(rule)))
	}
	room := p.nameRoom(min(longest, max(p.columns/2, nameMin))) // the rest is for what it is about
	for _, rule := range s.Rules {
		p.row(p.ruleName(rule), room, rule.Share, p.inert(rule.About))
		p.examples(rule.Examples)
	}
	if s.OtherRules > 0 {
		p.row("others", room, shareOf(s.OtherRules, p.all), "")
	}
}

// ruleName is a rule with its decision in front.
func (p *printer) ruleName(r Rule) string {
	name := r.Rule
	if name == "" {
		name = "(no rule)"
	}
	return fmt.Sprintf("%-5s  %s", r.Decision, p.inert(name))
}

// subsets compares what either subset would bring.
func (p *printer) subsets(r *Report) {
	p.line(fmt.Sprintf("\nSubsets, all else being equal (configured: %s)", r.Subset))
	const format = "  %-8s  %8s  %6s  %6s  %6s"
	p.line(fmt.Sprintf(format, "", "accepted", "allow", "ask", "deny"))
	for _, subset := range []struct {
		name config.Subset
		Subset
	}{{config.SubsetSimple, r.Simple}, {config.SubsetCompound, r.Compound}} {
		p.line(fmt.Sprintf(format, subset.name, percent(subset.Accepted, p.all), percent(subset.Allow, p.all),
			percent(subset.Ask, p.all), percent(subset.Deny, p.all)))
	}
}

// row writes a name, a count, a share and what follows them.
func (p *printer) row(name string, room int, s Share, more string) {
	if rest := p.rest(room); rest >= barMin {
		more = p.fit(more, rest, false)
	} else {
		more = ""
	}
	p.line(fmt.Sprintf("  %s  %*d  %*s  %s", pad(p.fit(name, room, false), room), p.count, s.Count,
		shareColumns, percent(s, p.all), more))
}

// rest is how many columns a row leaves behind a name of that width.
func (p *printer) rest(name int) int { return p.columns - name - p.count - shareColumns - 8 }

// nameRoom bounds the column of names, so that the numbers stay on the line.
func (p *printer) nameRoom(longest int) int {
	return min(longest, max(nameMin, p.columns-p.count-shareColumns-6))
}

// examples writes commands below their row.
func (p *printer) examples(list []Example) {
	for _, e := range list {
		head := fmt.Sprintf("    %*d: ", p.count, e.At)
		p.line(head + p.fit(p.inert(e.Text), p.columns-len(head), e.Cut))
	}
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
