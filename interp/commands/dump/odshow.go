package dump

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

var odNames = strings.Fields("nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp")

// show appends a value.
func (t odType) show(out, b []byte, order binary.ByteOrder) []byte {
	switch t.kind {
	case 'a':
		c := b[0] & 0x7f
		if int(c) < len(odNames) {
			return append(out, odNames[c]...)
		}
		if c == 0x7f {
			return append(out, "del"...)
		}
		return append(out, c)
	case 'c':
		if i := strings.IndexByte("\x00\a\b\f\n\r\t\v", b[0]); i >= 0 {
			return append(out, '\\', "0abfnrtv"[i])
		}
		if b[0] < ' ' || b[0] >= 0x7f {
			return appendDigits(out, uint64(b[0]), 8, 3, lowerDigits)
		}
		return append(out, b[0])
	}
	var v uint64
	switch t.size {
	case 16:
		return append(out, extended(b, order)...)
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(order.Uint16(b))
	case 4:
		v = uint64(order.Uint32(b))
	case 8:
		v = order.Uint64(b)
	}
	switch t.kind {
	case 'd':
		shift := 64 - 8*t.size
		return strconv.AppendInt(out, int64(v<<shift)>>shift, 10)
	case 'u':
		return strconv.AppendUint(out, v, 10)
	case 'o':
		return appendDigits(out, v, 8, t.width, lowerDigits)
	case 'x':
		return appendDigits(out, v, 16, t.width, lowerDigits)
	}
	if t.size == 4 {
		return append(out, cFloat(float64(math.Float32frombits(uint32(v))), 32)...)
	}
	return append(out, cFloat(math.Float64frombits(v), 64)...)
}
