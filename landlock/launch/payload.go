package launch

// The encoded form, all numbers little-endian:
//
//	 0  magic            8 bytes; changes with every change of the format
//	 8  total length     u32, including the magic
//	12  flags            u32, bit 0: no_new_privs, bit 1: drop capabilities,
//	                         bit 2: user namespace
//	16  ruleset          i32, -1 for none
//	20  restrict flags   u32
//	24  ignored signals  u64, bit n-1 for signal n
//	32  moves, limits, arguments, environment entries: four u32 counts
//	48  filter           u32 instructions
//	52  noexec           u32 paths
//	56  group            u32, 0 for none
//	60  zero             u32
//	64  moves            each i32 from, i32 to
//	..  limits           each u32 resource, u32 zero, u64 soft, u64 hard
//	..  filter           each 8 bytes, struct sock_filter of linux/filter.h
//	..  strings          path, arguments, environment, noexec paths, each
//	                     ended by a NUL
//
// The strings stay where they are when the dropper calls execve: it only
// collects pointers to them. There is exactly one encoding of a Spec.
const (
	magic      = "aegishL4"
	headerSize = 64
	moveSize   = 8
	limitSize  = 24
	filterSize = 8

	flagNoNewPrivs       = 1 << 0
	flagDropCapabilities = 1 << 1
	flagUserNamespace    = 1 << 2

	offTotal    = 8
	offFlags    = 12
	offRuleset  = 16
	offRestrict = 20
	offIgnored  = 24
	offCounts   = 32
	offFilter   = 48
	offNoexec   = 52
	offGroup    = 56
)

// Signals that can be neither ignored nor reset (signal(7)).
const (
	sigKill = 9
	sigStop = 19
	maxSig  = 64
)

// resourceCount is the number of resources that setrlimit(2) knows.
const resourceCount = 16

// payload is a validated view of an encoded Spec. It refers to the encoded
// bytes and allocates nothing, so that the dropper and Decode read with the
// same code.
type payload struct {
	noNewPrivs    bool
	dropCaps      bool
	userNS        bool
	ruleset       int
	group         int // 0 for none
	restrictFlags uint32
	ignored       uint64
	argc, envc    int
	noexec        int
	moves         []byte
	limits        []byte
	filter        []byte
	strings       []byte
}

// parsePayload validates b completely. The second result names the first
// thing wrong with it and is empty when all is well.
func parsePayload(b []byte) (p payload, problem string) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return p, "no launch payload"
	}
	if len(b) > MaxPayload || uint64(u32(b, offTotal)) != uint64(len(b)) {
		return p, "wrong length"
	}
	flags := u32(b, offFlags)
	if flags&^(flagNoNewPrivs|flagDropCapabilities|flagUserNamespace) != 0 {
		return p, "unknown flag"
	}
	p.noNewPrivs = flags&flagNoNewPrivs != 0
	p.dropCaps = flags&flagDropCapabilities != 0
	p.userNS = flags&flagUserNamespace != 0
	p.ruleset = int(int32(u32(b, offRuleset)))
	p.restrictFlags = u32(b, offRestrict)
	p.ignored = u64(b, offIgnored)
	moves, limits := u32(b, offCounts), u32(b, offCounts+4)
	argc, envc := u32(b, offCounts+8), u32(b, offCounts+12)
	if moves > MaxMoves || limits > MaxLimits {
		return p, "too many moves or limits"
	}
	if argc > MaxStrings || envc > MaxStrings || argc+envc > MaxStrings {
		return p, "too many strings"
	}
	p.argc, p.envc = int(argc), int(envc)
	filter := u32(b, offFilter)
	if filter > MaxFilter {
		return p, "filter too long"
	}
	noexec, group := u32(b, offNoexec), u32(b, offGroup)
	if noexec > MaxNoexec {
		return p, "too many noexec paths"
	}
	if group != 0 && (group < FirstFreeFD || group > MaxFD) || u32(b, offGroup+4) != 0 {
		return p, "group descriptor out of range"
	}
	p.noexec, p.group = int(noexec), int(group)
	rest := b[headerSize:]
	if len(rest) < int(moves)*moveSize+int(limits)*limitSize+int(filter)*filterSize {
		return p, "truncated"
	}
	p.moves, rest = rest[:moves*moveSize], rest[moves*moveSize:]
	p.limits, rest = rest[:limits*limitSize], rest[limits*limitSize:]
	p.filter, p.strings = rest[:filter*filterSize], rest[filter*filterSize:]
	return p, p.check()
}

