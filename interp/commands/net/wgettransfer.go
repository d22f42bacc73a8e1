package net

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// A wgetTransfer is what becomes of one URL.
type wgetTransfer struct {
	job  *wgetJob
	url  target
	req  request
	hops int
	// base is the name to save in, before numbers are put behind it.
	base string
	// offset is where the file goes on, and how much of it is there.
	offset int64
	local  time.Time // of the file, for -N
	// partly tells that offset is what an earlier try has left in base.
	partly bool
}

// place finds the name of the file and what is there of it. done tells that
// nothing is to be fetched.
func (w *wgetTransfer) place() (done bool) {
	j := w.job
	w.req = j.req
	w.req.target, w.req.header = w.url, j.req.header.Clone()
	w.base = w.name(w.url)
	if j.started {
		w.offset = j.start
	}
	name := w.base
	if j.output != "" {
		name = j.output
	}
	info, err := j.call.FS.Stat(name)
	switch {
	case err != nil || j.spider || j.output == "-":
	case j.output == "" && j.keep:
		j.tell("File %s already there; not retrieving.\n\n", command.Quote(name))
		return true
	case j.resume && !j.started && info.Mode().IsRegular():
		w.offset = info.Size()
	case j.newer:
		w.local = info.ModTime()
		w.req.header.Set("If-Modified-Since", w.local.UTC().Format(http.TimeFormat))
	}
	if w.offset > 0 {
		w.req.header.Set("Range", fmt.Sprintf("bytes=%d-", w.offset))
	}
	w.req.linked, w.req.got = w.linked, w.got
	return false
}

// name is what a URL is saved in: its last component, or index.html, with the
// query.
func (w *wgetTransfer) name(t target) string {
	j := w.job
	dir, base := path.Split(t.path)
	if base == "" {
		base = "index.html"
	}
	if t.hasQuery {
		base += "?" + t.query
	}
	base = fileName(base)
	if j.force && !j.flat {
		base = j.directories(t, dir) + base
	}
	if j.dir != "" {
		base = strings.TrimSuffix(j.dir, "/") + "/" + base
	}
	return base
}

// directories are those of -x.
func (j *wgetJob) directories(t target, dir string) string {
	var parts []string
	for p := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		if p != "" {
			parts = append(parts, fileName(p))
		}
	}
	parts = parts[min(j.cut, len(parts)):]
	if !j.noHost {
		parts = append([]string{t.authority()}, parts...)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "/") + "/"
}

