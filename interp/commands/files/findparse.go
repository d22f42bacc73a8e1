package files

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// A findParser reads the expression of find.
type findParser struct {
	f    *finder
	args []string
	at   int
	// actions tells that there was one, so that nothing is printed unasked.
	actions  bool
	dayStart bool
	regex    string
	first    string // the first test, for the warning about options behind it
	nested   int
	words    []findWord
	// create makes a file that an action writes.
	create func(name string) (vfs.File, error)
	// deletes and prunes do not go together, unless depth was asked for.
	deletes, prunes, depth bool
}

// maxNesting bounds parentheses and negations.
const maxNesting = 1000

// A findWord is an operator or, with what it means, an option, a test or an
// action.
type findWord struct {
	text string
	pred predicate
}

func (p *findParser) parse() (predicate, error) {
	p.regex = "emacs"
	if err := p.read(); err != nil {
		return nil, err
	}
	p.at = 0
	switch {
	case p.deletes && p.prunes && !p.depth:
		return nil, complain("The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  If you want to carry on anyway, just explicitly use the -depth option.")
	case len(p.words) == 0:
		return printPath, nil
	}
	expr, err := p.list()
	if err != nil {
		return nil, err
	}
	if p.at < len(p.words) {
		return nil, complain("you have too many ')'")
	}
	if !p.actions {
		test := expr
		expr = func(ctx context.Context, e *found) bool { return test(ctx, e) && !e.f.quit && printPath(ctx, e) }
	}
	return expr, nil
}

// read understands the words one by one, before what is between them counts.
func (p *findParser) read() error {
	for p.at < len(p.args) {
		word := p.args[p.at]
		if len(word) == 2 && word[0] == '-' && strings.IndexByte("()!,", word[1]) >= 0 {
			word = word[1:] // operators may be written like tests
		}
		switch word {
		case "(", ")", "!", "-not", "-a", "-and", "-o", "-or", ",":
			p.at++
			p.words = append(p.words, findWord{text: word})
			continue
		}
		if len(word) < 2 || word[0] != '-' {
			return p.misplaced(word)
		}
		p.at++
		pred, err := p.primary(word)
		if err != nil {
			return err
		}
		switch word {
		case "-delete":
			p.deletes = true
		case "-prune":
			p.prunes = true
		case "-depth", "-d":
			p.depth = true
		}
		p.words = append(p.words, findWord{word, pred})
	}
	return nil
}

// misplaced is a word that is no part of an expression; perhaps the shell made
// names of a pattern.
func (p *findParser) misplaced(word string) error {
	text := fmt.Sprintf("paths must precede expression: `%s'", word)
	if _, err := p.f.in.FS.Stat(word); err == nil && len(p.words) > 0 {
		n := len(p.words)
		text += fmt.Sprintf("\n%s: possible unquoted pattern after predicate `%s'?", p.f.in.Name(), p.words[n-1].text)
	}
	return complaint(text)
}

func (p *findParser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at].text
	}
	return ""
}

// more tells whether an operand follows.
func (p *findParser) more() bool {
	switch p.peek() {
	case ")", ",", "-o", "-or":
		return false
	}
	return p.at < len(p.words)
}

// list reads EXPR , EXPR.
func (p *findParser) list() (predicate, error) {
	left, err := p.or()
	for err == nil && p.peek() == "," {
		p.at++
		var right predicate
		if right, err = p.or(); err == nil {
			first := left
			left = func(ctx context.Context, e *found) bool { first(ctx, e); return !e.f.quit && right(ctx, e) }
		}
	}
	return left, err
}

func (p *findParser) or() (predicate, error) {
	left, err := p.and()
	for err == nil && (p.peek() == "-o" || p.peek() == "-or") {
		p.at++
		var right predicate
		if right, err = p.and(); err == nil {
			first := left
			left = func(ctx context.Context, e *found) bool { return first(ctx, e) || !e.f.quit && right(ctx, e) }
		}
	}
	return left, err
}

func (p *findParser) and() (predicate, error) {
	left, err := p.not()
	for err == nil && p.more() {
		if p.peek() == "-a" || p.peek() == "-and" {
			p.at++
		}
		var right predicate
		if right, err = p.not(); err == nil {
			first := left
			left = func(ctx context.Context, e *found) bool { return first(ctx, e) && !e.f.quit && right(ctx, e) }
		}
	}
	return left, err
}

