package compare

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

var patchOptions = option.Set{
	Usage:  "[OPTION]... [ORIGFILE [PATCHFILE]]",
	About:  "Apply the differences of a unified diff to files. The status is 0, 1 when some do not fit, 2 for trouble.",
	Bad:    trouble,
	Prefix: true,
	Options: []option.Option{
		{Short: 'p', Long: "strip", Arg: option.Required, Name: "NUM", Help: "strip NUM leading directories of names"},
		{Short: 'F', Long: "fuzz", Arg: option.Required, Name: "LINES", Help: "let up to LINES lines of context differ; 2 by default"},
		{Short: 'l', Long: "ignore-whitespace", Help: "let space differ"},
		{Short: 'R', Long: "reverse", Help: "take the new for the old"},
		{Short: 'N', Long: "forward", Help: "leave out what has been applied already"},
		{Short: 'i', Long: "input", Arg: option.Required, Name: "PATCHFILE", Help: "read the patch from PATCHFILE"},
		{Short: 'o', Long: "output", Arg: option.Required, Name: "FILE", Help: "write the patched file to FILE"},
		{Short: 'b', Long: "backup", Help: "keep the original as FILE.orig"},
		{Short: 'd', Long: "directory", Arg: option.Required, Name: "DIR", Help: "names are those in DIR"},
		{Short: 'z', Long: "suffix", Arg: option.Required, Name: "SUFFIX", Help: "keep it with SUFFIX"},
		{Short: 'B', Long: "prefix", Arg: option.Required, Name: "PREFIX", Help: "keep it with PREFIX before its name"},
		{Short: 'Y', Long: "basename-prefix", Arg: option.Required, Name: "PREFIX", Help: "keep it with PREFIX before the last part of its name"},
		{Short: 'V', Long: "version-control", Arg: option.Required, Name: "METHOD", Help: "keep it numbered, simple, or existing"},
		{Long: "reject-format", Arg: option.Required, Name: "FORMAT", Help: "write what does not fit as context or unified diff"},
		{Long: "no-backup-if-mismatch", Help: "keep no original only because a change did not fit exactly"},
		{Long: "backup-if-mismatch", Help: "do; the default"},
		{Long: "verbose", Help: "say more of what happens"}, {Long: "binary"}, {Long: "posix"}, {Short: 'T', Long: "set-time"}, {Short: 'Z', Long: "set-utc"},
		{Short: 's', Long: "quiet", Help: "say nothing that is not an error"},
		{Short: 's', Long: "silent"},
		{Short: 'u', Long: "unified", Help: "the patch is a unified diff"},
		{Short: 'c', Long: "context", Help: "the patch is a context diff"},
		{Short: 'n', Long: "normal", Help: "the patch is a diff in the normal format"},
		{Short: 'e', Long: "ed", Help: "the patch is a script for ed, of what diff -e writes"},
		{Short: 'D', Long: "ifdef", Arg: option.Required, Name: "NAME", Help: "put both versions between #ifdef NAME and #endif"},
		{Short: 'v', Long: "version"}, {Short: 'g', Long: "get", Arg: option.Required}, {Long: "quoting-style", Arg: option.Required}, {Long: "follow-symlinks"}, {Long: "read-only", Arg: option.Required},
		{Short: 'f', Long: "force", Help: "apply what has been applied already, too"},
		{Short: 't', Long: "batch", Help: "turn around what has been applied already"},
		{Long: "dry-run", Help: "say what would happen, and change nothing"},
		{Short: 'E', Long: "remove-empty-files", Help: "remove files that become empty"},
		{Short: 'r', Long: "reject-file", Arg: option.Required, Name: "FILE", Help: "write what does not fit to FILE"},
	},
}

type patcher struct {
	call                                               *command.Call
	ctx                                                context.Context
	out                                                *command.Output
	strip, fuzz                                        int
	space, reverse, forward, backup, quiet, dry, empty bool
	inexact                                            bool // a hunk did not fit where it said
	output, dir, target, rejects                       string
	backups                                            backups
	force, batch, binary, verbose, follow              bool
	rejectKind                                         byte // of the format of rejects, 0 for that of the patch
	removed                                            []string
	kept                                               []string // files whose originals were written aside
	ifdef                                              string
	said                                               *command.Output // standard output, with -o -
	kind                                               byte            // of the patch: u, c, n, or 0
	noMismatch                                         bool            // no backup only because a hunk did not fit
}

