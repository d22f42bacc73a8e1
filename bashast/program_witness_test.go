package bashast_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A programWitness runs real bash on programs without running any command of
// them: testdata/program_witness.c, preloaded, reports what would happen.
// Builtins are off and arrive as programs, except export and unset, without
// which a program would not show what they do.
type programWitness struct {
	bash, shim, dir string
}

// A happening is one thing that bash did.
type happening struct {
	kind    byte // X execute, O open, D read directory, U look up user, N look up host
	num     int  // case number
	argv    []string
	fds     []string // what descriptors 0 to 9 are, for X
	waiting string   // what can be read from standard input, if that is a pipe
	env     []string
	how     string // flags of an open; the host
	what    string // the path; the service
}

func (h happening) String() string {
	if h.kind == 'X' {
		return fmt.Sprintf("X%q", h.argv)
	}
	return fmt.Sprintf("%c(%s %q)", h.kind, h.how, h.what)
}

const (
	programPrelude = `command_not_found_handle() { ` + unknownCommand + ` "$@"; }
for b in $(compgen -b); do case $b in eval|enable|:|export|unset) ;; *) enable -n "$b";; esac; done
{ : </aegish-arm; } 2>&-
enable -n :
`
	// livePrelude leaves all builtins on, to see what they do to the rest.
	livePrelude = `command_not_found_handle() { ` + unknownCommand + ` "$@"; }
{ : </aegish-arm; } 2>&-
`
	shownDescriptors = 10
)

