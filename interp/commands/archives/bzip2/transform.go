package bzip2

import "slices"

// A sorter sorts the rotations of blocks.
type sorter struct {
	turned  []byte
	order   []int32
	last    []byte
	scratch []int32
}

// transform returns the last bytes of the sorted rotations of block and which of
// them is block itself. The result is valid until the next call.
//
// Rotations are sorted as suffixes: those of the least rotation of a block have
// the order of its rotations (Giancarlo, Restivo and Sciortino, 2007).
func (s *sorter) transform(block []byte) (last []byte, origin int) {
	n := len(block)
	start := leastRotation(block)
	s.turned = append(append(s.turned[:0], block[start:]...), block[:start]...)
	s.order = slices.Grow(s.order[:0], n)[:n]
	s.last = slices.Grow(s.last[:0], n)[:n]
	if need := scratchSize(n); len(s.scratch) < need {
		s.scratch = make([]int32, need)
	}
	sortSuffixes(s.turned, s.order, 256, s.scratch)
	first := (n - start) % n
	for i, at := range s.order {
		if int(at) == first {
			origin = i
		}
		if at == 0 {
			at = int32(n)
		}
		s.last[i] = s.turned[at-1]
	}
	return s.last, origin
}

// leastRotation is where the rotation of b begins that sorts first. It compares
// two candidates and drops, with the one that is larger, all that its match
// covers.
func leastRotation(b []byte) int {
	n := len(b)
	i, j, k := 0, 1, 0
	at := func(p int) byte {
		if p >= n {
			p -= n
		}
		return b[p]
	}
	for i < n && j < n && k < n {
		x, y := at(i+k), at(j+k)
		switch {
		case x == y:
			k++
			continue
		case x > y:
			i += k + 1
		default:
			j += k + 1
		}
		if i == j {
			j++
		}
		k = 0
	}
	return min(i, j)
}
