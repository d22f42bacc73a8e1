package builtins

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// maxSystemFile is how much of a file such as /etc/passwd is looked at.
const maxSystemFile = 1 << 20

// A generator makes the possible completions of one word.
type generator struct {
	call *Call
	spec state.Completion
	word string
	out  []string
}

func runCompgen(c *Call) Status {
	p := completionParser{call: c}
	args, st, ok := p.parse("")
	if !ok {
		return st
	}
	if p.empty() {
		return code(0)
	}
	if p.spec.Func != "" {
		c.errorf("warning: -F option may not work as you expect")
	}
	if p.spec.Command != "" {
		c.errorf("warning: -C option may not work as you expect")
	}
	g := generator{call: c, spec: p.spec}
	if len(args) > 0 {
		g.word = args[0]
	}
	if st := g.run(); st.Kind != Next {
		return st
	}
	for _, text := range g.out {
		c.print(text + "\n")
	}
	if len(g.out) == 0 {
		return c.finish(failure)
	}
	return c.finish(0)
}

// order is the order in which bash asks for the actions.
const actionOrder = "alias arrayvar binding builtin disabled enabled export function helptopic hostname job keyword " +
	"running setopt shopt signal stopped variable command file user group service directory"

func (g *generator) run() Status {
	for _, action := range strings.Fields(actionOrder) {
		if slices.Contains(g.spec.Actions, action) {
			g.action(action)
		}
	}
	given := func(letter string) bool { return strings.Contains(g.spec.Given, letter) }
	if given("G") {
		g.out = append(g.out, g.glob()...)
	}
	if given("W") {
		g.begin(g.expand(g.wordList()))
	}
	if given("F") {
		if st := g.function(); st.Kind != Next {
			return st
		}
	}
	if given("C") {
		text := g.spec.Command + " compgen " + quoteSingle(g.word) + " ''"
		data, st := g.call.Shell.Capture(g.call.Ctx, text)
		if st.Kind != Next {
			return st
		}
		if text := strings.TrimRight(string(data), "\n"); text != "" {
			g.out = append(g.out, strings.Split(text, "\n")...)
		}
	}
	g.filter()
	for i, text := range g.out {
		g.out[i] = g.spec.Prefix + text + g.spec.Suffix
	}
	if len(g.out) == 0 && slices.Contains(g.spec.Options, "dirnames") || slices.Contains(g.spec.Options, "plusdirs") {
		g.files(true)
	}
	return Status{}
}

// begin adds what the word is the beginning of.
func (g *generator) begin(list []string) {
	for _, text := range list {
		if strings.HasPrefix(text, g.word) {
			g.out = append(g.out, text)
		}
	}
}

// action adds the completions of one action.
func (g *generator) action(action string) {
	c := g.call
	sh := c.State
	variables := func(keep func(*state.Variable) bool) []string {
		return slices.DeleteFunc(sh.Vars.Names(), func(name string) bool {
			v := sh.Vars.Get(name)
			return !keep(v) || !v.IsArray() && !sh.Vars.SetSomewhere(name)
		})
	}
	switch action {
	case "alias":
		g.begin(sh.Aliases.Names())
	case "arrayvar":
		g.begin(variables((*state.Variable).IsArray))
	case "export":
		g.begin(variables(func(v *state.Variable) bool { return v.Has(state.Export) }))
	case "variable":
		g.begin(variables(func(*state.Variable) bool { return true }))
	case "builtin":
		g.begin(builtinNames())
	case "disabled", "enabled":
		g.begin(slices.DeleteFunc(builtinNames(), func(name string) bool { return sh.Disabled[name] == (action == "enabled") }))
	case "function":
		g.begin(sh.Functions())
	case "helptopic":
		g.begin(slices.Sorted(maps.Keys(manual())))
	case "job", "running":
		for _, job := range c.visibleJobs() {
			first, _, _ := strings.Cut(job.Text, " ")
			g.begin([]string{first})
		}
	case "keyword":
		g.begin(reservedWords())
	case "setopt":
		g.begin(optionNames(state.SetOptions()))
	case "shopt":
		g.begin(optionNames(state.ShoptOptions()))
	case "signal":
		for number := range conditions {
			if number > lastSignal || SignalName(number) != "" {
				g.begin([]string{Condition(number)})
			}
		}
	case "command":
		g.commands()
	case "file":
		g.files(false)
	case "directory":
		g.files(true)
	case "user":
		g.begin(g.column("/etc/passwd", ":"))
	case "group":
		g.begin(g.column("/etc/group", ":"))
	case "service":
		g.begin(g.column("/etc/services", " \t"))
	case "hostname":
		g.hosts()
	}
}

func optionNames(options []state.Option) []string {
	names := make([]string, len(options))
	for i, opt := range options {
		names[i] = opt.String()
	}
	return names
}

// commands adds everything that could be called by name.
func (g *generator) commands() {
	for _, action := range []string{"alias", "keyword", "function"} {
		g.action(action)
	}
	g.action("enabled")
	list, _ := g.call.Shell.Get("PATH")
	seen := map[string]bool{}
	for dir := range strings.SplitSeq(list, ":") {
		entries, err := g.call.Shell.FS().ReadDir(orDot(dir))
		if err != nil {
			continue
		}
		for _, entry := range entries {
			name := entry.Name()
			if strings.HasPrefix(name, g.word) && g.call.program(path.Join(orDot(dir), name)) {
				seen[name] = true
				g.out = append(g.out, name)
			}
		}
	}
	if registry := g.call.Shell.Registry(); registry != nil {
		for _, name := range registry.Names() {
			if !seen[name] {
				g.begin([]string{name})
			}
		}
	}
}

// files adds the names in a directory that the word begins.
func (g *generator) files(directories bool) {
	dir, base := path.Split(g.word)
	at := dir
	if at == "" {
		at = "."
	}
	entries, err := g.call.Shell.FS().ReadDir(at)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, base) || base == "" && name[0] == '.' {
			continue
		}
		if directories {
			info, err := g.call.Shell.FS().Stat(path.Join(at, name))
			if err != nil || !info.IsDir() {
				continue
			}
		}
		g.out = append(g.out, dir+name)
	}
}

// column is the first field of each line of a system file.
func (g *generator) column(name, separators string) []string {
	var out []string
	for line := range strings.SplitSeq(g.systemFile(name), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if i := strings.IndexAny(line, separators); i > 0 {
			out = append(out, line[:i])
		}
	}
	return out
}

func (g *generator) hosts() {
	for line := range strings.SplitSeq(g.systemFile("/etc/hosts"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) > 1 {
			g.begin(fields[1:])
		}
	}
}

func (g *generator) systemFile(name string) string {
	file, err := g.call.Shell.Open(name, os.O_RDONLY)
	if err != nil {
		return ""
	}
	defer file.Close()
	data := make([]byte, 0, 4096)
	for len(data) < maxSystemFile {
		n, err := file.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			break
		}
		data = slices.Grow(data, 4096)
	}
	return string(data)
}
