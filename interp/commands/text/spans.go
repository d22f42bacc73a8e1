package text

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A span is a range of positions from 1 on, both ends part of it.
type span struct{ lo, hi int }

// spanWords are the messages about a LIST.
type spanWords struct{ invalid, from, large, ranged string }

var byteSpans = spanWords{"invalid byte/character position ", "byte/character positions are numbered from 1", "byte/character offset ", "invalid byte or character range"}
var fieldSpans = spanWords{"invalid field value ", "fields are numbered from 1", "field number ", "invalid field range"}

// parseSpans reads a LIST; problem is what is wrong with it.
func parseSpans(list string, words spanWords) (spans []span, problem string) {
	parts := strings.FieldsFunc(list, isListSeparator)
	if n := strings.Count(strings.NewReplacer(" ", ",", "\t", ",").Replace(list), ","); n != len(parts)-1 {
		return nil, words.from
	}
	for _, part := range parts {
		s, problem := parseSpan(part, words)
		if problem != "" {
			return nil, problem
		}
		spans = append(spans, s)
	}
	return spans, ""
}

func parseSpan(part string, words spanWords) (span, string) {
	lo, hi, ranged := strings.Cut(part, "-")
	s := span{1, math.MaxInt}
	for i, end := range []string{lo, hi} {
		if end == "" {
			continue
		}
		n, err := strconv.ParseUint(end, 10, 63)
		switch {
		case err == nil && n < math.MaxInt:
		case err == nil || errors.Is(err, strconv.ErrRange):
			return s, words.large + command.Quote(end) + " is too large"
		case strings.Contains(end, "-"):
			return s, words.ranged
		default:
			return s, words.invalid + command.Quote(strings.TrimLeft(part, "0123456789-"))
		}
		if n == 0 && i == 0 {
			return s, words.from
		}
		if i == 0 {
			s.lo = int(n)
		} else {
			s.hi = int(n)
		}
	}
	switch {
	case ranged && lo == "" && hi == "":
		return s, "invalid range with no endpoint: -"
	case !ranged:
		s.hi = s.lo
	case s.hi < s.lo:
		return s, "invalid decreasing range"
	}
	return s, ""
}

// mergeSpans sorts ranges and joins those that overlap, and those that touch
// too unless what is written between them shows.
func mergeSpans(spans []span, complement, apart bool) []span {
	slices.SortFunc(spans, func(a, b span) int {
		if a.lo != b.lo {
			return a.lo - b.lo
		}
		return a.hi - b.hi
	})
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && (s.lo <= merged[n-1].hi || !apart && s.lo-1 == merged[n-1].hi) {
			merged[n-1].hi = max(merged[n-1].hi, s.hi)
			continue
		}
		merged = append(merged, s)
	}
	if !complement {
		return merged
	}
	var rest []span
	next := 1
	for _, s := range merged {
		if s.lo > next {
			rest = append(rest, span{next, s.lo - 1})
		}
		if s.hi == math.MaxInt {
			return rest
		}
		next = s.hi + 1
	}
	return append(rest, span{next, math.MaxInt})
}
