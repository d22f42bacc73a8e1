package gatestats

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/config"
)

// sample is a report with everything that a report can have.
func sample() Report {
	const all = 1000
	return Report{
		File: "history\x1b[31m", Format: Lines, Profile: "restricted", Subset: config.SubsetSimple,
		Commands: all, Blank: 1, TimeStamps: 1200, Unreadable: Unreadable{2, 17, "not a JSON object in UTF-8"},
		Simple: Subset{
			Accepted: shareOf(600, all), Rejected: shareOf(400, all), Opaque: shareOf(30, all),
			Allow: shareOf(500, all), Ask: shareOf(1, all), Deny: shareOf(499, all),
			Violations: []Violation{
				{"pipeline_not_supported", shareOf(300, all), []Example{
					{3, "ls | wc", false}, {999, "a\x1b[2J\n日本語" + strings.Repeat("語", 60), false}, {1000, "short", true}}},
				{"parameter_expansion_not_supported", shareOf(77, all), nil},
			},
			OtherViolations: 23,
			Rules: []Rule{
				{config.Allow, "policy.rules[0]", "ls **", shareOf(500, all), nil},
				{config.Deny, "tools.run.bash_ast_mode", "a violation of the gate", shareOf(400, all), nil},
				{config.Deny, "profiles.of-a-very-long-name-indeed.policy.rules[123]", "goes through review, as everything that is pushed", shareOf(98, all),
					[]Example{{5, "git push", false}}},
				{config.Ask, "", "", shareOf(1, all), nil},
			},
			OtherRules: 1,
		},
		Compound: Subset{
			Accepted: shareOf(999, all), Rejected: shareOf(1, all), Allow: shareOf(1000, all),
			Violations: []Violation{}, Rules: []Rule{},
		},
		Seconds: 0.125, PerSecond: 8000,
	}
}

// written is a report's text.
func written(t *testing.T, r Report, columns int, unicode bool) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteText(&b, columns, unicode); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteText(t *testing.T) {
	t.Parallel()
	const want = `history\x1b[31m: 1000 commands, one per line
skipped: 1 blank record, 1200 time stamps
unreadable: 2 lines, first line 17: not a JSON object in UTF-8

Gate, subset simple
  accepted   600   60.0%
  rejected   400   40.0%
  opaque      30    3.0%  accepted, but what they run is not known in full

Violations
  pipeline_not_supported              300   30.0%  █████████████████████████████
       3: ls | wc
     999: a\x1b[2J\n日本語語語語語語語語語語語語語語語語語語語語語語語語語語語…
    1000: short…
  parameter_expansion_not_supported    77    7.7%  ███████▌
  others                               23    2.3%  ██▎

Decision as if enforced (profile restricted)
  allow   500   50.0%  █████████████████████████
  ask       1    0.1%  ▏
  deny    499   49.9%  █████████████████████████

Deciding rules
  allow  policy.rules[0]                     500   50.0%  ls **
  deny   tools.run.bash_ast_mode             400   40.0%  a violation of the ga…
  deny   profiles.of-a-very-long-name-ind…    98    9.8%  goes through review, …
       5: git push
  ask    (no rule)                             1    0.1%
  others                                       1    0.1%

Subsets, all else being equal (configured: simple)
            accepted   allow     ask    deny
  simple       60.0%   50.0%    0.1%   49.9%
  compound     99.9%  100.0%    0.0%    0.0%

1000 commands in 0.12 s, 8000 per second
`
	if got := written(t, sample(), 80, true); got != want {
		t.Errorf("it is\n%s", got)
	}
}

// TestTextFits: no line is longer than the terminal, everything is inert, and
// nothing but ASCII is there where the terminal may know no more.
func TestTextFits(t *testing.T) {
	t.Parallel()
	long := sample()
	long.File = strings.Repeat("d/", 300)
	long.Simple.Violations[0].Code = strings.Repeat("v", 200)
	long.Profile = strings.Repeat("語", 200)
	long.Commands = 1e15
	for columns := range 200 {
		for _, unicoded := range []bool{true, false} {
			for _, r := range []Report{sample(), long} {
				text := written(t, r, columns, unicoded)
				for line := range strings.Lines(text) {
					line = strings.TrimSuffix(line, "\n")
					used := 0
					for _, c := range line {
						used += columnsOf(c)
						if !unicode.IsPrint(c) || !unicoded && c >= utf8.RuneSelf {
							t.Fatalf("%d columns: %q", columns, line)
						}
					}
					if used > max(columns, minWidth) || strings.HasSuffix(line, " ") {
						t.Fatalf("%d columns: %d in %q", columns, used, line)
					}
				}
				blocks, hashes := strings.Contains(text, "█"), strings.Contains(text, "#")
				if blocks && !unicoded || columns >= 80 && r.Commands < 1e6 && (blocks != unicoded || hashes == unicoded) {
					t.Fatalf("%d columns, beyond ASCII %v:\n%s", columns, unicoded, text)
				}
			}
		}
	}
}

