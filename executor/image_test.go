package executor

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// fromMemory runs bash from an image, with the descriptor given to the child
// under the number by which the loader opens it.
func fromMemory(t *testing.T, image *ShellImage, script string) (string, error) {
	t.Helper()
	cmd := exec.Command(image.loader, "--argv0", "bash", fmt.Sprintf("/proc/self/fd/%d", shellFD), "--norc", "--noprofile", "-c", script)
	cmd.ExtraFiles = make([]*os.File, shellFD-2)
	cmd.ExtraFiles[shellFD-3] = image.file
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestImageOfBash checks what a shell in memory is like from the inside.
func TestImageOfBash(t *testing.T) {
	t.Parallel()
	image, err := LoadShell("/bin/bash")
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	loader, err := filepath.EvalSymlinks(image.loader)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := exec.Command("bash", "-c", `echo $BASH_VERSION`).Output()
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		`echo "$0"`:                     "bash\n",
		`echo "$BASH"`:                  path + "\n",
		`echo $BASH_VERSION`:            string(plain),
		`readlink /proc/$$/exe; :`:      loader + "\n",
		`[[ -e /proc/$$/fd/250 ]]`:      "exit status 1",
		`kill -9 $$`:                    "signal: killed",
		`exec 3</proc/self/exe; exit 7`: "exit status 7",
	} {
		got, err := fromMemory(t, image, script)
		if err != nil {
			got += err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

// TestImageIsSealed checks that nobody can change or execute the memory.
func TestImageIsSealed(t *testing.T) {
	t.Parallel()
	image, err := LoadShell("/bin/bash")
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	if _, err := image.file.WriteAt([]byte("x"), 0); !errors.Is(err, unix.EPERM) {
		t.Errorf("writing: %v", err)
	}
	if err := image.file.Truncate(0); !errors.Is(err, unix.EPERM) {
		t.Errorf("truncating: %v", err)
	}
	if _, err := unix.FcntlInt(image.file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_FUTURE_WRITE); err != unix.EPERM {
		t.Errorf("sealing again: %v", err)
	}
	probe, err := unix.MemfdCreate("probe", unix.MFD_NOEXEC_SEAL)
	if err != nil {
		t.Log("this kernel has no memory that can not be executed")
		return
	}
	unix.Close(probe)
	cmd := exec.Command(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), image.file.Fd()), "-c", "echo ran")
	if out, err := cmd.CombinedOutput(); !errors.Is(err, unix.EACCES) {
		t.Errorf("executing: %q, %v", out, err)
	}
}

func TestImageRefuses(t *testing.T) {
	t.Parallel()
	bash, err := os.ReadFile("/bin/bash")
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func(b []byte)) []byte {
		b := bytes.Clone(bash)
		f(b)
		return b
	}
	table := binary.LittleEndian.Uint64(bash[elfTableAt:])
	retype := func(from, to uint32) func([]byte) {
		return func(b []byte) {
			for i := range int(binary.LittleEndian.Uint16(b[elfCountAt:])) {
				if h := b[int(table)+i*elfSegmentSize:]; binary.LittleEndian.Uint32(h) == from {
					binary.LittleEndian.PutUint32(h, to)
				}
			}
		}
	}
	for _, tt := range []struct {
		name    string
		program []byte
		want    string
	}{
		{"nothing", nil, "no 64-bit program"},
		{"a script", []byte("#!/bin/sh\n" + strings.Repeat("#", 100)), "no 64-bit program"},
		{"cut short", bash[:elfHeaderSize], "damaged"},
		{"32 bits", change(func(b []byte) { b[4] = 1 }), "no 64-bit program"},
		{"no program", change(func(b []byte) { b[elfTypeAt] = 1 }), "damaged"},
		{"too many segments", change(func(b []byte) { b[elfCountAt] = maxSegments + 1 }), "damaged"},
		{"a table far out", change(func(b []byte) { b[elfTableAt+7] = 0x80 }), "damaged"},
		{"another machine", change(func(b []byte) { b[elfMachineAt] = 243 }), "machine 243"},
		{"no loader", change(retype(ptInterp, 0)), "statically"},
		{"no note", change(retype(ptNote, 0)), "no note"},
		{"an entry too far", change(func(b []byte) { b[elfEntryAt+5] = 1 }), "on this machine"},
	} {
		if _, _, err := withoutDescriptor(tt.program, shellFD); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for path, want := range map[string]string{"/nonexistent": "nonexistent", "/etc/passwd": "no 64-bit program", "/etc": ""} {
		var bad *ShellError
		if _, err := LoadShell(path); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestReadTrustedBounds reads as many bytes as it may, and no more.
func TestReadTrustedBounds(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	path := filepath.Join(dir, "file")
	must(t, os.WriteFile(path, []byte("12345"), 0o600))
	for limit, ok := range map[int64]bool{4: false, 5: true} {
		content, err := readTrusted(path, limit)
		if (err == nil) != ok || ok && string(content) != "12345" {
			t.Errorf("at most %d bytes: %q, %v", limit, content, err)
		}
	}
}

// TestImageKeepsTheProgram checks that nothing but the entry, one note and what
// lies behind the end differs, and that other readers of ELF agree.
func TestImageKeepsTheProgram(t *testing.T) {
	t.Parallel()
	bash, err := os.ReadFile("/bin/bash")
	if err != nil {
		t.Fatal(err)
	}
	image, loader, err := withoutDescriptor(bash, shellFD)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i := range bash {
		if bash[i] != image[i] {
			differ++
		}
	}
	if differ > 8+elfSegmentSize {
		t.Errorf("%d bytes differ", differ)
	}
	file, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	last := uint64(0)
	for _, p := range file.Progs {
		switch p.Type {
		case elf.PT_LOAD:
			if p.Vaddr < last {
				t.Errorf("segments out of order: %#x after %#x", p.Vaddr, last)
			}
			last = p.Vaddr + p.Memsz
		case elf.PT_INTERP:
			text := make([]byte, p.Filesz)
			if _, err := p.ReadAt(text, 0); err != nil || string(text) != loader+"\x00" {
				t.Errorf("loader %q, ELF says %q, %v", loader, text, err)
			}
		}
	}
	if file.Entry >= last || file.Entry+64*1024 < last {
		t.Errorf("entry %#x is not in the last segment, which ends at %#x", file.Entry, last)
	}
}

// TestClosingCode holds the instructions for both machines, as an assembler
// makes them.
func TestClosingCode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		machine        uint16
		address, entry uint64
		want           string
	}{
		{machineAMD64, 0x20000, 0x1000, "f30f1efa" + "b803000000" + "bffa000000" + "0f05" + "e9eb0ffeff"},
		{machineARM64, 0x20000, 0x1000, "e90300aa" + "280780d2" + "401f80d2" + "010000d4" + "e00309aa" + "fb83ff17"},
	} {
		code, err := closingCode(tt.machine, 250, tt.address, tt.entry)
		if err != nil || fmt.Sprintf("%x", code) != tt.want {
			t.Errorf("machine %d: %x, %v, want %s", tt.machine, code, err, tt.want)
		}
	}
	for _, distance := range []uint64{1 << 27, 1<<27 - 20} {
		_, err := closingCode(machineARM64, 250, 0, distance+20)
		if (err != nil) != (distance == 1<<27) {
			t.Errorf("a branch over %#x: %v", distance, err)
		}
	}
}

// FuzzImage looks for a program that crashes the reader.
func FuzzImage(f *testing.F) {
	bash, err := os.ReadFile("/bin/bash")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bash[:4096])
	f.Add(bash[:elfHeaderSize])
	f.Fuzz(func(t *testing.T, program []byte) {
		image, loader, err := withoutDescriptor(program, shellFD)
		if err == nil && (len(image) <= len(program) || loader == "") {
			t.Errorf("%d bytes of %d, loader %q", len(image), len(program), loader)
		}
	})
}
