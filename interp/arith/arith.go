// Package arith evaluates shell arithmetic as bash 5.2 does: what stands in
// $((...)), ((...)), let, subscripts of indexed arrays, slices, and values of
// integer variables (bash manual, "Shell Arithmetic"; C's operators on 64-bit
// integers that wrap).
//
// Compile turns text into a Program once; Eval runs it over an Env, the
// variables. bash evaluates while it parses, so what stands left of a syntax
// error still happens; a Program therefore carries its syntax error as an
// instruction, and Eval reports it where bash does.
//
// The text has been expanded before (parameters, command substitution, and the
// removal of double quotes, which the expansion of $((...)) does): a quote that
// is left is an error here as it is in bash. Nothing here knows what a variable
// is, how messages are prefixed, or what becomes of the command after an error.
//
// It imports nothing of ours.
package arith

import (
	"errors"
	"strings"
)

// An Env is the variables that an expression reads and writes. Errors of its
// methods end the evaluation and come back from Eval as they are.
type Env interface {
	// Get returns the text of a scalar, or of element 0. set is false for an
	// unset one, which counts as 0 unless Get returns an error (set -u).
	Get(name string) (value string, set bool, err error)
	// Set assigns a scalar, or element 0.
	Set(name, value string) error
	// Assoc tells whether name is an associative array. Then a subscript is a
	// key, otherwise an arithmetic expression.
	Assoc(name string) bool
	// Key turns the text of a subscript, as written, into a key: expansion
	// and quote removal.
	Key(text string) (string, error)
	// GetIndex and SetIndex access an element of an indexed array; a
	// negative index counts from the end. The error is ErrSubscript for one
	// before the first element.
	GetIndex(name string, i int64) (value string, set bool, err error)
	SetIndex(name string, i int64, value string) error
	// GetKey and SetKey access an element of an associative array. The error
	// is ErrSubscript for an empty key.
	GetKey(name, key string) (value string, set bool, err error)
	SetKey(name, key, value string) error
	// Step is told of n instructions before they run; an error ends the
	// evaluation (limits, cancellation).
	Step(n int) error
}

// An Expander is an Env that expands the subscripts of indexed arrays once
// more before they are evaluated, as within double quotes; bash does so. It is
// asked only about text with a dollar sign, backquote, double quote or
// backslash. Without it such text is evaluated as it is, which is an error.
type Expander interface {
	Expand(text string) (string, error)
}

// ErrSubscript is what an Env returns for an element that can not exist. bash
// goes on after such a message: what is read counts 0, what is assigned is lost.
var ErrSubscript = errors.New("bad array subscript")

// An Ender is an Env that tells where an array ends: one more than its highest
// index. With it arr[-1]+=x assigns the element that it read even if x makes
// the array longer, as in bash.
type Ender interface {
	End(name string) int64
}

// A Strict is an Env that does not let an element be read without a subscript:
// Missing is asked after the message, and its error ends the evaluation.
type Strict interface {
	// Bound is asked before the subscript of an element that is read is
	// evaluated. An error ends the evaluation.
	Bound(name string) error
	Missing() error
}

// A Warner is an Env that takes messages after which the evaluation goes on:
// those about subscripts that can not exist. text is without bash's "bash: line
// N: "; an error ends the evaluation. With an Env that is no Warner they end it
// as an Error.
type Warner interface {
	Warn(text string) error
}

// An Error is an expression that can not be evaluated.
type Error struct {
	// Text is bash's message without the "bash: line N: " before it, as in
	// `1/0: division by 0 (error token is "0")`.
	Text string
	// Subscript is set when the expression is the subscript of an array. bash
	// then names no command ("((: ", "let: ") before the text, and abandons
	// the whole command line.
	Subscript bool
	at        *place // of an error that came up while the program ran
}

// Error returns Text.
func (e *Error) Error() string { return e.Text }

// Limits of one expression. bash has only the recursion limit; the others keep
// hostile text from filling memory or the stack.
const (
	// MaxSource is the longest text of one expression, in bytes.
	MaxSource = 1 << 20
	// MaxNesting bounds parentheses, prefix operators, chains of assignments
	// and conditions, and subscripts within subscripts.
	MaxNesting = 2000
	// MaxRecursion bounds variables whose values are expressions with
	// variables (MAX_EXPR_RECURSION_LEVEL in bash).
	MaxRecursion = 1024
)

// A Program is a compiled expression. It does not change; goroutines may share
// it.
type Program struct {
	src   string
	code  []instr
	stack int    // deepest stack that code needs
	cache *Cache // for values that are expressions; may be nil
}

// Compile compiles an expression. The error is an *Error for text that exceeds
// MaxSource or MaxNesting. Syntax errors are reported by Eval, after the
// effects of what stands before them.
func Compile(src string) (*Program, error) { return compile(src, 0, nil) }

// Source returns the text that was compiled.
func (p *Program) Source() string { return p.src }

// Const returns the value of a program that needs no variables and can not
// fail; ok is false for others.
func (p *Program) Const() (value int64, ok bool) {
	if len(p.code) == 1 && p.code[0].op == opConst {
		return p.code[0].val, true
	}
	return 0, false
}

// message words an error as bash's evalerror does. pos is where the last token
// begins, -1 if none was read.
func message(src, text string, pos int) string {
	token := ""
	if pos >= 0 && pos < len(src) {
		token = src[pos:]
	}
	return strings.TrimLeft(src, " \t") + ": " + text + " (error token is \"" + token + "\")"
}
