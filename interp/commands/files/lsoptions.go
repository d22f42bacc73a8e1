package files

import (
	"slices"
	"strings"
)

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
		l.all, l.sort, l.sorted = true, "none", true
	case "F":
		if !has || value == "always" || value == "yes" || value == "force" {
			l.indicator = "classify"
		}
	case "file-type":
		l.indicator = "file-type"
	case "p":
		l.indicator = "slash"
	case "indicator-style":
		if !slices.Contains([]string{"none", "slash", "file-type", "classify"}, value) {
			return l.wrong("--indicator-style", value)
		}
		l.indicator = value
		if value == "none" {
			l.indicator = ""
		}
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
		block, ok := parseScale(value)
		if !ok {
			return l.in.Die("invalid --block-size argument %s", l.in.Quote(value)), false
		}
		l.block = block
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "w", "T":
		n, ok := decimal(value, 1<<31-1)
		if !ok {
			what := map[string]string{"w": "line width", "T": "tab size"}[name]
			return l.in.Die("invalid %s: %s", what, l.in.Quote(value)), false
		}
		if name == "w" {
			l.width = int(n)
		} else {
			l.tab = int(n)
		}
	default:
		return l.layout(name, value)
	}
	return 0, true
}

// layout sets the options about formats, sorting, times and quoting.
func (l *lister) layout(name, value string) (code int, ok bool) {
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
		f, known := map[string]format{"across": across, "horizontal": across, "commas": commas, "long": long,
			"verbose": long, "single-column": single, "vertical": columns}[value]
		if !known {
			return l.wrong("--format", value)
		}
		l.format = f
	case "time-style":
		l.style = value
	case "S", "t", "U", "v", "X":
		l.sort = map[string]string{"S": "size", "t": "time", "U": "none", "v": "version", "X": "extension"}[name]
		l.sorted = true
	case "sort":
		if !slices.Contains([]string{"none", "size", "time", "version", "extension", "name", "width"}, value) {
			return l.wrong("--sort", value)
		}
		l.sort, l.sorted = value, true
	case "time":
		t, known := map[string]byte{"atime": 'a', "access": 'a', "use": 'a', "ctime": 'c', "status": 'c', "mtime": 'm', "modification": 'm'}[value]
		if !known {
			return l.wrong("--time", value)
		}
		l.time, l.timeChosen = t, true
	case "b":
		l.quoting = "escape"
	case "N":
		l.quoting = "literal"
	case "Q":
		l.quoting = "c"
	case "quoting-style":
		if !slices.Contains([]string{"literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "escape"}, value) {
			return l.wrong("--quoting-style", value)
		}
		l.quoting = value
	case "q":
		l.hideControl = true
	case "show-control-chars":
		l.hideControl = false
	case "color":
		if value == "always" || value == "yes" || value == "force" {
			return l.in.Die("there are no colours here; --color=%s is refused", value), false
		}
		if !slices.Contains([]string{"", "auto", "tty", "if-tty", "never", "no", "none"}, value) {
			return l.wrong("--color", value)
		}
	}
	return 0, true
}

func (l *lister) wrong(option, value string) (int, bool) {
	l.in.Usage("invalid argument %s for %s", l.in.Quote(value), l.in.Quote(option))
	return 1, false // ARGMATCH of gnulib does not know of the 2
}

func (l *lister) styleKnown() bool {
	l.style = strings.TrimPrefix(l.style, "posix-")
	return strings.HasPrefix(l.style, "+") || slices.Contains([]string{"full-iso", "long-iso", "iso", "locale"}, l.style)
}
