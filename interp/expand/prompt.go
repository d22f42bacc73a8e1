package expand

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/strftime"
	"github.com/aegish/aegish/interp/syntax"
)

// A Prompter is a Host that knows what prompts show. Without one there are
// defaults.
type Prompter interface {
	// PromptInfo is asked once for each prompt.
	PromptInfo() PromptInfo
}

// PromptInfo is what prompts show of the world (bash manual, Controlling the
// Prompt).
type PromptInfo struct {
	User     string // \u
	Host     string // \H; \h ends at the first dot
	Terminal string // \l
	Root     bool   // \$ is # for the superuser
	Jobs     int    // \j
	History  int    // \!
	Command  int    // \#
	Now      time.Time
}

// The version that \v and \V show: that of the bash whose behaviour this is.
const (
	promptVersion = "5.2"
	promptRelease = "5.2.15"
)

// ExpandPrompt expands text as PS1 or ${NAME@P}: its backslash escapes, then,
// with promptvars, parameters, commands and arithmetic.
func (e *Expander) ExpandPrompt(ctx context.Context, text string) (string, error) {
	d := promptDecoder{e: e, escape: e.Shell.Opts.On(state.Promptvars)}
	d.info = PromptInfo{User: "user", Host: "localhost", Terminal: "tty", History: 1, Command: 1, Now: time.Now()}
	if p, ok := e.Host.(Prompter); ok && strings.IndexByte(text, '\\') >= 0 {
		d.info = p.PromptInfo()
	}
	text = d.decode(text)
	if !d.escape || !strings.ContainsAny(text, "$`\\") {
		return text, e.fits(len(text))
	}
	w, err := syntax.ParseDocument(text, e.config())
	if err != nil {
		return "", syntaxError(err)
	}
	return e.Quoted(ctx, w)
}

// A promptDecoder undoes the escapes of a prompt.
type promptDecoder struct {
	e      *Expander
	info   PromptInfo
	escape bool // expansions follow, so that results are quoted
	out    strings.Builder
}

func (d *promptDecoder) decode(s string) string {
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			d.out.WriteByte(s[i])
			i++
			continue
		}
		i += 1 + d.one(s[i+1:])
	}
	return d.out.String()
}

// promptTimes are the escapes that show the time, as strftime(3) has them.
var promptTimes = map[byte]string{
	'd': "%a %b %d",
	't': "%H:%M:%S",
	'T': "%I:%M:%S",
	'@': "%I:%M %p",
	'A': "%H:%M",
}

// one decodes the escape that follows a backslash and returns its length.
func (d *promptDecoder) one(s string) int {
	out := &d.out
	switch c := s[0]; c {
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return d.octal(s)
	case 'a':
		out.WriteByte(7)
	case 'e':
		out.WriteByte(27)
	case 'n':
		out.WriteByte('\n')
	case 'r':
		out.WriteByte('\r')
	case '[', ']':
	case '\\':
		// The expansion that follows takes it for a quote, as in bash.
		out.WriteByte('\\')
	case '$':
		if d.info.Root {
			out.WriteByte('#')
		} else {
			d.result("$")
		}
	case 'd', 't', 'T', '@', 'A':
		d.time(promptTimes[c])
	case 'D':
		return d.date(s)
	default:
		switch {
		case d.fact(c):
		case c == '"' && d.escape:
			out.WriteByte('"')
		default:
			out.WriteString(`\` + s[:1])
		}
	}
	return 1
}

// octal decodes \nnn. Three characters that are no number stay as they are.
func (d *promptDecoder) octal(s string) int {
	digits := s[:min(3, len(s))]
	if n, err := strconv.ParseUint(digits, 8, 16); err == nil {
		if byte(n) != 0 {
			d.out.WriteByte(byte(n))
		}
		return len(digits)
	}
	n := 0
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	d.out.WriteString(`\` + s[:n])
	return n
}

// date decodes \D{FORMAT}.
func (d *promptDecoder) date(s string) int {
	end := strings.IndexByte(s, '}')
	if !strings.HasPrefix(s, "D{") || end < 0 {
		d.out.WriteString(`\D`)
		return 1
	}
	format := s[2:end]
	if format == "" {
		format = "%X"
	}
	d.time(format)
	return end + 1
}

// fact decodes the letters that stand for facts.
func (d *promptDecoder) fact(c byte) bool {
	switch c {
	case 's':
		name := d.e.Shell.Name
		d.result(name[strings.LastIndexByte(name, '/')+1:])
	case 'v':
		d.result(promptVersion)
	case 'V':
		d.result(promptRelease)
	case 'u':
		d.result(d.info.User)
	case 'H':
		d.result(d.info.Host)
	case 'h':
		host, _, _ := strings.Cut(d.info.Host, ".")
		d.result(host)
	case 'j':
		d.result(strconv.Itoa(d.info.Jobs))
	case 'l':
		d.result(d.info.Terminal)
	case '!':
		d.result(strconv.Itoa(d.info.History))
	case '#':
		d.result(strconv.Itoa(d.info.Command))
	case 'w', 'W':
		d.result(d.directory(c == 'W'))
	default:
		return false
	}
	return true
}

// time formats the time of the prompt.
func (d *promptDecoder) time(format string) {
	tz, set := d.e.scalar("TZ")
	d.result(string(strftime.Format(nil, format, d.info.Now.In(strftime.Location(tz, set)))))
}

// result adds text that later expansions must not touch.
func (d *promptDecoder) result(text string) {
	if !d.escape {
		d.out.WriteString(text)
		return
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == '$' || c == '`' || c == '\\' {
			d.out.WriteByte('\\')
		}
		d.out.WriteByte(text[i])
	}
}

// directory is \w, or its last component.
func (d *promptDecoder) directory(last bool) string {
	dir := d.e.Shell.Dir
	if pwd, ok := d.e.scalar("PWD"); ok && strings.HasPrefix(pwd, "/") {
		dir = pwd
	}
	home, _ := d.e.scalar("HOME")
	if last {
		if dir == "/" || dir == home {
			if dir == home && dir != "/" {
				return "~"
			}
			return dir
		}
		return dir[strings.LastIndexByte(dir, '/')+1:]
	}
	if len(home) > 1 && (dir == home || strings.HasPrefix(dir, home+"/")) {
		dir = "~" + dir[len(home):]
	}
	trim, _ := d.e.scalar("PROMPT_DIRTRIM")
	n, err := strconv.Atoi(trim)
	if err != nil || n <= 0 {
		return dir
	}
	return trimDirectory(dir, n)
}

// trimDirectory keeps the last n components of a path, and a tilde. Up to three
// characters are not left out, because the dots in their place are as long.
func trimDirectory(dir string, n int) string {
	head := ""
	if strings.HasPrefix(dir, "~") {
		head, _, _ = strings.Cut(dir, "/")
		head += "/"
	}
	at := len(dir)
	for range n {
		if at = strings.LastIndexByte(dir[:at], '/'); at <= 0 {
			return dir
		}
	}
	if at-len(head) <= len("...") {
		return dir
	}
	return head + "..." + dir[at:]
}
