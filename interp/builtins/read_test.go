package builtins

import (
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/state"
)

func TestReadIsBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bytes int
		args  []string
		over  bool
	}{
		{1000, []string{"read", "x"}, false},
		{1001, []string{"read", "x"}, true},
		{1001, []string{"read", "-r", "x"}, true},
		{1001, []string{"read", "-a", "x"}, true},
		{5000, []string{"read", "-n", "2000000000", "x"}, true},
		{5000, []string{"read", "-N", "1000", "x"}, false},
		{5000, []string{"read", "-N", "1001", "x"}, true},
		{5000, []string{"read", "-d", "", "x"}, true},
		{1001, []string{"mapfile", "x"}, true},
		{999, []string{"mapfile", "x"}, false},
	} {
		f := newFake()
		f.limits.StringBytes = 1000
		_, st := f.run(t, strings.Repeat("a", c.bytes)+"\n", c.args...)
		if over := f.exceeded == limitStringBytes; over != c.over || over != (st.Code == 125) {
			t.Errorf("%q of %d bytes: exceeded %q, status %d", c.args, c.bytes, f.exceeded, st.Code)
		}
	}
}

func TestElementsAreBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		count int
		args  []string
		sep   string
		over  bool
	}{
		{10, []string{"mapfile", "x"}, "\n", false},
		{11, []string{"mapfile", "x"}, "\n", true},
		{11, []string{"mapfile", "-n", "10", "x"}, "\n", false},
		{10, []string{"read", "-a", "x"}, " ", false},
		{11, []string{"read", "-a", "x"}, " ", true},
	} {
		f := newFake()
		f.limits.ArrayElements = 10
		f.run(t, strings.Repeat("a"+c.sep, c.count), c.args...)
		if over := f.exceeded == limitArrayElements; over != c.over {
			t.Errorf("%q of %d: exceeded %q", c.args, c.count, f.exceeded)
		}
	}
}

// TestReadLeavesTheRest checks that nothing beyond the record is consumed.
func TestReadLeavesTheRest(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"read", "x"}, {"read", "-r", "x"}, {"read", "-n", "2", "x"}, {"read", "-N", "3", "x"}, {"read", "-d", "b", "x"},
	} {
		got := readTwice(t, "ab\ncd\n", args)
		want := map[string]string{"x": "ab|cd", "2": "ab|", "3": "ab\n|cd", "b": "a|\n"}[args[min(2, len(args)-1)]]
		if len(args) == 3 && args[1] == "-r" {
			want = "ab|cd"
		}
		if want == "" || got != want && got != strings.TrimSuffix(want, "\n") {
			t.Errorf("%q: got %q, want %q", args, got, want)
		}
	}
}

// readTwice runs a read and then a plain one on the same input.
func readTwice(t *testing.T, input string, args []string) string {
	t.Helper()
	f := newFake()
	f.input = strings.NewReader(input)
	var values []string
	for _, call := range [][]string{args, {"read", "x"}} {
		f.run(t, "", call...)
		value, _ := f.Get("x")
		values = append(values, value)
	}
	return strings.Join(values, "|")
}

// FuzzRead checks that read ends, stays in its bounds, and gives every byte of
// a record that needs no splitting.
func FuzzRead(f *testing.F) {
	f.Add("a b\\ c\n", " ", "-r", byte(3))
	f.Add("x:y::\\\n", ":", "-n", byte(2))
	f.Add("\xff\xc3é\x00", "é:", "-N", byte(9))
	f.Fuzz(func(t *testing.T, input, ifs, option string, n byte) {
		if len(input) > 1<<12 || len(ifs) > 16 {
			return
		}
		shell := newFake()
		shell.state.Vars.Define("IFS", &state.Variable{Str: ifs, Set: true})
		args := []string{"read"}
		switch option {
		case "-n", "-N", "-d":
			args = append(args, option, string(rune('0'+n%10)))
		case "-r":
			args = append(args, "-r")
		}
		start := time.Now()
		out, st := shell.run(t, input, append(args, "x", "y")...)
		if time.Since(start) > 5*time.Second {
			t.Error("too slow")
		}
		x, _ := shell.Get("x")
		y, _ := shell.Get("y")
		if len(x)+len(y) > len(input) {
			t.Errorf("%q became %q and %q", input, x, y)
		}
		if st.Kind != Next || out != "" {
			t.Errorf("%q: status %v, output %q", args, st, out)
		}
		shell.run(t, input, "read", "-r")
		reply, _ := shell.Get("REPLY")
		line, _, _ := strings.Cut(input, "\n")
		if reply != strings.ReplaceAll(line, "\x00", "") {
			t.Errorf("REPLY of %q is %q", input, reply)
		}
	})
}
