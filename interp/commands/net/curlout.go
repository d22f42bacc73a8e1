package net

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A curlOutput is where one response goes.
type curlOutput struct {
	job  *curlJob
	call *command.Call
	ctx  context.Context
	name string // of a file; "" and "-" are standard output
	out  *command.Output
	file vfs.File
	// held are headers of hops that are not known to be the last try.
	held bytes.Buffer
	// dumped are those of all hops, for -D.
	dumped bytes.Buffer
}

// headerLines lists headers as they are sent, sorted by name.
func headerLines(h http.Header) []string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			lines = append(lines, name+": "+v)
		}
	}
	return lines
}

// headers takes those of a hop.
func (o *curlOutput) headers(r *http.Response) {
	if o.job.verbose {
		fmt.Fprintf(o.call.Stderr, "< %s %s\n", r.Proto, r.Status)
		for _, line := range headerLines(r.Header) {
			fmt.Fprintf(o.call.Stderr, "< %s\n", line)
		}
		fmt.Fprintf(o.call.Stderr, "<\n")
	}
	if o.job.include || o.job.head {
		wireHeaders(&o.held, r)
	}
	if o.job.dump != "" {
		wireHeaders(&o.dumped, r)
	}
}

// wireHeaders writes status and headers with the ends of lines of HTTP.
func wireHeaders(b *bytes.Buffer, r *http.Response) {
	fmt.Fprintf(b, "%s %s\r\n", r.Proto, r.Status)
	for _, line := range headerLines(r.Header) {
		fmt.Fprintf(b, "%s\r\n", line)
	}
	b.WriteString("\r\n")
}

func (o *curlOutput) reset() {
	o.held.Reset()
	o.dumped.Reset()
}

