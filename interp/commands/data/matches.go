package data

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"
)

// matching are the functions of regular expressions. Those of gojq count the
// characters before each match anew, for minutes that nothing ends where a text
// of a megabyte has many.
const matching = `
def match($re; $flags): __matches($re; $flags);
def match($re): if $re | type == "array" then match($re[0]; $re[1]) else match($re; null) end;
def test($re; $flags): __tests($re; $flags);
def test($re): if $re | type == "array" then test($re[0]; $re[1]) else test($re; null) end;
def __named: reduce .captures[] as $c ({}; if $c.name then .[$c.name] = $c.string else . end);
def capture($re; $flags): match($re; $flags) | __named;
def capture($re): match($re) | __named;
def scan($re; $flags): match($re; "g" + $flags) | if .captures == [] then .string else [.captures[].string] end;
def scan($re): scan($re; "");
def splits($re; $flags): (__cuts($re; "g" + $flags) | .[0][][0], .[1]);
def splits($re): splits($re; "");
def split($re; $flags): [splits($re; $flags)];
def sub($re; text; $flags): __cuts($re; $flags) as $cuts | [$cuts[0][] | [.[1] | text]] as $texts | __sewn($cuts; $texts)[];
def sub($re; text): sub($re; text; "");
def gsub($re; text; $flags): sub($re; text; "g" + $flags);
def gsub($re; text): sub($re; text; "g");
.`

// matchCost is what is reckoned for a match and for a group of it, in bytes,
// groupCost what a group's name and text take in an object.
const (
	matchCost = 200
	groupCost = 300
)

// A matcher finds matches in texts and bounds how much of them is held.
type matcher struct {
	held  int64
	known map[[2]string]*expression
}

// An expression is one with its flags.
type expression struct {
	*regexp.Regexp
	// beside matches, at the beginning of a text, a character and nothing of
	// the expression behind it.
	beside        *regexp.Regexp
	global, empty bool
}

func (m *matcher) functions() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		gojq.WithIterFunction("__matches", 2, 2, m.matches),
		gojq.WithFunction("__tests", 2, 2, m.tests),
		gojq.WithFunction("__cuts", 2, 2, m.cuts),
		gojq.WithFunction("__sewn", 2, 2, m.sewn),
	}
}

// knownExpressions bounds how many expressions are kept compiled.
const knownExpressions = 256

// compile makes an expression of the arguments of a function.
func (m *matcher) compile(v any, args []any) (text string, e *expression, err error) {
	text, ok := v.(string)
	pattern, isText := args[0].(string)
	if !ok || !isText {
		wrong := v
		if ok {
			wrong = args[0]
		}
		return "", nil, fmt.Errorf("%s (%s) cannot be matched, as it is not a string", gojq.TypeOf(wrong), gojq.Preview(wrong))
	}
	flags, ok := args[1].(string)
	if !ok && args[1] != nil {
		return "", nil, fmt.Errorf("%s (%s) is not a string", gojq.TypeOf(args[1]), gojq.Preview(args[1]))
	}
	key := [2]string{pattern, flags}
	if e = m.known[key]; e != nil {
		return text, e, nil
	}
	if e, err = newExpression(pattern, flags); err != nil {
		return "", nil, err
	}
	if m.known == nil || len(m.known) >= knownExpressions {
		m.known = map[[2]string]*expression{}
	}
	m.known[key] = e
	return text, e, nil
}

// newExpression reads the flags of jq(1), "REGULAR EXPRESSIONS".
func newExpression(pattern, flags string) (*expression, error) {
	e := &expression{empty: true}
	options, longest := "", false
	for _, c := range flags {
		switch c {
		case 'g':
			e.global = true
		case 'i':
			options += "i"
		case 'p':
			options += "s"
		case 'x':
			pattern = unspaced(pattern)
		case 'n':
			e.empty = false
		case 'l':
			longest = true
		case 's': // as it is
		default:
			return nil, fmt.Errorf("%s is not a valid modifier string", flags)
		}
	}
	if options != "" {
		pattern = "(?" + options + ")" + pattern
	}
	var err error
	if e.Regexp, err = regexp.Compile(pattern); err != nil {
		return nil, fmt.Errorf("%s (at offset 0) is not a valid regex: %w", pattern, err)
	}
	if e.beside, err = regexp.Compile(`\A(?s:.)(?:` + pattern + `)`); err != nil {
		e.beside = nil // too large
	}
	if longest {
		e.Longest()
	}
	return e, nil
}

// unspaced leaves the white space and comments of an extended pattern out.
func unspaced(pattern string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			b.WriteString(pattern[i : i+2])
			i++
			continue
		case !class && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			continue
		case !class && c == '#':
			for i < len(pattern) && pattern[i] != '\n' {
				i++
			}
			continue
		case c == '[':
			class = true
		case c == ']':
			class = false
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}

