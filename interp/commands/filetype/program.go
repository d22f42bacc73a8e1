package filetype

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
)

// machines are the processors of ELF (elf(5), e_machine), with what file says of
// them.
var machines = sync.OnceValue(func() map[uint16]string {
	return map[uint16]string{2: "SPARC", 3: "Intel 80386", 4: "Motorola m68k", 8: "MIPS, MIPS-I", 20: "PowerPC or cisco 4500", 21: "64-bit PowerPC or cisco 7500", 22: "IBM S/390", 40: "ARM", 42: "Renesas SH", 43: "SPARC V9",
		50: "IA-64", 62: "x86-64", 183: "ARM aarch64", 243: "UCB RISC-V", 247: "eBPF", 258: "LoongArch"}
})

// An elfFile reads the headers of an ELF file of either class and order.
type elfFile struct {
	in    Input
	order binary.ByteOrder
	wide  bool
}

// read returns n bytes at an offset, fewer where the file ends.
func (e *elfFile) read(at uint64, n int) []byte {
	if at < uint64(len(e.in.Head)) && at+uint64(n) <= uint64(len(e.in.Head)) {
		return e.in.Head[at : at+uint64(n)]
	}
	if e.in.File == nil || at > 1<<62 {
		return nil
	}
	buf := make([]byte, n)
	got, _ := e.in.File.ReadAt(buf, int64(at)) // what is there counts
	return buf[:got]
}

func (e *elfFile) half(d []byte, i int) uint16 { return u16(d, i, e.order) }

// word is an address or offset: 8 bytes at wide, or 4 at narrow.
func (e *elfFile) word(d []byte, narrow, wide int) uint64 {
	if !e.wide {
		return uint64(u32(d, narrow, e.order))
	}
	return e.order.Uint64(append(append([]byte{}, part(d, wide, wide+8)...), make([]byte, 8)...))
}

// headers bounds how many headers of segments or sections are read, noteBytes
// how much of a note or name.
const (
	elfHeaders = 512
	noteBytes  = 4096
)

func elf(in Input, k *Kind) bool {
	d := in.Head
	if len(d) < 24 {
		return true
	}
	e := &elfFile{in: in, order: le, wide: d[4] == 2}
	order := "LSB"
	if d[5] == 2 {
		e.order, order = be, "MSB"
	}
	bits := map[byte]string{1: "32-bit", 2: "64-bit"}[d[4]]
	kind := e.half(d, 16)
	name := map[uint16]string{1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}[kind]
	k.MIME = map[uint16]string{1: "application/x-object", 2: "application/x-executable", 3: "application/x-sharedlib", 4: "application/x-coredump"}[kind]
	if name == "" {
		name, k.MIME = fmt.Sprintf("*unknown type 0x%x*", kind), octets
	}
	segments := e.segments()
	if kind == 3 && segments.pie {
		name, k.MIME = "pie executable", "application/x-pie-executable"
	}
	machine := ""
	if m := machines()[e.half(d, 18)]; m != "" {
		comma := ","
		if strings.HasPrefix(m, "MIPS") {
			comma = ""
		}
		if e.half(d, 18) == 21 {
			m += ", Unspecified or Power ELF V1 ABI"
		}
		if e.half(d, 18) == 243 {
			m += riscv(u32(d, 48, e.order))
		}
		system := map[byte]string{0: "SYSV", 3: "GNU/Linux", 9: "FreeBSD"}[d[7]]
		machine = fmt.Sprintf(", %s%s version %d (%s)", m, comma, u32(d, 20, e.order), system)
	}
	k.Text += " " + bits + " " + order + " " + name + machine
	if len(d) >= 52 {
		k.Text += segments.text + e.sections(kind, segments.text)
	}
	return true
}

func riscv(flags uint32) string {
	abi := [4]string{"soft-float", "single-float", "double-float", "quad-float"}[flags>>1&3]
	out := ""
	if flags&1 != 0 {
		out = ", RVC"
	}
	return out + ", " + abi + " ABI"
}

type segments struct {
	text string
	pie  bool
}

