package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hostCalls are what the interpreter may use of the packages that speak to the
// kernel, beside constants: files that are open already (interp/stream). The
// directory of the host (interp/vfs/host) has calls of its own.
var hostCalls = map[string][]string{
	"os":                    {"File", "Stdin"},
	"syscall":               {"Errno", "Signal", "Stat_t", "RawConn", "Getrusage", "Rusage"},
	"golang.org/x/sys/unix": {"Seek", "Read", "Write", "Close", "Pread", "Poll", "PollFd", "Pipe2", "Tee", "IoctlGetTermios", "FcntlInt", "Eventfd"},
}

// testHelpers start programs.
var testHelpers = []string{"interp/vfs/vfstest", "interp/commands/commandtest"}

// TestInterpreterCallsNothingElse reads the source: package syscall alone would
// be enough to start a program.
func TestInterpreterCallsNothingElse(t *testing.T) {
	t.Parallel()
	seen := 0
	err := filepath.WalkDir("../../interp", func(path string, e fs.DirEntry, err error) error {
		dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			dir == "interp/vfs/host" || slices.Contains(testHelpers, dir) {
			return err
		}
		seen++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, used := range selected(file) {
			if !slices.Contains(hostCalls[used.pkg], used.name) && strings.ToUpper(used.name) != used.name {
				t.Errorf("%s uses %s.%s", path, used.pkg, used.name)
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d files, %v", seen, err)
	}
}

type use struct{ pkg, name string }

// selected lists what a file uses of the packages of hostCalls.
func selected(file *ast.File) []use {
	names := map[string]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		if _, ok := hostCalls[path]; !ok {
			continue
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	var all []use
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && names[id.Name] != "" {
				all = append(all, use{names[id.Name], s.Sel.Name})
			}
		}
		return true
	})
	return all
}
