package net

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var curlOptions = option.Set{
	Usage: "[OPTION]... URL...",
	About: "Make requests of HTTP that the configuration allows (interp.allow).",
	Bad:   2,
	Options: []option.Option{
		{Short: 'X', Long: "request", Arg: option.Required, Name: "METHOD", Help: "the method to use"},
		{Short: 'H', Long: "header", Arg: option.Required, Name: "LINE", Help: "send this header"},
		{Short: 'd', Long: "data", Arg: option.Required, Name: "DATA", Help: "send DATA, or the file of @FILE, by POST"},
		{Long: "data-ascii", Arg: option.Required},
		{Long: "data-raw", Arg: option.Required, Name: "DATA", Help: "as -d, @ means nothing"},
		{Long: "data-binary", Arg: option.Required, Name: "DATA", Help: "as -d, files are sent as they are"},
		{Long: "data-urlencode", Arg: option.Required, Name: "DATA", Help: "as -d, escaped"},
		{Long: "json", Arg: option.Required, Name: "DATA", Help: "send JSON by POST"},
		{Short: 'F', Long: "form", Arg: option.Required, Name: "NAME=VALUE", Help: "send a form of several parts"},
		{Short: 'G', Long: "get", Help: "put the data behind the URL"},
		{Short: 'I', Long: "head", Help: "show headers only"},
		{Short: 'i', Long: "include", Help: "show headers, too"},
		{Short: 's', Long: "silent", Help: "no messages"},
		{Short: 'S', Long: "show-error", Help: "messages of errors in spite of -s"},
		{Short: 'f', Long: "fail", Help: "no output and status 22 for 400 and above"},
		{Long: "fail-with-body", Help: "as -f, with the output"},
		{Short: 'D', Long: "dump-header", Arg: option.Required, Name: "FILE", Help: "write headers to FILE"},
		{Short: 'r', Long: "range", Arg: option.Required, Name: "FROM-TO", Help: "ask for these bytes alone"},
		{Short: 'T', Long: "upload-file", Arg: option.Required, Name: "FILE", Help: "send FILE by PUT"},
		{Long: "oauth2-bearer", Arg: option.Required, Name: "TOKEN", Help: "send a token as Authorization"},
		{Long: "url-query", Arg: option.Required, Name: "DATA", Help: "put DATA behind the URL, escaped"},
		{Long: "proto", Arg: option.Required, Name: "LIST", Help: "the protocols to use, as in =https"},
		{Long: "proto-redir", Arg: option.Required, Name: "LIST", Help: "those of redirects"},
		{Long: "max-filesize", Arg: option.Required, Name: "BYTES", Help: "refuse larger responses"},
		{Long: "output-dir", Arg: option.Required, Name: "DIR", Help: "where -o and -O write"},
		{Short: 'L', Long: "location", Help: "follow redirects"},
		{Long: "max-redirs", Arg: option.Required, Name: "N", Help: "at most N redirects, 50 by default"},
		{Short: 'o', Long: "output", Arg: option.Required, Name: "FILE", Help: "write to FILE"},
		{Short: 'O', Long: "remote-name", Help: "write to a file named as the URL ends"},
		{Long: "create-dirs", Help: "make the directories of -o"},
		{Short: 'u', Long: "user", Arg: option.Required, Name: "USER:PASSWORD", Help: "basic authentication"},
		{Short: 'A', Long: "user-agent", Arg: option.Required, Name: "TEXT", Help: "the User-Agent to send"},
		{Short: 'e', Long: "referer", Arg: option.Required, Name: "URL", Help: "the Referer to send"},
		{Short: 'b', Long: "cookie", Arg: option.Required, Name: "NAME=VALUE", Help: "cookies to send"},
		{Short: 'w', Long: "write-out", Arg: option.Required, Name: "FORMAT", Help: "write this afterwards, such as %{http_code}"},
		{Long: "connect-timeout", Arg: option.Required, Name: "SECONDS", Help: "bound the time for connecting"},
		{Short: 'm', Long: "max-time", Arg: option.Required, Name: "SECONDS", Help: "bound the time for all"},
		{Long: "retry", Arg: option.Required, Name: "N", Help: "try again up to N times, at most 5"},
		{Long: "compressed", Help: "accept a compressed response"},
		{Short: 'v', Long: "verbose", Help: "show headers of both sides"},
		{Long: "url", Arg: option.Required, Name: "URL", Help: "a URL"},
		{Short: 'g', Long: "globoff", Help: "nothing here"}, {Short: 'N', Long: "no-buffer", Help: "nothing here"},
		{Short: '#', Long: "progress-bar"}, {Long: "no-progress-meter"}, {Long: "http1.1"}, {Long: "basic"},
		{Short: '4', Long: "ipv4"}, {Short: '6', Long: "ipv6"}, {Short: 'Z', Long: "parallel"}, {Long: "tlsv1.2"}, {Long: "tlsv1.3"}, {Long: "tcp-nodelay"},
		{Long: "no-keepalive"}, {Long: "http2"}, {Long: "retry-all-errors"}, {Long: "retry-connrefused"}, {Long: "retry-delay", Arg: option.Required}, {Long: "retry-max-time", Arg: option.Required},
		// Known, to say clearly that they are refused.
		{Short: 'k', Long: "insecure"}, {Short: 'x', Long: "proxy", Arg: option.Required}, {Long: "resolve", Arg: option.Required},
		{Long: "connect-to", Arg: option.Required}, {Long: "unix-socket", Arg: option.Required}, {Long: "interface", Arg: option.Required},
		{Short: 'K', Long: "config", Arg: option.Required}, {Long: "location-trusted"}, {Long: "path-as-is"}, {Long: "cacert", Arg: option.Required},
		{Long: "socks5", Arg: option.Required}, {Long: "socks5-hostname", Arg: option.Required}, {Long: "request-target", Arg: option.Required},
		{Short: 'c', Long: "cookie-jar", Arg: option.Required}, {Short: 'C', Long: "continue-at", Arg: option.Required}, {Short: 'J', Long: "remote-header-name"},
		{Long: "haproxy-protocol"}, {Long: "doh-url", Arg: option.Required}, {Long: "preproxy", Arg: option.Required},
	},
}

