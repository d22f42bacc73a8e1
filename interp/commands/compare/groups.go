package compare

import (
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command/option"
)

// The kinds of lines and of groups that formats are for; lines have the first
// three alone.
const (
	unchanged = iota
	old
	fresh
	changed
)

var groupKinds = [...]string{unchanged: "unchanged", old: "old", fresh: "new", changed: "changed"}

// groupFormats are those of --GTYPE-group-format and --LTYPE-line-format (info
// diff, Line Group Formats); nil where none was given.
type groupFormats struct {
	groups [4]*string
	lines  [3]*string
}

// set takes in an option; false after a message.
func (g *groupFormats) set(d *differ, o option.Found) bool {
	give := func(to **string, name, value string) bool {
		if *to != nil && **to != value {
			d.call.Errorf("conflicting %s option value '%s'", name, value)
			diffOptions.Fail(d.call)
			return false
		}
		*to = &value
		return true
	}
	switch {
	case o.Name == "D":
		for kind, format := range [...]string{unchanged: "%=", old: "#ifndef @\n%<#endif /* ! @ */\n", fresh: "#ifdef @\n%>#endif /* @ */\n", changed: "#ifndef @\n%<#else /* @ */\n%>#endif /* @ */\n"} {
			if !give(&g.groups[kind], "-D", strings.ReplaceAll(format, "@", strings.ReplaceAll(o.Value, "%", "%%"))) {
				return false
			}
		}
		return true
	case o.Name == "line-format":
		for kind := range g.lines {
			if !give(&g.lines[kind], "--line-format", o.Value) {
				return false
			}
		}
		return true
	}
	for kind, name := range groupKinds {
		switch o.Name {
		case name + "-group-format":
			return give(&g.groups[kind], "--"+o.Name, o.Value)
		case name + "-line-format":
			return give(&g.lines[kind], "--"+o.Name, o.Value)
		}
	}
	return true
}

// complete fills in what was not given.
func (g *groupFormats) complete() {
	or := func(to **string, text string) {
		if *to == nil {
			*to = &text
		}
	}
	for kind := range g.lines {
		or(&g.lines[kind], "%l\n")
	}
	if whole := g.groups[changed]; whole != nil {
		or(&g.groups[old], *whole)
		or(&g.groups[fresh], *whole)
	}
	or(&g.groups[old], "%<")
	or(&g.groups[fresh], "%>")
	or(&g.groups[unchanged], "%=")
	or(&g.groups[changed], *g.groups[old]+*g.groups[fresh])
}

// silent tells that files without differences give no output.
func (g *groupFormats) silent() bool {
	all := *g.groups[unchanged]
	return all == "" || all == "%=" && *g.lines[unchanged] == ""
}

// A lineGroup is lines of one file, from 0 on, the end not part of it.
type lineGroup struct {
	lines    [][]byte
	from, to int
}

// grouped writes both files by the formats.
func (d *differ) grouped(files [2]*text, list []change) {
	a, b := files[0].lines, files[1].lines
	i, j := 0, 0
	write := func(kind, toA, toB int) {
		groups := &[2]lineGroup{{a, i, toA}, {b, j, toB}}
		d.group(*d.formats.groups[kind], 0, groups, true)
		i, j = toA, toB
	}
	for _, c := range list {
		if c.ignored {
			continue
		}
		if i < c.a0 || j < c.b0 {
			write(unchanged, c.a0, c.b0)
		}
		switch {
		case c.b0 == c.b1:
			write(old, c.a1, c.b1)
		case c.a0 == c.a1:
			write(fresh, c.a1, c.b1)
		default:
			write(changed, c.a1, c.b1)
		}
	}
	if i < len(a) || j < len(b) {
		write(unchanged, len(a), len(b))
	}
}

// group writes two groups by a format up to the character end, and returns what
// is left of the format. It calls itself for the halves of a condition, of which
// it only writes one.
func (d *differ) group(format string, end byte, groups *[2]lineGroup, write bool) string {
	for format != "" && format[0] != end {
		c := format[0]
		format = format[1:]
		if c == '%' && format != "" {
			switch format[0] {
			case '%':
				format = format[1:]
			case '(':
				if equal, rest, ok := groupCondition(format[1:], groups); ok {
					rest = d.group(rest, ':', groups, write && equal)
					if rest != "" {
						rest = d.group(rest[1:], ')', groups, write && !equal)
					}
					format = strings.TrimPrefix(rest, ")")
					continue
				}
			case '<', '=', '>':
				if write {
					kind := map[byte]int{'<': old, '=': unchanged, '>': fresh}[format[0]]
					d.groupLines(*d.formats.lines[kind], groups[kind/fresh])
				}
				format = format[1:]
				continue
			default:
				text, rest, ok := numberSpec(format, func(letter byte) (int, bool) { return groupLetter(letter, groups) })
				if ok {
					if write {
						d.out.WriteString(text)
					}
					format = rest
					continue
				}
			}
		}
		if write {
			d.out.WriteByte(c)
		}
	}
	return format
}

