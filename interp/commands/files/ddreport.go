package files

import (
	"fmt"
	"strings"
	"time"
)

// progress is what status=progress has shown.
type progress struct {
	begin, last time.Time
	// wide is how long the line is that stands there.
	wide int
}

// report writes what was done to standard error.
func (j *copyJob) report() {
	if j.status == "none" {
		return
	}
	if j.progress.wide > 0 {
		fmt.Fprintln(j.in.Stderr)
		j.progress.wide = 0
	}
	_ = j.in.Out.Flush() // Finish reports its error
	fmt.Fprintf(j.in.Stderr, "%d+%d records in\n%d+%d records out\n", j.readFull, j.readPart, j.wroteFull, j.wrotePart)
	if j.truncated > 0 {
		fmt.Fprintf(j.in.Stderr, "%s\n", plural(int(j.truncated), "truncated record", "", "s"))
	}
	if j.status == "noxfer" {
		return
	}
	took := j.in.Now().Sub(j.progress.begin)
	fmt.Fprintf(j.in.Stderr, "%s copied, %.6g s, %s\n", j.amount(), took.Seconds(), rate(j.bytes, took))
}

// showProgress writes a line in place of the last one, once a second.
func (j *copyJob) showProgress() {
	if j.status != "progress" {
		return
	}
	now := j.in.Now()
	if j.progress.last.IsZero() {
		j.progress.last = j.progress.begin
	}
	if now.Sub(j.progress.last) < time.Second {
		return
	}
	j.progress.last = now
	took := now.Sub(j.progress.begin)
	line := fmt.Sprintf("%s copied, %.0f s, %s", j.amount(), took.Seconds(), rate(j.bytes, took))
	fmt.Fprintf(j.in.Stderr, "\r%s%s", line, strings.Repeat(" ", max(j.progress.wide-len(line), 0)))
	j.progress.wide = len(line)
}

// amount is how much was written.
func (j *copyJob) amount() string {
	text := plural(int(j.bytes), "byte", "", "s")
	switch {
	case j.bytes >= 1024:
		text += fmt.Sprintf(" (%s, %s)", nearest(j.bytes, 1000, "kMGTPE", "B"), nearest(j.bytes, 1024, "KMGTPE", "iB"))
	case j.bytes >= 1000:
		text += fmt.Sprintf(" (%s)", nearest(j.bytes, 1000, "kMGTPE", "B"))
	}
	return text
}

// nearest shows a size of at least base with a unit, rounded to the nearest.
func nearest(n, base int64, letters, suffix string) string {
	value := float64(n)
	for i := range len(letters) {
		value /= float64(base)
		switch {
		case value < 9.95:
			return fmt.Sprintf("%.1f %c%s", value, letters[i], suffix)
		case value < float64(base)-0.5 || i == len(letters)-1:
			return fmt.Sprintf("%.0f %c%s", value, letters[i], suffix)
		}
	}
	return ""
}

// rate is how fast it went, at least in kilobytes.
func rate(n int64, took time.Duration) string {
	if took <= 0 {
		return "Infinity B/s"
	}
	value := float64(n) / took.Seconds() / 1000
	letters := "kMGTPE"
	i := 0
	for ; value >= 1000 && i < len(letters)-1; i++ {
		value /= 1000
	}
	text := fmt.Sprintf("%.1f", value)
	if len(text) > 4 {
		text = fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%s %cB/s", text, letters[i])
}
