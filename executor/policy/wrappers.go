package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
)

// A wrapper describes how a command's words lead to the command that it
// starts, after its manual page. Options that are not listed make it opaque.
type wrapper struct {
	short    string // letters of options without a value
	value    string // letters of options with a value, attached or the next word
	optional string // letters of options with a value that is attached or missing
	long     string // long options without a value, space separated
	longVal  string // long options with a value, behind = or the next word
	longOpt  string // long options with a value behind = or none
	leading  int    // operands in front of the command
	assigns  bool   // NAME=VALUE in front of the command sets a variable
	numeric  bool   // -10 is an option
	dash     bool   // a lone dash behind the options is one more
	shells   string // letters and long options with which it starts a shell or reads commands
	quiet    string // letters and long options with which it starts nothing
	elseRuns string // what it runs where there is no command; "" is nothing
}

// wrappers are the commands that start the command in their arguments: builtins
// of bash, coreutils, util-linux, findutils, sudo and doas.
var wrappers = map[string]wrapper{
	"builtin": {},
	"command": {short: "p", quiet: "v V"},
	"exec":    {short: "cl", value: "a"},
	"nohup":   {quiet: "help version"},
	"setsid":  {short: "cfw", long: "ctty fork wait", quiet: "h V help version"},
	"nice":    {value: "n", longVal: "adjustment", numeric: true, quiet: "help version"},
	"timeout": {short: "vfp", value: "ks", long: "verbose foreground preserve-status", longVal: "kill-after signal",
		leading: 1, quiet: "help version"},
	"stdbuf": {value: "ioe", longVal: "input output error", quiet: "help version"},
	"env": {short: "i0v", value: "uC", long: "ignore-environment null debug list-signal-handling",
		longVal: "unset chdir", longOpt: "block-signal default-signal ignore-signal", assigns: true, dash: true,
		shells: "S split-string", quiet: "help version"},
	"sudo": {short: "ABbEHknPSN", value: "CDghpRrTtUu", long: "askpass bell background set-home preserve-groups non-interactive stdin no-update reset-timestamp",
		longVal: "close-from chdir group host prompt chroot role command-timeout type other-user user", longOpt: "preserve-env",
		assigns: true, shells: "i s login shell", quiet: "K V l v e edit help version list validate remove-timestamp"},
	"doas":    {short: "Ln", value: "Cu", shells: "s"},
	"time":    {short: "apvq", value: "fo", long: "append portability verbose quiet", longVal: "format output", quiet: "V help version"},
	"ionice":  {short: "t", value: "cn", long: "ignore", longVal: "class classdata", quiet: "p P u h V help version"},
	"chrt":    {short: "abdfirov", value: "TPD", long: "all-tasks batch deadline fifo idle reset-on-fork rr other verbose", leading: 1, quiet: "m p h V help version"},
	"taskset": {short: "ac", long: "all-tasks cpu-list", leading: 1, quiet: "p h V help version"},
	"chroot":  {longVal: "groups userspec", long: "skip-chdir", leading: 1, elseRuns: "a shell", quiet: "help version"},
	// --process-slot-var sets any variable to a number, and a directory may have
	// that for its name: what xargs starts is another program then.
	"xargs": {short: "0prtxo", value: "adEInLPs", optional: "eil",
		long:    "null interactive no-run-if-empty verbose exit show-limits open-tty",
		longVal: "arg-file delimiter max-args max-procs max-chars", longOpt: "eof replace max-lines",
		quiet: "help version"},
	"busybox": {quiet: "list list-full help install", elseRuns: ""},
	"toybox":  {quiet: "long help version"},
}

// opaqueWrappers start commands in ways that are not followed here.
var opaqueWrappers = strings.Fields("su runuser pkexec script watch strace ltrace gdb unshare nsenter setpriv systemd-run " +
	"parallel entr flock setarch linux32 linux64 start-stop-daemon daemonize screen tmux at batch ssh-agent dbus-run-session " +
	"xvfb-run fakeroot faketime proot bwrap firejail expect unbuffer rlwrap socat catchsegv prlimit numactl cgexec torsocks " +
	"proxychains proxychains4 run-parts source .")

