package expand

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/arith"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// arithmetic is the text of $((...)).
func (e *Expander) arithmetic(ctx context.Context, x *syntax.Arithm) (string, error) {
	n, err := e.Arithm(ctx, x)
	if err != nil {
		return "", err
	}
	return strconv.FormatInt(n, 10), nil
}

// compiled is what a Memo of an Arithm holds. The program of one with
// expansions is a template; nil where the text has to be compiled each time.
type compiled struct{ program *arith.Program }

// Arithm expands the text of an expression as if in double quotes, with the
// quotes removed, and evaluates it.
func (e *Expander) Arithm(ctx context.Context, x *syntax.Arithm) (int64, error) {
	if x.Plain {
		c, ok := x.Memo.Load().(*compiled)
		if !ok {
			p, err := e.compile(x.Src)
			if err != nil {
				return 0, e.arithError(err)
			}
			c = &compiled{p}
			x.Memo.Store(c)
		}
		if n, ok := c.program.Const(); ok {
			return n, nil
		}
		return e.eval(ctx, c.program)
	}
	if t := e.template(x); t.program != nil {
		return e.fillIn(ctx, x.Word, t)
	}
	text, err := e.arithText(ctx, x.Word)
	if err != nil {
		return 0, err
	}
	return e.ArithText(ctx, text)
}

// ArithSource expands the text of an expression for those who show it before it is
// evaluated with ArithText.
func (e *Expander) ArithSource(ctx context.Context, x *syntax.Arithm) (string, error) {
	if x.Plain {
		return x.Src, nil
	}
	return e.arithText(ctx, x.Word)
}

// arithText expands the text of an expression.
func (e *Expander) arithText(ctx context.Context, w *syntax.Word) (string, error) {
	b := e.builder(false)
	defer e.release(b)
	if subscripted(w) {
		var src arithSource
		if err := e.arithParts(ctx, b, &src, w.Parts, double); err != nil {
			return "", within(err, w)
		}
		return src.out.String(), e.fits(src.out.Len())
	}
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '"') >= 0 {
			b.add(strings.ReplaceAll(lit.Value, `"`, ""), quoted)
			continue
		}
		if err := e.part(ctx, b, part, double, false, false); err != nil {
			return "", within(err, w)
		}
	}
	if err := e.fits(b.bytes); err != nil {
		return "", err
	}
	return join(b.segs), nil
}

// subscripted tells whether an expression has both a bracket and an expansion,
// or what would be one without quotes.
func subscripted(w *syntax.Word) bool {
	bracket, other := hasSubscript(w.Parts, "$`")
	return bracket && other
}

// hasSubscript looks for a bracket, and for parts that are not literal text or have
// one of the characters in it.
func hasSubscript(parts []syntax.WordPart, chars string) (bracket, other bool) {
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			bracket = bracket || strings.IndexByte(part.Value, '[') >= 0
			other = other || strings.ContainsAny(part.Value, chars)
		case *syntax.DblQuoted:
			b, o := hasSubscript(part.Parts, keepsBackslash)
			bracket, other = bracket || b, other || o
		default:
			other = true
		}
	}
	return bracket, other
}

// ArithText evaluates an expression that is expanded already.
func (e *Expander) ArithText(ctx context.Context, text string) (int64, error) {
	p, err := e.compile(text)
	if err != nil {
		return 0, e.arithError(err)
	}
	return e.eval(ctx, p)
}

func (e *Expander) compile(text string) (*arith.Program, error) {
	if e.Arith != nil {
		return e.Arith.Compile(text)
	}
	return arith.Compile(text)
}

func (e *Expander) eval(ctx context.Context, p *arith.Program) (int64, error) {
	return e.evalFilled(ctx, p, nil)
}

func (e *Expander) evalFilled(ctx context.Context, p *arith.Program, holes []arith.Value) (int64, error) {
	if e.depth++; e.depth > maxDepth {
		e.depth--
		return 0, &LimitError{Name: "subst depth", Limit: maxDepth}
	}
	outer := e.env
	e.env = env{e, ctx}
	n, err := p.Fill(&e.env, holes)
	e.env = outer
	e.depth--
	if err != nil {
		return 0, e.arithError(err)
	}
	return n, nil
}

func (e *Expander) arithError(err error) error {
	var bad *arith.Error
	if errors.As(err, &bad) {
		return &Error{Text: bad.Text, Code: 1, Arith: !bad.Subscript, Deep: bad.Subscript, Subscript: bad.Subscript}
	}
	return err
}

// index evaluates a subscript.
func (e *Expander) index(ctx context.Context, x *syntax.Arithm) (int64, error) {
	n, err := e.Arithm(ctx, x)
	return n, inSubscript(err)
}

// inSubscript marks an error of arithmetic as one in a subscript.
func inSubscript(err error) error {
	if bad, ok := err.(*Error); ok && bad.Arith {
		return &Error{Text: bad.Text, Code: bad.Code, Deep: true, Subscript: true}
	}
	return err
}

// integer evaluates what an integer variable is given.
func (e *Expander) integer(ctx context.Context, text string) (int64, error) {
	n, err := e.ArithText(ctx, text)
	if bad, ok := err.(*Error); ok && bad.Arith {
		bad.Deep = true
	}
	return n, err
}

// env is the variables as arithmetic sees them.
type env struct {
	e   *Expander
	ctx context.Context
}

