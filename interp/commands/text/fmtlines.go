package text

import (
	"math"
	"strings"
)

// A fmtWord is a word of a paragraph: length bytes of its text from from on,
// and what is known of its surroundings.
type fmtWord struct {
	from, length int
	space        int  // blanks behind it
	opens        bool // it begins with a parenthesis or a quotation mark
	period       bool // it ends as sentences do
	punct        bool // it ends with punctuation
	final        bool // a sentence ends with it

	cost int64 // of the best lines from here on
	next int   // the word that begins the next line
	line int   // how long the line that begins here is
}

// newWord looks at the characters that a word begins and ends with.
func newWord(from int, text []byte) fmtWord {
	w := fmtWord{from: from, length: len(text)}
	w.opens = strings.IndexByte("(['`\"", text[0]) >= 0
	end := len(text) - 1
	c := text[end]
	w.punct = '!' <= c && c <= '~' && !isDigit(c) && !('a' <= c|0x20 && c|0x20 <= 'z')
	for end > 0 && strings.IndexByte(")]'\"", text[end]) >= 0 {
		end--
	}
	w.period = strings.IndexByte(".?!", text[end]) >= 0
	return w
}

// What lines cost, as squares of lengths in tenths of a column.
const (
	costLine     = 70 * 70   // of each line
	costWidow    = 200 * 200 // of a short word that begins a sentence and ends a line
	costOrphan   = 150 * 150 // of a short word that ends a sentence and begins a line
	costNoBreak  = 600 * 600 // of a break behind a period that ends no sentence
	gainSentence = 50 * 50   // of a break between sentences
	gainBracket  = 40 * 40   // of one before a parenthesis
	gainPunct    = 40 * 40   // of one behind punctuation
	gainLine     = 3 * 3     // of each line that leaves the paragraph before its end
)

func costShort(columns int) int64  { return int64(columns) * int64(columns) * 100 }
func costRagged(columns int) int64 { return costShort(columns) / 2 }

// A paragraph is what is to be broken into lines.
type paragraph struct {
	text  []byte
	words []fmtWord
	// outer is the indentation before the prefix; first and other are those
	// of the first line and the others, from the left margin.
	outer, first, other int
	lastLine            int // the length of the last line written
	outColumn           int
}

// fill finds the line breaks that cost least, from the last word to the first.
func (f *formatter) fill() {
	n := len(f.words)
	costAt := func(i int) int64 {
		if i == n {
			return 0
		}
		return f.words[i].cost
	}
	for start := n - 1; start >= 0; start-- {
		w := &f.words[start]
		best := int64(math.MaxInt64)
		length := f.other
		if start == 0 {
			length = f.first
		}
		length += w.length
		for next := start + 1; ; next++ {
			cost := f.lineCost(next, length) + costAt(next)
			if start == 0 && f.lastLine > 0 {
				cost += costRagged(length - f.lastLine)
			}
			if cost < best {
				best, w.next, w.line = cost, next, length
			}
			if next == n {
				break
			}
			if length += f.words[next-1].space + f.words[next].length; length >= f.width {
				break
			}
		}
		w.cost = best + f.breakCost(start)
	}
}

// breakCost is that of a line which begins with a word.
func (f *formatter) breakCost(at int) int64 {
	w, cost := &f.words[at], int64(costLine)
	if at > 0 {
		switch before := &f.words[at-1]; {
		case before.period && before.final:
			cost -= gainSentence
		case before.period:
			cost += costNoBreak
		case before.punct:
			cost -= gainPunct
		case at > 1 && f.words[at-2].final:
			cost += costWidow / int64(before.length+2)
		}
	}
	switch {
	case w.opens:
		cost -= gainBracket
	case w.final:
		cost += costOrphan / int64(w.length+2)
	}
	return cost
}

// lineCost is that of a line of some length before the word next.
func (f *formatter) lineCost(next, length int) int64 {
	if next == len(f.words) {
		return 0
	}
	cost := costShort(f.goal - length)
	if w := &f.words[next]; w.next != len(f.words) {
		cost += costRagged(length - w.line)
	}
	return cost
}

// flush writes lines of a paragraph that is too long to be held, as far as the
// break that costs least; a single long word it writes as it is. It returns by
// how many bytes the text that is left has moved.
func (f *formatter) flush() int {
	f.setOther(true)
	if len(f.words) == 0 {
		f.out.Write(f.text)
		f.text = f.text[:0]
		return 0
	}
	f.fill()
	n := len(f.words)
	split, best := n, int64(math.MaxInt64)
	for at := f.words[0].next; at != n; at = f.words[at].next {
		cost := f.words[at].cost
		if next := f.words[at].next; next != n {
			cost -= f.words[next].cost
		}
		if cost < best {
			split, best = at, cost
		}
		if best <= math.MaxInt64-gainLine {
			best += gainLine
		}
	}
	f.write(split)
	last := f.words[n-1]
	moved := last.from + last.length
	if split < n {
		moved = f.words[split].from
	}
	f.text = f.text[:copy(f.text, f.text[moved:])]
	f.words = f.words[:copy(f.words, f.words[split:])]
	for i := range f.words {
		f.words[i].from -= moved
	}
	return moved
}

// write writes the lines before the word end.
func (f *formatter) write(end int) {
	for at, indent := 0, f.first; at != end; at, indent = f.words[at].next, f.other {
		f.outColumn = 0
		f.space(f.outer)
		f.out.WriteString(f.prefix)
		f.outColumn += len(f.prefix)
		f.space(indent - f.outColumn)
		for i := at; i < f.words[at].next; i++ {
			w := &f.words[i]
			f.out.Write(f.text[w.from : w.from+w.length])
			f.outColumn += w.length
			if i+1 < f.words[at].next {
				f.space(w.space)
			}
		}
		f.lastLine = f.outColumn
		f.out.WriteByte('\n')
	}
}

// space writes blanks, tabs where the input has them.
func (f *formatter) space(n int) {
	target := f.outColumn + n
	if last := target - target%8; f.tabs && f.outColumn+1 < last {
		for f.outColumn < last {
			f.out.WriteByte('\t')
			f.outColumn = f.outColumn - f.outColumn%8 + 8
		}
	}
	for ; f.outColumn < target; f.outColumn++ {
		f.out.WriteByte(' ')
	}
}
