package net

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	stdnet "net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A refusal is a request that the policy does not allow.
type refusal struct{ what, why string }

func (r *refusal) Error() string { return r.what + " refused: " + r.why + " (interp.allow)" }

// A rule is an Endpoint that was read.
type rule struct {
	target
	methods []string
	private bool
}

// A policy decides about requests and makes their connections.
type policy struct {
	opts  Options
	rules []rule
	// roots are the certificates that are trusted, for tests; nil is the
	// host's.
	roots *x509.CertPool
	// pace is how long the first wait before another try is.
	pace time.Duration
}

func newPolicy(opts Options) *policy {
	p := &policy{opts: opts, pace: time.Second}
	for _, e := range opts.Allow {
		t, err := parseTarget(e.Scheme + "://" + e.Host + e.Path)
		if err != nil || t.hasQuery || e.Path != "" && !strings.HasPrefix(e.Path, "/") || strings.ContainsAny(e.Host, "/?#") || strings.Contains(e.Path, "#") {
			continue
		}
		methods := slices.Clone(e.Methods)
		if len(methods) == 0 {
			methods = []string{http.MethodGet, http.MethodHead}
		}
		p.rules = append(p.rules, rule{t, methods, e.Private})
	}
	return p
}

// allow finds the rule that lets a request pass. Where several do, one that
// lets the host be at a private address wins.
func (p *policy) allow(method string, t target) (rule, error) {
	what := method + " " + t.String()
	if len(p.rules) == 0 {
		return rule{}, &refusal{what, "network is off"}
	}
	var found *rule
	for i := range p.rules {
		r := &p.rules[i]
		if r.scheme == t.scheme && r.host == t.host && r.port == t.port && within(t.path, r.path) && slices.Contains(r.methods, method) {
			if found == nil || r.private {
				found = r
			}
		}
	}
	if found == nil {
		return rule{}, &refusal{what, "not in the list of what is allowed"}
	}
	return *found, nil
}

// within tells whether a path is below a prefix, by whole components.
func within(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(prefix, "/"))
}

// special are the ranges that are no public addresses beyond what package netip
// knows (the IANA registries of special-purpose addresses, RFC 6890).
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("3fff::/20"),
	netip.MustParsePrefix("168.63.129.16/32"), // what Azure's hosts tell their guests
}

// global is where public IPv6 addresses are; NAT64, Teredo's and 6to4's ranges,
// which hold IPv4 addresses, are outside or special.
var global = netip.MustParsePrefix("2000::/3")

var shared = netip.MustParsePrefix("100.64.0.0/10")

// addressError says why an address is not connected to; nil when it may be.
func addressError(a netip.Addr, private bool) error {
	if a.Zone() != "" {
		return &refusal{a.String(), "an address with a zone"}
	}
	a = a.Unmap()
	switch {
	case !a.IsValid() || a.IsUnspecified() || a.IsMulticast() || a.IsInterfaceLocalMulticast():
		return &refusal{a.String(), "no address of a host"}
	case private && (a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || shared.Contains(a)):
		return nil
	case a.IsPrivate(), a.IsLoopback(), a.IsLinkLocalUnicast(), !a.IsGlobalUnicast(), a.Is6() && !global.Contains(a),
		slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) }):
		return &refusal{a.String(), "a private address"}
	}
	return nil
}

var errLookup = errors.New("could not resolve host")

// addresses bounds how many addresses of a host are tried.
const addresses = 8

// dial connects to the host of a target, over addresses that may be used. It
// calls found when it has them.
func (p *policy) dial(ctx context.Context, t target, private bool, found func()) (stdnet.Conn, error) {
	list, err := p.lookup(ctx, t.host)
	if err != nil {
		return nil, err
	}
	found()
	for i, a := range list {
		if i >= addresses {
			break
		}
		if bad := addressError(a, private); bad != nil {
			err = bad
			continue
		}
		var c stdnet.Conn
		if c, err = p.connect(ctx, netip.AddrPortFrom(a.Unmap(), uint16(t.port)), private); err == nil {
			return c, nil
		}
	}
	if err == nil {
		err = errLookup
	}
	return nil, err
}

func (p *policy) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	find := p.opts.Lookup
	if find == nil {
		find = func(ctx context.Context, host string) ([]netip.Addr, error) {
			// The dot at the end keeps search domains out. Names without any
			// have none in hosts(5) either.
			if strings.Contains(host, ".") {
				host += "."
			}
			// Go's own resolver needs files and datagrams alone.
			return (&stdnet.Resolver{PreferGo: true}).LookupNetIP(ctx, "ip", host)
		}
	}
	list, err := find(ctx, host)
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: %s", errLookup, host)
	}
	return list, err
}

// connect dials one address and looks where the connection really goes.
func (p *policy) connect(ctx context.Context, to netip.AddrPort, private bool) (stdnet.Conn, error) {
	check := func(text string) error {
		at, err := netip.ParseAddrPort(text)
		if err != nil {
			return &refusal{text, "no address of a host"}
		}
		return addressError(at.Addr(), private)
	}
	dial := p.opts.Dial
	if dial == nil {
		d := stdnet.Dialer{Control: func(_, address string, _ syscall.RawConn) error { return check(address) }}
		dial = d.DialContext
	}
	c, err := dial(ctx, "tcp", stdnet.JoinHostPort(to.Addr().String(), strconv.Itoa(int(to.Port()))))
	if err != nil {
		return nil, err
	}
	if err := check(c.RemoteAddr().String()); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}
