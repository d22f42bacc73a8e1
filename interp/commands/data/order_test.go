package data

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

const unsorted = `{"name":"z","version":"1.0","deps":{"zeta":"1","alpha":"2","mid":{"y":1,"x":[{"q":1,"b":2},{"b":3,"q":4}]}},"list":[{"id":3,"age":2,"tag":"w"},{"id":1,"age":9,"tag":"v"},{"tag":"w","id":2}],"empty":{},"one":{"k":1}}`

// Objects come out with their keys in the order in which jq has them.
func TestJqKeepsTheOrderOfKeys(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, filter := range []string{
		".", ".deps", ".deps.mid.x", ".[]", ".deps[]", ".deps[]?", ".list[]", ".list[0]", "..", "[..]", ".deps.mid|..", "keys", "keys_unsorted", ".deps|keys_unsorted", "[paths]", "[paths(type==\"number\")]", "[leaf_paths]",
		"to_entries", ".deps|to_entries", ".deps|to_entries|from_entries", ".deps|with_entries(.value|=tostring)", "with_entries(.key|=\"x_\"+.)", "with_entries(select(.key!=\"deps\"))", "map_values(1)", "map(type)", ".list|map({tag,id})",
		".list|map({(.tag):.id})|add", ".list|map({id,total:.age,tag})", "del(.version)", "del(.deps.alpha)", ".version=\"2\"", ".aaa=1", ".deps.aaa={z:1,a:2}", ".list[0].aaa=1", ". + {aaa:1}", ". * {deps:{mid:{new:1}}}",
		"{version,name}", "{b:.name,a:.version}", "{name,deps}|.deps.zeta=3", "{(.name):1,(.version):2}", "{\"z y\":1,\"a\":2}", ".list|group_by(.tag)", ".list|sort_by(.id)", ".list|unique_by(.tag)", ".list|min_by(.id)", ".list|INDEX(.id)",
		"tojson", "tostring", "\"\\(.deps)\"", "@json", "@text", ".deps|@json \"v=\\(.)\"", "tojson|fromjson", "\"{\\\"z\\\":1,\\\"a\\\":2}\"|fromjson", "[.deps|tostream]", "[limit(2;.[])]", "first(.[])", "[.deps|.[]|type]",
		"reduce .list[] as $x ({}; .[$x.tag] += 1)", "reduce (.list[]|.tag) as $t ({}; .[$t]=true)", ".deps|del(.mid)|add", "[.deps|.zeta,.alpha]|add", "[.one,.empty,.deps]|add", "map_values(select(type==\"string\"))", ".list|walk(if type==\"object\" then del(.id) else . end)", ".list|fromstream(tostream)", ".list|map(.id+=1)",
		"[.list[]|select(.age)]", ".list|map(to_entries)", ".deps|to_entries|map(.key)|join(\",\")", ".deps|to_entries[]|\"\\(.key)=\\(.value|tostring)\"", ".deps.mid|=(.x|=length)", "[.[]|numbers,strings]", ". as {$name,$version}|{$version,$name}", "[{b:1,a:2},{a:1,b:2}]", "[{b:1,a:2}]+[{a:1,b:2}]",
		".deps|to_entries|map({key:.key,value:1})|from_entries", "[{name:\"b\",value:1},{name:\"a\",value:2}]|from_entries", ".deps|has(\"zeta\")", ".deps==(.deps|with_entries(.))", "path(..)", "[path(.deps[])]", ".deps[]|=1", ".list[].id+=1", "(.deps|keys_unsorted[0])", "getpath([\"deps\",\"mid\"])", "debug|.one", "[splits(\"a\")?]", "env|type", "try error(.deps) catch .", "[.deps|keys[] as $k|$k]", "[foreach .list[] as $x (null;$x;{tag:.tag,id:.id})]", ".list|[.[]|.id] as [$a,$b]|{b:$b,a:$a}", ".list|to_entries|map(.value.id)", "label $f|.[]|., break $f", "[.list|.[1:]|.[]]", "if .one then {z:1,a:2} else . end", "[.deps|to_entries|.[]|.key]|@csv", "[..|numbers]|add", "[..|.id?]", "[..|objects|keys_unsorted[0]]", "[.deps|recurse]|length", "[recurse(.[]?;.!=null)]|length", "limit(3;..)", "isvalid(.[])?", "any", "[.[]|arrays[]|objects|.tag]", "flatten?", "del(.list[0,1])", "del(.[\"name\",\"one\"])", "delpaths([[\"name\"],[\"one\",\"k\"]])", "setpath([\"deps\",\"new\"];1)", "to_entries|map(select(.value|type==\"object\"))|from_entries", "[.list[]|with_entries(select(.key==\"id\" or .key==\"tag\"))]",
	} {
		all = append(all, commandtest.Case{Args: []string{"-c", filter}, Stdin: unsorted, SkipStderr: true},
			commandtest.Case{Args: []string{"-cS", filter}, Stdin: unsorted, SkipStderr: true})
	}
	all = append(all,
		commandtest.Case{Args: []string{"."}, Stdin: `{"z":1,"a":2} {"a":1,"z":2,"z":3}`},
		commandtest.Case{Args: []string{"-c", "-s", "add"}, Stdin: `{"z":1,"a":2} {"a":1,"b":2}`},
		commandtest.Case{Args: []string{"-c", "-n", "[inputs]|add"}, Stdin: `{"z":1,"a":2} {"b":1,"a":2}`},
		commandtest.Case{Args: []string{"-c", "-n", "--argjson", "x", `{"z":1,"a":2}`, "--arg", "b", "1", "--arg", "a", "2", "$x,$ARGS.named"}},
		commandtest.Case{Args: []string{"-c", "."}, Stdin: `{"\u00e4":1,"a\"b":2,"\ud83d\ude00":"\ud83d\ude00","A":"x\ty"}`},
	)
	commandtest.Compare(t, Commands(), "jq", all)
}

