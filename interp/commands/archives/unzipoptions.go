package archives

import (
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/pattern"
)

// unzipOptions are for --help; unzip reads its arguments itself, as options of
// zip take words until the next one and a dash behind a dash turns them off.
var unzipOptions = option.Set{
	Usage: "[-Z] [-OPTIONS] FILE[.zip] [MEMBER]... [-x MEMBER...] [-d DIR]",
	About: "Unpack, list or test zip archives; with -Z first, tell of them as zipinfo.",
	Bad:   10,
	Options: []option.Option{
		{Short: 'l', Help: "list what is in the archive"},
		{Short: 'v', Help: "likewise, with how they are packed"},
		{Short: 'p', Help: "write members to standard output"},
		{Short: 'c', Help: "likewise, with their names"},
		{Short: 't', Help: "test whether members are intact"},
		{Short: 'z', Help: "show the comment"},
		{Short: 'T', Help: "give the archive the time of its latest member"},
		{Short: 'd', Arg: option.Required, Name: "DIR", Help: "unpack into DIR"},
		{Short: 'x', Arg: option.Required, Name: "MEMBER...", Help: "leave out what matches"},
		{Short: 'f', Help: "replace files that are older, make none"},
		{Short: 'u', Help: "replace files that are older, and make others"},
		{Short: 'o', Help: "replace files without asking"},
		{Short: 'n', Help: "never replace files"},
		{Short: 'B', Help: "keep what is replaced as NAME~"},
		{Short: 'j', Help: "leave directories out of names"},
		{Short: 'C', Help: "names match in upper and lower case"},
		{Short: 'L', Help: "names of systems without case in lower case; twice: all"},
		{Short: 'D', Help: "no times for directories; twice: nor for files"},
		{Short: 'K', Help: "keep setuid, setgid and sticky bits"},
		{Short: 'a', Help: "convert the line ends of text; twice: of all"},
		{Short: 'b', Help: "convert nothing"},
		{Short: 'q', Help: "say less; twice: nothing"},
		{Short: 'P', Arg: option.Required, Name: "PASSWORD", Help: "open encrypted members"},
		{Short: ':', Help: "\"..\" in names stays, inside of the directory"},
		{Short: '^', Help: "control characters in names stay"},
	},
}

// zipArguments reads the options of unzip and zipinfo. ok is false where an
// error was reported or help was shown.
func (z *unzipper) arguments(args []string) (rest []string, status int, ok bool) {
	variables := []string{"UNZIP", "UNZIPOPT"}
	if z.info != nil {
		variables = []string{"ZIPINFO", "ZIPINFOOPT"}
	}
	for _, v := range variables {
		if text, _ := z.call.Getenv(v); strings.TrimSpace(text) != "" {
			args = append(strings.Fields(text), args...)
			break
		}
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		word := args[0][1:]
		args = args[1:]
		negative := 0
		for i := 0; i < len(word); i++ {
			c := word[i]
			switch {
			case c == '-':
				negative++
				continue
			case z.info == nil && c == 'd' && negative == 0:
				dir := word[i+1:]
				if dir == "" && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
					dir, args = args[0], args[1:]
				}
				if dir == "" {
					return nil, z.fail("error:  must specify directory to which to extract with -d option"), false
				}
				z.dir, i = dir, len(word)
			case z.info == nil && c == 'P':
				value := word[i+1:]
				if value == "" && len(args) > 0 {
					value, args = args[0], args[1:]
				} else if value == "" {
					return nil, z.usage(), false
				}
				z.password, z.given, i = value, true, len(word)
			default:
				take := z.flag
				if z.info != nil {
					take = z.info.flag
				}
				if !take(c, negative > 0) {
					return nil, z.usage(), false
				}
			}
			negative = 0
		}
	}
	return args, 0, true
}

// fail is an error in the arguments.
func (z *unzipper) fail(text string) int {
	z.tell("%s\n", text)
	return z.out.Finish(unzipOptions.Bad, unzipDisk)
}

