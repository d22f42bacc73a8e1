package gatestats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/aegish/aegish/bashast"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		block string
		want  Format
	}{
		{"", Lines},
		{"\n\n", Lines},
		{"ls\nid\n", Lines},
		{"{ echo a; }\n", Lines},
		{"{\n", Lines},
		{"{\"command\":\"ls\"\n", Lines}, // no object, and the first line counts
		{"[\"ls\"]\n", Lines},
		{"\"ls\"\n", Lines},
		{"ls\n{\"command\":\"ls\"}\n", Lines},
		{"ls\x00id\x00", NUL},
		{"\x00", NUL},
		{"{\"command\":\"ls\"}\x00", NUL},
		{"{\"command\":\"ls\"}", JSONLines},
		{"{\"command\":\"ls\"}\nls\n", JSONLines},
		{" \r\n\t{\"a\":{\"b\":[1]}} \r\n", JSONLines},
		{"{}\n", JSONLines},
	} {
		if got := detect([]byte(tt.block)); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.block, got, tt.want)
		}
	}
}

// records reads all records of a stream; one that is too long is "too long".
func records(t *testing.T, in io.Reader) (Format, []string) {
	t.Helper()
	s, err := newSplitter(in)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for {
		record, tooLong, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return s.format, list
		case err != nil:
			t.Fatal(err)
		case tooLong:
			list = append(list, "too long")
		default:
			list = append(list, string(record))
		}
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", bashast.MaxInput)
	object := func(n int) string { // an object of n bytes
		return `{"command":"` + strings.Repeat("a", n-len(`{"command":""}`)) + `"}`
	}
	for i, tt := range []struct {
		in   string
		want []string
	}{
		{"", []string{}},
		{"a", []string{"a"}},
		{"a\n", []string{"a"}},
		{"\na\n\nb", []string{"", "a", "", "b"}},
		{"a\r\n b \n", []string{"a\r", " b "}},
		{"a\nb\x00", []string{"a\nb"}},
		{"\x00a\x00\x00b", []string{"", "a", "", "b"}},
		// At the limit of a command, and over it.
		{long + "\nb", []string{long, "b"}},
		{long + "a\nb", []string{"too long", "b"}},
		{long, []string{long}},
		{long + "a", []string{"too long"}},
		{"b\x00" + long + "a\x00c", []string{"b", "too long", "c"}},
		// At the size of the buffer, and over it.
		{strings.Repeat("a", maxJSONLine) + "\nb", []string{"too long", "b"}},
		{strings.Repeat("a", maxJSONLine+1) + "\nb", []string{"too long", "b"}},
		{strings.Repeat("a", 5*maxJSONLine) + "\nb", []string{"too long", "b"}},
		{strings.Repeat("a", 5*maxJSONLine), []string{"too long"}},
		{"{}\n" + object(maxJSONLine) + "\nb", []string{"{}", object(maxJSONLine), "b"}},
		{"{}\n" + object(maxJSONLine), []string{"{}", object(maxJSONLine)}},
		{"{}\n" + object(maxJSONLine+1) + "\nb", []string{"{}", "too long", "b"}},
		{"{}\n" + object(maxJSONLine+1), []string{"{}", "too long"}},
	} {
		for name, in := range map[string]io.Reader{
			"whole": strings.NewReader(tt.in), "in pieces": iotest.HalfReader(strings.NewReader(tt.in)),
			"with the end": iotest.DataErrReader(strings.NewReader(tt.in)),
		} {
			if _, got := records(t, in); !slices.Equal(got, tt.want) {
				t.Errorf("case %d, %s: %.80q, want %.80q", i, name, got, tt.want)
			}
		}
	}
}

func TestErrorsOfReading(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	// In the first block, behind it, and within what is skipped.
	for _, before := range []int{0, 1, maxJSONLine, maxJSONLine + 1, 3 * maxJSONLine} {
		in := io.MultiReader(strings.NewReader(strings.Repeat("a", before)), iotest.ErrReader(broken))
		if _, err := Count(t.Context(), in, allowAll, Options{}); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", before, err)
		}
	}
}

func TestTimeStamps(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"#1700000000": true, "#1": true, "#": false, "": false, "# 1": false, "#1 ls": false, "#1a": false,
		"1700000000": false, " #1": false, "##1": false,
	} {
		if got := isTimeStamp([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestCommandOfJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line, want string
		err        error
	}{
		{`{"command":"ls -l"}`, "ls -l", nil},
		{`{"time":"2026","seq":1,"command":"a\nb\u0000","exit":{"a":["command"]}}`, "a\nb\x00", nil},
		{` {"command":""} ` + "\r", "", nil},
		{`{"command":"a","command":"b"}`, "b", nil},
		{`{"command":null}`, "", errNoCommand},
		{`{"command":1}`, "", errNoCommand},
		{`{"command":["ls"]}`, "", errNoCommand},
		{`{"Command":"ls"}`, "", errNoCommand},
		{`{}`, "", errNoCommand},
		{`null`, "", errNotObject},
		{`[{"command":"ls"}]`, "", errNotObject},
		{`"command"`, "", errNotObject},
		{`{"command":"ls"`, "", errNotObject},
		{`{"command":"ls"} {}`, "", errNotObject},
		{"{\"command\":\"\xff\"}", "", errNotObject},
		{`ls`, "", errNotObject},
	} {
		if got, err := commandOf([]byte(tt.line)); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v; want %q, %v", tt.line, got, err, tt.want, tt.err)
		}
	}
}

func TestMeter(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	var read atomic.Int64
	m := meter{ctx, strings.NewReader("abc"), &read}
	if text, err := io.ReadAll(m); string(text) != "abc" || err != nil || read.Load() != 3 {
		t.Errorf("%q, %v, %d bytes", text, err, read.Load())
	}
	cause := fmt.Errorf("enough")
	cancel(cause)
	if n, err := m.Read(make([]byte, 1)); n != 0 || !errors.Is(err, cause) {
		t.Errorf("after the end: %d, %v", n, err)
	}
}

func FuzzRecords(f *testing.F) {
	for _, text := range []string{"", "ls\n", "a\x00b", "{\"command\":\"a\"}\nx\n", "#1\n\n{", "{}\n{\"command\":1}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		report, err := Count(t.Context(), strings.NewReader(string(text)), allowAll, Options{Show: 1})
		if err != nil {
			t.Fatal(err)
		}
		holds(t, report)
		end := "\n"
		if report.Format == NUL {
			end = "\x00"
		}
		want := int64(strings.Count(string(text), end))
		if len(text) > 0 && !strings.HasSuffix(string(text), end) {
			want++
		}
		if got := report.Commands + report.Blank + report.TimeStamps + report.Unreadable.Count; got != want {
			t.Errorf("%q: %d records are counted, and there are %d", text, got, want)
		}
	})
}
