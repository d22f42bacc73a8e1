package net

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A cookie as RFC 6265 and the files of Netscape have it.
type cookie struct {
	name, value, domain, path string
	// tail lets hosts below the domain have it.
	tail, secure, httpOnly bool
	// expires is in seconds since 1970; 0 ends with the session.
	expires int64
	// made orders cookies by age; one that replaces another has its age.
	made int
}

// Bounds of a jar: of its cookies, of one of them, and of what a request sends.
const (
	jarCookies  = 3000
	cookieBytes = 4096
	cookiesSent = 150
	sentBytes   = 8190
)

// A cookieJar holds cookies between requests. The zero value is empty.
type cookieJar struct {
	list []*cookie
	made int
}

// take keeps the cookies of a response.
func (j *cookieJar) take(t target, h http.Header, now time.Time) {
	for _, line := range h["Set-Cookie"] {
		if c := parseCookie(t, line, now); c != nil {
			j.add(c, now)
		}
	}
}

// add keeps a cookie, in the place of one that it replaces.
func (j *cookieJar) add(c *cookie, now time.Time) {
	j.made++
	c.made = j.made
	j.list = slices.DeleteFunc(j.list, func(o *cookie) bool {
		same := o.name == c.name && strings.EqualFold(o.domain, c.domain) && o.tail == c.tail && trimPath(o.path) == trimPath(c.path)
		if same {
			c.made = o.made
		}
		return same || o.expired(now)
	})
	if !c.expired(now) && len(j.list) < jarCookies {
		j.list = append(j.list, c)
	}
}

func (c *cookie) expired(now time.Time) bool { return c.expires != 0 && c.expires <= now.Unix() }

// parseCookie reads a Set-Cookie header; nil is one that is not to be kept.
func parseCookie(t target, line string, now time.Time) *cookie {
	if len(line) > cookieBytes || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return nil
	}
	pair, rest, _ := strings.Cut(line, ";")
	name, value, ok := strings.Cut(pair, "=")
	c := &cookie{name: strings.TrimSpace(name), value: strings.TrimSpace(value), domain: t.host, path: t.path[:max(1, strings.LastIndexByte(t.path, '/'))]}
	if !ok || c.name == "" || strings.ContainsRune(c.value, '\t') || strings.ContainsRune(c.name, '\t') {
		return nil
	}
	aged := false
	for attribute := range strings.SplitSeq(rest, ";") {
		key, value, _ := strings.Cut(attribute, "=")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "secure":
			if !secureContext(t) {
				return nil
			}
			c.secure = true
		case "httponly":
			c.httpOnly = true
		case "path":
			if value = strings.Trim(value, `"`); strings.HasPrefix(value, "/") {
				c.path = value
			}
		case "domain":
			if !c.setDomain(t, value) {
				return nil
			}
		case "max-age":
			aged = true
			c.expires = afterSeconds(value, now)
		case "expires":
			if when, err := parseDate(value); err == nil && !aged {
				c.expires = max(1, when.Unix())
			}
		}
	}
	if strings.HasPrefix(c.name, "__Secure-") && !c.secure || strings.HasPrefix(c.name, "__Host-") && (!c.secure || c.path != "/" || c.tail) {
		return nil
	}
	return c
}

// setDomain widens a cookie to a domain, which has to be one of the host's and
// not a whole top level.
func (c *cookie) setDomain(t target, domain string) bool {
	domain = strings.ToLower(strings.TrimPrefix(domain, "."))
	switch _, err := netip.ParseAddr(t.host); {
	case domain == "":
		return true
	case err == nil:
		return domain == t.host
	case !strings.Contains(domain, ".") && domain != "localhost", !below(t.host, domain):
		return false
	}
	c.domain, c.tail = domain, true
	return true
}

// afterSeconds is when a Max-Age is over; what is over already is at 1.
func afterSeconds(text string, now time.Time) int64 {
	n, err := strconv.ParseInt(strings.Trim(text, `"`), 10, 64)
	if err != nil || n <= 0 {
		return 1
	}
	return now.Unix() + min(n, 1<<53)
}

