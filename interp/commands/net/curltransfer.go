package net

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// A curlTransfer is the request for one URL with what comes of it.
type curlTransfer struct {
	job     *curlJob
	setup   *curlSetup
	number  int
	url     string
	upload  string
	uploads bool

	req    request
	out    curlOutput
	offset int64 // to resume at
	begin  time.Time
	// status and message are how it ended, resp and size what came.
	status  int
	message string
	resp    *response
	size    int64
}

// choose finds the file that the response goes to.
func (t *curlTransfer) choose(u *curlURL, words []string) {
	t.out = curlOutput{transfer: t, name: globName(u.output, words), remote: u.remote || !u.hasOutput && t.setup.remoteAll}
}

// fail notes how the transfer ended and reports it.
func (t *curlTransfer) fail(status int, format string, args ...any) int {
	t.status, t.message = status, fmt.Sprintf(format, args...)
	return t.job.report(status, t.message)
}

// run does the transfer and returns its status.
func (t *curlTransfer) run() int {
	ctx := t.job.ctx
	if t.setup.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.setup.limit)
		defer cancel()
	}
	t.begin = t.job.call.Now()
	t.status = t.attempt(ctx)
	if t.status != 0 && t.setup.remove {
		t.out.remove()
	}
	if t.setup.format != "" {
		t.writeOut()
	}
	return t.status
}

// attempt prepares the request, makes it as often as --retry says and delivers
// the response.
func (t *curlTransfer) attempt(ctx context.Context) int {
	if status := t.prepare(); status != 0 {
		return status
	}
	wait := t.job.policy.pace
	for try := 0; ; try++ {
		resp, err := t.job.policy.do(ctx, t.req)
		if t.again(resp, err) && try < t.setup.retries {
			if err == nil {
				resp.Body.Close()
			}
			delay := wait << try
			if t.setup.retryDelay > 0 {
				delay = t.setup.retryDelay
			}
			if limit := t.setup.retryLimit; limit == 0 || t.job.call.Now().Sub(t.begin)+delay <= limit {
				t.job.warn("Problem: %s. Will retry in %d seconds. %d retries left.", problem(err), int(delay.Seconds()), t.setup.retries-try)
				if pause(ctx, delay) {
					t.out.reset()
					continue
				}
				err = ctx.Err()
			}
		}
		if err != nil {
			t.out.finish()
			return t.failed(err)
		}
		t.resp = resp
		defer resp.Body.Close()
		return t.deliver(ctx)
	}
}

// again tells whether a failure is one that passes by (curl(1), --retry).
func (t *curlTransfer) again(resp *response, err error) bool {
	if err == nil {
		return slices.Contains([]int{408, 429, 500, 502, 503, 504}, resp.StatusCode) || t.setup.retryAll && t.setup.fail && resp.StatusCode >= 400
	}
	if permanent(err) {
		return false
	}
	status, _ := classify(err)
	return status == curlTimeout || status == curlResolve || t.setup.retryAll || status == curlConnect && t.setup.retryDown
}

func problem(err error) string {
	if err == nil {
		return "HTTP error"
	}
	switch status, _ := classify(err); {
	case status == curlTimeout:
		return "timeout"
	case status == curlConnect:
		return "connection refused"
	}
	return "(retrying all errors)"
}

// prepare makes the request.
func (t *curlTransfer) prepare() int {
	s, j := t.setup, t.job
	text := t.url
	if t.uploads && (strings.HasSuffix(text, "/") || !strings.Contains(strings.TrimPrefix(strings.TrimPrefix(text, "http://"), "https://"), "/")) {
		text = strings.TrimSuffix(text, "/") + "/" + url.PathEscape(path.Base(t.upload))
	}
	if s.get && len(s.data) > 0 {
		text = withQuery(text, string(s.data))
	}
	if s.query != "" {
		text = withQuery(text, s.query)
	}
	t.req = s.req
	t.req.header = s.req.header.Clone()
	to, err := parseTarget(text)
	if err != nil {
		if scheme, _, ok := strings.Cut(text, "://"); ok && errors.Is(err, errScheme) {
			return t.fail(curlProtocol, "Protocol \"%s\" not supported or disabled in libcurl", strings.ToLower(scheme))
		}
		return t.failed(err)
	}
	t.req.target = to
	if status := t.out.choose(to); status != 0 {
		return status
	}
	if status := t.resume(); status != 0 {
		return status
	}
	if j.verbose {
		t.req.linked = func(host string, at netip.AddrPort) {
			fmt.Fprintf(j.call.Stderr, "*   Trying %s...\n* Connected to %s (%s) port %d (#0)\n", at, host, at.Addr(), at.Port())
		}
		t.req.sent = func(r *http.Request) { showRequest(j.call.Stderr, r) }
	}
	t.req.got = t.out.headers
	return 0
}

