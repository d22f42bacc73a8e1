package net

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

var wgetOptions = option.Set{
	Usage: "[OPTION]... URL...",
	About: "Fetch files over HTTP that the configuration allows (interp.allow).",
	Bad:   2,
	Options: []option.Option{
		{Short: 'O', Long: "output-document", Arg: option.Required, Name: "FILE", Help: "write everything to FILE, - is standard output"},
		{Short: 'P', Long: "directory-prefix", Arg: option.Required, Name: "DIR", Help: "save files in DIR"},
		{Short: 'q', Long: "quiet", Help: "no messages"},
		{Long: "no-verbose", Help: "few messages (-nv)"}, {Long: "no-clobber", Help: "keep files that are there (-nc)"},
		{Short: 'S', Long: "server-response", Help: "show headers"},
		{Long: "spider", Help: "save nothing, only look"},
		{Long: "header", Arg: option.Required, Name: "LINE", Help: "send this header"},
		{Short: 'U', Long: "user-agent", Arg: option.Required, Name: "TEXT", Help: "the User-Agent to send"},
		{Long: "referer", Arg: option.Required, Name: "URL", Help: "the Referer to send"},
		{Long: "post-data", Arg: option.Required, Name: "DATA", Help: "send DATA by POST"},
		{Long: "method", Arg: option.Required, Name: "METHOD", Help: "the method to use"},
		{Long: "body-data", Arg: option.Required, Name: "DATA", Help: "send DATA"},
		{Long: "user", Arg: option.Required, Name: "USER", Help: "basic authentication"},
		{Long: "password", Arg: option.Required, Name: "PASSWORD", Help: "basic authentication"},
		{Short: 'T', Long: "timeout", Arg: option.Required, Name: "SECONDS", Help: "bound the time for all"},
		{Long: "max-redirect", Arg: option.Required, Name: "N", Help: "at most N redirects, 20 by default"},
		{Short: 't', Long: "tries", Arg: option.Required, Name: "N", Help: "try N times, at most 5"},
		{Short: 'v', Long: "verbose"}, {Long: "no-proxy"}, {Long: "show-progress"},
		{Long: "no-check-certificate"}, {Short: 'e', Long: "execute", Arg: option.Required}, {Short: 'i', Long: "input-file", Arg: option.Required},
		{Short: 'r', Long: "recursive"}, {Short: 'c', Long: "continue"}, {Short: 'm', Long: "mirror"},
	},
}

// Statuses of wget(1), "EXIT STATUS".
const (
	wgetFile    = 3
	wgetNetwork = 4
	wgetTLS     = 5
	wgetServer  = 8
)

type wgetJob struct {
	call                          *command.Call
	req                           request
	output, dir, user, password   string
	quiet, brief, spider, headers bool
	keep                          bool
	tries                         int
	limit                         time.Duration
	file                          vfs.File
}

func wget(ctx context.Context, call *command.Call, p *policy) int {
	args := make([]string, 0, len(call.Args))
	for _, a := range call.Args[min(1, len(call.Args)):] {
		switch a { // the two that getopt does not know
		case "-nv":
			a = "--no-verbose"
		case "-nc":
			a = "--no-clobber"
		}
		args = append(args, a)
	}
	o, status, ok := wgetOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	j := &wgetJob{call: call, tries: 1}
	j.req = request{method: http.MethodGet, header: http.Header{"User-Agent": {"Wget (aegish)"}, "Accept": {"*/*"}}, follow: 20}
	has := map[string]bool{}
	for _, f := range o.Options {
		if bad := j.option(f, has); bad != "" {
			return wgetOptions.Misuse(call, "%s", bad)
		}
	}
	if len(o.Operands) == 0 {
		return wgetOptions.Misuse(call, "missing URL")
	}
	if j.user != "" {
		j.req.user, j.req.hasUser = j.user+":"+j.password, true
	}
	if j.spider && !j.req.given {
		j.req.method = http.MethodHead
	}
	if j.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, j.limit)
		defer cancel()
	}
	if j.output != "" && j.output != "-" && !j.spider {
		f, err := call.Create(ctx, j.output)
		if err != nil {
			call.Errorf("%s: %s", j.output, command.Message(err))
			return wgetFile
		}
		j.file = f
		defer f.Close()
	}
	for _, u := range o.Operands {
		if s := j.fetch(ctx, p, u); s != 0 && (status == 0 || s < status) {
			status = s
		}
	}
	return status
}