// parseDate reads what servers write for dates.
func parseDate(text string) (time.Time, error) {
	when, err := http.ParseTime(text)
	for _, layout := range []string{"Mon, 02-Jan-2006 15:04:05 MST", "Mon, 02-Jan-06 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 MST", time.DateTime, time.DateOnly, time.RFC3339} {
		if err != nil {
			when, err = time.Parse(layout, text)
		}
	}
	return when, err
}

// secureContext tells whether cookies may be marked secure by a host, and sent
// there if they are.
func secureContext(t target) bool {
	return t.scheme == "https" || t.host == "localhost" || t.host == "127.0.0.1" || t.host == "::1"
}

// below tells whether a host is a domain or in it.
func below(host, domain string) bool {
	rest, ok := strings.CutSuffix(host, domain)
	return ok && (rest == "" || strings.HasSuffix(rest, "."))
}

func trimPath(path string) string {
	if len(path) > 1 {
		return strings.TrimSuffix(path, "/")
	}
	return path
}

// header is what a request to t has to send.
func (j *cookieJar) header(t target, now time.Time) string {
	var send []*cookie
	for _, c := range j.list {
		if c.expired(now) || c.secure && !secureContext(t) || !within(t.path, trimPath(c.path)) || c.domain != t.host && !(c.tail && below(t.host, c.domain)) {
			continue
		}
		send = append(send, c)
	}
	slices.SortStableFunc(send, func(a, b *cookie) int {
		return cmp.Or(len(trimPath(b.path))-len(trimPath(a.path)), len(b.domain)-len(a.domain), len(b.name)-len(a.name), b.made-a.made)
	})
	var text string
	for i, c := range send {
		next := c.name + "=" + c.value
		if text != "" {
			next = text + "; " + next
		}
		if i >= cookiesSent || len(next) > sentBytes {
			break
		}
		text = next
	}
	return text
}

const httpOnly = "#HttpOnly_"

// load reads a file of Netscape's format, or of headers. With fresh it leaves
// out what ends with the session.
func (j *cookieJar) load(text string, fresh bool, t target, now time.Time) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if header, ok := strings.CutPrefix(line, "Set-Cookie:"); ok {
			if c := parseCookie(t, header, now); c != nil && !(fresh && c.expires == 0) {
				j.add(c, now)
			}
			continue
		}
		line, marked := strings.CutPrefix(line, httpOnly)
		fields := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(fields) < 6 || len(fields) > 7 || len(line) > cookieBytes || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			continue
		}
		expires, err := strconv.ParseInt(fields[4], 10, 64)
		if err != nil || fields[5] == "" || expires == 0 && fresh || !strings.HasPrefix(fields[2], "/") {
			continue
		}
		domain, _, _ := strings.Cut(fields[0], ":") // wget adds the port
		c := &cookie{domain: strings.ToLower(strings.TrimPrefix(domain, ".")), tail: strings.EqualFold(fields[1], "TRUE"), path: fields[2], secure: strings.EqualFold(fields[3], "TRUE"),
			expires: expires, name: fields[5], httpOnly: marked}
		if len(fields) == 7 {
			c.value = fields[6]
		}
		j.add(c, now)
	}
}

// save writes the jar in Netscape's format, the newest first. Without session
// it leaves out what ends with it.
func (j *cookieJar) save(w io.Writer, session bool, now time.Time) error {
	list := slices.SortedFunc(slices.Values(j.list), func(a, b *cookie) int { return b.made - a.made })
	yes := map[bool]string{true: "TRUE", false: "FALSE"}
	for _, c := range list {
		if c.expired(now) || c.expires == 0 && !session {
			continue
		}
		domain := c.domain
		if c.tail {
			domain = "." + domain
		}
		if c.httpOnly {
			domain = httpOnly + domain
		}
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", domain, yes[c.tail], c.path, yes[c.secure], c.expires, c.name, c.value); err != nil {
			return err
		}
	}
	return nil
}