// find returns the matches in a text, as regexp has them. Like jq it finds
// empty ones directly behind others, and none at the end of the text when it
// has come there.
func (m *matcher) find(text string, e *expression) ([][]int, error) {
	n := 1
	if e.global {
		n = int(m.held/int64(matchCost*(1+e.NumSubexp()))) + 1
	}
	all := e.FindAllStringSubmatchIndex(text, n)
	if n > 1 && len(all) == n {
		return nil, errMemory
	}
	var found [][]int
	for i, at := range all {
		if e.empty || at[0] < at[1] {
			found = append(found, at)
		}
		if e.global && e.empty && at[0] < at[1] && at[1] < len(text) && (i+1 == len(all) || all[i+1][0] > at[1]) {
			if at := e.emptyAt(text, at[1]); at != nil {
				found = append(found, at)
			}
		}
	}
	if last := len(found) - 1; last > 0 && found[last][0] == len(text) && next(text, found[last-1]) == len(text) {
		found = found[:last]
	}
	return found, nil
}

// next is where the search for the next match begins.
func next(text string, at []int) int {
	if at[0] < at[1] {
		return at[1]
	}
	_, n := utf8.DecodeRuneInString(text[at[1]:])
	return at[1] + n
}

// emptyAt is the empty match at an offset, nil for none.
func (e *expression) emptyAt(text string, offset int) []int {
	if e.beside == nil {
		return nil
	}
	_, n := utf8.DecodeLastRuneInString(text[:offset])
	at := e.beside.FindStringSubmatchIndex(text[offset-n:])
	if at == nil || at[1] != n {
		return nil
	}
	at[0] = n
	for i := range at {
		if at[i] >= 0 {
			at[i] += offset - n
		}
	}
	return at
}

func (m *matcher) tests(v any, args []any) any {
	text, e, err := m.compile(v, args)
	if err != nil {
		return err
	}
	return e.MatchString(text)
}

// matches returns the matches one after the other.
func (m *matcher) matches(v any, args []any) gojq.Iter {
	text, e, err := m.compile(v, args)
	if err != nil {
		return gojq.NewIter[any](err)
	}
	found, err := m.find(text, e)
	if err != nil {
		return gojq.NewIter[any](err)
	}
	return &matchIter{text: text, e: e, found: found}
}

// A matchIter makes the objects of matches. It counts characters from match to
// match.
type matchIter struct {
	text         string
	e            *expression
	found        [][]int
	bytes, runes int
}

func (it *matchIter) Next() (any, bool) {
	if len(it.found) == 0 {
		return nil, false
	}
	at := it.found[0]
	it.found = it.found[1:]
	it.runes += utf8.RuneCountInString(it.text[it.bytes:at[0]])
	it.bytes = at[0]
	groups := []any{}
	for i, name := range it.e.SubexpNames()[1:] {
		group := it.part(at[2*i+2], at[2*i+3])
		group["name"] = nil
		if name != "" {
			group["name"] = name
		}
		groups = append(groups, group)
	}
	whole := it.part(at[0], at[1])
	whole["captures"] = groups
	return whole, true
}

// part describes a part of the text within the match.
func (it *matchIter) part(from, to int) map[string]any {
	if from < 0 {
		return map[string]any{"offset": -1, "length": 0, "string": nil}
	}
	return map[string]any{"offset": it.runes + utf8.RuneCountInString(it.text[it.bytes:from]),
		"length": utf8.RuneCountInString(it.text[from:to]), "string": it.text[from:to]}
}

// cuts takes a text apart at its matches: [[[text before a match, named
// groups], ...], text behind the last].
func (m *matcher) cuts(v any, args []any) any {
	text, e, err := m.compile(v, args)
	if err != nil {
		return err
	}
	found, err := m.find(text, e)
	if err != nil {
		return err
	}
	names := e.SubexpNames()
	if int64(len(found)) > m.held/int64(matchCost+groupCost*(len(names)-1)) {
		return errMemory
	}
	pieces, done := make([]any, 0, len(found)), 0
	for _, at := range found {
		groups := map[string]any{}
		for i, name := range names[1:] {
			switch {
			case name == "":
			case at[2*i+2] >= 0:
				groups[name] = text[at[2*i+2]:at[2*i+3]]
			default:
				groups[name] = nil
			}
		}
		pieces = append(pieces, []any{text[done:at[0]], groups})
		done = at[1]
	}
	return []any{pieces, text[done:]}
}

// sewn puts cuts together again, with the texts that were made for the matches:
// the first of each makes the first result, the second of each the second.
func (m *matcher) sewn(_ any, args []any) any {
	cuts, texts := args[0].([]any), args[1].([]any)
	pieces, rest := cuts[0].([]any), cuts[1].(string)
	var results []*strings.Builder
	size := int64(0)
	for i, p := range pieces {
		before := p.([]any)[0].(string)
		for n, t := range texts[i].([]any) {
			s, ok := t.(string)
			if !ok {
				return fmt.Errorf("string (%s) and %s (%s) cannot be added", gojq.Preview(before), gojq.TypeOf(t), gojq.Preview(t))
			}
			if n == len(results) {
				results = append(results, new(strings.Builder))
			}
			if size += int64(len(before) + len(s)); size > m.held/4 {
				return errMemory
			}
			results[n].WriteString(before)
			results[n].WriteString(s)
		}
	}
	if len(pieces) == 0 {
		return []any{rest}
	}
	all := make([]any, len(results))
	for i, b := range results {
		all[i] = b.String() + rest
	}
	return all
}
