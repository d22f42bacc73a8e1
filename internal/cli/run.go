package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/runtool"
	"github.com/aegish/aegish/internal/safetext"
	"golang.org/x/term"
)

// run is `aegish run`: the tool contract for agents.
func (p Process) run(ctx context.Context, o *options) (int, error) {
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	if o.run.diff && (s.config().Engine != config.EngineInterp || s.config().Interp.FS != config.FSOverlay) {
		return 0, usage("--diff: only with the engine interp and interp.fs = %q", config.FSOverlay)
	}
	session, release, err := p.session(s, sessionOptions{
		cwd: o.run.cwd, env: o.run.env, runLimits: true, state: o.state,
	})
	if err != nil {
		return p.notStarted(o, err)
	}
	closeSession := sync.OnceFunc(release)
	defer closeSession()
	cfg := s.config()
	opts := runtool.Options{Timeout: cfg.Run.Timeout, MaxOutput: cfg.Run.MaxOutputBytes, State: o.json}
	if o.json {
		opts.Hint = func(stderr, dir string) string { return executor.SandboxHint(cfg, s.places, stderr, dir) }
	}
	if o.run.timeout > 0 {
		opts.Timeout = o.run.timeout
	}
	if o.run.maxOutput > 0 {
		opts.MaxOutput = o.run.maxOutput
	}
	answer := runtool.Run(ctx, session, o.command, opts)
	if o.run.diff {
		closeSession() // nothing goes on changing things
		if err := addChanges(&answer, s.overlay, !o.json); err != nil {
			return 0, err
		}
	}
	return p.answer(o, answer)
}

// notStarted words a start that failed because of the directory in the tool's
// terms; any other failure is the caller's to print.
func (p Process) notStarted(o *options, err error) (int, error) {
	if _, ok := err.(*cwdError); !ok {
		return 0, err
	}
	return p.answer(o, runtool.Failed(err, o.run.cwd))
}

// answer prints the text, or the object, and gives the status.
func (p Process) answer(o *options, a runtool.Answer) (int, error) {
	if o.json {
		return a.ExitCode, writeJSON(p.Stdout, a)
	}
	text := a.Text
	if term.IsTerminal(int(p.Stdout.Fd())) {
		text = safetext.Text(text) + "\n"
	}
	_, err := p.Stdout.WriteString(text)
	return a.ExitCode, err
}

// writeJSON prints one object on one line, inert on a terminal.
func writeJSON(out *os.File, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	_, err = out.Write(append(safetext.JSON(text), '\n'))
	return err
}
