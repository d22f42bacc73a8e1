package archives

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
)

// read is -t, -x, -d and --test-label.
func (a *archiver) read() int {
	t, status := a.openArchive(a.file)
	if status != 0 {
		return status
	}
	closed := false
	finish := func() {
		if !closed {
			closed = true
			t.Close()
		}
	}
	defer finish()
	if a.dir != "" && len(a.work) == 0 {
		if status := a.isThere(a.dir); status != 0 {
			return status
		}
	}
	status = a.members(t, newUnpacker(a, a.dir))
	if status == 0 && a.childStatus == 0 && a.mode != 'l' {
		// What is behind the end belongs to the pipe that a program writes to.
		if status = a.drain(t); status == 0 {
			finish()
		}
	}
	if status == 0 && a.childStatus != 0 {
		return a.fatal("Child returned status %d", a.childStatus)
	}
	if status == 0 {
		a.sayTotals(false)
	}
	return status
}

// drain reads what is behind the end of an archive that can not be sought in.
func (a *archiver) drain(t *tarInput) int {
	if t.In.Seeks() {
		return 0
	}
	for t.In.Next() != nil {
		if a.ctx.Err() != nil {
			return 2
		}
	}
	a.readBytes = t.In.Records * a.record
	return 0
}

// isThere looks whether the directory of -C is one.
func (a *archiver) isThere(dir string) int {
	if fi, err := a.call.FS.Stat(dir); err != nil {
		return a.fatal("%s: Cannot open: %s", dir, command.Message(err))
	} else if !fi.IsDir() {
		return a.fatal("%s: Cannot open: Not a directory", dir)
	}
	return 0
}

// members goes through an archive.
func (a *archiver) members(t *tarInput, u *unpacker) int {
	defer u.finish()
	any, good := false, true // good: the block before was no failure
	for first := true; ; first = false {
		if a.ctx.Err() != nil {
			return 2
		}
		h, status := t.Next()
		switch status {
		case tarfile.Member:
			if !any {
				if a.mode == 'l' {
					return a.testLabel(h)
				}
				if status := a.labelled(h); status != 0 {
					return status
				}
				if h.Label != "" && (a.mode == 't' || a.verbose > 0) {
					a.show(&tarfile.Header{Type: tarfile.Volume, Name: h.Label, ModTime: h.ModTime}, a.listing(a.sideways()), 0)
				}
			}
			any, good = true, true
			if status := a.oneMember(t, h, u); status != 0 {
				return status
			}
			if a.complete() {
				return 0
			}
			continue
		case tarfile.Zero:
			a.blockNote(t, "Block of NULs")
			if a.ignoreZeros {
				continue
			}
			if block := t.In.Peek(); block != nil {
				if !tarfile.IsZero(block) {
					a.note("alone-zero-block", "A lone zero block at %d", t.In.Ordinal())
				}
			} else if err := t.In.Err(); err == nil {
				a.note("alone-zero-block", "A lone zero block at %d", t.In.Ordinal())
			}
		case tarfile.End:
			if t.empty && a.childStatus == 0 && first {
				a.warn("This does not look like a tar archive")
			}
			a.blockNote(t, "End of File")
		case tarfile.Damaged:
			if first {
				a.warn("This does not look like a tar archive")
			}
			if good {
				a.warn("Skipping to next header")
			}
			good = false
			continue
		case tarfile.Failed:
			return a.stop(t.Err())
		}
		break
	}
	if a.mode == 'l' {
		return a.testLabel(&tarfile.Header{})
	}
	a.readBytes = t.In.Records * a.record
	a.missing()
	return 0
}

// blockNote is what -R says about a block that is no header.
func (a *archiver) blockNote(t *tarInput, what string) {
	if a.blockNumbers {
		at := t.In.Ordinal()
		if what == "Block of NULs" {
			at--
		}
		fmt.Fprintf(a.listing(a.sideways()), "block %d: ** %s **\n", at, what)
	}
}

