package grep

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// A perlRegexp is a pattern of -P. With group set the match is the first group.
type perlRegexp struct {
	re    *regexp.Regexp
	group bool
}

// compilePerl takes what RE2 knows of Perl's syntax, and three things that
// scripts use: \K, a lookbehind at the beginning and a lookahead at the end.
// What they look at is matched as text, so that matches next to each other can
// not look at the same text.
func compilePerl(p string, fold bool) (*perlRegexp, error) {
	head, body, tail := "", p, ""
	if i := keep(p); i >= 0 {
		head, body = p[:i], p[i+2:]
	} else if strings.HasPrefix(p, "(?<=") {
		end := closing(p, 0)
		if end < 0 {
			return nil, fmt.Errorf("missing closing parenthesis")
		}
		head, body = p[4:end], p[end+1:]
	}
	if i := strings.LastIndex(body, "(?="); i >= 0 && closing(body, i) == len(body)-1 {
		body, tail = body[:i], body[i+3:len(body)-1]
	}
	re := &perlRegexp{}
	src := p
	if head != "" || tail != "" {
		re.group = true
		src = "(?:" + head + ")(?P<keep>" + body + ")(?:" + tail + ")"
	}
	if fold {
		src = "(?i)" + src
	}
	var err error
	if re.re, err = regexp.Compile(src); err != nil {
		if strings.Contains(err.Error(), "missing closing )") {
			return nil, fmt.Errorf("missing closing parenthesis")
		}
		return nil, fmt.Errorf("-P supports the syntax of RE2 alone: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

// keep finds a \K outside of parentheses, -1 for none.
func keep(p string) int {
	depth := 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			if i+1 < len(p) && p[i+1] == 'K' && depth == 0 {
				return i
			}
			i++
		case '[':
			i = setEnd(p, i) - 1
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				return -1
			}
		}
	}
	return -1
}

// closing finds the parenthesis that closes the one at i.
func closing(p string, i int) int {
	depth := 0
	for ; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[':
			i = setEnd(p, i) - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// find finds the first match from a place on; -1 without one. Anchors and word
// boundaries see what stands before.
func (re *perlRegexp) find(line []byte, from int) (int, int) {
	group := 0
	if re.group {
		group = re.re.SubexpIndex("keep")
	}
	if from == 0 {
		if loc := re.re.FindSubmatchIndex(line); loc != nil {
			return loc[2*group], loc[2*group+1]
		}
		return -1, -1
	}
	for _, loc := range re.re.FindAllSubmatchIndex(line, -1) {
		if a, b := loc[2*group], loc[2*group+1]; a >= from {
			return a, b
		}
	}
	return -1, -1
}

func isWordRune(r rune) bool {
	return r == '_' || r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