// resume finds where -C goes on, and reads what -T sends.
func (t *curlTransfer) resume() int {
	s := t.setup
	if s.resume {
		if t.offset = s.offset; t.offset < 0 {
			t.offset = 0
			if info, err := t.job.call.FS.Stat(t.out.name); err == nil && t.out.toFile() && !t.uploads {
				t.offset = info.Size()
			}
		}
	}
	if !t.uploads {
		if t.offset > 0 {
			t.req.header.Set("Range", fmt.Sprintf("bytes=%d-", t.offset))
		}
		return 0
	}
	name := t.upload
	if name == "." {
		name = "-"
	}
	body, err := t.job.read(name)
	if errors.Is(err, errTooLarge) {
		return t.failed(err)
	}
	if err != nil {
		t.job.call.Errorf("Can't open '%s'!", name)
		t.job.hint()
		return t.fail(curlRead, "Failed to open/read local data from file/application")
	}
	if !t.req.given {
		t.req.method = http.MethodPut
	}
	if total := int64(len(body)); t.offset > 0 && t.offset <= total {
		t.req.header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", t.offset, total-1, total))
		body = body[t.offset:]
	}
	t.req.body, t.req.hasBody = []byte(body), true
	return 0
}

// failed words an error of a request.
func (t *curlTransfer) failed(err error) int {
	status, text := classify(err)
	took := t.job.call.Now().Sub(t.begin).Milliseconds()
	switch {
	case text == "":
		text = fmt.Sprintf("Failed to connect to %s port %d after %d ms: Couldn't connect to server", t.req.target.host, t.req.target.port, took)
	case status == curlTimeout && t.resp == nil && t.req.wait > 0 && took >= t.req.wait.Milliseconds() && t.setup.limit == 0:
		text = fmt.Sprintf("Failed to connect to %s port %d after %d ms: Timeout was reached", t.req.target.host, t.req.target.port, took)
	case status == curlTimeout && t.resp != nil && t.resp.ContentLength > 0:
		text = fmt.Sprintf("Operation timed out after %d milliseconds with %d out of %d bytes received", took, t.size, t.resp.ContentLength)
	case status == curlTimeout:
		text = fmt.Sprintf("Operation timed out after %d milliseconds with %d bytes received", took, t.size)
	case status == curlPartial && t.resp == nil:
		status, text = curlEmpty, "Empty reply from server"
	case status == curlPartial && t.resp.ContentLength > t.size:
		text = fmt.Sprintf("transfer closed with %d bytes remaining to read", t.resp.ContentLength-t.size)
	}
	return t.fail(status, "%s", text)
}

// deliver writes the response and returns the status.
func (t *curlTransfer) deliver(ctx context.Context) int {
	s, r := t.setup, t.resp
	if err := t.out.dump(); err != nil {
		return t.fail(curlWrite, "Failed to open %s: %s", s.dump, command.Message(err))
	}
	failing := s.fail && r.StatusCode >= 400
	resumed := t.offset > 0 && !t.uploads
	switch {
	case failing && !s.withBody:
		t.out.held.Reset()
		return t.fail(curlHTTP, "The requested URL returned error: %d", r.StatusCode)
	case resumed && r.StatusCode == http.StatusRequestedRangeNotSatisfiable:
		t.out.held.Reset()
		return 0 // all is there
	case resumed && r.StatusCode < 300 && r.StatusCode != http.StatusPartialContent && t.req.method == http.MethodGet:
		return t.fail(curlResume, "HTTP server doesn't seem to support byte ranges. Cannot resume.")
	}
	if status := t.out.begin(); status != 0 {
		return status
	}
	var err error
	t.size, err = copyBody(ctx, t.out.out, r.body)
	var failed *command.OutputError
	if ferr := t.out.finish(); ferr != nil || errors.As(err, &failed) {
		if !errors.Is(ferr, errReportedOutput) {
			return t.fail(curlWrite, "Failure writing output to destination")
		}
		return curlWrite
	}
	if err != nil {
		return t.failed(err)
	}
	if s.remoteTime {
		t.out.setTime(r.Header.Get("Last-Modified"))
	}
	if failing {
		return t.fail(curlHTTP, "The requested URL returned error: %d", r.StatusCode)
	}
	if t.job.verbose {
		fmt.Fprintf(t.job.call.Stderr, "* Connection #0 to host %s left intact\n", r.target.host)
	}
	return 0
}

// copyBody copies until the end; errors of writing are *command.OutputError.
func copyBody(ctx context.Context, out *command.Output, in io.Reader) (int64, error) {
	buf := make([]byte, command.BufferBytes)
	var total int64
	for {
		if ctx.Err() != nil {
			return total, context.Cause(ctx)
		}
		n, err := in.Read(buf)
		if _, werr := out.Write(buf[:n]); werr != nil {
			return total, werr
		}
		total += int64(n)
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}

// showRequest is what -v prints of a request, in curl's order.
func showRequest(w io.Writer, r *http.Request) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "> %s %s HTTP/1.1\r\n> Host: %s\r\n", r.Method, r.URL.RequestURI(), r.URL.Host)
	shown := map[string]bool{}
	show := func(name string) {
		for _, v := range r.Header[name] {
			fmt.Fprintf(&b, "> %s: %s\r\n", name, v)
		}
		shown[name] = true
	}
	for _, name := range []string{"Authorization", "Range", "User-Agent", "Accept", "Accept-Encoding", "Referer", "Cookie"} {
		show(name)
	}
	shown["Content-Type"] = true
	for _, name := range slices.Sorted(mapKeys(r.Header)) {
		if !shown[name] {
			show(name)
		}
	}
	if r.Body != nil {
		fmt.Fprintf(&b, "> Content-Length: %d\r\n", r.ContentLength)
	}
	show("Content-Type")
	b.WriteString("> \r\n")
	w.Write(b.Bytes())
}
