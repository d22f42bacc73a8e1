package awk

import (
	"strings"

	"github.com/aegish/aegish/interp/strftime"
)

// ofGawk has the functions that POSIX lacks.
func (in *interp) ofGawk(e *builtinExpr) value {
	switch e.id {
	case bAsort, bAsorti:
		return number(float64(in.asort(e)))
	case bTypeof:
		return str(in.typeof(e.args[0]))
	case bIsarray:
		return number(truth(in.typeof(e.args[0]) == "array"))
	case bAnd, bOr, bXor, bCompl, bLshift, bRshift:
		return number(in.bits(e))
	case bSystime:
		return number(float64(in.host.Now().Unix()))
	case bMktime:
		zone, s := in.zone(), in.str(e.args[0])
		if len(e.args) > 1 && in.eval(e.args[1]).truth() {
			zone = strftime.Location("UTC0", true)
		}
		return number(mktime(s, zone))
	case bStrtonum:
		return number(in.strtonum(e.args[0]))
	}
	format, when, zone := in.timeFormat(), in.host.Now(), in.zone()
	if len(e.args) > 0 {
		format = in.str(e.args[0])
	}
	if len(e.args) > 1 {
		when = unixTime(in.num(e.args[1]))
	}
	if len(e.args) > 2 && in.eval(e.args[2]).truth() {
		zone = strftime.Location("UTC0", true)
	}
	out := strftime.Format(nil, format, when.In(zone))
	in.size(len(out))
	return str(string(out))
}

// bits is and, or, xor, compl, lshift and rshift, on integers of 53 bits (gawk,
// Bitwise Functions).
func (in *interp) bits(e *builtinExpr) float64 {
	operand := func(a expr) uint64 {
		n := in.num(a)
		if n < 0 || n != n || n >= 1<<64 {
			in.fail("a bitwise function got the value %s", in.numStr(n))
		}
		return uint64(n)
	}
	v := operand(e.args[0])
	for _, a := range e.args[1:] {
		switch w := operand(a); e.id {
		case bAnd:
			v &= w
		case bOr:
			v |= w
		case bXor:
			v ^= w
		case bLshift:
			v <<= w
		case bRshift:
			v >>= w
		}
	}
	if e.id == bCompl {
		v = ^v
	}
	return float64(v & (1<<53 - 1))
}

// typeof names what an expression is (gawk, Type Functions).
func (in *interp) typeof(e expr) string {
	if v, ok := e.(*varExpr); ok {
		if v.scope == global && in.prog.arrays[v.index] || v.scope == local && in.localArrays[in.base+v.index] != nil {
			return "array"
		}
	}
	var v value
	if element, ok := e.(*indexExpr); ok {
		var sub *array
		if v, sub = in.element(element); sub != nil {
			return "array"
		}
	} else {
		v = in.eval(e)
	}
	if v.k == kInput {
		if v.resolved().k == kNum {
			return "strnum"
		}
		return "string"
	}
	switch v.k {
	case kNum:
		return "number"
	case kStr:
		return "string"
	}
	if _, field := e.(*fieldExpr); field {
		return "unassigned"
	}
	return "untyped"
}

// separators fills the fourth argument of split with what stood between the n
// parts of s; blanks around the text are the elements 0 and n (gawk, split).
func (in *interp) separators(a *array, s string, by *splitter, n int) {
	in.clear(a)
	set := func(i int, text string) {
		in.replace(in.at(a, integerKey(i)), input(text))
	}
	switch by.mode {
	case splitBlanks:
		for i := 0; s != ""; i++ {
			end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(" \t\n", r) })
			if end < 0 {
				end = len(s)
			}
			if end > 0 {
				set(i, s[:end])
			}
			s = s[end:]
			s = s[max(strings.IndexAny(s+" ", " \t\n"), 0):]
		}
	case splitRegex:
		i := 0
		in.eachSeparator(s, by.re, func(from, to int) {
			i++
			set(i, s[from:to])
		})
	default:
		for i := 1; i < n; i++ {
			set(i, by.sep)
		}
	}
}
