package net

import (
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// echo answers with what it was asked, but for what names the tool.
func echo(rw http.ResponseWriter, r *http.Request) {
	rw.Header()["Date"] = nil
	rw.Header().Set("Content-Type", "text/plain")
	switch {
	case strings.HasPrefix(r.URL.Path, "/status/"):
		code := 200
		fmt.Sscanf(r.URL.Path, "/status/%d", &code)
		rw.WriteHeader(code)
		fmt.Fprintf(rw, "status %d\n", code)
		return
	case strings.HasPrefix(r.URL.Path, "/to/"):
		code, n := 302, 0
		fmt.Sscanf(r.URL.Path, "/to/%d/%d", &code, &n)
		rw.Header().Set("Location", "/echo?landed")
		if n > 0 {
			rw.Header().Set("Location", fmt.Sprintf("%d", n-1))
		}
		rw.WriteHeader(code)
		fmt.Fprintln(rw, "elsewhere")
		return
	case r.URL.Path == "/gzip":
		rw.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(rw)
		fmt.Fprintln(z, "compressed", r.Header.Get("Accept-Encoding") != "")
		z.Close()
		return
	case r.URL.Path == "/deflate":
		rw.Header().Set("Content-Encoding", "deflate")
		z := zlib.NewWriter(rw)
		fmt.Fprintln(z, "compressed")
		z.Close()
		return
	case r.URL.Path == "/odd":
		rw.Header().Set("Content-Encoding", "odd")
	case r.URL.Path == "/cookie":
		for _, c := range []string{"b=2; Path=/", "a=1; path=/cookie; HttpOnly; Expires=Wed, 09 Jun 2077 10:18:14 GMT", "s=x y; Secure", "dd=1; Domain=example.com", "m=5; Max-Age=100000000000", "gone=1; Max-Age=0", "old=1; Expires=Wed, 09 Jun 1999 10:18:14 GMT", "c=4; Path=/co", "__Host-x=1", "noequals", "=novalue", "long=" + strings.Repeat("x", 20)} {
			rw.Header().Add("Set-Cookie", c)
		}
	case r.URL.Path == "/cookie/drop":
		rw.Header().Add("Set-Cookie", "b=; Path=/; Max-Age=0")
	case r.URL.Path == "/cd":
		rw.Header().Set("Content-Disposition", `attachment; filename="../x y.txt"`)
	case r.URL.Path == "/cd2":
		rw.Header().Set("Content-Disposition", "attachment; filename=taken")
	case r.URL.Path == "/cd3":
		rw.Header().Set("Content-Disposition", `attachment; filename=".."`)
	case r.URL.Path == "/range":
		http.ServeContent(rw, r, "range", time.Date(2020, 2, 2, 2, 2, 2, 0, time.UTC), strings.NewReader("0123456789"))
		return
	case r.URL.Path == "/locked":
		if name, password, ok := r.BasicAuth(); !ok || name != "me" || password != "secret" {
			rw.Header().Set("WWW-Authenticate", `Basic realm="here"`)
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
	case r.URL.Path == "/short":
		rw.Header().Set("Content-Length", "30")
		io.WriteString(rw, "too short")
		rw.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	case r.URL.Path == "/none":
		panic(http.ErrAbortHandler)
	case r.URL.Path == "/page":
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	case r.URL.Path == "/big":
		io.WriteString(rw, strings.Repeat("x", 300_000))
		return
	}
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(rw, "%s %s\n", r.Method, r.RequestURI)
	for _, name := range []string{"Accept", "Authorization", "Content-Length", "Content-Type", "Cookie", "Range", "Referer", "X-One", "X-Two"} {
		for _, v := range r.Header[name] {
			if kind, _, ok := strings.Cut(v, "; boundary="); ok {
				v = kind
			}
			// A request without a body says so here, and not at the host's.
			if name != "Content-Length" || v != "0" && r.Method != "GET" && !strings.Contains(r.Header.Get("Content-Type"), "multipart") {
				fmt.Fprintf(rw, "%s: %s\n", name, v)
			}
		}
	}
	if strings.Contains(r.Header.Get("Content-Type"), "multipart") {
		boundary := strings.TrimSuffix(strings.SplitN(string(body), "\r\n", 2)[0], "--")
		body = []byte(strings.ReplaceAll(string(body), boundary, "--B"))
	}
	rw.Write(body)
}

var everything = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

func opened(server *httptest.Server) Options {
	scheme, host, _ := strings.Cut(server.URL, "://")
	return Options{Allow: []Endpoint{{Methods: everything, Scheme: scheme, Host: host, Path: "/", Private: true}}}
}

// serve is a server that echoes.
func serve(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	server.Config.ErrorLog = quietLog()
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// varying is what two runs of one tool do not have in common: times, speeds, the
// meter of curl, the dots of wget's rows behind the speed.
var varying = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`  % Total .*\n.*Speed\n`), ""},
	{regexp.MustCompile(`\r[ 0-9]+ [^\r\n]*--:--[^\r\n]*?(Warning|\r|\n|curl|$)`), "$1"},
	{regexp.MustCompile(`(?m)^\r?[ 0-9]+ [^\n]*--:--[^\n]*\n`), ""},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`), "DATE"},
	{regexp.MustCompile(`after \d+ m`), "after N m"},
	{regexp.MustCompile(`[\d.]+ [KMG]?B/s`), "SPEED"},
	{regexp.MustCompile(`[ \d.]{4}[ KMG]=[\d.]+s`), "SPEED"},
	{regexp.MustCompile(`(?m)[ \d.]{5}[KMG]$`), "SPEED"},
	{regexp.MustCompile(`in [\d.]+s`), "in TIME"},
	{regexp.MustCompile(`time: [\d.]+s`), "time: TIME"},
	{regexp.MustCompile(`(\t|\\t)\d{12}(\t|\\t)`), "\tLATER\t"}, // in a file, which is shown quoted, as well
	{regexp.MustCompile(`(User-Agent: curl/)[^\n]*`), "$1"},
	{regexp.MustCompile(`(local_port|size_request|speed_\w+|time_\w+)":[\d.]+`), "$1:N"},
	{regexp.MustCompile(`"curl_version":"[^"]*"`), "VERSION"},
	{regexp.MustCompile(`Reusing existing connection to`), "Connecting to"},
	{regexp.MustCompile(`(Connecting to 127.0.0.1:\d+)\.\n`), "$1... connected.\n"},
}

