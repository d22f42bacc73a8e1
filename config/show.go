package config

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A setting is one effective value under its TOML key.
type setting struct {
	Key   string
	Value any // string, bool, int, *uint64, []string, map[string]string, []ruleView or []uint16
}

// ruleView is a rule as `config show --json` prints it.
type ruleView struct {
	ID       string     `json:"id"`
	Commands []string   `json:"commands,omitempty"`
	Match    []string   `json:"match"`
	Operands *[]string  `json:"operands,omitempty"` // an empty list is none
	Words    []string   `json:"words,omitempty"`
	Flags    []string   `json:"flags,omitempty"`
	Lacks    []string   `json:"lacks,omitempty"`
	Values   []string   `json:"values,omitempty"`
	Leading  bool       `json:"leading,omitempty"`
	Piped    bool       `json:"piped,omitempty"`
	Paths    []string   `json:"paths,omitempty"`
	Access   PathAccess `json:"access,omitempty"`
	Literal  bool       `json:"literal,omitempty"`
	Assign   []string   `json:"assign,omitempty"`
	Opaque   bool       `json:"opaque,omitempty"`
	Action   Action     `json:"action"`
	Reason   string     `json:"reason"`
}

func viewOf(r Rule) ruleView {
	v := ruleView{ID: r.ID, Commands: r.Commands, Match: r.Match, Words: r.Words, Flags: r.Flags, Lacks: r.Lacks, Values: r.Values,
		Leading: r.Leading, Piped: r.Piped, Paths: r.Paths, Literal: r.Literal, Assign: r.Assign, Opaque: r.Opaque, Action: r.Action, Reason: r.Reason}
	if r.Operands != nil {
		v.Operands = &r.Operands
	}
	if r.Paths != nil {
		v.Access = r.Access
	}
	if v.Match == nil {
		v.Match = []string{}
	}
	return v
}

// text writes a rule on one line: the action, then its conditions.
func (v ruleView) text() string {
	parts := []string{string(v.Action)}
	if len(v.Match) > 0 {
		parts = append(parts, textOf(v.Match))
	}
	var operands []string
	if v.Operands != nil {
		operands = *v.Operands
	}
	for _, c := range []struct {
		name string
		list []string
	}{{"commands", v.Commands}, {"operands", operands}, {"words", v.Words}, {"flags", v.Flags}, {"lacks", v.Lacks}, {"paths", v.Paths}, {"assign", v.Assign}} {
		if c.list != nil {
			parts = append(parts, c.name+" "+textOf(c.list))
		}
	}
	if v.Access == AccessRead || v.Access == AccessWrite {
		parts = append(parts, string(v.Access))
	}
	if v.Opaque {
		parts = append(parts, "opaque")
	}
	for _, c := range []struct {
		name string
		is   bool
	}{{"leading", v.Leading}, {"piped", v.Piped}, {"literal", v.Literal}} {
		if c.is {
			parts = append(parts, c.name)
		}
	}
	if v.Reason != "" {
		parts = append(parts, textOf(v.Reason))
	}
	return strings.Join(parts, " ")
}

// settings lists the effective values in the order of the manual.
func (c Config) settings() []setting {
	rules := make([]ruleView, len(c.Policy.Rules))
	for i, r := range c.Policy.Rules {
		rules[i] = viewOf(r)
	}
	return slices.Concat([]setting{
		{"profile", c.Profile},
		{"engine", c.Engine},
		{"dropper", c.Dropper},
		{"allow_user_config", c.AllowUserConfig},
		{"tools.run.bash_ast_mode", string(c.Run.BashASTMode)},
		{"tools.run.bash_ast_subset", string(c.Run.BashASTSubset)},
		{"tools.run.expansions", string(c.Run.Expansions)},
		{"tools.run.shell", c.Run.Shell},
		{"tools.run.timeout", DurationText(c.Run.Timeout)},
		{"tools.run.max_output_bytes", c.Run.MaxOutputBytes},
		{"tools.run.deny_patterns", c.Run.DenyPatterns},
		{"tools.run.background", string(c.Run.Background)},
		{"tools.run.confirm", c.Run.Confirm.view()},
		{"policy.mode", string(c.Policy.Mode)},
		{"policy.default", string(c.Policy.Default)},
		{"policy.unparsed", string(c.Policy.Unparsed)},
		{"policy.packs", c.Policy.Packs},
		{"policy.rules", rules},
		{"landlock.enabled", c.Landlock.Enabled},
		{"landlock.min_abi", c.Landlock.MinABI},
		{"landlock.best_effort", c.Landlock.BestEffort},
		{"landlock.read", c.Landlock.Read},
		{"landlock.write", c.Landlock.Write},
		{"landlock.execute", c.Landlock.Execute},
		{"landlock.write_execute", c.Landlock.WriteExecute},
		{"landlock.deny_shells", c.Landlock.DenyShells},
		{"landlock.noexec_write", c.Landlock.NoexecWrite},
		{"landlock.signal_scope", c.Landlock.SignalScope},
		{"landlock.abstract_scope", c.Landlock.AbstractScope},
		{"landlock.connect_tcp", c.Landlock.ConnectTCP.view()},
		{"landlock.bind_tcp", c.Landlock.BindTCP.view()},
		{"seccomp.filter", string(c.Seccomp.Filter)},
		{"seccomp.allow", c.Seccomp.Allow},
		{"network.mode", string(c.Network.Mode)},
		{"network.unix", string(c.Network.Unix)},
		{"sudo.allow", c.Sudo.Allow},
	}, c.Interp.settings(), []setting{
		{"limits.cpu", c.Limits.CPU},
		{"limits.file_size", c.Limits.FileSize},
		{"limits.open_files", c.Limits.OpenFiles},
		{"limits.processes", c.Limits.Processes},
		{"limits.address_space", c.Limits.AddressSpace},
		{"limits.core", c.Limits.Core},
		{"env.import", c.Env.Import},
		{"env.deny", c.Env.Deny},
		{"env.set", c.Env.Set},
		{"audit.sink", string(c.Audit.Sink)},
		{"audit.file", c.Audit.File},
		{"audit.required", c.Audit.Required},
		{"audit.command_text", c.Audit.CommandText},
	})
}