func patch(ctx context.Context, call *command.Call) int {
	p, status, ok := patchOptions.Parse(call)
	if !ok {
		return status
	}
	t := &patcher{call: call, ctx: ctx, out: command.NewOutput(call), strip: -1, fuzz: 2}
	input := "-"
	for _, o := range p.Options {
		if o.Name == "i" {
			input = o.Value
			continue
		}
		if status, done := t.option(o); done {
			return status
		}
	}
	switch n := len(p.Operands); {
	case n > 2:
		return patchOptions.Misuse(call, "%s: extra operand", p.Operands[2])
	case n == 2:
		input = p.Operands[1]
		fallthrough
	case n == 1:
		t.target = p.Operands[0]
	}
	if t.output == "-" {
		// The result goes where messages would.
		t.said, t.out = t.out, command.NewFileOutput(call, call.Stderr)
	}
	status = t.run(input)
	if t.said != nil {
		status = max(status, t.said.Finish(status, trouble))
	}
	return t.out.Finish(status, trouble)
}

// option takes in one option; done when the command ends with it.
func (t *patcher) option(o option.Found) (status int, done bool) {
	n, err := int64(0), error(nil)
	switch o.Name {
	case "p":
		n, err = command.ParseSize(o.Value, "")
		t.strip = int(n)
	case "F":
		n, err = command.ParseSize(o.Value, "")
		t.fuzz = int(n)
	case "l":
		t.space = true
	case "R":
		t.reverse = true
	case "N":
		t.forward = true
	case "o":
		t.output = o.Value
	case "b":
		t.backup = true
	case "z", "B", "Y", "V":
		if problem := t.backups.set(o); problem != "" {
			return t.fatal("%s", problem), true
		}
	case "reject-format":
		if o.Value != "context" && o.Value != "unified" {
			return patchOptions.Misuse(t.call, "invalid argument '%s' for 'reject format'", o.Value), true
		}
		t.rejectKind = o.Value[0]
	case "verbose":
		t.verbose, t.quiet = true, false
	case "follow-symlinks":
		t.follow = true
	case "no-backup-if-mismatch":
		t.noMismatch = true
	case "backup-if-mismatch":
		t.noMismatch = false
	case "d":
		t.dir = o.Value
		if fi, err := t.call.FS.Stat(t.dir); err != nil || !fi.IsDir() {
			if err == nil {
				err = syscall.ENOTDIR
			}
			return t.fatal("Can't change to directory %s : %s", t.dir, command.Message(err)), true
		}
	case "binary":
		t.binary = true
	case "u", "c", "n", "e":
		t.kind = o.Name[0]
	case "D":
		t.ifdef = o.Value
	case "v":
		t.out.WriteString("patch (aegish)\n")
		return t.out.Finish(0, trouble), true
	case "f":
		t.force = true
	case "t":
		t.batch = true
	case "s":
		t.quiet, t.verbose = true, false
	case "dry-run":
		t.dry = true
	case "E":
		t.empty = true
	case "r":
		t.rejects = o.Value
	}
	if err != nil {
		return t.fatal("%s %s is not a number", map[string]string{"p": "strip count", "F": "fuzz factor"}[o.Name], o.Value), true
	}
	return 0, false
}

func (t *patcher) fatal(format string, args ...any) int {
	t.out.Flush()
	fmt.Fprintf(t.call.Stderr, t.call.Name()+": **** "+format+"\n", args...)
	return trouble
}

func (t *patcher) run(input string) int {
	if t.dir != "" && !path.IsAbs(input) && input != "-" {
		input = path.Join(t.call.Dir, input)
	}
	d := &differ{call: t.call, out: t.out}
	data, err := d.read(t.ctx, input, true)
	if err != nil {
		return t.fatal("Can't open patch file %s : %s", input, command.Message(err))
	}
	if scripts := t.edScripts(data); len(scripts) > 0 {
		return t.runEd(scripts)
	}
	files, trailing, err := parsePatch(data, t.kind, t.reverse, t.binary)
	if err != nil && len(files) == 0 {
		return t.fatal("%v", err)
	}
	files = slices.DeleteFunc(files, func(f patchFile) bool {
		return t.target == "" && t.kind == 0 && f.old == "" && f.new == "" && f.git == nil
	})
	if len(files) == 0 {
		if len(data) == 0 {
			return 0
		}
		if t.verbose {
			t.out.WriteString("Hmm...  I can't seem to find a patch in there anywhere.\n")
		}
		return t.fatal("Only garbage was found in the patch input.")
	}
	status := 0
	for i := range files {
		t.introduce(&files[i], i == 0)
		status = max(status, t.file(&files[i]))
		if t.out.Err() != nil || status == trouble {
			return status
		}
	}
	if err != nil {
		return t.fatal("%v", err)
	}
	if t.verbose {
		if trailing {
			t.out.WriteString("Hmm...  Ignoring the trailing garbage.\n")
		}
		t.out.WriteString("done\n")
	}
	for _, name := range t.removed {
		t.removeParents(name)
	}
	return status
}

