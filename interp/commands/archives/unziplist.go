package archives

import (
	"archive/zip"
	"fmt"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/strftime"
)

func (z *unzipper) listing(r *zipReader) {
	if z.quiet < 2 {
		z.out.WriteString("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
	}
	tz, set := z.call.Getenv("TZ")
	zone := strftime.Location(tz, set)
	var total uint64
	count := 0
	for _, f := range r.File {
		if !z.selected(f.Name) {
			continue
		}
		fmt.Fprintf(z.out, "%9d  %s   %s\n", f.UncompressedSize64, f.Modified.In(zone).Format("2006-01-02 15:04"), escaped(f.Name))
		total, count = total+f.UncompressedSize64, count+1
	}
	if z.quiet < 2 {
		s := "s"
		if count == 1 {
			s = ""
		}
		fmt.Fprintf(z.out, "---------                     -------\n%9d                     %d file%s\n", total, count, s)
	}
	if count == 0 && len(z.wanted) > 0 {
		z.worse(11)
	}
}

func (z *unzipper) selected(name string) bool {
	for _, p := range z.without {
		if ok, _ := p.Match(name); ok {
			return false
		}
	}
	any := len(z.wanted) == 0
	for i, p := range z.wanted {
		if ok, _ := p.Match(name); ok {
			z.matched[i], any = true, true
		}
	}
	return any
}

// inside makes of a member's name one that stays in the directory.
func (z *unzipper) inside(f *zip.File) string {
	name := strings.ReplaceAll(f.Name, "\x00", "")
	if f.CreatorVersion>>8 == 0 { // of MS-DOS
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if strings.HasPrefix(name, "/") {
		fmt.Fprintf(z.call.Stderr, "warning:  stripped absolute path spec from %s\n", escaped(f.Name))
		z.worse(1)
	}
	var kept []string
	up := false
	for _, part := range split(name) {
		if part == ".." {
			up = true
			continue
		}
		kept = append(kept, part)
	}
	if up {
		fmt.Fprintf(z.call.Stderr, "warning:  skipped \"../\" path component(s) in %s\n", escaped(f.Name))
		z.worse(1)
	}
	name = strings.Join(kept, "/")
	if z.junk {
		name = path.Base(name)
	}
	return name
}
