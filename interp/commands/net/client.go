package net

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

var (
	errTooLarge  = errors.New("maximum file size exceeded")
	errRedirects = errors.New("maximum redirects followed")
	errHeader    = errors.New("a header that is refused")
)

// headerBytes bounds the headers of a response.
const headerBytes = 256 << 10

// A request is what a command wants, before it is known to be allowed.
type request struct {
	method  string
	target  target
	header  http.Header
	body    []byte
	hasBody bool
	// user is NAME:PASSWORD for basic authentication.
	user    string
	hasUser bool
	// follow is how many redirects are followed before it is an error; with a
	// negative one a redirect is a response like any other.
	follow int
	// given tells that the method was chosen by the user: a redirect keeps it.
	given bool
	// post are the statuses whose redirects keep a POST.
	post map[int]bool
	// trusted hands credentials on to other hosts that are allowed.
	trusted bool
	// trace makes each request tell of the one before as its referrer.
	trace    bool
	compress bool
	wait     time.Duration // for a connection
	// most is how many bytes a response may have, 0 for what the policy says.
	most int64
	// noPlain refuses http, noPlainNext does so behind a redirect.
	noPlain, noPlainNext bool
	// jar has the cookies that go along; nil is none.
	jar *cookieJar
	now func() time.Time
	// sent and got are told of each hop, linked of its connection.
	sent   func(*http.Request)
	linked func(host string, to netip.AddrPort)
	got    func(*response)
}

// A response is the answer to one request; do returns the last one of a chain of
// redirects.
type response struct {
	*http.Response
	body      io.Reader
	target    target
	redirects int
	// heads are the headers as they came.
	heads []byte
	times times
	// sentBytes and headBytes are sums over the chain.
	sentBytes, headBytes  int64
	localAddr, remoteAddr netip.AddrPort
}

// times are when the steps of a request were done.
type times struct{ begin, lookup, connect, secured, ready, first time.Time }

// refusedHeaders would say something else about a request than what was
// allowed, or change where it ends. Proxy is what programs behind CGI take for
// HTTP_PROXY.
var refusedHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "Proxy", "Te", "Trailer", "Expect",
	"X-Http-Method-Override", "X-Http-Method", "X-Method-Override", "X-Original-Url", "X-Rewrite-Url", "Http2-Settings"}

// setHeader adds a header given as "Name: value", "Name:" for taking it away or
// "Name;" for an empty one.
func setHeader(h http.Header, line string, has map[string]bool) error {
	name, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if !ok {
		if name, ok = strings.CutSuffix(line, ";"); !ok {
			return nil // as curl, which leaves it out
		}
	} else if value == "" {
		h[http.CanonicalHeaderKey(name)] = nil
		return checkHeader(name, "")
	}
	if err := checkHeader(name, value); err != nil {
		return err
	}
	key := http.CanonicalHeaderKey(name)
	if !has[key] {
		h.Del(key)
		has[key] = true
	}
	h.Add(key, value)
	return nil
}

func checkHeader(name, value string) error {
	const token = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~"
	// For programs behind CGI and WSGI an underscore is a dash.
	key := http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-"))
	if name == "" || strings.Trim(name, token) != "" || strings.ContainsAny(value, "\r\n\x00") ||
		slices.Contains(refusedHeaders, key) || strings.HasPrefix(key, "Proxy-") {
		return errHeader
	}
	return nil
}

// do makes a request and follows its redirects, each of which has to be allowed
// by itself.
func (p *policy) do(ctx context.Context, r request) (*response, error) {
	var sent, heads int64
	for hops := 0; ; hops++ {
		resp, err := p.hop(ctx, &r)
		if err != nil {
			return nil, err
		}
		sent, heads = sent+resp.sentBytes, heads+resp.headBytes
		location := resp.Header.Get("Location")
		if r.follow < 0 || location == "" || !slices.Contains([]int{301, 302, 303, 307, 308}, resp.StatusCode) {
			resp.redirects, resp.sentBytes, resp.headBytes = hops, sent, heads
			return p.deliver(&r, resp)
		}
		resp.Body.Close()
		if hops >= r.follow {
			return nil, fmt.Errorf("%w (%d)", errRedirects, r.follow)
		}
		next, err := r.target.resolve(location)
		if err != nil {
			return nil, err
		}
		r.redirect(next, resp.StatusCode)
	}
}

