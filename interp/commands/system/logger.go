package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// logger is that of util-linux, with the audit log in the place of syslog.
func logger() gnu.Program {
	return gnu.Program{
		Summary: "write messages to the audit log",
		Usage:   "[OPTION]... [MESSAGE]",
		Options: []gnu.Option{
			{"i", "mark every line with the number of the process"},
			{"id[=ID]", "likewise, or with ID"},
			{"f,file=FILE", "log the lines of FILE"},
			{"e,skip-empty", "leave out empty lines"},
			{"no-act", "do everything but write to the log"},
			{"p,priority=PRIORITY", "FACILITY.LEVEL, user.notice by default"},
			{"prio-prefix", "look for a priority, <N>, where lines begin"},
			{"s,stderr", "write to standard error as well"},
			{"S,size=SIZE", "the longest message, 1024 bytes"},
			{"t,tag=TAG", "mark every line with TAG"},
			{"socket-errors[=WHEN]", "accepted: there is no socket"},
		},
		Main: runLogger,
	}
}

// maxLogged is how many lines one logger writes at most.
const maxLogged = 10_000

var (
	logLevels     = [...]string{"emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"}
	logFacilities = [...]string{
		"kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp",
		"", "", "", "", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7",
	}
	logAliases = map[string]string{"panic": "emerg", "error": "err", "warn": "warning", "security": "auth"}
)

// A logLine is what one logger does with its lines.
type logLine struct {
	in       *gnu.Invocation
	tag, id  string
	priority int
	prefixed bool
	skip     bool
	silent   bool
	size     int
	lines    int
	failed   bool
}

func runLogger(ctx context.Context, in *gnu.Invocation) int {
	l := &logLine{in: in, tag: named(in.User.Name, in.User.UID), priority: 1<<3 | 5, size: 1024}
	for _, o := range in.Options {
		if code, ok := l.option(o.Name, o.Value, o.Has); !ok {
			return code
		}
	}
	if in.Audit == nil && !l.silent && !in.Has("s") {
		return in.Die("there is no log to write to")
	}
	name, file := in.Last("f")
	if file && len(in.Operands) > 0 {
		in.Warn("--file <file> and <message> are mutually exclusive, message is ignored")
	}
	if !file && len(in.Operands) > 0 {
		text := strings.Join(in.Operands, " ")
		if text = text[:min(len(text), l.size)]; text != "" {
			l.put(text)
		}
		return l.status()
	}
	if !file {
		name = "-"
	}
	err := eachLine(ctx, in, name, func(line string) bool {
		l.line(line)
		return !l.failed
	})
	if err != nil {
		return in.Die("file %s: %s", name, command.Message(err))
	}
	return l.status()
}

func (l *logLine) status() int {
	if l.failed {
		return 1
	}
	return 0
}

func (l *logLine) option(name, value string, has bool) (code int, ok bool) {
	switch name {
	case "i":
		l.id = strconv.Itoa(l.in.Self)
	case "id":
		if l.id = strconv.Itoa(l.in.Self); has {
			if n, err := strconv.Atoi(value); err != nil || n < 0 {
				return l.in.Die("failed to parse id: '%s'", value), false
			}
			l.id = value
		}
	case "e":
		l.skip = true
	case "no-act":
		l.silent = true
	case "prio-prefix":
		l.prefixed = true
	case "S":
		n, err := command.ParseSize(value, "KMGTPEZY0")
		if err != nil || n < 1 {
			return l.in.Die("failed to parse message size: '%s': Invalid argument", value), false
		}
		l.size = int(min(n, int64(l.in.Limits.LineBytes)))
	case "t":
		l.tag = value
	case "p":
		problem := ""
		if l.priority, problem = priority(value); problem != "" {
			return l.in.Die("%s", problem), false
		}
	}
	return 0, true
}

// priority reads FACILITY.LEVEL or LEVEL. What the kernel says is for the
// kernel, and so a user's.
func priority(text string) (n int, problem string) {
	facility, level, both := strings.Cut(text, ".")
	if !both {
		facility, level = "user", text
	}
	find := func(names []string, name string) int {
		name = strings.ToLower(name)
		if other, ok := logAliases[name]; ok {
			name = other
		}
		for i, n := range names {
			if n == name && n != "" {
				return i
			}
		}
		return -1
	}
	f := find(logFacilities[:], facility)
	if f < 0 {
		return 0, "unknown facility name: " + facility
	}
	v := find(logLevels[:], level)
	if v < 0 {
		return 0, "unknown priority name: " + level
	}
	return max(f, 1)<<3 | v, ""
}

// line logs a line of a file, in pieces of the size.
func (l *logLine) line(text string) {
	fallback := l.priority
	if l.prefixed && strings.HasPrefix(text, "<") {
		digits, rest, ok := strings.Cut(text[1:], ">")
		if n, err := strconv.ParseUint(digits, 10, 16); ok && err == nil && n < uint64(len(logFacilities)<<3) {
			l.priority, text = max(int(n)>>3, 1)<<3|int(n)&7, rest
		}
	}
	if text == "" && !l.skip {
		l.put("")
	}
	for text != "" && !l.failed {
		n := min(len(text), l.size)
		l.put(text[:n])
		text = text[n:]
	}
	l.priority = fallback
}

// put logs one message.
func (l *logLine) put(text string) {
	if l.lines++; l.lines > maxLogged {
		l.in.Warn("more than %d lines", maxLogged)
		l.failed = true
		return
	}
	tag := l.tag
	if l.id != "" {
		tag += "[" + l.id + "]"
	}
	if l.in.Has("s") {
		fmt.Fprintf(l.in.Stderr, "<%d>%s %s: %s\n", l.priority, local(l.in, l.in.Now()).Format("Jan _2 15:04:05"), tag, text)
	}
	if l.silent || l.in.Audit == nil {
		return
	}
	name := logFacilities[l.priority>>3] + "." + logLevels[l.priority&7]
	if err := l.in.Audit(command.LogEntry{Tag: tag, Priority: name, Text: text}); err != nil {
		l.in.Warn("%s", err)
		l.failed = true
	}
}
