package grep

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// rgTypes are the kinds of files of -t and -T: names of the usual languages and
// formats, with the globs of their files.
var rgTypes = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"asm":      "*.S *.asm *.s",
		"awk":      "*.awk",
		"bazel":    "*.BUILD *.bazel *.bazelrc *.bzl BUILD WORKSPACE",
		"c":        "*.[chH] *.[chH].in *.cats",
		"clojure":  "*.clj *.cljc *.cljs *.cljx",
		"cmake":    "*.cmake CMakeLists.txt",
		"config":   "*.cfg *.conf *.config *.ini",
		"cpp":      "*.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in *.hh *.hh.in *.inl",
		"cs":       "*.cs",
		"css":      "*.css *.scss",
		"csv":      "*.csv",
		"cython":   "*.pxd *.pxi *.pyx",
		"d":        "*.d",
		"dart":     "*.dart",
		"diff":     "*.diff *.patch",
		"docker":   "*Dockerfile*",
		"elisp":    "*.el",
		"elixir":   "*.eex *.ex *.exs",
		"erlang":   "*.erl *.hrl",
		"fish":     "*.fish",
		"fortran":  "*.F *.F77 *.F90 *.F95 *.f *.f77 *.f90 *.f95 *.pfo",
		"fsharp":   "*.fs *.fsi *.fsx",
		"go":       "*.go",
		"gradle":   "*.gradle",
		"groovy":   "*.gradle *.groovy",
		"h":        "*.h *.hpp",
		"haskell":  "*.c2hs *.cpphs *.hs *.hsc *.lhs",
		"html":     "*.ejs *.htm *.html",
		"java":     "*.java *.jsp *.jspx *.properties",
		"jinja":    "*.j2 *.jinja *.jinja2",
		"js":       "*.js *.jsx *.vue",
		"json":     "*.json composer.lock",
		"jsonl":    "*.jsonl",
		"julia":    "*.jl",
		"jupyter":  "*.ipynb *.jpynb",
		"kotlin":   "*.kt *.kts",
		"less":     "*.less",
		"lisp":     "*.el *.jl *.lisp *.lsp *.sc *.scm",
		"lock":     "*.lock package-lock.json",
		"log":      "*.log",
		"lua":      "*.lua",
		"make":     "*.mak *.mk [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile [Mm]akefile.am [Mm]akefile.in",
		"man":      "*.[0-9][cEFMmpSx] *.[0-9lnpx]",
		"markdown": "*.markdown *.md *.mdown *.mkdn",
		"md":       "*.markdown *.md *.mdown *.mkdn",
		"nix":      "*.nix",
		"objc":     "*.h *.m",
		"ocaml":    "*.ml *.mli *.mll *.mly",
		"org":      "*.org *.org_archive",
		"perl":     "*.PL *.perl *.pl *.plh *.plx *.pm *.t",
		"php":      "*.php *.php3 *.php4 *.php5 *.phtml",
		"protobuf": "*.proto",
		"ps":       "*.cdxml *.ps1 *.ps1xml *.psd1 *.psm1",
		"py":       "*.py",
		"r":        "*.R *.Rmd *.Rnw *.r",
		"readme":   "*README README*",
		"rst":      "*.rst",
		"ruby":     "*.gemspec *.rb *.rbw .irbrc Gemfile Rakefile config.ru",
		"rust":     "*.rs",
		"sass":     "*.sass *.scss",
		"scala":    "*.sbt *.scala",
		"sh":       "*.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout .bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc",
		"sql":      "*.psql *.sql",
		"svg":      "*.svg",
		"swift":    "*.swift",
		"systemd":  "*.automount *.conf *.device *.link *.mount *.path *.scope *.service *.slice *.socket *.swap *.target *.timer",
		"tcl":      "*.tcl",
		"tex":      "*.bib *.cls *.dtx *.ins *.ltx *.sty *.tex",
		"tf":       "*.tf",
		"toml":     "*.toml Cargo.lock",
		"ts":       "*.ts *.tsx",
		"txt":      "*.txt",
		"verilog":  "*.sv *.svh *.v *.vh",
		"vhdl":     "*.vhd *.vhdl",
		"vim":      "*.vim",
		"xml":      "*.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt",
		"yaml":     "*.yaml *.yml",
		"zig":      "*.zig",
		"zsh":      "*.zsh .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc",
	}
})

// A rgKinds is what -t, -T and --type-add ask for.
type rgKinds struct {
	added    map[string]string
	only, no []rule
}

func (k *rgKinds) globs(name string) string {
	if g, ok := k.added[name]; ok {
		return g
	}
	return rgTypes()[name]
}

// choose adds a kind to those that are searched, or not searched.
func (k *rgKinds) choose(name string, only bool) error {
	names := []string{name}
	if name == "all" {
		names = slices.Collect(maps.Keys(rgTypes()))
	}
	for _, n := range names {
		globs := k.globs(n)
		if globs == "" {
			return fmt.Errorf("unrecognized file type: %s", name)
		}
		for g := range strings.FieldsSeq(globs) {
			r, err := parseRule(g, true, false)
			if err != nil {
				return err
			}
			if only {
				k.only = append(k.only, r)
			} else {
				k.no = append(k.no, r)
			}
		}
	}
	return nil
}

// add is --type-add: NAME:GLOB or NAME:include:OTHER,OTHER.
func (k *rgKinds) add(text string) error {
	name, glob, ok := strings.Cut(text, ":")
	if !ok || name == "" || glob == "" {
		return fmt.Errorf("invalid definition (format is type:glob, e.g., html:*.html)")
	}
	if k.added == nil {
		k.added = map[string]string{}
	}
	if others, ok := strings.CutPrefix(glob, "include:"); ok {
		glob = ""
		for o := range strings.SplitSeq(others, ",") {
			glob += " " + k.globs(o)
		}
	}
	k.added[name] = strings.TrimSpace(k.globs(name) + " " + glob)
	return nil
}

// clear is --type-clear.
func (k *rgKinds) clear(name string) {
	if k.added == nil {
		k.added = map[string]string{}
	}
	k.added[name] = ""
}

// wants tells whether a file of that name is of a kind to be searched.
func (k *rgKinds) wants(base string) bool {
	is := func(r rule) bool { return r.expr.MatchString(base) }
	return (len(k.only) == 0 || slices.ContainsFunc(k.only, is)) && !slices.ContainsFunc(k.no, is)
}

// list is --type-list.
func (k *rgKinds) list() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(rgTypes())) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.ReplaceAll(rgTypes()[name], " ", ", "))
	}
	return b.String()
}
