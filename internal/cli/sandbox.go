package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/internal/safetext"
	"github.com/aegish/aegish/landlock"
)

// A sandboxAnswer is what `check --sandbox --json` prints: what the kernel
// would be told for a session that began here. Its shape is stable.
type sandboxAnswer struct {
	Enabled       bool                 `json:"enabled"`
	ABI           int                  `json:"abi"`
	MinABI        int                  `json:"min_abi"`
	Rules         int                  `json:"rules"`
	Read          []string             `json:"read"`
	Write         []string             `json:"write"`
	Execute       []string             `json:"execute"`
	Denied        []string             `json:"denied"` // shells, by one of their names each
	NoexecWrite   bool                 `json:"noexec_write"`
	Noexec        []string             `json:"noexec"` // what is mounted so for each command
	SignalScope   bool                 `json:"signal_scope"`
	AbstractScope bool                 `json:"abstract_scope"`
	ConnectTCP    any                  `json:"connect_tcp"` // "any" or a list of ports
	BindTCP       any                  `json:"bind_tcp"`
	Network       config.NetworkMode   `json:"network"`
	Unix          config.Door          `json:"unix"`
	Seccomp       config.SeccompFilter `json:"seccomp"`
	Missing       []string             `json:"missing"`   // asked for, and not given by this kernel
	Lacks         []string             `json:"lacks"`     // what a newer kernel could give
	Uncovered     []string             `json:"uncovered"` // what no Landlock ruleset controls
}

// checkSandbox prints the effective sandbox; it starts nothing.
func (p Process) checkSandbox(o *options) (int, error) {
	s, err := p.loadHere(o)
	if err != nil {
		return 0, err
	}
	a, err := s.sandbox()
	if s.config().Engine == config.EngineInterp {
		a, err = p.ownSandbox(s.config())
	}
	if err != nil {
		return 0, err
	}
	if o.json {
		return 0, writeJSON(p.Stdout, a)
	}
	_, err = io.WriteString(p.Stdout, a.text())
	return 0, err
}

// sandbox collects what the kernel would be told.
func (s *setup) sandbox() (sandboxAnswer, error) {
	cfg := s.config()
	a := sandboxAnswer{
		Enabled: cfg.Landlock.Enabled, MinABI: cfg.Landlock.MinABI, Read: []string{}, Write: []string{}, Execute: []string{}, Denied: []string{},
		NoexecWrite: cfg.Landlock.NoexecWrite, Noexec: []string{},
		SignalScope: cfg.Landlock.SignalScope, AbstractScope: cfg.Landlock.AbstractScope,
		ConnectTCP: ports(cfg.Landlock.ConnectTCP), BindTCP: ports(cfg.Landlock.BindTCP),
		Network: cfg.Network.Mode, Unix: cfg.Network.Unix, Seccomp: cfg.Seccomp.Filter,
		Missing: []string{}, Lacks: []string{}, Uncovered: landlock.Uncovered(),
	}
	var err error
	if a.ABI, err = landlock.ABI(); err != nil {
		a.ABI = 0
	}
	a.Lacks = append(a.Lacks, landlock.Lacks(a.ABI)...)
	if !a.Enabled {
		return a, nil
	}
	policy, err := s.sandboxPolicy()
	if err != nil {
		return a, err
	}
	a.Read, a.Write, a.Execute = append(a.Read, policy.Read...), append(a.Write, policy.Write...), append(a.Execute, policy.Execute...)
	a.Denied = append(a.Denied, policy.Deny...)
	noexec, err := s.noexec(policy.Write)
	if err != nil {
		return a, err
	}
	if noexec != nil {
		a.Noexec = append(a.Noexec, noexec.Trees...)
	}
	ruleset, err := landlock.Compile(policy)
	if err != nil {
		return a, sandboxHelp(err)
	}
	defer ruleset.Close()
	a.Rules, a.Missing = ruleset.Report().Rules, append(a.Missing, ruleset.Report().Missing...)
	return a, nil
}

