package executor

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ELF64 as far as it is needed here: elf(5).
const (
	elfHeaderSize  = 64
	elfTypeAt      = 16 // e_type
	elfMachineAt   = 18 // e_machine
	elfEntryAt     = 24 // e_entry
	elfTableAt     = 32 // e_phoff
	elfEntrySizeAt = 54 // e_phentsize
	elfCountAt     = 56 // e_phnum
	elfSegmentSize = 56

	elfExec, elfDyn          = 2, 3
	ptLoad, ptInterp, ptNote = 1, 3, 4
	readExecute              = 4 | 1
	machineAMD64             = 62
	machineARM64             = 183
)

// stubAlign is the largest page that either machine may have.
const stubAlign = 1 << 16

// maxSegments bounds the program headers that are looked at.
const maxSegments = 64

// A segment is one program header.
type segment struct {
	at                       int // of the header in the file
	kind                     uint32
	offset, address          uint64
	sizeInFile, sizeInMemory uint64
}

// withoutDescriptor returns a copy of a dynamically linked program whose first
// instructions close a descriptor, and the path of its loader.
//
// The loader opens the program by a name that leads through that descriptor,
// so that it has to be open across execve(2). Whoever has it can start the
// program again. It is therefore the program itself that closes it, after the
// loader and before anything of the program runs: a few instructions behind
// everything else in the file, which the header names as the entry point and
// which go on to the real one. They take the place of a note, which only
// debuggers read.
func withoutDescriptor(program []byte, fd int) (image []byte, loader string, err error) {
	if len(program) < elfHeaderSize || string(program[:6]) != "\x7fELF\x02\x01" {
		return nil, "", errors.New("is no 64-bit program of this machine")
	}
	segments, err := segmentsOf(program)
	if err != nil {
		return nil, "", err
	}
	var note *segment
	end := uint64(0) // of the program in memory
	for i := range segments {
		s := &segments[i]
		switch s.kind {
		case ptLoad:
			if s.address > math.MaxUint64/4 || s.sizeInMemory > math.MaxUint64/4 {
				return nil, "", errors.New("has a damaged program header")
			}
			end, note = max(end, s.address+s.sizeInMemory), nil
		case ptNote:
			note = s // behind the last segment: their order is that of addresses
		case ptInterp:
			if loader, err = interpreter(program, s); err != nil {
				return nil, "", err
			}
		}
	}
	switch {
	case loader == "":
		return nil, "", errors.New("is linked statically: a shell that must not be started again needs a loader to start it")
	case note == nil:
		return nil, "", errors.New("has no note that could make room in its program header")
	}
	return addStub(program, note, end, fd, loader)
}

// addStub puts the closing code behind the program and end, in the place of a
// note.
func addStub(program []byte, note *segment, end uint64, fd int, loader string) ([]byte, string, error) {
	order := binary.LittleEndian
	size := (len(program) + stubAlign - 1) &^ (stubAlign - 1)
	address := (end + stubAlign - 1) &^ (stubAlign - 1)
	entry := order.Uint64(program[elfEntryAt:])
	code, err := closingCode(order.Uint16(program[elfMachineAt:]), fd, address, entry)
	if err != nil {
		return nil, "", err
	}
	image := make([]byte, size+len(code))
	copy(image, program)
	copy(image[size:], code)
	order.PutUint64(image[elfEntryAt:], address)
	header := image[note.at : note.at+elfSegmentSize]
	order.PutUint32(header, ptLoad)
	order.PutUint32(header[4:], readExecute)
	for i, value := range [...]uint64{uint64(size), address, address, uint64(len(code)), uint64(len(code)), stubAlign} {
		order.PutUint64(header[8+8*i:], value)
	}
	return image, loader, nil
}

// segmentsOf reads the program headers.
func segmentsOf(program []byte) ([]segment, error) {
	order := binary.LittleEndian
	kind := order.Uint16(program[elfTypeAt:])
	size, count := int(order.Uint16(program[elfEntrySizeAt:])), int(order.Uint16(program[elfCountAt:]))
	at := order.Uint64(program[elfTableAt:])
	if kind != elfExec && kind != elfDyn || size != elfSegmentSize || count > maxSegments ||
		at > uint64(len(program)) || uint64(len(program))-at < uint64(size*count) {
		return nil, errors.New("has a damaged program header")
	}
	list := make([]segment, count)
	for i := range list {
		h := program[int(at)+i*size:]
		list[i] = segment{int(at) + i*size, order.Uint32(h), order.Uint64(h[8:]), order.Uint64(h[16:]), order.Uint64(h[32:]), order.Uint64(h[40:])}
	}
	return list, nil
}

// interpreter reads the path of the loader.
func interpreter(program []byte, s *segment) (string, error) {
	if s.offset > uint64(len(program)) || s.sizeInFile > uint64(len(program))-s.offset {
		return "", errors.New("has a damaged program header")
	}
	path, _, ended := bytes.Cut(program[s.offset:s.offset+s.sizeInFile], []byte{0})
	if !ended || len(path) == 0 || path[0] != '/' {
		return "", errors.New("names no loader by an absolute path")
	}
	return string(path), nil
}

// closingCode closes a descriptor and goes on at entry. What a program finds in
// registers when it begins is kept: rdx and x0 on the two machines.
func closingCode(machine uint16, fd int, address, entry uint64) ([]byte, error) {
	order := binary.LittleEndian
	distance := int64(entry) - int64(address)
	switch machine {
	case machineAMD64:
		code := []byte{0xf3, 0x0f, 0x1e, 0xfa}                    // endbr64
		code = order.AppendUint32(append(code, 0xb8), 3)          // mov eax, close
		code = order.AppendUint32(append(code, 0xbf), uint32(fd)) // mov edi, fd
		code = append(code, 0x0f, 0x05, 0xe9)                     // syscall; jmp entry
		distance -= int64(len(code)) + 4
		if distance != int64(int32(distance)) {
			break
		}
		return order.AppendUint32(code, uint32(distance)), nil
	case machineARM64:
		var code []byte
		for _, instruction := range [...]uint32{
			0xaa0003e9,                 // mov x9, x0
			0xd2800728,                 // mov x8, close
			0xd2800000 | uint32(fd)<<5, // mov x0, fd
			0xd4000001,                 // svc 0
			0xaa0903e0,                 // mov x0, x9
		} {
			code = order.AppendUint32(code, instruction)
		}
		distance -= int64(len(code))
		if distance%4 != 0 || distance < -1<<27 || distance >= 1<<27 {
			break
		}
		return order.AppendUint32(code, 0x14000000|uint32(distance/4)&(1<<26-1)), nil // b entry
	}
	return nil, fmt.Errorf("can not be started from memory on this machine (ELF machine %d)", machine)
}