// fileName makes a component of a URL the name of a file: decoded, but for
// slashes and control characters, and never one of a directory.
func fileName(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	if text == "." || text == ".." {
		return strings.ReplaceAll(text, ".", "%2E")
	}
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == 0x7f || c == '/' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// run makes the request, as often as --tries says.
func (w *wgetTransfer) run() int {
	j := w.job
	for try := 1; ; try++ {
		if w.hops = 0; try > 1 {
			w.header(w.url, try)
		}
		status, again := w.attempt(try >= j.tries)
		if !again || try >= j.tries || !pause(j.ctx, j.policy.pace*time.Duration(try)) {
			return status
		}
	}
}

// attempt makes the request once, and a second time when the server asks for a
// name and password.
func (w *wgetTransfer) attempt(last bool) (status int, again bool) {
	j := w.job
	resp, err := j.policy.do(j.ctx, w.req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && j.user != "" && !w.req.hasUser && strings.HasPrefix(strings.ToLower(resp.Header.Get("Www-Authenticate")), "basic") {
		resp.Body.Close()
		j.say("Authentication selected: %s\n", resp.Header.Get("Www-Authenticate"))
		w.req.user, w.req.hasUser = j.user+":"+j.password, true
		resp, err = j.policy.do(j.ctx, w.req)
	}
	if err != nil {
		return w.failed(err, last)
	}
	defer resp.Body.Close()
	return w.answer(resp, last)
}

// answer does what the status of a response asks for.
func (w *wgetTransfer) answer(r *response, last bool) (status int, again bool) {
	j := w.job
	switch {
	case r.StatusCode == http.StatusRequestedRangeNotSatisfiable && w.offset > 0 && j.resume:
		j.tell("\n    The file is already fully retrieved; nothing to do.\n\n")
		return 0, false
	case r.StatusCode == http.StatusNotModified && j.newer:
		j.tell("File %s not modified on server. Omitting download.\n\n", command.Quote(w.base))
		return 0, false
	case r.StatusCode == http.StatusUnauthorized && !j.errors:
		j.tell("\n")
		j.say("Username/Password Authentication Failed.\n")
		return wgetLogin, false
	case j.spider && w.req.method == http.MethodHead && (r.StatusCode >= 500 || r.StatusCode == http.StatusMethodNotAllowed):
		w.req.method = http.MethodGet // some servers know no HEAD
		return wgetServer, true
	case r.StatusCode >= 400:
		if j.brief {
			j.say("%s:\n", r.target)
		}
		switch {
		case j.spider:
			j.say("Remote file does not exist -- broken link!!!\n")
		default:
			_, reason, _ := strings.Cut(r.Status, " ")
			j.say("%s ERROR %d: %s.\n", j.call.Now().Format(time.DateTime), r.StatusCode, reason)
		}
		if j.errors && !j.spider {
			w.save(r, last)
		}
		j.tell("\n")
		return wgetServer, false
	case j.newer && w.stale(r):
		j.tell("Server file no newer than local file %s -- not retrieving.\n\n", command.Quote(w.base))
		return 0, false
	case j.spider:
		w.length(r)
		w.exists(r)
		return 0, false
	}
	return w.save(r, last)
}

// stale tells whether the file is as new as the server's and as long.
func (w *wgetTransfer) stale(r *response) bool {
	when, err := http.ParseTime(r.Header.Get("Last-Modified"))
	info, serr := w.job.call.FS.Stat(w.base)
	return err == nil && serr == nil && !w.local.IsZero() && !when.After(w.local) && (r.ContentLength < 0 || r.ContentLength == info.Size())
}

// exists is what --spider says.
func (w *wgetTransfer) exists(r *response) {
	j := w.job
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	switch {
	case j.brief:
		_, status, _ := strings.Cut(strings.SplitN(string(r.heads), "\r\n", 2)[0], " ")
		j.say("%s URL: %s %s\n", j.call.Now().Format(time.DateTime), r.target, status)
	case kind == "" || kind == "text/html" || kind == "application/xhtml+xml":
		j.tell("Remote file exists and could contain further links,\nbut recursion is disabled -- not retrieving.\n\n")
	default:
		j.tell("Remote file exists.\n\n")
	}
}

// length says how much comes.
func (w *wgetTransfer) length(r *response) {
	if r.StatusCode == http.StatusNoContent {
		return
	}
	text := "unspecified"
	if n := r.ContentLength; n >= 0 {
		total := n
		if r.StatusCode == http.StatusPartialContent {
			total += w.offset
		}
		text = withHuman(total)
		if total != n {
			text += ", " + withHuman(n) + " remaining"
		}
	}
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if kind != "" {
		text += " [" + kind + "]"
	}
	w.job.tell("Length: %s\n", text)
}

// failed words an error of a request. again tells that another try may help.
func (w *wgetTransfer) failed(err error, last bool) (status int, again bool) {
	j := w.job
	kind, what := classify(err)
	switch kind {
	case curlURLBad, curlProtocol:
		return j.misread(err, w.url.String()), false
	case curlTLS:
		j.say("ERROR: cannot verify %s's certificate: %s\n", w.url.host, strings.TrimPrefix(what, "SSL certificate problem: "))
		return wgetTLS, false
	case curlRedirects:
		j.say("%d redirections exceeded.\n", w.req.follow)
		return wgetServer, false
	case curlResolve:
		j.tell("Resolving %s (%[1]s)... failed: Name or service not known.\n", w.url.host)
		j.say("%s: unable to resolve host address %s\n", j.call.Name(), command.Quote(w.url.host))
		return wgetNetwork, false
	case curlConnect:
		if what == "" {
			j.tell("Connecting to %s:%d... ", w.url.host, w.url.port)
			j.say("failed: %s.\n", command.Message(err))
			return wgetNetwork, j.stubborn
		}
	}
	ending := "Retrying.\n\n"
	if again = kind != curlConnect && kind != curlSize && !permanent(err); last || !again {
		ending = "Giving up.\n\n"
	}
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		j.tell("HTTP request sent, awaiting response... ")
		j.say("No data received.\n")
		j.tell("%s", ending)
	case again:
		j.say("%s. %s", strings.TrimSuffix(what, "."), ending)
	default:
		j.say("%s: %s: %s\n", j.call.Name(), w.url, what)
	}
	return wgetNetwork, again
}
