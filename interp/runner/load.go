package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// errForeign is the cause of what Load refuses.
var errForeign = errors.New("not a state of this shell")

func foreign(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errForeign}, args...)...)
}

// Load brings a shell that has not run yet into the state that Save has
// described. What Save would not write is an error, and the shell is not to be
// used then.
func (e *Engine) Load(description []byte) error {
	var s saved
	d := json.NewDecoder(bytes.NewReader(description))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return foreign("%v", err)
	}
	if d.More() {
		return foreign("octets behind its end")
	}
	sh, st := e.main, e.main.st
	for _, set := range []func(*state.Shell, *saved) error{loadVariables, loadOptions, loadTraps, loadPlaces, loadTables} {
		if err := set(st, &s); err != nil {
			return err
		}
	}
	for _, fn := range s.Functions {
		f, err := sh.function(fn)
		if err != nil {
			return err
		}
		st.DefineFunction(string(fn.Name), f)
	}
	st.SetParams(plain(s.Params))
	st.Status, st.LastArg = s.Status&0xff, string(s.LastArg)
	st.Getopts, st.Random = s.Getopts, s.Random
	st.Started = e.cfg.Now().Add(-s.Elapsed)
	if v, ok := st.Vars.Get("PATH").Value(); ok {
		sh.hashPath = v
	}
	if e.cfg.Interactive {
		st.Opts.Set(state.ExpandAliases, true)
	}
	sh.localeChanged()
	sh.trapsChanged()
	return nil
}

// function reads the text of a function. It has to be that function and
// nothing else.
func (sh *shell) function(fn savedFunction) (*state.Function, error) {
	cfg := sh.parseConfig(sh.st.Name)
	cfg.Aliases = nil // they were expanded when it was defined
	cfg.ExtGlob = func() bool { return true }
	f, err := syntax.Parse(string(fn.Text)+"\n", cfg)
	if err == nil && len(f.Stmts) == 1 && fn.Attr&^allAttrs == 0 {
		if d, ok := f.Stmts[0].Cmd.(*syntax.FuncDecl); ok && d.Name == string(fn.Name) {
			return &state.Function{Decl: d, Source: string(fn.Source), Attr: fn.Attr}, nil
		}
	}
	return nil, foreign("function %q", string(fn.Name))
}

func loadVariables(st *state.Shell, s *saved) error {
	kept := map[string]bool{}
	for _, name := range ofThisShell {
		kept[name] = true
	}
	for _, v := range s.Vars {
		if kept[v.Name] || !expand.ValidName(v.Name) || v.Attr&^allAttrs != 0 {
			return foreign("variable %q", v.Name)
		}
		kept[v.Name] = true
		if v.Dynamic {
			if old := st.Vars.Get(v.Name); old != nil && old.Dynamic != nil {
				st.Vars.SetAttr(v.Name, v.Attr, allAttrs)
			}
			continue
		}
		value, err := v.variable()
		if err != nil {
			return err
		}
		st.Vars.Define(v.Name, value)
	}
	for _, name := range st.Vars.Names() {
		if !kept[name] {
			st.Vars.Define(name, nil)
		}
	}
	return nil
}

func (v *savedVariable) variable() (*state.Variable, error) {
	out := &state.Variable{Attr: v.Attr, Kind: v.Kind, Set: v.Set, Str: string(v.Str)}
	wrong := foreign("variable %q", v.Name)
	switch v.Kind {
	case state.Scalar:
		if v.Indices != nil || v.Keys != nil || v.Values != nil {
			return nil, wrong
		}
	case state.Indexed:
		if v.Str != "" || v.Keys != nil || len(v.Indices) != len(v.Values) {
			return nil, wrong
		}
		out.List = state.NewList()
		for i, at := range v.Indices {
			if at < 0 || i > 0 && at <= v.Indices[i-1] {
				return nil, wrong
			}
			out.List.Set(at, string(v.Values[i]))
		}
	case state.Assoc:
		if v.Str != "" || v.Indices != nil || len(v.Keys) != len(v.Values) {
			return nil, wrong
		}
		out.Map = state.NewMap()
		for i, key := range slices.Backward(v.Keys) { // the last one made is shown first
			out.Map.Set(string(key), string(v.Values[i]))
		}
	default:
		return nil, wrong
	}
	return out, nil
}

func loadOptions(st *state.Shell, s *saved) error {
	for _, o := range slices.Concat(state.SetOptions(), state.ShoptOptions()) {
		st.Opts.Set(o, false)
	}
	for _, set := range []struct {
		names []string
		find  func(string) (state.Option, bool)
	}{{s.Options, state.SetOption}, {s.Shopts, state.ShoptOption}} {
		for _, name := range set.names {
			o, ok := set.find(name)
			if !ok {
				return foreign("option %q", name)
			}
			st.Opts.Set(o, true)
		}
	}
	st.Opts.Set(state.Restricted, s.Restricted)
	return nil
}

func loadTraps(st *state.Shell, s *saved) error {
	for _, condition := range slices.Sorted(maps.Keys(s.Traps)) {
		switch {
		case condition == "EXIT", condition == "ERR", condition == "DEBUG", condition == "RETURN":
		case strings.HasPrefix(condition, "SIG") && len(condition) < 16 && strings.Trim(condition, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-") == "":
		default:
			return foreign("trap %q", condition)
		}
		st.SetTrap(condition, string(s.Traps[condition]))
	}
	return nil
}

func loadPlaces(st *state.Shell, s *saved) error {
	for _, dir := range append([]octets{s.Dir}, s.Stack...) {
		if !path.IsAbs(string(dir)) || strings.IndexByte(string(dir), 0) >= 0 {
			return foreign("directory %q", string(dir))
		}
	}
	if s.Umask > 0o777 {
		return foreign("umask %o", s.Umask)
	}
	st.Dir, st.Stack, st.Umask = string(s.Dir), plain(s.Stack), fs.FileMode(s.Umask)
	return nil
}

func loadTables(st *state.Shell, s *saved) error {
	for _, a := range s.Aliases {
		text := string(a[1])
		st.Aliases.Set(string(a[0]), &text)
	}
	for _, h := range s.Hashed {
		st.Hashed.Set(string(h.Name), &state.Hashed{Path: string(h.Path), Hits: h.Hits})
	}
	for _, name := range s.Disabled {
		if st.Disabled == nil {
			st.Disabled = map[string]bool{}
		}
		st.Disabled[name] = true
	}
	for _, c := range s.Completions {
		st.Completions.Set(string(c.Name), &state.Completion{
			Actions: c.Actions, Options: c.Options, Glob: string(c.Glob), Words: string(c.Words), Prefix: string(c.Prefix),
			Suffix: string(c.Suffix), Filter: string(c.Filter), Func: string(c.Func), Command: string(c.Cmd), Given: string(c.Given),
		})
	}
	return nil
}
