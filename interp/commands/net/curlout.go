package net

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A curlOutput is where one response goes.
type curlOutput struct {
	transfer *curlTransfer
	name     string // of a file; "" and "-" are standard output
	// remote takes the name of the URL; named tells that the server gave it.
	remote, named bool
	made          bool
	// misnamed tells that the server gave a name that can be none.
	misnamed bool
	out      *command.Output
	file     vfs.File
	// held are headers of hops that are not known to be the last try.
	held bytes.Buffer
	// dumped are those of all hops, for -D.
	dumped bytes.Buffer
	// headers counts those of the last hop.
	count int
}

// toFile tells whether the response goes to a file.
func (o *curlOutput) toFile() bool { return o.name != "" && o.name != "-" }

// choose finds the name of the file, as far as the URL tells it.
func (o *curlOutput) choose(to target) int {
	t := o.transfer
	if o.remote {
		_, last := path.Split(to.path)
		if last == "" && !t.setup.byHeader {
			if !t.job.silent {
				t.job.call.Errorf("Remote file name has no length!")
			}
			return t.fail(curlWrite, "Failed writing received data to disk/application")
		}
		o.name = last
	}
	if t.setup.into != "" && (o.toFile() || o.remote) {
		o.name = strings.TrimSuffix(t.setup.into, "/") + "/" + o.name
	}
	return 0
}

// headers takes those of a hop.
func (o *curlOutput) headers(r *response) {
	t := o.transfer
	lines := bytes.SplitAfter(r.heads, []byte("\n"))
	o.count = 0
	for _, line := range lines {
		if bytes.Contains(line, []byte(":")) {
			o.count++
		}
		if t.job.verbose && len(line) > 0 {
			fmt.Fprintf(t.job.call.Stderr, "< %s", line)
		}
	}
	if t.setup.include || t.setup.head {
		o.held.Write(r.heads)
	}
	if t.setup.dump != "" {
		o.dumped.Write(r.heads)
	}
	if text := r.Header.Get("Content-Disposition"); t.setup.byHeader && o.remote && text != "" {
		name, ok := dispositionName(text)
		if o.misnamed = o.misnamed || !ok; name != "" && !o.named {
			o.named = true
			if o.name = name; t.setup.into != "" {
				o.name = strings.TrimSuffix(t.setup.into, "/") + "/" + name
			}
		}
	}
}

// dispositionName is the name of a file that a response gives itself, without
// any directory; "" for none. It is not ok when it could be none of a file.
func dispositionName(header string) (name string, ok bool) {
	_, params, err := mime.ParseMediaType(header)
	if err != nil {
		return "", true
	}
	name = params["filename"]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if name == "." || name == ".." || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", false
	}
	return name, true
}

func (o *curlOutput) reset() {
	o.held.Reset()
	o.dumped.Reset()
}

// dump writes the file of -D.
func (o *curlOutput) dump() error {
	t := o.transfer
	switch t.setup.dump {
	case "":
		return nil
	case "-":
		_, err := t.job.call.Stdout.Write(o.dumped.Bytes())
		return err
	}
	flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
	if t.setup.dumped {
		flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	}
	f, err := vfs.OpenContext(t.job.ctx, t.job.call.FS, t.setup.dump, flags, 0o666)
	if err != nil {
		return err
	}
	t.setup.dumped = true
	_, err = f.Write(o.dumped.Bytes())
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// begin opens the output and writes the headers that belong there.
func (o *curlOutput) begin() int {
	t := o.transfer
	if o.misnamed {
		return t.fail(curlWrite, "Failed writing header")
	}
	if err := o.open(); err != nil {
		t.job.warn("Failed to open the file %s: %s", o.name, command.Message(err))
		if o.named {
			return t.fail(curlWrite, "Failed writing header")
		}
		return t.fail(curlWrite, "Failure writing output to destination")
	}
	o.out.Write(o.held.Bytes())
	o.held.Reset()
	return 0
}

// clobbers bounds the numbers behind names for --no-clobber.
const clobbers = 100

// open begins the output.
func (o *curlOutput) open() error {
	t := o.transfer
	if o.out != nil {
		return nil
	}
	if !o.toFile() {
		o.out = command.NewOutput(t.job.call)
		return nil
	}
	if t.setup.dirs {
		parts := strings.Split(path.Dir(o.name), "/")
		for i := range parts {
			// What is there already, or can not be made, the open tells.
			if dir := strings.Join(parts[:i+1], "/"); dir != "" {
				t.job.call.FS.Mkdir(dir, 0o750)
			}
		}
	}
	flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
	switch {
	case t.offset > 0 && !t.uploads:
		flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	case o.named || t.setup.keep:
		flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL
	}
	name := o.name
	f, err := vfs.OpenContext(t.job.ctx, t.job.call.FS, name, flags, 0o666)
	for i := 1; i < clobbers && t.setup.keep && errors.Is(err, syscall.EEXIST); i++ {
		name = fmt.Sprintf("%s.%d", o.name, i)
		f, err = vfs.OpenContext(t.job.ctx, t.job.call.FS, name, flags, 0o666)
	}
	if err != nil {
		return err
	}
	o.name, o.made, o.file, o.out = name, true, f, command.NewFileOutput(t.job.call, f)
	return nil
}

// errReportedOutput is an error of writing that is not to be reported: nobody
// reads standard output any more.
var errReportedOutput = errors.New("reported")

// finish ends the output.
func (o *curlOutput) finish() error {
	if o.out == nil {
		if o.held.Len() == 0 {
			return nil
		}
		if err := o.open(); err != nil {
			return err
		}
		o.out.Write(o.held.Bytes())
	}
	err := o.out.Flush()
	if o.file != nil {
		if cerr := o.file.Close(); err == nil {
			err = cerr
		}
	}
	o.out, o.file = nil, nil
	o.held.Reset()
	return err
}

// setTime gives the file the time that the server says.
func (o *curlOutput) setTime(header string) {
	if when, err := http.ParseTime(header); err == nil && o.made {
		o.transfer.job.call.FS.Chtimes(o.name, time.Time{}, when)
	}
}

// remove takes a file away that was made for a transfer that failed.
func (o *curlOutput) remove() {
	if o.made {
		o.transfer.job.call.FS.Remove(o.name)
	}
}
