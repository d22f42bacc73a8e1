package pattern

import "unicode/utf8"

// The functions here are for a text that is not valid UTF-8 and a pattern for
// which that makes a difference. bash then decides for each part of the text by
// itself whether it consists of characters or of bytes.

// attempt matches one part with what is left of the steps.
func (p *Pattern) attempt(s string, steps *int) (bool, error) {
	prog := p.chars
	if !utf8.ValidString(s) {
		prog = p.byBytes()
	}
	*steps -= len(s) / 16
	m, err := prog.matcher(s, *steps)
	if err != nil {
		return false, err
	}
	ok := m.match()
	*steps = m.steps - 1
	return ok, m.err
}

func (p *Pattern) eachPrefix(s string, longest bool) (int, error) {
	steps := p.opts.Steps
	for k := range len(s) + 1 {
		end := k
		if longest {
			end = len(s) - k
		}
		if ok, err := p.attempt(s[:end], &steps); ok || err != nil {
			return orNone(end, err), err
		}
	}
	return -1, nil
}

func (p *Pattern) eachSuffix(s string, longest bool) (int, error) {
	steps := p.opts.Steps
	for k := range len(s) + 1 {
		start := len(s) - k
		if longest {
			start = k
		}
		if ok, err := p.attempt(s[start:], &steps); ok || err != nil {
			return orNone(start, err), err
		}
	}
	return -1, nil
}

func (p *Pattern) findEach(s string, from int) (int, int, error) {
	steps := p.opts.Steps
	n := p.byBytes().guessed
	for start := from; start < len(s); start++ {
		last, least := len(s), start
		if n >= 0 {
			if last, least = start+n, start+n; last > len(s) {
				break
			}
		}
		for end := last; end >= least; end-- {
			if ok, err := p.attempt(s[start:end], &steps); ok || err != nil {
				return orNone(start, err), orNone(end, err), err
			}
		}
	}
	return -1, -1, nil
}

func orNone(i int, err error) int {
	if err != nil {
		return -1
	}
	return i
}
