package files

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func ls() gnu.Program {
	return gnu.Program{
		Summary: "list directories and files",
		Usage:   "[OPTION]... [FILE]...",
		Trouble: 2,
		Options: []gnu.Option{
			{"a,all", "list names that start with a dot"},
			{"A,almost-all", "the same without . and .."},
			{"b,escape", "print C-style escapes"},
			{"block-size=SIZE", "scale sizes by SIZE"},
			{"B,ignore-backups", "leave out names that end with ~"},
			{"c", "sort by, and show, the time of the last status change"},
			{"C", "list in columns"},
			{"color[=WHEN]", "colours of LS_COLORS: always, auto, never"},
			{"D,dired", "with -l, tell where the names are, for Emacs"},
			{"hyperlink[=WHEN]", "make names links of the terminal: always, auto, never"},
			{"d,directory", "list directories themselves, not their contents"},
			{"f", "the same as -aU"},
			{"F", "append an indicator, one of */=>@|"},
			{"classify[=WHEN]", "likewise: always, never or auto"},
			{"file-type", "likewise, but not '*'"},
			{"format=WORD", "across -x, commas -m, long -l, single-column -1, vertical -C"},
			{"full-time", "like -l --time-style=full-iso"},
			{"g", "like -l without the owner"},
			{"group-directories-first", "list directories before files"},
			{"G,no-group", "leave out the group in a long listing"},
			{"h,human-readable", "print sizes like 1K 234M 2G"},
			{"si", "likewise, with powers of 1000"},
			{"H,dereference-command-line", "follow links among the operands"},
			{"I,ignore=PATTERN", "leave out names that match PATTERN"},
			{"hide=PATTERN", "likewise, unless -a or -A"},
			{"dereference-command-line-symlink-to-dir", "follow links to directories among the operands"},
			{"author", "with -l, show the author, who is the owner"},
			{"i,inode", "print the number of each inode"},
			{"indicator-style=WORD", "none, slash -p, file-type, classify -F"},
			{"k,kibibytes", "count blocks of 1024 bytes"},
			{"l", "use a long listing format"},
			{"L,dereference", "show what links refer to"},
			{"m", "list names separated by commas"},
			{"n,numeric-uid-gid", "like -l with numbers of users and groups"},
			{"N,literal", "print names as they are"},
			{"o", "like -l without the group"},
			{"p", "append / to directories"},
			{"q,hide-control-chars", "print ? instead of what is not graphic"},
			{"show-control-chars", "print it as it is"},
			{"Q,quote-name", "put names between double quotes"},
			{"quoting-style=WORD", "literal, shell, shell-always, shell-escape, c, escape"},
			{"r,reverse", "reverse the order"},
			{"R,recursive", "list directories in directories too"},
			{"s,size", "print the blocks allocated to each file"},
			{"S", "sort by size, the largest first"},
			{"sort=WORD", "none -U, size -S, time -t, version -v, extension -X, name, width"},
			{"time=WORD", "which time: atime, access, use; ctime, status; birth"},
			{"time-style=STYLE", "full-iso, long-iso, iso, locale, +FORMAT"},
			{"t", "sort by time, the newest first"},
			{"T,tabsize=COLS", "assume tab stops at each COLS instead of 8"},
			{"u", "sort by, and show, the time of the last access"},
			{"U", "do not sort"},
			{"v", "sort by version"},
			{"w,width=COLS", "assume a line of COLS characters; 0 is no limit"},
			{"x", "list by lines instead of by columns"},
			{"X", "sort by extension"},
			{"Z,context", "show a ? for the context of each file: there are none"},
			{"zero", "end each line with NUL, not a newline"},
			{"1", "list one file per line"},
		},
		Main: runLs,
	}
}

// option sets one option; ok is false when its argument is wrong.
func (l *lister) option(name, value string, has bool) (code int, ok bool) {
	switch name {
	case "a":
		l.all = true
	case "A":
		l.almost, l.all = true, false
	case "B":
		l.backups = true
	case "c", "u":
		l.time, l.timeChosen = map[string]byte{"c": 'c', "u": 'a'}[name], true
	case "d":
		l.directory = true
	case "f":
		l.all, l.sort, l.sorted, l.blocks = true, "none", true, false
		if l.format == long {
			l.format = single
		}
	case "F", "classify":
		word := "always"
		if has {
			var ok bool
			if word, ok = l.in.Word("--classify", value, "always,yes,force", "never,no,none", "auto,tty,if-tty"); !ok {
				return l.hint()
			}
		}
		if word == "always" || word == "auto" && l.in.Stdout.Terminal() {
			l.indicator = "classify"
		}
	case "file-type":
		l.indicator = "file-type"
	case "p":
		l.indicator = "slash"
	case "indicator-style":
		word, ok := l.in.Word("--indicator-style", value, "none", "slash", "file-type", "classify")
		if !ok {
			return l.hint()
		}
		l.indicator = strings.TrimPrefix(word, "none")
	case "group-directories-first":
		l.dirsFirst = true
	case "h", "si":
		l.block = scale{human: true, base: map[string]int64{"h": 1024, "si": 1000}[name]}
	case "H":
		l.followOperands = true
	case "L":
		l.follow = true
	case "I":
		l.ignore = append(l.ignore, value)
	case "hide":
		l.hide = append(l.hide, value)
	case "i":
		l.inode = true
	case "s":
		l.blocks = true
	case "k":
		l.block.unit = 0
	case "block-size":
		if l.block, code, ok = scaleOption(l.in, "--block-size", value); !ok {
			return code, false
		}
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "w", "T":
		n, ok := anyBase(value)
		if !ok {
			what := map[string]string{"w": "line width", "T": "tab size"}[name]
			return l.in.Die("invalid %s: %s", what, l.in.Quote(value)), false
		}
		if name == "w" {
			l.width = int(n)
		} else {
			l.tab = int(n)
		}
	case "author":
		l.author = true
	case "Z":
		l.context = true
	case "dereference-command-line-symlink-to-dir":
		l.toDir = true
	case "zero":
		l.end = "\x00"
		l.quoting, l.hideControl = "literal", false
		if l.format != long {
			l.format = single
		}
	default:
		return l.layout(name, value, has)
	}
	return 0, true
}

