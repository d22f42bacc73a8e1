package executor

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// A Message is what a script put into the audit trail with logger(1), in the
// engine whose commands are aegish's own. Its text is the script's: that
// audit.command_text is off keeps nothing out of it.
type Message struct {
	Time    time.Time `json:"time"`
	UID     int       `json:"uid"`
	User    string    `json:"user"`
	Session string    `json:"session"`
	// Seq is that of the command line that wrote it, or, for a job that goes
	// on behind it, of the newest.
	Seq      uint64 `json:"seq"`
	Tag      string `json:"tag"`
	Priority string `json:"priority,omitempty"`
	Text     string `json:"message"`
	// Length is that of the whole text, in bytes.
	Length int `json:"length"`
}

// Limits of messages. Longer texts are cut, as logger(1) cuts them.
const (
	MaxMessage = 1024 // bytes of a text
	maxTag     = 64   // bytes of a tag, and of a priority
	// MaxMessages is how many one command line may leave in the trail: a loop
	// must not push out what others have left there.
	MaxMessages = 10_000
)

var errMessages = fmt.Errorf("the audit log takes %d messages from one command line", MaxMessages)

// A messenger passes messages on. Jobs may use it at any time.
type messenger struct {
	session *Session
	seq     atomic.Uint64
	count   atomic.Int64
}

// begin starts to count for another command line.
func (m *messenger) begin(seq uint64) {
	m.seq.Store(seq)
	m.count.Store(0)
}

// put keeps one message.
func (m *messenger) put(e command.LogEntry) error {
	if m.count.Add(1) > MaxMessages {
		return errMessages
	}
	opts := &m.session.opts
	err := opts.Recorder.Message(Message{
		Time: time.Now(), UID: opts.Identity.UID, User: opts.Identity.User, Session: opts.ID, Seq: m.seq.Load(),
		Tag: clip(e.Tag, maxTag), Priority: clip(e.Priority, maxTag), Text: clip(e.Text, MaxMessage), Length: len(e.Text),
	})
	if err != nil {
		// Where aegish keeps its records is not the script's to know.
		opts.Log.Warn("message was not kept", "error", err)
		return errors.New("the audit log can not be written")
	}
	return nil
}

// clip cuts a text between two characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
