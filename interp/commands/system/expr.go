package system

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/regex"
)

func expr() gnu.Program {
	return gnu.Program{
		Summary: "evaluate an expression",
		Usage:   "EXPRESSION",
		Bare:    true,
		Trouble: 2,
		Main:    runExpr,
	}
}

// maxExprDepth bounds parentheses, maxExprDigits the digits of a number.
const (
	maxExprDepth  = 1000
	maxExprDigits = 100_000
)

// errSyntax is a usage error of expr with its own text.
type errSyntax string

func (e errSyntax) Error() string { return string(e) }

func runExpr(_ context.Context, in *gnu.Invocation) int {
	args := in.Operands
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		in.Warn("missing operand")
		fmt.Fprintf(in.Stderr, "Try '%s --help' for more information.\n", in.Name())
		return 2
	}
	if len(args) == 1 && args[0] == "--help" {
		in.Printf("Usage: %s EXPRESSION\nEvaluate an expression: | & < <= = != >= > + - * / %% : match substr index length ( ).\n", in.Name())
		return 0
	}
	if len(args) == 1 && args[0] == "--version" {
		in.Printf("%s (aegish)\n", in.Name())
		return 0
	}
	e := &exprParser{in: in, args: args}
	v, err := e.or(true)
	if err == nil && e.at < len(e.args) {
		err = errSyntax(fmt.Sprintf("syntax error: unexpected argument %s", in.Quote(e.args[e.at])))
	}
	if err != nil {
		in.Warn("%s", err.Error())
		return 2
	}
	in.Printf("%s\n", v)
	if null(v) {
		return 1
	}
	return 0
}

// null tells whether a value counts as false.
func null(v string) bool {
	digits := strings.TrimPrefix(v, "-")
	return v == "" || digits != "" && strings.Trim(digits, "0") == ""
}

// An exprParser evaluates as it reads; what is not needed is read with on
// false.
type exprParser struct {
	in    *gnu.Invocation
	args  []string
	at    int
	depth int
}

func (e *exprParser) take(ops ...string) string {
	if e.at < len(e.args) {
		for _, op := range ops {
			if e.args[e.at] == op {
				e.at++
				return op
			}
		}
	}
	return ""
}

func (e *exprParser) or(on bool) (string, error) {
	left, err := e.and(on)
	for err == nil && e.take("|") != "" {
		var right string
		right, err = e.and(on && null(left))
		if null(left) {
			if left = right; null(left) {
				left = "0"
			}
		}
	}
	return left, err
}

func (e *exprParser) and(on bool) (string, error) {
	left, err := e.compare(on)
	for err == nil && e.take("&") != "" {
		var right string
		right, err = e.compare(on && !null(left))
		if null(left) || null(right) {
			left = "0"
		}
	}
	return left, err
}

