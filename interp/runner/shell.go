package runner

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
)

// A shell is one shell execution environment that is running: its state, its
// descriptors, its process. It is used by one goroutine.
type shell struct {
	eng  *Engine
	run  *run
	st   *state.Shell
	fds  *stream.Table
	proc *process
	exp  expand.Expander
	fs   files
	jobs jobTable

	// depth counts calls, evals, traps and substitutions around, substs
	// substitutions and subshells.
	depth, substs int
	// ignore counts the constructs around in which a failure neither ends
	// the shell (set -e) nor runs the ERR trap.
	ignore int
	// excused is what ignore begins with in the substitutions that this shell makes,
	// but for those in the words of a simple command or a test, where inWords is set:
	// these begin with ignore itself.
	excused int
	inWords bool
	// subStatus is the status of the last command substitution of the
	// command that is being expanded, hadSubst whether there was one.
	subStatus int
	hadSubst  bool
	// oneLiner is set for a shell that runs a -c string.
	oneLiner bool
	// traps caches which of the traps that are looked at after each command
	// are set.
	traps trapFlags
	// evals counts what xtrace shows by repeating the first character of PS4.
	evals int
	// texts counts the texts that this shell itself is reading: of eval, of a
	// sourced file, of a trap, or of the command substitution that it is.
	texts int
	// within is set for a subshell of one that was reading such a text.
	within bool
	// pool keeps calls of builtins for the next one.
	pool []*builtins.Call
	// undone are process substitutions of the command that is running.
	substFiles []substFile
	lastSubst  *process
	// hashPath is the PATH that the table of hashed commands belongs to.
	hashPath string
	// leftLast is what $_ is behind the builtin that ran, "" for its last argument.
	leftLast string
	// stageOf is the simple command that is this whole process, as a stage of
	// a pipeline or a job: its failure is the parent's to judge.
	stageOf *syntax.Stmt
	// execOf is the last command of a subshell or of bash -c: bash becomes the
	// program then, if it is one. ranExternal tells whether the last command was
	// a program.
	execOf      *syntax.Stmt
	ranExternal bool
	// silent is set where deaths of programs are not reported: in a substitution.
	silent bool
	// inputGiven is set in a subshell that reads from a pipe or a file: its
	// background commands do, too.
	inputGiven bool
	// levelReset is the SHLVL that was too high to be kept.
	levelReset int
	// announced is the simple command that is this whole process, when the
	// parent has run the DEBUG trap for it.
	announced *syntax.Stmt
	// reserved are the descriptors where bash would keep what redirections
	// have put aside.
	reserved []int
	// params are the positional parameters outside of functions.
	params []string
	// keepRedirs is set by an exec without a command: the redirections of
	// the command stay.
	keepRedirs bool
	// whole is set while the program that runs is all that there is to this
	// process: bash would have replaced itself by it.
	whole bool
	// replaced is set once a command has replaced the shell: no EXIT trap.
	replaced bool
	// traced is closed with the first line of a trace; nil where nobody waits.
	traced chan struct{}
	// tracing guards against tracing the expansion of PS4.
	tracing bool
	history *history
	// died is the subshell or shell that this shell has waited for last, until
	// reportKilled has looked at it.
	died *process
	// traceFD is where set -x writes, as BASH_XTRACEFD says; 0 for standard
	// error.
	traceFD   int
	lastRegex compiledRegex
	// ofJob is set where this shell stands for a pipeline in the foreground.
	ofJob bool
	// background is set in a subshell that was started with &.
	background bool
	// brokenInside counts the writes without reader of what commands run,
	// which are not the commands' own.
	brokenInside atomic.Int64
	// gaveUp is set once an error has ended the shell, rather than exit or
	// set -e.
	gaveUp bool
	// ended is how the shell goes on after the builtin that runs, where that
	// came upon such an error.
	ended builtins.Status
	// indirect is set while a builtin begins that command or builtin runs: its
	// errors are not those of a special builtin.
	indirect bool
	// elements are the arguments of unset whose subscripts are expanded already.
	elements []string
	// locals are the names that assigned knows and a function has assigned:
	// they may have been local to it.
	locals []string
	// compat is what shopt's compatNN options say, 0 for none.
	compat int
	// ulimits are what ulimit shows, shared with other shells until it sets
	// one: never changed in place.
	ulimits map[byte]ulimit
}

// enterRun binds the main shell to a new run.
func (sh *shell) enterRun(ctx context.Context, r *run) {
	sh.run = r
	sh.replaced = false
	sh.bindStreams(ctx)
}

