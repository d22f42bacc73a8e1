package cli

import (
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
)

// statusAsk is the exit status of `check` for a command that would be asked
// about.
const statusAsk = 3

// A checkAnswer is what `check --json` prints. Its shape is stable.
type checkAnswer struct {
	// Accepted is the gate's answer, whatever the mode.
	Accepted  bool   `json:"accepted"`
	Canonical string `json:"canonical"`
	// Argv holds the exact decoded words; when one is not UTF-8 all are
	// base64 and ArgvEncoding says so.
	Argv         []string      `json:"argv"`
	ArgvEncoding string        `json:"argv_encoding,omitempty"`
	Violation    bashast.Code  `json:"violation"`
	Decision     config.Action `json:"decision"`
	Rule         string        `json:"rule"`
	Reason       string        `json:"reason"`
	Mode         config.Mode   `json:"mode"`
}

// check says what gate and policy answer to a command; it runs nothing.
func (p Process) check(o *options) (int, error) {
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	command := o.command
	if command == "-" {
		if command, err = readCommand(p.Stdin); err != nil {
			return 0, err
		}
	}
	answer, status := checkCommand(s.config(), command)
	if o.json {
		return status, writeJSON(p.Stdout, answer)
	}
	return status, printCheck(p.Stdout, answer)
}

// readCommand reads a command byte for byte. One byte more than the gate
// takes is enough to have it refused.
func readCommand(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, bashast.MaxInput+1))
	if err != nil {
		return "", fmt.Errorf("read the command: %w", err)
	}
	return string(text), nil
}

// checkCommand decides as a session would, short of asking anybody.
func checkCommand(cfg *config.Config, command string) (checkAnswer, int) {
	facts := executor.Gather(cfg, command)
	verdict := executor.Decide(cfg, facts)
	action := verdict.Action
	if !facts.Parsed {
		facts.Parse() // the decision did not need it, the answer does
	}
	answer := checkAnswer{Argv: []string{}, Mode: cfg.Run.BashASTMode, Rule: verdict.Denial.Rule, Reason: verdict.Denial.Reason}
	if facts.Violation != nil {
		answer.Violation = facts.Violation.Code
	} else {
		answer.Accepted, answer.Canonical = true, facts.Text.String()
		answer.Argv, answer.ArgvEncoding = encodeArgv(facts.Text.Argv)
	}
	if denial := executor.CheckInput(command); denial != nil {
		action, answer.Rule, answer.Reason = config.Deny, denial.Rule, denial.Reason
	}
	if action == config.Allow && cfg.Policy.Mode == config.PolicyEnforce && cfg.Run.Confirm.Kind != config.ConfirmNever {
		action, answer.Rule = config.Ask, "tools.run.confirm"
	}
	answer.Decision = action
	switch action {
	case config.Allow:
		return answer, executor.StatusOK
	case config.Ask:
		return answer, statusAsk
	}
	return answer, executor.StatusDenied
}

// encodeArgv gives the words as they are when all are UTF-8, else in base64.
func encodeArgv(argv []string) ([]string, string) {
	if !slices.ContainsFunc(argv, func(word string) bool { return !utf8.ValidString(word) }) {
		return argv, ""
	}
	encoded := make([]string, len(argv))
	for i, word := range argv {
		encoded[i] = base64.StdEncoding.EncodeToString([]byte(word))
	}
	return encoded, "base64"
}

// printCheck prints the answer for people.
func printCheck(out *os.File, a checkAnswer) error {
	gate := "accepted: " + safetext.Line(a.Canonical)
	if !a.Accepted {
		gate = "violation: " + string(a.Violation)
	}
	text := fmt.Sprintf("decision  %s\ngate      %s (mode %s)\n", a.Decision, gate, a.Mode)
	if a.Rule != "" {
		text += fmt.Sprintf("rule      %s\n", a.Rule)
	}
	if a.Reason != "" {
		text += fmt.Sprintf("reason    %s\n", safetext.Line(a.Reason))
	}
	_, err := io.WriteString(out, text)
	return err
}
