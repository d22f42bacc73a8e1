package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
)

// patience bounds waits that end at once unless something is broken.
const patience = 20 * time.Second

// A memory is a sink for tests.
type memory struct {
	lines [][]byte
	max   int
	err   error
}

func (m *memory) write(line []byte) error {
	m.lines = append(m.lines, bytes.Clone(line))
	return m.err
}
func (m *memory) reserve() error { return m.err }
func (m *memory) limit() int     { return m.max }
func (m *memory) close() error   { return m.err }

func newRecord() executor.Record {
	return executor.Record{
		Time: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), UID: 1000, User: "ann", Session: "0123456789abcdef",
		Seq: 7, Engine: "bash", Decision: executor.DecisionDeny, Rule: "policy.rules[2]", Violation: "glob_not_supported",
		Shell: "bash", Length: 12, Exit: 126, DurationMS: 3, PolicyHash: "ff00",
	}
}

func newWarning() executor.Warning {
	return executor.Warning{ViolationKind: "parse_error", ShellName: "bash", CommandLengthBytes: 12, Mode: "audit"}
}

// keys lists the names of a JSON object in their order.
func keys(t *testing.T, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(object))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		t.Fatalf("%q is no object: %v %v", object, tok, err)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprint(name))
		var value any
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestRecordsHaveExactlyTheseKeys(t *testing.T) {
	t.Parallel()
	always := []string{"time", "uid", "user", "session", "seq", "engine", "decision", "rule", "violation",
		"shell", "length", "exit", "duration_ms", "policy_hash"}
	withText := newRecord()
	withText.Command = "echo secret"
	for _, tt := range []struct {
		name   string
		record executor.Record
		want   []string
	}{
		{"nothing set", executor.Record{}, always},
		{"all but the text", newRecord(), always},
		{"with the text", withText, append(slices.Clone(always), "command")},
	} {
		m := &memory{}
		if err := (&Log{sink: m}).Record(tt.record); err != nil {
			t.Fatal(err)
		}
		if got := keys(t, m.lines[0]); !slices.Equal(got, tt.want) {
			t.Errorf("%s: keys %q, want %q", tt.name, got, tt.want)
		}
		var back executor.Record
		if err := json.Unmarshal(m.lines[0], &back); err != nil || !reflect.DeepEqual(back, tt.record) {
			t.Errorf("%s: %+v came back as %+v (%v)", tt.name, tt.record, back, err)
		}
	}
}

func TestMessagesHaveExactlyTheseKeys(t *testing.T) {
	t.Parallel()
	m := &memory{}
	msg := executor.Message{UID: 7, User: "u", Session: "s", Seq: 2, Tag: "t", Text: "a\nb\x1b[31m\u202e", Length: 12}
	if err := (&Log{sink: m}).Message(msg); err != nil {
		t.Fatal(err)
	}
	want := []string{"time", "uid", "user", "session", "seq", "tag", "message", "length"}
	if got := keys(t, m.lines[0]); !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	if line := string(m.lines[0]); strings.ContainsAny(line, "\n\x1b\u202e") {
		t.Errorf("the line acts: %q", line)
	}
	var back executor.Message
	if err := json.Unmarshal(m.lines[0], &back); err != nil || back != msg {
		t.Errorf("%+v came back as %+v (%v)", msg, back, err)
	}
}

func TestWarningIsFourFieldsAndNothingElse(t *testing.T) {
	t.Parallel()
	m := &memory{}
	if err := (&Log{sink: m}).Warn(newWarning()); err != nil {
		t.Fatal(err)
	}
	const want = `{"violation_kind":"parse_error","shell_name":"bash","command_length_bytes":12,"mode":"audit"}`
	if got := string(m.lines[0]); got != want {
		t.Errorf("the warning is %s, want %s", got, want)
	}
}

func TestFailuresOfTheSinkAreTold(t *testing.T) {
	t.Parallel()
	lost := errors.New("lost")
	l := &Log{sink: &memory{err: lost}}
	for name, err := range map[string]error{
		"Record": l.Record(newRecord()), "Warn": l.Warn(newWarning()), "Reserve": l.Reserve(), "Close": l.Close(),
	} {
		if !errors.Is(err, lost) {
			t.Errorf("%s says %v, want %v", name, err, lost)
		}
	}
}

