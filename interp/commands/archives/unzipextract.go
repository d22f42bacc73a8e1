package archives

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sort"

	"github.com/aegish/aegish/interp/command"
)

// zipBatch is how many entries are read before the first of them is unpacked.
const zipBatch = 64

// extract unpacks, shows or tests what is wanted.
func (z *unzipper) extract(entries *zipEntries) {
	z.count.members, z.count.skipped, z.count.badPassword = 0, 0, 0
	z.spans, z.links, z.dirs = nil, nil, nil
	if !z.spans.add(z.d.start+z.d.extra, z.d.bytes) || z.d.extra != 0 && !z.spans.add(0, z.d.extra) {
		z.overlaps()
		return
	}
	if !z.directory() {
		return
	}
	for end := false; !end; {
		batch, err := z.batch(entries)
		end = err != nil
		if err != nil && err != io.EOF {
			z.noEntry(entries.n, err)
		}
		for _, e := range batch {
			if z.ctx.Err() != nil {
				z.status = unzipInterrupted
				return
			}
			if !z.whole(e) {
				return
			}
			if err := z.member(e); err != nil {
				z.worse(unzipDisk)
				return
			}
		}
	}
	z.finishLinks()
	z.setTimes()
	z.unmatched()
	z.tested()
}

// noEntry reports what is not an entry.
func (z *unzipper) noEntry(n uint64, err error) {
	if errors.Is(err, errNoEntry) {
		z.tell("error:  expected central file header signature not found (file #%d).\n%s", n, badTransfer)
		z.worse(unzipDamaged)
		return
	}
	z.tell("error [%s]:  %s\n", z.name, command.Message(err))
	z.worse(unzipDamaged)
}

// batch reads entries and keeps those that are wanted and can be unpacked.
func (z *unzipper) batch(entries *zipEntries) (list []*zipEntry, err error) {
	for n := 0; n < zipBatch; n++ {
		e, err := entries.next()
		if err != nil {
			return list, err
		}
		e.raw = e.name
		z.fit(e)
		if !z.selected(e.name) {
			continue
		}
		if !z.supported(e) {
			z.count.skipped++
			continue
		}
		list = append(list, e)
	}
	return list, nil
}

// fit makes of a name what the options ask for.
func (z *unzipper) fit(e *zipEntry) {
	if z.lower > 1 || z.lower == 1 && caseless(e.system) {
		e.name = lowerASCII(e.name)
	}
}

// lowerASCII leaves bytes as they are that may belong to any code.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// What unzip can read (APPNOTE.TXT, 4.4.3.2): 4.6 is that of bzip2.
const zipCompat = 46

// supported tells whether a member can be unpacked.
func (z *unzipper) supported(e *zipEntry) bool {
	quiet := z.quiet > 0
	switch {
	case e.reader > zipCompat:
		if !quiet {
			z.tell("   skipping: %s  need PK compat. v%d.%d (can do v%d.%d)\n", z.padded(e.name), e.reader/10, e.reader%10, zipCompat/10, zipCompat%10)
		}
		return false
	case e.method != 0 && e.method != 8 && e.method != 12:
		if !quiet {
			z.tell("   skipping: %s  unsupported compression method %d\n", z.padded(e.name), e.method)
		}
		return false
	}
	return true
}

// unmatched reports names that nothing was found for.
func (z *unzipper) unmatched() {
	for i, what := range []string{"filename", "excluded filename"} {
		for _, p := range [][]zipPattern{z.wanted, z.without}[i] {
			if p.found {
				continue
			}
			z.tell("caution: %s not matched:  %s\n", what, p.text)
			if i == 0 && z.info == nil && z.status <= unzipWarning {
				z.status = unzipNothing
			}
		}
	}
}

// tested is the summary of -t, and the status that follows from what was done.
func (z *unzipper) tested() {
	s := plural
	if c := z.count; z.test && z.quiet < 2 {
		switch {
		case z.status == unzipWarning:
			z.say("At least one warning-error was detected in %s.\n", z.name)
		case z.status != 0:
			z.say("At least one error was detected in %s.\n", z.name)
		case c.members == 0:
			z.say("Caution:  zero files tested in %s.\n", z.name)
		case len(z.wanted)+len(z.without) == 0 && c.skipped+c.badPassword == 0:
			z.say("No errors detected in compressed data of %s.\n", z.name)
		default:
			z.say("No errors detected in %s for the %d file%s tested.\n", z.name, c.members, s(c.members))
		}
		if c.skipped > 0 {
			z.say("%d file%s skipped because of unsupported compression or encoding.\n", c.skipped, s(c.skipped))
		}
		if c.badPassword > 0 {
			z.say("%d file%s skipped because of incorrect password.\n", c.badPassword, s(c.badPassword))
		}
	}
	switch c := z.count; {
	case z.status > unzipWarning:
	case c.members == 0 && c.skipped == 0:
		z.status = unzipNothing
	case c.skipped > 0:
		z.status = unzipUnsupported
	case c.badPassword > 0 && z.status == 0:
		z.status = unzipBadPassword
	}
}

