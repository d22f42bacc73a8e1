package filetype

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// pythons are the magic numbers of pyc files from 3.7 on, with the version that
// the first of each was for.
var pythons = []struct {
	from    uint16
	version string
}{{3584, ""}, {3500, "3.12 or newer"}, {3450, "3.11"}, {3430, "3.10"}, {3420, "3.9"}, {3400, "3.8"}, {3328, "3.7"}}

// oldPythons are those of versions that are told without a date.
var oldPythons = map[string][]uint16{
	"3.0": {3000, 3010, 3020, 3030, 3040, 3050, 3060, 3061, 3071, 3081, 3091, 3101, 3103, 3111, 3131}, "3.1": {3141, 3151}, "3.2": {3160, 3170, 3180}, "3.3": {3190, 3200, 3210, 3220, 3230},
	"3.4": {3250, 3260, 3270, 3280, 3290, 3300, 3310}, "3.5.1-": {3320, 3330, 3340, 3350}, "3.5.2+": {3351}, "3.6": {3360, 3361, 3370, 3371, 3372, 3373, 3375, 3376, 3377, 3378, 3379}, "3.7": {3390, 3391},
}

// compiledPython tells pyc files by their magic numbers, which end in \r\n
// (PEP 552).
func compiledPython(in Input, k *Kind) bool {
	d := in.Head
	for version, numbers := range oldPythons {
		if slices.Contains(numbers, u16(d, 0, le)) {
			k.Text = "python " + version + " byte-compiled"
			return true
		}
	}
	for _, p := range pythons {
		if u16(d, 0, le) < p.from {
			continue
		}
		k.Text += " for CPython " + p.version
		if p.version == "" || len(d) < 16 {
			return false
		}
		flag := map[uint32]string{1: "unset", 3: "set"}[u32(d, 4, le)]
		switch flags := u32(d, 4, le); {
		case flags == 0 || flags == 2:
			k.Text += fmt.Sprintf(", timestamp-based, .py timestamp: %s UTC, .py size: %d bytes", stamp(u32(d, 8, le)), u32(d, 12, le))
		case flag != "":
			k.Text += fmt.Sprintf(", hash-based, check-source flag %s, hash: %#x", flag, le.Uint64(d[8:]))
		default:
			return false
		}
		return true
	}
	return false
}

// most is how long a text in a file is that is shown.
const most = 127

// shown is a text up to the end of its first line that is not empty.
func shown(d []byte) string {
	d, _, _ = bytes.Cut(part(d, 0, most), []byte{0})
	line, _, _ := bytes.Cut(bytes.TrimPrefix(d, []byte("\n")), []byte("\n"))
	return string(line)
}

// printable shows what is no printable ASCII in octal, unless it is wanted as it
// is.
func printable(s string, raw bool) string {
	if raw {
		return s
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// counted is a number of things.
func counted(n uint32, none, thing string) string {
	switch n {
	case 0:
		return none + " " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// messages is what the header of a message catalog and its first translations
// tell (gettext, The Format of GNU MO Files).
func messages(in Input, k *Kind) bool {
	d := in.Head
	n := u32(d, 8, le)
	k.Text += fmt.Sprintf(", revision %d.%d, %d message", u16(d, 6, le), u16(d, 4, le), n)
	if n > 1 {
		k.Text += "s"
	}
	if u16(d, 4, le) > 0 {
		k.Text += ", " + counted(u32(d, 36, le), "no", "sysdep message")
	}
	translation := func(i int64) []byte {
		if place := in.part(int64(u32(d, 16, le))+8*i, 8); len(place) == 8 {
			return in.part(int64(u32(place, 4, le)), most)
		}
		return nil
	}
	first := translation(0)
	if n == 0 || len(first) == 0 {
		return true
	}
	if first[0] == '\n' {
		k.Text += ", "
		return true
	}
	head := shown(first)
	k.Text += ", " + printable(head, in.Raw)
	if n > 1 && len(first) > len(head) && first[len(head)] == '\n' {
		k.Text += " '" + printable(shown(translation(1)), in.Raw) + "'"
	}
	return true
}

// timezone counts what the header of a zone file does (RFC 8536, 3.1).
func timezone(d []byte) string {
	if len(d) < 52 {
		return "" // no zone fits into that
	}
	out := ", old version"
	if c := at(d, 4); c != 0 {
		out = fmt.Sprintf(", version %c", c)
	}
	for i, thing := range []string{"gmt time flag", "std time flag", "leap second", "transition time", "local time type", "abbreviation char"} {
		out += ", " + counted(u32(d, 20+4*i, be), "no", thing)
	}
	return out
}

// terminfo reads the first name of a terminal (term(5)).
func terminfo(in Input, k *Kind) bool {
	d := in.Head
	names, _, _ := bytes.Cut(part(d, 12, 12+most+1), []byte{0})
	name, _, _ := strings.Cut(string(names), "|")
	if len(d) < 18 || u16(d, 2, le) == 0 || name == "" || len(name) > most {
		return false
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	k.Text += fmt.Sprintf(" %q", name)
	return true
}

// certificate is one of X.509 in DER: a sequence of a sequence that begins with a
// version, and a serial number.
func certificate(in Input, k *Kind) bool {
	d := in.Head
	if len(d) < 20 || string(part(d, 4, 6)) != "\x30\x82" || string(part(d, 8, 12)) != "\xa0\x03\x02\x01" {
		return false
	}
	if d[12] != 2 {
		k.Text = fmt.Sprintf("Certificate, Version=%02x", d[12])
		return true
	}
	k.Text = "Certificate, Version=3"
	if d[13] == 2 && d[14] == 1 { // which is the serial number in truth
		k.Text += fmt.Sprintf(" Certificate, Version=%02x", d[15])
	}
	return true
}
