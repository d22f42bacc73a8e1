package expand

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// braceMemo is what a Word's Memo keeps: the words that brace expansion gives,
// or that they are too many.
type braceMemo struct {
	words []*syntax.Word
	texts []string // instead of words where all of it is plain text
	count int
}

// braced expands a word that may hold a brace expression.
func (e *Expander) braced(ctx context.Context, out []string, w *syntax.Word) ([]string, error) {
	limit := e.Limits.Words
	if limit <= 0 {
		limit = math.MaxInt
	}
	m, ok := w.Memo.Load().(*braceMemo)
	if ok && m.texts != nil && m.count <= limit {
		return append(out, m.texts...), nil
	}
	if !ok || m.words == nil && m.count <= limit {
		split := syntax.SplitBraces(w)
		m = &braceMemo{count: braceCount(split.Parts)}
		if m.count <= limit {
			if err := e.Host.Step(m.count); err != nil {
				return nil, err
			}
			if texts, ok := braceTexts(split.Parts); ok {
				texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
				if m.texts = texts; len(texts) <= memoWords {
					w.Memo.Store(m)
				}
				return append(out, texts...), nil
			}
			m.words = expandBraces(split)
			if len(m.words) > memoWords {
				return e.each(ctx, out, m.words)
			}
		}
		w.Memo.Store(m)
	}
	if m.count > limit {
		return nil, &LimitError{Name: "expansion words", Limit: int64(limit)}
	}
	return e.each(ctx, out, m.words)
}

// Braces does brace expansion alone. A word without a brace expression is
// returned as it is; the words that come out of one are no assignments to the
// shell any more: they are split, and a tilde behind = stays.
func (e *Expander) Braces(w *syntax.Word) ([]*syntax.Word, error) {
	if !w.Braces || !e.Shell.Opts.On(state.BraceExpand) {
		return []*syntax.Word{w}, nil
	}
	split := syntax.SplitBraces(w)
	if split == w {
		return []*syntax.Word{w}, nil
	}
	n := braceCount(split.Parts)
	if err := e.enough(n); err != nil {
		return nil, err
	}
	if err := e.Host.Step(n); err != nil {
		return nil, err
	}
	return expandBraces(split), nil
}

// memoWords is how many words a Memo may keep alive.
const memoWords = 256

