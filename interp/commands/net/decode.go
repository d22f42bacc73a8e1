package net

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// encodings are what decode knows, as Accept-Encoding has them.
const encodings = "deflate, gzip, zstd"

// windowBytes bounds what a frame of zstd may ask to be held.
const windowBytes = 8 << 20

// layers bounds how many encodings may lie over each other.
const layers = 5

var errEncoding = errors.New("content encoding that is not known")

// decode undoes the encodings of a body (RFC 9110, 8.4).
func decode(body io.Reader, kinds string) (io.Reader, error) {
	list := strings.Split(kinds, ",")
	if len(list) > layers {
		return nil, errEncoding
	}
	for i := len(list) - 1; i >= 0; i-- {
		var err error
		switch strings.ToLower(strings.TrimSpace(list[i])) {
		case "", "identity", "none":
		case "gzip", "x-gzip":
			body, err = gzip.NewReader(body)
		case "deflate":
			body, err = inflate(body)
		case "zstd":
			var d *zstd.Decoder
			if d, err = zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(windowBytes)); err == nil {
				body = d
			}
		default:
			return nil, errEncoding
		}
		if err != nil {
			return nil, err
		}
	}
	return body, nil
}

// inflate reads deflate with the header of zlib, or without, as some servers
// send it.
func inflate(body io.Reader) (io.Reader, error) {
	b := bufio.NewReader(body)
	head, err := b.Peek(2)
	if err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}
