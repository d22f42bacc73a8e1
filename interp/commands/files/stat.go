package files

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/commands/moment"
	"github.com/aegish/aegish/interp/vfs"
)

func stat() gnu.Program {
	return gnu.Program{
		Summary: "show the status of files or file systems",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"L,dereference", "follow links"},
			{"f,file-system", "show the status of file systems"},
			{"cached=MODE", "accepted and ignored"},
			{"c,format=FORMAT", "use FORMAT, with a newline behind each"},
			{"printf=FORMAT", "likewise without the newline, with escapes such as \\n"},
			{"t,terse", "print in a line"},
		},
		Main: runStat,
	}
}

const (
	statDefault = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n" +
		"Device: %Hd,%Ld\tInode: %-11i Links: %h\nAccess: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\n" +
		"Access: %x\nModify: %y\nChange: %z\n Birth: %w\n"
	statTerse   = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n"
	spaceTerse  = "%n %i %l %t %s %S %b %f %a %c %d\n"
	spaceFormat = "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\nBlock size: %-10s Fundamental block size: %S\n" +
		"Blocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d\n"
)

// blockSize is the size of blocks that are told, in bytes.
const blockSize = 4096

// arrow is between the name of a link and where it leads; no name has it.
const arrow = "\x00"

// A stater is one run of stat.
type stater struct {
	in     *gnu.Invocation
	owners *owners
	format string
	// plain shows names unquoted, as it is unless %N is spelt so; escapes are those of --printf.
	plain, escapes bool
	// broken tells that the format has a directive that can not be.
	broken bool
}

func runStat(ctx context.Context, in *gnu.Invocation) int {
	s := &stater{in: in, owners: newOwners(in), format: statDefault, plain: true, escapes: true}
	space := in.Has("f")
	switch {
	case space && in.Has("t"):
		s.format = spaceTerse
	case space:
		s.format = spaceFormat
	case in.Has("t"):
		s.format = statTerse
	}
	for _, o := range in.Options {
		switch o.Name {
		case "c":
			s.format, s.plain, s.escapes = o.Value+"\n", !strings.Contains(o.Value, "%N"), false
		case "printf":
			s.format, s.plain, s.escapes = o.Value, !strings.Contains(o.Value, "%N"), true
		case "cached":
			if _, ok := in.Word("--cached", o.Value, "default", "never", "always"); !ok {
				return in.Hint()
			}
		}
	}
	if len(in.Operands) == 0 {
		return in.Missing()
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) || s.broken {
			break
		}
		if space {
			if name == "-" {
				in.Fail("using %s to denote standard input does not work in file system mode", command.QuoteShell("-"))
				continue
			}
			s.space(name)
		} else {
			s.file(name)
		}
	}
	return in.Status()
}

func (s *stater) file(name string) {
	var fi fs.FileInfo
	var err error
	switch {
	case name == "-":
		fi, err = s.in.Stdin.Stat()
	case s.in.Has("L"):
		fi, err = s.in.FS.Stat(name)
	default:
		fi, err = s.in.FS.Lstat(name)
	}
	if err != nil {
		s.in.Fail("cannot statx %s: %s", command.QuoteShell(name), message(err))
		return
	}
	s.print(func(letter, mod byte) (string, bool) { return s.directive(name, fi, letter, mod) })
}

func (s *stater) space(name string) {
	sp, err := spaceAt(s.in, name)
	if err != nil {
		s.in.Fail("cannot read file system information for %s: %s", command.QuoteShell(name), message(err))
		return
	}
	free := strconv.FormatInt((sp.Bytes-sp.UsedBytes)/blockSize, 10)
	s.print(func(letter, _ byte) (string, bool) {
		switch letter {
		case 'n':
			return name, true
		case 'i', 't':
			return "0", true
		case 'l':
			return strconv.Itoa(vfs.MaxName), true
		case 'T':
			return "aegish", true
		case 's', 'S':
			return strconv.Itoa(blockSize), true
		case 'b':
			return strconv.FormatInt(sp.Bytes/blockSize, 10), true
		case 'f', 'a':
			return free, true
		case 'c':
			return strconv.FormatInt(sp.Files, 10), true
		case 'd':
			return strconv.FormatInt(sp.Files-sp.UsedFiles, 10), true
		}
		return "?", true
	})
}

// print writes the format with what value has for each letter.
func (s *stater) print(value func(letter, mod byte) (string, bool)) {
	f := s.format
	out := s.in.Out
	for i := 0; i < len(f); i++ {
		c := f[i]
		switch {
		case c == '\\' && s.escapes && i+1 < len(f):
			i += s.escape(f[i+1:])
		case c == '\\' && s.escapes:
			s.in.Warn("warning: backslash at end of format")
			out.WriteByte(c)
		case c != '%':
			out.WriteByte(c)
		default:
			n := i + 1
			for n < len(f) && strings.IndexByte("-+ #0123456789.'I", f[n]) >= 0 {
				n++
			}
			flags := f[i+1 : n]
			var mod byte
			if n+1 < len(f) && (f[n] == 'H' || f[n] == 'L') && (f[n+1] == 'd' || f[n+1] == 'r') {
				mod = f[n]
				n++
			}
			if end := strings.TrimSuffix(f, "\n"); n >= len(end) && flags != "" {
				s.in.Fail("%s: invalid directive", s.in.Quote(end[i:]))
				s.broken = true
				return
			}
			if n == len(f) || f[n] == '\n' && n == len(f)-1 && flags == "" {
				out.WriteByte('%')
				i = n - 1
				continue
			}
			if f[n] == '%' {
				if flags != "" {
					s.in.Fail("%s: invalid directive", s.in.Quote(f[i:n+1]))
					s.broken = true
					return
				}
				out.WriteByte('%')
			} else if text, ok := value(f[n], mod); ok {
				for i, part := range strings.SplitN(text, arrow, 2) {
					if i > 0 {
						out.WriteString(" -> ")
					}
					out.WriteString(pad(part, flags, f[n]))
				}
			} else {
				out.WriteByte('?')
			}
			i = n
		}
	}
}

