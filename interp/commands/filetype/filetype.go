// Package filetype tells what kind of file something is by its bytes, in the words
// of file(1).
//
// It knows the formats that programs meet daily, with what their headers tell;
// the thousands of others are data. It opens nothing: who has a file hands its
// beginning over. It imports nothing of ours.
package filetype

import (
	"bytes"
	"io"
	"strings"
)

// A Kind of file: in words, as a MIME type, and the encoding of its text, which
// is binary where it is none.
type Kind struct{ Text, MIME, Charset string }

// An Input is what is known of a file.
type Input struct {
	// Head is its beginning.
	Head []byte
	// Cut tells that it goes on behind Head.
	Cut bool
	// File reads all of it, Size bytes; nil when it can not.
	File io.ReaderAt
	Size int64
	// Raw leaves texts from the file as they are.
	Raw bool
	// Without are the looks that are left out.
	Without Looks
}

// Looks are ways to look at a file: at the magic of its beginning, for JSON and
// CSV, and at the encoding of text.
type Looks struct{ Soft, JSON, CSV, Text bool }

// part is what there is of n bytes at an offset.
func (in Input) part(at int64, n int) []byte {
	if at+int64(n) <= int64(len(in.Head)) || in.File == nil {
		return part(in.Head, int(min(at, int64(len(in.Head)))), int(min(at+int64(n), int64(len(in.Head)))))
	}
	buf := make([]byte, n)
	n, _ = in.File.ReadAt(buf, at) // what is there counts
	return buf[:max(n, 0)]
}

const octets = "application/octet-stream"

// Of tells what kind of file it is.
func Of(in Input) Kind {
	data := in.Head
	switch len(data) {
	case 0:
		return Kind{"empty", "inode/x-empty", "binary"}
	case 1:
		return Kind{"very short file (no magic)", octets, "binary"}
	}
	e, isText := encodingOf(data)
	charset := "binary"
	if isText {
		charset = e.charset
	}
	for i := range magics {
		if in.Without.Soft {
			break
		}
		m := &magics[i]
		if len(data) < m.at+len(m.head) || string(data[m.at:m.at+len(m.head)]) != m.head {
			continue
		}
		k := Kind{m.text, m.mime, charset}
		if m.detail != nil && !m.detail(in, &k) {
			continue
		}
		if isText && k.MIME == octets {
			k.MIME = "text/plain"
		}
		return k
	}
	if !isText {
		return guess(in)
	}
	return textKindOf(in, e)
}

// textBytes is how much of a text tells its kind.
const textBytes = 8192

// textKindOf says what kind of text it is.
func textKindOf(in Input, e encoding) Kind {
	data, without := in.Head, in.Without
	if e.plain == nil {
		return Kind{e.text, "text/plain", e.charset}
	}
	lines := lineKinds(e.plain, e.charset)
	if text, mime := jsonKind(data); text != "" && !in.Cut && !without.JSON {
		return Kind{text, mime, e.charset}
	}
	if !without.CSV && delimited(data) {
		return Kind{"CSV text", "text/csv", e.charset}
	}
	switch {
	case without.Text:
		return Kind{"data", octets, e.charset}
	case without.Soft:
		return Kind{e.text + lines, "text/plain", e.charset}
	}
	return soft(data, e, lines)
}

// soft tells texts by the words in them.
func soft(data []byte, e encoding, lines string) Kind {
	if bytes.HasPrefix(data, []byte("#!")) {
		if text, kind, ok := script(data); ok {
			switch kind {
			case "text/x-perl":
				return Kind{text, kind, e.charset}
			case "application/javascript":
				return Kind{text + ", " + e.text + lines, kind, e.charset}
			}
			return Kind{text + ", " + e.text + " executable" + lines, kind, e.charset}
		}
	}
	for _, k := range texts() {
		if k.expr.Match(part(e.plain, 0, textBytes)) {
			return Kind{k.text + strings.ReplaceAll(k.tail, "\x00", e.text) + strings.Repeat(lines, min(1, len(k.tail))), k.mime, e.charset}
		}
	}
	trimmed := bytes.ToLower(bytes.TrimSpace(e.plain))
	switch {
	case bytes.HasPrefix(trimmed, []byte("<?xml")):
		return Kind{"XML 1.0 document, " + e.text + lines, "text/xml", e.charset}
	case bytes.HasPrefix(trimmed, []byte("<!doctype html")) || bytes.HasPrefix(trimmed, []byte("<html")):
		return Kind{"HTML document, " + e.text + lines, "text/html", e.charset}
	}
	return Kind{e.text + lines, "text/plain", e.charset}
}
