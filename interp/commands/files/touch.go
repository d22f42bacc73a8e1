package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/commands/moment"
	"github.com/aegish/aegish/interp/strftime"
	"github.com/aegish/aegish/interp/vfs"
)

func touch() gnu.Program {
	return gnu.Program{
		Summary: "set the times of files, and make those that are missing",
		Usage:   "[OPTION]... FILE...",
		Options: []gnu.Option{
			{"a", "change the access time only"},
			{"c,no-create", "make no files"},
			{"d,date=STRING", "use the time that STRING means instead of now"},
			{"f", "ignored"},
			{"h,no-dereference", "set the times of symbolic links, not of what they lead to"},
			{"m", "change the modification time only"},
			{"r,reference=FILE", "use the times of FILE"},
			{"t=STAMP", "use [[CC]YY]MMDDhhmm[.ss]"},
			{"time=WORD", "change that time only: access, atime, use, modify, mtime"},
		},
		Main: runTouch,
	}
}

// local is the time of the call in the zone of its environment.
func local(in *gnu.Invocation, t time.Time) time.Time {
	tz, set := in.Getenv("TZ")
	return t.In(strftime.Location(tz, set))
}

// A toucher is one run of touch.
type toucher struct {
	in               *gnu.Invocation
	atime, mtime     time.Time
	noCreate, noLink bool
	// now tells that both times are the current one.
	now bool
}

func runTouch(ctx context.Context, in *gnu.Invocation) int {
	t := &toucher{in: in}
	now := local(in, in.Now())
	t.atime, t.mtime = now, now
	access, modify, sources := false, false, 0
	for _, o := range in.Options {
		switch o.Name {
		case "a":
			access = true
		case "m":
			modify = true
		case "time":
			word, ok := in.Word("--time", o.Value, "atime,access,use", "mtime,modify")
			if !ok {
				return in.Hint()
			}
			access, modify = access || word == "atime", modify || word == "mtime"
		case "c":
			t.noCreate = true
		case "h":
			t.noLink = true
		case "t":
			at, ok := stamp(o.Value, now)
			if !ok {
				return in.Die("invalid date format %s", in.Quote(o.Value))
			}
			t.atime, t.mtime = at, at
			sources++
		}
	}
	if code, ok := t.reference(now, &sources); !ok {
		return code
	}
	if sources > 1 {
		return in.Usage("cannot specify times from more than one source")
	}
	if len(in.Operands) == 0 {
		return in.Usage("missing file operand")
	}
	t.now = sources == 0 && access == modify
	if access && !modify {
		t.mtime = time.Time{}
	}
	if modify && !access {
		t.atime = time.Time{}
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) {
			break
		}
		t.touch(ctx, name)
	}
	return in.Status()
}

// reference handles -r and -d, which may work together.
func (t *toucher) reference(now time.Time, sources *int) (code int, ok bool) {
	if ref, given := t.in.Last("r"); given {
		look := t.in.FS.Stat
		if t.in.Has("h") {
			look = t.in.FS.Lstat
		}
		fi, err := look(ref)
		if err != nil {
			return t.in.Die("failed to get attributes of %s: %s", command.QuoteShell(ref), message(err)), false
		}
		t.atime, t.mtime = local(t.in, sys(fi).Atime), local(t.in, fi.ModTime())
		*sources++
	}
	text, given := t.in.Last("d")
	if !given {
		return 0, true
	}
	var err error
	if *sources == 0 {
		t.atime, t.mtime = now, now
		*sources++
	}
	if t.atime, err = moment.Parse(text, t.atime); err == nil {
		t.mtime, err = moment.Parse(text, t.mtime)
	}
	if err != nil {
		return t.in.Die("invalid date format %s", t.in.Quote(text)), false
	}
	return 0, true
}

func (t *toucher) touch(ctx context.Context, name string) {
	if name == "-" {
		return // the times of standard output are not ours to set
	}
	shown := command.QuoteShell(name)
	look := t.in.FS.Stat
	if t.noLink {
		look = t.in.FS.Lstat
	}
	fi, err := look(name)
	switch {
	case err == nil:
		t.set(name, fi)
		return
	case !t.noCreate && !t.noLink:
		f, opened := vfs.OpenContext(ctx, t.in.FS, name, syscall.O_WRONLY|syscall.O_CREAT, 0o666)
		switch {
		case opened == nil:
			f.Close()
			t.set(name, nil)
			return
		case !isErrno(opened, syscall.EISDIR):
			t.in.Fail("cannot touch %s: %s", shown, message(opened))
			return
		}
	case t.noCreate && isErrno(err, syscall.ENOENT):
		return
	}
	t.in.Fail("setting times of %s: %s", shown, message(err))
}

// set sets the times of a file that is there; fi is nil for a new one.
func (t *toucher) set(name string, fi fs.FileInfo) {
	shown := command.QuoteShell(name)
	var err error
	if t.noLink {
		err = vfs.Lchtimes(t.in.FS, name, t.atime, t.mtime)
	} else {
		err = t.in.FS.Chtimes(name, t.atime, t.mtime)
	}
	switch {
	case err == nil:
	case fi != nil && !fi.IsDir() && !t.noCreate && !mayWrite(t.in, fi):
		t.in.Fail("cannot touch %s: %s", shown, message(syscall.EACCES))
	case isErrno(err, syscall.EPERM) && t.now:
		t.in.Fail("setting times of %s: %s", shown, message(syscall.EACCES))
	default:
		t.in.Fail("setting times of %s: %s", shown, message(err))
	}
}

// stamp reads [[CC]YY]MMDDhhmm[.ss].
func stamp(text string, now time.Time) (time.Time, bool) {
	main, secs, dotted := strings.Cut(text, ".")
	if dotted && len(secs) != 2 || strings.Trim(main+secs, "0123456789") != "" {
		return time.Time{}, false
	}
	var pairs []int
	for i := 0; i+1 < len(main); i += 2 {
		pairs = append(pairs, int(main[i]-'0')*10+int(main[i+1]-'0'))
	}
	year := now.Year()
	switch len(main) {
	case 8:
	case 10:
		year = 1900 + pairs[0]
		if pairs[0] < 69 {
			year += 100
		}
		pairs = pairs[1:]
	case 12:
		year = pairs[0]*100 + pairs[1]
		pairs = pairs[2:]
	default:
		return time.Time{}, false
	}
	sec := 0
	if dotted {
		sec = int(secs[0]-'0')*10 + int(secs[1]-'0')
	}
	at := time.Date(year, time.Month(pairs[0]), pairs[1], pairs[2], pairs[3], sec, 0, now.Location())
	ok := at.Month() == time.Month(pairs[0]) && at.Day() == pairs[1] && pairs[2] < 24 && pairs[3] < 60 && sec < 61
	return at, ok
}
