package envstate

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

const n = testNonce

// frame is a well-formed report.
func frame(command, declarations, dir string, stack ...string) string {
	if dir != "" {
		dir += "\n"
	}
	entries := append(append([]string{n + "|"}, stack...), n+"}")
	return n + "{" + command + "\x00" + n + "|" + declarations + "\x00" + n + "|" + dir + "\x00" + strings.Join(entries, "\x00")
}

func TestParseReport(t *testing.T) {
	t.Parallel()
	whole := frame("a", "declare -x A=\"1\"\n", "/tmp", "/tmp")
	tests := []struct {
		name, raw string
		dir       string
		stack     []string
		a         string
		err       error
	}{
		{"plain", frame("ls", "declare -x A=\"1\"\n", "/tmp", "/tmp"), "/tmp", nil, "1", nil},
		{"stack", frame("ls", "", "/tmp", "/tmp", "/a", "b\nc"), "/tmp", []string{"/a", "b\nc"}, "", nil},
		{"no directory", frame("ls", "declare -x A=\"1\"\n", "", ""), "", nil, "1", nil},
		{"directory that ends in a newline", frame("ls", "", "/x\n", ""), "/x\n", nil, "", nil},
		{"noise around", "noise" + frame("ls", "declare -x A=\"1\"\n", "/") + "noise", "/", nil, "1", nil},
		{"last one counts", frame("a", "declare -x A=\"1\"\n", "/a") + "x" + frame("b", "declare -x A=\"2\"\n", "/b"), "/b", nil, "2", nil},
		{"last complete one counts", frame("a", "declare -x A=\"1\"\n", "/a") + n + "{b\x00" + n + "|declare", "/a", nil, "1", nil},
		{"other nonce", strings.ReplaceAll(frame("a", "", "/a"), n, "0000"), "", nil, "", ErrNoReport},
		{"empty", "", "", nil, "", ErrNoReport},
		{"no end", strings.TrimSuffix(whole, "}"), "", nil, "", ErrNoReport},
		{"no beginning", "\x00" + n + "}", "", nil, "", ErrNoReport},
		{"missing parts", n + "{a\x00" + n + "}", "", nil, "", ErrBadReport},
		{"missing stack", n + "{a\x00" + n + "|\x00" + n + "|/\n\x00" + n + "}", "", nil, "", ErrBadReport},
		{"unfinished directory", strings.Replace(whole, "\n\x00", "\x00", 1), "", nil, "", ErrBadReport},
		{"zeros before the declarations", strings.Replace(whole, "|declare", "|\x00\x00declare", 1), "", nil, "", ErrBadReport},
		{"zeros for declarations", strings.Replace(whole, "declare -x A=\"1\"\n", "\x00", 1), "", nil, "", ErrBadReport},
		{"zeros within the declarations", strings.Replace(whole, "\"\n\x00", "\"\x00\n\x00", 1), "", nil, "", ErrBadReport},
		{"zeros behind the declarations", strings.Replace(whole, "\"\n\x00", "\"\n\x00\x00", 1), "", nil, "", ErrBadReport},
		{"zeros before the directory", strings.Replace(whole, "|/tmp\n", "|\x00/tmp\n", 1), "", nil, "", ErrBadReport},
		{"zeros behind the directory", strings.Replace(whole, "/tmp\n\x00", "/tmp\n\x00\x00", 1), "", nil, "", ErrBadReport},
		{"declarations that are none", frame("a", "id\n", "/"), "", nil, "", ErrBadReport},
		{"last one is bad", frame("a", "", "/a") + frame("b", "id\n", "/b"), "", nil, "", ErrBadReport},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := ParseReport([]byte(tt.raw), n)
			if !errors.Is(err, tt.err) || tt.err == nil && err != nil {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			a, _ := r.Env.Get("A")
			if r.Dir != tt.dir || a != tt.a || !slices.Equal(r.Stack, tt.stack) {
				t.Errorf("got %+v", r)
			}
		})
	}
	if _, err := ParseReport([]byte("\x00\n"), ""); !errors.Is(err, ErrNoReport) {
		t.Errorf("empty nonce: %v", err)
	}
}

func TestParseReportLimit(t *testing.T) {
	t.Parallel()
	f := frame("a", "declare -x A=\"1\"\n", "/")
	raw := append(make([]byte, MaxReport-len(f)), f...)
	if _, err := ParseReport(raw, n); err != nil {
		t.Errorf("%d bytes: %v", len(raw), err)
	}
	if _, err := ParseReport(append(raw, 0), n); !errors.Is(err, ErrReportTooLarge) {
		t.Errorf("%d bytes: %v", len(raw)+1, err)
	}
}

// FuzzParseReport looks for a report that makes the parser panic or hand on
// what no environment can hold.
func FuzzParseReport(f *testing.F) {
	f.Add([]byte(frame("ls", "declare -x A=\"1\"\ndeclare -ix B=$'\\001'\ndeclare -ax C=([0]=\"x\")\n", "/tmp", "/tmp", "/a")))
	f.Add([]byte(frame("ls", "declare -x A\n", "")))
	f.Add([]byte(n + "{\x00" + n + "|\x00" + n + "|\x00" + n + "|\x00" + n + "}"))
	f.Add([]byte("declare -x A=\"\\"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, input := range [][]byte{raw, []byte(frame("", string(raw), "/"))} {
			r, err := ParseReport(input, n)
			if err != nil {
				continue
			}
			for _, v := range r.Env.vars {
				if !isIdentifier(v.name) || strings.IndexByte(v.value, 0) >= 0 {
					t.Errorf("%q=%q", v.name, v.value)
				}
			}
			if r.Env.Bytes() > len(input) {
				t.Errorf("%d bytes made of %d", r.Env.Bytes(), len(input))
			}
			s := &State{Dir: "/"}
			s.Adopt(r, NewFilter(FilterConfig{Strict: true}))
			if !strings.HasPrefix(s.Dir, "/") || s.Env.Bytes() > MaxEnv+1024 {
				t.Errorf("state %q", s.Dir)
			}
			s.Close()
		}
	})
}
