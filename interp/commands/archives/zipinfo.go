package archives

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command/option"
)

var infoOptions = option.Set{
	Usage: "[-OPTIONS] FILE[.zip] [MEMBER]... [-x MEMBER...]",
	About: "Tell what is in zip archives, a line for each member as ls -l has it.",
	Bad:   10,
	Options: []option.Option{
		{Short: '1', Help: "names alone"},
		{Short: '2', Help: "names, and what -h, -t and -z ask for"},
		{Short: 's', Help: "short lines, as by default"},
		{Short: 'm', Help: "lines with how much smaller members are"},
		{Short: 'l', Help: "lines with how large members are packed"},
		{Short: 'v', Help: "all that the archive says"},
		{Short: 'h', Help: "a line on the archive"},
		{Short: 't', Help: "a line of sums"},
		{Short: 'z', Help: "the comment of the archive"},
		{Short: 'T', Help: "times as numbers"},
		{Short: 'C', Help: "names match in upper and lower case"},
		{Short: 'x', Arg: option.Required, Name: "MEMBER...", Help: "leave out what matches"},
	},
}

// An infoForm is how zipinfo lists members.
type infoForm int

const (
	infoDefault infoForm = iota
	infoNames            // -1
	infoBare             // -2
	infoShort            // -s
	infoMedium           // -m
	infoLong             // -l
	infoVerbose          // -v
	infoNothing          // -h, -t or -z alone
)

// A zipInfo is what zipinfo does beside what unzip does.
type zipInfo struct {
	*unzipper
	form                                 infoForm
	wantHead, wantTotal, wantNote, exact bool
}

// flag takes one letter of zipinfo.
func (i *zipInfo) flag(c byte, off bool) bool {
	form := map[byte]infoForm{'1': infoNames, '2': infoBare, 's': infoShort, 'm': infoMedium, 'l': infoLong, 'v': infoVerbose}[c]
	switch {
	case form != 0 && off:
		i.form = infoDefault
	case form != 0:
		i.form = form
	case c == 'h':
		i.wantHead = !off
	case c == 't':
		i.wantTotal = !off
	case c == 'z':
		i.wantNote = !off
	case c == 'T':
		i.exact = !off
	case c == 'C':
		i.fold = !off
	case c == 'L':
		i.lower++
	case c == 'M', c == 'U', c == 'W', c == 'Z':
	default:
		return false
	}
	return true
}

// settle decides what is shown when not all was said.
func (i *zipInfo) settle() {
	members := len(i.wanted)+len(i.without) > 0
	if i.form == infoDefault {
		if i.form = infoShort; (i.wantHead || i.wantTotal) && !members {
			i.form = infoNothing
		}
	}
	switch {
	case i.form == infoVerbose:
		i.wantHead = true
	case i.form == infoNames:
		i.wantHead, i.wantTotal, i.wantNote = false, false, false
	case i.form >= infoShort && i.form < infoNothing && !members:
		i.wantHead, i.wantTotal = true, true
	}
}

// heading tells whether there is one.
func (i *zipInfo) heading() bool { return i.wantHead }

// head is what is said of the whole of an archive.
func (i *zipInfo) head() {
	if i.wantHead {
		i.say("Archive:  %s\n", i.name)
	}
	if i.form == infoVerbose {
		i.end()
		return
	}
	if i.wantNote {
		i.comment()
	}
	if i.wantHead {
		i.say("Zip file size: %d bytes, number of entries: %d\n", i.d.bytes, i.d.entries)
	}
}

func (i *zipInfo) empty() int {
	indent := ""
	if i.form == infoVerbose {
		indent = "  "
	}
	i.say("%sEmpty zipfile.\n", indent)
	return unzipWarning
}

// show lists the members.
func (i *zipInfo) show(entries *zipEntries) {
	var total zipTotal
	var reached int64
	for number := 1; i.ctx.Err() == nil; number++ {
		e, err := entries.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			i.noEntry(entries.n, err)
			return
		}
		raw, gap := e.name, i.gap(e, &reached)
		i.fit(e)
		if !i.selected(e.name) {
			continue
		}
		total.add(e)
		switch i.form {
		case infoNames, infoBare:
			i.say("%s\n", i.shown(e.name))
		case infoVerbose:
			i.verbose(e, number, gap)
		case infoNothing:
		default:
			i.line(e, raw != e.name)
		}
	}
	if i.wantTotal {
		t := tenths(total.size, total.packed)
		sign := ""
		if t < 0 {
			sign, t = "-", -t
		}
		i.say("%d file%s, %d bytes uncompressed, %d bytes compressed:  %s%d.%d%%\n", total.files, plural(total.files), total.size, total.packed, sign, t/10, t%10)
	}
	i.unmatchedInfo(total.files)
	if i.form == infoVerbose {
		i.say("\n")
	}
}

// unmatchedInfo reports names that nothing was found for.
func (i *zipInfo) unmatchedInfo(files int) {
	i.unmatched()
	if files == 0 && i.status <= unzipWarning && i.form != infoNothing {
		i.status = unzipNothing
	}
}

