package seccomp

import (
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"
)

// MaxInstructions is how long a filter may be (BPF_MAXINSNS).
const MaxInstructions = 4096

// A Filter is a program for seccomp(2).
type Filter []unix.SockFilter

// Offsets in struct seccomp_data, whose arguments are 64 bits wide. Both
// architectures are little-endian.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16
)

// Compile makes the filter of a policy, nil where it refuses nothing. The error
// names what is not known.
func Compile(p Policy) (Filter, error) {
	list, err := p.refusals()
	if err != nil || len(list) == 0 {
		return nil, err
	}
	f := Filter{
		load(offArch),
		jumpIf(unix.BPF_JEQ, auditArch, 1, 0),
		ret(unix.SECCOMP_RET_KILL_PROCESS),
		load(offNumber),
	}
	if foreignBit != 0 {
		// A tracer makes a call void by the number -1.
		f = append(f,
			jumpIf(unix.BPF_JEQ, ^uint32(0), 2, 0),
			jumpIf(unix.BPF_JGE, foreignBit, 0, 1),
			ret(unix.SECCOMP_RET_KILL_PROCESS))
	}
	for _, r := range join(list) {
		block := r.block()
		f = append(f, jumpIf(unix.BPF_JEQ, uint32(r.number), 0, uint8(len(block))))
		f = append(f, block...)
	}
	return append(f, ret(unix.SECCOMP_RET_ALLOW)), nil
}

// join makes one refusal of those of one system call, in the order of their
// numbers. One without clauses is stricter than any with.
func join(list []refusal) []refusal {
	byNumber := map[int]refusal{}
	for _, r := range list {
		old, ok := byNumber[r.number]
		switch {
		case !ok:
			byNumber[r.number] = r
		case old.clauses == nil || r.clauses == nil:
			old.clauses = nil
			byNumber[r.number] = old
		default:
			old.clauses = slices.Concat(old.clauses, r.clauses)
			byNumber[r.number] = old
		}
	}
	joined := make([]refusal, 0, len(byNumber))
	for _, r := range byNumber {
		joined = append(joined, r)
	}
	slices.SortFunc(joined, func(a, b refusal) int { return a.number - b.number })
	return joined
}

// block is what happens for the refusal's system call.
func (r refusal) block() Filter {
	errno := r.errno
	if errno == 0 {
		errno = unix.EPERM
	}
	refuse := ret(unix.SECCOMP_RET_ERRNO | uint32(errno))
	if r.clauses == nil {
		return Filter{refuse}
	}
	var block Filter
	for _, c := range r.clauses {
		block = append(block, c.code(refuse)...)
	}
	return append(block, ret(unix.SECCOMP_RET_ALLOW))
}

// code refuses where the clause holds, and goes on behind itself where not.
func (c clause) code(refuse unix.SockFilter) Filter {
	var code Filter
	var escapes []int // instructions that jump behind the clause
	for _, t := range c {
		code = append(code, load(offArgs+8*uint32(t.arg)))
		for _, v := range t.values {
			escapes = append(escapes, len(code))
			if t.op == has || t.op == lacks {
				code = append(code, jumpIf(unix.BPF_JSET, v, 0, 0))
			} else {
				code = append(code, jumpIf(unix.BPF_JEQ, v, 0, 0))
			}
		}
	}
	code = append(code, refuse)
	at := 0
	for _, t := range c {
		for range t.values {
			i := escapes[at]
			far := uint8(len(code) - i - 1)
			if at++; t.op == isNone || t.op == lacks {
				code[i].Jt = far
			} else {
				code[i].Jf = far
			}
		}
	}
	return code
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jumpIf(op uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | op | unix.BPF_K, K: k, Jt: yes, Jf: no}
}

func ret(k uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k}
}

// Bytes gives the filter as the kernel takes it: 8 bytes for each instruction,
// in the order of struct sock_filter, little-endian.
func (f Filter) Bytes() []byte {
	b := make([]byte, 0, 8*len(f))
	for _, i := range f {
		b = binary.LittleEndian.AppendUint16(b, i.Code)
		b = append(b, i.Jt, i.Jf)
		b = binary.LittleEndian.AppendUint32(b, i.K)
	}
	return b
}
