package archives

import (
	"path"
	"strings"

	"github.com/aegish/aegish/interp/pattern"
)

// archives goes through the archives that a name or pattern means.
func (z *unzipper) archives(given string) int {
	names, wild := z.matching(given)
	var n struct{ good, warned, lost, missing, dirs int }
	worst := 0
	for _, name := range names {
		if z.quiet == 0 && (z.info != nil || !z.stamp) && n.good+n.lost+n.warned+n.missing > 0 {
			z.say("\n")
		}
		status := z.archive(name)
		switch status {
		case 0:
			n.good++
		case unzipWarning:
			n.warned++
		case unzipDirectory:
			n.dirs++
		case unzipNoArchive:
			n.missing++
		default:
			n.lost++
		}
		worst = max(worst, status)
		if status == unzipInterrupted {
			return status
		}
	}
	if n.good+n.warned+n.lost == 0 && n.missing+n.dirs == 1 && !wild {
		worst = z.withSuffix(given, worst)
	}
	if wild {
		if len(names) == 0 {
			z.tell("%s:  cannot find or open %[2]s, %[2]s.zip or %[2]s.ZIP.\n\nNo zipfiles found.\n", z.who(), given)
			return unzipNoArchive
		}
		z.summary(n.good, n.warned, n.lost, n.missing, n.dirs)
	}
	return worst
}

// withSuffix tries the names that an archive may have when it is not there by
// the one that was given; found is how that went.
func (z *unzipper) withSuffix(given string, found int) int {
	for _, suffix := range []string{".zip", ".ZIP"} {
		status := z.archive(given + suffix)
		if status != unzipNoArchive && status != unzipDirectory {
			return status
		}
		found = max(found, status)
	}
	switch {
	case z.quiet >= 3:
	case !z.damaged:
		z.tell("%s:  cannot find or open %[2]s, %[2]s.zip or %[2]s.ZIP.\n", z.who(), given)
	default:
		z.tell("%[1]s:  cannot find zipfile directory in one of %[2]s or\n%[3]*[4]s%[2]s.zip, and cannot find %[2]s.ZIP, period.\n", z.who(), given, len(z.who())+3, "")
	}
	return unzipNoArchive
}

func (z *unzipper) who() string {
	if z.info != nil {
		return "zipinfo"
	}
	return "unzip"
}

// matching lists the archives that a name stands for.
func (z *unzipper) matching(given string) (names []string, wild bool) {
	if !strings.ContainsAny(given, "*?[") {
		return []string{given}, false
	}
	if _, err := z.call.FS.Lstat(given); err == nil {
		return []string{given}, false
	}
	dir, base := path.Split(given)
	at := dir
	if at == "" {
		at = "."
	}
	list, err := z.call.FS.ReadDir(at)
	if err != nil {
		return nil, true
	}
	p := pattern.Compile(base, pattern.Options{Steps: z.call.Limits.Steps})
	for _, e := range list {
		if ok, _ := p.Match(e.Name()); ok && (!strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(base, ".")) {
			names = append(names, dir+e.Name())
		}
	}
	return names, true
}

// summary is what is said of several archives.
func (z *unzipper) summary(good, warned, lost, missing, dirs int) {
	if z.quiet >= 3 || good == 1 && warned+lost+missing+dirs == 0 {
		return
	}
	if missing+lost+warned > 0 || good != 1 {
		z.tell("\n")
	}
	line := func(n int, one, many string) {
		switch {
		case n == 1:
			z.tell("%s", one)
		case n > 1:
			z.tell(many, n)
		}
	}
	if good > 1 || good == 1 && dirs+missing+lost+warned > 0 {
		line(good, "1 archive was successfully processed.\n", "%d archives were successfully processed.\n")
	}
	line(warned, "1 archive had warnings but no fatal errors.\n", "%d archives had warnings but no fatal errors.\n")
	line(lost, "1 archive had fatal errors.\n", "%d archives had fatal errors.\n")
	line(missing, "1 file had no zipfile directory.\n", "%d files had no zipfile directory.\n")
	line(dirs, "1 \"zipfile\" was a directory.\n", "%d \"zipfiles\" were directories.\n")
}

// noArchive reports a file that is none.
func (z *unzipper) noArchive() {
	z.damaged = true
	heading := z.quiet == 0 && !z.stamp
	if z.info != nil {
		heading = z.info.heading()
	}
	if heading {
		z.say("Archive:  %s\n", z.name)
	}
	if z.quiet > 0 || z.info != nil {
		z.tell("[%s]\n", z.name)
	}
	z.tell(`  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.
`)
}

// badTransfer is advice that follows what looks like damage on the way.
const badTransfer = "  (please check that you have transferred or created the zipfile in the\n  appropriate BINARY mode and that you have compiled UnZip properly)\n"
