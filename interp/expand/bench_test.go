package expand_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/syntax"
)

// bench runs a row's setup, then its last command again and again.
func bench(b *testing.B, setup, command string) {
	b.Helper()
	h := newHost("/")
	if out := h.run(setup); out != "" {
		b.Fatal(out)
	}
	list, err := syntax.New(syntax.StringInput(command), syntax.Config{Name: "bash"}).Next()
	if err != nil {
		b.Fatal(err)
	}
	call := list.Stmts[0].Cmd.(*syntax.CallExpr)
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if len(call.Args) > 0 {
			if _, err := h.x.Words(ctx, call.Args); err != nil {
				b.Fatal(err)
			}
		}
		for _, a := range call.Assigns {
			if err := h.x.Assign(ctx, a, expand.AssignOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkExpand(b *testing.B) {
	for _, row := range [][3]string{
		{"literal", "", "echo"},
		{"quoted", "x=hello", `"$x"`},
		{"plain", "x=hello", "$x"},
		{"mixed", "x=hello", `a"$x"b$x`},
		{"default", "x=hello", "${x:-y}"},
		{"trim", "x=path/to/file.txt", "${x##*/}"},
		{"replace", "x=path/to/file.txt", `"${x//t/T}"`},
		{"element", "a=(1 2 3) i=1", `"${a[i]}"`},
		{"elements", "a=(1 2 3 4 5 6 7 8 9 10)", `"${a[@]}"`},
		{"params", "set -- a b c d", `"$@"`},
		{"arithmetic", "i=5", "$((i+1))"},
		{"split", "x='a b c d e f g h'", "$x"},
		{"brace", "", "{1..10}"},
		{"assign", "y=1", "x=$y"},
		{"add", "i=0", "i=$((i+1))"},
		{"append", "", "x+=y"},
		{"arrayset", "i=0", "a[i]=x"},
		{"arrayappend", "a=()", "a+=(x)"},
		{"assocset", "declare -A A; k=key", "A[$k]=x"},
	} {
		b.Run(row[0], func(b *testing.B) { bench(b, row[1], row[2]) })
	}
}

// TestAppendingIsLinear appends half a million times: with a copy each time that
// would move a hundred gigabytes.
func TestAppendingIsLinear(t *testing.T) {
	t.Parallel()
	h := newHost("/")
	const n = 500_000
	list, err := syntax.New(syntax.StringInput("s+=x a[0]+=x b+=(x) b[${#b[@]}]=y"), syntax.Config{Name: "bash"}).Next()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	assigns := list.Stmts[0].Cmd.(*syntax.CallExpr).Assigns
	for range n {
		for _, a := range assigns {
			if err := h.x.Assign(ctx, a, expand.AssignOptions{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	vars := h.x.Shell.Vars
	if s, _ := vars.Get("s").Value(); s != strings.Repeat("x", n) {
		t.Error("s is wrong")
	}
	if got := vars.Get("b").List.Len(); got != 2*n {
		t.Errorf("b has %d elements", got)
	}
	if s, _ := vars.Get("a").Value(); len(s) != n {
		t.Errorf("a[0] has %d bytes", len(s))
	}
}
