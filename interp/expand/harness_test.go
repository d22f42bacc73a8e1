package expand_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/arith"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// prelude defines what the rows call in bash: p shows words.
const prelude = `p(){ local i; for i; do printf '<%s>' "$i"; done; echo " ($#)"; }
`

// An osFS reads the host's files.
type osFS struct{ vfs.FS }

func (osFS) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (osFS) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// A host runs the few commands that rows use.
type host struct {
	x     *expand.Expander
	out   bytes.Buffer
	steps int
	max   int
	dir   string
	funcs map[string]*syntax.FuncDecl
}

var errSteps = errors.New("too many steps")

func (h *host) CommandSubst(ctx context.Context, c *syntax.CmdSubst) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "bash", "-c", c.Src, "bash")
	cmd.Args = append(cmd.Args, h.x.Shell.Params...)
	cmd.Env = os.Environ()
	for _, name := range h.x.Shell.Vars.Names() {
		if v, ok := h.x.Shell.Vars.Get(name).Value(); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	out, _ := cmd.Output()
	return out, nil
}

func (h *host) ProcessSubst(context.Context, *syntax.ProcSubst) (string, error) {
	return "/dev/fd/63", nil
}

func (h *host) Home(user string) (string, bool) {
	if user == "" || user == "root" {
		return "/root", true
	}
	return "", false
}

func (h *host) Warn(text string) { h.out.WriteString("bash: line 1: " + text + "\n") }

func (h *host) Step(n int) error {
	if h.steps += n; h.max > 0 && h.steps > h.max {
		return errSteps
	}
	return nil
}

// newHost makes a shell with the parameters "A" and "B b".
func newHost(dir string) *host {
	sh := state.NewShell(state.NewMeter(0))
	sh.Name, sh.Params, sh.Dir = "bash", []string{"A", "B b"}, dir
	h := &host{dir: dir, funcs: map[string]*syntax.FuncDecl{}}
	h.x = &expand.Expander{Shell: sh, FS: osFS{}, Arith: &arith.Cache{}, Host: h, Source: 'c'}
	sh.Opts.Set(state.HashAll, true)
	_ = sh.Vars.SetString("HOME", "/h")
	_ = sh.Vars.SetString("PWD", dir)
	_ = sh.Vars.SetString("IFS", " \t\n")
	return h
}

// run runs the statements of a row and returns what it printed.
func (h *host) run(src string) string {
	ctx := context.Background()
	p := syntax.New(syntax.StringInput(src), syntax.Config{
		Name:    "bash",
		ExtGlob: func() bool { return h.x.Shell.Opts.On(state.ExtGlob) },
	})
	for {
		list, err := p.Next()
		if err != nil {
			var bad *syntax.Error
			if errors.As(err, &bad) {
				h.out.WriteString("syntax error\n")
			}
			return h.out.String()
		}
		for _, s := range list.Stmts {
			h.x.Shell.Line = 1
			if err := h.stmt(ctx, s); err != nil {
				h.out.WriteString("bash: line 1: " + err.Error() + "\n")
				return h.out.String()
			}
		}
	}
}

func (h *host) stmt(ctx context.Context, s *syntax.Stmt) error {
	err := h.command(ctx, s)
	if d, ok := s.Cmd.(*syntax.DeclClause); !ok || d == nil {
		h.x.Shell.Status = 0
	}
	return err
}

func (h *host) command(ctx context.Context, s *syntax.Stmt) error {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return h.call(ctx, c)
	case *syntax.DeclClause:
		return h.declare(ctx, c)
	case *syntax.FuncDecl:
		h.funcs[c.Name] = c
		return nil
	case *syntax.ArithmCmd:
		_, err := h.x.Arithm(ctx, c.X)
		return err
	}
	return errors.New("row uses another command")
}

func (h *host) call(ctx context.Context, c *syntax.CallExpr) error {
	args, err := h.x.Words(ctx, c.Args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		for _, a := range c.Assigns {
			if err := h.x.Assign(ctx, a, expand.AssignOptions{}); err != nil {
				return err
			}
		}
		return nil
	}
	sh := h.x.Shell
	if f := h.funcs[args[0]]; f != nil {
		return h.function(ctx, f, c.Assigns, args)
	}
	switch args[0] {
	case ":":
	case "p":
		for _, a := range args[1:] {
			h.out.WriteString("<" + a + ">")
		}
		h.out.WriteString(" (" + strconv.Itoa(len(args)-1) + ")\n")
	case "shift":
		n, _ := strconv.Atoi(args[1])
		sh.Params = sh.Params[n:]
	case "unset":
		return h.unset(ctx, args[1:])
	case "shopt":
		for _, name := range args[2:] {
			opt, _ := state.ShoptOption(name)
			sh.Opts.Set(opt, args[1] == "-s")
		}
	case "set":
		if args[1] == "--" {
			sh.Params = args[2:]
			return nil
		}
		opt, _ := state.LetterOption(args[1][1])
		sh.Opts.Set(opt, args[1][0] == '-')
	default:
		return errors.New("row calls " + args[0])
	}
	return nil
}

