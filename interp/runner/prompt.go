package runner

import "github.com/aegish/aegish/interp/expand"

var _ expand.Prompter = (*shell)(nil)

// PromptInfo implements expand.Prompter.
func (sh *shell) PromptInfo() expand.PromptInfo {
	u := &sh.eng.cfg.User
	count := sh.history.count() + 1
	return expand.PromptInfo{
		User: orName(u.Name, "user"), Host: orName(u.Host, "localhost"), Terminal: "tty",
		Root: u.UID == 0, Jobs: len(sh.jobs.List()), History: count, Command: count, Now: sh.eng.cfg.Now(),
	}
}