// check validates what parsePayload has cut into sections.
func (p *payload) check() string {
	if p.ruleset != NoRuleset && (p.ruleset < FirstFreeFD || p.ruleset > MaxFD) {
		return "ruleset descriptor out of range"
	}
	if p.ruleset != NoRuleset && !p.noNewPrivs {
		return "a ruleset needs no_new_privs"
	}
	if len(p.filter) > 0 && !p.noNewPrivs {
		return "a filter needs no_new_privs"
	}
	if p.dropCaps && !p.noNewPrivs {
		return "to drop capabilities needs no_new_privs"
	}
	if problem := p.checkNoexec(); problem != "" {
		return problem
	}
	if p.ruleset == NoRuleset && p.restrictFlags != 0 {
		return "restrict flags without a ruleset"
	}
	if p.ignored&(1<<(sigKill-1)|1<<(sigStop-1)) != 0 {
		return "signal cannot be ignored"
	}
	if problem := p.checkMoves(); problem != "" {
		return problem
	}
	if problem := p.checkLimits(); problem != "" {
		return problem
	}
	return p.checkStrings()
}

func (p *payload) checkNoexec() string {
	switch {
	case p.noexec == 0 && p.userNS:
		return "a user namespace without noexec paths"
	case p.noexec > 0 && !p.noNewPrivs:
		return "noexec paths need no_new_privs"
	case p.noexec > 0 && p.userNS == p.dropCaps:
		return "noexec paths need either a user namespace or capabilities dropped"
	}
	return ""
}

func (p *payload) checkMoves() string {
	for i := range p.moveCount() {
		m := p.move(i)
		if m.From < FirstFreeFD || m.From > MaxFD || m.To <= 2 || m.To > MaxFD {
			return "move out of range"
		}
		if m.From == p.ruleset || m.From == p.group {
			return "move of the ruleset or the group"
		}
		for j := range i {
			if p.move(j).To == m.To {
				return "two moves to one descriptor"
			}
		}
	}
	return ""
}

func (p *payload) checkLimits() string {
	for i := range p.limitCount() {
		l := p.limit(i)
		if u32(p.limits, i*limitSize+4) != 0 {
			return "reserved field is set"
		}
		if l.Resource < 0 || l.Resource >= resourceCount {
			return "unknown resource"
		}
		if l.Soft > l.Hard {
			return "soft limit above the hard limit"
		}
		for j := range i {
			if p.limit(j).Resource == l.Resource {
				return "two limits for one resource"
			}
		}
	}
	return ""
}

func (p *payload) checkStrings() string {
	if p.argc == 0 {
		return "no arguments"
	}
	s := p.strings
	if len(s) == 0 || s[0] != '/' {
		return "path is not absolute"
	}
	if s[len(s)-1] != 0 {
		return "string without end"
	}
	ends, first := 0, 1+p.argc+p.envc // of the noexec paths
	for i, c := range s {
		if c != 0 {
			continue
		}
		ends++
		if ends >= first && i+1 < len(s) && s[i+1] != '/' {
			return "noexec path is not absolute"
		}
	}
	if ends != first+p.noexec {
		return "wrong number of strings"
	}
	return ""
}

func (p *payload) moveCount() int  { return len(p.moves) / moveSize }
func (p *payload) limitCount() int { return len(p.limits) / limitSize }

func (p *payload) move(i int) Move {
	off := i * moveSize
	return Move{From: int(int32(u32(p.moves, off))), To: int(int32(u32(p.moves, off+4)))}
}

func (p *payload) limit(i int) Limit {
	off := i * limitSize
	return Limit{
		Resource: int(int32(u32(p.limits, off))),
		Soft:     u64(p.limits, off+8),
		Hard:     u64(p.limits, off+16),
	}
}

// highestFD is the highest descriptor number that the payload names or the
// dropper uses by position.
func (p *payload) highestFD() int {
	high := max(p.ruleset, p.group, FailureFD)
	for i := range p.moveCount() {
		m := p.move(i)
		high = max(high, m.From, m.To)
	}
	return high
}

func u32(b []byte, off int) uint32 {
	b = b[off : off+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func u64(b []byte, off int) uint64 {
	return uint64(u32(b, off)) | uint64(u32(b, off+4))<<32
}
