package runner

import (
	"context"
	"errors"
	"slices"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// keepsAssigns tells whether the assignments before a command stay: those
// before special builtins in posix mode, which one of them may begin.
func (sh *shell) keepsAssigns(k *call) bool {
	posix := sh.st.Opts.On(state.Posix) || slices.ContainsFunc(k.assigns, func(a *syntax.Assign) bool { return a.Name == "POSIXLY_CORRECT" })
	return posix && sh.isSpecial(k) && sh.st.Function(k.argv[0]) == nil
}

func (sh *shell) isSpecial(k *call) bool {
	info, ok := sh.eng.builtins[k.argv[0]]
	return ok && info.Special && !sh.st.Disabled[k.argv[0]]
}

// tempAssigns makes the assignments before a command.
func (sh *shell) tempAssigns(ctx context.Context, k *call, scoped bool) error {
	opts := expand.AssignOptions{Temporary: scoped}
	if sh.st.Opts.On(state.XTrace) {
		opts.Trace = sh.trace
	}
	for _, a := range k.assigns {
		if a.Index != nil {
			text := "`" + a.Name + "[" + a.Index.X.Src + "]': not a valid identifier"
			if !scoped {
				return &expand.Error{Text: text, Code: 1}
			}
			sh.message(text)
			continue
		}
		if err := sh.exp.Assign(ctx, a, opts); err != nil {
			var failed *expand.Error
			if !scoped || !errors.As(err, &failed) || !sh.readOnly(a.Name) || sh.st.Opts.On(state.Posix) || sh.endsAt(failed) {
				return err
			}
			// A readonly variable is left alone, and the command runs.
			sh.message(failed.Text)
		}
		if !scoped {
			sh.st.Vars.SetAttr(a.Name, state.Export, 0) // they are of the environment, too
		}
		sh.assigned(a.Name)
	}
	return nil
}

func (sh *shell) readOnly(name string) bool { return sh.st.Vars.Get(name).Has(state.ReadOnly) }

// errSilent is an error that has been reported.
var errSilent = errors.New("reported")

// setPosix enters or leaves posix mode with the options that go with it.
func (sh *shell) setPosix(on bool) {
	sh.st.Opts.Set(state.Posix, on)
	sh.st.Opts.Set(state.ShiftVerbose, on)
	sh.st.Opts.Set(state.ExpandAliases, on || sh.st.Interactive)
	if on {
		sh.st.Opts.Set(state.InheritErrExit, true)
		sh.st.Opts.Set(state.InteractiveComments, true)
		sh.st.Opts.Set(state.SourcePath, true)
	}
}

// mayMatter is a quick test for the names that assigned knows.
func mayMatter(name string) bool {
	switch len(name) {
	case 4, 6, 8, 9, 10, 11, 13, 15:
		return true
	}
	return false
}

// assigned does what bash does when certain variables change.
func (sh *shell) assigned(name string) {
	if sh.st.Vars.Depth() > 0 && slices.Contains(knownNames[:], name) && !slices.Contains(sh.locals, name) {
		sh.locals = append(sh.locals, name)
	}
	switch name {
	case "PATH":
		sh.st.Hashed.Clear()
	case "POSIXLY_CORRECT":
		sh.setPosix(sh.st.Vars.Get(name) != nil)
	case "GLOBIGNORE":
		// A null value leaves dotglob as it is.
		switch value, ok := sh.st.Vars.Get(name).Value(); {
		case !ok:
			sh.st.Opts.Set(state.DotGlob, false)
		case value != "":
			sh.st.Opts.Set(state.DotGlob, true)
		}
	case "LANG", "LC_ALL", "LC_CTYPE":
		sh.localeChanged()
	case "BASH_COMPAT":
		sh.compatChanged(true)
	case "BASH_XTRACEFD":
		sh.traceFDChanged()
	case "IGNOREEOF":
		sh.st.Opts.Set(state.IgnoreEOF, sh.st.Vars.Get(name) != nil)
	}
}

// localeChanged finds out what a character is from now on.
func (sh *shell) localeChanged() {
	sh.st.Bytes = command.Bytewise(func(name string) string {
		value, _ := sh.st.Vars.Get(name).Value()
		return value
	})
}

// knownNames are the names whose assignment changes options.
var knownNames = [...]string{
	"BASH_COMPAT", "BASH_XTRACEFD", "GLOBIGNORE", "IGNOREEOF", "LANG", "LC_ALL", "LC_CTYPE", "POSIXLY_CORRECT",
}

// localsGone does again what the values of variables mean that were local to a
// function which has returned.
func (sh *shell) localsGone() {
	names := sh.locals
	sh.locals = nil
	for _, name := range names {
		sh.localGone(name)
	}
}

func (sh *shell) localGone(name string) {
	if name == "BASH_COMPAT" {
		sh.compatChanged(false)
	} else {
		sh.assigned(name)
	}
}

// leaveTemporary leaves the scope of the assignments before a command, and does
// again what the values mean that hold from now on.
func (sh *shell) leaveTemporary(assigns []*syntax.Assign) {
	sh.st.Vars.Pop()
	for _, a := range assigns {
		if mayMatter(a.Name) {
			sh.localGone(a.Name)
		}
	}
}
