package awk

import (
	"strconv"
	"strings"
)

// An array keeps its elements in the order in which they were made, so that a
// loop over them runs the same way each time.
type array struct {
	// Indices of entries by key: for integers below the length of dense, which
	// has -1 for none, for other integers, and for text.
	dense   []int32
	numbers map[int32]int32
	texts   map[string]int32
	entries []entry
	count   int
	depth   int // how many arrays it is in
}

// A subscript is the key of an element. What is the text of an integer that is
// not negative is kept as that integer, whether it was written as one or not.
type subscript struct {
	text    string
	number  int32
	integer bool
}

type entry struct {
	val     value
	sub     *array // of an element that is an array; val is nothing then
	text    string
	number  int32
	integer bool
	live    bool
}

func (e *entry) key() subscript { return subscript{e.text, e.number, e.integer} }

// elementBytes is what an element is counted for beyond its text.
const elementBytes = 128

// denseBytes is what an index in dense takes, which outlives its element.
const denseBytes = 4

func newArray() *array {
	return &array{texts: map[string]int32{}, numbers: map[int32]int32{}}
}

// maxKey is above the integers that keys are kept as.
const maxKey = 1_000_000_000

// textKey is the key for a text, of which the key may be a part.
func textKey(s string) subscript {
	if n := len(s); n == 0 || n > 9 || s[0] > '9' || s[0] < '0' || s[0] == '0' && n > 1 {
		return subscript{text: s}
	}
	n := int32(0)
	for i := range len(s) {
		if !isDigit(s[i]) {
			return subscript{text: s}
		}
		n = n*10 + int32(s[i]-'0')
	}
	return subscript{number: n, integer: true}
}

func integerKey(n int) subscript { return subscript{number: int32(n), integer: true} }

// valueKey is the key that a value is; numbers that are no integers are written
// with CONVFMT.
func (in *interp) valueKey(v value) subscript {
	if v.k != kNum {
		return textKey(v.s)
	}
	if n := int32(v.n); n >= 0 && n < maxKey && float64(n) == v.n {
		return subscript{number: n, integer: true}
	}
	return textKey(in.numStr(v.n))
}

func (k subscript) String() string {
	if k.integer {
		return strconv.Itoa(int(k.number))
	}
	return k.text
}

func (a *array) len() int { return a.count }

// find returns the index of an entry, -1 for none.
func (a *array) find(key subscript) int32 {
	var i int32
	var ok bool
	switch {
	case !key.integer:
		i, ok = a.texts[key.text]
	case int(key.number) < len(a.dense):
		return a.dense[key.number]
	case len(a.numbers) > 0:
		i, ok = a.numbers[key.number]
	}
	if !ok {
		return -1
	}
	return i
}

func (a *array) has(key subscript) bool { return a.find(key) >= 0 }

func (a *array) set(key subscript, i int32) {
	n := int(key.number)
	switch {
	case !key.integer:
		a.texts[key.text] = i
	case n < len(a.dense):
		a.dense[n] = i
	case n > max(1, len(a.dense)):
		a.numbers[key.number] = i
	default:
		if n > len(a.dense) {
			a.dense = append(a.dense, -1) // arrays begin at 1 as often as at 0
		}
		a.dense = append(a.dense, i)
		// What came before its turn moves to where it is looked for now.
		for len(a.numbers) > 0 {
			next := int32(len(a.dense))
			j, ok := a.numbers[next]
			if !ok {
				break
			}
			delete(a.numbers, next)
			a.dense = append(a.dense, j)
		}
	}
}

// at returns the element, made if it is not there; the pointer is good until
// the next call. The key may be part of a larger text, which is not kept.
func (in *interp) at(a *array, key subscript) *value {
	if i := a.find(key); i >= 0 {
		if a.entries[i].sub != nil {
			in.fail("attempt to use array element [%q] in a scalar context", key.String())
		}
		return &a.entries[i].val
	}
	return &in.add(a, key).val
}

// add makes an element that is not there.
func (in *interp) add(a *array, key subscript) *entry {
	key.text = strings.Clone(key.text)
	if len(a.entries) >= 1<<31-1 {
		in.fail("array too large")
	}
	before := len(a.dense)
	a.set(key, int32(len(a.entries)))
	a.count++
	in.charge(elementBytes + len(key.text) + denseBytes*(len(a.dense)-before))
	if n := len(a.entries); n == cap(a.entries) {
		a.entries = append(make([]entry, 0, 2*n+4), a.entries...)
	}
	a.entries = append(a.entries, entry{text: key.text, number: key.number, integer: key.integer, live: true})
	return &a.entries[len(a.entries)-1]
}

// maxArrayDepth is how many arrays may be in each other.
const maxArrayDepth = 1000

// nested is the array that an element is, made if there is nothing yet.
func (in *interp) nested(a *array, key subscript) *array {
	var e *entry
	if i := a.find(key); i >= 0 {
		e = &a.entries[i]
	} else {
		e = in.add(a, key)
	}
	if e.sub == nil {
		if e.val.k != kUninit {
			in.fail("attempt to use scalar element [%q] as an array", key.String())
		}
		if a.depth >= maxArrayDepth {
			in.fail("arrays too deeply nested")
		}
		e.sub = newArray()
		e.sub.depth = a.depth + 1
		in.charge(elementBytes)
	}
	return e.sub
}

// element is the element that e means, made if it is not there: a value, or an
// array.
func (in *interp) element(e *indexExpr) (value, *array) {
	a := in.arrayOf(e.array)
	key := in.key(e.subs)
	i := a.find(key)
	if i < 0 {
		return in.add(a, key).val, nil
	}
	return a.entries[i].val, a.entries[i].sub
}

// drop takes what an element holds from the account.
func (in *interp) drop(e *entry) {
	in.charge(-elementBytes - len(e.text) - len(e.val.s))
	if e.sub != nil {
		in.clear(e.sub)
		in.charge(-elementBytes)
	}
}

func (in *interp) remove(a *array, key subscript) {
	i := a.find(key)
	if i < 0 {
		return
	}
	e := &a.entries[i]
	in.drop(e)
	switch {
	case !key.integer:
		delete(a.texts, key.text)
	case int(key.number) < len(a.dense):
		a.dense[key.number] = -1
	default:
		delete(a.numbers, key.number)
	}
	*e = entry{}
	a.count--
	if dead := len(a.entries) - a.count; dead > 32 && dead > len(a.entries)/2 {
		a.compact()
	}
}

func (a *array) compact() {
	kept := a.entries[:0]
	for _, e := range a.entries {
		if e.live {
			a.set(e.key(), int32(len(kept)))
			kept = append(kept, e)
		}
	}
	clear(a.entries[len(kept):])
	a.entries = kept
}

func (in *interp) clear(a *array) {
	for i := range a.entries {
		if e := &a.entries[i]; e.live {
			in.drop(e)
		}
	}
	in.charge(-denseBytes * len(a.dense))
	depth := a.depth
	*a = *newArray()
	a.depth = depth
}

func (a *array) keys() []subscript {
	keys := make([]subscript, 0, a.len())
	for i := range a.entries {
		if a.entries[i].live {
			keys = append(keys, a.entries[i].key())
		}
	}
	return keys
}