// dump writes the file of -D.
func (o *curlOutput) dump() error {
	if o.job.dump == "" {
		return nil
	}
	if o.job.dump == "-" {
		_, err := o.call.Stdout.Write(o.dumped.Bytes())
		return err
	}
	f, err := o.call.Create(o.ctx, o.job.dump)
	if err != nil {
		return err
	}
	_, err = f.Write(o.dumped.Bytes())
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// open begins the output.
func (o *curlOutput) open() error {
	if o.out != nil {
		return nil
	}
	if o.name == "" || o.name == "-" {
		o.out = command.NewOutput(o.call)
		return nil
	}
	if o.job.dirs {
		parts := strings.Split(path.Dir(o.name), "/")
		for i := range parts {
			// What is there already, or can not be made, the open tells.
			if dir := strings.Join(parts[:i+1], "/"); dir != "" {
				o.call.FS.Mkdir(dir, 0o750)
			}
		}
	}
	f, err := o.call.Create(o.ctx, o.name)
	if err != nil {
		return err
	}
	o.file, o.out = f, command.NewFileOutput(o.call, f)
	return nil
}

// finish ends the output.
func (o *curlOutput) finish() error {
	if o.out == nil {
		if o.held.Len() == 0 {
			return nil
		}
		if err := o.open(); err != nil {
			return err
		}
		o.out.Write(o.held.Bytes())
	}
	err := o.out.Flush()
	if o.file != nil {
		if cerr := o.file.Close(); err == nil {
			err = cerr
		}
	}
	o.out, o.file = nil, nil
	o.held.Reset()
	return err
}

// deliver writes a response and returns the status.
func (o *curlOutput) deliver(r *response, took time.Duration) int {
	j := o.job
	if err := o.dump(); err != nil {
		return j.report(curlWrite, "Failed to open %s: %s", j.dump, command.Message(err))
	}
	failing := j.fail && r.StatusCode >= 400
	silent := failing && !j.withBody
	var size int64
	if !silent {
		if err := o.open(); err != nil {
			return j.report(curlWrite, "Failed to open the file %s: %s", o.name, command.Message(err))
		}
		o.out.Write(o.held.Bytes())
	}
	o.held.Reset()
	var err error
	if !silent {
		size, err = copyBody(o.ctx, o.out, r.body)
	}
	var failed *command.OutputError
	if ferr := o.finish(); ferr != nil || errors.As(err, &failed) {
		if ferr == nil {
			ferr = failed
		}
		return j.report(curlWrite, "Failure writing output to destination: %s", command.Message(ferr))
	}
	if err != nil {
		return j.failed(err, r.target)
	}
	status := 0
	if failing {
		status = j.report(curlHTTP, "The requested URL returned error: %d", r.StatusCode)
	}
	if j.format != "" {
		io.WriteString(o.call.Stdout, j.writeOut(r, size, took, status))
	}
	return status
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

// writeOut is -w (curl(1), --write-out).
func (j *curlJob) writeOut(r *response, size int64, took time.Duration, status int) string {
	values := map[string]string{
		"http_code": fmt.Sprintf("%03d", r.StatusCode), "response_code": fmt.Sprintf("%03d", r.StatusCode), "url_effective": r.target.String(),
		"content_type": r.Header.Get("Content-Type"), "size_download": strconv.FormatInt(size, 10), "num_redirects": strconv.Itoa(r.redirects),
		"time_total": fmt.Sprintf("%.6f", took.Seconds()), "http_version": "1.1", "scheme": strings.ToUpper(r.target.scheme), "method": r.Request.Method,
		"redirect_url": "", "exitcode": strconv.Itoa(status), "errormsg": "", "urlnum": "0", "num_connects": strconv.Itoa(r.redirects + 1),
		"size_upload": strconv.FormatInt(max(r.Request.ContentLength, 0), 10), "speed_download": strconv.FormatFloat(float64(size)/max(took.Seconds(), 1e-6), 'f', 0, 64),
	}
	if next, err := r.target.resolve(r.Header.Get("Location")); err == nil && r.Header.Get("Location") != "" {
		values["redirect_url"] = next.String()
	}
	var b strings.Builder
	format := j.format
	for i := 0; i < len(format); i++ {
		rest := format[i:]
		name, _, ok := strings.Cut(strings.TrimPrefix(rest, "%{"), "}")
		switch {
		case strings.HasPrefix(rest, "%{") && ok:
			if value, known := values[name]; known {
				b.WriteString(value)
			} else {
				j.call.Errorf("unknown --write-out variable: '%s'", name)
			}
			i += len(name) + 2
		case strings.HasPrefix(rest, "%header{") && strings.Contains(rest, "}"):
			name, _, _ := strings.Cut(rest[len("%header{"):], "}")
			b.WriteString(r.Header.Get(name))
			i += len("%header{") + len(name)
		case strings.HasPrefix(rest, "%%"):
			b.WriteByte('%')
			i++
		case len(rest) > 1 && rest[0] == '\\' && strings.IndexByte("nrt", rest[1]) >= 0:
			b.WriteByte(map[byte]byte{'n': '\n', 'r': '\r', 't': '\t'}[rest[1]])
			i++
		default:
			b.WriteByte(format[i])
		}
	}
	return b.String()
}

// formBody makes the parts of -F: NAME=TEXT, NAME=@FILE, NAME=<FILE, each
// perhaps with ;type=KIND and ;filename=NAME.
func formBody(fields []string, read func(string) (string, error), most int64) ([]byte, string, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
	for _, field := range fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return nil, "", fmt.Errorf("-F: NAME=VALUE is expected, found %q", field)
		}
		file, kind := "", ""
		if value != "" && (value[0] == '@' || value[0] == '<') {
			parts := strings.Split(value[1:], ";")
			for _, p := range parts[1:] {
				if k, ok := strings.CutPrefix(p, "type="); ok {
					kind = k
				} else if f, ok := strings.CutPrefix(p, "filename="); ok {
					file = f
				}
			}
			if value[0] == '@' && file == "" {
				file = path.Base(parts[0])
			}
			if value[0] == '@' && kind == "" {
				kind = "application/octet-stream"
			}
			var err error
			if value, err = read(parts[0]); err != nil {
				return nil, "", err
			}
		}
		h := textproto.MIMEHeader{}
		line := fmt.Sprintf(`form-data; name="%s"`, quote.Replace(name))
		if file != "" {
			line += fmt.Sprintf(`; filename="%s"`, quote.Replace(file))
		}
		h.Set("Content-Disposition", line)
		if kind != "" {
			h.Set("Content-Type", quote.Replace(kind))
		}
		part, err := w.CreatePart(h)
		if err == nil {
			_, err = io.WriteString(part, value)
		}
		if err != nil {
			return nil, "", err
		}
		if int64(b.Len()) > most {
			return nil, "", errTooLarge
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
