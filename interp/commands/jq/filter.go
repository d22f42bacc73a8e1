package jq

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/metrics"
	"slices"
	"strings"
	"time"
)

// A Host is what a filter can see besides its input. Next, File, Line and
// Message are needed.
type Host struct {
	// Next returns the next input, io.EOF behind the last.
	Next func() (Value, error)
	// File and Line are where the current input ends.
	File func() Value
	Line func() int
	// Message takes what debug and stderr write.
	Message func(text string)
	// Shown is how debug writes, on one line.
	Shown Format
	// Now is the clock, Zone that of localtime.
	Now  func() time.Time
	Zone *time.Location
	// Env has the environment as NAME=VALUE.
	Env []string
	// Module returns the text of a module or data file that path names, and its
	// full name.
	Module func(path string, data bool) (name, text string, err error)
	// Search are the directories of modules.
	Search []string
	// Variable is what env(NAME) and strenv(NAME), which is raw, mean in the
	// filters of yq; nil where they mean nothing.
	Variable func(name string, raw bool) (Value, error)
	// Held bounds the memory of a run, in bytes.
	Held int64

	env     *Object
	library *library
}

// environment makes an object of the environment when it is first asked for.
func (h *Host) environment() *Object {
	if h.env == nil {
		h.env = NewObject()
		for _, v := range h.Env {
			name, value, _ := strings.Cut(v, "=")
			h.env.Put(name, value)
		}
	}
	return h.env
}

// names lists all functions as name/arity.
func (h *Host) names() Value {
	all := map[string]bool{"null/0": false, "true/0": false, "false/0": false}
	for name := range h.library.natives {
		all[name] = true
	}
	for name := range definitions() {
		all[name] = true
	}
	items := []Value{}
	for name, use := range all {
		if use && !strings.HasPrefix(name, "__") {
			items = append(items, name)
		}
	}
	slices.SortFunc(items, Compare)
	return NewArray(items...)
}

// A Variable is one that a filter sees from the outside.
type Variable struct {
	Name  string
	Value Value
}

// A Filter is compiled. It is for one goroutine.
type Filter struct {
	main *node
	host Host
	// expressions are those that were compiled in earlier runs.
	expressions map[string]*expression
}

// mostText bounds the text of a filter, in bytes.
const mostText = 1 << 20

// Compile reads a filter. The error is a *CompileError.
func Compile(text string, variables []Variable, host Host) (*Filter, error) {
	if len(text) > mostText {
		return nil, &CompileError{[]string{"error: the filter is too long"}}
	}
	if strings.TrimSpace(text) == "" {
		text = "."
	}
	prog, err := parse("<top-level>", text, false)
	if err != nil {
		return nil, err
	}
	host.library = newLibrary()
	var s *scope
	for _, v := range variables {
		s = &scope{up: s, kind: scopeConstant, name: v.Name, value: v.Value}
	}
	l := &loader{host: &host}
	if s, err = l.imports(prog, s); err != nil {
		return nil, err
	}
	r := &resolver{file: prog.file, text: prog.text, library: host.library, named: host.Variable}
	for _, f := range prog.defs {
		s = r.define(f, s, 0)
	}
	main := prog.main
	r.resolve(main, s, 0)
	if len(r.wrong) > 0 {
		return nil, &CompileError{r.wrong}
	}
	return &Filter{main, host, map[string]*expression{}}, nil
}

// Run hands the outputs for one input to use. Errors of the filter are *Error
// and *Halt; ErrDepth and ErrMemory are those of its limits. What use returns
// ends the run and is returned.
func (f *Filter) Run(ctx context.Context, v Value, use func(Value) error) error {
	r := &run{ctx: ctx, host: &f.host, expressions: f.expressions, memory: meter{held: f.host.Held}}
	err := r.eval(f.main, nil, input{v: v}, func(v input) error { return use(v.v) })
	var b *broken
	if errors.As(err, &b) {
		return &Error{"break"}
	}
	return err
}

