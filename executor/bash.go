package executor

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/landlock"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// BashOptions say how the bash engine starts commands.
type BashOptions struct {
	// Shell is the absolute path of the shell.
	Shell string
	// Dropper starts every command.
	Dropper *Dropper
	// Image, where set, is the shell in memory, and Shell only its name: the
	// sandbox lets no shell's file be read or executed.
	Image *ShellImage
	// Ruleset confines every command; nil when the sandbox is off.
	Ruleset *landlock.Ruleset
	// Paths, where set, notices that Ruleset has to be another one.
	Paths *Follower
	// Noexec keeps commands from executing what they may write; nil where they
	// may.
	Noexec *Noexec
	// Filter is a program for seccomp(2); empty for none.
	Filter []byte
	// Limits are resource limits for every command.
	Limits []launch.Limit
	// KillLeft ends everything that a command has left running when its shell
	// ends. Isolated commands always get that.
	KillLeft bool
	// Groups are control groups for the commands; nil for none.
	Groups *Groups
	// KeepIgnored are signals that stay ignored in commands, because the
	// caller of a non-interactive aegish ignored them (nohup(1)).
	KeepIgnored []int
	// Judged says that the policy rests on how the gate read a command, so
	// that bash has to read it in the same character set.
	Judged bool
	// Terminal, when set, is handed to each command as its controlling
	// terminal's foreground, and taken back afterwards.
	Terminal *Terminal
}

// Bash is the engine that runs every command in a fresh bash behind the
// dropper.
type Bash struct {
	opts BashOptions
	find func(elevator string) (string, error)
}

// NewBash makes the engine. It owns the dropper, the ruleset, the image and the
// groups from then on.
func NewBash(opts BashOptions) *Bash { return &Bash{opts, findElevator} }

// environ is the environment of the next command.
func (b *Bash) environ(st *envstate.State) []string {
	env := st.Environ()
	if b.opts.Judged {
		env = withReadableLocale(env)
	}
	if _, ok := st.Env.Get("PATH"); !ok {
		// bash would take the one it was compiled with, which on some systems
		// has the working directory in it.
		env = append(env, "PATH="+defaultPath)
	}
	return env
}

// defaultPath is the search path of commands where the session has none.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// Name implements Engine.
func (b *Bash) Name() string { return "bash" }

// Close implements Engine.
func (b *Bash) Close() error {
	if b.opts.Ruleset != nil {
		b.opts.Ruleset.Close()
	}
	if b.opts.Image != nil {
		b.opts.Image.Close()
	}
	b.opts.Groups.Close()
	return b.opts.Dropper.Close()
}

// captures reports whether the shell can tell its state: only bash reads
// BASH_ENV and has the builtins that the trap uses.
func (b *Bash) captures(req Request) bool { return req.Capture && config.IsBash(b.opts.Shell) }

// Run implements Engine.
func (b *Bash) Run(ctx context.Context, st *envstate.State, req Request) (Outcome, error) {
	l := launcher{engine: b, spec: b.spec(st, req)}
	defer l.closeFiles()
	l.files = []*os.File{req.Stdin, req.Stdout, req.Stderr, nil, nil} // 3 payload, 4 errors

	if err := b.refresh(); err != nil {
		return Outcome{}, &SetupError{CodeSandbox, err}
	}
	if req.elevation == nil {
		l.useImage(b.opts.Image)
	} else if err := b.elevate(&l, st, req); err != nil {
		return Outcome{}, &SetupError{CodeSpawn, err}
	}
	defer l.terminal.release()
	if err := l.addScript(req.scriptFD); err != nil {
		return Outcome{}, &SetupError{CodeSpawn, err}
	}
	var capt *capture
	var nonce string
	if b.captures(req) {
		var err error
		nonce = NewID(12) // marks this command's report
		if capt, err = l.addCapture(prologue(b.opts.Shell, nonce, st, req.Reads && mayExit(req.Command))); err != nil {
			return Outcome{}, &SetupError{CodeSpawn, err}
		}
	}
	begin := time.Now()
	dir := st.SpawnDir()
	child, err := l.start(dir, req.Isolate)
	if err != nil {
		if capt != nil {
			l.closeFiles()
			capt.finish()
		}
		if denied := unix.Access(dir, unix.X_OK); denied != nil {
			err = fmt.Errorf("the directory can not be entered any more: %w", &os.PathError{Op: "chdir", Path: st.Dir, Err: denied})
		}
		return Outcome{}, &SetupError{CodeSpawn, err}
	}
	l.closeFiles()
	ended := child.wait(ctx)
	out := Outcome{Exit: ended.status, Signal: ended.signal, Cause: ended.cause,
		Duration: time.Since(begin), Left: ended.left}
	if capt != nil {
		out.Asked = true
		out.Report = b.report(capt.finish(), nonce)
	}
	if failed := l.failure(); failed != nil {
		return Outcome{}, failed
	}
	b.mapUnfinished(ctx, st, req, &out)
	return out, nil
}

// spec is the launch of a command, as far as it is known before the files are.
func (b *Bash) spec(st *envstate.State, req Request) launch.Spec {
	return launch.Spec{
		Path:        b.opts.Shell,
		Argv:        b.argv(req),
		Env:         b.environ(st),
		Ruleset:     launch.NoRuleset,
		Limits:      b.opts.Limits,
		KeepIgnored: b.opts.KeepIgnored,
		Filter:      b.opts.Filter,
		NoNewPrivs:  b.opts.Ruleset != nil || len(b.opts.Filter) > 0,
	}
}

// refresh takes another ruleset where paths have changed.
func (b *Bash) refresh() error {
	fresh, err := b.opts.Paths.Refresh()
	if fresh != nil {
		b.opts.Ruleset.Close()
		b.opts.Ruleset = fresh
	}
	return err
}

// argv is the shell's argument vector for a request.
func (b *Bash) argv(req Request) []string {
	argv := []string{config.ShellStem(b.opts.Shell)}
	if config.IsBash(b.opts.Shell) {
		argv = append(argv, "--norc", "--noprofile")
	}
	if req.Script {
		return append(append(argv, "--", req.Command), req.Args...)
	}
	argv = append(argv, "-c")
	if config.FamilyOf(b.opts.Shell) == config.FamilyBash {
		argv = append(argv, "--") // a command may begin with a dash
	}
	argv = append(argv, req.Command)
	name := req.Name
	if name == "" && len(req.Args) > 0 {
		name = argv[0]
	}
	if name != "" {
		argv = append(append(argv, name), req.Args...)
	}
	return argv
}

func (b *Bash) report(raw []byte, nonce string) *envstate.Report {
	report, err := envstate.ParseReport(raw, nonce)
	if err != nil {
		return nil
	}
	return &report
}

// mapUnfinished gives a command that was never read to its end status 2. When
// a quote or a substitution is not closed, bash keeps the previous command's
// status unless that was 0 (parse.y, parse_matched_pair), and a fresh bash for
// each command must not let a status of an earlier command show there. Where
// that may have happened, bash itself says whether the text is whole.
func (b *Bash) mapUnfinished(ctx context.Context, st *envstate.State, req Request, out *Outcome) {
	if req.Whole || out.Report == nil || st.Exit == 0 || out.Exit != st.Exit {
		return
	}
	if answer, err := b.Check(ctx, st, req.Command); err == nil && answer.Completeness != Complete {
		out.Exit = StatusUsage
	}
}
