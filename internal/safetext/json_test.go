package safetext_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aegish/aegish/internal/safetext"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{`{}`, `{}`},
		{`{"a":"b\n\u001b"}`, `{"a":"b\n\u001b"}`},
		{`"é€😀"`, `"é€😀"`},
		{"\"\x7f\"", `"\u007f"`},
		{"\"\u009b31m\"", `"\u009b31m"`},
		{"\"\u202ea\u2066\"", `"\u202ea\u2066"`},
		{"\"\u2028\u2029\"", `"\u2028\u2029"`},
		{"\"\u200b\ufeff\"", `"\u200b\ufeff"`},
		{"\"\U000e0041\"", `"\udb40\udc41"`},
		{"{\"k\u202e\":[\"\u00ad\",1]}", `{"k\u202e":["\u00ad",1]}`},
		{"\"\xff\x9b\"", `"\ufffd\ufffd"`},
	} {
		if got := string(safetext.JSON([]byte(tt.in))); got != tt.want {
			t.Errorf("JSON(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestJSONHidesEveryActingCharacterAndKeepsTheValue(t *testing.T) {
	t.Parallel()
	for block := range blocks() {
		checkMarshalled(t, block)
	}
}

func TestJSONDoesNotTouchItsInput(t *testing.T) {
	t.Parallel()
	in := []byte("\"\u202e\x7f\"")
	before := bytes.Clone(in)
	safetext.JSON(in)
	if !bytes.Equal(in, before) {
		t.Errorf("the input became %q", in)
	}
}

// checkMarshalled holds JSON to its promise for a value that encoding/json
// wrote.
func checkMarshalled(t *testing.T, value string) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	checkJSON(t, text)
}

func checkJSON(t *testing.T, text []byte) {
	t.Helper()
	out := safetext.JSON(text)
	var before, after any
	if err := json.Unmarshal(text, &before); err != nil {
		return // no JSON: nothing is promised
	}
	if err := json.Unmarshal(out, &after); err != nil {
		t.Fatalf("JSON(%q) = %q: %v", text, out, err)
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("JSON(%q) = %q changes the value from %q to %q", text, out, before, after)
	}
	blanks := strings.NewReplacer("\n", "", "\t", "", "\r", "") // between tokens
	if i := strings.IndexFunc(blanks.Replace(string(out)), isActing); i >= 0 || !utf8.Valid(out) {
		t.Errorf("JSON(%q) = %q is not safe", text, out)
	}
}

func FuzzJSONOfAnyText(f *testing.F) {
	seeds(f)
	f.Fuzz(checkMarshalled)
}

func FuzzJSONOfAnyJSON(f *testing.F) {
	for _, text := range []string{`{}`, "[\"\u202e\",{\"\x7f\":1e3}]", "\"\xff\"", " \"\u009b\" \n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(checkJSON)
}