func TestEmptyReport(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":          "f: no commands\n",
		"\n \n":     "f: no commands\nskipped: 2 blank records\n",
		"#1\n":      "f: no commands\nskipped: 1 time stamp\n",
		"{}\n[]\nx": "f: no commands\nunreadable: 3 lines, first line 1: no text in the field `command`\n",
	} {
		r, err := Count(t.Context(), strings.NewReader(in), allowAll, Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.File = "f"
		if got := written(t, r, 80, true); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text    string
		columns int
		more    bool
		utf8    bool
		want    string
	}{
		{"abcdef", 6, false, true, "abcdef"},
		{"abcdef", 5, false, true, "abcd…"},
		{"abcdef", 5, false, false, "ab..."},
		{"abcdef", 7, true, true, "abcdef…"},
		{"abcdef", 6, true, true, "abcde…"},
		{"abcdef", 9, true, false, "abcdef..."},
		{"abcdef", 8, true, false, "abcde..."},
		{"日本語", 6, false, true, "日本語"},
		{"日本語", 5, false, true, "日本…"},
		{"日本語", 4, false, true, "日…"},
		{"", 1, false, true, ""},
		{"", 1, true, true, "…"},
	} {
		if got := (layout{utf8: tt.utf8}).fit(tt.text, tt.columns, tt.more); got != tt.want {
			t.Errorf("%q in %d (more %v): %q, want %q", tt.text, tt.columns, tt.more, got, tt.want)
		}
	}
}

func TestBar(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		part, whole int64
		room        int
		utf8        bool
		want        string
	}{
		{0, 10, 10, true, ""},
		{0, 0, 10, true, ""},
		{10, 10, 8, true, "████████"},
		{5, 10, 9, true, "████▌"},
		{1, 1000000, 20, true, "▏"},
		{10, 10, 7, true, "#######"},
		{10, 10, 4, true, "####"},
		{10, 10, 3, true, ""},
		{10, 10, 3, false, ""},
		{10, 10, -1, false, ""},
		{5, 10, 10, false, "#####"},
		{1, 1000000, 20, false, "#"},
		{10, 10, 1000, false, strings.Repeat("#", barMax)},
		{10, 10, 1000, true, strings.Repeat("█", barMax)},
	} {
		if got := (layout{utf8: tt.utf8}).bar(tt.part, tt.whole, tt.room); got != tt.want {
			t.Errorf("%d of %d in %d: %q, want %q", tt.part, tt.whole, tt.room, got, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		part, all int64
		want      string
	}{
		{0, 0, "0.0%"}, {0, 5, "0.0%"}, {5, 5, "100.0%"}, {1, 3, "33.3%"}, {1, 1000, "0.1%"},
		{1, 10000, "<0.1%"}, {1, 1e12, "<0.1%"}, {9999, 10000, ">99.9%"}, {1e12 - 1, 1e12, ">99.9%"},
	} {
		if got := percent(shareOf(tt.part, tt.all), tt.all); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.part, tt.all, got, tt.want)
		}
	}
}

// TestJSONShape pins the names, which others read.
func TestJSONShape(t *testing.T) {
	t.Parallel()
	r := sample()
	r.Describe(func(rule string) string { return "about " + rule })
	r.Simple.Violations, r.Simple.Rules = r.Simple.Violations[:1], r.Simple.Rules[2:3]
	r.Simple.Violations[0].Examples = r.Simple.Violations[0].Examples[2:]
	text, err := json.Marshal(r)
	const want = `{"file":"history\u001b[31m","format":"lines","profile":"restricted","subset":"simple","commands":1000,` +
		`"blank":1,"time_stamps":1200,"unreadable":{"count":2,"first_line":17,"reason":"not a JSON object in UTF-8"},` +
		`"simple":{"accepted":{"count":600,"share":0.6},"rejected":{"count":400,"share":0.4},"allow":{"count":500,"share":0.5},` +
		`"ask":{"count":1,"share":0.001},"deny":{"count":499,"share":0.499},"opaque":{"count":30,"share":0.03},` +
		`"violations":[{"code":"pipeline_not_supported","count":300,"share":0.3,"examples":[{"at":1000,"text":"short","cut":true}]}],` +
		`"rules":[{"decision":"deny","rule":"profiles.of-a-very-long-name-indeed.policy.rules[123]",` +
		`"about":"about profiles.of-a-very-long-name-indeed.policy.rules[123]","count":98,"share":0.098,"examples":[{"at":5,"text":"git push"}]}],` +
		`"other_violations":23,"other_rules":1},` +
		`"compound":{"accepted":{"count":999,"share":0.999},"rejected":{"count":1,"share":0.001},"allow":{"count":1000,"share":1},` +
		`"ask":{"count":0,"share":0},"deny":{"count":0,"share":0},"opaque":{"count":0,"share":0},"violations":[],"rules":[],` +
		`"other_violations":0,"other_rules":0},"seconds":0.125,"commands_per_second":8000}`
	if string(text) != want || err != nil {
		t.Errorf("%s (%v)", text, err)
	}
}
