package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/internal/gatestats"
	"golang.org/x/term"
)

// statsOptions are those of `aegish check --stats`.
type statsOptions struct {
	file string // "" is no --stats, "-" standard input
	show int
}

// When progress is shown, and how often.
const (
	progressAfter = time.Second
	progressEvery = 250 * time.Millisecond
)

// stats counts what gate and policy answer to a file of commands, as if
// everything were enforced; it runs nothing.
func (p Process) stats(ctx context.Context, o *options) (int, error) {
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	if shell := s.config().Run.Shell; !config.IsBash(shell) {
		return 0, fmt.Errorf("check --stats: the gate can not be enforced where tools.run.shell is %q: "+
			"shells other than bash read some accepted words differently", shell)
	}
	if s.config().Engine == config.EngineInterp {
		return 0, usage("check --stats: only with the engine bash; with interp the rules judge each command when it runs")
	}
	report, err := p.count(ctx, o, enforcedJudge(s.config(), s.context()))
	if err != nil {
		return 0, err
	}
	report.File, report.Profile, report.Subset = o.stats.file, s.config().Profile, s.config().Run.BashASTSubset
	if report.File == "-" {
		report.File = "standard input"
	}
	report.Describe(describeRules(s.config()))
	if o.json {
		return executor.StatusOK, writeJSON(p.Stdout, report)
	}
	return executor.StatusOK, report.WriteText(p.Stdout, p.width(), p.inUTF8())
}

// counted is how a count ended.
type counted struct {
	report gatestats.Report
	err    error
}

// count reads the file beside a person's view of how far it is. A signal ends
// it also where the file gives nothing to read.
func (p Process) count(ctx context.Context, o *options, judge gatestats.Judge) (gatestats.Report, error) {
	progress := &gatestats.Progress{}
	done := make(chan counted, 1)
	go func() {
		report, err := countFile(ctx, p.Stdin, o.stats, judge, progress)
		done <- counted{report, err}
	}()
	var tick <-chan time.Time // none where nobody looks
	if term.IsTerminal(int(p.Stderr.Fd())) {
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		tick = ticker.C
	}
	began, shown := time.Now(), 0
	for {
		select {
		case <-tick:
			if time.Since(began) >= progressAfter {
				shown = p.showProgress(progress, shown)
			}
		case result := <-done:
			p.clearProgress(shown)
			return result.report, statsError(ctx, result.err)
		case <-ctx.Done():
			p.clearProgress(shown)
			return gatestats.Report{}, statsError(ctx, context.Cause(ctx))
		}
	}
}

// countFile opens the file and counts what is in it.
func countFile(ctx context.Context, stdin *os.File, o statsOptions, judge gatestats.Judge, progress *gatestats.Progress) (gatestats.Report, error) {
	in := stdin
	if o.file != "-" {
		file, err := os.Open(o.file)
		if err != nil {
			return gatestats.Report{}, err
		}
		defer file.Close()
		in = file
	}
	return gatestats.Count(ctx, in, judge, gatestats.Options{Show: o.show, Progress: progress})
}

// statsError gives an end by a signal the status of that signal.
func statsError(ctx context.Context, err error) error {
	if sig, ok := context.Cause(ctx).(*SignalError); ok && err != nil {
		return &exitError{executor.SignalStatus(sig.Signal), sig}
	}
	return err
}

// showProgress overwrites the line of progress, which had a length, and gives
// its new one.
func (p Process) showProgress(progress *gatestats.Progress, before int) int {
	text := fmt.Sprintf("%d commands, %d KiB read", progress.Commands(), progress.Bytes()/1024)
	fmt.Fprintf(p.Stderr, "\r%-*s", before, text)
	return max(before, len(text))
}

func (p Process) clearProgress(shown int) {
	if shown > 0 {
		_, _ = io.WriteString(p.Stderr, "\r"+strings.Repeat(" ", shown)+"\r")
	}
}

// inUTF8 reports whether the caller's locale encodes characters in UTF-8
// (LC_ALL, else LC_CTYPE, else LANG; locale(7)).
func (p Process) inUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(p.lookup(name)); value != "" {
			return strings.Contains(value, ".utf-8") || strings.Contains(value, ".utf8")
		}
	}
	return false
}

// enforcedJudge decides by a configuration whose modes are all `enforce`, with
// either subset.
func enforcedJudge(cfg *config.Config, ctx policy.Context) gatestats.Judge {
	simple := *cfg
	simple.Run.BashASTMode, simple.Policy.Mode = config.ModeEnforce, config.PolicyEnforce
	compound := simple
	simple.Run.BashASTSubset, compound.Run.BashASTSubset = config.SubsetSimple, config.SubsetCompound
	return func(command string) gatestats.Judgement {
		return gatestats.Judgement{Simple: verdictOn(&simple, command, ctx), Compound: verdictOn(&compound, command, ctx)}
	}
}

// verdictOn is what counts of one decision.
func verdictOn(cfg *config.Config, command string, ctx policy.Context) gatestats.Verdict {
	facts, verdict := decide(cfg, command, ctx)
	v := gatestats.Verdict{Action: verdict.Action, Rule: verdict.Rule}
	if facts.Violation != nil {
		v.Violation = facts.Violation.Code
		return v
	}
	for _, c := range facts.Commands {
		v.Opaque = v.Opaque || c.Opaque != ""
	}
	return v
}

// describeRules says of each deciding rule what it is about, in words that hold
// nothing of a command.
func describeRules(cfg *config.Config) func(rule string) string {
	about := map[string]string{
		"":                        "nothing judges it",
		"environment":             "assigns a variable that is stripped",
		"input":                   "over 64 KiB, or with a NUL byte",
		"policy.default":          "no rule is about it",
		"policy.unparsed":         "has no arguments that rules can judge",
		"tools.run.bash_ast_mode": "a violation of the gate",
		"tools.run.confirm":       "every command is asked about",
		"tools.run.deny_patterns": "holds a denied text",
	}
	for _, r := range cfg.Policy.Rules {
		if _, known := about[r.ID]; known {
			continue
		}
		about[r.ID] = r.Reason
		if r.Reason == "" {
			about[r.ID] = strings.Join(slices.Concat(r.Match, r.Operands, r.Flags, r.Paths, r.Assign), " ")
		}
		if about[r.ID] == "" {
			about[r.ID] = "what is opaque"
		}
	}
	return func(rule string) string { return about[rule] }
}
