package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of values, all inclusive.
const (
	maxTimeout     = 7 * 24 * time.Hour
	maxOutputBytes = 1 << 20
	maxPatternLen  = 4096
	maxReasonLen   = 1024
	maxArgs        = 1024
	maxLandlockABI = 64
)

// oneOf checks a word against a closed set.
func oneOf[T ~string](words ...T) func(string) (T, error) {
	return func(s string) (T, error) {
		if slices.Contains(words, T(s)) {
			return T(s), nil
		}
		return "", expected(alternatives(words), s)
	}
}

func alternatives[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", string(w))
	}
	return b.String()
}

func same[T any](v T) (T, error) { return v, nil }

// absolute checks a path: absolute, in its shortest spelling, printable.
func absolute(s string) (string, error) {
	switch {
	case !filepath.IsAbs(s):
		return "", expected("an absolute path", s)
	case !isPrintable(s):
		return "", expected("a path without control characters", s)
	case filepath.Clean(s) != s:
		return "", expected("the path in its shortest spelling, "+quote(filepath.Clean(s)), s)
	}
	return s, nil
}

// pathOrEmpty is absolute, or "" for none.
func pathOrEmpty(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	return absolute(s)
}

func timeout(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, expected(`a duration such as "90s" or "10m"`, s)
	}
	if d <= 0 || d > maxTimeout {
		return 0, expected("a duration above 0 and at most 168h", s)
	}
	return d, nil
}

// within checks a number's range.
func within(low, high int64) func(int64) (int, error) {
	return func(n int64) (int, error) {
		if n < low || n > high {
			return 0, fmt.Errorf("expected a number from %d to %d, found %d", low, high, n)
		}
		return int(n), nil
	}
}

// limit checks a resource limit's range.
func limit(low, high int64) func(int64) (*uint64, error) {
	return func(n int64) (*uint64, error) {
		if _, err := within(low, high)(n); err != nil {
			return nil, err
		}
		v := uint64(n)
		return &v, nil
	}
}

// An elementError is about one element of a list.
type elementError struct {
	index int
	err   error
}

func (e *elementError) Error() string { return e.err.Error() }

// each checks every element of a list and makes something else of it, or what it
// is. The result is never nil: an empty list is a list, not the absence of one.
func each[T any](check func(string) (T, error)) func([]string) ([]T, error) {
	return func(list []string) ([]T, error) {
		out := make([]T, len(list))
		for i, s := range list {
			v, err := check(s)
			if err != nil {
				return nil, &elementError{i, err}
			}
			out[i] = v
		}
		return out, nil
	}
}

// pattern checks a deny pattern. The empty string is in every command, so it
// can only be a mistake.
func pattern(s string) (string, error) {
	switch {
	case s == "":
		return "", errors.New("expected a substring, found an empty string, which every command contains")
	case len(s) > maxPatternLen:
		return "", fmt.Errorf("expected at most %d bytes, found %d", maxPatternLen, len(s))
	case strings.ContainsRune(s, 0):
		return "", errors.New("expected a string without NUL, which no command contains")
	}
	return s, nil
}

// landlockPath checks an entry of a Landlock list.
func landlockPath(s string) (string, error) {
	if path, optional := OptionalPath(s); optional {
		if path == "/" || !filepath.IsAbs(path) {
			return "", expected("an absolute path below / behind ?", s)
		}
		_, err := absolute(path)
		return s, err
	}
	if strings.HasPrefix(s, "$") {
		return oneOf(VarStart, VarTmp, VarCaches, VarDev)(s)
	}
	if !filepath.IsAbs(s) {
		return "", expected("an absolute path or one of $START, $TMP, $CACHES, $DEV", s)
	}
	return absolute(s)
}

// confirm checks `confirm`: a word, or an argument vector.
func confirm(v any) (Confirm, error) {
	switch v := v.(type) {
	case string:
		kind, err := oneOf(ConfirmNever, ConfirmAsk)(v)
		if err != nil {
			return Confirm{}, expected(`"never", "ask" or a program as an array of strings`, v)
		}
		return Confirm{Kind: kind}, nil
	case []any:
		argv, err := argumentVector(v)
		return Confirm{Kind: ConfirmProgram, Program: argv}, err
	}
	return Confirm{}, fmt.Errorf(`expected "never", "ask" or a program as an array of strings, found %v`, v)
}

func argumentVector(list []any) ([]string, error) {
	if len(list) == 0 || len(list) > maxArgs {
		return nil, fmt.Errorf("expected a program and its arguments, 1 to %d strings, found %d", maxArgs, len(list))
	}
	argv := make([]string, len(list))
	for i, el := range list {
		s, ok := el.(string)
		if !ok {
			return nil, &elementError{i, fmt.Errorf("expected a string, found %v", el)}
		}
		if strings.ContainsRune(s, 0) {
			return nil, &elementError{i, errors.New("expected a string without NUL")}
		}
		argv[i] = s
	}
	if _, err := absolute(argv[0]); err != nil {
		return nil, &elementError{0, err}
	}
	return argv, nil
}

// ports checks a list of TCP ports, or "any".
func ports(v any) (Ports, error) {
	if v == "any" {
		return Ports{Any: true}, nil
	}
	list, ok := v.([]any)
	if !ok {
		return Ports{}, fmt.Errorf(`expected "any" or a list of ports from 1 to 65535, found %s`, quote(fmt.Sprint(v)))
	}
	out := make([]uint16, 0, len(list))
	for i, el := range list {
		n, ok := el.(int64)
		if !ok || n < 1 || n > 65535 {
			return Ports{}, &elementError{i, fmt.Errorf("expected a port from 1 to 65535, found %s", quote(fmt.Sprint(el)))}
		}
		out = append(out, uint16(n))
	}
	slices.Sort(out)
	return Ports{List: slices.Compact(out)}, nil
}

// systemCall checks the form of a system call's name; which there are is the
// filter's knowledge.
func systemCall(s string) (string, error) {
	if len(s) > 64 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || s == "" {
		return "", expected("the name of a system call", s)
	}
	return s, nil
}

func reason(s string) (string, error) {
	if len(s) > maxReasonLen || !utf8.ValidString(s) {
		return "", fmt.Errorf("expected at most %d bytes, found %d", maxReasonLen, len(s))
	}
	if !isPrintable(s) {
		return "", expected("text without control characters", s)
	}
	return s, nil
}
