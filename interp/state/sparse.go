package state

import (
	"slices"
	"sort"
)

// A sparse holds the elements of an array with wide holes, sorted by index, in
// blocks so that putting one between others moves few.
type sparse struct {
	blocks [][]cell // none is empty
	n      int
}

type cell struct {
	at    int64
	value string
}

// blockCells is how many cells a block has at most.
const blockCells = 256

// place finds where the index is or would be.
func (s *sparse) place(i int64) (block, at int, found bool) {
	block = sort.Search(len(s.blocks), func(b int) bool { return s.blocks[b][0].at > i }) - 1
	if block < 0 {
		return 0, 0, false
	}
	b := s.blocks[block]
	at = sort.Search(len(b), func(c int) bool { return b[c].at >= i })
	return block, at, at < len(b) && b[at].at == i
}

func (s *sparse) get(i int64) (string, bool) {
	if b, at, ok := s.place(i); ok {
		return s.blocks[b][at].value, true
	}
	return "", false
}

// set sets an element and tells whether it is a new one.
func (s *sparse) set(i int64, value string) bool {
	b, at, ok := s.place(i)
	switch {
	case ok:
		s.blocks[b][at].value = value
		return false
	case len(s.blocks) == 0 || len(s.blocks[b]) == blockCells && b == len(s.blocks)-1 && at == blockCells:
		s.blocks = append(s.blocks, []cell{{i, value}})
		s.n++
		return true
	case len(s.blocks[b]) == blockCells:
		half := slices.Clone(s.blocks[b][blockCells/2:])
		s.blocks[b] = s.blocks[b][: blockCells/2 : blockCells/2]
		s.blocks = slices.Insert(s.blocks, b+1, half)
		if at > blockCells/2 {
			b, at = b+1, at-blockCells/2
		}
	}
	s.blocks[b] = slices.Insert(s.blocks[b], at, cell{i, value})
	s.n++
	return true
}

// unset removes an element that is there.
func (s *sparse) unset(i int64) {
	b, at, ok := s.place(i)
	if !ok {
		return
	}
	if s.n--; len(s.blocks[b]) == 1 {
		s.blocks = slices.Delete(s.blocks, b, b+1)
		return
	}
	s.blocks[b] = slices.Delete(s.blocks[b], at, at+1)
}

// max is the highest index, -1 for none.
func (s *sparse) max() int64 {
	if len(s.blocks) == 0 {
		return -1
	}
	last := s.blocks[len(s.blocks)-1]
	return last[len(last)-1].at
}

// from visits the elements from an index on, as long as visit wants more.
func (s *sparse) from(i int64, visit func(c cell) bool) {
	b, at, _ := s.place(i)
	for ; b < len(s.blocks); b, at = b+1, 0 {
		for _, c := range s.blocks[b][min(at, len(s.blocks[b])):] {
			if !visit(c) {
				return
			}
		}
	}
}

func (s *sparse) clone() *sparse {
	c := &sparse{blocks: make([][]cell, len(s.blocks)), n: s.n}
	for i, b := range s.blocks {
		c.blocks[i] = slices.Clone(b)
	}
	return c
}
