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
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

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
		{"-s /exact", 0}, {"-s -d @missing /exact", 0}, {"-s /long", 63}, {"-s /endless", 63}, {"-s --compressed /bomb", 63}, {"-s /headers", 56}, {"-s -m 0.05 /never", 28}, {"-sL /round", 47}, {"-sL --max-redirs -1 /round", 47}, {"-s -o f /long", 63}, {"-s -I /long", 0},
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
