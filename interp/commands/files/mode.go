package files

import (
	"io/fs"

	"github.com/aegish/aegish/interp/vfs"
)

// bits of chmod(2).
const (
	setUID = 0o4000
	setGID = 0o2000
	sticky = 0o1000
	xAll   = 0o111
	rwxAll = 0o777
)

// bitsOf is a mode as chmod(2) has it.
func bitsOf(mode fs.FileMode) uint32 { return vfs.ModeBits(mode) }

// modeOf is bits of chmod(2) as package fs has them.
func modeOf(bits uint32) fs.FileMode {
	mode := fs.FileMode(bits & rwxAll)
	if bits&setUID != 0 {
		mode |= fs.ModeSetuid
	}
	if bits&setGID != 0 {
		mode |= fs.ModeSetgid
	}
	if bits&sticky != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}

// typeLetter is the first character of a long listing.
func typeLetter(mode fs.FileMode) byte {
	switch {
	case mode.IsDir():
		return 'd'
	case mode&fs.ModeSymlink != 0:
		return 'l'
	case mode&fs.ModeNamedPipe != 0:
		return 'p'
	case mode&fs.ModeSocket != 0:
		return 's'
	case mode&fs.ModeCharDevice != 0:
		return 'c'
	case mode&fs.ModeDevice != 0:
		return 'b'
	}
	return '-'
}

// modeString is a mode as ls -l shows it.
func modeString(mode fs.FileMode) string {
	bits := bitsOf(mode)
	text := []byte{typeLetter(mode)}
	for i, c := range []byte("rwxrwxrwx") {
		if bits>>(8-i)&1 == 0 {
			c = '-'
		}
		text = append(text, c)
	}
	special := func(at int, bit uint32, letter byte) {
		if bits&bit == 0 {
			return
		}
		if text[at] == '-' {
			letter -= 'a' - 'A'
		}
		text[at] = letter
	}
	special(3, setUID, 's')
	special(6, setGID, 's')
	special(9, sticky, 't')
	return string(text)
}
