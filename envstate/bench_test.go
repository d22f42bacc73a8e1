package envstate

import (
	"io"
	"os/exec"
	"testing"
)

// BenchmarkCapture is the cost of a whole bash that does nothing: without a
// report, with the report as it is, and with /usr/bin/env in its place.
func BenchmarkCapture(b *testing.B) {
	const open = "exec " + stateFD + ">/dev/null; "
	env := `{ \builtin pwd -P; \builtin printf "\0"; /usr/bin/env -0; } >&` + stateFD + ` 2>/dev/null`
	for _, bb := range []struct{ name, trap string }{
		{"none", ""},
		{"declare", "trap -- '" + TrapBody(testNonce, stateFD) + "' EXIT; "},
		{"env", "trap -- '" + env + "' EXIT; "},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				cmd := exec.Command(bashPath, "--norc", "--noprofile", "-c", open+bb.trap+":")
				cmd.Env = baseEnviron()
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseReportAndAdopt(b *testing.B) {
	declarations := ""
	for _, name := range []string{"HOME", "PATH", "LANG", "TERM", "USER", "LOGNAME", "SHELL", "EXTRA"} {
		for _, more := range []string{"", "_A", "_B", "_C", "_D"} {
			declarations += "declare -x " + name + more + "=\"/usr/local/bin:/usr/bin:/bin and \\\"more\\\"\"\n"
		}
	}
	raw := []byte(frame("ls", declarations, "/usr", "/usr"))
	s := New("/", NewEnv(nil))
	defer s.Close()
	f := NewFilter(FilterConfig{Strict: true})
	b.ReportAllocs()
	for b.Loop() {
		r, err := ParseReport(raw, n)
		if err != nil {
			b.Fatal(err)
		}
		s.Adopt(r, f)
		s.Environ()
	}
}

func BenchmarkRunBare(b *testing.B) {
	s := New("/", NewEnv(nil))
	defer s.Close()
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range []string{"cd /usr/share", "cd ../.."} {
			bare, _ := ParseBare(line)
			if s.RunBare(bare, io.Discard, io.Discard, RunBareOptions{}) != 0 {
				b.Fatal(line)
			}
		}
	}
}
