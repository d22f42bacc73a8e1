package net

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"path"
	"strings"
)

// A formPart is one argument of -F: NAME=TEXT, NAME=@FILE, NAME=<FILE, each
// perhaps with ;type=KIND, ;filename=NAME and ;headers=LINE behind.
type formPart struct {
	name, value, kind, file string
	// from is @ or < for a value that names a file.
	from    byte
	headers []string
}

func parsePart(field string) (formPart, error) {
	name, rest, ok := strings.Cut(field, "=")
	if !ok {
		return formPart{}, fmt.Errorf("-F: NAME=VALUE is expected, found %q", field)
	}
	p := formPart{name: name}
	if rest != "" && (rest[0] == '@' || rest[0] == '<') {
		p.from, rest = rest[0], rest[1:]
	}
	stop := ";"
	if p.from == '@' {
		stop = ";,"
	}
	p.value, rest = formWord(rest, stop)
	for strings.HasPrefix(rest, ";") {
		key, value, _ := strings.Cut(strings.TrimLeft(rest[1:], " "), "=")
		word, left := formWord(value, ";")
		switch key {
		case "type":
			p.kind = word
		case "filename":
			p.file = word
		case "headers":
			p.headers = append(p.headers, word)
		}
		rest = left
	}
	if strings.HasPrefix(rest, ",") {
		return formPart{}, fmt.Errorf("-F: several files of one name are not supported")
	}
	return p, nil
}

// formWord reads up to one of the bytes of stop, or a quoted string, and returns
// what is behind.
func formWord(text, stop string) (word, rest string) {
	if !strings.HasPrefix(text, `"`) {
		if i := strings.IndexAny(text, stop); i >= 0 {
			return text[:i], text[i:]
		}
		return text, ""
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case c == '"':
			return b.String(), text[i+1:]
		default:
			b.WriteByte(c)
		}
	}
	return text, "" // not closed: it is no quotation mark
}

// kinds are the types that curl knows by the ends of names.
var kinds = map[string]string{".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
	".txt": "text/plain", ".htm": "text/html", ".html": "text/html", ".pdf": "application/pdf", ".xml": "application/xml"}

// header makes the headers of a part.
func (p *formPart) header() (textproto.MIMEHeader, error) {
	quote := strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22")
	h := textproto.MIMEHeader{}
	line := fmt.Sprintf(`form-data; name="%s"`, quote.Replace(p.name))
	if p.from == '@' && p.file == "" && p.value != "-" {
		p.file = path.Base(p.value)
	}
	if p.file != "" {
		line += fmt.Sprintf(`; filename="%s"`, quote.Replace(p.file))
	}
	h.Set("Content-Disposition", line)
	if p.kind == "" && p.from == '@' {
		p.kind = cmp.Or(kinds[strings.ToLower(path.Ext(p.file))], kinds[strings.ToLower(path.Ext(p.value))], "application/octet-stream")
	}
	if p.kind != "" {
		h.Set("Content-Type", quote.Replace(p.kind))
	}
	for _, line := range p.headers {
		name, value, _ := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); checkHeader(name, value) != nil {
			return nil, errHeader
		}
		h.Set(name, value)
	}
	return h, nil
}

// formBody makes a body of the arguments of -F.
func formBody(fields []string, read func(string) (string, error), most int64) ([]byte, string, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	var unique [8]byte
	rand.Read(unique[:])
	if err := w.SetBoundary(strings.Repeat("-", 24) + hex.EncodeToString(unique[:])); err != nil {
		return nil, "", err
	}
	for _, field := range fields {
		p, err := parsePart(field)
		if err != nil {
			return nil, "", err
		}
		content := p.value
		if p.from != 0 {
			if content, err = read(p.value); err != nil {
				return nil, "", err
			}
		}
		h, err := p.header()
		if err != nil {
			return nil, "", err
		}
		part, err := w.CreatePart(h)
		if err == nil {
			_, err = io.WriteString(part, content)
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
