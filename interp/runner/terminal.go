package runner

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
)

// The prompts that a shell at a terminal begins with. Those of the environment are of
// another shell.
const (
	firstPrompt  = `aegish:\w\$ `
	secondPrompt = "> "
)

// atTerminal makes the first shell one that a person talks to.
func (sh *shell) atTerminal() {
	sh.st.Interactive = true
	for _, opt := range []state.Option{state.ExpandAliases, state.HistoryOpt, state.HistExpand, state.Monitor} {
		sh.st.Opts.Set(opt, true)
	}
	for name, value := range map[string]string{"PS1": firstPrompt, "PS2": secondPrompt} {
		sh.st.Vars.Define(name, &state.Variable{Str: value, Set: true})
	}
	for _, name := range []string{"PS0", "PROMPT_COMMAND"} {
		sh.st.Vars.Define(name, nil)
	}
}

// A Prompt is what stands before the line that is read next.
type Prompt struct {
	Text string
	// Own is set where the script has given it, and Text counts.
	Own bool
	// Left is set when PROMPT_COMMAND ended the shell with Status.
	Left   bool
	Status int
}

// Prompt runs the commands of PROMPT_COMMAND and expands PS1, or PS2 for a line that goes
// on (bash(1), PROMPTING). $? stays what it is.
func (e *Engine) Prompt(ctx context.Context, goesOn bool) (Prompt, error) {
	sh := e.main
	if !goesOn {
		sh.notifyJobs()
	}
	name, first := "PS1", firstPrompt
	commands := sh.promptCommands()
	if goesOn {
		name, first, commands = "PS2", secondPrompt, nil
	}
	text, _ := sh.st.Vars.Get(name).Value()
	if !sh.st.Interactive || text == first && len(commands) == 0 {
		return Prompt{}, nil
	}
	code, pipes, last := sh.st.Status, slices.Clone(sh.st.PipeStatus), sh.st.LastArg
	p := Prompt{}
	out, err := e.run(ctx, func(ctx context.Context, sh *shell) builtins.Status {
		for _, command := range commands {
			sh.st.Status = code
			if st := sh.text(ctx, command, reading{name: "PROMPT_COMMAND", line: 1}); st.Kind == builtins.Exit {
				return st
			}
		}
		sh.st.Status = code
		text, _ = sh.st.Vars.Get(name).Value()
		p.Text, p.Own = sh.ExpandPrompt(text), text != first
		return builtins.Status{}
	})
	if out.Exited && err == nil {
		p.Left, p.Status = true, out.Status
		return p, nil
	}
	sh.st.Status, sh.st.PipeStatus, sh.st.LastArg = code, pipes, last
	return p, err
}

// promptCommands are the values of PROMPT_COMMAND.
func (sh *shell) promptCommands() []string {
	v := sh.st.Vars.Get("PROMPT_COMMAND")
	if v != nil && v.Kind == state.Indexed {
		return v.List.Values()
	}
	if text, ok := v.Value(); ok && text != "" {
		return []string{text}
	}
	return nil
}

// showPS0 prints PS0 before the command that was read.
func (sh *shell) showPS0() {
	if text, ok := sh.st.Vars.Get("PS0").Value(); ok && text != "" && sh.st.Interactive {
		_, _ = io.WriteString(sh.stderr(), sh.ExpandPrompt(text))
	}
}

// Interrupted gives up the line that was being typed: the trap of SIGINT runs, or else $?
// tells of the signal.
func (e *Engine) Interrupted(ctx context.Context) (Outcome, error) {
	sh := e.main
	action, trapped := sh.st.Traps.Get(signalName(syscall.SIGINT))
	if !trapped {
		sh.st.Status = 128 + int(syscall.SIGINT)
	}
	if action == "" {
		return Outcome{Status: sh.st.Status}, nil
	}
	code := sh.st.Status
	return e.run(ctx, func(ctx context.Context, sh *shell) builtins.Status {
		st := sh.runTrap(ctx, signalName(syscall.SIGINT), sh.st.Line)
		if st.Kind != builtins.Exit {
			st.Code = code
		}
		return st
	})
}

// ignoredEnds is how many ends of input IGNOREEOF without a number ignores (bash(1)).
const ignoredEnds = 10

// InputTime is how long a shell at a terminal waits for a command, as TMOUT says; 0 for
// ever.
func (e *Engine) InputTime() time.Duration {
	text, _ := e.main.st.Vars.Get("TMOUT").Value()
	seconds, err := strconv.Atoi(text)
	if err != nil || !e.main.st.Interactive {
		return 0
	}
	return min(max(time.Duration(seconds), 0), math.MaxInt32) * time.Second
}

// IgnoredEnds is how many ends of input in a row a shell at a terminal ignores.
func (e *Engine) IgnoredEnds() int {
	text, set := e.main.st.Vars.Get("IGNOREEOF").Value()
	if !set || !e.main.st.Interactive {
		return 0
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return n
	}
	return ignoredEnds
}
