package net

import (
	"bytes"
	stdnet "net"
	"sync/atomic"
)

// A tape is a connection that keeps the headers that come over it, in the order
// and spelling of the server, which package http does not tell.
type tape struct {
	stdnet.Conn
	heads []byte
	ended bool
	sent  atomic.Int64
}

// Read implements net.Conn.
func (t *tape) Read(p []byte) (int, error) {
	n, err := t.Conn.Read(p)
	if !t.ended {
		t.keep(p[:n])
	}
	return n, err
}

// Write implements net.Conn.
func (t *tape) Write(p []byte) (int, error) {
	n, err := t.Conn.Write(p)
	t.sent.Add(int64(n))
	return n, err
}

// keep takes bytes until the headers of a response have ended that is not an
// interim one (RFC 9110, 15.2).
func (t *tape) keep(p []byte) {
	begin := max(0, len(t.heads)-3)
	t.heads = append(t.heads, p...)
	for {
		n, gap := bytes.Index(t.heads[begin:], []byte("\r\n\r\n")), 4
		if m := bytes.Index(t.heads[begin:], []byte("\n\n")); m >= 0 && (n < 0 || m < n) {
			n, gap = m, 2
		}
		if n < 0 {
			t.ended = len(t.heads) > headerBytes
			return
		}
		end := begin + n + gap
		last := t.heads[:end-gap]
		if i := bytes.LastIndex(last, []byte("\r\n\r\n")); i >= 0 {
			last = last[i+4:]
		}
		if _, code, ok := bytes.Cut(last, []byte(" ")); !ok || !bytes.HasPrefix(code, []byte("1")) {
			t.heads, t.ended = t.heads[:end:end], true
			return
		}
		begin = end
	}
}
