package net

import (
	"compress/gzip"
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
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

func TestCurlAsTheHost(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(server.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	opts := opened(server)
	opts.Allow = append(opts.Allow, Endpoint{Scheme: "http", Host: strings.TrimPrefix(closed.URL, "http://"), Path: "/", Private: true})
	var all []commandtest.Case
	files := map[string]string{"data": "a b\r\nc\n", "j": `{"a":1}`, "taken": "old", "hdr": "X-One: 1\r\nX-Two: 2\n", "xd/": ""}
	u := server.URL
	for _, args := range [][]string{
		{u + "/echo"}, {"-s", u + "/echo?q=1&r=%20"}, {"-sI", u + "/status/204"}, {"-si", u + "/status/200"}, {"-s", "-X", "PUT", u + "/echo"}, {"-s", "-X", "DELETE", u + "/x"}, {"-s", "-d", "a=1", u + "/echo"}, {"-s", "-d", "a=1", "-d", "b=2", u + "/echo"},
		{"-s", "-d", "@data", u + "/echo"}, {"-s", "--data-binary", "@data", u + "/echo"}, {"-s", "--data-raw", "@data", u + "/echo"}, {"-s", "--data-urlencode", "a=b c&d", u + "/echo"}, {"-s", "--data-urlencode", "a b", u + "/echo"}, {"-s", "--data-urlencode", "f@data", u + "/echo"},
		{"-s", "-G", "-d", "a=1", "-d", "b=2", u + "/echo"}, {"-s", "-G", "-d", "a=1", u + "/echo?x"}, {"-s", "--json", `{"a":1}`, u + "/echo"}, {"-s", "--json", "@j", u + "/echo"}, {"-s", "-H", "X-One: 1", "-H", "X-Two: 2", u + "/echo"}, {"-s", "-H", "X-One;", u + "/echo"},
		{"-s", "-H", "Accept:", u + "/echo"}, {"-s", "-H", "Accept: text/x", u + "/echo"}, {"-s", "-H", "Content-Type: text/x", "-d", "y", u + "/echo"}, {"-s", "-u", "me:pass:word", u + "/echo"}, {"-s", "-e", "http://ref/", u + "/echo"}, {"-s", "-b", "a=b; c=d", u + "/echo"},
		{"-sf", u + "/status/404"}, {"-sSf", u + "/status/500"}, {"-s", u + "/status/404"}, {"-s", u + "/to/302"}, {"-sL", u + "/to/302"}, {"-sL", u + "/to/302/3"}, {"-sL", "-d", "x", u + "/to/302"}, {"-sL", "-d", "x", u + "/to/307"}, {"-sL", "-d", "x", u + "/to/303"}, {"-sL", "-d", "x", u + "/to/308"},
		{"-sSL", "--max-redirs", "2", u + "/to/302/5"}, {"-sSL", "--max-redirs", "0", u + "/to/302"}, {"-sL", "-X", "PUT", u + "/to/302"}, {"-s", "-o", "out", u + "/echo"}, {"-sO", u + "/a/name.txt"}, {"-so", "taken", u + "/echo"}, {"-s", "-o", "a", "-o", "b", u + "/1", u + "/2"},
		{"-s", "-w", "%{http_code} %{num_redirects} %{size_download}%%\\n", u + "/echo"}, {"-sL", "-w", "%{http_code} %{num_redirects} %{url_effective} %{content_type}\\n", u + "/to/302/1"}, {"-s", "-w", "[%{redirect_url}]", u + "/to/302"}, {"-s", "-o", "x", "-w", "%{http_code}", u + "/status/418"},
		{"-s", "--compressed", u + "/gzip"}, {"-s", "-F", "a=b", "-F", "f=@j", u + "/echo"}, {"-s", "-F", "f=@j;type=text/x;filename=n", u + "/echo"}, {"-s", "-F", "f=<j", u + "/echo"}, {"-s", u + "/a/../b"}, {"-s", u + "/1", u + "/2"}, {"-sS", "--max-time", "10", u + "/echo"},
		{"-sS", "-o", "no/dir", u + "/echo"}, {"-s", "--create-dirs", "-o", "new/dir/f", u + "/echo"}, {"-s", "--url", u + "/echo"}, {"-s", u + "/big"},
		{"-s", "--fail-with-body", u + "/status/404"}, {"-sS", "--fail-with-body", u + "/status/200"}, {"-s", "-r", "0-3", u + "/echo"}, {"-s", "-T", "data", u + "/up"}, {"-s", "-T", "data", u + "/up/"}, {"-sT", "nope", u + "/up"}, {"-s", "-X", "POST", "-T", "j", u + "/up"},
		{"-s", "--url-query", "a=b c", u + "/echo?x"}, {"-s", "--url-query", "+a=b", "--url-query", "c", u + "/echo"}, {"-s", "--oauth2-bearer", "tok", u + "/echo"}, {"-s", "-H", "@hdr", u + "/echo"}, {"-s", "-H", "@nope", u + "/echo"}, {"-s", "--proto", "=https", u + "/echo"},
		{"-s", "--proto", "=http,https", u + "/echo"}, {"-sL", "--proto-redir", "=https", u + "/to/302"}, {"-s", "-w", "%{http_code} %{exitcode} %{urlnum} %{num_connects}\\n", u + "/echo"}, {"-s", "-w", "%{http_code} %{exitcode}", closed.URL}, {"-sf", "-w", "%{http_code} %{exitcode}", u + "/status/500"},
		{"-s", "-w", "%header{content-type}|%{method}|%{nosuch}|", u + "/echo"}, {"-s", "--output-dir", "xd", "-o", "f", u + "/echo"}, {"-s", "--output-dir", "xd", "-O", u + "/a/f"}, {"-s", "--max-filesize", "10", u + "/echo"}, {"-s", "--max-filesize", "1000", u + "/status/200"}, {"-s4", u + "/echo"},
		{"-s", "--tlsv1.2", "--retry", "1", "--retry-delay", "1", u + "/echo"}, {"-s", "-d", "abc", "-w", "%{size_upload}", u + "/echo"}, {"-sL", "-r", "1-2", u + "/to/302"}, {"-sG", "-d", "q=a b", "--url-query", "z=1", u + "/echo#f"},
	} {
		c := commandtest.Case{Args: args, Files: files, SkipStderr: true}
		if slices.ContainsFunc(args, func(s string) bool { return strings.HasPrefix(s, "-sI") || s == "-si" }) || !strings.Contains(strings.Join(args, " "), "-s") {
			continue // headers come sorted here; see TestCurlHeaders
		}
		all = append(all, c)
	}
	all = append(all, commandtest.Case{Args: []string{"-sS", closed.URL}, SkipStderr: true}, commandtest.Case{Args: []string{"-sS", "ftp://x/"}, SkipStderr: true, Differs: "it knows no FTP", Want: &commandtest.Want{Status: 1, Stderr: "x"}})
	// The subtests run after this function has returned, and the server must
	// live until then, which Cleanup sees to.
	commandtest.Compare(t, Commands(opts), "curl", all)
}

func TestCurlHeaders(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(server.Close)
	for args, want := range map[string]string{
		"-sI /status/204":  "HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\n",
		"-si /status/200":  "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nContent-Type: text/plain\r\n\r\nstatus 200\n",
		"-sD- /status/204": "HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\n",
		"-siL /to/301":     "HTTP/1.1 301 Moved Permanently\r\nContent-Length: 10\r\nContent-Type: text/plain\r\nLocation: /echo?landed\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 29\r\nContent-Type: text/plain\r\n\r\nGET /echo?landed\nAccept: */*\n",
	} {
		f := strings.Fields(args)
		if r := run(t, opened(server), "curl", f[0], server.URL+f[1]); r.Status != 0 || r.Stdout != want {
			t.Errorf("%s: %d %q %s", args, r.Status, r.Stdout, r.Stderr)
		}
	}
	r := run(t, opened(server), "curl", "-sv", server.URL+"/status/200")
	for _, line := range []string{"> GET /status/200 HTTP/1.1\n", "> Host: 127.0.0.1:", "< HTTP/1.1 200 OK\n", "< Content-Type: text/plain\n"} {
		if !strings.Contains(r.Stderr, line) {
			t.Errorf("-v: no %q in %s", line, r.Stderr)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/exact":
			io.WriteString(rw, strings.Repeat("x", 1000))
		case "/long":
			io.WriteString(rw, strings.Repeat("x", 1001))
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := io.WriteString(rw, strings.Repeat("x", 1000)); err != nil {
					return
				}
			}
		case "/bomb":
			rw.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(rw)
			io.WriteString(z, strings.Repeat("\x00", 500_000))
			z.Close()
		case "/headers":
			rw.Header().Set("X", strings.Repeat("x", headerBytes))
		case "/never":
			<-r.Context().Done()
		case "/round":
			http.Redirect(rw, r, "/round", http.StatusFound)
		}
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		args   string
		status int
	}{
		{"-s /exact", 0}, {"-s -d @missing /exact", 26}, {"-s /long", 63}, {"-s /endless", 63}, {"-s --compressed /bomb", 63}, {"-s /headers", 56}, {"-s -m 0.05 /never", 28}, {"-sL /round", 47}, {"-sL --max-redirs -1 /round", 47}, {"-s -o f /long", 63}, {"-s -I /long", 0},
	} {
		opts := opened(server)
		opts.MaxResponse = 1000
		f := strings.Fields(c.args)
		f[len(f)-1] = server.URL + f[len(f)-1]
		if r := run(t, opts, "curl", f...); r.Status != c.status || len(r.Stdout) > 1000 {
			t.Errorf("%s: %d %d bytes %s", c.args, r.Status, len(r.Stdout), r.Stderr)
		}
	}
	opts := opened(server)
	opts.Timeout = 50 * time.Millisecond
	for tool, status := range map[string]int{"curl": 28, "wget": 4} {
		if r := run(t, opts, tool, server.URL+"/never"); r.Status != status {
			t.Errorf("%s: %d %s", tool, r.Status, r.Stderr)
		}
	}
}

// TestCredentialsStayWithTheirHost redirects to another port.
func TestCredentialsStayWithTheirHost(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, other.URL+"/landed", http.StatusFound)
	}))
	t.Cleanup(first.Close)
	opts := opened(first)
	opts.Allow = append(opts.Allow, opened(other).Allow...)
	r := run(t, opts, "curl", "-sL", "-u", "a:b", "-b", "c=d", "-H", "X-One: 1", first.URL)
	if r.Status != 0 || r.Stdout != "GET /landed\nAccept: */*\nX-One: 1\n" {
		t.Errorf("%d %s %s", r.Status, r.Stdout, r.Stderr)
	}
	r = run(t, opts, "curl", "-sL", "-H", "Authorization: secret", first.URL)
	if strings.Contains(r.Stdout, "secret") {
		t.Error(r.Stdout)
	}
}

