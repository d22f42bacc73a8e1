package compare

import "math"

// minCost is the number of edits from which on the search for the best script
// may give up, as in GNU diff; larger files get the square root of their
// diagonals.
const minCost = 4096

// A finder looks for the lines that two files do not share (Myers, An O(ND)
// Difference Algorithm, in linear space).
type finder struct {
	x, y   []int
	fd, bd []int
	offset int
	cost   int
	// minimal never gives up.
	minimal bool
	// deleted and inserted are told of lines of x and y.
	deleted, inserted func(i int)
	stop              func() bool
}

func newFinder(x, y []int, minimal bool) *finder {
	diagonals := len(x) + len(y) + 3
	cost := 1
	for d := diagonals; d != 0; d >>= 2 {
		cost <<= 1
	}
	return &finder{x: x, y: y, fd: make([]int, diagonals), bd: make([]int, diagonals), offset: len(y) + 1, cost: max(cost, minCost), minimal: minimal}
}

// compare handles the boxes from xoff to xlim and yoff to ylim. It calls itself
// for the halves that the middle of the best way makes.
func (f *finder) compare(xoff, xlim, yoff, ylim int, minimal bool) {
	for xoff < xlim && yoff < ylim && f.x[xoff] == f.y[yoff] {
		xoff++
		yoff++
	}
	for xoff < xlim && yoff < ylim && f.x[xlim-1] == f.y[ylim-1] {
		xlim--
		ylim--
	}
	switch {
	case xoff == xlim:
		for ; yoff < ylim; yoff++ {
			f.inserted(yoff)
		}
	case yoff == ylim:
		for ; xoff < xlim; xoff++ {
			f.deleted(xoff)
		}
	case f.stop():
	default:
		m := f.middle(xoff, xlim, yoff, ylim, minimal)
		f.compare(xoff, m.x, yoff, m.y, m.low)
		f.compare(m.x, xlim, m.y, ylim, m.high)
	}
}

// A midpoint lies on a short way; low and high tell for which halves the
// search must not give up.
type midpoint struct {
	x, y      int
	low, high bool
}

// middle searches from both ends at once. It is long because both directions
// share all of its state.
func (f *finder) middle(xoff, xlim, yoff, ylim int, minimal bool) midpoint {
	fd, bd, o := f.fd, f.bd, f.offset
	dmin, dmax := xoff-ylim, xlim-yoff
	fmid, bmid := xoff-yoff, xlim-ylim
	fmin, fmax, bmin, bmax := fmid, fmid, bmid, bmid
	odd := (fmid-bmid)&1 != 0
	fd[o+fmid], bd[o+bmid] = xoff, xlim
	for c := 1; ; c++ {
		if fmin > dmin {
			fmin--
			fd[o+fmin-1] = -1
		} else {
			fmin++
		}
		if fmax < dmax {
			fmax++
			fd[o+fmax+1] = -1
		} else {
			fmax--
		}
		for d := fmax; d >= fmin; d -= 2 {
			x := max(fd[o+d-1]+1, fd[o+d+1])
			y := x - d
			for x < xlim && y < ylim && f.x[x] == f.y[y] {
				x++
				y++
			}
			fd[o+d] = x
			if odd && bmin <= d && d <= bmax && bd[o+d] <= x {
				return midpoint{x, y, true, true}
			}
		}
		if bmin > dmin {
			bmin--
			bd[o+bmin-1] = math.MaxInt
		} else {
			bmin++
		}
		if bmax < dmax {
			bmax++
			bd[o+bmax+1] = math.MaxInt
		} else {
			bmax--
		}
		for d := bmax; d >= bmin; d -= 2 {
			x := min(bd[o+d-1], bd[o+d+1]-1)
			y := x - d
			for xoff < x && yoff < y && f.x[x-1] == f.y[y-1] {
				x--
				y--
			}
			bd[o+d] = x
			if !odd && fmin <= d && d <= fmax && x <= fd[o+d] {
				return midpoint{x, y, true, true}
			}
		}
		if !f.minimal && !minimal && c >= f.cost || f.stop() {
			return f.giveUp(xoff, xlim, yoff, ylim, fmin, fmax, bmin, bmax)
		}
	}
}

// giveUp takes the diagonal that has come farthest.
func (f *finder) giveUp(xoff, xlim, yoff, ylim, fmin, fmax, bmin, bmax int) midpoint {
	forward, forwardX := -1, 0
	for d := fmax; d >= fmin; d -= 2 {
		x := min(f.fd[f.offset+d], xlim)
		if y := x - d; ylim < y {
			x = ylim + d
		}
		if 2*x-d > forward {
			forward, forwardX = 2*x-d, x
		}
	}
	back, backX := math.MaxInt, 0
	for d := bmax; d >= bmin; d -= 2 {
		x := max(f.bd[f.offset+d], xoff)
		if y := x - d; y < yoff {
			x = yoff + d
		}
		if 2*x-d < back {
			back, backX = 2*x-d, x
		}
	}
	if xlim+ylim-back < forward-(xoff+yoff) {
		return midpoint{forwardX, forward - forwardX, true, false}
	}
	return midpoint{backX, back - backX, false, true}
}
