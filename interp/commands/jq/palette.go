package jq

import "strings"

// A Palette has a colour for each sort of value: the numbers of an escape
// sequence of a terminal, like 1;31.
type Palette [colors]string

// A color is what a colour is for, in the order of $JQ_COLORS.
type color int

const (
	colorNull color = iota
	colorFalse
	colorTrue
	colorNumber
	colorString
	colorArray
	colorObject
	colorKey
	colors
)

const colorReset = "\x1b[0m"

// usual is the Palette of jq 1.7.
var usual = Palette{"1;30", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "34;1"}

// mostColor bounds one colour of a Palette, in bytes.
const mostColor = 12

// NewPalette reads the value of $JQ_COLORS: colours between colons, see "COLORS" in
// jq(1). Those that are not named stay as they are. It is false for anything else.
func NewPalette(text string) (Palette, bool) {
	p := usual
	for i := 0; text != "" && i < len(p); i++ {
		one, rest, _ := strings.Cut(text, ":")
		if len(one) > mostColor || strings.Trim(one, "0123456789;") != "" {
			return usual, false
		}
		p[i], text = one, rest
	}
	return p, true
}

// of is what turns a colour on.
func (p *Palette) of(c color) string {
	if *p == (Palette{}) {
		p = &usual
	}
	return "\x1b[" + p[c] + "m"
}

// colorOf is that of a value without parts.
func colorOf(v Value) color {
	switch v {
	case nil:
		return colorNull
	case false:
		return colorFalse
	case true:
		return colorTrue
	}
	if _, ok := v.(string); ok {
		return colorString
	}
	return colorNumber
}
