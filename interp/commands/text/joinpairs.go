package text

import ()

// take returns the current line of a file and goes on to the next; nil at the
// end. stop says that the command must end.
func (j *joiner) take(files [2]*lineSource, i int) (l *joinLine, stop bool) {
	f := files[i]
	if !f.open {
		return nil, false
	}
	l = j.split(f.line)
	key := l.at(j.field[i])
	if j.last[i] != nil && j.order >= 0 && (j.order > 0 || j.lonely) && !j.wrong[i] && j.compare(j.last[i], key) > 0 {
		j.out.Flush()
		j.call.Errorf("%s:%d: is not sorted: %s", f.name, j.lineNumber[i], l.text)
		j.wrong[i] = true
		if j.order > 0 {
			return nil, true
		}
	}
	if j.last[i] == nil {
		j.last[i] = []byte{}
	}
	j.last[i] = append(j.last[i][:0], key...)
	j.lineNumber[i]++
	if err := f.next(); err != nil {
		j.call.FileError(f.name, err)
		return nil, true
	}
	return l, false
}

// run holds one line of the first file and all of the second that pair with it.
func (j *joiner) run(files [2]*lineSource) int {
	if j.auto || j.header {
		var heads [2]*joinLine
		for i, f := range files {
			if f.open {
				heads[i] = j.split(f.line)
				j.autoCount[i] = len(heads[i].fields)
			}
		}
		if j.header {
			if heads[0] != nil || heads[1] != nil {
				j.write(heads[0], heads[1])
			}
			for i, f := range files {
				j.lineNumber[i]++
				if f.open && f.next() != nil {
					return 1
				}
			}
		}
	}
	one, stop := j.take(files, 0)
	if stop {
		return 1
	}
	two, stop := j.take(files, 1)
	for (one != nil || two != nil) && !stop && j.out.Err() == nil {
		order := 0
		switch {
		case one == nil:
			order = 1
		case two == nil:
			order = -1
		default:
			order = j.compare(one.at(j.field[0]), two.at(j.field[1]))
		}
		// Neither the line behind the first that pairs with none nor those
		// behind the end of the other file need be in order.
		lonely := order != 0 && one != nil && two != nil
		switch {
		case order < 0:
			one, stop = j.alone(files, 0, one)
		case order > 0:
			two, stop = j.alone(files, 1, two)
		default:
			one, two, stop = j.pairs(files, one, two)
		}
		j.lonely = j.lonely || lonely
	}
	if stop {
		return 1
	}
	return 0
}

// alone handles a line that pairs with none.
func (j *joiner) alone(files [2]*lineSource, i int, l *joinLine) (*joinLine, bool) {
	if j.unpaired[i] {
		if i == 0 {
			j.write(l, nil)
		} else {
			j.write(nil, l)
		}
	}
	j.free = append(j.free, l)
	return j.take(files, i)
}

// pairs writes all pairs of the lines with equal fields, once both files are
// behind them.
func (j *joiner) pairs(files [2]*lineSource, one, two *joinLine) (*joinLine, *joinLine, bool) {
	key := one.at(j.field[0])
	groups := [2][]*joinLine{{one}, {two}}
	var next [2]*joinLine
	held := int64(0)
	for i := range groups {
		for {
			l, stop := j.take(files, i)
			if stop {
				return nil, nil, true
			}
			if l == nil || j.compare(key, l.at(j.field[i])) != 0 {
				next[i] = l
				break
			}
			if held += int64(len(l.text)) + 64; held > j.call.Limits.HeldBytes {
				j.call.Errorf("%v", errHeld{j.call.Limits.HeldBytes})
				return nil, nil, true
			}
			groups[i] = append(groups[i], l)
		}
	}
	for _, a := range groups[0] {
		for _, b := range groups[1] {
			if j.paired {
				j.write(a, b)
			}
		}
		if j.out.Err() != nil {
			return nil, nil, true
		}
	}
	for _, g := range groups {
		j.free = append(j.free, g[:min(len(g), 16)]...)
	}
	return next[0], next[1], false
}

func (j *joiner) write(one, two *joinLine) {
	sep := byte(' ')
	if j.tab >= 0 {
		sep = byte(j.tab)
	}
	first := true
	put := func(field []byte) {
		if !first {
			j.out.WriteByte(sep)
		}
		first = false
		if len(field) == 0 {
			j.out.WriteString(j.empty)
		} else {
			j.out.Write(field)
		}
	}
	key := one.at(j.field[0])
	if one == nil {
		key = two.at(j.field[1])
	}
	lines := [2]*joinLine{one, two}
	switch {
	case len(j.formats) > 0:
		for _, f := range j.formats {
			if f.file == 0 {
				put(key)
			} else {
				put(lines[f.file-1].at(f.field))
			}
		}
	default:
		put(key)
		for i, l := range lines {
			n := 0
			if l != nil {
				n = len(l.fields)
			}
			if j.auto {
				n = j.autoCount[i]
			}
			for k := range n {
				if k != j.field[i] {
					put(l.at(k))
				}
			}
		}
	}
	j.out.WriteByte(j.delim)
}
