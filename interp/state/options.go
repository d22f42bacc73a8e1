package state

import "slices"

// An Option is one switch of the shell: those of set -o first, then those of
// shopt.
type Option uint8

// The options of set -o (bash(1), set), in the order that it lists them.
const (
	AllExport           Option = iota // set -o allexport, -a
	BraceExpand                       // set -o braceexpand, -B
	Emacs                             // set -o emacs
	ErrExit                           // set -o errexit, -e
	ErrTrace                          // set -o errtrace, -E
	FuncTrace                         // set -o functrace, -T
	HashAll                           // set -o hashall, -h
	HistExpand                        // set -o histexpand, -H
	HistoryOpt                        // set -o history
	IgnoreEOF                         // set -o ignoreeof
	InteractiveComments               // set -o interactive-comments
	Keyword                           // set -o keyword, -k
	Monitor                           // set -o monitor, -m
	NoClobber                         // set -o noclobber, -C
	NoExec                            // set -o noexec, -n
	NoGlob                            // set -o noglob, -f
	Nolog                             // set -o nolog
	Notify                            // set -o notify, -b
	NoUnsetVars                       // set -o nounset, -u
	OneCmd                            // set -o onecmd, -t
	Physical                          // set -o physical, -P
	PipeFail                          // set -o pipefail
	Posix                             // set -o posix
	Privileged                        // set -o privileged, -p
	Verbose                           // set -o verbose, -v
	Vi                                // set -o vi
	XTrace                            // set -o xtrace, -x
)

// The options of shopt (bash(1), shopt).
const (
	AutoCD                   Option = iota + setCount // shopt autocd
	AssocExpandOnce                                   // shopt assoc_expand_once
	CDAbleVars                                        // shopt cdable_vars
	Cdspell                                           // shopt cdspell
	Checkhash                                         // shopt checkhash
	Checkjobs                                         // shopt checkjobs
	Checkwinsize                                      // shopt checkwinsize
	Cmdhist                                           // shopt cmdhist
	Compat31                                          // shopt compat31
	Compat32                                          // shopt compat32
	Compat40                                          // shopt compat40
	Compat41                                          // shopt compat41
	Compat42                                          // shopt compat42
	Compat43                                          // shopt compat43
	Compat44                                          // shopt compat44
	CompleteFullquote                                 // shopt complete_fullquote
	Direxpand                                         // shopt direxpand
	Dirspell                                          // shopt dirspell
	DotGlob                                           // shopt dotglob
	ExecFail                                          // shopt execfail
	ExpandAliases                                     // shopt expand_aliases
	ExtDebug                                          // shopt extdebug
	ExtGlob                                           // shopt extglob
	Extquote                                          // shopt extquote
	FailGlob                                          // shopt failglob
	ForceFignore                                      // shopt force_fignore
	GlobASCIIRanges                                   // shopt globasciiranges
	GlobSkipDots                                      // shopt globskipdots
	GlobStar                                          // shopt globstar
	GnuErrfmt                                         // shopt gnu_errfmt
	Histappend                                        // shopt histappend
	Histreedit                                        // shopt histreedit
	Histverify                                        // shopt histverify
	Hostcomplete                                      // shopt hostcomplete
	Huponexit                                         // shopt huponexit
	InheritErrExit                                    // shopt inherit_errexit
	shoptInteractiveComments                          // shopt interactive_comments
	LastPipe                                          // shopt lastpipe
	Lithist                                           // shopt lithist
	LocalvarInherit                                   // shopt localvar_inherit
	LocalvarUnset                                     // shopt localvar_unset
	LoginShell                                        // shopt login_shell
	Mailwarn                                          // shopt mailwarn
	NoEmptyCmdCompletion                              // shopt no_empty_cmd_completion
	NoCaseGlob                                        // shopt nocaseglob
	NoCaseMatch                                       // shopt nocasematch
	NoexpandTranslation                               // shopt noexpand_translation
	NullGlob                                          // shopt nullglob
	PatsubReplacement                                 // shopt patsub_replacement
	Progcomp                                          // shopt progcomp
	ProgcompAlias                                     // shopt progcomp_alias
	Promptvars                                        // shopt promptvars
	RestrictedShell                                   // shopt restricted_shell
	ShiftVerbose                                      // shopt shift_verbose
	SourcePath                                        // shopt sourcepath
	VarredirClose                                     // shopt varredir_close
	XPGEcho                                           // shopt xpg_echo

	// Restricted is set -r and bash -r (bash(1), RESTRICTED SHELL). Neither set -o nor
	// shopt knows it by name.
	Restricted
)