// Get implements arith.Env.
func (v *env) Get(name string) (string, bool, error) {
	text, ok, simple := v.e.simple(name)
	if simple {
		if !ok && v.e.Shell.Opts.On(state.NoUnsetVars) {
			return "", false, v.Bound(name)
		}
		return text, ok, nil
	}
	r, err := v.e.resolve(v.ctx, name, nil)
	if err != nil {
		return "", false, err
	}
	if text, ok = v.e.get(&r); !ok && v.e.Shell.Opts.On(state.NoUnsetVars) && (r.v == nil || !r.v.Set) {
		if r.element {
			name = r.name // not what refers to it
		}
		return "", false, unbound(name)
	}
	return text, ok, nil
}

// Set implements arith.Env. Element 0 of a list is not exported by set -a.
func (v *env) Set(name, value string) error {
	if v.e.Shell.Opts.On(state.AllExport) {
		if x := v.e.variable(name); x != nil && x.Kind == state.Indexed {
			return v.SetIndex(name, 0, value)
		}
	}
	err := v.e.setScalar(v.ctx, name, value, false)
	if bad, ok := err.(*Error); ok && bad.reference {
		v.e.Host.Warn(v.e.Evaluator + bad.Text)
		return nil
	}
	return err
}

// Assoc implements arith.Env.
func (v *env) Assoc(name string) bool {
	x := v.e.variable(name)
	return x != nil && x.Kind == state.Assoc
}

// Key implements arith.Env.
func (v *env) Key(text string) (string, error) {
	if !strings.ContainsAny(text, "$`'\"\\~") {
		return text, nil
	}
	if v.e.Shell.Opts.On(state.AssocExpandOnce) && !strings.ContainsAny(text, "'\"\\") {
		return text, nil // the expression was expanded as a whole
	}
	w, err := syntax.ParseWord(text, v.e.config())
	if err != nil {
		return "", syntaxError(err)
	}
	return v.e.bare(v.ctx, w, true)
}

// Expand implements arith.Expander.
func (v *env) Expand(text string) (string, error) {
	w, err := syntax.ParseDocument(text, v.e.config())
	if err != nil {
		return "", syntaxError(err)
	}
	return v.e.arithText(v.ctx, w)
}

// Bound implements arith.Strict. bash names the variable, whatever its subscript.
func (v *env) Bound(name string) error {
	if !v.e.Shell.Opts.On(state.NoUnsetVars) {
		return nil
	}
	r, err := v.e.resolve(v.ctx, name, nil)
	if err == nil && (r.element || r.v == nil || !r.v.Set) {
		return unbound(name)
	}
	return err
}

// unbound is the error of set -u.
func unbound(name string) error {
	return &Error{Text: name + ": unbound variable", Code: 127, Fatal: true, Reported: true}
}

// Missing implements arith.Strict, in the words that bash has for it.
func (v *env) Missing() error {
	if !v.e.Shell.Opts.On(state.NoUnsetVars) {
		return nil
	}
	return &Error{Text: "(null): unbound variable", Code: 127, Fatal: true, Reported: true}
}

// Warn implements arith.Warner.
func (v *env) Warn(text string) error { return v.e.complain(text) }

// GetIndex implements arith.Env.
func (v *env) GetIndex(name string, i int64) (string, bool, error) {
	r, err := v.e.resolve(v.ctx, name, nil)
	if err != nil {
		return "", false, err
	}
	if i < 0 && (r.v == nil || r.v.Kind == state.Indexed) { // nothing is counted from the end of a string
		i += v.e.top(r.v) + 1
	}
	if i < 0 {
		return "", false, arith.ErrSubscript
	}
	r.mode, r.index = element, i
	text, set := v.e.get(&r)
	return text, set, nil
}

// SetIndex implements arith.Env.
func (v *env) SetIndex(name string, i int64, value string) error {
	r, err := v.e.resolve(v.ctx, name, nil)
	if err != nil {
		return err
	}
	if i < 0 {
		i += v.e.top(r.v) + 1
	}
	if i < 0 {
		return arith.ErrSubscript
	}
	r.mode, r.index = element, i
	return v.e.store(v.ctx, &r, value, false)
}

// GetKey implements arith.Env.
func (v *env) GetKey(name, key string) (string, bool, error) {
	if key == "" {
		return "", false, arith.ErrSubscript
	}
	r, err := v.e.resolve(v.ctx, name, nil)
	if err != nil {
		return "", false, err
	}
	r.mode, r.key = keyed, key
	text, set := v.e.get(&r)
	return text, set, nil
}

// SetKey implements arith.Env.
func (v *env) SetKey(name, key, value string) error {
	if key == "" {
		return arith.ErrSubscript
	}
	r, err := v.e.resolve(v.ctx, name, nil)
	if err != nil {
		return err
	}
	r.mode, r.key = keyed, key
	return v.e.store(v.ctx, &r, value, false)
}

// Step implements arith.Env.
func (v *env) Step(n int) error { return v.e.Host.Step(n) }

// syntaxError words the error of text that was parsed at run time.
func syntaxError(err error) error {
	var bad *syntax.Error
	if errors.As(err, &bad) && len(bad.Messages) > 0 {
		return &Error{Text: bad.Messages[0], Code: 1}
	}
	return err
}
