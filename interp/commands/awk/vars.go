package awk

// variable returns a scalar.
func (in *interp) variable(v *varExpr) value {
	switch v.scope {
	case local:
		return in.stack[in.base+v.index]
	case global:
		return in.globals[v.index]
	}
	switch v.index {
	case vNF:
		return number(float64(in.nf()))
	case vNR:
		return number(in.nr)
	case vFNR:
		return number(in.fnr)
	}
	return in.special[v.index]
}

// cell is where a variable is, nil for a special one. It is good until the next
// call of a function.
func (in *interp) cell(v *varExpr) *value {
	switch v.scope {
	case local:
		return &in.stack[in.base+v.index]
	case global:
		return &in.globals[v.index]
	}
	return nil
}

// setVariable assigns to a scalar.
func (in *interp) setVariable(v *varExpr, x value) {
	if v.scope != special {
		cell := &in.globals
		i := v.index
		if v.scope == local {
			cell, i = &in.stack, i+in.base
		}
		if v.scope == global && x.shared && in.lends() {
			in.charge(len(x.s) - len((*cell)[i].s))
			(*cell)[i] = x
			return
		}
		in.replace(&(*cell)[i], x)
		return
	}
	in.setSpecial(v.index, x)
}

// lends tells whether global variables may hold parts of what was read: where
// there are few, and no large text stays in memory because of a short one.
func (in *interp) lends() bool { return len(in.globals) <= 32 && in.largest <= 2*largeRead }

// replace stores a value, counting what is held.
func (in *interp) replace(cell *value, x value) {
	x = x.own()
	if d := len(x.s) - len(cell.s); d != 0 {
		in.charge(d)
	}
	*cell = x
}

func (in *interp) setSpecial(index int, x value) {
	switch index {
	case vNF:
		in.setNF(x.num())
		return
	case vNR:
		in.nr = x.num()
		return
	case vFNR:
		in.fnr = x.num()
		return
	}
	in.replace(&in.special[index], x)
	in.takes(index, in.toStr(x.own()))
}

// takes makes the text of a special variable effective.
func (in *interp) takes(index int, text string) {
	switch index {
	case vFS:
		in.byFS = in.fieldSplitter(text)
		in.splitBy("FS", in.byFS)
	case vFPAT:
		in.splitBy("FPAT", &splitter{mode: splitPattern, re: in.dynamic(text)})
	case vFIELDWIDTHS:
		in.splitBy("FIELDWIDTHS", in.widthSplitter(text))
	case vIGNORECASE:
		in.ignoreCase(in.special[index].truth())
	case vRS:
		in.rs = in.recordSplitter(text)
	case vOFS:
		if in.rec.stale {
			in.rebuild() // with the one that held when a field changed
		}
		in.ofs = text
	case vORS:
		in.ors = text
	case vSUBSEP:
		in.subsep = text
	case vCONVFMT:
		in.convfmt = text
	case vOFMT:
		in.ofmt = text
	}
}

// arrayOf finds the array that a name or an element means; one that is not there
// is made.
func (in *interp) arrayOf(e expr) *array {
	if element, ok := e.(*indexExpr); ok {
		return in.nested(in.arrayOf(element.array), in.key(element.subs))
	}
	v := e.(*varExpr)
	list, i := in.arrays, v.index
	if v.scope == local {
		list, i = in.localArrays, i+in.base
	}
	if list[i] == nil {
		list[i] = newArray()
	}
	return list[i]
}

// key is a subscript; several are joined by SUBSEP.
func (in *interp) key(subs []expr) subscript {
	if len(subs) == 1 {
		return in.valueKey(in.eval(subs[0]))
	}
	var out []byte
	for i, e := range subs {
		if i > 0 {
			out = append(out, in.subsep...)
		}
		out = append(out, in.str(e)...)
		in.size(len(out))
	}
	return textKey(string(out))
}

// maxSmall is how many integers have their text ready.
const maxSmall = 1 << 12

// numStr is the text of a number.
func (in *interp) numStr(n float64) string {
	if i := int(n); n >= 0 && n < maxSmall && float64(i) == n {
		if in.small == nil {
			in.small = make([]string, maxSmall)
		}
		if in.small[i] == "" {
			in.small[i] = formatNumber(n, "")
		}
		return in.small[i]
	}
	return formatNumber(n, in.convfmt)
}

func (in *interp) toStr(v value) string {
	if v.k == kNum {
		return in.numStr(v.n)
	}
	return v.s
}

// assign stores a value in what e names.
func (in *interp) assign(e expr, x value) {
	switch e := e.(type) {
	case nil:
		in.setField(0, x)
	case *varExpr:
		in.setVariable(e, x)
	case *indexExpr:
		key := in.key(e.subs)
		in.replace(in.at(in.arrayOf(e.array), key), x)
	case *fieldExpr:
		in.setField(in.fieldIndex(e), x)
	}
}

func (in *interp) fieldIndex(e *fieldExpr) int {
	if n, ok := e.index.(*numLit); ok && n.n >= 0 && n.n < maxFields {
		return int(n.n)
	}
	n := in.num(e.index)
	if n < 0 || n > maxFields || n != n {
		in.fail("bad field index $%s", in.numStr(n))
	}
	return int(n)
}
