package gatestats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"time"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// A Verdict is what gate and policy say of one command under one subset.
type Verdict struct {
	Violation bashast.Code // "" where the gate accepts the command
	Action    config.Action
	Rule      string // what decided, or ""
	Opaque    bool   // what the command would run can not be known in full
}

// A Judgement is a command's verdicts, as if everything were enforced.
type Judgement struct{ Simple, Compound Verdict }

// A Judge says what becomes of one command.
type Judge func(command string) Judgement

// inputRule is what refuses a text that is no command at all.
const inputRule = "input"

// tooLarge is the verdict about a command that the gate does not look at.
var tooLarge = Verdict{Violation: bashast.InputTooLarge, Action: config.Deny, Rule: inputRule}

// MaxShow is the most examples that a row of a report can have.
const MaxShow = 100

// Options say how to count.
type Options struct {
	// Show is how many commands each violation, and each rule that denies or
	// asks, keeps as examples; from 0 to MaxShow.
	Show int
	// Progress, where it is set, can be read while the counting goes on.
	Progress *Progress
}

// A Progress says how far a count is. It is safe for concurrent use.
type Progress struct{ commands, bytes atomic.Int64 }

// Commands is the number of commands that were judged.
func (p *Progress) Commands() int64 { return p.commands.Load() }

// Bytes is how much of the stream was read.
func (p *Progress) Bytes() int64 { return p.bytes.Load() }

// A counter is a count that goes on.
type counter struct {
	options          Options
	judge            Judge
	report           Report
	record           int64
	simple, compound tally
}

// Count reads commands to their end and adds up what the judge says of them.
// It ends early, with the cause, when the context does.
func Count(ctx context.Context, in io.Reader, judge Judge, options Options) (Report, error) {
	if options.Show < 0 || options.Show > MaxShow {
		return Report{}, fmt.Errorf("%d examples: expected 0 to %d", options.Show, MaxShow)
	}
	if options.Progress == nil {
		options.Progress = &Progress{}
	}
	began := time.Now()
	s, err := newSplitter(meter{ctx, in, &options.Progress.bytes})
	if err != nil {
		return Report{}, err
	}
	c := &counter{options: options, judge: judge, simple: newTally(options.Show), compound: newTally(options.Show)}
	c.report.Format = s.format
	for ctx.Err() == nil {
		record, tooLong, err := s.next()
		if errors.Is(err, io.EOF) {
			return c.finish(time.Since(began)), nil
		} else if err != nil {
			return Report{}, err
		}
		c.record++
		c.add(record, tooLong)
	}
	return Report{}, context.Cause(ctx)
}

// add counts one record.
func (c *counter) add(record []byte, tooLong bool) {
	switch {
	case c.report.Format == JSONLines:
		c.addJSON(record, tooLong)
	case tooLong:
		c.count(Judgement{tooLarge, tooLarge}, "")
	case len(bytes.Trim(record, blanks)) == 0:
		c.report.Blank++
	case c.report.Format == Lines && isTimeStamp(record):
		c.report.TimeStamps++
	default:
		c.addCommand(string(record))
	}
}

// addJSON counts a line of JSON.
func (c *counter) addJSON(line []byte, tooLong bool) {
	if !tooLong && len(bytes.Trim(line, blanks+"\r")) == 0 {
		c.report.Blank++
		return
	}
	command, err := "", errLongLine
	if !tooLong {
		command, err = commandOf(line)
	}
	switch {
	case err != nil:
		c.unreadable(err)
	case len(bytes.Trim([]byte(command), blanks)) == 0:
		c.report.Blank++
	case len(command) > bashast.MaxInput:
		c.count(Judgement{tooLarge, tooLarge}, "")
	default:
		c.addCommand(command)
	}
}

func (c *counter) unreadable(why error) {
	u := &c.report.Unreadable
	if u.Count++; u.Count == 1 {
		u.FirstLine, u.Reason = c.record, why.Error()
	}
}

func (c *counter) addCommand(command string) { c.count(c.judge(command), command) }

// count adds one judgement to both subsets.
func (c *counter) count(j Judgement, command string) {
	c.report.Commands++
	c.options.Progress.commands.Add(1)
	c.simple.add(j.Simple, command, c.record)
	c.compound.add(j.Compound, command, c.record)
}

func (c *counter) finish(took time.Duration) Report {
	r := c.report
	r.Simple, r.Compound = c.simple.finish(r.Commands), c.compound.finish(r.Commands)
	r.Seconds = took.Round(time.Microsecond).Seconds()
	if r.Seconds > 0 {
		r.PerSecond = math.Round(float64(r.Commands) / r.Seconds)
	}
	return r
}