// layout sets the options about formats, sorting, times and quoting.
func (l *lister) layout(name, value string, has bool) (code int, ok bool) {
	switch name {
	case "1":
		if l.format != long {
			l.format = single
		}
	case "C":
		l.format = columns
	case "x":
		l.format = across
	case "m":
		l.format = commas
	case "l":
		l.format = long
	case "g":
		l.format, l.noOwner = long, true
	case "o":
		l.format, l.noGroup = long, true
	case "n":
		l.format, l.numeric = long, true
	case "G":
		l.noGroup = true
	case "full-time":
		l.format, l.style = long, "full-iso"
	case "format":
		word, ok := l.in.Word("--format", value, "verbose,long", "commas", "horizontal,across", "vertical", "single-column")
		if !ok {
			return l.hint()
		}
		l.format = map[string]format{"horizontal": across, "commas": commas, "verbose": long, "single-column": single, "vertical": columns}[word]
	case "time-style":
		l.style = value
	case "S", "t", "U", "v", "X":
		l.sort = map[string]string{"S": "size", "t": "time", "U": "none", "v": "version", "X": "extension"}[name]
		l.sorted = true
	case "sort":
		word, ok := value, value == "name"
		if !ok {
			word, ok = l.in.Word("--sort", value, "none", "time", "size", "extension", "version", "width")
		}
		if !ok {
			return l.hint()
		}
		l.sort, l.sorted = word, true
	case "time":
		word, ok := l.in.Word("--time", value, "atime,access,use", "ctime,status", "birth,creation")
		if !ok {
			return l.hint()
		}
		// Nobody knows when files were born: the last change is as near as it gets.
		l.time, l.timeChosen = map[string]byte{"atime": 'a', "ctime": 'c'}[word], true
		if l.time == 0 {
			l.time = 'm'
		}
	case "b":
		l.quoting = "escape"
	case "N":
		l.quoting = "literal"
	case "Q":
		l.quoting = "c"
	case "quoting-style":
		word, ok := l.in.Word("--quoting-style", value, quotingStyles...)
		if !ok {
			return l.hint()
		}
		l.quoting = word
	case "q":
		l.hideControl = true
	case "show-control-chars":
		l.hideControl = false
	case "color":
		l.color, code, ok = l.when("--color", value, has)
		return code, ok
	case "hyperlink":
		l.links, code, ok = l.when("--hyperlink", value, has)
		return code, ok
	case "D":
		l.dired = &dired{}
	}
	return 0, true
}

// when reads an argument such as that of --color; without one it is always.
func (l *lister) when(option, value string, has bool) (word string, code int, ok bool) {
	if word = "always"; has {
		if word, ok = l.in.Word(option, value, "always,yes,force", "never,no,none", "auto,tty,if-tty"); !ok {
			code, ok = l.hint()
			return "", code, ok
		}
	}
	if word == "auto" && !l.in.Stdout.Terminal() {
		word = "never"
	}
	return word, 0, true
}

// environment reads what sets defaults, as far as they are needed.
func (l *lister) environment() {
	inColumns := l.format == columns || l.format == across
	for _, v := range []struct {
		name, what, option string
		used               bool
		into               *int
	}{{"COLUMNS", "width", "w", inColumns || l.format == commas || l.color != "" && l.color != "never", &l.width}, {"TABSIZE", "tab size", "T", inColumns && l.colors == nil, &l.tab}} {
		if text, ok := l.in.Getenv(v.name); ok && text != "" && v.used && !l.in.Has(v.option) {
			if n, ok := decimal(text, 1<<16); ok {
				*v.into = int(n)
			} else {
				l.in.Warn("ignoring invalid %s in environment variable %s: %s", v.what, v.name, l.in.Quote(text))
			}
		}
	}
	if l.quoting != "" {
		return
	}
	style, ok := l.in.Getenv("QUOTING_STYLE")
	switch known := slices.Contains(quotingStyles, style); {
	case known:
		l.quoting = style
		return
	case ok:
		l.in.Warn("ignoring invalid value of environment variable QUOTING_STYLE: %s", l.in.Quote(style))
	}
	if l.in.Stdout.Terminal() {
		l.quoting = "shell-escape"
	}
}

// quotingStyles are the words of --quoting-style.
var quotingStyles = []string{"literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale"}

// hint is the end of a call with a word that there is not: ARGMATCH of gnulib
// does not know of the 2.
func (l *lister) hint() (int, bool) {
	l.in.Hint()
	return 1, false
}

func (l *lister) styleKnown() bool {
	l.style = strings.TrimPrefix(l.style, "posix-")
	return strings.HasPrefix(l.style, "+") || slices.Contains([]string{"full-iso", "long-iso", "iso", "locale"}, l.style)
}

// anyBase reads a number as strtol(3) does with base 0: 0x begins a hexadecimal
// one, 0 an octal one. What is too large for a line is the most there is.
func anyBase(text string) (n int64, ok bool) {
	if strings.Contains(text, "_") || len(text) > 1 && text[0] == '0' && strings.IndexByte("bBoO", text[1]) >= 0 {
		return 0, false // which Go knows, and C does not
	}
	u, err := strconv.ParseUint(text, 0, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return int64(min(u, 1<<31-1)), true
}
