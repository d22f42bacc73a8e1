package config

import (
	"encoding/json"
	"testing"
)

// The short way writes what package json writes.
func TestCanonicalIsJSON(t *testing.T) {
	t.Parallel()
	two := uint64(2)
	values := []any{
		nil, "", "plain", "a\"b\\c", "<&>", "\x00\x1f\x7f ü\u2028\xff", true, false, 0, -5, int64(1) << 40, &two, (*uint64)(nil), []string(nil),
		[]string{}, []string{"a", "\n"}, map[string]any{}, map[string]any{"b": 1, "a\"": map[string]any{"x": []string{"y"}}}, map[string]string(nil), map[string]string{}, map[string]string{"k": "v"},
		[]ruleView(nil), []ruleView{}, []uint16{22}, 1.5,
	}
	for _, text := range []string{"", "profile = \"restricted\"", "[env.set]\nA = \"<\"\n[limits]\ncore = 0\n[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\n[landlock]\nconnect_tcp = [22]"} {
		values = append(values, nested(loaded(t, text, Options{}).Config.settings()))
	}
	for _, v := range values {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendCanonical([]byte("x"), v); string(got) != "x"+string(want) {
			t.Errorf("%s instead of %s", got[1:], want)
		}
	}
}
