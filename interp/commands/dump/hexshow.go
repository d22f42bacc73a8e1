package dump

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// showFormats writes what src holds by the formats of -e, a block at a time.
func showFormats(src io.Reader, out *command.Output, formats []hexFormat, all bool, at int64) error {
	size := 0
	for _, f := range formats {
		size = max(size, f.bytes())
	}
	if size > maxHexBlock {
		return hexProblem("the formats show too much at once")
	}
	if size == 0 {
		return nil
	}
	for _, f := range formats {
		f.fillTo(size)
	}
	at, err := showBlocks(src, out, size, all, at, func(block []byte, n int, at int64) {
		for _, f := range formats {
			f.show(out, block, n, at)
		}
	})
	if at > 0 {
		showEnd(out, formats, at)
	}
	return err
}

// show writes one block, of which n bytes are there.
func (f hexFormat) show(out *command.Output, block []byte, n int, at int64) {
	i := 0
	for _, u := range f {
		if u.atEnd() {
			return // it, and what is behind it
		}
		for left := u.times; left > 0; left-- {
			for k := range u.parts {
				p := &u.parts[k]
				after := p.after
				text := p.before
				if p.kind == "" {
					text = ""
					after = p.before
				}
				if left == 1 && u.times > 1 && k == len(u.parts)-1 && strings.TrimRight(after, " \t\n\v\f\r") != after {
					after = after[:len(after)-1]
				}
				out.WriteString(text)
				switch {
				case p.kind == "":
				case i >= n && p.size > 0:
					p.blank(out)
				default:
					p.convert(out, block[i:min(i+p.size, len(block))], at+int64(i))
				}
				out.WriteString(after)
				i += p.size
			}
		}
	}
}

// atEnd tells whether a unit tells the last address.
func (u *hexUnit) atEnd() bool {
	return slices.ContainsFunc(u.parts, func(p hexPart) bool { return strings.HasPrefix(p.kind, "_A") })
}

// showEnd writes the last of the units that tell the last address.
func showEnd(out *command.Output, formats []hexFormat, at int64) {
	var end *hexUnit
	for _, f := range formats {
		for _, u := range f {
			if u.atEnd() {
				end = u
			}
		}
	}
	if end == nil {
		return
	}
	for k := range end.parts {
		p := &end.parts[k]
		out.WriteString(p.before)
		if len(p.kind) == 3 {
			p.integer(out, p.kind[2:], uint64(at), at)
		}
		out.WriteString(p.after)
	}
}

// blank stands for a field without input.
func (p *hexPart) blank(out *command.Output) {
	for range p.width {
		out.WriteByte(' ')
	}
}

// convert writes one field.
func (p *hexPart) convert(out *command.Output, data []byte, at int64) {
	text := func(s string) { fmt.Fprintf(out, "%"+strings.TrimLeft(p.flags, "#+ 0")+"s", s) }
	if strings.HasPrefix(p.flags, "-") {
		text = func(s string) { fmt.Fprintf(out, "%"+p.flags+"s", s) }
	}
	switch p.kind {
	case "_ad", "_ao", "_ax":
		p.integer(out, p.kind[2:], uint64(at), at)
	case "c":
		p.raw(out, data[:1])
	case "_p":
		c := data[0]
		if c < ' ' || c > '~' {
			c = '.'
		}
		text(string(rune(c)))
	case "_c":
		text(charName(data[0]))
	case "_u":
		text(asciiName(data[0]))
	case "s":
		if i := bytes.IndexByte(data, 0); i >= 0 {
			data = data[:i]
		}
		if p.precision >= 0 && len(data) > p.precision {
			data = data[:p.precision]
		}
		p.raw(out, data)
	case "e", "E", "f", "g", "G":
		v := math.Float64frombits(little(data))
		if len(data) == 4 {
			v = float64(math.Float32frombits(uint32(little(data))))
		}
		flags := p.flags
		if p.precision < 0 {
			flags += ".6"
		}
		fmt.Fprintf(out, "%"+flags+p.kind, v)
	default:
		n := little(data)
		p.integer(out, p.kind, n, int64(n<<(64-8*len(data)))>>(64-8*len(data)))
	}
}

// raw writes bytes as they are in a field.
func (p *hexPart) raw(out *command.Output, data []byte) {
	pad := strings.Repeat(" ", max(p.width-len(data), 0))
	if strings.HasPrefix(p.flags, "-") {
		out.Write(data)
		out.WriteString(pad)
		return
	}
	out.WriteString(pad)
	out.Write(data)
}

// integer writes a number, which is n or, for d and i, signed. A precision makes
// a 0 among the flags one that means nothing (printf(3)).
func (p *hexPart) integer(out *command.Output, kind string, n uint64, signed int64) {
	flags := p.flags
	if p.precision >= 0 && p.width > 0 {
		for len(flags) > 0 && strings.IndexByte("#-+ 0", flags[0]) >= 0 && strings.Contains(flags[:1], "0") {
			flags = flags[1:]
		}
	}
	switch kind {
	case "d", "i":
		fmt.Fprintf(out, "%"+flags+"d", signed)
		return
	case "u":
		kind = "d"
	}
	if n == 0 && strings.Contains(flags, "#") {
		flags = strings.ReplaceAll(flags, "#", "") // C marks no zero
	}
	fmt.Fprintf(out, "%"+flags+kind, n)
}

// little is a number of 1 to 8 bytes, the lowest first.
func little(data []byte) uint64 {
	var all [8]byte
	copy(all[:], data)
	return binary.LittleEndian.Uint64(all[:])
}

// charName is the C escape of a byte, the byte itself or its octal number.
func charName(c byte) string {
	if c == 0 {
		return `\0`
	}
	if i := strings.IndexByte("\a\b\f\n\r\t\v", c); i >= 0 {
		return `\` + "abfnrtv"[i:i+1]
	}
	if c < ' ' || c > '~' {
		return fmt.Sprintf("%03o", c)
	}
	return string(rune(c))
}

// asciiName is the name of a control character, the character itself, or the
// hexadecimal number of what is not ASCII.
func asciiName(c byte) string {
	const names = "nul soh stx etx eot enq ack bel bs  ht  lf  vt  ff  cr  so  si  dle dc1 dc2 dc3 dc4 nak syn etb can em  sub esc fs  gs  rs  us  "
	switch {
	case c < ' ':
		return strings.TrimSpace(names[4*int(c) : 4*int(c)+4])
	case c == 0x7f:
		return "del"
	case c > 0x7f:
		return fmt.Sprintf("%02x", c)
	}
	return string(rune(c))
}