// Random documents through filters that change them.
func TestJqOrderOnRandomDocuments(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	filters := []string{".", ".[]?", "[..]", "keys_unsorted?", "to_entries?", "with_entries(.)?", "map_values(.)?", "del(.a)?", ".b=1", ".. |= .", "tojson", "[paths]", ".c?", "map(.)?", "walk(.)", "tojson|fromjson", "[tostream]", "[.[]?]|add?"}
	var all []commandtest.Case
	for range 25 {
		doc := randomObject(r, 3)
		for range 8 {
			all = append(all, commandtest.Case{Args: []string{"-c", filters[r.IntN(len(filters))]}, Stdin: doc, SkipStderr: true})
		}
	}
	commandtest.Compare(t, Commands(), "jq", all)
}

// randomObject is a random value of JSON, always an object at the top.
func randomObject(r *rand.Rand, depth int) string {
	keys := r.Perm(6)[:r.IntN(6)]
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = fmt.Sprintf("%q:%s", string(rune('a'+k)), randomValue(r, depth-1))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func randomValue(r *rand.Rand, depth int) string {
	switch n := r.IntN(6); {
	case n < 2 && depth > 0:
		return randomObject(r, depth)
	case n == 2 && depth > 0:
		list := make([]string, r.IntN(4))
		for i := range list {
			list[i] = randomValue(r, depth-1)
		}
		return "[" + strings.Join(list, ",") + "]"
	case n == 3:
		return []string{"true", "false", "null", `""`}[r.IntN(4)]
	case n == 4:
		return strconv.Quote(strings.Repeat("s", r.IntN(3)))
	}
	return strconv.Itoa(r.IntN(100))
}

// What is remembered about orders is bounded; beyond the bounds keys are sorted.
func TestOrdersAreBounded(t *testing.T) {
	t.Parallel()
	o := newOrders()
	for i := range 3 * knownObjects {
		k := strconv.Itoa(i)
		o.note(map[string]any{"z" + k: 1, "a" + k: 2}, []string{"z" + k, "a" + k})
	}
	if len(o.objects) != knownObjects || len(o.ring) != knownObjects || len(o.shapes) != knownShapes || len(o.names) > knownNames {
		t.Errorf("%d objects, ring %d, %d shapes, %d names", len(o.objects), len(o.ring), len(o.shapes), len(o.names))
	}
	if got := o.keys(map[string]any{"z": 1, "y": 2, "x": 3}); fmt.Sprint(got) != "[x y z]" {
		t.Errorf("unknown keys come as %v", got)
	}
	var unknown *orders
	if got := unknown.keys(map[string]any{"b": 1, "a": 2}); fmt.Sprint(got) != "[a b]" {
		t.Errorf("without orders they come as %v", got)
	}
}