// unwrap adds what the command starts. It returns why that can not be known,
// or "".
func (s start) unwrap(name string) (opaque string) {
	words := s.command.words(s.command.Argv)[1:]
	if w, ok := wrappers[name]; ok {
		return s.wrapped(name, w, words)
	}
	switch {
	case name == "find":
		return s.find(words)
	case isShell(name):
		return s.shell(name, words)
	case slices.Contains(opaqueWrappers, name):
		return "it runs commands that are not followed"
	}
	return s.evaluates(name, words)
}

// wrapped follows a wrapper of the table.
func (s start) wrapped(name string, w wrapper, words []word) (opaque string) {
	rest, found, opaque := w.options(words)
	if opaque != "" || found.quiet {
		return opaque
	}
	if found.shell {
		return "its options make it start a shell or read a command from one word"
	}
	var assigned []bashast.Assignment
	for w.assigns && len(rest) > 0 && !rest[0].unknown {
		variable, value, ok := strings.Cut(rest[0].text, "=")
		if !ok {
			break
		}
		assigned = append(assigned, bashast.Assignment{Name: variable, Value: value, Start: s.command.Start, End: s.command.End})
		rest = rest[1:]
	}
	if len(rest) < w.leading || slices.ContainsFunc(rest[:w.leading], func(w word) bool { return w.unknown }) {
		return unknownStart(rest)
	}
	rest = rest[w.leading:]
	switch {
	case len(rest) == 0 && s.command.Open:
		return "the command that it starts comes from somewhere else"
	case len(rest) == 0:
		return w.elseRuns
	case rest[0].unknown:
		return unknownStart(rest)
	}
	if len(found.chdir) > 0 {
		s.command.Dirs = relocated(s.command.Dirs, found.chdir)
	}
	if name == "xargs" {
		s.xargs(rest, found)
		return ""
	}
	s.argv(rest, s.command.Open, assigned)
	return ""
}

func unknownStart(rest []word) string {
	if len(rest) == 0 {
		return ""
	}
	return "the command that it starts is known only when it runs"
}

// relocated gives the directories of a command that is started elsewhere.
func relocated(dirs []string, to string) []string {
	if path.IsAbs(to) {
		return []string{path.Clean(to)}
	}
	var moved []string
	for _, dir := range dirs {
		moved = append(moved, path.Join(dir, to))
	}
	return moved
}

// xargs adds the command whose further arguments come from standard input, or
// take the place of a string in those that are there. Of options that contradict
// each other the last counts, which is not followed.
func (s start) xargs(rest []word, found foundOptions) {
	if found.replace == "" {
		s.argv(rest, true, nil)
		return
	}
	filled := slices.Clone(rest)
	for i, w := range filled {
		filled[i].unknown = w.unknown || strings.Contains(w.text, found.replace)
	}
	s.argv(filled, found.counted, nil)
}

// find adds the commands of -exec and its kin.
func (s start) find(words []word) (opaque string) {
	for i := 0; i < len(words); i++ {
		if words[i].unknown {
			return "an argument that is known only when it runs may be -exec"
		}
		switch words[i].text {
		case "-exec", "-execdir", "-ok", "-okdir":
		default:
			continue
		}
		elsewhere := strings.HasSuffix(words[i].text, "dir")
		from := i + 1
		for i = from; i < len(words) && !endsExec(words, i, from); i++ {
		}
		if from == i {
			continue
		}
		inner := s
		if elsewhere {
			inner.command.Dirs = nil
		}
		command := slices.Clone(words[from:i])
		for k, w := range command {
			command[k].unknown = w.unknown || strings.Contains(w.text, "{}")
		}
		inner.argv(command, false, nil)
	}
	return ""
}

// endsExec reports whether a word ends the command of -exec: `;`, or `+` behind
// {}.
func endsExec(words []word, i, from int) bool {
	w := words[i]
	return !w.unknown && (w.text == ";" || w.text == "+" && i > from && words[i-1].text == "{}")
}