// settle brings the shell back to where the next Run can start, whatever ended
// this one: the scopes of functions that did not return, loops, traps that ran.
func (sh *shell) settle() {
	sh.unwind()
	sh.st.Loops, sh.ignore, sh.depth, sh.substs, sh.evals = 0, 0, 0, 0, 0
	sh.traps.running = 0
	sh.traps.ranExit = false
	sh.closeSubsts(0)
}

// unwind leaves all functions and sourced files.
func (sh *shell) unwind() {
	sh.st.Vars.Unwind()
	if len(sh.st.Frames) == 0 {
		return
	}
	bottom := 0
	if sh.st.Frames[0].Script {
		bottom = 1
	}
	if len(sh.st.Frames) > bottom {
		sh.st.LeaveAll(sh.params)
		sh.st.Frames = sh.st.Frames[:bottom]
	}
}

// fork makes the environment of a subshell. One that is not concurrent runs on
// this goroutine while this shell waits for it.
func (sh *shell) fork(ctx context.Context, concurrent bool) *shell {
	c := &shell{
		eng: sh.eng, run: sh.run, st: sh.st.Fork(concurrent), fds: sh.fds.Clone(),
		depth: sh.depth + 1, substs: sh.substs + 1, ignore: sh.ignore, excused: sh.excused,
		oneLiner: sh.oneLiner, within: sh.inText(), evals: sh.evals, hashPath: sh.hashPath, history: sh.history.fork(), ulimits: sh.ulimits, inputGiven: sh.inputGiven,

		tracing: sh.tracing, traceFD: sh.traceFD, params: sh.params,
	}
	c.exp.Source = sh.exp.Source
	c.proc = sh.eng.procs.add(sh.proc, nil)
	c.st.BashPID = c.proc.pid
	c.jobs.inherit(&sh.jobs)
	c.inheritTraps(sh)
	c.bind(ctx)
	return c
}

// bind connects the parts of a shell with each other.
func (sh *shell) bind(ctx context.Context) {
	sh.fs = files{sh: sh, ctx: ctx}
	source := sh.exp.Source
	l := &sh.eng.cfg.Limits
	longest, most := 0, 0 // no limit
	others := sh.eng.procs.others()
	if l.StringBytes > 0 {
		longest = l.text(others)
	}
	if l.ArrayElements > 0 {
		most = l.elements(others)
	}
	sh.exp = expand.Expander{Shell: sh.st, FS: &sh.fs, Host: sh, Arith: sh.eng.arith, Patterns: &sh.eng.patterns, Source: source, Limits: expand.Limits{
		StringBytes: longest, Words: l.ExpansionWords,
		ArrayElements: most, PatternSteps: l.PatternSteps,
	}}
}

// bindStreams makes the descriptors of a shell stop waiting when ctx ends.
func (sh *shell) bindStreams(ctx context.Context) {
	sh.fs.ctx = ctx
	for fd, d := range sh.fds.All {
		if b := stream.WithContext(ctx, d); b != d {
			_ = sh.fds.Set(fd, b.Retain())
		}
	}
}

// subshell reports whether this is not the first shell.
func (sh *shell) subshell() bool { return sh.st.Level > 0 }

func (sh *shell) stderr() io.Writer { return sh.fds.Desc(2) }

// prefix is what stands before messages: "NAME: line N: ".
func (sh *shell) prefix() string {
	name := sh.st.Name
	if n := len(sh.st.Frames); n > 0 && sh.st.Frames[n-1].Source != "" {
		name = sh.st.Frames[n-1].Source
	}
	if sh.st.Interactive {
		return sh.st.Name + ": "
	}
	return name + ": line " + strconv.Itoa(sh.st.Line) + ": "
}

// message prints an error. What can not be printed is lost, as in bash.
func (sh *shell) message(text string) {
	_, _ = io.WriteString(sh.stderr(), sh.messagePrefix()+text+"\n")
}

func (sh *shell) messagePrefix() string {
	prefix := sh.prefix()
	if sh.st.Opts.On(state.GnuErrfmt) {
		prefix = strings.Replace(prefix, ": line ", ":", 1) // builtins keep theirs
	}
	return prefix
}

func (sh *shell) messagef(format string, args ...any) { sh.message(fmt.Sprintf(format, args...)) }

// status is a plain end of a command.
func status(code int) builtins.Status { return builtins.Status{Code: code} }
