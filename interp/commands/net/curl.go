package net

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// Statuses of curl(1), "EXIT CODES".
const (
	curlProtocol  = 1
	curlUsage     = 2
	curlURLBad    = 3
	curlResolve   = 6
	curlConnect   = 7
	curlPartial   = 18
	curlHTTP      = 22
	curlWrite     = 23
	curlRead      = 26
	curlTimeout   = 28
	curlResume    = 33
	curlRedirects = 47
	curlEmpty     = 52
	curlReceive   = 56
	curlTLS       = 60
	curlEncoding  = 61
	curlSize      = 63
)

// A curlJob is one invocation of curl.
type curlJob struct {
	ctx    context.Context
	call   *command.Call
	policy *policy
	// options is curlOptions.
	options []curlOption
	setups  []*curlSetup
	jar     *cookieJar
	// depth is that of files of options, count numbers the transfers.
	depth, count                                    int
	silent, show, verbose, failEarly, help, version bool
}

func curl(ctx context.Context, call *command.Call, p *policy) int {
	j := &curlJob{ctx: ctx, call: call, policy: p, options: curlOptions, setups: []*curlSetup{newCurlSetup()}, jar: &cookieJar{}}
	if len(call.Args) < 2 {
		return j.hint()
	}
	if err := j.arguments(call.Args[1:]); err != nil {
		return j.misused(err)
	}
	if j.help || j.version {
		out := command.NewOutput(call)
		if j.help {
			out.WriteString(curlHelp())
		} else {
			out.WriteString("curl 8.0 (aegish)\nProtocols: http https\n")
		}
		return out.Finish(0, curlWrite)
	}
	status := 0
	for _, s := range j.setups {
		if status = j.perform(s); status != 0 && (j.failEarly || ctx.Err() != nil) {
			break
		}
	}
	return status
}

// current is the setup that options belong to.
func (j *curlJob) current() *curlSetup { return j.setups[len(j.setups)-1] }

// next begins another setup, once there is something to do for this one.
func (j *curlJob) next() error {
	if len(j.current().urls) > 0 {
		j.setups = append(j.setups, newCurlSetup())
	}
	return nil
}

// hint points to --help.
func (j *curlJob) hint() int {
	j.call.Errorf("try '%s --help' or '%[1]s --manual' for more information", j.call.Name())
	return curlUsage
}

// misused reports a wrong option.
func (j *curlJob) misused(err error) int {
	if errors.Is(err, errTwoKinds) {
		return curlUsage // there was a warning
	}
	j.call.Errorf("%s", err)
	j.hint()
	if errors.Is(err, errFile) {
		return curlRead
	}
	return curlUsage
}

// warningColumns is how long the lines of a warning get.
const warningColumns = 79 - len("Warning: ")

// warn says what is odd, unless -s is given.
func (j *curlJob) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if j.silent {
		return
	}
	for len(text) > warningColumns {
		cut := strings.LastIndexAny(text[:warningColumns], " \t")
		if cut <= 0 {
			cut = warningColumns - 1
		}
		fmt.Fprintf(j.call.Stderr, "Warning: %s\n", text[:cut+1])
		text = text[cut+1:]
	}
	fmt.Fprintf(j.call.Stderr, "Warning: %s\n", text)
}

// report says what went wrong, unless -s is given without -S.
func (j *curlJob) report(status int, text string) int {
	if !j.silent || j.show {
		j.call.Errorf("(%d) %s", status, text)
	}
	return status
}

// perform does what one setup is for.
func (j *curlJob) perform(s *curlSetup) int {
	if len(s.urls) == 0 || !s.urls[0].hasURL {
		j.call.Errorf("no URL specified!")
		return j.hint()
	}
	if err := s.prepare(j); err != nil {
		if errors.Is(err, errFile) {
			return j.report(curlRead, "Failed to open/read local data from file/application")
		}
		return j.misused(err)
	}
	status := 0
	for _, u := range s.urls {
		if !u.hasURL {
			continue
		}
		status = j.pattern(s, u)
		if j.count++; status != 0 && (j.failEarly || j.ctx.Err() != nil) {
			break
		}
	}
	if err := s.saveCookies(j); err != nil && j.verbose {
		fmt.Fprintf(j.call.Stderr, "* WARNING: failed to save cookies in %s: %s\n", s.jar, command.Message(err))
	}
	return status
}

// pattern makes the transfers of one argument.
func (j *curlJob) pattern(s *curlSetup, u *curlURL) int {
	urls, files := plainGlob(u.text), plainGlob(u.upload)
	if !s.globOff {
		var err error
		if urls, err = parseGlob(u.text); err == nil {
			files, err = parseGlob(u.upload)
		}
		if err != nil {
			return j.report(curlURLBad, err.Error())
		}
	}
	status := 0
	for f := range max(files.size(), 1) {
		name := ""
		if u.hasUpload {
			name, _ = files.text(f)
		}
		for i := range urls.size() {
			text, words := urls.text(i)
			t := &curlTransfer{job: j, setup: s, number: j.count, url: text, upload: name, uploads: u.hasUpload}
			t.choose(u, words)
			if status = t.run(); status != 0 && (j.failEarly || j.ctx.Err() != nil) {
				return status
			}
		}
	}
	return status
}

// permanent tells whether another try would have the same end.
func permanent(err error) bool {
	var no *refusal
	return errors.As(err, &no) || errors.Is(err, errURL) || errors.Is(err, errTricky) || errors.Is(err, errRedirects) || errors.Is(err, errTooLarge) ||
		errors.Is(err, errScheme) || errors.Is(err, errUserinfo) || errors.Is(err, context.Canceled)
}

// pause waits before another try.
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

// classify finds the status of curl for an error. No text is for a connection
// that was not made.
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
		return curlURLBad, err.Error()
	case errors.Is(err, errLookup):
		return curlResolve, "Could not resolve host: " + strings.TrimPrefix(err.Error(), errLookup.Error()+": ")
	case errors.Is(err, errRedirects):
		return curlRedirects, strings.Replace(err.Error(), "maximum redirects followed", "Maximum", 1) + " redirects followed"
	case errors.Is(err, errTooLarge):
		return curlSize, "Maximum file size exceeded"
	case errors.Is(err, errEncoding):
		return curlEncoding, "Unrecognized content encoding type. libcurl understands " + encodings + " content encodings."
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return curlTimeout, "Operation timed out"
	case errors.As(err, &verify):
		return curlTLS, "SSL certificate problem: " + verify.Err.Error()
	case errors.As(err, &op) && op.Op == "dial":
		if op.Timeout() {
			return curlTimeout, "Connection timed out"
		}
		return curlConnect, ""
	case errors.Is(err, io.ErrUnexpectedEOF):
		return curlPartial, "transfer closed with outstanding read data remaining"
	case errors.Is(err, io.EOF):
		return curlEmpty, "Empty reply from server"
	}
	return curlReceive, "Failure when receiving data from the peer: " + err.Error()
}
