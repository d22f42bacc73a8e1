package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// helpOptions are the options that the help text lists at the beginning of a
// line.
func helpOptions() map[string]bool {
	found := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^  (-[^\s,]+(?:, --\S+)?)`).FindAllStringSubmatch(helpText, -1) {
		for name := range strings.SplitSeq(line[1], ", ") {
			found[name] = true
		}
	}
	return found
}

// knownOptions are those that the source of parse names: letters and words in
// the cases of flags and longFlag, and what a verb allows.
func knownOptions(t *testing.T) map[string]bool {
	t.Helper()
	var decls []ast.Decl
	for _, name := range []string{"options.go", "verboptions.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		decls = append(decls, file.Decls...)
	}
	found := map[string]bool{}
	for _, decl := range decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CaseClause:
				for _, e := range n.List {
					if text, ok := literal(e); ok && f.Name.Name == "flags" && len(text) == 1 {
						found["-"+text] = true
					} else if ok && f.Name.Name == "longFlag" {
						found["--"+text] = true
					}
				}
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "verbFlags" || s.Sel.Name == "oneCommand") {
					for _, arg := range n.Args {
						if text, ok := literal(arg); ok && strings.HasPrefix(text, "--") {
							found[text] = true
						}
					}
				}
			}
			return true
		})
	}
	return found
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	if lit.Kind == token.CHAR {
		r, _, _, err := strconv.UnquoteChar(strings.Trim(lit.Value, "'"), '\'')
		return string(r), err == nil
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func TestHelpListsWhatParseTakes(t *testing.T) {
	t.Parallel()
	help, known := slices.Sorted(maps.Keys(helpOptions())), slices.Sorted(maps.Keys(knownOptions(t)))
	if !slices.Equal(help, known) {
		t.Errorf("the help lists\n%q, parse takes\n%q", help, known)
	}
	if len(known) < 15 {
		t.Errorf("only %d options were found: %q", len(known), known)
	}
}

// TestEveryLetter tries all short options, so that none hides from the test
// above.
func TestEveryLetter(t *testing.T) {
	t.Parallel()
	help := helpOptions()
	for c := rune(' ') + 1; c < 0x7f; c++ {
		option := "-" + string(c)
		if option == "--" {
			continue
		}
		if _, err := parse(argv(option, "x")); (err == nil) != help[option] {
			t.Errorf("%s: %v, in the help: %v", option, err, help[option])
		}
	}
}

// verbs are all of them.
var verbs = []verb{verbRun, verbCheck, verbWhy, verbConfig, verbDoctor, verbCommands, verbVersion}

// TestHelpOfAVerb: it is what the whole help has about that verb, and about no
// other.
func TestHelpOfAVerb(t *testing.T) {
	t.Parallel()
	for _, v := range verbs {
		text := helpOf(v)
		for _, other := range verbs {
			if strings.Contains(text, "\n  aegish "+string(other)) != (other == v) {
				t.Errorf("%s, about %s:\n%s", v, other, text)
			}
		}
		if strings.Contains(text, "\n  --diff") != (v == verbRun) || strings.Contains(text, "\n  --stats") != (v == verbCheck) {
			t.Errorf("the options of %s:\n%s", v, text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "  ") && !strings.Contains(helpText, line) {
				t.Errorf("%s: %q is not in the help", v, line)
			}
		}
	}
	if text := helpOf(verbWhy); !strings.Contains(text, "connect, bind PORT; signal\n") {
		t.Errorf("the second line of why is missing:\n%s", text)
	}
}

func TestHelpNamesEveryVerb(t *testing.T) {
	t.Parallel()
	for _, v := range verbs {
		if !isVerb(string(v)) || !strings.Contains(helpText, "\n  aegish "+string(v)) {
			t.Errorf("%s is missing", v)
		}
	}
	if isVerb(string(verbHelp)) || isVerb("") {
		t.Error("help, or nothing, passes for a verb")
	}
}