func integer(v string) (*big.Int, bool) {
	digits := strings.TrimPrefix(v, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || len(digits) > maxExprDigits {
		return nil, false
	}
	return new(big.Int).SetString(v, 10)
}

func (e *exprParser) compare(on bool) (string, error) {
	left, err := e.sum(on)
	for err == nil {
		op := e.take("<", "<=", "=", "==", "!=", ">=", ">")
		if op == "" {
			break
		}
		var right string
		if right, err = e.sum(on); err != nil {
			break
		}
		c := strings.Compare(left, right)
		if a, ok := integer(left); ok {
			if b, ok := integer(right); ok {
				c = a.Cmp(b)
			}
		}
		holds := map[string]bool{"<": c < 0, "<=": c <= 0, "=": c == 0, "==": c == 0, "!=": c != 0, ">=": c >= 0, ">": c > 0}[op]
		left = map[bool]string{true: "1", false: "0"}[holds]
	}
	return left, err
}

func (e *exprParser) sum(on bool) (string, error) {
	return e.arithmetic(on, e.product, "+", "-")
}

func (e *exprParser) product(on bool) (string, error) {
	return e.arithmetic(on, e.match, "*", "/", "%")
}

func (e *exprParser) arithmetic(on bool, operand func(bool) (string, error), ops ...string) (string, error) {
	left, err := operand(on)
	for err == nil {
		op := e.take(ops...)
		if op == "" {
			break
		}
		var right string
		if right, err = operand(on); err != nil || !on {
			continue
		}
		a, ok := integer(left)
		b, also := integer(right)
		if !ok || !also {
			return "", errSyntax("non-integer argument")
		}
		if b.Sign() == 0 && (op == "/" || op == "%") {
			return "", errSyntax("division by zero")
		}
		switch op {
		case "+":
			a.Add(a, b)
		case "-":
			a.Sub(a, b)
		case "*":
			a.Mul(a, b)
		case "/":
			a.Quo(a, b)
		case "%":
			a.Rem(a, b)
		}
		left = a.String()
	}
	return left, err
}

func (e *exprParser) match(on bool) (string, error) {
	left, err := e.primary(on)
	for err == nil && e.take(":") != "" {
		var right string
		if right, err = e.primary(on); err == nil && on {
			left, err = matchBasic(left, right)
		}
	}
	return left, err
}

func (e *exprParser) primary(on bool) (string, error) {
	if e.depth++; e.depth > maxExprDepth {
		return "", errSyntax("the expression is nested too deeply")
	}
	defer func() { e.depth-- }()
	if e.at == len(e.args) {
		return "", errSyntax("syntax error: missing argument after " + e.in.Quote(e.args[e.at-1]))
	}
	word := e.args[e.at]
	e.at++
	switch {
	case word == "+":
		if e.at == len(e.args) {
			return "", errSyntax("syntax error: missing argument after " + e.in.Quote(word))
		}
		e.at++
		return e.args[e.at-1], nil
	case word == "(":
		v, err := e.or(on)
		if err != nil {
			return "", err
		}
		if e.at == len(e.args) {
			return "", errSyntax("syntax error: expecting ')' after " + e.in.Quote(e.args[e.at-1]))
		}
		if e.take(")") == "" {
			return "", errSyntax("syntax error: expecting ')' instead of " + e.in.Quote(e.args[e.at]))
		}
		return v, nil
	case word == ")":
		return "", errSyntax("syntax error: unexpected ')'")
	case word == "length", word == "match", word == "index", word == "substr":
		return e.function(word, on)
	}
	return word, nil
}

// function evaluates match, substr, index and length.
func (e *exprParser) function(name string, on bool) (string, error) {
	n := map[string]int{"length": 1, "match": 2, "index": 2, "substr": 3}[name]
	var args []string
	for range n {
		v, err := e.primary(on)
		if err != nil {
			return "", err
		}
		args = append(args, v)
	}
	runes := []rune(args[0])
	switch name {
	case "length":
		return fmt.Sprint(utf8.RuneCountInString(args[0])), nil
	case "match":
		return matchBasic(args[0], args[1])
	case "index":
		for i, r := range runes {
			if strings.ContainsRune(args[1], r) {
				return fmt.Sprint(i + 1), nil
			}
		}
		return "0", nil
	}
	from, ok := integer(args[1])
	count, also := integer(args[2])
	if !ok || !also || !from.IsInt64() || from.Int64() < 1 || count.Sign() <= 0 || from.Int64() > int64(len(runes)) {
		return "", nil
	}
	begin := int(from.Int64()) - 1
	end := len(runes)
	if count.IsInt64() && count.Int64() < int64(end-begin) {
		end = begin + int(count.Int64())
	}
	return string(runes[begin:end]), nil
}

// matchBasic matches a basic regular expression at the beginning: the text of
// the first group, or the number of characters.
func matchBasic(text, pattern string) (string, error) {
	re, err := regex.Compile(pattern, regex.Repeats)
	if err != nil {
		return "", err
	}
	m, err := re.Find([]byte(text), 0, false)
	if err != nil {
		return "", errors.New("error in regular expression matcher")
	}
	if m != nil && m[0] != 0 {
		m = nil // the leftmost match is not at the beginning
	}
	switch {
	case re.Groups() > 0 && (m == nil || m[2] < 0):
		return "", nil
	case re.Groups() > 0:
		return text[m[2]:m[3]], nil
	case m == nil:
		return "0", nil
	}
	return fmt.Sprint(utf8.RuneCountInString(text[:m[1]])), nil
}
