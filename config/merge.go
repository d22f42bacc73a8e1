package config

import (
	"errors"
	"fmt"
	"slices"
)

// A merger builds one profile's Config, layer by layer. A value of a higher
// layer replaces that of a lower one, lists as a whole; only rules add up,
// because the most restrictive of all that match decides anyway, and env.set
// is merged name by name. The first mistake ends the work.
type merger struct {
	doc    *document
	prefix string // of the present layer's keys: "" or "profiles.NAME."
	cfg    Config
	source map[string]string // key without prefix -> "FILE:LINE"
	origin map[string]string // key without prefix -> key with prefix
	err    *Error
}

func newMerger(doc *document, start Config) *merger {
	return &merger{doc: doc, cfg: start, source: map[string]string{}, origin: map[string]string{}}
}

// apply puts one layer on top.
func (m *merger) apply(prefix string, t tables) {
	m.prefix = prefix
	m.applyRun(t.run)
	m.applyPolicy(t.policy)
	m.applyLandlock(t.landlock)
	m.applySeccomp(t.seccomp)
	m.applyNetwork(t.network)
	m.applySudo(t.sudo)
	m.applyInterp(t.interp)
	m.applyLimits(t.limits)
	m.applyEnv(t.env)
	m.applyAudit(t.audit)
}

// set checks a value that a layer gives and takes it over.
func set[From, To any](m *merger, key string, v *From, check func(From) (To, error), to *To) {
	if v == nil || m.err != nil {
		return
	}
	value, err := check(*v)
	if err != nil {
		m.fail(key, err)
		return
	}
	*to = value
	m.mark(key)
}

// optional makes a pointer of a value of either type, nil when it is absent.
func optional(v any) *any {
	if v == nil {
		return nil
	}
	return &v
}

// mark notes that the present layer gave a key its value.
func (m *merger) mark(key string) {
	m.origin[key] = m.prefix + key
	m.source[key] = fmt.Sprintf("%s:%d", printable(m.doc.file), m.doc.line(m.prefix+key))
}

// fail notes a mistake in the present layer.
func (m *merger) fail(key string, err error) {
	if m.err != nil {
		return
	}
	var el *elementError
	if errors.As(err, &el) {
		key = fmt.Sprintf("%s[%d]", key, el.index)
	}
	m.err = m.doc.fail(m.prefix+key, err.Error())
}

// failAcross notes a mistake that takes several keys; the file's line is that
// of the first of them that the file gives.
func (m *merger) failAcross(msg string, keys ...string) {
	if m.err != nil {
		return
	}
	for _, key := range keys {
		if origin, ok := m.origin[key]; ok {
			m.err = m.doc.fail(origin, msg)
			return
		}
	}
	m.err = m.doc.fail("", msg)
	m.err.Key = keys[0]
}

func (m *merger) applyRun(t *rawRun) {
	const key = "tools.run."
	run := &m.cfg.Run
	set(m, key+"bash_ast_mode", t.BashASTMode, oneOf(ModeOff, ModeAudit, ModeEnforce), &run.BashASTMode)
	set(m, key+"bash_ast_subset", t.BashASTSubset, oneOf(SubsetSimple, SubsetCompound), &run.BashASTSubset)
	set(m, key+"expansions", t.Expansions, oneOf(ExpansionsNone, ExpansionsQuoted), &run.Expansions)
	set(m, key+"shell", t.Shell, absolute, &run.Shell)
	set(m, key+"timeout", t.Timeout, timeout, &run.Timeout)
	set(m, key+"max_output_bytes", t.MaxOutputBytes, within(1, maxOutputBytes), &run.MaxOutputBytes)
	set(m, key+"deny_patterns", t.DenyPatterns, each(pattern), &run.DenyPatterns)
	set(m, key+"background", t.Background, oneOf(BackgroundKeep, BackgroundKill), &run.Background)
	set(m, key+"confirm", optional(t.Confirm), confirm, &run.Confirm)
}

