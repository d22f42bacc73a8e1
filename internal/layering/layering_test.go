// Package layering holds the test that keeps imports running one way.
package layering

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/aegish/aegish/"

// allowed maps each room to the rooms of ours that it may import. A room that
// is not listed may import nothing of ours; "internal" stands for every
// package below internal.
var allowed = map[string][]string{
	"cmd/aegish":      {"internal"},
	"cmd/dropper":     {"landlock/launch"},
	"docs/examples":   {"interp", "interp/command", "interp/commands", "interp/vfs"},
	"internal":        {"internal", "executor", "executor/policy", "bashast", "envstate", "landlock", "config", "interp", "interp/command", "interp/commands", "interp/vfs"},
	"executor":        {"executor/policy", "bashast", "envstate", "landlock", "landlock/launch", "config", "interp", "interp/command", "interp/syntax", "interp/vfs"},
	"executor/policy": {"bashast", "config"},
	"landlock":        {"landlock"},
	"landlock/launch": {},
	"bashast":         {},
	"envstate":        {},
	"config":          {},

	// The interpreter. It does not import the commands: who builds one hands
	// it a registry.
	"interp":                      {"interp/runner", "interp/command", "interp/stream", "interp/syntax", "interp/vfs"},
	"interp/runner":               append([]string{"interp/builtins", "interp/expand"}, belowRunner...),
	"interp/builtins":             append([]string{"interp/expand", "interp/strftime"}, belowRunner...),
	"interp/expand":               {"interp/syntax", "interp/state", "interp/arith", "interp/pattern", "interp/regex", "interp/vfs", "interp/ctype", "interp/strftime"},
	"interp/state":                {"interp/syntax"},
	"interp/stream":               {"interp/vfs"},
	"interp/command":              {"interp/vfs", "interp/stream"},
	"interp/commands":             {"interp/commands", "interp/commands/archives", "interp/commands/data", "interp/commands/filemode", "interp/commands/filetype", "interp/commands/moment", "interp/commands/net", "interp/command", "interp/vfs", "interp/stream", "interp/pattern", "interp/regex", "interp/regex/perl", "interp/strftime"},
	"interp/commands/archives":    append([]string{"interp/commands/moment", "interp/commands/filemode", "interp/regex"}, belowCommands...),
	"interp/commands/filemode":    {},
	"interp/commands/filetype":    {},
	"interp/commands/moment":      {"interp/strftime"},
	"interp/commands/data":        append([]string{"interp/commands/jq", "interp/commands/yq"}, belowCommands...),
	"interp/commands/jq":          {"interp/strftime"},
	"interp/commands/yq":          {},
	"interp/commands/net":         belowCommands,
	"interp/commands/commandtest": {"interp/commands", "interp/command", "interp/vfs", "interp/stream"},
	"interp/pattern":              {"interp/ctype"},
	"interp/regex":                {"interp/ctype"},
	"interp/regex/perl":           {},
	"interp/syntax":               {},
	"interp/arith":                {},
	"interp/strftime":             {},
	"interp/ctype":                {},
	"interp/vfs":                  {"interp/vfs"},
	"interp/bashtest":             {},
	"interp/worldtest":            {},
	"interp/treetest":             {},
}

// belowCommands is what the families stand on that have rooms of their own,
// because of what they alone may import from elsewhere.
var belowCommands = []string{"interp/command", "interp/vfs", "interp/stream", "interp/pattern", "interp/strftime"}

// belowRunner is what both the runner and the builtins stand on.
var belowRunner = []string{"interp/command", "interp/stream", "interp/state", "interp/syntax", "interp/arith", "interp/pattern", "interp/regex", "interp/vfs"}

// outside maps a room to the modules that it alone may import.
var outside = map[string][]string{
	"github.com/smacker/go-tree-sitter":   {"bashast"},
	"github.com/pelletier/go-toml/v2":     {"config"},
	"github.com/landlock-lsm/go-landlock": {"landlock"},
	"golang.org/x/term":                   {"internal"},
	"github.com/klauspost/compress":       {"interp/commands/archives", "interp/commands/net"},
	"github.com/ulikunitz/xz":             {"interp/commands/archives"},
	"go.yaml.in/yaml/v3":                  {"interp/commands/data", "interp/commands/yq"},
}

type pkg struct {
	ImportPath string
	Imports    []string
}

// room finds the most specific room that a package of ours belongs to.
func room(path string) string {
	path = strings.TrimPrefix(path, module)
	best := ""
	for name := range allowed {
		if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
			best = name
		}
	}
	if best == "" {
		return path
	}
	return best
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	all := packages(t)
	if len(all) < 20 {
		t.Fatalf("go list found %d packages", len(all))
	}
	for _, p := range all {
		from := room(p.ImportPath)
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, module) {
				if to := room(imported); to != from && !slices.Contains(allowed[from], to) {
					t.Errorf("%s (room %s) imports %s (room %s)", p.ImportPath, from, imported, to)
				}
			}
			for prefix, rooms := range outside {
				if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && !slices.Contains(rooms, from) {
					t.Errorf("%s (room %s) imports %s, which is for %v alone", p.ImportPath, from, imported, rooms)
				}
			}
		}
	}
}

func TestDropperDependsOnNothingElse(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", module+"cmd/dropper").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		path := lines.Text()
		if !strings.HasPrefix(path, module+"cmd/dropper") && !strings.HasPrefix(path, module+"landlock/launch") &&
			!strings.HasPrefix(path, "golang.org/x/sys/") {
			t.Errorf("the dropper depends on %s", path)
		}
	}
}

// The interpreter starts no program and speaks to no host but for curl and
// wget. What its commands touch is what their call hands them.
func TestInterpreterImports(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if path != "interp" && !strings.HasPrefix(path, "interp/") {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			if bannedBelow(path, imported) {
				t.Errorf("%s imports %s", path, imported)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d packages of the interpreter were looked at", seen)
	}
}

// bannedBelow tells whether a package of the interpreter may not import
// another. A family's own test helpers are no commands.
func bannedBelow(path, imported string) bool {
	if path == "interp/commands/commandtest" {
		return false
	}
	switch imported {
	case "os/exec", "unsafe", "plugin", "C":
		return true
	case "golang.org/x/sys/unix": // poll(2), openat2(2)
		return path != "interp/stream" && path != "interp/vfs/host"
	case "net", "net/http":
		return !strings.HasPrefix(path, "interp/commands/net")
	case "os", "path/filepath", "os/user", "os/signal", "io/ioutil":
		return strings.HasPrefix(path, "interp/commands/")
	}
	return false
}
