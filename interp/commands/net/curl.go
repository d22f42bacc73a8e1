package net

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// Statuses of curl(1), "EXIT CODES".
const (
	curlProtocol  = 1
	curlUsage     = 2
	curlURL       = 3
	curlResolve   = 6
	curlConnect   = 7
	curlHTTP      = 22
	curlWrite     = 23
	curlRead      = 26
	curlTimeout   = 28
	curlRedirects = 47
	curlEmpty     = 52
	curlReceive   = 56
	curlTLS       = 60
	curlSize      = 63
)

func curl(ctx context.Context, call *command.Call, p *policy) int {
	o, status, ok := curlOptions.Parse(call)
	if !ok {
		return status
	}
	j := &curlJob{call: call, has: map[string]bool{}}
	j.req.follow = defaultRedirects
	j.req.header = http.Header{"User-Agent": {"curl/8.0 (aegish)"}, "Accept": {"*/*"}}
	for _, f := range o.Options {
		if bad := j.option(f); bad != "" {
			return curlOptions.Misuse(call, "%s", bad)
		}
	}
	if !j.follow {
		j.req.follow = -1
	}
	if j.urls = append(j.urls, o.Operands...); len(j.urls) == 0 {
		return curlOptions.Misuse(call, "no URL specified")
	}
	if j.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, j.limit)
		defer cancel()
	}
	read := func(name string) (string, error) {
		in, err := call.Open(ctx, name)
		if err != nil {
			return "", err
		}
		defer in.Close()
		return readAll(in, j.bodyBytes())
	}
	for _, f := range o.Options {
		switch f.Name {
		case "H":
			if err := j.headersOf(f.Value, read); err != nil {
				return j.report(curlUsage, "-H: %s: %s", f.Value, command.Message(err))
			}
		case "d", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json":
			if err := j.add(f.Name, f.Value, read); err != nil {
				return j.report(curlRead, "Failed to open or read %s: %s", f.Value, command.Message(err))
			}
		}
	}
	if j.upload != "" {
		name := j.upload
		if name == "." {
			name = "-"
		}
		body, err := read(name)
		if err != nil {
			j.call.Errorf("Can't open '%s'!\n%s: try '%[2]s --help' for more information", name, j.call.Name())
			return curlRead
		}
		j.req.body, j.req.hasBody = []byte(body), true
	}
	if err := j.prepare(read); err != nil {
		return j.report(curlRead, "%s", command.Message(err))
	}
	for i, u := range j.urls {
		if s := j.transfer(ctx, p, i, u); s != 0 || i == 0 {
			status = s
		}
	}
	return status
}

// prepare makes method, body and headers of what the options say.
func (j *curlJob) prepare(read func(string) (string, error)) error {
	r := &j.req
	if len(j.form) > 0 {
		body, kind, err := formBody(j.form, read, j.bodyBytes())
		if err != nil {
			return err
		}
		r.body, r.hasBody = body, true
		r.header.Set("Content-Type", kind)
	} else if j.upload != "" {
		if !r.given {
			r.method = http.MethodPut
		}
		return nil
	} else if r.hasBody && !j.get {
		r.body = []byte(j.data.String())
		kind := "application/x-www-form-urlencoded"
		if j.json {
			kind = "application/json"
			if !j.has["Accept"] {
				r.header.Set("Accept", kind)
			}
		}
		if _, ok := r.header["Content-Type"]; !ok {
			r.header.Set("Content-Type", kind)
		}
	} else if j.get {
		r.hasBody = false
	}
	if !r.given {
		switch {
		case j.head:
			r.method = http.MethodHead
		case r.hasBody:
			r.method = http.MethodPost
		default:
			r.method = http.MethodGet
		}
	}
	return nil
}

// headersOf adds the headers of -H @FILE, a line each.
func (j *curlJob) headersOf(value string, read func(string) (string, error)) error {
	name, ok := strings.CutPrefix(value, "@")
	if !ok {
		return nil
	}
	text, err := read(name)
	if err != nil {
		if !j.silent {
			fmt.Fprintf(j.call.Stderr, "Warning: Failed to open %s\n", name)
		}
		return nil // as curl, which goes on without
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			if err := setHeader(j.req.header, line, j.has); err != nil {
				return err
			}
		}
	}
	return nil
}

// report says what went wrong, unless -s is given without -S.
func (j *curlJob) report(status int, format string, args ...any) int {
	if !j.silent || j.show {
		j.call.Errorf("(%d) "+format, append([]any{status}, args...)...)
	}
	return status
}