func newProgramWitness(t testing.TB) *programWitness {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	w := &programWitness{bash: bash, dir: t.TempDir()}
	w.shim = filepath.Join(w.dir, "witness.so")
	cc := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-o", w.shim, "testdata/program_witness.c", "-ldl")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, text := range map[string]string{
		"prelude": programPrelude + "enable -n eval\nenable -n enable\n",
		"live":    livePrelude,
	} {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// env is all that bash sees. x, y and z are there for expansions.
func (w *programWitness) env(locale, status string, more ...string) []string {
	return append([]string{
		"LD_PRELOAD=" + w.shim, "PATH=/aegish-no-such-dir", "HOME=/aegish-home", "LC_ALL=" + locale,
		"AEGISH_CASE=0", "AEGISH_STATUS=" + status, "x=" + hostile, "y=-v", "z=a[$(id)]",
	}, more...)
}

// hostile is a value that shows wherever it is more than one literal word.
const hostile = "a[$(id)] `id` $(id) * ~ -v"

// one asks about one program in the form that aegish uses. A status says what
// the programs that it runs end with: 0, 1, or r and a seed. Every program is
// cut off after a second of processor time.
func (w *programWitness) one(locale, status, text string) ([]happening, error) {
	return w.alone("prelude", locale, status, text)
}

// live is one with all builtins on. The text must be harmless.
func (w *programWitness) live(text string) ([]happening, error) {
	return w.alone("live", "C.UTF-8", "0", text)
}

func (w *programWitness) alone(prelude, locale, status, text string) ([]happening, error) {
	env := w.env(locale, status, "BASH_ENV="+filepath.Join(w.dir, prelude), "AEGISH_SECONDS=1")
	raw, _, err := runBash(w.bash, w.dir, []string{"--norc", "--noprofile", "-c", "--", text}, env)
	if err != nil {
		return nil, err
	}
	return decodeHappenings(raw)
}

// batch asks one bash about many programs, each in a subshell of its own. If
// bash got lost it asks about each alone.
func (w *programWitness) batch(locale, status string, texts []string) ([][]happening, error) {
	byCase, err := w.script(programPrelude+"enable -n enable\n", locale, status, texts)
	if err != nil {
		return w.each(locale, status, texts)
	}
	return byCase, nil
}

// script runs texts in one bash behind a prelude.
func (w *programWitness) script(prelude, locale, status string, texts []string) ([][]happening, error) {
	var script bytes.Buffer
	script.WriteString(prelude)
	for i, text := range texts {
		fmt.Fprintf(&script, "AEGISH_CASE=%d\n( eval -- '%s' )\n", i, strings.ReplaceAll(text, "'", `'\''`))
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
	raw, state, err := runBash(w.bash, w.dir, []string{"--norc", "--noprofile", file.Name()}, w.env(locale, status, "AEGISH_SECONDS=5"))
	if err != nil {
		return nil, err
	}
	all, err := decodeHappenings(raw)
	if err != nil || !state.Exited() {
		return nil, fmt.Errorf("bash got lost: %v %v", state, err)
	}
	byCase := make([][]happening, len(texts))
	for _, h := range all {
		if h.num < 0 || h.num >= len(texts) {
			return nil, fmt.Errorf("bash got lost in case %d", h.num)
		}
		byCase[h.num] = append(byCase[h.num], h)
	}
	return byCase, nil
}

func (w *programWitness) each(locale, status string, texts []string) ([][]happening, error) {
	byCase := make([][]happening, len(texts))
	for i, text := range texts {
		var err error
		if byCase[i], err = w.one(locale, status, text); err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
	}
	return byCase, nil
}

// decodeHappenings takes the reports of program_witness.c apart.
func decodeHappenings(raw []byte) ([]happening, error) {
	events, err := decodeReports(raw)
	if err != nil {
		return nil, err
	}
	all := make([]happening, len(events))
	for i, e := range events {
		h := happening{kind: e.kind, num: e.num}
		if e.kind != 'X' {
			h.how, h.what = e.argv[0], e.argv[1]
			all[i] = h
			continue
		}
		n, err := strconv.Atoi(e.argv[0])
		if err != nil {
			return nil, err
		}
		rest := e.argv[1+n:]
		h.argv = withoutHandler(e.argv[1 : 1+n])
		h.fds, h.waiting, h.env = rest[:shownDescriptors], rest[shownDescriptors], rest[shownDescriptors+1:]
		all[i] = h
	}
	return all, nil
}

// The witness has to notice what it is there for.
func TestProgramWitnessSeesWhatBashDoes(t *testing.T) {
	t.Parallel()
	w := newProgramWitness(t)
	tests := []struct{ status, text, want string }{
		{"0", "a; b c && d", `[X["a"] X["b" "c"] X["d"]]`},
		{"1", "a; b c && d || e", `[X["a"] X["b" "c"] X["e"]]`},
		{"0", "if a; then b; else c; fi", `[X["a"] X["b"]]`},
		{"1", "if a; then b; else c; fi", `[X["a"] X["c"]]`},
		{"0", "a >f 2>>g <h", `[O(wct "f") O(wca "g") O(r "h") X["a"]]`},
		{"0", "a <>f", `[O(rwc "f") X["a"]]`},
		{"0", "echo x; exit 3; b", `[X["echo" "x"] X["exit" "3"] X["b"]]`},
		{"0", "export A=1; a", `[X["a"]]`},
		{"0", "a *", `[D( ".") X["a" "*"]]`},
		{"0", "a ~root", `[U( "root") X["a" "~root"]]`},
		{"0", "a $(b)", `[X["b"] X["a"]]`},
		{"0", "a >/dev/tcp/h/1", `[N(h "1")]`},
		{"0", "while x=1; do y=2; done", `[]`},
		{"0", "if", `[]`},
	}
	for _, tt := range tests {
		got, err := w.one("C.UTF-8", tt.status, tt.text)
		if err != nil || fmt.Sprint(got) != tt.want {
			t.Errorf("one %q = %v %v, want %s", tt.text, got, err, tt.want)
		}
		if tt.text == "while x=1; do y=2; done" {
			continue // a whole batch would be cut off
		}
		byCase, err := w.batch("C", tt.status, []string{"z", tt.text})
		if err != nil || fmt.Sprint(byCase[1]) != tt.want {
			t.Errorf("batch %q = %v %v, want %s", tt.text, byCase[1], err, tt.want)
		}
	}
	got, err := w.one("C", "0", "A=1 a 3>f 4>&3 5>&- <<E\nx\nE")
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	h := got[1]
	if h.waiting != "x\n" || h.fds[3] != "/memfd:f (deleted)" || h.fds[4] != h.fds[3] || h.fds[5] != "" ||
		h.fds[6] != "/memfd:start6 (deleted)" || !strings.Contains(strings.Join(h.env, " "), "A=1") {
		t.Errorf("%+v", h)
	}
	// Loops end, whatever the statuses are.
	for _, text := range []string{"while a; do b; done", "until ! a; do b; done", "while :; do while a; do b; done; done"} {
		byCase, err := w.batch("C", "0", []string{text, "z"})
		if err != nil || len(byCase[0]) < 20 || len(byCase[1]) != 1 {
			t.Errorf("%q: %d happenings, %v", text, len(byCase[0]), err)
		}
	}
}
