package archives

import (
	"fmt"
	"io"
)

// listing is -l and -v.
func (z *unzipper) listing(entries *zipEntries) {
	packed := z.list > 1
	if z.quiet < 2 {
		note, more := "", ""
		if z.lower > 0 {
			note, more = " (\"^\" ==> case", "   conversion)"
		}
		if packed {
			z.say(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name%s\n--------  ------  ------- ---- ---------- ----- --------  ----%s\n", note, more)
		} else {
			z.say("  Length      Date    Time    Name%s\n---------  ---------- -----   ----%s\n", note, more)
		}
	}
	var total zipTotal
	for z.ctx.Err() == nil {
		e, err := entries.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			z.noEntry(entries.n, err)
			return
		}
		mark := ' '
		if z.lower > 1 || z.lower == 1 && caseless(e.system) {
			mark = '^'
		}
		z.fit(e)
		if !z.selected(e.name) {
			continue
		}
		total.add(e)
		modified, _ := e.modified(z.zone)
		when := modified.In(z.zone).Format("2006-01-02 15:04")
		if packed {
			z.say("%8d  %-7s%8d %3d%% %s %08x %c%s\n", e.size, method(e), e.bare(), saved(e.size, e.bare()), when, e.crc, mark, z.shown(e.name))
		} else {
			z.say("%9d  %s  %c%s\n", e.size, when, mark, z.shown(e.name))
		}
		if e.comment != "" && z.quiet == 0 {
			z.say("%s\n", e.comment)
		}
	}
	if z.quiet < 2 {
		if packed {
			z.say("--------          -------  ---                            -------\n%8d%17d %3d%%%28s%d file%s\n", total.size, total.packed, saved(total.size, total.packed), "", total.files, plural(total.files))
		} else {
			z.say("---------                     -------\n%9d                     %d file%s\n", total.size, total.files, plural(total.files))
		}
	}
	if total.files == 0 && z.status <= unzipWarning {
		z.status = unzipNothing
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// A zipTotal sums up entries.
type zipTotal struct {
	files        int
	size, packed uint64
}

func (t *zipTotal) add(e *zipEntry) {
	t.files++
	t.size += e.size
	t.packed += e.bare()
}

// bare is how much a member takes without what encryption adds.
func (e *zipEntry) bare() uint64 {
	if e.flags&zipEncrypted != 0 && e.packed >= zipCryptHeader {
		return e.packed - zipCryptHeader
	}
	return e.packed
}

// method is how a member is packed, for -v.
func method(e *zipEntry) string {
	switch e.method {
	case 0:
		return "Stored"
	case 8:
		return "Defl:" + "NXFS"[e.flags>>1&3:][:1]
	case 9:
		return "Def64" + "NXFS"[e.flags>>1&3:][:1]
	case 12:
		return "BZip2"
	case 14:
		return "LZMA"
	}
	return fmt.Sprintf("Unk:%03d", e.method)
}

// tenths is how much smaller packed is, in tenths of percent.
func tenths(size, packed uint64) int64 {
	if size == 0 {
		return 0
	}
	if packed > size {
		return -int64(1000*(float64(packed)-float64(size))/float64(size) + 0.5)
	}
	return int64(1000*(float64(size)-float64(packed))/float64(size) + 0.5)
}

// saved is tenths in percent.
func saved(size, packed uint64) int64 {
	t := tenths(size, packed)
	if t < 0 {
		return (t - 5) / 10
	}
	return (t + 5) / 10
}

// caseless tells whether names of a system have no case.
func caseless(system byte) bool {
	switch system {
	case zipFAT, 2, 4, 9, 10, 11, 15, 17, 18:
		return system != zipNTFS
	}
	return false
}

// stampArchive is -T: the archive gets the time of its latest member.
func (z *unzipper) stampArchive(entries *zipEntries) {
	var latest int64 = -1 << 62
	for {
		e, err := entries.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			z.noEntry(entries.n, err)
			break
		}
		if when, _ := e.modified(z.zone); !e.directory() {
			latest = max(latest, when.Unix())
		}
	}
	z.setStamp(latest)
}
