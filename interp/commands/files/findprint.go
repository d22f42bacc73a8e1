package files

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
)

// ls prints a file as ls -dils does.
func (e *found) ls(out *command.Output) {
	fi := e.info()
	if fi == nil {
		return
	}
	l := &lister{in: e.f.in, owners: e.f.owners, now: e.f.now, time: 'm', style: "locale"}
	it := &item{name: e.path, path: e.path, fi: fi, mode: fi.Mode()}
	user, group := l.owner(it)
	name := escapePath(e.path)
	if it.mode&fs.ModeSymlink != 0 {
		target, _ := e.f.in.FS.Readlink(e.path)
		name += " -> " + escapePath(target)
	}
	fmt.Fprintf(out, "%9d %6d %s %3d %-8s %-8s %8s %s %s\n", sys(fi).Ino, ceilDiv(sys(fi).Blocks, 2), modeString(it.mode),
		sys(fi).Nlink, user.text, group.text, l.sizeText(it), l.stamp(fi.ModTime()), name)
}

// escapePath shows a name in ASCII.
func escapePath(name string) string {
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case strings.IndexByte(" \\\"", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		case strings.IndexByte("\b\f\n\r\t", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte("bfnrt"[strings.IndexByte("\b\f\n\r\t", c)])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// printf is -printf.
func (e *found) printf(out *command.Output, format string) {
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c == '\\' && i+1 < len(format):
			i++
			if at := strings.IndexByte("abfnrtv\\", format[i]); at >= 0 {
				out.WriteByte("\a\b\f\n\r\t\v\\"[at])
				break
			}
			if format[i] == 'c' {
				_ = out.Flush() // Finish reports its error
				return
			}
			n := i
			for n < len(format) && n < i+3 && '0' <= format[n] && format[n] <= '7' {
				n++
			}
			if n == i {
				out.WriteString(`\` + format[i:i+1])
				break
			}
			v, _ := strconv.ParseUint(format[i:n], 8, 16)
			out.WriteByte(byte(v))
			i = n - 1
		case c == '%' && i+1 < len(format):
			n := i + 1
			for n < len(format)-1 && strings.IndexByte("-+ #0123456789.", format[n]) >= 0 {
				n++
			}
			letter, kind := format[n], byte(0)
			if strings.IndexByte("ACTB", letter) >= 0 {
				if n++; n == len(format) {
					out.WriteString(format[i:])
					return
				}
				kind = format[n]
			}
			text, ok := e.directive(letter, kind)
			if !ok {
				out.WriteString(format[i : n+1])
				i = n
				break
			}
			out.WriteString(field(text, format[i+1:n], letter))
			i = n
		default:
			out.WriteByte(c)
		}
	}
}

// checkFormat warns of what -printf does not know; what can not be is an error.
func (f *finder) checkFormat(format string) error {
	for i := 0; i < len(format); i++ {
		switch {
		case i+1 < len(format):
		case format[i] == '%':
			return complain("error: %% at end of format string")
		case format[i] == '\\':
			f.in.Warn("warning: escape `\\' followed by nothing at all")
			continue
		default:
			continue
		}
		switch {
		case format[i] == '\\':
			i++
			if strings.IndexByte("abfnrtv\\c01234567", format[i]) < 0 {
				f.in.Warn("warning: unrecognized escape `\\%c'", format[i])
			}
		case format[i] == '%':
			for i++; i < len(format)-1 && strings.IndexByte("-+ #0123456789.", format[i]) >= 0; i++ {
			}
			if strings.IndexByte("{[(", format[i]) >= 0 {
				return complain("error: the format directive `%%%c' is reserved for future use", format[i])
			}
			if strings.IndexByte("ACTB", format[i]) >= 0 && i+1 == len(format) {
				f.in.Warn("warning: format directive `%%%c' should be followed by another character", format[i])
			}
			if strings.IndexByte("%abcdfghiklmnpstuyACDFGHMPSTUYBZ", format[i]) < 0 {
				f.in.Warn("warning: unrecognized format directive `%%%c'", format[i])
			}
		}
	}
	return nil
}

// field pads and cuts a text as printf does.
func field(text, flags string, letter byte) string {
	spec := strings.TrimLeft(flags, "-+ #0")
	marks := flags[:len(flags)-len(spec)]
	w, precision, dotted := strings.Cut(strings.TrimRight(spec, "ACTB"), ".")
	number := letter == 'd' || letter == 'm'
	p, err := strconv.Atoi(precision)
	switch {
	case !dotted || err != nil:
	case number:
		text = strings.Repeat("0", min(max(p-len(text), 0), 1<<12)) + text
	default:
		text = text[:min(p, len(text))]
	}
	if letter == 'm' && strings.Contains(marks, "#") && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	if letter == 'd' && strings.ContainsAny(marks, "+ ") {
		sign := " "
		if strings.Contains(marks, "+") {
			sign = "+"
		}
		text = sign + text
	}
	n, _ := strconv.Atoi(w)
	gap := min(n, 1<<12) - len(text)
	switch {
	case gap <= 0:
		return text
	case strings.Contains(marks, "-"):
		return text + strings.Repeat(" ", gap)
	case strings.Contains(marks, "0") && number && !dotted:
		return strings.Repeat("0", gap) + text
	}
	return strings.Repeat(" ", gap) + text
}

// directive is the value of a letter of -printf.
func (e *found) directive(letter, kind byte) (string, bool) {
	switch letter {
	case '%':
		return "%", true
	case 'p':
		return e.path, true
	case 'f':
		if e.depth == 0 && strings.HasSuffix(e.path, "/") && trim(e.path) != "/" {
			return e.name + "/", true
		}
		return e.name, true
	case 'Z':
		e.f.in.Fail("getfilecon failed: %s: %s", e.f.in.Quote(e.path), message(syscall.ENODATA))
		return "", true
	case 'h':
		return leading(e.path), true
	case 'P':
		return strings.TrimPrefix(strings.TrimPrefix(e.path, e.start), "/"), true
	case 'H':
		return e.start, true
	case 'd':
		return strconv.Itoa(e.depth), true
	case 'y':
		return kindLetter(e.mode), true
	case 'Y':
		if e.mode&fs.ModeSymlink != 0 {
			fi, err := e.f.in.FS.Stat(e.path)
			switch {
			case isErrno(err, syscall.ELOOP):
				return "L", true
			case err != nil:
				return "N", true
			}
			return kindLetter(fi.Mode()), true
		}
		return kindLetter(e.mode), true
	case 'l':
		if e.mode&fs.ModeSymlink == 0 {
			return "", true
		}
		target, _ := e.f.in.FS.Readlink(e.path)
		return target, true
	}
	fi := e.info()
	if fi == nil {
		return "", true
	}
	return e.status(fi, letter, kind)
}

// leading is what stands before the last component of a path, "." where nothing
// does. The slash behind a name without any other ends such a part, too.
func leading(path string) string {
	i := strings.LastIndexByte(strings.TrimRight(path, "/"), '/')
	if i < 0 {
		i = strings.LastIndexByte(path, '/')
	}
	if i < 0 {
		return "."
	}
	return path[:i]
}

func kindLetter(mode fs.FileMode) string {
	if c := typeLetter(mode); c != '-' {
		return string(rune(c))
	}
	return "f"
}

// status is the value of a letter that stat(2) tells.
func (e *found) status(fi fs.FileInfo, letter, kind byte) (string, bool) {
	s := sys(fi)
	orNumber := func(name string, id uint32) string {
		if name == "" {
			return strconv.FormatUint(uint64(id), 10)
		}
		return name
	}
	switch letter {
	case 's':
		return strconv.FormatInt(fi.Size(), 10), true
	case 'b':
		return strconv.FormatInt(s.Blocks, 10), true
	case 'S':
		if fi.Size() == 0 {
			return "1", true
		}
		return strconv.FormatFloat(float64(s.Blocks)*512/float64(fi.Size()), 'g', 6, 64), true
	case 'k':
		return strconv.FormatInt(ceilDiv(s.Blocks, 2), 10), true
	case 'm':
		return strconv.FormatUint(uint64(bitsOf(fi.Mode())), 8), true
	case 'M':
		return modeString(fi.Mode()), true
	case 'n':
		return strconv.FormatUint(s.Nlink, 10), true
	case 'i':
		return strconv.FormatUint(s.Ino, 10), true
	case 'D':
		return strconv.FormatUint(s.Dev, 10), true
	case 'u':
		return orNumber(e.f.owners.user(s.UID), s.UID), true
	case 'g':
		return orNumber(e.f.owners.group(s.GID), s.GID), true
	case 'U':
		return strconv.FormatUint(uint64(s.UID), 10), true
	case 'G':
		return strconv.FormatUint(uint64(s.GID), 10), true
	case 'a', 'A':
		return e.f.formatTime(s.Atime, kind), true
	case 'c', 'C':
		return e.f.formatTime(s.Ctime, kind), true
	case 't', 'T':
		return e.f.formatTime(fi.ModTime(), kind), true
	}
	return "", false
}
