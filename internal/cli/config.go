package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/internal/safetext"
	"github.com/aegish/aegish/interp/command"
)

// config is `aegish config check`, `aegish config show` and `aegish config
// pack`.
func (p Process) config(o *options) (int, error) {
	switch o.action {
	case "check":
		return p.configCheck(o)
	case "pack":
		return p.configPack(o)
	}
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	s.effective.Implied = limitsInForce(s.config().Interp.Limits)
	if o.json {
		return executor.StatusOK, writeJSON(p.Stdout, s.effective)
	}
	return executor.StatusOK, s.effective.WriteText(p.Stdout)
}

// configPack prints a rule pack, or the names of all of them.
func (p Process) configPack(o *options) (int, error) {
	text := []byte(strings.Join(config.Packs(), "\n") + "\n")
	if o.command != "" {
		var err error
		if text, err = config.PackText(o.command); err != nil {
			return 0, err
		}
	}
	_, err := p.Stdout.Write(text)
	return executor.StatusOK, err
}

// A configAnswer is what `config check --json` prints. Its shape is stable.
type configAnswer struct {
	OK      bool         `json:"ok"`
	File    string       `json:"file"`
	Profile string       `json:"profile"`
	Error   *configError `json:"error"`
}

// A configError is the first mistake that was found.
type configError struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Key     string `json:"key"`
	Message string `json:"message"`
}

// configCheck goes as far as a session would without starting one.
func (p Process) configCheck(o *options) (int, error) {
	s, err := p.loadAll(o)
	if err != nil {
		if !o.json {
			return 0, err
		}
		return executor.StatusUsage, writeJSON(p.Stdout, configAnswer{Error: explain(err)})
	}
	cfg := s.config()
	if o.json {
		return executor.StatusOK, writeJSON(p.Stdout, configAnswer{OK: true, File: cfg.File, Profile: cfg.Profile})
	}
	file := cfg.File
	if file == "" {
		file = "built-in defaults"
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: ok (profile %s)\n", safetext.Line(file), cfg.Profile)
	return executor.StatusOK, err
}

// loadAll reads the configuration and looks at what it names: the shell, and
// the paths of the sandbox.
func (p Process) loadAll(o *options) (*setup, error) {
	s, err := p.load(o)
	if err != nil {
		return nil, err
	}
	cfg := s.config()
	if err := config.Check(s.asked); err != nil {
		return nil, err
	}
	if cfg.Engine == config.EngineInterp {
		return s, p.checkInterpConfig(s)
	}
	if err := config.CheckShell(cfg.Run.Shell); err != nil {
		return nil, err
	}
	if err := policy.CheckExamples(cfg.Policy.Rules); err != nil {
		return nil, err
	}
	if _, err := executor.SystemCallFilter(cfg, true); err != nil {
		return nil, fmt.Errorf("%s: %w", s.effective.Source()["seccomp.allow"], err)
	}
	if !cfg.Landlock.Enabled {
		return s, nil
	}
	if err := s.beginHere(); err != nil {
		return nil, err
	}
	_, err = s.sandboxPolicy()
	return s, err
}

// checkInterpConfig looks at what a session of the engine interp needs.
func (p Process) checkInterpConfig(s *setup) error {
	cfg := s.config()
	if err := policy.CheckExamples(cfg.Policy.Rules); err != nil {
		return err
	}
	if err := interpConfirm(cfg); err != nil {
		return err
	}
	if err := p.checkInterpFiles(s); err != nil {
		return err
	}
	_, err := p.interpSandbox(cfg)
	return err
}

// checkInterpFiles opens the directories that scripts are to see.
func (p Process) checkInterpFiles(s *setup) error {
	in := s.config().Interp
	user := command.User{UID: s.identity.UID, Name: s.identity.User, Home: s.identity.Home}
	files, err := lowerFiles(in, user)
	if err == nil {
		_, err = interpFS(in, user, nil, "", files, nil)
	}
	return err
}

// explain takes an error of the configuration apart, as far as it says where
// it is.
func explain(err error) *configError {
	answer := &configError{Message: err.Error()}
	var mistake *config.Error
	var path *executor.PathError
	switch {
	case errors.As(err, &mistake):
		answer.File, answer.Line, answer.Key, answer.Message = mistake.File, mistake.Line, mistake.Key, mistake.Msg
	case errors.As(err, &path):
		answer.Key = "landlock." + path.Key
	}
	return answer
}
