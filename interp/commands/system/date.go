package system

import (
	"context"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/commands/moment"
	"github.com/aegish/aegish/interp/strftime"
)

func date() gnu.Program {
	return gnu.Program{
		Summary: "show the date and time",
		Usage:   "[OPTION]... [+FORMAT]",
		Options: []gnu.Option{
			{"d,date=STRING", "show the time that STRING means, not now"},
			{"debug", "accepted and ignored"},
			{"f,file=FILE", "likewise for each line of FILE"},
			{"I,iso-8601[=PART]", "the format of ISO 8601: date, hours, minutes, seconds, ns"},
			{"r,reference=FILE", "show when FILE was modified last"},
			{"R,rfc-email", "the format of RFC 5322"},
			{"rfc-2822", ""}, {"rfc-822", ""},
			{"rfc-3339=PART", "the format of RFC 3339: date, seconds, ns"},
			{"s,set=STRING", "refused: the clock is not ours to set"},
			{"u,utc", "use Coordinated Universal Time"},
			{"u,universal", ""}, {"u,uct", ""},
			{"resolution", "show how fine the clock is"},
		},
		Main: runDate,
	}
}

var isoFormats = map[string]string{
	"date": "%Y-%m-%d", "hours": "%Y-%m-%dT%H%:z", "minutes": "%Y-%m-%dT%H:%M%:z", "seconds": "%Y-%m-%dT%H:%M:%S%:z", "ns": "%Y-%m-%dT%H:%M:%S,%N%:z",
}

// local is a time in the zone of the environment.
func local(in *gnu.Invocation, t time.Time) time.Time {
	tz, set := in.Getenv("TZ")
	return t.In(strftime.Location(tz, set))
}

func runDate(ctx context.Context, in *gnu.Invocation) int {
	format, formats := "%a %b %e %H:%M:%S %Z %Y", 0
	now := local(in, in.Now())
	if in.Has("u") {
		now = now.UTC()
	}
	for _, o := range in.Options {
		given := ""
		switch o.Name {
		case "I":
			part := o.Value
			if part == "" {
				part = "date"
			}
			given = matchFormat(isoFormats, part)
			if given == "" {
				return notOneOf(in, part, "--iso-8601", "hours", "minutes", "date", "seconds", "ns")
			}
		case "R", "rfc-2822", "rfc-822":
			given = "%a, %d %b %Y %H:%M:%S %z"
		case "rfc-3339":
			given = matchFormat(isoFormats, o.Value)
			if given == "" || strings.HasPrefix(o.Value, "h") || strings.HasPrefix(o.Value, "m") {
				return notOneOf(in, o.Value, "--rfc-3339", "date", "seconds", "ns")
			}
			given = strings.NewReplacer("T", " ", ",", ".").Replace(given)
			given = strings.Replace(given, "%H:%M:%S", "%H:%M:%S", 1)
		case "s":
			return in.Die("cannot set date: Operation not permitted")
		}
		if given != "" {
			format = given
			formats++
		}
	}
	operands := in.Operands
	if len(operands) > 0 && strings.HasPrefix(operands[0], "+") {
		format, operands = operands[0][1:], operands[1:]
		formats++
	}
	if len(operands) > 0 {
		if strings.HasPrefix(operands[0], "+") || formats > 0 {
			return in.Extra(operands[0])
		}
		if in.Has("d") || in.Has("f") || in.Has("r") {
			return in.Usage("the argument %s lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'", in.Quote(operands[0]))
		}
		return in.Die("invalid date %s", in.Quote(operands[0]))
	}
	if in.Has("resolution") {
		format, now = "%s.%N", time.Unix(0, 1)
	}
	if formats > 1 {
		return in.Die("multiple output formats specified")
	}
	return showDate(ctx, in, format, now)
}

// notOneOf reports an argument that is none of the words.
func notOneOf(in *gnu.Invocation, value, option string, words ...string) int {
	text := "invalid argument " + in.Quote(value) + " for " + in.Quote(option) + "\nValid arguments are:"
	for _, w := range words {
		text += "\n  - " + in.Quote(w)
	}
	return in.Usage("%s", text)
}

// matchFormat finds a format by the beginning of its name.
func matchFormat(formats map[string]string, part string) string {
	found := ""
	for name, f := range formats {
		if name == part {
			return f
		}
		if strings.HasPrefix(name, part) {
			found = f
		}
	}
	return found
}

func showDate(ctx context.Context, in *gnu.Invocation, format string, now time.Time) int {
	sources := 0
	for _, key := range []string{"d", "f", "r"} {
		if in.Has(key) {
			sources++
		}
	}
	if sources > 1 {
		return in.Usage("the options to specify dates for printing are mutually exclusive")
	}
	if name, ok := in.Last("f"); ok {
		return dateLines(ctx, in, name, format, now)
	}
	at := now
	if name, ok := in.Last("r"); ok {
		fi, err := in.FS.Stat(name)
		if err != nil {
			return in.Die("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
		}
		at = fi.ModTime().In(now.Location())
	}
	if text, ok := in.Last("d"); ok {
		var err error
		if at, err = moment.Parse(text, now); err != nil {
			return in.Die("invalid date %s", in.Quote(text))
		}
	}
	in.Printf("%s\n", moment.Format(format, at))
	return 0
}

func dateLines(ctx context.Context, in *gnu.Invocation, name, format string, now time.Time) int {
	src, err := in.Open(ctx, name)
	if err != nil {
		return in.Die("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
	}
	defer src.Close()
	lines := record.NewReader(src, '\n', in.Limits.LineBytes)
	for !in.Ended(ctx) {
		line, err := lines.Next()
		if err != nil {
			break
		}
		text := strings.TrimSuffix(string(line), "\n")
		at, err := moment.Parse(text, now)
		if err != nil {
			in.Fail("invalid date %s", in.Quote(text))
			continue
		}
		in.Printf("%s\n", moment.Format(format, at))
	}
	return in.Status()
}
