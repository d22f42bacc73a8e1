package system

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// A psField is a column of ps.
type psField struct {
	name, title string
	width       int
	right       bool
	value       func(q *psQuery, t *command.Task) string
}

// A psShown is a column that is to be shown, with its own title and width.
type psShown struct {
	*psField
	title string
	width int
}

// pidWidth is how wide numbers of processes are on Linux with 64 bits.
const pidWidth = 7

// psFields finds a column by its name, nil if there is none.
func psFields(name string) *psField {
	number := func(title string, width int, n func(q *psQuery, t *command.Task) int) *psField {
		return &psField{name, title, width, true, func(q *psQuery, t *command.Task) string { return strconv.Itoa(n(q, t)) }}
	}
	text := func(title string, width int, value func(q *psQuery, t *command.Task) string) *psField {
		return &psField{name, title, width, false, value}
	}
	right := func(title string, width int, value func(q *psQuery, t *command.Task) string) *psField {
		return &psField{name, title, width, true, value}
	}
	fixed := func(s string) func(*psQuery, *command.Task) string {
		return func(*psQuery, *command.Task) string { return s }
	}
	zero := func(*psQuery, *command.Task) int { return 0 }
	uid := func(q *psQuery, _ *command.Task) int { return q.in.User.UID }
	gid := func(q *psQuery, _ *command.Task) int { return q.in.User.GID }
	user := func(q *psQuery, _ *command.Task) string { return named(q.in.User.Name, q.in.User.UID) }
	group := func(q *psQuery, _ *command.Task) string { return named(q.in.User.Group, q.in.User.GID) }
	switch name {
	case "pid", "lwp", "tid", "spid", "tgid":
		return number(map[string]string{"lwp": "LWP", "tid": "TID", "spid": "SPID", "tgid": "TGID"}[name], pidWidth, func(_ *psQuery, t *command.Task) int { return t.PID })
	case "ppid":
		return number("", pidWidth, func(_ *psQuery, t *command.Task) int { return t.Parent })
	case "pgid", "pgrp":
		return number("", pidWidth, func(_ *psQuery, t *command.Task) int { return t.Group })
	case "sid", "sess", "session":
		return number(map[bool]string{false: "SESS", true: "SID"}[name == "sid"], pidWidth, func(q *psQuery, _ *command.Task) int { return q.session() })
	case "tpgid":
		return number("", pidWidth, func(*psQuery, *command.Task) int { return -1 })
	case "uid", "euid", "ruid":
		return number("", 5, uid)
	case "gid", "egid", "rgid":
		return number("", 5, gid)
	case "user", "euser", "ruser", "uname":
		return text(strings.ReplaceAll(strings.ToUpper(name), "UNAME", "USER"), 8, user)
	case "group", "egroup", "rgroup":
		return text("", 8, group)
	case "tty", "tt":
		return text("TT", 8, fixed("?"))
	case "tname":
		return text("TTY", 8, fixed("?"))
	case "stat":
		return text("", 4, func(q *psQuery, t *command.Task) string { return q.state(t, true) })
	case "s", "state":
		return text("S", 1, func(q *psQuery, t *command.Task) string { return q.state(t, false) })
	case "ni", "nice":
		return number("NI", 3, zero)
	case "pri":
		return number("", 3, func(*psQuery, *command.Task) int { return 19 })
	case "pcpu", "%cpu":
		return right("%CPU", 4, fixed("0.0"))
	case "pmem", "%mem":
		return right("%MEM", 4, fixed("0.0"))
	case "c", "cp":
		return number("", map[string]int{"c": 2, "cp": 3}[name], zero)
	case "vsz", "vsize":
		return number("VSZ", 6, zero)
	case "rss", "rssize":
		return number("RSS", 5, zero)
	case "sz":
		return number("", 5, zero)
	case "nlwp", "thcount":
		return number(map[string]string{"thcount": "THCNT"}[name], map[string]int{"nlwp": 4, "thcount": 5}[name], func(*psQuery, *command.Task) int { return 1 })
	case "psr":
		return number("", 3, zero)
	case "f", "flag", "flags":
		return number("F", 1, zero)
	case "cls", "class":
		return right("CLS", 3, fixed("TS"))
	case "wchan":
		return text("", 6, fixed("-"))
	case "comm", "ucmd", "ucomm", "fname", "args", "cmd", "command":
		return commandField(name)
	}
	return timeField(name)
}

