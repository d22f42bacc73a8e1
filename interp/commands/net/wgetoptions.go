package net

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aegish/aegish/interp/command/option"
)

var wgetOptions = option.Set{
	Usage: "[OPTION]... [URL]...",
	About: "Fetch files over HTTP that the configuration allows (interp.allow).",
	Bad:   2,
	Hint:  "Usage: %[1]s [OPTION]... [URL]...\n\nTry `%[1]s --help' for more options.\n",
	Options: []option.Option{
		{Short: 'o', Long: "output-file", Arg: option.Required, Name: "FILE", Help: "write messages to FILE"},
		{Short: 'a', Long: "append-output", Arg: option.Required, Name: "FILE", Help: "append messages to FILE"},
		{Short: 'q', Long: "quiet", Help: "no messages"},
		{Short: 'v', Long: "verbose", Help: "all messages, as without"},
		{Long: "no-verbose", Help: "few messages (-nv)"},
		{Short: 'i', Long: "input-file", Arg: option.Required, Name: "FILE", Help: "fetch the URLs in FILE, too"},
		{Short: 't', Long: "tries", Arg: option.Required, Name: "N", Help: "try N times, at most 5"},
		{Long: "retry-connrefused", Help: "also where nothing listens"},
		{Short: 'O', Long: "output-document", Arg: option.Required, Name: "FILE", Help: "write everything to FILE, - is standard output"},
		{Long: "no-clobber", Help: "keep files that are there (-nc)"},
		{Short: 'c', Long: "continue", Help: "go on where a file ends"},
		{Long: "start-pos", Arg: option.Required, Name: "OFFSET", Help: "begin there"},
		{Short: 'N', Long: "timestamping", Help: "fetch what is newer than the file"},
		{Long: "no-use-server-timestamps", Help: "files have the time of now"},
		{Short: 'S', Long: "server-response", Help: "show headers"},
		{Long: "spider", Help: "save nothing, only look"},
		{Short: 'T', Long: "timeout", Arg: option.Required, Name: "SECONDS", Help: "bound the time for all"},
		{Long: "connect-timeout", Arg: option.Required, Name: "SECONDS", Help: "bound the time for connecting"},
		{Short: 'P', Long: "directory-prefix", Arg: option.Required, Name: "DIR", Help: "save files in DIR"},
		{Short: 'x', Long: "force-directories", Help: "make directories of host and path"},
		{Long: "no-host-directories", Help: "of the path alone (-nH)"}, {Long: "no-directories", Help: "no directories (-nd)"},
		{Long: "cut-dirs", Arg: option.Required, Name: "N", Help: "leave out N of them"},
		{Short: 'E', Long: "adjust-extension", Help: "end names of pages in .html"},
		{Long: "content-disposition", Help: "name files as the server does"},
		{Long: "trust-server-names", Help: "name files as the last URL ends"},
		{Long: "content-on-error", Help: "save what comes with an error"},
		{Long: "user", Arg: option.Required, Name: "USER", Help: "basic authentication"}, {Long: "http-user", Arg: option.Required},
		{Long: "password", Arg: option.Required, Name: "PASSWORD", Help: "basic authentication"}, {Long: "http-password", Arg: option.Required},
		{Long: "auth-no-challenge", Help: "without being asked for it"},
		{Long: "header", Arg: option.Required, Name: "LINE", Help: "send this header"},
		{Short: 'U', Long: "user-agent", Arg: option.Required, Name: "TEXT", Help: "the User-Agent to send"},
		{Long: "referer", Arg: option.Required, Name: "URL", Help: "the Referer to send"},
		{Long: "post-data", Arg: option.Required, Name: "DATA", Help: "send DATA by POST"},
		{Long: "post-file", Arg: option.Required, Name: "FILE", Help: "send FILE by POST"},
		{Long: "method", Arg: option.Required, Name: "METHOD", Help: "the method to use"},
		{Long: "body-data", Arg: option.Required, Name: "DATA", Help: "send DATA"},
		{Long: "body-file", Arg: option.Required, Name: "FILE", Help: "send FILE"},
		{Long: "max-redirect", Arg: option.Required, Name: "N", Help: "at most N redirects, 20 by default"},
		{Long: "no-cookies", Help: "keep no cookies"},
		{Long: "load-cookies", Arg: option.Required, Name: "FILE", Help: "begin with the cookies of FILE"},
		{Long: "save-cookies", Arg: option.Required, Name: "FILE", Help: "write cookies to FILE at the end"},
		{Long: "keep-session-cookies", Help: "also those that end with a session"},
		{Long: "compression", Arg: option.Required, Name: "TYPE", Help: "auto, gzip or none"},
		{Long: "https-only", Help: "nothing but https"},
		{Long: "no-proxy"}, {Long: "show-progress"}, {Long: "progress", Arg: option.Required}, {Long: "no-config"}, {Long: "no-hsts"}, {Long: "no-dns-cache"}, {Long: "no-parent"},
		{Short: '4', Long: "inet4-only"}, {Short: '6', Long: "inet6-only"}, {Short: 'w', Long: "wait", Arg: option.Required}, {Long: "waitretry", Arg: option.Required}, {Long: "random-wait"},
		{Long: "limit-rate", Arg: option.Required}, {Long: "read-timeout", Arg: option.Required}, {Long: "dns-timeout", Arg: option.Required}, {Long: "no-http-keep-alive"}, {Long: "no-cache"},
		{Long: "restrict-file-names", Arg: option.Required}, {Long: "secure-protocol", Arg: option.Required}, {Long: "no-iri"}, {Long: "report-speed", Arg: option.Required}, {Short: 'd', Long: "debug"},
		// Known, to say clearly that they are not there.
		{Long: "no-check-certificate"}, {Short: 'e', Long: "execute", Arg: option.Required}, {Long: "config", Arg: option.Required}, {Short: 'r', Long: "recursive"}, {Short: 'm', Long: "mirror"},
		{Short: 'p', Long: "page-requisites"}, {Short: 'k', Long: "convert-links"}, {Short: 'b', Long: "background"}, {Short: 'Q', Long: "quota", Arg: option.Required},
		{Long: "ca-certificate", Arg: option.Required}, {Long: "ca-directory", Arg: option.Required}, {Long: "certificate", Arg: option.Required}, {Long: "private-key", Arg: option.Required},
		{Long: "bind-address", Arg: option.Required}, {Long: "proxy-user", Arg: option.Required}, {Long: "proxy-password", Arg: option.Required}, {Long: "use-askpass", Arg: option.Required}, {Long: "ask-password"},
		{Short: 'F', Long: "force-html"}, {Short: 'B', Long: "base", Arg: option.Required}, {Long: "save-headers"}, {Long: "ignore-length"}, {Long: "warc-file", Arg: option.Required}, {Long: "unlink"}, {Long: "backups", Arg: option.Optional},
	},
}

