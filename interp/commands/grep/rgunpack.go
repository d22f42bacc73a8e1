package grep

import (
	"compress/bzip2"
	"compress/gzip"
	"io"
	"path"
	"slices"
)

// unpacked is what is in a file whose name ends like that of a compressed one. Other
// files are what they are, and what is damaged is an error of its reads.
func (s *settings) unpacked(name string, r io.Reader) (io.Reader, error) {
	if !s.rip.unpack {
		return r, nil
	}
	switch end := path.Ext(name); {
	case slices.Contains([]string{".gz", ".tgz"}, end):
		return gzip.NewReader(r)
	case slices.Contains([]string{".bz2", ".tbz2"}, end):
		return bzip2.NewReader(r), nil
	}
	return r, nil
}