// A meter bounds what a run holds. What is allocated is added up; when that is
// much, the heap of the process is looked at: it must not have grown by more
// than may be held. So garbage costs nothing, and a filter that allocated little
// is not blamed for the others in the process.
type meter struct {
	held           int64
	spent, checked int64
	base           uint64
	based          bool
}

// most is how much may be held.
func (m *meter) most() int64 {
	if m.held <= 0 {
		return 1 << 30
	}
	return m.held
}

// largest is how much one piece may take. What has been allocated shows only
// afterwards, and a piece that grows is there twice.
func (m *meter) largest() int { return int(min(m.most()/4, math.MaxInt)) }

// add counts n bytes.
func (m *meter) add(n int) error {
	if n > m.largest() {
		return ErrMemory
	}
	if m.spent += int64(n); m.spent-m.checked < m.most()/16 {
		return nil
	}
	return m.look(true)
}

// look checks the heap: when much was added, or when so much was that what is
// kept could be too much. The first look says what there was before.
func (m *meter) look(much bool) error {
	if !much && m.spent < m.most() {
		return nil
	}
	m.checked = m.spent
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	now := heap[0].Value.Uint64()
	if !m.based {
		m.base, m.based = now, true
	}
	m.base = min(m.base, now)
	if m.spent > m.most() && now > m.base && now-m.base > uint64(m.most()) {
		return ErrMemory
	}
	return nil
}

// A loader finds modules.
type loader struct {
	host  *Host
	depth int
}

// Limits of modules.
const (
	mostModules = 100
	moduleDepth = 16
)

// imports puts what a program imports into scope.
func (l *loader) imports(prog *program, s *scope) (*scope, error) {
	for _, i := range prog.imports {
		if l.depth++; l.depth > mostModules {
			return nil, &CompileError{[]string{"error: too many modules"}}
		}
		name, text, err := l.host.Module(i.path, i.data)
		if err != nil {
			return nil, &CompileError{[]string{fmt.Sprintf("error: %v\n", err)}}
		}
		if i.data {
			v, err := l.data(name, text)
			if err != nil {
				return nil, err
			}
			s = &scope{up: s, kind: scopeConstant, name: i.name, value: v}
			s = &scope{up: s, kind: scopeConstant, name: i.name + "::" + i.name, value: v}
			continue
		}
		prefix := i.name + "::"
		if i.include {
			prefix = ""
		}
		if s, err = l.module(name, text, prefix, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// data reads a file of values as an array.
func (l *loader) data(name, text string) (Value, error) {
	d := NewDecoder(strings.NewReader(text), DecoderOptions{Held: l.host.Held})
	items := []Value{}
	for {
		v, err := d.Next()
		if err != nil {
			var syntax *SyntaxError
			if errors.As(err, &syntax) || errors.Is(err, ErrLong) {
				return nil, &CompileError{[]string{fmt.Sprintf("error: error loading data file %s: %v\n", name, err)}}
			}
			return NewArray(items...), nil
		}
		items = append(items, v)
	}
}

// module puts the functions of a module into scope under a prefix.
func (l *loader) module(name, text, prefix string, s *scope) (*scope, error) {
	if len(text) > mostText {
		return nil, &CompileError{[]string{"error: the module is too long"}}
	}
	prog, err := parse(name, text, true)
	if err != nil {
		return nil, err
	}
	inner, err := l.imports(prog, nil)
	if err != nil {
		return nil, err
	}
	r := &resolver{file: name, text: text, library: l.host.library}
	for _, f := range prog.defs {
		inner = r.define(f, inner, 0)
		s = &scope{up: s, kind: scopeFunction, name: prefix + f.name, arity: len(f.params), function: f}
	}
	if len(r.wrong) > 0 {
		return nil, &CompileError{r.wrong}
	}
	return s, nil
}
