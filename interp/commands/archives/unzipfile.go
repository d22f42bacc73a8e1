package archives

import (
	"archive/tar"
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// symlink makes a link of a member that holds its target.
func (z *unzipper) symlink(f *zip.File, place string) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	target, err := io.ReadAll(io.LimitReader(r, vfs.MaxPath+1))
	if err != nil {
		return err
	}
	if !z.replace(place) {
		return nil
	}
	z.say("linking", z.u.at(place))
	return z.u.symlink(&tar.Header{Name: place, Linkname: string(target)}, place)
}

// replace removes what is in the way of a member, if it may; false when the
// member is to be left out.
func (z *unzipper) replace(place string) bool {
	full := z.u.at(place)
	fi, err := z.call.FS.Lstat(full)
	if err != nil {
		return true
	}
	if fi.IsDir() {
		fmt.Fprintf(z.call.Stderr, "error:  cannot create %s\n        Is a directory\n", escaped(full))
		z.worse(2)
		return false
	}
	if z.never || !z.over && !z.ask(full) {
		return false
	}
	return z.call.FS.Remove(full) == nil
}

// answerBytes bounds an answer that is read from standard input.
const answerBytes = 256

// ask asks whether to replace a file.
func (z *unzipper) ask(full string) bool {
	if z.answers {
		return false
	}
	for z.ctx.Err() == nil {
		z.out.Flush()
		fmt.Fprintf(z.call.Stderr, "replace %s? [y]es, [n]o, [A]ll, [N]one: ", escaped(full))
		line, err := z.call.Stdin.ReadUntil(z.ctx, '\n', answerBytes)
		if err != nil && len(line) == 0 {
			fmt.Fprint(z.call.Stderr, " NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			z.worse(1)
			z.answers = true
			return false
		}
		switch strings.TrimSpace(string(line)) {
		case "y":
			return true
		case "n":
			return false
		case "A":
			z.over = true
			return true
		case "N":
			z.answers = true
			return false
		}
	}
	return false
}

// file unpacks a regular file.
func (z *unzipper) file(f *zip.File, place string) error {
	if !z.replace(place) {
		return nil
	}
	full := z.u.at(place)
	if f.Method == zip.Store {
		z.say("extracting", full)
	} else {
		z.say("inflating", full)
	}
	out, err := vfs.OpenContext(z.ctx, z.call.FS, full, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
	if err != nil {
		fmt.Fprintf(z.call.Stderr, "error:  cannot create %s\n        %s\n", escaped(full), command.Message(err))
		z.worse(50)
		return nil
	}
	err = z.content(f, out)
	if cerr := out.Close(); err == nil && cerr != nil {
		err = &command.OutputError{Err: cerr}
	}
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			fmt.Fprintf(z.call.Stderr, "%s:  write error: %s\n", escaped(full), command.Message(err))
		}
		return err
	}
	if mode := z.mode(f); mode != 0 {
		err = z.call.FS.Chmod(full, mode)
	}
	if err == nil {
		err = z.call.FS.Chtimes(full, f.Modified, f.Modified)
	}
	if err != nil {
		fmt.Fprintf(z.call.Stderr, "warning:  cannot set attributes of %s: %s\n", escaped(full), command.Message(err))
		z.worse(1)
	}
	return nil
}