func (p *findParser) not() (predicate, error) {
	if p.nested++; p.nested > maxNesting {
		return nil, complain("the expression is nested too deeply")
	}
	defer func() { p.nested-- }()
	if p.at == len(p.words) || !p.more() || p.peek() == "-a" || p.peek() == "-and" {
		return nil, p.nothing()
	}
	word := p.words[p.at]
	p.at++
	switch word.text {
	case "!", "-not":
		inner, err := p.not()
		return func(ctx context.Context, e *found) bool { return !inner(ctx, e) }, err
	case "(":
		switch {
		case p.at == len(p.words):
			return nil, complain("invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('")
		case p.peek() == ")":
			return nil, complain("invalid expression; empty parentheses are not allowed.")
		}
		inner, err := p.list()
		if err != nil {
			return nil, err
		}
		if p.peek() != ")" {
			return nil, complain("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
		}
		p.at++
		return inner, nil
	}
	return word.pred, nil
}

// nothing says what is missing where an operand should be.
func (p *findParser) nothing() error {
	before := ""
	if p.at > 0 {
		before = p.words[p.at-1].text
	}
	switch {
	case p.at == len(p.words) && p.actions:
		return complain("invalid expression")
	case p.at == len(p.words):
		return complain("expected an expression after '%s'", before)
	case p.peek() != ")":
		return complain("invalid expression; you have used a binary operator '%s' with nothing before it.", p.peek())
	case before == "":
		return complain("invalid expression: you have too many ')'")
	}
	return complain("expected an expression between '%s' and ')'", before)
}

// primary reads an option, a test or an action.
func (p *findParser) primary(word string) (predicate, error) {
	if pred, ok, err := p.option(word); ok {
		return pred, err
	}
	if p.first == "" {
		p.first = word
	}
	if pred, ok, err := p.action(word); ok {
		p.actions = p.actions || word != "-prune" && word != "-quit"
		return pred, err
	}
	if pred, ok, err := p.nameTest(word); ok {
		return pred, err
	}
	if pred, ok, err := p.statTest(word); ok {
		return pred, err
	}
	if pred, ok, err := p.timeTest(word); ok {
		return pred, err
	}
	return nil, complain("unknown predicate `%s'", word)
}

// argument takes the argument of a predicate.
func (p *findParser) argument(word string) (string, error) {
	if p.at == len(p.args) {
		return "", complain("missing argument to `%s'", word)
	}
	p.at++
	return p.args[p.at-1], nil
}

func always(context.Context, *found) bool { return true }

// option reads what concerns the whole search.
func (p *findParser) option(word string) (predicate, bool, error) {
	switch word {
	case "-maxdepth", "-mindepth":
		if p.first != "" && p.f.in.Stdin.Terminal() {
			p.f.in.Warn("warning: you have specified the global option %s after the argument %s, but global options are not positional, i.e., %s affects tests specified before it as well as those specified after it.  Please specify global options before other arguments.", word, p.first, word)
		}
		text, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		n, ok := decimal(text, 1<<31-1)
		if !ok {
			return nil, true, complain("Expected a positive decimal integer argument to %s, but got %s", word, p.f.in.Quote(text))
		}
		if word == "-maxdepth" {
			p.f.max = min(int(n), maxDepth)
		} else {
			p.f.min = int(n)
		}
	case "-depth", "-d":
		p.f.depth = true
	case "-follow":
		p.f.follow = followAll
	case "-daystart":
		p.dayStart = true
	case "-xdev", "-mount":
		p.f.oneDevice = true
	case "-files0-from":
		text, err := p.argument(word)
		p.f.from, p.f.listed = text, true
		return always, true, err
	case "-context":
		return nil, true, complain("invalid predicate -context: SELinux is not enabled.")
	case "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-noignore_readdir_race":
	case "-regextype":
		text, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		switch text {
		case "emacs", "findutils-default", "posix-basic", "grep", "ed", "sed", "posix-minimal-basic", "posix-extended", "egrep", "awk", "gnu-awk", "posix-awk", "posix-egrep":
		default:
			known := ""
			for name := range strings.FieldsSeq("findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended posix-minimal-basic sed") {
				known += ", " + p.f.in.Quote(name)
			}
			return nil, true, complain("Unknown regular expression type %s; valid types are %s.", p.f.in.Quote(text), known[2:])
		}
		p.regex = text
	default:
		return nil, false, nil
	}
	return always, true, nil
}

// A comparison is N, +N (more) or -N (less).
type comparison struct {
	op byte
	n  int64
}

func (c comparison) holds(n int64) bool {
	switch c.op {
	case '+':
		return n > c.n
	case '-':
		return n < c.n
	}
	return n == c.n
}

// number reads a comparison.
func (p *findParser) number(word string) (comparison, error) {
	text, err := p.argument(word)
	if err != nil {
		return comparison{}, err
	}
	c, ok := parseComparison(text)
	if !ok {
		return c, complain("invalid argument `%s' to `%s'", text, word)
	}
	return c, nil
}

func parseComparison(text string) (c comparison, ok bool) {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		c.op, text = text[0], text[1:]
	}
	var err error
	c.n, err = strconv.ParseInt(text, 10, 64)
	return c, err == nil && c.n >= 0
}

// A complaint is worded as find words it.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }
