package archives

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

func (z *zipper) failed(err error) int {
	var failed *command.OutputError
	var creating *createError
	switch {
	case errors.As(err, &failed):
		return z.error(zipWriting, "Output file write failure (%s)", command.Message(failed.Err))
	case errors.Is(err, errZipMember):
		return z.error(zipDamaged, "Zip file structure invalid (%s)", z.archive)
	case errors.As(err, &creating):
		fmt.Fprintf(z.messages(), "zip I/O error: %s", command.Message(creating.err))
		return z.error(zipCreating, "Could not create output file (%s)", z.to)
	}
	return z.error(zipReading, "%s", command.Message(err))
}

// A createError is that of making the archive.
type createError struct{ err error }

func (e *createError) Error() string { return e.err.Error() }

// lines reads names or patterns, one a line.
func (z *zipper) lines(from io.Reader) ([]string, error) {
	var all []string
	in := bufio.NewScanner(from)
	in.Buffer(make([]byte, 4096), 2*vfs.MaxPath)
	for in.Scan() {
		all = append(all, in.Text())
		if err := z.hold(len(in.Text())); err != nil {
			return nil, err
		}
	}
	return all, in.Err()
}

// maxComment is what the format has room for (APPNOTE.TXT, 4.4.12).
const maxComment = 1<<16 - 1

// askComments is -c, a line for each member that was packed, and -z, lines up to
// one with a dot alone.
func (z *zipper) askComments() error {
	if !z.comment && !z.comments {
		return nil
	}
	in := bufio.NewScanner(z.call.Stdin)
	in.Buffer(make([]byte, 4096), maxComment+1)
	for _, e := range z.w.entries {
		if i, ok := z.index[e.name]; !z.comments || !ok || !z.added[i].done {
			continue
		}
		fmt.Fprintf(z.messages(), "Enter comment for %s:\n", zipShown(e.name))
		if in.Scan() && in.Text() != "" {
			e.rawComment = in.Text()
			if err := z.hold(len(e.rawComment)); err != nil {
				return err
			}
		}
	}
	if z.comment {
		fmt.Fprint(z.messages(), "enter new zip file comment (end with .):\n")
		var note strings.Builder
		for in.Scan() && in.Text() != "." && note.Len() <= maxComment {
			if note.Len() > 0 {
				note.WriteString("\r\n")
			}
			note.WriteString(in.Text())
		}
		z.note = note.String()[:min(note.Len(), maxComment)]
	}
	return in.Err()
}

// rewrite writes the archive anew beside the old one and puts it in its place.
func (z *zipper) rewrite() error {
	var f vfs.File
	var err error
	var beside string
	for i := range 100 {
		beside = fmt.Sprintf("%s.%d.tmp", z.to, i)
		f, err = vfs.OpenContext(z.ctx, z.call.FS, beside, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return &createError{err}
	}
	out := command.NewFileOutput(z.call, f)
	err = z.pack(out, z.old)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	if cerr := f.Close(); err == nil && cerr != nil {
		err = &command.OutputError{Err: cerr}
	}
	if fi, serr := z.call.FS.Stat(z.to); err == nil && serr == nil && fi.Mode().IsRegular() {
		err = z.call.FS.Chmod(beside, fi.Mode().Perm())
	}
	if err == nil {
		err = z.call.FS.Rename(beside, z.to)
	}
	if err != nil {
		z.call.FS.Remove(beside) // what is there says more than that this failed
	}
	return err
}
