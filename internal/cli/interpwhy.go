package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
)

// interpPath says whether scripts of the engine interp reach a path of the host,
// and under which name they know it.
func interpPath(cfg *config.Config, access executor.Access, object string) executor.SandboxAnswer {
	if access == executor.AccessExecute {
		return executor.SandboxAnswer{Key: "engine", Entry: config.EngineInterp,
			Reason: "the interpreter starts no program; its own commands are listed by `aegish commands`"}
	}
	in, real := cfg.Interp, resolved(object)
	var tried []string
	answer := executor.SandboxAnswer{Key: "interp.root", Reason: "scripts have a filesystem in memory, and nothing of the host"}
	try := func(key, dir, at string, writable bool, why string) bool {
		dir = resolved(dir)
		tried = append(tried, dir)
		if !config.Contains(dir, real) {
			return false
		}
		name := filepath.Join(at, strings.TrimPrefix(real, strings.TrimSuffix(dir, "/")))
		answer = executor.SandboxAnswer{Key: key, Entry: dir, Path: dir, Allowed: access == executor.AccessRead || writable,
			Reason: fmt.Sprintf("%s is below %s; scripts know it as %s", real, dir, name)}
		if !answer.Allowed {
			answer.Reason += ", and " + why
		}
		return true
	}
	for _, m := range in.Mounts {
		if try("interp.mounts", m.Source, m.At, m.Write, "the mount is read-only") {
			return answer
		}
	}
	if in.FS != config.FSMemory && try("interp.root", in.Root, "/", in.FS == config.FSHost, "what they write stays in memory (interp.fs = \"overlay\")") {
		return answer
	}
	if len(tried) > 0 {
		answer.Reason = fmt.Sprintf("%s is below none of: %s", real, strings.Join(tried, " "))
	}
	return answer
}

// resolved is a path without links, as far as it exists.
func resolved(name string) string {
	rest := ""
	for dir := filepath.Clean(name); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return name
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}

// interpPort says whether curl and wget may connect to a TCP port.
func interpPort(cfg *config.Config, access executor.Access, port uint16) executor.SandboxAnswer {
	const key = "interp.allow"
	if access == executor.AccessBind {
		return executor.SandboxAnswer{Key: "engine", Entry: config.EngineInterp, Reason: "the interpreter listens on no port"}
	}
	for _, e := range cfg.Interp.Allow {
		if p, err := e.Port(); err == nil && p == port {
			return executor.SandboxAnswer{Allowed: true, Key: key, Entry: e.String(), Reason: "a request may go there, and to what else is listed"}
		}
	}
	if len(cfg.Interp.Allow) == 0 {
		return executor.SandboxAnswer{Key: key, Reason: "nothing is listed, so that no request can be made"}
	}
	return executor.SandboxAnswer{Key: key, Reason: fmt.Sprintf("no URL with the port %d is listed", port)}
}

// interpSignal says whom kill reaches.
func interpSignal() executor.SandboxAnswer {
	return executor.SandboxAnswer{Key: "engine", Entry: config.EngineInterp, Reason: "`kill` reaches the jobs of the session alone, which are no processes"}
}