func (m *merger) applyPolicy(t *rawPolicy) {
	const key = "policy."
	policy := &m.cfg.Policy
	set(m, key+"mode", t.Mode, oneOf(PolicyEnforce, PolicyAudit), &policy.Mode)
	set(m, key+"default", t.Default, oneOf(Allow, Deny, Ask), &policy.Default)
	set(m, key+"unparsed", t.Unparsed, oneOf(Deny, Ask, Allow), &policy.Unparsed)
	set(m, key+"packs", t.Packs, each(oneOf(Packs()...)), &policy.Packs)
	for i := range t.Rules {
		m.applyRule(fmt.Sprintf("%srules[%d]", key, i), &t.Rules[i])
	}
}

func (m *merger) applyLandlock(t *rawLandlock) {
	const key = "landlock."
	landlock := &m.cfg.Landlock
	set(m, key+"enabled", t.Enabled, same, &landlock.Enabled)
	set(m, key+"min_abi", t.MinABI, within(1, maxLandlockABI), &landlock.MinABI)
	set(m, key+"best_effort", t.BestEffort, same, &landlock.BestEffort)
	set(m, key+"read", t.Read, each(landlockPath), &landlock.Read)
	set(m, key+"write", t.Write, each(landlockPath), &landlock.Write)
	set(m, key+"execute", t.Execute, each(landlockPath), &landlock.Execute)
	set(m, key+"write_execute", t.WriteExecute, same, &landlock.WriteExecute)
	set(m, key+"deny_shells", t.DenyShells, same, &landlock.DenyShells)
	set(m, key+"noexec_write", t.NoexecWrite, same, &landlock.NoexecWrite)
	set(m, key+"signal_scope", t.SignalScope, same, &landlock.SignalScope)
	set(m, key+"abstract_scope", t.AbstractScope, same, &landlock.AbstractScope)
	set(m, key+"connect_tcp", optional(t.ConnectTCP), ports, &landlock.ConnectTCP)
	set(m, key+"bind_tcp", optional(t.BindTCP), ports, &landlock.BindTCP)
}

func (m *merger) applySeccomp(t *rawSeccomp) {
	const key = "seccomp."
	set(m, key+"filter", t.Filter, oneOf(FilterOff, FilterWorkspace, FilterStrict), &m.cfg.Seccomp.Filter)
	set(m, key+"allow", t.Allow, each(systemCall), &m.cfg.Seccomp.Allow)
}

func (m *merger) applyNetwork(t *rawNetwork) {
	const key = "network."
	set(m, key+"mode", t.Mode, oneOf(NetworkOpen, NetworkPorts, NetworkOff), &m.cfg.Network.Mode)
	set(m, key+"unix", t.Unix, oneOf(DoorOpen, DoorOff), &m.cfg.Network.Unix)
}

// applySudo merges one layer's [sudo]. What leads out of the sandbox is for
// root alone to open, whoever else's file is believed in the rest.
func (m *merger) applySudo(t *rawSudo) {
	const key = "sudo."
	set(m, key+"allow", t.Allow, func(allow bool) (bool, error) {
		if allow && !m.doc.byRoot {
			return false, errors.New("expected false in a file that others than root can change, found true")
		}
		return allow, nil
	}, &m.cfg.Sudo.Allow)
}

// applyLimits merges one layer's [limits]. The lower bounds are what a shell
// needs to start at all.
func (m *merger) applyLimits(t *rawLimits) {
	const key = "limits."
	const huge = 1 << 62
	limits := &m.cfg.Limits
	set(m, key+"cpu", t.CPU, limit(1, 1<<31-1), &limits.CPU)
	set(m, key+"file_size", t.FileSize, limit(0, huge), &limits.FileSize)
	set(m, key+"open_files", t.OpenFiles, limit(16, 1<<30), &limits.OpenFiles)
	set(m, key+"processes", t.Processes, limit(1, 1<<22), &limits.Processes)
	set(m, key+"address_space", t.AddressSpace, limit(16<<20, huge), &limits.AddressSpace)
	set(m, key+"core", t.Core, limit(0, huge), &limits.Core)
}

