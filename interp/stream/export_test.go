package stream

// Same tells whether two descriptors refer to one description.
func Same(a, b Description) bool { return unbound(a) == unbound(b) }

func unbound(d Description) Description {
	if b, ok := d.(*bound); ok {
		return b.contextual
	}
	return d
}