const (
	setCount    = 27
	shoptEnd    = setCount + 57
	optionCount = shoptEnd + 1
)

type optionInfo struct {
	name   string
	letter byte // of set, 0 for none
	on     bool // in a shell that runs a script
}

var options = [optionCount]optionInfo{
	AllExport:                {"allexport", 'a', false},
	BraceExpand:              {"braceexpand", 'B', true},
	Emacs:                    {"emacs", 0, false},
	ErrExit:                  {"errexit", 'e', false},
	ErrTrace:                 {"errtrace", 'E', false},
	FuncTrace:                {"functrace", 'T', false},
	HashAll:                  {"hashall", 'h', true},
	HistExpand:               {"histexpand", 'H', false},
	HistoryOpt:               {"history", 0, false},
	IgnoreEOF:                {"ignoreeof", 0, false},
	InteractiveComments:      {"interactive-comments", 0, true},
	Keyword:                  {"keyword", 'k', false},
	Monitor:                  {"monitor", 'm', false},
	NoClobber:                {"noclobber", 'C', false},
	NoExec:                   {"noexec", 'n', false},
	NoGlob:                   {"noglob", 'f', false},
	Nolog:                    {"nolog", 0, false},
	Notify:                   {"notify", 'b', false},
	NoUnsetVars:              {"nounset", 'u', false},
	OneCmd:                   {"onecmd", 't', false},
	Physical:                 {"physical", 'P', false},
	PipeFail:                 {"pipefail", 0, false},
	Posix:                    {"posix", 0, false},
	Privileged:               {"privileged", 'p', false},
	Verbose:                  {"verbose", 'v', false},
	Vi:                       {"vi", 0, false},
	XTrace:                   {"xtrace", 'x', false},
	AutoCD:                   {"autocd", 0, false},
	AssocExpandOnce:          {"assoc_expand_once", 0, false},
	CDAbleVars:               {"cdable_vars", 0, false},
	Cdspell:                  {"cdspell", 0, false},
	Checkhash:                {"checkhash", 0, false},
	Checkjobs:                {"checkjobs", 0, false},
	Checkwinsize:             {"checkwinsize", 0, true},
	Cmdhist:                  {"cmdhist", 0, true},
	Compat31:                 {"compat31", 0, false},
	Compat32:                 {"compat32", 0, false},
	Compat40:                 {"compat40", 0, false},
	Compat41:                 {"compat41", 0, false},
	Compat42:                 {"compat42", 0, false},
	Compat43:                 {"compat43", 0, false},
	Compat44:                 {"compat44", 0, false},
	CompleteFullquote:        {"complete_fullquote", 0, true},
	Direxpand:                {"direxpand", 0, false},
	Dirspell:                 {"dirspell", 0, false},
	DotGlob:                  {"dotglob", 0, false},
	ExecFail:                 {"execfail", 0, false},
	ExpandAliases:            {"expand_aliases", 0, false},
	ExtDebug:                 {"extdebug", 0, false},
	ExtGlob:                  {"extglob", 0, false},
	Extquote:                 {"extquote", 0, true},
	FailGlob:                 {"failglob", 0, false},
	ForceFignore:             {"force_fignore", 0, true},
	GlobASCIIRanges:          {"globasciiranges", 0, true},
	GlobSkipDots:             {"globskipdots", 0, true},
	GlobStar:                 {"globstar", 0, false},
	GnuErrfmt:                {"gnu_errfmt", 0, false},
	Histappend:               {"histappend", 0, false},
	Histreedit:               {"histreedit", 0, false},
	Histverify:               {"histverify", 0, false},
	Hostcomplete:             {"hostcomplete", 0, true},
	Huponexit:                {"huponexit", 0, false},
	InheritErrExit:           {"inherit_errexit", 0, false},
	shoptInteractiveComments: {"interactive_comments", 0, true},
	LastPipe:                 {"lastpipe", 0, false},
	Lithist:                  {"lithist", 0, false},
	LocalvarInherit:          {"localvar_inherit", 0, false},
	LocalvarUnset:            {"localvar_unset", 0, false},
	LoginShell:               {"login_shell", 0, false},
	Mailwarn:                 {"mailwarn", 0, false},
	NoEmptyCmdCompletion:     {"no_empty_cmd_completion", 0, false},
	NoCaseGlob:               {"nocaseglob", 0, false},
	NoCaseMatch:              {"nocasematch", 0, false},
	NoexpandTranslation:      {"noexpand_translation", 0, false},
	NullGlob:                 {"nullglob", 0, false},
	PatsubReplacement:        {"patsub_replacement", 0, true},
	Progcomp:                 {"progcomp", 0, true},
	ProgcompAlias:            {"progcomp_alias", 0, false},
	Promptvars:               {"promptvars", 0, true},
	RestrictedShell:          {"restricted_shell", 0, false},
	ShiftVerbose:             {"shift_verbose", 0, false},
	SourcePath:               {"sourcepath", 0, true},
	VarredirClose:            {"varredir_close", 0, false},
	XPGEcho:                  {"xpg_echo", 0, false},
	Restricted:               {"restricted", 'r', false},
}

