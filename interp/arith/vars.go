package arith

import "strings"

// A subscript is what stands between the brackets behind a name. Whether it is
// an expression or a key is known when it is used.
type subscript struct {
	text   string
	prog   *Program
	err    error // prog could not be compiled
	expand bool  // bash would expand the text first
	// holes are those in text, first how many are before it. sound tells that
	// prog is the program for all numbers in them.
	holes, first int
	sound        bool
}

// subscriptCost is how many levels of nesting a subscript counts: its text is
// read once at each level.
const subscriptCost = 20

func (c *compiler) subscript(text string) *subscript {
	s := &subscript{text: text, expand: strings.ContainsAny(text, "$`\"\\")}
	if c.filling {
		s.holes, s.first = holesIn(text), holesIn(c.src[:c.lhs.at])
	}
	if c.nest+subscriptCost > MaxNesting {
		s.err = &Error{Text: "expression nested too deeply"}
		return s
	}
	inner := &compiler{src: text, nest: c.nest + subscriptCost, cache: c.cache, filling: c.filling}
	s.prog, s.err = inner.compile()
	s.sound = s.err == nil && s.prog.sound()
	return s
}

// load returns the value of a variable.
func (p *Program) load(env Env, in *instr, level int) (int64, error) {
	text, set, err := env.Get(in.str)
	if err != nil || !set {
		return 0, err
	}
	return p.value(env, text, in.val, level)
}

// value evaluates what a variable holds, which may be any expression. pos is
// where its name stands.
func (p *Program) value(env Env, text string, pos int64, level int) (int64, error) {
	if v, ok := decimal(text); ok {
		return v, nil
	}
	if level >= MaxRecursion {
		return 0, p.errorAt("expression recursion level exceeded", pos)
	}
	prog, err := p.compileValue(text)
	if err != nil {
		return 0, err
	}
	return prog.run(env, level+1, nil)
}

func (p *Program) compileValue(text string) (*Program, error) {
	if p.cache != nil {
		return p.cache.Compile(text)
	}
	return Compile(text)
}

// decimal converts the usual text of a number; ok is false for what needs the
// compiler, also for numbers that may wrap.
func decimal(s string) (v int64, ok bool) {
	digits := s
	if len(s) > 0 && s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) == 0 || len(digits) > 18 || digits[0] == '0' && len(digits) > 1 {
		return 0, len(s) == 0
	}
	for i := 0; i < len(digits); i++ {
		d := digits[i] - '0'
		if d > 9 {
			return 0, false
		}
		v = v*10 + int64(d)
	}
	if len(digits) != len(s) {
		v = -v
	}
	return v, true
}

// index evaluates a subscript as an expression.
func (p *Program) index(env Env, s *subscript, level int, holes []Value) (int64, error) {
	prog, err := s.prog, s.err
	if s.expand {
		if x, ok := env.(Expander); ok {
			text, failed := x.Expand(s.text)
			if failed != nil {
				return 0, failed
			}
			prog, err = p.compileValue(text)
		}
	}
	if s.holes > 0 {
		if holes = holes[s.first : s.first+s.holes]; !s.sound || !allNumbers(holes) {
			prog, err = p.compileValue(filled(s.text, holes))
			holes = nil
		}
	} else {
		holes = nil
	}
	var v int64
	switch {
	case err != nil:
	case level >= MaxRecursion:
		err = p.errorAt("expression recursion level exceeded", 0)
	default:
		v, err = prog.fill(env, level+1, holes)
	}
	if e, ok := err.(*Error); ok && !e.Subscript {
		return 0, &Error{Text: e.Text, Subscript: true}
	}
	return v, err
}

// loadElem returns the index and value of an element; the index of an
// associative array's is 0.
func (p *Program) loadElem(env Env, in *instr, level int, holes []Value) (i, v int64, err error) {
	var text string
	var set bool
	if strict, ok := env.(Strict); ok && in.sub.text != "" {
		err = strict.Bound(in.str)
	}
	assoc := env.Assoc(in.str)
	switch {
	case in.sub.text == "":
		// bash looks for the brackets twice.
		if err = warn(env, in.str+"[]"); err == nil {
			err = missing(env, in.str+"[]")
		}
		return 0, 0, err
	case err != nil:
	case assoc:
		var key string
		if key, err = env.Key(in.sub.filled(holes)); err == nil {
			text, set, err = env.GetKey(in.str, key)
		}
	case in.sub.all():
		return 0, 0, warn(env, in.str+"["+in.sub.text+"]")
	default:
		if i, err = p.index(env, in.sub, level, holes); err == nil {
			text, set, err = env.GetIndex(in.str, i)
		}
	}
	if err == ErrSubscript {
		set, err = false, warn(env, in.str)
	}
	if err != nil || !set {
		return i, 0, err
	}
	if e, ok := env.(Ender); ok && i < 0 && in.op == opLoadKeep {
		i += e.End(in.str)
	}
	v, err = p.value(env, text, in.val, level)
	return i, v, err
}

// storeElem assigns an element whose subscript has not been evaluated yet.
func (p *Program) storeElem(env Env, in *instr, v int64, level int, holes []Value) error {
	if in.sub.text == "" || in.sub.all() || env.Assoc(in.str) {
		return p.storeKept(env, in, 0, v, holes)
	}
	i, err := p.index(env, in.sub, level, holes)
	if err != nil {
		return err
	}
	return p.storeKept(env, in, i, v, holes)
}

// storeKept assigns the element whose index is known. The key of an
// associative array is made anew.
func (p *Program) storeKept(env Env, in *instr, i, v int64, holes []Value) error {
	var err error
	switch {
	case in.sub.text == "":
		return warnText(env, "`"+in.str+"[]': not a valid identifier")
	case env.Assoc(in.str):
		var key string
		if key, err = env.Key(in.sub.filled(holes)); err == nil {
			err = env.SetKey(in.str, key, Format(v))
		}
	case in.sub.all():
		err = ErrSubscript
	default:
		err = env.SetIndex(in.str, i, Format(v))
	}
	if err == ErrSubscript {
		return warn(env, in.str+"["+in.sub.filled(holes)+"]")
	}
	return err
}

// all tells whether a subscript names every element, which an expression can
// not.
func (s *subscript) all() bool { return s.text == "@" || s.text == "*" }

// missing is warn about an element that is read without a subscript.
func missing(env Env, what string) error {
	err := warn(env, what)
	if strict, ok := env.(Strict); ok && err == nil {
		err = strict.Missing()
	}
	return err
}

func warn(env Env, what string) error { return warnText(env, what+": "+ErrSubscript.Error()) }

func warnText(env Env, text string) error {
	if w, ok := env.(Warner); ok {
		return w.Warn(text)
	}
	return &Error{Text: text}
}
