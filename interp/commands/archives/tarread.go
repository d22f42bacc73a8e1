package archives

import (
	"archive/tar"
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/pattern"
)

// read is -t and -x; dir is the directory of the last -C.
func (a *archiver) read(dir string) int {
	in, err := a.call.Open(a.ctx, a.file)
	if err != nil {
		return a.fatal("%s: Cannot open: %s", a.file, command.Message(err))
	}
	defer in.Close()
	if in.Terminal() {
		return a.fatal("Refusing to read archive contents from terminal (missing -f option?)")
	}
	r := buffered(in)
	if head, err := r.Peek(1); len(head) == 0 && err != io.EOF {
		return a.fatal("%s: Cannot read: %s", a.file, command.Message(err))
	}
	source := io.Reader(r)
	c, compressed := detect(r)
	if a.codec != nil && (!compressed || c.name != a.codec.name) {
		return a.fatal("%s: not in %s format", a.file, a.codec.name)
	}
	if compressed {
		z, err := c.expand(r, a.call.Limits.HeldBytes)
		if err != nil {
			return a.fatal("%s: %s", c.name, command.Message(err))
		}
		defer z.Close()
		source = bufio.NewReaderSize(z, command.BufferBytes)
	}
	if dir != "" && a.mode != 't' {
		if fi, err := a.call.FS.Stat(dir); err != nil {
			return a.fatal("%s: Cannot open: %s", dir, command.Message(err))
		} else if !fi.IsDir() {
			return a.fatal("%s: Cannot open: Not a directory", dir)
		}
	}
	return a.members(source, newUnpacker(a, dir))
}

// blockBytes is what everything in an archive is padded to.
const blockBytes = 512

// members goes through an archive.
func (a *archiver) members(source io.Reader, u *unpacker) int {
	wanted := a.wanted()
	empty := &countedInput{r: source}
	t := tar.NewReader(empty)
	began := a.call.Now()
	defer u.finish()
	for any := false; ; any = true {
		if a.ctx.Err() != nil {
			return 2
		}
		h, err := t.Next()
		if err == io.EOF {
			switch {
			case empty.n == 0:
				a.warn("This does not look like a tar archive")
			case empty.n%blockBytes != 0:
				return a.stop(io.ErrUnexpectedEOF, any)
			}
			break
		}
		if err == nil {
			if status, done := a.labelled(h, !any); done {
				return status
			}
		}
		if err == nil && a.begun(h) && a.selected(h, wanted) {
			err = a.member(h, t, u)
		}
		if err != nil {
			if status := a.stop(err, any); status != 0 {
				return status
			}
			break
		}
	}
	a.missing()
	a.sayTotals("read", empty.n, began)
	return 0
}

// begun tells whether a member is behind that of -K, and as new as -N asks for.
func (a *archiver) begun(h *tar.Header) bool {
	if a.extra.start != "" && a.extra.start != strings.TrimRight(h.Name, "/") {
		return false
	}
	a.extra.start = ""
	return a.extra.newer.IsZero() || h.Typeflag == tar.TypeDir || !h.ModTime.Before(a.extra.newer)
}

// missing reports the names that no member has.
func (a *archiver) missing() {
	hinted := a.wildcards
	for i := range a.work {
		n := &a.work[i]
		if n.found {
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
		a.warn("%s: Not found in archive", inMessage(name))
	}
}

// stop words what ends the reading of an archive; 0 when what was unpacked so
// far is to be finished.
func (a *archiver) stop(err error, any bool) int {
	var failed *command.OutputError
	var input *inputError
	switch {
	case a.ctx.Err() != nil:
		return 2
	case a.out.Err() != nil:
		return 2 // Finish tells
	case errors.Is(err, tar.ErrHeader) && !any, errors.Is(err, io.ErrUnexpectedEOF) && !any:
		a.warn("This does not look like a tar archive")
		return 0
	case errors.Is(err, tar.ErrHeader):
		a.warn("A header is damaged; what follows is not read")
		return 0
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errTruncated):
		return a.fatal("Unexpected EOF in archive")
	case errors.As(err, &failed):
		return a.fatal("Cannot write: %s", command.Message(failed.Err))
	case errors.As(err, &input):
		return a.fatal("%s: Cannot read: %s", a.file, command.Message(input.error))
	}
	return a.fatal("%s", command.Message(err))
}

func (a *archiver) wanted() []*pattern.Pattern {
	if !a.wildcards {
		return nil
	}
	list := make([]*pattern.Pattern, len(a.work))
	for i, n := range a.work {
		list[i] = pattern.Compile(n.name, pattern.Options{Steps: a.call.Limits.Steps})
	}
	return list
}

// selected tells whether a member was asked for: by its name, by a directory
// that it is in, or by a pattern.
func (a *archiver) selected(h *tar.Header, wanted []*pattern.Pattern) bool {
	if a.excluded(h.Name) {
		return false
	}
	if len(a.work) == 0 {
		return true
	}
	name := strings.TrimRight(h.Name, "/")
	any := false
	for i := range a.work {
		n := &a.work[i]
		asked := strings.TrimRight(n.name, "/")
		ok := name == asked || !a.flat && strings.HasPrefix(name, asked+"/")
		if wanted != nil && !ok {
			ok, _ = wanted[i].Match(name)
		}
		if ok {
			n.found, any = true, true
		}
	}
	return any
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
func (a *archiver) renamed(h *tar.Header) (string, bool) {
	name, slash := h.Name, ""
	if len(a.transforms) > 0 {
		if h.Typeflag == tar.TypeDir {
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
func (a *archiver) member(h *tar.Header, content io.Reader, u *unpacker) error {
	name, ok := h.Name, true
	if a.mode != 't' || a.showNew {
		name, ok = a.renamed(h)
	}
	if !ok {
		return nil
	}
	if a.mode != 't' || a.showNew {
		switch h.Typeflag {
		case tar.TypeLink:
			if h.Linkname, ok = a.components(a.transformed(h.Linkname, "h")); !ok {
				return nil
			}
			h.Linkname = a.inTopLevel(h.Linkname)
		case tar.TypeSymlink:
			h.Linkname = a.transformed(h.Linkname, "s")
		}
	}
	shown := *h
	if a.showNew {
		shown.Name = name
	}
	if a.mode == 't' {
		if safe := a.safe(name, "member names"); a.showNew {
			shown.Name = safe
		}
		if h.Typeflag == tar.TypeLink {
			a.safe(h.Linkname, "hard link targets")
		}
		a.show(&shown, a.listing(a.sideways()))
		return a.out.Err()
	}
	if strings.Contains("/"+name+"/", "/../") && !a.absolute {
		a.safe(name, "member names")
		a.warn("%s: Member name contains '..'", inMessage(h.Name))
		return nil
	}
	if a.verbose > 0 {
		a.show(&shown, a.listing(a.sideways()))
	}
	if a.mode == 'd' {
		return u.compare(h, a.safe(name, "member names"), content)
	}
	if h.Typeflag == tarLabel {
		return nil
	}
	if a.extra.command != "" {
		if h.Typeflag == tar.TypeReg {
			return a.toCommand(h, a.safe(name, "member names"), content)
		}
		return nil
	}
	if a.stdout {
		if h.Typeflag == tar.TypeReg {
			_, err := pump(a.ctx, a.out, content)
			return err
		}
		return nil
	}
	return u.unpack(h, a.safe(name, "member names"), content)
}
