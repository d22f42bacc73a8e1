package compare

import (
	"fmt"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/command/option"
)

// backups say how originals are named that are kept.
type backups struct {
	suffix, prefix, basePrefix string
	method                     string // numbered, existing or simple
}

// set takes in an option; it tells what is wrong.
func (b *backups) set(o option.Found) string {
	switch o.Name {
	case "z":
		if o.Value == "" {
			return "backup suffix is empty"
		}
		b.suffix = o.Value
	case "B":
		b.prefix = o.Value
	case "Y":
		b.basePrefix = o.Value
	case "V":
		for _, words := range [][]string{{"numbered", "t"}, {"existing", "nil"}, {"simple", "never"}} {
			for _, w := range words {
				if o.Value != "" && strings.HasPrefix(w, o.Value) {
					b.method = words[0]
					return ""
				}
			}
		}
		return fmt.Sprintf("invalid argument '%s' for 'version control type'", o.Value)
	}
	return ""
}

// name is what the original of a file is kept as. Numbered ones are one more than
// those that exist.
func (b *backups) name(target string, exists func(string) bool) string {
	numbered := func(n int) string { return fmt.Sprintf("%s.~%d~", target, n) }
	if b.method == "numbered" || b.method == "existing" && exists(numbered(1)) {
		n := 1
		for exists(numbered(n)) {
			n++
		}
		return numbered(n)
	}
	dir, base := path.Split(target)
	saved := b.prefix + dir + b.basePrefix + base + b.suffix
	if saved == target {
		saved += ".orig"
	}
	return saved
}