// applyAudit merges one layer's [audit]. A layer that turns to another sink
// leaves the file of the layers below behind.
func (m *merger) applyAudit(t *rawAudit) {
	const key = "audit."
	audit := &m.cfg.Audit
	set(m, key+"sink", t.Sink, oneOf(SinkSyslog, SinkFile, SinkStderr, SinkNone), &audit.Sink)
	set(m, key+"file", t.File, pathOrEmpty, &audit.File)
	set(m, key+"required", t.Required, same, &audit.Required)
	set(m, key+"command_text", t.CommandText, same, &audit.CommandText)
	if t.File == nil && audit.Sink != SinkFile {
		audit.File = ""
	}
}

// finish checks what concerns several keys at once.
func (m *merger) finish() {
	run, landlock, audit := &m.cfg.Run, &m.cfg.Landlock, &m.cfg.Audit
	if run.BashASTMode == ModeEnforce && ShellStem(run.Shell) != "bash" {
		m.failAcross(fmt.Sprintf("expected a bash where bash_ast_mode is enforce, found %s: other shells read some accepted words differently", quote(run.Shell)),
			"tools.run.shell", "tools.run.bash_ast_mode")
	}
	if !landlock.WriteExecute {
		if pair, ok := writableExecutable(landlock.Write, landlock.Execute); ok {
			m.failAcross(fmt.Sprintf("expected no path that is both writable and executable where write_execute is false, found %s in write and %s in execute",
				quote(pair.Write), quote(pair.Execute)), "landlock.write_execute", "landlock.execute", "landlock.write")
		}
	}
	m.finishShells()
	m.finishNetwork()
	m.finishInterp()
	switch {
	case audit.Sink == SinkFile && audit.File == "":
		m.failAcross("expected an absolute path in audit.file where audit.sink is file, found none", "audit.file", "audit.sink")
	case audit.Sink != SinkFile && audit.File != "":
		m.failAcross(fmt.Sprintf(`expected no audit.file where audit.sink is %q, found %s`, string(audit.Sink), quote(audit.File)), "audit.file", "audit.sink")
	case audit.Sink == SinkNone && audit.Required:
		m.failAcross(`expected audit.required = false where audit.sink is "none": no command could run`, "audit.required", "audit.sink")
	}
	m.finishEnv()
}

// finishShells refuses the root directory where shells are denied: what lies
// around a shell is allowed directory by directory, and nobody should find out
// by accident which of the root's are.
func (m *merger) finishShells() {
	landlock := &m.cfg.Landlock
	if !landlock.Enabled || !landlock.DenyShells {
		return
	}
	for _, set := range []struct {
		key   string
		paths []string
	}{{"landlock.read", landlock.Read}, {"landlock.execute", landlock.Execute}} {
		if slices.Contains(set.paths, "/") {
			m.failAcross(`expected a list of directories where deny_shells is true, found "/"`, set.key, "landlock.deny_shells")
		}
	}
}

// finishNetwork holds the mode of the network and the lists of ports together:
// a list means the mode ports unless the network is off.
func (m *merger) finishNetwork() {
	landlock, network := &m.cfg.Landlock, &m.cfg.Network
	listed := !landlock.ConnectTCP.Any || !landlock.BindTCP.Any
	_, given := m.origin["network.mode"]
	switch {
	case network.Mode == NetworkOpen && listed && given:
		m.failAcross(`expected network.mode = "ports" where ports are listed, found "open"`, "network.mode", "landlock.connect_tcp", "landlock.bind_tcp")
	case network.Mode == NetworkOpen && listed:
		network.Mode = NetworkPorts
	case network.Mode == NetworkPorts && !listed:
		m.failAcross(`expected a list in landlock.connect_tcp or landlock.bind_tcp where network.mode is "ports", found none`, "network.mode")
	}
}

// finishEnv settles what the layers disagree about: a denied name is not let
// in. A constant stays, because it is applied last.
func (m *merger) finishEnv() {
	env := &m.cfg.Env
	env.Import = slices.DeleteFunc(env.Import, func(name string) bool { return slices.Contains(env.Deny, name) })
}
