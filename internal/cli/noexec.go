package cli

import (
	"context"
	"fmt"

	"github.com/aegish/aegish/executor"
)

// noexec finds out how the session's commands are kept from executing what they
// may write, nil where that is not asked for.
func (s *setup) noexec(writable []string) (*executor.Noexec, error) {
	if cfg := s.config(); !cfg.Landlock.Enabled || !cfg.Landlock.NoexecWrite {
		return nil, nil
	}
	n, err := executor.NoexecFor(writable, s.identity.UID, mayMount())
	if err != nil {
		return nil, s.noexecHelp(err)
	}
	return n, nil
}

func (s *setup) noexecHelp(err error) error {
	return fmt.Errorf("%s: landlock.noexec_write is not possible here: %w; it needs Linux 5.12 and, "+
		"for all but root, user namespaces without privileges; to do without: landlock.noexec_write = false, or landlock.best_effort = true",
		s.effective.Source()["landlock.noexec_write"], err)
}

// tryNoexec makes sure that the mounts can be made. Where they can not no
// session starts, unless it may do with less.
func (p Process) tryNoexec(s *setup, dropper *executor.Dropper) (*executor.Noexec, error) {
	n, err := s.noexec(s.writable)
	if err == nil {
		if err = n.Try(context.Background(), dropper); err == nil {
			s.mounts = n
			return n, nil
		}
		err = s.noexecHelp(err)
	}
	if !s.config().Landlock.BestEffort {
		return nil, &exitError{executor.StatusDenied, err}
	}
	s.missing = append(s.missing, "what commands write can be executed")
	fmt.Fprintf(p.Stderr, "aegish: warning: landlock.best_effort is on and what commands write can be executed: %v\n", err)
	return nil, nil
}
