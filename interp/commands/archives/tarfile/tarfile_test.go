package tarfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/archives/tarfile"
)

// said collects what a reader says.
type said struct{ strings.Builder }

func (s *said) Warn(keyword, text string) { fmt.Fprintf(s, "%s: %s\n", keyword, text) }
func (s *said) Error(text string)         { fmt.Fprintf(s, "%s\n", text) }

func reader(archive []byte, most int64) (*tarfile.Reader, *said) {
	s := &said{}
	return &tarfile.Reader{In: tarfile.NewInput(bytes.NewReader(archive), 20*tarfile.BlockBytes, false), Say: s, Quote: func(t string) string { return "‘" + t + "’" }, Max: most}, s
}

// TestWhatIsWrittenIsRead writes members in each format and reads them back.
func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long/", 30) + "name"
	when := time.Unix(1e9, 123000000)
	holes := []tarfile.Extent{{Offset: 4096, Bytes: 3}, {Offset: 9000, Bytes: 600}, {Offset: 20000, Bytes: 0}}
	for i := range 30 {
		holes = append(holes, tarfile.Extent{Offset: 30000 + int64(i)*1000, Bytes: 10})
	}
	for name, w := range map[string]tarfile.Writer{
		"gnu": {}, "oldgnu": {Format: tarfile.OldGNU}, "ustar": {Format: tarfile.USTAR}, "v7": {Format: tarfile.V7}, "pax": {Format: tarfile.POSIX, SparseMajor: 1},
		"pax 0.1": {Format: tarfile.POSIX, SparseMinor: 1}, "pax 0.0": {Format: tarfile.POSIX},
	} {
		var b bytes.Buffer
		w.W = &b
		headers := []tarfile.Header{{Type: tarfile.Regular, Name: "a", Mode: 0o644, Size: 5, Stored: 5, ModTime: when, UID: 7, GID: 8, Uname: "u", Gname: "g"}, {Type: tarfile.Symlink, Name: "l", Linkname: "a", Mode: 0o777, ModTime: when}}
		if name != "v7" && name != "ustar" {
			headers = append(headers, tarfile.Header{Type: tarfile.Regular, Name: long, Mode: 0o600, ModTime: when, UID: 1 << 24}, tarfile.Header{Type: tarfile.Regular, Name: "s", Holes: true, Extents: holes, Size: 60000, ModTime: when})
		}
		for i := range headers {
			if err := w.WriteHeader(&headers[i]); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if headers[i].Stored > 0 {
				io.WriteString(&w, "hello")
			}
			for _, e := range headers[i].Extents {
				w.Write(bytes.Repeat([]byte("x"), int(e.Bytes)))
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, s := reader(b.Bytes(), 1<<20)
		for _, want := range headers {
			h, status := r.Next()
			if status != tarfile.Member || h.Name != want.Name || h.Linkname != want.Linkname || h.UID != want.UID || h.Size != want.Size || h.Mode != want.Mode || h.ModTime.Unix() != 1e9 || len(h.Extents) != len(want.Extents) {
				t.Fatalf("%s: %s became %+v, %v, %s", name, want.Name, h, status, s)
			}
			data, err := io.ReadAll(r.Content(h))
			if err != nil || int64(len(data)) != want.Size || want.Holes && (strings.Count(string(data), "x") != 903 || data[4096] != 'x' || data[4099] != 0) {
				t.Errorf("%s: %s has %d bytes, %v", name, want.Name, len(data), err)
			}
		}
		if _, status := r.Next(); status != tarfile.Zero || s.Len() > 0 {
			t.Errorf("%s: ends with %v, %s", name, status, s)
		}
	}
}

// changed is an archive of one member whose header was changed, with a true sum.
func changed(from int, field string, content string) []byte {
	var b bytes.Buffer
	w := tarfile.Writer{W: &b}
	w.WriteHeader(&tarfile.Header{Type: tarfile.Regular, Name: "a", Mode: 0o644, Size: int64(len(content)), Stored: int64(len(content)), ModTime: time.Unix(1, 0)})
	io.WriteString(&w, content)
	w.Close()
	out := b.Bytes()
	copy(out[from:], field)
	sum := 0
	for i, c := range out[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int(c)
	}
	copy(out[148:], fmt.Sprintf("%06o\x00 ", sum))
	return out
}

// TestHeadersThatLie has what is wrong told, and nothing but that happens.
func TestHeadersThatLie(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("y", 1000)
	for _, c := range []struct {
		from                 int
		field, content, want string
	}{
		{124, "zzzzzzzzzzz\x00", "x", "Archive contains ‘zzzzzzzzzzz’ where numeric off_t value expected"},
		{124, strings.Repeat(" ", 12), "x", "Blanks in header where numeric off_t value expected"},
		{124, strings.Repeat("\xff", 12), "x", "out of off_t range"},
		{108, "\x80\x00\x00\x01\x00\x00\x00\x00", "x", "Archive value 4294967296 is out of uid_t range 0..4294967295"},
		{136, "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "x", "base-256 value is out of time_t range"},
		{156, "x", "junk", "Malformed extended header: missing length"},
		{156, "x", "7 junk\n", "missing equal sign"},
		{156, "x", "99 a=b\n", "Extended header length 99 is out of range"},
		{156, "x", "7a=bcd\n", "missing blank after length"},
		{156, "x", "7 a=bcd", "missing newline"},
		{156, "x", "11 size=-1\n", "invalid size=-1"},
		{156, "x", "8 odd=1\n", "Ignoring unknown extended header keyword 'odd'"},
		{156, "S", big, ""},
	} {
		archive := changed(c.from, c.field, c.content)
		if c.field == "x" {
			archive = append(archive[:1024:1024], changed(0, "b", "")...)
		}
		r, s := reader(archive, 1<<20)
		for range 10 {
			if _, status := r.Next(); status == tarfile.Failed || status == tarfile.End || status == tarfile.Zero {
				break
			}
		}
		if !strings.Contains(s.String(), c.want) {
			t.Errorf("%q: %q, want %q", c.field, s, c.want)
		}
	}
}

// TestMapsThatLie has maps of sparse files refused that are out of order, larger
// than the file or longer than what is stored.
func TestMapsThatLie(t *testing.T) {
	t.Parallel()
	for _, m := range []string{"0,10,5,10", "0,4000000000", "9223372036854775807,9223372036854775807", "10", "0,600,100000,1", "-1,5", "a,b"} {
		rec := fmt.Sprintf("GNU.sparse.map=%s\n", m)
		text := ""
		for _, line := range []string{"GNU.sparse.size=1000\n", rec} {
			n := len(line) + 3
			if n > 99 {
				n++
			}
			text += fmt.Sprintf("%d %s", n, line)
		}
		archive := append(changed(156, "x", text)[:1024:1024], changed(0, "b", strings.Repeat("z", 700))...)
		r, s := reader(archive, 1<<20)
		if h, status := r.Next(); status != tarfile.Member || !strings.Contains(s.String(), "invalid") || h.Holes {
			t.Errorf("%s: %v %+v %q", m, status, h, s)
		}
	}
}

// TestLongHeadersAreBounded reads a name and a header at the bound and one byte
// behind it.
func TestLongHeadersAreBounded(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("n", 5000)
	var b bytes.Buffer
	w := tarfile.Writer{W: &b}
	w.WriteHeader(&tarfile.Header{Type: tarfile.Regular, Name: name, ModTime: time.Unix(1, 0)})
	w.Close()
	r, _ := reader(b.Bytes(), 5001)
	if h, status := r.Next(); status != tarfile.Member || h.Name != name {
		t.Errorf("at the bound: %v", status)
	}
	r, _ = reader(b.Bytes(), 5000)
	if _, status := r.Next(); status != tarfile.Failed || !errors.Is(r.Err(), tarfile.ErrTooLong) {
		t.Errorf("behind it: %v, %v", status, r.Err())
	}
	// A map claims more extents than there may be.
	sparse := changed(156, "x", "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n27 GNU.sparse.realsize=99\n")
	for count, want := range map[int]error{1 << 16: tarfile.ErrTooLong, 1: nil} {
		archive := append(sparse[:1024:1024], changed(0, "b", fmt.Sprintf("%d\n0\n1\n", count))...)
		r, _ = reader(archive, 1<<16)
		if r.Next(); !errors.Is(r.Err(), want) {
			t.Errorf("%d extents: %v", count, r.Err())
		}
	}
}

// TestCutArchives reads archives that end anywhere: nothing but the end, what is
// missing or damage is told.
func TestCutArchives(t *testing.T) {
	t.Parallel()
	whole := changed(0, "a", strings.Repeat("q", 3000))
	for n := range len(whole) {
		if n%97 != 0 {
			continue
		}
		r, _ := reader(whole[:n], 1<<20)
		h, status := r.Next()
		if n < 512 {
			if status != tarfile.End {
				t.Errorf("%d bytes: %v", n, status)
			}
			continue
		}
		_, err := io.ReadAll(r.Content(h))
		if cut := n < 512+3000 && n/512*512 < 512+3000; cut != errors.Is(err, tarfile.ErrCut) && n < 512+2560 {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(changed(156, "S", "x"))
	f.Add(changed(156, "x", "22 GNU.sparse.major=1\n"))
	f.Fuzz(func(t *testing.T, archive []byte) {
		r, _ := reader(archive, 1<<16)
		for range 1 + len(archive)/tarfile.BlockBytes {
			h, status := r.Next()
			if status == tarfile.Failed || status == tarfile.End {
				return
			}
			if status == tarfile.Member {
				io.CopyN(io.Discard, r.Content(h), 1<<20)
			}
		}
	})
}
