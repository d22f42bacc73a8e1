package grep

import (
	"context"
	"errors"
	"fmt"
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
// it matches decides; without one grep goes by the first.
func (s *settings) skipped(name string) bool {
	if i := s.files.match(name); i >= 0 {
		return !s.files[i].include
	}
	return len(s.files) > 0 && s.files[0].include
}

const maxDepth = 1000

// search searches the operands.
func (s *settings) search(ctx context.Context, call *command.Call, operands []string) int {
	s.most = max(int(call.Limits.HeldBytes/patternCost), 1000)
	s.bytes = call.Bytewise()
	ended := func() bool { return ctx.Err() != nil }
	for _, re := range []*goRegexp{s.rip.whole, s.rip.expr} {
		if re != nil {
			re.ended = ended
		}
	}
	f, err := newFinder(s, ended, func(text string) { call.Errorf("%s", text) })
	if err != nil {
		call.Errorf("%v", err)
		return 2
	}
	// GNU grep does not even open files when nothing can be selected.
	empty := len(s.patterns) == 1 && s.patterns[0] == "" && !s.word && !s.line
	if !s.listNo && (s.max == 0 || s.invert && empty) {
		return 1
	}
	if s.color {
		s.colors = readColors(call)
		if s.rg {
			s.colors = &colors{selected: "1;31", file: "35", line: "32"}
		}
	}
	g := &grepper{settings: s, ctx: ctx, call: call, finder: f, out: command.NewOutput(call)}
	if s.rip.stats {
		g.out = command.NewFileOutput(call, counter{call.Stdout, &s.rip.total.printed})
	}
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
	switch {
	case s.rip.json && !s.quiet:
		g.jsonSummary()
	case s.rip.stats:
		g.showStats()
	}
	if s.rg && implied && s.rip.total.files == 0 && !s.silent {
		g.out.Flush()
		fmt.Fprint(call.Stderr, "No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.\n")
		g.failed = true
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
	if g.rg && g.binary == binaryNoMatch && !isDirectory(g.call, name) {
		g.binary = binaryMessage // it was asked for
		defer func() { g.binary = binaryNoMatch }()
	}
	if name == "-" {
		g.file(name)
		return
	}
	fi, err := g.call.FS.Stat(name)
	if err != nil {
		g.missing = true
		g.trouble(name, err)
		g.missing = false
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
		if g.rg {
			g.rip.filter.begin(g.call, name)
		}
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
	if g.rg && g.rip.depth >= 0 && depth >= g.rip.depth {
		return
	}
	list, err := g.call.FS.ReadDir(dir)
	if err != nil {
		g.trouble(dir, err)
		return
	}
	if g.rg {
		defer g.rip.filter.enter(g.call, dir)()
		if g.rip.reverse {
			slices.Reverse(list)
		}
	}
	for _, e := range list {
		if g.stopped() {
			return
		}
		g.entry(e, prefix+e.Name(), depth)
	}
}

// entry searches what is in a directory.
func (g *grepper) entry(e fs.DirEntry, name string, depth int) {
	mode := e.Type()
	if mode&fs.ModeSymlink != 0 {
		if !g.follow {
			return
		}
		fi, err := g.call.FS.Stat(name)
		if err != nil {
			g.trouble(name, err)
			return
		}
		mode = fi.Mode().Type()
	}
	switch {
	case g.rg && !g.rip.filter.wants(g.call, name, mode.IsDir()):
	case mode.IsDir():
		if g.noDirs.match(e.Name()) < 0 {
			g.tree(name, name+"/", depth+1)
		}
	case mode.IsRegular() && g.rip.most > 0 && tooLarge(e, g.rip.most):
	case mode.IsRegular():
		if !g.skipped(e.Name()) {
			g.file(name)
		}
	}
}

func isDirectory(call *command.Call, name string) bool {
	fi, err := call.FS.Stat(name)
	return err == nil && fi.IsDir()
}

// tooLarge tells whether a file is larger than --max-filesize says.
func tooLarge(e fs.DirEntry, most int64) bool {
	info, err := e.Info()
	return err == nil && info.Size() > most
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
		if no := syscall.Errno(0); g.rg && errors.As(err, &no) {
			if g.missing { // in the words of who walks trees
				name += ": IO error for operation on " + name
			}
			fmt.Fprintf(g.call.Stderr, "%s: %s (os error %d)\n", name, command.Message(err), int(no))
			return
		}
		g.call.Errorf("%s: %s", name, command.Message(err))
	}
}