// systems are those that made a member, by number.
var systems = [...]string{"fat", "ami", "vms", "unx", "cms", "atr", "hpf", "mac", "zzz", "cpm", "t20", "ntf", "qds", "aco", "vft", "mvs", "be ", "nsk", "ths", "osx"}

// line is a member in the style of ls -l.
func (i *zipInfo) line(e *zipEntry, folded bool) {
	system := "???"
	if int(e.system) < len(systems) {
		system = systems[e.system]
	}
	kind := "b"
	if e.internal&1 != 0 {
		kind = "t"
	}
	if e.flags&zipEncrypted != 0 {
		kind = strings.ToUpper(kind)
	}
	more := "-"
	switch extended := e.flags&zipDescriptor != 0; {
	case extended && len(e.extra) > 0:
		more = "X"
	case extended:
		more = "l"
	case len(e.extra) > 0:
		more = "x"
	}
	rate := ""
	switch i.form {
	case infoMedium:
		rate = fmt.Sprintf("%3d%%", saved(e.size, e.bare()))
	case infoLong:
		rate = fmt.Sprintf(" %8d", e.packed)
	}
	mark := ""
	if i.lower > 0 && folded {
		mark = "^"
	}
	i.say("%-12s%d.%d %s %8d %s%s%s %s %s %s%s\n", attributesOf(e), e.creator/10, e.creator%10, system, e.size, kind, more, rate, shortMethod(e), i.when(e), mark, i.shown(e.name))
}

func (i *zipInfo) when(e *zipEntry) string {
	when, _ := e.modified(i.zone)
	form := "06-Jan-02 15:04"
	if i.exact {
		form = "20060102.150405"
	}
	return when.In(i.zone).Format(form)
}

// attributesOf are the modes of a member, as its system has them.
func attributesOf(e *zipEntry) string {
	switch e.system {
	case zipFAT, zipHPFS, zipNTFS, zipVFAT, 1, 13, 15:
		if e.system != zipFAT || e.external>>16 == 0 {
			return dosAttributes(e)
		}
	}
	return unixMode(e.external >> 16)
}

func dosAttributes(e *zipEntry) string {
	a := []byte(".rw--..")
	set := func(at int, bit uint32, yes, no byte) {
		a[at] = no
		if e.external&bit != 0 {
			a[at] = yes
		}
	}
	set(2, 1, '-', 'w')
	set(3, 0x10, 'x', '-')
	set(4, 0x20, 'a', '-')
	set(5, 2, 'h', '-')
	set(6, 4, 's', '-')
	set(0, 0x10, 'd', '-')
	if e.external&8 != 0 {
		a[0] = 'V'
	} else if dot := strings.LastIndexByte(e.name, '.'); dot >= 0 {
		for _, suffix := range []string{"com", "exe", "btm", "cmd", "bat"} {
			if s := e.name[dot+1:]; len(s) >= 3 && strings.EqualFold(s[:3], suffix) {
				a[3] = 'x'
			}
		}
	}
	return string(a)
}

// unixMode is a mode as ls writes it.
func unixMode(mode uint32) string {
	b := []byte("?rwxrwxrwx")
	if kind := map[uint32]byte{0o040000: 'd', 0o100000: '-', 0o120000: 'l', 0o060000: 'b', 0o020000: 'c', 0o010000: 'p', 0o140000: 's'}[mode&0o170000]; kind != 0 {
		b[0] = kind
	}
	for bit := range 9 {
		if mode&(1<<(8-bit)) == 0 {
			b[1+bit] = '-'
		}
	}
	for at, s := range map[int]struct {
		bit       uint32
		x, noExec byte
	}{3: {0o4000, 's', 'S'}, 6: {0o2000, 's', 'S'}, 9: {0o1000, 't', 'T'}} {
		if mode&s.bit != 0 {
			if b[at] == 'x' {
				b[at] = s.x
			} else {
				b[at] = s.noExec
			}
		}
	}
	return string(b)
}

// shortMethod is how a member is packed, in four letters.
func shortMethod(e *zipEntry) string {
	level := "NXFS"[e.flags>>1&3:][:1]
	switch e.method {
	case 8:
		return "def" + level
	case 9:
		return "d64" + level
	case 6:
		window, trees := "4", "2"
		if e.flags&2 != 0 {
			window = "8"
		}
		if e.flags&4 != 0 {
			trees = "3"
		}
		return "i" + window + ":" + trees
	}
	if name := map[uint16]string{0: "stor", 1: "shrk", 2: "re:1", 3: "re:2", 4: "re:3", 5: "re:4", 7: "tokn", 10: "dcli", 12: "bzp2", 14: "lzma", 18: "ters", 19: "lz77", 97: "wavp", 98: "ppmd"}[e.method]; name != "" {
		return name
	}
	return fmt.Sprintf("u%03d", e.method)
}

// setStamp gives the archive a time, in seconds.
func (z *unzipper) setStamp(latest int64) {
	when := time.Unix(latest, 0)
	if err := z.call.FS.Chtimes(z.name, when, when); err != nil {
		z.tell("warning:  cannot set time for %s\n", z.name)
		z.worse(unzipWarning)
		return
	}
	if z.quiet == 0 {
		z.say("Updated time stamp for %s.\n", z.name)
	}
}
