package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of rules.
const (
	maxExampleLen = 4096
)

// applyRule adds one rule. Its place among the rules of all layers is its
// place in Source.
func (m *merger) applyRule(key string, t *rawRule) {
	if m.err != nil {
		return
	}
	rule := Rule{ID: m.prefix + key, Access: AccessAny}
	at := func(name string) string { return key + "." + name }
	set(m, at("id"), t.ID, ruleID, &rule.ID)
	set(m, at("commands"), t.Commands, someOf(ruleCommand), &rule.Commands)
	set(m, at("match"), t.Match, rulePatterns, &rule.Match)
	set(m, at("operands"), t.Operands, ruleOperands, &rule.Operands)
	set(m, at("words"), t.Words, someOf(ruleWord), &rule.Words)
	set(m, at("flags"), t.Flags, someOf(ruleOption), &rule.Flags)
	set(m, at("lacks"), t.Lacks, someOf(ruleOption), &rule.Lacks)
	set(m, at("values"), t.Values, someOf(ruleOption), &rule.Values)
	set(m, at("leading"), t.Leading, same, &rule.Leading)
	set(m, at("piped"), t.Piped, same, &rule.Piped)
	set(m, at("paths"), t.Paths, someOf(rulePath), &rule.Paths)
	set(m, at("access"), t.Access, oneOf(AccessAny, AccessRead, AccessWrite), &rule.Access)
	set(m, at("literal"), t.Literal, same, &rule.Literal)
	set(m, at("assign"), t.Assign, someOf(ruleName), &rule.Assign)
	set(m, at("opaque"), t.Opaque, same, &rule.Opaque)
	set(m, at("action"), t.Action, oneOf(Allow, Deny, Ask), &rule.Action)
	set(m, at("reason"), t.Reason, reason, &rule.Reason)
	set(m, at("catches"), t.Catches, someOf(ruleExample), &rule.Catches)
	set(m, at("spares"), t.Spares, someOf(ruleExample), &rule.Spares)
	if m.err == nil {
		if err := checkRule(rule, t); err != nil {
			m.fail(key, err)
		}
	}
	if m.err == nil {
		m.addRule(rule, fmt.Sprintf("%s:%d", printable(m.doc.file), m.doc.line(m.prefix+key)))
	}
}

func (m *merger) addRule(rule Rule, source string) {
	m.source[fmt.Sprintf("policy.rules[%d]", len(m.cfg.Policy.Rules))] = source
	m.cfg.Policy.Rules = append(m.cfg.Policy.Rules, rule)
}

// NamesCommand reports whether a rule says which command it is about.
func (r Rule) NamesCommand() bool { return r.Commands != nil || r.Match != nil }

// checkRule looks at the conditions of a rule together.
func checkRule(r Rule, t *rawRule) error {
	options := r.Operands != nil || r.Flags != nil || r.Lacks != nil
	switch {
	case t.Action == nil:
		return errors.New("expected a rule with an action, found one without")
	case !r.NamesCommand() && r.Paths == nil && r.Assign == nil && !r.Opaque:
		return errors.New("expected a rule with commands, match, paths, assign or opaque = true, found one without")
	case r.Commands != nil && r.Match != nil:
		return errors.New("commands are names with any arguments, match has a name of its own: expected one of them")
	case !r.NamesCommand() && (options || r.Words != nil || r.Values != nil):
		return errors.New("operands, words, flags, lacks and values are about a command: expected commands or match, too")
	case r.Values != nil && !options && r.Paths == nil:
		return errors.New("values say how operands, flags and paths are found: expected one of them, too")
	case r.Leading && !options:
		return errors.New("leading says where options end: expected operands, flags or lacks, too")
	case r.Piped && !r.NamesCommand() && !r.Opaque:
		return errors.New("piped is about a command: expected commands, match or opaque = true, too")
	case r.Literal && r.Action == Allow:
		return errors.New("a rule that allows counts only what the text tells: expected deny or ask with literal = true")
	case t.Access != nil && r.Paths == nil:
		return errors.New("access is about paths: expected paths, too")
	case r.Action == Allow && (r.Assign != nil || r.Opaque):
		return errors.New("a rule with assign or opaque can deny or ask; what it would allow is allowed by the rules about the command")
	}
	return nil
}

