package runner

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// saved is what Save writes of a shell: JSON, the text in base64 because it
// need not be UTF-8.
type saved struct {
	Vars        []savedVariable
	Functions   []savedFunction
	Options     []string // those that are on, by name
	Shopts      []string
	Restricted  bool        `json:",omitempty"`
	Aliases     [][2]octets // sorted by name, as all lists
	Traps       map[string]octets
	Dir         octets
	Stack       []octets
	Umask       uint32
	Hashed      []savedHash
	Disabled    []string
	Completions []savedCompletion
	Params      []octets
	Status      int
	LastArg     octets
	Getopts     state.Getopts
	Elapsed     time.Duration // SECONDS
	Random      state.Random
}

type savedVariable struct {
	Name    string
	Attr    state.Attr
	Kind    state.Kind `json:",omitempty"`
	Set     bool
	Dynamic bool     `json:",omitempty"`
	Str     octets   `json:",omitempty"`
	Indices []int64  `json:",omitempty"`
	Keys    []octets `json:",omitempty"` // in the order in which they are shown
	Values  []octets `json:",omitempty"`
}

type savedFunction struct {
	Name, Text, Source octets
	Attr               state.Attr
}

type savedHash struct {
	Name, Path octets
	Hits       int
}

type savedCompletion struct {
	Name                                                  octets
	Actions, Options                                      []string
	Glob, Words, Prefix, Suffix, Filter, Func, Cmd, Given octets
}

// octets are a string that need not be UTF-8.
type octets string

// MarshalText implements encoding.TextMarshaler.
func (t octets) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, []byte(t)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *octets) UnmarshalText(b []byte) error {
	decoded, err := base64.StdEncoding.AppendDecode(nil, b)
	*t = octets(decoded)
	return err
}

func octetList(list []string) []octets {
	out := make([]octets, len(list))
	for i, s := range list {
		out[i] = octets(s)
	}
	return out
}

func plain(list []octets) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

// ofThisShell are variables that say which shell and whose it is: a state that
// is loaded does not bring them.
var ofThisShell = []string{
	"BASH", "BASH_EXECUTION_STRING", "BASH_VERSINFO", "BASH_VERSION", "EUID", "HOSTTYPE", "MACHTYPE", "OSTYPE", "PPID", "UID",
}

// allAttrs are the attributes that a variable or function may have.
const allAttrs = state.Export | state.ReadOnly | state.Integer | state.Lower | state.Upper | state.Capitalize |
	state.NameRef | state.Trace | state.NoUnset | state.NoAssign

// Save describes the first shell between two Runs: its variables, functions,
// options, aliases, traps, directories, umask, remembered commands, completions
// and positional parameters. Open files, jobs and the history are not in it.
// The error names a function that can not be written down, or tells of more than most
// bytes, before these are made.
func (e *Engine) Save(most int) ([]byte, error) {
	st := e.main.st
	s := saved{
		Traps: map[string]octets{}, Dir: octets(st.Dir), Stack: octetList(st.Stack), Umask: uint32(st.Umask),
		Params: octetList(st.Params), Status: st.Status,
		LastArg: octets(st.LastArg), Getopts: st.Getopts, Elapsed: e.cfg.Now().Sub(st.Started), Random: st.Random,
	}
	for _, name := range st.Vars.Names() {
		if !slices.Contains(ofThisShell, name) {
			s.Vars = append(s.Vars, saveVariable(name, st.Vars.Get(name)))
		}
	}
	for _, name := range st.Functions() {
		f := st.Function(name)
		fn := savedFunction{octets(name), octets(syntax.Print(f.Decl, false)), octets(f.Source), f.Attr}
		if _, err := e.main.function(fn); err != nil {
			return nil, err
		}
		s.Functions = append(s.Functions, fn)
	}
	for _, o := range state.SetOptions() {
		if st.Opts.On(o) {
			s.Options = append(s.Options, o.String())
		}
	}
	s.Restricted = st.Opts.On(state.Restricted)
	for _, o := range state.ShoptOptions() {
		if st.Opts.On(o) {
			s.Shopts = append(s.Shopts, o.String())
		}
	}
	for _, name := range st.Aliases.Names() {
		s.Aliases = append(s.Aliases, [2]octets{octets(name), octets(*st.Aliases.Get(name))})
	}
	for condition, action := range st.Traps.Listed() {
		s.Traps[condition] = octets(action)
	}
	for _, name := range st.Hashed.Names() {
		h := st.Hashed.Get(name)
		s.Hashed = append(s.Hashed, savedHash{octets(name), octets(h.Path), h.Hits})
	}
	for name, off := range st.Disabled {
		if off {
			s.Disabled = append(s.Disabled, name)
		}
	}
	slices.Sort(s.Disabled)
	for _, name := range st.Completions.Names() {
		c := st.Completions.Get(name)
		s.Completions = append(s.Completions, savedCompletion{octets(name), c.Actions, c.Options, octets(c.Glob), octets(c.Words),
			octets(c.Prefix), octets(c.Suffix), octets(c.Filter), octets(c.Func), octets(c.Command), octets(c.Given)})
	}
	return s.encode(most)
}

// encode writes it down, unless that takes more than most bytes.
func (s *saved) encode(most int) ([]byte, error) {
	tooMuch := func(n int) error { return fmt.Errorf("the session has %d bytes, the limit is %d", n, most) }
	if n := s.size(); n > most {
		return nil, tooMuch(n)
	}
	text, err := json.Marshal(s)
	if err == nil && len(text) > most {
		return nil, tooMuch(len(text))
	}
	return text, err
}

// size is about how many bytes the values make, and never more than they do.
func (s *saved) size() int {
	n := size(s.Params...) + size(s.Stack...)
	for i := range s.Vars {
		v := &s.Vars[i]
		n += size(v.Str) + size(v.Keys...) + size(v.Values...) + 2*len(v.Indices)
	}
	for i := range s.Functions {
		n += size(s.Functions[i].Text)
	}
	for i := range s.Aliases {
		n += size(s.Aliases[i][:]...)
	}
	for _, action := range s.Traps {
		n += size(action)
	}
	for i := range s.Hashed {
		n += size(s.Hashed[i].Name, s.Hashed[i].Path)
	}
	for i := range s.Completions {
		c := &s.Completions[i]
		n += size(c.Name, c.Glob, c.Words, c.Prefix, c.Suffix, c.Filter, c.Func, c.Cmd, c.Given)
	}
	return n
}

// size is how many bytes strings make, without what stands around them.
func size(list ...octets) int {
	n := 0
	for _, t := range list {
		n += base64.StdEncoding.EncodedLen(len(t))
	}
	return n
}

func saveVariable(name string, v *state.Variable) savedVariable {
	s := savedVariable{Name: name, Attr: v.Attr, Kind: v.Kind, Set: v.Set}
	switch {
	case v.Dynamic != nil:
		return savedVariable{Name: name, Attr: v.Attr, Dynamic: true}
	case v.Kind == state.Indexed:
		s.Indices, s.Values = v.List.Indices(), octetList(v.List.Values())
	case v.Kind == state.Assoc:
		s.Keys, s.Values = octetList(v.Map.Keys()), octetList(v.Map.Values())
	default:
		s.Str = octets(v.Str)
	}
	return s
}
