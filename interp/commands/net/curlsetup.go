package net

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// A curlSetup is what the options up to --next say.
type curlSetup struct {
	req request
	// has are the names of headers that were given.
	has  map[string]bool
	urls []*curlURL

	get, head, include, fail, withBody, remoteAll, dirs, keep, remove bool
	byHeader, remoteTime, follow, json, globOff, retryAll, retryDown  bool
	// cookies tells that the jar is kept, fresh that sessions are forgotten.
	cookies, fresh                        bool
	dump, into, query, format, jar, newer string
	cookieFiles, cookieTexts, form        []string
	limit, retryDelay, retryLimit         time.Duration
	retries                               int
	data                                  []byte
	// asked is the kind of request, conflict what was asked for besides.
	asked, conflict string
	resume, dumped  bool
	// offset is where to resume; negative is where the file ends.
	offset int64
}

// A curlURL is one URL with where its response goes and what is sent there.
type curlURL struct {
	text, output, upload         string
	hasURL, hasOutput, hasUpload bool
	remote                       bool
}

func newCurlSetup() *curlSetup {
	s := &curlSetup{has: map[string]bool{}}
	s.req = request{follow: defaultRedirects, post: map[int]bool{}, header: http.Header{"User-Agent": {"curl/8.0 (aegish)"}, "Accept": {"*/*"}}}
	return s
}

// slot is the first entry for which free holds, or a new one: -o and the like
// belong to the URLs in the order of both.
func (s *curlSetup) slot(free func(*curlURL) bool) *curlURL {
	for _, u := range s.urls {
		if free(u) {
			return u
		}
	}
	u := &curlURL{}
	s.urls = append(s.urls, u)
	return u
}

func (s *curlSetup) url(text string) {
	u := s.slot(func(u *curlURL) bool { return !u.hasURL })
	u.text, u.hasURL = text, true
}

func (s *curlSetup) output(name string, remote bool) {
	u := s.slot(func(u *curlURL) bool { return !u.hasOutput })
	u.output, u.remote, u.hasOutput = name, remote, true
}

func (s *curlSetup) upload(name string) {
	u := s.slot(func(u *curlURL) bool { return !u.hasUpload })
	u.upload, u.hasUpload = name, true
}

// Kinds of requests, of which an invocation can ask for one.
const (
	askHead   = "HEAD (-I, --head)"
	askForm   = "multipart formpost (-F, --form)"
	askPost   = "POST (-d, --data)"
	askUpload = "PUT (-T, --upload-file)"
)

var errTwoKinds = errors.New("two kinds of requests")

// ask notes the kind of request.
func (s *curlSetup) ask(kind string) {
	if s.asked != "" && s.asked != kind && s.conflict == "" {
		s.conflict = kind
	}
	if s.asked == "" {
		s.asked = kind
	}
}

// one tells whether one kind of request was asked for.
func (s *curlSetup) one(j *curlJob) error {
	if s.get {
		return nil
	}
	if s.urls[0].hasUpload {
		s.ask(askUpload)
	}
	if s.conflict != "" {
		j.warn("You can only select one HTTP request method! You asked for both %s and %s.", s.conflict, s.asked)
		return errTwoKinds
	}
	return nil
}

// protocols reads lists such as "=https", "https,http", "-all,https" and
// "-http" (curl(1), --proto).
func (s *curlSetup) protocols(list string, redirects bool) error {
	allowed := map[string]bool{"http": true, "https": true}
	for i, word := range strings.Split(list, ",") {
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
	if !redirects {
		s.req.noPlain = !allowed["http"]
		if !allowed["https"] {
			return errors.New("a list without https is not supported")
		}
	}
	s.req.noPlainNext = s.req.noPlainNext || !allowed["http"]
	return nil
}

// header sets a header of an option of its own, which is taken back by "".
func (s *curlSetup) header(name, value string) error {
	if err := checkHeader(name, value); err != nil {
		return err
	}
	s.req.header.Set(name, value)
	if value == "" {
		s.req.header[name] = nil
	}
	return nil
}

// continueAt is -C.
func (s *curlSetup) continueAt(value string) error {
	s.resume, s.offset = true, -1
	if value == "-" {
		return nil
	}
	n, err := whole(value, 0)
	s.offset = n
	return err
}

// cookie is -b: text to send when it has a =, else a file; what begins as
// headers do is no different.
func (s *curlSetup) cookie(value string) error {
	if !strings.Contains(value, "=") {
		s.cookies = true
		if value != "" {
			s.cookieFiles = append(s.cookieFiles, value)
		}
		return nil
	}
	s.cookieTexts = append(s.cookieTexts, value)
	return checkHeader("Cookie", value)
}

// method is -X.
func (s *curlSetup) method(value string) error {
	if value == "" || strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || value == http.MethodConnect {
		return errors.New("a method of capital letters is expected")
	}
	s.req.method, s.req.given = value, true
	return nil
}

// referrer is -e: a URL, ;auto for the one before behind a redirect, or both.
func (s *curlSetup) referrer(value string) error {
	value, s.req.trace = strings.CutSuffix(value, ";auto")
	if value == "" {
		return nil
	}
	return s.header("Referer", value)
}