// redirect makes the request the one that a response asks for (RFC 9110, 15.4).
func (r *request) redirect(next target, status int) {
	r.header = r.header.Clone()
	if (status == 303 && r.method != http.MethodHead || (status == 301 || status == 302) && r.method == http.MethodPost) && !r.post[status] {
		if !r.given {
			r.method = http.MethodGet
		}
		r.body, r.hasBody = nil, false
		r.header.Del("Content-Type")
	}
	if r.trace {
		r.header.Set("Referer", r.target.String())
	}
	if !next.sameOrigin(r.target) && !r.trusted {
		r.hasUser = false
		for _, name := range []string{"Authorization", "Cookie", "Www-Authenticate"} {
			r.header.Del(name)
		}
	}
	r.target, r.noPlain = next, r.noPlain || r.noPlainNext
}

// hop makes one request over one connection of its own.
func (p *policy) hop(ctx context.Context, r *request) (*response, error) {
	if r.noPlain && r.target.scheme != "https" {
		return nil, errScheme
	}
	rule, err := p.allow(r.method, r.target)
	if err != nil {
		return nil, err
	}
	req, err := r.http(ctx)
	if err != nil {
		return nil, err
	}
	l := &line{policy: p, request: r, private: rule.private, times: times{begin: r.clock()}}
	conn, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	if r.sent != nil {
		r.sent(req)
	}
	transport := l.transport(conn)
	answer, err := transport.RoundTrip(req)
	if err != nil {
		conn.Close()
		return nil, err
	}
	answer.Body = &lastBody{answer.Body, transport}
	resp := l.response(answer)
	if r.jar != nil {
		r.jar.take(r.target, resp.Header, r.clock())
	}
	if r.got != nil {
		r.got(resp)
	}
	return resp, nil
}

// clock tells the time.
func (r *request) clock() time.Time {
	if r.now == nil {
		return time.Time{}
	}
	return r.now()
}

// http makes the request of package http.
func (r *request) http(ctx context.Context) (*http.Request, error) {
	u, err := r.target.url()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, r.method, u.String(), nil)
	if err != nil {
		return nil, errURL
	}
	req.URL = u
	req.Header = r.header.Clone()
	if r.hasBody {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(r.body)), int64(len(r.body))
		if len(r.body) == 0 {
			req.Body = http.NoBody
		}
	}
	if r.hasUser {
		name, password, _ := strings.Cut(r.user, ":")
		req.SetBasicAuth(name, password)
	}
	if r.compress {
		req.Header.Set("Accept-Encoding", encodings)
	}
	if r.jar != nil {
		if text := r.jar.header(r.target, r.clock()); text != "" {
			if own := req.Header.Get("Cookie"); own != "" {
				text += "; " + own
			}
			req.Header.Set("Cookie", text)
		}
	}
	return req, nil
}

// deliver bounds the body of a response and decompresses it.
func (p *policy) deliver(r *request, resp *response) (*response, error) {
	most := p.opts.MaxResponse
	if r.most > 0 {
		most = min(most, r.most)
	}
	if resp.ContentLength > most && r.method != http.MethodHead {
		resp.Body.Close()
		return nil, errTooLarge
	}
	resp.body = &limited{resp.Body, most}
	if r.compress && r.method != http.MethodHead && resp.ContentLength != 0 {
		decoded, err := decode(resp.body, resp.Header.Get("Content-Encoding"))
		if err != nil {
			resp.Body.Close()
			return nil, err
		}
		if decoded != resp.body {
			resp.body = &limited{decoded, most}
		}
	}
	return resp, nil
}

// limited fails where a reader would go on beyond a number of bytes.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		return int(l.left), errTooLarge
	}
	l.left -= int64(n)
	return n, err
}
