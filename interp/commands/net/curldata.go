package net

import (
	"errors"
	"io"
	"net/url"
	"strings"
)

// bodyBytes bounds what is sent.
func (j *curlJob) bodyBytes() int64 { return min(j.call.Limits.HeldBytes/4, 64<<20) }

// read reads a file, or standard input for -, as far as a body may be.
func (j *curlJob) read(name string) (string, error) {
	in, err := j.call.Open(j.ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return readAll(in, j.bodyBytes())
}

// readAll reads at most most bytes.
func readAll(r io.Reader, most int64) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = errTooLarge
	}
	return string(data), err
}

// addData takes the argument of one of the data options.
func (s *curlSetup) addData(j *curlJob, kind, value string) error {
	s.ask(askPost)
	var err error
	switch {
	case kind == "data-urlencode":
		value, err = j.encodeData(value)
	case kind != "data-raw" && strings.HasPrefix(value, "@"):
		if value, err = j.readData(value[1:]); kind == "data" {
			value = strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(value)
		}
	}
	if err != nil {
		return err
	}
	if s.req.hasBody && kind != "json" {
		s.data = append(s.data, '&')
	}
	s.data = append(s.data, value...)
	if s.req.hasBody = true; int64(len(s.data)) > j.bodyBytes() {
		return errTooLarge
	}
	s.json = s.json || kind == "json"
	return nil
}

// readData reads a file for a body; one that can not be read is an empty one, as
// for curl. One that is too large is an error.
func (j *curlJob) readData(name string) (string, error) {
	text, err := j.read(name)
	if errors.Is(err, errTooLarge) || j.ctx.Err() != nil {
		return "", err
	}
	if err != nil {
		j.warn("Couldn't read data from file \"%s\", this makes an empty POST.", name)
	}
	return text, nil
}

// encodeData is --data-urlencode: content, =content, name=content, @file,
// name@file (curl(1)).
func (j *curlJob) encodeData(value string) (string, error) {
	i := strings.IndexAny(value, "=@")
	if i < 0 {
		return url.QueryEscape(value), nil
	}
	name, content := value[:i], value[i+1:]
	if value[i] == '@' {
		var err error
		if content, err = j.readData(content); err != nil || content == "" {
			return "", err
		}
	}
	if name == "" {
		return url.QueryEscape(content), nil
	}
	return name + "=" + url.QueryEscape(content), nil
}

// addQuery is --url-query: as --data-urlencode, or as it is behind a +.
func (s *curlSetup) addQuery(j *curlJob, value string) error {
	q, plain := strings.CutPrefix(value, "+")
	if !plain {
		var err error
		if q, err = j.encodeData(value); err != nil {
			return err
		}
	}
	s.query = strings.TrimPrefix(s.query+"&"+q, "&")
	return nil
}

// addHeader is -H: a header, or a file of them behind @.
func (s *curlSetup) addHeader(j *curlJob, value string) error {
	name, ok := strings.CutPrefix(value, "@")
	if !ok {
		return setHeader(s.req.header, value, s.has)
	}
	text, err := j.read(name)
	if err != nil {
		j.warn("Failed to open %s!", name)
		return nil // as curl, which goes on without
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			if err := setHeader(s.req.header, line, s.has); err != nil {
				return err
			}
		}
	}
	return nil
}

// byteRange is -r; a number alone is from there to the end.
func (s *curlSetup) byteRange(value string) error {
	if value != "" && strings.Trim(value, "0123456789") == "" {
		value += "-"
	}
	if strings.Trim(value, "0123456789-, ") != "" {
		return errors.New("a range of bytes is expected")
	}
	return s.header("Range", "bytes="+value)
}

// writeFormat is -w: a format, or a file that has it.
func (s *curlSetup) writeFormat(j *curlJob, value string) error {
	name, ok := strings.CutPrefix(value, "@")
	if !ok {
		s.format = value
		return nil
	}
	text, err := j.read(name)
	if err != nil {
		j.warn("Failed to open %s!", name)
	}
	s.format = text
	return nil
}

// withQuery puts more behind a URL.
func withQuery(text, query string) string {
	text, _, _ = strings.Cut(text, "#")
	if strings.Contains(text, "?") {
		return text + "&" + query
	}
	return text + "?" + query
}