// wgetRefused are the options that are refused, with why when that is not that
// they are not there.
var wgetRefused = sync.OnceValue(func() map[string]string {
	return map[string]string{"no-check-certificate": "certificates are always verified", "bind-address": whereTo, "proxy-user": noProxies, "proxy-password": noProxies,
		"e": "", "config": "", "r": "", "m": "", "p": "", "k": "", "b": "", "Q": "", "ca-certificate": "", "ca-directory": "", "certificate": "", "private-key": "", "use-askpass": "", "ask-password": "",
		"F": "", "B": "", "save-headers": "", "ignore-length": "", "warc-file": "", "unlink": "", "backups": ""}
})

// wgetWords makes -nv and its kind, which getopt does not know, long options. A
// letter that is none is returned as bad.
func wgetWords(args []string) (words []string, bad string) {
	long := map[rune]string{'v': "--no-verbose", 'c': "--no-clobber", 'd': "--no-directories", 'H': "--no-host-directories", 'p': "--no-parent"}
	for i, a := range args {
		if a == "--" {
			return append(words, args[i:]...), ""
		}
		letters, ok := strings.CutPrefix(a, "-n")
		if !ok || letters == "" {
			words = append(words, a)
			continue
		}
		for _, l := range letters {
			if long[l] == "" {
				return nil, "-n" + string(l)
			}
			words = append(words, long[l])
		}
	}
	return words, ""
}