func tidy(r commandtest.Result) commandtest.Result {
	for _, text := range []*string{&r.Stdout, &r.Stderr, &r.Files} {
		for _, v := range varying {
			*text = v.find.ReplaceAllString(*text, v.with)
		}
	}
	return r
}

// agree runs a tool of the host and ours.
func agree(t *testing.T, opts Options, tool string, cases []commandtest.Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(strings.Join(c.Args, " "), func(t *testing.T) {
			t.Parallel()
			got := tidy(commandtest.Run(t, Commands(opts)[tool], tool, c))
			want, found := commandtest.Host(t, tool, c)
			if !found {
				return
			}
			if want = tidy(want); tool == "curl" {
				got.Stderr, want.Stderr = strings.ReplaceAll(got.Stderr, "\n\n", "\n"), strings.TrimPrefix(strings.ReplaceAll(want.Stderr, "\n\n", "\n"), "\n")
			}
			if c.SkipStderr && (got.Stderr == "") == (want.Stderr == "") {
				got.Stderr = want.Stderr
			}
			if got != want {
				t.Errorf("%s %q: %d, host %d\n%s%s%s", tool, c.Args, got.Status, want.Status, unlike(got.Stdout, want.Stdout), unlike(got.Stderr, want.Stderr), unlike(got.Files, want.Files))
			}
		})
	}
}

// unlike shows the lines that two texts do not share.
func unlike(got, want string) string {
	var b strings.Builder
	show := func(mark, from, other string) {
		for line := range strings.Lines(from) {
			if !slices.Contains(strings.SplitAfter(other, "\n"), line) {
				fmt.Fprintf(&b, "%s %.900q\n", mark, line)
			}
		}
	}
	if got != want {
		b.WriteString("---\n")
		show("got ", got, want)
		show("host", want, got)
	}
	return b.String()
}
