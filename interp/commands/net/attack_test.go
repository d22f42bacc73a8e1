package net

import (
	"context"
	"errors"
	"fmt"
	stdnet "net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// A world is a network in which every name leads to one server, so that what
// gets out is seen.
type world struct {
	server *httptest.Server
	hits   atomic.Int64
	last   atomic.Pointer[http.Request]
}

func newWorld(t *testing.T, handler http.HandlerFunc) *world {
	t.Helper()
	w := &world{}
	w.server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.hits.Add(1)
		w.last.Store(r)
		if handler != nil {
			handler(rw, r)
			return
		}
		fmt.Fprintln(rw, "reached")
	}))
	t.Cleanup(w.server.Close)
	return w
}

// dial leads every address to the server.
func (w *world) dial(ctx context.Context, network, _ string) (stdnet.Conn, error) {
	var d stdnet.Dialer
	return d.DialContext(ctx, network, w.server.Listener.Addr().String())
}

// disguised is a connection that claims to lead where it was asked to.
type disguised struct {
	stdnet.Conn
	to stdnet.Addr
}

func (d disguised) RemoteAddr() stdnet.Addr { return d.to }

func (w *world) disguise(ctx context.Context, network, address string) (stdnet.Conn, error) {
	c, err := w.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return disguised{c, stdnet.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}, nil
}