func (c Confirm) view() any {
	if c.Kind == ConfirmProgram {
		return c.Program
	}
	return string(c.Kind)
}

// DurationText writes a duration as the manual does: whole seconds where it
// is some.
func DurationText(d time.Duration) string {
	if d%time.Second == 0 {
		return strconv.FormatInt(int64(d/time.Second), 10) + "s"
	}
	return d.String()
}

func (p Ports) view() any {
	if p.Any {
		return "any"
	}
	return p.List
}

// maxColumn is how wide the column of values gets; longer ones push their
// origin to the right.
const maxColumn = 44

// WriteText prints the effective values as a table: key, value, origin.
func (e *Effective) WriteText(w io.Writer) error {
	var b strings.Builder
	file := printable(e.Config.File)
	if file == "" {
		file = "none, built-in values"
		if e.Config.Login {
			file = "none, built-in values of a login shell"
		}
	}
	fmt.Fprintf(&b, "configuration  %s\npolicy hash    %s\n\n", file, e.Config.Hash())
	rows := e.rows()
	keyWidth, valueWidth := 0, 0
	for _, r := range rows {
		keyWidth = max(keyWidth, len(r[0]))
		valueWidth = max(valueWidth, min(utf8.RuneCountInString(r[1]), maxColumn))
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "%-*s  %-*s  %s\n", keyWidth, r[0], valueWidth, r[1], r[2])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (e *Effective) rows() [][3]string {
	var rows [][3]string
	source := e.Source()
	for _, s := range e.spelled(e.Config.expanded()) {
		key := s.Key
		if rule, ok := s.Value.(ruleView); ok {
			key = rule.ID // what a denial names
		}
		rows = append(rows, [3]string{key, textOf(s.Value), source[s.Key]})
	}
	return rows
}

// spelled puts in what is implied for keys that have no value.
func (e *Effective) spelled(list []setting) []setting {
	for i, s := range list {
		n, number := s.Value.(*uint64)
		if value, ok := e.Implied[s.Key]; ok && (number && n == nil || s.Value == "") {
			list[i].Value = value
		}
	}
	return list
}

// expanded lists the settings with one for each rule and each constant, which
// have origins of their own.
func (c Config) expanded() []setting {
	var out []setting
	for _, s := range c.settings() {
		switch v := s.Value.(type) {
		case []ruleView:
			for i, r := range v {
				out = append(out, setting{fmt.Sprintf("%s[%d]", s.Key, i), r})
			}
			if len(v) > 0 {
				continue
			}
		case map[string]string:
			for _, name := range sortedKeys(v) {
				out = append(out, setting{joinKey(s.Key, name), v[name]})
			}
			if len(v) > 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// textOf writes a value as TOML would, escaped.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case *uint64:
		if v == nil {
			return "inherited"
		}
		return strconv.FormatUint(*v, 10)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = strconv.Quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case ruleView:
		return v.text()
	case []ruleView:
		return "[]"
	case map[string]string:
		return "{}"
	case []uint16:
		return strings.ReplaceAll(fmt.Sprint(v), " ", ", ")
	}
	return fmt.Sprint(value)
}
