package arith

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// vars is an Env of plain maps. Every variable may have elements; element 0 is
// the scalar.
type vars struct {
	indexed map[string]map[int64]string
	assoc   map[string]map[string]string
	steps   int
	said    strings.Builder // warnings
}

var errSteps = errors.New("too many steps")

// newVars returns what prelude sets in bash.
func newVars() *vars {
	v := &vars{
		indexed: map[string]map[int64]string{},
		assoc:   map[string]map[string]string{"A": {"k": "4", "j": "a+1"}},
		steps:   2_000_000,
	}
	for name, text := range map[string]string{
		"a": "5", "b": "-3", "c": "0", "i": "1", "e": "", "big": "9223372036854775807",
		"x": "a+1", "y": "1+", "h": "0xff", "o": "010", "bad": "08", "self": "self", "inc": "i++", "n": "arr[1]", "sp": " 7 ",
	} {
		v.indexed[name] = map[int64]string{0: text}
	}
	v.assoc["A"] = map[string]string{"k": "4", "j": "a+1"}
	v.indexed["arr"] = map[int64]string{0: "10", 1: "20", 2: "i+30", 5: "50"}
	return v
}

const prelude = `a=5 b=-3 c=0 i=1 e= big=9223372036854775807 x=a+1 y=1+ h=0xff o=010 bad=08 self=self inc=i++ n='arr[1]' sp=' 7 '
arr=([0]=10 [1]=20 [2]=i+30 [5]=50)
declare -A A=([k]=4 [j]=a+1)
state() { printf '%s,' "$a" "$b" "$c" "$i" "$e" "$big" "$x" "$y" "$u" "${A[k]}" "${A[j]}"; for s in "${!arr[@]}"; do printf '[%s]=%s' "$s" "${arr[s]}"; done; printf ',%s' "${a[1]}" "${u[2]}"; }
`

// state is what the function state in prelude prints.
func (v *vars) state() string {
	var b strings.Builder
	for _, name := range []string{"a", "b", "c", "i", "e", "big", "x", "y", "u"} {
		fmt.Fprintf(&b, "%s,", v.indexed[name][0])
	}
	fmt.Fprintf(&b, "%s,%s,", v.assoc["A"]["k"], v.assoc["A"]["j"])
	for _, i := range slices.Sorted(maps.Keys(v.indexed["arr"])) {
		fmt.Fprintf(&b, "[%d]=%s", i, v.indexed["arr"][i])
	}
	fmt.Fprintf(&b, ",%s,%s", v.indexed["a"][1], v.indexed["u"][2])
	return b.String()
}

func (v *vars) Get(name string) (string, bool, error) {
	if m, ok := v.assoc[name]; ok {
		s, ok := m["0"]
		return s, ok, nil
	}
	s, ok := v.indexed[name][0]
	return s, ok, nil
}

func (v *vars) Set(name, value string) error {
	if m, ok := v.assoc[name]; ok {
		m["0"] = value
		return nil
	}
	return v.SetIndex(name, 0, value)
}

func (v *vars) Assoc(name string) bool { _, ok := v.assoc[name]; return ok }

func (v *vars) Key(text string) (string, error) {
	return strings.Map(func(r rune) rune {
		if r == '"' || r == '\'' {
			return -1
		}
		return r
	}, text), nil
}

func (v *vars) from(name string, i int64, write bool) int64 {
	if i < 0 {
		if len(v.indexed[name]) < 2 && !write {
			return i // bash takes no negative index of a scalar
		}
		i += v.End(name)
	}
	return i
}

func (v *vars) End(name string) int64 {
	end := int64(0)
	for k := range v.indexed[name] {
		end = max(end, k+1)
	}
	return end
}

func (v *vars) GetIndex(name string, i int64) (string, bool, error) {
	if i = v.from(name, i, false); i < 0 {
		return "", false, ErrSubscript
	}
	s, ok := v.indexed[name][i]
	return s, ok, nil
}

func (v *vars) SetIndex(name string, i int64, value string) error {
	if i = v.from(name, i, true); i < 0 {
		return ErrSubscript
	}
	if v.indexed[name] == nil {
		v.indexed[name] = map[int64]string{}
	}
	v.indexed[name][i] = value
	return nil
}

func (v *vars) GetKey(name, key string) (string, bool, error) {
	if key == "" {
		return "", false, ErrSubscript
	}
	s, ok := v.assoc[name][key]
	return s, ok, nil
}

func (v *vars) SetKey(name, key, value string) error {
	if key == "" {
		return ErrSubscript
	}
	v.assoc[name][key] = value
	return nil
}

func (v *vars) Warn(text string) error {
	v.said.WriteString(text + "\n")
	return nil
}

func (v *vars) Step(n int) error {
	if v.steps -= n; v.steps < 0 {
		return errSteps
	}
	return nil
}

func TestEval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src  string
		want int64
		err  string
	}{
		{"", 0, ""}, {"1+2*3", 7, ""}, {"a++ + ++a", 12, ""}, {"2**3**2", 512, ""}, {"arr[i++]+i", 22, ""},
		{"1/0", 0, `1/0: division by 0 (error token is "0")`},
		{"1+", 0, `1+: syntax error: operand expected (error token is "+")`},
		{"0 && (1/0)", 0, ""}, {"1 ? 2 : 3/0", 2, ""}, {"x", 6, ""}, {"A[j]", 6, ""}, {"c || 0", 0, ""}, {"c || 7", 1, ""},
		{"arr[7]=arr[0]+1, arr[7]", 11, ""}, {"arr[1]*=2", 40, ""}, {"u++, u", 1, ""},
	} {
		got, err := new(Cache).Eval(c.src, newVars())
		if got != c.want || fmt.Sprint(err) != c.err && (err != nil || c.err != "") {
			t.Errorf("%q: got %d, %v; want %d, %s", c.src, got, err, c.want, c.err)
		}
	}
}