// public says that every name is at a public address.
func public(context.Context, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

func run(t *testing.T, opts Options, tool string, args ...string) commandtest.Result {
	t.Helper()
	return commandtest.Run(t, Commands(opts)[tool], tool, commandtest.Case{Args: args, Files: map[string]string{"data": "a b\r\nc\n", "smuggled": "A: b\nHost: evil\n", "x/": "", "proxied": "proxy = \"http://evil.example\"\n", "elsewhere": "url = http://evil.example/api/\n", "smuggledjar": "evil.example\tTRUE\t/\tFALSE\t0\ta\tb\n"},
		Env: []string{"http_proxy=http://127.0.0.1:1", "HTTPS_PROXY=http://127.0.0.1:1", "ALL_PROXY=socks5://127.0.0.1:1"}})
}

// allowed is the list that the attacks are on.
var allowed = []Endpoint{
	{Scheme: "http", Host: "good.example", Path: "/api/"}, {Scheme: "https", Host: "good.example:8443", Path: "/"},
	{Methods: []string{"GET"}, Scheme: "http", Host: "read.example", Path: "/v1"}, {Scheme: "http", Host: "[2606:4700::1]", Path: "/"},
}

func TestWhatIsAllowedPasses(t *testing.T) {
	t.Parallel()
	for url, path := range map[string]string{
		"http://good.example/api/": "/api/", "http://good.example/api/x?q=1#frag": "/api/x?q=1", "good.example/api/": "/api/", "HTTP://GOOD.Example:80/api/x": "/api/x",
		"http://good.example./api/x": "/api/x", "http://good.example/other/../api/x": "/api/x", "http://good.example/%61pi/%78": "/api/x", "http://good.example/api/./y": "/api/y",
		"http://good.example/api/a%20b%2fc": "/api/a%20b%2Fc", "http://good.example:/api/": "/api/", "http://read.example/v1": "/v1", "http://read.example/v1/x": "/v1/x", "http://read.example/v1?x": "/v1?x",
		"http://[2606:4700:0:0::1]/": "/",
	} {
		w := newWorld(t, nil)
		r := run(t, Options{Allow: allowed, Lookup: public, Dial: w.disguise}, "curl", url)
		if r.Status != 0 || r.Stdout != "reached\n" {
			t.Errorf("%s: %d %s", url, r.Status, r.Stderr)
		} else if got := w.last.Load().RequestURI; got != path {
			t.Errorf("%s: the server saw %s", url, got)
		}
	}
}

// TestWaysAroundTheList has requests that must not leave. The server would
// answer each.
func TestWaysAroundTheList(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		// another host
		{"http://evil.example/api/"}, {"http://good.example.evil.example/api/"}, {"http://evilgood.example/api/"}, {"http://good.example@evil.example/api/"},
		{"http://good.example:80@evil.example/api/"}, {"http://user:pass@good.example/api/"}, {"http://good.example%40evil.example/api/"}, {"http://evil.example#@good.example/api/"},
		{"http://evil.example?@good.example/api/"}, {"http://evil.example\\@good.example/api/"}, {"http://good.example\\.evil.example/api/"}, {"http:\\\\good.example/api/"}, {"http:///good.example/api/"},
		{"http://good.example../api/"}, {"http://.good.example/api/"}, {"http://good%2eexample/api/"}, {"http://good.example%00.evil.example/api/"}, {"http://good.example\t/api/"}, {"http://good.example\r\nX: y/api/"},
		{"http://good.example /api/"}, {"http://gооd.example/api/"}, {"http://ｇood.example/api/"}, {"http://good。example/api/"}, {"http://xn--good.example/api/"}, {"http:good.example/api/"}, {"//good.example/api/"},
		// another port or scheme
		{"http://good.example:8080/api/"}, {"http://good.example:443/api/"}, {"https://good.example/api/"}, {"http://good.example:8443/"}, {"https://good.example:8443@evil.example/"}, {"http://good.example:080080/api/"}, {"http://good.example:0/api/"},
		{"http://good.example:65616/api/"}, {"http://good.example:-80/api/"}, {"http://good.example:80:81/api/"}, {"file:///etc/passwd"}, {"ftp://good.example/api/"}, {"gopher://good.example/api/"}, {"dict://good.example/api/"}, {"data:text/plain,x"}, {"javascript://good.example/api/"},
		// another path
		{"http://good.example/"}, {"http://good.example/api"}, {"http://good.example/apix"}, {"http://good.example/API/"}, {"http://good.example/api/../admin"}, {"http://good.example/api/%2e%2e/admin"}, {"http://good.example/api/%2E./admin"},
		{"http://good.example/api/..%2fadmin"}, {"http://good.example/api/%2e%2e%2fadmin"}, {"http://good.example/api/%252e%252e/admin"}, {"http://good.example/api/%252e%252e%252fadmin"}, {"http://good.example/api/..%5cadmin"}, {"http://good.example/api/..\\admin"},
		{"http://good.example/api/..;/admin"}, {"http://good.example/api/..;x=y/admin"}, {"http://good.example/api/x/../../admin"}, {"http://good.example//api/"}, {"http://good.example/api/%00"}, {"http://good.example/api/%0d%0aHost:%20evil"}, {"http://good.example/api/%"}, {"http://good.example/api/%zz"},
		{"http://good.example/api/%25252525252e%25252525252e/x"}, {"http://read.example/v1x"}, {"http://read.example/v1/../v2"}, {"http://read.example/v1%2f..%2fv2"},
		// another method, or headers that make one of it
		{"-X", "POST", "http://good.example/api/"}, {"-d", "x", "http://good.example/api/"}, {"-X", "DELETE", "http://good.example/api/"}, {"-I", "http://read.example/v1"}, {"-X", "get", "http://good.example/api/"}, {"-X", "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET", "http://good.example/api/"},
		{"-X", "CONNECT", "http://good.example/api/"}, {"-F", "a=b", "http://good.example/api/"}, {"--json", "{}", "http://good.example/api/"}, {"-H", "Host: evil.example", "http://good.example/api/"}, {"-H", "host:evil.example", "http://good.example/api/"}, {"-H", "Host:", "http://good.example/api/"},
		{"-H", "X-HTTP-Method-Override: DELETE", "http://good.example/api/"}, {"-H", "X-Method-Override: PUT", "http://good.example/api/"}, {"-H", "X-Original-URL: /admin", "http://good.example/api/"}, {"-H", "Transfer-Encoding: chunked", "http://good.example/api/"},
		{"-H", "Content-Length: 5", "http://good.example/api/"}, {"-H", "Connection: upgrade", "http://good.example/api/"}, {"-H", "A: b\r\nHost: evil", "http://good.example/api/"}, {"-H", "A\n: b", "http://good.example/api/"}, {"-A", "x\r\nHost: evil", "http://good.example/api/"}, {"-e", "x\nHost: evil", "http://good.example/api/"},
		{"-b", "a=b\r\nHost: evil", "http://good.example/api/"}, {"-H", "Proxy-Authorization: x", "http://good.example/api/"}, {"-H", "Upgrade: h2c", "http://good.example/api/"},
		{"-H", "X_HTTP_Method_Override: DELETE", "http://good.example/api/"}, {"-H", "X-Http_Method-Override: DELETE", "http://good.example/api/"}, {"-H", "Transfer_Encoding: chunked", "http://good.example/api/"}, {"-H", "Content_Length;", "http://good.example/api/"}, {"-H", "X_Original_URL: /admin", "http://good.example/api/"}, {"-H", "Proxy: http://evil.example", "http://good.example/api/"}, {"-H", "proxy_authorization: x", "http://good.example/api/"},
		{"-r", "0-1\r\nHost: evil", "http://good.example/api/"}, {"--oauth2-bearer", "x\r\nHost: evil", "http://good.example/api/"}, {"-H", "@smuggled", "http://good.example/api/"}, {"-T", "data", "http://good.example/api/"}, {"-X", "GET", "-T", "nope", "http://good.example/api/"},
		{"--url-query", "+x\r\nHost: evil", "http://good.example/api/"}, {"--proto", "=https", "http://good.example/api/"},
		// another way there
		{"-x", "http://evil.example", "http://good.example/api/"}, {"--proxy", "evil.example", "http://good.example/api/"}, {"--resolve", "good.example:80:10.0.0.1", "http://good.example/api/"}, {"--connect-to", "::evil.example:", "http://good.example/api/"},
		{"--unix-socket", "/run/docker.sock", "http://good.example/api/"}, {"-k", "https://good.example:8443/"}, {"--socks5", "evil.example", "http://good.example/api/"}, {"--path-as-is", "http://good.example/api/../x"}, {"--interface", "lo", "http://good.example/api/"},
		{"-K", "proxied", "http://good.example/api/"}, {"-K", "elsewhere"}, {"-K", "../x"}, {"-c", "jar", "-b", "smuggledjar", "http://evil.example/"}, {"http://good.example/{../admin,../x}"}, {"http://{evil,bad}.example/api/"}, {"http://good.example:[81-82]/api/"}, {"-b", "smuggled\rcookie=1", "http://good.example/api/"}, {"-e", "x\r\nHost: evil;auto", "http://good.example/api/"},
		{"-F", "a=b;headers=\"Host: evil\"", "http://good.example/api/"}, {"-H", "@proxied", "-x", "evil", "http://good.example/api/"}, {"-C", "1", "-T", "data", "http://good.example/api/"}, {"--location-trusted", "http://evil.example/"}, {"--socks4a", "evil.example", "http://good.example/api/"}, {"--dns-servers", "10.0.0.1", "http://good.example/api/"}, {"--netrc", "http://good.example/api/"},
		{"--request-target", "/admin", "http://good.example/api/"}, {"--doh-url", "https://evil.example", "http://good.example/api/"}, {"--cacert", "data", "https://good.example:8443/"},
		// numbers
		{"http://127.0.0.1/"}, {"http://127.1/"}, {"http://0x7f000001/"}, {"http://2130706433/"}, {"http://0177.0.0.1/"}, {"http://[::1]/"}, {"http://[::ffff:127.0.0.1]/"}, {"http://[fe80::1%25lo]/"}, {"http://[2606:4700::2]/"}, {"http://localhost/"}, {"http://0/"}, {"http://good.example.0x7f/api/"},
		{""}, {"http://"}, {"http:///"}, {"http://" + strings.Repeat("a", 300) + "/"}, {"http://good.example/api/" + strings.Repeat("x", 20_000)},
	} {
		w := newWorld(t, nil)
		r := run(t, Options{Allow: allowed, Lookup: public, Dial: w.disguise}, "curl", append([]string{"-sS"}, args...)...)
		if r.Status == 0 || w.hits.Load() != 0 || r.Stderr == "" {
			t.Errorf("%q: %d %s %s, %d requests", args, r.Status, r.Stdout, r.Stderr, w.hits.Load())
		}
		if u := args[len(args)-1]; len(args) == 1 {
			if r := run(t, Options{Allow: allowed, Lookup: public, Dial: w.disguise}, "wget", "-qO-", u); r.Status == 0 || w.hits.Load() != 0 {
				t.Errorf("wget %q: %d %s", u, r.Status, r.Stdout)
			}
		}
	}
}

func TestOffByDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	if r := run(t, Options{Lookup: public, Dial: w.dial}, "curl", w.server.URL); r.Status != 7 || r.Stderr != "curl: (7) GET "+w.server.URL+"/ refused: network is off (interp.allow)\n" {
		t.Errorf("%d %s", r.Status, r.Stderr)
	}
	if r := run(t, Options{}, "wget", "http://good.example/"); r.Status != 4 || !strings.Contains(r.Stderr, "network is off") {
		t.Errorf("%d %s", r.Status, r.Stderr)
	}
	for _, e := range []Endpoint{{}, {Scheme: "ftp", Host: "good.example", Path: "/"}, {Scheme: "http", Host: "", Path: "/"}, {Scheme: "http", Host: "u@good.example", Path: "/"}, {Scheme: "http", Host: "good.example/x", Path: "/"}, {Scheme: "http", Host: "good.example", Path: "x"}, {Scheme: "http", Host: "good.example", Path: "/?x"}} {
		if p := newPolicy(Options{Allow: []Endpoint{e}}); len(p.rules) != 0 {
			t.Errorf("%+v is a rule", e)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address       string
		open, private bool
	}{
		{"93.184.216.34", true, true}, {"8.8.8.8", true, true}, {"2606:4700::1111", true, true}, {"::ffff:8.8.8.8", true, true},
		{"127.0.0.1", false, true}, {"127.9.9.9", false, true}, {"10.0.0.1", false, true}, {"172.16.0.1", false, true}, {"172.31.255.255", false, true}, {"192.168.1.1", false, true}, {"169.254.169.254", false, true}, {"100.64.0.1", false, true}, {"100.127.255.255", false, true},
		{"::1", false, true}, {"fe80::1", false, true}, {"fc00::1", false, true}, {"fd12::1", false, true}, {"::ffff:127.0.0.1", false, true}, {"::ffff:10.0.0.1", false, true}, {"::ffff:169.254.169.254", false, true},
		{"0.0.0.0", false, false}, {"::", false, false}, {"0.1.2.3", false, false}, {"224.0.0.1", false, false}, {"239.1.1.1", false, false}, {"ff02::1", false, false}, {"255.255.255.255", false, false}, {"240.0.0.1", false, false}, {"192.0.2.1", false, false},
		{"198.18.0.1", false, false}, {"198.51.100.1", false, false}, {"203.0.113.1", false, false}, {"192.0.0.8", false, false}, {"64:ff9b::7f00:1", false, false}, {"64:ff9b::808:808", false, false}, {"64:ff9b:1::1", false, false}, {"2002:7f00:1::", false, false}, {"2001::1", false, false},
		{"2001:db8::1", false, false}, {"fec0::1", false, false}, {"::7f00:1", false, false}, {"::127.0.0.1", false, false}, {"100::1", false, false}, {"fe80::1%eth0", false, false}, {"5f00::1", false, false},
		{"168.63.129.16", false, false}, {"::ffff:168.63.129.16", false, false},
	} {
		a := netip.MustParseAddr(c.address)
		if got := addressError(a, false) == nil; got != c.open {
			t.Errorf("%s: open is %v", a, got)
		}
		if got := addressError(a, true) == nil; got != c.private {
			t.Errorf("%s: private is %v", a, got)
		}
	}
}

