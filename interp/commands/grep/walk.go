package grep

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/vfs"
)

// A glob is a pattern for names: of --include, or of --exclude.
type glob struct {
	*pattern.Pattern
	include bool
}

type globs []glob

func (g *globs) add(text string, include bool) error {
	if len(*g) >= 10_000 {
		return errors.New("too many file patterns")
	}
	*g = append(*g, glob{pattern.Compile(text, pattern.Options{}), include})
	return nil
}

// match finds the last pattern that a name matches, -1 for none.
func (g globs) match(name string) int {
	for i, p := range slices.Backward(g) {
		for _, text := range []string{name, path.Base(name)} {
			if ok, err := p.Match(text); err == nil && ok {
				return i
			}
		}
	}
	return -1
}

// skipped tells whether --include and --exclude leave out a file. The last that
// it matches decides; without one grep goes by the first, and rg looks whether
// any of them includes files.
func (s *settings) skipped(name string) bool {
	if i := s.files.match(name); i >= 0 {
		return !s.files[i].include
	}
	if s.rg {
		return slices.ContainsFunc(s.files, func(g glob) bool { return g.include })
	}
	return len(s.files) > 0 && s.files[0].include
}

const maxDepth = 1000

// search searches the operands.
func (s *settings) search(ctx context.Context, call *command.Call, operands []string) int {
	f, err := newFinder(s, func(text string) { call.Errorf("%s", text) })
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	f.ended = func() bool { return ctx.Err() != nil }
	// GNU grep does not even open files when nothing can be selected.
	empty := len(s.patterns) == 1 && s.patterns[0] == "" && !s.word && !s.line
	if !s.listNo && (s.max == 0 || s.invert && empty) {
		return 1
	}
	if s.color {
		s.colors = readColors(call)
	}
	g := &grepper{settings: s, ctx: ctx, call: call, finder: f, out: command.NewOutput(call)}
	g.names = s.withName || !s.noName && len(operands) > 1
	s.grouped = s.before >= 0 || s.after >= 0
	s.before, s.after = max(s.before, 0), max(s.after, 0)
	implied := false
	if len(operands) == 0 {
		operands = []string{"-"}
		if s.recurse {
			operands, implied = []string{"."}, true
		}
	}
	for _, name := range operands {
		if g.stopped() {
			break
		}
		g.operand(name, implied)
	}
	status := 1
	if g.selected {
		status = 0
	}
	if g.failed && !(s.quiet && g.selected) {
		status = 2
	}
	return g.out.Finish(status, 2)
}

// stopped tells whether nothing can change the result any more.
func (g *grepper) stopped() bool {
	return g.gaveUp || g.ctx.Err() != nil || g.out.Err() != nil || g.quiet && g.selected
}

// operand searches a file of the command line, or the tree below it.
func (g *grepper) operand(name string, implied bool) {
	if name == "-" {
		g.file(name)
		return
	}
	fi, err := g.call.FS.Stat(name)
	if err != nil {
		g.trouble(name, err)
		return
	}
	switch {
	case fi.IsDir() && (g.skipDirs || !implied && g.noDirs.match(strings.TrimRight(name, "/")) >= 0):
	case fi.IsDir() && g.recurse:
		prefix := strings.TrimSuffix(name, "/") + "/"
		if implied {
			prefix = ""
		}
		g.names = g.names || !g.noName
		g.tree(name, prefix, 0)
	case fi.IsDir():
		g.trouble(name, syscall.EISDIR)
		g.name, g.hits, g.badOutput = name, 0, false
		g.summary()
	case g.skipped(name), g.skipDevices && !fi.Mode().IsRegular():
	default:
		g.file(name)
	}
}

// tree searches a directory. Names of what is in it begin with prefix.
func (g *grepper) tree(dir, prefix string, depth int) {
	if depth > maxDepth {
		g.trouble(dir, syscall.ELOOP)
		return
	}
	leave, err := g.enter(dir)
	switch {
	case err != nil:
		g.trouble(dir, err)
		return
	case leave == nil:
		if !g.silent {
			g.out.Flush()
			g.call.Errorf("%s: warning: recursive directory loop", dir)
		}
		return
	}
	defer leave()
	list, err := g.call.FS.ReadDir(dir)
	if err != nil {
		g.trouble(dir, err)
		return
	}
	for _, e := range list {
		if g.stopped() {
			return
		}
		name := prefix + e.Name()
		if !g.hidden && strings.HasPrefix(e.Name(), ".") {
			continue
		}
		mode := e.Type()
		if mode&fs.ModeSymlink != 0 {
			if !g.follow {
				continue
			}
			fi, err := g.call.FS.Stat(name)
			if err != nil {
				g.trouble(name, err)
				continue
			}
			mode = fi.Mode().Type()
		}
		switch {
		case mode.IsDir():
			if g.noDirs.match(e.Name()) < 0 {
				g.tree(name, name+"/", depth+1)
			}
		case mode.IsRegular():
			if !g.skipped(e.Name()) {
				g.file(name)
			}
		}
	}
}

// enter remembers a directory until leave is called, which is nil for one that
// is being searched already: a link led back to it.
func (g *grepper) enter(dir string) (leave func(), err error) {
	fi, err := g.call.FS.Stat(dir)
	if err != nil {
		return nil, err
	}
	sys, ok := fi.Sys().(*vfs.Sys)
	if !ok {
		return func() {}, nil
	}
	id := [2]uint64{sys.Dev, sys.Ino}
	if slices.Contains(g.within, id) {
		return nil, nil
	}
	g.within = append(g.within, id)
	return func() { g.within = g.within[:len(g.within)-1] }, nil
}

// trouble reports a file that can not be read.
func (g *grepper) trouble(name string, err error) {
	g.failed = true
	if !g.silent {
		g.out.Flush()
		g.call.Errorf("%s: %s", name, command.Message(err))
	}
}
