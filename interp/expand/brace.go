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
		split, size := e.splitBraces(w)
		m = &braceMemo{count: size.words}
		if m.count <= limit {
			if err := e.braceRoom(size); err != nil {
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
	split, size := e.splitBraces(w)
	if split == w {
		return []*syntax.Word{w}, nil
	}
	if err := e.enough(size.words); err != nil {
		return nil, err
	}
	if err := e.braceRoom(size); err != nil {
		return nil, err
	}
	return expandBraces(split), nil
}

// splitBraces is syntax.SplitBraces with what the words will take. A word with many
// times more braces and commas than the limit of words counts as too many words.
func (e *Expander) splitBraces(w *syntax.Word) (*syntax.Word, braceSize) {
	const piecesPerWord = 8
	most := math.MaxInt
	if n := e.Limits.Words; n > 0 && n < math.MaxInt/piecesPerWord {
		most = n * piecesPerWord
	}
	split, ok := syntax.SplitBraces(w, most)
	if !ok {
		return nil, braceSize{words: math.MaxInt}
	}
	return split, braceSizeOf(split.Parts)
}

// braceRoom tells whether words of a size may be made.
func (e *Expander) braceRoom(size braceSize) error {
	if err := e.Host.Step(size.words); err != nil {
		return err
	}
	if size.bytes < roomFrom {
		return nil
	}
	return e.Shell.Vars.Room(size.bytes)
}

// memoWords is how many words a Memo may keep alive.
const memoWords = 256

func (e *Expander) each(ctx context.Context, out []string, words []*syntax.Word) ([]string, error) {
	var err error
	bytes := 0
	for _, w := range words {
		before := len(out)
		if err := e.Host.Step(1); err != nil {
			return nil, err
		}
		if out, err = e.word(ctx, out, w); err != nil {
			return nil, err
		}
		if err := e.room(&bytes, out[before:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A braceSize is what brace expansion makes; each number is at most math.MaxInt.
type braceSize struct {
	words int
	bytes int // of their texts and parts, estimated
}

// partBytes is about what a part of a word takes beside its text.
const partBytes = 32

// braceSizeOf is the size of what parts give.
func braceSizeOf(parts []syntax.WordPart) braceSize {
	all := braceSize{words: 1}
	for _, part := range parts {
		one := braceSize{1, partBytes}
		switch part := part.(type) {
		case *syntax.Lit:
			one.bytes += len(part.Value)
		case *syntax.BraceExp:
			one = alternativesSize(part)
		}
		// Each word so far is put before each of these.
		all.bytes = addUp(multiply(all.bytes, one.words), multiply(one.bytes, all.words))
		all.words = multiply(all.words, one.words)
	}
	return all
}

// alternativesSize is the size of what a brace expression gives.
func alternativesSize(x *syntax.BraceExp) braceSize {
	var all braceSize
	if x.Sequence {
		s := sequenceOf(x)
		all.words = s.count()
		all.bytes = multiply(all.words, partBytes+s.width)
		return all
	}
	for _, elem := range x.Elems {
		one := braceSizeOf(elem.Parts)
		all.words, all.bytes = addUp(all.words, one.words), addUp(all.bytes, one.bytes)
	}
	return all
}

// addUp is a+b, and multiply a*b, of what is not negative, at most math.MaxInt.
func addUp(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

func multiply(a, b int) int {
	if b > 0 && a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

// expandBraces makes the words of a word with BraceExp parts. It is a pure
// function; braceSizeOf tells how many they are.
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
		if len(alternatives) == 1 {
			for i := range out {
				out[i] = append(out[i], alternatives[0]...)
			}
			continue
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
	for len(parts) > 0 {
		text, n := syntax.LeadingText(parts)
		if n == 0 {
			out = append(out, parts[0])
			parts = parts[1:]
			continue
		}
		parts = parts[n:]
		if len(out) > 0 {
			if last, ok := out[len(out)-1].(*syntax.ParamExp); ok && last.Short && ValidName(last.Name) {
				n := nameLength(text)
				longer := *last
				longer.Name += text[:n]
				longer.Src += text[:n]
				out[len(out)-1] = &longer
				text = text[n:]
			}
		}
		if text != "" {
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
