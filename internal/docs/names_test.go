package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// named is how documents name a test: the package's directory and the
// function, or a session.
var named = regexp.MustCompile("`(?:([a-z][a-z0-9/]*)\\.((?:Test|Fuzz|Benchmark)\\w+)|script ([a-z0-9-]+\\.txtar))`")

// tests finds all tests and sessions of the module, as documents name them.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, file := range files(t, "_test.go") {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				found[path.Dir(filepath.ToSlash(file))+"."+fn.Name.Name] = true
			}
		}
	}
	for _, file := range files(t, ".txtar") {
		found["script "+path.Base(filepath.ToSlash(file))] = true
	}
	return found
}

func TestNamedTestsExist(t *testing.T) {
	t.Parallel()
	all := tests(t)
	for _, file := range files(t, ".md") {
		for _, match := range named.FindAllString(read(t, file), -1) {
			if name := strings.Trim(match, "`"); !all[name] {
				t.Errorf("%s names %q, which is no test", file, name)
			}
		}
	}
}

// TestFeatureTable: each row is there once and in order, and names a test.
func TestFeatureTable(t *testing.T) {
	t.Parallel()
	const last = 154
	row := regexp.MustCompile(`(?m)^\| (\d+) \| (.*?) \| (.*?) ?\|$`)
	want := 1
	for _, m := range row.FindAllStringSubmatch(read(t, "docs/features.md"), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n != want {
			t.Fatalf("row %s where row %d should be", m[1], want)
		}
		want++
		if !named.MatchString(m[3]) {
			t.Errorf("row %d names no test", n)
		}
	}
	if want != last+1 {
		t.Errorf("the table ends at row %d, want %d", want-1, last)
	}
}

// TestControlsAreShown: whatever the threat model says holds is shown by a
// test.
func TestControlsAreShown(t *testing.T) {
	t.Parallel()
	_, text, ok := strings.Cut(read(t, "docs/threat-model.md"), "\n## What holds\n")
	text, _, end := strings.Cut(text, "\n## ")
	if !ok || !end {
		t.Fatal("docs/threat-model.md has no section `What holds`, or nothing behind it")
	}
	controls := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| attack |") {
			continue
		}
		controls++
		if !named.MatchString(line) {
			t.Errorf("no test is named in %s", line)
		}
	}
	if controls < 20 {
		t.Errorf("found %d controls only", controls)
	}
}

// TestDecisionsAreNumbered: 0001, 0002, ... without a gap, each with its
// number in the title.
func TestDecisionsAreNumbered(t *testing.T) {
	t.Parallel()
	n := 0
	for _, file := range files(t, ".md") {
		dir, name := path.Split(filepath.ToSlash(file))
		if dir != "docs/decisions/" {
			continue
		}
		n++
		number := fmt.Sprintf("%04d", n)
		if !strings.HasPrefix(name, number+"-") || !strings.HasPrefix(read(t, file), "# "+number+": ") {
			t.Errorf("%s: want a name and a title that begin with %s", file, number)
		}
	}
	if n == 0 {
		t.Error("there are no decisions")
	}
}

// TestTopicsExist: the topics of case tables that the table of features names.
func TestTopicsExist(t *testing.T) {
	t.Parallel()
	topics := regexp.MustCompile("`interp/bashtest.TestScriptsDoWhatBashDoes` \\(([^)]*)\\)").FindAllStringSubmatch(read(t, "docs/features.md"), -1)
	for _, m := range topics {
		for topic := range strings.SplitSeq(m[1], ", ") {
			if topic == "all topics" {
				continue
			}
			found, err := filepath.Glob(filepath.Join(root, "interp/bashtest/testdata", topic+".txt"))
			if err != nil || len(found) == 0 {
				t.Errorf("features.md names the topic %q, of which there is no table", topic)
			}
		}
	}
	if len(topics) < 50 {
		t.Errorf("%d rows name topics", len(topics))
	}
}

// TestFuzzTargetsAreListed: docs/testing.md has all of them.
func TestFuzzTargetsAreListed(t *testing.T) {
	t.Parallel()
	text := read(t, "docs/testing.md")
	for name := range tests(t) {
		if strings.Contains(name, ".Fuzz") && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("testing.md lacks %s", name)
		}
	}
}
