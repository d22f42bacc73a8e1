package files

const minColumn = 3

// showColumns fills lines with as many columns as fit, as GNU ls does.
func (l *lister) showColumns(items []*item) {
	w := l.frillWidths(items)
	texts := items
	lengths := make([]int, len(items))
	painted := l.colors
	l.colors = nil // for measuring
	for i, it := range items {
		_, lengths[i] = l.frills(it, w, 0)
	}
	l.colors = painted
	cols, columnWidths := l.fit(lengths)
	rows := (len(items) + cols - 1) / cols
	for row := range rows {
		pos := 0
		for col := range cols {
			i := col*rows + row
			if l.format == across {
				i = row*cols + col
			}
			if i >= len(texts) {
				break
			}
			last := i+rows >= len(texts)
			if l.format == across {
				last = col == cols-1 || i == len(texts)-1
			}
			text, _ := l.frills(items[i], w, pos)
			l.in.Out.WriteString(text)
			if !last {
				l.indent(pos+lengths[i], pos+columnWidths[col])
			}
			pos += columnWidths[col]
		}
		l.in.Out.WriteString(l.end)
	}
}

// fit finds the largest number of columns that fit.
func (l *lister) fit(lengths []int) (int, []int) {
	n := len(lengths)
	most := min(max(1, (l.width+minColumn-1)/minColumn), n)
	for cols := most; cols > 1; cols-- {
		rows := (n + cols - 1) / cols
		sizes := make([]int, cols)
		for i := range sizes {
			sizes[i] = minColumn
		}
		total := cols * minColumn
		for i, length := range lengths {
			col := i / rows
			if l.format == across {
				col = i % cols
			}
			if col != cols-1 {
				length += 2
			}
			if length > sizes[col] {
				total += length - sizes[col]
				sizes[col] = length
			}
			if total >= l.width {
				break
			}
		}
		if total < l.width {
			return cols, sizes
		}
	}
	return 1, []int{0}
}

// indent goes from one column to another with tabs where they help.
func (l *lister) indent(from, to int) {
	for from < to {
		if l.tab != 0 && to/l.tab > (from+1)/l.tab {
			l.in.Out.WriteByte('\t')
			from += l.tab - from%l.tab
		} else {
			l.in.Out.WriteByte(' ')
			from++
		}
	}
}

// separated prints names with a separator in lines of the width.
func (l *lister) separated(items []*item, sep string) {
	pos := 0
	for i, it := range items {
		painted := l.colors
		l.colors = nil // for measuring
		_, n := l.frills(it, widths{}, 0)
		l.colors = painted
		if i > 0 {
			l.in.Out.WriteString(sep[:1])
			if l.width == 0 || pos+n+2 < l.width {
				l.in.Out.WriteByte(' ')
				pos += 2
			} else {
				l.in.Out.WriteByte('\n')
				pos = 0
			}
		}
		text, _ := l.frills(it, widths{}, pos)
		l.in.Out.WriteString(text)
		pos += n
	}
	if len(items) > 0 {
		l.in.Out.WriteString(l.end)
	}
}
