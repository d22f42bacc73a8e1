package net

import (
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/klauspost/compress/zstd"
)

// A walled filesystem denies what is called secret, as a rule would.
type walled struct {
	vfs.FS
	asked map[string]bool
}

// OpenFile implements vfs.FS.
func (w walled) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	if strings.Contains(name, "secret") {
		w.asked[name] = true
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return w.FS.OpenFile(name, flag, perm)
}

// TestFilesGoThroughTheFilesystem has every option that names a file name one
// that is denied.
func TestFilesGoThroughTheFilesystem(t *testing.T) {
	t.Parallel()
	for tool, all := range map[string][][]string{
		"curl": {
			{"-d", "@secret"}, {"--data-ascii", "@secret"}, {"--data-binary", "@secret"}, {"--data-urlencode", "@secret"}, {"--data-urlencode", "n@secret"}, {"--json", "@secret"}, {"--url-query", "@secret"}, {"-F", "a=@secret"}, {"-F", "a=<secret"}, {"-F", "a=@\"secret\";type=x"},
			{"-T", "secret"}, {"-T", "{secret,data}"}, {"-K", "secret"}, {"-H", "@secret"}, {"-b", "secret"}, {"-w", "@secret"}, {"-o", "secret"}, {"-D", "secret"}, {"-c", "secret"}, {"-O", "--output-dir", "secret"}, {"-C", "0", "-o", "secret"}, {"--create-dirs", "-o", "secret/a/b"}, {"-o", "#1", "-O", "--output-dir", "secret"}, {"--no-clobber", "-o", "secret"},
		},
		"wget": {{"-i", "secret"}, {"--post-file=secret"}, {"--method=PUT", "--body-file=secret"}, {"--load-cookies=secret"}, {"--save-cookies=secret"}, {"-O", "secret"}, {"-o", "secret"}, {"-a", "secret"}, {"-P", "secret"}, {"-c", "-O", "secret"}},
	} {
		for _, args := range all {
			w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) { io.Copy(rw, r.Body); fmt.Fprintln(rw, r.URL, r.Header) })
			scheme, host, _ := strings.Cut(w.server.URL, "://")
			opts := Options{Allow: []Endpoint{{Methods: everything, Scheme: scheme, Host: host, Path: "/", Private: true}}}
			wall := walled{asked: map[string]bool{}}
			inner := Commands(opts)[tool].Command
			entry := command.Entry{Command: command.Func(func(ctx context.Context, call *command.Call) int {
				wall.FS, call.FS = call.FS, nil
				call.FS = wall
				return inner.Run(ctx, call)
			})}
			r := commandtest.Run(t, entry, tool, commandtest.Case{Args: append(args, w.server.URL+"/x"), Files: map[string]string{"secret": "TOP", "data": "d"}})
			if len(wall.asked) == 0 || strings.Contains(r.Stdout+r.Stderr, "TOP") || !strings.Contains(r.Files, `secret "TOP"`) {
				t.Errorf("%s %q: asked %v, %d %s %s\n%s", tool, args, wall.asked, r.Status, r.Stdout, r.Stderr, r.Files)
			}
		}
	}
}

// TestNamesOfServers has a server name files as it likes.
func TestNamesOfServers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{`"../out"`, `"/etc/passwd"`, `".."`, `"."`, `""`, `"a/../../out"`, `"..\\..\\out"`, `"..%2fout"`, `"x\u0000y"`, `out`, `"taken"`, `".bashrc"`, `"a` + strings.Repeat("b", 5000) + `"`} {
		w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Set("Content-Disposition", "attachment; filename="+strings.ReplaceAll(name, "\x00", ""))
			fmt.Fprint(rw, "new")
		})
		scheme, host, _ := strings.Cut(w.server.URL, "://")
		opts := Options{Allow: []Endpoint{{Scheme: scheme, Host: host, Path: "/", Private: true}}}
		for tool, args := range map[string][]string{"curl": {"-sOJ"}, "wget": {"-q", "--content-disposition"}} {
			r := commandtest.Run(t, Commands(opts)[tool], tool, commandtest.Case{Args: append(args, w.server.URL+"/name"), Files: map[string]string{"taken": "old"}})
			for line := range strings.Lines(r.Files) {
				if strings.Contains(line, "/") || strings.Contains(line, "..") && !strings.Contains(line, "..%2f") {
					t.Errorf("%s %s made %s", tool, name, line)
				}
			}
			if !strings.Contains(r.Files, `taken "old"`) || strings.Count(r.Files, "\n") > 2 {
				t.Errorf("%s %s: %s", tool, name, r.Files)
			}
		}
	}
}