// option takes one option; a text is what is wrong with it.
func (j *wgetJob) option(f option.Found) string {
	dashed := "--" + f.Name
	if len(f.Name) == 1 {
		dashed = "-" + f.Name
	}
	if why, ok := wgetRefused()[f.Name]; ok {
		if why == "" {
			return dashed + " is not supported"
		}
		return dashed + " is refused: " + why
	}
	if to := j.flags()[f.Name]; to != nil {
		*to = true
		return ""
	}
	if to := j.texts()[f.Name]; to != nil {
		*to = f.Value
		return ""
	}
	switch f.Name {
	case "i":
		j.lists = append(j.lists, f.Value)
	case "a":
		j.log, j.appendLog = f.Value, true
	case "no-use-server-timestamps":
		j.serverTime = false
	case "no-cookies":
		j.cookies = false
	case "no-cache":
		return j.header("Cache-Control: no-cache")
	case "header":
		return j.header(f.Value)
	case "U":
		return j.header("User-Agent: " + f.Value)
	case "referer":
		return j.header("Referer: " + f.Value)
	case "post-data", "post-file":
		j.req.method = http.MethodPost
		return j.content(f)
	case "body-data", "body-file":
		return j.content(f)
	case "method":
		value := strings.ToUpper(f.Value)
		if value == "" || strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || value == http.MethodConnect {
			return "a method of letters is expected"
		}
		j.req.method, j.req.given = value, true
	case "compression":
		if !slices.Contains([]string{"auto", "gzip", "none"}, f.Value) {
			return "--compression: Invalid value ‘" + f.Value + "’."
		}
		j.req.compress = f.Value != "none"
	case "T", "connect-timeout", "max-redirect", "t", "cut-dirs", "start-pos":
		return j.number(f)
	}
	return ""
}

func (j *wgetJob) flags() map[string]*bool {
	return map[string]*bool{"q": &j.quiet, "no-verbose": &j.brief, "no-clobber": &j.keep, "S": &j.headers, "spider": &j.spider, "c": &j.resume, "N": &j.newer, "x": &j.force,
		"no-host-directories": &j.noHost, "no-directories": &j.flat, "E": &j.adjust, "content-disposition": &j.byHeader, "trust-server-names": &j.byLast, "content-on-error": &j.errors,
		"keep-session-cookies": &j.session, "auth-no-challenge": &j.unasked, "https-only": &j.req.noPlain, "retry-connrefused": &j.stubborn}
}

func (j *wgetJob) texts() map[string]*string {
	return map[string]*string{"O": &j.output, "P": &j.dir, "o": &j.log, "user": &j.user, "http-user": &j.user, "password": &j.password, "http-password": &j.password,
		"load-cookies": &j.load, "save-cookies": &j.store}
}

func (j *wgetJob) header(line string) string {
	if line == "" {
		return ""
	}
	if err := setHeader(j.req.header, line, j.has); err != nil {
		return "--header: " + err.Error()
	}
	return ""
}

// content notes what is sent; files are read before the first request.
func (j *wgetJob) content(f option.Found) string {
	j.req.hasBody = true
	j.req.header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasSuffix(f.Name, "-file") {
		j.bodyFile = f.Value
	} else {
		j.req.body = []byte(f.Value)
	}
	j.bodied = j.bodied || strings.HasPrefix(f.Name, "body-")
	return ""
}

// number takes the options with numbers, as wget does: what is none is 0 for
// --tries alone.
func (j *wgetJob) number(f option.Found) string {
	n, err := strconv.ParseFloat(f.Value, 64)
	if f.Name == "T" || f.Name == "connect-timeout" {
		name := "--timeout"
		if f.Name != "T" {
			name = "--connect-timeout"
		}
		if err != nil || n < 0 || n > 1e6 {
			return name + ": Invalid time period ‘" + f.Value + "’"
		}
		if d := time.Duration(n * float64(time.Second)); f.Name == "T" {
			j.limit = d
		} else {
			j.req.wait = d
		}
		return ""
	}
	if f.Value == "inf" || f.Name == "t" && err != nil {
		n, err = 0, nil
	}
	if err != nil || n < 0 || n > 1e15 {
		return "--" + f.Name + ": Invalid number ‘" + f.Value + "’."
	}
	switch f.Name {
	case "t":
		if j.tries = min(int(n), maxRetries); j.tries == 0 {
			j.tries = maxRetries
		}
	case "max-redirect":
		j.req.follow = min(int(n), mostRedirects)
	case "cut-dirs":
		j.cut = int(min(n, 1000))
	case "start-pos":
		j.start, j.started = int64(n), true
	}
	return ""
}