// segments tells of linking, interpreter and notes (elf(5), Phdr).
func (e *elfFile) segments() segments {
	d := e.in.Head
	begin, size, count := e.word(d, 28, 32), e.half(d, 42), e.half(d, 44)
	if e.wide {
		size, count = e.half(d, 54), e.half(d, 56)
	}
	var s segments
	if count == 0 || size == 0 {
		if kind := e.half(d, 16); kind != 1 {
			s.text = ", no program header"
		}
		return s
	}
	dynamic, interpreter, notes := false, "", ""
	for i := range min(uint64(count), elfHeaders) {
		p := e.read(begin+i*uint64(size), int(size))
		offset, length := e.word(p, 4, 8), e.word(p, 16, 32)
		content := func() []byte { return e.read(offset, int(min(length, noteBytes))) }
		switch u32(p, 0, e.order) {
		case 2:
			dynamic = true
			s.pie = e.pie(content())
		case 3:
			interpreter = ", interpreter " + strings.TrimRight(string(content()), "\x00")
		case 4:
			notes += e.notes(content(), notes)
		}
	}
	s.text = ", statically linked" + notes
	if kind := e.half(d, 16); dynamic && (interpreter != "" || kind == 3) {
		s.text = ", dynamically linked" + interpreter + notes
	}
	return s
}

// pie looks for DF_1_PIE in the dynamic section.
func (e *elfFile) pie(d []byte) bool {
	const flags1, isPIE = 0x6ffffffb, 0x08000000
	step := 8
	if e.wide {
		step = 16
	}
	for i := 0; i+step <= len(d); i += step {
		if entry := d[i:]; e.word(entry, 0, 0) == flags1 {
			return e.word(entry, 4, 8)&isPIE != 0
		}
	}
	return false
}

// notes reads what file shows of them: the build's name and the kernel.
func (e *elfFile) notes(d []byte, had string) string {
	out := ""
	for len(d) >= 12 {
		names, size, kind := int(u32(d, 0, e.order)), int(u32(d, 4, e.order)), u32(d, 8, e.order)
		if names > noteBytes || size > noteBytes || names < 0 || size < 0 {
			break
		}
		name := strings.TrimRight(string(part(d, 12, 12+names)), "\x00")
		from := 12 + (names+3)&^3
		body := part(d, from, from+size)
		switch {
		case name == "GNU" && kind == 3 && !strings.Contains(had+out, "]="):
			method := map[int]string{8: "xxHash", 16: "md5/uuid", 20: "sha1"}[size]
			out += fmt.Sprintf(", BuildID[%s]=%x", method, body)
		case name == "GNU" && kind == 1 && !strings.Contains(had+out, ", for ") && len(body) >= 16 && u32(body, 0, e.order) == 0:
			out += fmt.Sprintf(", for GNU/Linux %d.%d.%d", u32(body, 4, e.order), u32(body, 8, e.order), u32(body, 12, e.order))
		case name == "Go" && kind == 4 && !strings.Contains(had+out, "BuildID"):
			out += fmt.Sprintf(", Go BuildID=%s", body)
		}
		d = part(d, from+(size+3)&^3, len(d))
	}
	return out
}

// sections tells of notes that the segments had not, and whether there are
// symbols (elf(5), Shdr).
func (e *elfFile) sections(kind uint16, had string) string {
	d := e.in.Head
	begin, size, count, names := e.word(d, 32, 40), e.half(d, 46), e.half(d, 48), e.half(d, 50)
	if e.wide {
		size, count, names = e.half(d, 58), e.half(d, 60), e.half(d, 62)
	}
	if kind == 4 {
		return ""
	}
	if count == 0 || size == 0 {
		return ", no section header"
	}
	table := e.read(begin+uint64(names)*uint64(size), int(size))
	text := e.read(e.word(table, 16, 24), int(min(e.word(table, 20, 32), 1<<16)))
	symbols, debug, notes := ", stripped", "", ""
	for i := range min(uint64(count), elfHeaders) {
		s := e.read(begin+i*uint64(size), int(size))
		switch u32(s, 4, e.order) {
		case 2:
			symbols = ", not stripped"
		case 7:
			notes += e.notes(e.read(e.word(s, 16, 24), int(min(e.word(s, 20, 32), noteBytes))), had+notes)
		}
		if name := string(part(text, int(min(u32(s, 0, e.order), 1<<16)), 1<<17)); strings.HasPrefix(name, ".debug_info\x00") {
			debug = ", with debug_info"
		}
	}
	return notes + debug + symbols
}