func TestTextIsShortenedToWhatTheSinkTakes(t *testing.T) {
	t.Parallel()
	bare := &memory{}
	if err := (&Log{sink: bare}).Record(newRecord()); err != nil {
		t.Fatal(err)
	}
	const limit = 4096
	room := limit - len(bare.lines[0]) - len(`,"command":""`)
	for _, tt := range []struct {
		name, command string
		whole         bool
	}{
		{"fits", strings.Repeat("a", room), true},
		{"one byte more", strings.Repeat("a", room+1), false},
		{"many bytes", strings.Repeat("a", executor.MaxCommand), false},
		{"many escapes", strings.Repeat("\x01\u202e", executor.MaxCommand/4), false},
		{"wide characters", strings.Repeat("😀", room), false},
		{"no UTF-8", strings.Repeat("\x80", room), false},
	} {
		m := &memory{max: limit}
		r := newRecord()
		r.Command = tt.command
		if err := (&Log{sink: m}).Record(r); err != nil {
			t.Fatal(err)
		}
		var back executor.Record
		if err := json.Unmarshal(m.lines[0], &back); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if len(m.lines[0]) > limit {
			t.Errorf("%s: a line of %d bytes, over the limit of %d", tt.name, len(m.lines[0]), limit)
		}
		begins := strings.HasPrefix(string([]rune(tt.command)), back.Command)
		if (back.Command == tt.command) != tt.whole || !begins || tt.name != "no UTF-8" && back.Command == "" {
			t.Errorf("%s: %d bytes of text became %.20q… (%d bytes)", tt.name, len(tt.command), back.Command, len(back.Command))
		}
	}
}

func TestARecordThatIsTooLongWithoutTextIsTheSinksBusiness(t *testing.T) {
	t.Parallel()
	m := &memory{max: 10}
	r := newRecord()
	r.Command = "echo hi"
	if err := (&Log{sink: m}).Record(r); err != nil {
		t.Fatal(err)
	}
	if len(m.lines) != 1 || bytes.Contains(m.lines[0], []byte("echo")) {
		t.Errorf("the sink got %q", m.lines)
	}
}

// isActing says what must not stand in a line.
func isActing(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// checkInert records texts of strangers and holds the line to the package's
// promise.
func checkInert(t *testing.T, user, rule, command string) {
	t.Helper()
	m := &memory{}
	r := newRecord()
	r.User, r.Rule, r.Command, r.Violation = user, rule, command, bashast.Code(rule)
	if err := (&Log{sink: m}).Record(r); err != nil {
		t.Fatal(err)
	}
	line := string(m.lines[0])
	if i := strings.IndexFunc(line, isActing); i >= 0 || !utf8.ValidString(line) {
		t.Errorf("the line %q is not inert", line)
	}
	var back executor.Record
	if err := json.Unmarshal([]byte(line), &back); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	// A conversion to runes replaces each stray byte by U+FFFD, as JSON does.
	for _, pair := range [][2]string{{user, back.User}, {rule, back.Rule}, {command, back.Command}} {
		if want := string([]rune(pair[0])); pair[1] != want {
			t.Errorf("%q came back as %q", pair[0], pair[1])
		}
	}
}

// hostile are texts that forge lines, move the cursor or turn text around.
var hostile = []string{
	"\n{\"uid\":0}", "\r\n", "\x00", "\x1b[2J", "\x1b]52;c;aGk=\a", "\x7f", "\u0085", "\u009b31m", "\x9b31m",
	"\u200b\u200d\u2060\ufeff", "\u202e\u2066", "\u2028\u2029", "\U000e0041\U0001d173", "\xff\xc3(", "a×9é€😀", "<&>",
}

func TestLinesAreInert(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		checkInert(t, text, "rule", "echo")
		checkInert(t, "ann", text, "echo")
		checkInert(t, "ann", "rule", text)
	}
}

func FuzzLinesAreInert(f *testing.F) {
	for _, text := range hostile {
		f.Add("ann", "policy.rules[0]", text)
		f.Add(text, text, "echo hi")
	}
	f.Fuzz(checkInert)
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		cfg  config.Audit
		want string
	}{
		{config.Audit{Sink: config.SinkNone, Required: true}, "keeps nothing"},
		{config.Audit{Sink: "carrier pigeon"}, "unknown sink"},
		{config.Audit{}, "unknown sink"},
		{config.Audit{Sink: config.SinkFile}, "audit.file"},
	} {
		if l, err := Open(tt.cfg, os.Stderr); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Open(%+v) = %v, %v; want an error with %q", tt.cfg, l, err, tt.want)
		}
	}
}

func TestNothingIsKeptWhereNothingIsAskedFor(t *testing.T) {
	t.Parallel()
	l, err := Open(config.Audit{Sink: config.SinkNone}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Reserve(), l.Record(newRecord()), l.Warn(newWarning()), l.Close()); err != nil {
		t.Error(err)
	}
}

func TestStandardErrorGetsLines(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	l, err := Open(config.Audit{Sink: config.SinkStderr, Required: true}, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Reserve(), l.Record(newRecord()), l.Warn(newWarning()), l.Close()); err != nil {
		t.Error(err)
	}
	w.Close()
	lines := bufio.NewScanner(r)
	count := 0
	for ; lines.Scan(); count++ {
		if !json.Valid(lines.Bytes()) {
			t.Errorf("line %q is no JSON", lines.Text())
		}
	}
	if count != 2 {
		t.Errorf("%d lines, want 2", count)
	}
}
