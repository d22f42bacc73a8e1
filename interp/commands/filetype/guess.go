package filetype

import (
	"bytes"
	"fmt"
)

// guess is for what no fixed bytes tell: archives of old tars, which have a
// checksum, and the headers of zlib.
func guess(in Input) Kind {
	d := in.Head
	switch {
	case oldTar(d):
		return Kind{"tar archive", "application/x-tar", "binary"}
	case zlibHeader(d):
		return Kind{"zlib compressed data", "application/zlib", "binary"}
	case len(d) > 376 && d[0] == 0x47 && d[188] == 0x47 && d[376] == 0x47:
		return Kind{"MPEG transport stream data", "video/MP2T", "binary"}
	}
	return Kind{"data", octets, "binary"}
}

// oldTar looks at the checksum of the first header (POSIX.1-1988, 10.1.1).
func oldTar(d []byte) bool {
	if len(d) < 512 {
		return false
	}
	sum, want := 0, 0
	for i, c := range d[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
	}
	text := bytes.Trim(d[148:156], " \x00")
	_, err := fmt.Sscanf(string(text), "%o", &want)
	return err == nil && want == sum
}

// zlibHeader is that of RFC 1950 with a window of 32 KiB and no dictionary.
func zlibHeader(d []byte) bool {
	return d[0] == 0x78 && (d[1] == 0x01 || d[1] == 0x5e || d[1] == 0x9c || d[1] == 0xda)
}
