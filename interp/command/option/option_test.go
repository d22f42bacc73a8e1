package option_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/stream"
)

func set() option.Set {
	return option.Set{Usage: "[OPTION]...", About: "Do it.", Bad: 2, Options: []option.Option{
		{Short: 'a', Long: "all", Help: "everything"},
		{Short: 'n', Long: "number", Arg: option.Required, Name: "N", Help: "how many"},
		{Short: 'c', Long: "check", Arg: option.Optional, Help: "look"},
		{Short: 'q', Long: "quiet"}, {Short: 'q', Long: "quite-silent"},
		{Long: "color", Arg: option.Optional}, {Long: "colour", Arg: option.Required},
	}}
}

// show writes what was parsed on one line.
func show(p *option.Parsed) string {
	var b strings.Builder
	for _, f := range p.Options {
		fmt.Fprintf(&b, "%s", f.Name)
		if f.Has {
			fmt.Fprintf(&b, "=%s", f.Value)
		}
		b.WriteByte(' ')
	}
	return b.String() + fmt.Sprint(p.Operands)
}

func TestParse(t *testing.T) {
	t.Parallel()
	try := "Try 'x --help' for more information.\n"
	for _, c := range []struct{ args, want, message string }{
		{"", "[]", ""},
		{"-a", "a []", ""},
		{"-an3 f", "a n=3 [f]", ""},
		{"-a -n 3 f", "a n=3 [f]", ""},
		{"f -a g", "a [f g]", ""},
		{"f -- -a", "[f -a]", ""},
		{"-- --", "[--]", ""},
		{"-", "[-]", ""},
		{"-c f -cx", "c c=x [f]", ""},
		{"--check f --check=x --check=", "c c=x c= [f]", ""},
		{"--num 4 --num=5", "n=4 n=5 []", ""},
		{"--a", "a []", ""},
		{"--qui --quit", "q q []", ""},
		{"--color --colour x", "color colour=x []", ""},
		{"-n -- f", "n=-- [f]", ""},
		{"-x", "", "x: invalid option -- 'x'\n" + try},
		{"-a-", "", "x: invalid option -- '-'\n" + try},
		{"-n", "", "x: option requires an argument -- 'n'\n" + try},
		{"--number", "", "x: option '--number' requires an argument\n" + try},
		{"--nope=1", "", "x: unrecognized option '--nope=1'\n" + try},
		{"--all=1", "", "x: option '--all' doesn't allow an argument\n" + try},
		{"--c=1", "", "x: option '--c=1' is ambiguous; possibilities: '--check' '--color' '--colour'\n" + try},
		{"--=1", "", "x: option '--=1' is ambiguous; possibilities: '--all' '--number' '--check' '--quiet' '--quite-silent' '--color' '--colour' '--help' '--version'\n" + try},
	} {
		s := set()
		errs := stream.Buffer(0)
		p, status, ok := s.Parse(&command.Call{Args: append([]string{"x"}, strings.Fields(c.args)...), Stderr: errs})
		if got := string(errs.Bytes()); got != c.message {
			t.Errorf("%s: message %q, want %q", c.args, got, c.message)
		}
		if ok != (c.message == "") || !ok && status != 2 {
			t.Errorf("%s: %v %d", c.args, ok, status)
		}
		if ok && show(p) != c.want {
			t.Errorf("%s: %s, want %s", c.args, show(p), c.want)
		}
	}
}

func TestStopAndOrder(t *testing.T) {
	t.Parallel()
	s := set()
	s.Stop = true
	p, _, ok := s.Parse(&command.Call{Args: []string{"x", "-a", "f", "-a"}})
	if !ok || show(p) != "a [f -a]" {
		t.Errorf("stop: %s", show(p))
	}
	s = set()
	s.InOrder = true
	p, _, ok = s.Parse(&command.Call{Args: []string{"x", "-a", "f", "-a", "--", "-a"}})
	if !ok || show(p) != "a =f a =-a []" {
		t.Errorf("in order: %s", show(p))
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	want := "Usage: x [OPTION]...\nDo it.\n\n  -a, --all                  everything\n  -n, --number=N             how many\n" +
		"  -c, --check[=ARG]          look\n      --help                 display this help and exit\n      --version              output version information and exit\n"
	for _, arg := range []string{"--help", "--he", "--version"} {
		s := set()
		out := stream.Buffer(0)
		_, status, ok := s.Parse(&command.Call{Args: []string{"x", arg, "--nope"}, Stdout: out, Stderr: stream.Closed()})
		if arg == "--version" {
			want = "x (aegish)\n"
		}
		if ok || status != 0 || string(out.Bytes()) != want {
			t.Errorf("%s: %v %d %s", arg, ok, status, out.Bytes())
		}
	}
	s := set()
	if _, status, ok := s.Parse(&command.Call{Args: []string{"x", "--help"}, Stdout: stream.Closed(), Stderr: stream.Closed()}); ok || status != 2 {
		t.Errorf("closed output: %d", status)
	}
}

// TestParseEach ends at the first option that is wrong for the one who asks, before
// others are read.
func TestParseEach(t *testing.T) {
	s := set()
	var seen []string
	errs := stream.Buffer(1 << 10)
	call := &command.Call{Args: []string{"x"}, Stderr: errs}
	_, status, ok := s.ParseEach(call, []string{"-a", "--nope"}, func(f option.Found) (int, bool) {
		seen = append(seen, f.Name)
		return 7, false
	})
	if ok || status != 7 || len(seen) != 1 || len(errs.Bytes()) > 0 {
		t.Errorf("%v %d after %v: %s", ok, status, seen, errs.Bytes())
	}
}