// A curlJob is one invocation of curl.
type curlJob struct {
	call *command.Call
	req  request
	urls []string
	has  map[string]bool

	get, head, include, silent, show, fail, verbose, remote, dirs, follow bool
	// withBody prints the response all the same when fail is set.
	withBody                  bool
	dump, upload, query, into string
	outputs                   []string
	form                      []string
	format                    string
	limit                     time.Duration
	retries                   int
	data                      strings.Builder
	json                      bool
}

// maxRetries bounds --retry.
const maxRetries = 5

// refused words the options that would go around what is allowed.
func refused(name string) string {
	switch name {
	case "k":
		return "certificates are always verified"
	case "x", "socks5", "socks5-hostname", "preproxy":
		return "proxies are not used"
	case "resolve", "connect-to", "unix-socket", "interface", "doh-url", "haproxy-protocol":
		return "where a connection goes is not for the caller to say"
	case "location-trusted":
		return "credentials stay with their host"
	case "K", "path-as-is", "cacert", "request-target", "c", "C", "J":
		return "it is not supported"
	}
	return ""
}

// option takes one option; a text is what is wrong with it.
func (j *curlJob) option(f option.Found) string {
	if why := refused(f.Name); why != "" {
		dashes := "-"
		if len(f.Name) > 1 {
			dashes = "--"
		}
		return dashes + f.Name + " is refused: " + why
	}
	if to := map[string]*bool{"G": &j.get, "I": &j.head, "i": &j.include, "s": &j.silent, "S": &j.show, "f": &j.fail, "v": &j.verbose,
		"O": &j.remote, "compressed": &j.req.compress, "create-dirs": &j.dirs}[f.Name]; to != nil {
		*to = true
		return ""
	}
	switch f.Name {
	case "fail-with-body":
		j.fail, j.withBody = true, true
	case "D":
		j.dump = f.Value
	case "T":
		j.upload = f.Value
	case "output-dir":
		j.into = f.Value
	case "r", "oauth2-bearer":
		return j.simpleHeader(f)
	case "url-query":
		q, err := encodeData(f.Value, nil)
		if strings.HasPrefix(f.Value, "+") {
			q, err = f.Value[1:], nil
		}
		if err != nil {
			return "--url-query: " + err.Error()
		}
		j.query = strings.TrimPrefix(j.query+"&"+q, "&")
	case "proto", "proto-redir":
		return j.protocols(f)
	case "max-filesize":
		n, err := strconv.ParseInt(f.Value, 10, 64)
		if err != nil || n < 1 {
			return "a number of bytes is expected for max-filesize, found " + strconv.Quote(f.Value)
		}
		j.req.most = n
	case "X":
		if f.Value == "" || strings.Trim(f.Value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || f.Value == http.MethodConnect {
			return "-X: a method of capital letters is expected"
		}
		j.req.method, j.req.given = f.Value, true
	case "H":
		if strings.HasPrefix(f.Value, "@") {
			return "" // read later
		}
		if err := setHeader(j.req.header, f.Value, j.has); err != nil {
			return "-H: " + err.Error()
		}
	case "L":
		j.follow = true
	case "o":
		j.outputs = append(j.outputs, f.Value)
	case "u":
		j.req.user, j.req.hasUser = f.Value, true
	case "A", "e", "b":
		name := map[string]string{"A": "User-Agent", "e": "Referer", "b": "Cookie"}[f.Name]
		if f.Name == "b" && !strings.Contains(f.Value, "=") {
			return "-b: files are not supported"
		}
		if err := checkHeader(name, f.Value); err != nil {
			return "-" + f.Name + ": " + err.Error()
		}
		j.req.header.Set(name, f.Value)
	case "w":
		j.format = f.Value
	case "F":
		j.form = append(j.form, f.Value)
	case "url":
		j.urls = append(j.urls, f.Value)
	case "max-redirs", "connect-timeout", "m", "retry":
		return j.number(f)
	}
	return ""
}

// simpleHeader is for options that are a header each.
func (j *curlJob) simpleHeader(f option.Found) string {
	name, value := "Range", "bytes="+f.Value
	if f.Name == "oauth2-bearer" {
		name, value = "Authorization", "Bearer "+f.Value
	}
	if err := checkHeader(name, value); err != nil {
		return f.Name + ": " + err.Error()
	}
	j.req.header.Set(name, value)
	return ""
}

// protocols reads lists such as "=https", "https,http", "-all,https" and
// "-http" (curl(1), --proto).
func (j *curlJob) protocols(f option.Found) string {
	allowed := map[string]bool{"http": true, "https": true}
	for i, word := range strings.Split(f.Value, ",") {
		on := !strings.HasPrefix(word, "-")
		if strings.HasPrefix(word, "=") && i == 0 {
			clear(allowed)
		}
		switch word = strings.ToLower(strings.TrimLeft(word, "=+-")); word {
		case "all":
			allowed["http"], allowed["https"] = on, on
		case "http", "https":
			allowed[word] = on
		}
	}
	plain := allowed["http"]
	if f.Name == "proto" {
		j.req.noPlain = !plain
		if !allowed["https"] {
			return "--proto: a list without https is not supported"
		}
	}
	j.req.noPlainNext = j.req.noPlainNext || !plain
	return ""
}

// defaultRedirects is that of curl; more than mostRedirects are never followed.
const (
	defaultRedirects = 50
	mostRedirects    = 100
)

func (j *curlJob) number(f option.Found) string {
	n, err := strconv.ParseFloat(f.Value, 64)
	if err != nil || n < -1 || n > 1e6 || n < 0 && f.Name != "max-redirs" {
		return "a number is expected for " + f.Name + ", found " + strconv.Quote(f.Value)
	}
	switch f.Name {
	case "connect-timeout":
		j.req.wait = time.Duration(n * float64(time.Second))
	case "m":
		j.limit = time.Duration(n * float64(time.Second))
	case "retry":
		j.retries = min(int(n), maxRetries)
	case "max-redirs":
		if n < 0 || n > mostRedirects {
			n = mostRedirects
		}
		j.req.follow = int(n)
	}
	return ""
}

// bodyBytes bounds what is sent.
func (j *curlJob) bodyBytes() int64 { return min(j.call.Limits.HeldBytes/4, 64<<20) }

// add takes the argument of one of the data options.
func (j *curlJob) add(kind, value string, read func(string) (string, error)) error {
	var err error
	switch {
	case kind == "data-urlencode":
		value, err = encodeData(value, read)
	case kind != "data-raw" && strings.HasPrefix(value, "@"):
		if value, err = read(value[1:]); err == nil && (kind == "d" || kind == "data-ascii") {
			value = strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(value)
		}
	}
	if err != nil {
		return err
	}
	if j.req.hasBody && kind != "json" {
		j.data.WriteByte('&')
	}
	j.data.WriteString(value)
	j.req.hasBody = true
	if int64(j.data.Len()) > j.bodyBytes() {
		return errTooLarge
	}
	if kind == "json" {
		j.json = true
	}
	return nil
}

// encodeData is --data-urlencode: content, =content, name=content, @file,
// name@file (curl(1)).
func encodeData(value string, read func(string) (string, error)) (string, error) {
	i := strings.IndexAny(value, "=@")
	if i < 0 {
		return url.QueryEscape(value), nil
	}
	name, content := value[:i], value[i+1:]
	if value[i] == '@' {
		if read == nil {
			return "", errors.New("files are not supported")
		}
		var err error
		if content, err = read(content); err != nil {
			return "", err
		}
	}
	if name == "" {
		return url.QueryEscape(content), nil
	}
	return name + "=" + url.QueryEscape(content), nil
}

// readAll reads at most most bytes.
func readAll(r io.Reader, most int64) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = errTooLarge
	}
	return string(data), err
}
