package sort

import (
	"context"
	"slices"
	"sync"
)

const (
	// smallRun is sorted by insertion.
	smallRun = 12
	// parallelRun is worth another goroutine.
	parallelRun = 16 << 10
	// maxDepth of halving into goroutines: at most eight.
	maxDepth = 3
	// checkRun is how many lines are merged between two looks at the context.
	checkRun = 4 << 10
	// maxOffset is up to where lines are compared eight bytes at a time.
	maxOffset = 64
)

// An item stands for a line while lines are sorted: it has no pointers and is
// cheap to move.
type item struct {
	prefix uint64
	index  uint32
}

// sort returns the lines in order, equal ones in the order they came in; nil
// when ctx ended before. They are sorted by prefix, and then those that have one
// in common.
func (o *order) sort(ctx context.Context, lines []line) []item {
	m := &merger{o: o, ctx: ctx, lines: lines, spare: make([]item, len(lines))}
	items := make([]item, len(lines))
	for i := range lines {
		items[i] = item{lines[i].prefix, uint32(i)}
	}
	m.sort(items, m.spare, maxDepth, false)
	m.groups(items, func(group []item) {
		switch {
		case o.plain:
			m.refine(group, 8)
		case !o.exact(group[0].prefix) || len(o.keys) > 1:
			m.sort(group, m.spare[:len(group)], maxDepth, true)
		case !o.stable && !o.unique:
			m.refine(group, 0)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return items
}

// A merger sorts items.
type merger struct {
	o     *order
	ctx   context.Context
	lines []line
	spare []item
}

// groups calls do for each group of items that share a prefix.
func (m *merger) groups(items []item, do func([]item)) {
	for i := 0; i < len(items); {
		k := i + 1
		for k < len(items) && items[k].prefix == items[i].prefix {
			k++
		}
		if k > i+1 {
			if m.ctx.Err() != nil {
				return
			}
			do(items[i:k:k])
		}
		i = k
	}
}

// refine sorts lines that are the same up to offset, by all their bytes.
func (m *merger) refine(items []item, offset int) {
	ended := true
	for i := range items {
		text := m.lines[items[i].index].text
		ended = ended && len(text) <= offset
		items[i].prefix = m.o.turn(head(text[min(offset, len(text)):]), m.o.reverse)
	}
	if ended {
		// They differ in zeros at the end.
		slices.SortStableFunc(items, func(a, b item) int {
			return m.o.compare(&m.lines[a.index], &m.lines[b.index])
		})
		return
	}
	if len(items) <= smallRun || offset >= maxOffset {
		m.sort(items, m.spare[:len(items)], maxDepth, true)
		return
	}
	m.sort(items, m.spare[:len(items)], maxDepth, false)
	m.groups(items, func(group []item) { m.refine(group, offset+8) })
}

// after tells whether a comes after b, by their prefixes alone unless full.
func (m *merger) after(a, b *item, full bool) bool {
	if a.prefix != b.prefix || !full {
		return a.prefix > b.prefix
	}
	return m.o.compare(&m.lines[a.index], &m.lines[b.index]) > 0
}

func (m *merger) sort(items, spare []item, depth int, full bool) {
	n := len(items)
	if n <= smallRun {
		for i := 1; i < n; i++ {
			it, k := items[i], i
			for ; k > 0 && m.after(&items[k-1], &it, full); k-- {
				items[k] = items[k-1]
			}
			items[k] = it
		}
		return
	}
	if n >= checkRun && m.ctx.Err() != nil {
		return
	}
	half := n / 2
	if depth > 0 && n >= parallelRun {
		var wait sync.WaitGroup
		wait.Go(func() { m.sort(items[:half], spare[:half], depth-1, full) })
		m.sort(items[half:], spare[half:], depth-1, full)
		wait.Wait()
	} else {
		m.sort(items[:half], spare[:half], 0, full)
		m.sort(items[half:], spare[half:], 0, full)
	}
	if !m.after(&items[half-1], &items[half], full) {
		return
	}
	left := spare[:copy(spare, items[:half])]
	right, out := half, 0
	for len(left) > 0 && right < n {
		if m.after(&left[0], &items[right], full) {
			items[out] = items[right]
			right++
		} else {
			items[out] = left[0]
			left = left[1:]
		}
		out++
	}
	copy(items[out:], left)
}
