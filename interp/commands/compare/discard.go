package compare

// How a line is treated before the search.
const (
	keep        = iota
	discard     // it is not in the other file
	provisional // it is there too often to help
)

// discards finds the lines that would only confuse the search: those that the
// other file has not, and in runs of these those that it has very often.
func discards(classes []int, others []int) []byte {
	marks := make([]byte, len(classes))
	many := 5
	for n := len(classes) / 64 >> 2; n > 0; n >>= 2 {
		many *= 2
	}
	for i, c := range classes {
		switch n := others[c]; {
		case n == 0:
			marks[i] = discard
		case n > many:
			marks[i] = provisional
		}
	}
	for i := 0; i < len(marks); i++ {
		switch marks[i] {
		case provisional:
			marks[i] = keep
		case discard:
			end, soft := i, 0
			for end < len(marks) && marks[end] != keep {
				if marks[end] == provisional {
					soft++
				}
				end++
			}
			for end > i && marks[end-1] == provisional {
				end--
				marks[end] = keep
				soft--
			}
			thin(marks[i:end], soft)
			i = end - 1
		}
	}
	return marks
}

// thin decides which provisional lines of a run stay discarded; its first and
// last line are not provisional.
func thin(run []byte, soft int) {
	if soft*4 > len(run) {
		for i := range run {
			if run[i] == provisional {
				run[i] = keep
			}
		}
		return
	}
	least := 1
	for n := len(run) >> 2 >> 2; n > 0; n >>= 2 {
		least <<= 1
	}
	least++
	for i, row := 0, 0; i < len(run); i++ {
		switch {
		case run[i] != provisional:
			row = 0
		default:
			row++
			if row == least {
				i -= row // back to the beginning of the row, to keep all of it
			} else if row > least {
				run[i] = keep
			}
		}
	}
	fromEdge(run, func(i int) int { return i })
	fromEdge(run, func(i int) int { return len(run) - 1 - i })
}

// fromEdge keeps provisional lines near an edge of the run, up to three others
// in a row.
func fromEdge(run []byte, at func(int) int) {
	row := 0
	for i := range run {
		m := &run[at(i)]
		if i >= 8 && *m == discard {
			return
		}
		switch *m {
		case provisional:
			*m, row = keep, 0
		case keep:
			row = 0
		default:
			row++
		}
		if row == 3 {
			return
		}
	}
}

// shift moves runs of changes along equal lines, so that they merge, or end
// where the other file has changed as well, else as late as possible. The
// slices of changes have a false before and behind, so that line i is at i+1.
func shift(classes []int, changed, other []bool) {
	i, j, end := 0, 0, len(classes)
	c := func(k int) *bool { return &changed[k+1] }
	o := func(k int) bool { return other[k+1] }
	for {
		for i < end && !*c(i) {
			for o(j) {
				j++
			}
			j++
			i++
		}
		if i == end {
			return
		}
		start := i
		for i++; *c(i); i++ {
		}
		for o(j) {
			j++
		}
		corresponding := end
		for length := -1; length != i-start; {
			length = i - start
			for start > 0 && classes[start-1] == classes[i-1] {
				start--
				*c(start) = true
				i--
				*c(i) = false
				for *c(start - 1) {
					start--
				}
				for j--; o(j); j-- {
				}
			}
			corresponding = end
			if o(j - 1) {
				corresponding = i
			}
			for i != end && classes[start] == classes[i] {
				*c(start) = false
				start++
				*c(i) = true
				i++
				for *c(i) {
					i++
				}
				for j++; o(j); j++ {
					corresponding = i
				}
			}
		}
		for corresponding < i {
			start--
			*c(start) = true
			i--
			*c(i) = false
			for j--; o(j); j-- {
			}
		}
	}
}
