package executor

import (
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/interp/syntax"
)

// A ReadCommand is a simple command that stands in a text for the interpreter,
// as far as it can be known before the text runs.
type ReadCommand struct {
	// Argv are its words; those that Unknown lists are as they were written,
	// because the shell would expand them.
	Argv    []string
	Unknown []int
	// Assigned are NAME=VALUE of the assignments before it, if that is known.
	Assigned []string
	// Opens are its redirections to files; "" is a name that is not known.
	Opens  []ReadOpen
	Offset int // in the text
	// Function says that the text makes a function of this name somewhere. Calls of
	// functions are not judged.
	Function bool
}

// A ReadOpen is a redirection.
type ReadOpen struct {
	Path      string
	Direction bashast.Direction
}

// ReadCommands lists the simple commands of a text, those in substitutions and
// functions too, in the order in which they stand there. What eval, aliases and
// their like make of data is not among them. The error is a *syntax.Error;
// what stands in the lines before it would run, and is listed.
func ReadCommands(text string) ([]ReadCommand, error) {
	r := &commandReader{defined: map[string]bool{}}
	p := syntax.New(syntax.StringInput(text), syntax.Config{Name: interpName})
	list, err := p.Next()
	for ; err == nil; list, err = p.Next() {
		r.walk(reflect.ValueOf(list.Stmts))
	}
	if err == io.EOF {
		err = nil
	}
	for i, c := range r.all {
		r.all[i].Function = len(c.Argv) > 0 && !slices.Contains(c.Unknown, 0) && r.defined[c.Argv[0]]
	}
	return r.all, err
}

type commandReader struct {
	all     []ReadCommand
	defined map[string]bool
}

// skipped are fields of nodes that say again what others say.
var skipped = []string{"Whole", "Key", "Memo", "Assign"}

// walk looks for commands in a node and below it. The parser bounds the depth.
func (r *commandReader) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		r.walk(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch n := v.Interface().(type) {
		case *syntax.Stmt:
			r.statement(n)
		case *syntax.FuncDecl:
			r.defined[n.Name] = true
		case *syntax.CmdSubst:
			if n.Backquotes && len(n.Stmts) == 0 {
				r.backquotes(n.Src)
			}
		}
		r.walk(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			r.walk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !slices.Contains(skipped, f.Name) {
				r.walk(v.Field(i))
			}
		}
	}
}

// backquotes reads the text between them, which has one level of backslashes
// more. What can not be read fails when it runs.
func (r *commandReader) backquotes(src string) {
	text := strings.NewReplacer("\\`", "`", `\\`, `\`, `\$`, `$`).Replace(src)
	if file, err := syntax.Parse(text, syntax.Config{Name: interpName}); err == nil {
		r.walk(reflect.ValueOf(file.Stmts))
	}
}

// statement notes the simple command of a statement and its redirections.
func (r *commandReader) statement(s *syntax.Stmt) {
	c := ReadCommand{Offset: int(s.Position.Offset)}
	switch n := s.Cmd.(type) {
	case *syntax.CallExpr:
		c.assign(n.Assigns)
		c.words(n.Args)
	case *syntax.DeclClause:
		c.assign(n.Assigns)
		c.words(n.Prefix)
		c.Argv = append(c.Argv, n.Variant)
		c.words(n.Args)
	}
	for _, redir := range s.Redirs {
		direction, file := directions[redir.Op]
		if !file || redir.Word == nil {
			continue
		}
		name, known := literal(redir.Word)
		if redir.Op == syntax.RedirDupOut && (!known || strings.Trim(name, "0123456789-") == "") {
			continue // a descriptor, as far as can be seen
		}
		if !known {
			name = ""
		}
		c.Opens = append(c.Opens, ReadOpen{name, direction})
	}
	if len(c.Argv)+len(c.Assigned)+len(c.Opens) > 0 {
		r.all = append(r.all, c)
	}
}

// directions are what redirections do with the files that they open.
var directions = map[syntax.RedirOp]bashast.Direction{
	syntax.RedirIn: bashast.Read, syntax.RedirOut: bashast.Write, syntax.RedirClobber: bashast.Write, syntax.RedirAll: bashast.Write,
	syntax.RedirDupOut: bashast.Write, syntax.RedirAppend: bashast.Append, syntax.RedirAllAppend: bashast.Append, syntax.RedirInOut: bashast.ReadWrite,
}

func (c *ReadCommand) assign(list []*syntax.Assign) {
	for _, a := range list {
		value, known := "", a.Value == nil
		if a.Value != nil {
			value, known = literal(a.Value)
		}
		if known && a.Array == nil && a.Index == nil && !a.Append {
			c.Assigned = append(c.Assigned, a.Name+"="+value)
		} else {
			c.Assigned = append(c.Assigned, a.Name+"=")
		}
	}
}

func (c *ReadCommand) words(list []*syntax.Word) {
	for _, w := range list {
		text, known := literal(w)
		if !known {
			c.Unknown, text = append(c.Unknown, len(c.Argv)), w.Src
		}
		c.Argv = append(c.Argv, text)
	}
}

// literal is what a word is, if the shell would make just that of it whatever
// its state is.
func literal(w *syntax.Word) (string, bool) {
	if w.Braces {
		return "", false
	}
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[") || i == 0 && strings.HasPrefix(p.Value, "~") {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.Escaped:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(lit.Value)
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}