// transfer makes the request for one URL.
func (j *curlJob) transfer(ctx context.Context, p *policy, i int, text string) int {
	if j.get && j.data.Len() > 0 {
		text = withQuery(text, j.data.String())
	}
	if j.query != "" {
		text = withQuery(text, j.query)
	}
	if j.upload != "" && strings.HasSuffix(text, "/") {
		text += url.PathEscape(path.Base(j.upload))
	}
	t, err := parseTarget(text)
	if err != nil {
		return j.failed(err, t)
	}
	req := j.req
	req.target, req.header = t, j.req.header.Clone()
	out := &curlOutput{job: j, call: j.call, ctx: ctx}
	switch {
	case i < len(j.outputs):
		out.name = j.outputs[i]
	case j.remote:
		if out.name = path.Base(t.path); out.name == "/" || strings.HasSuffix(t.path, "/") || strings.Contains(out.name, "%2F") {
			return j.report(curlWrite, "Remote file name has no length!")
		}
	}
	if j.into != "" && out.name != "" && out.name != "-" {
		out.name = path.Join(j.into, out.name)
	}
	if j.verbose {
		req.sent = j.showRequest
	}
	req.got = func(resp *http.Response, _ target) { out.headers(resp) }
	started := j.call.Now()
	for try := 0; ; try++ {
		resp, err := p.do(ctx, req)
		again := err != nil && !permanent(err) || err == nil && (resp.StatusCode == 408 || resp.StatusCode == 429 || resp.StatusCode >= 500 && resp.StatusCode <= 504)
		if again && try < j.retries && pause(ctx, p.pace<<try) {
			if err == nil {
				resp.Body.Close()
			}
			out.reset()
			continue
		}
		if err != nil {
			out.finish()
			status := j.failed(err, req.target)
			if j.format != "" {
				none := &response{Response: &http.Response{Request: &http.Request{Method: req.method}}, target: req.target}
				io.WriteString(j.call.Stdout, j.writeOut(none, 0, j.call.Now().Sub(started), status))
			}
			return status
		}
		defer resp.Body.Close()
		return out.deliver(resp, j.call.Now().Sub(started))
	}
}

// withQuery puts more behind a URL.
func withQuery(text, query string) string {
	text, _, _ = strings.Cut(text, "#")
	if strings.Contains(text, "?") {
		return text + "&" + query
	}
	return text + "?" + query
}

// permanent tells whether another try would have the same end.
func permanent(err error) bool {
	var no *refusal
	return errors.As(err, &no) || errors.Is(err, errURL) || errors.Is(err, errTricky) || errors.Is(err, errRedirects) || errors.Is(err, errTooLarge) ||
		errors.Is(err, errScheme) || errors.Is(err, errUserinfo) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// pause waits before another try; each wait is twice the one before.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// failed words an error of a request.
func (j *curlJob) failed(err error, t target) int {
	status, text := classify(err)
	if text == "" {
		text = fmt.Sprintf("Failed to connect to %s port %d: %s", t.host, t.port, command.Message(err))
	}
	return j.report(status, "%s", text)
}

// classify finds the status of curl for an error.
func classify(err error) (int, string) {
	var no *refusal
	var verify *tls.CertificateVerificationError
	var op *stdnet.OpError
	switch {
	case errors.As(err, &no):
		return curlConnect, no.Error()
	case errors.Is(err, errScheme):
		return curlProtocol, "Protocol not supported: http and https alone are"
	case errors.Is(err, errURL), errors.Is(err, errUserinfo), errors.Is(err, errTricky):
		return curlURL, err.Error()
	case errors.Is(err, errLookup):
		return curlResolve, "Could not resolve host: " + strings.TrimPrefix(err.Error(), errLookup.Error()+": ")
	case errors.Is(err, errRedirects):
		return curlRedirects, "Maximum redirects followed"
	case errors.Is(err, errTooLarge):
		return curlSize, "Maximum file size exceeded"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return curlTimeout, "Operation timed out"
	case errors.As(err, &verify):
		return curlTLS, "SSL certificate problem: " + verify.Err.Error()
	case errors.As(err, &op) && op.Op == "dial":
		return curlConnect, ""
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return curlEmpty, "Empty reply from server"
	}
	return curlReceive, "Failure when receiving data from the peer: " + err.Error()
}

// showRequest is what -v prints of a request.
func (j *curlJob) showRequest(r *http.Request) {
	fmt.Fprintf(j.call.Stderr, "> %s %s HTTP/1.1\n> Host: %s\n", r.Method, r.URL.RequestURI(), r.URL.Host)
	for _, line := range headerLines(r.Header) {
		fmt.Fprintf(j.call.Stderr, "> %s\n", line)
	}
	fmt.Fprintf(j.call.Stderr, ">\n")
}