// TestCookiesStayWithTheirHosts gives cookies that want to go elsewhere, and
// follows redirects to other hosts and schemes.
func TestCookiesStayWithTheirHosts(t *testing.T) {
	t.Parallel()
	var seen sync.Map
	w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) {
		seen.Store(r.Host, r.Header.Get("Cookie")+"|"+r.Header.Get("Authorization"))
		if r.Host == "a.good.example" {
			for _, c := range []string{"host=1", "sub=1; Domain=good.example", "top=1; Domain=example", "evil=1; Domain=evil.example", "deep=1; Domain=x.a.good.example", "safe=1; Secure", "path=1; Path=/other", "crlf=1\tx"} {
				rw.Header().Add("Set-Cookie", c)
			}
			rw.Header().Set("Location", "http://b.good.example/")
			rw.WriteHeader(302)
		} else if r.Host == "b.good.example" {
			rw.Header().Set("Location", "http://evil.example/")
			rw.WriteHeader(302)
		}
	})
	opts := Options{Lookup: public, Dial: w.disguise}
	for _, host := range []string{"a.good.example", "b.good.example", "evil.example"} {
		opts.Allow = append(opts.Allow, Endpoint{Scheme: "http", Host: host, Path: "/"})
	}
	run(t, opts, "curl", "-sL", "-c", "jar", "-b", "own=1", "-u", "me:pw", "http://a.good.example/")
	for host, want := range map[string]string{"a.good.example": "own=1|Basic bWU6cHc=", "b.good.example": "sub=1|", "evil.example": "|"} {
		if got, _ := seen.Load(host); got != want {
			t.Errorf("%s saw %v, not %s", host, got, want)
		}
	}
	run(t, opts, "curl", "-s", "--location-trusted", "-b", "own=1", "-u", "me:pw", "http://a.good.example/")
	if got, _ := seen.Load("evil.example"); got != "own=1|Basic bWU6cHc=" {
		t.Errorf("--location-trusted: %v", got)
	}
	// The hosts are those of the list all the same.
	opts.Allow = opts.Allow[:2]
	seen.Clear()
	if r := run(t, opts, "curl", "-sS", "--location-trusted", "-u", "me:pw", "http://a.good.example/"); r.Status != curlConnect {
		t.Errorf("%d %s", r.Status, r.Stderr)
	}
	if got, ok := seen.Load("evil.example"); ok {
		t.Errorf("evil.example was reached: %v", got)
	}
}

// TestBombs has small responses that are large when decoded, and jars that would
// grow without end.
func TestBombs(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("\x00", 1<<20)
	w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) {
		var z io.WriteCloser
		switch rw.Header().Set("Content-Encoding", r.URL.Path[1:]); r.URL.Path {
		case "/deflate":
			z = zlib.NewWriter(rw)
		case "/zstd":
			z, _ = zstd.NewWriter(rw)
		case "/jar":
			rw.Header().Del("Content-Encoding")
			for i := range 6000 {
				rw.Header().Add("Set-Cookie", fmt.Sprintf("c%d=%s", i, strings.Repeat("x", 20)))
			}
			return
		default:
			fmt.Fprint(rw, "x")
			return
		}
		for range 8 {
			io.WriteString(z, zeros)
		}
		z.Close()
	})
	scheme, host, _ := strings.Cut(w.server.URL, "://")
	opts := Options{MaxResponse: 1 << 20, Allow: []Endpoint{{Scheme: scheme, Host: host, Path: "/", Private: true}}}
	for path, status := range map[string]int{"/deflate": curlSize, "/zstd": curlSize, "/gzip,gzip,gzip,gzip,gzip,gzip": curlEncoding, "/br": curlEncoding} {
		if r := run(t, opts, "curl", "-s", "--compressed", w.server.URL+path); r.Status != status || len(r.Stdout) > 1<<20 {
			t.Errorf("%s: %d, %d bytes", path, r.Status, len(r.Stdout))
		}
	}
	if r := run(t, opts, "curl", "-s", "-c", "-", w.server.URL+"/jar"); r.Status != 0 || strings.Count(r.Stdout, "\n") > jarCookies+4 {
		t.Errorf("%d, %d cookies", r.Status, strings.Count(r.Stdout, "\n"))
	}
	for n, status := range map[string]int{"[1-10000]": curlURLBad, "[1-10001]": curlURLBad, "[1-200][1-200]": curlURLBad, "[1-9999999999][1-9999999999]": curlURLBad} {
		r := run(t, opts, "curl", "-sS", "--fail-early", "foo://x/"+n)
		if n == "[1-10000]" {
			if r.Status != curlProtocol {
				t.Errorf("%s: %d %s", n, r.Status, r.Stderr)
			}
		} else if r.Status != status || !strings.Contains(r.Stderr, "too many URLs") {
			t.Errorf("%s: %d %s", n, r.Status, r.Stderr)
		}
	}
}
