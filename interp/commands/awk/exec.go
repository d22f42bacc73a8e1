package awk

// control is how a statement ended.
type control uint8

const (
	ctlNormal control = iota
	ctlBreak
	ctlContinue
	ctlNext
	ctlNextFile
	ctlExit
	ctlReturn
	ctlFatal
)

// run runs statements one after the other.
func (in *interp) run(list []stmt) control {
	for _, s := range list {
		if c := in.statement(s); c != ctlNormal {
			return c
		}
	}
	return ctlNormal
}

// statement is long because it has a case for each kind of statement.
func (in *interp) statement(s stmt) control {
	switch s := s.(type) {
	case *exprStmt:
		in.discard(s.e)
	case *printStmt:
		in.print(s)
	case *ifStmt:
		if in.cond(s.cond) {
			return in.run(s.yes)
		}
		return in.run(s.no)
	case *whileStmt:
		return in.while(s)
	case *forStmt:
		return in.forLoop(s)
	case *forInStmt:
		return in.forIn(s)
	case *switchStmt:
		return in.switchOn(s)
	case *deleteStmt:
		if a := in.arrayOf(s.array); s.subs == nil {
			in.clear(a)
		} else {
			in.remove(a, in.key(s.subs))
		}
	case *exitStmt:
		if s.e != nil {
			in.status = int(int64(in.num(s.e)) & 0xff)
		}
		return ctlExit
	case *returnStmt:
		x := value{}
		if s.e != nil {
			x = in.eval(s.e).own()
		}
		in.result = x
		return ctlReturn
	case *nextStmt:
		return ctlNext
	case *nextFileStmt:
		return ctlNextFile
	case *breakStmt:
		return ctlBreak
	case *continueStmt:
		return ctlContinue
	}
	return ctlNormal
}

// discard evaluates an expression for its effect.
func (in *interp) discard(e expr) {
	if i, ok := e.(*incExpr); ok {
		in.increment(i)
		return
	}
	in.eval(e)
}

// body runs one round of a loop; done tells that the loop ends with c.
func (in *interp) body(list []stmt) (c control, done bool) {
	in.round()
	switch c = in.run(list); c {
	case ctlNormal, ctlContinue:
		return ctlNormal, false
	case ctlBreak:
		return ctlNormal, true
	}
	return c, true
}

func (in *interp) while(s *whileStmt) control {
	for first := s.post; first || in.cond(s.cond); first = false {
		if c, done := in.body(s.body); done {
			return c
		}
	}
	return ctlNormal
}

func (in *interp) forLoop(s *forStmt) control {
	if s.init != nil {
		in.statement(s.init)
	}
	for s.cond == nil || in.cond(s.cond) {
		if c, done := in.body(s.body); done {
			return c
		}
		if s.step != nil {
			in.statement(s.step)
		}
	}
	return ctlNormal
}

// switchOn runs the case that the value equals or matches, else the default, and
// those behind it up to a break (gawk, Switch Statement).
func (in *interp) switchOn(s *switchStmt) control {
	v := in.eval(s.value).own()
	begin := len(s.cases)
	for i, c := range s.cases {
		if c.constant == nil {
			begin = i
			continue
		}
		equal := false
		if re, ok := c.constant.(*regexLit); ok {
			equal = in.matches(in.literal(re), in.toStr(v))
		} else {
			equal = in.compare(opEqual, v, in.eval(c.constant))
		}
		if equal {
			begin = i
			break
		}
	}
	for _, c := range s.cases[begin:] {
		switch how := in.run(c.body); how {
		case ctlNormal:
		case ctlBreak:
			return ctlNormal
		default:
			return how
		}
	}
	return ctlNormal
}

// sortedIn is PROCINFO["sorted_in"].
func (in *interp) sortedIn() string {
	key := subscript{text: "sorted_in"}
	if p := in.arrays[gPROCINFO]; p != nil && p.has(key) {
		return in.toStr(*in.at(p, key))
	}
	return ""
}

// forIn goes over the elements that there are when it begins, but for those
// deleted meanwhile.
func (in *interp) forIn(s *forInStmt) control {
	a := in.arrayOf(s.array)
	keys := a.keys
	if how := in.sortedIn(); how != "" {
		keys = func() []subscript { return in.order(a, how) }
	}
	for _, key := range keys() {
		if !a.has(key) {
			continue
		}
		in.assign(s.v, value{s: key.String(), k: kInput})
		if c, done := in.body(s.body); done {
			return c
		}
	}
	return ctlNormal
}

// print runs print and printf.
func (in *interp) print(s *printStmt) {
	var to *outStream
	line := in.line[:0]
	switch {
	case s.format:
		line = in.format(line, s.args)
	case len(s.args) == 0:
		line = append(append(line, in.field(0).s...), in.ors...)
	default:
		for i, e := range s.args {
			if i > 0 {
				line = append(line, in.ofs...)
			}
			if v := in.eval(e); v.k == kNum {
				line = appendNumber(line, v.n, in.ofmt)
			} else {
				line = append(line, v.s...)
			}
			in.size(len(line))
		}
		line = append(line, in.ors...)
	}
	// An expression may have called a function that prints as well.
	in.line = nil
	if s.mode != 0 {
		to = in.output(s.mode, in.str(s.dest))
	}
	in.writeBytes(to, line)
	in.line = line
}