// escape writes the escape sequence at the beginning of text and returns its
// length.
func (s *stater) escape(text string) int {
	if i := strings.IndexByte("abefnrtv\\\"", text[0]); i >= 0 {
		s.in.Out.WriteByte("\a\b\x1b\f\n\r\t\v\\\""[i])
		return 1
	}
	n, digits, base := 0, 3, 8
	start := 0
	if text[0] == 'x' {
		start, digits, base = 1, 2, 16
	}
	for n < digits && start+n < len(text) {
		if _, err := strconv.ParseUint(text[start+n:start+n+1], base, 8); err != nil {
			break
		}
		n++
	}
	if n == 0 {
		s.in.Warn("warning: unrecognized escape '\\%c'", text[0])
		s.in.Out.WriteByte(text[0])
		return 1
	}
	v, _ := strconv.ParseUint(text[start:start+n], base, 16)
	s.in.Out.WriteByte(byte(v))
	return start + n
}

// directive is the value of a letter for a file (info coreutils, stat).
func (s *stater) directive(name string, fi fs.FileInfo, letter, mod byte) (string, bool) {
	sy := sys(fi)
	switch letter {
	case 'a':
		return strconv.FormatUint(uint64(bitsOf(fi.Mode())), 8), true
	case 'A':
		return modeString(fi.Mode()), true
	case 'b':
		return strconv.FormatInt(sy.Blocks, 10), true
	case 'B':
		return "512", true
	case 'C':
		s.in.Fail("failed to get security context of %s: %s", command.QuoteShell(name), message(syscall.ENODATA))
		return "?", true
	case 'd', 'D', 'r', 'R', 't', 'T':
		return device(sy, letter, mod), true
	case 'f':
		return strconv.FormatUint(uint64(rawMode(fi.Mode())), 16), true
	case 'F':
		return kindOf(fi), true
	case 'g', 'G':
		return s.who(s.owners.group(sy.GID), sy.GID, letter == 'G'), true
	case 'u', 'U':
		return s.who(s.owners.user(sy.UID), sy.UID, letter == 'U'), true
	case 'h':
		return strconv.FormatUint(sy.Nlink, 10), true
	case 'i':
		return strconv.FormatUint(sy.Ino, 10), true
	case 'm':
		return "/", true
	case 'n':
		return name, true
	case 'N':
		return s.name(name, fi), true
	case 'o':
		return strconv.Itoa(blockSize), true
	case 's':
		return strconv.FormatInt(fi.Size(), 10), true
	case 'w':
		return "-", true
	case 'W':
		return "0", true
	case 'x', 'X':
		return s.time(sy.Atime, letter == 'X'), true
	case 'y', 'Y':
		return s.time(fi.ModTime(), letter == 'Y'), true
	case 'z', 'Z':
		return s.time(sy.Ctime, letter == 'Z'), true
	}
	return "", false
}

func device(sy *vfs.Sys, letter, mod byte) string {
	dev := sy.Dev
	if strings.IndexByte("rRtT", letter) >= 0 {
		dev = sy.Rdev
	}
	switch {
	case mod == 'H':
		return strconv.FormatUint(major(dev), 10)
	case mod == 'L':
		return strconv.FormatUint(minor(dev), 10)
	case letter == 't':
		return strconv.FormatUint(major(dev), 16)
	case letter == 'T':
		return strconv.FormatUint(minor(dev), 16)
	case letter == 'D' || letter == 'R':
		return strconv.FormatUint(dev, 16)
	}
	return strconv.FormatUint(dev, 10)
}

func (s *stater) who(name string, id uint32, named bool) string {
	switch {
	case named && name != "":
		return name
	case named:
		return "UNKNOWN"
	}
	return strconv.FormatUint(uint64(id), 10)
}

func (s *stater) name(name string, fi fs.FileInfo) string {
	quote := command.QuoteShell
	if s.plain {
		quote = func(name string) string { return name }
	}
	text := quote(name)
	if fi.Mode()&fs.ModeSymlink != 0 {
		if target, err := s.in.FS.Readlink(name); err == nil {
			text += arrow + quote(target)
		}
	}
	return text
}

func (s *stater) time(t time.Time, epoch bool) string {
	if epoch {
		return fmt.Sprintf("%d.%09d", t.Unix(), t.Nanosecond())
	}
	return moment.Format("%Y-%m-%d %H:%M:%S.%N %z", local(s.in, t))
}

// rawMode is st_mode of stat(2).
func rawMode(mode fs.FileMode) uint32 {
	kind := map[byte]uint32{'-': 0o10, 'd': 0o4, 'l': 0o12, 'p': 0o1, 's': 0o14, 'c': 0o2, 'b': 0o6}[typeLetter(mode)]
	return kind<<12 | bitsOf(mode)
}

// spaceAt asks the file system how full it is.
func spaceAt(in *gnu.Invocation, name string) (vfs.Space, error) {
	if _, err := in.FS.Stat(name); err != nil {
		return vfs.Space{}, err
	}
	if sp, ok := in.FS.(vfs.Spacer); ok {
		return sp.Space(name)
	}
	return vfs.Space{}, fmt.Errorf("no information about file systems")
}
