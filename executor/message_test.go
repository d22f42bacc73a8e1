package executor

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/interp/command"
)

// loggingSession is one of the interpreter with a logger of a few lines.
func loggingSession(t *testing.T) (*Session, *notebook, *bytes.Buffer) {
	t.Helper()
	cfg, ok := config.Builtin(config.ProfileWorkspace)
	if !ok {
		t.Fatal("no profile")
	}
	b := command.NewRegistry()
	if err := b.Add("logger", command.Entry{Summary: "log", Family: "test", Command: logs{}}); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	book := &notebook{}
	return NewSession(Options{
		Config: &cfg, ID: "session", Identity: config.Identity{UID: 7, User: "someone"}, State: envstate.New("/", envstate.Env{}), Recorder: book,
		Engine: NewInterp(InterpOptions{Dir: "/", Registry: b.Build()}), Log: slog.New(slog.NewTextHandler(&log, nil)),
	}), book, &log
}

func TestMessagesReachTheTrail(t *testing.T) {
	t.Parallel()
	s, book, log := loggingSession(t)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	run := func(text string) int {
		return s.Run(t.Context(), Request{Command: text, Reads: true, Stdin: null, Stdout: null, Stderr: null}).Exit
	}
	long := strings.Repeat("é", MaxMessage)
	if code := run("logger hello; logger " + long); code != 0 || len(book.messages) != 2 {
		t.Fatalf("%d %+v", code, book.messages)
	}
	first, second := book.messages[0], book.messages[1]
	if first.Text != "hello" || first.Tag != "tag" || first.Priority != "user.notice" || first.Length != 5 || first.Seq != 1 || first.Session != "session" || first.UID != 7 || first.User != "someone" || first.Time.IsZero() {
		t.Errorf("%+v", first)
	}
	if second.Text != long[:MaxMessage] || second.Length != 2*MaxMessage {
		t.Errorf("%d of %d", len(second.Text), second.Length)
	}
	book.err = errors.New("no space in /var/log/secret")
	if code := run("logger again"); code != 1 || !strings.Contains(log.String(), "/var/log/secret") {
		t.Errorf("%d %s", code, log)
	}
	if m := book.messages[2]; m.Seq != 2 {
		t.Errorf("%+v", m)
	}
}

// TestMessagesAreCounted leaves as many messages as one command line may, one
// more, and then one in the next.
func TestMessagesAreCounted(t *testing.T) {
	t.Parallel()
	s, book, _ := loggingSession(t)
	for range 2 {
		s.messages.begin(1)
		before := len(book.messages)
		for range MaxMessages {
			if err := s.messages.put(command.LogEntry{Text: "x"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.messages.put(command.LogEntry{Text: "x"}); err == nil || len(book.messages)-before != MaxMessages {
			t.Errorf("%v, %d kept", err, len(book.messages)-before)
		}
	}
}

// logs is a logger that logs its argument.
type logs struct{}

func (logs) Run(_ context.Context, call *command.Call) int {
	if call.Audit(command.LogEntry{Tag: "tag", Priority: "user.notice", Text: call.Args[1]}) != nil {
		return 1
	}
	return 0
}