// machO is the header of loader.h of macOS.
func machO(in Input, k *Kind) bool {
	d := in.Head
	processor := processorOf(u32(d, 4, le))
	kind := map[uint32]string{1: "object", 2: "executable", 4: "core", 6: "dynamically linked shared library", 7: "dynamic linker", 8: "bundle", 10: "dSYM companion file"}[u32(d, 12, le)]
	var flags []string
	for i, name := range []string{"NOUNDEFS", "INCRLINK", "DYLDLINK", "BINDATLOAD", "PREBOUND", "SPLIT_SEGS", "LAZY_INIT", "TWOLEVEL"} {
		if u32(d, 24, le)>>i&1 != 0 {
			flags = append(flags, name)
		}
	}
	if u32(d, 24, le)>>21&1 != 0 {
		flags = append(flags, "PIE")
	}
	k.Text += " " + processor + " " + kind
	if len(flags) > 0 {
		k.Text += ", flags:<" + strings.Join(flags, "|") + ">"
	}
	return true
}

func processorOf(n uint32) string {
	switch n {
	case 7:
		return "i386"
	case 12:
		return "arm"
	case 0x01000007:
		return "x86_64"
	case 0x0100000c:
		return "arm64"
	}
	return fmt.Sprintf("cpu %d", n)
}

// classOrUniversal tells Java's classes and Mach-O with several processors
// apart, which begin alike.
func classOrUniversal(in Input, k *Kind) bool {
	d := in.Head
	if n := u32(d, 4, be); n < 30 {
		var names []string
		for i := range int(n) {
			names = append(names, "["+processorOf(u32(d, 8+20*i, be))+"]")
		}
		k.Text, k.MIME = fmt.Sprintf("Mach-O universal binary with %d architectures: %s", n, strings.Join(names, " [\\012- ")), "application/x-mach-binary"
		k.Text = strings.ReplaceAll(k.Text, "[\\012- [", "[\\012- ")
		return true
	}
	major := u16(d, 6, be)
	k.Text = fmt.Sprintf("compiled Java class data, version %d.%d", major, u16(d, 4, be))
	switch {
	case major >= 53 && major < 68:
		k.Text += fmt.Sprintf(" (Java SE %d)", major-44)
	case major >= 45 && major <= 52:
		k.Text += fmt.Sprintf(" (Java 1.%d)", major-44)
	}
	return true
}

// portableExecutable reads what is behind the stub of MS-DOS.
func portableExecutable(in Input, k *Kind) bool {
	d := in.Head
	pe := part(d, int(min(u32(d, 60, le), 1<<20)), len(d))
	if len(pe) < 96 || string(pe[:4]) != "PE\x00\x00" {
		return true
	}
	k.MIME = "application/vnd.microsoft.portable-executable"
	k.Text = map[uint16]string{0x10b: "PE32", 0x20b: "PE32+"}[u16(pe, 24, le)] + " executable"
	if u16(pe, 22, le)&0x2000 != 0 {
		k.Text += " (DLL)"
	}
	if s := map[uint16]string{1: "native", 2: "GUI", 3: "console", 10: "EFI application"}[u16(pe, 92, le)]; s != "" {
		k.Text += " (" + s + ")"
	}
	if m := map[uint16]string{0x14c: "Intel 80386", 0x8664: "x86-64", 0x1c0: "ARM", 0xaa64: "Aarch64"}[u16(pe, 4, le)]; m != "" {
		k.Text += " " + m
	}
	k.Text += fmt.Sprintf(", for MS Windows, %d sections", u16(pe, 6, le))
	return true
}