// someOf checks every element of a list that must not be empty.
func someOf(check func(string) (string, error)) func([]string) ([]string, error) {
	return func(list []string) ([]string, error) {
		if len(list) == 0 || len(list) > maxArgs {
			return nil, fmt.Errorf("expected 1 to %d strings, found %d", maxArgs, len(list))
		}
		return each(check)(list)
	}
}

// ruleOperands checks a rule's operands, which may be none.
func ruleOperands(operands []string) ([]string, error) {
	if len(operands) == 0 {
		return []string{}, nil
	}
	return rulePatterns(operands)
}

// rulePatterns checks a rule's match or operands.
func rulePatterns(match []string) ([]string, error) {
	if len(match) == 0 || len(match) > maxArgs {
		return nil, fmt.Errorf("expected 1 to %d patterns, found %d", maxArgs, len(match))
	}
	for i, p := range match {
		switch {
		case i == 0 && p == "":
			return nil, &elementError{i, errors.New("expected a pattern for the command's name, found an empty string")}
		case p == "**" && i < len(match)-1:
			return nil, &elementError{i, errors.New(`expected "**" as the last pattern only; "*" stands for one argument`)}
		case len(p) > maxPatternLen:
			return nil, &elementError{i, fmt.Errorf("expected at most %d bytes, found %d", maxPatternLen, len(p))}
		case strings.ContainsRune(p, 0):
			return nil, &elementError{i, errors.New("expected a string without NUL, which no argument contains")}
		}
	}
	return slices.Clone(match), nil
}

const (
	lowerCase = "abcdefghijklmnopqrstuvwxyz"
	upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits    = "0123456789"
)

// spelled reports whether a text has the given length at most, begins with one
// character of a set, and goes on with those of another. Regular expressions
// would be compiled at every start.
func spelled(s, first, rest string, length int) bool {
	return s != "" && len(s) <= length && strings.IndexByte(first, s[0]) >= 0 && strings.Trim(s[1:], rest) == ""
}

func ruleID(s string) (string, error) {
	if !spelled(s, lowerCase+digits, lowerCase+digits+"._-", 64) {
		return "", expected("1 to 64 of the characters a-z, 0-9, '.', '_' and '-', a letter or digit first", s)
	}
	return s, nil
}

// ruleOption checks an option: a letter (-r), a long name (--recursive), or a
// word behind one dash (-delete).
func ruleOption(s string) (string, error) {
	const letters = lowerCase + upperCase + digits
	long := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "-")
	letter := len(s) == 2 && s[0] == '-' && s[1] > ' ' && s[1] < 0x7f && s[1] != '-' && s[1] != '='
	if !letter && (long == s || len(long) < 2 || !spelled(long, letters, letters+"_-", 256)) {
		return "", expected(`an option such as "-r", "--recursive" or "-delete"`, s)
	}
	return s, nil
}

// rulePath checks a glob of absolute paths.
func rulePath(s string) (string, error) {
	switch {
	case s != "~" && !strings.HasPrefix(s, "~/") && !filepath.IsAbs(s):
		return "", expected(`an absolute path, or one below the home directory ("~/..."), with globs`, s)
	case len(s) > maxPatternLen || !isPrintable(s):
		return "", expected("a path without control characters", s)
	case filepath.Clean(s) != s:
		return "", expected("the path in its shortest spelling, "+quote(filepath.Clean(s)), s)
	}
	return s, nil
}

// ruleCommand checks a glob of a command's name.
func ruleCommand(s string) (string, error) {
	if s == "" {
		return "", errors.New("expected a pattern for the command's name, found an empty string")
	}
	return ruleWord(s)
}

// ruleWord checks a glob of one argument, which may be empty.
func ruleWord(s string) (string, error) {
	if len(s) > maxPatternLen || strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("expected a pattern of at most %d bytes without NUL, found %d", maxPatternLen, len(s))
	}
	return s, nil
}

func ruleName(s string) (string, error) {
	const start = lowerCase + upperCase + "_*?"
	if !spelled(s, start, start+digits, 256) {
		return "", expected("the name of a variable, with * and ? as globs", s)
	}
	return s, nil
}

func ruleExample(s string) (string, error) {
	if s == "" || len(s) > maxExampleLen || strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("expected a command of 1 to %d bytes without NUL, found %d", maxExampleLen, len(s))
	}
	return s, nil
}
