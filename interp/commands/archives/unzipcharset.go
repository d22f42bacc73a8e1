package archives

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// likeLatin1 stands for the characters of code page 850 that Latin-1 lacks.
var likeLatin1 = map[rune]byte{
	'ƒ': 0x83, 'ı': 'i', '█': 0xa6, '░': 0xa6, '▒': 0xa6, '▓': 0xa6, '│': 0xa6, '┤': 0xa6, '╣': 0xa6, '║': 0xa6, '╠': 0xa6, '■': 0xa6,
	'╗': '+', '╝': '+', '┐': '+', '└': '+', '├': '+', '┼': '+', '╚': '+', '╔': '+', '╬': '+', '┘': '+', '┌': '+',
	'┴': '-', '┬': '-', '─': '-', '╩': '-', '╦': '-', '═': '-', '▄': '_', '▀': 0xaf, '‗': '=',
}

// latin1 makes of text in the code page of MS-DOS what unzip makes of it on Unix:
// bytes of Latin-1, whatever the locale is.
func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		r := charmap.CodePage850.DecodeByte(text[i])
		c, ok := likeLatin1[r]
		if !ok {
			c = byte(r)
		}
		b.WriteByte(c)
	}
	return b.String()
}

// oem tells whether the texts of an entry are in the code page of MS-DOS: those of
// FAT, HPFS and NTFS, but for programs that are known to write others there: into
// local headers, or with the modes of Unix.
func (e *zipEntry) oem(local bool) bool {
	switch e.system {
	case zipFAT:
		known := e.creator == 25 || e.creator == 26 || e.creator == 40
		return !known || !local && e.external>>16 == 0
	case zipNTFS:
		return e.creator == 50
	}
	return e.system == zipHPFS
}

// decode gives the name and the comment of an entry in the bytes that are shown
// and used. Names that are said to be UTF-8 are.
func (e *zipEntry) decode(local bool) {
	if e.flags&zipUTF8 == 0 && e.oem(local) {
		e.name, e.comment = latin1(e.name), latin1(e.comment)
	}
}
