package archives

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A trouble is what a tool of compression has to say about a file.
type trouble int

const (
	missing trouble = iota
	exists
	directory
	link
	special
	unknownSuffix
	hasSuffix
	damaged // the error says how
	terminal
)

// A tool is how one of the compressors differs from the others.
type tool struct {
	codec codec
	// suffixes are what names lose when expanded: suffix and what stands in its
	// place. The first is what compressing adds.
	suffixes [][2]string
	// word says what is to be printed after "NAME: " and with which status;
	// an empty text is none.
	word func(t trouble, name, out string, err error) (text string, status int)
	// report is what -v prints about a file that is done, without a newline.
	report func(p *packer, f *done) string
	// guess names what a file of no known suffix expands to, "" for refusing.
	guess func(name string) string
}

// done is a file that was compressed, expanded or tested.
type done struct {
	name, out    string
	packed, size int64
}

// A packer is one invocation of a compressor.
type packer struct {
	ctx  context.Context
	call *command.Call
	tool *tool

	expand, test, list                           bool
	stdout, keep, force, quiet, verbose, recurse bool
	level                                        int
	suffix, output                               string
	status                                       int
	files                                        []done
}

// complain reports a trouble.
func (p *packer) complain(t trouble, name, out string, err error) {
	if errors.Is(err, command.ErrReported) {
		p.fail(1)
		return
	}
	text, status := p.tool.word(t, name, out, err)
	if text != "" && !(p.quiet && status == 2) {
		if rest, ok := strings.CutPrefix(text, "\n"); ok {
			fmt.Fprintln(p.call.Stderr)
			text = rest
		}
		p.call.Errorf("%s", text)
	}
	p.fail(status)
}

// fail keeps the worst status: 1 is worse than 2, a warning.
func (p *packer) fail(status int) {
	if p.status == 0 || status == 1 {
		p.status = status
	}
}

func (p *packer) run(operands []string) int {
	for _, name := range command.Operands(operands) {
		if p.ctx.Err() != nil {
			p.fail(1)
			break
		}
		if name == "-" {
			p.stream()
			continue
		}
		p.path(name, 0)
	}
	return p.status
}

// stream works from standard input to standard output.
func (p *packer) stream() {
	in, err := p.call.Open(p.ctx, "-")
	if err != nil {
		p.complain(damaged, "stdin", "", err)
		return
	}
	if !p.force && (p.expand && in.Terminal() || !p.expand && p.call.Stdout.Terminal()) {
		p.complain(terminal, "", "", nil)
		return
	}
	if p.output != "" && !p.test {
		p.toFile("stdin", in, p.output, nil)
		return
	}
	p.through(in, "stdin", nil)
}

// depth bounds how deep -r goes.
const depth = 256

func (p *packer) path(name string, level int) {
	look := p.call.FS.Lstat
	if p.stdout || p.test || p.list || p.force {
		look = p.call.FS.Stat
	}
	fi, err := look(name)
	switch {
	case err != nil:
		p.complain(missing, name, "", err)
		return
	case fi.IsDir() && p.recurse && level < depth:
		p.below(name, level)
		return
	case fi.IsDir():
		p.complain(directory, name, "", nil)
		return
	case fi.Mode()&fs.ModeSymlink != 0:
		p.complain(link, name, "", nil)
		return
	case !fi.Mode().IsRegular() && !p.stdout && !p.test:
		p.complain(special, name, "", nil)
		return
	}
	if p.stdout || p.test || p.list {
		in, err := p.call.Open(p.ctx, name)
		if err != nil {
			p.complain(missing, name, "", err)
			return
		}
		defer in.Close()
		p.through(in, name, fi)
		return
	}
	if text, status := p.spared(name, fi); text != "" {
		if !p.quiet || status != 2 {
			p.call.Errorf("%s", text)
		}
		p.fail(status)
		return
	}
	p.replace(name, fi)
}

func (p *packer) below(name string, level int) {
	list, err := p.call.FS.ReadDir(name)
	if err != nil {
		p.complain(missing, name, "", err)
		return
	}
	for _, e := range list {
		if p.ctx.Err() != nil {
			return
		}
		p.path(path.Join(name, e.Name()), level+1)
	}
}

// target is the name of what a file becomes; false when it is left alone.
func (p *packer) target(name string) (string, bool) {
	if p.output != "" {
		return p.output, true
	}
	if !p.expand {
		return name + p.suffix, true
	}
	for _, s := range append([][2]string{{p.suffix, ""}}, p.tool.suffixes...) {
		if base, ok := strings.CutSuffix(name, s[0]); ok && base != "" && !strings.HasSuffix(base, "/") {
			return base + s[1], true
		}
	}
	out := ""
	if p.tool.guess != nil {
		out = p.tool.guess(name)
	}
	p.complain(unknownSuffix, name, out, nil)
	return out, out != ""
}

// replace makes the expanded or compressed file next to the one it is of.
func (p *packer) replace(name string, fi fs.FileInfo) {
	out, ok := p.target(name)
	if !ok {
		return
	}
	in, err := p.call.Open(p.ctx, name)
	if err != nil {
		p.complain(missing, name, "", err)
		return
	}
	defer in.Close()
	if !p.toFile(name, in, out, fi) || p.keep {
		return
	}
	if err := p.call.FS.Remove(name); err != nil {
		p.complain(missing, name, "", err)
	}
}
