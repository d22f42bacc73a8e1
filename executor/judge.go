package executor

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// A stateful engine keeps the session's state itself and asks for each command
// when it is about to run.
type stateful interface {
	Engine
	Dir() string
	JudgeWith(Judge)
	AuditWith(func(command.LogEntry) error)
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
	return fmt.Sprintf("denied by %s: %s", e.denial.Rule, e.denial.Reason)
}

// Command implements Judge.
func (j *runJudge) Command(ctx context.Context, argv, assigned []string, dir string) error {
	q := asked{keyOf('c', dir, argv, assigned), quoted(argv), dir}
	return j.answer(ctx, q, func(cfg *config.Config, about policy.Context) policy.Verdict {
		return policy.DecideRun(cfg, policy.GatherArgv(cfg, argv, assigned, about))
	})
}

// Opens implements Judge.
func (j *runJudge) Opens() bool { return policy.JudgesFiles(j.session.opts.Config) }

// Open implements Judge.
func (j *runJudge) Open(ctx context.Context, o interp.Open) error {
	opened := policy.Opened{Path: o.Name, Argv: o.Argv, Direction: directionOf(o.Flag), Listing: o.Flag&syscall.O_DIRECTORY != 0}
	text := "read " + o.Name
	if opened.Direction != bashast.Read {
		text = "write " + o.Name
	}
	kind := byte('o')
	if opened.Listing {
		kind = 'l'
	}
	q := asked{keyOf(kind, o.Dir, o.Argv, []string{strconv.Itoa(int(opened.Direction)), o.Name}), text, o.Dir}
	return j.answer(ctx, q, func(cfg *config.Config, about policy.Context) policy.Verdict {
		return policy.DecideOpen(cfg, opened, about)
	})
}

// directionOf is what open(2) with these flags does to a file's content.
func directionOf(flag int) bashast.Direction {
	switch {
	case flag&syscall.O_APPEND != 0:
		return bashast.Append
	case flag&syscall.O_RDWR != 0:
		return bashast.ReadWrite
	case flag&(syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC) == 0:
		return bashast.Read
	case flag&syscall.O_WRONLY == 0:
		return bashast.ReadWrite // made or emptied, and read
	}
	return bashast.Write
}

// An asked is a question: key is the same for no two different ones, text is
// for people.
type asked struct{ key, text, dir string }

// quoted are words as a person would type them.
func quoted(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		if words[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"\\$`;&|<>()*?[]#~!{}") {
			words[i] = quote(w)
		}
	}
	return strings.Join(words, " ")
}

// keyOf joins lists so that no two of them give the same key.
func keyOf(kind byte, dir string, lists ...[]string) string {
	b := append([]byte{kind}, strconv.Quote(dir)...)
	for _, list := range lists {
		b = strconv.AppendInt(append(b, '/'), int64(len(list)), 10)
		for _, s := range list {
			b = strconv.AppendInt(append(b, ' '), int64(len(s)), 10)
			b = append(append(b, ':'), s...)
		}
	}
	return string(b)
}

func (j *runJudge) answer(ctx context.Context, q asked, decide func(*config.Config, policy.Context) policy.Verdict) error {
	select {
	case j.lock <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-j.lock }()
	cfg := j.session.opts.Config
	verdict, ok := j.known[q.key]
	if !ok {
		verdict = decide(cfg, j.session.contextIn(q.dir))
		if len(j.known) >= maxAnswers {
			clear(j.known)
		}
		j.known[q.key] = verdict
	}
	if verdict.WouldDeny && j.first == nil {
		j.first = &verdict
	}
	switch verdict.Action {
	case config.Allow:
		return nil
	case config.Ask:
		if j.confirmed(ctx, verdict, q) {
			return nil
		}
	}
	if j.first == nil || j.first.WouldDeny {
		j.first = &verdict
	}
	return &deniedError{denialOf(verdict)}
}

// confirmed asks the person at the terminal.
func (j *runJudge) confirmed(ctx context.Context, verdict policy.Verdict, q asked) bool {
	opts := &j.session.opts
	if opts.Confirmer == nil {
		return false
	}
	yes, _ := opts.Confirmer.AskTerminal(ctx, Question{
		Command: q.text, Rule: verdict.Rule, Reason: verdict.Reason, Cwd: q.dir, User: opts.Identity.User, Session: opts.ID,
	})
	return yes
}

// take gives the refusal of a turn and forgets it.
func (j *runJudge) take() *policy.Verdict {
	v := j.first
	j.first = nil
	return v
}