// oneMember looks whether a member was asked for, and does with it what was.
func (a *archiver) oneMember(t *tarInput, h *tarfile.Header, u *unpacker) int {
	if h.Type == tarfile.Dir || h.IsDir() {
		h.Name = strings.TrimRight(h.Name, "/") + "/"
	}
	label := h.Type == tarfile.Volume || h.Type == tarfile.Continued
	if a.from != "" && a.from != strings.TrimRight(h.Name, "/") {
		return 0
	}
	a.from = ""
	dir, wanted := a.selected(h)
	if !wanted && !label || a.older(h) {
		if a.showOmitted && h.IsDir() {
			a.call.Errorf("%s: Omitting", a.inMessage(strings.TrimRight(h.Name, "/")))
		}
		return 0
	}
	if dir != u.dir && dir != "" {
		if status := a.isThere(dir); status != 0 {
			return status
		}
	}
	u.dir = dir
	if err := a.member(t, h, u); err != nil {
		return a.stop(err)
	}
	return 0
}

// older tells whether a member is older than -N asks for.
func (a *archiver) older(h *tarfile.Header) bool {
	return !a.newer.IsZero() && h.ModTime.Before(a.newer)
}

// complete tells whether the rest of the archive need not be read: with
// --occurrence, when every name was met.
func (a *archiver) complete() bool {
	if a.occurrence == 0 || len(a.work) == 0 {
		return false
	}
	for i := range a.work {
		if n := &a.work[i]; n.found < a.occurrence || n.slash {
			return false
		}
	}
	return true
}

// stop words what ends the reading of an archive at once.
func (a *archiver) stop(err error) int {
	var failed *command.OutputError
	var input *inputError
	switch {
	case a.ctx.Err() != nil:
		return 2
	case a.out.Err() != nil:
		return 2 // Finish tells
	case errors.Is(err, tarfile.ErrCut), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errTruncated):
		return a.fatal("Unexpected EOF in archive")
	case errors.As(err, &failed):
		return a.fatal("Cannot write: %s", command.Message(failed.Err))
	case errors.As(err, &input):
		return a.fatal("%s: Cannot read: %s", a.file, command.Message(input.error))
	}
	return a.fatal("%s", command.Message(err))
}

// missing reports the names that no member has.
func (a *archiver) missing() {
	hinted := a.wildcards || a.hinted
	for i := range a.work {
		n := &a.work[i]
		if n.found > 0 && (a.occurrence == 0 || n.found >= a.occurrence) {
			continue
		}
		if !hinted && strings.ContainsAny(n.name, "*?[") {
			a.call.Errorf("Pattern matching characters used in file names")
			a.call.Errorf("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")
			hinted = true
		}
		name := n.name
		if len(name) > 1 {
			name = strings.TrimRight(name, "/")
		}
		if n.found == 0 {
			a.warn("%s: Not found in archive", a.inMessage(name))
		} else {
			a.warn("%s: Required occurrence not found in archive", a.inMessage(name))
		}
	}
}

// selected tells whether a member was asked for: by its name, by a directory
// that it is in, or by a pattern. dir is where it is unpacked. What is left out
// counts as found all the same.
func (a *archiver) selected(h *tarfile.Header) (dir string, ok bool) {
	if len(a.work) == 0 {
		return a.dir, !a.excluded(h.Name)
	}
	name := strings.TrimRight(h.Name, "/")
	for i := range a.work {
		n := &a.work[i]
		asked := n.name
		if len(asked) > 1 {
			asked = strings.TrimRight(asked, "/")
		}
		inside := !n.flat && strings.HasPrefix(name, asked+"/")
		if match := name == asked || inside; !match && (n.pattern == nil || !n.pattern.in(name, !n.flat)) {
			continue
		}
		if !inside || n.found == 0 {
			n.found++
		}
		return n.dir, (a.occurrence == 0 || n.found == a.occurrence) && !a.excluded(h.Name)
	}
	return "", false
}

