package gatestats

import (
	"math"

	"github.com/aegish/aegish/config"
)

// A Report is what a file of commands came to. Its JSON has a stable shape.
// Shares are of all commands, from 0 to 1.
type Report struct {
	File    string        `json:"file"`
	Format  Format        `json:"format"`
	Profile string        `json:"profile"`
	Subset  config.Subset `json:"subset"` // the configured one

	// Commands were judged, or too large to be. The others are records that
	// hold no command.
	Commands   int64      `json:"commands"`
	Blank      int64      `json:"blank"`
	TimeStamps int64      `json:"time_stamps"`
	Unreadable Unreadable `json:"unreadable"`

	// Simple and Compound say what holds under either subset, everything
	// else being as configured, and enforced.
	Simple   Subset `json:"simple"`
	Compound Subset `json:"compound"`

	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"commands_per_second"`
}

// Unreadable counts lines of JSON that hold no command. FirstLine counts from
// 1.
type Unreadable struct {
	Count     int64  `json:"count"`
	FirstLine int64  `json:"first_line"`
	Reason    string `json:"reason"`
}

// A Subset is what the gate's subset and the policy make of all commands.
type Subset struct {
	Accepted Share `json:"accepted"`
	Rejected Share `json:"rejected"`
	Allow    Share `json:"allow"`
	Ask      Share `json:"ask"`
	Deny     Share `json:"deny"`
	// Opaque commands are accepted, and what they run is not known in full.
	Opaque     Share       `json:"opaque"`
	Violations []Violation `json:"violations"`
	Rules      []Rule      `json:"rules"`
	// OtherViolations and OtherRules count commands beyond the rows kept.
	OtherViolations int64 `json:"other_violations"`
	OtherRules      int64 `json:"other_rules"`
}

// A Violation is how often the gate rejected commands for one reason.
type Violation struct {
	Code string `json:"code"`
	Share
	Examples []Example `json:"examples,omitempty"`
}

// A Rule is how often one rule decided in one way.
type Rule struct {
	Decision config.Action `json:"decision"`
	Rule     string        `json:"rule"`
	About    string        `json:"about"`
	Share
	Examples []Example `json:"examples,omitempty"`
}

// An Example is one of the commands.
type Example struct {
	At   int64  `json:"at"` // its line or record, counted from 1
	Text string `json:"text"`
	Cut  bool   `json:"cut,omitempty"` // the text is its beginning
}

// A Share is a number of commands, and what part of all commands it is.
type Share struct {
	Count int64   `json:"count"`
	Share float64 `json:"share"`
}

// shareOf rounds to a millionth. Of nothing every share is 0.
func shareOf(n, all int64) Share {
	if all == 0 {
		return Share{}
	}
	return Share{n, math.Round(float64(n)/float64(all)*1e6) / 1e6}
}

// Describe says what each rule is about.
func (r *Report) Describe(about func(rule string) string) {
	for _, s := range []*Subset{&r.Simple, &r.Compound} {
		for i := range s.Rules {
			s.Rules[i].About = about(s.Rules[i].Rule)
		}
	}
}

// configured is what holds under the configured subset.
func (r *Report) configured() *Subset {
	if r.Subset == config.SubsetCompound {
		return &r.Compound
	}
	return &r.Simple
}
