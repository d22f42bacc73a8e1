package expand_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/syntax"
)

// quietHost runs nothing.
type quietHost struct{ *host }

func (quietHost) CommandSubst(context.Context, *syntax.CmdSubst) ([]byte, error) {
	return []byte("out\x00put \n\n"), nil
}

// FuzzWords expands and assigns whatever parses. It must end within its steps
// and with an error of the known kinds.
func FuzzWords(f *testing.F) {
	for _, file := range []string{"words.txt", "split.txt", "brace.txt", "glob.txt", "assign.txt"} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 400)]))
	}
	for _, s := range []string{`x=${a[$((i++))]@A} "${!x}" ${@:0:-1}`, `declare -n r=r; r[1]=2 ${r[@]}`, `a=([-1]=x [k]+=y {1..3})`, `~+1 ~:~ x=~ ${x/%*/&} "${x//\\/\&}"`, `IFS=é; $x "$*" ${x@P}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4000 {
			return
		}
		h := newHost("/nonexistent")
		h.max = 200_000
		h.x.Host = quietHost{h}
		h.x.Limits = expand.Limits{StringBytes: 1 << 20, Words: 5000, ArrayElements: 5000, PatternSteps: 100_000}
		p := syntax.New(syntax.StringInput(src), syntax.Config{Name: "bash", ExtGlob: func() bool { return true }})
		for range 100 {
			list, err := p.Next()
			if err != nil {
				return
			}
			for _, s := range list.Stmts {
				err := h.fuzzed(s)
				var bad *expand.Error
				var limit *expand.LimitError
				if err != nil && !errors.As(err, &bad) && !errors.As(err, &limit) && !errors.Is(err, errSteps) {
					t.Fatalf("%q: %v (%T)", src, err, err)
				}
			}
		}
	})
}

// fuzzed expands what a statement holds.
func (h *host) fuzzed(s *syntax.Stmt) error {
	ctx := context.Background()
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		for _, a := range c.Assigns {
			if err := h.x.Assign(ctx, a, expand.AssignOptions{}); err != nil {
				return err
			}
		}
		if _, err := h.x.Words(ctx, c.Args); err != nil {
			return err
		}
		for _, w := range c.Args {
			for _, f := range []func(context.Context, *syntax.Word) (string, error){h.x.String, h.x.Pattern, h.x.Regex, h.x.Document} {
				if _, err := f(ctx, w); err != nil {
					return err
				}
			}
		}
	case *syntax.DeclClause:
		return h.declare(ctx, c)
	}
	return nil
}
