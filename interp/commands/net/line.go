package net

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	stdnet "net"
	"net/http"
	"net/netip"
)

// A line is the connection of one request, from finding the host to its answer.
type line struct {
	policy  *policy
	request *request
	private bool
	times   times
	tape    *tape
}

// open connects to the host of the request, with TLS where its scheme says so.
func (l *line) open(ctx context.Context) (stdnet.Conn, error) {
	r := l.request
	if r.wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.wait)
		defer cancel()
	}
	c, err := l.policy.dial(ctx, r.target, l.private, func() { l.times.lookup = r.clock() })
	if err != nil {
		return nil, err
	}
	l.times.connect = r.clock()
	if r.linked != nil {
		r.linked(r.target.host, addrPort(c.RemoteAddr()))
	}
	if r.target.scheme == "https" {
		secured := tls.Client(c, &tls.Config{MinVersion: tls.VersionTLS12, ServerName: r.target.host, RootCAs: l.policy.roots})
		if err := secured.HandshakeContext(ctx); err != nil {
			c.Close()
			return nil, err
		}
		c, l.times.secured = secured, r.clock()
	}
	l.times.ready = r.clock()
	l.tape = &tape{Conn: c}
	return l.tape, nil
}

// errUsed is for a transport that wants a second connection.
var errUsed = errors.New("the connection was used")

// transport speaks HTTP over the one connection, and nothing else: no proxy, no
// other protocol. It ends with its response.
func (l *line) transport(c stdnet.Conn) *http.Transport {
	once := func(context.Context, string, string) (stdnet.Conn, error) {
		if c == nil {
			return nil, errUsed
		}
		opened := c
		c = nil
		return opened, nil
	}
	return &http.Transport{
		Proxy: nil, DisableCompression: true, MaxResponseHeaderBytes: headerBytes, DialContext: once, DialTLSContext: once,
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
	}
}

func addrPort(a stdnet.Addr) netip.AddrPort {
	at, _ := netip.ParseAddrPort(a.String()) // the zero value says nothing
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// response makes an answer one that tells how it came.
func (l *line) response(answer *http.Response) *response {
	l.times.first = l.request.clock()
	return &response{Response: answer, body: answer.Body, target: l.request.target, heads: l.tape.heads, times: l.times,
		sentBytes: l.tape.sent.Load(), headBytes: int64(len(l.tape.heads)), localAddr: addrPort(l.tape.LocalAddr()), remoteAddr: addrPort(l.tape.RemoteAddr())}
}

// A lastBody ends the connection with the body.
type lastBody struct {
	io.ReadCloser
	transport *http.Transport
}

// Close implements io.Closer.
func (b *lastBody) Close() error {
	b.transport.CloseIdleConnections()
	return b.ReadCloser.Close()
}