// groupCondition reads "A=B?" and tells whether both are equal.
func groupCondition(format string, groups *[2]lineGroup) (equal bool, rest string, ok bool) {
	var values [2]int
	for i := range values {
		digits := len(format) - len(strings.TrimLeft(format, "0123456789"))
		switch {
		case digits > 0 && digits < 10:
			fmt.Sscan(format[:digits], &values[i])
			format = format[digits:]
		case format == "":
			return false, "", false
		default:
			if values[i], ok = groupLetter(format[0], groups); !ok {
				return false, "", false
			}
			format = format[1:]
		}
		if format == "" || format[0] != "=?"[i] {
			return false, "", false
		}
		format = format[1:]
	}
	return values[0] == values[1], format, true
}

// groupLetter is a number of a group: the line before it, its first and last,
// the one behind it, how many; of the second file with an upper case letter.
func groupLetter(letter byte, groups *[2]lineGroup) (int, bool) {
	g := groups[0]
	if 'A' <= letter && letter <= 'Z' {
		g, letter = groups[1], letter|0x20
	}
	switch letter {
	case 'e':
		return g.from, true
	case 'f':
		return g.from + 1, true
	case 'l':
		return g.to, true
	case 'm':
		return g.to + 1, true
	case 'n':
		return g.to - g.from, true
	}
	return 0, false
}

// groupLines writes lines by the format of a line.
func (d *differ) groupLines(format string, g lineGroup) {
	for i := g.from; i < g.to && d.out.Err() == nil; i++ {
		line := g.lines[i]
		for rest := format; rest != ""; {
			c := rest[0]
			rest = rest[1:]
			if c == '%' && rest != "" {
				switch rest[0] {
				case '%':
					rest = rest[1:]
				case 'l', 'L':
					text := line
					if rest[0] == 'l' && ended(line) {
						text = line[:len(line)-1]
					}
					if d.expand {
						text = expandTabs(text, d.tab)
					}
					d.out.Write(text)
					rest = rest[1:]
					continue
				default:
					text, after, ok := numberSpec(rest, func(letter byte) (int, bool) { return i + 1, letter == 'n' })
					if ok {
						d.out.WriteString(text)
						rest = after
						continue
					}
				}
			}
			d.out.WriteByte(c)
		}
	}
}

// numberSpec is what a conversion behind its % stands for: c'X' for a character,
// or a letter's number with flags, width and precision of printf(3).
func numberSpec(spec string, number func(letter byte) (int, bool)) (text, rest string, ok bool) {
	rest = strings.TrimLeft(spec, "-'0")
	rest = strings.TrimLeft(rest, "0123456789")
	if after, has := strings.CutPrefix(rest, "."); has {
		rest = strings.TrimLeft(after, "0123456789")
	}
	flags := strings.ReplaceAll(spec[:len(spec)-len(rest)], "'", "")
	if len(rest) < 2 || len(flags) > 4 {
		return "", "", false
	}
	kind, letter := rest[0], rest[1]
	rest = rest[2:]
	switch kind {
	case 'c':
		if letter != '\'' {
			return "", "", false
		}
		return quotedByte(rest)
	case 'd', 'o', 'x', 'X':
		if n, known := number(letter); known {
			return fmt.Sprintf("%"+flags+string(rune(kind)), n), rest, true
		}
	}
	return "", "", false
}

// quotedByte reads X' or \OOO' behind a quotation mark.
func quotedByte(text string) (char, rest string, ok bool) {
	inside, rest, found := strings.Cut(text, "'")
	if strings.HasPrefix(inside, `\`) && found {
		value := 0
		digits := inside[1:]
		for i := range len(digits) {
			if digits[i] < '0' || digits[i] > '7' {
				return "", "", false
			}
			value = value*8 + int(digits[i]-'0')
		}
		return string([]byte{byte(value)}), rest, len(digits) >= 1 && len(digits) <= 3
	}
	return inside, rest, found && len(inside) == 1
}
