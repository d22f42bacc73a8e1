package data

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestDeepValuesAreRefused makes values that go so deep that a comparison of them
// would use up the stack, which ends the process.
func TestDeepValuesAreRefused(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{
		"reduce range(3e6) as $i (0; [.]) | . == .", "reduce range(3e6) as $i (0; {a: .}) | . == .", "reduce range(3e6) as $i (0; {a: ., b: 1}) | [., .] | sort", "0 | until(false; [.])",
		"def f: if length > 5 then . else [.] | f end; [1] | f", "[1] | until(false; group_by(.))", "[1] | until(false; [walk([.])])", "reduce range(3e6) as $i (0; . as $d | try [$d] catch try [$d] catch [$d])",
		"null | setpath([range(2e5) | 0]; 1)", "null | getpath([range(2e5) | 0]) = 1",
		"def f($n): if $n == 0 then . else .a | f($n - 1) end; null | f(20000) = 1", "def f($n): if $n == 0 then . else .a | f($n - 1) end; null | f(20000) |= 1", "reduce range(3e4) as $i ({}; .a = .)",
		strings.Repeat("[", 5000) + "1" + strings.Repeat("]", 5000), strings.Repeat("(", 5000) + `"x" * 1e9` + strings.Repeat(")", 5000),
		`("[" * 10001 + "]" * 10001) | fromjson`,
	} {
		status, _, errs := attack(t, "", "jq", "-n", filter)
		if status == 0 || !strings.Contains(errs, "nested too deeply") && !strings.Contains(errs, "depth limit") && !strings.Contains(errs, "more memory") {
			t.Errorf("%.80q: %d %.200q", filter, status, errs)
		}
	}
	if status, _, _ := attack(t, strings.Repeat("[", 10_001)+strings.Repeat("]", 10_001), "jq", "."); status != 2 {
		t.Errorf("input of 10,001 levels: %d", status)
	}
}

// TestLongTextsAndLists works on what takes minutes where each match is counted
// from the beginning, or each element looked for in all of a list. It runs alone,
// because jq looks at the heap of the process.
func TestLongTextsAndLists(t *testing.T) {
	for filter, want := range map[string]string{
		`[range(40000) | tostring] | join(",") | gsub(","; ";") | length`:                  "228889\n",
		`[range(40000) | tostring] | join(",") | [match(","; "g").offset] | .[-1]`:         "228883\n",
		`[range(40000) | tostring] | join(",") | [splits(",")] | length`:                   "40000\n",
		`[range(40000)] - [range(40000) | . + 39999]`:                                      "",
		`("a" * 100000) | indices("a" * 50000 + "b") | length`:                             "0\n",
		`[range(40000) | tostring] | join(" ") | [scan("[0-9]+")] | map(tonumber) | add`:   "799980000\n",
		`[range(40000)] | .[0] -= 1 | .[1] *= 5 | .[2] += 1 | .[:3]`:                       "[\n  -1,\n  5,\n  3\n]\n",
		`"x" * 40000 | [scan("x")] | length`:                                               "40000\n",
		`reduce range(2000) as $i ({}; .["k\($i)"] = {a: [$i]}) | length`:                  "2000\n",
		`reduce range(300) as $i (0; [.]) | tojson | length, (tojson | contains("strip"))`: "",
	} {
		status, out, errs := attack(t, "", "jq", "-n", filter)
		if status != 0 || want != "" && out != want {
			t.Errorf("%s: %d %.200q %q", filter, status, out, errs)
		}
	}
}

// TestJqExpressions compares the functions of regular expressions, and what was
// put in the place of others.
func TestJqExpressions(t *testing.T) {
	t.Parallel()
	var all cases
	for _, filter := range []string{
		`"abba" | [match("b*"; "g") | [.offset, .length]]`, `"abb" | [match("b*"; "g") | .offset]`, `"ab" | [splits("b*")]`, `"äbäb" | [match("b"; "g").offset]`, `"ab" | [sub("b"; "1", "2")]`,
		`"ab" | [sub("b"; empty)]`, `"ab" | [sub("x"; "y")]`, `"aB" | [match("b"; "ix") | .offset]`, `"a" | test(["A", "i"])`, `"test" | [match(""; "g").offset]`, `"aXbX" | [scan("X")], [splits("X")], [split("X"; null)]`,
		`"abc" | [capture("(?<x>.)(?<y>b)")]`, `"abcabc" | gsub("(?<x>b)"; "<\(.x)>")`, `"aéb" | match("(?<n>é)(b)")`, `"a.b.c" | split(".")`, `"a1b22" | [scan("[a-z]([0-9]+)")]`, `"x y" | test("x\\ y  # end"; "x")`,
		`"a\nb" | test("a.b"), test("a.b"; "p")`, `"aaa" | [match("a{1,2}"; "g").length]`, `"foo bar" | sub("(?<a>\\w+) (?<b>\\w+)"; "\(.b) \(.a)")`, `"abc" | [match(["(b)", "g"]).captures[0].string]`,
		`"foobar" | contains("bar"), contains("baz")`, `["foobar", "baz"] | contains(["ba"])`, `{a: [1, "xyz"], b: 2} | contains({a: ["y"]}), contains({c: 1})`, `[1] | inside([1, 2])`, `"a, b, c" | indices(", ")`,
		`[0, 1, 2, 1, 3] | indices(1), indices([1, 3]), index(1), rindex(1)`, `"axbx" | indices("x"), index("b"), rindex("x")`, `null | indices(1)`, `"abc" | index("z")`, `[1, 2, 3, 1] - [1]`, `5 - 3`,
		`[1, [2]] - [[2]]`, `{a: 5} | .a -= 2`, `{a: 5} | .a -= (1, 2)`, `[4, 5] | .[] -= 1`, `[[1, 2], [1, 3]] | group_by(.[0])`, `null | setpath(["a", 0]; 1)`, `{a: {b: 1}} | getpath(["a", "b"]), delpaths([["a", "b"]])`,
		`[paths] , [{a: 1} | paths]`, `path(if [.] == [] then .a else .b end)`, `{a: [1, 2]} | path(.a[[1, 2] | length - 1])`, `path(getpath(["a", "b"]))`, `{a: 1} | del(.a)`, `[3, 1] | .[0] as $x | [.[] | . - $x]`,
		`reduce range(256) as $i (0; [.])`,
	} {
		all = append(all, commandtest.Case{Args: []string{"-nc", filter}, SkipStderr: true})
	}
	for _, filter := range []string{`1 | test("a")`, `"a" | match("a"; "q")`} {
		all = append(all, commandtest.Case{Args: []string{"-n", filter}})
	}
	commandtest.Compare(t, Commands(), "jq", all)
}
