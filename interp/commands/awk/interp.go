package awk

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/regex"
)

// An interp runs a program.
type interp struct {
	ctx  context.Context
	host *command.Call
	prog *program
	out  *command.Output
	// bytes makes each byte a character, and flags tell expressions so.
	bytes   bool
	sandbox bool // -S
	flags   regex.Flags

	globals []value
	arrays  []*array
	special [specialCount]value
	nr, fnr float64

	// What special variables come to.
	fs, rs                          *splitter
	byFS                            *splitter // fs, or what FS says where FPAT or FIELDWIDTHS holds
	fold                            bool      // IGNORECASE
	fieldsBy                        string    // the variable that fs comes from
	ofs, ors, subsep, convfmt, ofmt string

	// The frames of function calls.
	stack       []value
	localArrays []*array
	base        int
	depth       int
	weight      int
	result      value

	rec                                  record
	inRange                              []bool
	main                                 mainInput
	streams                              map[string]*outStream
	readers                              map[string]*inStream
	pairs                                map[string]*twoWay
	regexes                              map[string]*regexpr
	formats                              map[string][]spec
	plainReplacements, groupReplacements map[string]*replacement
	place                                [2]int     // of a match
	vals                                 []value    // of printf
	grown                                [4]growing // texts that the program appends to
	lastText                             string     // what a concatenation has made
	nextGrown                            int
	lastSource                           sourceKey
	lastReader                           *inStream
	small                                []string
	scratch                              []byte
	joined                               []byte  // fields, or what sprintf makes
	parts                                []value // of split
	line                                 []byte
	largest                              int // the most that a reader has held at once
	steps                                int
	rounds                               int64
	held                                 int64
	maxText                              int
	status                               int
	random                               *rand.Rand
	seed                                 float64
}

// A fatal error ends the program with status 2; quiet ones have no message.
type fatal struct {
	text  string
	quiet bool
}

// An unwind is a next or an exit inside of a function.
type unwind control

func (in *interp) fail(format string, args ...any) {
	panic(&fatal{text: fmt.Sprintf(format, args...)})
}

// tick counts a step of a loop and ends the program when its context has.
func (in *interp) tick() { in.took(1) }

// took counts n steps.
func (in *interp) took(n int) {
	if in.steps += n; in.steps > 0xff {
		if in.steps = 0; in.ctx.Err() != nil {
			panic(&fatal{quiet: true})
		}
	}
}

// round counts a round of a loop, or a call.
func (in *interp) round() {
	in.tick()
	if in.rounds++; in.host.Limits.Rounds > 0 && in.rounds > in.host.Limits.Rounds {
		in.fail("more than %d rounds of loops and calls", in.host.Limits.Rounds)
	}
}

// charge counts what variables hold, in bytes.
func (in *interp) charge(n int) {
	if in.held += int64(n); in.held > in.host.Limits.HeldBytes {
		in.fail("out of memory: variables hold more than %d bytes", in.host.Limits.HeldBytes)
	}
}

// size guards the length of a text. That long ones are made is looked at more
// often than other steps: a few of them take all memory.
func (in *interp) size(n int) {
	if n > in.maxText {
		in.fail("string longer than %d bytes", in.maxText)
	}
	if n > 64<<10 && in.ctx.Err() != nil {
		panic(&fatal{quiet: true})
	}
}

func newInterp(ctx context.Context, call *command.Call, prog *program) *interp {
	in := &interp{ctx: ctx, host: call, prog: prog, out: command.NewOutput(call),
		globals: make([]value, len(prog.globals)), arrays: make([]*array, len(prog.globals)),
		inRange: make([]bool, prog.ranges), streams: map[string]*outStream{}, readers: map[string]*inStream{}, pairs: map[string]*twoWay{},
		regexes: map[string]*regexpr{}, formats: map[string][]spec{},
		maxText: int(min(call.Limits.HeldBytes/8, 1<<30)), random: rand.New(rand.NewPCG(0, 0)),
		convfmt: "%.6g"}
	for _, v := range []struct {
		index int
		text  string
	}{{vCONVFMT, "%.6g"}, {vOFMT, "%.6g"}, {vFS, " "}, {vRS, "\n"}, {vOFS, " "}, {vORS, "\n"}, {vSUBSEP, "\x1c"}, {vFILENAME, ""}} {
		in.setSpecial(v.index, str(v.text))
	}
	in.special[vFPAT], in.special[vFIELDWIDTHS] = str(`[^[:space:]]+`), str("") // not in effect yet
	in.special[vRSTART], in.special[vRLENGTH] = number(0), number(-1)
	in.setRecord("")
	return in
}

// protect runs f and tells how it ended.
func (in *interp) protect(f func() control) (c control) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unwind:
			in.unwound()
			c = control(e)
		case *fatal:
			if !e.quiet {
				in.out.Flush()
				in.host.Errorf("%s", e.text)
			}
			in.status, c = 2, ctlFatal
		default:
			panic(e)
		}
	}()
	return f()
}

// unwound forgets the frames of functions.
func (in *interp) unwound() {
	for _, v := range in.stack {
		in.held -= int64(len(v.s))
	}
	clear(in.stack)
	clear(in.localArrays)
	in.stack, in.localArrays = in.stack[:0], in.localArrays[:0]
	in.base, in.depth, in.weight, in.result = 0, 0, 0, value{}
	in.vals = in.vals[:0]
}

// execute runs the whole program and returns its exit status.
func (in *interp) execute() int {
	c := in.protect(func() control { return in.blocks(in.prog.begin) })
	if c == ctlNormal && in.prog.reads() {
		for c = ctlNext; c == ctlNext || c == ctlNextFile; {
			skip := c == ctlNextFile
			c = in.protect(func() control {
				if skip {
					in.endFile()
				}
				return in.records()
			})
		}
	}
	if c != ctlFatal {
		if c = in.protect(func() control { return in.blocks(in.prog.end) }); c == ctlNext {
			in.status = 2
		}
	}
	in.protect(func() control { return in.closeAll() })
	return in.out.Finish(in.status, 2)
}

func (in *interp) blocks(list []*block) control {
	for _, b := range list {
		if c := in.run(b.body); c != ctlNormal {
			return c
		}
	}
	return ctlNormal
}

// records runs the rules for each record of the main input.
func (in *interp) records() control {
	for {
		in.tick()
		text, ok := in.nextRecord()
		if !ok {
			return ctlNormal
		}
		in.setRecord(text)
		if c := in.rules(); c == ctlExit {
			return c
		} else if c == ctlNextFile {
			in.endFile()
		}
	}
}

func (in *interp) rules() control {
	for _, r := range in.prog.rules {
		if !in.selected(r) {
			continue
		}
		if r.action == nil {
			in.write(nil, in.field(0).s, in.ors)
			continue
		}
		if c := in.run(r.action.body); c != ctlNormal {
			return c
		}
	}
	return ctlNormal
}

// selected tells whether a rule's pattern holds for the record.
func (in *interp) selected(r *rule) bool {
	if r.ranged < 0 {
		return r.pattern == nil || in.cond(r.pattern)
	}
	if !in.inRange[r.ranged] {
		if !in.cond(r.pattern) {
			return false
		}
		in.inRange[r.ranged] = true
	}
	if in.cond(r.last) {
		in.inRange[r.ranged] = false
	}
	return true
}