// A zipSpan is a part of a file.
type zipSpan struct{ from, to int64 }

// zipSpans are parts that do not overlap, in their order.
type zipSpans []zipSpan

// add puts in one more; false when some of it was there.
func (s *zipSpans) add(from, to int64) bool {
	list := *s
	i := sort.Search(len(list), func(i int) bool { return list[i].from > from })
	if from < 0 || to < from || i > 0 && list[i-1].to > from || i < len(list) && list[i].from < to {
		return false
	}
	after, before := i > 0 && list[i-1].to == from, i < len(list) && list[i].from == to
	switch {
	case after && before:
		list[i-1].to = list[i].to
		list = append(list[:i], list[i+1:]...)
	case after:
		list[i-1].to = to
	case before:
		list[i].from = from
	default:
		list = slices.Insert(list, i, zipSpan{from, to})
	}
	*s = list
	return true
}

// whole finds what a member holds and reports a member that shares it with
// another, as those do that unpack to more than there can be; false ends all.
func (z *unzipper) whole(e *zipEntry) bool {
	from := int64(e.offset) + z.d.extra
	var local [zipLocalBytes]byte
	_, err := z.d.file.ReadAt(local[:], max(from, 0))
	if err == nil && from >= 0 && string(local[:4]) == zipLocalMagic {
		le := binary.LittleEndian
		e.data = from + zipLocalBytes + int64(le.Uint16(local[26:])) + int64(le.Uint16(local[28:]))
		e.localName = e.raw
		if name := make([]byte, le.Uint16(local[26:])); z.readsAt(name, from+zipLocalBytes) {
			local := *e
			local.name = string(name)
			local.decode(true)
			e.localName = local.name
		}
		if n := len(z.spans); z.spans.add(from, e.data+int64(e.packed)) {
			return n >= len(z.spans) || z.remember()
		}
	} else if from >= 0 {
		return true // reported with the member
	}
	z.overlaps()
	return false
}

// remember accounts for a part of the archive.
func (z *unzipper) remember() bool {
	if err := z.hold(16); err != nil {
		z.tell("error:  %v\n", err)
		z.status = unzipMemory
		return false
	}
	return true
}

func (z *unzipper) overlaps() {
	z.tell("error: invalid zip file with overlapped components (possible zip bomb)\n")
	z.status = unzipBomb
}

func (z *unzipper) readsAt(p []byte, off int64) bool {
	_, err := z.d.file.ReadAt(p, off)
	return err == nil
}

// member unpacks, shows or tests one. Only errors that end everything are
// returned.
func (z *unzipper) member(e *zipEntry) error {
	z.count.members++
	if e.data == 0 {
		z.tell("file #%d:  bad zipfile offset (local header sig):  %d\n", z.count.members, int64(e.offset)+z.d.extra)
		z.worse(unzipError)
		return nil
	}
	if e.localName != e.raw {
		z.tell("%s:  mismatching \"local\" filename (%s),\n         continuing with \"central\" filename version\n", z.shown(e.name), z.shown(e.localName))
		z.worse(unzipWarning)
	}
	if z.test || z.pipe {
		return z.reveal(e)
	}
	crypt, ok := z.unlock(e)
	if !ok {
		return nil
	}
	z.slashes(e)
	if name, ok := z.mapped(e); ok {
		return z.place(e, name, crypt)
	}
	return nil
}

// reveal is a member with -t, -c and -p.
func (z *unzipper) reveal(e *zipEntry) error {
	var to io.Writer = io.Discard
	if z.pipe {
		to = z.out
	}
	if z.pipe && e.directory() && z.bare {
		return nil
	}
	crypt, ok := z.unlock(e)
	if !ok {
		return nil
	}
	if z.quiet == 0 {
		z.heading(e, e.name)
		if z.pipe {
			z.say("\n")
		}
	}
	ok, err := z.content(e, to, crypt)
	switch {
	case err != nil:
		return err
	case z.pipe && z.quiet == 0 && ok:
		z.say("\n")
	case z.quiet == 0 && ok:
		z.say(" OK\n")
	}
	return nil
}

// heading begins the line about a member.
func (z *unzipper) heading(e *zipEntry, name string) {
	verb := map[uint16]string{0: "extracting", 8: "inflating", 12: "bunzipping"}[e.method]
	if z.test {
		verb = "testing"
	}
	kind := ""
	if z.text == 1 && !z.test {
		switch kind = "[binary]"; {
		case e.size == 0:
			kind = "[empty] "
		case e.internal&1 != 0:
			kind = "[text]  "
		}
	}
	z.say("%11s: %s  %s", verb, z.padded(name), kind)
}
