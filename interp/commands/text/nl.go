package text

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/regex"
)

var nlOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Number lines. STYLE is a (all), t (not empty), n (none) or pREGEX (those that match).",
	Options: []option.Option{
		{Short: 'b', Long: "body-numbering", Arg: option.Required, Name: "STYLE", Help: "for the body of a page"},
		{Short: 'd', Long: "section-delimiter", Arg: option.Required, Name: "CC", Help: "the characters that separate pages"},
		{Short: 'f', Long: "footer-numbering", Arg: option.Required, Name: "STYLE", Help: "for the foot of a page"},
		{Short: 'h', Long: "header-numbering", Arg: option.Required, Name: "STYLE", Help: "for the head of a page"},
		{Short: 'i', Long: "line-increment", Arg: option.Required, Name: "NUM", Help: "how far apart numbers are"},
		{Short: 'l', Long: "join-blank-lines", Arg: option.Required, Name: "NUM", Help: "how many empty lines count as one"},
		{Short: 'n', Long: "number-format", Arg: option.Required, Name: "FORMAT", Help: "ln (left), rn (right), rz (with zeros)"},
		{Short: 'p', Long: "no-renumber", Help: "go on numbering on the next page"},
		{Short: 's', Long: "number-separator", Arg: option.Required, Name: "STRING", Help: "write STRING after the number"},
		{Short: 'v', Long: "starting-line-number", Arg: option.Required, Name: "NUM", Help: "the first number"},
		{Short: 'w', Long: "number-width", Arg: option.Required, Name: "NUM", Help: "columns for numbers"},
	},
}

type numberer struct {
	styles          [3]byte          // of head, body, foot
	regex           [3]*regex.Regexp // of style p
	err             error
	section         int
	mark            string
	step, start, at int64
	over            bool // at does not fit
	join, blanks    int64
	format          string
	keep            bool
	sep             string
	width           int
	blank           string
}

func nl(ctx context.Context, call *command.Call) int {
	p, status, ok := nlOptions.Parse(call)
	if !ok {
		return status
	}
	n := &numberer{styles: [3]byte{'n', 't', 'n'}, section: 1, mark: `\:`, step: 1, start: 1, join: 1, format: "rn", sep: "\t", width: 6}
	for _, o := range p.Options {
		if problem := n.set(o); problem != "" {
			call.Errorf("%s", problem)
			if strings.HasPrefix(problem, "invalid") && strings.Contains("bfhn", o.Name) {
				return nlOptions.Fail(call)
			}
			return 1
		}
	}
	n.at = n.start
	n.blank = strings.Repeat(" ", n.width+len(n.sep))
	status = filter(ctx, call, p.Operands, '\n', func(out *command.Output, line []byte, _ bool) { n.line(out, line) })
	if n.err != nil {
		call.Errorf("%v", n.err)
		status = 1
	}
	return status
}

func (n *numberer) set(o option.Found) string {
	number := func(to *int64, what string, least int64) string {
		text, minus := strings.CutPrefix(o.Value, "-")
		v, err := command.ParseSize(text, "")
		if minus {
			v = -v
		}
		switch {
		case err == nil && v < least:
			return what + ": " + command.Quote(o.Value) + ": Numerical result out of range"
		case err == errTooLarge:
			return what + ": " + command.Quote(o.Value) + ": " + command.Message(err)
		case err != nil:
			return what + ": " + command.Quote(o.Value)
		}
		*to = v
		return ""
	}
	const most = math.MinInt64
	switch o.Name {
	case "b", "f", "h":
		what := map[string]string{"b": "body", "f": "footer", "h": "header"}[o.Name]
		if o.Value == "" || strings.IndexByte("atnp", o.Value[0]) < 0 {
			return "invalid " + what + " numbering style: " + command.Quote(o.Value)
		}
		section := strings.Index("hbf", o.Name)
		n.styles[section] = o.Value[0]
		if o.Value[0] == 'p' {
			re, err := regex.Compile(o.Value[1:], 0)
			if err != nil {
				return err.Error()
			}
			n.regex[section] = re
		}
	case "d":
		n.mark = o.Value
		if len(o.Value) == 1 {
			n.mark += ":"
		}
	case "i":
		return number(&n.step, "invalid line number increment", most)
	case "l":
		return number(&n.join, "invalid line number of blank lines", 1)
	case "n":
		if o.Value != "ln" && o.Value != "rn" && o.Value != "rz" {
			return "invalid line numbering format: " + command.Quote(o.Value)
		}
		n.format = o.Value
	case "p":
		n.keep = true
	case "s":
		n.sep = o.Value
	case "v":
		return number(&n.start, "invalid starting line number", most)
	case "w":
		width := int64(0)
		problem := number(&width, "invalid line number field width", 1)
		if width > 1<<16 {
			return "invalid line number field width: " + command.Quote(o.Value)
		}
		n.width = int(width)
		return problem
	}
	return ""
}

func (n *numberer) line(out *command.Output, line []byte) {
	if n.mark != "" && len(line) <= 3*len(n.mark) && len(line) > 0 {
		for times := 3; times > 0; times-- {
			if string(line) == strings.Repeat(n.mark, times) {
				n.section = 3 - times
				if !n.keep {
					n.at, n.over = n.start, false
				}
				out.WriteByte('\n')
				return
			}
		}
	}
	if n.err != nil {
		return
	}
	numbered := false
	switch n.styles[n.section] {
	case 'a':
		numbered = true
		if n.join > 1 {
			if len(line) == 0 {
				n.blanks++
			}
			if numbered = len(line) > 0 || n.blanks == n.join; numbered {
				n.blanks = 0
			}
		}
	case 't':
		numbered = len(line) > 0
	case 'p':
		var err error
		if numbered, err = n.regex[n.section].Match(line); err != nil && n.err == nil {
			n.err = err
		}
	}
	switch {
	case !numbered:
		out.WriteString(n.blank)
	case n.over:
		n.err = errors.New("line number overflow")
		return
	default:
		switch n.format {
		case "ln":
			fmt.Fprintf(out, "%-*d", n.width, n.at)
		case "rz":
			fmt.Fprintf(out, "%0*d", n.width, n.at)
		default:
			fmt.Fprintf(out, "%*d", n.width, n.at)
		}
		out.WriteString(n.sep)
		before := n.at
		n.at += n.step
		n.over = n.step > 0 && n.at < before || n.step < 0 && n.at > before
	}
	out.Write(line)
	out.WriteByte('\n')
}
