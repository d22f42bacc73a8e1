package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// helpText is what `aegish --help` prints, from its source.
func helpText(t *testing.T) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "internal/cli/help.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "helpText" {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			text, err = strconv.Unquote(lit.Value)
		}
		return false
	})
	if err != nil || text == "" {
		t.Fatalf("internal/cli/help.go has no constant helpText (%v)", err)
	}
	return text
}

// set collects the first group of all matches.
func set(re *regexp.Regexp, text string) []string {
	found := map[string]bool{}
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// compare reports what one of two sets lacks.
func compare(t *testing.T, kind string, help, manual []string) {
	t.Helper()
	if len(help) == 0 {
		t.Errorf("--help has no %s", kind)
	}
	for _, name := range help {
		if !slices.Contains(manual, name) {
			t.Errorf("aegish.1 lacks the %s %s of --help", kind, name)
		}
	}
	for _, name := range manual {
		if !slices.Contains(help, name) {
			t.Errorf("aegish.1 has the %s %s, which --help lacks", kind, name)
		}
	}
}

// An option's name: a letter, or words behind two dashes.
var (
	helpOption   = regexp.MustCompile(`(?m)(?:^ {2}|, )-(-[a-z-]+|[a-z])\b`)
	manualOption = regexp.MustCompile(`(?m)^\.It Fl (-?[a-z-]+)|^\.It Fl [a-z] , Fl (-[a-z-]+)`)
	manualSecond = regexp.MustCompile(`(?m)^\.It Fl [a-z] , Fl (-[a-z-]+)`)
)

func TestManualHasTheOptions(t *testing.T) {
	t.Parallel()
	help, manual := helpText(t), read(t, "docs/man/aegish.1")
	options := set(manualOption, manual)
	options = append(options, set(manualSecond, manual)...)
	compare(t, "option", set(helpOption, help), slices.DeleteFunc(options, func(s string) bool { return s == "" }))
}

func TestManualHasTheVerbs(t *testing.T) {
	t.Parallel()
	help, manual := helpText(t), read(t, "docs/man/aegish.1")
	compare(t, "verb",
		set(regexp.MustCompile(`(?m)^  aegish ([a-z]+)\b`), help),
		set(regexp.MustCompile(`(?m)^\.Ss ([a-z]+)$`), manual))
}

// TestManualHasTheStatuses: the numbers of exit statuses are those of --help.
func TestManualHasTheStatuses(t *testing.T) {
	t.Parallel()
	help, manual := helpText(t), read(t, "docs/man/aegish.1")
	for _, status := range []string{"2", "124", "126", "127", "128+n"} {
		if !regexp.MustCompile(`(?m)^\.It ` + regexp.QuoteMeta(status) + `$`).MatchString(manual) {
			t.Errorf("aegish.1 lacks the status %s", status)
		}
		if !regexp.MustCompile(`(^|[ ;])` + regexp.QuoteMeta(status) + ` `).MatchString(help) {
			t.Errorf("--help lacks the status %s", status)
		}
	}
}

// TestManualShowsWhatCheckSays: the example of `aegish check` in the manual is what
// that prints.
func TestManualShowsWhatCheckSays(t *testing.T) {
	t.Parallel()
	const prompt = "$ aegish check --profile restricted 'python3 -V'"
	manual := strings.NewReplacer(`\(aq`, "'", `\(ga`, "`").Replace(read(t, "docs/man/aegish.1"))
	_, want, ok := strings.Cut(manual, "\n"+prompt+"\n")
	want, _, end := strings.Cut(want, ".Ed\n")
	if !ok || !end {
		t.Fatalf("aegish.1 has no %q", prompt)
	}
	cmd := exec.Command(filepath.Join(build(t), "aegish"), "check", "--profile", "restricted", "python3 -V")
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 126 {
		t.Errorf("status %d, %v", code, err)
	}
	if string(out) != want {
		t.Errorf("aegish.1 does not show what `aegish check` prints:\n%s", out)
	}
}
