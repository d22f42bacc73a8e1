package bzip2

// longestCode is what bzip2(1) makes since 1.0.3; readers take up to 20 bits.
const longestCode = 17

// maxSymbols are the runs, 255 places of move-to-front and the end of a block.
const maxSymbols = 258

// A heap has nodes with the lightest first; node 0 is lighter than all.
type heap struct {
	weights *[2 * maxSymbols]int32
	nodes   [maxSymbols + 2]int32
	n       int
}

func (h *heap) push(node int32) {
	h.n++
	at := h.n
	for h.weights[node] < h.weights[h.nodes[at/2]] {
		h.nodes[at] = h.nodes[at/2]
		at /= 2
	}
	h.nodes[at] = node
}

func (h *heap) pop() int32 {
	top, node := h.nodes[1], h.nodes[h.n]
	h.n--
	at := 1
	for 2*at <= h.n {
		below := 2 * at
		if below < h.n && h.weights[h.nodes[below+1]] < h.weights[h.nodes[below]] {
			below++
		}
		if h.weights[node] < h.weights[h.nodes[below]] {
			break
		}
		h.nodes[at] = h.nodes[below]
		at = below
	}
	h.nodes[at] = node
	return top
}

// codeLengths makes a code for symbols that occur so often. Codes that get too
// long are made again of numbers that differ less.
//
// The weight of a node is its number times 256 and its depth: of two that are
// equally frequent the flatter one comes first.
func codeLengths(counts []int32, lengths []uint8) {
	var weights [2 * maxSymbols]int32
	var parents [2 * maxSymbols]int32
	for i, n := range counts {
		weights[i+1] = max(n, 1) << 8
	}
	for {
		h := heap{weights: &weights}
		for i := range counts {
			parents[i+1] = 0
			h.push(int32(i + 1))
		}
		next := int32(len(counts))
		for h.n > 1 {
			a, b := h.pop(), h.pop()
			next++
			parents[a], parents[b], parents[next] = next, next, 0
			weights[next] = weights[a]&^0xff + weights[b]&^0xff + 1 + max(weights[a]&0xff, weights[b]&0xff)
			h.push(next)
		}
		longest := 0
		for i := range counts {
			depth := 0
			for at := parents[i+1]; at != 0; at = parents[at] {
				depth++
			}
			lengths[i] = uint8(min(depth, 255))
			longest = max(longest, depth)
		}
		if longest <= longestCode {
			return
		}
		for i := range counts {
			weights[i+1] = (weights[i+1]>>8/2 + 1) << 8
		}
	}
}

// codesOf assigns canonical codes of these lengths.
func codesOf(lengths []uint8, codes []uint32) {
	code := uint32(0)
	for n := uint8(1); n <= longestCode; n++ {
		for i, l := range lengths {
			if l == n {
				codes[i] = code
				code++
			}
		}
		code <<= 1
	}
}
