package expand

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/vfs"
)

// glob does pathname expansion of one field and appends the results (bash
// manual, Filename Expansion).
func (e *Expander) glob(out []string, segs []segment) ([]string, error) {
	g := globber{e: e, globstar: e.Shell.Opts.On(state.GlobStar), dot: e.Shell.Opts.On(state.DotGlob)}
	g.ignore()
	found, err := g.run(escape(e.protect(segs)))
	if err != nil {
		return nil, err
	}
	found, err = g.filter(found)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		slices.Sort(found)
		return append(out, found...), nil
	}
	switch {
	case e.Shell.Opts.On(state.FailGlob):
		return nil, &Error{Text: "no match: " + join(segs), Code: 1}
	case e.Shell.Opts.On(state.NullGlob):
		return out, nil
	}
	return append(out, join(segs)), nil
}

// A globber walks directories for one pattern.
type globber struct {
	e             *Expander
	globstar, dot bool
	ignored       [][]*matcher // of GLOBIGNORE, by component
	found         []string
}

// A component is what stands between two slashes of a pattern.
type component struct {
	text  string     // the name, where match is nil
	match *matcher   // of a pattern
	stars bool       // ** with globstar
	dots  []*matcher // for names whose first dot the pattern has to have itself
}

// run lists the names that a pattern matches.
func (g *globber) run(pattern string) ([]string, error) {
	prefix := ""
	for strings.HasPrefix(pattern, "/") {
		prefix += "/"
		pattern = pattern[1:]
	}
	var list []component
	var gaps []string // the slashes behind each component
	for pattern != "" {
		text, slashes, rest := cutComponent(pattern)
		c, err := g.component(text)
		if err != nil {
			return nil, err
		}
		switch {
		case slashes == "":
		case c.match != nil || c.stars:
			slashes = "/"
		case (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1:
			c.text = strings.TrimSuffix(c.text, `\`) // that quotes the slash
		}
		list, gaps = append(list, c), append(gaps, slashes)
		pattern = rest
	}
	err := g.walk(prefix, list, gaps, false)
	return g.found, err
}

// cutComponent cuts a pattern at its first slash; one in the parentheses of an
// extended pattern does not count.
func cutComponent(p string) (text, slashes, rest string) {
	depth := 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			if i+1 < len(p) && p[i+1] != '/' {
				i++
			}
		case '(':
			if depth > 0 || i > 0 && strings.IndexByte("?*+@!", p[i-1]) >= 0 {
				depth++
			}
		case ')':
			depth = max(0, depth-1)
		case '/':
			if depth > 0 {
				continue
			}
			end := i
			for end < len(p) && p[end] == '/' {
				end++
			}
			return p[:i], p[i:end], p[end:]
		}
	}
	return p, "", ""
}

func (g *globber) component(text string) (component, error) {
	if text == "**" && g.globstar {
		return component{stars: true}, nil
	}
	if !magic([]segment{{text, literal}}) {
		return component{text: unescape(text)}, nil
	}
	m, err := g.e.globMatcher(text)
	if err != nil {
		return component{}, err
	}
	c := component{match: m}
	for _, text := range dotted(text, g.e.Shell.Opts.On(state.ExtGlob)) {
		if m, err = g.e.globMatcher(text); err != nil {
			return component{}, err
		}
		c.dots = append(c.dots, m)
	}
	return c, nil
}

// unescape removes the backslashes that escape put in.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// walk finds what matches list below prefix, which is empty or ends in a
// slash; matched tells that a pattern led there.
func (g *globber) walk(prefix string, list []component, gaps []string, matched bool) error {
	if len(list) == 0 {
		return g.add(prefix)
	}
	c, gap, last := list[0], gaps[0], len(list) == 1
	switch {
	case c.stars:
		return g.deep(prefix, list, gaps, matched)
	case c.match == nil:
		name := prefix + c.text
		if !last {
			return g.walk(name+gap, list[1:], gaps[1:], matched)
		}
		if g.exists(name, gap != "") {
			return g.add(name + gap)
		}
		return nil
	}
	entries, err := g.read(prefix)
	if err != nil {
		return err
	}
	if len(c.dots) > 0 && !g.e.Shell.Opts.On(state.GlobSkipDots) {
		entries = append([]entry{{".", true}, {"..", true}}, entries...)
	}
	for _, x := range entries {
		ok, err := g.matches(&c, x.name)
		if err != nil {
			return err
		}
		if !ok || gap != "" && !g.directory(prefix, x) {
			continue
		}
		if last {
			err = g.add(prefix + x.name + gap)
		} else {
			err = g.walk(prefix+x.name+gap, list[1:], gaps[1:], true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// deep is **: all directories below prefix, itself too; as the last component
// all files.
func (g *globber) deep(prefix string, list []component, gaps []string, matched bool) error {
	for len(list) > 1 && list[1].stars {
		list, gaps, matched = list[1:], gaps[1:], true
	}
	if len(list) == 1 && prefix != "" && g.exists(prefix, true) {
		self := prefix
		if matched && gaps[0] == "" {
			self = strings.TrimRight(prefix, "/")
		}
		if err := g.add(self); err != nil {
			return err
		}
	}
	return g.descend(prefix, list, gaps, prefix != "", 0)
}

// maxGlobDepth bounds how deep ** goes down.
const maxGlobDepth = 1000

// descend goes down the tree for **. Symbolic links to directories are not
// entered; with links the rest of the pattern is looked for in them, as bash
// does where something stands before the **.
func (g *globber) descend(prefix string, list []component, gaps []string, links bool, depth int) error {
	last := len(list) == 1
	if !last {
		if err := g.walk(prefix, list[1:], gaps[1:], true); err != nil {
			return err
		}
	}
	if depth >= maxGlobDepth {
		return nil
	}
	entries, err := g.read(prefix)
	if err != nil {
		return err
	}
	for _, x := range entries {
		if x.name[0] == '.' && !g.dot {
			continue
		}
		switch {
		case last && gaps[0] == "":
			err = g.add(prefix + x.name)
		case last && g.directory(prefix, x):
			err = g.add(prefix + x.name + gaps[0])
		case !last && links && !x.dir && g.directory(prefix, x):
			err = g.walk(prefix+x.name+"/", list[1:], gaps[1:], true)
		}
		if err == nil && x.dir {
			err = g.descend(prefix+x.name+"/", list, gaps, links, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *globber) add(name string) error {
	if name == "" {
		return nil
	}
	g.found = append(g.found, name)
	return g.e.enough(len(g.found))
}

// An entry is a name in a directory; dir is not set for symbolic links.
type entry struct {
	name string
	dir  bool
}

// read lists a directory; one that can not be read is empty.
func (g *globber) read(prefix string) ([]entry, error) {
	list, err := g.e.FS.ReadDir(g.e.path(prefix))
	if err != nil {
		return nil, nil
	}
	out := make([]entry, 0, len(list))
	for _, x := range list {
		if name := x.Name(); name != "" {
			out = append(out, entry{name, x.IsDir()})
		}
	}
	return out, g.e.Host.Step(len(list) + 1)
}

// directory tells whether an entry is a directory or a link to one.
func (g *globber) directory(prefix string, x entry) bool {
	if x.dir {
		return true
	}
	info, err := g.e.FS.Stat(g.e.path(prefix + x.name))
	return err == nil && info.IsDir()
}

// exists tells whether a name exists, with dir as a directory.
func (g *globber) exists(name string, dir bool) bool {
	var info fs.FileInfo
	var err error
	if dir {
		info, err = g.e.FS.Stat(g.e.path(name))
		return err == nil && info.IsDir()
	}
	_, err = g.e.FS.Lstat(g.e.path(name))
	return err == nil
}

// path is a name as the filesystem wants it: absolute and without empty
// components or dots; ".." stays.
func (e *Expander) path(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = e.Shell.Dir + "/" + name
	}
	return vfs.Tidy(name)
}
