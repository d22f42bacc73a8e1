package net

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// A target is a URL in the one spelling that is compared and sent.
type target struct {
	scheme string
	// host is in lower case, without a dot at its end; an address is as netip
	// writes it, without brackets.
	host string
	port int
	// path is escaped: capital digits, nothing escaped that need not be, no
	// dot segments. query is as it came.
	path, query string
	hasQuery    bool
}

var (
	errURL      = errors.New("URL using bad/illegal format or missing URL")
	errScheme   = errors.New("protocol not supported")
	errUserinfo = errors.New("credentials in a URL are refused; use -u")
	errTricky   = errors.New("the path could be read in two ways")
)

// urlBytes bounds a URL.
const urlBytes = 16 << 10

// parseTarget reads a URL (RFC 3986). It is stricter than any server: what two
// readers could take for different things is an error.
func parseTarget(text string) (target, error) {
	if len(text) > urlBytes {
		return target{}, errURL
	}
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\\\"<>^`{|}", c) >= 0 {
			return target{}, errURL
		}
	}
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Host == "" {
		return target{}, errURL
	}
	t := target{scheme: u.Scheme, query: u.RawQuery, hasQuery: u.RawQuery != "" || u.ForceQuery}
	if t.scheme != "http" && t.scheme != "https" {
		return target{}, errScheme
	}
	if u.User != nil || strings.Contains(u.Host, "@") {
		return target{}, errUserinfo
	}
	if t.host, t.port, err = authority(u.Host, t.scheme); err != nil {
		return target{}, err
	}
	if t.path, err = normalPath(u.EscapedPath()); err != nil {
		return target{}, err
	}
	return t, nil
}

// authority reads HOST[:PORT].
func authority(text, scheme string) (host string, port int, err error) {
	host, port = text, 80
	if scheme == "https" {
		port = 443
	}
	if i := strings.LastIndexByte(text, ':'); i > strings.LastIndexByte(text, ']') {
		digits := text[i+1:]
		if host = text[:i]; digits != "" {
			port, err = strconv.Atoi(digits)
			if err != nil || port < 1 || port > 65535 || strings.Trim(digits, "0123456789") != "" {
				return "", 0, errURL
			}
		}
	}
	if strings.HasPrefix(host, "[") {
		a, err := netip.ParseAddr(strings.TrimSuffix(host[1:], "]"))
		if err != nil || !a.Is6() || a.Zone() != "" || !strings.HasSuffix(host, "]") {
			return "", 0, errURL
		}
		return a.String(), port, nil
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if a, err := netip.ParseAddr(host); err == nil && a.Is4() {
		return a.String(), port, nil
	}
	if !hostname(host) {
		return "", 0, errURL
	}
	return host, port, nil
}

// hostname tells whether a name is one of letters, digits, dashes and underscores
// in labels, and none that some reader takes for a number of an address
// (0x7f.1, 2130706433). Other scripts must come as xn--.
func hostname(host string) bool {
	if host == "" || len(host) > 253 {
		return false
	}
	labels := strings.Split(host, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	last := labels[len(labels)-1]
	return strings.Trim(last, "0123456789") != "" && !strings.HasPrefix(last, "0x")
}

// decodings is how often a path is decoded to see what it could mean.
const decodings = 5

// normalPath brings an escaped path into its one spelling: dot segments are
// resolved (RFC 3986, 5.2.4). A path that a server could resolve again, after it
// has decoded slashes, backslashes or escapes of escapes, is errTricky.
func normalPath(escaped string) (string, error) {
	if escaped == "" {
		return "/", nil
	}
	if escaped[0] != '/' {
		return "", errURL
	}
	plain, err := unescapeHarmless(escaped)
	if err != nil {
		return "", err
	}
	var kept []string
	segments := strings.Split(plain[1:], "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".", "..":
			if s == ".." && len(kept) > 0 {
				kept = kept[:len(kept)-1]
			}
			if last {
				kept = append(kept, "")
			}
		default:
			kept = append(kept, s)
		}
	}
	path := "/" + strings.Join(kept, "/")
	if tricky(path) {
		return "", errTricky
	}
	return path, nil
}

// tricky tells whether a path has dot segments, or control characters, for one
// who decodes it, perhaps several times, or takes \ for a slash and what
// follows a ; for nothing.
func tricky(path string) bool {
	for range decodings {
		for s := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' }) {
			s, _, _ = strings.Cut(s, ";")
			if s == "." || s == ".." {
				return true
			}
		}
		if strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }) {
			return true
		}
		next, err := url.PathUnescape(path)
		if err != nil || next == path {
			return false
		}
		path = next
	}
	return true // escaped without end
}

// unescapeHarmless decodes what need not be escaped (RFC 3986, 2.3) and writes
// other escapes in capitals.
func unescapeHarmless(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", errURL
		}
		n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", errURL
		}
		if c := byte(n); 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(s[i : i+3]))
		}
		i += 2
	}
	return b.String(), nil
}

// authority is HOST or HOST:PORT as a Host header has it.
func (t target) authority() string {
	host := t.host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if t.scheme == "http" && t.port == 80 || t.scheme == "https" && t.port == 443 {
		return host
	}
	return host + ":" + strconv.Itoa(t.port)
}

// String is the URL.
func (t target) String() string {
	s := t.scheme + "://" + t.authority() + t.path
	if t.hasQuery {
		s += "?" + t.query
	}
	return s
}

// url makes of it what package http takes. The error is for a spelling that the
// package would change.
func (t target) url() (*url.URL, error) {
	path, err := url.PathUnescape(t.path)
	if err != nil {
		return nil, errURL
	}
	u := &url.URL{Scheme: t.scheme, Host: t.authority(), Path: path, RawPath: t.path, RawQuery: t.query, ForceQuery: t.hasQuery}
	if u.EscapedPath() != t.path {
		return nil, errURL
	}
	return u, nil
}

// sameOrigin tells whether credentials for one may be sent to the other.
func (t target) sameOrigin(o target) bool {
	return t.scheme == o.scheme && t.host == o.host && t.port == o.port
}

// resolve reads a Location header relative to t.
func (t target) resolve(location string) (target, error) {
	base, err := t.url()
	if err != nil {
		return target{}, err
	}
	for i := range len(location) {
		if c := location[i]; c <= ' ' || c >= 0x7f || c == '\\' {
			return target{}, errURL
		}
	}
	next, err := base.Parse(location)
	if err != nil {
		return target{}, errURL
	}
	if next.User != nil {
		return target{}, errUserinfo
	}
	return parseTarget(next.String())
}