// file applies the part of the patch that is for one file.
func (t *patcher) file(f *patchFile) int {
	name := t.choose(f)
	if name == "" {
		return t.lost(f)
	}
	if f.binary {
		fmt.Fprintf(t.out, "File %s: git binary diffs are not supported.\n", t.shown(name))
		return 1
	}
	info, serr := t.call.FS.Stat(name)
	if serr != nil && !vfs.Missing(serr) {
		return t.fatal("Can't open file %s : %s", name, command.Message(serr))
	}
	if t.irregular(name, info) {
		fmt.Fprintf(t.out, "File %s is not a regular file -- refusing to patch\n", t.shown(name))
		return t.reject(f, name, f.hunks, "ignored")
	}
	d := &differ{call: t.call, out: t.out}
	data, err := d.read(t.ctx, name, info != nil)
	if err != nil {
		return t.fatal("Can't open file %s : %s", name, command.Message(err))
	}
	if !t.unlikely(f, strings.TrimPrefix(name, t.dir+"/"), int64(len(data)), info != nil) {
		return 1
	}
	if info == nil && t.target == "" && f.new != "/dev/null" && (!f.creates() || len(f.hunks) == 0 && f.git == nil) {
		return t.lost(f)
	}
	if status := t.version(f, data); status != 0 {
		return status
	}
	target := t.announce(f, name)
	source := &text{data: data}
	source.split()
	t.inexact = false
	result, failed := t.apply(f, source.lines)
	if f.malformed != nil {
		return t.fatal("%v", f.malformed)
	}
	status := 0
	if len(failed) > 0 {
		what := "FAILED"
		if result == nil {
			what = "ignored"
		}
		if status = t.reject(f, target, failed, what); status == trouble {
			return status
		}
	}
	if t.dry || result == nil {
		return status
	}
	return max(status, t.save(f, name, target, data, bytes.Join(result, nil), info != nil, len(failed) == 0))
}

// irregular tells whether a file is none to be patched: patches are for files, and
// those for symbolic links only where they are followed.
func (t *patcher) irregular(name string, info fs.FileInfo) bool {
	if info == nil || t.output != "" {
		return false
	}
	if link, err := t.call.FS.Lstat(name); !t.follow && err == nil {
		info = link
	}
	return !info.Mode().IsRegular()
}

// shown is a name as messages have it.
func (t *patcher) shown(name string) string {
	return command.QuoteIfNeeded(strings.TrimPrefix(name, t.dir+"/"))
}

// announce says which file is patched, and returns which one is written.
func (t *patcher) announce(f *patchFile, name string) (target string) {
	verb, shown := "patching", t.shown(name)
	if t.dry {
		verb = "checking"
	}
	target = name
	if g := f.git; g != nil && g.from != "" && t.target == "" {
		how := "renamed"
		if g.copies {
			how = "copied"
		}
		shown = command.QuoteIfNeeded(t.moved(g.to)) + " (" + how + " from " + shown + ")"
		target = t.at(t.moved(g.to))
	}
	if t.output != "" {
		shown = command.QuoteIfNeeded(t.output) + " (read from " + shown + ")"
		target = t.output
	}
	kind := "file"
	if f.git != nil && f.git.link {
		kind = "symbolic link"
	}
	if t.quiet {
		return target
	}
	if f.crs {
		t.out.WriteString("(Stripping trailing CRs from patch; use --binary to disable.)\n")
	}
	if f.indent > 0 {
		fmt.Fprintf(t.out, "(Patch is indented %d space%s.)\n", f.indent, map[bool]string{true: "s"}[f.indent != 1])
	}
	fmt.Fprintf(t.out, "%s %s %s\n", verb, kind, shown)
	if t.verbose && f.kind != 0 {
		t.out.WriteString("Using Plan A...\n")
	}
	return target
}

// reject reports hunks that are not applied, and writes them beside the target.
func (t *patcher) reject(f *patchFile, target string, failed []hunk, what string) int {
	fmt.Fprintf(t.out, "%d out of %d hunk%s %s", len(failed), len(f.hunks), map[bool]string{true: "s"}[len(f.hunks) != 1], what)
	if t.dry || t.rejects == "-" {
		t.out.WriteByte('\n')
		return 1
	}
	rejects := t.rejects
	if rejects == "" {
		rejects = target + ".rej"
	}
	fmt.Fprintf(t.out, " -- saving rejects to file %s\n", t.shown(rejects))
	if err := t.write(rejects, f.rejected(failed, t.stripped, t.rejectKind)); err != nil {
		return t.fatal("Can't create file %s : %s", rejects, command.Message(err))
	}
	return 1
}
