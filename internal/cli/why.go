package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/internal/safetext"
)

// A whyAnswer is what `why --json` prints. Its shape is stable.
type whyAnswer struct {
	Access  executor.Access `json:"access"`
	Object  string          `json:"object"` // absolute path or port; "" for signal
	Allowed bool            `json:"allowed"`
	Key     string          `json:"key"`
	Entry   string          `json:"entry"`
	Path    string          `json:"path"`
	Source  string          `json:"source"` // where the key's value comes from
	Reason  string          `json:"reason"`
}

// why says what the sandbox of a session that began here allows, and by which
// line of the configuration.
func (p Process) why(o *options) (int, error) {
	s, err := p.loadHere(o)
	if err != nil {
		return 0, err
	}
	access := executor.Access(o.action)
	object := o.command
	var answer executor.SandboxAnswer
	interp := s.config().Engine == config.EngineInterp
	switch access {
	case executor.AccessSignal:
		if answer = executor.WhySignal(s.config()); interp {
			answer = interpSignal()
		}
	case executor.AccessConnect, executor.AccessBind:
		port, err := strconv.ParseUint(object, 10, 16)
		if err != nil {
			return 0, usage("why %s: %q is no port from 0 to 65535", access, object)
		}
		if answer = executor.WhyPort(s.config(), access, uint16(port)); interp {
			answer = interpPort(s.config(), access, uint16(port))
		}
	default:
		if object, err = filepath.Abs(object); err != nil {
			return 0, err
		}
		if interp {
			answer = interpPath(s.config(), access, object)
		} else if answer, err = executor.WhyPath(s.config(), s.places, access, object); err != nil {
			return 0, err
		}
	}
	return p.printWhy(o, whyAnswer{
		Access: access, Object: object, Allowed: answer.Allowed, Key: answer.Key, Entry: answer.Entry,
		Path: answer.Path, Source: s.effective.Source()[answer.Key], Reason: answer.Reason,
	})
}

func (p Process) printWhy(o *options, a whyAnswer) (int, error) {
	status, decision := executor.StatusOK, "allow"
	if !a.Allowed {
		status, decision = executor.StatusDenied, "deny"
	}
	if o.json {
		return status, writeJSON(p.Stdout, a)
	}
	text := fmt.Sprintf("decision  %s\nreason    %s\n", decision, safetext.Line(a.Reason))
	rule := a.Key
	if a.Entry != "" {
		rule += " " + strconv.Quote(a.Entry)
	}
	text += fmt.Sprintf("rule      %s (%s)\n", safetext.Line(rule), safetext.Line(a.Source))
	_, err := io.WriteString(p.Stdout, text)
	return status, err
}

// parseWhy reads the kind of access and its object.
func (o *options) parseWhy(args []string) error {
	rest, err := o.verbFlags(args, "--json", "--config", "--profile", "--engine")
	if err != nil || o.verb == verbHelp {
		return err
	}
	kinds := executor.Accesses()
	if len(rest) == 0 || !slices.Contains(kinds, executor.Access(rest[0])) {
		var names []string
		for _, kind := range kinds {
			names = append(names, string(kind))
		}
		return usage("why: expected one of %s", strings.Join(names, ", "))
	}
	o.action, rest = rest[0], rest[1:]
	want, what := 1, "a path"
	switch executor.Access(o.action) {
	case executor.AccessSignal:
		want, what = 0, "nothing"
	case executor.AccessConnect, executor.AccessBind:
		what = "a port"
	}
	switch {
	case len(rest) > want:
		return usage("why %s: expected %s behind it, and there is %q", o.action, what, strings.Join(rest, " "))
	case len(rest) < want:
		return usage("why %s: expected %s behind it", o.action, what)
	case want == 1:
		o.command = rest[0]
	}
	return nil
}
