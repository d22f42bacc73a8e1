package grep

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A rule is a line of an ignore file (gitignore(5), "PATTERN FORMAT"), or a glob
// of -g, for which keep means what ! means in the file.
type rule struct {
	expr       *regexp.Regexp
	keep       bool
	directives bool // for directories alone
}

// Rules that belong together, relative to a directory.
type rules struct {
	base string
	list []rule
}

// ignoreBytes bounds an ignore file, ignoreRules all rules that are held.
const (
	ignoreBytes = 1 << 20
	ignoreRules = 20_000
)

// parseRule reads a glob. A bare one means names, wherever they are.
func parseRule(text string, keep, fold bool) (rule, error) {
	r := rule{keep: keep}
	if t, ok := strings.CutSuffix(text, "/"); ok {
		text, r.directives = t, true
	}
	anchored := strings.Contains(text, "/")
	text = strings.TrimPrefix(text, "/")
	expr := "^(?:.*/)?"
	if anchored {
		expr = "^"
	}
	if fold {
		expr = "(?i)" + expr
	}
	var err error
	r.expr, err = regexp.Compile(expr + globExpr(text) + "$")
	return r, err
}

// globExpr makes a regular expression of a glob of paths.
func globExpr(text string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch c := text[i]; {
		case strings.HasPrefix(rest, "**/") && (i == 0 || text[i-1] == '/'):
			b.WriteString("(?:.*/)?")
			i += 2
		case rest == "**" && (i == 0 || text[i-1] == '/'):
			b.WriteString(".*")
			i++
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			set, n := globClass(rest)
			b.WriteString(set)
			i += n - 1
		case c == '{' && strings.Contains(rest, "}"):
			b.WriteString("(?:")
			depth++
		case c == ',' && depth > 0:
			b.WriteByte('|')
		case c == '}' && depth > 0:
			b.WriteByte(')')
			depth--
		case c == '\\' && len(rest) > 1:
			i++
			b.WriteString(regexp.QuoteMeta(text[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(text[i : i+1]))
		}
	}
	return b.String() + strings.Repeat(")", depth)
}

// globClass makes a set of one in brackets, and says how long that is.
func globClass(text string) (string, int) {
	from := 1
	if from < len(text) && (text[from] == '!' || text[from] == '^') {
		from++
	}
	end := strings.IndexByte(text[min(from+1, len(text)):], ']')
	if end < 0 {
		return `\[`, 1
	}
	end += from + 1
	set := strings.NewReplacer(`\`, `\\`, "[", `\[`, "^", `\^`, "&", `\&`).Replace(text[from:end])
	if from == 2 {
		return "[^/" + set + "]", end + 1
	}
	return "[" + set + "]", end + 1
}

// match tells what the last rule says that a path below base matches.
func (r *rules) match(name string, dir bool) (keep, found bool) {
	rel, ok := strings.CutPrefix(name, strings.TrimSuffix(r.base, "/")+"/")
	if !ok {
		return false, false
	}
	for _, one := range slices.Backward(r.list) {
		if (dir || !one.directives) && one.expr.MatchString(rel) {
			return one.keep, true
		}
	}
	return false, false
}

// A rgFilter decides which files below directories are searched.
type rgFilter struct {
	hidden, noIgnore, noVCS, noDot, noParent bool
	anywhere                                 bool // .gitignore counts outside of repositories, too
	globs                                    rules
	whitelist                                bool // some glob keeps
	kinds                                    rgKinds
	// stack has the rules of the directories that are being searched, inmost
	// last; repo tells whether they are in a repository of git.
	stack []rules
	repo  bool
	held  int
	// extra are the files of --ignore-file.
	extra []string
}

// glob adds one of -g.
func (f *rgFilter) glob(text string, fold bool) error {
	text, skip := strings.CutPrefix(text, "!")
	r, err := parseRule(text, !skip, fold)
	if err == nil {
		f.globs.list = append(f.globs.list, r)
		f.whitelist = f.whitelist || !skip
	}
	return err
}

// begin reads what the directories above one say.
func (f *rgFilter) begin(call *command.Call, dir string) {
	f.stack, f.repo, f.held = nil, false, 0
	f.globs.base = path.Join("/", call.Dir)
	for _, name := range f.extra {
		if err := f.file(call, name, f.globs.base); err != nil {
			call.Errorf("%s: %s", name, command.Message(err))
		}
	}
	if f.noIgnore || f.noParent {
		return
	}
	var above []string
	for d := absolute(call, dir); d != "/"; above = append(above, d) {
		d = path.Dir(d)
	}
	root := slices.IndexFunc(append([]string{absolute(call, dir)}, above...), func(d string) bool { return isRepository(call, d) })
	for i, d := range slices.Backward(above) {
		f.repo = root > i
		f.read(call, d)
	}
	f.repo = root >= 0
}

func absolute(call *command.Call, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join("/", call.Dir, name)
}

func isRepository(call *command.Call, dir string) bool {
	_, err := call.FS.Lstat(path.Join(dir, ".git"))
	return err == nil
}

// enter reads the ignore files of a directory; the function forgets them.
func (f *rgFilter) enter(call *command.Call, dir string) func() {
	depth, repo, held := len(f.stack), f.repo, f.held
	if !f.noIgnore {
		dir = absolute(call, dir)
		f.repo = f.repo || isRepository(call, dir)
		f.read(call, dir)
	}
	return func() { f.stack, f.repo, f.held = f.stack[:depth], repo, held }
}

// read adds the rules of the files in a directory, those that win last.
func (f *rgFilter) read(call *command.Call, dir string) {
	var names []string
	if (f.repo || f.anywhere) && !f.noVCS {
		names = append(names, ".gitignore")
	}
	if !f.noDot {
		names = append(names, ".ignore", ".rgignore")
	}
	for _, name := range names {
		if err := f.file(call, path.Join(dir, name), dir); err != nil {
			continue // as if it were not there
		}
	}
}

// file adds the rules of one file.
func (f *rgFilter) file(call *command.Call, name, base string) error {
	info, err := call.FS.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > ignoreBytes {
		return err
	}
	in, err := call.FS.OpenFile(name, 0, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	text := make([]byte, info.Size())
	n, err := in.Read(text)
	if n == 0 {
		return err
	}
	r := rules{base: base}
	for line := range strings.Lines(string(text[:n])) {
		line = strings.TrimRight(line, "\r\n \t")
		if line == "" || line[0] == '#' || f.held >= ignoreRules {
			continue
		}
		line, keep := strings.CutPrefix(line, "!")
		if one, err := parseRule(line, keep, false); err == nil {
			r.list = append(r.list, one)
			f.held++
		}
	}
	f.stack = append(f.stack, r)
	return nil
}

// wants tells whether something in a directory is searched.
func (f *rgFilter) wants(call *command.Call, name string, dir bool) bool {
	base := path.Base(name)
	if len(f.globs.list) > 0 {
		keep, found := f.globs.match(absolute(call, name), dir)
		switch {
		case found:
			return keep && (dir || f.kinds.wants(base))
		case f.whitelist && !dir:
			return false
		}
	}
	if !dir && !f.kinds.wants(base) {
		return false
	}
	for _, r := range slices.Backward(f.stack) {
		if keep, found := r.match(absolute(call, name), dir); found {
			return keep
		}
	}
	return f.hidden || base[0] != '.'
}
