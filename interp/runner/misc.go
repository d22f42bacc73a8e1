package runner

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

func nullInput() stream.Description { return stream.Null() }

// processorTime is the processor time of this process.
func processorTime() (user, system, childUser, childSystem time.Duration) {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0, 0, 0, 0
	}
	return time.Duration(usage.Utime.Nano()), time.Duration(usage.Stime.Nano()), 0, 0
}

// timeClause runs a pipeline and prints what it took.
func (sh *shell) timeClause(ctx context.Context, c *syntax.TimeClause) builtins.Status {
	start := time.Now()
	user, system, _, _ := processorTime()
	st := status(0)
	if c.Stmt != nil {
		st = sh.stmt(ctx, c.Stmt)
	}
	real := time.Since(start)
	endUser, endSystem, _, _ := processorTime()
	format, ok := sh.st.Vars.Get("TIMEFORMAT").Value()
	switch {
	case c.Posix:
		format = "real %2R\nuser %2U\nsys %2S"
	case !ok:
		format = "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS"
	case format == "":
		return st
	}
	text, err := timeText(format, real, endUser-user, endSystem-system)
	if err != "" {
		sh.message("TIMEFORMAT: " + err)
		return st
	}
	_, _ = io.WriteString(sh.stderr(), text+"\n")
	return st
}

// timeText formats times as TIMEFORMAT says.
func timeText(format string, real, user, system time.Duration) (text, bad string) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if format[i] == 'P' {
			percent := 0.0
			if real > 0 {
				percent = 100 * float64(user+system) / float64(real)
			}
			fmt.Fprintf(&b, "%.2f", percent)
			continue
		}
		places, long := 3, false
		if format[i] >= '0' && format[i] <= '9' {
			places = min(int(format[i]-'0'), 3)
			i++
		}
		if i < len(format) && format[i] == 'l' {
			long = true
			i++
		}
		if i == len(format) {
			return "", "`\x00': invalid format character"
		}
		switch format[i] {
		case 'R':
			writeTime(&b, real, places, long)
		case 'U':
			writeTime(&b, user, places, long)
		case 'S':
			writeTime(&b, system, places, long)
		default:
			return "", fmt.Sprintf("`%c': invalid format character", format[i])
		}
	}
	return b.String(), ""
}

func writeTime(b *strings.Builder, d time.Duration, places int, long bool) {
	seconds := d / time.Second
	if long {
		fmt.Fprintf(b, "%dm", seconds/60)
		seconds %= 60
	}
	b.WriteString(strconv.Itoa(int(seconds)))
	if places > 0 {
		millis := fmt.Sprintf("%03d", d%time.Second/time.Millisecond)
		b.WriteString("." + millis[:places])
	}
	if long {
		b.WriteByte('s')
	}
}

// coproc starts a command with a pipe to and from it.
func (sh *shell) coproc(ctx context.Context, c *syntax.CoprocClause) builtins.Status {
	if sh.tick() {
		return sh.stopped()
	}
	if st, ok := sh.deeper(); !ok {
		return st
	}
	sh.st.Line = int(c.Position.Line)
	if !expand.ValidName(c.Name) {
		sh.message("`" + c.Name + "': not a valid identifier")
		return sh.failed(1)
	}
	sh.jobs.own()
	if sh.jobs.runningCount() >= sh.run.limits.Jobs {
		return sh.limit("jobs", int64(sh.run.limits.Jobs))
	}
	for _, j := range sh.jobs.list {
		if other, ok := j.node.Cmd.(*syntax.CoprocClause); ok && j.running() {
			sh.messagef("warning: execute_coproc: coproc [%d:%s] still exists", j.last().pid, other.Name)
		}
	}
	outR, outW := stream.PipeContext(sh.eng.life, 0)
	inR, inW := stream.PipeContext(sh.eng.life, 0)
	child := sh.fork(ctx, true)
	child.ignore = 0
	_ = child.fds.Set(0, inR)
	_ = child.fds.Set(1, outW)
	child.background = true
	child.trapsChanged()
	p, ok := child.startJob(c.Stmt)
	if !ok {
		outR.Close()
		inW.Close()
		return sh.limit("processes", int64(sh.run.limits.Processes))
	}
	// bash takes the highest free descriptors for them. Who reads there waits no
	// longer than the command that does, however long the coprocess may go on.
	readFD, err := sh.addHigh(stream.WithContext(ctx, outR))
	writeFD := -1
	if err == nil {
		writeFD, err = sh.addHigh(stream.WithContext(ctx, inW))
	}
	if err != nil {
		sh.message("cannot make pipe: " + strerror(err))
		return status(1)
	}
	sh.jobs.add(&job{procs: []*process{p}, node: &syntax.Stmt{Position: c.Position, Cmd: c}, controlled: sh.st.JobControl()})
	sh.st.Background = p.pid
	return sh.coprocVars(c.Name, readFD, writeFD, p.pid)
}

// coprocVars are the variables by which a script knows its coprocess.
func (sh *shell) coprocVars(name string, readFD, writeFD, pid int) builtins.Status {
	array, err := sh.exp.ArrayTarget(name)
	if err != nil {
		sh.message(err.Error())
		return status(0)
	}
	if sh.readOnly(array) {
		sh.message(array + ": readonly variable")
		return status(0)
	}
	sh.st.Vars.Define(array, &state.Variable{
		Kind: state.Indexed, Set: true, List: state.NewList(strconv.Itoa(readFD), strconv.Itoa(writeFD)),
	})
	if err := sh.exp.SetTarget(sh.fs.ctx, name+"_PID", strconv.Itoa(pid), false); err != nil {
		sh.message(err.Error())
	}
	return status(0)
}

