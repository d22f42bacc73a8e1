package option

import (
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// column is where the descriptions of options begin.
const column = 29

func (r *reader) show(what string) {
	r.ended = true
	out := command.NewOutput(r.call)
	if what == "version" {
		fmt.Fprintf(out, "%s (aegish)\n", r.call.Name())
	} else {
		out.WriteString(r.set.Help(r.call.Name()))
	}
	r.status = out.Finish(0, r.set.bad())
}

// Help is the text of --help for a command called name.
func (s *Set) Help(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s %s\n", name, s.Usage)
	if s.About != "" {
		fmt.Fprintf(&b, "%s\n", s.About)
	}
	b.WriteByte('\n')
	for _, o := range s.Options {
		if o.Help != "" {
			line(&b, o)
		}
	}
	if !s.Plain {
		line(&b, Option{Long: "help", Help: "display this help and exit"})
		line(&b, Option{Long: "version", Help: "output version information and exit"})
	}
	return b.String()
}

func line(b *strings.Builder, o Option) {
	left := "      "
	if o.Short != 0 {
		left = "  -" + string(rune(o.Short))
		if o.Long != "" {
			left += ", "
		}
	}
	arg := o.Name
	if arg == "" {
		arg = "ARG"
	}
	switch {
	case o.Long != "":
		left += "--" + o.Long
		switch o.Arg {
		case Required:
			left += "=" + arg
		case Optional:
			left += "[=" + arg + "]"
		}
	case o.Arg == Required:
		left += " " + arg
	case o.Arg == Optional:
		left += "[" + arg + "]"
	}
	if len(left) >= column {
		fmt.Fprintf(b, "%s\n%*s%s\n", left, column, "", o.Help)
		return
	}
	fmt.Fprintf(b, "%-*s%s\n", column, left, o.Help)
}
