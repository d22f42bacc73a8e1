package expand_test

import (
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// declare is the builtin as far as rows need it.
func (h *host) declare(ctx context.Context, c *syntax.DeclClause) error {
	args, err := h.x.DeclareArgs(ctx, c.Args)
	if err != nil {
		return err
	}
	var opts expand.DeclareOptions
	show := false
	switch c.Variant {
	case "local", "declare":
		opts.Local = true
	case "export":
		opts.Set, opts.Plain = state.Export, true
	case "readonly":
		opts.Set, opts.Plain = state.ReadOnly, true
	}
	for len(args) > 0 && len(args[0].Text) > 1 && strings.IndexByte("-+", args[0].Text[0]) >= 0 {
		for _, letter := range []byte(args[0].Text[1:]) {
			h.option(&opts, args[0].Text[0] == '-', letter, &show)
		}
		args = args[1:]
	}
	h.x.Shell.Status = 0
	for _, d := range args {
		if show {
			v := h.x.Shell.Vars.Get(d.Text)
			if v == nil {
				h.out.WriteString("bash: line 1: declare: " + d.Text + ": not found\n")
				continue
			}
			h.out.WriteString(expand.Declaration(d.Text, v) + "\n")
			continue
		}
		if err := h.x.Declare(ctx, d, opts); err != nil {
			var bad *expand.Error
			if !errors.As(err, &bad) {
				return err
			}
			text := bad.Text
			if !bad.Plain {
				text = c.Variant + ": " + text
			}
			h.out.WriteString("bash: line 1: " + text + "\n")
			h.x.Shell.Status = 1
			return nil
		}
	}
	return nil
}

func (h *host) option(opts *expand.DeclareOptions, on bool, letter byte, show *bool) {
	attrs := map[byte]state.Attr{
		'x': state.Export, 'r': state.ReadOnly, 'i': state.Integer, 'l': state.Lower,
		'u': state.Upper, 'c': state.Capitalize, 'n': state.NameRef, 't': state.Trace,
	}
	switch {
	case letter == 'p':
		*show = true
	case letter == 'g':
		opts.Global = true
		opts.Local = false
	case letter == 'I':
		opts.Inherit = true
	case letter == 'a' && on:
		opts.Indexed = true
	case letter == 'A' && on:
		opts.Assoc = true
	case letter == 'a' || letter == 'A':
		opts.RemoveArray = letter
	case on:
		opts.Set |= attrs[letter]
	default:
		opts.Remove |= attrs[letter]
	}
}
