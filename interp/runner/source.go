package runner

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/state"
)

// Source implements builtins.Running.
func (sh *shell) Source(ctx context.Context, call *builtins.Call, name string, params []string) builtins.Status {
	path, ok := sh.findSourced(name)
	if !ok {
		if sh.st.Opts.On(state.Posix) && !strings.Contains(name, "/") {
			sh.Errorf(call, "%s: file not found", name)
		} else {
			sh.message(name + ": No such file or directory")
		}
		return sh.sourceFailed()
	}
	if fi, err := sh.fs.Stat(path); err == nil && fi.IsDir() {
		sh.Errorf(call, "%s: is a directory", path)
		return sh.sourceFailed()
	}
	d, err := (&files{sh: sh, ctx: ctx, argv: call.Args}).open(ctx, path, 0)
	if err != nil {
		var failed *redirectError
		if errors.As(openError(path, err), &failed) {
			sh.message(failed.text)
			if failed.denied {
				return status(statusDenied)
			}
			return sh.sourceFailed()
		}
		return sh.stopped()
	}
	data, err := sh.slurp(d)
	d.Close()
	if err != nil {
		return sh.expansionFailed(err)
	}
	if bytes.Count(data, []byte{0}) > sourcedNULs {
		sh.Errorf(call, "%s: cannot execute binary file", path)
		return status(statusDenied)
	}
	return sh.sourced(ctx, path, string(data), params)
}

// findSourced finds a file to source: by PATH for a name without a slash, then
// in the working directory.
func (sh *shell) findSourced(name string) (string, bool) {
	if !strings.Contains(name, "/") {
		if sh.st.Opts.On(state.SourcePath) {
			dirs, _ := sh.st.Vars.Get("PATH").Value()
			for dir := range strings.SplitSeq(dirs, ":") {
				if dir == "" {
					dir = "."
				}
				full := dir + "/" + name
				if fi, err := sh.fs.Stat(full); err == nil && !fi.IsDir() {
					return full, true
				}
			}
		}
		if sh.st.Opts.On(state.Posix) {
			return "", false
		}
	}
	_, err := sh.fs.Stat(name)
	return name, err == nil || strings.HasPrefix(name, "/dev/") // opened without a file behind it
}

func (sh *shell) sourceFailed() builtins.Status {
	if sh.st.Opts.On(state.Posix) && !sh.indirect {
		return builtins.Status{Code: 1, Kind: builtins.Exit}
	}
	return status(1)
}

// sourced runs the text of a sourced file.
func (sh *shell) sourced(ctx context.Context, path, text string, params []string) builtins.Status {
	if st, ok := sh.enter(); !ok {
		return st
	}
	line, old := sh.st.Line, sh.st.Params
	if len(sh.st.Frames) == 0 {
		sh.params = old
	}
	changed := sh.st.ParamsSet
	var back state.CallerParams
	if params != nil {
		var ok bool
		if back, ok = sh.st.EnterParams(params); !ok {
			return sh.full()
		}
		sh.st.ParamsSet = false
	}
	sh.st.Frames = append(sh.st.Frames, state.Frame{Function: "source", Source: path, Line: line, Args: params, Sourced: true})
	hidden := hiddenTraps{}
	if !sh.st.Opts.On(state.FuncTrace) {
		if action, ok := sh.st.Traps.Get("DEBUG"); ok && sh.traps.debug {
			hidden[0] = action
			sh.st.Traps.Reset("DEBUG")
			sh.trapsChanged()
		}
	}
	sh.evals++
	st := sh.text(ctx, text, reading{name: path, line: 1})
	sh.evals--
	if st.Kind == builtins.Exit {
		return st
	}
	sh.st.Frames = sh.st.Frames[:len(sh.st.Frames)-1]
	if sh.traps.ret && st.Kind != builtins.Abort && st.Kind != builtins.Discard {
		if end := sh.runTrap(ctx, "RETURN", line); end.Kind != builtins.Next {
			st = end
		}
	}
	sh.showTraps(hidden)
	switch {
	case params == nil:
	case sh.st.Vars.Depth() > 0 || !sh.st.ParamsSet:
		sh.st.LeaveParams(back)
	default:
		sh.st.KeepParams(back)
	}
	sh.st.ParamsSet = sh.st.ParamsSet || changed
	sh.st.Line = line
	sh.depth--
	if st.Kind == builtins.Return {
		st.Kind = builtins.Next
	}
	return st
}

// sourcedNULs is how many NUL bytes bash drops from a file that is sourced
// before it takes the file for a binary one.
const sourcedNULs = 256

// isBinary tells whether a file is no text, as bash judges: it is an ELF
// program, or has a NUL in its first line, behind #! in its first two.
func isBinary(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\x7fELF")) {
		return true
	}
	lines := 1
	if bytes.HasPrefix(data, []byte("#!")) {
		lines = 2
	}
	for i, c := range data {
		if c == '\n' {
			lines--
		}
		if i >= 80 || lines == 0 {
			return false
		}
		if c == 0 {
			return true
		}
	}
	return false
}
