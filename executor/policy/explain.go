package policy

import "github.com/aegish/aegish/config"

// A Judgement is what the policy says of one of a text's commands.
type Judgement struct {
	Command
	Action             config.Action
	Code, Rule, Reason string // Reason is "" where the command is allowed
}

// Explain judges each command of a text that was accepted by itself, whether or
// not the policy binds.
func Explain(cfg *config.Config, f Facts) []Judgement {
	list := make([]Judgement, 0, len(f.Commands))
	for _, c := range f.Commands {
		a := judgeCommand(cfg, f.Context, c)
		j := Judgement{Command: c, Action: a.action, Code: a.code, Rule: a.rule, Reason: a.reason}
		if j.Action == config.Allow {
			j.Code, j.Reason = "", ""
		} else if j.Action != config.Ask {
			j.Action = config.Deny
		}
		list = append(list, j)
	}
	return list
}
