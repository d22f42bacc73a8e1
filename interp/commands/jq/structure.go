package jq

// structure takes one of the marks [ ] { } , and :.
func (d *Decoder) structure(c byte) error {
	if wrong := d.mark(c); wrong != "" {
		return d.fail("%s", wrong)
	}
	return d.costs(48)
}

// mark returns what is wrong with a mark at this place. The order of the checks
// is that of jq, so that the messages are.
func (d *Decoder) mark(c byte) string {
	var top *level
	if n := len(d.stack); n > 0 {
		top = &d.stack[n-1]
	}
	switch c {
	case '[', '{':
		return d.open(c)
	case ':':
		switch {
		case !d.full || top == nil:
			return "Expected string key before ':'"
		case top.object == nil:
			return "':' not as part of an object"
		case top.keyed:
			return "':' should follow a key"
		}
		key, ok := d.next.(string)
		if !ok {
			return "Object keys must be strings"
		}
		top.key, top.keyed, d.next, d.full = key, true, nil, false
	case ',':
		switch {
		case !d.full || top == nil:
			return "Expected value before ','"
		case top.object != nil && !top.keyed:
			return "Objects must consist of key:value pairs"
		}
		d.put(top)
	case ']':
		switch {
		case top == nil || top.object != nil:
			return "Unmatched ']'"
		case d.full:
			d.put(top)
		case top.count > 0:
			return "Expected another array element"
		}
		d.close()
	case '}':
		switch {
		case top == nil || top.object == nil:
			return "Unmatched '}'"
		case d.full && !top.keyed:
			return "Objects must consist of key:value pairs"
		case d.full:
			d.put(top)
		case top.keyed:
			return "Unmatched '}'"
		case top.count > 0:
			return "Expected another key-value pair"
		}
		d.close()
	}
	return ""
}

func (d *Decoder) open(c byte) string {
	switch {
	case len(d.stack) >= nesting:
		return "Exceeds depth limit for parsing"
	case d.full:
		return "Expected separator between values"
	}
	if n := len(d.stack); n > 0 && d.stack[n-1].object != nil && !d.stack[n-1].keyed {
		return "Object keys must be strings"
	}
	l := level{}
	if c == '{' {
		l.object = NewObject()
	}
	d.stack = append(d.stack, l)
	return ""
}

// put adds the value that was read to the array or object that it is in.
func (d *Decoder) put(top *level) {
	switch {
	case d.opts.Stream:
	case top.object != nil:
		top.object.Put(top.key, d.next)
	default:
		top.items = append(top.items, d.next)
	}
	top.count++
	top.keyed = false
	d.next, d.full = nil, false
}

// close ends an array or object.
func (d *Decoder) close() {
	n := len(d.stack) - 1
	top := d.stack[n]
	d.stack = d.stack[:n]
	var v Value
	if top.object != nil {
		v = top.object
	} else {
		v = NewArray(top.items...)
	}
	d.next, d.full = v, true
	if !d.opts.Stream {
		return
	}
	if top.count == 0 {
		d.event(NewArray(d.path(), v))
	} else {
		var last Value = top.key
		if top.object == nil {
			last = float64(top.count - 1)
		}
		p := d.path()
		d.event(NewArray(p.with(p.Len(), last)))
	}
	d.full = n > 0
}

// path is where the value that is read stands.
func (d *Decoder) path() *Array {
	items := make([]Value, 0, len(d.stack)+1)
	for i := range d.stack {
		if l := &d.stack[i]; l.object != nil {
			items = append(items, l.key)
		} else {
			items = append(items, float64(l.count))
		}
	}
	return NewArray(items...)
}

func (d *Decoder) event(v Value) {
	d.events = append(d.events, v)
	d.cost = 0
}
