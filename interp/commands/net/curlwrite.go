package net

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A writeValue is a variable of -w: text, which may be none, or a number as it
// is written.
type writeValue struct {
	text         string
	number, none bool
}

func mapKeys(h http.Header) iter.Seq[string] { return maps.Keys(h) }

// values are the variables of -w (curl(1), --write-out).
func (t *curlTransfer) values() map[string]writeValue {
	number := func(n int64) writeValue { return writeValue{text: strconv.FormatInt(n, 10), number: true} }
	word := func(s string) writeValue { return writeValue{text: s, none: s == ""} }
	r := t.resp
	if r == nil {
		r = &response{Response: &http.Response{}, target: t.req.target}
	}
	now := t.job.call.Now()
	since := func(when time.Time) writeValue {
		if when.IsZero() {
			when = t.begin
		}
		return writeValue{text: fmt.Sprintf("%.6f", max(0, when.Sub(t.begin).Seconds())), number: true}
	}
	speed := func(bytes int64) writeValue {
		return number(int64(float64(bytes) / max(now.Sub(t.begin).Seconds(), 1e-6)))
	}
	code := writeValue{text: fmt.Sprintf("%03d", r.StatusCode), number: true}
	version, scheme, next := "0", "", ""
	if t.resp != nil {
		version, scheme = fmt.Sprintf("%d.%d", r.ProtoMajor, r.ProtoMinor), strings.ToUpper(r.target.scheme)
		if to, err := r.target.resolve(r.Header.Get("Location")); err == nil && r.Header.Get("Location") != "" && r.StatusCode/100 == 3 {
			next = to.String()
		}
	}
	sent := int64(len(t.req.body))
	if t.resp == nil {
		sent = 0
	}
	file := ""
	if t.out.made {
		file = t.out.name
	}
	connects := int64(0)
	if t.resp != nil {
		connects = int64(r.redirects) + 1
	}
	effective := r.target.String()
	if r.target.host == "" {
		effective = t.url
	}
	address := func(a interface{ String() string }, valid bool) writeValue {
		if !valid {
			return writeValue{}
		}
		return word(a.String())
	}
	return map[string]writeValue{
		"certs": {}, "content_type": word(r.Header.Get("Content-Type")), "errormsg": word(t.message), "exitcode": number(int64(t.status)), "filename_effective": word(file), "ftp_entry_path": word(""),
		"http_code": code, "http_connect": {text: "000", number: true}, "http_version": word(version), "local_ip": address(r.localAddr.Addr(), r.localAddr.IsValid()), "local_port": number(int64(r.localAddr.Port())),
		"method": word(t.req.method), "num_certs": number(0), "num_connects": number(connects), "num_headers": number(int64(t.out.count)), "num_redirects": number(int64(r.redirects)),
		"proxy_ssl_verify_result": number(0), "redirect_url": word(next), "referer": word(t.req.header.Get("Referer")), "remote_ip": address(r.remoteAddr.Addr(), r.remoteAddr.IsValid()), "remote_port": number(int64(r.remoteAddr.Port())),
		"response_code": code, "scheme": word(scheme), "size_download": number(t.size), "size_header": number(r.headBytes), "size_request": number(r.sentBytes), "size_upload": number(sent),
		"speed_download": speed(t.size), "speed_upload": speed(sent), "ssl_verify_result": number(0), "time_appconnect": since(r.times.secured), "time_connect": since(r.times.connect),
		"time_namelookup": since(r.times.lookup), "time_pretransfer": since(r.times.ready), "time_redirect": since(redirected(r)), "time_starttransfer": since(r.times.first), "time_total": since(now),
		"url": word(t.url), "url_effective": word(effective), "urlnum": number(int64(t.number)),
	}
}

// redirected is when the last of several requests began.
func redirected(r *response) time.Time {
	if r.redirects == 0 {
		return time.Time{}
	}
	return r.times.begin
}

// writeOut prints the format of -w.
func (t *curlTransfer) writeOut() {
	var b strings.Builder
	to := io.Writer(t.job.call.Stdout)
	flush := func(next io.Writer) {
		io.WriteString(to, b.String())
		b.Reset()
		to = next
	}
	values := t.values()
	for format := t.setup.format; format != ""; {
		name, rest, closed := strings.Cut(strings.TrimPrefix(format, "%{"), "}")
		header, afterHeader, headerClosed := strings.Cut(strings.TrimPrefix(format, "%header{"), "}")
		switch {
		case strings.HasPrefix(format, "%{") && closed:
			switch format = rest; name {
			case "stderr":
				flush(t.job.call.Stderr)
			case "stdout":
				flush(t.job.call.Stdout)
			case "onerror":
				if t.status == 0 {
					format = ""
				}
			default:
				t.variable(&b, name, values)
			}
		case strings.HasPrefix(format, "%{"):
			b.WriteString("%{")
			format = format[2:]
		case strings.HasPrefix(format, "%header{") && headerClosed:
			if t.resp != nil {
				b.WriteString(t.resp.Header.Get(header))
			}
			format = afterHeader
		case strings.HasPrefix(format, "%%"):
			b.WriteByte('%')
			format = format[2:]
		case len(format) > 1 && format[0] == '\\' && strings.IndexByte("nrt", format[1]) >= 0:
			b.WriteByte("\n\r\t"[strings.IndexByte("nrt", format[1])])
			format = format[2:]
		default:
			b.WriteByte(format[0])
			format = format[1:]
		}
	}
	flush(nil)
}

// variable writes one, or all of them as JSON.
func (t *curlTransfer) variable(b *strings.Builder, name string, values map[string]writeValue) {
	switch value, known := values[name]; {
	case known:
		b.WriteString(value.text)
	case name == "json":
		b.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(values)) {
			fmt.Fprintf(b, "%s:%s,", quoteJSON(name), values[name].json())
		}
		fmt.Fprintf(b, "%s:%s}", quoteJSON("curl_version"), quoteJSON("aegish"))
	case name == "header_json":
		t.headerJSON(b)
	default:
		t.job.call.Errorf("unknown --write-out variable: '%s'", name)
	}
}

func (v writeValue) json() string {
	switch {
	case v.none:
		return "null"
	case v.number:
		if n, err := strconv.Atoi(v.text); err == nil {
			return strconv.Itoa(n) // without zeros before it
		}
		return v.text
	}
	return quoteJSON(v.text)
}

func quoteJSON(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(text)
}

// headerJSON writes the headers of the last response in their order.
func (t *curlTransfer) headerJSON(b *strings.Builder) {
	b.WriteByte('{')
	done := map[string]bool{}
	if t.resp != nil {
		for line := range strings.Lines(string(t.resp.heads)) {
			name, _, ok := strings.Cut(line, ":")
			key := http.CanonicalHeaderKey(name)
			if !ok || done[key] {
				continue
			}
			if len(done) > 0 {
				b.WriteString(",\n")
			}
			done[key] = true
			fmt.Fprintf(b, "%s:[", quoteJSON(strings.ToLower(name)))
			for i, v := range t.resp.Header[key] {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(quoteJSON(v))
			}
			b.WriteByte(']')
		}
	}
	b.WriteString("\n}")
}
