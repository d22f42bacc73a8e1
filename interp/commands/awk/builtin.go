package awk

import (
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type builtinID uint8

const (
	bAtan2 builtinID = iota + 1
	bClose
	bCos
	bExp
	bFflush
	bGensub
	bGsub
	bIndex
	bInt
	bLength
	bLog
	bMatch
	bMktime
	bRand
	bSin
	bSplit
	bSprintf
	bSqrt
	bSrand
	bStrftime
	bStrtonum
	bSub
	bSubstr
	bSystem
	bSystime
	bTolower
	bToupper
	bAnd
	bOr
	bXor
	bCompl
	bLshift
	bRshift
	bAsort
	bAsorti
	bTypeof
	bIsarray
	bPatsplit
)

// A builtinInfo says how a function may be called. arrays has a bit for each
// argument that is an array; regex is the one that is a regular expression, -1
// for none.
type builtinInfo struct {
	id       builtinID
	min, max int
	arrays   uint8
	regex    int
}

var builtins = sync.OnceValue(func() map[string]builtinInfo {
	return map[string]builtinInfo{
		"atan2": {bAtan2, 2, 2, 0, -1}, "close": {bClose, 1, 2, 0, -1}, "cos": {bCos, 1, 1, 0, -1},
		"exp": {bExp, 1, 1, 0, -1}, "fflush": {bFflush, 0, 1, 0, -1}, "gensub": {bGensub, 3, 4, 0, 0},
		"gsub": {bGsub, 2, 3, 0, 0}, "index": {bIndex, 2, 2, 0, -1}, "int": {bInt, 1, 1, 0, -1},
		"length": {bLength, 0, 1, 0, -1}, "log": {bLog, 1, 1, 0, -1}, "match": {bMatch, 2, 3, 4, 1},
		"mktime": {bMktime, 1, 2, 0, -1}, "rand": {bRand, 0, 0, 0, -1}, "sin": {bSin, 1, 1, 0, -1},
		"split": {bSplit, 2, 4, 1<<1 | 1<<3, -1}, "sprintf": {bSprintf, 1, math.MaxInt, 0, -1}, "sqrt": {bSqrt, 1, 1, 0, -1},
		"srand": {bSrand, 0, 1, 0, -1}, "strftime": {bStrftime, 0, 3, 0, -1}, "strtonum": {bStrtonum, 1, 1, 0, -1},
		"sub": {bSub, 2, 3, 0, 0}, "substr": {bSubstr, 2, 3, 0, -1}, "system": {bSystem, 1, 1, 0, -1},
		"systime": {bSystime, 0, 0, 0, -1}, "tolower": {bTolower, 1, 1, 0, -1}, "toupper": {bToupper, 1, 1, 0, -1},
		"and": {bAnd, 2, math.MaxInt, 0, -1}, "or": {bOr, 2, math.MaxInt, 0, -1}, "xor": {bXor, 2, math.MaxInt, 0, -1}, "compl": {bCompl, 1, 1, 0, -1},
		"lshift": {bLshift, 2, 2, 0, -1}, "rshift": {bRshift, 2, 2, 0, -1}, "asort": {bAsort, 1, 3, 1 | 1<<1, -1}, "asorti": {bAsorti, 1, 3, 1 | 1<<1, -1},
		"typeof": {bTypeof, 1, 1, 0, -1}, "isarray": {bIsarray, 1, 1, 0, -1},
		"patsplit": {bPatsplit, 2, 4, 1<<1 | 1<<3, 2},
	}
})

// builtin calls a function of awk; it has a case for each.
func (in *interp) builtin(e *builtinExpr) value {
	switch e.id {
	case bAtan2:
		y := in.num(e.args[0])
		return number(math.Atan2(y, in.num(e.args[1])))
	case bClose:
		if name := in.str(e.args[0]); len(e.args) > 1 {
			return number(in.closeEnd(name, in.str(e.args[1])))
		} else {
			return number(in.closeStream(name))
		}
	case bCos:
		return number(math.Cos(in.num(e.args[0])))
	case bExp:
		return number(math.Exp(in.num(e.args[0])))
	case bFflush:
		if len(e.args) == 0 {
			in.flush()
			return number(0)
		}
		return number(in.flushStream(in.str(e.args[0])))
	case bGensub:
		return in.gensub(e)
	case bGsub, bSub:
		return number(float64(in.substitute(e)))
	case bIndex:
		s := in.cased(in.str(e.args[0]))
		return number(float64(in.position(s, strings.Index(s, in.cased(in.str(e.args[1]))))))
	case bInt:
		return number(math.Trunc(in.num(e.args[0])))
	case bLength:
		return number(float64(in.length(e)))
	case bLog:
		n := in.num(e.args[0])
		if n < 0 {
			return number(math.Copysign(math.NaN(), -1)) // as log(3) has it
		}
		return number(math.Log(n))
	case bPatsplit:
		return number(float64(in.patsplit(e)))
	case bMatch:
		return number(float64(in.match(e)))
	case bRand:
		return number(in.random.Float64())
	case bSin:
		return number(math.Sin(in.num(e.args[0])))
	case bSplit:
		return number(float64(in.splitInto(e)))
	case bSprintf:
		in.joined = in.format(in.joined[:0], e.args)
		return str(string(in.joined))
	case bSqrt:
		return number(math.Sqrt(in.num(e.args[0])))
	case bSrand:
		return in.srand(e)
	case bSubstr:
		return in.substr(e)
	case bSystem:
		return number(in.system(in.str(e.args[0])))
	case bTolower:
		return part(in.changed(in.str(e.args[0]), unicode.ToLower))
	case bToupper:
		return part(in.changed(in.str(e.args[0]), unicode.ToUpper))
	}
	return in.ofGawk(e)
}

func (in *interp) length(e *builtinExpr) int {
	if len(e.args) == 0 {
		return in.count(in.field(0).s)
	}
	if element, ok := e.args[0].(*indexExpr); ok {
		v, sub := in.element(element)
		if sub != nil {
			return sub.len()
		}
		return in.count(in.toStr(v))
	}
	if v, ok := e.args[0].(*varExpr); ok {
		switch {
		case v.scope == global && in.prog.arrays[v.index]:
			return in.arrayOf(v).len()
		case v.scope == local && in.localArrays[in.base+v.index] != nil:
			return in.arrayOf(v).len()
		}
	}
	return in.count(in.str(e.args[0]))
}

// changed is s in the other case; the locale C has none beyond ASCII.
func (in *interp) changed(s string, change func(rune) rune) string {
	if !in.bytes {
		return strings.Map(change, s)
	}
	out := []byte(s)
	for i, c := range out {
		if c < utf8.RuneSelf {
			out[i] = byte(change(rune(c)))
		}
	}
	return string(out)
}

// count is the number of characters of s.
func (in *interp) count(s string) int {
	if in.bytes {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// position turns an offset in bytes, or -1, into a position in characters
// that counts from 1.
func (in *interp) position(s string, offset int) int {
	if offset < 0 {
		return 0
	}
	return in.count(s[:offset]) + 1
}

// offset is where the n-th character of s begins, counting from 0.
func (in *interp) offset(s string, n int) int {
	if in.bytes {
		return min(n, len(s))
	}
	i := 0
	for n >= 8 && i+8 <= len(s) {
		// Eight characters of ASCII at a time.
		b := s[i : i+8]
		if (b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7])&0x80 != 0 {
			break
		}
		i, n = i+8, n-8
	}
	for ; n > 0 && i < len(s); n-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
	}
	return i
}

// substr drops the fractions of its numbers, and a start before the text is its
// beginning, as gawk has it.
func (in *interp) substr(e *builtinExpr) value {
	s := in.str(e.args[0])
	first := max(whole(in.num(e.args[1])), 1)
	count := len(s)
	if len(e.args) == 3 {
		count = whole(in.num(e.args[2]))
	}
	if first > len(s) || count <= 0 {
		return str("")
	}
	start := in.offset(s, first-1)
	end := len(s)
	if count < end-start {
		end = start + in.offset(s[start:], count)
	}
	return part(s[start:end])
}

// whole is a number without its fraction, as far as positions in a text go; what
// is no number is 0.
func whole(n float64) int {
	switch {
	case n >= math.MaxInt32:
		return math.MaxInt32
	case n > math.MinInt32:
		return int(n)
	}
	return 0
}

func (in *interp) match(e *builtinExpr) int {
	s := in.str(e.args[0])
	r := in.regex(e.args[1])
	in.scratch = append(in.scratch[:0], s...)
	loc := in.find(r, in.scratch, 0)
	start, length := 0, -1
	if loc != nil {
		start, length = in.position(s, loc[0]), in.count(s[loc[0]:loc[1]])
	}
	in.special[vRSTART], in.special[vRLENGTH] = number(float64(start)), number(float64(length))
	if len(e.args) < 3 {
		return start
	}
	a := in.arrayOf(e.args[2])
	in.clear(a)
	for i := 0; i+1 < len(loc); i += 2 {
		if loc[i] < 0 {
			continue
		}
		key := in.numStr(float64(i / 2))
		in.replace(in.at(a, textKey(key)), input(s[loc[i]:loc[i+1]]))
		in.replace(in.at(a, textKey(key+in.subsep+"start")), number(float64(in.position(s, loc[i]))))
		in.replace(in.at(a, textKey(key+in.subsep+"length")), number(float64(in.count(s[loc[i]:loc[i+1]]))))
	}
	return start
}

func (in *interp) splitInto(e *builtinExpr) int {
	s := strings.Clone(in.str(e.args[0]))
	by := in.byFS
	if len(e.args) > 2 {
		if l, ok := e.args[2].(*regexLit); ok {
			by = in.regexSplitter(in.literal(l))
		} else {
			by = in.fieldSplitter(in.str(e.args[2]))
		}
	}
	a := in.arrayOf(e.args[1])
	in.parts = in.appendParts(in.parts[:0], s, by, false)
	parts := in.parts
	if len(e.args) == 4 {
		in.separators(in.arrayOf(e.args[3]), s, by, len(parts))
	}
	// What a split before has left is used again if it has the same keys.
	same := 0
	for same < len(parts) && same < len(a.entries) && a.entries[same].live && a.entries[same].sub == nil && a.entries[same].key() == integerKey(same+1) {
		same++
	}
	if same < len(parts) || a.count < len(a.entries) {
		in.clear(a)
		same = 0
	} else if len(a.entries) > same {
		for _, key := range a.keys()[same:] {
			in.remove(a, key)
		}
	}
	for i, p := range parts {
		var cell *value
		if i < same {
			cell = &a.entries[i].val
		} else {
			cell = in.at(a, integerKey(i+1))
		}
		in.charge(len(p.s) - len(cell.s))
		p.shared = false // s is a copy already
		*cell = p
	}
	clear(parts)
	return len(parts)
}

func (in *interp) srand(e *builtinExpr) value {
	old := in.seed
	if len(e.args) == 1 {
		in.seed = in.num(e.args[0])
	} else {
		in.seed = float64(in.host.Now().Unix())
	}
	in.random = rand.New(rand.NewPCG(math.Float64bits(in.seed), 1))
	return number(old)
}