// option takes one option; a text is what is wrong with it.
func (j *wgetJob) option(f option.Found, has map[string]bool) string {
	if to := map[string]*bool{"q": &j.quiet, "no-verbose": &j.brief, "no-clobber": &j.keep, "S": &j.headers, "spider": &j.spider}[f.Name]; to != nil {
		*to = true
		return ""
	}
	if to := map[string]*string{"O": &j.output, "P": &j.dir, "user": &j.user, "password": &j.password}[f.Name]; to != nil {
		*to = f.Value
		return ""
	}
	switch f.Name {
	case "header", "U", "referer":
		line := map[string]string{"header": "", "U": "User-Agent: ", "referer": "Referer: "}[f.Name] + f.Value
		if err := setHeader(j.req.header, line, has); err != nil {
			return f.Name + ": " + err.Error()
		}
	case "post-data", "body-data":
		j.req.body, j.req.hasBody = []byte(f.Value), true
		if f.Name == "post-data" {
			j.req.method = http.MethodPost
			j.req.header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
	case "method":
		if f.Value == "" || strings.Trim(f.Value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || f.Value == http.MethodConnect {
			return "a method of capital letters is expected"
		}
		j.req.method, j.req.given = f.Value, true
	case "T", "max-redirect", "t":
		n, err := strconv.ParseFloat(f.Value, 64)
		if err != nil || n < 0 || n > 1e6 {
			return "a number is expected, found " + strconv.Quote(f.Value)
		}
		switch f.Name {
		case "T":
			j.limit = time.Duration(n * float64(time.Second))
		case "t":
			j.tries = max(1, min(int(n), maxRetries))
		default:
			j.req.follow = min(int(n), mostRedirects)
		}
	case "no-check-certificate":
		return "--no-check-certificate is refused: certificates are always verified"
	case "e", "i", "r", "c", "m":
		return "-" + f.Name + " is not supported"
	}
	return ""
}

func (j *wgetJob) fetch(ctx context.Context, p *policy, text string) int {
	t, err := parseTarget(text)
	if err != nil {
		return j.failed(err, text)
	}
	req := j.req
	req.target, req.header = t, j.req.header.Clone()
	if j.headers {
		req.got = func(r *http.Response, _ target) {
			fmt.Fprintf(j.call.Stderr, "  %s %s\n", r.Proto, r.Status)
			for _, line := range headerLines(r.Header) {
				fmt.Fprintf(j.call.Stderr, "  %s\n", line)
			}
		}
	}
	var resp *response
	for try := 0; ; try++ {
		if resp, err = p.do(ctx, req); err == nil || permanent(err) || try+1 >= j.tries || !pause(ctx, p.pace<<try) {
			break
		}
	}
	if err != nil {
		return j.failed(err, text)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		if !j.quiet {
			fmt.Fprintf(j.call.Stderr, "%s:\n%s ERROR %d: %s.\n", t, j.call.Now().Format(time.DateTime), resp.StatusCode, http.StatusText(resp.StatusCode))
		}
		return wgetServer
	}
	if j.spider {
		j.say("Remote file exists.\n")
		return 0
	}
	return j.save(ctx, resp)
}

func (j *wgetJob) say(format string, args ...any) {
	if !j.quiet {
		fmt.Fprintf(j.call.Stderr, format, args...)
	}
}

func (j *wgetJob) failed(err error, text string) int {
	status, what := classify(err)
	if what == "" {
		what = command.Message(err)
	}
	j.say("%s: %s: %s\n", j.call.Name(), text, what)
	switch status {
	case curlURL, curlProtocol:
		return 1
	case curlTLS:
		return wgetTLS
	case curlRedirects:
		return wgetServer
	}
	return wgetNetwork
}

// save writes a response to its file.
func (j *wgetJob) save(ctx context.Context, resp *response) int {
	name, out := j.output, command.NewOutput(j.call)
	switch {
	case j.file != nil:
		out = command.NewFileOutput(j.call, j.file)
	case j.output != "-":
		f, made, err := j.create(ctx, resp.target)
		if err == nil && f == nil {
			j.say("File ‘%s’ already there; not retrieving.\n", made)
			return 0
		}
		if err != nil {
			j.call.Errorf("%s: %s", made, command.Message(err))
			return wgetFile
		}
		defer f.Close()
		name, out = made, command.NewFileOutput(j.call, f)
	}
	size, err := copyBody(ctx, out, resp.body)
	if ferr := out.Flush(); ferr != nil {
		j.call.Errorf("%s: %v", name, ferr)
		return wgetFile
	}
	if err != nil {
		return j.failed(err, resp.target.String())
	}
	j.say("%s URL:%s [%d] -> \"%s\" [1]\n", j.call.Now().Format(time.DateTime), resp.target, size, name)
	return 0
}

// copies bounds the numbers behind a name that is taken.
const copies = 1000

// create makes the file that a URL is saved in: its last component, or
// index.html, with a number behind when that is taken.
func (j *wgetJob) create(ctx context.Context, t target) (vfs.File, string, error) {
	base := path.Base(t.path)
	if strings.HasSuffix(t.path, "/") {
		base = "index.html"
	}
	if t.hasQuery {
		base += "?" + strings.ReplaceAll(t.query, "/", "%2F")
	}
	if j.dir != "" {
		if err := j.call.FS.Mkdir(j.dir, 0o777); err != nil && !errors.Is(err, syscall.EEXIST) {
			return nil, j.dir, err
		}
		base = strings.TrimSuffix(j.dir, "/") + "/" + base
	}
	name := base
	for i := 1; ; i++ {
		f, err := vfs.OpenContext(ctx, j.call.FS, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, syscall.EEXIST) || i > copies {
			return f, name, err
		}
		if j.keep {
			return nil, name, nil
		}
		name = fmt.Sprintf("%s.%d", base, i)
	}
}