// function calls a function, with assignments before it.
func (h *host) function(ctx context.Context, f *syntax.FuncDecl, assigns []*syntax.Assign, args []string) error {
	sh := h.x.Shell
	if len(assigns) > 0 {
		sh.Vars.Push(true)
		defer sh.Vars.Pop()
		for _, a := range assigns {
			if err := h.x.Assign(ctx, a, expand.AssignOptions{Temporary: true}); err != nil {
				return err
			}
		}
	}
	sh.Vars.Push(false)
	defer sh.Vars.Pop()
	params := sh.Params
	sh.Params = args[1:]
	defer func() { sh.Params = params }()
	for _, s := range f.Body.Cmd.(*syntax.Block).Stmts {
		if err := h.stmt(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) unset(ctx context.Context, args []string) error {
	nameref := args[0] == "-n"
	for _, name := range args {
		if name == "-n" {
			continue
		}
		if err := h.x.UnsetTarget(ctx, name, nameref); err != nil {
			var bad *expand.Error
			if errors.As(err, &bad) && bad.Deep {
				return err
			}
			h.out.WriteString("bash: line 1: unset: " + err.Error() + "\n")
		}
	}
	return nil
}

// separator ends the output of each row.
const separator = "\x1e"

// oracle runs rows under bash, each in a subshell of its own, and returns what
// each printed.
func oracle(t *testing.T, dir string, rows []string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	var script strings.Builder
	script.WriteString(prelude)
	for _, row := range rows {
		// Each row is text for eval, so that its syntax errors are its own.
		script.WriteString("( set -- A 'B b'; eval " + shellQuote(row) + "\n)\nprintf '" + `\036` + "'\n")
	}
	cmd := exec.CommandContext(ctx, "bash", "--norc", "-s", "A", "B b")
	cmd.Stdin = strings.NewReader(script.String())
	cmd.Dir = dir
	cmd.Env = []string{"HOME=/h", "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "PWD=" + dir}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	parts := strings.Split(out.String(), separator)
	if len(parts) != len(rows)+1 {
		t.Fatalf("bash ran %d of %d rows: %s", len(parts)-1, len(rows), out.String())
	}
	for i := range parts {
		parts[i] = normalize(parts[i])
	}
	return parts[:len(rows)]
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// normalize makes the prefixes of messages alike.
func normalize(s string) string {
	lines := strings.SplitAfter(s, "\n")
	for i, line := range lines {
		for _, name := range []string{"environment", "main"} {
			if rest, ok := strings.CutPrefix(line, name+": line "); ok {
				line = "bash: line " + rest
			}
		}
		if rest, ok := strings.CutPrefix(line, "bash: line "); ok {
			n := strings.IndexByte(rest, ':')
			if n > 0 {
				lines[i] = "bash: line 1:" + strings.TrimPrefix(rest[n+1:], " eval:")
				lines[i] = strings.Replace(lines[i], "bash: line 1: line 1:", "bash: line 1:", 1)
				if strings.Contains(lines[i], "syntax error near") || strings.Contains(lines[i], "unexpected EOF") {
					return strings.Join(lines[:i], "") + "syntax error\n"
				}
			}
		}
	}
	return strings.Join(lines, "")
}

// compare runs rows in both.
func compare(t *testing.T, dir string, rows []string) {
	t.Helper()
	want := oracle(t, dir, rows)
	bad := 0
	for i, row := range rows {
		h := newHost(dir)
		if strings.ContainsAny(want[i], "\x01\x7f") || strings.Contains(want[i], `\001`) || strings.Contains(want[i], `\177`) {
			continue // bash shows its own marks of quoted characters
		}
		if got := h.run(row); got != want[i] {
			if bad++; bad <= 40 {
				t.Errorf("%s\n got %q\nwant %q", row, got, want[i])
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d rows differ", bad, len(rows))
	}
}
