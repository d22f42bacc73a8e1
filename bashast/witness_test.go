package bashast_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A witness runs real bash on command lines without running any command:
// testdata/witness.c, preloaded, reports what bash is about to execute and
// stops it. Every builtin is switched off, so that builtins, too, arrive as
// commands to be reported; names that are in no directory arrive through
// bash's hook for unknown commands, with their exact arguments.
type witness struct {
	bash, shim, dir string
}

// An event is one thing that bash did.
type event struct {
	kind byte // X execute, O open, D read directory, P pipe, U look up user
	num  int  // case number, for X
	argv []string
}

func (e event) String() string { return fmt.Sprintf("%c%q", e.kind, e.argv) }

const (
	unknownCommand = "/aegish-unknown-command"

	// prelude makes bash report everything it would run. The eval that the
	// batches need is switched off where it is not.
	prelude = `command_not_found_handle() { ` + unknownCommand + ` "$@"; }
for b in $(compgen -b); do case $b in eval|enable|:) ;; *) enable -n "$b";; esac; done
{ : </aegish-arm; } 2>&-
enable -n :
`
	preludeBatch  = prelude + "enable -n enable\n"
	preludeSingle = prelude + "enable -n eval\nenable -n enable\n"
)

// newWitness compiles the shim. gcc and bash are what building this module and
// using it need anyway, so their absence is a failure.
func newWitness(t testing.TB) *witness {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{bash: bash, dir: t.TempDir()}
	w.shim = filepath.Join(w.dir, "witness.so")
	cc := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-o", w.shim, "testdata/witness.c", "-ldl")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(w.single(), []byte(preludeSingle), 0o600); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *witness) single() string { return filepath.Join(w.dir, "prelude") }

// env is all that bash sees. HOME is set so that a tilde would show.
func (w *witness) env(locale string, more ...string) []string {
	return append([]string{
		"LD_PRELOAD=" + w.shim, "PATH=/aegish-no-such-dir", "HOME=/aegish-home", "LC_ALL=" + locale, "AEGISH_CASE=0",
	}, more...)
}

// one asks bash about one command line in the form that aegish uses: as the
// untouched operand of -c.
func (w *witness) one(locale, line string) ([]event, error) {
	return w.run([]string{"--norc", "--noprofile", "-c", "--", line}, w.env(locale, "BASH_ENV="+w.single()))
}

// batch asks one bash process about many command lines and returns the events
// of each. Where something other than an execution happened, or bash got lost,
// it asks about each line alone.
func (w *witness) batch(locale string, lines []string) ([][]event, error) {
	var script bytes.Buffer
	script.WriteString(preludeBatch)
	for i, line := range lines {
		fmt.Fprintf(&script, "AEGISH_CASE=%d\neval -- '%s'\n", i, strings.ReplaceAll(line, "'", `'\''`))
	}
	file, err := os.CreateTemp(w.dir, "batch")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := file.Write(script.Bytes()); err != nil {
		return nil, err
	}
	events, err := w.run([]string{"--norc", "--noprofile", file.Name()}, w.env(locale))
	if err != nil {
		return w.each(locale, lines)
	}
	byCase := make([][]event, len(lines))
	for _, e := range events {
		if e.kind != 'X' || e.num >= len(lines) {
			return w.each(locale, lines)
		}
		byCase[e.num] = append(byCase[e.num], e)
	}
	return byCase, nil
}

func (w *witness) each(locale string, lines []string) ([][]event, error) {
	byCase := make([][]event, len(lines))
	for i, line := range lines {
		events, err := w.one(locale, line)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		byCase[i] = events
	}
	return byCase, nil
}

// run collects the reports of one bash. Its exit status does not matter, only
// that it ended by itself.
func (w *witness) run(args, env []string) ([]event, error) {
	raw, state, err := runBash(w.bash, w.dir, args, env)
	if err == nil && !state.Exited() {
		err = fmt.Errorf("bash: %v", state)
	}
	if err != nil {
		return nil, err
	}
	return decodeEvents(raw)
}

// maxReport bounds what one bash may report, in bytes.
const maxReport = 256 << 20

// runBash starts bash and collects what is written to its descriptor 3 until
// everything that has it is gone.
func runBash(bash, dir string, args, env []string) ([]byte, *os.ProcessState, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, wr, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	cmd := exec.CommandContext(ctx, bash, args...)
	cmd.Env, cmd.Dir, cmd.ExtraFiles = env, dir, []*os.File{wr}
	err = cmd.Start()
	wr.Close()
	if err != nil {
		return nil, nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxReport))
	if waitErr := cmd.Wait(); cmd.ProcessState == nil {
		return nil, nil, fmt.Errorf("bash: %w", waitErr)
	}
	return raw, cmd.ProcessState, err
}

