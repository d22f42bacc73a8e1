package launch_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/landlock/launch"
)

// spec returns a Spec that starts path with args and nothing special.
func spec(path string, args ...string) launch.Spec {
	return launch.Spec{
		Path:    path,
		Argv:    append([]string{path}, args...),
		Env:     []string{"A=1", "not an identifier=2", "no-equals-sign", "LATIN1=\xe9"},
		Ruleset: launch.NoRuleset,
	}
}

func TestEncodeRoundTrip(t *testing.T) {
	t.Parallel()
	full := spec("/bin/x", "", "a b", "\xff\n")
	full.Ruleset, full.NoNewPrivs, full.RestrictFlags = 5, true, 2
	full.Moves = []launch.Move{{From: 6, To: 3}, {From: 7, To: launch.MaxFD}, {From: 6, To: 4}}
	full.Limits = []launch.Limit{{Resource: 0, Soft: 1, Hard: launch.Infinity}, {Resource: 15}}
	full.KeepIgnored = []int{1, 2, 13, 64}
	full.Filter = []byte("8 bytes.and 8 ..")
	full.DropCapabilities = true
	full.Group, full.Noexec = 9, []string{"/a", "/b c/d"}
	inside := full
	inside.DropCapabilities, inside.UserNamespace = false, true
	minimal := launch.Spec{Path: "/", Argv: []string{""}, Ruleset: launch.NoRuleset}
	for _, s := range []launch.Spec{full, inside, minimal} {
		b, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := launch.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("decoded %+v, want %+v", got, s)
		}
		for n := range b {
			if _, err := launch.Decode(b[:n]); err == nil {
				t.Errorf("the first %d of %d bytes decode", n, len(b))
			}
		}
		if _, err := launch.Decode(append(b, 0)); err == nil {
			t.Error("a trailing byte decodes")
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	t.Parallel()
	moves := func(n int) (m []launch.Move) {
		for i := range n {
			m = append(m, launch.Move{From: 5, To: 10 + i})
		}
		return m
	}
	tests := []struct {
		name   string
		change func(*launch.Spec)
		ok     bool
	}{
		{"nothing changed", func(s *launch.Spec) {}, true},
		{"empty path", func(s *launch.Spec) { s.Path = "" }, false},
		{"relative path", func(s *launch.Spec) { s.Path = "bin/sh" }, false},
		{"NUL in path", func(s *launch.Spec) { s.Path = "/a\x00b" }, false},
		{"NUL in argument", func(s *launch.Spec) { s.Argv = append(s.Argv, "a\x00b") }, false},
		{"NUL in environment", func(s *launch.Spec) { s.Env = []string{"A=\x00"} }, false},
		{"no arguments", func(s *launch.Spec) { s.Argv = nil }, false},
		{"no environment", func(s *launch.Spec) { s.Env = nil }, true},
		{"ruleset without no_new_privs", func(s *launch.Spec) { s.Ruleset = 5 }, false},
		{"capabilities without no_new_privs", func(s *launch.Spec) { s.DropCapabilities = true }, false},
		{"capabilities", func(s *launch.Spec) { s.DropCapabilities, s.NoNewPrivs = true, true }, true},
		{"noexec", func(s *launch.Spec) { s.Noexec, s.DropCapabilities, s.NoNewPrivs = []string{"/a"}, true, true }, true},
		{"noexec in a namespace", func(s *launch.Spec) { s.Noexec, s.UserNamespace, s.NoNewPrivs = []string{"/a"}, true, true }, true},
		{"noexec with capabilities", func(s *launch.Spec) { s.Noexec, s.NoNewPrivs = []string{"/a"}, true }, false},
		{"noexec without no_new_privs", func(s *launch.Spec) { s.Noexec, s.UserNamespace = []string{"/a"}, true }, false},
		{"namespace for nothing", func(s *launch.Spec) { s.UserNamespace, s.NoNewPrivs = true, true }, false},
		{"relative noexec", func(s *launch.Spec) { s.Noexec, s.DropCapabilities, s.NoNewPrivs = []string{"/a", "b"}, true, true }, false},
		{"empty noexec", func(s *launch.Spec) { s.Noexec, s.DropCapabilities, s.NoNewPrivs = []string{""}, true, true }, false},
		{"NUL in noexec", func(s *launch.Spec) { s.Noexec, s.DropCapabilities, s.NoNewPrivs = []string{"/a\x00/b"}, true, true }, false},
		{"MaxNoexec paths", func(s *launch.Spec) {
			s.Noexec, s.DropCapabilities, s.NoNewPrivs = slices.Repeat([]string{"/a"}, launch.MaxNoexec), true, true
		}, true},
		{"MaxNoexec+1 paths", func(s *launch.Spec) {
			s.Noexec, s.DropCapabilities, s.NoNewPrivs = slices.Repeat([]string{"/a"}, launch.MaxNoexec+1), true, true
		}, false},
		{"group", func(s *launch.Spec) { s.Group = 5 }, true},
		{"group on the failure pipe", func(s *launch.Spec) { s.Group = 4 }, false},
		{"negative group", func(s *launch.Spec) { s.Group = -1 }, false},
		{"group above MaxFD", func(s *launch.Spec) { s.Group = launch.MaxFD + 1 }, false},
		{"move of the group", func(s *launch.Spec) { s.Group, s.Moves = 5, []launch.Move{{5, 9}} }, false},
		{"ruleset", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 5, true }, true},
		{"ruleset on the payload", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 3, true }, false},
		{"ruleset on the failure pipe", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 4, true }, false},
		{"ruleset -2", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = -2, true }, false},
		{"ruleset at MaxFD", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = launch.MaxFD, true }, true},
		{"ruleset above MaxFD", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = launch.MaxFD+1, true }, false},
		{"ruleset beyond 32 bits", func(s *launch.Spec) { s.Ruleset, s.NoNewPrivs = 1<<32|5, true }, false},
		{"flags without ruleset", func(s *launch.Spec) { s.RestrictFlags = 1 }, false},
		{"MaxMoves moves", func(s *launch.Spec) { s.Moves = moves(launch.MaxMoves) }, true},
		{"MaxMoves+1 moves", func(s *launch.Spec) { s.Moves = moves(launch.MaxMoves + 1) }, false},
		{"move of standard output", func(s *launch.Spec) { s.Moves = []launch.Move{{1, 9}} }, false},
		{"move to standard error", func(s *launch.Spec) { s.Moves = []launch.Move{{5, 2}} }, false},
		{"move of the payload", func(s *launch.Spec) { s.Moves = []launch.Move{{3, 9}} }, false},
		{"move of the failure pipe", func(s *launch.Spec) { s.Moves = []launch.Move{{4, 9}} }, false},
		{"move of the ruleset", func(s *launch.Spec) {
			s.Ruleset, s.NoNewPrivs, s.Moves = 5, true, []launch.Move{{5, 9}}
		}, false},
		{"move above MaxFD", func(s *launch.Spec) { s.Moves = []launch.Move{{5, launch.MaxFD + 1}} }, false},
		{"move from a negative", func(s *launch.Spec) { s.Moves = []launch.Move{{-1, 9}} }, false},
		{"two moves to one", func(s *launch.Spec) { s.Moves = []launch.Move{{5, 9}, {6, 9}} }, false},
		{"unknown resource", func(s *launch.Spec) { s.Limits = []launch.Limit{{Resource: 16}} }, false},
		{"negative resource", func(s *launch.Spec) { s.Limits = []launch.Limit{{Resource: -1}} }, false},
		{"soft above hard", func(s *launch.Spec) { s.Limits = []launch.Limit{{0, 2, 1}} }, false},
		{"resource twice", func(s *launch.Spec) { s.Limits = []launch.Limit{{0, 1, 1}, {0, 2, 2}} }, false},
		{"a filter without no_new_privs", func(s *launch.Spec) { s.Filter = make([]byte, 8) }, false},
		{"a filter", func(s *launch.Spec) { s.Filter, s.NoNewPrivs = make([]byte, 8), true }, true},
		{"half an instruction", func(s *launch.Spec) { s.Filter, s.NoNewPrivs = make([]byte, 12), true }, false},
		{"MaxFilter instructions", func(s *launch.Spec) { s.Filter, s.NoNewPrivs = make([]byte, 8*launch.MaxFilter), true }, true},
		{"MaxFilter+1 instructions", func(s *launch.Spec) { s.Filter, s.NoNewPrivs = make([]byte, 8*launch.MaxFilter+8), true }, false},
		{"signal 0", func(s *launch.Spec) { s.KeepIgnored = []int{0} }, false},
		{"signal 65", func(s *launch.Spec) { s.KeepIgnored = []int{65} }, false},
		{"SIGKILL", func(s *launch.Spec) { s.KeepIgnored = []int{9} }, false},
		{"SIGSTOP", func(s *launch.Spec) { s.KeepIgnored = []int{19} }, false},
		{"MaxStrings strings", func(s *launch.Spec) { s.Env = make([]string, launch.MaxStrings-len(s.Argv)) }, true},
		{"MaxStrings+1 strings", func(s *launch.Spec) { s.Env = make([]string, launch.MaxStrings-len(s.Argv)+1) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := spec("/bin/true")
			tt.change(&s)
			_, err := s.Encode()
			if (err == nil) != tt.ok {
				t.Fatalf("Encode: %v", err)
			}
			if fe := launch.FormatError(""); err != nil && !errors.As(err, &fe) {
				t.Errorf("error is a %T, not a FormatError", err)
			}
		})
	}
}