// ownSandbox collects what a process of the engine interp tells the kernel of
// itself: no program or process, and no signal to another one.
func (p Process) ownSandbox(cfg *config.Config) (sandboxAnswer, error) {
	filter := interpFilter(cfg)
	a := sandboxAnswer{
		Enabled: cfg.Landlock.Enabled, MinABI: cfg.Landlock.MinABI, Read: []string{}, Write: []string{}, Execute: []string{}, Denied: []string{}, Noexec: []string{},
		SignalScope: true, ConnectTCP: []uint16{}, BindTCP: []uint16{}, Network: config.NetworkOff, Unix: config.DoorOpen, Seccomp: "interp",
		Missing: []string{}, Lacks: []string{}, Uncovered: landlock.Uncovered(),
	}
	if filter.NoUnix {
		a.Unix = config.DoorOff
	}
	var err error
	if a.ABI, err = landlock.ABI(); err != nil {
		a.ABI = 0
	}
	a.Lacks = append(a.Lacks, landlock.Lacks(a.ABI)...)
	policy, err := p.interpSandbox(cfg)
	if a.Enabled = policy != nil; err != nil || policy == nil {
		return a, err
	}
	if a.Read, a.Write, a.AbstractScope = append(a.Read, policy.Read...), append(a.Write, policy.Write...), policy.AbstractScope; len(cfg.Interp.Allow) > 0 {
		a.Network, a.ConnectTCP = config.NetworkPorts, policy.ConnectTCP.List
	}
	ruleset, err := landlock.Compile(*policy)
	if err != nil {
		return a, sandboxHelp(err)
	}
	defer ruleset.Close()
	a.Rules, a.Missing = ruleset.Report().Rules, append(a.Missing, ruleset.Report().Missing...)
	return a, nil
}

// ports is a set of ports as the configuration writes it.
func ports(p config.Ports) any {
	if p.Any {
		return "any"
	}
	return append([]uint16{}, p.List...)
}

// text lays the sandbox out for people: one line for each entry.
func (a sandboxAnswer) text() string {
	var b strings.Builder
	row := func(title, text string) { fmt.Fprintf(&b, "%-10s  %s\n", title, safetext.Line(text)) }
	rows := func(title string, list []string) {
		if len(list) == 0 {
			row(title, "nothing")
		}
		for i, entry := range list {
			if i > 0 {
				title = ""
			}
			row(title, entry)
		}
	}
	if a.Enabled {
		row("landlock", fmt.Sprintf("ABI %d (at least %d), %d rules", a.ABI, a.MinABI, a.Rules))
		rows("read", a.Read)
		rows("write", a.Write)
		rows("execute", a.Execute)
		if len(a.Denied) > 0 {
			rows("no shell", a.Denied)
		}
		if a.NoexecWrite {
			rows("no exec", a.noexecText())
		}
		row("signals", within(a.SignalScope))
		row("abstract", within(a.AbstractScope))
	} else {
		row("landlock", "off")
	}
	row("network", fmt.Sprintf("%s; connect %s, bind %s; unix sockets %s", a.Network, portText(a.ConnectTCP), portText(a.BindTCP), a.Unix))
	row("seccomp", string(a.Seccomp))
	if len(a.Missing) > 0 {
		rows("missing", a.Missing)
	}
	rows("lacks", a.Lacks)
	rows("uncovered", a.Uncovered)
	return b.String()
}

// noexecText lists the mounts of commands.
func (a sandboxAnswer) noexecText() []string {
	if len(a.Noexec) == 0 {
		return []string{"what may be written is mounted noexec already"}
	}
	return a.Noexec
}

// within says how far signals or abstract sockets reach.
func within(scoped bool) string {
	if scoped {
		return "within the command"
	}
	return "to everything of the user's"
}

func portText(v any) string {
	list, ok := v.([]uint16)
	if !ok {
		return "any"
	}
	if len(list) == 0 {
		return "none"
	}
	texts := make([]string, 0, len(list))
	for _, port := range slices.Sorted(slices.Values(list)) {
		texts = append(texts, strconv.Itoa(int(port)))
	}
	return strings.Join(texts, " ")
}
