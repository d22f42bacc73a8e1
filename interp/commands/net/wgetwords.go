package net

import (
	"fmt"
	"strings"
	"time"
)

// The dots that wget shows for what has come: dotBytes each, rowDots a row in
// groups of groupDots.
const (
	dotBytes  = 1024
	rowDots   = 50
	groupDots = 10
	// shownRows bounds them.
	shownRows = 10_000
)

// dots shows had bytes that were there and size that came, of whole if that is
// known.
func dots(had, size, whole int64, took time.Duration) string {
	var b strings.Builder
	const row = rowDots * dotBytes
	end := had + size
	if had >= row {
		fmt.Fprintf(&b, "        [ skipping %dK ]\n", had/row*row/1024)
	} else if had > 0 {
		b.WriteString("     0K\n")
	}
	for begin := had / row * row; ; begin += row {
		if begin/row > shownRows {
			b.WriteString("\n...")
			break
		}
		if begin > had/row*row {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%6dK", begin/1024)
		for i := range int64(rowDots) {
			if i%groupDots == 0 {
				b.WriteByte(' ')
			}
			switch at := begin + (i+1)*dotBytes; {
			case at <= had:
				b.WriteByte(',')
			case at <= end:
				b.WriteByte('.')
			default:
				b.WriteByte(' ')
			}
		}
		done := min(end, begin+row)
		percent := ""
		if whole > 0 {
			percent = fmt.Sprintf("%3d%%", done*100/whole)
		}
		fmt.Fprintf(&b, "%s %s", percent, shortRate(size, took))
		if begin+row >= end {
			break
		}
	}
	fmt.Fprintf(&b, "=%s\n", shortTime(took))
	return b.String()
}

// shortRate is how fast bytes came, in five columns.
func shortRate(n int64, took time.Duration) string {
	v, unit := perSecond(n, took)
	switch {
	case v >= 99.95:
		return fmt.Sprintf("%4.0f%s", v, unit[:1])
	case v >= 9.995:
		return fmt.Sprintf("%4.1f%s", v, unit[:1])
	}
	return fmt.Sprintf("%4.2f%s", v, unit[:1])
}

// rate is how fast bytes came, in words.
func rate(n int64, took time.Duration) string {
	v, unit := perSecond(n, took)
	if unit != "" && unit[0] != ' ' {
		unit += "B/s"
	} else {
		unit = "B/s"
	}
	switch {
	case v >= 99.95:
		return fmt.Sprintf("%.0f %s", v, unit)
	case v >= 9.995:
		return fmt.Sprintf("%.1f %s", v, unit)
	}
	return fmt.Sprintf("%.2f %s", v, unit)
}

func perSecond(n int64, took time.Duration) (float64, string) {
	v := float64(n) / max(took.Seconds(), 1e-4)
	for _, unit := range []string{" ", "K", "M"} {
		if v < 1024 {
			return v, unit
		}
		v /= 1024
	}
	return v, "G"
}

// shortTime is a span of time as wget writes it.
func shortTime(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 0.0005:
		return "0s"
	case s < 0.01:
		return fmt.Sprintf("%.3fs", s)
	case s < 1:
		return fmt.Sprintf("%.2fs", s)
	case s < 10:
		return fmt.Sprintf("%.1fs", s)
	case s < 100:
		return fmt.Sprintf("%.0fs", s)
	case s < 6000:
		return fmt.Sprintf("%dm %ds", int(s)/60, int(s)%60)
	}
	return fmt.Sprintf("%dh %dm", int(s)/3600, int(s)/60%60)
}

// human is a number of bytes with a letter for 1024, 1024² and so on.
func human(n int64) string {
	if n < 1024 {
		return fmt.Sprint(n)
	}
	v := float64(n)
	for _, unit := range "KMGTPE" {
		if v /= 1024; v < 1024 {
			if v < 10 {
				return fmt.Sprintf("%.1f%c", v, unit)
			}
			return fmt.Sprintf("%.0f%c", v, unit)
		}
	}
	return fmt.Sprint(n)
}

func withHuman(n int64) string {
	if n < 1024 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d (%s)", n, human(n))
}
