package builtins

import (
	"fmt"
	"strings"
)

// runTest is test and [ (POSIX XCU test; bash(1), CONDITIONAL EXPRESSIONS).
func runTest(c *Call) Status {
	args := c.Args[1:]
	if c.Args[0] == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			c.errorf("missing `]'")
			return c.finish(misuse)
		}
		args = args[:len(args)-1]
	}
	e := evaluation{args: args, bracket: c.Args[0] == "[", test: Test{Shell: c.Shell, State: c.State, File: c.File}}
	value := e.run()
	switch {
	case e.err != "":
		c.errorf("%s", e.err)
		return c.finish(misuse)
	case value:
		return code(0)
	}
	return code(failure)
}

// maxTestDepth bounds the nesting of parentheses.
const maxTestDepth = 2000

// An evaluation is one run of test over its arguments.
type evaluation struct {
	args  []string
	pos   int
	depth int
	test  Test
	err   string
	// bracket is set for [, whose ] bash sees at the end.
	bracket bool
}

func (e *evaluation) fail(format string, args ...any) bool {
	if e.err == "" {
		e.err = fmt.Sprintf(format, args...)
	}
	e.pos = len(e.args)
	return false
}

// run decides by the number of arguments, as POSIX wants it.
func (e *evaluation) run() bool {
	value := false
	switch len(e.args) {
	case 0:
		return false
	case 1:
		return e.args[0] != ""
	case 2:
		return e.two()
	case 3:
		return e.three()
	case 4:
		if e.args[0] == "!" {
			e.pos = 1
			return !e.three()
		}
		if e.args[0] == "(" && e.args[3] == ")" {
			e.pos = 1
			return e.two()
		}
	}
	value = e.or()
	switch {
	case e.err != "" || e.pos == len(e.args):
		return value
	case strings.HasPrefix(e.args[e.pos], "-"):
		return e.fail("syntax error: `%s' unexpected", e.args[e.pos])
	}
	return e.fail("too many arguments")
}

func (e *evaluation) two() bool {
	op, arg := e.args[e.pos], e.args[e.pos+1]
	switch {
	case op == "!":
		return arg == ""
	case isUnary(op):
		return e.unary(op, arg)
	}
	return e.fail("%s: unary operator expected", op)
}

func (e *evaluation) three() bool {
	a, op, b := e.args[e.pos], e.args[e.pos+1], e.args[e.pos+2]
	switch {
	case isBinary(op):
		return e.binary(a, op, b)
	case op == "-a":
		return a != "" && b != ""
	case op == "-o":
		return a != "" || b != ""
	case a == "!":
		e.pos++
		return !e.two()
	case a == "(" && b == ")":
		return op != ""
	}
	return e.fail("%s: binary operator expected", op)
}

func (e *evaluation) or() bool {
	value := e.and()
	for e.err == "" && e.pos < len(e.args) && e.args[e.pos] == "-o" {
		e.pos++
		other := e.and()
		value = value || other
	}
	return value
}

func (e *evaluation) and() bool {
	value := e.term()
	for e.err == "" && e.pos < len(e.args) && e.args[e.pos] == "-a" {
		e.pos++
		other := e.term()
		value = value && other
	}
	return value
}

func (e *evaluation) term() bool {
	negate := false
	for e.pos < len(e.args) && e.args[e.pos] == "!" {
		negate = !negate
		e.pos++
	}
	if e.pos >= len(e.args) {
		return e.fail("argument expected")
	}
	return e.primary() != negate
}

func (e *evaluation) primary() bool {
	left := e.args[e.pos:]
	switch {
	case left[0] == "(":
		return e.parenthesis()
	case len(left) >= 3 && isBinary(left[1]):
		e.pos += 3
		return e.binary(left[0], left[1], left[2])
	case len(left) >= 2 && isUnary(left[0]):
		if _, number := parseInt(left[1]); left[0] == "-t" && !number {
			e.pos++
			return false
		}
		e.pos += 2
		return e.unary(left[0], left[1])
	}
	e.pos++
	return left[0] != ""
}

func (e *evaluation) parenthesis() bool {
	if e.depth++; e.depth > maxTestDepth {
		return e.fail("expression nested too deeply")
	}
	e.pos++
	if e.pos >= len(e.args) {
		return e.fail("argument expected")
	}
	value := e.or()
	e.depth--
	switch {
	case e.err != "":
		return false
	case e.pos >= len(e.args) && e.bracket:
		return e.fail("`)' expected, found ]")
	case e.pos >= len(e.args):
		return e.fail("`)' expected")
	case e.args[e.pos] != ")":
		return e.fail("`)' expected, found %s", e.args[e.pos])
	}
	e.pos++
	return value
}

func (e *evaluation) unary(op, arg string) bool {
	return e.test.Unary(op[1], arg)
}

func (e *evaluation) binary(a, op, b string) bool {
	value, err := e.test.Binary(a, op, b)
	if err != nil {
		return e.fail("%v", err)
	}
	return value
}

func isUnary(op string) bool {
	return len(op) == 2 && op[0] == '-' && strings.IndexByte("abcdefghknoprstuvwxzGLNORS", op[1]) >= 0
}

func isBinary(op string) bool {
	switch op {
	case "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-ef", "-nt", "-ot":
		return true
	}
	return false
}
