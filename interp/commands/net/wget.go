package net

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// Statuses of wget(1), "EXIT STATUS".
const (
	wgetOther   = 1
	wgetUsage   = 2
	wgetFile    = 3
	wgetNetwork = 4
	wgetTLS     = 5
	wgetLogin   = 6
	wgetServer  = 8
)

// A wgetJob is one invocation of wget.
type wgetJob struct {
	ctx    context.Context
	call   *command.Call
	policy *policy
	req    request
	has    map[string]bool
	jar    *cookieJar

	output, dir, user, password, log, load, store, bodyFile          string
	quiet, brief, spider, headers, keep, resume, newer, force        bool
	noHost, flat, adjust, byHeader, byLast, errors, session, unasked bool
	stubborn, appendLog, bodied, started                             bool
	serverTime, cookies                                              bool
	lists                                                            []string
	tries, cut                                                       int
	start                                                            int64
	limit                                                            time.Duration
	// out is the file of -O, messages is where those go.
	out      vfs.File
	messages io.Writer
	// files and bytes are what was fetched, in this time.
	files int
	bytes int64
	spent time.Duration
}

func wget(ctx context.Context, call *command.Call, p *policy) int {
	j := &wgetJob{ctx: ctx, call: call, policy: p, tries: maxRetries, has: map[string]bool{}, jar: &cookieJar{}, serverTime: true, cookies: true, messages: call.Stderr}
	j.req = request{method: http.MethodGet, header: http.Header{"User-Agent": {"Wget (aegish)"}, "Accept": {"*/*"}}, follow: 20, now: call.Now}
	words, bad := wgetWords(call.Args[min(1, len(call.Args)):])
	if bad != "" {
		wgetOptions.Misuse(call, "illegal option -- `%s'", bad)
		return wgetOther
	}
	o, status, ok := wgetOptions.ParseArgs(call, words)
	if !ok {
		return status
	}
	for _, f := range o.Options {
		if bad := j.option(f); bad != "" {
			call.Errorf("%s", bad)
			return wgetUsage
		}
	}
	if len(o.Operands) == 0 && len(j.lists) == 0 {
		wgetOptions.Misuse(call, "missing URL")
		return wgetOther
	}
	if j.bodied && !j.req.given {
		fmt.Fprintln(call.Stderr, "You must specify a method through --method=HTTPMethod to use with --body-data or --body-file.")
		return wgetOther
	}
	if j.limit > 0 {
		var cancel context.CancelFunc
		j.ctx, cancel = context.WithTimeout(ctx, j.limit*time.Duration(max(1, len(o.Operands))))
		defer cancel()
	}
	done, status := j.begin()
	defer done()
	if status != 0 {
		return status
	}
	return j.all(o.Operands)
}

// begin opens the files that all transfers share. The function closes them.
func (j *wgetJob) begin() (func(), int) {
	var open []vfs.File
	done := func() {
		for _, f := range open {
			f.Close()
		}
	}
	fail := func(name string, err error) (func(), int) {
		j.say("%s: %s\n", name, command.Message(err))
		return done, wgetOther
	}
	if j.log != "" && j.log != "-" {
		flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
		if j.appendLog {
			flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
		}
		f, err := vfs.OpenContext(j.ctx, j.call.FS, j.log, flags, 0o666)
		if err != nil {
			return fail(j.call.Name()+": "+j.log, err)
		}
		open, j.messages = append(open, f), f
	}
	if j.newer && j.output != "" {
		j.say("WARNING: timestamping does nothing in combination with -O. See the manual\nfor details.\n\n")
		j.newer = false
	}
	if j.output != "" && j.output != "-" && !j.spider {
		flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
		if j.resume {
			flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
		}
		if j.keep {
			flags |= syscall.O_EXCL
		}
		f, err := vfs.OpenContext(j.ctx, j.call.FS, j.output, flags, 0o666)
		if j.keep && errors.Is(err, syscall.EEXIST) {
			j.say("File ‘%s’ already there; not retrieving.\n", j.output)
			return done, wgetOther
		}
		if err != nil {
			return fail(j.output, err)
		}
		open, j.out = append(open, f), f
	}
	if j.cookies {
		if j.req.jar = j.jar; j.load != "" {
			text, err := j.read(j.load)
			if err != nil {
				j.say("Cannot open cookies file %s: %s\n", command.Quote(j.load), command.Message(err))
			}
			j.jar.load(text, false, target{host: "localhost", path: "/", scheme: "http"}, j.call.Now())
		}
	}
	return done, 0
}

