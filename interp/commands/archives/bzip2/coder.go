package bzip2

const (
	// groupSize is how many symbols share a table.
	groupSize = 50
	maxTables = 6
	// rounds is how often tables are made anew.
	rounds = 4
	// dear is the length of a code that a first table does not have.
	dear = 15
)

// A coder writes transformed blocks.
type coder struct {
	symbols   []uint16
	counts    [maxSymbols]int32
	selectors []uint8
	lengths   [maxTables][maxSymbols]uint8
}

// encode writes which bytes are used, the tables, and the block.
func (c *coder) encode(out *bitWriter, last []byte, used *[256]bool) {
	letters := writeUsed(out, used)
	c.moveToFront(last, letters)
	size := len(letters) + 2
	tables := c.choose(size)
	out.write(3, uint64(tables))
	c.writeSelectors(out, tables)
	var codes [maxTables][maxSymbols]uint32
	for t := range tables {
		writeLengths(out, c.lengths[t][:size])
		codesOf(c.lengths[t][:size], codes[t][:size])
	}
	for i, t := range c.selectors {
		for _, s := range c.group(i) {
			out.write(uint(c.lengths[t][s]), uint64(codes[t][s]))
		}
	}
}

// group is the i-th group of symbols.
func (c *coder) group(i int) []uint16 {
	return c.symbols[i*groupSize : min((i+1)*groupSize, len(c.symbols))]
}

// writeUsed writes the map of bytes that are used and returns these.
func writeUsed(out *bitWriter, used *[256]bool) (letters []byte) {
	var rows [16]uint64
	all := uint64(0)
	for i, u := range used {
		if u {
			letters = append(letters, byte(i))
			rows[i/16] |= 1 << (15 - i%16)
			all |= 1 << (15 - i/16)
		}
	}
	out.write(16, all)
	for _, r := range rows {
		if r != 0 {
			out.write(16, r)
		}
	}
	return letters
}

// moveToFront makes symbols of last: 0 and 1 are digits of the length of a run
// of the byte in front, n+1 is the byte at place n, and the highest is the end.
func (c *coder) moveToFront(last, letters []byte) {
	c.symbols, c.counts = c.symbols[:0], [maxSymbols]int32{}
	var places [256]byte
	copy(places[:], letters)
	run := 0
	for _, b := range last {
		if places[0] == b {
			run++
			continue
		}
		c.endRun(run)
		run = 0
		moved, at := places[0], 1
		for places[at] != b {
			moved, places[at] = places[at], moved
			at++
		}
		places[at], places[0] = moved, b
		c.add(uint16(at + 1))
	}
	c.endRun(run)
	c.add(uint16(len(letters) + 1))
}

func (c *coder) add(symbol uint16) {
	c.symbols = append(c.symbols, symbol)
	c.counts[symbol]++
}

// endRun writes n with digits that stand for 1 and 2 times powers of two.
func (c *coder) endRun(n int) {
	for ; n > 0; n = (n - 1) / 2 {
		c.add(uint16((n - 1) & 1))
	}
}

// choose makes tables of codes and selects one for each group, and returns how
// many tables there are.
func (c *coder) choose(size int) (tables int) {
	tables = 2
	for _, n := range []int{200, 600, 1200, 2400} {
		if len(c.symbols) >= n {
			tables++
		}
	}
	c.split(size, tables)
	for range rounds {
		var counts [maxTables][maxSymbols]int32
		c.selectors = c.selectors[:0]
		for i := 0; i*groupSize < len(c.symbols); i++ {
			group := c.group(i)
			best := c.cheapest(group, tables)
			c.selectors = append(c.selectors, uint8(best))
			for _, s := range group {
				counts[best][s]++
			}
		}
		for t := range tables {
			codeLengths(counts[t][:size], c.lengths[t][:size])
		}
	}
	return tables
}

// split makes first tables, each for a range of symbols that is about as
// frequent as the others.
func (c *coder) split(size, tables int) {
	left, from := int32(len(c.symbols)), 0
	for t := tables - 1; t >= 0; t-- {
		want, sum, to := left/int32(t+1), int32(0), from
		for sum < want && to < size {
			sum += c.counts[to]
			to++
		}
		if to-1 > from && t != tables-1 && t != 0 && (tables-1-t)%2 == 1 {
			to--
			sum -= c.counts[to]
		}
		for s := range size {
			c.lengths[t][s] = dear
			if s >= from && s < to {
				c.lengths[t][s] = 0
			}
		}
		left, from = left-sum, to
	}
}

// cheapest is the table that takes the fewest bits for a group.
func (c *coder) cheapest(group []uint16, tables int) int {
	best, least := 0, -1
	for t := range tables {
		sum := 0
		lengths := &c.lengths[t]
		for _, s := range group {
			sum += int(lengths[s])
		}
		if least < 0 || sum < least {
			best, least = t, sum
		}
	}
	return best
}

// writeSelectors writes the tables of groups, moved to the front, in unary.
func (c *coder) writeSelectors(out *bitWriter, tables int) {
	out.write(15, uint64(len(c.selectors)))
	places := [maxTables]uint8{0, 1, 2, 3, 4, 5}
	for _, t := range c.selectors {
		at := 0
		for places[at] != t {
			at++
		}
		copy(places[1:at+1], places[:at])
		places[0] = t
		out.write(uint(at+1), 1<<(at+1)-2)
	}
}

// writeLengths writes the first length and then steps up (10) and down (11) to
// the others.
func writeLengths(out *bitWriter, lengths []uint8) {
	now := lengths[0]
	out.write(5, uint64(now))
	for _, l := range lengths {
		for ; now < l; now++ {
			out.write(2, 2)
		}
		for ; now > l; now-- {
			out.write(2, 3)
		}
		out.write(1, 0)
	}
}
