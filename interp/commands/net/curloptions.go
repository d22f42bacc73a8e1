package net

import (
	"errors"
	"math"
	"strings"
	"time"
)

// defaultRedirects is that of curl; more than mostRedirects are never followed.
const (
	defaultRedirects = 50
	mostRedirects    = 100
)

// maxRetries bounds --retry.
const maxRetries = 5

type setting = func(j *curlJob, s *curlSetup, value string, on bool) error

// flag, flags of the whole invocation, text and span make settings of fields.
func flag(field func(*curlSetup) *bool) setting {
	return func(_ *curlJob, s *curlSetup, _ string, on bool) error { *field(s) = on; return nil }
}

func jobFlag(field func(*curlJob) *bool) setting {
	return func(j *curlJob, _ *curlSetup, _ string, on bool) error { *field(j) = on; return nil }
}

func text(field func(*curlSetup) *string) setting {
	return func(_ *curlJob, s *curlSetup, value string, _ bool) error { *field(s) = value; return nil }
}

func span(field func(*curlSetup) *time.Duration) setting {
	return func(_ *curlJob, s *curlSetup, value string, _ bool) error {
		n, err := seconds(value)
		*field(s) = time.Duration(n * float64(time.Second))
		return err
	}
}

func header(name, prefix string) setting {
	return func(_ *curlJob, s *curlSetup, value string, _ bool) error { return s.header(name, prefix+value) }
}

func data(kind string) setting {
	return func(j *curlJob, s *curlSetup, value string, _ bool) error { return s.addData(j, kind, value) }
}

func form(plain bool) setting {
	return func(j *curlJob, s *curlSetup, value string, _ bool) error {
		name, content, ok := strings.Cut(value, "=")
		if !ok {
			j.warn("Illegally formatted input field!")
			return errors.New("is badly used here")
		}
		if plain { // what would be special stands in a quoted string
			value = name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(content) + `"`
		}
		s.form = append(s.form, value)
		s.ask(askForm)
		return nil
	}
}

func post(status int) setting {
	return func(_ *curlJob, s *curlSetup, _ string, on bool) error { s.req.post[status] = on; return nil }
}

// nothing is for options that change nothing here, refused for those that would
// go around what is allowed.
func nothing(*curlJob, *curlSetup, string, bool) error { return nil }

func refused(why string) setting {
	return func(*curlJob, *curlSetup, string, bool) error { return &refusedOption{why} }
}

type refusedOption struct{ why string }

func (r *refusedOption) Error() string { return "is refused: " + r.why }

const (
	whereTo     = "where a connection goes is not for the caller to say"
	noProxies   = "proxies are not used"
	verified    = "certificates are always verified"
	unsupported = "it is not supported"
)