// decodeEvents reads the shim's reports.
func decodeEvents(raw []byte) ([]event, error) {
	events, err := decodeReports(raw)
	for i := range events {
		if e := &events[i]; e.kind == 'X' {
			e.argv = withoutHandler(e.argv[1:]) // the path, which is the first word again
		}
	}
	return events, err
}

// withoutHandler takes off the name of the program that stands for commands
// that are in no directory.
func withoutHandler(argv []string) []string {
	if len(argv) > 0 && argv[0] == unknownCommand {
		return argv[1:]
	}
	return argv
}

// decodeReports reads reports as they were written.
func decodeReports(raw []byte) ([]event, error) {
	var events []event
	number := func() int {
		if len(raw) < 4 {
			return -1
		}
		n := int(int32(binary.NativeEndian.Uint32(raw)))
		raw = raw[4:]
		return n
	}
	for len(raw) > 0 {
		e := event{kind: raw[0]}
		raw = raw[1:]
		e.num = number()
		for range number() {
			n := number()
			if n < 0 || n > len(raw) {
				return nil, fmt.Errorf("report of bash is cut off")
			}
			e.argv = append(e.argv, string(raw[:n]))
			raw = raw[n:]
		}
		events = append(events, e)
	}
	return events, nil
}

// exactly reports whether bash executed argv and did nothing else.
func exactly(events []event, argv []string) bool {
	return len(events) == 1 && events[0].kind == 'X' && slices.Equal(events[0].argv, argv)
}

func TestWitnessSeesWhatBashDoes(t *testing.T) {
	t.Parallel()
	w := newWitness(t)
	tests := []struct{ line, want string }{
		{"a b 'c d'", `[X["a" "b" "c d"]]`},
		{"echo ''", `[X["echo" ""]]`},
		{"-x", `[X["-x"]]`},
		{"./a/b c", `[X["./a/b" "c"]]`},
		{"exit 3", `[X["exit" "3"]]`},
		{"eval x", `[X["eval" "x"]]`},
		{": x", `[X[":" "x"]]`},
		{"a; b", `[X["a"] X["b"]]`},
		{"a *", `[D["."] X["a" "*"]]`},
		{"a ~root", `[U["root"] X["a" "~root"]]`},
		{"a ~", `[X["a" "/aegish-home"]]`},
		{"a {b,c}", `[X["a" "b" "c"]]`},
		{"a >f", `[O["f"]]`},
		{"a=1", `[]`},
		{"if", `[]`},
	}
	for _, tt := range tests {
		for name, ask := range map[string]func() ([]event, error){
			"one": func() ([]event, error) { return w.one("C.UTF-8", tt.line) },
			"batch": func() ([]event, error) {
				byCase, err := w.batch("C", []string{"z", tt.line})
				if err != nil {
					return nil, err
				}
				return byCase[1], nil
			},
		} {
			if name == "batch" && strings.HasPrefix(tt.line, "eval") {
				continue
			}
			events, err := ask()
			if err != nil {
				t.Errorf("%s %q: %v", name, tt.line, err)
			} else if got := fmt.Sprint(events); got != tt.want {
				t.Errorf("%s %q = %s, want %s", name, tt.line, got, tt.want)
			}
		}
	}
	events, err := w.one("C", "a $(b) | c")
	if kinds := kindsOf(events); err != nil || !strings.Contains(kinds, "P") || strings.Count(kinds, "X") != 3 {
		t.Errorf("substitution and pipeline = %v, %v", events, err)
	}
}

func kindsOf(events []event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteByte(e.kind)
	}
	return b.String()
}
