package bc

import (
	"errors"
)

// scope is the frame that has a name.
func (m *machine) scope(name string, array bool) *frame {
	for i := len(m.frames) - 1; i >= 0; i-- {
		f := m.frames[i]
		if _, ok := f.vars[name]; ok && !array {
			return f
		}
		if _, ok := f.arrays[name]; ok && array {
			return f
		}
	}
	return m.global
}

// index evaluates a subscript.
func (m *machine) index(n *node) (int64, error) {
	v, err := m.eval(n.kids[0])
	if err != nil {
		return 0, err
	}
	i, ok := v.integer()
	if !ok || i < 0 || i > 16777215 {
		return 0, runError("Array " + n.text + " subscript out of bounds.")
	}
	return i, nil
}

func (m *machine) load(n *node) (num, error) {
	v, found := zero, true
	switch n.op {
	case "var":
		v, found = m.scope(n.text, false).vars[n.text]
	case "elem":
		i, err := m.index(n)
		if err != nil {
			return zero, err
		}
		v, found = m.scope(n.text, true).arrays[n.text][i]
	case "scale":
		v = fromInt(int64(m.scale))
	case "ibase":
		v = fromInt(int64(m.ibase))
	case "obase":
		v = fromInt(int64(m.obase))
	case "last":
		v = m.last
	}
	if !found {
		return zero, nil
	}
	return v, nil
}

// assign evaluates =, +=, ++ and their like.
func (m *machine) assign(n *node) (num, error) {
	to := n.kids[0]
	var old, v num
	var err error
	if n.op != "assign" || n.text != "" {
		if old, err = m.load(to); err != nil {
			return zero, err
		}
	}
	v = one
	if n.op == "assign" {
		if v, err = m.eval(n.kids[1]); err != nil {
			return zero, err
		}
	}
	if n.text != "" {
		if v, err = m.binary(n.text, old, v); err != nil {
			return zero, err
		}
	}
	if err := m.store(to, v); err != nil {
		return zero, err
	}
	if n.op == "post" {
		return old, nil
	}
	return v, nil
}

func (m *machine) store(n *node, v num) error {
	i, ok := v.integer()
	switch n.op {
	case "var":
		m.scope(n.text, false).vars[n.text] = v
	case "elem":
		at, err := m.index(n)
		if err != nil {
			return err
		}
		f := m.scope(n.text, true)
		if f.arrays[n.text] == nil {
			f.arrays[n.text] = map[int64]num{}
		}
		if _, had := f.arrays[n.text][at]; !had {
			if m.elements++; m.elements > maxElements {
				return runError("too many elements of arrays")
			}
		}
		f.arrays[n.text][at] = v
	case "last":
		m.last = v
	case "scale":
		if v.sign() < 0 {
			m.warn("negative scale, set to 0")
			i, ok = 0, true
		}
		if !ok || i > maxDigits {
			return runError("scale out of range")
		}
		m.scale = int(i)
	case "ibase":
		if i < 2 {
			m.warn("ibase too small, set to 2")
		} else if i > 16 {
			m.warn("ibase too large, set to 16")
		}
		m.ibase = int(min(max(i, 2), 16))
	case "obase":
		if !ok || i < 2 {
			m.warn("obase too small, set to 2")
			i = 2
		}
		m.obase = int(min(i, 1<<30))
	}
	return nil
}

// call calls a function. Arguments are passed by value, arrays too.
func (m *machine) call(n *node) (num, error) {
	fn := m.functions[n.text]
	if fn == nil {
		if m.math && len(n.kids) == 1 {
			if v, ok, err := m.library(n); ok || err != nil {
				return v, err
			}
		}
		return zero, runError("Function " + n.text + " not defined.")
	}
	if len(n.kids) != len(fn.params) {
		return zero, runError("Parameter number mismatch")
	}
	if len(m.frames) >= maxCalls {
		return zero, runError("too many nested calls")
	}
	f := newFrame()
	for _, v := range fn.autos {
		f.declare(v)
	}
	for i, p := range fn.params {
		if err := m.pass(f, p, n.kids[i]); err != nil {
			return zero, err
		}
	}
	m.frames = append(m.frames, f)
	depth := len(m.frames)
	m.result = zero
	err := m.exec(fn.body)
	if len(m.frames) >= depth {
		m.frames = m.frames[:depth-1]
	}
	if errors.Is(err, errBack) {
		return m.result, nil
	}
	return zero, err
}

func (f *frame) declare(name string) {
	if n := len(name) - 2; n > 0 && name[n:] == "[]" {
		f.arrays[name[:n]] = map[int64]num{}
	} else {
		f.vars[name] = zero
	}
}

func (m *machine) pass(f *frame, param string, arg *node) error {
	f.declare(param)
	n := len(param) - 2
	if n <= 0 || param[n:] != "[]" {
		v, err := m.eval(arg)
		f.vars[param] = v
		return err
	}
	if arg.op != "array" {
		return runError("Parameter type mismatch")
	}
	for i, v := range m.scope(arg.text, true).arrays[arg.text] {
		if m.steps++; m.steps > maxSteps {
			return runError("too many steps")
		}
		f.arrays[param[:n]][i] = v
	}
	return nil
}
