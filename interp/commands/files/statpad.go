package files

import (
	"strconv"
	"strings"
)

// pad applies printf flags, width and precision to a value, as far as the flags
// mean something to its kind: text, seconds, or a number to the base 10, 8 or 16.
func pad(text, flags string, letter byte) string {
	allowed, seconds := "-'0", strings.IndexByte("WXYZ", letter) >= 0
	switch {
	case strings.IndexByte("ACFNnUGmwxyz", letter) >= 0:
		allowed = "-"
	case letter == 's' || seconds:
		allowed = "-'0+ "
	case strings.IndexByte("aDfRtT", letter) >= 0:
		allowed = "-#0"
	}
	spec := strings.TrimLeft(flags, "-+ #0'")
	marks := strings.Map(func(r rune) rune {
		if strings.ContainsRune(allowed, r) {
			return r
		}
		return -1
	}, flags[:len(flags)-len(spec)])
	w, digits, dotted := strings.Cut(spec, ".")
	const most = 1 << 12
	n, _ := strconv.Atoi(w)
	n = min(n, most)
	precision, err := strconv.Atoi(digits)
	if err != nil {
		precision = 0
	}
	precision = min(precision, most)
	switch {
	case seconds:
		whole, frac, _ := strings.Cut(text, ".")
		text = whole
		if dotted && digits == "" {
			precision = 9
		}
		if dotted && precision > 0 {
			text += "." + (frac + strings.Repeat("0", precision))[:precision]
		}
	case allowed == "-":
		if dotted {
			text = text[:min(precision, len(text))]
		}
	default:
		text = numeral(text, marks, letter, precision, dotted)
	}
	if sign := strings.IndexAny(marks, "+ "); sign >= 0 && !strings.HasPrefix(text, "-") {
		if strings.Contains(marks, "+") {
			text = "+" + text
		} else {
			text = " " + text
		}
	}
	gap := n - len(text)
	switch {
	case gap <= 0:
		return text
	case strings.Contains(marks, "-"):
		return text + strings.Repeat(" ", gap)
	case strings.Contains(marks, "0") && (!dotted || seconds):
		at := 0
		if strings.IndexByte("+- ", text[0]) >= 0 {
			at = 1
		} else if strings.HasPrefix(text, "0x") {
			at = 2
		}
		return text[:at] + strings.Repeat("0", gap) + text[at:]
	}
	return strings.Repeat(" ", gap) + text
}

// numeral gives a number its least digits and its prefix.
func numeral(text, marks string, letter byte, precision int, dotted bool) string {
	zero := text == "0"
	if dotted {
		if zero && precision == 0 {
			text = ""
		}
		text = strings.Repeat("0", max(precision-len(text), 0)) + text
	}
	switch {
	case !strings.Contains(marks, "#"):
	case letter == 'a' && !strings.HasPrefix(text, "0"):
		text = "0" + text
	case letter != 'a' && !zero:
		text = "0x" + text
	}
	return text
}
