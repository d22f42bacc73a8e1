package compare

import (
	"bytes"
	"context"
	"fmt"
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
		{Long: "no-backup-if-mismatch", Help: "keep no original only because a change did not fit exactly"},
		{Long: "backup-if-mismatch", Help: "do; the default"},
		{Long: "verbose"}, {Long: "binary"}, {Long: "posix"}, {Short: 'T', Long: "set-time"}, {Short: 'Z', Long: "set-utc"},
		{Short: 's', Long: "quiet", Help: "say nothing that is not an error"},
		{Short: 's', Long: "silent"},
		{Short: 'u', Long: "unified", Help: "the patch is a unified diff"},
		{Short: 'c', Long: "context", Help: "the patch is a context diff"},
		{Short: 'n', Long: "normal", Help: "the patch is a diff in the normal format"},
		{Short: 'e', Long: "ed", Help: "refused: scripts for ed are not run"},
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
	suffix, prefix                                     string // of backups
	force, batch, binary                               bool
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
	t := &patcher{call: call, ctx: ctx, out: command.NewOutput(call), strip: -1, fuzz: 2, suffix: ".orig"}
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
	case "z":
		t.suffix = o.Value
		if o.Value == "" {
			return t.fatal("backup suffix is empty"), true
		}
	case "B":
		t.prefix = o.Value
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
	case "u", "c", "n":
		t.kind = o.Name[0]
	case "D":
		t.ifdef = o.Value
	case "e":
		return t.fatal("scripts for ed are not run here"), true
	case "v":
		t.out.WriteString("patch (aegish)\n")
		return t.out.Finish(0, trouble), true
	case "f":
		t.force = true
	case "t":
		t.batch = true
	case "s":
		t.quiet = true
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
	files, err := parsePatch(data, t.kind, t.reverse, t.binary)
	if err != nil {
		return t.fatal("%v", err)
	}
	files = slices.DeleteFunc(files, func(f patchFile) bool {
		return t.target == "" && t.kind == 0 && f.old == "" && f.new == "" && f.git == nil
	})
	if len(files) == 0 {
		if len(data) == 0 {
			return 0
		}
		return t.fatal("Only garbage was found in the patch input.")
	}
	status := 0
	for i := range files {
		status = max(status, t.file(&files[i]))
		if t.out.Err() != nil || status == trouble {
			break
		}
	}
	return status
}

func (t *patcher) file(f *patchFile) int {
	name := t.choose(f)
	if name == "" {
		return t.lost(f)
	}
	d := &differ{call: t.call, out: t.out}
	info, serr := t.call.FS.Stat(name)
	if serr != nil && !vfs.Missing(serr) {
		return t.fatal("Can't open file %s : %s", name, command.Message(serr))
	}
	data, err := d.read(t.ctx, name, info != nil)
	if err != nil {
		return t.fatal("Can't open file %s : %s", name, command.Message(err))
	}
	if !t.unlikely(f, strings.TrimPrefix(name, t.dir+"/"), int64(len(data)), info != nil) {
		return 1
	}
	if info == nil && t.target == "" && f.new != "/dev/null" && (!f.creates() || len(f.hunks) == 0) {
		return t.lost(f)
	}
	if f.crs && !t.quiet {
		t.out.WriteString("(Stripping trailing CRs from patch; use --binary to disable.)\n")
	}
	if !t.quiet {
		verb := "patching"
		if t.dry {
			verb = "checking"
		}
		shown := command.QuoteIfNeeded(strings.TrimPrefix(name, t.dir+"/"))
		if g := f.git; g != nil && g.from != "" && t.target == "" {
			how := "renamed"
			if g.copies {
				how = "copied"
			}
			shown = command.QuoteIfNeeded(t.moved(g.to)) + " (" + how + " from " + shown + ")"
		}
		if t.output != "" {
			shown = command.QuoteIfNeeded(t.output) + " (read from " + shown + ")"
		}
		fmt.Fprintf(t.out, "%s file %s\n", verb, shown)
	}
	source := &text{data: data}
	source.split()
	t.inexact = false
	result, failed := t.apply(f, source.lines)
	target := name
	if g := f.git; g != nil && g.from != "" && t.target == "" {
		target = t.at(t.moved(g.to))
	}
	if t.output != "" {
		target = t.output
	}
	if len(failed) > 0 {
		what := "FAILED"
		if result == nil {
			what = "ignored"
		}
		fmt.Fprintf(t.out, "%d out of %d hunk%s %s", len(failed), len(f.hunks), map[bool]string{true: "s"}[len(f.hunks) != 1], what)
		if t.dry || t.rejects == "-" {
			t.out.WriteByte('\n')
		} else {
			rejects := t.rejects
			if rejects == "" {
				rejects = target + ".rej"
			}
			fmt.Fprintf(t.out, " -- saving rejects to file %s\n", command.QuoteIfNeeded(strings.TrimPrefix(rejects, t.dir+"/")))
			if err := t.write(rejects, f.rejected(failed, t.stripped)); err != nil {
				return t.fatal("Can't create file %s : %s", rejects, command.Message(err))
			}
		}
	}
	if !t.dry && result != nil {
		if status := t.save(f, name, target, data, bytes.Join(result, nil), info != nil, len(failed) == 0); status != 0 {
			return status
		}
	}
	return min(len(failed), 1)
}