// curlOptions are in the order of --help. Those without help are known all the
// same.
var curlOptions = []curlOption{
	{'A', "user-agent", "name", "the User-Agent to send", header("User-Agent", "")},
	{'b', "cookie", "data|filename", "cookies to send, or a file of them", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.cookie(v) }},
	{'c', "cookie-jar", "filename", "write cookies to this file at the end", text(func(s *curlSetup) *string { return &s.jar })},
	{'C', "continue-at", "offset", "go on there; - is where the file ends", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.continueAt(v) }},
	{0, "compressed", "", "accept a compressed response", flag(func(s *curlSetup) *bool { return &s.req.compress })},
	{'K', "config", "file", "read options from a file", func(j *curlJob, _ *curlSetup, v string, _ bool) error { return j.config(v) }},
	{0, "connect-timeout", "seconds", "bound the time for connecting", span(func(s *curlSetup) *time.Duration { return &s.req.wait })},
	{0, "create-dirs", "", "make the directories of -o", flag(func(s *curlSetup) *bool { return &s.dirs })},
	{'d', "data", "data", "send data, or the file of @FILE, by POST", data("data")},
	{0, "data-ascii", "data", "", data("data")},
	{0, "data-binary", "data", "as -d, files are sent as they are", data("data-binary")},
	{0, "data-raw", "data", "as -d, @ means nothing", data("data-raw")},
	{0, "data-urlencode", "data", "as -d, escaped", data("data-urlencode")},
	{'D', "dump-header", "filename", "write headers to a file", text(func(s *curlSetup) *string { return &s.dump })},
	{'e', "referer", "URL", "the Referer to send", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.referrer(v) }},
	{'f', "fail", "", "no output and status 22 for 400 and above", flag(func(s *curlSetup) *bool { return &s.fail })},
	{0, "fail-early", "", "end at the first transfer that fails", jobFlag(func(j *curlJob) *bool { return &j.failEarly })},
	{0, "fail-with-body", "", "as -f, with the output", func(_ *curlJob, s *curlSetup, _ string, on bool) error { s.fail, s.withBody = on, on; return nil }},
	{'F', "form", "name=content", "send a form of several parts", form(false)},
	{0, "form-string", "name=string", "as -F, @ and < mean nothing", form(true)},
	{'g', "globoff", "", "braces and brackets of URLs mean nothing", flag(func(s *curlSetup) *bool { return &s.globOff })},
	{'G', "get", "", "put the data behind the URL", flag(func(s *curlSetup) *bool { return &s.get })},
	{'H', "header", "header|@file", "send this header", func(j *curlJob, s *curlSetup, v string, _ bool) error { return s.addHeader(j, v) }},
	{'i', "include", "", "show headers, too", flag(func(s *curlSetup) *bool { return &s.include })},
	{'I', "head", "", "show headers only", func(j *curlJob, s *curlSetup, _ string, on bool) error {
		if s.head = on; on {
			s.ask(askHead)
		}
		return nil
	}},
	{'j', "junk-session-cookies", "", "forget cookies of -b that end with a session", flag(func(s *curlSetup) *bool { return &s.fresh })},
	{'J', "remote-header-name", "", "name the file of -O as the server does", flag(func(s *curlSetup) *bool { return &s.byHeader })},
	{0, "json", "data", "send JSON by POST", data("json")},
	{'L', "location", "", "follow redirects", flag(func(s *curlSetup) *bool { return &s.follow })},
	{0, "location-trusted", "", "as -L, credentials go to all hosts", func(_ *curlJob, s *curlSetup, _ string, on bool) error { s.follow, s.req.trusted = on, on; return nil }},
	{'m', "max-time", "seconds", "bound the time of a transfer", span(func(s *curlSetup) *time.Duration { return &s.limit })},
	{0, "max-filesize", "bytes", "refuse larger responses", func(_ *curlJob, s *curlSetup, v string, _ bool) (err error) {
		s.req.most, err = whole(v, 0)
		return err
	}},
	{0, "max-redirs", "num", "at most so many redirects, 50 by default", func(_ *curlJob, s *curlSetup, v string, _ bool) error {
		n, err := whole(v, math.MinInt64)
		if n < 0 {
			n = mostRedirects
		}
		s.req.follow = int(min(n, mostRedirects))
		return err
	}},
	{':', "next", "", "options behind are for other URLs", func(j *curlJob, _ *curlSetup, _ string, _ bool) error { return j.next() }},
	{0, "no-clobber", "", "write no file that is there", flag(func(s *curlSetup) *bool { return &s.keep })},
	{0, "oauth2-bearer", "token", "send a token as Authorization", header("Authorization", "Bearer ")},
	{'o', "output", "file", "write to a file; #1 is what the first braces or brackets gave", func(_ *curlJob, s *curlSetup, v string, _ bool) error { s.output(v, false); return nil }},
	{0, "output-dir", "dir", "where -o and -O write", text(func(s *curlSetup) *string { return &s.into })},
	{'O', "remote-name", "", "write to a file named as the URL ends", func(_ *curlJob, s *curlSetup, _ string, on bool) error { s.output("", on); return nil }},
	{0, "remote-name-all", "", "-O for all URLs", flag(func(s *curlSetup) *bool { return &s.remoteAll })},
	{0, "post301", "", "keep a POST behind a redirect of 301", post(301)},
	{0, "post302", "", "of 302", post(302)},
	{0, "post303", "", "of 303", post(303)},
	{0, "proto", "protocols", "the protocols to use, as in =https", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.protocols(v, false) }},
	{0, "proto-redir", "protocols", "those of redirects", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.protocols(v, true) }},
	{'r', "range", "range", "ask for these bytes alone", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.byteRange(v) }},
	{'R', "remote-time", "", "give files the server's time", flag(func(s *curlSetup) *bool { return &s.remoteTime })},
	{0, "remove-on-error", "", "remove the file when a transfer fails", flag(func(s *curlSetup) *bool { return &s.remove })},
	{0, "retry", "num", "try again up to so many times, at most 5", func(_ *curlJob, s *curlSetup, v string, _ bool) error {
		n, err := whole(v, 0)
		s.retries = int(min(n, maxRetries))
		return err
	}},
	{0, "retry-all-errors", "", "whatever has failed", flag(func(s *curlSetup) *bool { return &s.retryAll })},
	{0, "retry-connrefused", "", "also where nothing listens", flag(func(s *curlSetup) *bool { return &s.retryDown })},
	{0, "retry-delay", "seconds", "wait so long in between", span(func(s *curlSetup) *time.Duration { return &s.retryDelay })},
	{0, "retry-max-time", "seconds", "and not longer than this", span(func(s *curlSetup) *time.Duration { return &s.retryLimit })},
	{'s', "silent", "", "no messages", jobFlag(func(j *curlJob) *bool { return &j.silent })},
	{'S', "show-error", "", "messages of errors in spite of -s", jobFlag(func(j *curlJob) *bool { return &j.show })},
	{'T', "upload-file", "file", "send a file by PUT", func(j *curlJob, s *curlSetup, v string, _ bool) error { s.upload(v); return nil }},
	{'u', "user", "user:password", "basic authentication", func(_ *curlJob, s *curlSetup, v string, _ bool) error {
		s.req.user, s.req.hasUser = v, true
		return nil
	}},
	{0, "url", "url", "a URL", func(_ *curlJob, s *curlSetup, v string, _ bool) error { s.url(v); return nil }},
	{0, "url-query", "data", "put data behind the URL, escaped", func(j *curlJob, s *curlSetup, v string, _ bool) error { return s.addQuery(j, v) }},
	{'v', "verbose", "", "show headers of both sides", jobFlag(func(j *curlJob) *bool { return &j.verbose })},
	{'w', "write-out", "format", "write this afterwards, such as %{http_code}", func(j *curlJob, s *curlSetup, v string, _ bool) error { return s.writeFormat(j, v) }},
	{'X', "request", "method", "the method to use", func(_ *curlJob, s *curlSetup, v string, _ bool) error { return s.method(v) }},
	{'z', "time-cond", "time", "only what is newer than a date or a file", text(func(s *curlSetup) *string { return &s.newer })},
	{'Z', "parallel", "", "the transfers go on one after the other", nothing},
	{'h', "help", "", "show this", jobFlag(func(j *curlJob) *bool { return &j.help })},
	{'V', "version", "", "show the version", jobFlag(func(j *curlJob) *bool { return &j.version })},

	{'0', "http1.0", "", "", nothing}, {0, "http1.1", "", "", nothing}, {0, "http2", "", "", nothing}, {0, "http2-prior-knowledge", "", "", refused(unsupported)},
	{'4', "ipv4", "", "", nothing}, {'6', "ipv6", "", "", nothing}, {'#', "progress-bar", "", "", nothing}, {0, "progress-meter", "", "", nothing},
	{0, "basic", "", "", nothing}, {'N', "buffer", "", "", nothing}, {0, "keepalive", "", "", nothing}, {0, "keepalive-time", "seconds", "", nothing},
	{0, "tcp-nodelay", "", "", nothing}, {0, "tcp-fastopen", "", "", nothing}, {0, "tlsv1", "", "", nothing}, {'1', "tlsv1.0", "", "", nothing}, {0, "tlsv1.1", "", "", nothing},
	{0, "tlsv1.2", "", "", nothing}, {0, "tlsv1.3", "", "", nothing}, {0, "tls-max", "version", "", nothing}, {0, "ssl-reqd", "", "", nothing}, {0, "sessionid", "", "", nothing},
	{0, "parallel-max", "num", "", nothing}, {0, "parallel-immediate", "", "", nothing}, {0, "limit-rate", "speed", "", nothing}, {0, "rate", "max", "", nothing},
	{'y', "speed-time", "seconds", "", nothing}, {'Y', "speed-limit", "speed", "", nothing}, {'q', "disable", "", "", nothing}, {0, "styled-output", "", "", nothing},
	{0, "noproxy", "list", "", nothing}, {0, "expect100-timeout", "seconds", "", nothing}, {0, "alpn", "", "", nothing}, {0, "tr-encoding", "", "", nothing}, {0, "compressed-ssh", "", "", nothing},
	{'k', "insecure", "", "", refused(verified)}, {0, "doh-insecure", "", "", refused(verified)}, {0, "proxy-insecure", "", "", refused(verified)}, {0, "cert-status", "", "", refused(unsupported)},
	{0, "cacert", "file", "", refused(unsupported)}, {0, "capath", "dir", "", refused(unsupported)}, {'E', "cert", "cert", "", refused(unsupported)}, {0, "key", "key", "", refused(unsupported)}, {0, "ciphers", "list", "", refused(unsupported)}, {0, "pinnedpubkey", "hashes", "", refused(unsupported)},
	{'x', "proxy", "host", "", refused(noProxies)}, {0, "preproxy", "host", "", refused(noProxies)}, {'U', "proxy-user", "user", "", refused(noProxies)}, {'p', "proxytunnel", "", "", refused(noProxies)}, {0, "proxy1.0", "host", "", refused(noProxies)}, {0, "proxy-header", "header", "", refused(noProxies)},
	{0, "socks4", "host", "", refused(noProxies)}, {0, "socks4a", "host", "", refused(noProxies)}, {0, "socks5", "host", "", refused(noProxies)}, {0, "socks5-hostname", "host", "", refused(noProxies)},
	{0, "resolve", "address", "", refused(whereTo)}, {0, "connect-to", "hosts", "", refused(whereTo)}, {0, "unix-socket", "path", "", refused(whereTo)}, {0, "abstract-unix-socket", "path", "", refused(whereTo)}, {0, "interface", "name", "", refused(whereTo)},
	{0, "local-port", "range", "", refused(whereTo)}, {0, "doh-url", "url", "", refused(whereTo)}, {0, "dns-servers", "addresses", "", refused(whereTo)}, {0, "dns-interface", "name", "", refused(whereTo)}, {0, "haproxy-protocol", "", "", refused(whereTo)}, {0, "alt-svc", "file", "", refused(whereTo)}, {0, "hsts", "file", "", refused(unsupported)},
	{0, "path-as-is", "", "", refused(unsupported)}, {0, "request-target", "path", "", refused("the path is that of the URL")}, {0, "http0.9", "", "", refused(unsupported)}, {0, "raw", "", "", refused(unsupported)}, {0, "ignore-content-length", "", "", refused(unsupported)},
	{0, "digest", "", "", refused(unsupported)}, {0, "ntlm", "", "", refused(unsupported)}, {0, "negotiate", "", "", refused(unsupported)}, {0, "anyauth", "", "", refused(unsupported)}, {0, "aws-sigv4", "provider", "", refused(unsupported)},
	{'n', "netrc", "", "", refused(unsupported)}, {0, "netrc-file", "file", "", refused(unsupported)}, {0, "netrc-optional", "", "", refused(unsupported)}, {0, "trace", "file", "", refused(unsupported)}, {0, "trace-ascii", "file", "", refused(unsupported)},
	{0, "libcurl", "file", "", refused(unsupported)}, {0, "engine", "name", "", refused(unsupported)}, {0, "egd-file", "file", "", refused(unsupported)}, {0, "random-file", "file", "", refused(unsupported)}, {0, "stderr", "file", "", refused("use 2> of the shell")},
}
