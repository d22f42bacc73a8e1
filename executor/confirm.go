package executor

import (
	"context"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor/policy"
)

// A Question is put to a person or a program before a command runs.
type Question struct {
	Command string `json:"command"`
	Rule    string `json:"rule"`
	Reason  string `json:"reason"`
	Cwd     string `json:"cwd"`
	User    string `json:"user"`
	Session string `json:"session"`
}

// A Confirmer answers questions. It never reads the command's own input.
type Confirmer interface {
	// AskTerminal asks the person at the terminal. Without one the answer is
	// no and reason says so.
	AskTerminal(ctx context.Context, q Question) (yes bool, reason string)
	// AskProgram runs a program that gets the question as JSON on its
	// standard input; status 0 is a yes. Any failure is a no.
	AskProgram(ctx context.Context, argv []string, q Question) (yes bool, reason string)
}

// UnconfirmedMessage is what a command is told that nobody confirmed.
const UnconfirmedMessage = "Command was not confirmed by the user."

// confirm asks where the rule or the blanket setting wants it: the person at
// the terminal for a rule, and whoever is configured for the blanket
// question. One answer at the terminal serves both.
func (t *turn) confirm(ctx context.Context, verdict policy.Verdict) *Denial {
	blanket := t.session.opts.Config.Run.Confirm
	byRule := verdict.Action == config.Ask
	if t.session.opts.Config.Policy.Mode == config.PolicyAudit {
		blanket.Kind = config.ConfirmNever
	}
	if byRule || blanket.Kind == config.ConfirmAsk {
		denial := *denialOf(verdict)
		if !byRule {
			denial = Denial{Rule: "tools.run.confirm"}
		}
		if refused := t.ask(denial, func(c Confirmer, q Question) (bool, string) {
			return c.AskTerminal(ctx, q)
		}); refused != nil {
			return refused
		}
	}
	if blanket.Kind != config.ConfirmProgram {
		return nil
	}
	return t.ask(Denial{Rule: "tools.run.confirm"}, func(c Confirmer, q Question) (bool, string) {
		return c.AskProgram(ctx, blanket.Program, q)
	})
}

// ask puts one question and notes the answer.
func (t *turn) ask(why Denial, put func(Confirmer, Question) (bool, string)) *Denial {
	opts := &t.session.opts
	t.record.Rule = why.Rule
	yes, reason := false, "nobody can be asked here"
	if opts.Confirmer != nil {
		yes, reason = put(opts.Confirmer, Question{Command: t.req.Command, Rule: why.Rule, Reason: why.Reason,
			Cwd: opts.State.Dir, User: opts.Identity.User, Session: opts.ID})
	}
	if yes {
		t.record.Decision = DecisionConfirmed
		return nil
	}
	t.record.Decision = DecisionRefused
	return &Denial{Code: CodeConfirm, Rule: why.Rule, Reason: UnconfirmedMessage, Detail: reason}
}