func (e *Expander) each(ctx context.Context, out []string, words []*syntax.Word) ([]string, error) {
	var err error
	bytes := 0
	for _, w := range words {
		before := len(out)
		if out, err = e.word(ctx, out, w); err != nil {
			return nil, err
		}
		if err := e.room(&bytes, out[before:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// braceCount is how many words the parts give, at most math.MaxInt.
func braceCount(parts []syntax.WordPart) int {
	n := 1
	for _, part := range parts {
		x, ok := part.(*syntax.BraceExp)
		if !ok {
			continue
		}
		alternatives := 0
		if x.Sequence {
			alternatives = sequenceOf(x).count()
		} else {
			for _, elem := range x.Elems {
				if alternatives += braceCount(elem.Parts); alternatives < 0 {
					return math.MaxInt
				}
			}
		}
		if alternatives > 0 && n > math.MaxInt/alternatives {
			return math.MaxInt
		}
		n *= alternatives
	}
	return n
}

// expandBraces makes the words of a word with BraceExp parts. It is a pure
// function; braceCount tells how many they are.
func expandBraces(w *syntax.Word) []*syntax.Word {
	lists := braceLists(w.Parts)
	if len(lists) == 1 {
		return []*syntax.Word{{Position: w.Position, Src: w.Src, Parts: tidy(lists[0]), Assign: w.Assign}}
	}
	words := make([]*syntax.Word, 0, len(lists))
	for _, parts := range lists {
		if parts = tidy(parts); len(parts) == 0 {
			continue // an empty alternative alone makes no word
		}
		words = append(words, &syntax.Word{Position: w.Position, Parts: parts})
	}
	return words
}

// braceLists is the cross product of parts, the last varying fastest.
func braceLists(parts []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, part := range parts {
		x, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i], part)
			}
			continue
		}
		var alternatives [][]syntax.WordPart
		if x.Sequence {
			for _, text := range sequenceOf(x).list() {
				var part syntax.WordPart = &syntax.Lit{Value: text}
				if text == `\` {
					part = &syntax.SglQuoted{} // a backslash that quotes nothing
				}
				alternatives = append(alternatives, []syntax.WordPart{part})
			}
		} else {
			for _, elem := range x.Elems {
				alternatives = append(alternatives, braceLists(elem.Parts)...)
			}
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(alternatives))
		for _, head := range out {
			for _, tail := range alternatives {
				list := make([]syntax.WordPart, 0, len(head)+len(tail)+1)
				next = append(next, append(append(list, head...), tail...))
			}
		}
		out = next
	}
	return out
}

// tidy joins literal text, and a $NAME with the text behind it where that goes
// on with the name: bash expands braces in the text of a word, so that
// $a{b,c} is $ab $ac.
func tidy(parts []syntax.WordPart) []syntax.WordPart {
	out := make([]syntax.WordPart, 0, len(parts))
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok || len(out) == 0 {
			if !ok || lit.Value != "" {
				out = append(out, part)
			}
			continue
		}
		text := lit.Value
		if last, ok := out[len(out)-1].(*syntax.ParamExp); ok && last.Short && ValidName(last.Name) {
			if n := nameLength(text); n > 0 {
				longer := *last
				longer.Name += text[:n]
				longer.Src += text[:n]
				out[len(out)-1] = &longer
				text = text[n:]
			}
		}
		if last, ok := out[len(out)-1].(*syntax.Lit); ok {
			out[len(out)-1] = &syntax.Lit{Value: last.Value + text}
		} else if text != "" {
			out = append(out, &syntax.Lit{Value: text})
		}
	}
	return out
}

// nameLength is how much of the start of s can go on in a name.
func nameLength(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}

// A sequence is {from..to..step}.
type sequence struct {
	from, to, step int64
	width          int // of numbers with leading zeros, else 0
	letters        bool
}

// sequenceOf reads the parts of a sequence.
func sequenceOf(x *syntax.BraceExp) sequence {
	text := func(i int) string {
		if i < len(x.Elems) && len(x.Elems[i].Parts) == 1 {
			if lit, ok := x.Elems[i].Parts[0].(*syntax.Lit); ok {
				return lit.Value
			}
		}
		return ""
	}
	first, last := text(0), text(1)
	var s sequence
	if len(first) == 1 && len(last) == 1 && nameLength(first) == 1 && (first[0] > '9' || last[0] > '9') {
		s.letters = true
		s.from, s.to = int64(first[0]), int64(last[0])
	} else {
		s.from, _ = strconv.ParseInt(first, 10, 64)
		s.to, _ = strconv.ParseInt(last, 10, 64)
		if padded(first) || padded(last) {
			s.width = max(len(first), len(last))
		}
	}
	s.step, _ = strconv.ParseInt(text(2), 10, 64)
	switch {
	case s.step == 0:
		s.step = 1
	case s.step == math.MinInt64:
		s.step = math.MaxInt64
	case s.step < 0:
		s.step = -s.step
	}
	return s
}

// padded tells whether a number has leading zeros.
func padded(s string) bool {
	digits := strings.TrimLeft(s, "+-")
	return len(digits) > 1 && digits[0] == '0'
}

// span is how far the sequence goes.
func (s sequence) span() uint64 {
	if s.from > s.to {
		return uint64(s.from) - uint64(s.to)
	}
	return uint64(s.to) - uint64(s.from)
}

func (s sequence) count() int {
	n := s.span() / uint64(s.step)
	if n >= math.MaxInt {
		return math.MaxInt
	}
	return int(n) + 1
}

// list makes the sequence.
func (s sequence) list() []string {
	n := s.count()
	out := make([]string, 0, n)
	v := s.from
	for i := range n {
		if i > 0 {
			if s.from > s.to {
				v -= s.step
			} else {
				v += s.step
			}
		}
		out = append(out, s.format(v))
	}
	return out
}

func (s sequence) format(v int64) string {
	if s.letters {
		return string(rune(v))
	}
	text := strconv.FormatInt(v, 10)
	if len(text) >= s.width {
		return text
	}
	sign := ""
	if v < 0 {
		sign, text = "-", text[1:]
	}
	return sign + strings.Repeat("0", s.width-len(sign)-len(text)) + text
}
