package launch

import "unsafe"

// Encode returns the payload that describes s. The error is a [FormatError]
// when a field is out of its bounds, a string holds a NUL byte, or the whole
// is larger than MaxPayload.
func (s Spec) Encode() ([]byte, error) {
	size := s.size()
	if size > MaxPayload {
		return nil, FormatError("too large")
	}
	if len(s.Filter)%filterSize != 0 {
		return nil, FormatError("a filter of instructions that are not whole")
	}
	b, err := s.header(make([]byte, 0, size), size)
	for _, m := range s.Moves {
		b, err = putInt(b, m.From, err)
		b, err = putInt(b, m.To, err)
	}
	for _, l := range s.Limits {
		b, err = putInt(b, l.Resource, err)
		b = put32(b, 0)
		b = put64(b, l.Soft)
		b = put64(b, l.Hard)
	}
	if err != nil {
		return nil, err
	}
	b = append(b, s.Filter...)
	b = append(append(b, s.Path...), 0)
	for _, list := range s.vectors() {
		for _, str := range list {
			b = append(append(b, str...), 0)
		}
	}
	// What the dropper would refuse is refused here, by the same code. A NUL
	// inside a string shows as a wrong number of strings.
	if _, problem := parsePayload(b); problem != "" {
		return nil, FormatError(problem)
	}
	return b, nil
}

// vectors are the lists of strings, in the order of the payload.
func (s Spec) vectors() [3][]string { return [...][]string{s.Argv, s.Env, s.Noexec} }

// size is how many bytes the payload has.
func (s Spec) size() int {
	n := headerSize + len(s.Moves)*moveSize + len(s.Limits)*limitSize + len(s.Filter) + len(s.Path) + 1
	for _, list := range s.vectors() {
		for _, str := range list {
			n += len(str) + 1
		}
	}
	return n
}

// header appends the fixed part of a payload of size bytes.
func (s Spec) header(b []byte, size int) ([]byte, error) {
	ignored, err := s.ignoredSet()
	b = append(b, magic...)
	b = put32(b, uint32(size))
	b = put32(b, s.flags())
	b, err = putInt(b, s.Ruleset, err)
	b = put32(b, s.RestrictFlags)
	b = put64(b, ignored)
	for _, n := range [...]int{len(s.Moves), len(s.Limits), len(s.Argv), len(s.Env), len(s.Filter) / filterSize, len(s.Noexec)} {
		b = put32(b, uint32(n))
	}
	b, err = putInt(b, s.Group, err)
	return put32(b, 0), err
}

func (s Spec) flags() (flags uint32) {
	if s.NoNewPrivs {
		flags |= flagNoNewPrivs
	}
	if s.DropCapabilities {
		flags |= flagDropCapabilities
	}
	if s.UserNamespace {
		flags |= flagUserNamespace
	}
	return flags
}

// Decode is the inverse of Encode: it accepts exactly the byte sequences that
// Encode returns. The error is a [FormatError].
func Decode(b []byte) (Spec, error) {
	p, problem := parsePayload(b)
	if problem != "" {
		return Spec{}, FormatError(problem)
	}
	s := Spec{
		Ruleset:          p.ruleset,
		RestrictFlags:    p.restrictFlags,
		NoNewPrivs:       p.noNewPrivs,
		DropCapabilities: p.dropCaps,
		Group:            p.group,
		UserNamespace:    p.userNS,
	}
	if len(p.filter) > 0 {
		s.Filter = append([]byte(nil), p.filter...)
	}
	for i := range p.moveCount() {
		s.Moves = append(s.Moves, p.move(i))
	}
	for i := range p.limitCount() {
		s.Limits = append(s.Limits, p.limit(i))
	}
	for sig := 1; sig <= maxSig; sig++ {
		if p.ignored&(1<<(sig-1)) != 0 {
			s.KeepIgnored = append(s.KeepIgnored, sig)
		}
	}
	rest := p.strings
	next := func() string {
		n := 0
		for rest[n] != 0 {
			n++
		}
		str := string(rest[:n])
		rest = rest[n+1:]
		return str
	}
	s.Path = next()
	for range p.argc {
		s.Argv = append(s.Argv, next())
	}
	for range p.envc {
		s.Env = append(s.Env, next())
	}
	for range p.noexec {
		s.Noexec = append(s.Noexec, next())
	}
	return s, nil
}

// ignoredSet returns KeepIgnored as a set with bit n-1 for signal n.
func (s Spec) ignoredSet() (uint64, error) {
	var set uint64
	for _, sig := range s.KeepIgnored {
		if sig < 1 || sig > maxSig {
			return 0, FormatError("no such signal")
		}
		set |= 1 << (sig - 1)
	}
	return set, nil
}

// putInt appends v as 32 bits; err sticks once set.
func putInt(b []byte, v int, err error) ([]byte, error) {
	if int(int32(v)) != v && err == nil {
		err = FormatError("number out of range")
	}
	return put32(b, uint32(v)), err
}

func put32(b []byte, v uint32) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func put64(b []byte, v uint64) []byte {
	return put32(put32(b, uint32(v)), uint32(v>>32))
}

// vectors writes the argument and environment vectors of execve(2) into mem,
// which has room for argc+envc+2 pointers, and returns where each begins.
// Strings are pointed to where they lie in the payload.
func (p *payload) vectors(mem []uintptr) (argv, envp unsafe.Pointer) {
	at := 0
	n := p.skipString(0)
	for range p.argc {
		mem[at] = uintptr(unsafe.Pointer(&p.strings[n]))
		at++
		n = p.skipString(n)
	}
	mem[at] = 0
	at++
	env := at
	for range p.envc {
		mem[at] = uintptr(unsafe.Pointer(&p.strings[n]))
		at++
		n = p.skipString(n)
	}
	mem[at] = 0
	return unsafe.Pointer(&mem[0]), unsafe.Pointer(&mem[env])
}

// skipString returns the offset behind the string that begins at n.
func (p *payload) skipString(n int) int {
	for p.strings[n] != 0 {
		n++
	}
	return n + 1
}

// skipStrings returns the offset behind the first n strings.
func (p *payload) skipStrings(n int) int {
	at := 0
	for range n {
		at = p.skipString(at)
	}
	return at
}