func TestCertificatesAreVerified(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	server.Config.ErrorLog = quietLog()
	server.StartTLS()
	t.Cleanup(server.Close)
	for tool, status := range map[string]int{"curl": curlTLS, "wget": wgetTLS} {
		if r := run(t, opened(server), tool, server.URL+"/echo"); r.Status != status || r.Stdout != "" {
			t.Errorf("%s: %d %s %s", tool, r.Status, r.Stdout, r.Stderr)
		}
	}
	p := newPolicy(opened(server))
	p.opts.MaxResponse = 1000
	p.roots = x509.NewCertPool()
	p.roots.AddCert(server.Certificate())
	to, err := parseTarget(server.URL + "/echo")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := p.do(t.Context(), request{method: "GET", target: to, header: http.Header{}})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

func TestWget(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		args, out, file string
		status          int
	}{
		{"-qO- /echo", "GET /echo\nAccept: */*\n", "", 0}, {"-q /a/name", "", "name", 0}, {"-q /dir/", "", "index.html", 0}, {"-q /a?x=1/2", "", "a?x=1%2F2", 0}, {"-q -P sub /f", "", "sub/f", 0}, {"-qO out /f", "", "out", 0},
		{"-q /taken", "", "taken.1", 0}, {"-q -nc /taken", "", "taken", 0}, {"-q --spider /f", "", "", 0}, {"-q /status/404", "", "", 8}, {"-q --spider /status/500", "", "", 8}, {"-qO- --post-data=x /p", "POST /p\nAccept: */*\nContent-Length: 1\nContent-Type: application/x-www-form-urlencoded\nx", "", 0},
		{"-qO- --header=X-One:1 /p", "GET /p\nAccept: */*\nX-One: 1\n", "", 0}, {"-qO- --user=a --password=b /p", "GET /p\nAccept: */*\nAuthorization: Basic YTpi\n", "", 0}, {"-qO- /to/302", "GET /echo?landed\nAccept: */*\n", "", 0}, {"-q --max-redirect=0 /to/302", "", "", 8},
		{"-qO- --method=PUT --body-data=x /p", "PUT /p\nAccept: */*\nContent-Length: 1\nx", "", 0}, {"--no-check-certificate /f", "", "", 2}, {"-e http_proxy=x /f", "", "", 2}, {"-r /f", "", "", 2}, {"-nv -O - /p", "GET /p\nAccept: */*\n", "", 0},
	} {
		f := strings.Fields(c.args)
		f[len(f)-1] = server.URL + f[len(f)-1]
		r := commandtest.Run(t, Commands(opened(server))["wget"], "wget", commandtest.Case{Args: f, Files: map[string]string{"taken": "old"}})
		if r.Status != c.status || r.Stdout != c.out || c.file != "" && !strings.Contains(r.Files, " "+c.file+" ") || c.file == "" && strings.Count(r.Files, "\n") != 1 {
			t.Errorf("wget %s: %d %q %s\n%s", c.args, r.Status, r.Stdout, r.Stderr, r.Files)
		}
	}
	r := run(t, opened(server), "wget", "-S", "-O", "-", server.URL+"/status/200")
	if !strings.Contains(r.Stderr, "  HTTP/1.1 200 OK\n") {
		t.Error(r.Stderr)
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if n++; n < 2 {
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(rw, n)
	}))
	t.Cleanup(server.Close)
	p := newPolicy(opened(server))
	p.opts.MaxResponse, p.pace = 1000, time.Millisecond
	entry := command.Entry{Command: command.Func(func(ctx context.Context, call *command.Call) int { return curl(ctx, call, p) })}
	if r := commandtest.Run(t, entry, "curl", commandtest.Case{Args: []string{"-s", "--retry", "3", server.URL}}); r.Status != 0 || r.Stdout != "2\n" {
		t.Errorf("%d %s %s", r.Status, r.Stdout, r.Stderr)
	}
}

func FuzzTarget(f *testing.F) {
	for _, s := range []string{"http://good.example/api/%2e%2e/x?y#z", "https://[::1]:8/%25", "http://a@b/", "//x", "http://good.example:80/..;/a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parseTarget(text)
		if err != nil {
			return
		}
		b, err := parseTarget(a.String())
		if err != nil || b != a {
			t.Errorf("%q is %q, and that is %q, %v", text, a, b, err)
		}
		u, err := a.url()
		if err == nil && (u.EscapedPath() != a.path || u.Hostname() != a.host || strings.Contains(u.Path, "/../")) {
			t.Errorf("%q: %q and %q", text, a, u)
		}
	})
}

func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }
