package net

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	stdnet "net"
	"net/http"
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
	given    bool
	compress bool
	wait     time.Duration // for a connection
	// most is how many bytes a response may have, 0 for what the policy says.
	most int64
	// noPlain refuses http, noPlainNext does so behind a redirect.
	noPlain, noPlainNext bool
	// sent and got are told of each hop.
	sent func(*http.Request)
	got  func(*http.Response, target)
}

// A response is the last one of a chain of redirects.
type response struct {
	*http.Response
	body      io.Reader
	target    target
	redirects int
}

// refusedHeaders would say something else about a request than what was
// allowed, or change where it ends.
var refusedHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "Te", "Trailer", "Expect",
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
	key := http.CanonicalHeaderKey(name)
	if name == "" || strings.Trim(name, token) != "" || strings.ContainsAny(value, "\r\n\x00") ||
		slices.Contains(refusedHeaders, key) || strings.HasPrefix(key, "Proxy-") {
		return errHeader
	}
	return nil
}

// do makes a request and follows its redirects, each of which has to be allowed
// by itself.
func (p *policy) do(ctx context.Context, r request) (*response, error) {
	for hops := 0; ; hops++ {
		resp, err := p.hop(ctx, &r)
		if err != nil {
			return nil, err
		}
		location := resp.Header.Get("Location")
		if r.follow < 0 || location == "" || !slices.Contains([]int{301, 302, 303, 307, 308}, resp.StatusCode) {
			return p.deliver(&r, resp, hops)
		}
		resp.Body.Close()
		if hops >= r.follow {
			return nil, errRedirects
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
	if status == 303 && r.method != http.MethodHead || (status == 301 || status == 302) && r.method == http.MethodPost {
		if !r.given {
			r.method = http.MethodGet
		}
		r.body, r.hasBody = nil, false
		r.header = r.header.Clone()
		r.header.Del("Content-Type")
	}
	if !next.sameOrigin(r.target) {
		r.hasUser, r.header = false, r.header.Clone()
		for _, name := range []string{"Authorization", "Cookie", "Www-Authenticate"} {
			r.header.Del(name)
		}
	}
	r.target, r.noPlain = next, r.noPlain || r.noPlainNext
}

// hop makes one request over one connection of its own.
func (p *policy) hop(ctx context.Context, r *request) (*http.Response, error) {
	if r.noPlain && r.target.scheme != "https" {
		return nil, errScheme
	}
	rule, err := p.allow(r.method, r.target)
	if err != nil {
		return nil, err
	}
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
		req.Header.Set("Accept-Encoding", "gzip")
	}
	to, private, wait := r.target, rule.private, r.wait
	transport := &http.Transport{
		// No proxy, no reuse of connections and no other protocol: what was
		// checked is what the one connection is for.
		Proxy: nil, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: headerBytes,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
		DialContext: func(ctx context.Context, _, _ string) (stdnet.Conn, error) { return p.dial(ctx, to, private, wait) },
	}
	if p.roots != nil {
		transport.TLSClientConfig.RootCAs = p.roots
	}
	if r.sent != nil {
		r.sent(req)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if r.got != nil {
		r.got(resp, r.target)
	}
	return resp, nil
}

// deliver bounds the body of a response and decompresses it.
func (p *policy) deliver(r *request, resp *http.Response, hops int) (*response, error) {
	most := p.opts.MaxResponse
	if r.most > 0 {
		most = min(most, r.most)
	}
	out := &response{resp, &limited{resp.Body, most}, r.target, hops}
	if resp.ContentLength > most && r.method != http.MethodHead {
		resp.Body.Close()
		return nil, errTooLarge
	}
	if r.compress && strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") && r.method != http.MethodHead {
		z, err := gzip.NewReader(out.body)
		if err != nil {
			resp.Body.Close()
			return nil, err
		}
		out.body = &limited{z, most}
	}
	return out, nil
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
