package bzip2

// Suffixes are sorted by induction (SA-IS: Nong, Zhang and Chan, 2009). A suffix
// is of type S when it sorts before the one that follows it, else of type L; the
// empty suffix sorts first. One of type S behind one of type L is leftmost (LMS):
// when these are sorted, two passes place all others.

// letter is of a text: a byte, or the name of a part of the text one level up.
type letter interface{ byte | int32 }

// scratchSize is how many numbers sorting n suffixes needs besides its result:
// two buckets for each letter of each level, and one bit for each place.
func scratchSize(n int) int {
	total := 2*256 + n/32 + 1
	for n /= 2; n > 1; n /= 2 {
		total += 2*(n+1) + n/32 + 1
	}
	return total
}

// sortSuffixes puts the places where suffixes of text begin into order, sorted.
// Letters are below k. scratch has room for scratchSize numbers.
func sortSuffixes[T letter](text []T, order []int32, k int, scratch []int32) {
	n := len(text)
	if n == 0 {
		return
	}
	if n == 1 {
		order[0] = 0
		return
	}
	s := suffixes[T]{text: text, order: order}
	s.counts, scratch = scratch[:k], scratch[k:]
	s.edges, scratch = scratch[:k], scratch[k:]
	marks, scratch := scratch[:n/32+1], scratch[n/32+1:]
	clear(s.counts)
	for _, c := range text {
		s.counts[c]++
	}
	m := s.placeLeftmost(marks)
	if m > 0 {
		s.induce()
		s.sortLeftmost(marks, m, scratch)
	}
	s.induce()
}

type suffixes[T letter] struct {
	text          []T
	order         []int32
	counts, edges []int32
}

// starts and ends set the edges to where the buckets of letters begin or end.
func (s *suffixes[T]) starts() {
	sum := int32(0)
	for c, n := range s.counts {
		s.edges[c] = sum
		sum += n
	}
}

func (s *suffixes[T]) ends() {
	sum := int32(0)
	for c, n := range s.counts {
		sum += n
		s.edges[c] = sum
	}
}

// leftmost calls visit for each place of type LMS, from the last one.
func (s *suffixes[T]) leftmost(visit func(at int32)) {
	smaller := false // the type of the suffix behind is S
	for i := len(s.text) - 2; i >= 0; i-- {
		switch {
		case s.text[i] < s.text[i+1]:
			smaller = true
		case s.text[i] > s.text[i+1]:
			if smaller {
				visit(int32(i + 1))
			}
			smaller = false
		}
	}
}

// placeLeftmost puts the LMS places to the ends of their buckets, in any order,
// marks them and counts them.
func (s *suffixes[T]) placeLeftmost(marks []int32) (m int) {
	clear(s.order)
	clear(marks)
	s.ends()
	s.leftmost(func(at int32) {
		c := s.text[at]
		s.edges[c]--
		s.order[s.edges[c]] = at
		marks[at>>5] |= 1 << (at & 31)
		m++
	})
	return m
}

// induce sorts all suffixes by those of type LMS that are at the ends of their
// buckets; every other entry is 0. A place whose predecessor is not of the type
// of the pass is kept as its complement.
func (s *suffixes[T]) induce() {
	text, order, edges := s.text, s.order, s.edges
	s.starts()
	put := func(at int32) {
		c := text[at]
		v := at
		if at > 0 && text[at-1] < c {
			v = ^at
		}
		order[edges[c]] = v
		edges[c]++
	}
	put(int32(len(text) - 1))
	for i := range order {
		at := order[i]
		order[i] = ^at
		if at > 0 {
			at--
			c := text[at]
			v := at
			if at > 0 && text[at-1] < c {
				v = ^at
			}
			order[edges[c]] = v
			edges[c]++
		}
	}
	s.ends()
	for i := len(order) - 1; i >= 0; i-- {
		at := order[i]
		if at <= 0 {
			order[i] = ^at
			continue
		}
		at--
		c := text[at]
		v := at
		if at == 0 || text[at-1] > c {
			v = ^at
		}
		edges[c]--
		order[edges[c]] = v
	}
}

// sortLeftmost sorts the m suffixes of type LMS, the parts of which up to the
// next one are sorted, and puts them to the ends of their buckets.
func (s *suffixes[T]) sortLeftmost(marks []int32, m int, scratch []int32) {
	n, order := len(s.text), s.order
	at := 0
	for _, p := range order {
		if marks[p>>5]&(1<<(p&31)) != 0 {
			order[at] = p
			at++
		}
	}
	names := s.name(m)
	reduced := order[n-m:]
	to := n
	for i := n - 1; i >= m; i-- {
		if order[i] >= 0 {
			to--
			order[to] = order[i]
		}
	}
	if names < m {
		sortSuffixes(reduced, order[:m], names, scratch)
	} else {
		for i, name := range reduced {
			order[name] = int32(i)
		}
	}
	to = n
	s.leftmost(func(at int32) {
		to--
		order[to] = at
	})
	for i, r := range order[:m] {
		order[i] = reduced[r]
	}
	clear(order[m:])
	s.ends()
	for i := m - 1; i >= 0; i-- {
		p := order[i]
		order[i] = 0
		c := s.text[p]
		s.edges[c]--
		order[s.edges[c]] = p
	}
}

// name numbers the sorted LMS parts order[:m], equal ones alike. The name of the
// part at p is left at order[m+p/2]: two LMS places are never neighbours. All
// others of order[m:] become -1.
func (s *suffixes[T]) name(m int) (names int) {
	n, order := len(s.text), s.order
	for i := m; i < n; i++ {
		order[i] = -1
	}
	// The last part has the end of the text in it and is like no other.
	next := int32(-1)
	s.leftmost(func(at int32) {
		length := int32(0)
		if next >= 0 {
			length = next - at + 1
		}
		order[m+int(at)/2] = length
		next = at
	})
	before, size := int32(0), int32(-1)
	for i := range m {
		p := order[i]
		length := order[m+int(p)/2]
		same := length > 0 && length == size
		for j := int32(0); same && j < length; j++ {
			same = s.text[before+j] == s.text[p+j]
		}
		if !same {
			names++
		}
		before, size = p, length
		order[m+int(p)/2] = int32(names - 1)
	}
	return names
}