// read reads a whole file, or standard input for -.
func (j *wgetJob) read(name string) (string, error) {
	in, err := j.call.Open(j.ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return readAll(in, min(j.call.Limits.HeldBytes/4, 64<<20))
}

// all fetches what the operands and the lists name.
func (j *wgetJob) all(urls []string) int {
	var lists []string
	status, fetched := 0, 0
	for _, name := range j.lists {
		text, err := j.read(name)
		if err != nil {
			j.say("%s: %s\n", name, command.Message(err))
			text = "" // half a list is none
			if !vfs.Missing(err) {
				status = wgetOther
			}
		}
		lists = append(lists, text)
		if strings.TrimSpace(text) == "" {
			j.say("No URLs found in %s.\n", name)
		}
	}
	began := j.call.Now()
	fetch := func(u string) bool {
		fetched++
		if s := j.fetch(u); s != 0 && (status == 0 || s < status) {
			status = s
		}
		return j.ctx.Err() == nil
	}
	each(urls, lists, fetch)
	if fetched > 1 && j.files > 0 {
		now := j.call.Now()
		j.say("FINISHED --%s--\nTotal wall clock time: %s\nDownloaded: %d files, %s in %s (%s)\n", now.Format(time.DateTime), shortTime(now.Sub(began)), j.files, human(j.bytes), shortTime(j.spent), rate(j.bytes, j.spent))
	}
	if j.store != "" && j.cookies {
		j.saveCookies()
	}
	return status
}

// each hands the URLs, and then those in the lines of the lists, to fetch until it
// is false.
func each(urls, lists []string, fetch func(string) bool) {
	for _, u := range urls {
		if !fetch(u) {
			return
		}
	}
	for _, text := range lists {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !fetch(line) {
				return
			}
		}
	}
}

func (j *wgetJob) saveCookies() {
	f, err := j.call.Create(j.ctx, j.store)
	if err == nil {
		fmt.Fprintf(f, "# HTTP Cookie File\n# Generated by Wget on %s.\n# Edit at your own risk.\n\n", j.call.Now().Format(time.DateTime))
		err = j.jar.save(f, j.session, j.call.Now())
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}
	if err != nil {
		j.say("Error writing to %s: %s\n", command.Quote(j.store), command.Message(err))
	}
}

// say writes a message that -q silences, tell one that -nv does, too.
func (j *wgetJob) say(format string, args ...any) {
	if !j.quiet {
		fmt.Fprintf(j.messages, format, args...)
	}
}

func (j *wgetJob) tell(format string, args ...any) {
	if !j.brief {
		j.say(format, args...)
	}
}

// fetch does what one URL asks for.
func (j *wgetJob) fetch(text string) int {
	to, err := parseTarget(text)
	if err != nil {
		return j.misread(err, text)
	}
	w := &wgetTransfer{job: j, url: to}
	if w.place() {
		return 0
	}
	if j.spider {
		j.tell("Spider mode enabled. Check if remote file exists.\n")
	}
	if j.spider && !j.req.given && !j.req.hasBody {
		w.req.method = http.MethodHead
	}
	w.header(to, 1)
	if j.bodyFile != "" {
		body, err := j.read(j.bodyFile)
		if err != nil {
			j.say("BODY data file %s missing: %s\n", command.Quote(j.bodyFile), command.Message(err))
			return wgetFile
		}
		w.req.body = []byte(body)
	}
	if j.user != "" && j.unasked {
		w.req.user, w.req.hasUser = j.user+":"+j.password, true
	}
	return w.run()
}

// misread words what is wrong with a URL.
func (j *wgetJob) misread(err error, text string) int {
	switch scheme, _, ok := strings.Cut(text, "://"); {
	case ok && errors.Is(err, errScheme):
		j.say("%s: Unsupported scheme %s.\n", text, command.Quote(scheme))
	case errors.Is(err, errURL):
		j.say("%s: Invalid host name.\n", text)
	default:
		j.say("%s: %s\n", text, err)
	}
	return wgetOther
}

// linked says where a connection goes, got what came of a request.
func (w *wgetTransfer) linked(host string, at netip.AddrPort) {
	if host == at.Addr().String() {
		w.job.tell("Connecting to %s... connected.\n", at)
		return
	}
	w.job.tell("Resolving %s (%[1]s)... %s\nConnecting to %[1]s (%[1]s)|%[2]s|:%d... connected.\n", host, at.Addr(), at.Port())
}

func (w *wgetTransfer) got(r *response) {
	j := w.job
	lines := strings.Split(strings.ReplaceAll(strings.TrimRight(string(r.heads), "\r\n"), "\r", ""), "\n")
	j.tell("HTTP request sent, awaiting response... ")
	if !j.headers {
		_, status, _ := strings.Cut(lines[0], " ")
		j.tell("%s\n", status)
	} else {
		j.tell("\n")
		fmt.Fprintf(j.messages, "  %s\n", strings.Join(lines, "\n  "))
	}
	if location := r.Header.Get("Location"); location != "" && r.StatusCode/100 == 3 && r.StatusCode != http.StatusNotModified {
		j.tell("Location: %s [following]\n", location)
		if next, err := r.target.resolve(location); err == nil && w.hops < w.req.follow {
			w.header(next, 1)
		}
		w.hops++
	}
}

// header begins the messages about a request.
func (w *wgetTransfer) header(to target, try int) {
	again := ""
	if try > 1 {
		again = fmt.Sprintf("(try:%2d)  ", try)
	}
	w.job.tell("--%s--  %s%s\n", w.job.call.Now().Format(time.DateTime), again, to)
}
