package archives

import (
	"archive/zip"
	"fmt"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/strftime"
)

// listing is -l, -v and -Z1.
func (z *unzipper) listing(r *zipReader) {
	switch {
	case z.names, z.quiet > 1:
	case z.packed:
		z.out.WriteString(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n")
	default:
		z.out.WriteString("  Length      Date    Time    Name\n---------  ---------- -----   ----\n")
	}
	tz, set := z.call.Getenv("TZ")
	zone := strftime.Location(tz, set)
	var total, packed uint64
	count := 0
	for _, f := range r.File {
		if !z.selected(f.Name) {
			continue
		}
		when := f.Modified.In(zone).Format("2006-01-02 15:04")
		switch {
		case z.names:
			fmt.Fprintf(z.out, "%s\n", escaped(f.Name))
		case z.packed:
			fmt.Fprintf(z.out, "%8d  %-6s%9d %3d%% %s %08x  %s\n", f.UncompressedSize64, method(f), f.CompressedSize64, saved(f.UncompressedSize64, f.CompressedSize64), when, f.CRC32, escaped(f.Name))
		default:
			fmt.Fprintf(z.out, "%9d  %s   %s\n", f.UncompressedSize64, when, escaped(f.Name))
		}
		total, packed, count = total+f.UncompressedSize64, packed+f.CompressedSize64, count+1
	}
	if z.quiet < 2 && !z.names {
		s := "s"
		if count == 1 {
			s = ""
		}
		if z.packed {
			fmt.Fprintf(z.out, "--------          -------  ---                            -------\n%8d%17d %3d%%%28s%d file%s\n", total, packed, saved(total, packed), "", count, s)
		} else {
			fmt.Fprintf(z.out, "---------                     -------\n%9d                     %d file%s\n", total, count, s)
		}
	}
	if count == 0 && len(z.wanted) > 0 {
		z.worse(11)
	}
}

// method is how a member is packed.
func method(f *zip.File) string {
	switch f.Method {
	case zip.Store:
		return "Stored"
	case zip.Deflate:
		return "Defl:" + "NXFS"[f.Flags>>1&3:][:1]
	case 12:
		return "BZip2"
	}
	return fmt.Sprintf("Unk:%03d", f.Method)
}

// saved is how much smaller packed is, in percent.
func saved(size, packed uint64) int64 {
	if size == 0 {
		return 0
	}
	thousandths := 1000 * (float64(size) - float64(packed)) / float64(size)
	if thousandths < 0 {
		return (int64(thousandths) - 5) / 10
	}
	return (int64(thousandths) + 5) / 10
}

func (z *unzipper) selected(name string) bool {
	for _, p := range z.without {
		if ok, _ := p.Match(name); ok {
			return false
		}
	}
	for i, p := range z.wanted {
		if ok, _ := p.Match(name); ok {
			z.matched[i] = true
			return true
		}
	}
	return len(z.wanted) == 0
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
