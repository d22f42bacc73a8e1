package cli

import (
	"errors"
	"fmt"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
)

// groups makes the control groups that the session needs: to end what commands
// leave running, and to limit root's processes, which RLIMIT_NPROC does not do
// (setrlimit(2)). A limit that the configuration asks for and that can not be
// set is a refusal; the one that `aegish run` has by default is not.
func (p Process) groups(s *setup, limits config.Limits) (*executor.Groups, error) {
	cfg := s.config()
	wanted := executor.GroupsWanted{Kill: cfg.Run.Background == config.BackgroundKill}
	if s.identity.UID == 0 && limits.Processes != nil {
		wanted.Processes = *limits.Processes
	}
	groups, err := executor.NewGroups(wanted)
	switch {
	case err == nil:
		return groups, nil
	case !errors.Is(err, executor.ErrNoProcessGroup):
		return nil, err
	case cfg.Limits.Processes == nil:
		return groups, nil
	case cfg.Landlock.BestEffort:
		fmt.Fprintf(p.Stderr, "aegish: warning: landlock.best_effort is on and limits.processes is left out for root: %v\n", err)
		return groups, nil
	}
	groups.Close()
	return nil, &exitError{executor.StatusDenied, fmt.Errorf("%s: limits.processes does not bind root by itself, and %w; "+
		"to do without: take it out of the configuration of root's sessions, or landlock.best_effort = true",
		s.effective.Source()["limits.processes"], err)}
}
