package syntax

import (
	"errors"
	"testing"
)

// FuzzParse checks that any text ends as a tree that can be printed, or as an
// *Error, whichever way its lines come.
func FuzzParse(f *testing.F) {
	for i := range 60 {
		g := newGenerator(3, uint64(i))
		f.Add(g.soup(), i%2 == 0)
		f.Add(g.mutated(), i%2 == 1)
		f.Add(g.program(2), i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, src string, extglob bool) {
		cfg := Config{Name: "bash", ExtGlob: func() bool { return extglob }}
		file, err := Parse(src, cfg)
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("%v is no *Error", err)
		}
		cfg.Aliases = func(string) (string, bool) { return "", false }
		_, again := Parse(src, cfg)
		if (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() {
			t.Fatalf("as one text %v, by lines %v", err, again)
		}
		if file == nil {
			return
		}
		for _, s := range file.Stmts {
			_ = PrintCommand(s, false)
			if fn, ok := s.Cmd.(*FuncDecl); ok {
				_ = Print(fn, false)
			}
			if c, ok := s.Cmd.(*CallExpr); ok {
				for _, w := range c.Args {
					_, _ = SplitBraces(w, 1<<20)
				}
			}
		}
	})
}

// FuzzFragments does the same for texts that are parsed at run time.
func FuzzFragments(f *testing.F) {
	f.Add("a[1]=x")
	f.Add("$x ${y:-z} $(a)")
	f.Add("(1 [2]=3 'a b')")
	f.Fuzz(func(t *testing.T, src string) {
		_, _ = ParseDocument(src, Config{})
		_, _ = ParseWord(src, Config{})
		_, _ = ParseAssignTarget(src, Config{})
		_, _ = ParseCompoundAssign(src, Config{})
		_ = DecodeANSI(src)
	})
}
