package runner

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/syntax"
)

// runBuiltin runs a builtin.
func (sh *shell) runBuiltin(ctx context.Context, info *builtins.Info, k *call) builtins.Status {
	if st, ok := sh.permitted(ctx, k, true); !ok {
		return st
	}
	if info.Declares && k.decls == nil {
		k.decls = plainDecls(k.argv)
	}
	sh.ranExternal = false
	b := sh.borrow()
	b.Ctx, b.Shell, b.State = ctx, sh, sh.st
	b.Args, b.Decls, b.Line = k.argv, k.decls, sh.st.Line
	b.Stdin, b.Stdout, b.Stderr = sh.fds.Desc(0), sh.fds.Desc(1), sh.fds.Desc(2)
	sh.ended.Kind = builtins.Next
	sh.indirect = k.indirect
	if info.Name == "unset" {
		sh.elements = elementWords(k)
	}
	st := info.Run(b)
	sh.indirect, sh.elements = false, nil
	sh.giveBack(b)
	if st.Kind == builtins.Abort && !sh.st.Interactive && !callsOthers(info.Name) {
		// What a builtin gives up, the shell gives up.
		st.Kind = builtins.Exit
	}
	if sh.ended.Kind != builtins.Next {
		st, sh.ended.Kind = sh.ended, builtins.Next
	}
	if info.Special && misused(info.Name, st) && !k.indirect && sh.ignore == 0 {
		if _, ok := sh.posixFatal(st.Code); ok {
			st.Kind = builtins.Exit
		}
	}
	switch info.Name {
	case "wait":
		if len(k.argv) == 1 && st.Kind == builtins.Next {
			sh.awaitSubst(ctx)
		}
	case "trap":
		sh.trapsChanged()
	case "exec":
		if len(k.argv) == 1 || len(k.argv) == 2 && k.argv[1] == "--" {
			sh.keepRedirs = st.Kind == builtins.Next
		}
	case "set", "shopt":
		sh.optionsChanged()
	}
	return st
}

// misused tells whether the status of a special builtin is that of a wrong use
// and not one of what it ran.
func misused(name string, st builtins.Status) bool {
	return st.Kind == builtins.Next && st.Code == 2 && !callsOthers(name)
}

// callsOthers tells whether a builtin's end can be that of another command.
func callsOthers(name string) bool {
	switch name {
	case "command", "builtin", "eval", "source", ".":
		return true
	}
	return false
}

// borrow takes a Call from the pool.
func (sh *shell) borrow() *builtins.Call {
	if n := len(sh.pool); n > 0 {
		b := sh.pool[n-1]
		sh.pool = sh.pool[:n-1]
		return b
	}
	b := &builtins.Call{}
	b.File = sh.file
	return b
}

func (sh *shell) giveBack(b *builtins.Call) {
	if b.Last != "" {
		sh.leftLast, b.Last = b.Last, ""
	}
	b.Args, b.Decls, b.Stdin, b.Stdout, b.Stderr, b.Ctx = nil, nil, nil, nil, nil, nil
	sh.pool = append(sh.pool, b)
}

// elementWords are the arguments that name an element without quotes around the name:
// bash does not expand their subscripts once more.
func elementWords(k *call) []string {
	if len(k.words) != len(k.argv) {
		return nil
	}
	var elements []string
	for i, w := range k.words {
		if len(w.Parts) == 0 {
			continue
		}
		lit, ok := w.Parts[0].(*syntax.Lit)
		if !ok {
			continue
		}
		if name, _, found := strings.Cut(lit.Value, "["); found && expand.ValidName(name) {
			elements = append(elements, k.argv[i])
		}
	}
	return elements
}

// plainDecls are the arguments of a declaration builtin that were not parsed as
// assignments.
func plainDecls(argv []string) []builtins.Decl {
	decls := make([]builtins.Decl, 0, len(argv)-1)
	for _, a := range argv[1:] {
		decls = append(decls, builtins.Decl{Text: a})
	}
	return decls
}