// Options is the set of the options that are on. It is a value.
type Options struct {
	bits [(optionCount + 63) / 64]uint64
}

// DefaultOptions are those of a bash that runs a script or a -c string.
func DefaultOptions() Options {
	var o Options
	for i, info := range options {
		o.Set(Option(i), info.on)
	}
	return o
}

// On tells whether an option is on.
func (o *Options) On(opt Option) bool { return o.bits[opt/64]&(1<<(opt%64)) != 0 }

// Set switches an option. set -o interactive-comments and shopt
// interactive_comments are one.
func (o *Options) Set(opt Option, on bool) {
	o.set(opt, on)
	switch opt {
	case InteractiveComments:
		o.set(shoptInteractiveComments, on)
	case shoptInteractiveComments:
		o.set(InteractiveComments, on)
	}
}

func (o *Options) set(opt Option, on bool) {
	if on {
		o.bits[opt/64] |= 1 << (opt % 64)
	} else {
		o.bits[opt/64] &^= 1 << (opt % 64)
	}
}

// String names the option.
func (opt Option) String() string { return options[opt].name }

// Letter is the option's letter for set, 0 for none.
func (opt Option) Letter() byte { return options[opt].letter }

// SetOption finds an option of set -o by name.
func SetOption(name string) (Option, bool) { return find(name, 0, setCount) }

// ShoptOption finds an option of shopt by name.
func ShoptOption(name string) (Option, bool) { return find(name, setCount, shoptEnd) }

// LetterOption finds an option of set by letter.
func LetterOption(letter byte) (Option, bool) {
	i := slices.IndexFunc(options[:], func(info optionInfo) bool { return info.letter == letter && letter != 0 })
	return Option(max(i, 0)), i >= 0
}

// SetOptions lists the options of set -o in bash's order, ShoptOptions those of
// shopt.
func SetOptions() []Option { return span(0, setCount) }

// ShoptOptions lists the options of shopt in bash's order.
func ShoptOptions() []Option { return span(setCount, shoptEnd) }

func find(name string, from, to int) (Option, bool) {
	for i := from; i < to; i++ {
		if options[i].name == name {
			return Option(i), true
		}
	}
	return 0, false
}

func span(from, to int) []Option {
	out := make([]Option, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, Option(i))
	}
	return out
}