// endCoproc takes the variables of a coprocess that has ended away, and closes
// its pipes.
func (sh *shell) endCoproc(j *job) {
	c, ok := j.node.Cmd.(*syntax.CoprocClause)
	if !ok {
		return
	}
	name, err := sh.exp.ArrayTarget(c.Name)
	if err != nil {
		name = c.Name
	}
	if v := sh.st.Vars.Get(name); v != nil && v.Kind == state.Indexed && !v.Has(state.ReadOnly) {
		for _, text := range v.List.Values() {
			if fd, err := strconv.Atoi(text); err == nil {
				_ = sh.fds.Close(fd) // the script may have closed it
			}
		}
	}
	if err := sh.exp.UnsetTarget(sh.fs.ctx, c.Name, false); err != nil {
		sh.message(err.Error())
	}
	sh.st.Vars.Define(c.Name+"_PID", nil)
}

// addHigh puts d at the highest free descriptor below 64.
func (sh *shell) addHigh(d stream.Description) (int, error) {
	for fd := min(lastFD, sh.fds.Limit()-1); fd > 2; fd-- {
		if _, used := sh.fds.Get(fd); !used {
			return fd, sh.fds.Set(fd, d)
		}
	}
	d.Close()
	return -1, syscall.EMFILE
}

// selectClause runs a select loop.
func (sh *shell) selectClause(ctx context.Context, c *syntax.SelectClause) builtins.Status {
	sh.st.Line = int(c.Position.Line)
	if !expand.ValidName(c.Name) {
		sh.message("`" + c.Name + "': not a valid identifier")
		return sh.failed(1)
	}
	if sh.st.Opts.On(state.XTrace) {
		sh.traceHead("select", c.Name, c.In, c.Items)
	}
	if end, skip := sh.beforeCommand(ctx, c); end.Kind != builtins.Next || skip {
		return end
	}
	items := sh.st.Params
	if c.In {
		var err error
		if items, err = sh.words(ctx, c.Items); err != nil {
			return sh.expansionFailed(err)
		}
	}
	if len(items) == 0 {
		return status(0)
	}
	sh.st.Loops++
	st := sh.choose(ctx, c, items)
	sh.st.Loops--
	return st
}

func (sh *shell) choose(ctx context.Context, c *syntax.SelectClause, items []string) builtins.Status {
	show := true
	for {
		if !sh.round() || sh.halted() {
			return sh.stopped()
		}
		if show {
			sh.menu(items)
		}
		prompt := "#? "
		if v, ok := sh.st.Vars.Get("PS3").Value(); ok {
			prompt = v
		}
		_, _ = io.WriteString(sh.stderr(), prompt)
		reply, ok := sh.reply(ctx)
		if !ok {
			_, _ = io.WriteString(sh.fds.Desc(1), "\n")
			return status(1)
		}
		if show = reply == ""; show {
			continue
		}
		choice := ""
		if n, err := strconv.Atoi(strings.Trim(reply, " \t")); err == nil && n >= 1 && n <= len(items) {
			choice = items[n-1]
		}
		if err := sh.exp.SetTarget(ctx, c.Name, choice, false); err != nil {
			sh.loopFailed(err, "")
			return sh.brokenLoop()
		}
		if last, done := afterRound(sh.list(ctx, c.Do)); done {
			return last
		}
		if v, ok := sh.st.Vars.Get("REPLY").Value(); ok && v == "" {
			show = true
		}
	}
}

// reply reads the answer to a menu as `read` does, into REPLY.
func (sh *shell) reply(ctx context.Context) (text string, ok bool) {
	b := sh.borrow()
	b.Ctx, b.Shell, b.State, b.Line = ctx, sh, sh.st, sh.st.Line
	b.Args = []string{"read"}
	b.Stdin, b.Stdout, b.Stderr = sh.fds.Desc(0), sh.fds.Desc(1), sh.fds.Desc(2)
	ok = sh.eng.builtins["read"].Run(b).Code == 0
	sh.giveBack(b)
	text, _ = sh.st.Vars.Get("REPLY").Value()
	return text, ok
}

// menu prints the choices of select in columns, as wide as COLUMNS says.
func (sh *shell) menu(items []string) {
	w := bufio.NewWriter(sh.stderr())
	defer w.Flush()
	width := 80
	if v, ok := sh.st.Vars.Get("COLUMNS").Value(); ok {
		if n, err := strconv.Atoi(v); err == nil && n > 0 {
			width = n
		}
	}
	longest := 0
	for _, item := range items {
		longest = max(longest, len([]rune(item)))
	}
	digits := len(strconv.Itoa(len(items)))
	longest += digits + 2 + 2 // ") " and two blanks
	columns := max(width/longest, 1)
	rows := (len(items) + columns - 1) / columns
	columns = (len(items) + rows - 1) / rows
	if rows == 1 {
		rows = columns
	}
	firstDigits := len(strconv.Itoa(rows))
	for row := range rows {
		at, places := 0, firstDigits
		for i := row; ; {
			n, _ := fmt.Fprintf(w, "%*d) ", places, i+1)
			_, _ = w.WriteString(items[i])
			n += len([]rune(items[i]))
			places = digits
			if i += rows; i >= len(items) {
				break
			}
			indent(w, at+n, at+longest)
			at += longest
		}
		_ = w.WriteByte('\n')
	}
}

// indent moves from one column to another with tabs and blanks.
func indent(w *bufio.Writer, from, to int) {
	for from < to {
		if to/8 > from/8 {
			_ = w.WriteByte('\t')
			from += 8 - from%8
			continue
		}
		_ = w.WriteByte(' ')
		from++
	}
}
