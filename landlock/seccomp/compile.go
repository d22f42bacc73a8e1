package seccomp

import (
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"
)

// MaxInstructions is how long a filter may be (BPF_MAXINSNS).
const MaxInstructions = 4096

// Room for the instructions and refusals of an ordinary filter.
const (
	usualSize     = 320
	usualRefusals = 128
)

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
	f := append(make(Filter, 0, usualSize),
		load(offArch),
		jumpIf(unix.BPF_JEQ, auditArch, 1, 0),
		ret(unix.SECCOMP_RET_KILL_PROCESS),
		load(offNumber))
	if foreignBit != 0 {
		// A tracer makes a call void by the number -1.
		f = append(f,
			jumpIf(unix.BPF_JEQ, ^uint32(0), 2, 0),
			jumpIf(unix.BPF_JGE, foreignBit, 0, 1),
			ret(unix.SECCOMP_RET_KILL_PROCESS))
	}
	for _, r := range join(list) {
		at := len(f)
		f = r.block(append(f, unix.SockFilter{}))
		f[at] = jumpIf(unix.BPF_JEQ, uint32(r.number), 0, uint8(len(f)-at-1))
	}
	return append(f, ret(unix.SECCOMP_RET_ALLOW)), nil
}

// join makes one refusal of those of one system call, in the order of their
// numbers. One without clauses is stricter than any with. The list is used up.
func join(list []refusal) []refusal {
	slices.SortStableFunc(list, func(a, b refusal) int { return a.number - b.number })
	joined := list[:0]
	for _, r := range list {
		if len(joined) == 0 || joined[len(joined)-1].number != r.number {
			joined = append(joined, r)
			continue
		}
		last := &joined[len(joined)-1]
		if last.clauses == nil || r.clauses == nil {
			last.clauses = nil
		} else {
			last.clauses = slices.Concat(last.clauses, r.clauses)
		}
	}
	return joined
}

// block appends what happens for the refusal's system call.
func (r refusal) block(f Filter) Filter {
	errno := r.errno
	if errno == 0 {
		errno = unix.EPERM
	}
	refuse := ret(unix.SECCOMP_RET_ERRNO | uint32(errno))
	if r.clauses == nil {
		return append(f, refuse)
	}
	for _, c := range r.clauses {
		f = c.code(f, refuse)
	}
	return append(f, ret(unix.SECCOMP_RET_ALLOW))
}

// code appends what refuses where the clause holds, and goes on behind itself
// where not.
func (c clause) code(f Filter, refuse unix.SockFilter) Filter {
	begin := len(f)
	for _, t := range c {
		f = append(f, load(offArgs+8*uint32(t.arg)))
		op := uint16(unix.BPF_JEQ)
		if t.op == has || t.op == lacks {
			op = unix.BPF_JSET
		}
		for _, v := range t.values {
			f = append(f, jumpIf(op, v, 0, 0))
		}
	}
	f = append(f, refuse)
	at := begin
	for _, t := range c {
		at++ // the load
		for range t.values {
			far := uint8(len(f) - at - 1)
			if t.op == isNone || t.op == lacks {
				f[at].Jt = far
			} else {
				f[at].Jf = far
			}
			at++
		}
	}
	return f
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
