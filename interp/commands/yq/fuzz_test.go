package yq_test

import (
	"errors"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/commands/yq"
)

const sample = "a: &x {b: 1, c: [1, two, null]}\nd: *x\ne:\n  <<: *x\n  f: \"g\" # h\n"

func host() *yq.Host {
	return &yq.Host{
		Getenv: func(name string) (string, bool) { return "value of " + name, name != "NONE" },
		Load:   func(string, string) (*yaml.Node, error) { return nil, errors.New("no files") },
		Decode: func(_, text string) (*yaml.Node, error) {
			var n yaml.Node
			if err := yaml.Unmarshal([]byte(text), &n); err != nil || len(n.Content) == 0 {
				return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}, err
			}
			return n.Content[0], nil
		},
		Encode: func(_ string, _ int, n *yaml.Node) (string, error) { return n.Value, nil },
		Nodes:  20_000,
	}
}

func evaluate(t *testing.T, expression string) ([]yq.Result, error) {
	e, err := yq.Parse(expression)
	if err != nil {
		return nil, err
	}
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(sample), &n); err != nil {
		t.Fatal(err)
	}
	return e.Run(t.Context(), host(), []*yq.Document{{Node: &n}}, false)
}

// FuzzExpression evaluates whatever is an expression: nothing may crash it, and no
// document that comes out may crash who writes it.
func FuzzExpression(f *testing.F) {
	for _, seed := range []string{".a.b", ".a *+ .e | explode(.)", `.. style="double"`, `with(.a; .b |= . + 1)`, `.a as $x ireduce (0; . + $x)`, `"\(.a.c[1]) x"`, `{"k": .a[]}`, `del(.a.c[0], .e)`, `... comments=""`, `.z[3].y = env(HOME)`,
		`.a | to_entries | from_entries`, `.a.c | sort | unique | reverse | join("-")`, `.e.f | sub("g", "h") | test("h")`, `.d alias = "x"`, `eval(".a")`, `.a[1:2], .a["b","c"]`, `.a // 1 == 2 and 3 < 4 or not`, `[.. | path | length]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		results, err := evaluate(t, expression)
		if err != nil {
			return
		}
		for _, r := range results {
			if r.Node == nil {
				t.Fatalf("%q: no node", expression)
			}
		}
	})
}

// TestNodesAreCounted needs more nodes than there may be.
func TestNodesAreCounted(t *testing.T) {
	t.Parallel()
	double := func(times int) string { return "[1] " + strings.Repeat("| . + . ", times) }
	if _, err := evaluate(t, double(10)); err != nil {
		t.Error(err)
	}
	for _, many := range []string{double(15), "." + strings.Repeat(" | (., .)", 30), "." + strings.Repeat(" | (., .) == (., .)", 10)} {
		if _, err := evaluate(t, many); err == nil || !strings.Contains(err.Error(), "memory") {
			t.Errorf("%s: %v", many, err)
		}
	}
}