// TestNamesThatLeadInside resolves an allowed name to addresses of the inside,
// changes the answer between two lookups, and has the connection lead elsewhere.
func TestNamesThatLeadInside(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for _, a := range []string{"127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "0.0.0.0", "100.64.1.1", "fe80::1", "224.0.0.1"} {
		r := run(t, Options{Allow: allowed, Dial: w.disguise, Lookup: func(context.Context, string) ([]netip.Addr, error) { return []netip.Addr{netip.MustParseAddr(a)}, nil }}, "curl", "http://good.example/api/")
		if r.Status != 7 || !strings.Contains(r.Stderr, "refused") || w.hits.Load() != 0 {
			t.Errorf("%s: %d %s", a, r.Status, r.Stderr)
		}
	}
	if r := run(t, Options{Allow: allowed, Dial: w.dial, Lookup: public}, "curl", "http://good.example/api/"); r.Status != 7 || !strings.Contains(r.Stderr, "127.0.0.1 refused: a private address") || w.hits.Load() != 0 {
		t.Errorf("rebound: %d %s", r.Status, r.Stderr)
	}
	several := func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("93.184.216.34")}, nil
	}
	var dialled []string
	r := run(t, Options{Allow: allowed, Lookup: several, Dial: func(ctx context.Context, n, a string) (stdnet.Conn, error) {
		dialled = append(dialled, a)
		return w.disguise(ctx, n, a)
	}}, "curl", "http://good.example/api/")
	if r.Status != 0 || len(dialled) != 1 || dialled[0] != "93.184.216.34:80" {
		t.Errorf("%d %s %q", r.Status, r.Stderr, dialled)
	}
	none := func(context.Context, string) ([]netip.Addr, error) { return nil, errors.New("no such host") }
	if r := run(t, Options{Allow: allowed, Lookup: none}, "curl", "http://good.example/api/"); r.Status != 6 || r.Stderr != "curl: (6) Could not resolve host: good.example\n" {
		t.Errorf("%d %s", r.Status, r.Stderr)
	}
	// The dialer of the host looks at the address as well.
	p := newPolicy(Options{})
	if c, err := p.connect(t.Context(), netip.MustParseAddrPort(w.server.Listener.Addr().String()), false); err == nil {
		c.Close()
		t.Error("the host's dialer went to loopback")
	}
}

func TestRedirectsAreChecked(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"http://evil.example/", "//evil.example/api/", "/admin", "../../admin", "/api/../admin", "/api/%2e%2e%2fadmin", "https://good.example/api/", "http://good.example:81/api/", "file:///etc/passwd", "http://u@good.example/api/", "http://good.example@evil.example/api/",
		"\\\\evil.example/api/", "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "gopher://good.example/api/", "http://good.example/api/\tx", "///evil.example/api/", "http://[::1]/", "javascript:alert(1)", "/api/..;/admin"} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) {
				if r.RequestURI != "/api/start" {
					return
				}
				rw.Header()["Location"] = []string{to}
				rw.WriteHeader(status)
			})
			r := run(t, Options{Allow: allowed, Lookup: public, Dial: w.disguise}, "curl", "-sSL", "http://good.example/api/start")
			if r.Status == 0 || w.hits.Load() != 1 {
				t.Errorf("%d to %q: %d %s, %d requests", status, to, r.Status, r.Stderr, w.hits.Load())
			}
		}
	}
}
