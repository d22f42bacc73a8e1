package bc

import "math"

// slot is the place of the value of a variable.
func (m *machine) slot(id int) *num {
	for id >= len(m.variables) {
		m.variables = append(m.variables, []num{zero})
	}
	values := m.variables[id]
	return &values[len(values)-1]
}

// array is what the name of an array stands for now.
func (m *machine) array(id int) *array {
	for id >= len(m.arrays) {
		m.arrays = append(m.arrays, []*array{newArray()})
	}
	all := m.arrays[id]
	return all[len(all)-1]
}

func newArray() *array { return &array{map[int64]num{}} }

// variable runs an instruction about a variable or an element.
func (m *machine) variable(i *instruction) error {
	switch i.op {
	case opLoad:
		m.push(m.load(i.arg))
	case opStore:
		m.store(i.arg, m.top())
	case opAdd1:
		m.change(i.arg, one)
	case opSub1:
		m.change(i.arg, one.neg())
	case opLoadElem:
		if at, ok := m.subscript(m.pop()); ok {
			m.push(m.element(at))
		}
	case opStoreElem:
		v := m.pop()
		if at, ok := m.subscript(m.pop()); ok {
			m.push(v)
			return m.setElement(at, v)
		}
	default:
		by := one
		if i.op == opSub1Elem {
			by = one.neg()
		}
		if at, ok := m.subscript(m.pop()); ok {
			return m.setElement(at, m.element(at).add(by))
		}
	}
	return nil
}

// maxSubscript is BC_DIM_MAX of GNU bc.
const maxSubscript = 16777215

// subscript is the subscript that v is.
func (m *machine) subscript(v num) (int64, bool) {
	at, ok := v.integer()
	if !ok || at < 0 || at > maxSubscript || at == 0 && v.sign() != 0 {
		m.fail("Array " + m.parser.arrays.all[m.at.arg] + " subscript out of bounds.")
		return 0, false
	}
	return at, true
}

func (m *machine) element(at int64) num {
	if v, set := m.array(m.at.arg).elements[at]; set {
		return v
	}
	return zero
}

func (m *machine) setElement(at int64, v num) error {
	elements := m.array(m.at.arg).elements
	if _, had := elements[at]; !had {
		if m.elements++; m.elements > maxElements {
			m.fail("too many elements of arrays")
			return errLimit
		}
	}
	elements[at] = v
	return nil
}

func (m *machine) load(id int) num {
	switch id {
	case ibaseVariable:
		return fromInt(int64(m.ibase))
	case obaseVariable:
		return fromInt(int64(m.obase))
	case scaleVariable:
		return fromInt(int64(m.scale))
	case historyVariable:
		return fromInt(int64(m.history))
	case lastVariable:
		return m.last
	}
	return *m.slot(id)
}

// maxBase is the largest base of what is read, maxStandardBase that of POSIX.
const (
	maxBase         = 36
	maxStandardBase = 16
)

// store gives a variable a value, one with a meaning within its bounds.
func (m *machine) store(id int, v num) {
	if id > lastVariable {
		*m.slot(id) = v
		return
	}
	if id == lastVariable {
		m.last = v
		return
	}
	bounds := [...]struct{ least, most int }{
		ibaseVariable: {2, maxBase}, obaseVariable: {2, math.MaxInt32}, scaleVariable: {0, math.MaxInt32}, historyVariable: {-1, math.MaxInt32},
	}[id]
	if id == ibaseVariable && m.parser.standard {
		bounds.most = maxStandardBase
	}
	name := specialNames()[id]
	wide, fits := v.integer()
	n := int(wide)
	switch {
	case v.sign() < 0:
		n = bounds.least
		if id != historyVariable {
			m.warn("negative " + name + ", set to " + itoa(n))
		}
	case !fits || n > bounds.most:
		n = bounds.most
		m.warn(name + " too large, set to " + itoa(n))
	case n < bounds.least:
		n = bounds.least
		m.warn(name + " too small, set to " + itoa(n))
	case id == ibaseVariable && n > maxStandardBase && m.parser.warns:
		m.warn("ibase larger than 16 is non-standard")
	}
	switch id {
	case ibaseVariable:
		m.ibase = n
	case obaseVariable:
		m.obase = n
	case scaleVariable:
		m.scale = n
	case historyVariable:
		m.history = n
	}
}

