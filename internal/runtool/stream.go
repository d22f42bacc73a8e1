package runtool

import (
	"os"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// truncationMark follows a stream of which only the beginning is shown.
const truncationMark = "\n... (output truncated)"

// A sinkPipe keeps the beginning of what is written to it and reads the rest
// away, so that the writer neither blocks nor dies of SIGPIPE and memory stays
// flat whatever is printed.
type sinkPipe struct {
	r, w  *os.File
	limit int
	done  chan head
}

// head is the beginning of a stream, as raw bytes.
type head struct {
	bytes []byte
	more  bool // something followed
}

func newSinkPipe(limit int) (*sinkPipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &sinkPipe{r: r, w: w, limit: limit, done: make(chan head, 1)}
	go func() { p.done <- p.read() }()
	return p, nil
}

// chunkSize is how much is read at once, a pipe's usual capacity in bytes.
const chunkSize = 64 * 1024

func (p *sinkPipe) read() head {
	var h head
	chunk := make([]byte, chunkSize)
	for {
		n, err := p.r.Read(chunk)
		room := p.limit - len(h.bytes)
		h.bytes = append(h.bytes, chunk[:min(n, room)]...)
		h.more = h.more || n > room
		if err != nil {
			return h
		}
	}
}

// finish closes the write end, waits for the end of the stream, at the latest
// for the deadline, and decodes what came.
func (p *sinkPipe) finish(deadline time.Time) stream {
	p.w.Close()
	_ = p.r.SetReadDeadline(deadline)
	h := <-p.done
	p.r.Close()
	return decode(h)
}

// A stream is the decoded beginning of an output stream.
type stream struct {
	text      string
	truncated bool
	empty     bool
}

// marked is the text with the mark where something is missing.
func (s stream) marked() string {
	if s.truncated {
		return s.text + truncationMark
	}
	return s.text
}

// decode turns raw bytes into UTF-8. The limit counts raw bytes; a rune that
// the limit cut is left out whole, and each byte that is no UTF-8 becomes one
// U+FFFD.
func decode(h head) stream {
	raw := h.bytes
	if h.more {
		raw = wholeRunes(raw)
	}
	return stream{text: lossy(raw), truncated: h.more, empty: len(h.bytes) == 0 && !h.more}
}

// wholeRunes takes off the beginning of a rune at the end.
func wholeRunes(raw []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(raw); back++ {
		tail := raw[len(raw)-back:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return raw[:len(raw)-back]
			}
			break
		}
	}
	return raw
}

func lossy(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	var b strings.Builder
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		b.WriteRune(r)
		raw = raw[size:]
	}
	return b.String()
}

// signalName is the signal's name as in <signal.h>, such as SIGKILL.
func signalName(sig syscall.Signal) string {
	if name := unix.SignalName(sig); name != "" {
		return name
	}
	return sig.String()
}