func (z *unzipper) usage() int {
	if z.info != nil {
		z.info.wantTotal = false
	}
	z.tell("%s", z.help())
	return z.out.Finish(unzipOptions.Bad, unzipDisk)
}

func (z *unzipper) help() string {
	if z.info != nil {
		return infoOptions.Help(z.call.Name())
	}
	return unzipOptions.Help(z.call.Name())
}

// flag takes one letter of unzip; off is one behind a dash.
func (z *unzipper) flag(c byte, off bool) bool {
	count := func(to *int) {
		if *to++; off {
			*to = max(*to-2, 0)
		}
	}
	switch c {
	case 'l':
		count(&z.list)
	case 'v':
		if off {
			z.list = max(z.list-1, 0)
		} else {
			z.list = max(2, z.list+1)
		}
	case 'p':
		z.pipe, z.bare = !off, !off
		if off {
			z.quiet = 0
		} else {
			z.quiet += pipeQuiet
		}
	case 'q':
		count(&z.quiet)
	case 'a':
		count(&z.text)
	case 'L':
		count(&z.lower)
	case 'D':
		count(&z.timeless)
	case 'z':
		z.note = !off
	case 'b':
		z.text = 0
	case 'f', 'u':
		z.fresh, z.update = c == 'f' && !off || z.fresh && c != 'f', !off
	case 'Z':
		z.tell("error:  -Z must be first option for ZipInfo mode (check UNZIP variable?)\n")
		return false
	case 'e', 'x', 'X', 'M', 'U', 'V', 'W':
		// Nothing here: what unzip does anyway, or what there is no need for.
	default:
		to := map[byte]*bool{'c': &z.pipe, 't': &z.test, 'o': &z.over, 'n': &z.never, 'j': &z.junk, 'C': &z.fold, 'B': &z.backup,
			'K': &z.special, 'T': &z.stamp, ':': &z.upward, '^': &z.control}[c]
		if to == nil {
			return false
		}
		*to = !off
	}
	return true
}

// operands are the archive and the members that are wanted, and behind -x those
// that are not; -d may stand between them.
func (z *unzipper) operands(args []string) (archive string, status int) {
	archive, args = args[0], args[1:]
	list := &z.wanted
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-x" && list == &z.wanted:
			list = &z.without
		case z.info == nil && z.dir == "" && strings.HasPrefix(a, "-d"):
			dir := a[2:]
			if dir == "" && i+1 < len(args) {
				i++
				dir = args[i]
			}
			if dir == "" {
				return "", z.fail("error:  must specify directory to which to extract with -d option")
			}
			z.dir = dir
		default:
			*list = append(*list, zipPattern{text: a, p: pattern.Compile(a, pattern.Options{Steps: z.call.Limits.Steps, NoCase: z.fold})})
		}
	}
	return archive, 0
}

// A zipPattern is a name on the command line.
type zipPattern struct {
	text  string
	p     *pattern.Pattern
	found bool
}

// selected tells whether a member is wanted.
func (z *unzipper) selected(name string) bool {
	chosen := len(z.wanted) == 0
	for i := range z.wanted {
		if ok, _ := z.wanted[i].p.Match(name); ok {
			z.wanted[i].found, chosen = true, true
			break
		}
	}
	if chosen {
		for i := range z.without {
			if ok, _ := z.without[i].p.Match(name); ok {
				z.without[i].found = true
				return false
			}
		}
	}
	return chosen
}

// helped shows --help and --version, which the host's unzip does not know.
func (z *unzipper) helped(args []string) bool {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintf(z.out, "%s (aegish)\n", z.call.Name())
		return true
	}
	if len(args) == 0 || z.info == nil && args[0] == "-h" || z.info == nil && args[0] == "-hh" || len(args) == 1 && args[0] == "--help" {
		z.out.WriteString(z.help())
		return true
	}
	return false
}
