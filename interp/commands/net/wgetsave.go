package net

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// copies bounds the numbers behind a name that is taken.
const copies = 1000

// create opens the file to save in.
func (w *wgetTransfer) create(r *response) (vfs.File, string, error) {
	j := w.job
	base := w.base
	if j.byLast {
		base = w.name(r.target)
	}
	if name, ok := dispositionName(r.Header.Get("Content-Disposition")); j.byHeader && ok && name != "" {
		dir, _ := path.Split(base)
		base = dir + name
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); j.adjust && kind == "text/html" && !strings.HasSuffix(base, ".html") && !strings.HasSuffix(base, ".htm") {
		base += ".html"
	}
	if dir := path.Dir(base); dir != "." {
		parts := strings.Split(dir, "/")
		for i := range parts {
			// What is there already, or can not be made, the open tells.
			if d := strings.Join(parts[:i+1], "/"); d != "" {
				j.call.FS.Mkdir(d, 0o777)
			}
		}
	}
	switch {
	case w.offset > 0 && r.StatusCode == http.StatusPartialContent && !j.started:
		f, err := vfs.OpenContext(j.ctx, j.call.FS, base, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_APPEND, 0o666)
		return f, base, err
	case w.offset > 0 && j.resume && !j.started:
		// A server that begins at the beginning again.
		if _, err := io.CopyN(io.Discard, r.body, w.offset); err != nil && !errors.Is(err, io.EOF) {
			return nil, base, err
		}
		f, err := vfs.OpenContext(j.ctx, j.call.FS, base, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_APPEND, 0o666)
		return f, base, err
	case w.partly || j.newer || j.force && !j.flat || j.resume && !j.started:
		f, err := j.call.Create(j.ctx, base)
		return f, base, err
	}
	name := base
	for i := 1; ; i++ {
		f, err := vfs.OpenContext(j.ctx, j.call.FS, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, syscall.EEXIST) || i > copies {
			return f, name, err
		}
		name = fmt.Sprintf("%s.%d", base, i)
	}
}

// save writes a response to its file.
func (w *wgetTransfer) save(r *response, last bool) (status int, again bool) {
	j := w.job
	name, out := j.output, command.NewOutput(j.call)
	switch {
	case j.out != nil:
		out = command.NewFileOutput(j.call, j.out)
	case j.output != "-":
		f, made, err := w.create(r)
		if err != nil {
			j.say("%s: %s\n\nCannot write to %s (%[2]s).\n", made, command.Message(err), command.Quote(made))
			return wgetFile, false
		}
		defer f.Close()
		name, out = made, command.NewFileOutput(j.call, f)
	}
	w.length(r)
	shown := command.Quote(name)
	if name == "-" {
		shown = "‘STDOUT’"
	}
	j.tell("Saving to: %s\n\n", shown)
	begin, had := j.call.Now(), int64(0)
	whole := r.ContentLength
	switch {
	case r.StatusCode == http.StatusPartialContent:
		if had = w.offset; whole >= 0 {
			whole += had
		}
	case w.offset > 0 && j.resume && !j.started:
		had = w.offset
	}
	size, err := copyBody(j.ctx, out, r.body)
	ferr := out.Flush()
	took := j.call.Now().Sub(begin)
	if r.StatusCode == http.StatusPartialContent {
		j.tell("%s\n", dots(had, size, whole, took))
	} else {
		j.tell("%s\n", dots(0, had+size, whole, took))
	}
	var failed *command.OutputError
	if ferr != nil || errors.As(err, &failed) {
		j.say("\nCannot write to %s (%s).\n", shown, command.Message(errors.Join(ferr)))
		return wgetFile, false
	}
	if err != nil {
		w.base, w.partly = name, j.output == ""
		return w.cut(err, had+size, took, last)
	}
	w.finish(r, name, had+size, whole, took)
	j.files, j.bytes, j.spent = j.files+1, j.bytes+size, j.spent+took
	return 0, false
}

// cut says that a response ended too early.
func (w *wgetTransfer) cut(err error, at int64, took time.Duration, last bool) (status int, again bool) {
	j := w.job
	if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.DeadlineExceeded) {
		return w.failed(err, last)
	}
	ending := "Retrying."
	// What is on standard output, or in a file of several, can not be written
	// again.
	if again = !last && j.output == ""; !again {
		ending = "Giving up."
	}
	if again {
		w.offset = at
		w.req.header.Set("Range", fmt.Sprintf("bytes=%d-", at))
	}
	j.tell("%s (%s) - Connection closed at byte %d. %s\n\n", j.call.Now().Format(time.DateTime), rate(at, took), at, ending)
	return wgetNetwork, again
}

// finish says that the file is there, and gives it the server's time.
func (w *wgetTransfer) finish(r *response, name string, total, whole int64, took time.Duration) {
	j := w.job
	of := fmt.Sprint(total)
	if whole >= 0 {
		of += "/" + fmt.Sprint(whole)
	}
	if modified := r.Header.Get("Last-Modified"); name != "-" {
		when, err := http.ParseTime(modified)
		switch {
		case err == nil && j.serverTime:
			j.call.FS.Chtimes(name, when, when)
		case j.newer && modified == "":
			j.say("Last-modified header missing -- time-stamps turned off.\n")
		}
	}
	now := j.call.Now().Format(time.DateTime)
	switch {
	case r.StatusCode >= 400:
	case j.brief:
		j.say("%s URL:%s [%s] -> \"%s\" [1]\n", now, r.target, of, name)
	case name == "-":
		j.say("%s (%s) - written to stdout [%s]\n\n", now, rate(total, took), of)
	default:
		j.say("%s (%s) - %s saved [%s]\n\n", now, rate(total, took), command.Quote(name), of)
	}
}