// commandField has the columns about what runs.
func commandField(name string) *psField {
	f := &psField{name: name, title: "COMMAND", width: 15, value: func(_ *psQuery, t *command.Task) string { return commOf(t) }}
	switch name {
	case "ucmd":
		f.title = "CMD"
	case "fname":
		f.width = 8
		f.value = func(_ *psQuery, t *command.Task) string { return cut(commOf(t), 8) }
	case "args", "cmd", "command":
		f.width = 27
		f.value = func(_ *psQuery, t *command.Task) string { return strings.Join(t.Args, " ") }
		if name == "cmd" {
			f.title = "CMD"
		}
	}
	return f
}

// timeField has the columns about times.
func timeField(name string) *psField {
	f := &psField{name: name, right: true}
	begin := func(layout string) func(*psQuery, *command.Task) string {
		return func(q *psQuery, t *command.Task) string { return local(q.in, t.Begin).Format(layout) }
	}
	elapsed := func(q *psQuery, t *command.Task) int {
		return max(int(q.in.Now().Sub(t.Begin)/time.Second), 0)
	}
	switch name {
	case "time", "cputime":
		f.title, f.width, f.value = "TIME", 8, func(*psQuery, *command.Task) string { return "00:00:00" }
	case "times", "cputimes":
		f.title, f.width, f.value = "TIME", 8, func(*psQuery, *command.Task) string { return "0" }
	case "bsdtime":
		f.title, f.width, f.value = "TIME", 6, func(*psQuery, *command.Task) string { return "0:00" }
	case "etime":
		f.title, f.width, f.value = "ELAPSED", 11, func(q *psQuery, t *command.Task) string { return clock(elapsed(q, t)) }
	case "etimes":
		f.title, f.width, f.value = "ELAPSED", 7, func(q *psQuery, t *command.Task) string { return strconv.Itoa(elapsed(q, t)) }
	case "lstart":
		f.title, f.width, f.value = "STARTED", 24, begin("Mon Jan _2 15:04:05 2006")
	case "start":
		f.title, f.width, f.value = "STARTED", 8, younger("15:04:05", "  Jan _2")
	case "bsdstart":
		f.title, f.width, f.value = "START", 6, younger(" 15:04", "Jan _2")
	case "stime", "start_time":
		f.title, f.width, f.right, f.value = "STIME", 5, false, younger("15:04", "Jan02")
		if name == "start_time" {
			f.title = "START"
		}
	default:
		return nil
	}
	return f
}

// younger formats the time of what began in the last day, or else its date.
func younger(layout, older string) func(*psQuery, *command.Task) string {
	return func(q *psQuery, t *command.Task) string {
		if q.in.Now().Sub(t.Begin) > 24*time.Hour {
			layout = older
		}
		return local(q.in, t.Begin).Format(layout)
	}
}

// clock is a time in seconds as [[DD-]hh:]mm:ss.
func clock(n int) string {
	text := fmt.Sprintf("%02d:%02d", n/60%60, n%60)
	if n >= 60*60 {
		text = fmt.Sprintf("%02d:", n/(60*60)%24) + text
	}
	if n >= 24*60*60 {
		text = fmt.Sprintf("%d-", n/(24*60*60)) + text
	}
	return text
}

func cut(text string, width int) string { return text[:min(len(text), width)] }

// commOf is the name of what runs, of which Linux keeps 15 bytes.
func commOf(t *command.Task) string {
	if len(t.Args) == 0 {
		return "?"
	}
	return cut(path.Base(t.Args[0]), 15)
}

// state is R for the one that asks, T for what is stopped, S for all others;
// an s marks the leader of the session.
func (q *psQuery) state(t *command.Task, more bool) string {
	s := "S"
	switch {
	case t.Stopped:
		s = "T"
	case t.PID == q.in.Self:
		s = "R"
	}
	if more && t.PID == q.session() {
		s += "s"
	}
	return s
}
