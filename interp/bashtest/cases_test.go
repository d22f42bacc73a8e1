package bashtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A scenario is one script with how it is run.
type scenario struct {
	name, script string
	line         int // of its header
	args         []string
	mode         string // "c", "stdin" or "file"
	skipStderr   bool
	sorted       bool
	// differs is the reason why want is not bash's outcome.
	differs string
	want    outcome
}

// An outcome is what a run showed.
type outcome struct {
	status         int
	stdout, stderr string
}

// load reads the cases of one file.
func load(t testing.TB, file string) []scenario {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []scenario
	seen := map[string]bool{}
	for i, line := range strings.SplitAfter(string(text), "\n") {
		if header, ok := strings.CutPrefix(line, "=== "); ok {
			sc := parseHeader(t, file, i+1, strings.TrimSpace(header))
			if seen[sc.name] {
				t.Fatalf("%s:%d: a second case %q", file, i+1, sc.name)
			}
			seen[sc.name] = true
			all = append(all, sc)
			continue
		}
		if len(all) == 0 {
			continue // remarks before the first case
		}
		sc := &all[len(all)-1]
		switch reason, isReason := strings.CutPrefix(line, "--- differs: "); {
		case isReason:
			sc.differs = strings.TrimSpace(reason)
		case sc.differs == "":
			sc.script += line
		case strings.HasPrefix(line, "--- status "):
			n, err := strconv.Atoi(strings.TrimSpace(line[len("--- status "):]))
			if err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
			sc.want.status = n
		default:
			sc.want.stdout += line
		}
	}
	return all
}

func parseHeader(t testing.TB, file string, line int, header string) scenario {
	t.Helper()
	sc := scenario{name: header, line: line, mode: "c"}
	at := strings.LastIndex(header, " [")
	if at < 0 || !strings.HasSuffix(header, "]") {
		return sc
	}
	sc.name = header[:at]
	flags := header[at+2 : len(header)-1]
	if before, args, ok := strings.Cut(flags, "args="); ok {
		// They come last, because blanks in them count.
		flags, sc.args = before, strings.Split(args, ",")
	}
	for _, flag := range strings.Fields(flags) {
		switch {
		case flag == "stdin" || flag == "file":
			sc.mode = flag
		case flag == "-stderr":
			sc.skipStderr = true
		case flag == "sorted":
			sc.sorted = true
		default:
			t.Fatalf("%s:%d: unknown flag %q", file, line, flag)
		}
	}
	return sc
}

func files(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no case files: %v", err)
	}
	return names
}

func (o outcome) String() string {
	return fmt.Sprintf("status %d\n--- stdout\n%s--- stderr\n%s", o.status, clip(o.stdout), clip(o.stderr))
}

func clip(s string) string {
	const most = 2000
	if len(s) > most {
		return s[:most] + "...\n"
	}
	return s
}
