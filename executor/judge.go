package executor

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor/policy"
)

// A stateful engine keeps the session's state itself and asks for each command
// when it is about to run.
type stateful interface {
	Engine
	Dir() string
	JudgeWith(Judge)
}

// maxAnswers bounds the answers that are remembered: a loop asks about the same
// command over and over.
const maxAnswers = 1024

// A runJudge holds a session's rules against what runs, argument vectors after
// every expansion. It is used by the session's engine alone, which may ask from
// several goroutines.
type runJudge struct {
	session *Session
	lock    chan struct{} // held by the one that asks
	known   map[string]policy.Verdict
	// first is the first refusal, or what would have been one, of the turn.
	first *policy.Verdict
}

func newRunJudge(s *Session) *runJudge {
	return &runJudge{session: s, lock: make(chan struct{}, 1), known: map[string]policy.Verdict{}}
}

// A deniedError is a command of a script that did not run.
type deniedError struct{ denial *Denial }

func (e *deniedError) Error() string {
	return fmt.Sprintf("aegish: denied by %s: %s", e.denial.Rule, e.denial.Reason)
}

// Command implements Judge.
func (j *runJudge) Command(ctx context.Context, argv, assigned []string, dir string) error {
	key := dir + "\x00c\x00" + strings.Join(argv, "\x00") + "\x00=\x00" + strings.Join(assigned, "\x00")
	return j.answer(ctx, key, func(cfg *config.Config, about policy.Context) policy.Facts {
		about.Dir = dir
		return policy.GatherArgv(cfg, argv, assigned, about)
	})
}

// Open implements Judge.
func (j *runJudge) Open(ctx context.Context, name string, flag int) error {
	direction := bashast.Read
	switch {
	case flag&os.O_APPEND != 0:
		direction = bashast.Append
	case flag&(os.O_WRONLY|os.O_RDWR) == os.O_RDWR:
		direction = bashast.ReadWrite
	case flag&os.O_WRONLY != 0:
		direction = bashast.Write
	}
	key := fmt.Sprintf("o\x00%d\x00%s", direction, name)
	return j.answer(ctx, key, func(cfg *config.Config, about policy.Context) policy.Facts {
		return policy.GatherOpen(cfg, name, direction, about)
	})
}

func (j *runJudge) answer(ctx context.Context, key string, gather func(*config.Config, policy.Context) policy.Facts) error {
	select {
	case j.lock <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-j.lock }()
	cfg := j.session.opts.Config
	verdict, ok := j.known[key]
	if !ok {
		verdict = policy.DecideRun(cfg, gather(cfg, j.session.context()))
		if len(j.known) >= maxAnswers {
			clear(j.known)
		}
		j.known[key] = verdict
	}
	if verdict.WouldDeny && j.first == nil {
		j.first = &verdict
	}
	switch verdict.Action {
	case config.Allow:
		return nil
	case config.Ask:
		if j.confirmed(ctx, verdict, key) {
			return nil
		}
	}
	if j.first == nil || j.first.WouldDeny {
		j.first = &verdict
	}
	return &deniedError{denialOf(verdict)}
}

// confirmed asks the person at the terminal.
func (j *runJudge) confirmed(ctx context.Context, verdict policy.Verdict, key string) bool {
	opts := &j.session.opts
	if opts.Confirmer == nil {
		return false
	}
	_, what, _ := strings.Cut(key, "\x00")
	yes, _ := opts.Confirmer.AskTerminal(ctx, Question{
		Command: strings.Join(strings.FieldsFunc(what, func(r rune) bool { return r == 0 }), " "),
		Rule:    verdict.Rule, Reason: verdict.Reason, Cwd: j.session.Dir(), User: opts.Identity.User, Session: opts.ID,
	})
	return yes
}

// take gives the refusal of a turn and forgets it.
func (j *runJudge) take() *policy.Verdict {
	v := j.first
	j.first = nil
	return v
}