// components leaves out the components of --strip-components; false when there
// are none left.
func (a *archiver) components(name string) (string, bool) {
	for range a.strip {
		_, rest, ok := strings.Cut(strings.TrimLeft(name, "/"), "/")
		if rest = strings.TrimLeft(rest, "/"); !ok || rest == "" {
			return "", false
		}
		name = rest
	}
	return name, true
}

// renamed is the name that a member is unpacked under; false when there is
// none.
func (a *archiver) renamed(h *tarfile.Header) (string, bool) {
	name, slash := h.Name, ""
	if len(a.transforms) > 0 {
		if h.IsDir() {
			name, slash = strings.TrimRight(name, "/"), "/"
		}
		name = a.transformed(name, "r") + slash
	}
	name, ok := a.components(name)
	return a.inTopLevel(name), ok
}

// inTopLevel puts a name into the directory of --one-top-level, unless it is
// there.
func (a *archiver) inTopLevel(name string) string {
	if a.topLevel == "" || name == a.topLevel || strings.HasPrefix(name, a.topLevel+"/") {
		return name
	}
	return a.topLevel + "/" + strings.TrimPrefix(name, "./")
}

// sideways is standard output, or standard error when members are written to
// that.
func (a *archiver) sideways() io.Writer {
	if a.stdout {
		return a.call.Stderr
	}
	return a.out
}

// member lists or unpacks one member.
func (a *archiver) member(t *tarInput, h *tarfile.Header, u *unpacker) error {
	name, ok := h.Name, true
	if h.Type == tarfile.Volume {
		if a.mode == 't' || a.verbose > 0 && a.mode == 'x' {
			a.show(h, a.listing(a.sideways()), t.Begin)
		}
		return nil
	}
	if a.mode != 't' || a.showNew {
		if name, ok = a.renamed(h); !ok {
			return nil
		}
		switch h.Type {
		case tarfile.Link:
			if h.Linkname, ok = a.components(a.transformed(h.Linkname, "h")); !ok {
				return nil
			}
			h.Linkname = a.inTopLevel(h.Linkname)
		case tarfile.Symlink:
			h.Linkname = a.transformed(h.Linkname, "s")
		}
	}
	shown := *h
	if a.showNew {
		shown.Name = name
	}
	if a.mode == 't' {
		return a.list(t, h, &shown, name)
	}
	if a.asking != nil && a.mode == 'x' {
		if ok, err := a.asking.ask("extract", strings.TrimRight(a.safe(name, "member names"), "/")); !ok || err != nil {
			return err
		}
	}
	if strings.Contains("/"+h.Name+"/", "/../") && !a.absolute {
		a.safe(name, "member names")
		a.warn("%s: Member name contains '..'", a.inMessage(h.Name))
		return nil
	}
	if a.verbose > 0 && !(a.verify && a.mode == 'c') {
		a.show(&shown, a.listing(a.sideways()), t.Begin)
	}
	safe := a.safe(name, "member names")
	switch {
	case a.mode == 'd' || a.mode == 'c':
		return u.compare(h, safe, t.Content(h))
	case a.extra.command != "":
		if h.IsRegular() {
			return a.toCommand(h, safe, t.Content(h))
		}
		return nil
	case a.stdout:
		if h.IsRegular() {
			_, err := pump(a.ctx, a.out, t.Content(h))
			return err
		}
		return nil
	}
	return u.unpack(h, safe, t.Reader)
}

// list shows a member for -t.
func (a *archiver) list(t *tarInput, h, shown *tarfile.Header, name string) error {
	if safe := a.safe(name, "member names"); a.showNew {
		shown.Name = safe
	}
	if h.Type == tarfile.Link {
		a.safe(h.Linkname, "hard link targets")
	}
	to := a.listing(a.sideways())
	a.show(shown, to, t.Begin)
	if a.incremental.on && a.verbose > 1 && h.HasNames {
		for _, entry := range strings.Split(strings.TrimSuffix(h.Names, "\x00"), "\x00") {
			if entry != "" {
				fmt.Fprintf(to, "%c %s\n", entry[0], a.escaped(entry[1:]))
			}
		}
		fmt.Fprintln(to)
	}
	return a.out.Err()
}