// change adds by to a variable. Those with a meaning stay within their bounds.
func (m *machine) change(id int, by num) {
	name := ""
	least, most := 2, maxBase
	switch id {
	case ibaseVariable, obaseVariable:
		if id == obaseVariable {
			most = math.MaxInt32
		}
		name = specialNames()[id] + " too "
	case scaleVariable:
		name, least, most = "scale can not be negative", 0, math.MaxInt32
	}
	v := m.load(id)
	switch at, _ := v.integer(); {
	case name != "" && by.sign() < 0 && at <= int64(least):
		if id == scaleVariable {
			m.warn(name + " in -- ")
			return
		}
		m.warn(name + "small in --")
	case name != "" && by.sign() > 0 && at >= int64(most):
		if id == scaleVariable {
			m.warn("scale too big in ++")
			return
		}
		m.warn(name + "big in ++")
	default:
		m.store(id, v.add(by))
	}
}

// call begins a function with the arguments on the stack.
func (m *machine) call(i *instruction, c *code, pc int) (*code, int, error) {
	adr := i.adr - len(i.text) - 1
	fn := m.functions[i.arg]
	if fn == nil {
		m.failAt(adr, "Function "+m.parser.functions.all[i.arg]+" not defined.")
		return c, pc, nil
	}
	if len(m.calls) >= maxCalls {
		m.fail("too many nested calls")
		return c, pc, errLimit
	}
	ready, err := m.arguments(fn, i.text, adr)
	if !ready || err != nil {
		return c, pc, err
	}
	if fn.native != nil {
		return c, pc, m.callNative(fn)
	}
	for _, v := range fn.autos {
		if v.array {
			m.array(v.id)
			m.arrays[v.id] = append(m.arrays[v.id], newArray())
		} else {
			m.slot(v.id)
			m.variables[v.id] = append(m.variables[v.id], zero)
		}
	}
	m.calls = append(m.calls, called{fn, c, pc, m.ibase})
	return fn.body, 0, nil
}

// arguments gives the parameters of a function their values, the last one first;
// false if they do not fit.
func (m *machine) arguments(fn *function, kinds string, adr int) (bool, error) {
	missing := fn.params
	for k := range len(kinds) {
		adr++
		last := len(missing) - 1
		if last < 0 {
			break
		}
		param, v := missing[last], m.pop()
		if (kinds[k] == '1') != param.array {
			names, comma := m.parser.variables, ","
			if param.array {
				names, comma = m.parser.arrays, ""
			}
			m.failAt(adr, "Parameter type mismatch"+comma+" parameter "+names.all[param.id]+".")
			break
		}
		if err := m.pass(param, v); err != nil {
			return false, err
		}
		missing = missing[:last]
	}
	if len(kinds) == len(fn.params) && !m.failed {
		return true, nil
	}
	if m.failed || len(kinds) < len(fn.params) {
		adr++
	}
	m.failAt(adr, "Parameter number mismatch")
	for _, param := range fn.params[len(missing):] {
		m.drop(param)
	}
	return false, nil
}

// pass gives a parameter its value. Arrays are copied unless they are handed by
// reference.
func (m *machine) pass(param parameter, v num) error {
	if !param.array {
		m.slot(param.id)
		m.variables[param.id] = append(m.variables[param.id], v)
		return nil
	}
	from := m.array(int(v.v.Int64()))
	m.array(param.id)
	if !param.reference {
		if err := m.step(len(from.elements)); err != nil {
			return err
		}
		copied := newArray()
		for at, e := range from.elements {
			copied.elements[at] = e
		}
		from = copied
	}
	m.arrays[param.id] = append(m.arrays[param.id], from)
	return nil
}

// drop ends what a parameter or automatic variable has had.
func (m *machine) drop(v parameter) {
	if v.array {
		all := m.arrays[v.id]
		m.arrays[v.id] = all[:len(all)-1]
		return
	}
	values := m.variables[v.id]
	m.variables[v.id] = values[:len(values)-1]
}

// leave ends the function that runs.
func (m *machine) leave() called {
	frame := m.calls[len(m.calls)-1]
	m.calls = m.calls[:len(m.calls)-1]
	for _, list := range [][]parameter{frame.fn.params, frame.fn.autos} {
		for _, v := range list {
			m.drop(v)
		}
	}
	return frame
}
