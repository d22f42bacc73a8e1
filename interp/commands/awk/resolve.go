package awk

import "sync"

// Variables that mean something to the interpreter.
const (
	vNF = iota + 1
	vNR
	vFNR
	vFS
	vOFS
	vORS
	vRS
	vSUBSEP
	vCONVFMT
	vOFMT
	vRSTART
	vRLENGTH
	vFILENAME
	vRT
	vFPAT
	vFIELDWIDTHS
	vIGNORECASE
	specialCount
)

var specials = sync.OnceValue(func() map[string]int {
	return map[string]int{"NF": vNF, "NR": vNR, "FNR": vFNR, "FS": vFS, "OFS": vOFS, "ORS": vORS, "RS": vRS,
		"SUBSEP": vSUBSEP, "CONVFMT": vCONVFMT, "OFMT": vOFMT, "RSTART": vRSTART, "RLENGTH": vRLENGTH, "FILENAME": vFILENAME, "RT": vRT, "FPAT": vFPAT, "FIELDWIDTHS": vFIELDWIDTHS, "IGNORECASE": vIGNORECASE}
})

// Globals that every program has, in this order.
const (
	gENVIRON = iota
	gARGV
	gARGC
	gPROCINFO
)

var predefined = [...]string{"ENVIRON", "ARGV", "ARGC", "PROCINFO"}

func (p *parser) globalIndex(name string) int {
	i, ok := p.prog.globals[name]
	if !ok {
		i = len(p.prog.globals)
		p.prog.globals[name] = i
		p.prog.arrays = append(p.prog.arrays, name == "ENVIRON" || name == "ARGV" || name == "PROCINFO")
	}
	return i
}

// variable finds what a name means where it stands.
func (p *parser) variable(t token) *varExpr {
	v := &varExpr{name: t.text, line: t.line}
	if i, ok := p.locals[t.text]; ok {
		v.scope, v.index = local, i
	} else if i, ok := specials()[t.text]; ok {
		v.scope, v.index = special, i
		p.prog.ends = p.prog.ends || i == vRT
	} else {
		v.index = p.globalIndex(t.text)
	}
	return v
}

func (p *parser) arrayVar(t token) *varExpr {
	v := p.variable(t)
	p.uses = append(p.uses, use{v, p.fn, true})
	return v
}

func at(line int, text string) { panic(&syntaxError{line, text}) }

// isArray tells whether a name is known to be an array.
func (p *parser) isArray(v *varExpr, fn *function) bool {
	switch v.scope {
	case local:
		return fn.params[v.index].array
	case global:
		return p.prog.arrays[v.index]
	}
	return false
}

func (p *parser) setArray(v *varExpr, fn *function) {
	switch v.scope {
	case special:
		at(v.line, "variable "+v.name+" used as an array")
	case local:
		fn.params[v.index].array = true
	case global:
		p.prog.arrays[v.index] = true
	}
}

// resolve finds the functions that calls mean and which names are arrays: those
// with subscripts, and those handed to a parameter that is one.
func (p *parser) resolve() {
	callers := make([]*function, len(p.calls))
	for i, c := range p.calls {
		callers[i] = c.fn
		if c.indirect != nil {
			continue
		}
		fn, ok := p.funcs[c.name]
		if !ok {
			at(c.line, "function "+c.name+" never defined")
		}
		if len(c.args) > len(fn.params) {
			at(c.line, "too many arguments in call to "+c.name)
		}
		c.fn = fn
	}
	for _, u := range p.uses {
		if u.array {
			p.setArray(u.v, u.fn)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, c := range p.calls {
			for j, a := range c.args {
				v, ok := a.(*varExpr)
				if !ok || v.scope == special || c.indirect != nil {
					continue
				}
				if c.fn.params[j].array != p.isArray(v, callers[i]) {
					if p.isArray(v, callers[i]) {
						c.fn.params[j].array = true
					} else {
						p.setArray(v, callers[i])
					}
					changed = true
				}
			}
		}
	}
	p.check(callers)
}

func (p *parser) check(callers []*function) {
	for _, u := range p.uses {
		if !u.array && p.isArray(u.v, u.fn) {
			at(u.v.line, "illegal reference to array "+u.v.name)
		}
	}
	for _, c := range p.calls {
		if c.indirect != nil {
			continue
		}
		for j, a := range c.args {
			v, ok := a.(*varExpr)
			if _, element := a.(*indexExpr); c.fn.params[j].array && !element && (!ok || v.scope == special) {
				at(c.line, "argument of "+c.name+" must be an array")
			}
		}
	}
	for name := range p.prog.globals {
		if _, taken := p.funcs[name]; taken {
			at(p.funcs[name].line, "function "+name+" used as a variable")
		}
	}
}