func TestEncodeSizeLimit(t *testing.T) {
	t.Parallel()
	s := launch.Spec{Path: "/", Argv: []string{""}, Ruleset: launch.NoRuleset}
	b, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	room := launch.MaxPayload - len(b)
	s.Argv[0] = strings.Repeat("x", room)
	if b, err = s.Encode(); err != nil || len(b) != launch.MaxPayload {
		t.Errorf("%d bytes: %v", len(b), err)
	}
	s.Argv[0] += "x"
	if _, err = s.Encode(); err == nil {
		t.Error("one byte above MaxPayload is accepted")
	}
	if _, err := launch.Decode(append(b, 0)); err == nil {
		t.Error("one byte above MaxPayload decodes")
	}
}

func TestParseFailure(t *testing.T) {
	t.Parallel()
	const malformed = "malformed report from the dropper"
	tests := []struct {
		in     string
		failed bool
		want   launch.Failure
	}{
		{"", false, launch.Failure{}},
		{"execve: no such file or directory (errno 2)\n", true,
			launch.Failure{Step: "execve", Text: "no such file or directory", Errno: 2}},
		{"payload: truncated\n", true, launch.Failure{Step: "payload", Text: "truncated"}},
		{"payload: odd (errno x)\n", true, launch.Failure{Step: "payload", Text: "odd (errno x)"}},
		{"a: b (errno 99999999999999999999)\n", true, launch.Failure{Step: "a", Text: "b (errno 99999999999999999999)"}},
		{"a: b (errno )\n", true, launch.Failure{Step: "a", Text: "b (errno )"}},
		{"execve: no such", true, launch.Failure{Text: malformed}},
		{"\n", true, launch.Failure{Text: malformed}},
		{": \n", true, launch.Failure{Text: malformed}},
		{"garbage\n", true, launch.Failure{Text: malformed}},
		{strings.Repeat("a: ", 4096), true, launch.Failure{Text: malformed}},
	}
	for _, tt := range tests {
		got, failed := launch.ParseFailure([]byte(tt.in))
		if failed != tt.failed || got != tt.want {
			t.Errorf("%.40q: %+v, %v", tt.in, got, failed)
		}
	}
}

// FuzzDecode checks that Decode never panics and that what it accepts is
// exactly what Encode makes of the result.
func FuzzDecode(f *testing.F) {
	s := spec("/bin/sh", "-c", "x")
	s.Ruleset, s.NoNewPrivs = 9, true
	s.Moves = []launch.Move{{From: 5, To: 3}}
	s.Limits = []launch.Limit{{Resource: 7, Soft: 10, Hard: 20}}
	s.KeepIgnored = []int{1}
	for _, s := range []launch.Spec{s, spec("/bin/true")} {
		b, err := s.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		// The length field hides everything behind it from a mutator.
		if len(b) >= 12 {
			b[8], b[9], b[10], b[11] = byte(len(b)), byte(len(b)>>8), byte(len(b)>>16), byte(len(b)>>24)
		}
		s, err := launch.Decode(b)
		if err != nil {
			return
		}
		again, err := s.Encode()
		if err != nil {
			t.Fatalf("decoded but not encoded: %v", err)
		}
		if !bytes.Equal(again, b) {
			t.Fatalf("%q\nencodes as\n%q", b, again)
		}
	})
}
