package archives

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// checkpoints are what is done whenever so many records were read or written.
type checkpoints struct {
	every, count int64
	actions      []checkpointAction
}

// A checkpointAction is one of --checkpoint-action with its text.
type checkpointAction struct{ what, text string }

// setCheckpoint is --checkpoint and --checkpoint-action.
func (a *archiver) setCheckpoint(f option.Found) int {
	c := &a.checkpoints
	if f.Name == "checkpoint" {
		c.every = 10
		if f.Value == "." { // as older versions had it
			c.actions = append(c.actions, checkpointAction{what: "dot"})
			return 0
		}
		if f.Has {
			n, err := strconv.ParseInt(f.Value, 10, 64)
			if err != nil {
				return a.fatal("--checkpoint value is not an integer")
			}
			c.every = max(0, n)
		}
		return 0
	}
	if c.every == 0 {
		c.every = 10
	}
	what, text, with := strings.Cut(f.Value, "=")
	bare := map[string]string{".": "dot", "dot": "dot", "bell": "bell", "echo": "echo", "totals": "totals"}[f.Value]
	switch {
	case bare != "":
		what, text = bare, ""
	case with && (what == "echo" || what == "ttyout" || what == "exec" || what == "totals"):
	case with && what == "sleep":
		if _, err := strconv.ParseUint(text, 10, 31); err != nil {
			return a.fatal("%s: not a valid timeout", f.Value)
		}
	default:
		return a.fatal("%s: unknown checkpoint action", f.Value)
	}
	c.actions = append(c.actions, checkpointAction{what, text})
	return 0
}

// checkpoint counts a record.
func (a *archiver) checkpoint(writing bool) error {
	c := &a.checkpoints
	if c.every == 0 {
		return nil
	}
	if c.count++; c.count%c.every != 0 {
		return nil
	}
	a.out.Flush()
	if len(c.actions) == 0 {
		c.actions = []checkpointAction{{what: "echo"}}
	}
	for _, act := range c.actions {
		switch act.what {
		case "dot":
			if a.file == "-" && writing {
				fmt.Fprint(a.call.Stderr, ".")
			} else {
				a.out.WriteString(".")
				a.out.Flush()
			}
		case "bell":
			if a.call.Stderr.Terminal() {
				fmt.Fprint(a.call.Stderr, "\a")
			}
		case "echo":
			text := act.text
			if text == "" {
				if text = "Read checkpoint %u"; writing {
					text = "Write checkpoint %u"
				}
			}
			a.call.Errorf("%s", a.checkpointText(text, writing))
		case "ttyout":
			if a.call.Stdout.Terminal() {
				a.out.WriteString(a.checkpointText(act.text, writing))
				a.out.Flush()
			}
		case "totals":
			a.totals(writing)
		case "sleep":
			n, _ := strconv.Atoi(act.text)
			select {
			case <-time.After(time.Duration(n) * time.Second):
			case <-a.ctx.Done():
			}
		case "exec":
			a.checkpointCommand(act.text)
		}
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
	}
	return nil
}

// checkpointText fills in what % stands for (info tar, "checkpoints").
func (a *archiver) checkpointText(text string, writing bool) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		at, arg := i+1, ""
		if text[at] == '{' {
			if end := strings.IndexByte(text[at:], '}'); end > 0 && at+end+1 < len(text) {
				arg, at = text[at+1:at+end], at+end+1
			}
		}
		switch text[at] {
		case 'c':
			b.WriteString(a.checkpointText("%{%Y-%m-%d %H:%M:%S}t: %ds, %{read,wrote}T%*\r", writing))
		case 'd':
			b.WriteString(strconv.FormatFloat(a.call.Now().Sub(a.began).Seconds(), 'f', 0, 64))
		case 's':
			b.WriteString(map[bool]string{true: "write", false: "read"}[writing])
		case 'u':
			b.WriteString(strconv.FormatInt(a.checkpoints.count, 10))
		case 'T':
			b.WriteString(a.totalsText(arg, writing))
		case 't':
			layout := arg
			if layout == "" {
				layout = "%c"
			}
			b.WriteString(a.timeText(layout))
		case '*':
			width, err := strconv.Atoi(arg)
			if err != nil {
				width = 80
			}
			b.WriteString(strings.Repeat(" ", max(0, min(width, 1000)-len(a.call.Name())-2-b.Len())))
		default:
			b.WriteByte('%')
			continue
		}
		i = at
	}
	return b.String()
}

// checkpointCommand has a shell of the interpreter do what exec= says.
func (a *archiver) checkpointCommand(text string) {
	env := a.childEnv([][2]string{{"VERSION", tarVersion}, {"ARCHIVE", a.file}, {"CHECKPOINT", strconv.FormatInt(a.checkpoints.count, 10)},
		{"BLOCKING_FACTOR", strconv.FormatInt(a.record/blockBytes, 10)}, {"SUBCOMMAND", modeName(a.mode)}, {"FORMAT", a.format}})
	a.call.Exec(a.ctx, &command.Call{Args: []string{"sh", "-c", text}, Env: env})
}
